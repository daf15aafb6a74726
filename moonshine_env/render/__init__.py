"""Drawings of a position: `render_text` for a terminal, `render_picture` for a screen (needs Pillow)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from moonshine_env.render.text import render_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from moonshine_env.kingdom.tables import Content

__all__ = ["render_picture", "render_text"]


def render_picture(
    content: Content,
    position: Mapping[str, Any],
    size: tuple[int, int] = (1100, 1000),
    respect: Sequence[int] | None = None,
) -> np.ndarray:
    """Draw a position as a map of New York; see `moonshine_env.render.picture`. Loads Pillow only when called."""
    from moonshine_env.render.picture import render_picture as draw

    return draw(content, position, size, respect)
