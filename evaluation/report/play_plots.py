"""Plots of what players did: plays and what follows, Contracts, answers in telling positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from evaluation.positions import VERDICTS
from evaluation.report.kinds import PLAY
from evaluation.report.plots import head_letters, matrix_axes, tint_cell
from evaluation.report.pool import shorten
from evaluation.report.replayed import HUNDRED
from evaluation.report.style import (
    ABOVE,
    BAD_COLOUR,
    BELOW,
    EDGE,
    GOOD_COLOUR,
    GRID,
    INK,
    MUTED,
    NEUTRAL_COLOUR,
    PAPER,
    SMALL,
    Canvas,
    colour,
    fit,
    grid_x,
    is_narrow,
    legend_rows,
    quiet_y,
    room,
)
from moonshine_env.kingdom.vocab import DECK_IDS

EDGE_ROOM = 16  # pixels, for the last label of an axis
RARE = 0.5  # uses in a game, below which a row gets no full tint
FEW = 10  # Plays, below which a mean is not shown
FATE_COLOURS = {"completed": "#2f7fc1", "botched": "#d9a27a", "open": "#a9b0ba"}
VERDICT_COLOURS = dict(zip(VERDICTS, (GOOD_COLOUR, NEUTRAL_COLOUR, BAD_COLOUR), strict=True))


# ---- plays

Cell = Callable[[Mapping[str, Any]], tuple[str, str, float]]  # of an entrant's row: text, tint, strength


def uses(facts: Mapping[str, Any], width: int) -> Figure:
    """Draw how often each kind of play is used in a game, as a matrix."""
    rows = [row for row in facts["replayed"]["plays"] if any(entrant["uses"] for entrant in row["entrants"])]
    most = {row["id"]: max(entrant["per_game"] or 0 for entrant in row["entrants"]) for row in rows}

    def cells(row: Mapping[str, Any]) -> list[tuple[str, str, float]]:
        found = []
        for entrant in row["entrants"]:
            value = entrant["per_game"]
            if value is None:
                found.append(("·", ABOVE, 0.0))
                continue
            text = (
                "–" if value == 0 else f"{value:.0f}" if value >= 9.95 else f"{value:.1f}" if value >= 0.05 else "<0.1"
            )
            found.append((text, ABOVE, value / max(most[row["id"]], RARE)))
        return found

    return _play_matrix(facts, width, rows, cells)


def follows_cash(facts: Mapping[str, Any], width: int) -> Figure:
    """Draw the mean change of cash that follows each kind of Play, in hundreds of $, as a matrix."""
    return _follows(facts, width, "cash", 1 / HUNDRED)


def follows_respect(facts: Mapping[str, Any], width: int) -> Figure:
    """Draw the mean change of Respect until the Day's end that follows each kind of Play, as a matrix."""
    return _follows(facts, width, "respect", 1)


def _follows(facts: Mapping[str, Any], width: int, what: str, scale: float) -> Figure:
    rows = [
        row
        for row in facts["replayed"]["plays"]
        if row["group"] == PLAY and any(entrant["n"] >= FEW for entrant in row["entrants"])
    ]
    shown = [abs(entrant[what]) for row in rows for entrant in row["entrants"] if entrant["n"] >= FEW]
    most = max([*shown, 1e-9])

    def cells(row: Mapping[str, Any]) -> list[tuple[str, str, float]]:
        found = []
        for entrant in row["entrants"]:
            if entrant["n"] < FEW:
                found.append(("·", ABOVE, 0.0))
                continue
            value = entrant[what]
            text = f"{value * scale:+.1f}"
            if float(text) == 0:
                text = "0"
            found.append((text.replace("-", "−"), ABOVE if value > 0 else BELOW, abs(value) / most))
        return found

    return _play_matrix(facts, width, rows, cells)


def _play_matrix(
    facts: Mapping[str, Any],
    width: int,
    rows: Sequence[Mapping[str, Any]],
    cells: Callable[[Mapping[str, Any]], Sequence[tuple[str, str, float]]],
) -> Figure:
    entrants = facts["entrants"]
    narrow = is_narrow(width)
    left = 128.0 if narrow else 190.0
    cell = min((width - left) / len(entrants), 96.0)
    line, gap = 21.0, 8.0
    groups = list(dict.fromkeys(row["group"] for row in rows))
    canvas = Canvas(width, 26 + line * len(rows) + gap * max(0, len(groups) - 1) + 4)
    head_letters(canvas, entrants, left, 13, cell)
    size = min(SMALL, max(7.5, cell / 3.6))
    top = 26.0
    for group in groups:
        mine = [row for row in rows if row["group"] == group]
        axes = matrix_axes(canvas, left, top, len(entrants), len(mine), cell, line)
        for y, row in enumerate(mine):
            canvas.write(0, top + line * (y + 0.5), fit(row["label"], left - 6, SMALL), fontsize=SMALL)
            for x, (text, tint, strength) in enumerate(cells(row)):
                if strength > 0:
                    tint_cell(axes, x, y, tint, strength)
                muted = text in ("·", "–", "0")
                axes.text(
                    x + 0.5,
                    y + 0.5,
                    text,
                    ha="center",
                    va="center_baseline",
                    fontsize=size,
                    color=MUTED if muted else INK,
                )
        top += line * len(mine) + gap
    return canvas.figure


# ---- Contracts


def contracts(facts: Mapping[str, Any], width: int) -> Figure:
    """Draw how often each Contract was staked and what became of it, and how those did who Completed it."""
    games = facts["replayed"]["games"]
    narrow = is_narrow(width)
    fates = {"completed": "Completed", "botched": "Botched", "open": "open at the end"}
    legend = legend_rows(list(fates.values()), width) + 4
    decks: dict[str, list[Mapping[str, Any]]] = {deck: [] for deck in DECK_IDS}
    for row in facts["replayed"]["contracts"]:
        decks[row["deck"]].append(row)
    line, head, foot = 16.0, 28.0, 30.0
    left = 132.0 if narrow else 210.0
    right = 84.0 if narrow else 190.0
    gap = 16.0
    most = max(1.0, *(100 * row["staked"] / games for row in facts["replayed"]["contracts"]))
    canvas = Canvas(width, legend + head * 3 + line * sum(map(len, decks.values())) + foot)
    canvas.legend([(FATE_COLOURS[fate], text) for fate, text in fates.items()])
    top = float(legend)
    for n, (deck, rows) in enumerate(decks.items()):
        rows = sorted(rows, key=lambda row: (-row["staked"], row["name"]))
        canvas.write(0, top + head - 12, f"{deck.capitalize()}s", fontweight="bold")
        if n == 0:
            canvas.write(
                width - right,
                top + head - 12,
                "won by those who Completed it" if not narrow else "won, %",
                fontsize=SMALL,
                color=MUTED,
            )
        top += head
        bars = canvas.axes(left, top, width - left - right - gap, line * len(rows))
        wins = canvas.axes(width - right, top, right - EDGE_ROOM, line * len(rows))
        for axes in (bars, wins):
            axes.set_ylim(len(rows), 0)
            quiet_y(axes)
            grid_x(axes)
        for k, row in enumerate(rows):
            canvas.write(0, top + line * (k + 0.5), fit(row["name"], left - 6, SMALL), fontsize=SMALL)
            at = 0.0
            for fate in fates:
                share = 100 * row[fate] / games
                bars.barh(k + 0.5, share, 0.66, left=at, color=FATE_COLOURS[fate], linewidth=0)
                at += share
            if row["completed"] >= FEW:
                low, high = row["interval"]
                share = row["completed_won"] / row["completed"]
                wins.plot([low, high], [k + 0.5] * 2, color=ABOVE, linewidth=2.5, alpha=0.45, solid_capstyle="round")
                wins.plot(
                    [share], [k + 0.5], "o", color=ABOVE, markersize=6, markeredgecolor=PAPER, markeredgewidth=EDGE
                )
        bars.set_xlim(0, most * 1.02)
        wins.set_xlim(0, 1)
        wins.plot([facts["replayed"]["even"]] * 2, [0, len(rows)], color=MUTED, linewidth=1, linestyle=(0, (2, 2)))
        bars.xaxis.set_major_locator(MaxNLocator(4))
        wins.set_xticks([0, 0.5, 1], ["0", "50", "100"])
        top += line * len(rows)
        if n == len(decks) - 1:
            bars.set_xlabel("staked in 100 games", fontsize=SMALL)
            wins.set_xlabel("% of games won", fontsize=SMALL)
        else:
            for axes in (bars, wins):
                axes.tick_params(labelbottom=False)
    return canvas.figure


# ---- behaviour


def behaviour(facts: Mapping[str, Any], width: int) -> Figure:
    """Draw the shares of good, neutral and bad answers in each telling position."""
    found = facts["behaviour"]
    names = list(found["scores"])
    narrow = is_narrow(width)
    letters = {entrant["name"]: k for k, entrant in enumerate(facts["entrants"])}
    columns = [*names, None]
    texts = list(VERDICTS)
    legend = legend_rows(texts, width) + 6
    labels = [row["id"].replace("_", " ") for row in found["positions"]]
    left = 150.0 if narrow else min(300.0, max(room(label, SMALL) for label in labels) + 12)
    cell = min((width - left) / len(columns), 110.0)
    line = 19.0
    canvas = Canvas(width, legend + 24 + line * len(labels) + 4)
    canvas.legend([(VERDICT_COLOURS[verdict], verdict) for verdict in VERDICTS])
    for n, name in enumerate(columns):
        k = letters.get(name) if name is not None else None
        text = "equal odds" if name is None else facts["entrants"][k]["letter"] if k is not None else shorten(name)
        canvas.write(
            left + (n + 0.5) * cell,
            legend + 12,
            fit(text, cell, SMALL) if k is None else text,
            ha="center",
            fontweight="normal" if k is None else "bold",
            color=MUTED if k is None else colour(k),
            fontsize=SMALL,
        )
    axes = matrix_axes(canvas, left, legend + 24, len(columns), len(labels), cell, line)
    for y, (row, label) in enumerate(zip(found["positions"], labels, strict=True)):
        canvas.write(0, legend + 24 + line * (y + 0.5), fit(label, left - 8, SMALL), fontsize=SMALL)
        for x, name in enumerate(columns):
            shares = row["uniform"] if name is None else row["answers"][name]
            at = 0.06
            for verdict in VERDICTS:
                part = 0.88 * shares[verdict]
                axes.add_patch(
                    Rectangle(
                        (x + at, y + 0.24),
                        part,
                        0.52,
                        facecolor=VERDICT_COLOURS[verdict],
                        alpha=0.45 if name is None else 1,
                        linewidth=0,
                        clip_on=False,
                    )
                )
                at += part
    axes.hlines(range(1, len(labels)), 0, len(columns), color=GRID, linewidth=0.6)
    return canvas.figure
