"""What policies are asked with: the seats to decide, as each of them sees its game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np


def list_legal(masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """List the legal actions of many decisions.

    Args:
        masks: `(B, A)` int8, 1 = legal.

    Returns:
        Row and action of each, `(M,)` int64 both, in order. It is `np.nonzero(masks)`, many times as fast.
    """
    places = np.flatnonzero(np.ascontiguousarray(masks).view(bool))
    rows, actions = np.divmod(places, masks.shape[1])
    return rows, actions


@dataclass(frozen=True)
class SeatBatch:
    """B open decisions, each seen by the seat that makes it. No game's own state is in it.

    Attributes:
        observations: `(B, F)` uint8, raw features.
        masks: `(B, A)` int8, 1 = legal.
        games: `(B,)` int64, which game; the same number until that game ends.
        seats: `(B,)` int64, the deciding seat.
        started: `(B,)` bool, True at a game's first decision that this seat is asked.
        make_view: Row -> that seat's position as a dict, made when called.
    """

    observations: np.ndarray
    masks: np.ndarray
    games: np.ndarray
    seats: np.ndarray
    started: np.ndarray
    make_view: Callable[[int], dict[str, Any]]

    def __len__(self) -> int:
        return len(self.seats)

    def views(self) -> list[dict[str, Any]]:
        """Make each seat's view of its game as a readable dict."""
        return [self.make_view(row) for row in range(len(self))]

    def take(self, rows: np.ndarray) -> SeatBatch:
        """Return the sub-batch of some rows (indices)."""
        return SeatBatch(
            self.observations[rows],
            self.masks[rows],
            self.games[rows],
            self.seats[rows],
            self.started[rows],
            lambda row: self.make_view(int(rows[row])),
        )
