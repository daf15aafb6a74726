"""Intervals and errors against published and hand-worked numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest

from evaluation.bootstrap import acceleration
from evaluation.statistics import (
    benjamini_hochberg,
    bootstrap_difference,
    bootstrap_interval,
    clustered_mean_and_error,
    holm,
    incomplete_beta,
    mean_and_error,
    p_value_of_mean,
    pairing_ratio,
    student_t_cdf,
    wilson_interval,
)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_the_published_intervals(wins, games, low, high):
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_wilson_mirrors():
    low, high = wilson_interval(7, 30)
    assert wilson_interval(23, 30) == pytest.approx((1 - high, 1 - low))


def test_wilson_narrows_with_games_and_widens_with_confidence():
    def width(wins, games, confidence=0.95):
        low, high = wilson_interval(wins, games, confidence)
        return high - low

    assert width(40, 100) > width(400, 1000)
    assert width(40, 100, 0.99) > width(40, 100) > width(40, 100, 0.5)
    assert wilson_interval(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("wins", "games", "confidence"), [(3, 2, 0.95), (-1, 2, 0.95), (1, 2, 1.0), (1, 2, 0.0)])
def test_wilson_refuses_nonsense(wins, games, confidence):
    with pytest.raises(ValueError, match=r"expected|between"):
        wilson_interval(wins, games, confidence)


def test_wilson_covers_what_it_promises():
    rng = np.random.default_rng(5)
    wins = rng.binomial(40, 0.1, 4000)
    covered = [low <= 0.1 <= high for low, high in (wilson_interval(int(w), 40) for w in wins)]
    assert 0.92 < np.mean(covered) < 0.98


def test_mean_and_error_by_hand():
    mean, error = mean_and_error([1, 2, 3, 4])
    assert mean == 2.5
    assert error == pytest.approx(math.sqrt((2.25 + 0.25 + 0.25 + 2.25) / 3 / 4))
    assert mean_and_error([7])[0] == 7
    assert math.isnan(mean_and_error([7])[1])
    assert all(map(math.isnan, mean_and_error([])))


def test_blocks_are_the_independent_unit():
    # Two blocks whose games are copies of each other hold two observations, not four.
    values = np.array([[1, 1], [3, 3]])
    assert clustered_mean_and_error(values) == pytest.approx((2, 1))
    assert mean_and_error(values.ravel())[1] < 1


# ---- bootstrap

# Proschan (1963): hours between failures of an air-conditioning system; Davison and Hinkley (1997), table 1.2.
AIR = np.array([3, 5, 7, 18, 43, 85, 91, 98, 100, 130, 230, 487])
# Survival of mice in days, Efron and Tibshirani (1993), table 2.1.
TREATED = np.array([94, 197, 16, 38, 99, 141, 23])
CONTROLS = np.array([52, 104, 146, 10, 51, 30, 40, 27, 46])


def test_acceleration_as_published():
    # Davison and Hinkley (1997), chapter 5, for these data: mean 108.083, a = 0.0938.
    assert AIR.mean() == pytest.approx(108.083, abs=5e-4)
    assert acceleration(AIR - AIR.mean()) == pytest.approx(0.0938, abs=5e-5)


def test_bootstrap_agrees_with_another_implementation():
    # scipy.stats.bootstrap(method="BCa", n_resamples=200_000) of SciPy 1.17.1 gives these.
    assert bootstrap_interval(AIR, resamples=50_000) == pytest.approx((57.1, 226.9), abs=3)
    assert bootstrap_interval(TREATED, 0.9, 50_000) == pytest.approx((52.29, 130.14), abs=1)
    assert bootstrap_difference(TREATED, CONTROLS, resamples=50_000) == pytest.approx((-19.35, 86.10), abs=1.5)
    # As printed beside table 2.1: 86.86 +- 25.24.
    assert mean_and_error(TREATED) == pytest.approx((86.86, 25.24), abs=6e-3)


def test_bootstrap_of_two_blocks_by_hand():
    # The four resamples of (0, 1) have means 0, 1/2, 1/2, 1, without bias or skewness: levels 5 % and 95 % are 0 and 1.
    assert bootstrap_interval(np.array([0, 1]), 0.9) == (0, 1)
    assert bootstrap_interval(np.array([0, 1]), 0.4) == (0.5, 0.5)


def test_bootstrap_resamples_blocks_whole():
    rng = np.random.default_rng(2)
    per_block = rng.normal(0, 1, 60)
    copies = np.repeat(per_block[:, None], 4, axis=1)
    assert bootstrap_interval(copies) == pytest.approx(bootstrap_interval(per_block))
    low, high = bootstrap_interval(copies.ravel())
    assert high - low < 0.7 * np.ptp(bootstrap_interval(copies))


def test_bootstrap_is_a_function_of_its_seed_alone(monkeypatch):
    interval = bootstrap_interval(AIR, seed=3)
    monkeypatch.setattr("evaluation.bootstrap.CHUNK", 17 * len(AIR))
    assert bootstrap_interval(AIR, seed=3) == interval
    assert bootstrap_interval(AIR, seed=4) != interval


def test_bootstrap_of_few_or_equal_blocks():
    for few in (np.zeros(0), np.zeros((0, 4)), np.array([3.0]), np.array([[1.0, 2.0]])):
        assert all(map(math.isnan, bootstrap_interval(few)))
        assert all(map(math.isnan, bootstrap_difference(few, AIR)))
    assert bootstrap_interval(np.full(9, 0.1)) == pytest.approx((0.1, 0.1))
    assert bootstrap_interval(np.zeros((5, 4))) == (0, 0)
    low, high = bootstrap_interval(np.array([0] * 9 + [1]))
    assert 0 <= low < 0.1 < high <= 0.6


def test_bootstrap_covers_what_it_promises():
    rng = np.random.default_rng(1)
    skewed = rng.exponential(1, (300, 40))
    covered = [low <= 1 <= high for low, high in (bootstrap_interval(row, resamples=600) for row in skewed)]
    assert 0.90 < np.mean(covered) < 0.98  # short of 0.95, as the sample is skewed
    gaps = [bootstrap_difference(a, b, resamples=600) for a, b in zip(skewed[:150], skewed[150:, :25], strict=True)]
    assert 0.89 < np.mean([low <= 0 <= high for low, high in gaps]) < 0.99


@pytest.mark.parametrize(("confidence", "resamples"), [(0, 100), (1, 100), (0.95, 1)])
def test_bootstrap_refuses_nonsense(confidence, resamples):
    with pytest.raises(ValueError, match=r"between|at least"):
        bootstrap_interval(AIR, confidence, resamples)


# ---- pairing


def test_pairing_ratio_by_hand():
    # Luck that a block deals both ways cancels; luck that strikes both games alike costs a factor of two.
    luck = np.array([1.0, -1, 2, 0, -2])
    assert pairing_ratio(np.stack([luck, -luck], axis=1)) == pytest.approx(0)
    assert pairing_ratio(np.stack([luck, luck], axis=1)) == pytest.approx(2)
    # Columns (0, 0, 1, 1) and (0, 1, 0, 1): variances 1/3 each, no covariance.
    assert pairing_ratio(np.array([[0, 0], [0, 1], [1, 0], [1, 1]])) == pytest.approx(1)
    # A cell that is better for everyone is no luck: it changes nothing.
    assert pairing_ratio(np.stack([luck, 7 - luck], axis=1)) == pytest.approx(0)


def test_pairing_ratio_follows_the_correlation():
    rng = np.random.default_rng(8)
    common, own = rng.normal(0, 1, (20_000, 1)), rng.normal(0, 1, (20_000, 4))
    # Correlation 1/5 between the four: 1 + 3/5.
    assert pairing_ratio(common + 2 * own) == pytest.approx(1.6, rel=0.04)


@pytest.mark.parametrize("scores", [np.zeros((0, 2)), np.ones((1, 2)), np.ones((9, 2)), np.zeros((3, 0))])
def test_pairing_ratio_is_undefined_without_variance(scores):
    assert math.isnan(pairing_ratio(scores))


# ---- p-values


@pytest.mark.parametrize(
    ("t", "freedom", "chance"),
    [
        # Tables of Student's t, such as NIST/SEMATECH e-Handbook 1.3.6.7.2, with more digits.
        (2.228139, 10, 0.975),
        (2.015048, 5, 0.95),
        (63.656741, 1, 0.995),
        (1.979930, 120, 0.975),
        (12.923979, 3, 0.9995),
        (-1.372184, 10, 0.1),
        (0, 4, 0.5),
        (1.959964, 1e7, 0.975),
    ],
)
def test_student_t_as_in_tables(t, freedom, chance):
    assert student_t_cdf(t, freedom) == pytest.approx(chance, abs=1e-7)


def test_incomplete_beta_by_hand():
    # I_x(2, 3) = 1 - (1 - x)^4 - 4 x (1 - x)^3; I_x(a, 1) = x^a; a mirror of itself.
    assert incomplete_beta(0.3, 2, 3) == pytest.approx(1 - 0.7**4 - 4 * 0.3 * 0.7**3, abs=1e-14)
    assert incomplete_beta(0.9, 5.5, 1) == pytest.approx(0.9**5.5, abs=1e-14)
    assert incomplete_beta(0.2, 0.5, 40) == pytest.approx(1 - incomplete_beta(0.8, 40, 0.5), abs=1e-14)
    assert (incomplete_beta(0, 2, 2), incomplete_beta(1, 2, 2), incomplete_beta(0.5, 7, 7)) == pytest.approx(
        (0, 1, 0.5)
    )


def test_p_values_of_a_published_sample():
    # Student (1908), section IX: hours of sleep that one drug gave more than another; 9 degrees of freedom, t = 4.0621,
    # p = 0.00283 (two sides).
    sleep = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]
    assert p_value_of_mean(sleep) == pytest.approx(0.00283, abs=5e-6)
    assert p_value_of_mean(sleep, side="greater") == pytest.approx(0.00283 / 2, abs=5e-6)
    assert p_value_of_mean(sleep, side="less") == pytest.approx(1 - 0.00283 / 2, abs=5e-6)
    assert p_value_of_mean(sleep, np.mean(sleep)) == pytest.approx(1)


def test_p_values_without_spread_or_values():
    assert math.isnan(p_value_of_mean([]))
    assert math.isnan(p_value_of_mean([1.0]))
    assert p_value_of_mean([0.0] * 9) == 1
    assert p_value_of_mean([0.1] * 9, 0.1, "less") == 0.5
    assert [p_value_of_mean([-0.1] * 9, side=side) for side in ("two", "less", "greater")] == [0, 0, 1]
    with pytest.raises(ValueError, match="'two'"):
        p_value_of_mean([1, 2], side="both")


# Benjamini and Hochberg (1995), section 3.2: at 0.05 Holm (as Bonferroni) calls three, their procedure four.
PUBLISHED = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719]
PUBLISHED += [0.6528, 0.7590, 1.0]


def test_corrections_call_what_the_paper_calls():
    assert (holm(PUBLISHED) <= 0.05).sum() == 3
    assert (benjamini_hochberg(PUBLISHED) <= 0.05).sum() == 4
    # By hand: 15 x, 14 x, 13 x, 12 x; and 15/1, 15/2, 15/3, 15/4, 15/5 x. The sixth is held down by the seventh.
    assert holm(PUBLISHED)[:4] == pytest.approx([0.0015, 0.0056, 0.0247, 0.1140])
    expected = [0.0015, 0.0030, 0.0095, 0.035625, 0.0603, 0.0298 * 15 / 7]
    assert benjamini_hochberg(PUBLISHED)[:6] == pytest.approx(expected)


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
def test_corrections_keep_the_order_given(adjust):
    shuffled = np.random.default_rng(0).permutation(len(PUBLISHED))
    assert adjust(np.array(PUBLISHED)[shuffled]) == pytest.approx(adjust(PUBLISHED)[shuffled])
    assert adjust([0.04]) == pytest.approx([0.04])
    assert adjust([]).shape == (0,)
    for wrong in ([0.5, 1.1], [-0.1], [math.nan]):
        with pytest.raises(ValueError, match="0 to 1"):
            adjust(wrong)
