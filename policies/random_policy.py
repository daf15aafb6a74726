"""The policy `random`: every legal action is as likely as every other."""

from __future__ import annotations

from typing import Any

import numpy as np

from moonshine_env.seats import SeatBatch


class RandomPolicy:
    """Chooses uniformly among the legal actions."""

    def act(self, seats: SeatBatch, rng: np.random.Generator) -> np.ndarray:
        """Choose one legal action for each of B decisions, `(B,)` int64; one random number is drawn for each."""
        masks = np.ascontiguousarray(seats.masks)
        rows, actions = np.nonzero(masks.view(bool))
        counts = np.bincount(rows, minlength=len(masks))
        if len(counts) and counts.min() == 0:
            raise ValueError(f"row {int(counts.argmin())} has no legal action: its game is over")
        picks = (rng.random(len(masks)) * counts).astype(np.int64)
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
