"""Statistics of matches: small pure functions, each with its source."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Literal

import numpy as np

from evaluation.bootstrap import CONFIDENCE, bootstrap_difference, bootstrap_interval

__all__ = [
    "CONFIDENCE",
    "benjamini_hochberg",
    "bootstrap_difference",
    "bootstrap_interval",
    "clustered_mean_and_error",
    "holm",
    "incomplete_beta",
    "mean_and_error",
    "p_value_of_mean",
    "pairing_ratio",
    "student_t_cdf",
    "wilson_interval",
]

Side = Literal["two", "less", "greater"]


def wilson_interval(wins: float, games: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return the score interval of a share.

    Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927) 209-212. Unlike the
    mean plus or minus so many standard errors it keeps its promise for small samples and for shares near 0 and 1:
    Brown, Cai and DasGupta, "Interval estimation for a binomial proportion", Statistical Science 16 (2001) 101-133.

    Args:
        wins: Successes, 0..games.
        games: Trials, taken as independent.
        confidence: Chance that such intervals cover the true share, below 1.

    Returns:
        (low, high); (0, 1) without any game.

    Raises:
        ValueError: The counts or the confidence make no sense.
    """
    if not 0 <= wins <= games:
        raise ValueError(f"{wins} wins in {games} games: expected 0 to {games}")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence {confidence} is not between 0 and 1, such as 0.95")
    if games == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share = wins / games
    centre = share + z * z / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (centre - half) / scale), min(1.0, (centre + half) / scale)


def mean_and_error(values: Sequence[float] | np.ndarray) -> tuple[float, float]:
    """Return the mean and its standard error, s / sqrt(n) with s from n - 1 degrees of freedom.

    Student, "The probable error of a mean", Biometrika 6 (1908) 1-25.

    Args:
        values: Independent observations, `(n,)`.

    Returns:
        (mean, standard error); the error is NaN for fewer than two values, both are NaN for none.
    """
    array = np.asarray(values, np.float64)
    if array.size == 0:
        return math.nan, math.nan
    if array.size == 1:
        return float(array[0]), math.nan
    return float(array.mean()), float(array.std(ddof=1) / math.sqrt(array.size))


def clustered_mean_and_error(values: np.ndarray) -> tuple[float, float]:
    """Return the mean and its standard error where observations come in blocks that may hang together.

    The blocks' means are the independent observations; with blocks of equal size their mean is the mean of all.
    Miller, "Adding error bars to evals", arXiv:2411.00640 (2024), section 2.2; Liang and Zeger, Biometrika 73 (1986).

    Args:
        values: `(blocks, block size)`.
    """
    return mean_and_error(np.asarray(values, np.float64).mean(axis=1))


def pairing_ratio(scores: np.ndarray) -> float:
    """Return what blocks save: the variance of a mean over blocks, as a share of that over unrelated seeds.

    A block's games share a seed, so that its luck cancels in the mean: common random numbers (Law, "Simulation Modeling
    and Analysis", 5th ed. 2015, section 11.2), known at the table as duplicate play (Burch et al., "AIVAT: a new
    variance reduction technique for agent evaluation in imperfect information games", AAAI 2018, names it the simplest
    form). With block mean `m = sum of x_c / size` over the cells c (rotations), blocks have `Var(m)`; the same number
    of games of unrelated seeds would have `sum of Var(x_c) / size^2`. The ratio is 1 + (size - 1) x the mean
    correlation, if all cells have one variance: 0 where luck cancels wholly, 1 without effect, up to `size`.

    Args:
        scores: `(blocks, size)`; a column is one cell of the design, such as a rotation of the seats.

    Returns:
        The ratio; NaN for fewer than two blocks, or where no cell varies.
    """
    array = np.asarray(scores, np.float64)
    blocks, size = array.shape
    if blocks < 2 or size == 0 or not np.ptp(array, axis=0).any():
        return math.nan
    return float(array.mean(axis=1).var(ddof=1) / (array.var(axis=0, ddof=1).sum() / size**2))


def incomplete_beta(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function `I_x(a, b)`, to about 13 digits.

    The continued fraction is DLMF 8.17.22, evaluated forwards after Lentz (Thompson and Barnett, "Coulomb and Bessel
    functions of complex arguments and order", Journal of Computational Physics 64 (1986) 490-509).

    Args:
        x: 0 to 1.
        a, b: Above 0.
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # the fraction converges quickly only below
        return 1 - incomplete_beta(1 - x, b, a)
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    tiny = 1e-300
    fraction, upper, lower = 1.0, 1.0, 0.0
    for step in range(1, 10_000):
        m = step // 2
        if step % 2:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        lower = 1 / ((1 + term * lower) or tiny)
        upper = (1 + term / upper) or tiny
        fraction *= upper * lower
        if abs(upper * lower - 1) < 1e-15:
            break
    return math.exp(log_front) / (a * fraction)


def student_t_cdf(t: float, freedom: float) -> float:
    """Return the chance that Student's t with `freedom` degrees of freedom is at most `t`.

    Abramowitz and Stegun, "Handbook of Mathematical Functions" (1964), 26.7.1 and 26.5.27.
    """
    tail = incomplete_beta(freedom / (freedom + t * t), freedom / 2, 0.5) / 2
    return 1 - tail if t > 0 else tail


def p_value_of_mean(values: Sequence[float] | np.ndarray, mean: float = 0.0, side: Side = "two") -> float:
    """Return how likely a sample mean at least this far off would be, were the true mean `mean`: Student's t test.

    Student, "The probable error of a mean", Biometrika 6 (1908) 1-25.

    Args:
        values: Independent observations, `(n,)`: means of blocks, not games.
        mean: Under the null hypothesis.
        side: `two`; `less` looks for a true mean below `mean`, `greater` for one above.

    Returns:
        0 to 1; NaN for fewer than two values. Values that never vary give the limit: 0 or 1, or where they equal `mean`
        what t = 0 gives.

    Raises:
        ValueError: `side` is none of the three.
    """
    if side not in ("two", "less", "greater"):
        raise ValueError(f"side {side!r} is unknown: expected 'two', 'less' or 'greater'")
    array = np.asarray(values, np.float64)
    if array.size < 2:
        return math.nan
    observed, error = mean_and_error(array)
    gap = observed - mean
    if np.ptp(array) == 0:  # the error may be rounding, not 0
        gap, error = float(array[0]) - mean, 0.0
    t = gap / error if error > 0 else math.copysign(math.inf, gap) if gap else 0.0
    below = student_t_cdf(t, array.size - 1) if math.isfinite(t) else float(t > 0)
    above = student_t_cdf(-t, array.size - 1) if math.isfinite(t) else float(t < 0)
    return {"two": min(1.0, 2 * min(below, above)), "less": below, "greater": above}[side]


def holm(p_values: Sequence[float] | np.ndarray) -> np.ndarray:
    """Adjust p-values so that calling those below alpha makes *any* false call with chance alpha at most.

    Holds however the tests hang together. Holm, "A simple sequentially rejective multiple test procedure",
    Scandinavian Journal of Statistics 6 (1979) 65-70.

    Args:
        p_values: `(n,)`, 0 to 1.

    Returns:
        `(n,)`, in the order given.

    Raises:
        ValueError: One is not a probability.
    """
    p, order = _sorted_p_values(p_values)
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)))
    return adjusted


def benjamini_hochberg(p_values: Sequence[float] | np.ndarray) -> np.ndarray:
    """Adjust p-values so that of those called below q, a share q at most is false on average.

    Holds for independent or positively dependent tests. Benjamini and Hochberg, "Controlling the false discovery rate",
    Journal of the Royal Statistical Society B 57 (1995) 289-300.

    Args:
        p_values: `(n,)`, 0 to 1.

    Returns:
        `(n,)`, in the order given.

    Raises:
        ValueError: One is not a probability.
    """
    p, order = _sorted_p_values(p_values)
    scaled = p[order] * len(p) / np.arange(1, len(p) + 1)
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(1.0, np.minimum.accumulate(scaled[::-1])[::-1])
    return adjusted


def _sorted_p_values(p_values: Sequence[float] | np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Check p-values; return them and the order that sorts them."""
    p = np.asarray(p_values, np.float64)
    if not ((p >= 0) & (p <= 1)).all():  # NaN fails too
        raise ValueError(f"p-values are 0 to 1, got {p.tolist()}; leave out comparisons without a p-value")
    return p, np.argsort(p, kind="stable")
