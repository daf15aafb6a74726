"""Many games at once, turn-based from the start: each slot shows one decision of whichever seat is to move."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from moonshine_env.engine.chance import derive_seeds
from moonshine_env.engine.game import Game
from moonshine_env.engine.jit import announce_compile
from moonshine_env.engine.masks import find_illegal, sample_range
from moonshine_env.engine.slots import result_dtype, slot_dtype
from moonshine_env.rewards import final_rewards
from moonshine_env.seats import SeatBatch
from moonshine_env.settings import game_key, read_count, read_reset_options, read_settings

OBSERVE, SKIP_FORCED, AUTO_RESET = 1, 2, 4
START = -1  # in place of an action: start the slot's game
_WORD = 8  # bytes of a mask that `sample` reads at once


class Batch:
    """B games of one kind, stepped together.

    Arrays are overwritten by the next step; copy what you keep. A finished game's slot starts its next game in the
    same step: after `dones[b]`, mask, observation and actor belong to the new game, while `rewards[b]` and
    `results[b]` tell of the old one. The n-th game of slot b has seed f(seed, b, n), whatever the threads and B.

    Attributes:
        observations: `(B, F)` uint8, raw features of the seat to move (zeros if `observe=False`).
        masks: `(B, A)` int8.
        counts: `(B,)` int16, legal actions; 0 only with `auto_reset=False`, when the slot's game is over.
        actors: `(B,)` int16, the seat to move.
        started: `(B,)` int8, 1 where that seat is asked for the first time in its game.
        rewards: `(B, P)` float32, nonzero only where `dones`.
        dones: `(B,)` bool.
        results: `(B,)` structured: places, respect, partner (-1 = none), num_players, day, ending, decisions (those
            shown), seed.
        game_ids: `(B,)` int64, a number that no other game of this batch has.
    """

    def __init__(
        self,
        game: Game,
        num_games: int,
        *,
        seed: int = 0,
        threads: int = 1,
        observe: bool = True,
        auto_reset: bool = True,
        start: dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        """Start B games.

        Args:
            game: What is played.
            num_games: B.
            seed: Of the whole run; any whole number from 0, as `reset` of the AEC environment takes it.
            threads: How many threads share the slots of a step.
            observe: False leaves observations out, for speed.
            auto_reset: False leaves a finished slot at rest until `reset`.
            start: Reset options for every game (`mobs`, `homes`, `tokens`, `stills`).
            **options: Environment options; observations are uint8 here, and nothing is drawn.

        Raises:
            ValueError: An argument or option that does not exist or fit, or that a batch cannot serve.
        """
        self.game = game
        self.num_games = num_games = read_count("num_games", num_games, 1)
        threads = read_count("threads", threads, 1)
        for name, value in (("observe", observe), ("auto_reset", auto_reset)):
            if not isinstance(value, bool | np.bool_):
                raise ValueError(f"{name}={value!r} does not fit; expected True or False")
        self.seed = seed
        self._key = np.uint64(game_key(seed))
        self.settings = read_settings(game, options)
        self._refuse_what_is_not_done(options)
        self.content = self.settings.content
        self._tables = self.content.tables
        self._options = self.settings.rules
        self._start = np.concatenate(game.read_start(self.content, self.num_players, self._read_start(start)))
        self._flags = OBSERVE * observe + SKIP_FORCED * self.settings.skip_forced + AUTO_RESET * auto_reset
        players = game.max_players
        width = -(-game.num_actions // _WORD) * _WORD
        self.states = np.zeros(num_games, game.state)
        self._slots = np.zeros(num_games, slot_dtype(players))
        self.results = np.zeros(num_games, result_dtype(players))
        self._masks = np.zeros((num_games, width), np.int8)
        self._mask_words = self._masks.view(np.uint64)
        self.masks = self._masks[:, : game.num_actions]
        self.observations = np.zeros((num_games, game.num_features), np.uint8)
        self.rewards = np.zeros((num_games, players), np.float32)
        self._sampled = np.zeros(num_games, np.int64)
        self.counts = self._slots["count"]
        self.actors = self._slots["actor"]
        self.started = self._slots["started"]
        cuts = np.linspace(0, num_games, threads + 1).astype(int)
        self._ranges = [(int(low), int(high)) for low, high in pairwise(cuts) if low < high]
        self._pool = ThreadPoolExecutor(len(self._ranges) - 1) if len(self._ranges) > 1 else None
        announce_compile()
        self.reset()

    @property
    def num_players(self) -> int:
        """Seats of each game."""
        return self.settings.num_players

    @property
    def dones(self) -> np.ndarray:
        """`(B,)` bool: games that ended in the last step."""
        return self._slots["done"].view(bool)

    @property
    def game_ids(self) -> np.ndarray:
        """`(B,)` int64: which game each slot plays; made when asked."""
        return self._slots["nth"] * self.num_games + np.arange(self.num_games)

    def reset(self, seeds: np.ndarray | None = None) -> None:
        """Start every slot anew.

        Args:
            seeds: `(B,)` whole numbers from 0, the games' own seeds; None derives them from the run's seed, game
                number 0.

        Raises:
            ValueError: Seeds that do not fit; no game has moved.
        """
        if seeds is None:
            keys = np.zeros(self.num_games, np.uint64)
            derive_seeds(self._key, 0, keys)
        else:
            if np.ndim(seeds) != 1 or len(seeds) != self.num_games:
                raise ValueError(f"seeds have shape {np.shape(seeds)}, expected ({self.num_games},): one for each game")
            keys = np.array([game_key(seed) for seed in seeds], np.uint64)
        self.results["seed"] = keys
        self._slots["nth"] = 0
        self._run(self._step_range, np.full(self.num_games, START, np.int64))
        self.rewards[:] = 0

    def start(self, slot: int, seed: int, start: np.ndarray | None = None) -> None:
        """Start one slot anew, whatever its game.

        Args:
            slot: Which.
            seed: The game's own, a whole number from 0.
            start: What `game.read_start` returned, end to end, for this game alone; None = as the others.

        Raises:
            ValueError: A seed that does not fit.
        """
        self.results["seed"][slot] = np.uint64(game_key(seed))
        self._slots["nth"][slot] += 1
        self._step_range(slot, slot + 1, np.full(self.num_games, START, np.int64), start)
        self.rewards[slot] = 0

    def rest(self) -> None:
        """Take the games of all slots away; each rests, as after its end, until it is started."""
        self._slots["count"] = 0
        self._slots["done"] = 0

    def step(self, actions: np.ndarray) -> None:
        """Play one legal action in every slot (ignored where the game is over).

        Args:
            actions: `(B,)` integers.

        Raises:
            ValueError: An action that is not legal, or no whole number; no game has moved.
        """
        given = np.asarray(actions)
        if given.shape != (self.num_games,):
            raise ValueError(f"actions have shape {given.shape}, expected ({self.num_games},): one for each game")
        if given.dtype.kind not in "iu":
            raise ValueError(f"actions are {given.dtype}, expected integers, ids of actions; no game has moved")
        actions = np.ascontiguousarray(given, np.int64)
        wrong = find_illegal(0, self.num_games, self.masks, self.counts, actions)
        if wrong >= 0:
            raise ValueError(f"slot {wrong}: {self._why_illegal(wrong, int(actions[wrong]))}; no game has moved")
        self._run(self._step_range, actions)
        done = np.flatnonzero(self._slots["done"])
        self.rewards[:] = 0
        if len(done):
            ended = self.results[done]
            self.rewards[done] = final_rewards(
                ended["places"], ended["respect"], ended["num_players"], self.settings.reward, ended["partner"]
            )

    def sample(self, rng: np.random.Generator) -> np.ndarray:
        """Choose a uniformly random legal action in every slot; `(B,)` int64, overwritten by the next call."""
        words = rng.random(self.num_games)
        self._run(
            lambda low, high, words: sample_range(low, high, words, self.counts, self._mask_words, self._sampled),
            words,
        )
        return self._sampled

    def seats(self) -> SeatBatch:
        """Return the open decisions as policies take them; the arrays are those of the batch, not copies."""
        return SeatBatch(
            observations=self.observations,
            masks=self.masks,
            games=self.game_ids,
            seats=self.actors.astype(np.int64),
            started=self.started.view(bool),
            make_view=lambda b: self.game.dump(self.content, self.states, b, int(self.actors[b])),
        )

    def _refuse_what_is_not_done(self, options: dict[str, Any]) -> None:
        """Raise ValueError on options that are good elsewhere, but would have no effect here."""
        if "observation_dtype" in options and self.settings.observation_dtype != np.uint8:
            raise ValueError(
                "observation_dtype='float32' is not for a batch, whose observations are uint8; leave it out, and "
                "multiply by the scale of the features (`batch.game.scale`) where they are used"
            )
        if self.settings.render_mode is not None:
            raise ValueError(
                f"render_mode={self.settings.render_mode!r} is not for a batch, which draws nothing; leave it out"
            )

    def _read_start(self, start: Any) -> dict[str, Any]:
        """Check the reset options of all games; raises ValueError on those for one game alone."""
        given = read_reset_options("start", start)
        for name in ("position", "dice"):
            if given.get(name) is not None:
                raise ValueError(f"start: {name!r} is not for a batch; only `reset` of an environment takes it")
        return given

    def close(self) -> None:
        """Stop the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def _run(self, work: Callable[[int, int, np.ndarray], Any], values: np.ndarray) -> None:
        waiting = [self._pool.submit(work, low, high, values) for low, high in self._ranges[1:]] if self._pool else []
        work(*self._ranges[0], values)
        for future in waiting:
            future.result()

    def _step_range(self, low: int, high: int, actions: np.ndarray, start: np.ndarray | None = None) -> None:
        self.game.step_range(
            self._tables,
            self.states,
            low,
            high,
            actions,
            self._flags,
            self._key,
            self._options,
            self._start if start is None else start,
            self._slots,
            self.results,
            self._masks,
            self.observations,
        )

    def _why_illegal(self, slot: int, action: int) -> str:
        names = self.game.action_table(self.content).names
        legal = np.flatnonzero(self.masks[slot])
        name = f"{names[action]!r} ({action})" if 0 <= action < len(names) else str(action)
        shown = ", ".join(names[a] for a in legal[:8]) + (", ..." if len(legal) > 8 else "")
        decision = self.game.decision(self.states, slot)
        return f"action {name} is not legal at the decision {decision!r}; {len(legal)} are: {shown}"
