"""The policy `greedy`: a scripted player that tries what it can do and keeps what it holds to be worth most.

It works from its seat's observation alone, decoded into one position that the seat cannot tell from the real one. It
thinks one Play ahead, through good and bad rolls of its own making, and weighs where that leads (`worth`).
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np

from moonshine_env.kingdom.tables import Content, load_content
from moonshine_env.seats import SeatBatch
from policies.compiled import announce_policy
from policies.greedy.deciding import decide
from policies.greedy.known import know
from policies.greedy.mind import NOTES
from policies.greedy.weights import DEFAULT, WEIGHT

__all__ = ["GreedyPolicy", "make"]


class GreedyPolicy:
    """Plays Moonshine Kingdom by rule and one Play of foresight; no chance in it, and no memory.

    Args:
        content: Components of the game; those of the printed game if None.
        weights: `(len(weights.NAMES),)` float64, what things are worth to it; None for its own.
    """

    def __init__(self, content: Content | None = None, weights: np.ndarray | None = None) -> None:
        self._tables = (content or load_content(None)).tables
        numbers = np.array(DEFAULT if weights is None else weights, np.float64)
        if numbers.shape != DEFAULT.shape:
            raise ValueError(f"weights have shape {numbers.shape}; expected {DEFAULT.shape}, see greedy/weights.py")
        self._weights = numbers.view(WEIGHT)
        # Room to think in, one for each thread.
        self._local = threading.local()
        self._known = know(self._tables, self._weights)
        announce_policy(Path(__file__).resolve().parent)

    def act(self, seats: SeatBatch, rng: np.random.Generator) -> np.ndarray:
        """Choose one legal action for each of B decisions, `(B,)` int64; `rng` is not used."""
        actions = np.zeros(len(seats), np.int64)
        notes = getattr(self._local, "notes", None)
        if notes is None:
            notes = self._local.notes = np.zeros(1, NOTES)
        decide(
            self._tables,
            self._known,
            self._weights,
            np.ascontiguousarray(seats.observations),
            np.ascontiguousarray(seats.masks),
            notes,
            actions,
        )
        return actions


def make(argument: str = "", *, content: Content | None = None, **_context: Any) -> GreedyPolicy:
    """Play by rule: `greedy`.

    Args:
        argument: None is known.
        content: Components of the game to be played; None for the printed ones.

    Raises:
        ValueError: An argument was given.
    """
    if argument:
        raise ValueError(f"greedy:{argument} does not fit: the policy 'greedy' takes no argument")
    return GreedyPolicy(content)
