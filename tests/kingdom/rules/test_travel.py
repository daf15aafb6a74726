"""Move (K5.1) and Skiff (K6.7): who goes, what they carry, which Districts are Connected (K2.5)."""

from __future__ import annotations

import dataclasses

import pytest

from moonshine_env.kingdom.actions import action_table
from moonshine_env.kingdom.casework import Table
from moonshine_env.kingdom.tables import load_content
from tests.kingdom.case_runner import board

DOCKS = ["west_side", "bowery", "throggs_neck", "whitestone", "jamaica", "sheepshead_bay", "westerleigh", "tottenville"]
INLAND = ["fordham", "corona", "richmond_hill", "flushing"]


def test_williamsburg_is_connected_to_five():
    goals = ["red_hook", "brownsville", "corona", "astoria", "five_points"]
    board("irish", {"williamsburg": "irish 1R"}).check(exactly=[f"move williamsburg {goal}" for goal in goals])


@pytest.mark.parametrize("dock", DOCKS)
def test_every_two_docks_are_connected(dock: str):
    board("irish", {dock: "irish 1R"}).check(offered=[f"move {dock} {goal}" for goal in DOCKS if goal != dock])


def test_there_are_132_ordered_connected_pairs():
    assert sum(name.startswith("move ") for name in action_table(load_content()).names) == 132


def test_only_mobsters_move():
    board("irish", {"bowery": "irish S 2g", "corona": "irish 1R", "jamaica": "knights 3R", "astoria": "2m"}).check(
        offered=["move corona"], not_offered=["move bowery", "move jamaica", "move astoria"]
    )


def test_any_number_goes_but_somebody_does():
    table = board("sicilian", {"corona": "sicilian 2B 6R"}).play("sicilian: move corona astoria")
    crews = [f"crew {bosses} {runners}" for bosses in range(3) for runners in range(7)]
    table.check(only=crews[1:])
    table.play("sicilian: crew 1 6").end(districts={"corona": "sicilian 1B", "astoria": "sicilian 1B 6R"})


def test_each_mobster_carries_one_barrel_at_most():
    table = board("irish", {"corona": "irish 1B 2R 2m 2w 1r"})
    table.play("irish: move corona astoria", "irish: crew 1 2", {"only": [f"carry {n} moonshine" for n in range(3)]})
    table.play("irish: carry 1 moonshine", {"only": ["carry 0 whisky", "carry 1 whisky", "carry 2 whisky"]})
    table.play("irish: carry 1 whisky", {"only": ["carry 0 rum", "carry 1 rum"]}, "irish: carry 1 rum")
    table.end(districts={"corona": "1m 1w", "astoria": "irish 1B 2R 1m 1w 1r"})


def test_all_seventeen_mobsters_carry_a_barrel_each():
    # The most there is an id for, whatever one mobster may carry in a content of one's own.
    tables = load_content().tables.copy()
    for each in (1, 2):
        tables[0]["carry_per_mobster"] = each
        given = {"turn": "sicilian", "districts": {"corona": "sicilian 2B 15R 20g"}}
        table = Table(given, (), dataclasses.replace(load_content(), tables=tables))
        table.play("sicilian: move corona astoria", "sicilian: crew 2 15")
        table.check(only=[f"carry {n} gin" for n in range(18)])


def test_full_hands_are_asked_no_more():
    table = board("irish", {"corona": "irish 2R 2m 2w 1r"})
    table.play("irish: move corona astoria", "irish: crew 0 2", "irish: carry 2 moonshine")
    table.end(districts={"corona": "2w 1r", "astoria": "irish 2R 2m"}, decision="turn", actor="vipers")


def test_barrels_may_stay():
    table = board("irish", {"corona": "irish 2R S 2m"})
    table.play("irish: move corona astoria", "irish: crew 0 2", "irish: carry 0 moonshine")
    table.end(districts={"corona": "irish S 2m", "astoria": "irish 2R"})


def test_an_own_district_is_joined():
    table = board("irish", {"corona": "irish 2R 1g", "astoria": "irish 1B 1g S"})
    table.play("irish: move corona astoria", "irish: crew 0 2", "irish: carry 1 gin")
    table.end(districts={"corona": "none", "astoria": "irish 1B 2R S 2g"}, decision="turn", actor="vipers")


def test_the_play_costs_a_marker():
    board("irish", {"corona": "irish 2R"}).play("irish: move corona astoria", "irish: crew 0 1").end(
        players={"irish": {"ops": 4, "stash": 3, "plays_today": 1}}, heat=[]
    )


# ---- Skiff


def test_a_skiff_goes_from_any_coast_to_any_other():
    names = [name for name in action_table(load_content()).names if name.startswith("skiff ")]
    assert len(names) == 21 * 20
    table = board("knights", {"red_hook": "knights 2R", "corona": "knights 1R"})
    table.check(exactly=[name for name in names if name.startswith("skiff red_hook ")])
    assert not [name for name in names for place in INLAND if place in name.split()]


def test_only_the_knights_have_one():
    board("irish", {"red_hook": "irish 2R"}).check(not_offered=["skiff", "stealth"])


def test_a_skiff_takes_five_mobsters_and_a_barrel_each():
    table = board("knights", {"red_hook": "knights 1B 6R 6g"}).play("knights: skiff red_hook sugar_hill")
    table.check(offered=["crew 1 4", "crew 0 5"], not_offered=["crew 1 5", "crew 0 6"])
    table.play("knights: crew 1 4", {"offered": ["carry 5 gin"], "not_offered": ["carry 6 gin"]})
    table.play("knights: carry 5 gin").end(
        districts={"red_hook": "knights 2R 1g", "sugar_hill": "knights 1B 4R 5g"}, players={"knights": {"ops": 4}}
    )


@pytest.mark.parametrize("goal", ["five_points", "astoria", "coney_island", "sheepshead_bay", "tottenville"])
def test_a_skiff_lands_where_it_says(goal: str):
    table = board("knights", {"red_hook": "knights 1R"}).play(f"knights: skiff red_hook {goal}", "knights: crew 0 1")
    table.end(districts={"red_hook": "none", goal: "knights 1R"})


def test_a_skiff_into_a_rivals_district_meets_a_standoff_and_falls_back_over_the_water():
    table = board("knights", {"red_hook": "knights 2R 1g", "belmont": "vipers 1R"})
    table.play("knights: skiff red_hook belmont", "knights: crew 0 2", "knights: carry 1 gin")
    table.check(decision="standoff", actor="vipers", offered=["ambush", "hold_fire", "fold sugar_hill"])
    table.play("vipers: hold_fire", {"not_offered": ["advance red_hook"]}, "knights: fall_back")
    table.end(districts={"red_hook": "knights 2R", "belmont": "vipers 1R 1g"}, players={"knights": {"ops": 4}})


def test_a_skiff_takes_an_unguarded_safehouse_as_a_move_does():
    table = board("knights", {"red_hook": "knights 2R", "belmont": "vipers S"})
    table.play("knights: skiff red_hook belmont", "knights: crew 0 1", {"decision": "safehouse"})
    table.play("knights: safehouse supply").end(districts={"belmont": "knights 1R S", "red_hook": "knights 1R"})
