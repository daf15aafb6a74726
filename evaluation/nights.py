"""How often the regression gate errs, measured: `python -m evaluation.nights`.

Blocks of a real pair are played once. Their scores, made even, are the nights on which nothing has changed; bent, as
little as it takes, until their mean is the drop, those on which the candidate is weaker. Then nights are played in
earnest between an agent and itself with other luck.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from evaluation.commands.options import gather_options, make_bar
from evaluation.gate import (
    NOT_WEAKER,
    UNDECIDED,
    WEAKER,
    Question,
    block_cells,
    plan_gate,
    run_gate,
    score_bounds,
)
from evaluation.plan import Plan
from evaluation.sprt import Nights, Sprt, simulate_nights
from evaluation.statistics import pairing_ratio, wilson_interval
from evaluation.workers import count_cores, in_order, play_units
from moonshine_env.files import write_whole
from moonshine_env.printing import make_console, print_rows, say
from moonshine_env.seats import SeatBatch
from policies import load
from policies.policy import Policy


class OtherLuck:
    """An agent with luck of its own: it draws, and throws away, one number before each decision."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def act(self, seats: SeatBatch, rng: np.random.Generator) -> np.ndarray:
        """Choose as the agent does."""
        rng.random(len(seats))
        return self.policy.act(seats, rng)


def bend(values: np.ndarray, weights: np.ndarray, mean: float) -> np.ndarray:
    """Return probabilities as near to `weights` as can be, by Kullback-Leibler divergence, with a given mean.

    Exponential tilting: Csiszar, "I-divergence geometry of probability distributions", Annals of Probability 3 (1975)
    146-158.

    Args:
        values: `(K,)`.
        weights: `(K,)`, above 0.
        mean: Between the least and the greatest value.

    Raises:
        ValueError: It is not.
    """
    if not values.min() < mean < values.max():
        raise ValueError(f"no weights give {mean} as the mean of values from {values.min()} to {values.max()}")
    low, high = -1e4, 1e4
    tilted: np.ndarray = weights / weights.sum()
    for _ in range(200):
        tilt = (low + high) / 2
        logs = np.log(weights) + tilt * values
        tilted = np.exp(logs - logs.max())
        tilted /= tilted.sum()
        low, high = (tilt, high) if tilted @ values < mean else (low, tilt)
    return tilted


def even_scores(scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the values and weights of scores and of their mirror images, whose mean is 0."""
    values, counts = np.unique(np.round(np.concatenate([scores, -scores]), 9), return_counts=True)
    return values, counts / counts.sum()


def simulate(
    scores: np.ndarray, plan: Plan, question: Question, budget: int, nights: int, seed: int
) -> dict[str, tuple[Nights, Sprt, float, float]]:
    """Play nights with resampled block scores.

    Returns:
        By what is true, "as strong" or "weaker": the nights, the test, true mean and variance of a block's score.
    """
    values, weights = even_scores(scores)
    lowest, highest = score_bounds(plan, question.score)
    test = Sprt(0.0, -question.drop, question.alpha, question.beta, lowest=lowest, highest=highest)
    found = {}
    for truth, mean in (("as strong", 0.0), ("weaker", -question.drop)):
        odds = weights if mean == 0 else bend(values, weights, mean)
        draw = _drawer(values, odds)
        blocks = budget // plan.games_per_block
        variance = float(odds @ (values - odds @ values) ** 2)
        found[truth] = (simulate_nights(draw, test, nights, blocks, seed), test, mean, variance)
    return found


def _drawer(values: np.ndarray, odds: np.ndarray) -> Callable[[np.random.Generator, tuple[int, int]], np.ndarray]:
    return lambda rng, shape: rng.choice(values, size=shape, p=odds)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(
        prog="python -m evaluation.nights", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--candidate", default="blunders:0.02:greedy", help="of the pair whose blocks are resampled")
    parser.add_argument("--baseline", default="greedy")
    parser.add_argument("--against", action="append", default=[], help="a pool, if there is one")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--blocks", type=int, default=1000, help="of that pair (default: 1000)")
    parser.add_argument("--nights", type=int, default=2000, help="that are simulated, of each kind (default: 2000)")
    parser.add_argument("--agent", default="blunders:0.02:greedy", help="who meets itself")
    parser.add_argument("--real-nights", type=int, default=200, help="that it plays (default: 200)")
    parser.add_argument("--drop", type=float, default=Question.drop)
    parser.add_argument("--alpha", type=float, default=Question.alpha)
    parser.add_argument("--beta", type=float, default=Question.beta)
    parser.add_argument("--budget", type=int, default=20_000, help="games of a night (default: 20000)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--option", action="append", help="of the environment, NAME=VALUE")
    parser.add_argument("--jobs", type=int, default=count_cores())
    parser.add_argument("--json", type=Path, metavar="FILE")
    given = parser.parse_args(arguments)
    console = make_console()
    question = Question(given.drop, given.alpha, given.beta)
    options = gather_options(None, None, None, given.option)
    plan = plan_gate(given.candidate, given.baseline, given.against, given.players, seed=given.seed, options=options)
    row: dict[str, Any] = {"arguments": {key: str(value) for key, value in vars(given).items() if key != "json"}}
    cells = _play_blocks(plan, given.blocks, given.jobs, console)
    scores = cells.sum(axis=1)
    row["pair"] = {
        "games": cells.size,
        "difference": float(scores.mean()),
        "error": float(scores.std(ddof=1) / math.sqrt(len(scores))),
        "variance": float(scores.var(ddof=1)),
        "variance_ratio": pairing_ratio(cells),
    }
    say(
        console,
        f"{given.candidate} against {given.baseline}: {cells.size} games, difference {scores.mean():+.4f} ± "
        f"{row['pair']['error']:.4f} a seat; variance {row['pair']['variance_ratio']:.2f} of that of unrelated seeds",
    )
    rows = []
    for truth, (found, test, mean, variance) in simulate(
        scores, plan, question, given.budget, given.nights, given.seed
    ).items():
        rows.append(_row_of(f"simulated, {truth}", found, plan, test.expected_length(mean, variance)))
    if given.real_nights:
        rows.append(_real_nights(given, question, options, console))
    row["nights"] = rows
    print_rows(
        console, rows, title=f"asked: drop {given.drop:g}, alpha {given.alpha:g}, beta {given.beta:g}", left=["nights"]
    )
    if given.json:
        write_whole(given.json, (json.dumps(row, indent=1) + "\n").encode())
    return 0


def _play_blocks(plan: Plan, blocks: int, jobs: int, console: Any) -> np.ndarray:
    """Play blocks and return their cells, `(blocks, games)`."""
    games: dict[int, list[Any]] = {}
    with make_bar(console) as bar:
        task = bar.add_task("blocks", total=blocks * len(plan.tables))
        played = play_units(plan, plan.units(blocks), jobs=jobs)
        for number, unit in in_order(plan.units(blocks), played):
            games.setdefault(number // len(plan.tables), []).extend(unit)
            bar.update(task, advance=1)
    return np.array([block_cells(block, "win") for block in games.values()])


def _row_of(what: str, found: Nights, plan: Plan, expected: float | None = None) -> dict[str, Any]:
    nights = len(found.verdicts)
    wrong = int((found.verdicts == 1).sum())
    low, high = wilson_interval(wrong, nights)
    return {
        "nights": what,
        "number": nights,
        "weaker": f"{found.h1:.1%} ({low:.1%} to {high:.1%})",
        "not weaker": f"{found.h0:.1%}",
        "undecided": f"{found.undecided:.1%}",
        "mean games": round(found.mean_length * plan.games_per_block),
        "expected": "" if expected is None else round(expected * plan.games_per_block),
    }


def _real_nights(given: Any, question: Question, options: dict[str, Any], console: Any) -> dict[str, Any]:
    """Play nights between an agent and itself, each from a seed of its own."""
    policy = load(given.agent)
    answers, lengths = [], []
    plan = plan_gate(given.agent, given.agent, players=given.players, options=options)
    with make_bar(console) as bar:
        task = bar.add_task("nights", total=given.real_nights, note="")
        for night in range(given.real_nights):
            plan = plan_gate(
                given.agent, given.agent, players=given.players, seed=given.seed + 1 + night, options=options
            )
            verdict = run_gate(plan, question, given.budget, policies=[policy, OtherLuck(policy)])
            answers.append({WEAKER: 1, NOT_WEAKER: 0, UNDECIDED: -1}[verdict.answer])
            lengths.append(verdict.blocks)
            bar.update(task, advance=1, note=f"{answers.count(1)} false alarms")
    verdicts = np.array(answers)
    h0, h1, undecided = (float((verdicts == answer).mean()) for answer in (0, 1, -1))
    found = Nights(h0, h1, undecided, float(np.mean(lengths)), np.array(lengths), verdicts)
    return _row_of(f"played, {given.agent} against itself with other luck", found, plan)


if __name__ == "__main__":
    main()
