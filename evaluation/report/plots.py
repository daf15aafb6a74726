"""Plots of results: ratings, who beats whom, win shares by seat and mob, how games ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from evaluation.report.pool import shorten
from evaluation.report.style import (
    ABOVE,
    BELOW,
    COLOURS,
    EDGE,
    GRID,
    INK,
    MUTED,
    PAPER,
    SMALL,
    TEXT,
    Canvas,
    colour,
    fit,
    grid_rows,
    is_narrow,
    legend_rows,
    marker,
    quiet_y,
    room,
)

MINUS = "−"
Z = 1.96  # of a 95 % interval
STRONGEST = 0.6  # of the tint of a cell: text on it must stay legible
ROW = 28
LABEL = 232  # room for a name, wide
ENDING_COLOURS = {"victory": COLOURS[0], "day_cap": COLOURS[3]}


def words(name: str) -> str:
    """Write an id as words."""
    return name.replace("_", " ")


def name_rows(canvas: Canvas, entrants: Sequence[Mapping[str, Any]], top: float, row: float, left: float) -> None:
    """Write letters and names of entrants, one to a row, in their colours."""
    for k, entrant in enumerate(entrants):
        y = top + (k + 0.5) * row
        canvas.write(0, y, entrant["letter"], fontweight="bold", color=colour(k))
        canvas.write(20, y, fit(shorten(entrant["name"]), left - 34), fontsize=TEXT if left > 150 else SMALL)


def ratings(facts: Mapping[str, Any], width: int) -> Figure:
    """Draw ratings as points with their intervals."""
    entrants = facts["entrants"]
    rated = {row["name"]: row for row in facts["ratings"]["entrants"]}
    narrow = is_narrow(width)
    row = 40 if narrow else ROW
    left = 6 if narrow else LABEL
    right = 6 if narrow else 130
    canvas = Canvas(width, row * len(entrants) + 44)
    axes = canvas.axes(left, 4, width - left - right, row * len(entrants))
    axes.set_ylim(len(entrants), 0)
    for k, entrant in enumerate(entrants):
        found = rated.get(entrant["name"])
        y = k + (0.72 if narrow else 0.5)
        if found is None:
            continue
        bounds = "" if found["low"] is None else f"{found['low']:.0f} to {found['high']:.0f}".replace("-", MINUS)
        if bounds:
            axes.plot(
                [found["low"], found["high"]], [y, y], color=colour(k), linewidth=3, alpha=0.45, solid_capstyle="round"
            )
        axes.plot(
            [found["elo"]], [y], marker(k), color=colour(k), markersize=8.5, markeredgecolor=PAPER, markeredgewidth=EDGE
        )
        value = f"{found['elo']:.0f}".replace("-", MINUS)
        line = 4 + row * (k + (0.32 if narrow else 0.5))
        if narrow:
            canvas.write(0, line, entrant["letter"], fontweight="bold", color=colour(k))
            canvas.write(18, line, fit(shorten(entrant["name"]), width - 150, SMALL), fontsize=SMALL)
            canvas.write(
                width, line, f"{value}  ({bounds})" if bounds else value, ha="right", fontsize=SMALL, color=MUTED
            )
        else:
            canvas.write(width - right + 14, line, value, fontweight="bold")
            canvas.write(width, line, bounds, ha="right", fontsize=SMALL, color=MUTED)
    if not narrow:
        name_rows(canvas, entrants, 4, row, left)
    quiet_y(axes)
    axes.margins(x=0.04)
    axes.xaxis.set_major_locator(MaxNLocator(5 if narrow else 8, integer=True))
    grid_rows(axes, [(k + (0.52 if narrow else 0), k + (0.92 if narrow else 1)) for k in range(len(entrants))])
    axes.set_xlabel("Elo; 0 is the mean of all", fontsize=SMALL)
    return canvas.figure


# ---- cells


def tint_cell(axes: Axes, x: float, y: float, tint: str, strength: float) -> None:
    """Fill a cell of a matrix, stronger the more it differs."""
    axes.add_patch(
        Rectangle(
            (x + 0.02, y + 0.05),
            0.96,
            0.9,
            facecolor=tint,
            alpha=round(STRONGEST * min(1.0, strength), 3),
            linewidth=0,
            clip_on=False,
        )
    )


def matrix_axes(canvas: Canvas, left: float, top: float, columns: int, rows: int, cell: float, row: float) -> Axes:
    """Lay down axes in which a cell is 1 x 1."""
    axes = canvas.axes(left, top, columns * cell, rows * row)
    axes.set_xlim(0, columns)
    axes.set_ylim(rows, 0)
    axes.set_xticks([])
    quiet_y(axes)
    return axes


def head_letters(canvas: Canvas, entrants: Sequence[Mapping[str, Any]], left: float, y: float, cell: float) -> None:
    """Write the letters of entrants over columns."""
    for k, entrant in enumerate(entrants):
        canvas.write(
            left + (k + 0.5) * cell,
            y,
            entrant["letter"],
            ha="center",
            fontweight="bold",
            color=colour(k),
            fontsize=TEXT,
        )


def payoffs(facts: Mapping[str, Any], width: int) -> Figure:
    """Draw who was placed before whom as a matrix with numbers."""
    entrants = facts["entrants"]
    count = len(entrants)
    narrow = is_narrow(width)
    left = 122.0 if narrow else float(LABEL)
    cell = min((width - left) / count, 72.0)
    row = max(24.0, min(cell, 34.0))
    canvas = Canvas(width, 26 + row * count + 4)
    head_letters(canvas, entrants, left, 13, cell)
    axes = matrix_axes(canvas, left, 26, count, count, cell, row)
    size = SMALL if cell < 36 else TEXT
    for i, line in enumerate(facts["payoffs"]["shares"]):
        for j, share in enumerate(line):
            if i == j:
                continue
            if share is None:
                axes.text(j + 0.5, i + 0.5, "·", ha="center", va="center", color=MUTED)
                continue
            tint_cell(axes, j, i, ABOVE if share >= 0.5 else BELOW, abs(share - 0.5) * 2)
            axes.text(
                j + 0.5, i + 0.5, f"{100 * share:.0f}", ha="center", va="center_baseline", color=INK, fontsize=size
            )
    name_rows(canvas, entrants, 26, row, left)
    return canvas.figure


# ---- splits


def splits(facts: Mapping[str, Any], width: int) -> Figure:
    """Draw the win share of each entrant by seat, mob and home: panels side by side, or one below the other."""
    kinds = list(facts["splits"])
    narrow = is_narrow(width)
    line, head, top = 17.0, 24.0, 26.0
    heights = [sum(head + line * len(cells) + 6 for cells in facts["splits"][kind]["entrants"]) for kind in kinds]
    foot = 34.0
    if narrow:
        canvas = Canvas(width, sum(heights) + (top + foot + 12) * len(kinds))
        y = 0.0
        for kind, height in zip(kinds, heights, strict=True):
            _split_panel(canvas, facts, kind, (0.0, y), (float(width), height), (line, head, top))
            y += height + top + foot + 12
    else:
        gap = 26.0
        each = (width - gap * (len(kinds) - 1)) / len(kinds)
        canvas = Canvas(width, max(heights) + top + foot)
        for k, (kind, height) in enumerate(zip(kinds, heights, strict=True)):
            _split_panel(canvas, facts, kind, (k * (each + gap), 0.0), (each, height), (line, head, top))
    return canvas.figure


def _split_panel(
    canvas: Canvas,
    facts: Mapping[str, Any],
    kind: str,
    place: tuple[float, float],
    size: tuple[float, float],
    spacing: tuple[float, float, float],
) -> None:
    (x, y), (width, height), (line, head, top) = place, size, spacing
    label = 8 + max(room(_value(kind, value), SMALL) for value in facts["splits"][kind]["values"])
    canvas.write(x, y + 9, f"by {kind}", fontweight="bold")
    axes = canvas.axes(x + label, y + top, width - label - 12, height)
    axes.set_xlim(-0.02, 1.02)
    axes.set_ylim(height, 0)
    at = 0.0
    spans = []
    for k, (entrant, cells) in enumerate(zip(facts["entrants"], facts["splits"][kind]["entrants"], strict=True)):
        canvas.write(x, y + top + at + head / 2, entrant["letter"], fontweight="bold", color=colour(k), fontsize=SMALL)
        canvas.write(
            x + 16, y + top + at + head / 2, fit(shorten(entrant["name"]), width - 20, SMALL), fontsize=SMALL, color=INK
        )
        begin = at + head
        seats = sum(cell["seats"] for cell in cells)
        share = sum(cell["share"] * cell["seats"] for cell in cells) / max(1, seats)
        axes.plot([share, share], [begin, begin + line * len(cells)], color=MUTED, linewidth=1, linestyle=(0, (2, 2)))
        for n, cell in enumerate(cells):
            middle = begin + line * (n + 0.5)
            canvas.write(x, y + top + middle, _value(kind, cell["value"]), fontsize=SMALL, color=MUTED)
            axes.plot(
                cell["interval"], [middle, middle], color=colour(k), linewidth=3, alpha=0.45, solid_capstyle="round"
            )
            axes.plot(
                [cell["share"]],
                [middle],
                marker(k),
                color=colour(k),
                markersize=7,
                markeredgecolor=PAPER,
                markeredgewidth=EDGE,
            )
        spans.append((begin, begin + line * len(cells)))
        at = begin + line * len(cells) + 6
    quiet_y(axes)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25", "50", "75", "100 %"])
    grid_rows(axes, spans)


def _value(kind: str, value: str) -> str:
    if kind == "seat":
        return f"seat {value}"
    return f"{value} players" if kind == "players" else words(value).title()


# ---- endings


def endings(facts: Mapping[str, Any], width: int) -> Figure:
    """Draw on which Day games ended, and how."""
    found = facts["endings"]
    names = list(found["counts"])
    total = facts["games"]
    texts = [f"{words(name)} {100 * found['shares'][name]:.0f} %" for name in names]
    tints = [ENDING_COLOURS.get(name, COLOURS[(k + 4) % len(COLOURS)]) for k, name in enumerate(names)]
    legend = legend_rows(texts, width)
    height = 190.0
    canvas = Canvas(width, legend + 14 + height + 44)
    canvas.legend(zip(tints, texts, strict=True))
    left = 34.0
    axes = canvas.axes(left, legend + 14, width - left - 2, height)
    bottom = [0.0] * len(found["days"])
    for name, tint in zip(names, tints, strict=True):
        shares = [100 * count / total for count in found["counts"][name]]
        axes.bar(found["days"], shares, 0.78, bottom=bottom, color=tint, linewidth=0)
        bottom = [low + share for low, share in zip(bottom, shares, strict=True)]
    axes.set_xlim(0.4, len(found["days"]) + 0.6)
    axes.set_ylim(0, max(bottom) * 1.12)
    for day, share in zip(found["days"], bottom, strict=True):
        if share > 0:
            axes.annotate(
                f"{share:.0f}" if share >= 1 else "<1",
                (day, share),
                (0, 4),
                textcoords="offset points",
                ha="center",
                fontsize=SMALL,
                color=MUTED,
            )
    step = 1 if len(found["days"]) <= 20 else 5
    axes.set_xticks([day for day in found["days"] if day % step == 0 or day == 1])
    axes.yaxis.set_major_locator(MaxNLocator(4))
    axes.grid(axis="y")
    axes.plot([0.4, len(found["days"]) + 0.6], [0, 0], color=GRID, linewidth=1)
    axes.set_xlabel("last Day", fontsize=SMALL)
    axes.set_ylabel("% of games", fontsize=SMALL, labelpad=2)
    return canvas.figure
