"""A tiny turn-based game with the interface of `moonshine_env.batch.Batch`, for tests of training."""

from __future__ import annotations

import numpy as np

from moonshine_env.seats import SeatBatch

NUM_FEATURES = 4
NUM_ACTIONS = 3
IN_A_ROW = 2  # decisions that each seat makes before the next one's
RESULT = np.dtype(
    [
        ("places", np.int16, (2,)),
        ("respect", np.int32, (2,)),
        ("num_players", np.int16),
        ("day", np.int16),
        ("ending", np.int16),
        ("decisions", np.int32),
    ]
)


class EchoBatch:
    """Two seats; seat 0 decides twice, then seat 1 twice, then the game is over.

    Each decision shows a bit, and the seat should say it (action 0 or 1; action 2 is never legal). A seat gains a
    point for each right answer, and its rival loses one: `rewards` sum to 0, and seat 1 always moves last.

    Observation: the bit, its opposite, the seat (0 or 1), a constant.
    """

    def __init__(self, num_games: int, seed: int = 0) -> None:
        self.num_games = num_games
        self.num_players = 2
        self.observations = np.zeros((num_games, NUM_FEATURES), np.uint8)
        self.masks = np.tile(np.array([1, 1, 0], np.int8), (num_games, 1))
        self.actors = np.zeros(num_games, np.int16)
        self.started = np.zeros(num_games, np.int8)
        self.rewards = np.zeros((num_games, 2), np.float32)
        self.dones = np.zeros(num_games, bool)
        self.results = np.zeros(num_games, RESULT)
        self.right = np.zeros((num_games, 2), np.int64)
        self.answers = [0, 0]  # how many were right, of how many
        self._nth = np.zeros(num_games, np.int64)
        self._move = np.zeros(num_games, np.int64)
        self._rng = np.random.default_rng(seed)
        self._show()

    @property
    def game_ids(self) -> np.ndarray:
        return self._nth * self.num_games + np.arange(self.num_games)

    def seats(self) -> SeatBatch:
        return SeatBatch(
            self.observations,
            self.masks,
            self.game_ids,
            self.actors.astype(np.int64),
            self.started.view(bool),
            lambda b: {"bit": int(self.observations[b, 0])},
        )

    def step(self, actions: np.ndarray) -> None:
        is_right = actions == self.observations[:, 0]
        self.answers[0] += int(is_right.sum())
        self.answers[1] += len(actions)
        self.right[np.arange(self.num_games), self.actors] += is_right
        self._move += 1
        self.dones = self._move == 2 * IN_A_ROW
        margin = self.right[:, 0] - self.right[:, 1]
        self.rewards[:] = np.where(self.dones[:, None], np.stack([margin, -margin], 1), 0)
        self.results["places"] = np.stack([1 + (margin < 0), 1 + (margin > 0)], 1)
        self.results["num_players"] = 2
        self.results["respect"] = self.right
        self.results["decisions"] = self._move
        self._nth += self.dones
        self._move[self.dones] = 0
        self.right[self.dones] = 0
        self._show()

    def close(self) -> None:
        pass

    def _show(self) -> None:
        bits = self._rng.integers(2, size=self.num_games)
        self.actors[:] = self._move // IN_A_ROW
        self.started[:] = self._move % IN_A_ROW == 0
        self.observations[:] = np.stack([bits, 1 - bits, self.actors, np.ones_like(bits)], 1)
