"""Chance for policies in matches: a stream for each seat of a block, whatever games share a batch."""

from __future__ import annotations

from typing import Any

import numpy as np

from moonshine_env.engine.chance import derived_seed

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S11 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(11)
_UNIT = 2.0**-53
POLICY_STREAM = 1  # purpose, so that no stream of a policy is the key of a game


def splitmix(keys: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return the `counts`-th output (from 0) of SplitMix64 seeded with each key.

    Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014, figure 16.

    Args:
        keys: `(B,)` uint64.
        counts: `(B,)` integers from 0.

    Returns:
        `(B,)` uint64.
    """
    word = keys + (counts.astype(np.uint64) + np.uint64(1)) * _GAMMA
    word = (word ^ (word >> _S30)) * _MIX_1
    word = (word ^ (word >> _S27)) * _MIX_2
    mixed: np.ndarray = word ^ (word >> _S31)
    return mixed


def seat_keys(seed: int, players: int) -> np.ndarray:
    """Return the keys of the streams of a game's seats, `(players,)` uint64.

    They hang on the game's seed and the seat alone: whoever sits there in another game of the block has the same luck.
    """
    return np.array([derived_seed(np.uint64(seed), seat, POLICY_STREAM) for seat in range(players)], np.uint64)


class SeatLuck(np.random.Generator):
    """The chance that a policy is called with: `random(B)` gives each of its B rows the next number of its own stream.

    A policy that draws just so (see `policies.policy`) plays the same match in any company. All else comes from one
    common stream.

    Args:
        rows: How many games go on at once.
        players: Seats of each.
        seed: Of the common stream.
    """

    def __init__(self, rows: int, players: int, seed: int) -> None:
        super().__init__(np.random.PCG64(seed))
        self.keys = np.zeros((rows, players), np.uint64)
        self.counts = np.zeros((rows, players), np.int64)
        self._rows = self._seats = np.zeros(0, np.int64)

    def start(self, row: int, seed: int) -> None:
        """Begin the streams of a new game."""
        players = self.keys.shape[1]
        self.keys[row] = seat_keys(seed, players)
        self.counts[row] = 0

    def turn_to(self, rows: np.ndarray, seats: np.ndarray) -> None:
        """Say whose decisions the next call is about, `(B,)` each."""
        self._rows, self._seats = rows, seats

    def random(self, size: Any = None, *args: Any, **keywords: Any) -> Any:
        """Draw from [0, 1); one number from each row's own stream if `size` is their number."""
        if size not in (len(self._rows), (len(self._rows),)) or args or keywords:
            return super().random(size, *args, **keywords)
        counts = self.counts[self._rows, self._seats]
        self.counts[self._rows, self._seats] = counts + 1
        return (splitmix(self.keys[self._rows, self._seats], counts) >> _S11) * _UNIT
