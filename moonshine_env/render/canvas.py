"""A sheet to draw on: smooth shapes, then text above them, in units that do not depend on the size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from moonshine_env.render.palette import INK, PAPER, Colour

WIDTH, HEIGHT = 1100, 1000  # of the sheet, in its own units
SMOOTH = 2  # all is drawn that much larger, then averaged: Pillow draws hard edges, and spaces small text unevenly

Box = tuple[float, float, float, float]  # left, top, right, bottom
Point = tuple[float, float]


@lru_cache(maxsize=64)
def load_font(size: float) -> ImageFont.FreeTypeFont:
    """Return Pillow's built-in font in a size in pixels.

    Raises:
        ImportError: This Pillow was built without FreeType.
    """
    font = ImageFont.load_default(size)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise ImportError('this Pillow has no FreeType fonts; reinstall it with: pip install "moonshine-env[render]"')
    return font


@lru_cache(maxsize=4096)
def _measure(words: str, size: float) -> float:
    """Return the width of a text in pixels, for a size in pixels."""
    return load_font(size).getlength(words)


@dataclass(frozen=True)
class Frame:
    """Where the sheet lies in a picture: as large as fits, in the middle.

    Attributes:
        size: Width and height of the picture in pixels.
        scale: Pixels per unit.
        left, top: Pixels beside the sheet.
    """

    size: tuple[int, int]
    scale: float
    left: float
    top: float

    @classmethod
    def fit(cls, size: tuple[int, int]) -> Frame:
        """Fit the sheet into a picture of that size."""
        scale = min(size[0] / WIDTH, size[1] / HEIGHT)
        return cls(size, scale, (size[0] - WIDTH * scale) / 2, (size[1] - HEIGHT * scale) / 2)


@dataclass(frozen=True)
class Label:
    """A piece of text on the sheet: what, and where its ink may be at most (in units)."""

    words: str
    box: Box


class Canvas:
    """Draws shapes at once and text at the end, so that no shape covers text.

    Attributes:
        frame: Where the sheet lies in the picture.
        labels: All text drawn so far.
    """

    def __init__(self, frame: Frame, background: Image.Image | None = None) -> None:
        self.frame = frame
        large = (frame.size[0] * SMOOTH, frame.size[1] * SMOOTH)
        self._image = background.copy() if background else Image.new("RGB", large, PAPER)
        self._draw = ImageDraw.Draw(self._image)
        self._texts: list[tuple[Point, str, float, Colour]] = []
        self.labels: list[Label] = []

    # ---- shapes

    def _at(self, points: Sequence[Point]) -> list[Point]:
        f = self.frame
        return [((f.left + x * f.scale) * SMOOTH, (f.top + y * f.scale) * SMOOTH) for x, y in points]

    def _length(self, units: float) -> float:
        return units * self.frame.scale * SMOOTH

    def box(
        self, box: Box, fill: Colour | None = None, outline: Colour | None = None, width: float = 1, radius: float = 0
    ) -> None:
        """Draw a rectangle with round corners."""
        (x0, y0), (x1, y1) = self._at([box[:2], box[2:]])
        line = max(1, round(self._length(width))) if outline else 0
        self._draw.rounded_rectangle((x0, y0, x1, y1), self._length(radius), fill, outline, line)

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        fill: Colour | None = None,
        outline: Colour | None = None,
        width: float = 1,
    ) -> None:
        """Draw a disc or a ring."""
        (x0, y0), (x1, y1) = self._at([(x - radius, y - radius), (x + radius, y + radius)])
        self._draw.ellipse((x0, y0, x1, y1), fill, outline, max(1, round(self._length(width))) if outline else 0)

    def ellipse(self, box: Box, fill: Colour | None = None, outline: Colour | None = None, width: float = 1) -> None:
        """Draw an ellipse."""
        (x0, y0), (x1, y1) = self._at([box[:2], box[2:]])
        self._draw.ellipse((x0, y0, x1, y1), fill, outline, max(1, round(self._length(width))) if outline else 0)

    def arc(self, box: Box, start: float, end: float, colour: Colour, width: float = 1) -> None:
        """Draw a part of an ellipse's rim, from `start` to `end` degrees, clockwise from the right."""
        (x0, y0), (x1, y1) = self._at([box[:2], box[2:]])
        self._draw.arc((x0, y0, x1, y1), start, end, colour, max(1, round(self._length(width))))

    def polygon(self, points: Sequence[Point], fill: Colour, outline: Colour | None = None, width: float = 1) -> None:
        """Draw a polygon."""
        self._draw.polygon(self._at(points), fill, outline, max(1, round(self._length(width))))

    def line(self, points: Sequence[Point], colour: Colour, width: float = 1) -> None:
        """Draw a line through points."""
        self._draw.line(self._at(points), colour, max(1, round(self._length(width))), joint="curve")

    def dashes(
        self, start: Point, end: Point, colour: Colour, width: float = 1, dash: float = 6, gap: float = 4
    ) -> None:
        """Draw a broken line."""
        a, b = np.array(start), np.array(end)
        length = float(np.hypot(*(b - a))) or 1.0
        for at in np.arange(0, length, dash + gap):
            ends = [a + (b - a) * min(t, length) / length for t in (at, at + dash)]
            self.line([(float(p[0]), float(p[1])) for p in ends], colour, width)

    # ---- text

    def measure(self, words: str, size: float) -> float:
        """Return how many units wide a text is."""
        large = self.frame.scale * SMOOTH
        return _measure(words, size * large) / large

    def fit(self, words: str, size: float, width: float) -> str:
        """Shorten a text to a width, with three dots if something is cut off."""
        if self.measure(words, size) <= width:
            return words
        while words and self.measure(words + "...", size) > width:
            words = words[:-1]
        return words.rstrip() + "..."

    def wrap(self, words: str, size: float, width: float) -> list[str]:
        """Break a text into lines of at most a width."""
        lines: list[str] = []
        for word in words.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.measure(longer, size) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def text(self, x: float, y: float, words: str, size: float, colour: Colour = INK, anchor: str = "lm") -> float:
        """Write a text at a point.

        Args:
            x: Left end, middle or right end, as `anchor` says.
            y: Middle of the line.
            words: One line.
            size: Height of the font.
            colour: Of the text.
            anchor: `lm`, `mm` or `rm`.

        Returns:
            Where the text ends, in units: what comes next can begin there.
        """
        if not words:
            return x
        width = self.measure(words, size)
        left = x - {"l": 0.0, "m": width / 2, "r": width}[anchor[0]]
        self._texts.append((self._at([(left, y)])[0], words, self._length(size), colour))
        self.labels.append(Label(words, (left, y - size * 0.42, left + width, y + size * 0.42)))
        return left + width

    def large(self) -> Image.Image:
        """Return the shapes alone, at the size they are drawn in: a background for another canvas."""
        return self._image

    def finish(self) -> np.ndarray:
        """Return the picture, `(height, width, 3)` uint8."""
        for at, words, size, colour in self._texts:
            self._draw.text(at, words, colour, load_font(size), anchor="lm")
        return np.asarray(self._image.reduce(SMOOTH)).copy()
