"""Safehouses: Control (K2.1), walking in (K2.8), Secure (K5.5), and where a free one comes from."""

from __future__ import annotations

from moonshine_env.kingdom.casework import Table
from tests.kingdom.case_runner import board

# ---- Secure


def test_secure_puts_one_where_there_is_none():
    table = board("irish", {"corona": "irish 1R", "astoria": "irish S", "jamaica": "irish 1R S", "bowery": "vipers 1R"})
    table.check(exactly=["secure corona"])
    table.play("irish: secure corona")
    table.check(only=["safehouse supply", "safehouse from astoria", "safehouse from jamaica"])
    table.play("irish: safehouse supply").end(
        districts={"corona": "irish 1R S"},
        players={"irish": {"cash": 500, "ops": 4, "stash": 3, "supply": {"safehouses": 0}}},
    )


def test_secure_costs_500():
    board("irish", {"corona": "irish 1R"}, players={"irish": {"cash": 400}}).check(not_offered=["secure"])
    board("irish", {"corona": "irish 1R"}, players={"irish": {"cash": 500}}).check(offered=["secure corona"])


def test_with_none_spare_one_must_move():
    districts = {"corona": "irish 1R", "astoria": "irish S 2g", "jamaica": "irish 1R S", "bowery": "irish S"}
    table = board("irish", districts).play("irish: secure corona")
    table.check(only=[f"safehouse from {name}" for name in ("astoria", "jamaica", "bowery")])
    table.play("irish: safehouse from astoria").end(districts={"corona": "irish 1R S", "astoria": "2g"})


def test_a_guarded_district_is_kept_when_its_safehouse_moves():
    table = board("irish", {"corona": "irish 1R", "jamaica": "irish 1R S"}).play("irish: secure corona")
    table.play("irish: safehouse from jamaica").end(districts={"corona": "irish 1R S", "jamaica": "irish 1R"})


def test_without_any_safehouse_there_is_no_secure():
    players = {"irish": {"supply": {"safehouses": 0}}}
    board("irish", {"corona": "irish 1R"}, players=players).check(not_offered=["secure"])


# ---- an unguarded rival Safehouse (K2.8)


def walk_in(districts: dict[str, str], **given: object) -> Table:
    table = board("knights", {"corona": "irish S 1w", "brownsville": "knights 3R", **districts}, **given)
    return table.play("knights: move brownsville corona", "knights: crew 0 1")


def test_control_changes_before_the_question():
    walk_in({}).see(decision="safehouse", actor="knights", turn="knights").play("knights: safehouse destroy").end(
        districts={"corona": "knights 1R 1w"}, players={"irish": {"supply": {"safehouses": 3}}}
    )


def test_with_one_spare_it_comes_from_the_supply():
    table = walk_in({"red_hook": "knights S", "bowery": "knights 1R S"})
    table.check(only=["safehouse supply", "safehouse destroy"])


def test_with_none_spare_it_comes_from_a_district_that_one_names():
    table = walk_in({"red_hook": "knights S 2g", "bowery": "knights 1R S", "brownsville": "knights 3R S"})
    table.check(
        only=["safehouse destroy", "safehouse from red_hook", "safehouse from bowery", "safehouse from brownsville"]
    )
    table.play("knights: safehouse from red_hook").end(
        districts={"corona": "knights 1R S 1w", "red_hook": "2g"},
        players={"knights": {"supply": {"safehouses": 0}}, "irish": {"supply": {"safehouses": 3}}},
    )


def test_without_any_it_can_only_be_destroyed():
    table = walk_in({}, players={"knights": {"supply": {"safehouses": 0}}})
    table.check(only=["safehouse destroy"])


def test_it_costs_nothing_more():
    table = walk_in({}, players={"knights": {"cash": 0, "ops": 1}}).play("knights: safehouse supply")
    table.end(players={"knights": {"cash": 0, "ops": 0, "next_token": 1}})


def test_ones_own_safehouse_is_no_question():
    table = board("knights", {"corona": "knights S", "brownsville": "knights 3R"})
    table.play("knights: move brownsville corona", "knights: crew 0 1")
    table.end(decision="turn", actor="sicilian", districts={"corona": "knights 1R S"})


def test_a_safehouse_keeps_control_of_what_its_crew_leaves():
    table = board("irish", {"corona": "irish 2R S 1g"})
    table.play("irish: move corona astoria", "irish: crew 0 2", "irish: carry 0 gin")
    table.end(districts={"corona": "irish S 1g", "astoria": "irish 2R"})


# ---- after a Rise (K5.13), and a Storm (K8.2)


def test_a_rise_offers_supply_relocation_or_none():
    districts = {"corona": "irish S", "bowery": "irish 1R"}
    table = board("irish", districts).play("irish: rise bowery", {"decision": "safehouse_free"})
    table.check(only=["safehouse supply", "safehouse from corona", "safehouse none"])
    board("irish", districts).play("irish: rise bowery", "irish: safehouse from corona").end(
        districts={"bowery": "irish 1B 3R S", "corona": "none"}, players={"irish": {"supply": {"safehouses": 2}}}
    )
    board("irish", districts).play("irish: rise bowery", "irish: safehouse none").end(
        districts={"bowery": "irish 1B 3R", "corona": "irish S"}, actor="vipers"
    )


def test_a_rise_at_a_safehouse_is_not_asked():
    table = board("irish", {"corona": "irish S"}).play("irish: rise corona")
    table.end(decision="turn", actor="vipers", districts={"corona": "irish 1B 2R S"})


def stormed(districts: dict[str, str]) -> Table:
    table = board("irish", {"corona": "irish 5R", **districts}, dice=[5, 5, 5], precincts=["richmond_hill"])
    return table.play("irish: move corona richmond_hill", "irish: crew 0 5", "irish: storm")


def test_a_storm_won_relocates_only_with_none_spare():
    for districts in ({"bowery": "irish S"}, {"bowery": "irish S", "jamaica": "irish S"}):
        stormed(districts).check(only=["safehouse supply", "safehouse none"])
    table = stormed({"bowery": "irish S", "jamaica": "irish S", "astoria": "irish 1R S"})
    table.check(only=["safehouse none", *(f"safehouse from {name}" for name in ("bowery", "jamaica", "astoria"))])
    table.play("irish: safehouse from astoria").end(
        districts={"richmond_hill": "irish 5R S", "astoria": "irish 1R", "corona": "none"}
    )


def test_none_may_be_taken_after_a_storm():
    stormed({}).play("irish: safehouse none").end(districts={"richmond_hill": "irish 5R"}, precincts=[])
