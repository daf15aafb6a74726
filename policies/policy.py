"""What a policy is: whoever plays a seat."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np

from moonshine_env.seats import SeatBatch


@runtime_checkable
class Policy(Protocol):
    """Chooses actions from what seats see. No policy ever holds a game's own state.

    What it remembers of a game it keeps by `seats.games`, and forgets where `seats.started`. One whose only chance is
    one `rng.random(len(seats))` at each call plays the same match whatever games share a batch with it.
    """

    def act(self, seats: SeatBatch, rng: np.random.Generator) -> np.ndarray:
        """Choose one legal action for each of B open decisions.

        Args:
            seats: The decisions, each as its own seat sees it.
            rng: The only source of chance.

        Returns:
            `(B,)` int64, ids of legal actions.
        """
