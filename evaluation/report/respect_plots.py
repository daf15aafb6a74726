"""Plots of Respect: over Days, and what it is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from evaluation.report.plots import LABEL, MINUS, Z, name_rows
from evaluation.report.pool import shorten
from evaluation.report.replayed import SOURCES
from evaluation.report.style import (
    EDGE,
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
)

SOURCE_LABELS = {
    "deeds": "Deeds",
    "syndicates": "Syndicates",
    "ward_boss": "Ward Boss",
    "gigs": "Gigs",
    "rackets": "Rackets",
    "scores": "Scores",
    "marks": "Marks",
    "rat": "Rat Card",
}
# Titles in blues, Contracts in ambers, what takes away in greys.
SOURCE_COLOURS = {
    "deeds": "#2a6aa8",
    "syndicates": "#5b9bd5",
    "ward_boss": "#9dc3e6",
    "gigs": "#f2c879",
    "rackets": "#dd9a2b",
    "scores": "#b36a00",
    "marks": "#8a919c",
    "rat": "#5c636e",
}


def respect(facts: Mapping[str, Any], width: int) -> Figure:
    """Draw the mean Respect of each entrant at the end of each Day, with the interval of the mean."""
    found = facts["replayed"]["respect"]
    narrow = is_narrow(width)
    height, left, right = (250.0, 30.0, 24.0) if narrow else (330.0, 40.0, 190.0)
    canvas = Canvas(width, height + 52)
    axes = canvas.axes(left, 8, width - left - right, height)
    days = list(range(1, found["days"] + 1))
    ends = []
    for k, row in enumerate(found["entrants"]):
        if not row["mean"]:
            continue
        mean = row["mean"]
        if row["error"][0] is not None:
            lows = [value - Z * error for value, error in zip(mean, row["error"], strict=True)]
            highs = [value + Z * error for value, error in zip(mean, row["error"], strict=True)]
            axes.fill_between(days, lows, highs, color=colour(k), alpha=0.16, linewidth=0)
        axes.plot(
            days, mean, color=colour(k), marker=marker(k), markersize=6, markeredgecolor=PAPER, markeredgewidth=EDGE
        )
        ends.append((mean[-1], k))
    axes.set_xlim(0.6, days[-1] + 0.4)
    low, high = axes.get_ylim()
    axes.grid(axis="y")
    axes.plot([0.6, days[-1] + 0.4], [0, 0], color=MUTED, linewidth=0.8)
    axes.set_xticks([day for day in days if len(days) <= 20 or day % 5 == 0])
    axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.set_xlabel("end of Day", fontsize=SMALL)
    places = spread([8 + height * (high - value) / (high - low) for value, _ in ends], 15.0, 8.0, 8 + height)
    for (_, k), y in zip(ends, places, strict=True):
        x = width - right + 10
        canvas.write(x, y, facts["entrants"][k]["letter"], fontweight="bold", color=colour(k), fontsize=SMALL)
        if not narrow:
            name = fit(shorten(facts["entrants"][k]["name"]), right - 38, SMALL)
            canvas.write(x + 16, y, name, fontsize=SMALL)
    axes.set_ylim(low, high)
    return canvas.figure


def spread(places: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move places apart, as little as need be, until each two of them have a gap between them."""
    order = sorted(range(len(places)), key=lambda k: places[k])
    moved = [places[k] for k in order]
    for n in range(1, len(moved)):
        moved[n] = max(moved[n], moved[n - 1] + gap)
    over = moved[-1] - max(high, low + gap * (len(moved) - 1)) if moved else 0
    if over > 0:
        moved[-1] -= over
        for n in range(len(moved) - 2, -1, -1):
            moved[n] = min(moved[n], moved[n + 1] - gap)
    back = [0.0] * len(places)
    for k, place in zip(order, moved, strict=True):
        back[k] = place
    return back


def sources(facts: Mapping[str, Any], width: int) -> Figure:
    """Draw what the Respect of each entrant at the end was made of."""
    entrants = facts["entrants"]
    narrow = is_narrow(width)
    texts = [SOURCE_LABELS[source] for source in SOURCES]
    legend = legend_rows(texts, width) + 8
    row, left, right = (44.0, 4.0, 44.0) if narrow else (30.0, float(LABEL), 60.0)
    canvas = Canvas(width, legend + row * len(entrants) + 42)
    canvas.legend([(SOURCE_COLOURS[source], SOURCE_LABELS[source]) for source in SOURCES])
    axes = canvas.axes(left, legend, width - left - right, row * len(entrants))
    axes.set_ylim(len(entrants), 0)
    for k, found in enumerate(facts["replayed"]["respect"]["entrants"]):
        middle = k + (0.68 if narrow else 0.5)
        if narrow:
            line = legend + row * (k + 0.25)
            canvas.write(0, line, entrants[k]["letter"], fontweight="bold", color=colour(k))
            canvas.write(18, line, fit(shorten(entrants[k]["name"]), width - 30, SMALL), fontsize=SMALL)
        if not found["sources"]:
            continue
        ahead = behind = 0.0
        for source in SOURCES:
            value = found["sources"][-1][source]
            axes.barh(
                middle,
                value,
                0.42 if narrow else 0.62,
                left=ahead if value > 0 else behind,
                color=SOURCE_COLOURS[source],
                linewidth=0,
            )
            ahead, behind = ahead + max(value, 0), behind + min(value, 0)
        net = sum(found["sources"][-1].values())
        canvas.write(
            width, legend + row * middle, f"{net:.1f}".replace("-", MINUS), ha="right", fontweight="bold", fontsize=TEXT
        )
    if not narrow:
        name_rows(canvas, entrants, legend, row, left)
    quiet_y(axes)
    axes.margins(x=0.02)
    axes.xaxis.set_major_locator(MaxNLocator(5 if narrow else 9, integer=True))
    spans = [(k + (0.42 if narrow else 0.0), k + (0.94 if narrow else 1.0)) for k in range(len(entrants))]
    grid_rows(axes, spans)
    axes.vlines([0] * len(spans), *zip(*spans, strict=True), color=MUTED, linewidth=0.8)
    axes.set_xlabel("Respect at the end of the game; net at the right", fontsize=SMALL)
    return canvas.figure
