"""How plots look: colours that hold in light and dark, sizes in CSS pixels, SVG that can stand inside a page."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Rectangle
from matplotlib.textpath import text_to_path

WIDE, NARROW = 820, 358  # CSS pixels: beside a desk, on a phone
DPI = 72  # so that a point is a pixel
PNG_SCALE = 2.5
TEXT, SMALL = 12.0, 10.5
EDGE = 0.7  # of signs, in the colour of the paper
FONT = "DejaVu Sans"  # matplotlib brings it along

# These five become variables of the page in an SVG, so that its colour scheme decides.
INK, MUTED, GRID, PAPER, SHADE = "#1a1e25", "#59626e", "#dde1e7", "#fefefe", "#f1f3f6"
VARIABLES = {INK: "ink", MUTED: "muted", GRID: "grid", PAPER: "paper", SHADE: "shade"}

# After Okabe and Ito, "Color Universal Design" (2008), made even enough in lightness to be seen on white and on black.
COLOURS = ("#2f7fc1", "#d55e00", "#0b9b74", "#b58100", "#c2608f", "#7d8590", "#8a63d2", "#2e9fb5")
MARKERS = ("o", "s", "D", "^", "v", "P", "X", "h")
ABOVE, BELOW = "#2f7fc1", "#d55e00"  # of something in the middle
GOOD_COLOUR, NEUTRAL_COLOUR, BAD_COLOUR = "#2f7fc1", "#a9b0ba", "#d55e00"

RC: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "moonshine",
    "font.family": FONT,
    "font.size": TEXT,
    "text.color": INK,
    "axes.edgecolor": GRID,
    "axes.labelcolor": MUTED,
    "axes.linewidth": 1.0,
    "axes.axisbelow": True,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "xtick.major.pad": 5,
    "ytick.major.pad": 5,
    "grid.color": GRID,
    "grid.linewidth": 1.0,
    "lines.linewidth": 2.0,
    "text.parse_math": False,
}

Draw = Callable[[int], Figure]  # width in pixels -> the plot


def colour(number: int) -> str:
    """Return the colour of an entrant."""
    return COLOURS[number % len(COLOURS)]


def marker(number: int) -> str:
    """Return the sign of an entrant, so that nothing hangs on colour alone."""
    return MARKERS[number % len(MARKERS)]


def is_narrow(width: int) -> bool:
    """Tell whether a plot is drawn for a phone."""
    return width < (WIDE + NARROW) // 2


@lru_cache(maxsize=4096)
def room(text: str, size: float = TEXT) -> float:
    """Return how wide a text is in the font of the plots, pixels; those of most browsers are narrower."""
    font = FontProperties(family=FONT, size=size)
    return float(text_to_path.get_text_width_height_descent(text, font, ismath=False)[0])


def fit(text: str, pixels: float, size: float = TEXT) -> str:
    """Cut as much out of the middle of a text as it takes to fit."""
    if room(text, size) <= pixels:
        return text
    for most in range(len(text) - 1, 1, -1):
        end = (most - 1) // 2
        short = f"{text[: most - 1 - end]}…{text[-end:] if end else ''}"
        if room(short, size) <= pixels:
            return short
    return "…"


@dataclass
class Canvas:
    """A figure whose places are pixels from the top left.

    Attributes:
        width, height: Of it.
        figure: The figure.
    """

    width: int
    height: float

    def __post_init__(self) -> None:
        self.figure = Figure(figsize=(self.width / DPI, self.height / DPI), dpi=DPI)
        self.figure.patch.set_alpha(0)

    def axes(self, left: float, top: float, width: float, height: float) -> Axes:
        """Lay axes down; they have no frame, and a grid across x."""
        box = (left / self.width, 1 - (top + height) / self.height, width / self.width, height / self.height)
        axes = self.figure.add_axes(box)
        axes.patch.set_alpha(0)
        axes.spines[:].set_visible(False)
        return axes

    def write(self, x: float, y: float, text: str, **style: Any) -> None:
        """Write a text with its middle at height `y`."""
        settings: dict[str, Any] = {"va": "center_baseline", "fontsize": TEXT, "color": INK} | style
        self.figure.text(x / self.width, 1 - y / self.height, text, **settings)

    def legend(self, items: Iterable[tuple[str, str]], left: float = 0, top: float = 0) -> float:
        """Write (colour, text) in a row, or as many as it takes; return the height they need."""
        x, y = left, top + 8
        side, gap = 10, 16
        for tint, text in items:
            needed = side + 6 + room(text, SMALL)
            if x > left and x + needed > self.width:
                x, y = left, y + 18
            self.figure.add_artist(
                Rectangle(
                    (x / self.width, 1 - (y + side / 2) / self.height),
                    side / self.width,
                    side / self.height,
                    color=tint,
                    linewidth=0,
                )
            )
            self.write(x + side + 6, y, text, fontsize=SMALL, color=MUTED)
            x += needed + gap
        return y + 14 - top


def legend_rows(texts: Sequence[str], width: float) -> int:
    """Return the height that `Canvas.legend` needs."""
    x, rows = 0.0, 1
    for text in texts:
        needed = 16 + room(text, SMALL)
        if x > 0 and x + needed > width:
            x, rows = 0.0, rows + 1
        x += needed + 16
    return 18 * rows + 4


def quiet_y(axes: Axes) -> None:
    """Take the labels off the y axis."""
    axes.set_yticks([])


def grid_x(axes: Axes) -> None:
    """Draw lines across at the ticks of x."""
    axes.grid(axis="x")


def grid_rows(axes: Axes, spans: Sequence[tuple[float, float]]) -> None:
    """Draw lines across at the ticks of x, but only where the bars of a row are, so that they cross no text."""
    low, high = sorted(axes.get_xlim())
    axes.set_xlim(low, high)
    for tick in axes.get_xticks():
        if low <= tick <= high:
            axes.vlines([tick] * len(spans), *zip(*spans, strict=True), color=GRID, linewidth=1, zorder=0)


@contextmanager
def style() -> Iterator[None]:
    """Draw and save in the style of reports, whatever the user's own settings are."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(RC)
        yield


# ---- out


def to_svg(figure: Figure, name: str, label: str) -> str:
    """Write a figure as an SVG element for a page.

    Args:
        figure: The figure.
        name: Of it; begins all its ids, so that those of several plots do not meet.
        label: What it shows, for those who cannot see it.
    """
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return embed(buffer.getvalue(), name, label)


def to_png(figure: Figure) -> bytes:
    """Write a figure as PNG, on white."""
    buffer = io.BytesIO()
    FigureCanvasAgg(figure)
    figure.savefig(
        buffer,
        format="png",
        dpi=DPI * PNG_SCALE,
        facecolor="white",
        bbox_inches="tight",
        pad_inches=0.25,
        metadata={"Software": None},
    )
    return buffer.getvalue()


_LONG = re.compile(r"-?\d+\.\d{3,}")
_FONT = re.compile(r"(font: (?P<weight>\w+ )?(?P<size>[\d.]+px) |font-family: )[^;\"]*;? ?")
_STILL = re.compile(r" transform=\"rotate\(-?0 [^\"]*\"")
_GROUP = re.compile(r"<g\b[^>]*>|</g>")


def embed(svg: str, name: str, label: str) -> str:
    """Make a file of matplotlib's an element of a page: own ids, colours and fonts of the page, a label."""
    svg = svg[svg.index("<svg") :].strip()
    svg = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->|<style[^>]*>.*?</style>", "", svg, flags=re.DOTALL)
    used = set(re.findall(r"url\(#([^)]+)\)", svg)) | set(re.findall(r"href=\"#([^\"]+)\"", svg))
    svg = re.sub(r" id=\"([^\"]+)\"", lambda found: f' id="{name}-{found[1]}"' if found[1] in used else "", svg)
    svg = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", svg)
    svg = re.sub(r"xlink:href=\"#([^\"]+)\"", rf'href="#{name}-\1"', svg)
    svg = _FONT.sub(_plain_font, _STILL.sub("", _LONG.sub(_round, svg)))
    for value, variable in VARIABLES.items():
        svg = svg.replace(value, f"var(--{variable})")
    box = re.search(r"viewBox=\"[^\"]+\"", svg)
    width = re.search(r"width=\"([\d.]+)pt\"", svg)
    inside = re.sub(r">\s+<", "><", _drop_bare_groups(svg[svg.index(">") + 1 :]))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {box[0] if box else ""} role="img" aria-label="{_escape(label)}"'
    size = f'style="max-width: {float(width[1]) if width else WIDE:g}px"'
    return f"{head} {size}>{inside}".replace("\n", " ")


def _plain_font(found: re.Match[str]) -> str:
    """Keep size and weight of a font, and leave the family to the page."""
    if not found["size"]:
        return ""
    return f"font-size: {found['size']}; " + (f"font-weight: {found['weight'].strip()}; " if found["weight"] else "")


def _drop_bare_groups(svg: str) -> str:
    """Leave out groups that say nothing."""
    kept: list[bool] = []

    def keep(found: re.Match[str]) -> str:
        if found[0] == "</g>":
            return found[0] if kept.pop() else ""
        if found[0].endswith("/>"):
            return found[0]
        kept.append(found[0] != "<g>")
        return found[0] if kept[-1] else ""

    return _GROUP.sub(keep, svg)


def _round(found: re.Match[str]) -> str:
    """Round to a hundredth of a pixel, which nobody sees."""
    text = f"{float(found[0]):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
