"""Rat (K5.12), Rise (K5.13), Bribe (K5.14); Unload has a file of its own."""

from __future__ import annotations

from tests.kingdom.case_runner import board

BROKERS = {
    "stephanie_st_clair": "sugar_hill",
    "jimmy_walker": "morris_park",
    "texas_guinan": "richmond_hill",
    "arnold_rothstein": "williamsburg",
}

# ---- Rat


def test_a_rat_needs_a_marker_on_the_track_and_two_of_his_own():
    board("irish", {"bowery": "irish 1R"}).check(not_offered=["rat"])
    board("irish", {"bowery": "irish 1R"}, heat=["vipers"]).check(offered=["rat"])
    board("irish", {"bowery": "irish 1R"}, heat=["vipers"], players={"irish": {"ops": 1}}).check(not_offered=["rat"])


def test_the_card_comes_from_the_supply_or_its_holder_and_is_kept():
    for holder in (None, "vipers", "irish"):
        given = {"rat": holder} if holder else {}
        board("irish", {"bowery": "irish 1R"}, heat=["vipers"], **given).play("irish: rat").end(
            rat="irish",
            heat=[],
            players={"irish": {"ops": 3, "stash": 4}, "vipers": {"ops": 5, "stash": 2}},
            actor="vipers",
        )


def test_a_rat_makes_no_heat_and_may_be_repeated():
    table = board("irish", {"bowery": "irish 1R"}, heat=["vipers"]).play("irish: rat")
    table.end(heat=[]).play("vipers: lay_low", "knights: lay_low", "sicilian: lay_low", {"not_offered": ["rat"]})


# ---- Rise


def test_where_a_boss_rises():
    districts = {
        "bowery": "irish 1R",
        "corona": "irish S",
        "astoria": "2g",
        "belmont": "vipers S",
        "jamaica": "vipers 1R",
    }
    table = board("irish", districts, precincts=["stapleton"])
    table.check(
        offered=["rise bowery", "rise corona", "rise astoria", "rise fordham"],
        not_offered=["rise belmont", "rise jamaica", "rise stapleton"],
    )
    table.play("irish: rise astoria", "irish: safehouse none").end(
        districts={"astoria": "irish 1B 2R 2g"}, players={"irish": {"cash": 1000, "ops": 3, "stash": 4}}, heat=[]
    )


def test_a_boss_who_is_elsewhere_cannot_rise():
    board("irish", {"bowery": "irish 1R"}, players={"irish": {"supply": {"bosses": 0}}}).check(not_offered=["rise"])


def test_without_runners_he_rises_alone():
    table = board("irish", {"bowery": "irish 1R"}, players={"irish": {"supply": {"runners": 0}}})
    table.play("irish: rise bowery", "irish: safehouse none").end(districts={"bowery": "irish 1B 1R"})


def test_it_costs_two_markers():
    board("irish", {"bowery": "irish 1R"}, players={"irish": {"ops": 1}}).check(not_offered=["rise"])


def test_a_mob_without_a_piece_can_rise_and_lie_low():
    # K2.11
    table = board("irish", {"bowery": "vipers 1R"})
    table.check(offered=["rise corona", "lay_low"], not_offered=["rise bowery", "move", "recruit", "hustle"])
    table.play("irish: rise corona", "irish: safehouse supply").end(districts={"corona": "irish 1B 2R S"})


def test_of_two_sicilian_bosses_one_rises():
    table = board("sicilian", {"bowery": "sicilian 1R"}).play("sicilian: rise bowery", "sicilian: safehouse none")
    table.end(districts={"bowery": "sicilian 1B 3R"}, players={"sicilian": {"supply": {"bosses": 1}}})
    board("sicilian", {"bowery": "sicilian 1B"}).check(not_offered=["rise"])


# ---- Bribe


def test_each_broker_is_bribed_in_his_district():
    for broker, district in BROKERS.items():
        table = board("irish", {district: "irish S"}, players={"irish": {"cash": 2500}})
        table.check(exactly=[f"bribe {broker}"]).play(f"irish: bribe {broker}").end(
            players={"irish": {"cash": 0, "favors": [broker], "ops": 3, "stash": 5, "markers": 8}}, heat=[]
        )


def test_not_without_cash_markers_or_control():
    players = {"irish": {"cash": 2400}}
    board("irish", {"sugar_hill": "irish 1R"}, players=players).check(not_offered=["bribe"])
    players = {"irish": {"cash": 2500, "ops": 1}}
    board("irish", {"sugar_hill": "irish 1R"}, players=players).check(not_offered=["bribe"])
    players = {"irish": {"cash": 2500}}
    board("irish", {"bowery": "irish 1R"}, players=players, precincts=["sugar_hill"]).check(not_offered=["bribe"])
    board("irish", {"bowery": "irish 1R", "sugar_hill": "vipers 1R"}, players=players).check(not_offered=["bribe"])


def test_all_four_make_eleven_markers():
    players = {"irish": {"cash": 2500, "favors": list(BROKERS)[:3], "markers": 10}}
    table = board("irish", {"sugar_hill": "irish S", "williamsburg": "irish S"}, players=players)
    table.check(exactly=["bribe arnold_rothstein"]).play("irish: bribe arnold_rothstein")
    table.end(players={"irish": {"markers": 11, "ops": 3, "stash": 8, "favors": list(BROKERS)}})


def test_a_favor_outlives_control():
    # K9.1: St. Clair's friends sell four anywhere, with Sugar Hill in other hands.
    players = {"irish": {"favors": ["stephanie_st_clair"]}}
    table = board("irish", {"astoria": "irish 1R 4g", "sugar_hill": "vipers 1R"}, players=players)
    table.play("irish: unload astoria", "irish: sell 4 gin").end(heat=[])
