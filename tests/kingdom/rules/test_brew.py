"""The Brew (K3.1-K3.7) and the Muscle Ratio (K2.9) where it brews and bursts."""

from __future__ import annotations

import pytest

from moonshine_env.kingdom.casework import Table
from tests.kingdom.case_runner import night


def brew(red: list[int], white: list[int], turn: str = "knights", **given: object) -> Table:
    return Table({"phase": "draft", "turn": turn, "brew_dice": {"red": red, "white": white}, **given})


def test_players_draft_in_turn_order_until_a_die_of_each_colour_is_left():
    table = brew(
        [1, 2, 3, 4, 5],
        [1, 2, 3, 4, 5],
        turn="vipers",
        players={"vipers": {"token": 1}, "knights": {"token": 2}, "irish": {"token": 3}, "sicilian": {"token": 4}},
    )
    for mob, face in (("vipers", 1), ("knights", 2), ("irish", 3), ("sicilian", 4)):
        table.check(decision="draft", actor=mob).play(f"{mob}: draft {face} {face} dump")
    table.end(decision="grease", actor="vipers", brew_dice={"red": 0, "white": 0})


def test_a_day_begins_with_no_fight_and_no_smuggle_counted():
    counted = {"fights": {"irish": 2}, "smuggles": {"vipers": 1}}
    table = night({}, counters=counted).check(decision="draft")
    assert not table.states["fights"].any()
    assert not table.states["smuggles"].any()


def test_every_pair_of_faces_in_the_pool_is_offered_once():
    table = brew([2, 2], [3, 5])
    table.check(only=["draft 2 3 produce", "draft 2 3 dump", "draft 2 5 produce", "draft 2 5 dump"])


@pytest.mark.parametrize(
    ("pieces", "brewed"),
    [("1R", 1), ("1B 1R", 1), ("3R", 2), ("1B 3R", 2), ("5R", 3), ("7R", 3), ("1B 8R", 3), ("S", 0)],
)
def test_the_muscle_ratio_brews_three_at_most(pieces: str, brewed: int):
    table = brew([2, 1], [5, 1], stills={"corona": "whisky 7"}, districts={"corona": f"irish {pieces}"})
    table.play("knights: draft 2 5 produce")
    table.end(supply={"whisky": 25 - brewed}, districts={"corona": f"irish {pieces}" + f" {brewed}w" * (brewed > 0)})


def test_an_empty_district_brews_nothing():
    table = brew([2, 1], [5, 1], stills={"corona": "whisky 7"}, districts={"corona": "2w"})
    table.play("knights: draft 2 5 produce").end(districts={"corona": "2w"})


def test_earlier_drafters_come_first_when_a_tap_runs_dry():
    # K3.4: the supply of 3 Gin gives two, then one.
    table = brew(
        [1, 1, 6],
        [1, 1, 6],
        turn="vipers",
        stills={"bowery": "gin 2"},
        districts={"bowery": "irish 3R"},
        supply={"gin": 3},
    )
    table.play("vipers: draft 1 1 produce").see(districts={"bowery": "irish 3R 2g"}, supply={"gin": 1})
    table.play("knights: draft 1 1 produce").end(districts={"bowery": "irish 3R 3g"}, supply={"gin": 0})


def test_two_stills_of_a_number_brew_each_its_own():
    table = brew(
        [3, 1],
        [4, 1],
        stills={"bowery": "gin 7", "jamaica": "moonshine 7", "corona": "whisky 8"},
        districts={"bowery": "irish 1R", "jamaica": "sicilian 3R", "corona": "irish 9R"},
    )
    table.play("knights: draft 3 4 produce")
    table.end(districts={"bowery": "irish 1R 1g", "jamaica": "sicilian 3R 2m", "corona": "irish 9R"})


def test_a_still_that_fired_is_shut_for_the_day_under_the_option():
    given = {"stills": {"bowery": "gin 7 fired", "jamaica": "moonshine 7"}}
    districts = {"bowery": "irish 1R", "jamaica": "irish 1R"}
    shut = brew([3, 1], [4, 1], options={"still_once_per_day": True}, districts=districts, **given)
    shut.play("knights: draft 3 4 produce").end(districts={"bowery": "irish 1R", "jamaica": "irish 1R 1m"})
    plain = brew([3, 1], [4, 1], districts=districts, **given)
    plain.play("knights: draft 3 4 produce").end(districts={"bowery": "irish 1R 1g", "jamaica": "irish 1R 1m"})


def test_dumped_dice_do_nothing():
    table = brew([3, 1], [4, 1], stills={"bowery": "gin 7"}, districts={"bowery": "irish 5R"})
    table.play("knights: draft 3 4 dump").end(districts={"bowery": "irish 5R"}, supply={"gin": 25})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("irish 1R", "none"),
        ("irish 1B 1R 2g", "irish 1B 2g"),
        ("irish 1B", "none"),
        ("irish 1B S", "irish S"),
        ("irish 3R", "irish 1R"),
        ("irish 5R", "irish 2R"),
        ("irish 1B 9R S 3w", "irish 1B 6R S 3w"),
        ("sicilian 2B 1R", "sicilian 1B"),
        ("irish S", "irish S"),
        ("2w", "2w"),
    ],
)
def test_blowback_kills_the_muscle_ratio_runners_first(before: str, after: str):
    Table(
        {
            "phase": "blowback",
            "brew_dice": {"red": [4], "white": [4]},
            "stills": {"corona": "whisky 8", "bowery": "moonshine 8", "jamaica": "gin 9"},
            "districts": {"corona": before, "bowery": "knights 3R", "jamaica": "knights 3R"},
        }
    ).end(districts={"corona": after, "bowery": "knights 1R", "jamaica": "knights 3R"})


def test_the_dead_go_to_their_supply():
    Table(
        {
            "phase": "blowback",
            "brew_dice": {"red": [4], "white": [4]},
            "stills": {"corona": "whisky 8"},
            "districts": {"corona": "irish 1B 1R", "bowery": "irish 2R"},
        }
    ).end(players={"irish": {"supply": {"runners": 13, "bosses": 0}}})
