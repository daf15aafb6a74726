"""What the benchmark times: whole games through the public API, at 4 seats, uniformly random legal choices."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numba
import numpy as np

import policies
from evaluation.match import play_match
from moonshine_env import kingdom_v0
from moonshine_env.kingdom.game import GAME
from moonshine_env.kingdom.phases.redeal import resolve_redeal
from policies.pack_network import KIND, tensor_shapes
from policies.packs import Manifest, Pack, PackPolicy
from policies.policy import Policy

NUM_GAMES = 1024
MATCH_BATCH = 256
DEMO_HIDDEN = [256, 256]  # layers of the demo run's network
_LOOP = 20_000_000

_FIRST_STEP = """
import sys, time
start = time.perf_counter()
from moonshine_env import kingdom_v0
env = kingdom_v0.env(num_players=4)
env.reset(seed=1)
observation, *_ = env.last()
env.step(int(observation["action_mask"].argmax()))
print(time.perf_counter() - start)
"""


@dataclass(frozen=True)
class Rate:
    """Decisions counted in a time.

    Attributes:
        decisions: Decisions that a player was asked.
        games: Games that ended.
        seconds: Wall time; of a match, the time that processors worked.
    """

    decisions: int
    games: int
    seconds: float

    @property
    def per_second(self) -> float:
        """Decisions per second."""
        return self.decisions / self.seconds


def measure_batch(seconds: float, *, observe: bool, threads: int = 1, seed: int = 0, cooperation: bool = True) -> Rate:
    """Step 1,024 games; the random choice inside the time."""
    batch = kingdom_v0.batch(
        NUM_GAMES, seed=seed, threads=threads, observe=observe, num_players=4, cooperation=cooperation
    )
    rng = np.random.default_rng(seed)
    # Warm up past the first Day, so that slots are spread over their games.
    for _ in range(200):
        batch.step(batch.sample(rng))
    games = steps = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        for _ in range(20):
            batch.step(batch.sample(rng))
            games += int(np.count_nonzero(batch.dones))
        steps += 20
    batch.close()
    return Rate(steps * NUM_GAMES, games, spent)


def make_match_policy(name: str, seed: int = 0) -> Policy:
    """Make who plays a match: `random`, `greedy`, or `pack`, a network of the demo run's shape with random weights."""
    if name != "pack":
        return policies.load(name)
    network = {"kind": KIND, "hidden": DEMO_HIDDEN}
    rng = np.random.default_rng(seed)
    tensors = {
        tensor: (0.05 * rng.standard_normal(shape)).astype(np.float32)
        for tensor, shape in tensor_shapes(network, GAME.num_features, GAME.num_actions).items()
    }
    manifest = Manifest("kingdom", "rulebook", [4], GAME.num_features, GAME.num_actions, {}, network, {}, [])
    return PackPolicy(Pack(manifest, tensors))


def measure_match(policy: Policy, games: int, seed: int = 0) -> Rate:
    """Play a match of four of a policy to its end, in this process; the time is that of one core's work."""
    play_match([policy] * 4, 4, seed)
    start = time.process_time()
    result = play_match([policy] * 4, games, seed, batch_size=MATCH_BATCH)
    spent = time.process_time() - start
    return Rate(int(result.records["decisions"].sum()), len(result), spent)


def measure_aec(seconds: float, *, raw: bool, seed: int = 0) -> Rate:
    """Play whole games: `last()`, a random legal action by `np.flatnonzero`, `step`."""
    make = kingdom_v0.raw_env if raw else kingdom_v0.env
    env = make(num_players=4)
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    decisions = games = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        env.reset(seed=seed + games)
        while True:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(rng.random() * len(legal))]))
            decisions += 1
        games += 1
    return Rate(decisions, games, spent)


@numba.njit(nogil=True)  # type: ignore[untyped-decorator]
def _plain_loop(n: int, x: int) -> int:
    for k in range(n):
        x = (x * 1103515245 + 12345 + k) & 0x7FFFFFFF
    return x


def measure_plain_speedup() -> float:
    """Return what an independent arithmetic loop gains from two threads (2 = all that two cores can give)."""
    _plain_loop(10, 1)
    start = time.perf_counter()
    _plain_loop(_LOOP, 1)
    _plain_loop(_LOOP, 2)
    alone = time.perf_counter() - start
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(_plain_loop, (10, 10), (1, 2)))
        start = time.perf_counter()
        list(pool.map(_plain_loop, (_LOOP, _LOOP), (1, 2)))
        together = time.perf_counter() - start
    return alone / together


def measure_batch_speedup(seconds: float, seed: int = 0) -> float:
    """Return what a batch, choices included, gains from two threads."""
    alone = measure_batch(seconds, observe=True, threads=1, seed=seed).per_second
    return measure_batch(seconds, observe=True, threads=2, seed=seed).per_second / alone


@numba.njit(nogil=True)  # type: ignore[untyped-decorator]
def _copy(words: np.ndarray, i: int) -> None:
    """Copy record 0 to record `i`, both seen as 8-byte words: a tenth of the time of assigning the record."""
    for j in range(words.shape[1]):
        words[i, j] = words[0, j]


@numba.njit(nogil=True)  # type: ignore[untyped-decorator]
def _clone_loop(words: np.ndarray, n: int) -> None:
    for k in range(n):
        _copy(words, (k & 63) + 1)


@numba.njit(nogil=True)  # type: ignore[untyped-decorator]
def _redeal_loop(tables: np.ndarray, states: np.ndarray, words: np.ndarray, n: int) -> None:
    for k in range(n):
        i = (k & 63) + 1
        _copy(words, i)
        resolve_redeal(tables[0], states[i], states[i]["acting_player"], np.uint64(k))


def make_mid_game() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the tables, `(65,)` STATE whose record 0 is in mid-game, and the same memory as 8-byte words."""
    batch = kingdom_v0.batch(1, seed=5, num_players=4)
    rng = np.random.default_rng(5)
    while batch.states["day"][0] < 6:
        batch.step(batch.sample(rng))
    states = np.zeros(65, GAME.state)
    states[0] = batch.states[0]
    return batch.content.tables, states, states.view(np.uint64).reshape(len(states), -1)


def measure_clone_and_redeal(repeats: int = 20_000) -> tuple[float, float]:
    """Return microseconds to copy a state, and to copy and redeal it, inside compiled code; in mid-game."""
    tables, states, words = make_mid_game()
    _clone_loop(words, 10)
    _redeal_loop(tables, states, words, 10)
    start = time.perf_counter()
    _clone_loop(words, repeats)
    cloned = time.perf_counter()
    _redeal_loop(tables, states, words, repeats)
    dealt = time.perf_counter()
    return (cloned - start) / repeats * 1e6, (dealt - cloned) / repeats * 1e6


def measure_first_step() -> tuple[float, float]:
    """Return seconds from import to the end of the first `env.step`, nothing compiled before, then all of it."""
    with tempfile.TemporaryDirectory() as folder:
        times = []
        for _ in range(2):
            done = subprocess.run(
                [sys.executable, "-c", _FIRST_STEP],
                capture_output=True,
                text=True,
                check=True,
                env={**os.environ, "MOONSHINE_CACHE_DIR": folder},
            )
            times.append(float(done.stdout))
    return times[0], times[1]


def count_decisions_per_game(slots: int = 256, seed: int = 0) -> float:
    """Return the decisions that random players are asked in a 4-player game, forced ones left out."""
    batch = kingdom_v0.batch(slots, seed=seed, observe=False, num_players=4)
    rng = np.random.default_rng(seed)
    asked: list[int] = []
    # The first game of every slot, and all of them: stopping sooner would favour short games.
    waiting = np.ones(slots, bool)
    while waiting.any():
        batch.step(batch.sample(rng))
        ended = batch.dones & waiting
        asked += batch.results["decisions"][ended].tolist()
        waiting &= ~ended
    return float(np.mean(asked))


def same_games(slots: int = 4, seed: int = 3) -> bool:
    """Replay a batch's first games in the AEC environment; True if observations and masks are the same bytes."""
    batch = kingdom_v0.batch(slots, seed=seed, num_players=4)
    envs = [kingdom_v0.raw_env(num_players=4, observation_dtype="uint8") for _ in range(slots)]
    for env, game_seed in zip(envs, batch.states["seed"], strict=True):
        env.reset(seed=int(game_seed))
    rng = np.random.default_rng(seed)
    playing = np.ones(slots, bool)
    while playing.any():
        for b in np.flatnonzero(playing):
            seen = envs[b].last()[0]
            if seen["observation"].tobytes() != batch.observations[b].tobytes():
                return False
            if seen["action_mask"].tobytes() != batch.masks[b].tobytes():
                return False
            if envs[b].agent_selection != f"player_{batch.actors[b]}":
                return False
        actions = batch.sample(rng)
        for b in np.flatnonzero(playing):
            envs[b].step(int(actions[b]))
        batch.step(actions)
        for b in np.flatnonzero(playing & batch.dones):
            if not all(envs[b].terminations.values()):
                return False
            rewards = [envs[b].rewards[f"player_{seat}"] for seat in range(4)]
            if not np.allclose(rewards, batch.rewards[b]):
                return False
        playing &= ~batch.dones
    return True
