"""The ladder: everybody meets everybody, and what it says is kept to be checked against.

Each pair shares tables in every seating, two seats of four to each, all pairs from the same seeds. `baseline` keeps
what it says in a file, and checks against it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from evaluation.payoffs import alpha_rank, cycles
from evaluation.plan import Plan
from evaluation.ratings import Table, rate
from evaluation.statistics import bootstrap_interval, mean_and_error
from policies.shipped import shipped_packs

BUILT_IN = ("random", "blunders:0.3:greedy", "blunders:0.1:greedy", "greedy")
ALPHA_RANK_ALPHA = 100.0  # from about there on, the ranking no longer changes
ELO = 400 / math.log(10)
OPENSKILL_ORDERS = 4
FEWEST_FOR_RINGS = 20  # seeds; with fewer, standard errors say little


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
    return _by_block(plan, records, mine / won.sum(axis=1))


def pair_margins(plan: Plan, records: np.ndarray) -> np.ndarray:
    """Return by how much Respect a seat of the first of each pair led, `(blocks, tables)`; whole blocks alone.

    Unlike the share of games it has no ceiling: it still tells something where one always wins.
    """
    seats = records["seats"]
    first = np.array([table[0] for table in plan.tables])[records["table"]][:, None]
    here = seats["entrant"] >= 0
    mine = here & (seats["entrant"] == first)
    own, others = (np.where(who, seats["respect"], 0).sum(axis=1) / who.sum(axis=1) for who in (mine, here & ~mine))
    return _by_block(plan, records, own - others)


def _by_block(plan: Plan, records: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Average `(G,)` values over the games of each block and table, `(blocks, tables)`; whole blocks alone."""
    blocks = int(records["block"].max()) + 1 if len(records) else 0
    sums, counts = np.zeros((blocks, len(plan.tables))), np.zeros((blocks, len(plan.tables)))
    np.add.at(sums, (records["block"], records["table"]), values)
    np.add.at(counts, (records["block"], records["table"]), 1)
    sizes = np.array([plan.size(table) for table in range(len(plan.tables))])
    whole = (counts == sizes).all(axis=1)
    means: np.ndarray = sums[whole] / sizes
    return means


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
    rings = cycles(payoffs, errors) if len(scores) >= FEWEST_FOR_RINGS else []
    found = tuple((names[i], names[j], names[k]) for i, j, k in rings)
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
