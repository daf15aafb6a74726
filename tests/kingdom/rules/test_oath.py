"""Blood Oath (K12): Crackdown, Sit-Down, partners on the board, families at Reckoning."""

from __future__ import annotations

import numpy as np
import pytest

from moonshine_env.kingdom.position import dump
from moonshine_env.kingdom.tables import load_content
from tests.kingdom.case_runner import board, night

OATH = {"variant": "blood_oath"}
ALLIED = {"options": OATH, "crackdown": 10, "alliances": [["irish", "knights"], ["sicilian", "vipers"]]}


def oath(turn, districts, dice=(), **given):
    return board(turn, districts, dice, options=OATH, **given)


def allied(turn, districts, dice=(), **given):
    return board(turn, districts, dice, **{**ALLIED, **given})


# ---- the Crackdown


def test_either_kind_of_raid_moves_the_token_one_space():
    table = oath("irish", {}, heat=["vipers"], crackdown=3).play("irish: rat").see(crackdown=4)
    districts = dict.fromkeys(("five_points", "tenderloin", "west_side", "bowery"), "sicilian 1R")
    given = {"deeds": {"manhattan": "sicilian"}, "crackdown": 4}
    table = oath("sicilian", districts, heat=["irish", "irish", "vipers", "vipers"], **given)
    table.play("sicilian: extort manhattan").end(crackdown=5, heat=[])


def test_a_new_game_starts_on_the_first_space_and_the_ninth_raid_is_the_last():
    table = oath("irish", {}, heat=["vipers"])
    table.see(crackdown=1).play("irish: rat").see(crackdown=2)
    oath("irish", {}, heat=["vipers"], crackdown=8).play("irish: rat").end(crackdown=9, alliances=[])
    table = oath("irish", {}, heat=["vipers"], crackdown=9).play("irish: rat").see(crackdown=10)
    assert -1 not in table.states["partner"][0]


def test_once_the_families_stand_the_token_stays():
    allied("irish", {}, heat=["vipers"]).play("irish: rat").end(
        crackdown=10, alliances=[["sicilian", "vipers"], ["irish", "knights"]]
    )


def test_without_the_variant_nothing_counts_raids():
    table = board("irish", {}, heat=["vipers"]).play("irish: rat")
    assert table.states["crackdown"][0] == 0
    assert table.states["partner"].max() == -1


# ---- the Sit-Down


def sit_down(players, **given):
    rows = {mob: {"cash": 1000} for mob in ("sicilian", "irish", "vipers", "knights")}
    for mob, row in players.items():
        rows[mob] = {**rows[mob], **row}
    table = oath("knights", {}, heat=["vipers"], crackdown=9, players=rows, **given).play("knights: rat")
    pairs = {frozenset((i, int(other))) for i, other in enumerate(table.states["partner"][0])}
    mobs = ("sicilian", "irish", "vipers", "knights")
    return {frozenset(mobs[k] for k in pair) for pair in pairs}


def pairs(*words):
    return {frozenset(word.split()) for word in words}


def test_first_allies_with_last_and_second_with_third():
    deeds = {"manhattan": "irish", "bronx": "irish", "queens": "sicilian", "brooklyn": "vipers"}
    syndicates = {"rum": "sicilian"}
    found = sit_down({}, deeds=deeds, syndicates=syndicates)
    assert found == pairs("irish knights", "sicilian vipers")


def test_marks_and_the_rat_card_do_not_count():
    # The Knights, first by their Title, take the Rat Card with this very Play, and hold Marks.
    syndicates = {"rum": "knights"}
    players = {"knights": {"marks": 6}, "irish": {"cash": 3000}, "vipers": {"cash": 2000}}
    assert sit_down(players, syndicates=syndicates) == pairs("knights sicilian", "irish vipers")


def test_completed_contracts_count():
    players = {"vipers": {"completed": ["gin_baron"]}, "irish": {"cash": 3000}, "sicilian": {"cash": 2000}}
    assert sit_down(players) == pairs("vipers knights", "irish sicilian")


def test_ties_go_by_cash_then_by_the_lower_token_of_today():
    players = {"sicilian": {"cash": 500}, "irish": {"cash": 400}, "vipers": {"cash": 300}, "knights": {"cash": 200}}
    assert sit_down(players) == pairs("sicilian knights", "irish vipers")
    tokens = {"vipers": {"token": 1}, "knights": {"token": 2}, "sicilian": {"token": 3}, "irish": {"token": 4}}
    assert sit_down(tokens) == pairs("vipers irish", "knights sicilian")
    tokens["vipers"]["next_token"] = 1  # lies low: the token he gave up
    tokens["vipers"]["ops"] = 0
    assert sit_down(tokens) == pairs("vipers irish", "knights sicilian")


def test_the_bosses_sit_down_before_the_raid_strikes():
    players = {"vipers": {"cash": 1400}}
    table = oath(
        "knights",
        {"west_side": "vipers 2R"},
        heat=["vipers"],
        crackdown=9,
        precincts=["sugar_hill"],
        players=players,
    )
    table.play("knights: rat").check(
        decision="raid_pay", see={"alliances": [["sicilian", "irish"], ["vipers", "knights"]]}
    )


# ---- partners on the board


def test_a_partners_district_is_passed_through():
    districts = {"throggs_neck": "knights 1B 2R 2r", "whitestone": "irish 1R S", "flushing": "vipers 2R 1g"}
    table = allied("knights", districts, [4, 5, 2])
    table.play("knights: move throggs_neck whitestone", "knights: crew 1 2", "knights: carry 2 rum")
    table.check(decision="pinned", actor="knights", offered=["advance flushing", "advance throggs_neck", "fall_back"])
    table.check(not_offered=["assault", "torch", "storm"])
    assert len(table.legal) == 11
    table.play("knights: advance flushing", "vipers: hold_fire", "knights: assault")
    table.end(districts={"flushing": "knights 1B 2R 1g 2r", "whitestone": "irish 1R S", "throggs_neck": "none"})


def test_a_way_through_is_no_stealth():
    table = allied("knights", {"throggs_neck": "knights 2R", "whitestone": "irish 1R"})
    table.play("knights: move throggs_neck whitestone", "knights: crew 0 2")
    open_now = dump(table.content, table.states, 0)["stack"][-1]
    assert open_now == {"decision": "pinned", "player": "knights", "district": "whitestone"}


@pytest.mark.parametrize("ops", [2, 5])
def test_every_way_back_leads_to_where_they_first_came_from(ops):
    districts = {"throggs_neck": "knights 1B 2R 2r", "whitestone": "irish 1R S", "flushing": "vipers 2R 1g"}
    table = allied("knights", districts, players={"knights": {"ops": ops}})
    table.play("knights: move throggs_neck whitestone", "knights: crew 1 2", "knights: carry 2 rum")
    table.play("knights: advance flushing", "vipers: hold_fire")
    if ops > 2:
        table.play("knights: fall_back")
    low = {} if ops > 2 else {"next_token": 1}
    table.end(
        districts={"throggs_neck": "knights 1B 2R", "whitestone": "irish 1R S", "flushing": "vipers 2R 1g 2r"},
        heat=[],
        players={"knights": {"ops": ops - 2, **low}},
    )


def test_out_of_a_partners_district_cargo_comes_back_too():
    districts = {"throggs_neck": "knights 2R 2r", "whitestone": "irish 1R"}
    table = allied("knights", districts)
    table.play("knights: move throggs_neck whitestone", "knights: crew 0 2", "knights: carry 2 rum")
    table.play("knights: fall_back").end(districts={"throggs_neck": "knights 2R 2r", "whitestone": "irish 1R"})


def test_with_no_marker_left_the_way_back_is_forced():
    districts = {"throggs_neck": "knights 2R 2r", "whitestone": "irish S"}
    table = allied("knights", districts, players={"knights": {"ops": 1}})
    table.play("knights: move throggs_neck whitestone", "knights: crew 0 2", "knights: carry 2 rum")
    table.end(turn="sicilian", districts={"throggs_neck": "knights 2R 2r", "whitestone": "irish S"})


def test_an_advance_out_of_it_is_as_a_move():
    districts = {
        "throggs_neck": "knights 2R 1r",
        "whitestone": "irish 1R",
        "jamaica": "irish 1R",
        "flushing": "vipers S",
    }
    table = allied("knights", districts, precincts=["westerleigh"])
    table.play("knights: move throggs_neck whitestone", "knights: crew 0 2", "knights: carry 1 rum")
    table.play("knights: advance jamaica").check(decision="pinned", offered=["advance richmond_hill", "fall_back"])
    table.play("knights: advance westerleigh").check(offered=["storm", "fall_back"], see={"supply": {"rum": 25}})
    table.play("knights: fall_back").end(districts={"throggs_neck": "knights 2R"})
    table = allied("knights", districts)
    table.play("knights: move throggs_neck whitestone", "knights: crew 0 2", "knights: carry 1 rum")
    table.play("knights: advance flushing", "knights: safehouse destroy").end(districts={"flushing": "knights 2R 1r"})


def test_back_to_the_empty_origin_it_is_controlled_again():
    districts = {"throggs_neck": "knights 2R", "whitestone": "irish 1R"}
    table = allied("knights", districts).play("knights: move throggs_neck whitestone", "knights: crew 0 2")
    table.play("knights: advance throggs_neck").end(turn="sicilian", districts={"throggs_neck": "knights 2R"})


def test_no_stealth_against_a_partner():
    districts = {"belmont": "vipers 2R", "fordham": "sicilian 1R", "sugar_hill": "irish 1R"}
    allied("vipers", districts).check(offered=["stealth belmont sugar_hill"], not_offered=["stealth belmont fordham"])


def test_a_partners_district_is_no_goal_for_a_fold_or_an_advance():
    districts = {"fordham": "vipers 2R", "belmont": "irish 1R", "sugar_hill": "knights S"}
    table = allied("vipers", districts).play("vipers: move fordham belmont", "vipers: crew 0 2")
    table.check(decision="standoff", not_offered=["fold sugar_hill"], offered=["fold hunts_point"])
    districts = {"fordham": "vipers 2R", "belmont": "irish 1R", "sugar_hill": "sicilian S"}
    table = allied("vipers", districts).play("vipers: move fordham belmont", "vipers: crew 0 2", "irish: hold_fire")
    table.check(decision="pinned", not_offered=["advance sugar_hill"], offered=["advance fordham"])


def test_barrels_pushed_to_a_partner_are_his():
    table = allied("irish", {"corona": "irish 2R 2g", "astoria": "knights 1R"})
    table.play("irish: push corona astoria", "irish: give 2 gin").end(districts={"astoria": "knights 1R 2g"})


def test_a_partner_is_a_rival_for_titles():
    districts = {"five_points": "irish 1R", "tenderloin": "irish 1R", "west_side": "knights 1R", "bowery": "knights 1R"}
    night(districts, **ALLIED).end(deeds={"manhattan": "none"})


# ---- families at Reckoning


MOBS = ("sicilian", "irish", "vipers", "knights")
CONTENT = load_content()


def reckoning(respect, commission=(), cash=(1000, 1000, 1000, 1000), **given):
    """Let night come over players with so much Respect, all of it Completed Contracts (5, 3 or 1)."""
    deck_of = CONTENT.tables[0]["card_deck"]
    piles = {deck: [CONTENT.card_ids[k] for k in np.flatnonzero(deck_of == deck)] for deck in range(3)}
    players = {}
    for mob, points, money in zip(MOBS, respect, cash, strict=True):
        done = []
        for deck, worth in ((2, 5), (1, 3), (0, 1)):
            while points >= worth:
                points -= worth
                done.append(piles[deck].pop())
        players[mob] = {"completed": done, "commission": mob in commission, "cash": money}
    return night({}, players=players, **(given if "crackdown" in given else {**ALLIED, **given}))


def ends(ending, places):
    return {"ending": ending, "players": {mob: {"place": k} for mob, k in zip(MOBS, places, strict=True)}}


def test_a_family_wins_with_35_together_and_a_commission_of_either():
    reckoning((5, 20, 5, 15), ["knights"]).end(**ends("victory", (4, 1, 3, 2)))
    reckoning((5, 15, 5, 20), ["irish"]).end(**ends("victory", (4, 2, 3, 1)))
    reckoning((5, 20, 5, 14), ["knights"]).end(ending="none", day=2)
    reckoning((5, 20, 5, 15), []).end(ending="none", day=2)
    reckoning((5, 20, 5, 15), ["sicilian"]).end(ending="none", day=2)


def test_nobody_wins_alone_once_the_families_stand():
    reckoning((5, 25, 5, 5), ["irish"]).end(ending="none", day=2)


def test_before_the_sit_down_one_wins_alone():
    given = {"options": OATH, "crackdown": 9}
    reckoning((5, 20, 6, 14), ["irish"], **given).end(**ends("victory", (4, 1, 3, 2)))


def test_of_two_families_the_one_with_more_respect_then_with_more_cash_wins():
    both = ["irish", "vipers"]
    reckoning((20, 20, 16, 15), both).end(**ends("victory", (1, 3, 2, 4)))
    # 35 against 35: cash decides, and loose change of 60 against 25 where it ties.
    reckoning((20, 20, 15, 15), both, (1000, 1000, 1100, 1000)).end(**ends("victory", (1, 3, 2, 4)))
    reckoning((20, 20, 15, 15), both).end(**ends("victory", (3, 1, 4, 2)))


def test_a_family_that_meets_the_condition_beats_one_with_more_respect():
    reckoning((20, 20, 20, 15), ["irish"]).end(**ends("victory", (4, 1, 3, 2)))


def test_inside_a_family_respect_then_wealth_decides():
    reckoning((5, 15, 5, 20), ["irish"], (1200, 1000, 1000, 1000)).end(**ends("victory", (3, 2, 4, 1)))
    reckoning((5, 18, 5, 18), ["irish"]).end(**ends("victory", (4, 2, 3, 1)))  # $1,050 against $1,010


def test_at_the_day_cap_families_rank_without_the_condition():
    last = {"day": 15}
    reckoning((5, 10, 3, 1), **last).end(**ends("day_cap", (3, 1, 4, 2)))
    reckoning((5, 6, 7, 5), **last).end(**ends("day_cap", (2, 3, 1, 4)))
    before = {"options": OATH, "crackdown": 9, "day": 15}
    reckoning((5, 10, 3, 1), **before).end(**ends("day_cap", (2, 1, 3, 4)))
