"""The ladder: everybody meets everybody, and what it says is kept to be checked against.

Each pair shares tables in every seating, two seats of four to each, all pairs from the same seeds. The baseline file
has every pair's block scores: a later check plays the same blocks again and compares them one by one, which takes few
games, and none at all to see that nothing has changed.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from evaluation.payoffs import alpha_rank, cycles
from evaluation.plan import Plan
from evaluation.ratings import Table, rate
from evaluation.results import describe_plan, plan_from
from evaluation.sprt import Sprt
from evaluation.statistics import bootstrap_interval, mean_and_error
from moonshine_env import __version__
from policies.shipped import shipped_packs

FORMAT = 1
BASELINE = Path(__file__).with_name("ladder.json")
BUILT_IN = ("random", "blunders:0.3:greedy", "blunders:0.1:greedy", "greedy")
ALPHA_RANK_ALPHA = 100.0  # from about there on, the ranking no longer changes
ELO = 400 / math.log(10)
OPENSKILL_ORDERS = 4
CHECK_DROP, CHECK_ALPHA, CHECK_BETA = 0.1, 0.05, 0.05


class LadderError(ValueError):
    """A baseline that cannot be used; the message says why."""


def everybody() -> tuple[str, ...]:
    """Return the specs of all that the package brings: those built in, and the packs that are shipped."""
    return (*BUILT_IN, *(f"pack:{name}" for name in shipped_packs()))


def plan_ladder(specs: Sequence[str], players: int = 4, **settings: Any) -> Plan:
    """Make the plan of a ladder: a table for each pair.

    Args:
        specs: Who climbs, at least two, each once.
        players: Seats of a table, an even number, so that both have as many.
        **settings: Fields of `Plan`: `seed`, `options`, `game_id`.

    Raises:
        ValueError: That does not fit.
    """
    names = tuple(specs)
    if len(names) < 2 or len(set(names)) != len(names):
        raise ValueError(f"a ladder needs at least two different policies; given: {', '.join(names) or 'none'}")
    if players % 2:
        raise ValueError(f"a ladder of tables of {players} is unfair: both of a pair need as many seats; take 2 or 4")
    half = players // 2
    tables = tuple((i,) * half + (j,) * half for i, j in combinations(range(len(names)), 2))
    return Plan(names, tables, seating="all", **settings)


def pair_scores(plan: Plan, records: np.ndarray) -> np.ndarray:
    """Return what the first of each pair won, `(blocks, tables)`: 1 = all games, 0 = none; whole blocks alone.

    A game that both win, as partners may in Blood Oath, is half a game for each.
    """
    seats = records["seats"]
    first = np.array([table[0] for table in plan.tables])[records["table"]][:, None]
    won = seats["won"] > 0
    mine = (won & (seats["entrant"] == first)).sum(axis=1)
    share = mine / won.sum(axis=1)
    blocks = int(records["block"].max()) + 1 if len(records) else 0
    sums, counts = np.zeros((blocks, len(plan.tables))), np.zeros((blocks, len(plan.tables)))
    np.add.at(sums, (records["block"], records["table"]), share)
    np.add.at(counts, (records["block"], records["table"]), 1)
    sizes = np.array([plan.size(table) for table in range(len(plan.tables))])
    whole = (counts == sizes).all(axis=1)
    scores: np.ndarray = sums[whole] / sizes
    return scores


@dataclass(frozen=True)
class Rung:
    """A place on the ladder.

    Attributes:
        name: Who stands there.
        elo, interval: Rating on the scale of Elo, with `random` or the last at 0, and its 95 % interval.
        share, share_interval: Share of games won from all others, each of them counting alike.
        alpha_rank: How long evolution would stay with it, see `payoffs.alpha_rank`.
        mu, sigma: Mean and deviation of its skill by OpenSkill, see `ratings.rate`; None if the games were not given.
    """

    name: str
    elo: float
    interval: tuple[float, float]
    share: float
    share_interval: tuple[float, float]
    alpha_rank: float
    mu: float | None = None
    sigma: float | None = None


@dataclass(frozen=True)
class Ladder:
    """A ladder that was played.

    Attributes:
        plan: Which games.
        scores: `(blocks, tables)`, see `pair_scores`.
        rungs: From the top.
        payoffs, errors: `(K, K)`, share of games that the row wins from the column, and its standard error.
        cycles: Who beats whom in a ring, beyond doubt.
    """

    plan: Plan
    scores: np.ndarray
    rungs: tuple[Rung, ...]
    payoffs: np.ndarray
    errors: np.ndarray
    cycles: tuple[tuple[str, str, str], ...]


def bradley_terry(payoffs: np.ndarray, prior: float = 0.5) -> np.ndarray:
    """Return log strengths that give the expected shares, sum 0.

    Zermelo (1929), Bradley and Terry, Biometrika 39 (1952) 324-345; Hunter's MM algorithm, Annals of Statistics 32
    (2004) 384-406.

    Args:
        payoffs: `(K, K)`, share that the row wins from the column; the diagonal does not count.
        prior: Added to the share of each of a pair, over 100: who always won stays finite.

    Returns:
        `(K,)`; strength i beats j with chance `1 / (1 + exp(s[j] - s[i]))`.
    """
    count = len(payoffs)
    wins = payoffs + prior / 100
    np.fill_diagonal(wins, 0)
    games = wins + wins.T
    strengths = np.ones(count)
    for _ in range(10_000):
        pairs = strengths[:, None] + strengths[None, :]
        new = wins.sum(axis=1) / (games / pairs).sum(axis=1)
        new /= np.exp(np.log(new).mean())
        if np.abs(np.log(new) - np.log(strengths)).max() < 1e-10:
            strengths = new
            break
        strengths = new
    logs: np.ndarray = np.log(strengths)
    return logs


def tables_of(plan: Plan, records: np.ndarray) -> list[Table]:
    """Return the games of a ladder as `ratings` takes them."""
    found = []
    for record in records:
        seats = record["seats"][: int(record["players"])]
        names = tuple(plan.entrants[entrant] for entrant in seats["entrant"].tolist())
        found.append(Table(names, tuple(seats["place"].tolist()), int(record["block"])))
    return found


def climb(
    plan: Plan, scores: np.ndarray, games: Sequence[Table] = (), *, resamples: int = 500, seed: int = 0
) -> Ladder:
    """Rate everybody.

    Args:
        plan: Of `plan_ladder`.
        scores: `(blocks, tables)`, at least one block.
        games: All of them, for OpenSkill; none: it is left out.
        resamples: Of blocks, for the intervals of ratings.
        seed: Of the resampling.

    Raises:
        ValueError: No block is whole.
    """
    if not len(scores):
        raise ValueError("no block of the ladder is whole yet")
    names = plan.entrants
    anchor = names.index("random") if "random" in names else None
    payoffs, errors = _tables(plan, scores)
    ratings = _elo(payoffs, anchor)
    rng = np.random.default_rng(seed)
    drawn = np.array(
        [_elo(_tables(plan, scores[rng.integers(len(scores), size=len(scores))])[0], anchor) for _ in range(resamples)]
    )
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    mass = alpha_rank(payoffs, ALPHA_RANK_ALPHA)
    skills = {rating.name: rating for rating in rate(games, orders=OPENSKILL_ORDERS, resamples=0, seed=seed)}
    rungs = []
    for k, name in enumerate(names):
        own = _own_scores(plan, scores, k)
        rungs.append(
            Rung(
                name,
                float(ratings[k]),
                (float(low[k]), float(high[k])),
                float(own.mean()),
                bootstrap_interval(own),
                float(mass[k]),
                skills[name].mu if name in skills else None,
                skills[name].sigma if name in skills else None,
            )
        )
    found = tuple((names[i], names[j], names[k]) for i, j, k in cycles(payoffs, errors))
    return Ladder(plan, scores, tuple(sorted(rungs, key=lambda rung: -rung.elo)), payoffs, errors, found)


def _tables(plan: Plan, scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    count = len(plan.entrants)
    payoffs, errors = np.full((count, count), 0.5), np.zeros((count, count))
    for column, table in enumerate(plan.tables):
        i, j = table[0], table[-1]
        mean, error = mean_and_error(scores[:, column])
        payoffs[i, j], payoffs[j, i] = mean, 1 - mean
        errors[i, j] = errors[j, i] = error
    return payoffs, errors


def _elo(payoffs: np.ndarray, anchor: int | None) -> np.ndarray:
    logs = bradley_terry(payoffs) * ELO
    ratings: np.ndarray = logs - (logs.min() if anchor is None else logs[anchor])
    return ratings


def _own_scores(plan: Plan, scores: np.ndarray, entrant: int) -> np.ndarray:
    """Return an entrant's mean share over its pairs, `(blocks,)`."""
    own = [
        scores[:, column] if table[0] == entrant else 1 - scores[:, column]
        for column, table in enumerate(plan.tables)
        if entrant in table
    ]
    mean: np.ndarray = np.mean(own, axis=0)
    return mean


# ---- the baseline file


def baseline_of(ladder: Ladder, digests: Mapping[str, str], command: str) -> dict[str, Any]:
    """Put a ladder down, JSON-able.

    Args:
        ladder: What was found.
        digests: By entrant.
        command: That makes it again.
    """
    pairs = {
        f"{ladder.plan.entrants[table[0]]} / {ladder.plan.entrants[table[-1]]}": [
            round(float(score), 6) for score in ladder.scores[:, column]
        ]
        for column, table in enumerate(ladder.plan.tables)
    }
    return {
        "format": FORMAT,
        "version": __version__,
        "command": command,
        "match": describe_plan(ladder.plan, digests),
        "blocks": len(ladder.scores),
        "games": len(ladder.scores) * ladder.plan.games_per_block,
        "rungs": [vars(rung) for rung in ladder.rungs],
        "cycles": [list(cycle) for cycle in ladder.cycles],
        "block_scores": pairs,
    }


@dataclass(frozen=True)
class Baseline:
    """A baseline that was read.

    Attributes:
        path: Its file.
        described: The plan, as `describe_plan` put it down.
        scores: By pair, as block scores of the first; pairs as (first, second).
        row: All of it.
    """

    path: Path
    described: dict[str, Any]
    scores: dict[tuple[str, str], np.ndarray]
    row: dict[str, Any]

    def score(self, first: str, second: str) -> np.ndarray:
        """Return what the first won from the second, `(blocks,)`.

        Raises:
            LadderError: The two are not in it.
        """
        if (first, second) in self.scores:
            return self.scores[first, second]
        if (second, first) in self.scores:
            mirrored: np.ndarray = 1 - self.scores[second, first]
            return mirrored
        raise LadderError(f"{self.path} has no games between {first} and {second}; measure it again with --update")


def read_baseline(path: Path) -> Baseline:
    """Read a baseline file.

    Raises:
        LadderError: It is none, or in another format.
        OSError: It cannot be read.
    """
    try:
        row = json.loads(path.read_text("utf-8"))
        if row["format"] != FORMAT:
            raise LadderError(f"{path} has format {row['format']!r}; this version of moonshine-env reads {FORMAT}")
        scores = {}
        for pair, values in row["block_scores"].items():
            first, _, second = pair.partition(" / ")
            scores[first, second] = np.array(values, np.float64)
        return Baseline(path, row["match"], scores, row)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, LadderError):
            raise
        raise LadderError(f"{path} is no baseline of a ladder: {error!r}") from error


@dataclass(frozen=True)
class Finding:
    """What a check found out about one policy.

    Attributes:
        name: Whom.
        answer: `not weaker`, `weaker` or `undecided`.
        blocks, games: That were played again.
        difference, error: Of its share of games won, now less then, over the same blocks, and the standard error.
        is_same: Whether every block came out as it did.
        has_changed: Whether its weights or sources are others than then.
    """

    name: str
    answer: str
    blocks: int
    games: int
    difference: float
    error: float
    is_same: bool
    has_changed: bool


def check_plan(baseline: Baseline, guarded: Sequence[str]) -> Plan:
    """Make the plan of a check: the tables of the baseline at which one of the guarded sits, from the same seeds.

    Raises:
        LadderError: One of them is not on the ladder, or it was measured with other rules.
    """
    described = baseline.described
    names = [entrant["name"] for entrant in described["entrants"]]
    for name in guarded:
        if name not in names:
            raise LadderError(f"{name} is not on the ladder of {baseline.path}; there are: {', '.join(names)}")
    chosen = [names.index(name) for name in guarded]
    tables = tuple(tuple(table) for table in described["tables"] if any(one in table for one in chosen))
    plan = replace(plan_from(described), tables=tables)
    here = plan.game.hashes(plan.settings(len(tables[0])).content)
    if here != described["hashes"]:
        other = ", ".join(name for name, value in described["hashes"].items() if here.get(name) != value)
        raise LadderError(
            f"{baseline.path} was measured with another game ({other} differ): "
            "retrain the shipped packs, then measure the ladder again with --update"
        )
    return plan


def check(
    baseline: Baseline,
    plan: Plan,
    guarded: Iterable[str],
    records: np.ndarray,
    digests: Mapping[str, str],
    *,
    drop: float = CHECK_DROP,
    alpha: float = CHECK_ALPHA,
    beta: float = CHECK_BETA,
) -> list[Finding]:
    """Compare blocks played again with the baseline.

    Args:
        baseline: What it says.
        plan: Of `check_plan`.
        guarded: Whom it is about.
        records: Of the games played again.
        digests: By entrant, now.
        drop: Loss of share that must be found.
        alpha: Chance of any false alarm, shared out among the guarded (Bonferroni).
        beta: Chance to miss a loss of that size, for each.
    """
    scores = pair_scores(plan, records)
    then = {entrant["name"]: entrant["digest"] for entrant in baseline.described["entrants"]}
    found = []
    everyone = list(guarded)
    for name in everyone:
        entrant = plan.entrants.index(name)
        now = _own_scores(plan, scores, entrant)
        rivals = [plan.entrants[_other(table, entrant)] for table in plan.tables if entrant in table]
        before = np.mean([baseline.score(name, rival)[: len(now)] for rival in rivals], axis=0)
        if len(before) < len(now):
            now = now[: len(before)]
        differences = now - before
        test = Sprt(0.0, -drop, alpha / len(everyone), beta, lowest=-1.0, highest=1.0)
        for difference in differences:
            test.add(float(difference))
        is_same = not np.any(np.abs(differences) > 1e-5)
        mean, error = mean_and_error(differences)
        answer = {None: "undecided", "H0": "not weaker", "H1": "weaker"}[test.verdict]
        games = sum(plan.size(k) for k, table in enumerate(plan.tables) if entrant in table) * len(now)
        found.append(
            Finding(
                name,
                "not weaker" if is_same and len(now) else answer,
                len(now),
                games,
                mean,
                error,
                is_same,
                digests.get(name, "") != then.get(name, ""),
            )
        )
    return found


def _other(table: Sequence[int], entrant: int) -> int:
    return table[-1] if table[0] == entrant else table[0]
