"""A position as a picture: a map of New York with its Districts, and what lies around the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from moonshine_env.kingdom.tables import Content
from moonshine_env.render.facts import gather_facts

try:
    from moonshine_env.render.board import draw_board
    from moonshine_env.render.canvas import Canvas, Frame
    from moonshine_env.render.land import draw_ground
    from moonshine_env.render.panels import draw_header, draw_legend, draw_market
    from moonshine_env.render.players import draw_players
except ModuleNotFoundError as missing:
    if (missing.name or "").partition(".")[0] != "PIL":
        raise
    raise ModuleNotFoundError(
        'pictures need Pillow; install it with: pip install "moonshine-env[render]"', name="PIL"
    ) from missing

MIN_SIZE = 200  # pixels; text would be less than two pixels high below it


def draw_position(
    content: Content, position: Mapping[str, Any], size: tuple[int, int], respect: Sequence[int] | None = None
) -> Canvas:
    """Draw a position on a canvas; `finish()` makes the picture of it. See `render_picture`."""
    if min(size) < MIN_SIZE:
        raise ValueError(
            f"a picture of {size[0]} x {size[1]} pixels is too small to read; take at least {MIN_SIZE} each"
        )
    facts = gather_facts(content, position, respect)
    frame = Frame.fit((int(size[0]), int(size[1])))
    canvas = Canvas(frame, draw_ground(content, frame))
    draw_legend(canvas)  # an arrow may run over it to a District nearby
    draw_board(canvas, facts)
    draw_header(canvas, facts)
    draw_market(canvas, facts)
    draw_players(canvas, facts)
    return canvas


def render_picture(
    content: Content,
    position: Mapping[str, Any],
    size: tuple[int, int] = (1100, 1000),
    respect: Sequence[int] | None = None,
) -> np.ndarray:
    """Draw a position as a map of New York.

    Args:
        content: Components the game is played with.
        position: Whole, or a seat's view (then hidden hands are counts); it may be partial.
        size: Width and height in pixels; the drawing is as large as fits, in the middle.
        respect: Respect of each seat if the caller has counted it; else it is counted here.

    Returns:
        `(height, width, 3)` uint8, RGB.

    Raises:
        ValueError: The picture would be too small to read.
        PositionError: A partial position that does not fit.
    """
    return draw_position(content, position, size, respect).finish()
