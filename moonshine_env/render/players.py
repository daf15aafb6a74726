"""A panel for each player: cash, Respect, markers, Contracts, Titles, pieces left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from moonshine_env.kingdom.vocab import DECK_IDS, MAX_PLAYERS, MAX_SLOTS, MOB_IDS
from moonshine_env.render import facts as f
from moonshine_env.render import glyphs
from moonshine_env.render.canvas import Box, Canvas
from moonshine_env.render.facts import BROKER_WORDS, DECK_WORDS, MOB_WORDS, Facts
from moonshine_env.render.layout import PLAYERS
from moonshine_env.render.palette import BRONZE, COAST, FADED, GOLD, INK, MOBS, PANEL, WHITE, Colour

BAND = 24  # height of a panel's head
FIRST_LINE = 74  # where text begins, below cash and markers
SIZES = (12, 11, 10)  # of the text, largest first
LEADING = 1.26  # height of a line / size of its text
LABEL = 5.8  # width of the column of labels / size of the text
MOST_BRIEF = 2
MOST_PROMISES = 4


@dataclass(frozen=True)
class Row:
    """A labelled text of a panel."""

    label: str
    words: str
    colour: Colour = INK


def draw_players(canvas: Canvas, facts: Facts) -> None:
    """Draw all panels, one below the other."""
    left, top, right, bottom = PLAYERS
    height = (bottom - top - 6) / MAX_PLAYERS
    for seat, mob in enumerate(facts.mobs):
        y = top + height * seat
        _draw_player(canvas, facts, seat, mob, (left + 8, y + 3, right - 12, y + height - 5))


def _draw_player(canvas: Canvas, facts: Facts, seat: int, mob: str, box: Box) -> None:
    left, top, right, bottom = box
    player = facts.part("players")[mob]
    decides = (facts.frame or {}).get("player") == mob and "decision" in (facts.frame or {})
    if decides:
        canvas.box((left - 3.5, top - 3.5, right + 3.5, bottom + 3.5), GOLD, INK, 0.8, radius=8)
    canvas.box(box, PANEL, COAST, 1, radius=5)
    canvas.box((left, top, right, top + BAND), MOBS[mob], radius=5)
    canvas.box((left, top + BAND - 6, right, top + BAND), MOBS[mob])
    canvas.text(left + 10, top + BAND / 2, facts.content.mob_names[MOB_IDS.index(mob)], 13, WHITE)
    canvas.text(right - 10, top + BAND / 2, _status(facts, mob, player, decides), 10.5, WHITE, "rm")
    y = top + BAND + 16
    x = canvas.text(left + 10, y, f.say_money(player["cash"]), 15) + 16
    x = canvas.text(x, y, f"{facts.respect[mob]} Respect", 13) + 12
    if player.get("commission"):
        canvas.text(x, y, "Commission", 11, BRONZE)
    canvas.text(right - 10, y, f"player {seat}", 10, FADED, "rm")
    _draw_slots(canvas, mob, player, left + 10, y + 21)
    versions = [_list_rows(facts, mob, player, brevity) for brevity in range(MOST_BRIEF + 1)]
    _draw_rows(canvas, versions, left + 10, right - 8, top + FIRST_LINE, bottom - 4)


def _status(facts: Facts, mob: str, player: Mapping[str, Any], decides: bool) -> str:
    if player.get("place"):
        return f"place {player['place']}"
    token = f"Token {player['token']}"
    if player.get("next_token"):
        token += f", lies low (then {player['next_token']})"
    turn = ", his turn" if facts.position.get("turn") == mob else ""
    return token + turn


def _draw_slots(canvas: Canvas, mob: str, player: Mapping[str, Any], x: float, y: float) -> None:
    """Draw the slots with their markers, then say what lies in the Stash."""
    owners = [owner for owner, count in player["ops"].items() for _ in range(count)]
    x = canvas.text(x, y, f"Slots {len(owners)} of {MAX_SLOTS}", 10.5) + 11
    for k in range(MAX_SLOTS):
        glyphs.draw_marker(canvas, x + 14.5 * k, y, 6.2, MOBS[owners[k]] if k < len(owners) else None)
    words = f"Stash {player['stash']}"
    if player.get("marks"):
        words += f", {player['marks']} Mark{'s' * (player['marks'] > 1)}"
    if player.get("hustled"):
        words += ", Hustled"
    canvas.text(x + 14.5 * MAX_SLOTS - 4, y, words, 10.5)


def _list_rows(facts: Facts, mob: str, player: Mapping[str, Any], brevity: int) -> list[Row]:
    """List what lies before a player: 0 in full, 1 with the hand as names alone, 2 with staked Contracts so too."""
    content = facts.content
    rows = [Row("Partner", f"the {MOB_WORDS[partner]}") for partner in facts.partners_of(mob)]
    hidden = f.say_hidden_hand(player)
    if hidden:
        rows.append(Row("Hand", f"{hidden} (hidden)"))
    rows += _list_cards("Hand", facts, dict.fromkeys(player.get("hand", []), ""), brevity < 1)
    if not hidden and not player.get("hand"):
        rows.append(Row("Hand", "none"))
    staked = {card: f" ({markers} of {_deadline(facts, card)})" for card, markers in player.get("staked", {}).items()}
    rows += _list_cards("Staked", facts, staked, brevity < MOST_BRIEF)
    titles = ", ".join(what for what, _ in f.list_titles(content, facts.position, mob))
    rows.append(Row("Titles", titles))
    done = player.get("completed", [])
    names = ", ".join(f.card_name(content, card) for card in done)
    rows.append(Row("Completed", names if brevity < MOST_BRIEF else _count_decks(facts, done)))
    rows.append(Row("Favors", ", ".join(BROKER_WORDS[broker] for broker in player.get("favors", []))))
    rows.append(Row("Lost", ", ".join(f"Favor of {BROKER_WORDS[b]}" for b in player.get("favors_lost", []))))
    rows += [Row("Promises", promise) for promise in f.list_promises(facts.position, mob)[:MOST_PROMISES]]
    counts = zip(
        facts.pieces_left[mob], (("Boss", "Bosses"), ("Runner", "Runners"), ("Safehouse", "Safehouses")), strict=True
    )
    rows.append(Row("In supply", ", ".join(f"{n} {words[n != 1]}" for n, words in counts), FADED))
    return [row for row in rows if row.words]


def _list_cards(label: str, facts: Facts, cards: Mapping[str, str], in_full: bool) -> list[Row]:
    """List Contracts, each with a note: with what they say, or their names alone in one row."""
    names = {card: f.card_name(facts.content, card) + note for card, note in cards.items()}
    if in_full:
        return [Row(label, f"{name}: {f.card_says(facts.content, card)}") for card, name in names.items()]
    return [Row(label, ", ".join(names.values()))]


def _deadline(facts: Facts, card: str) -> int:
    return int(facts.content.tables[0]["deadline"][f.card_deck(facts.content, card)])


def _count_decks(facts: Facts, cards: list[str]) -> str:
    decks = [f.card_deck(facts.content, card) for card in cards]
    counts = [(decks.count(k), DECK_WORDS[deck]) for k, deck in enumerate(DECK_IDS)]
    return ", ".join(f"{n} {word}{'s' * (n > 1)}" for n, word in counts if n)


def _draw_rows(canvas: Canvas, versions: list[list[Row]], left: float, right: float, top: float, bottom: float) -> None:
    """Write rows in the first version that fits, and that as large as it does; where none fits, cut the last."""

    def lines_of(rows: list[Row], size: float) -> list[tuple[str, Row, str]]:
        width = right - left - LABEL * size
        return [
            (row.label * (n == 0), row, line)
            for row in rows
            for n, line in enumerate(canvas.wrap(row.words, size, width))
        ]

    def room(size: float) -> int:
        return int((bottom - top) / (size * LEADING))

    choices = [(rows, size) for rows in versions for size in SIZES]
    rows, size = next((c for c in choices if len(lines_of(*c)) <= room(c[1])), choices[-1])
    lines = lines_of(rows, size)
    previous = ""
    for k, (label, row, line) in enumerate(lines[: room(size)]):
        y = top + (k + 0.5) * size * LEADING
        canvas.text(left, y, label if label != previous else "", size, FADED)
        previous = label or previous
        words = f"{line} ..." if k == room(size) - 1 < len(lines) - 1 else line
        canvas.text(left + LABEL * size, y, canvas.fit(words, size, right - left - LABEL * size), size, row.colour)
