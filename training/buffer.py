"""The rollout buffer: one row a decision, in order of time, whichever game and seat it came from."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer, MaskableRolloutBufferSamples

from training.credit import estimate_credit, shape_rewards

NO_ROW = -1


class DecisionBuffer(MaskableRolloutBuffer):
    """A rollout of N decisions that keeps apart what each seat of each game decided and received.

    Observations are uint8 and masks bool, as they come (sb3-contrib's own buffer would keep masks as float32), and
    memory is claimed once. A *chain* is what one seat decides in one slot; see `credit`.

    Attributes:
        chains: `(N,)` int64.
        ends: `(N,)` bool, the seat's last decision of its game.
        potentials: `(N,)` float32.
    """

    def __init__(
        self,
        buffer_size: int,
        observation_space: spaces.Box,
        action_space: spaces.Discrete,
        device: torch.device | str = "auto",
        gae_lambda: float = 0.95,
        gamma: float = 1.0,
        n_envs: int = 1,
        *,
        num_chains: int,
        seed: int = 0,
    ) -> None:
        """Claim memory for `buffer_size` decisions of `num_chains` chains; `n_envs` is not used."""
        features, actions = observation_space.shape[0], int(action_space.n)
        self.observations = np.zeros((buffer_size, features), np.uint8)
        self.action_masks = np.zeros((buffer_size, actions), bool)
        self.actions = np.zeros(buffer_size, np.int64)
        self.values = np.zeros(buffer_size, np.float32)
        self.log_probs = np.zeros(buffer_size, np.float32)
        self.rewards = np.zeros(buffer_size, np.float32)
        self.ends = np.zeros(buffer_size, bool)
        self.potentials = np.zeros(buffer_size, np.float32)
        self.chains = np.zeros(buffer_size, np.int64)
        self.advantages = np.zeros(buffer_size, np.float32)
        self.returns = np.zeros(buffer_size, np.float32)
        self._last_row = np.full(num_chains, NO_ROW)
        self._learnable = np.zeros(0, np.int64)
        self._open = np.zeros(0, np.int64)
        self._rng = np.random.default_rng(seed)
        super().__init__(buffer_size, observation_space, action_space, device, gae_lambda, gamma, n_envs)

    @property
    def room(self) -> int:
        """How many more decisions fit."""
        return self.buffer_size - self.pos

    @property
    def num_learnable(self) -> int:
        """How many decisions of the finished rollout have an advantage."""
        return len(self._learnable)

    def reset(self) -> None:
        """Begin a rollout with the open decisions of the last one; all else is forgotten."""
        kept = self._open
        for column in self._columns():
            column[: len(kept)] = column[kept]
        self._last_row[:] = NO_ROW
        self._last_row[self.chains[: len(kept)]] = np.arange(len(kept))
        self._open = self._open[:0]
        self.pos = len(kept)
        self.full = False

    def append(
        self,
        chains: np.ndarray,
        observations: np.ndarray,
        action_masks: np.ndarray,
        actions: np.ndarray,
        values: np.ndarray,
        log_probs: np.ndarray,
        potentials: np.ndarray,
    ) -> None:
        """Add decisions of different chains that were made at the same time, `(k, ...)` each; copies."""
        rows = slice(self.pos, self.pos + len(chains))
        self.chains[rows] = chains
        self.observations[rows] = observations
        self.action_masks[rows] = action_masks
        self.actions[rows] = actions
        self.values[rows] = values
        self.log_probs[rows] = log_probs
        self.potentials[rows] = potentials
        self.rewards[rows] = 0
        self.ends[rows] = False
        self._last_row[chains] = np.arange(rows.start, rows.stop)
        self.pos = rows.stop

    def end_games(self, chains: np.ndarray, rewards: np.ndarray) -> None:
        """Give the seats of finished games, `(k,)` chains, their rewards, whoever moved last.

        A seat that decided nothing has no row, and nothing to learn.
        """
        rows = self._last_row[chains]
        there = rows != NO_ROW
        self.rewards[rows[there]] += rewards[there]
        self.ends[rows[there]] = True
        self._last_row[chains] = NO_ROW

    def finish(self) -> None:
        """Work out advantages and returns of the rollout."""
        now = slice(0, self.pos)
        chains, ends = self.chains[now], self.ends[now]
        shaped = shape_rewards(chains, self.rewards[now], ends, self.potentials[now], self.gamma)
        credit = estimate_credit(chains, shaped, ends, self.values[now], self.gamma, self.gae_lambda)
        self.advantages[now] = credit.advantages
        self.returns[now] = credit.returns
        # The library looks at all rows to say how well values explain returns: let unused ones say nothing.
        self.values[self.pos :] = self.returns[self.pos :] = 0
        self._open = np.flatnonzero(credit.is_open)
        self._learnable = np.flatnonzero(~credit.is_open)
        self.full = True

    def get(self, batch_size: int | None = None) -> Generator[MaskableRolloutBufferSamples, None, None]:  # type: ignore[override]  # theirs, too, gives masks
        """Yield the learnable decisions once, in random minibatches of nearly equal size, at most `batch_size`."""
        rows = self._rng.permutation(self._learnable)
        parts = -(-len(rows) // (batch_size or len(rows)))
        for part in np.array_split(rows, parts):
            yield MaskableRolloutBufferSamples(
                observations=self.to_torch(self.observations[part]),
                actions=self.to_torch(self.actions[part]),
                old_values=self.to_torch(self.values[part]),
                old_log_prob=self.to_torch(self.log_probs[part]),
                advantages=self.to_torch(self.advantages[part]),
                returns=self.to_torch(self.returns[part]),
                action_masks=self.to_torch(self.action_masks[part]),
            )

    def _columns(self) -> tuple[np.ndarray, ...]:
        return (
            self.observations,
            self.action_masks,
            self.actions,
            self.values,
            self.log_probs,
            self.rewards,
            self.ends,
            self.potentials,
            self.chains,
        )

    def add(self, *args: Any, **kwargs: Any) -> None:
        """Refuse what SB3's own rollouts would call: it knows neither game nor seat."""
        raise NotImplementedError("decisions are added by `append`, which is told their chains")
