"""The map's moving parts: a card for each District, mobsters on their way, the names of Boroughs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from moonshine_env.kingdom.vocab import BOROUGH_IDS, LIQUOR_IDS, NONE
from moonshine_env.render.canvas import Canvas, Point
from moonshine_env.render.decisions import places_of
from moonshine_env.render.facts import MOB_WORDS, Facts
from moonshine_env.render.glyphs import (
    draw_barrel,
    draw_boss,
    draw_kind,
    draw_runner,
    draw_safehouse,
    draw_star,
    draw_still,
)
from moonshine_env.render.land import draw_couplers
from moonshine_env.render.layout import (
    BADGE_HEIGHT,
    BADGE_WIDTH,
    CARD_HEIGHT,
    CARD_WIDTH,
    LABEL_HEIGHT,
    LABEL_WIDTH,
    around,
    card_box,
    place_badge,
    place_cards,
    place_labels,
)
from moonshine_env.render.palette import CARD, FADED, GOLD, INK, MOBS, PAPER, POLICE, RULE, VACANT, WHITE, Colour

ROW = CARD_HEIGHT / 3
NAME_SIZES = (10.6, 10, 9.4)
NAME_WIDTH = CARD_WIDTH - 45


def draw_board(canvas: Canvas, facts: Facts) -> None:
    """Draw all Districts and what stands in them."""
    tip = _draw_journey(canvas, facts)
    _draw_boroughs(canvas, facts)
    for d, district in enumerate(facts.content.district_ids):
        _draw_card(canvas, facts, d, district, open_here=district in places_of(facts))
    draw_couplers(canvas, facts.content)
    party = facts.part("party")
    if party:
        d = facts.content.district_ids.index(party.get("place", party["origin"]))
        _draw_badge(canvas, party, *place_badge(facts.content, d, around(*tip, 24, 24)))


def _draw_boroughs(canvas: Canvas, facts: Facts) -> None:
    for k, (x, y) in enumerate(place_labels(facts.content)):
        canvas.box(around(x, y, LABEL_WIDTH, LABEL_HEIGHT), PAPER, RULE, 1, radius=5)
        canvas.text(x, y - 7, facts.content.borough_names[k].upper(), 12.5, INK, "mm")
        deed = facts.part("deeds").get(BOROUGH_IDS[k])
        if deed:
            words = f"Deed: {MOB_WORDS[deed]}"
            canvas.box(around(x, y + 7.5, canvas.measure(words, 10) + 12, 14), MOBS[deed], radius=7)
            canvas.text(x, y + 7.5, words, 10, WHITE, "mm")
        else:
            canvas.text(x, y + 7.5, "no Deed held", 10, FADED, "mm")


def _draw_card(canvas: Canvas, facts: Facts, d: int, district: str, open_here: bool) -> None:
    t = facts.content.tables[0]
    x, y = map(float, place_cards(facts.content)[d])
    left, top, right, bottom = box = card_box(np.array([x, y]))
    row = facts.part("districts").get(district, {})
    police = district in facts.position.get("precincts", [])
    holder = row.get("mob")
    colour = POLICE if police else MOBS[holder] if holder else VACANT
    if open_here:
        canvas.box((left - 4.5, top - 4.5, right + 4.5, bottom + 4.5), GOLD, INK, 0.8, radius=9)
    canvas.box((left + 1.5, top + 2.5, right + 1.5, bottom + 2.5), RULE, radius=6)
    canvas.box(box, CARD, INK, 1.1, radius=6)
    canvas.box((left + 1, top + ROW, right - 1, top + 2 * ROW), colour)
    pour = t["pour"][d]
    draw_kind(
        canvas,
        left + 12,
        top + ROW / 2,
        int(t["kind"][d]),
        None if pour == NONE else LIQUOR_IDS[pour],
        bool(t["society"][d]),
    )
    still = facts.part("stills").get(district)
    if still:
        draw_still(canvas, right - 12, top + ROW / 2, still["liquor"], still["number"], bool(still.get("fired")))
    name = facts.content.district_names[d]
    size = next((size for size in NAME_SIZES if canvas.measure(name, size) <= NAME_WIDTH), NAME_SIZES[-1])
    canvas.text(x, top + ROW / 2, canvas.fit(name, size, NAME_WIDTH), size, INK, "mm")
    middle = top + 1.5 * ROW
    if police:
        draw_star(canvas, left + 14, middle, 8, GOLD, INK)
        canvas.text(left + 28, middle, "Police", 10.5, WHITE)
    elif holder:
        _draw_pieces(canvas, row, holder, left + 7, right - 6, middle)
    else:
        canvas.text(x, middle, "nobody", 10, FADED, "mm")
    _draw_barrels(canvas, row.get("barrels", {}), left, top + 2.5 * ROW, loose=not holder)


def _draw_pieces(canvas: Canvas, row: Mapping[str, Any], mob: str, left: float, right: float, y: float) -> None:
    """Draw the holder's name on the left, and his pieces on the right."""
    at = right
    house = row.get("safehouse")
    if house:
        colour = WHITE if house is True else MOBS[house]
        if house is not True:  # a rival's, until it is decided what becomes of it
            canvas.box((at - 15, y - 8, at + 1, y + 8), WHITE, radius=3)
        draw_safehouse(canvas, at - 7, y, colour, MOBS[mob] if house is True else WHITE)
        at -= 17
    if row.get("runners"):
        words = str(row["runners"])
        canvas.text(at, y, words, 11, WHITE, "rm")
        at -= canvas.measure(words, 11) + 6
        draw_runner(canvas, at, y, WHITE)
        at -= 7
    for _ in range(row.get("bosses", 0)):
        draw_boss(canvas, at - 7, y, WHITE)
        at -= 15
    canvas.text(left, y, canvas.fit(MOB_WORDS[mob], 9.8, at - left - 1), 9.8, WHITE)


def _draw_barrels(canvas: Canvas, barrels: Mapping[str, int], left: float, y: float, loose: bool) -> None:
    at = left + 11.0
    gap = 9.0 if len([liquor for liquor in LIQUOR_IDS if barrels.get(liquor)]) > 3 else 11.0
    for liquor in LIQUOR_IDS:
        if barrels.get(liquor):
            draw_barrel(canvas, at, y, liquor)
            at = canvas.text(at + 8, y, str(barrels[liquor]), 10.5) + gap
    if barrels and loose and at < left + CARD_WIDTH - 32:
        canvas.text(left + CARD_WIDTH - 6, y, "loose", 9, FADED, "rm")


# ---- the party


def _draw_journey(canvas: Canvas, facts: Facts) -> Point:
    """Draw an arrow along which mobsters come, or mean to go; returns its tip."""
    party = facts.part("party")
    frame = facts.frame or {}
    origin, goal = party.get("origin", frame.get("from")), party.get("place", frame.get("to"))
    if not origin or not goal or origin == goal:
        return (0.0, 0.0)
    ids = facts.content.district_ids
    start, end = (place_cards(facts.content)[ids.index(district)] for district in (origin, goal))
    return _draw_arrow(canvas, start, end, MOBS.get(party.get("mob", frame.get("player", "")), INK))


def _leave_card(start: np.ndarray, end: np.ndarray, margin: float) -> np.ndarray:
    """Return where the straight line from one card's centre to another leaves the first card."""
    way = end - start
    room = np.array([CARD_WIDTH / 2 + margin, CARD_HEIGHT / 2 + margin])
    reach = np.min(room / np.maximum(np.abs(way), 1e-9))
    return np.asarray(start + way * min(float(reach), 0.5))


def _draw_arrow(canvas: Canvas, start: np.ndarray, end: np.ndarray, colour: Colour) -> Point:
    tail, tip = _leave_card(start, end, 1), _leave_card(end, start, 3)
    way = (tip - tail) / max(float(np.hypot(*(tip - tail))), 1e-9)
    side = np.array([-way[1], way[0]])

    def at(point: np.ndarray) -> Point:
        return (float(point[0]), float(point[1]))

    for wide, ink in ((9, WHITE), (5.5, colour)):
        grow = (wide - 5.5) / 2
        canvas.line([at(tail), at(tip - way * 10)], ink, wide)
        base = tip - way * (14 + grow)
        canvas.polygon([at(tip + way * grow), at(base + side * (9 + grow)), at(base - side * (9 + grow))], ink)
    return at(base)


def _draw_badge(canvas: Canvas, party: Mapping[str, Any], x: float, y: float) -> None:
    colour = MOBS[party["mob"]]
    left, top, right, bottom = around(x, y, BADGE_WIDTH, BADGE_HEIGHT)
    canvas.box((left - 1, top, right + 1, bottom), WHITE, INK, 1, radius=10)
    canvas.box((left + 1, top + 2, right - 1, bottom - 2), colour, radius=8)
    at = canvas.text(left + 7, y, MOB_WORDS[party["mob"]], 9.8, WHITE) + 3
    for _ in range(party.get("bosses", 0)):
        draw_boss(canvas, at + 7, y, WHITE)
        at += 15
    if party.get("runners"):
        draw_runner(canvas, at + 4, y, WHITE)
        at = canvas.text(at + 9, y, str(party["runners"]), 10.5, WHITE) + 3
    for liquor in LIQUOR_IDS:
        count = party.get("barrels", {}).get(liquor)
        if count and at < right - 20:
            draw_barrel(canvas, at + 6, y, liquor)
            at = canvas.text(at + 14, y, str(count), 10.5, WHITE) + 3
