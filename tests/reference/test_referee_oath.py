"""Blood Oath (rules K12), worked by hand; cases C59 and C61 (tests/kingdom/cases)."""

import pytest

from tests.reference import referee
from tests.reference.board import CONNECTED
from tests.reference.casework import at, has, heat, legal, open_for, purse, start, step
from tests.reference.contracts import CARDS
from tests.reference.hustle import deck_of
from tests.reference.position import read
from tests.reference.territory import barrel_supply
from tests.reference.test_referee_games import Luck, check, new_game

OATH = {"variant": "blood_oath"}
PAIRS = [["sicilian", "vipers"], ["irish", "knights"]]  # in seat order
WHITESTONE = {"throggs_neck": "knights 1B 2R 2r", "whitestone": "irish 1R S"}


def allied(**more):
    """After the Sit-Down: Sicilians with Vipers, Irish with Knights."""
    return start(**({"options": OATH, "crackdown": 10, "alliances": PAIRS} | more))


def at_whitestone(**more):
    """C61: the Knights have come to the block of the Irish with 2 Rum."""
    given = {"turn": "knights", "districts": WHITESTONE | more.pop("districts", {})}
    p = allied(**(given | more))
    return step(p, "move throggs_neck whitestone", "crew 1 2", "carry 2 rum")


# --- the Crackdown Tracker and the Sit-Down (K12.1, K12.2) -----------------------------------------------------------


def test_c59_blood_oath_is_formed():
    p = start(
        options=OATH,
        crackdown=9,
        turn="knights",
        precincts=["sugar_hill"],
        districts={"west_side": "vipers 2R"},
        heat=["vipers"],
        deeds={"manhattan": "sicilian", "brooklyn": "sicilian", "queens": "irish", "bronx": "irish"},
        syndicates={"gin": "sicilian", "rum": "irish", "whisky": "irish"},
        players={
            "irish": {"marks": 6, "completed": ["block_party", "moonlit_table"]},
            "vipers": {"cash": 1400, "completed": ["no_way_out"]},
            "knights": {"completed": ["lord_of_rum_row"]},
        },
    )
    p = step(p, "rat")
    assert p["crackdown"] == 10
    assert p["alliances"] == PAIRS
    assert open_for(p) == ("raid_pay", "vipers")  # the strikes come after
    assert p["stack"][-1]["district"] == "west_side"
    p = step(p, "bribe_police")
    assert purse(p, "vipers")[2] == 400
    assert open_for(p) == ("turn", "sicilian")


def test_every_raid_moves_the_token():
    p = start(options=OATH, turn="knights", heat=["vipers"])
    assert "crackdown" not in p  # on space 1
    p = step(p, "rat")
    assert p["crackdown"] == 2
    assert "alliances" not in p
    natural = start(
        options=OATH,
        crackdown=5,
        turn="irish",
        heat=["vipers"] * 4,
        deeds={"bronx": "irish"},
        districts=dict.fromkeys(("hunts_point", "belmont", "throggs_neck", "fordham"), "irish 1R"),
    )
    assert step(natural, "extort bronx")["crackdown"] == 6
    assert "crackdown" not in step(start(turn="knights", heat=["vipers"]), "rat")  # not this variant


def test_the_alliances_are_for_good():
    p = allied(turn="knights", heat=["vipers"], players={"sicilian": {"cash": 9000}})
    p = step(p, "rat")
    assert (p["crackdown"], p["alliances"]) == (10, PAIRS)


def test_ties_by_cash_then_by_todays_token():
    """All without Respect, equal cash: by token Knights, Vipers, Irish (who lie low: the token given up), Sicilians."""
    players = {
        "knights": {"token": 1},
        "vipers": {"token": 2},
        "irish": {"token": 3, "next_token": 1},
        "sicilian": {"token": 4},
    }
    given = {"options": OATH, "crackdown": 9, "turn": "knights", "heat": ["irish"]}
    assert step(start(**given, players=players), "rat")["alliances"] == [["sicilian", "knights"], ["irish", "vipers"]]
    players["sicilian"]["cash"] = 1100  # 1st now: with the Irish, who are 4th
    assert step(start(**given, players=players), "rat")["alliances"] == [["sicilian", "irish"], ["vipers", "knights"]]


def test_loose_change_and_the_rat_card_do_not_count():
    """Sicilians and Knights $1,000 each: token 1 stands before the Knights' change; the Rat Card costs nothing."""
    players = {"irish": {"completed": ["no_way_out"]}, "vipers": {"cash": 100}}
    p = start(options=OATH, crackdown=9, turn="irish", heat=["irish"], players=players)
    assert step(p, "rat")["alliances"] == [["sicilian", "knights"], ["irish", "vipers"]]


# --- through a partner's District (K12.4) ----------------------------------------------------------------------------


def test_c61_from_the_partners_block_into_a_fight():
    p = at_whitestone(districts={"flushing": "vipers 2R 1g"}, given_dice=[4, 5, 2])
    assert open_for(p) == ("pinned", "knights")
    assert legal(p) == {f"advance {name}" for name in CONNECTED["whitestone"]} | {"fall_back"}
    assert len(legal(p, "advance")) == 10
    assert at(p, "whitestone") == "irish 1R S"
    p = step(p, "advance flushing")
    assert open_for(p) == ("standoff", "vipers")
    p = step(p, "hold_fire")
    back = step(p, "fall_back")
    p = step(p, "assault")
    assert at(p, "flushing") == "knights 1B 2R 1g 2r"
    assert at(p, "whitestone") == "irish 1R S"
    assert purse(p, "knights")[:2] == (2, 4)
    assert heat(p) == ["knights"]
    assert has(p, "knights", "plays_today") == 1
    assert open_for(p) == ("turn", "sicilian")
    assert at(back, "throggs_neck") == "knights 1B 2R"
    assert at(back, "flushing") == "vipers 2R 1g 2r"
    assert at(back, "whitestone") == "irish 1R S"
    assert heat(back) == []


def test_c61_with_two_markers_the_fall_back_is_forced():
    p = at_whitestone(districts={"flushing": "vipers 2R 1g"}, players={"knights": {"ops": 2}})
    p = step(p, "advance flushing", "hold_fire")
    assert at(p, "throggs_neck") == "knights 1B 2R"
    assert at(p, "flushing") == "vipers 2R 1g 2r"
    assert has(p, "knights", "next_token") == 1
    assert open_for(p) == ("turn", "sicilian")


def test_a_fall_back_from_the_partner_keeps_the_cargo():
    p = step(at_whitestone(), "fall_back")
    assert at(p, "throggs_neck") == "knights 1B 2R 2r"
    assert purse(p, "knights")[0] == 4
    forced = at_whitestone(players={"knights": {"ops": 1}})  # with no marker left it comes by itself
    assert at(forced, "throggs_neck") == "knights 1B 2R 2r"
    assert has(forced, "knights", "next_token") == 1


def test_a_safehouse_alone_is_the_partners_too():
    p = allied(turn="knights", districts={"throggs_neck": "knights 2R", "whitestone": "irish S 1g"})
    p = step(p, "move throggs_neck whitestone", "crew 0 2")
    assert open_for(p) == ("pinned", "knights")
    assert at(p, "whitestone") == "irish S 1g"
    p = step(p, "advance astoria")
    assert at(p, "astoria") == "knights 2R"
    assert at(p, "whitestone") == "irish S 1g"
    assert purse(p, "knights")[0] == 3


def test_the_way_on_goes_anywhere():
    """A Precinct, an unguarded rival Safehouse, the partner again, one's own District, where they came from."""
    more = {"astoria": "vipers S", "flushing": "irish 2R", "west_side": "knights 1R", "richmond_hill": "vipers 1R"}
    p = at_whitestone(districts=more, precincts=["corona"])
    police = step(p, "advance corona")
    assert legal(police) == {"storm", "fall_back", "advance astoria", "advance brownsville", "advance williamsburg"}
    assert barrel_supply(read(police), "rum") == 25  # cargo seized
    assert at(step(police, "fall_back"), "throggs_neck") == "knights 1B 2R"
    house = step(p, "advance astoria")
    assert open_for(house) == ("safehouse", "knights")
    again = step(p, "advance flushing")
    assert legal(again, "advance") == {f"advance {name}" for name in CONNECTED["flushing"]}
    fight = step(again, "advance richmond_hill")
    assert open_for(fight) == ("standoff", "vipers")
    assert at(step(fight, "hold_fire", "fall_back"), "throggs_neck") == "knights 1B 2R"
    assert at(step(again, "fall_back"), "throggs_neck") == "knights 1B 2R 2r"
    assert at(step(p, "advance west_side"), "west_side") == "knights 1B 3R 2r"
    home = step(p, "advance throggs_neck")
    assert at(home, "throggs_neck") == "knights 1B 2R 2r"
    assert purse(home, "knights")[:2] == (3, 4)


def test_skiff_into_a_partners_district():
    p = allied(turn="knights", districts={"red_hook": "knights 1R", "tottenville": "irish 1R"})
    p = step(p, "skiff red_hook tottenville", "crew 0 1")
    assert legal(p) == {f"advance {name}" for name in CONNECTED["tottenville"]} | {"fall_back"}
    assert at(step(p, "fall_back"), "red_hook") == "knights 1R"


def test_the_way_breaks_a_promise_not_to_enter():
    word = {"by": "knights", "to": "irish", "clause": "no_entry queens", "due": 1, "favor": "texas_guinan"}
    p = at_whitestone(promises=[word], players={"knights": {"favors": ["texas_guinan"]}})
    assert has(p, "knights", "favors_lost") == ["texas_guinan"]


def test_no_stealth_against_a_partner():
    districts = {"five_points": "vipers 2R", "tenderloin": "sicilian 2R", "bowery": "irish 2R"}
    p = allied(turn="vipers", districts=districts)
    assert legal(p, "stealth") == {"stealth five_points bowery"}
    p = step(p, "stealth five_points bowery", "crew 0 2")
    assert "advance tenderloin" not in legal(p)
    assert "advance five_points" in legal(p)


def test_a_partners_district_is_no_goal_of_fold_or_advance():
    districts = {
        "belmont": "vipers 3R",
        "fordham": "irish 1R",
        "throggs_neck": "knights S",
        "morris_park": "sicilian S",
    }
    p = step(allied(turn="vipers", districts=districts), "move belmont fordham", "crew 0 2")
    assert legal(p, "fold") == {"fold hunts_point", "fold morris_park"}
    p = step(p, "hold_fire")
    assert legal(p, "advance") == {"advance hunts_point", "advance throggs_neck", "advance belmont"}


def test_before_the_sit_down_all_are_rivals():
    p = start(options=OATH, turn="knights", districts=WHITESTONE)
    p = step(p, "move throggs_neck whitestone", "crew 1 2", "carry 0 rum")
    assert open_for(p) == ("standoff", "irish")


def test_push_and_lending_between_partners():
    districts = {"bowery": "knights 2R 1g", "five_points": "irish 1R 1w"}
    p = allied(turn="knights", districts=districts, players={"irish": {"ops": 2}})
    p = step(p, "lend irish 3")
    assert has(p, "irish", "ops") == {"irish": 2, "knights": 3}
    given = step(p, "push bowery five_points", "give 1 gin", "give 0 whisky")
    assert at(given, "five_points") == "irish 1R 1g 1w"
    asked = step(p, "push bowery five_points", "give 0 gin", "give -1 whisky")
    assert open_for(asked) == ("exchange", "irish")


# --- the end (K12.5, K12.3) ------------------------------------------------------------------------------------------


def night(respects, commission=(), marks=None, day=3, **more):
    """The end of a Reckoning after the Sit-Down; `respects` says how many Scores (5 each) a mob has Completed."""
    pool = iter(card for card in CARDS if deck_of(card) == "score")
    players = {mob: {"completed": [next(pool) for _ in range(count)]} for mob, count in respects.items()}
    for mob, number in (marks or {}).items():
        players[mob]["marks"] = number
    for mob in commission:
        players[mob]["commission"] = True
    for mob, keys in more.items():
        players[mob] |= keys
    given = {"phase": "debts", "day": day, "options": OATH | {"max_days": 9}, "players": players}
    return given | {"crackdown": 10, "alliances": PAIRS}


def places(position):
    """The mobs from first to last."""
    return sorted(position["mobs"], key=lambda mob: position["players"][mob]["place"])


def test_an_alliance_wins_with_35_and_a_commission():
    respects = {"sicilian": 1, "irish": 3, "vipers": 2, "knights": 4}
    p = start(**night(respects, commission=["irish"]))
    assert p["ending"] == "victory"
    assert places(p) == ["knights", "irish", "vipers", "sicilian"]


@pytest.mark.parametrize(("commission", "marks"), [((), {}), (["sicilian"], {}), (["irish"], {"knights": 1})])
def test_35_and_a_commission_are_both_needed(commission, marks):
    """No Commission; one in the other alliance; 34 with a Mark."""
    p = start(**night({"sicilian": 1, "irish": 3, "vipers": 2, "knights": 4}, commission, marks))
    assert "ending" not in p
    assert p["day"] == 4


def test_no_solo_victory_after_the_sit_down():
    respects = {"sicilian": 0, "irish": 6, "vipers": 2, "knights": 0}
    given = night(respects, commission=["irish"])
    assert "ending" not in start(**given)
    solo = {key: value for key, value in given.items() if key not in ("alliances", "crackdown")}
    p = start(**solo)
    assert p["ending"] == "victory"
    assert places(p)[:2] == ["irish", "vipers"]


def test_of_two_alliances_the_higher_then_the_richer():
    respects = {"sicilian": 4, "irish": 3, "vipers": 3, "knights": 4}
    p = start(**night(respects, commission=["sicilian", "irish"]))
    assert places(p) == ["knights", "irish", "sicilian", "vipers"]  # 35 each; $2,060 against $2,025
    p = start(**night(respects, commission=["sicilian", "irish"], vipers={"cash": 1100}))
    assert places(p) == ["sicilian", "vipers", "knights", "irish"]


def test_more_respect_without_a_commission_does_not_win():
    respects = {"sicilian": 4, "irish": 3, "vipers": 4, "knights": 4}
    p = start(**night(respects, commission=["knights"]))
    assert places(p) == ["knights", "irish", "vipers", "sicilian"]  # 4 each: $1,020 before $1,005


def test_the_day_cap_ranks_alliances():
    respects = {"sicilian": 2, "irish": 3, "vipers": 1, "knights": 0}
    p = start(**night(respects, day=9, commission=["knights"], sicilian={"cash": 0}))
    assert p["ending"] == "day_cap"
    assert places(p) == ["irish", "knights", "sicilian", "vipers"]  # 15 each; the richer pair
    p = start(**night({"sicilian": 2, "irish": 3, "vipers": 2, "knights": 0}, day=9))
    assert places(p) == ["vipers", "sicilian", "irish", "knights"]


def test_partners_are_rivals_for_titles():
    lead = {"bowery": "irish 1R", "west_side": "irish 1R", "five_points": "knights 1R"}
    p = allied(phase="reckoning", districts=lead)
    assert p["deeds"] == {"manhattan": "irish"}
    p = allied(phase="reckoning", districts=lead | {"tenderloin": "knights 1R"})
    assert "deeds" not in p


# --- random play -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_random_game(seed):
    """Nothing is lost or made, nobody stands on a partner's block, and every position says all there is to say."""
    luck = Luck(seed)
    position = new_game(luck, 4) | {"crackdown": 9 + seed % 2}
    position["options"] = position["options"] | OATH
    if position["crackdown"] == 10:
        position["alliances"] = [position["mobs"][::3], position["mobs"][1:3]]
    for _ in range(200):
        if referee.decision(position)[0] is None:
            break
        families = {}
        for name in sorted(referee.legal_plays(position)):
            families.setdefault(name.split()[0], []).append(name)
        busy = [family for family in families if family not in ("lay_low", "borrow", "repay", "hold_fire")]
        family = luck.random.choice(busy if busy and luck.random.random() < 0.9 else list(families))
        name = families[family][-1] if family == "fund" else luck.random.choice(families[family])
        position["given_dice"] = [luck.die() for _ in range(10)]
        position = referee.play(position, name, luck)
        check(position)
