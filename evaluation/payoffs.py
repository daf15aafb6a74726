"""Who beats whom in a payoff table: alpha-rank, and cycles that are no accident."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np

from evaluation.statistics import CONFIDENCE, holm

POPULATION = 50


def alpha_rank(payoffs: np.ndarray, alpha: float, population: int = POPULATION) -> np.ndarray:
    """Return how long evolution under `payoffs` stays with each strategy: alpha-rank of a symmetric two-role game.

    A population plays one strategy until a mutant takes over; the chain of take-overs has a stationary distribution.
    Omidshafiei et al., "alpha-Rank: multi-agent evaluation by evolution", Scientific Reports 9 (2019) 9937, for a
    single population, with payoffs averaged over the other members. All in logarithms and without a subtraction, so
    that a large alpha (100 and far above, where the ranking settles) neither overflows nor loses rare take-overs.

    Args:
        payoffs: `(K, K)`; `payoffs[i, j]` is what i gets against j.
        alpha: Ranking intensity, above 0: how strongly payoff decides who is copied.
        population: Its size m, 2 or more.

    Returns:
        `(K,)`, sum 1.

    Raises:
        ValueError: The table is not square and finite, or a number is out of range.
    """
    table = _checked(payoffs)
    if not (alpha > 0 and math.isfinite(alpha)) or population < 2:
        raise ValueError(f"alpha {alpha} must be above 0 and finite, population {population} 2 or more")
    if len(table) == 1:
        return np.ones(1)
    return stationary(log_fixation(table, alpha, population))


def alpha_sweep(payoffs: np.ndarray, alphas: Sequence[float], population: int = POPULATION) -> np.ndarray:
    """Return alpha-rank for each alpha, `(len(alphas), K)`: take the first alpha from where it no longer changes.

    Omidshafiei et al. (2019), algorithm 1.
    """
    return np.array([alpha_rank(payoffs, alpha, population) for alpha in alphas])


def log_fixation(payoffs: np.ndarray, alpha: float, population: int) -> np.ndarray:
    """Return the logarithm of the chance that one mutant takes over a whole population.

    With p mutants among m, mutants get `f(p) = ((p-1) M[j,j] + (m-p) M[j,i]) / (m-1)` on average and residents
    `g(p) = (p M[i,j] + (m-p-1) M[i,i]) / (m-1)`; the chance is
    `1 / (1 + sum over l < m of exp(-alpha * sum over p <= l of (f(p) - g(p))))`.

    Returns:
        `(K, K)`: residents i, mutant j; the diagonal means nothing.
    """
    p = np.arange(1, population)
    own, against = np.diag(payoffs)[None, :, None], payoffs.T[:, :, None]
    mutants = ((p - 1) * own + (population - p) * against) / (population - 1)
    residents = (p * payoffs[:, :, None] + (population - p - 1) * np.diag(payoffs)[:, None, None]) / (population - 1)
    exponents = -alpha * np.cumsum(mutants - residents, axis=2)
    terms = np.concatenate([np.zeros((*payoffs.shape, 1)), exponents], axis=2)
    return np.asarray(-np.logaddexp.reduce(terms, axis=2))


def stationary(log_rates: np.ndarray) -> np.ndarray:
    """Return the stationary distribution of an irreducible Markov chain given by the logarithms of its rates.

    Grassmann, Taksar and Heyman, "Regenerative analysis and steady state distributions for Markov chains", Operations
    Research 33 (1985) 1107-1116: states are taken out one by one, without a subtraction, so it works in logarithms.

    Args:
        log_rates: `(K, K)`, from i to j; the diagonal is not read. A common factor of the rates cancels.

    Returns:
        `(K,)`, sum 1.
    """
    rates = np.array(log_rates, np.float64)
    size = len(rates)
    for last in range(size - 1, 0, -1):
        rates[:last, last] -= np.logaddexp.reduce(rates[last, :last])
        through = rates[:last, last, None] + rates[None, last, :last]
        rates[:last, :last] = np.logaddexp(rates[:last, :last], through)
    logs = np.zeros(size)
    for state in range(1, size):
        logs[state] = np.logaddexp.reduce(logs[:state] + rates[:state, state])
    shares = np.exp(logs - logs.max())
    return np.asarray(shares / shares.sum())


def cycles(payoffs: np.ndarray, errors: np.ndarray, confidence: float = CONFIDENCE) -> list[tuple[int, int, int]]:
    """List the 3-cycles (i beats j, j beats k, k beats i) that are statistically sure, all of them together.

    i beats j if `payoffs[i, j] - payoffs[j, i]` is above 0. Normal two-sided tests of all pairs, adjusted after Holm
    (1979): with chance `confidence` at least no listed edge points the wrong way.

    Args:
        payoffs: `(K, K)`; NaN where a pair has not met.
        errors: `(K, K)`, standard errors of the payoffs. Those of a pair add up: right if both were measured in the
            same games and sum to a constant, cautious otherwise.
        confidence: Below 1.

    Returns:
        Each cycle once, least number first, each beating the next and the last the first.

    Raises:
        ValueError: The tables' shapes differ, or one is not square.
    """
    table, spread = np.asarray(payoffs, np.float64), np.asarray(errors, np.float64)
    if table.ndim != 2 or table.shape[0] != table.shape[1] or table.shape != spread.shape:
        raise ValueError(f"payoffs {table.shape} and errors {spread.shape}: expected two square tables of one size")
    pairs = [
        (i, j) for i, j in itertools.combinations(range(len(table)), 2) if math.isfinite(table[i, j] - table[j, i])
    ]
    adjusted = holm([_p_of_pair(table[i, j] - table[j, i], spread[i, j] + spread[j, i]) for i, j in pairs])
    beats = {
        (i, j) if table[i, j] > table[j, i] else (j, i)
        for (i, j), p in zip(pairs, adjusted, strict=True)
        if p <= 1 - confidence
    }
    triples = itertools.combinations(range(len(table)), 3)
    turns = [turn for i, j, k in triples for turn in ((i, j, k), (i, k, j))]
    return [(i, j, k) for i, j, k in turns if {(i, j), (j, k), (k, i)} <= beats]


def _p_of_pair(gap: float, error: float) -> float:
    """Return the two-sided p-value of a gap with a normal error; an error of 0 is believed, NaN proves nothing."""
    if gap == 0 or math.isnan(error):
        return 1.0
    return math.erfc(abs(gap) / (error * math.sqrt(2))) if error > 0 else 0.0


def _checked(payoffs: np.ndarray) -> np.ndarray:
    """Return the table as float64; raise ValueError unless it is square and finite."""
    table = np.asarray(payoffs, np.float64)
    if table.ndim != 2 or table.shape[0] != table.shape[1] or not table.size:
        raise ValueError(
            f"payoffs of shape {table.shape}: expected a square table, what each row gets against each column"
        )
    if not np.isfinite(table).all():
        raise ValueError(
            "payoffs hold NaN or infinity: every pair must have met, and each strategy needs a payoff against itself"
        )
    return table
