"""Statistics of matches: small pure functions, each with its source."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np

CONFIDENCE = 0.95


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
