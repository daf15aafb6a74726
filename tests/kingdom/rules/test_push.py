"""Push (K5.2): Barrels between neighbours, and the exchange with a rival's consent."""

from __future__ import annotations

from moonshine_env.kingdom.casework import Table
from moonshine_env.kingdom.position import dump
from tests.kingdom.case_runner import board


def test_any_barrels_go_either_way_but_some_do():
    table = board("irish", {"corona": "irish 1R 2m 1g", "astoria": "irish S 1g 1r"})
    table.play("irish: push corona astoria", {"only": [f"give {n} moonshine" for n in (0, 1, 2)]})
    table.play("irish: give 2 moonshine", {"only": ["give -1 gin", "give 0 gin", "give 1 gin"]})
    table.play("irish: give -1 gin", {"only": ["give -1 rum", "give 0 rum"]}, "irish: give 0 rum")
    table.end(
        districts={"corona": "irish 1R 2g", "astoria": "irish S 2m 1r"},
        players={"irish": {"ops": 4, "stash": 3}},
        actor="vipers",
    )


def test_a_pair_of_ones_own_is_offered_in_board_order_only():
    table = board("irish", {"corona": "irish 1R 1g", "astoria": "irish 1R 1g"})
    table.check(offered=["push corona astoria", "push astoria whitestone"], not_offered=["push astoria corona"])


def test_the_last_liquor_of_an_empty_push_cannot_be_none():
    table = board("irish", {"corona": "irish 1R 1m 1r"}).play("irish: push corona astoria", "irish: give 0 moonshine")
    table.check(only=["give 1 rum"])
    table = board("irish", {"corona": "irish 1R 1m 1r"}).play("irish: push corona astoria", "irish: give 1 moonshine")
    table.check(only=["give 0 rum", "give 1 rum"])


def test_what_is_pushed_to_nobody_lies_loose():
    table = board("irish", {"corona": "irish S 2g"}).play("irish: push corona astoria", "irish: give 2 gin")
    table.end(districts={"corona": "irish S", "astoria": "2g"})


def test_docks_push_over_the_water():
    table = board("irish", {"bowery": "irish 1R 2g"}).play("irish: push bowery tottenville", "irish: give 1 gin")
    table.end(districts={"bowery": "irish 1R 1g", "tottenville": "1g"})


def test_without_a_barrel_there_is_none():
    board("irish", {"corona": "irish 1R", "astoria": "knights 1R"}).check(not_offered=["push"])


def test_never_from_a_district_that_is_not_ones_own():
    board("irish", {"corona": "irish 1R", "jamaica": "3g", "whitestone": "knights 1R 1g"}).check(
        exactly=["push corona whitestone"]
    )


def test_never_into_a_precinct():
    board(
        "irish", {"astoria": "irish 1R 2g", "corona": "irish 1R 2g"}, precincts=["richmond_hill", "williamsburg"]
    ).check(
        not_offered=["push corona richmond_hill", "push corona williamsburg", "push astoria williamsburg"],
        offered=["push corona flushing", "push astoria east_harlem"],
    )


def test_a_gift_to_an_unguarded_safehouse_is_its_owners_and_taking_needs_consent():
    given = {"corona": "irish 1R 1g", "astoria": "knights S 1w"}
    table = board("irish", given).play("irish: push corona astoria", "irish: give 1 gin", "irish: give 0 whisky")
    table.end(districts={"astoria": "knights S 1g 1w"}, decision="turn", actor="vipers")
    table = board("irish", given).play("irish: push corona astoria", "irish: give 0 gin", "irish: give -1 whisky")
    table.check(decision="exchange", actor="knights").play("knights: allow")
    table.end(districts={"corona": "irish 1R 1g 1w", "astoria": "knights S"}, players={"irish": {"ops": 4}})


def test_who_lies_low_still_answers():
    # K4.8
    players = {"knights": {"next_token": 1}}
    table = board("irish", {"corona": "irish 1R", "astoria": "knights 1R 1w"}, players=players)
    table.play("irish: push corona astoria", "irish: give -1 whisky", {"decision": "exchange", "actor": "knights"})
    table.play("knights: allow").end(districts={"corona": "irish 1R 1w"})


def refused() -> Table:
    districts = {"corona": "irish 1R 1g", "astoria": "knights 1R 1w", "flushing": "2m", "whitestone": "vipers 1R 1r"}
    table = board("irish", districts)
    return table.play("irish: push corona astoria", "irish: give 0 gin", "irish: give -1 whisky", "knights: refuse")


def test_after_a_refusal_nobody_is_asked_again_this_turn():
    table = refused().check(decision="turn", actor="irish", see={"players": {"irish": {"ops": 5, "plays_today": 0}}})
    # Gin could go anywhere; nothing comes out of a rival's District, not even another rival's.
    table.play("irish: push corona whitestone", {"only": ["give 1 gin"]})


def test_a_turn_asked_again_knows_that_it_was_refused():
    table = board("irish", {"corona": "irish 1R", "astoria": "vipers 1R 1g"})
    table.play("irish: push corona astoria", "irish: give -1 gin", "vipers: refuse")
    again = {"decision": "turn", "player": "irish", "shylock_used": True, "exchange_refused": True}
    assert dump(table.content, table.states, 0)["stack"][-1] == again


def test_after_a_refusal_loose_liquor_can_be_pulled():
    table = refused().play("irish: push corona flushing", "irish: give -2 moonshine", "irish: give 0 gin")
    table.end(districts={"corona": "irish 1R 2m 1g", "flushing": "none"}, players={"irish": {"ops": 4}}, actor="vipers")


def test_the_next_turn_he_may_be_asked_again():
    table = refused().play("irish: push corona flushing", "irish: give -1 moonshine", "irish: give 0 gin")
    table.play("vipers: lay_low", "knights: lay_low", "sicilian: lay_low")
    table.play(
        "irish: push corona astoria", "irish: give 0 moonshine", "irish: give 0 gin", {"only": ["give -1 whisky"]}
    )
    table.play("irish: give -1 whisky").end(decision="exchange", actor="knights")
