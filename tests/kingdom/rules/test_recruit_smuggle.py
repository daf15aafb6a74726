"""Recruit (K5.3) and Smuggle (K5.6)."""

from __future__ import annotations

import pytest

from moonshine_env.kingdom.position import new_state
from moonshine_env.kingdom.vocab import RUM
from tests.kingdom.case_runner import board
from tests.kingdom.random_play import CONTENT, play

# ---- Recruit


def test_runners_are_hired_at_a_safehouse_of_ones_own():
    table = board("irish", {"corona": "irish S", "bowery": "irish 3R", "astoria": "irish 1R S", "jamaica": "vipers S"})
    table.check(exactly=["recruit corona", "recruit astoria"])
    table.play("irish: recruit astoria", {"only": ["hire 1", "hire 2", "hire 3"]}, "irish: hire 2")
    table.end(districts={"astoria": "irish 3R S"}, players={"irish": {"cash": 400, "ops": 4, "supply": {"runners": 9}}})


def test_not_without_cash_or_runners():
    given = {"corona": "irish S"}
    board("irish", given, players={"irish": {"cash": 200}}).check(not_offered=["recruit"])
    board("irish", given, players={"irish": {"cash": 300}}).check(offered=["recruit corona"])
    board("irish", given, players={"irish": {"supply": {"runners": 0}}}).check(not_offered=["recruit"])
    ward_boss = board("irish", given, players={"irish": {"cash": 300}}, ward_boss="irish")
    ward_boss.play("irish: recruit corona", {"only": ["hire 1"]})
    poor = board("irish", given, players={"irish": {"cash": 200}}, ward_boss="irish")
    poor.play("irish: recruit corona", "irish: hire 1").end(players={"irish": {"cash": 0}})


def test_somebody_elses_ward_boss_gives_no_discount():
    table = board("irish", {"corona": "irish S"}, ward_boss="vipers").play("irish: recruit corona")
    table.check(only=["hire 1", "hire 2", "hire 3"])


def test_fifteen_runners_are_all_there_are():
    table = board("irish", {"corona": "irish S"}, players={"irish": {"cash": 9000}}).play("irish: recruit corona")
    table.check(offered=["hire 15"]).play("irish: hire 15")
    table.end(districts={"corona": "irish 15R S"}, players={"irish": {"cash": 4500, "supply": {"runners": 0}}})


# ---- Smuggle


@pytest.mark.parametrize(("crew", "dice"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_the_crew_rolls_its_muscle_ratio_up_to_three(crew: int, dice: int):
    # All 6: every die brings Rum, one missing or left over would be noticed.
    table = board("irish", {"west_side": "irish 9R"}, dice=[6] * dice).play(f"irish: smuggle west_side {crew}")
    table.end(districts={"west_side": f"irish 9R {dice}r"}, heat=[])


def test_luck_is_tied_to_the_smuggle_of_the_day():
    table = board("irish", {"west_side": "irish 1R"}, [6])
    table.play("irish: smuggle west_side 1")
    assert table.states["smuggles"][0].tolist() == [0, 1, 0, 0]


def test_of_as_many_dice_as_can_be_given_the_first_is_rolled():
    states = new_state(CONTENT, {"turn": "irish", "districts": {"west_side": "irish 1R"}, "given_dice": [6, *[1] * 63]})
    play(states, "smuggle west_side 1")
    assert states["supply"][0, RUM] == 24
    assert states["given"][0].tolist() == [*[1] * 63, 0]


def test_a_seed_brings_the_same_rum_for_ever():
    position = {"turn": "irish", "districts": {"west_side": "irish 5R"}}
    games = [play(new_state(CONTENT, position, seed), "smuggle west_side 5") for seed in range(12)]
    assert [25 - int(states["supply"][0, RUM]) for states in games] == [1, 0, 0, 1, 1, 0, 1, 0, 0, 2, 1, 0]


@pytest.mark.parametrize(("docks", "lowest"), [(1, 5), (2, 4), (3, 3), (4, 2), (5, 2)])
def test_more_docks_make_it_easier(docks: int, lowest: int):
    others = ["bowery", "jamaica", "throggs_neck", "tottenville"][: docks - 1]
    rivals = {"whitestone": "vipers 1R", "westerleigh": "sicilian 1R"}
    districts = {"west_side": "irish 4R", **dict.fromkeys(others, "irish 1R"), **rivals}
    table = board("irish", districts, dice=[lowest, lowest - 1]).play("irish: smuggle west_side 3")
    table.end(districts={"west_side": "irish 3R 1r"})


def test_where_and_with_how_many():
    board(
        "irish", {"west_side": "irish 1B 6R", "bowery": "irish 2R", "jamaica": "irish S", "corona": "irish 5R"}
    ).check(exactly=[*(f"smuggle west_side {n}" for n in range(1, 6)), "smuggle bowery 1", "smuggle bowery 2"])


def test_arrests_take_runners_first_and_a_boss_at_last():
    table = board("irish", {"west_side": "irish 1B 1R"}, dice=[1, 1])
    table.play("irish: smuggle west_side 2").see(districts={"west_side": "irish 1B"})
    table.play("vipers: lay_low", "knights: lay_low", "sicilian: lay_low", "irish: smuggle west_side 1")
    table.end(districts={"west_side": "none"}, players={"irish": {"supply": {"bosses": 1, "runners": 15}, "ops": 3}})


def test_the_dock_is_kept_by_a_safehouse():
    table = board("irish", {"west_side": "irish 1R S"}, dice=[1]).play("irish: smuggle west_side 1")
    table.end(districts={"west_side": "irish S"})


def test_rum_comes_while_the_supply_lasts_and_not_offered_after():
    districts = {"west_side": "irish 5R"}
    table = board("irish", districts, dice=[6, 6, 1], supply={"rum": 1}).play("irish: smuggle west_side 5")
    table.end(districts={"west_side": "irish 4R 1r"}, supply={"rum": 0})
    board("irish", districts, supply={"rum": 0}).check(not_offered=["smuggle"])
