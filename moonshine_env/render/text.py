"""A position as a board to read in a terminal of 100 columns, with the open decision and the legal plays."""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from moonshine_env.kingdom.tables import Content
from moonshine_env.kingdom.vocab import (
    BOROUGH_IDS,
    BROKER_IDS,
    DECK_IDS,
    HEAT_SPACES,
    LIQUOR_IDS,
    MOB_IDS,
    NONE,
    NUM_BOROUGHS,
)
from moonshine_env.render import facts as f
from moonshine_env.render.decisions import describe_decision
from moonshine_env.render.facts import BROKER_WORDS, DECK_WORDS, MOB_WORDS, Facts, gather_facts
from moonshine_env.render.plays import Family, group_plays

WIDTH = 100
# Columns of the board.
NAME, KIND, STILL, HOLDER, PIECES = 16, 22, 14, 10, 9
BARRELS = WIDTH - 2 - NAME - KIND - STILL - HOLDER - PIECES
MAX_PLAY_LINES = 6  # of one family

_STYLES = {"title": "1", "head": "1;4", "quiet": "2", "police": "1;7", "open": "1"}
# By mob, bright variants so that they can be read on dark and light grounds.
_MOB_STYLES = dict(zip(MOB_IDS, ("1;31", "1;32", "1;35", "1;34"), strict=True))
_CODE = re.compile(r"\033\[[0-9;]*m")  # takes no room in the terminal
_KIND_WORDS = ("Ghetto", "Joint", "Dock")


@dataclass(frozen=True)
class Brush:
    """Colours text, or leaves it as it is.

    Attributes:
        in_colour: Whether to write ANSI codes.
    """

    in_colour: bool

    def paint(self, text: str, style: str | None) -> str:
        """Return `text` in the colours of a mob, or in another style; spaces around it stay plain."""
        code = _MOB_STYLES.get(style or "") or _STYLES.get(style or "")
        core = text.strip(" ")
        if not self.in_colour or code is None or not core:
            return text
        before, _, after = text.partition(core)
        return f"{before}\033[{code}m{core}\033[0m{after}"

    def mob(self, mob: str | None, nobody: str = "-", width: int = 0) -> str:
        """Name a mob in its colours, padded to a width."""
        return self.paint((MOB_WORDS[mob] if mob else nobody).ljust(width), mob or "quiet")


def render_text(
    content: Content,
    position: Mapping[str, Any],
    legal_names: Sequence[str] = (),
    colour: bool | None = None,
    respect: Sequence[int] | None = None,
) -> str:
    """Draw a position with ANSI colours, for a terminal of 100 columns.

    Args:
        content: Components the game is played with.
        position: Whole, or a seat's view (then hidden hands are counts); it may be partial.
        legal_names: Names of the legal plays, in the order of the action table.
        colour: Whether to write ANSI colour codes; None = unless the environment variable NO_COLOR is set.
        respect: Respect of each seat if the caller has counted it; else it is counted here.

    Returns:
        Lines joined by newlines, without one at the end.

    Raises:
        PositionError: A partial position that does not fit.
    """
    facts = gather_facts(content, position, respect)
    brush = Brush(not os.environ.get("NO_COLOR") if colour is None else colour)
    lines = _title(facts, brush)
    lines += ["", *_board(facts, brush), "", *_market(facts, brush), ""]
    for seat, mob in enumerate(facts.mobs):
        lines += [*_player(facts, brush, seat, mob), ""]
    lines += _decision(facts, brush)
    if legal_names:
        lines.append(f"Legal plays ({len(legal_names)}; of words joined by | say one):")
    for family in group_plays(legal_names):
        lines += _plays(family)
    return "\n".join(line.rstrip() for line in lines)


def _wrap(text: str, indent: int = 4, hanging: int = 6) -> list[str]:
    """Break plain text at the width."""
    return textwrap.wrap(
        text, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * hanging, break_on_hyphens=False
    )


def _join(head: str, parts: Sequence[str], hanging: int) -> list[str]:
    """Add parts to a head, a comma before each; what does not fit the width goes on in the next line."""
    lines = [head]
    for part in parts:
        if len(_CODE.sub("", f"{lines[-1]}, {part}")) < WIDTH:
            lines[-1] += f", {part}"
        else:
            lines[-1] += ","
            lines.append(" " * hanging + part)
    return lines


def _title(facts: Facts, brush: Brush) -> list[str]:
    position = facts.position
    parts = [f"Day {position['day']} of {facts.max_days}", f"{position['moon'].title()} Moon"]
    if position.get("turn"):
        parts.append(f"turn of the {brush.mob(position['turn'])}")
    if position.get("crackdown"):
        parts.append(f"Crackdown {position['crackdown']} of {int(facts.content.tables[0]['crackdown_spaces'])}")
    if position.get("view"):
        parts.append(f"as the {brush.mob(position['view'])} see it")
    head = brush.paint("MOONSHINE KINGDOM", "title") + "   " + parts[0]
    return [*_join(head, parts[1:], 4), *_decision(facts, brush)]


def _decision(facts: Facts, brush: Brush) -> list[str]:
    mob, sentence = describe_decision(facts)
    if not mob:
        return _wrap(sentence, 0, 4)
    opening = f"The {MOB_WORDS[mob]} decide."
    lines = _wrap(f"{opening} {sentence}", 0, 4)
    lines[0] = lines[0].replace(opening, f"{brush.paint(opening, mob)}", 1)
    return lines


# ---- the board


def _board(facts: Facts, brush: Brush) -> list[str]:
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
    return [brush.paint(line, "quiet") for part in (text, below) for line in _wrap(part, 2, 2)]


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
    notes = [line + barrels] if len(barrels) <= BARRELS else [line, *_wrap(f"Barrels: {barrels}", 6, 6)]
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


def _market(facts: Facts, brush: Brush) -> list[str]:
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
    spaces = [f"{k + 1} {brush.mob(heat[k] if k < len(heat) else None)}" for k in range(HEAT_SPACES)]
    lines.append(f"Heat Track: {'   '.join(spaces)}   (a Raid at {HEAT_SPACES})")
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


# ---- players


def _player(facts: Facts, brush: Brush, seat: int, mob: str) -> list[str]:
    player = facts.part("players")[mob]
    name = facts.content.mob_names[MOB_IDS.index(mob)]
    parts = [f"player {seat}", f"Token {player['token']}"]
    if player.get("next_token"):
        parts.append(f"lies low (tomorrow {player['next_token']})")
    if facts.position.get("turn") == mob:
        parts.append("HIS TURN")
    parts += [f"partner of the {brush.mob(partner)}" for partner in facts.partners_of(mob)]
    if player.get("place"):
        parts.append(f"PLACE {player['place']}")
    parts[-1] += f". {f.say_money(player['cash'])}"
    parts.append(f"Respect {facts.respect[mob]}")
    if player.get("commission"):
        parts.append("Commission")
    lines = _join(f"{brush.paint(f'{name} ({MOB_WORDS[mob]})', mob)}: {parts[0]}", parts[1:], 4)
    for label, text in _player_rows(facts, mob, player):
        lines += _wrap(f"{label}: {text}")
    return lines


def _player_rows(facts: Facts, mob: str, player: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    """List what lies before a player as (label, text), only what there is."""
    yield "slots", _slots(player, mob)
    content = facts.content
    hidden = f.say_hidden_hand(player)
    if hidden:
        yield "hand", f"{hidden} (hidden)"
    elif not player.get("hand"):
        yield "hand", "none"
    for card in player.get("hand", []):
        yield f"in hand, {_title_of(facts, card)}", f.card_says(content, card)
    for card, markers in player.get("staked", {}).items():
        yield (
            f"STAKED with {markers} marker{'s' * (markers > 1)}, {_title_of(facts, card)}",
            f.card_says(content, card),
        )
    titles = [what for what, _ in f.list_titles(content, facts.position, mob)]
    if titles:
        yield "Titles", ", ".join(titles)
    gives = [f"{what} {points:+d}" for what, points in f.list_respect(content, facts.position, mob)]
    if gives:
        yield "Respect from", ", ".join(gives)
    if player.get("favors"):
        yield "Favors", ", ".join(BROKER_WORDS[broker] for broker in player["favors"])
    if player.get("favors_lost"):
        yield "Favors lost for good", ", ".join(BROKER_WORDS[broker] for broker in player["favors_lost"])
    for promise in f.list_promises(facts.position, mob):
        yield "promises", promise
    bosses, runners, houses = facts.pieces_left[mob]
    lost = f"; {player['runners_lost']} Runners lost for good" if player.get("runners_lost") else ""
    yield "pieces left", f"{bosses}B {runners}R {houses}S{lost}"


def _title_of(facts: Facts, card: str) -> str:
    return f"{f.card_name(facts.content, card)} ({DECK_WORDS[DECK_IDS[f.card_deck(facts.content, card)]]})"


def _slots(player: Mapping[str, Any], mob: str) -> str:
    own = player["ops"].get(mob, 0)
    lent = [f"{count} of the {MOB_WORDS[owner]}" for owner, count in player["ops"].items() if owner != mob]
    slotted = sum(player["ops"].values())
    parts = [f"{own} own marker{'s' * (own != 1)}", *lent] if slotted else ["empty"]
    text = f"{', '.join(parts)}; Stash {player['stash']}"
    if player.get("marks"):
        text += f"; Shylock's Marks {player['marks']}"
    if player.get("plays_today"):
        text += f"; Plays today {player['plays_today']}"
    return text + ("; has Hustled" if player.get("hustled") else "")


# ---- legal plays


def _plays(family: Family) -> list[str]:
    """Write how many legal plays a family has, and the first few patterns of them if they are many."""
    lines: list[str] = []
    shown = 0
    text = f"{family.count:4} play{'s: ' if family.count > 1 else ':  '}"
    for pattern, count in family.patterns:
        longer = f"{text}, {pattern}" if shown else text + pattern
        fitting = _wrap_pattern(longer)
        if shown and len(fitting) > MAX_PLAY_LINES:
            break
        text, lines, shown = longer, fitting, shown + count
    if shown < family.count:
        lines = [*lines, f"          ... and {family.count - shown} more"]
    return lines


def _wrap_pattern(text: str) -> list[str]:
    """Break a pattern at the width; a line may end after `|`."""
    lines = _wrap(text.replace("|", "| "), 0, 10)
    return [line.replace("| ", "|") for line in lines]
