"""Bootstrap intervals of a mean, and of the difference between two, with blocks resampled whole."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

CONFIDENCE = 0.95
RESAMPLES = 2000
# Numbers drawn at once (8 MiB as int64). The result does not depend on it: chunks continue one stream.
CHUNK = 2**20


def bootstrap_interval(
    blocks: np.ndarray, confidence: float = CONFIDENCE, resamples: int = RESAMPLES, seed: int = 0
) -> tuple[float, float]:
    """Return the BCa bootstrap interval of the mean.

    Blocks are drawn with replacement, whole, so games of a block may hang together as they like. BCa corrects the
    percentiles for bias and skewness: Efron, "Better bootstrap confidence intervals", JASA 82 (1987) 171-185; Efron and
    Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 14.

    For a difference within blocks (both sides played the same seeds) give the differences.

    Args:
        blocks: `(n,)` or `(n, k)`: n blocks of k scores.
        confidence: Chance that such intervals cover the true mean, below 1; kept from about 20 blocks on.
        resamples: How many.
        seed: Of the resampling; the same seed gives the same interval.

    Returns:
        (low, high). NaN twice for fewer than two blocks. The mean twice if all blocks have it: that they never
        differed, not that the mean is sure.

    Raises:
        ValueError: The confidence or the number of resamples makes no sense.
    """
    _check(confidence, resamples)
    means = _block_means(blocks)
    if len(means) < 2:
        return math.nan, math.nan
    replicates = _resampled_means(means, resamples, np.random.default_rng(seed))
    return _bca(replicates, float(means.mean()), (means - means.mean()) / len(means), confidence)


def bootstrap_difference(
    blocks: np.ndarray,
    other: np.ndarray,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> tuple[float, float]:
    """Return the BCa bootstrap interval of mean(blocks) - mean(other), two samples that have nothing in common.

    Each sample is resampled by itself; the acceleration takes both: Davison and Hinkley, "Bootstrap Methods and their
    Application" (1997), chapters 3 and 5.

    Args:
        blocks: `(n,)` or `(n, k)`.
        other: `(m,)` or `(m, k)`.
        confidence, resamples, seed: As in `bootstrap_interval`.

    Returns:
        (low, high); NaN twice if either has fewer than two blocks.

    Raises:
        ValueError: As in `bootstrap_interval`.
    """
    _check(confidence, resamples)
    mine, theirs = _block_means(blocks), _block_means(other)
    if min(len(mine), len(theirs)) < 2:
        return math.nan, math.nan
    rng = np.random.default_rng(seed)
    replicates = _resampled_means(mine, resamples, rng) - _resampled_means(theirs, resamples, rng)
    influence = np.concatenate([(mine - mine.mean()) / len(mine), (theirs.mean() - theirs) / len(theirs)])
    return _bca(replicates, float(mine.mean() - theirs.mean()), influence, confidence)


def acceleration(influence: np.ndarray) -> float:
    """Return the BCa acceleration, a sixth of the skewness of the estimate.

    Efron and Tibshirani (1993), equation 14.15, with the influence itself in place of the jackknife's: the same, for a
    mean.

    Args:
        influence: `(n,)`, empirical influence of each block on the estimate; any common factor cancels.
    """
    return float((influence**3).sum() / (6 * (influence**2).sum() ** 1.5))


def _check(confidence: float, resamples: int) -> None:
    """Raise ValueError for settings that make no sense."""
    if not 0 < confidence < 1:
        raise ValueError(f"confidence {confidence} is not between 0 and 1, such as 0.95")
    if resamples < 2:
        raise ValueError(f"{resamples} resamples: expected at least 2, better 2,000")


def _block_means(blocks: np.ndarray) -> np.ndarray:
    """Return the mean of each block, `(n,)`."""
    array = np.asarray(blocks, np.float64)
    return array.mean(axis=1) if array.ndim == 2 and len(array) else array.reshape(-1)


def _resampled_means(means: np.ndarray, resamples: int, rng: np.random.Generator) -> np.ndarray:
    """Draw as many blocks as there are, with replacement, `resamples` times; return the means, `(resamples,)`."""
    n = len(means)
    rows = max(1, CHUNK // n)
    chunks = [min(rows, resamples - start) for start in range(0, resamples, rows)]
    return np.concatenate([means[rng.integers(0, n, (chunk, n))].mean(axis=1) for chunk in chunks])


def _bca(replicates: np.ndarray, estimate: float, influence: np.ndarray, confidence: float) -> tuple[float, float]:
    """Return the BCa interval.

    Args:
        replicates: `(resamples,)`, the estimate in each resample.
        estimate: From the data themselves.
        influence: See `acceleration`.
        confidence: Below 1.
    """
    spread = np.ptp(influence)
    if spread <= 1e-14 * max(1.0, abs(estimate)):  # blocks differ by rounding only
        return estimate, estimate
    normal = NormalDist()
    # Scores are coarse, so replicates often equal the estimate: a tie counts half. Clipped, as z would be infinite.
    slack = 1e-12 * max(1.0, abs(estimate))
    below = np.count_nonzero(replicates < estimate - slack)
    ties = np.count_nonzero(np.abs(replicates - estimate) <= slack)
    share = (below + ties / 2) / len(replicates)
    bias = normal.inv_cdf(min(max(share, 0.5 / len(replicates)), 1 - 0.5 / len(replicates)))
    pull = acceleration(influence)
    levels = []
    for level in ((1 - confidence) / 2, (1 + confidence) / 2):
        z = bias + normal.inv_cdf(level)
        levels.append(normal.cdf(bias + z / (1 - pull * z)))
    low, high = np.quantile(replicates, levels)
    return float(low), float(high)
