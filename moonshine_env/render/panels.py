"""What stands around the map: the open decision, Market and Heat, the legend, a panel for each player."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from moonshine_env.kingdom.vocab import DECK_IDS, LIQUOR_IDS
from moonshine_env.render import facts as f
from moonshine_env.render import glyphs
from moonshine_env.render.amounts import say_amounts
from moonshine_env.render.canvas import Box, Canvas
from moonshine_env.render.decisions import describe_decision
from moonshine_env.render.facts import DECK_WORDS, MOB_WORDS, Facts
from moonshine_env.render.layout import HEADER, LEGEND, MARKET
from moonshine_env.render.palette import (
    COAST,
    FADED,
    GOLD,
    INK,
    MOBS,
    PANEL,
    POLICE,
    RED_DIE,
    RULE,
    WHITE,
)

TITLE_WIDTH = 286
LINE = 13.5  # between lines of small text
SMALL = 10.3


def _draw_panel(canvas: Canvas, box: Box) -> None:
    left, top, right, bottom = box
    canvas.box((left + 2, top + 3, right + 2, bottom + 3), RULE, radius=5)
    canvas.box(box, PANEL, COAST, 1, radius=5)


# ---- the head


def draw_header(canvas: Canvas, facts: Facts) -> None:
    """Write the name of the game, the Day, and the open decision."""
    left, top, right, bottom = HEADER
    canvas.text(left + 16, top + 28, "MOONSHINE KINGDOM", 23, INK)
    canvas.line([(left + 16, top + 45), (left + TITLE_WIDTH - 16, top + 45)], GOLD, 1.6)
    full = facts.position["moon"] == "full"
    glyphs.draw_moon(canvas, left + 25, top + 66, 9, full)
    moon = f"Day {facts.position['day']} of {facts.max_days}, {'Full' if full else 'New'} Moon"
    canvas.text(left + 42, top + 66, moon, 14.5, INK)
    mob, sentence = describe_decision(facts)
    box = (left + TITLE_WIDTH, top + 12, right - 14, bottom - 10)
    _draw_panel(canvas, box)
    canvas.box((box[0], box[1], box[0] + 9, box[3]), MOBS.get(mob, POLICE), radius=4)
    head = f"The {MOB_WORDS[mob]} decide" if mob else "The game goes on" if facts.frame else "The game is over"
    x = canvas.text(box[0] + 22, box[1] + 17, head, 16.5, MOBS.get(mob, INK))
    notes = []
    turn = facts.position.get("turn")
    if turn and turn != mob:
        notes.append(f"turn of the {MOB_WORDS[turn]}")
    if facts.position.get("crackdown"):
        spaces = int(facts.content.tables[0]["crackdown_spaces"])
        notes.append(f"Crackdown {facts.position['crackdown']} of {spaces}")
    if facts.position.get("view"):
        notes.append(f"as the {MOB_WORDS[facts.position['view']]} see it")
    canvas.text(x + 12, box[1] + 18, ", ".join(notes), 11.5, FADED)
    sentence = f"{sentence} {say_amounts(facts)}".rstrip()
    width = box[2] - box[0] - 40
    size = next((size for size in (13.5, 12.5, 11.5) if len(canvas.wrap(sentence, size, width)) <= 2), 10.5)
    for k, line in enumerate(canvas.wrap(sentence, size, width)[:3]):
        canvas.text(box[0] + 22, box[1] + 37 + k * (size + 2.5), line, size)


# ---- Market, Heat Track, single Titles, dice


def draw_market(canvas: Canvas, facts: Facts) -> None:
    """Write prices and Syndicates, the Heat Track, the Ward Boss and the Rat, and the dice to be drafted."""
    _draw_panel(canvas, MARKET)
    left, top, right, _ = MARKET
    canvas.text(left + 12, top + 15, "MARKET", 12.5)
    canvas.text(right - 12, top + 15, "Syndicate", 9.5, FADED, "rm")
    canvas.text(left + 140, top + 15, "left", 9.5, FADED, "mm")
    for k, liquor in enumerate(reversed(LIQUOR_IDS)):
        y = top + 35 + 19 * k
        glyphs.draw_barrel(canvas, left + 18, y, liquor)
        canvas.text(left + 29, y, liquor.title(), 11.5)
        canvas.text(left + 124, y, f.say_money(facts.part("market")[liquor]), 12.5, INK, "rm")
        canvas.text(left + 140, y, str(facts.supply[liquor]), 9.5, FADED, "mm")
        _draw_holder(canvas, facts.part("syndicates").get(liquor), right - 12, y)
    y = _draw_heat(canvas, facts, top + 112)
    for k, (words, holder) in enumerate(
        (("Ward Boss", facts.position.get("ward_boss")), ("Rat Card", facts.position.get("rat")))
    ):
        x = left + 12 + k * 112
        canvas.text(x, y, words, 10.3, FADED)
        canvas.text(x, y + 15, MOB_WORDS[holder] if holder else "nobody", 11.5, MOBS[holder] if holder else FADED)
    _draw_dice(canvas, facts, y + 36)


def _draw_holder(canvas: Canvas, mob: str | None, right: float, y: float) -> None:
    if mob is None:
        canvas.text(right, y, "-", 11, FADED, "rm")
        return
    width = canvas.measure(MOB_WORDS[mob], 10)
    canvas.box((right - width - 10, y - 7.5, right + 2, y + 7.5), MOBS[mob], radius=7.5)
    canvas.text(right - 4, y, MOB_WORDS[mob], 10, WHITE, "rm")


def _draw_heat(canvas: Canvas, facts: Facts, top: float) -> float:
    """Draw the Heat Track; returns where the next thing may stand."""
    left, _, right, _ = MARKET
    heat, spaces = facts.position.get("heat", []), int(facts.content.tables[0]["heat_spaces"])
    canvas.line([(left + 10, top), (right - 10, top)], RULE, 1)
    canvas.text(left + 12, top + 14, "HEAT TRACK", 12.5)
    canvas.text(right - 12, top + 14, f"{len(heat)} of {spaces}", 11, FADED, "rm")
    step = (right - left - 24) / spaces
    for k in range(spaces):
        x, y = left + 12 + step * (k + 0.5), top + 39
        mob = heat[k] if k < len(heat) else None
        glyphs.draw_marker(canvas, x, y, 13, MOBS[mob] if mob else None)
        canvas.text(x, y, str(k + 1), 11.5, WHITE if mob else FADED, "mm")
        if mob:
            canvas.text(x, y + 21, MOB_WORDS[mob], 9, MOBS[mob], "mm")
    canvas.line([(left + 10, top + 72), (right - 10, top + 72)], RULE, 1)
    return top + 86


def _draw_dice(canvas: Canvas, facts: Facts, y: float) -> None:
    left = MARKET[0]
    dice = facts.part("brew_dice")
    if not dice:
        deeds = [f"{DECK_WORDS[deck]}s {facts.part('decks')[deck]['pile']}" for deck in DECK_IDS]
        canvas.text(left + 12, y + 2, "Contracts in the draw piles", 10.3, FADED)
        canvas.text(left + 12, y + 17, ", ".join(deeds), 11)
        return
    canvas.text(left + 12, y + 2, "Brew dice to draft", 10.3, FADED)
    x = left + 21.0
    for name, ground in (("red", RED_DIE), ("white", WHITE)):
        for face in dice.get(name, []):
            glyphs.draw_die(canvas, x, y + 21, face, ground)
            x += 20
        x += 8


# ---- the legend


def draw_legend(canvas: Canvas) -> None:
    """Say what the small pictures mean."""
    _draw_panel(canvas, LEGEND)
    left, top, _, _ = LEGEND
    columns: tuple[tuple[str, Callable[[float, float], None]], ...] = (
        ("Boss", lambda x, y: glyphs.draw_boss(canvas, x, y, INK)),
        ("Runner", lambda x, y: glyphs.draw_runner(canvas, x, y, INK)),
        ("Safehouse", lambda x, y: glyphs.draw_safehouse(canvas, x, y, INK, WHITE)),
        ("Precinct", lambda x, y: glyphs.draw_star(canvas, x, y, 8, GOLD, INK)),
        ("Still", lambda x, y: glyphs.draw_still(canvas, x, y, "gin", 6, False)),
        ("fired today", lambda x, y: glyphs.draw_still(canvas, x, y, "gin", 6, True)),
        ("Ghetto", lambda x, y: glyphs.draw_kind(canvas, x, y, 0, None, False)),
        ("Dock", lambda x, y: glyphs.draw_kind(canvas, x, y, 2, None, False)),
        ("Joint", lambda x, y: glyphs.draw_kind(canvas, x, y, 1, "rum", False)),
        ("High Society", lambda x, y: glyphs.draw_kind(canvas, x, y, 1, "gin", True)),
    )
    columns += tuple((liquor.title(), partial(_draw_sample, canvas, liquor)) for liquor in LIQUOR_IDS)
    rows = len(columns) // 2
    for k, (words, draw) in enumerate(columns):
        x, y = left + 17 + 82 * (k // rows), top + 16 + 19.5 * (k % rows)
        draw(x, y)
        canvas.text(x + 14, y, words, 9.8)
    canvas.text(left + 10, top + 155, "Docks are linked by water.", 9.5, FADED)


def _draw_sample(canvas: Canvas, liquor: str, x: float, y: float) -> None:
    glyphs.draw_barrel(canvas, x, y, liquor)
