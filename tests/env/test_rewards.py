"""Rewards: by kind and place, their sums, absent seats."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from moonshine_env.rewards import final_rewards

# By number of players: every order of places, with seats for four.
ALL_PLACES = {n: np.array([[*order, *[0] * (4 - n)] for order in permutations(range(1, n + 1))]) for n in (2, 3, 4)}


def rewards(places, respect, players, kind):
    return final_rewards(places, respect, np.full(len(places), players), kind)


@pytest.mark.parametrize(("players", "worth"), [(2, [1, -1]), (3, [1, 0, -1]), (4, [1, 1 / 3, -1 / 3, -1])])
def test_placement(players, worth):
    places = ALL_PLACES[players]
    found = rewards(places, np.zeros_like(places), players, "placement")
    assert found.dtype == np.float32
    assert np.array_equal(found, np.array([*worth, 0], np.float32)[np.where(places > 0, places - 1, -1)])
    assert not found.sum(axis=1, dtype=np.float64).any()  # exactly: the values are symmetric about 0
    formula = 1 - 2 * (places[:, :players] - 1) / (players - 1)
    assert np.allclose(found[:, :players], formula, atol=1e-7)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_win(players):
    places = ALL_PLACES[players]
    found = rewards(places, np.zeros_like(places), players, "win")
    assert np.array_equal(found, (places == 1).astype(np.float32))


def test_margin_of_a_hand_worked_game():
    places = np.array([[2, 1, 3, 0]])
    respect = np.array([[10, 21, -4, 0]])
    found = rewards(places, respect, 3, "margin")
    assert found[0] == pytest.approx([(10 - 17 / 2) / 20, (21 - 6 / 2) / 20, (-4 - 31 / 2) / 20, 0])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_margins_sum_to_zero_and_leave_absent_seats_out(players):
    rng = np.random.default_rng(players)
    respect = rng.integers(-15, 40, (100, 4))  # also where nobody sits
    places = np.tile(ALL_PLACES[players][0], (100, 1))
    found = rewards(places, respect, players, "margin")
    assert np.abs(found.sum(axis=1)).max() < 1e-6
    assert not found[:, players:].any()
    assert found[:, :players].any(axis=1).all()


def test_games_of_different_sizes_at_once():
    places = np.array([[1, 2, 0, 0], [4, 3, 2, 1]])
    found = final_rewards(places, np.zeros_like(places), np.array([2, 4]), "placement")
    assert found == pytest.approx(np.array([[1, -1, 0, 0], [-1, -1 / 3, 1 / 3, 1]]))


def test_unknown_kinds_are_named():
    with pytest.raises(ValueError, match="reward='gold' is not known; one of: 'placement', 'win', 'margin'"):
        rewards(ALL_PLACES[2], ALL_PLACES[2], 2, "gold")
