"""A sequential test of a mean: the generalised sequential probability ratio test (GSPRT) on block scores.

Scores lie in a known range; nothing else is assumed of them. After each block the empirical distribution is bent, by as
little as it takes, until its mean is that of the one hypothesis, then of the other; the logarithm of the ratio of the
two likelihoods is compared with Wald's bounds.

- Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16 (1945) 117-186.
- Lai, "Nearly optimal sequential tests of composite hypotheses", Annals of Statistics 16 (1988) 856-886.
- Van den Bergh, "Comments on normalized Elo" and "The generalized maximum likelihood ratio for the expectation value of
  a distribution" (notes used by chess engines' testers); the same likelihood as in Owen, "Empirical likelihood ratio
  confidence regions", Annals of Statistics 18 (1990) 90-120.

Both ends of the range take part from the start, each with `prior` of a block. So the ratio is defined from the first
block, and it knows what few blocks cannot show: a rare, extreme score. That, not a minimum of blocks, is what keeps
early verdicts honest: n blocks that all gave mean0 might come from a mean of mean1 with chance (1 - p)^n,
p = (mean0 - mean1) / (mean0 - lowest), and H0 is called when about that chance has fallen under beta. The price: even
between agents that are the same, or worlds apart, a verdict takes some 60 blocks, with a range of -1 to 1, a difference
of 0.05 and rates of 5 %; half as many if the range is half as wide.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

Verdict = Literal["H0", "H1"]

PRIOR = 0.1
MINIMUM = 10
# Mean excess of a normal random walk over a bound, in standard deviations of a step (Siegmund, see `expected_length`).
OVERSHOOT = 0.583
MOST_VALUES = 1000
NEGLIGIBLE = 1e-14
DIGITS = 12


@dataclass
class Sprt:
    """The test H0: mean = mean0 against H1: mean = mean1, fed block by block. The first verdict stands.

    Args:
        mean0, mean1: Mean score under the hypotheses, both inside the range; mean1 < mean0 makes H1 "weaker".
        alpha: Chance to call H1 when H0 is true.
        beta: Chance to call H0 when H1 is true.
        lowest, highest: Least and greatest score that a block can have. A range wider than need be costs blocks.
        prior: Blocks added at each end of the range.
        minimum: No verdict before so many blocks.

    Raises:
        ValueError: The settings contradict each other; a score is out of range.
    """

    mean0: float = 0.0
    mean1: float = -0.05
    alpha: float = 0.05
    beta: float = 0.05
    lowest: float = -1.0
    highest: float = 1.0
    prior: float = PRIOR
    minimum: int = MINIMUM
    verdict: Verdict | None = field(default=None, init=False)
    count: int = field(default=0, init=False)
    llr: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        means = f"mean0 {self.mean0} and mean1 {self.mean1}"
        if not (self.lowest < min(self.mean0, self.mean1) and max(self.mean0, self.mean1) < self.highest):
            raise ValueError(f"{means} must lie inside the range of scores, {self.lowest} to {self.highest}")
        if self.mean0 == self.mean1:
            raise ValueError(f"{means} are the same: there is nothing to tell apart")
        if not (self.alpha > 0 and self.beta > 0 and self.alpha + self.beta < 1):
            raise ValueError(f"alpha {self.alpha} and beta {self.beta} must be above 0, and below 1 together")
        if not self.prior > 0:
            raise ValueError(f"prior {self.prior} must be above 0, such as {PRIOR}: the ends of the range take part")
        self._values = np.array([self.lowest, self.highest])
        self._weights = np.array([self.prior, self.prior])
        self._places = {self._key(self.lowest): 0, self._key(self.highest): 1}
        self._deviations = self._deviations_of(self._values)
        self._tilts = np.zeros(2)

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds: H0 at or below the first, H1 at or above the second."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    @property
    def scores(self) -> dict[float, int]:
        """How often each score came, in order of size."""
        priors = [self.prior, self.prior] + [0.0] * (len(self._values) - 2)
        counted = zip(self._values.tolist(), self._weights - priors, strict=True)
        return {value: round(weight) for value, weight in sorted(counted) if weight > 0.5}

    def add(self, score: float) -> Verdict | None:
        """Take in the score of the next block; return the verdict, if there is one by now."""
        slack = 1e-9 * (self.highest - self.lowest)
        if not self.lowest - slack <= score <= self.highest + slack:
            raise ValueError(f"score {score} is outside {self.lowest} to {self.highest}, the range that was promised")
        key = self._key(min(max(score, self.lowest), self.highest))
        place = self._places.setdefault(key, len(self._values))
        if place == len(self._values):
            self._values = np.append(self._values, key)
            self._weights = np.append(self._weights, 0.0)
            self._deviations = self._deviations_of(self._values)
        self._weights[place] += 1
        self.count += 1
        self._tilts = solve_tilts(self._weights, self._deviations, self._tilts)
        self.llr = float(log_likelihood_ratio(self._weights, self._deviations, self._tilts))
        if self.verdict is None and self.count >= self.minimum:
            low, high = self.bounds
            self.verdict = "H1" if self.llr >= high else "H0" if self.llr <= low else None
        return self.verdict

    def chance_of_h1(self, mean: float, variance: float) -> float:
        """Return the chance of the verdict H1 for blocks of a given mean and variance, without a budget.

        Wald's identity for normal steps of the log-likelihood ratio; see `expected_length`.
        """
        drift, step, (low, high) = self._walk(mean, variance)
        rate = -2 * drift / step**2
        if abs(rate) * (high - low) < 1e-9:
            return -low / (high - low)
        if rate > 0:  # two forms of one formula, so that no exponential overflows
            return (math.exp(-rate * high) - math.exp(rate * (low - high))) / -math.expm1(rate * (low - high))
        return math.expm1(-rate * low) / math.expm1(rate * (high - low))

    def expected_length(self, mean: float, variance: float) -> float:
        """Return about how many blocks a verdict takes, without a budget.

        Wald (1945), for normal scores of known variance, with the bounds moved outwards by the mean
        overshoot of a step: Siegmund, "Sequential Analysis" (1985), chapter III. A low estimate where the standard
        deviation is small: rare extreme scores must be ruled out too (see the top of this module).

        Args:
            mean: True mean of the scores.
            variance: Their true variance, above 0.

        Raises:
            ValueError: The variance is not above 0.
        """
        drift, step, (low, high) = self._walk(mean, variance)
        if abs(drift) * (high - low) < 1e-9 * step**2:
            return -low * high / step**2
        chance = self.chance_of_h1(mean, variance)
        return (chance * high + (1 - chance) * low) / drift

    def _walk(self, mean: float, variance: float) -> tuple[float, float, tuple[float, float]]:
        """Return mean and standard deviation of a step of the log-likelihood ratio, and the bounds with overshoot."""
        if not variance > 0:
            raise ValueError(f"variance {variance} must be above 0")
        gap = self.mean1 - self.mean0
        step = abs(gap) / math.sqrt(variance)
        low, high = self.bounds
        drift = (mean - (self.mean0 + self.mean1) / 2) * gap / variance
        return drift, step, (low - OVERSHOOT * step, high + OVERSHOOT * step)

    def _deviations_of(self, values: np.ndarray) -> np.ndarray:
        """Return `(2, K)`: scores less mean0, scores less mean1."""
        return np.asarray(values - np.array([[self.mean0], [self.mean1]]))

    @staticmethod
    def _key(score: float) -> float:
        """Make one of scores that differ by rounding only."""
        return round(float(score), DIGITS) + 0.0  # -0.0 becomes 0.0


def solve_tilts(weights: np.ndarray, deviations: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Find the theta at which `sum of w d / (1 + theta d)` is 0.

    With it `w / (1 + theta d)`, scaled to sum 1, is the most likely distribution of mean deviation 0. The sum is the
    slope of `sum of w log(1 + theta d)`, concave in theta: Newton's method inside a bracket that halves where a step
    would leave it. Stops when half the squared Newton decrement, about the error of that sum, is
    negligible.

    Args:
        weights: `(..., 1, K)` or `(K,)`, above 0 where a deviation is the least or the greatest.
        deviations: `(H, K)`, some below and some above 0 in each row.
        start: `(..., H)`, any theta in the open bracket, such as 0 or the last solution.

    Returns:
        `(..., H)`.
    """
    low = np.broadcast_to(-1 / deviations.max(axis=-1), start.shape)
    high = np.broadcast_to(-1 / deviations.min(axis=-1), start.shape)
    theta = start
    for _ in range(200):
        bent = deviations / (1 + theta[..., None] * deviations)
        slope = np.vecdot(bent, weights)
        curve = np.vecdot(bent * bent, weights)
        done = slope * slope <= NEGLIGIBLE * curve
        if done.all():
            break
        rising = slope > 0
        low, high = np.where(rising, theta, low), np.where(rising, high, theta)
        step = theta + slope / curve
        outside = (step <= low) | (step >= high)
        theta = np.where(done, theta, np.where(outside, (low + high) / 2, step))
    return theta


def log_likelihood_ratio(weights: np.ndarray, deviations: np.ndarray, tilts: np.ndarray) -> np.ndarray:
    """Return the log-likelihood of the second hypothesis less that of the first.

    Args:
        weights: `(..., K)`.
        deviations: `(2, K)`.
        tilts: `(..., 2)`, of `solve_tilts`.

    Returns:
        `(...)`.
    """
    logs = np.log1p(tilts[..., None] * deviations)
    return np.asarray(np.vecdot(logs[..., 0, :] - logs[..., 1, :], weights))


# ---- what it does over many nights


@dataclass(frozen=True)
class Nights:
    """What a test answered over many simulated nights.

    Attributes:
        h0, h1, undecided: Shares of the nights, sum 1.
        mean_length: Mean number of blocks, undecided nights with all their budget.
        lengths: `(nights,)`, blocks of each night.
        verdicts: `(nights,)`, 0, 1, or -1 for undecided.
    """

    h0: float
    h1: float
    undecided: float
    mean_length: float
    lengths: np.ndarray
    verdicts: np.ndarray


def simulate_nights(
    draw: Callable[[np.random.Generator, tuple[int, int]], np.ndarray],
    settings: Sprt,
    nights: int,
    budget: int,
    seed: int = 0,
) -> Nights:
    """Measure the error rates of a test: run it on many nights of independent scores, all nights side by side.

    Args:
        draw: Makes `(nights, blocks)` scores, which take at most 1,000 different values.
        settings: The test; what it has seen already does not count.
        nights: How many.
        budget: Blocks of a night.
        seed: Of the scores.

    Raises:
        ValueError: Scores out of range, or too many different ones.
    """
    test = replace(settings)
    scores = np.round(draw(np.random.default_rng(seed), (nights, budget)), DIGITS)
    values, kinds = np.unique(scores, return_inverse=True)
    if len(values) > MOST_VALUES or (values.size and (values[0] < test.lowest or values[-1] > test.highest)):
        raise ValueError(
            f"{len(values)} different scores from {values.min()} to {values.max()}: expected at most {MOST_VALUES}, "
            f"from {test.lowest} to {test.highest}; round them"
        )
    kinds = kinds.reshape(nights, budget) + 2  # the ends of the range come first
    values = np.concatenate([[test.lowest, test.highest], values])
    deviations = values - np.array([[test.mean0], [test.mean1]])
    verdicts, lengths = np.full(nights, -1), np.full(nights, budget)
    low, high = test.bounds
    awake = np.arange(nights)
    weights = np.zeros((nights, len(values)))
    weights[:, :2] = test.prior
    tilts = np.zeros((nights, 2))
    for block in range(budget):
        weights[np.arange(len(awake)), kinds[awake, block]] += 1
        if block + 1 < test.minimum:
            continue
        tilts = solve_tilts(weights[:, None, :], deviations, tilts)
        ratios = log_likelihood_ratio(weights, deviations, tilts)
        decided = (ratios >= high) | (ratios <= low)
        if decided.any():
            verdicts[awake[decided]] = ratios[decided] >= high
            lengths[awake[decided]] = block + 1
            awake, weights, tilts = awake[~decided], weights[~decided], tilts[~decided]
        if not len(awake):
            break
    h0, h1, undecided = (float(np.mean(verdicts == verdict)) for verdict in (0, 1, -1))
    return Nights(h0, h1, undecided, float(lengths.mean()), lengths, verdicts)
