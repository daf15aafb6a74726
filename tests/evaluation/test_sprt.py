"""The sequential test against hand-worked numbers, and its error rates and lengths by simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest

import evaluation.sprt
from evaluation.sprt import Sprt, simulate_nights, solve_tilts

EIGHTHS = np.arange(-8, 9) / 8
# Scores of blocks, and how they are spread before they are bent to the mean that is asked for.
SHAPES = {
    "two seats": ([-1, -0.5, 0, 0.5, 1], [0.05, 0.2, 0.5, 0.2, 0.05]),
    "eighths, variance 0.02": (EIGHTHS, np.exp(-(EIGHTHS**2) / 0.04)),
    "eighths, variance 0.1": (EIGHTHS, np.exp(-(EIGHTHS**2) / 0.2)),
    "eighths, variance 0.18": (EIGHTHS, np.exp(-(EIGHTHS**2) / 0.4)),
    "skewed": ([-0.25, 0, 0.125, 0.25], [0.3, 0.1, 0.2, 0.2]),
    "one rare triumph": ([-0.125, 1], [0.89, 0.11]),
    "one rare disaster": ([-1, 0, 1], [0.03, 0.96, 0.001]),
    "almost always even": ([-1, 0, 1], [0.01, 0.98, 0.01]),
}


def bent(shape: str, mean: float) -> tuple[np.ndarray, np.ndarray]:
    """Return scores and their chances, weighted by an exponential so that the mean is as asked."""
    scores, chances = (np.asarray(part, float) for part in SHAPES[shape])
    low, high = -100.0, 100.0
    for _ in range(100):
        middle = (low + high) / 2
        weights = chances * np.exp(middle * scores)
        weights /= weights.sum()
        low, high = (middle, high) if weights @ scores < mean else (low, middle)
    return scores, weights


def drawer(shape: str, mean: float):
    scores, chances = bent(shape, mean)
    assert chances @ scores == pytest.approx(mean, abs=1e-12)
    return lambda rng, size: rng.choice(scores, size=size, p=chances)


def variance(shape: str, mean: float) -> float:
    scores, chances = bent(shape, mean)
    return float(chances @ scores**2 - mean**2)


def fed(scores, **settings) -> Sprt:
    test = Sprt(**settings)
    for score in scores:
        test.add(score)
    return test


# ---- the ratio


def test_bounds_are_walds():
    assert Sprt(alpha=0.05, beta=0.1).bounds == pytest.approx((math.log(2 / 19), math.log(18)))
    assert Sprt().bounds == pytest.approx((-2.944, 2.944), abs=5e-4)  # the engine testers' "2.94"


def test_ratio_of_wins_and_losses_by_hand():
    # Only the ends occur, so that a mean m leaves one distribution: chances (1 + m) / 2 and (1 - m) / 2.
    test = fed([1] * 30 + [-1] * 50, mean0=0.1, mean1=-0.2, prior=0.5)
    assert test.llr == pytest.approx(30.5 * math.log(0.8 / 1.1) + 50.5 * math.log(1.2 / 0.9))


def test_ratio_of_three_scores_by_hand():
    # Scores -1, 0, 1 as often as 1 : 2 : 1 have mean 0 already; under mean m = -0.2 chances solve a quadratic:
    # with q0 = z, q(+-1) = (1 - z +- m) / 2, the most likely z is where 2 / z = 2 (1 - z) / ((1 - z)^2 - m^2).
    test = fed([-1, 0, 0, 1] * 50, mean1=-0.2, prior=1e-9)
    m = -0.2
    z = (3 - math.sqrt(9 - 8 * (1 - m * m))) / 4
    q = {-1: (1 - z - m) / 2, 0: z, 1: (1 - z + m) / 2}
    expected = 50 * math.log(q[-1] / 0.25) + 100 * math.log(q[0] / 0.5) + 50 * math.log(q[1] / 0.25)
    assert test.llr == pytest.approx(expected, abs=1e-6)


def test_ratio_is_near_that_of_normal_scores():
    # n (m1 - m0) (2 mean - m0 - m1) / (2 s^2), where the gap is small against the spread.
    scores = np.random.default_rng(4).choice(EIGHTHS, 2000, p=bent("eighths, variance 0.18", -0.04)[1])
    expected = len(scores) * -0.05 * (2 * scores.mean() + 0.05) / (2 * scores.var())
    assert fed(scores).llr == pytest.approx(expected, rel=0.05)


def test_tilted_chances_have_the_mean_asked_for():
    weights, scores = np.array([0.1, 7, 3, 40, 2, 0.1]), np.array([-1, -0.5, -0.25, 0, 0.5, 1])
    means = np.array([[0.0], [-0.05], [-0.9], [0.9]])
    tilts = solve_tilts(weights, scores - means, np.zeros(4))
    chances = weights / weights.sum() / (1 + tilts[:, None] * (scores - means))
    assert (chances > 0).all()
    assert chances.sum(axis=1) == pytest.approx(np.ones(4))
    assert chances @ scores == pytest.approx(means[:, 0])


def test_ratio_depends_on_the_scores_alone():
    rng = np.random.default_rng(1)
    scores = rng.choice(EIGHTHS, 300)
    test = fed(scores)
    assert fed(rng.permutation(scores)).llr == pytest.approx(test.llr, abs=1e-9)
    assert fed(scores).llr == test.llr
    assert test.scores == {value: (scores == value).sum() for value in EIGHTHS}
    # Reversed signs and hypotheses: the same question from the other side.
    assert fed(-scores, mean1=0.05).llr == pytest.approx(test.llr, abs=1e-9)


def test_equal_scores_are_one_however_rounded():
    test = fed([0.1 + 0.2, 0.3, -0.0, 0.0, 1 + 1e-12, -1] * 200)
    assert test.scores == {-1: 200, 0: 400, 0.3: 400, 1: 200}
    assert test.count == 1200


# ---- the verdict


@pytest.mark.parametrize(("beta", "longest"), [(0.05, 66), (0.1, 52)])
def test_agents_that_are_the_same_are_not_weaker(beta, longest):
    # An agent that loses all in one block of twenty has mean -0.05 and would look the same with chance 0.95^n.
    surely = math.ceil(math.log(beta / 0.95) / math.log(0.95))
    test = Sprt(beta=beta)
    while test.add(0.0) is None:
        assert test.count < 200
    assert test.verdict == "H0"
    assert surely <= test.count <= longest
    narrow = Sprt(beta=beta, lowest=-0.5, highest=0.5)
    while narrow.add(0.0) is None:
        assert narrow.count < 200
    assert narrow.count < 0.6 * test.count


def test_verdict_waits_for_the_minimum_and_stands():
    test = fed([-1.0] * 9, mean1=-0.9)
    assert test.llr > test.bounds[1]
    assert test.verdict is None
    assert test.add(-1.0) == "H1"
    test = fed([-1.0] * 10 + [1.0] * 100, mean1=-0.9)
    assert test.llr < test.bounds[0]
    assert test.verdict == "H1"


def test_worlds_apart_is_told_in_as_few_blocks_as_ever():
    # Blocks that all gave -1: chances of 1/2 or 0.475 for the best score make the ratio log(0.525 / 0.5) a block.
    surely = math.ceil(math.log(19) / math.log(1.05))
    test = Sprt()
    while test.add(-1.0) is None:
        assert test.count < 200
    assert test.verdict == "H1"
    assert surely <= test.count <= surely + 8


def test_scores_and_settings_are_checked():
    with pytest.raises(ValueError, match="outside -1"):
        fed([1.01])
    with pytest.raises(ValueError, match="outside"):
        fed([math.nan])
    for settings, words in [
        ({"mean1": -1}, "inside the range"),
        ({"mean1": 0}, "the same"),
        ({"alpha": 0}, "alpha"),
        ({"alpha": 0.5, "beta": 0.5}, "below 1 together"),
        ({"prior": 0}, "prior"),
    ]:
        with pytest.raises(ValueError, match=words):
            Sprt(**settings)


# ---- error rates and lengths


def test_simulation_is_the_same_test():
    draw = drawer("two seats", -0.03)
    nights = simulate_nights(draw, Sprt(mean1=-0.2), 40, 150, seed=9)
    for night, scores in enumerate(draw(np.random.default_rng(9), (40, 150))):
        test = Sprt(mean1=-0.2)
        for score in scores:
            if test.add(score) is not None:
                break
        assert nights.lengths[night] == test.count
        assert nights.verdicts[night] == {None: -1, "H0": 0, "H1": 1}[test.verdict]
    assert nights.undecided > 0
    assert nights.h0 + nights.h1 + nights.undecided == pytest.approx(1)
    assert nights.mean_length == nights.lengths.mean()
    with pytest.raises(ValueError, match="round them"):
        simulate_nights(lambda rng, size: rng.uniform(-1, 1, size), Sprt(), 4, 1000)


@pytest.mark.parametrize(
    ("shape", "beta"), [*((shape, 0.05) for shape in SHAPES), ("two seats", 0.1), ("almost always even", 0.1)]
)
def test_error_rates_hold(shape, beta, at_size):
    nights, budget = at_size(250, 10_000), at_size(1000, 2000)
    test = Sprt(beta=beta)
    even = simulate_nights(drawer(shape, 0.0), test, nights, budget, seed=1)
    weaker = simulate_nights(drawer(shape, -0.05), test, nights, budget, seed=2)
    assert even.undecided < 0.1
    assert weaker.undecided < 0.1
    # Three standard errors; and a tenth of the rate, as Wald's bounds hold for known distributions only.
    assert even.h1 <= 1.1 * 0.05 + 3 * math.sqrt(0.05 * 0.95 / nights)
    assert weaker.h0 <= 1.1 * beta + 3 * math.sqrt(beta * (1 - beta) / nights)


@pytest.mark.parametrize(
    ("shape", "mean"), [("eighths, variance 0.1", 0.0), ("two seats", -0.05), ("two seats", -0.025)]
)
def test_length_and_chance_agree_with_simulation(shape, mean, at_size):
    nights = at_size(300, 6000)
    test = Sprt()
    simulated = simulate_nights(drawer(shape, mean), test, nights, 4000, seed=3)
    spread = variance(shape, mean)
    error = simulated.lengths.std() / math.sqrt(nights)
    # 3 %: what the normal approximation leaves (skewness, the prior at the ends of the range, a variance to be learnt).
    expected = test.expected_length(mean, spread)
    assert simulated.mean_length == pytest.approx(expected, abs=3 * error + 0.03 * expected)
    chance = test.chance_of_h1(mean, spread)
    assert simulated.h1 == pytest.approx(chance, abs=3 * math.sqrt(0.25 / nights) + 0.01)


def test_expected_length_without_overshoot_by_hand(monkeypatch):
    monkeypatch.setattr(evaluation.sprt, "OVERSHOOT", 0.0)
    test = Sprt()
    # log 19 x (0.95 - 0.05) x 2 variance / gap^2: 212 blocks, 49 % of the 433 that a test of fixed length takes
    # ((1.645 + 1.645)^2 variance / gap^2): the half that Wald (1945) says a sequential test saves.
    assert test.expected_length(0.0, 0.1) == pytest.approx(math.log(19) * 0.9 * 2 * 0.1 / 0.0025)
    assert test.expected_length(0.0, 0.1) / (3.2897**2 * 0.1 / 0.0025) == pytest.approx(0.49, abs=0.001)
    assert test.chance_of_h1(0.0, 0.1) == pytest.approx(0.05)
    assert test.chance_of_h1(-0.05, 0.1) == pytest.approx(0.95)
    # Half-way between: log 19 squared x variance / gap^2, and either verdict as likely.
    assert test.expected_length(-0.025, 0.1) == pytest.approx(math.log(19) ** 2 * 0.1 / 0.0025)
    assert test.chance_of_h1(-0.025, 0.1) == pytest.approx(0.5)
    assert test.expected_length(-0.025 + 1e-7, 0.1) == pytest.approx(test.expected_length(-0.025, 0.1), rel=1e-6)


def test_expected_length_far_from_both_hypotheses():
    test = Sprt(mean1=-0.001)
    assert test.chance_of_h1(1, 0.01) == pytest.approx(0, abs=1e-12)
    assert test.chance_of_h1(-1, 0.01) == pytest.approx(1)
    assert Sprt().expected_length(-0.3, 0.1) < Sprt().expected_length(-0.1, 0.1) < Sprt().expected_length(-0.04, 0.1)
    with pytest.raises(ValueError, match="variance"):
        test.expected_length(0, 0)


def test_overshoot_makes_errors_rarer_and_tests_longer(monkeypatch):
    # Both bounds move from log 19 to log 19 + 0.583 x 0.05 / sqrt(0.1): chance 1 / (1 + 19 exp(0.0922)) = 4.6 %.
    test = Sprt()
    assert test.chance_of_h1(0.0, 0.1) == pytest.approx(1 / (1 + 19 * math.exp(0.583 * 0.05 / math.sqrt(0.1))))
    longer = test.expected_length(0.0, 0.1)
    monkeypatch.setattr(evaluation.sprt, "OVERSHOOT", 0.0)
    assert 1.03 < longer / test.expected_length(0.0, 0.1) < 1.05
