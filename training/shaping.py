"""Reward shaping: how well a seat stands, read from its own observation. For training only."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from math import prod
from typing import Any

import numpy as np

from moonshine_env.engine.game import Game

CASH = "cash"
_BYTE = 256


class Potential:
    """Weighs what each seat has, own minus the mean of the rivals', from the observations of the seat to move.

    Args:
        game: Whose layout names the features.
        weights: By name of a row of the layout whose first axis is the seat, the worth of one unit of it (the row is
            summed over its other axes); or `cash`, the worth of $100.

    Raises:
        ValueError: A name that is not such a row.
    """

    def __init__(self, game: Game, weights: Mapping[str, float]) -> None:
        rows = {row.name: row for row in game.layout}
        seats = game.max_players
        by_seat = [name for name, row in rows.items() if row.shape[:1] == (seats,)]
        worth = np.zeros((game.num_features, seats), np.float32)  # of each feature, for each relative seat
        for name, weight in weights.items():
            parts = {"cash_high": weight * _BYTE, "cash_low": weight} if name == CASH else {name: weight}
            for part, unit in parts.items():
                if part not in by_seat:
                    raise ValueError(_unknown(name, [CASH, *by_seat]))
                _add_row(worth, rows[part], seats, unit)
        self._present = rows["present"].offset
        self._seats = seats
        self._used = np.flatnonzero(worth.any(axis=1))
        self._worth = worth[self._used]

    def __call__(self, observations: np.ndarray) -> np.ndarray:
        """Return `(B,)` float32 from `(B, F)` uint8; 0 before a game that has no rivals."""
        if not len(self._used):
            return np.zeros(len(observations), np.float32)
        holdings = observations[:, self._used].astype(np.float32) @ self._worth
        rivals = observations[:, self._present : self._present + self._seats].sum(axis=1) - 1
        potentials: np.ndarray = holdings[:, 0] - holdings[:, 1:].sum(axis=1) / np.maximum(rivals, 1)
        return potentials


def _add_row(worth: np.ndarray, row: Any, seats: int, unit: float) -> None:
    size = prod(row.shape[1:])
    for seat in range(seats):
        first = row.offset + seat * size
        worth[first : first + size, seat] += unit


def _unknown(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.4)
    hint = f"did you mean {near[0]!r}?" if near else f"one of: {', '.join(known)}"
    return f"reward.shaping: {name!r} is not something every seat has in the observation; {hint}"
