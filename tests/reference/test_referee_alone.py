"""The worked cases C01-C30, C51, C52, C58 (tests/kingdom/cases) against the referee: Shadows, Plays."""

from tests.reference.casework import Luck, at, do, has, heat, legal, open_for, purse, spare, start
from tests.reference.hustle import pile_of
from tests.reference.position import read
from tests.reference.territory import barrel_supply

C01 = {
    "phase": "draft",
    "stills": {"belmont": "whisky 8", "five_points": "moonshine 8"},
    "districts": {"belmont": "irish 3R", "five_points": "sicilian 1B 2R S"},
    "brew_dice": {"red": [1, 3, 3, 5, 6], "white": [2, 2, 4, 5, 6]},
}


def test_c01_c02_produce_and_again():
    p = do(start(**C01), "draft 3 5 produce")
    assert (at(p, "belmont"), at(p, "five_points")) == ("irish 3R 2w", "sicilian 1B 2R S 2m")
    assert barrel_supply(read(p), "whisky") == barrel_supply(read(p), "moonshine") == 23
    assert p["brew_dice"] == {"red": [1, 3, 5, 6], "white": [2, 2, 4, 6]}
    assert open_for(p) == ("draft", "irish")
    p = do(p, "draft 6 2 produce")
    assert (at(p, "belmont"), at(p, "five_points")) == ("irish 3R 4w", "sicilian 1B 2R S 4m")
    once = do(start(**C01, options={"still_once_per_day": True}), "draft 3 5 produce", "draft 6 2 produce")
    assert (at(once, "belmont"), at(once, "five_points")) == ("irish 3R 2w", "sicilian 1B 2R S 2m")


def test_c03_dump_and_blowback():
    p = start(
        phase="draft",
        mobs=["sicilian", "irish"],
        brew_dice={"red": [1, 4, 6], "white": [1, 2, 5]},
        stills={"hunts_point": "gin 2", "corona": "moonshine 8"},
        districts={"hunts_point": "irish 1B 4R S 3g", "corona": "irish 3R"},
    )
    p = do(p, "draft 4 5 produce", "draft 6 2 dump")
    assert (at(p, "hunts_point"), at(p, "corona")) == ("irish 1B 1R S 3g", "irish 3R")
    assert open_for(p) == ("grease", "sicilian")


def test_c04_blowback_takes_a_lone_boss():
    p = start(
        phase="blowback",
        brew_dice={"red": [5], "white": [6]},
        stills={"tenderloin": "whisky 11"},
        districts={"tenderloin": "vipers 1B 2w"},
    )
    assert at(p, "tenderloin") == "2w"
    assert spare(p, "vipers", "bosses") == 1


def test_c05_no_crew_no_brew():
    p = start(
        phase="draft",
        turn="knights",
        brew_dice={"red": [2, 1], "white": [4, 1]},
        supply={"gin": 1},
        stills={"bowery": "gin 6", "jamaica": "moonshine 6"},
        districts={"bowery": "knights 5R", "jamaica": "knights S"},
    )
    p = do(p, "draft 2 4 produce")
    assert at(p, "bowery") == "knights 5R 1g"
    assert at(p, "jamaica") == "knights S"
    assert barrel_supply(read(p), "gin") == 0
    assert open_for(p) == ("grease", "sicilian")


def test_c06_staking_and_funding():
    hand = ["block_party", "paper_king", "no_way_out"]
    p = start(phase="grease", turn="irish", day=2, players={"irish": {"ops": 0, "hand": hand}})
    assert len(legal(p, "stake")) == 3
    p = do(p, "stake block_party")
    assert not legal(p, "borrow")
    assert len(legal(p, "stake")) == 2
    p = do(p, "stake paper_king")
    assert legal(p, "stake") == {"stake no_way_out"}
    assert legal(p, "fund") == {f"fund {n}" for n in range(5)}
    assert legal(do(p, "stake no_way_out"), "fund") == {"fund 0", "fund 1"}
    p = do(p, "fund 4")
    assert has(p, "irish", "staked") == {"block_party": 1, "paper_king": 2}
    assert purse(p, "irish")[:2] == (4, 0)


def test_c07_move_claim_carry_abandon():
    p = start(turn="vipers", districts={"tenderloin": "vipers 2R 3g", "five_points": "1m"})
    p = do(p, "move tenderloin five_points", "crew 0 2")
    assert legal(p) == {"carry 0 gin", "carry 1 gin", "carry 2 gin"}
    p = do(p, "carry 2 gin")
    assert (at(p, "five_points"), at(p, "tenderloin")) == ("vipers 2R 1m 2g", "1g")
    assert purse(p, "vipers")[:2] == (4, 3)
    assert heat(p) == []
    assert open_for(p) == ("turn", "knights")


def test_c08_unguarded_safehouse():
    p = start(turn="knights", districts={"corona": "irish S 2w", "brownsville": "knights 3R"})
    p = do(p, "move brownsville corona", "crew 0 1")
    assert open_for(p) == ("safehouse", "knights")
    assert legal(p) == {"safehouse destroy", "safehouse supply"}
    p = do(p, "safehouse supply")
    assert at(p, "corona") == "knights 1R S 2w"
    assert (spare(p, "irish"), spare(p, "knights")) == (3, 2)
    assert heat(p) == []
    assert open_for(p) == ("turn", "sicilian")


def test_c09_docks_deeds_and_tokens():
    homes = {
        "five_points": "sicilian 1B 2R S",
        "west_side": "sicilian 3R",
        "east_harlem": "sicilian 3R",
        "corona": "irish 1B 2R S",
        "jamaica": "irish 3R",
        "astoria": "irish 3R",
        "hunts_point": "vipers 1B 2R S",
        "throggs_neck": "vipers 3R",
        "belmont": "vipers 3R",
    }
    p = start(
        mobs=["sicilian", "irish", "vipers"],
        districts=homes,
        phase="draft",
        brew_dice={"red": [1, 2, 3, 4], "white": [1, 2, 3, 4]},
        precincts=["sugar_hill", "morris_park", "richmond_hill", "williamsburg", "stapleton"],
        deeds={"manhattan": "sicilian", "queens": "irish", "bronx": "vipers"},
    )
    p = do(p, "draft 1 1 dump", "draft 2 2 dump", "draft 3 3 dump")
    assert legal(p, "fund") == {"fund 0"}
    assert not legal(p, "stake")
    p = do(p, "fund 0", "fund 0", "fund 0", "move west_side bowery", "crew 0 2", "lay_low", "extort bronx")
    assert (at(p, "bowery"), at(p, "west_side")) == ("sicilian 2R", "sicilian 1R")
    assert purse(p, "sicilian")[:2] == (4, 3)
    assert has(p, "irish", "next_token") == 1
    assert purse(p, "vipers")[2] == 1600
    assert heat(p) == []


def test_c10_recruit_as_ward_boss():
    given = {
        "turn": "irish",
        "districts": {"hunts_point": "irish S"},
        "players": {"irish": {"cash": 900, "supply": {"runners": 4}}},
    }
    assert legal(do(start(**given), "recruit hunts_point")) == {"hire 1", "hire 2", "hire 3"}
    p = do(start(**given, ward_boss="irish"), "recruit hunts_point")
    assert "hire 5" not in legal(p)
    p = do(p, "hire 4")
    assert at(p, "hunts_point") == "irish 4R S"
    assert purse(p, "irish")[2] == 100
    assert spare(p, "irish", "runners") == 0


def test_c11_push_gift_and_loose():
    p = start(turn="sicilian", districts={"bowery": "sicilian 2R 3g", "five_points": "irish 1R", "tenderloin": "2w"})
    p = do(p, "push bowery five_points", "give 2 gin")
    assert (at(p, "five_points"), at(p, "bowery")) == ("irish 1R 2g", "sicilian 2R 1g")
    p = do(p, "lay_low", "lay_low", "lay_low", "push bowery tenderloin", "give 0 gin")
    assert legal(p) == {"give -2 whisky", "give -1 whisky"}
    p = do(p, "give -2 whisky")
    assert at(p, "bowery") == "sicilian 2R 1g 2w"
    assert at(p, "tenderloin") == ""
    assert purse(p, "sicilian")[:2] == (3, 4)


def test_c12_push_as_exchange():
    p = start(turn="sicilian", districts={"bowery": "sicilian 2R 3g", "five_points": "irish 1R 2m"})
    p = do(p, "push bowery five_points", "give -2 moonshine", "give 1 gin")
    assert open_for(p) == ("exchange", "irish")
    assert legal(p) == {"allow", "refuse"}
    yes, no = do(p, "allow"), do(p, "refuse")
    assert (at(yes, "bowery"), at(yes, "five_points")) == ("sicilian 2R 2m 2g", "irish 1R 1g")
    assert at(no, "bowery") == "sicilian 2R 3g"
    assert purse(no, "sicilian")[0] == 5
    assert open_for(no) == ("turn", "sicilian")
    assert not legal(no, "borrow")
    assert "push bowery five_points" in legal(no)
    assert legal(do(no, "push bowery five_points")) == {"give 1 gin", "give 2 gin", "give 3 gin"}


def test_c13_hustle_and_hand_limit():
    a, b, c, d = "block_party", "slow_sip", "paper_king", "no_way_out"
    given = {"turn": "irish", "districts": {"hunts_point": "irish 1B"}}
    p = do(start(**given, players={"irish": {"hand": [a, b]}}), "hustle racket", "hustle score", luck=Luck(c, d))
    assert legal(p) == {f"discard {card}" for card in (a, b, c, d)}
    p = do(p, f"discard {a}")
    assert has(p, "irish", "hand") == sorted([b, c, d])
    assert p["decks"]["gig"]["discards"] == [a]
    p = do(p, "lay_low", "lay_low", "lay_low")
    assert open_for(p) == ("turn", "irish")
    assert not legal(p, "hustle")
    hostess = start(**given, players={"irish": {"hand": [a, b], "favors": ["texas_guinan"]}})
    hostess = do(hostess, "hustle racket", "hustle score", "hustle gig")
    assert open_for(hostess) == ("turn", "vipers")
    assert len(has(hostess, "irish", "hand")) == 5
    assert not legal(start(**given, rat="irish"), "hustle")
    assert not legal(start(turn="irish", districts={"hunts_point": "irish 1R"}), "hustle")


def test_hustle_refills_an_empty_pile_at_once():
    scores = sorted(pile_of(read({}), "score"))
    p = start(
        turn="irish",
        districts={"hunts_point": "irish 1B"},
        decks={"score": {"discards": scores[:14]}},
        players={"irish": {"hand": scores[14:15]}},
    )
    p = do(p, "hustle score")
    assert p["decks"]["score"] == {"pile": 14, "reshuffles": 1, "older_pools": {"0": scores[14:]}}
    p = do(p, "hustle score", luck=Luck(scores[3]))
    assert p["decks"]["score"] == {"pile": 13, "reshuffles": 1, "older_pools": {"0": scores[14:]}}


def test_c14_secure_by_relocation():
    p = start(
        turn="knights",
        districts={"red_hook": "knights S", "coney_island": "knights 1R"},
        players={"knights": {"cash": 700}},
    )
    p = do(p, "secure coney_island", "safehouse from red_hook")
    assert (at(p, "coney_island"), at(p, "red_hook")) == ("knights 1R S", "")
    assert purse(p, "knights") == (4, 3, 200)


def test_c15_c16_smuggle():
    p = start(
        turn="sicilian",
        given_dice=[1, 3, 5],
        districts={"west_side": "sicilian 5R", "bowery": "sicilian 1R", "jamaica": "sicilian 1R"},
    )
    p = do(p, "smuggle west_side 5")
    assert at(p, "west_side") == "sicilian 4R 2r"
    assert heat(p) == []
    p = do(start(turn="vipers", given_dice=[4], districts={"tottenville": "vipers 1R"}), "smuggle tottenville 1")
    assert at(p, "tottenville") == ""
    assert spare(p, "vipers", "runners") == 15


BRONX = {"hunts_point": "irish 1R", "belmont": "irish 1R", "throggs_neck": "irish 1R"}


def test_c17_c18_extort():
    p = do(start(turn="irish", deeds={"bronx": "irish"}, districts=BRONX), "extort bronx")
    assert purse(p, "irish") == (4, 3, 1600)
    assert heat(p) == []
    p = do(p, "lay_low", "lay_low", "lay_low")
    assert open_for(p) == ("turn", "irish")
    assert not legal(p, "extort")
    p = do(start(turn="irish", deeds={"bronx": "irish"}, districts=BRONX | {"fordham": "irish 1R"}), "extort bronx")
    assert purse(p, "irish") == (4, 2, 1800)
    assert heat(p) == ["irish"]


def test_c19_fix():
    joints = {"sugar_hill": "vipers 1R", "astoria": "vipers 1R"}
    p = start(turn="vipers", syndicates={"rum": "vipers"}, districts=joints)
    assert legal(p, "fix") == {"fix rum 200", "fix rum 300", "fix rum 400"}
    p = do(p, "fix rum 400")
    assert p["market"]["rum"] == 400
    assert purse(p, "vipers")[0] == 4


def test_c20_c21_unload_and_kickbacks():
    p = do(start(turn="knights", districts={"coney_island": "knights 2R 3w"}), "unload coney_island", "sell 3 whisky")
    assert purse(p, "knights") == (5, 2, 2200)
    assert heat(p) == []
    assert barrel_supply(read(p), "whisky") == 25
    p = start(turn="knights", districts={"coney_island": "knights 2R 4w"}, players={"knights": {"ops": 2}})
    p = do(p, "unload coney_island", "sell 4 whisky")
    assert purse(p, "knights") == (4, 2, 2600)
    assert heat(p) == ["knights"]
    assert not has(p, "knights", "next_token")


def test_c22_greed_tax_on_a_mixture():
    p = start(turn="irish", districts={"red_hook": "irish 1R 1m 1g 1w 1r"})
    sales = ["unload red_hook", "sell 1 moonshine", "sell 1 gin", "sell 1 whisky", "sell 1 rum"]
    p = do(p, *sales)
    assert purse(p, "irish") == (4, 2, 2400)
    assert heat(p) == ["irish"]
    clair = {"irish": {"favors": ["stephanie_st_clair"], "markers": 8}}
    p = do(start(turn="irish", districts={"red_hook": "irish 1R 1m 1g 1w 1r"}, players=clair), *sales)
    assert purse(p, "irish") == (4, 4, 2400)
    assert heat(p) == []


def test_c23_last_marker_lies_low():
    p = start(
        turn="vipers",
        moon="new",
        districts={"astoria": "vipers 1R 2w"},
        players={"vipers": {"ops": 2}, "sicilian": {"next_token": 1}},
    )
    p = do(p, "unload astoria", "sell 2 whisky")
    assert purse(p, "vipers") == (0, 7, 1800)
    assert has(p, "vipers", "next_token") == 2
    assert open_for(p) == ("turn", "knights")


def test_c24_rat():
    p = start(
        turn="knights",
        heat=["vipers", "irish"],
        rat="sicilian",
        precincts=["sugar_hill"],
        districts={"west_side": "irish 2R 1g"},
    )
    stash = {mob: purse(p, mob)[1] for mob in ("vipers", "irish")}
    p = do(p, "rat")
    assert open_for(p) == ("raid_pay", "irish")
    p = do(p, "bribe_police")
    assert p["rat"] == "knights"
    assert purse(p, "irish")[2] == 0
    assert at(p, "west_side") == "irish 2R 1g"
    assert heat(p) == []
    assert {mob: purse(p, mob)[1] - stash[mob] for mob in stash} == {"vipers": 1, "irish": 1}
    assert purse(p, "knights")[:2] == (3, 4)


def test_c25_rat_on_yourself():
    p = start(
        turn="knights",
        heat=["knights"],
        precincts=["sugar_hill"],
        districts={"east_harlem": "knights 4R 2r"},
        players={"knights": {"cash": 400}},
    )
    p = do(p, "rat")
    assert "bribe_police" not in legal(p)
    assert "bribe_police" in legal(do(p, "borrow 1"))
    p = do(p, "take_fall")
    assert at(p, "east_harlem") == "knights 2R"
    assert heat(p) == []
    assert p["rat"] == "knights"


def test_c27_rise():
    given = {
        "turn": "irish",
        "players": {"irish": {"supply": {"runners": 1}}},
        "precincts": ["stapleton"],
        "districts": {"coney_island": "irish 1R", "corona": "knights S", "bowery": "vipers 1R"},
    }
    p = start(**given)
    assert not legal(p, "rise") & {"rise stapleton", "rise corona", "rise bowery"}
    assert len(legal(p, "rise")) == 22
    p = do(p, "rise fordham")
    assert legal(p) == {"safehouse none", "safehouse supply"}
    p = do(p, "safehouse supply")
    assert at(p, "fordham") == "irish 1B 1R S"
    assert purse(p, "irish")[0] == 3
    assert not legal(start(turn="irish", districts={"coney_island": "irish 1B"}), "rise")


def test_c28_bribe():
    p = start(turn="sicilian", districts={"sugar_hill": "sicilian 1R"}, players={"sicilian": {"cash": 2600, "ops": 2}})
    p = do(p, "bribe stephanie_st_clair")
    assert purse(p, "sicilian") == (0, 8, 100)
    assert has(p, "sicilian", "favors") == ["stephanie_st_clair"]
    assert has(p, "sicilian", "next_token") == 1
    again = start(
        turn="sicilian",
        districts={"sugar_hill": "sicilian 1R"},
        players={"sicilian": {"cash": 2600, "favors": ["stephanie_st_clair"]}},
    )
    assert not legal(again, "bribe")


def test_c29_capo():
    p = do(start(turn="sicilian", districts={"five_points": "sicilian 1B 2R", "bowery": "sicilian 3R"}), "capo bowery")
    assert at(p, "bowery") == "sicilian 1B 2R"
    assert purse(p, "sicilian")[0] == 3
    p = do(p, "lay_low", "lay_low", "lay_low")
    assert open_for(p) == ("turn", "sicilian")
    assert not legal(p, "capo")
    none = start(turn="sicilian", districts={"bowery": "sicilian 3R"})
    assert not legal(none, "capo")
    assert legal(none, "rise")


def test_c30_consigliere():
    p = do(start(turn="sicilian", heat=["irish", "knights", "irish", "vipers"]), "consigliere 2")
    assert heat(p) == ["irish", "irish", "vipers"]
    assert purse(p, "sicilian")[:2] == (4, 3)
    assert purse(p, "knights")[1] == 2


def test_c51_lent_markers_and_heat():
    given = {"irish": {"ops": {"irish": 1, "knights": 2}, "stash": 6}, "knights": {"ops": 3, "stash": 2}}
    districts = BRONX | {"fordham": "irish 1R 4m"}
    p = do(start(turn="irish", deeds={"bronx": "irish"}, districts=districts, players=given), "extort bronx")
    assert open_for(p) == ("pay_owner", "irish")
    p = do(p, "pay knights")
    assert purse(p, "irish")[2] == 1800
    assert heat(p) == ["knights"]
    assert has(p, "irish", "ops") == {"irish": 1, "knights": 1}
    p = do(p, "lay_low", "lay_low", "lay_low", "unload fordham", "sell 4 moonshine")
    assert legal(p) == {"heat irish", "heat knights"}
    assert heat(do(p, "heat irish")) == ["knights", "irish"]
    assert purse(do(p, "heat irish"), "knights")[1] == 6


def test_c52_lay_low_and_tokens():
    p = start(
        turn="irish",
        moon="full",
        players={
            "vipers": {"next_token": 1},
            "knights": {"ops": 4, "stash": 2},
            "irish": {"ops": {"irish": 2, "knights": 1}, "stash": 5},
        },
    )
    p = do(p, "lay_low")
    assert purse(p, "irish")[:2] == (0, 7)
    assert purse(p, "knights")[1] == 3
    assert has(p, "irish", "next_token") == 2


def test_c58_shylock():
    p = start(turn="vipers", players={"vipers": {"cash": 0, "favors": ["arnold_rothstein"]}})
    assert len(legal(p, "borrow")) == 12
    p = do(p, "borrow 2")
    assert purse(p, "vipers")[2] == 3000
    assert not legal(p, "repay")
    assert not legal(p, "borrow")
    p = start(turn="vipers", players={"vipers": {"cash": 3000, "marks": 2, "favors": ["arnold_rothstein"]}})
    assert len(legal(p, "borrow")) == 10
    assert legal(p, "repay") == {"repay 1", "repay 2"}
    p = do(p, "repay 1")
    assert purse(p, "vipers")[2] == 1500
    assert has(p, "vipers", "marks") == 1
