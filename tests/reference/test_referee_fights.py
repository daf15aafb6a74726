"""The worked cases C31-C50 (tests/kingdom/cases) against the referee alone: fights, Police, Raids."""

import pytest

from tests.reference.casework import at, do, has, heat, legal, open_for, purse, spare, start
from tests.reference.position import read
from tests.reference.territory import barrel_supply


def test_c31_battle_for_the_docks():
    p = start(
        turn="knights",
        given_dice=[2, 5, 4, 6, 1, 5, 5, 1],
        districts={"coney_island": "knights 1B 3R S", "sheepshead_bay": "irish 1B 2R S"},
    )
    p = do(p, "move coney_island sheepshead_bay", "crew 1 3", "ambush")
    assert (p["party"]["bosses"], p["party"]["runners"]) == (1, 2)
    p = do(p, "assault")
    assert at(p, "sheepshead_bay") == "irish 1B S"
    assert p["party"]["runners"] == 1
    p = do(p, "assault", "safehouse supply")
    assert at(p, "sheepshead_bay") == "knights 1B 1R S"
    assert at(p, "coney_island") == "knights S"
    assert spare(p, "irish") == 3
    assert spare(p, "irish", "bosses") == 1
    assert purse(p, "knights")[:2] == (2, 4)
    assert heat(p) == ["knights"]
    assert "given_dice" not in p


def test_c32_ambush_kills_all():
    p = start(turn="vipers", given_dice=[4, 6], districts={"five_points": "vipers 2R 2g", "bowery": "sicilian 4R"})
    p = do(p, "move five_points bowery", "crew 0 2", "carry 2 gin", "ambush")
    assert at(p, "bowery") == "sicilian 4R 2g"
    assert at(p, "five_points") == ""
    assert purse(p, "vipers")[:2] == (4, 3)
    assert heat(p) == []
    assert open_for(p) == ("turn", "knights")


def test_c33_hold_fire_and_advance():
    p = start(turn="vipers", districts={"tenderloin": "vipers 3R 2w", "east_harlem": "irish 2R"})
    p = do(p, "move tenderloin east_harlem", "crew 0 3", "carry 2 whisky", "hold_fire", "advance hunts_point")
    assert at(p, "hunts_point") == "vipers 3R 2w"
    assert at(p, "east_harlem") == "irish 2R"
    assert purse(p, "vipers")[:2] == (3, 4)
    assert heat(p) == []


def test_c34_fold_across_water():
    p = start(turn="knights", districts={"tenderloin": "knights 4R", "bowery": "irish 1R S 2g"})
    p = do(p, "move tenderloin bowery", "crew 0 4", "fold jamaica", "safehouse destroy")
    assert at(p, "jamaica") == "irish 1R"
    assert at(p, "bowery") == "knights 4R 2g"
    assert spare(p, "irish") == 3
    assert purse(p, "knights")[0] == 4
    assert heat(p) == []
    assert open_for(p) == ("turn", "sicilian")


def test_c35_when_fold_is_not_offered():
    given = {
        "turn": "vipers",
        "districts": {"morris_park": "irish 2R", "fordham": "vipers 4R", "throggs_neck": "knights 1R"},
    }
    p = do(start(**given), "move fordham morris_park", "crew 0 3")
    assert legal(p, "fold") == set()
    assert {"ambush", "hold_fire"} <= legal(p)
    assert legal(do(start(**given), "move fordham morris_park", "crew 0 4"), "fold") == {"fold fordham"}


def test_folder_is_asked_before_the_invader():
    p = start(
        turn="vipers",
        districts={
            "fordham": "vipers 4R S",
            "morris_park": "irish 2R S",
            "bowery": "irish S",
            "throggs_neck": "knights 1R",
            "jamaica": "irish S",
        },
    )
    p = do(p, "move fordham morris_park", "crew 0 4", "fold fordham")
    assert open_for(p) == ("safehouse", "irish")
    assert at(p, "fordham") == "irish 2R S"
    assert legal(p) == {"safehouse destroy", "safehouse from bowery", "safehouse from jamaica"}
    p = do(p, "safehouse from bowery")
    assert open_for(p) == ("safehouse", "vipers")
    assert at(p, "bowery") == ""
    assert spare(p, "vipers") == 3
    assert at(do(p, "safehouse supply"), "morris_park") == "vipers 4R S"


def test_c36_forced_fall_back():
    p = start(
        turn="knights",
        districts={"coney_island": "knights 3R 2r", "red_hook": "irish 2R"},
        players={"knights": {"ops": 1}},
    )
    p = do(p, "move coney_island red_hook", "crew 0 3", "carry 2 rum", "hold_fire")
    assert at(p, "coney_island") == "knights 3R"
    assert at(p, "red_hook") == "irish 2R 2r"
    assert purse(p, "knights")[:2] == (0, 7)
    assert has(p, "knights", "next_token") == 1


@pytest.mark.parametrize(("house", "dice", "left"), [(" S", [6, 3], "irish S 1g"), ("", [6, 5], "1g")])
def test_c37_c38_both_wiped_out(house, dice, left):
    p = start(turn="sicilian", given_dice=dice, districts={"astoria": "sicilian 1R 1g", "corona": "irish 1R" + house})
    p = do(p, "move astoria corona", "crew 0 1", "carry 1 gin", "hold_fire", "assault")
    assert at(p, "corona") == left
    assert at(p, "astoria") == ""
    assert heat(p) == ["sicilian"]
    assert purse(p, "sicilian")[:2] == (3, 3)


def test_c39_two_bosses_attack():
    p = start(
        turn="sicilian", given_dice=[3, 2, 4], districts={"five_points": "sicilian 2B 1R", "tenderloin": "irish 1B 1R"}
    )
    p = do(p, "move five_points tenderloin", "crew 2 1", "hold_fire", "assault")
    assert at(p, "tenderloin") == "irish 1B"
    assert p["party"]["bosses"] == 2
    assert "runners" not in p["party"]
    assert open_for(p) == ("pinned", "sicilian")
    assert purse(p, "sicilian")[0] == 3


def test_c40_courage_in_an_assault():
    p = start(turn="irish", given_dice=[4, 4, 2], districts={"belmont": "irish 3R 1m", "hunts_point": "vipers 2R"})
    p = do(p, "move belmont hunts_point", "crew 0 3", "carry 1 moonshine", "hold_fire", "assault courage moonshine")
    assert at(p, "hunts_point") == "irish 3R"
    assert barrel_supply(read(p), "moonshine") == 25
    assert heat(p) == ["irish"]
    assert purse(p, "irish")[:2] == (3, 3)


def test_c41_plunder_and_away():
    p = start(
        turn="irish", given_dice=[5, 6, 4], districts={"brownsville": "irish 3R", "red_hook": "knights 2R S 3r 1m"}
    )
    p = do(p, "move brownsville red_hook", "crew 0 3", "hold_fire", "plunder")
    assert legal(p) == {"steal moonshine", "steal rum"}
    p = do(p, "steal rum", "steal rum", "advance williamsburg")
    assert at(p, "williamsburg") == "irish 2R 2r"
    assert at(p, "red_hook") == "knights 2R S 1m 1r"
    assert purse(p, "irish")[:2] == (2, 5)
    assert heat(p) == []
    assert at(p, "brownsville") == ""


def test_c42_plunder_in_an_ambush():
    p = start(turn="vipers", given_dice=[4, 5], districts={"bowery": "irish 3R 1g", "five_points": "vipers 4R 3w"})
    p = do(p, "move five_points bowery", "crew 0 4", "carry 3 whisky")
    assert {"ambush plunder", "ambush courage gin", "ambush plunder courage gin"} <= legal(p)
    p = do(p, "ambush plunder", "steal whisky", "steal whisky")
    assert at(p, "bowery") == "irish 3R 1g 2w"
    assert p["party"]["barrels"] == {"whisky": 1}
    assert p["party"]["runners"] == 4
    assert open_for(p) == ("pinned", "vipers")


def test_c43_stealth():
    given = {
        "turn": "vipers",
        "given_dice": [5, 2, 1, 6],
        "districts": {"five_points": "vipers 5R", "tenderloin": "knights 2R"},
    }
    p = do(start(**given), "stealth five_points tenderloin", "crew 0 5")
    assert {name.split()[0] for name in legal(p)} == {"assault", "advance"}
    p = do(p, "assault")
    assert at(p, "tenderloin") == "knights 1R"
    assert p["party"]["runners"] == 4
    p = do(p, "fall_back")
    assert at(p, "five_points") == "vipers 4R"
    assert heat(p) == ["vipers"]
    assert purse(p, "vipers")[:2] == (3, 3)
    assert not legal(start(**given, players={"vipers": {"ops": 1}}), "stealth")


def test_c44_firepower():
    p = start(
        turn="vipers",
        given_dice=[1, 5, 6, 2],
        districts={"five_points": "vipers 3R", "bowery": "sicilian 2R"},
        players={"vipers": {"cash": 300}},
    )
    p = do(p, "move five_points bowery", "crew 0 3", "hold_fire", "assault firepower")
    assert purse(p, "vipers")[2] == 100
    assert at(p, "bowery") == "vipers 3R"
    assert heat(p) == ["vipers"]


def test_c45_torch_then_the_fight():
    p = start(turn="knights", given_dice=[5, 2], districts={"brownsville": "knights 2R", "corona": "irish 1R S"})
    p = do(p, "move brownsville corona", "crew 0 2", "hold_fire", "torch")
    assert at(p, "corona") == "irish 1R"
    assert spare(p, "irish") == 3
    assert has(p, "knights", "runners_lost") == 1
    p = do(p, "assault")
    assert at(p, "corona") == "knights 1R"
    assert purse(p, "knights")[:2] == (1, 5)
    assert heat(p) == ["knights"]


def test_c46_skiff_and_storm_won():
    p = start(turn="knights", precincts=["sugar_hill"], given_dice=[5, 6, 2], districts={"red_hook": "knights 5R 2m"})
    p = do(p, "skiff red_hook sugar_hill", "crew 0 5", "carry 2 moonshine")
    assert barrel_supply(read(p), "moonshine") == 25
    assert legal(p) == {"storm", "fall_back"} | {f"advance {n}" for n in ("west_side", "east_harlem", "belmont")}
    p = do(p, "storm")
    assert legal(p) == {"safehouse none", "safehouse supply"}
    p = do(p, "safehouse supply")
    assert at(p, "sugar_hill") == "knights 4R S"
    assert p["precincts_in_supply"] == ["manhattan"]
    assert "precincts" not in p
    assert at(p, "red_hook") == ""
    assert purse(p, "knights")[:2] == (3, 4)
    assert heat(p) == []


def test_c47_storm_lost():
    p = start(
        turn="sicilian", precincts=["williamsburg"], given_dice=[4, 1], districts={"five_points": "sicilian 1B 3R"}
    )
    p = do(p, "move five_points williamsburg", "crew 1 3", "storm")
    assert at(p, "five_points") == "sicilian 1B 2R"
    assert p["precincts"] == ["williamsburg"]
    assert purse(p, "sicilian")[0] == 3


def test_c48_natural_raid_with_a_tie():
    p = start(
        turn="sicilian",
        heat=["irish", "vipers", "vipers", "irish"],
        rat="vipers",
        deeds={"manhattan": "sicilian"},
        precincts=["sugar_hill", "morris_park", "richmond_hill"],
        players={"sicilian": {"ops": 3}, "irish": {"cash": 1200}},
        districts={
            "five_points": "sicilian 1R",
            "bowery": "sicilian 1R",
            "tenderloin": "sicilian 1R",
            "east_harlem": "sicilian 1R",
            "fordham": "irish 2R 3m",
            "throggs_neck": "irish 4R",
            "belmont": "irish 5R 5w",
            "corona": "irish S",
        },
    )
    p = do(p, "extort manhattan")
    assert "rat" not in p
    assert p["stack"][-1] == {"decision": "raid_pay", "player": "irish", "district": "fordham"}
    p = do(p, "bribe_police")
    assert purse(p, "irish")[2] == 200
    assert heat(p) == []
    assert purse(p, "sicilian") == (2, 5, 1800)
    assert purse(p, "irish")[1] == 2
    assert purse(p, "vipers")[1] == 2
    assert open_for(p) == ("turn", "irish")


def test_c49_raid_choice_and_arrests():
    p = start(
        turn="knights",
        heat=["vipers"],
        precincts=["williamsburg", "stapleton"],
        players={"vipers": {"cash": 500}},
        districts={"red_hook": "vipers 1R 2m", "brownsville": "vipers 3R", "tottenville": "vipers 1B 4R 1r"},
    )
    p = do(p, "rat")
    assert legal(p) == {"raid red_hook", "raid brownsville"}
    p = do(p, "raid brownsville", "take_fall", "take_fall")
    assert at(p, "brownsville") == "vipers 1R"
    assert at(p, "tottenville") == "vipers 1B 1R"
    assert at(p, "red_hook") == "vipers 1R 2m"


def test_c50_rebuilding():
    manhattan = ("sugar_hill", "east_harlem", "tenderloin", "west_side", "bowery", "five_points")
    full = dict.fromkeys(manhattan, "sicilian 1R")
    p = start(
        turn="knights",
        heat=["irish"],
        precincts_in_supply=["manhattan", "queens"],
        districts=full | {"richmond_hill": "irish S", "astoria": "knights 1R", "flushing": "2m"},
    )
    p = do(p, "rat")
    assert p["precincts"] == ["flushing"]
    assert p["precincts_in_supply"] == ["manhattan"]
    assert at(p, "flushing") == ""
    assert purse(p, "irish")[:2] == (5, 2)
