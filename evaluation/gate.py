"""The regression gate: is the candidate weaker than the baseline? A sequential test that stops as soon as it knows.

Without a pool, candidate and baseline share tables, in every seating: a block is all of them from one seed. With a
pool, each of the two plays the same tables of the pool's players, from the same seeds, at each seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from evaluation.arena import DEFAULT_BATCH
from evaluation.plan import Plan
from evaluation.records import PlayedGame
from evaluation.sprt import Sprt
from evaluation.statistics import bootstrap_interval, mean_and_error, pairing_ratio
from evaluation.workers import in_order, play_units
from moonshine_env.rewards import final_rewards
from policies.policy import Policy

CANDIDATE, BASELINE = 0, 1
NOT_WEAKER, WEAKER, UNDECIDED = "not weaker", "weaker", "undecided"
SCORES = ("win", "placement")
DEFAULT_DROP, DEFAULT_ALPHA, DEFAULT_BETA = 0.05, 0.05, 0.05
DEFAULT_BUDGET = 20_000


@dataclass(frozen=True)
class Question:
    """What a gate is asked.

    Attributes:
        drop: How much weaker it must find: candidate's mean score a seat less the baseline's, in win share (0.05 = five
            points) or in the reward `placement`.
        alpha: Chance to call a candidate weaker that is as strong.
        beta: Chance to call one not weaker that is weaker by `drop`.
        score: `win` or `placement`.
    """

    drop: float = DEFAULT_DROP
    alpha: float = DEFAULT_ALPHA
    beta: float = DEFAULT_BETA
    score: str = "win"

    def __post_init__(self) -> None:
        """Check the numbers.

        Raises:
            ValueError: One does not fit.
        """
        if self.score not in SCORES:
            raise ValueError(f"score={self.score!r} is not known; one of: {', '.join(SCORES)}")
        if not 0 < self.drop < 1:
            raise ValueError(f"drop={self.drop} does not fit; expected a share between 0 and 1, such as 0.05")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise ValueError(f"{name}={value} does not fit; expected a chance between 0 and 0.5, such as 0.05")


@dataclass(frozen=True)
class Verdict:
    """What a gate found.

    Attributes:
        answer: NOT_WEAKER, WEAKER or UNDECIDED.
        llr: Log-likelihood ratio of "weaker by drop" over "as strong".
        bounds: Below the first it is not weaker, above the second weaker.
        blocks, games: Played until it was known.
        scores: `(blocks,)`, candidate less baseline, a seat.
        difference, error: Their mean and its standard error.
        interval: Of the mean, 95 %, as if so many blocks had been planned: a test that stops when it knows leans
            towards its verdict.
        candidate, baseline: Mean score of a seat of each.
        variance_ratio: What pairing left of the variance; NaN if undefined.
    """

    answer: str
    llr: float
    bounds: tuple[float, float]
    blocks: int
    games: int
    scores: np.ndarray = field(repr=False)
    difference: float
    error: float
    interval: tuple[float, float]
    candidate: float
    baseline: float
    variance_ratio: float

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON-able dict."""
        row = asdict(self)
        row["scores"] = [round(float(score), 6) for score in self.scores]
        row["verdict"] = row.pop("answer")
        return {key: None if isinstance(value, float) and value != value else value for key, value in row.items()}


# ---- tables


def plan_gate(candidate: str, baseline: str, pool: Sequence[str] = (), players: int = 4, **settings: Any) -> Plan:
    """Make the plan of a gate.

    Args:
        candidate, baseline: How to load them; they are called so in results.
        pool: Who sits at the other seats; none: the two share the table.
        players: Seats of a table.
        **settings: Fields of `Plan`: `seed`, `options`, `game_id`.
    """
    rivals = list(dict.fromkeys(pool))
    names = ("candidate", "baseline", *rivals)
    specs = (candidate, baseline, *rivals)
    if not rivals:
        half = players // 2
        tables = {(CANDIDATE,) * n + (BASELINE,) * (players - n) for n in (half, players - half)}
        return Plan(names, tuple(sorted(tables)), seating="all", specs=specs, **settings)
    places = [2 + rivals.index(name) for name in pool]
    # Each table begins at another of the pool, and goes round it.
    others = [tuple(places[(first + k) % len(places)] for k in range(players - 1)) for first in range(len(places))]
    paired = [(who, *rest) for rest in dict.fromkeys(others) for who in (CANDIDATE, BASELINE)]
    return Plan(names, tuple(paired), seating="rotations", specs=specs, **settings)


def drop_of_elo(elo: float, plan: Plan) -> float:
    """Turn a difference in Elo into one in win share, for a candidate that shares its tables with the baseline.

    The two win in the ratio 10^(elo / 400), as Elo's logistic curve has it for two players.

    Raises:
        ValueError: There is a pool: what the two win there does not hang on them alone.
    """
    if len(plan.entrants) > 2:
        raise ValueError("a difference in Elo only fits a gate without a pool; with one, say it in win share")
    games = sum(plan.size(k) for k in range(len(plan.tables)))
    seats = sum(plan.size(k) * table.count(CANDIDATE) for k, table in enumerate(plan.tables))
    # One seat wins each game, so that a seat of each together wins so much:
    both = 2 * games / (2 * seats)
    return both * (1 - 2 / (1 + 10 ** (elo / 400)))


# ---- scores


def seat_scores(games: Sequence[PlayedGame], score: str) -> np.ndarray:
    """Return what each seat scored, `(G, seats)`; 0 for absent ones."""
    records = np.array([game.record for game in games])
    seats = records["seats"]
    if score == "win":
        won: np.ndarray = seats["won"].astype(np.float64)
        return won
    return final_rewards(seats["place"], seats["respect"], records["players"], "placement").astype(np.float64)


def block_cells(games: Sequence[PlayedGame], score: str) -> np.ndarray:
    """Return the candidate's mean score a seat less the baseline's, game by game, so weighed that they add up.

    Args:
        games: A whole block, all tables.
        score: `win` or `placement`.

    Returns:
        `(G,)`; their sum is the block's score.
    """
    scores = seat_scores(games, score)
    who = np.array([game.record["seats"]["entrant"] for game in games])
    cells = np.zeros(len(games))
    for entrant, sign in ((CANDIDATE, 1.0), (BASELINE, -1.0)):
        mine = who == entrant
        cells += sign * np.where(mine, scores, 0).sum(axis=1) / mine.sum()
    return cells


def score_bounds(plan: Plan, score: str) -> tuple[float, float]:
    """Return the least and greatest score of a block."""
    if score == "placement":
        return -2.0, 2.0
    if len(plan.entrants) > 2 or plan.options.get("variant") == "blood_oath":
        return -1.0, 1.0
    games = sum(plan.size(k) for k in range(len(plan.tables)))
    seats = sum(plan.size(k) * table.count(CANDIDATE) for k, table in enumerate(plan.tables))
    return -games / seats, games / seats


# ---- the test


class Gate:
    """A gate to which blocks are shown one by one.

    Args:
        plan: Of `plan_gate`.
        question: What is asked.
    """

    def __init__(self, plan: Plan, question: Question) -> None:
        self.plan = plan
        self.question = question
        lowest, highest = score_bounds(plan, question.score)
        if question.drop >= highest:
            raise ValueError(f"drop={question.drop} does not fit: at this table {highest:.2f} is all that can be lost")
        self.test = Sprt(0.0, -question.drop, question.alpha, question.beta, lowest=lowest, highest=highest)
        self.games = 0
        self._cells: list[np.ndarray] = []
        self._means: list[tuple[float, float]] = []

    @property
    def answer(self) -> str:
        """What is known by now."""
        return {None: UNDECIDED, "H0": NOT_WEAKER, "H1": WEAKER}[self.test.verdict]

    def add(self, games: Sequence[PlayedGame]) -> str:
        """Look at a block; returns the answer."""
        cells = block_cells(games, self.question.score)
        self._cells.append(cells)
        scores = seat_scores(games, self.question.score)
        who = np.array([game.record["seats"]["entrant"] for game in games])
        self._means.append((float(scores[who == CANDIDATE].mean()), float(scores[who == BASELINE].mean())))
        self.games += len(games)
        self.test.add(float(cells.sum()))
        return self.answer

    def verdict(self) -> Verdict:
        """Sum up."""
        cells = np.array(self._cells)
        scores = cells.sum(axis=1) if len(cells) else np.zeros(0)
        mean, error = mean_and_error(scores)
        candidate, baseline = np.array(self._means).mean(axis=0).tolist() if self._means else (float("nan"),) * 2
        return Verdict(
            answer=self.answer,
            llr=float(self.test.llr),
            bounds=self.test.bounds,
            blocks=len(scores),
            games=self.games,
            scores=scores,
            difference=mean,
            error=error,
            interval=bootstrap_interval(scores),
            candidate=candidate,
            baseline=baseline,
            variance_ratio=pairing_ratio(cells) if len(cells) > 1 else float("nan"),
        )


def run_gate(
    plan: Plan,
    question: Question,
    budget: int = DEFAULT_BUDGET,
    *,
    policies: Sequence[Policy] | None = None,
    jobs: int = 1,
    batch_size: int = DEFAULT_BATCH,
    progress: Callable[[Gate], Any] | None = None,
) -> Verdict:
    """Play blocks until it is known whether the candidate is weaker, or the budget is spent.

    Args:
        plan: Of `plan_gate`.
        question: What is asked.
        budget: Most games.
        policies: By entrant; None loads them by name.
        jobs: Processes; makes no difference to the verdict.
        batch_size: Games that go on at once in each; likewise.
        progress: Called after each block.

    Raises:
        ValueError: The budget has no room for one block.
        PolicyError: A policy raised, or answered wrongly.
    """
    gate = Gate(plan, question)
    blocks = budget // plan.games_per_block
    if blocks < 1:
        raise ValueError(f"a budget of {budget} games is less than one block, which has {plan.games_per_block}")
    tables = len(plan.tables)
    played = play_units(plan, plan.units(blocks), policies=policies, jobs=jobs, batch_size=batch_size)
    for block in _whole_blocks(in_order(plan.units(blocks), played), tables):
        gate.add(block)
        if progress is not None:
            progress(gate)
        if gate.answer != UNDECIDED:
            break
    played.close()  # type: ignore[attr-defined]  # a generator: ends the processes
    return gate.verdict()


def _whole_blocks(units: Iterator[tuple[int, list[PlayedGame]]], tables: int) -> Iterator[list[PlayedGame]]:
    block: list[PlayedGame] = []
    for number, games in units:
        block += games
        if number % tables == tables - 1:
            yield block
            block = []
