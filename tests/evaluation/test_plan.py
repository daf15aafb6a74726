"""Who plays whom, from which seeds, at which seat."""

from __future__ import annotations

from collections import Counter

import pytest

from evaluation.plan import Plan, blocks_for, plan_of, seatings


def test_rotations_give_everybody_every_seat_once():
    found = seatings((0, 1, 2), "rotations")
    assert found == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]
    for slot in range(3):
        assert sorted(order.index(slot) for order in found) == [0, 1, 2]


def test_all_seatings_of_two_pairs_are_six():
    found = [tuple((0, 0, 1, 1)[slot] for slot in order) for order in seatings((0, 0, 1, 1), "all")]
    assert sorted(found) == [(0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0), (1, 0, 0, 1), (1, 0, 1, 0), (1, 1, 0, 0)]
    assert [sum(seating[seat] for seating in found) for seat in range(4)] == [3, 3, 3, 3]


def test_all_seatings_of_four_are_twenty_four():
    assert len(set(seatings((0, 1, 2, 3), "all"))) == 24


def test_units_go_block_by_block_and_share_seeds_over_tables():
    plan = Plan(("a", "b"), ((0, 1), (1, 1, 0)), seed=5)
    assert plan.games_per_block == 5
    assert list(plan.units(3, first=1)) == [2, 3, 4, 5]
    two, three = plan.unit(2), plan.unit(3)
    assert [(game.block, game.table, game.nth) for game in two] == [(1, 0, 0), (1, 0, 1)]
    assert [(game.block, game.table) for game in three] == [(1, 1)] * 3
    assert {game.seed for game in two + three} == {plan.seed_of(1)}
    assert plan.seed_of(0) != plan.seed_of(1) != Plan(("a", "b"), ((0, 1),), seed=6).seed_of(1)
    assert [game.entrants for game in three] == [(1, 1, 0), (0, 1, 1), (1, 0, 1)]


@pytest.mark.parametrize(("assign", "games"), [("dealt", 3), ("mobs", 9), ("homes", 9), ("both", 27)])
def test_assignments_move_on_what_was_dealt(assign, games):
    plan = plan_of(["a", "b", "c"], assign=assign)
    assert plan.games_per_block == games
    shifts = Counter(game.shifts for game in plan.unit(0))
    assert set(shifts.values()) == {3}
    assert {mob for mob, _ in shifts} == (set(range(3)) if assign in ("mobs", "both") else {0})
    assert {home for _, home in shifts} == (set(range(3)) if assign in ("homes", "both") else {0})


def test_names_twice_are_one_entrant():
    plan = plan_of(["a", "b", "a", "a"])
    assert (plan.entrants, plan.tables) == (("a", "b"), ((0, 1, 0, 0),))


@pytest.mark.parametrize(("games", "blocks"), [(1, 1), (4, 1), (5, 2), (8, 2)])
def test_games_are_rounded_up_to_blocks(games, blocks):
    assert blocks_for(plan_of(["a"] * 4), games) == blocks


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": -1}, "seed=-1 does not fit"),
        ({"seed": 2**64}, "does not fit"),
        ({"seating": "circle"}, "seating='circle' is not known; one of: 'rotations', 'all'"),
        ({"assign": "mob"}, "assign='mob' is not known"),
        ({"options": {"max_dayz": 3}}, "max_days"),
        ({"options": {"num_players": 3}}, "num_players is no option of a match"),
        ({"tables": ((0,),)}, "a table has 2 to 4 seats, not 1"),
        ({"tables": ((0, 0, 0, 0, 0),)}, "a table has 2 to 4 seats, not 5"),
        ({"tables": ((0, 1),)}, "only 1 entrants"),
        ({"game_id": "chess"}, "there is no game 'chess'"),
    ],
)
def test_what_does_not_fit_is_said(change, sentence):
    with pytest.raises(ValueError, match=sentence):
        Plan(**{"entrants": ("a",), "tables": ((0, 0),), **change})


def test_no_games_are_no_match():
    with pytest.raises(ValueError, match="at least 1"):
        blocks_for(plan_of(["a", "b"]), 0)
