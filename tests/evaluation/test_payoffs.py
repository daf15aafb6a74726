"""Alpha-rank against published and hand-worked numbers; cycles that are sure, and those that are not."""

from __future__ import annotations

import math

import numpy as np
import pytest

from evaluation.payoffs import alpha_rank, alpha_sweep, cycles, log_fixation, stationary

ROCK_PAPER_SCISSORS = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
# Omidshafiei et al. (2019): its Nash equilibrium is (1/16, 10/16, 5/16).
BIASED = np.array([[0, -0.5, 1], [0.5, 0, -0.1], [-1, 0.1, 0]])


@pytest.mark.parametrize("alpha", [1e-3, 1, 100, 1e9])
def test_rock_paper_scissors_is_uniform(alpha):
    assert alpha_rank(ROCK_PAPER_SCISSORS, alpha) == pytest.approx([1 / 3] * 3)


def test_biased_rock_paper_scissors_is_uniform_once_alpha_is_large():
    # Each strategy loses to exactly one other, so each is left at the same rate, whatever the margins.
    assert np.array([1, 10, 5]) / 16 @ BIASED == pytest.approx([0, 0, 0])
    small, large, huge = alpha_sweep(BIASED, [1, 100, 1e8])
    assert small.max() > 0.7
    assert large == pytest.approx([1 / 3] * 3, abs=1e-4)
    assert huge == pytest.approx([1 / 3] * 3, abs=1e-12)


def test_payoffs_of_han_et_al():
    # Han et al., Journal of the Royal Society Interface 10 (2013); the distribution as DeepMind's OpenSpiel tests it.
    r, t, p, s, delta, eps = 1, 2, 0, -1, 4, 0.25
    table = [
        [r - eps / 2, r - eps, 0, s + delta - eps, r - eps],
        [r, r, s, s, s],
        [0, t, p, p, p],
        [t - delta, t, p, p, p],
        [r, t, p, p, p],
    ]
    expected = [0.40966787, 0.07959841, 0.20506998, 0.08505983, 0.2206039]
    assert alpha_rank(np.array(table), 0.1, 20) == pytest.approx(expected, abs=1e-7)


def test_two_strategies_by_hand():
    # One gains m / (m - 1) on the other at any mixture: the shares' ratio is exp(alpha m), here exp(0.5).
    table = np.array([[0, 1], [-1, 0]])
    first, second = alpha_rank(table, 0.1, 5)
    assert first / second == pytest.approx(math.exp(0.5))
    # The classic chance of fixation: (1 - exp(-u)) / (1 - exp(-m u)), with u = alpha m / (m - 1).
    u = 0.1 * 5 / 4
    assert math.exp(log_fixation(table, 0.1, 5)[1, 0]) == pytest.approx(-math.expm1(-u) / -math.expm1(-5 * u))


def test_dominated_strategies_vanish_and_nothing_overflows():
    shares = alpha_rank(np.array([[0.5, 0.9, 0.6], [0.1, 0.5, 0.6], [0.4, 0.4, 0.5]]), 1e12)
    assert shares == pytest.approx([1, 0, 0])
    assert alpha_rank(np.zeros((4, 4)), 1e6) == pytest.approx([0.25] * 4)
    assert alpha_rank(np.array([[3.0]]), 1) == pytest.approx([1])


def test_stationary_distribution_of_a_known_chain():
    # Birth and death: balance of flows gives 1 : 2 : 2 * 3 / 4.
    rates = np.array([[1, 2, 0], [1, 1, 3], [0, 4, 1]])
    with np.errstate(divide="ignore"):
        assert stationary(np.log(rates)) == pytest.approx(np.array([1, 2, 1.5]) / 4.5)


@pytest.mark.parametrize(
    ("payoffs", "alpha", "population"),
    [
        (np.zeros((2, 3)), 1, 50),
        ([[0, math.nan], [0, 0]], 1, 50),
        (ROCK_PAPER_SCISSORS, 0, 50),
        (ROCK_PAPER_SCISSORS, math.inf, 50),
        (ROCK_PAPER_SCISSORS, 1, 1),
    ],
)
def test_alpha_rank_refuses_nonsense(payoffs, alpha, population):
    with pytest.raises(ValueError, match=r"square|NaN|above 0"):
        alpha_rank(payoffs, alpha, population)


def test_a_cycle_is_listed_when_it_is_sure():
    shares = np.array([[0.5, 0.7, 0.3, 0.9], [0.3, 0.5, 0.7, 0.9], [0.7, 0.3, 0.5, 0.9], [0.1, 0.1, 0.1, 0.5]])
    # Gaps of 0.4 with errors 2 x 0.05 are 4 errors; with 2 x 0.1 they are 2, and six pairs were looked at.
    assert cycles(shares, np.full((4, 4), 0.05)) == [(0, 1, 2)]
    assert cycles(shares, np.full((4, 4), 0.1)) == []
    assert cycles(shares.T, np.full((4, 4), 0.05)) == [(0, 2, 1)]
    assert cycles(shares, np.zeros((4, 4))) == [(0, 1, 2)]


def test_pairs_that_never_met_make_no_cycle():
    shares = np.array([[0.5, 0.9, math.nan], [0.1, 0.5, 0.9], [math.nan, 0.1, 0.5]])
    assert cycles(shares, np.full((3, 3), 0.01)) == []
    assert cycles(np.array([[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]]), np.full((3, 3), math.nan)) == []
    with pytest.raises(ValueError, match="square"):
        cycles(np.zeros((2, 2)), np.zeros((3, 3)))


def test_cycles_of_equals_are_found_by_chance_as_seldom_as_promised():
    rng = np.random.default_rng(3)
    found = 0
    for _ in range(300):
        half = np.triu(rng.normal(0, 0.05, (5, 5)), 1)
        found += bool(cycles(0.5 + half - half.T, np.full((5, 5), 0.05)))
    assert found / 300 <= 0.05
