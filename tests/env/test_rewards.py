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


PARTNERS = np.array([[3, 2, 1, 0]])
ALLIED_PLACES = np.array([[2, 4, 3, 1]])


def test_both_of_the_winning_alliance_win():
    respect = np.array([[12, 30, 4, 25]])
    four = np.array([4])
    assert final_rewards(ALLIED_PLACES, respect, four, "win", PARTNERS).tolist() == [[1, 0, 0, 1]]
    assert final_rewards(ALLIED_PLACES, respect, four, "placement", PARTNERS) == pytest.approx(
        np.array([[1 / 3, -1, -1 / 3, 1]])
    )
    assert final_rewards(ALLIED_PLACES, respect, four, "margin", PARTNERS) == pytest.approx(
        np.array([[3 / 20, -3 / 20, -3 / 20, 3 / 20]])
    )


@pytest.mark.parametrize("kind", ["placement", "margin"])
def test_rewards_of_alliances_sum_to_zero(kind):
    rng = np.random.default_rng(0)
    respect = rng.integers(-15, 40, (100, 4))
    partners = np.repeat(PARTNERS, 100, axis=0)
    found = final_rewards(np.repeat(ALLIED_PLACES, 100, axis=0), respect, np.full(100, 4), kind, partners)
    assert not found.sum(axis=1).any()
    assert found.any(axis=1).all()


@pytest.mark.parametrize("kind", ["placement", "win", "margin"])
def test_before_the_sit_down_nobody_shares(kind):
    places, respect = np.array([[2, 4, 3, 1], [2, 1, 0, 0]]), np.array([[12, 30, 4, 25], [7, 9, 0, 0]])
    alone = final_rewards(places, respect, np.array([4, 2]), kind, np.full((2, 4), -1))
    assert np.array_equal(alone, final_rewards(places, respect, np.array([4, 2]), kind))
    # Games with and without alliances in one batch.
    mixed = final_rewards(places, respect, np.array([4, 2]), kind, np.array([[3, 2, 1, 0], [-1] * 4]))
    assert np.array_equal(mixed[1], alone[1])


def test_unknown_kinds_are_named():
    with pytest.raises(ValueError, match="reward='gold' is not known; one of: 'placement', 'win', 'margin'"):
        rewards(ALL_PLACES[2], ALL_PLACES[2], 2, "gold")
