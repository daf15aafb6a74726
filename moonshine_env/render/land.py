"""The ground of the map: water, the land of the five Boroughs, roads, bridges, and what else never changes."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from moonshine_env.kingdom.tables import Content
from moonshine_env.kingdom.vocab import NUM_BOROUGHS
from moonshine_env.render.canvas import SMOOTH, Canvas, Frame
from moonshine_env.render.layout import COMPASS, COMPASS_RADIUS, MAP, place_cards, place_couplers, place_links
from moonshine_env.render.palette import BRIDGE, COAST, INK, LAND, PAPER, ROAD, RULE, SHALLOWS, WATER, Colour

SHORE = 54.0  # how far land reaches around a District, in units
BLUR = 13.0
# Of the blurred land, how much there is at the coast and where the shallows end.
COAST_LEVEL = 128
SHALLOW_LEVELS = (4, 22, 62)


@lru_cache(maxsize=4)
def draw_ground(content: Content, frame: Frame) -> Image.Image:
    """Draw the ground, at the size shapes are drawn in."""
    canvas = Canvas(frame)
    canvas.box(MAP, WATER)
    image = canvas.large()
    masks = [_land_mask(content, frame, borough) for borough in range(NUM_BOROUGHS)]
    everything = _merge(masks)
    for level, colour in zip(SHALLOW_LEVELS, SHALLOWS, strict=True):
        _pour(image, everything, level, colour)
    coast = everything.filter(ImageFilter.MaxFilter(3))
    _pour(image, coast, COAST_LEVEL - 8, COAST)
    for mask, colour in zip(masks, LAND, strict=True):
        _pour(image, mask, COAST_LEVEL, colour)
    ground = Canvas(frame, image)
    _draw_links(ground, content)
    _draw_compass(ground)
    _frame_map(ground)
    return ground.large()


def _land_mask(content: Content, frame: Frame, borough: int) -> Image.Image:
    """Draw how much land of a Borough there is, 0..255, soft at the coast; at a quarter of the large size."""
    scale = frame.scale / 2
    size = (max(1, frame.size[0] // 2), max(1, frame.size[1] // 2))
    mask = Image.new("L", size, 0)
    draw = ImageDraw.Draw(mask)
    own = content.tables[0]["borough"] == borough
    centres = place_cards(content)
    offset = np.array([frame.left, frame.top]) / 2

    def at(d: int) -> tuple[float, float]:
        x, y = centres[d] * scale + offset
        return float(x), float(y)

    for a, b in (*content.land, *content.bridges):
        if own[a] and own[b]:
            draw.line([at(a), at(b)], 255, round(SHORE * 2 * scale))
    corners = [at(int(d)) for d in _hull(np.flatnonzero(own), centres)]
    if len(corners) > 2:
        draw.polygon(corners, 255)
    for d in np.flatnonzero(own):
        x, y = at(int(d))
        wide, high = SHORE * 1.32 * scale, SHORE * 0.86 * scale
        draw.ellipse((x - wide, y - high, x + wide, y + high), 255)
    return mask.filter(ImageFilter.GaussianBlur(BLUR * scale))


def _hull(points: np.ndarray, centres: np.ndarray) -> list[int]:
    """Return the corners of the convex hull, in order (Andrew's monotone chain)."""
    order = sorted(points.tolist(), key=lambda d: (centres[d, 0], centres[d, 1]))

    def half(way: list[int]) -> list[int]:
        chain: list[int] = []
        for d in way:
            while len(chain) > 1 and _turn(centres[chain[-2]], centres[chain[-1]], centres[d]) <= 0:
                chain.pop()
            chain.append(d)
        return chain[:-1]

    return half(order) + half(order[::-1])


def _turn(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def _merge(masks: list[Image.Image]) -> Image.Image:
    return Image.fromarray(np.max([np.asarray(mask) for mask in masks], axis=0))


def _pour(image: Image.Image, mask: Image.Image, level: int, colour: Colour) -> None:
    """Paint a colour where a mask reaches a level, only on the map."""
    large = mask.resize(image.size, Image.Resampling.BICUBIC)
    image.paste(colour, mask=large.point([255 * (value >= level) for value in range(256)]))


def _draw_links(canvas: Canvas, content: Content) -> None:
    for link in content.land:
        way = [(float(x), float(y)) for x, y in place_links(content)[link]]
        canvas.line(way, ROAD, 4.4)
        canvas.line(way, PAPER, 1.6)
    for link in content.bridges:
        way = [(float(x), float(y)) for x, y in place_links(content)[link]]
        canvas.line(way, BRIDGE, 7)
        canvas.line(way, PAPER, 4)
        for start, end in pairwise(way[::10]):
            canvas.dashes(start, end, BRIDGE, 4, 1.5, 5)


def draw_couplers(canvas: Canvas, content: Content) -> None:
    """Draw, above the cards, the links of Districts whose cards all but touch: else they would hardly be seen."""
    for start, end in place_couplers(content):
        canvas.line([start, end], INK, 8)
        canvas.line([start, end], PAPER, 4.5)
        for x, y in (start, end):
            canvas.circle(x, y, 3.2, PAPER, INK, 1.2)


def _draw_compass(canvas: Canvas) -> None:
    x, y = COMPASS
    r = COMPASS_RADIUS
    canvas.circle(x, y, r * 0.72, outline=COAST, width=0.8)
    canvas.circle(x, y, r * 0.66, outline=COAST, width=0.5)
    for turn in range(8):
        angle = np.pi / 4 * turn
        length = r * (0.92 if turn % 2 == 0 else 0.55)
        tip = (x + length * np.sin(angle), y - length * np.cos(angle))
        for side, colour in ((-1, INK), (1, PAPER)):
            hip = (x + r * 0.16 * np.sin(angle + side * 0.6), y - r * 0.16 * np.cos(angle + side * 0.6))
            canvas.polygon([(x, y), hip, tip], colour, COAST, 0.5)
    canvas.polygon([(x - 4, y - r), (x, y - r - 8), (x + 4, y - r)], INK)


def _frame_map(canvas: Canvas) -> None:
    """Cover what ran over the map's edge, and draw a double rule inside it."""
    frame = canvas.frame
    image = canvas.large()
    box = [round((o + v * frame.scale) * SMOOTH) for v, o in zip(MAP, (frame.left, frame.top) * 2, strict=True)]
    inside = image.crop((box[0], box[1], box[2], box[3]))
    image.paste(PAPER, (0, 0, *image.size))
    image.paste(inside, (box[0], box[1]))
    left, top, right, bottom = MAP
    canvas.box((left + 3, top + 3, right - 3, bottom - 3), outline=RULE, width=1.5)
    canvas.box((left + 6, top + 6, right - 6, bottom - 6), outline=COAST, width=0.6)
