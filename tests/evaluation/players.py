"""Small policies for tests of matches."""

from __future__ import annotations

import numpy as np


class FirstLegal:
    """Takes the legal action of the least id, and remembers what it was asked."""

    def __init__(self):
        self.asked = []

    def act(self, seats, rng):
        self.asked += zip(seats.games.tolist(), seats.seats.tolist(), seats.started.tolist(), strict=True)
        return np.argmax(seats.masks, axis=1).astype(np.int64)


class Wrong:
    """Answers as it is told."""

    def __init__(self, answer):
        self.answer = answer

    def act(self, seats, rng):
        return self.answer(seats)


class Breaks:
    """Raises at its n-th call; as an entry point it raises in any process."""

    def __init__(self, calls):
        self.calls = calls

    def act(self, seats, rng):
        self.calls -= 1
        if self.calls < 0:
            raise ZeroDivisionError("division by zero")
        return np.argmax(seats.masks, axis=1).astype(np.int64)
