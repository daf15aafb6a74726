"""Intervals and errors against published and hand-worked numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest

from evaluation.statistics import clustered_mean_and_error, mean_and_error, wilson_interval


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
