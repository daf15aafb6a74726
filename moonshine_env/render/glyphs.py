"""Small pictures from circles, lines and polygons: pieces, Barrels, kinds of District, dice."""

from __future__ import annotations

import math

from moonshine_env.render.canvas import Canvas
from moonshine_env.render.palette import FIRED, GOLD, INK, LIQUORS, WHITE, Colour, ink_on


def draw_boss(canvas: Canvas, x: float, y: float, colour: Colour) -> None:
    """Draw a fedora, 14 wide."""
    canvas.ellipse((x - 7, y + 1.2, x + 7, y + 5), colour)
    canvas.polygon(
        [
            (x - 4.4, y + 3),
            (x - 3.6, y - 4),
            (x - 1.2, y - 5),
            (x, y - 4),
            (x + 1.4, y - 5),
            (x + 3.8, y - 4),
            (x + 4.4, y + 3),
        ],
        colour,
    )


def draw_runner(canvas: Canvas, x: float, y: float, colour: Colour) -> None:
    """Draw a pawn, 8 wide."""
    canvas.circle(x, y - 3.2, 2.5, colour)
    canvas.polygon([(x - 1.6, y - 1.5), (x + 1.6, y - 1.5), (x + 3.8, y + 5), (x - 3.8, y + 5)], colour)


def draw_safehouse(canvas: Canvas, x: float, y: float, colour: Colour, door: Colour) -> None:
    """Draw a house, 13 wide."""
    canvas.polygon([(x - 6.5, y), (x, y - 5.8), (x + 6.5, y)], colour)
    canvas.box((x - 4.6, y - 0.5, x + 4.6, y + 5), colour)
    canvas.box((x - 1.3, y + 1.4, x + 1.3, y + 5), door)


def draw_barrel(canvas: Canvas, x: float, y: float, liquor: str) -> None:
    """Draw a Barrel in its liquor's colour, with its first letter, 12 wide."""
    colour = LIQUORS[liquor]
    canvas.box((x - 6, y - 7, x + 6, y + 7), colour, INK, 0.9, radius=3.4)
    for hoop in (-4.9, 4.9):
        canvas.line([(x - 5.2, y + hoop), (x + 5.2, y + hoop)], INK, 0.7)
    canvas.text(x, y, liquor[0].upper(), 9, ink_on(colour), "mm")


def draw_star(canvas: Canvas, x: float, y: float, radius: float, colour: Colour, outline: Colour | None = None) -> None:
    """Draw a policeman's star."""
    points = []
    for k in range(10):
        angle, reach = math.pi * k / 5, radius if k % 2 == 0 else radius * 0.45
        points.append((x + reach * math.sin(angle), y - reach * math.cos(angle)))
    canvas.polygon(points, colour, outline, 0.8)


def draw_anchor(canvas: Canvas, x: float, y: float, colour: Colour = INK) -> None:
    """Draw an anchor, 12 wide."""
    canvas.circle(x, y - 5, 1.7, outline=colour, width=1.1)
    canvas.line([(x, y - 3.4), (x, y + 5.6)], colour, 1.4)
    canvas.line([(x - 3, y - 1.6), (x + 3, y - 1.6)], colour, 1.3)
    canvas.arc((x - 5.4, y - 5, x + 5.4, y + 5.8), 20, 160, colour, 1.4)
    for side in (-1, 1):
        canvas.polygon([(x + side * 6.4, y + 2.8), (x + side * 5.6, y - 0.4), (x + side * 3, y + 2.2)], colour)


def draw_glass(canvas: Canvas, x: float, y: float, liquor: str) -> None:
    """Draw a cocktail glass filled with a liquor, 12 wide."""
    canvas.polygon([(x - 4.7, y - 3.6), (x + 4.7, y - 3.6), (x, y + 1.2)], LIQUORS[liquor])
    canvas.line([(x - 6, y - 5.2), (x, y + 1.2), (x + 6, y - 5.2), (x - 6, y - 5.2)], INK, 1)
    canvas.line([(x, y + 1.2), (x, y + 5)], INK, 1.1)
    canvas.line([(x - 3, y + 5.2), (x + 3, y + 5.2)], INK, 1.2)


def draw_tenement(canvas: Canvas, x: float, y: float, colour: Colour = INK) -> None:
    """Draw a tenement house, 10 wide."""
    canvas.box((x - 4.6, y - 5.4, x + 4.6, y + 5.6), colour)
    canvas.box((x - 5.6, y - 6, x + 5.6, y - 4.6), colour)
    for row in (-2.6, 0.6):
        for column in (-2.4, 0.0, 2.4):
            canvas.box((x + column - 0.6, y + row - 0.8, x + column + 0.6, y + row + 0.8), WHITE)
    canvas.box((x - 1, y + 2.8, x + 1, y + 5.6), WHITE)


def draw_kind(canvas: Canvas, x: float, y: float, kind: int, pour: str | None, society: bool) -> None:
    """Draw what a District is: a tenement (Ghetto), a glass with what the Joint pours, or an anchor (Dock)."""
    if society:
        canvas.circle(x, y, 9.4, WHITE, GOLD, 1.6)
    if pour is not None:
        draw_glass(canvas, x, y + (0.4 if society else 0), pour)
    elif kind == 0:
        draw_tenement(canvas, x, y)
    else:
        draw_anchor(canvas, x, y)


def draw_still(canvas: Canvas, x: float, y: float, liquor: str, number: int, fired: bool) -> None:
    """Draw a Still token: its number on its liquor's colour; inside a ring, set off by a gap, if it fired today."""
    if fired:
        canvas.circle(x, y, 11, WHITE, FIRED, 2.4)
        canvas.circle(x, y, 7.4, LIQUORS[liquor], INK, 0.7)
    else:
        canvas.circle(x, y, 9.4, LIQUORS[liquor], INK, 0.9)
    canvas.text(x, y, str(number), 9.5 if fired else 10.5, ink_on(LIQUORS[liquor]), "mm")


def draw_marker(canvas: Canvas, x: float, y: float, radius: float, colour: Colour | None) -> None:
    """Draw an Influence marker, or an empty space for one."""
    if colour is None:
        canvas.circle(x, y, radius, outline=INK, width=0.8)
        return
    canvas.circle(x, y, radius, colour, INK, 0.8)
    canvas.circle(x, y, radius * 0.62, outline=WHITE, width=0.7)


# Which of the nine places of a die's face hold pips, from the upper left.
_PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "035268"}


def draw_die(canvas: Canvas, x: float, y: float, face: int, ground: Colour) -> None:
    """Draw a die with its pips, 17 wide."""
    canvas.box((x - 8.5, y - 8.5, x + 8.5, y + 8.5), ground, INK, 0.9, radius=3.5)
    for place in map(int, _PIPS[face]):
        canvas.circle(x + (place % 3 - 1) * 4.6, y + (place // 3 - 1) * 4.6, 1.6, ink_on(ground))


def draw_moon(canvas: Canvas, x: float, y: float, radius: float, full: bool) -> None:
    """Draw the moon, New or Full."""
    canvas.circle(x, y, radius, WHITE if full else INK, INK, 1)
    if full:
        for dx, dy, size in ((-0.3, -0.2, 0.2), (0.3, 0.25, 0.16), (0.15, -0.4, 0.11)):
            canvas.circle(x + dx * radius, y + dy * radius, size * radius, (226, 214, 184))
    else:
        canvas.arc((x - radius, y - radius, x + radius, y + radius), -60, 60, GOLD, 1.6)
