"""The policy `random`: every legal action is as likely as every other."""

from __future__ import annotations

from typing import Any

import numpy as np

from moonshine_env.seats import SeatBatch, list_legal


class RandomPolicy:
    """Chooses uniformly among the legal actions."""

    def act(self, seats: SeatBatch, rng: np.random.Generator) -> np.ndarray:
        """Choose one legal action for each of B decisions, `(B,)` int64; one random number is drawn for each."""
        return pick_legal(seats.masks, rng.random(len(seats)))


def pick_legal(masks: np.ndarray, drawn: np.ndarray) -> np.ndarray:
    """Choose a legal action for each row, all as likely as each other.

    Args:
        masks: `(B, A)` int8, at least one legal action each.
        drawn: `(B,)` in [0, 1).

    Returns:
        `(B,)` int64.

    Raises:
        ValueError: A row without a legal action.
    """
    rows, actions = list_legal(masks)
    counts = np.bincount(rows, minlength=len(masks))
    if len(counts) and counts.min() == 0:
        raise ValueError(f"row {int(counts.argmin())} has no legal action: its game is over")
    picks = (drawn * counts).astype(np.int64)
    chosen: np.ndarray = actions[counts.cumsum() - counts + picks]
    return chosen


def make(argument: str = "", **_context: Any) -> RandomPolicy:
    """Play at random: `random`.

    Raises:
        ValueError: An argument was given.
    """
    if argument:
        raise ValueError(f"random:{argument} does not fit: the policy 'random' takes no argument")
    return RandomPolicy()
