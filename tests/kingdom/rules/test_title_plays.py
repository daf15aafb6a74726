"""Title Plays: Extort with a Deed (K5.7), Fix with a Syndicate (K5.8)."""

from __future__ import annotations

import pytest

from tests.kingdom.case_runner import board

# ---- Extort


def test_every_deed_pays_once_a_day():
    districts = {"hunts_point": "irish 1R", "corona": "irish S", "astoria": "irish 1R"}
    table = board("irish", districts, deeds={"bronx": "irish", "queens": "irish", "brooklyn": "vipers"})
    table.check(exactly=["extort bronx", "extort queens"]).play("irish: extort queens")
    table.see(players={"irish": {"cash": 1400}}).play("vipers: lay_low", "knights: lay_low", "sicilian: lay_low")
    table.check(exactly=["extort bronx"]).play("irish: extort bronx", {"not_offered": ["extort"]})
    table.end(players={"irish": {"cash": 1600, "ops": 3}}, heat=[], extorted=["bronx", "queens"])


def test_a_deed_without_a_district_pays_nothing():
    board("irish", {"corona": "irish 1R"}, deeds={"bronx": "irish"}).check(not_offered=["extort"])


def test_the_next_day_it_pays_again():
    table = board("irish", {"corona": "irish S", "astoria": "irish S"}, deeds={"queens": "irish"}, extorted=["queens"])
    table.check(not_offered=["extort"]).play(
        "irish: lay_low", "vipers: lay_low", "knights: lay_low", "sicilian: lay_low"
    )
    table.see(day=2, extorted=[], deeds={"queens": "irish"})


def test_five_districts_pay_1000_with_heat():
    names = ("five_points", "tenderloin", "bowery", "west_side", "east_harlem")
    table = board("irish", dict.fromkeys(names, "irish 1R"), deeds={"manhattan": "irish"}).play(
        "irish: extort manhattan"
    )
    table.end(players={"irish": {"cash": 2000, "ops": 4, "stash": 2}}, heat=["irish"])


def test_the_police_pay_nobody():
    table = board("irish", {"corona": "irish 1R"}, deeds={"queens": "irish"}, precincts=["richmond_hill"])
    table.play("irish: extort queens").end(players={"irish": {"cash": 1200}})


# ---- Fix

GIN_JOINTS = ("tenderloin", "richmond_hill", "williamsburg")


@pytest.mark.parametrize(
    ("joints", "price", "offered"),
    [
        (0, 300, [200]),
        (0, 200, []),
        (1, 300, [200]),
        (1, 500, [200, 300]),
        (2, 300, [200, 400]),
        (3, 300, [200, 400, 500]),
        (3, 500, [200, 300, 400]),
    ],
)
def test_the_ceiling_is_100_a_joint(joints: int, price: int, offered: list[int]):
    districts = {"corona": "irish 1R", **dict.fromkeys(GIN_JOINTS[:joints], "irish 1R")}
    table = board("irish", districts, syndicates={"gin": "irish"}, market={"gin": price})
    if offered:
        table.check(exactly=[f"fix gin {new}" for new in offered])
        table.play(f"irish: fix gin {offered[-1]}")
        table.end(market={"gin": offered[-1], "whisky": 400}, players={"irish": {"ops": 4, "stash": 3}}, heat=[])
    else:
        table.check(not_offered=["fix"])


def test_only_the_holder_of_the_syndicate_fixes():
    districts = dict.fromkeys(GIN_JOINTS, "irish 1R")
    board("irish", districts).check(not_offered=["fix"])
    board("irish", districts, syndicates={"gin": "vipers"}).check(not_offered=["fix"])
    board("vipers", districts, syndicates={"gin": "vipers"}).check(exactly=["fix gin 200"])


def test_a_price_may_be_fixed_as_often_as_one_pays():
    table = board("irish", dict.fromkeys(GIN_JOINTS, "irish 1R"), syndicates={"gin": "irish"})
    table.play("irish: fix gin 500", "vipers: lay_low", "knights: lay_low", "sicilian: lay_low", "irish: fix gin 200")
    table.end(market={"gin": 200}, players={"irish": {"ops": 3}})


def test_a_price_stays_when_the_syndicate_goes():
    table = board("irish", {"tenderloin": "irish 1R"}, syndicates={"gin": "irish"}, market={"gin": 500})
    table.play(*(f"{mob}: lay_low" for mob in ("irish", "vipers", "knights", "sicilian")))
    table.end(day=2, syndicates={"gin": "none"}, market={"gin": 500})
