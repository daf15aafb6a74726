"""Matches: games between policies, many at once, with seats rotated.

The unit is a block: games with the same seed in which every policy plays every seat once. So no policy owes its
share to better seats or better luck. A match is a function of its policies, seed, games and options: not of how many
games were played at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from evaluation.statistics import clustered_mean_and_error, mean_and_error, wilson_interval
from moonshine_env.batch import Batch
from moonshine_env.engine.chance import derived_seed
from moonshine_env.engine.game import Game
from moonshine_env.registry import find_game
from moonshine_env.settings import read_settings
from policies.policy import Policy

DEFAULT_BATCH = 64
MOST_SEED = 2**64 - 1


class GameLuck(np.random.Generator):
    """Chance for the rows of one call, each from its own game and seat's stream.

    `random(B)` for B rows is what policies draw (see `policies.policy`): it gives each row the next number of its own
    stream, so that a game's luck does not depend on which games share the batch. All else comes from a common stream.
    """

    def __init__(self, common: np.random.BitGenerator) -> None:
        super().__init__(common)
        self._streams: list[np.random.Generator] = []

    def turn_to(self, streams: list[np.random.Generator]) -> None:
        """Say whose rows the next call is about."""
        self._streams = streams

    def random(self, size: Any = None, *args: Any, **keywords: Any) -> Any:
        """Draw from [0, 1); one number for each row if `size` is their number."""
        if size in (len(self._streams), (len(self._streams),)) and not args and not keywords:
            return np.array([stream.random() for stream in self._streams])
        return super().random(size, *args, **keywords)


@dataclass(frozen=True)
class Standing:
    """How one policy did in a match.

    Attributes:
        name: Its name.
        seats: How many of a game's seats it had.
        wins: Games that one of its seats won.
        share: wins / games; with 1 of N seats 1 / N is even.
        interval: Of the share, 95 %.
        place, place_error: Mean place of its seats, 1 = first, and the standard error.
        respect, respect_error: Mean Respect of its seats, likewise.
    """

    name: str
    seats: int
    wins: int
    share: float
    interval: tuple[float, float]
    place: float
    place_error: float
    respect: float
    respect_error: float


@dataclass(frozen=True)
class MatchResult:
    """Games of a match.

    Attributes:
        names: Name of each policy, N of them.
        seed: Of the match.
        seeds: `(G,)` uint64, of each game; games of a block follow each other.
        seats: `(G, N)`, seat of each policy.
        places: `(G, N)`, place of each policy, 1 = first.
        respect: `(G, N)`, net Respect of each policy.
        days, decisions: `(G,)`; decisions as they were asked, forced ones not counted.
        endings: `(G,)`, how each game ended, by number.
        ending_names: Names of those numbers.
    """

    names: tuple[str, ...]
    seed: int
    seeds: np.ndarray
    seats: np.ndarray
    places: np.ndarray
    respect: np.ndarray
    days: np.ndarray
    decisions: np.ndarray
    endings: np.ndarray
    ending_names: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.seeds)

    def standing(self, name: str) -> Standing:
        """Count how the policy of that name did, over all its seats."""
        mine = [k for k, other in enumerate(self.names) if other == name]
        wins = int((self.places[:, mine] == 1).sum())
        place, place_error = self._mean(self.places[:, mine])
        respect, respect_error = self._mean(self.respect[:, mine])
        return Standing(
            name=name,
            seats=len(mine),
            wins=wins,
            share=wins / len(self) if len(self) else float("nan"),
            interval=wilson_interval(wins, len(self)),
            place=place,
            place_error=place_error,
            respect=respect,
            respect_error=respect_error,
        )

    def standings(self) -> list[Standing]:
        """Count how every policy did, one row for each name, in the order they were named."""
        return [self.standing(name) for name in dict.fromkeys(self.names)]

    def ending_shares(self) -> dict[str, float]:
        """Return the share of games that ended each way."""
        return {
            name: float((self.endings == k).mean())
            for k, name in enumerate(self.ending_names)
            if (self.endings == k).any()
        }

    def _mean(self, values: np.ndarray) -> tuple[float, float]:
        """Average over seats, games and blocks, with blocks as the independent unit."""
        if len(self) == 0:
            return float("nan"), float("nan")
        return clustered_mean_and_error(values.mean(axis=1).reshape(-1, len(self.names)))

    def to_json(self) -> dict[str, Any]:
        """Return the result as a JSON-able dict: totals first, then every game."""
        day, day_error = mean_and_error(self.days)
        decisions, decisions_error = mean_and_error(self.decisions)
        return {
            "policies": list(self.names),
            "games": len(self),
            "seed": self.seed,
            "standings": [{**vars(standing), "interval": list(standing.interval)} for standing in self.standings()],
            "days": {"mean": day, "error": day_error},
            "decisions": {"mean": decisions, "error": decisions_error},
            "endings": self.ending_shares(),
            "results": [
                {
                    "seed": int(self.seeds[k]),
                    "seats": self.seats[k].tolist(),
                    "places": self.places[k].tolist(),
                    "respect": self.respect[k].tolist(),
                    "days": int(self.days[k]),
                    "decisions": int(self.decisions[k]),
                    "ending": self.ending_names[int(self.endings[k])],
                }
                for k in range(len(self))
            ],
        }


def count_games(games: int, players: int) -> int:
    """Round a number of games up to whole blocks."""
    return -(-games // players) * players


def play_match(
    policies: Sequence[Policy],
    games: int,
    seed: int = 0,
    *,
    names: Sequence[str] | None = None,
    game: Game | None = None,
    batch_size: int = DEFAULT_BATCH,
    threads: int = 1,
    progress: Callable[[MatchResult], Any] | None = None,
    **options: Any,
) -> MatchResult:
    """Play a match.

    Args:
        policies: One for each seat of a table; the same object may stand several times.
        games: How many, rounded up to whole blocks of as many games as there are policies.
        seed: Of the match.
        names: Names of the policies, for the result; policies of the same name are counted together.
        game: What is played; Moonshine Kingdom if None.
        batch_size: How many games go on at once; makes no difference to the result.
        threads: Threads that share the games' own work; likewise.
        progress: Called with the result so far whenever some games have ended.
        **options: Environment options; the number of players is that of the policies.

    Returns:
        The result.

    Raises:
        ValueError: Numbers or options that do not fit, or an illegal action (the sentence names the policy).
    """
    game = game or find_game("kingdom")
    for name, number in (("games", games), ("batch_size", batch_size)):
        if number < 1:
            raise ValueError(f"{name}={number} does not fit; expected a whole number, at least 1")
    if not 0 <= seed <= MOST_SEED:
        raise ValueError(f"seed={seed} does not fit; expected a whole number from 0 to {MOST_SEED}")
    names = tuple(names) if names is not None else tuple(f"policy_{k}" for k in range(len(policies)))
    if len(names) != len(policies):
        raise ValueError(f"{len(names)} names for {len(policies)} policies; each needs one")
    if options.setdefault("num_players", len(policies)) != len(policies):
        raise ValueError(
            f"num_players={options['num_players']}, but {len(policies)} policies: one is needed for a seat"
        )
    read_settings(game, options)
    match = _Match(game, tuple(policies), names, count_games(games, len(policies)), seed, options)
    for first in range(0, match.games, batch_size):
        match.play(first, min(batch_size, match.games - first), threads, progress)
    return match.result()


class _Match:
    """A match going on: where each game stands, and what has ended."""

    def __init__(
        self,
        game: Game,
        policies: tuple[Policy, ...],
        names: tuple[str, ...],
        games: int,
        seed: int,
        options: dict[str, Any],
    ) -> None:
        players = len(policies)
        self.game = game
        self.policies = policies
        self.names = names
        self.games = games
        self.seed = seed
        self.options = options
        numbers = np.arange(games)
        self.seeds = np.array([derived_seed(np.uint64(seed), block, 0) for block in numbers // players], np.uint64)
        # Policy k sits at seat k + rotation; the policy at a seat is the inverse of that.
        rotation = (numbers % players)[:, None]
        self.seats = (np.arange(players) + rotation) % players
        self.seated = (np.arange(players) - rotation) % players
        self.places = np.zeros((games, players), np.int64)
        self.respect = np.zeros((games, players), np.int64)
        self.days = np.zeros(games, np.int64)
        self.decisions = np.zeros(games, np.int64)
        self.endings = np.zeros(games, np.int64)
        self.ended = np.zeros(games, bool)
        # The same object at two seats is asked once for both.
        self.distinct = list({id(policy): policy for policy in policies}.values())
        self.asks = np.array([[id(policy) for policy in self.distinct].index(id(policy)) for policy in policies])

    def play(self, first: int, count: int, threads: int, progress: Callable[[MatchResult], Any] | None) -> None:
        """Play the games `first` .. `first + count` - 1 to their ends."""
        batch = Batch(self.game, count, threads=threads, auto_reset=False, **self.options)
        batch.reset(self.seeds[first : first + count])
        numbers = np.arange(first, first + count)
        streams = [[self._stream(number, seat) for seat in range(len(self.names))] for number in numbers.tolist()]
        luck = GameLuck(np.random.PCG64(np.random.SeedSequence(self.seed, spawn_key=(first,))))
        actions = np.zeros(count, np.int64)
        while (open_rows := np.flatnonzero(batch.counts)).size:
            seats = replace(batch.seats(), games=numbers)
            asked = self.asks[self.seated[numbers[open_rows], seats.seats[open_rows]]]
            for k, policy in enumerate(self.distinct):
                rows = open_rows[asked == k]
                if rows.size == 0:
                    continue
                luck.turn_to([streams[row][seats.seats[row]] for row in rows])
                actions[rows] = self._answer(k, policy.act(seats.take(rows), luck), batch, rows)
            batch.step(actions)
            done = np.flatnonzero(batch.dones & ~self.ended[numbers])
            if done.size:
                self._note(numbers[done], batch.results[done])
                if progress is not None:
                    progress(self.result())
        batch.close()

    def _stream(self, number: int, seat: int) -> np.random.Generator:
        """Make the stream of chance of a game's seat."""
        return np.random.Generator(np.random.PCG64(np.random.SeedSequence(self.seed, spawn_key=(number, seat, 1))))

    def _answer(self, k: int, answer: Any, batch: Batch, rows: np.ndarray) -> np.ndarray:
        """Check what a policy answered."""
        name = self.names[int(np.flatnonzero(self.asks == k)[0])]
        actions = np.asarray(answer)
        if actions.shape != rows.shape or not np.issubdtype(actions.dtype, np.integer):
            raise ValueError(
                f"the policy {name!r} answered with {actions.dtype} of shape {actions.shape}; "
                f"expected integers of shape {rows.shape}, an action for each decision"
            )
        outside = (actions < 0) | (actions >= self.game.num_actions)
        legal = ~outside & (batch.masks[rows, np.where(outside, 0, actions)] != 0)
        if not legal.all():
            wrong = int(np.flatnonzero(~legal)[0])
            raise ValueError(
                f"the policy {name!r} chose the action {int(actions[wrong])}, which is not legal "
                f"at the decision {self.game.decision(batch.states, int(rows[wrong]))!r}"
            )
        return actions

    def _note(self, numbers: np.ndarray, results: np.ndarray) -> None:
        """Write down games that have ended, by policy instead of by seat."""
        self.places[numbers] = np.take_along_axis(results["places"].astype(np.int64), self.seats[numbers], axis=1)
        self.respect[numbers] = np.take_along_axis(results["respect"].astype(np.int64), self.seats[numbers], axis=1)
        self.days[numbers] = results["day"]
        self.decisions[numbers] = results["decisions"]
        self.endings[numbers] = results["ending"]
        self.ended[numbers] = True

    def result(self) -> MatchResult:
        """Return what has ended; while the match goes on, whole blocks alone."""
        whole = self.ended.reshape(-1, len(self.names)).all(axis=1).repeat(len(self.names))
        return MatchResult(
            names=self.names,
            seed=self.seed,
            seeds=self.seeds[whole],
            seats=self.seats[whole],
            places=self.places[whole],
            respect=self.respect[whole],
            days=self.days[whole],
            decisions=self.decisions[whole],
            endings=self.endings[whole],
            ending_names=self.game.endings,
        )
