"""The tables at which training plays: games of several sizes side by side, and who sits where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from moonshine_env.batch import Batch
from policies import Policy

ALL_LEARN = -1


@dataclass(frozen=True)
class Opponent:
    """Someone who is met in a share of the games.

    Attributes:
        policy: Who it is.
        share: Share of games in which all seats but one, drawn at random, are this policy's. 0 to 1.
    """

    policy: Policy
    share: float


class Tables:
    """Slots with a game each, of possibly different numbers of players, stepped together.

    In the games that no opponent takes part in, the learner has every seat.

    Args:
        batches: One for each table size; made with `auto_reset`.
        opponents: Whom the learner also meets; the shares add up to at most 1.
        potential: `(B, F)` uint8 -> `(B,)` float32; see `shaping`.
        seed: Of who sits where, and of the opponents' chances.

    Attributes:
        observations: `(B, F)` uint8, of the seat to move in each slot; overwritten by the next step.
        masks: `(B, A)` int8, likewise.
        actors: `(B,)` int64, the seat to move.
        chains: `(B,)` int64, slot x seats + seat to move.
    """

    def __init__(
        self,
        batches: Sequence[Batch],
        *,
        opponents: Sequence[Opponent] = (),
        potential: Callable[[np.ndarray], np.ndarray] | None = None,
        seed: int = 0,
    ) -> None:
        self.batches = list(batches)
        self.opponents = list(opponents)
        self._potential = potential
        self._rng = np.random.default_rng(seed)
        self._seats = max(batch.rewards.shape[1] for batch in self.batches)
        self._players = np.concatenate([np.full(batch.num_games, batch.num_players) for batch in self.batches])
        cuts = np.cumsum([batch.num_games for batch in self.batches])
        self._slices = [slice(cut - batch.num_games, cut) for cut, batch in zip(cuts, self.batches, strict=True)]
        self.num_slots = int(cuts[-1])
        self.num_chains = self.num_slots * self._seats
        first = self.batches[0]
        self.observations = np.zeros((self.num_slots, first.observations.shape[1]), np.uint8)
        self.masks = np.zeros((self.num_slots, first.masks.shape[1]), np.int8)
        self.actors = np.zeros(self.num_slots, np.int64)
        self.chains = np.zeros(self.num_slots, np.int64)
        self._met = np.full(self.num_slots, ALL_LEARN)
        self._own_seat = np.zeros(self.num_slots, np.int64)
        self._rewarded = (np.zeros(0, np.int64), np.zeros(0, np.float32))
        self._results: list[np.ndarray] = []
        self._seat(np.arange(self.num_slots))
        self._look()

    def learning_rows(self) -> np.ndarray:
        """Return the slots whose seat to move is the learner's, `(k,)`."""
        return np.flatnonzero((self._met == ALL_LEARN) | (self._own_seat == self.actors))

    def potentials(self) -> np.ndarray:
        """Return how well the seat to move stands in each slot, `(B,)` float32."""
        if self._potential is None:
            return np.zeros(self.num_slots, np.float32)
        return self._potential(self.observations)

    def step(self, rows: np.ndarray, actions: np.ndarray) -> None:
        """Play one decision in every slot.

        Args:
            rows: What `learning_rows` returned.
            actions: `(k,)`, the learner's choices there; opponents choose for themselves.
        """
        chosen = np.zeros(self.num_slots, np.int64)
        chosen[rows] = actions
        for number, opponent in enumerate(self.opponents):
            theirs = (self._met == number) & (self._own_seat != self.actors)
            if theirs.any():
                chosen[theirs] = self._ask(opponent.policy, theirs)
        for batch, part in zip(self.batches, self._slices, strict=True):
            batch.step(chosen[part])
        self._settle()
        self._look()

    def rewarded(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the learner's seats in games that ended in the last step: chains `(k,)` and their rewards `(k,)`."""
        return self._rewarded

    def take_results(self) -> list[np.ndarray]:
        """Return the results of the games that ended since the last call, an array for each table size and step."""
        results, self._results = self._results, []
        return results

    def close(self) -> None:
        """Stop the threads of the batches."""
        for batch in self.batches:
            batch.close()

    def _ask(self, policy: Policy, wanted: np.ndarray) -> np.ndarray:
        answers: list[np.ndarray] = []
        for number, (batch, part) in enumerate(zip(self.batches, self._slices, strict=True)):
            rows = np.flatnonzero(wanted[part])
            if len(rows):
                seats = batch.seats().take(rows)
                seats = replace(seats, games=seats.games * len(self.batches) + number)
                answers.append(policy.act(seats, self._rng))
        return np.concatenate(answers)

    def _settle(self) -> None:
        """Note rewards and results of finished games, and seat the next ones."""
        chains, rewards, ended = [], [], []
        for batch, part in zip(self.batches, self._slices, strict=True):
            done = np.flatnonzero(batch.dones)
            if not len(done):
                continue
            self._results.append(batch.results[done].copy())
            ended.append(done + part.start)
            for slot in done.tolist():
                learning = self._learning_seats(slot + part.start)
                chains.append((slot + part.start) * self._seats + learning)
                rewards.append(batch.rewards[slot, learning])
        if not ended:
            self._rewarded = (np.zeros(0, np.int64), np.zeros(0, np.float32))
            return
        self._rewarded = (np.concatenate(chains), np.concatenate(rewards))
        self._seat(np.concatenate(ended))

    def _learning_seats(self, slot: int) -> np.ndarray:
        if self._met[slot] == ALL_LEARN:
            return np.arange(self._players[slot])
        return self._own_seat[slot : slot + 1]

    def _seat(self, slots: np.ndarray) -> None:
        """Draw who plays the new games of some slots."""
        shares = np.cumsum([opponent.share for opponent in self.opponents])
        met = np.searchsorted(shares, self._rng.random(len(slots)), side="right")
        self._met[slots] = np.where(met < len(shares), met, ALL_LEARN)
        self._own_seat[slots] = self._rng.integers(self._players[slots])

    def _look(self) -> None:
        for batch, part in zip(self.batches, self._slices, strict=True):
            self.observations[part] = batch.observations
            self.masks[part] = batch.masks
            self.actors[part] = batch.actors
        self.chains[:] = np.arange(self.num_slots) * self._seats + self.actors
