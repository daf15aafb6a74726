"""The board and the market in a terminal: Districts by Borough, prices, Heat Track, Titles and piles."""

from __future__ import annotations

from moonshine_env.kingdom.vocab import (
    BOROUGH_IDS,
    BROKER_IDS,
    DECK_IDS,
    LIQUOR_IDS,
    NONE,
    NUM_BOROUGHS,
)
from moonshine_env.render import facts as f
from moonshine_env.render.brush import WIDTH, Brush, wrap
from moonshine_env.render.facts import BROKER_WORDS, DECK_WORDS, Facts

# Columns of the board.
NAME, KIND, STILL, HOLDER, PIECES = 16, 22, 14, 10, 9
BARRELS = WIDTH - 2 - NAME - KIND - STILL - HOLDER - PIECES

_KIND_WORDS = ("Ghetto", "Joint", "Dock")


def draw_board(facts: Facts, brush: Brush) -> list[str]:
    """Draw the Districts by Borough, a line each, with a key below."""
    t = facts.content.tables[0]
    head = f"  {'District':{NAME}}{'Kind':{KIND}}{'Still':{STILL}}{'Held by':{HOLDER}}{'Pieces':{PIECES}}Barrels"
    lines = [brush.paint(head, "head")]
    for b in range(NUM_BOROUGHS):
        deed = facts.part("deeds").get(BOROUGH_IDS[b])
        extorted = ", Extorted today" if BOROUGH_IDS[b] in facts.position.get("extorted", []) else ""
        name = brush.paint(facts.content.borough_names[b], "title")
        lines.append(f"{name} (Deed: {brush.mob(deed, 'in the Supply')}{extorted})")
        for d, district in enumerate(facts.content.district_ids):
            if t["borough"][d] == b:
                lines += _district(facts, brush, d, district)
    return [*lines, *_key(brush)]


def _key(brush: Brush) -> list[str]:
    text = (
        "B Boss, R Runner, S Safehouse. * fired today. A Joint pours what stands beside it; in brackets the broker "
        "of a High Society District. Docks are Connected with each other."
    )
    below = (
        "Below: slots hold the markers that a player can still spend today; the Stash his others, for tomorrow; Plays "
        "today is how many he has made."
    )
    return [brush.paint(line, "quiet") for part in (text, below) for line in wrap(part, 2, 2)]


def _kind(facts: Facts, d: int) -> str:
    t = facts.content.tables[0]
    word = _KIND_WORDS[t["kind"][d]]
    if t["pour"][d] != NONE:
        word += f" {LIQUOR_IDS[t['pour'][d]]}"
    if t["broker"][d] != NONE:
        word += f" ({BROKER_WORDS[BROKER_IDS[t['broker'][d]]]})"
    return word


def _district(facts: Facts, brush: Brush, d: int, district: str) -> list[str]:
    row = facts.part("districts").get(district, {})
    still = facts.part("stills").get(district)
    made = f"{still['liquor']} {still['number']}{'*' * bool(still.get('fired'))}" if still else ""
    police = district in facts.position.get("precincts", [])
    holder = row.get("mob")
    pieces = f.say_pieces(row)
    barrels = f.say_barrels(row.get("barrels", {}))
    line = f"  {facts.content.district_names[d]:{NAME}}{_kind(facts, d):{KIND}}{made:{STILL}}"
    if police:
        line += brush.paint("POLICE".ljust(HOLDER), "police") + "Precinct".ljust(PIECES)
    else:
        barrels = f"loose: {barrels}" if barrels and not pieces else barrels
        line += brush.mob(holder, width=HOLDER) + brush.paint(pieces.ljust(PIECES), holder)
    notes = [line + barrels] if len(barrels) <= BARRELS else [line, *wrap(f"Barrels: {barrels}", 6, 6)]
    house = row.get("safehouse")
    if isinstance(house, str):
        notes.append(f"      ^ the Safehouse is of the {brush.mob(house)}")
    return notes + _party(facts, brush, district)


def _party(facts: Facts, brush: Brush, district: str) -> list[str]:
    """Mobsters on their way, below the District where they are Pinned, or else where they leave from."""
    party = facts.part("party")
    if not party or party.get("place", party["origin"]) != district:
        return []
    cargo = f.say_barrels(party.get("barrels", {}))
    who = brush.mob(party["mob"]) + " " + brush.paint(f.say_pieces(party), party["mob"])
    load = f" with {cargo}" if cargo else ""
    if "place" in party:
        return [f"      ^ INVADERS here: {who}{load}, from {facts.district(party['origin'])}"]
    return [f"      ^ leaving: {who}{load}"]


def draw_market(facts: Facts, brush: Brush) -> list[str]:
    """Draw prices and supply, the Heat Track, Titles that are no Deeds, and the piles."""
    syndicates = facts.part("syndicates")
    market = facts.part("market")
    rows = [
        ("Market", [f"{liquor.title():14}" for liquor in LIQUOR_IDS]),
        ("  price", [f"{f.say_money(market[liquor]):14}" for liquor in LIQUOR_IDS]),
        ("  in the supply", [f"{facts.supply[liquor]:<14}" for liquor in LIQUOR_IDS]),
        ("  Syndicate", [brush.mob(syndicates.get(liquor), width=14) for liquor in LIQUOR_IDS]),
    ]
    lines = [f"{name:18}{''.join(cells)}" for name, cells in rows]
    heat = facts.position.get("heat", [])
    spaces = int(facts.content.tables[0]["heat_spaces"])
    track = [f"{k + 1} {brush.mob(heat[k] if k < len(heat) else None)}" for k in range(spaces)]
    lines.append(f"Heat Track: {'   '.join(track)}   (a Raid at {spaces})")
    titles = [
        f"Ward Boss: {brush.mob(facts.position.get('ward_boss'))}",
        f"Rat Card: {brush.mob(facts.position.get('rat'))}",
    ]
    return [*lines, "   ".join(titles), _decks(facts)]


def _decks(facts: Facts) -> str:
    parts = []
    for deck in DECK_IDS:
        row = facts.part("decks")[deck]
        parts.append(f"{DECK_WORDS[deck]}s {row['pile']} ({len(row.get('discards', []))} discarded)")
    return f"Draw piles: {', '.join(parts)}"
