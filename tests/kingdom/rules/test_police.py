"""The Law (K8): Precincts, Storm, Raids and rebuilding."""

from __future__ import annotations

import pytest

from moonshine_env.kingdom.casework import Table
from tests.kingdom.case_runner import board

# ---- Precincts (K8.1) and Storm (K8.2)


def at_the_gate(pieces: str, dice: tuple[int, ...] = (), mob: str = "knights", **given: object) -> Table:
    """Move all of them from Corona to the Precinct in Richmond Hill."""
    words = {word[-1]: word[:-1] for word in pieces.split()}
    table = board(mob, {"corona": f"{mob} {pieces}"}, dice, precincts=["richmond_hill"], **given)
    return table.play(f"{mob}: move corona richmond_hill", f"{mob}: crew {words.get('B', 0)} {words.get('R', 0)}")


def test_the_police_seize_the_cargo_and_pin_without_a_shot():
    table = board("knights", {"corona": "knights 2R 2g"}, precincts=["richmond_hill"])
    table.play("knights: move corona richmond_hill", "knights: crew 0 2", "knights: carry 2 gin")
    table.check(
        decision="pinned",
        actor="knights",
        only=["storm", "fall_back", *(f"advance {goal}" for goal in ("corona", "flushing", "jamaica"))],
        see={"supply": {"gin": 25}, "party": "knights 2R at richmond_hill from corona", "precincts": ["richmond_hill"]},
    )
    table.play("knights: advance jamaica").end(
        districts={"jamaica": "knights 2R"}, players={"knights": {"ops": 3}}, heat=[]
    )


def test_falling_back_from_the_police_is_free():
    at_the_gate("3R").play("knights: fall_back").end(
        districts={"corona": "knights 3R", "richmond_hill": "none"}, players={"knights": {"ops": 4, "stash": 3}}
    )


def test_without_a_marker_left_they_fall_back():
    at_the_gate("3R", players={"knights": {"ops": 1}}).end(
        districts={"corona": "knights 3R"}, players={"knights": {"next_token": 1}}, actor="sicilian"
    )


def test_nothing_helps_a_storm():
    # K6.9: no Firepower, no Courage, no Plunder; Knights cannot Torch a Precinct.
    goals = [f"advance {goal}" for goal in ("corona", "flushing", "jamaica")]
    for mob in ("irish", "vipers", "knights", "sicilian"):
        at_the_gate("3R", mob=mob).check(only=["storm", "fall_back", *goals])


@pytest.mark.parametrize(
    ("pieces", "lowest", "mob"),
    [("3R", 5, "knights"), ("1B 2R", 4, "knights"), ("1B 2R", 4, "sicilian"), ("2B 2R", 3, "sicilian")],
)
def test_threat_of_a_storm(pieces: str, lowest: int, mob: str):
    won = at_the_gate(pieces, (lowest, lowest), mob).play(f"{mob}: storm", f"{mob}: safehouse none")
    won.end(precincts=[], precincts_in_supply=["queens"], districts={"richmond_hill": f"{mob} {pieces}"}, heat=[])
    lost = at_the_gate(pieces, (lowest, lowest - 1), mob).play(f"{mob}: storm")
    lost.end(precincts=["richmond_hill"], decision="turn", heat=[])


def test_each_miss_of_a_storm_kills_runners_first():
    table = at_the_gate("1B 8R", (4, 4, 3, 2, 1)).play("knights: storm", "knights: safehouse supply")
    table.end(
        districts={"richmond_hill": "knights 1B 5R S"}, players={"knights": {"ops": 3, "supply": {"runners": 10}}}
    )
    table = at_the_gate("1B 4R", (4, 3, 2)).play("knights: storm")
    table.end(districts={"corona": "knights 1B 2R", "richmond_hill": "none"}, actor="sicilian", decision="turn")


def test_one_or_two_cannot_win_and_may_all_die():
    at_the_gate("2R", (6,)).play("knights: storm").end(districts={"corona": "knights 2R"}, precincts=["richmond_hill"])
    at_the_gate("1B", (1,)).play("knights: storm").end(
        districts={"corona": "none"}, party="none", players={"knights": {"supply": {"bosses": 1}}}, decision="turn"
    )
    at_the_gate("2R", (1,)).play("knights: storm").end(districts={"corona": "knights 1R"})


def test_a_storm_is_one_roll():
    # Two hits with three markers left: the Play is over with the Safehouse.
    table = at_the_gate("3R", (6, 6)).play("knights: storm", "knights: safehouse none")
    table.end(decision="turn", actor="sicilian", players={"knights": {"ops": 3, "stash": 4}})


# ---- who and where (K8.6, K8.7)


def raid(districts: dict[str, str], *, heat: list[str], precincts: list[str], **given: object) -> Table:
    table = board("sicilian", districts, heat=heat, precincts=precincts, **given)
    return table.play("sicilian: rat")


@pytest.mark.parametrize(
    ("heat", "target"),
    [
        (["irish"], "irish"),
        (["irish", "vipers"], "vipers"),
        (["vipers", "irish"], "irish"),
        (["irish", "irish", "vipers"], "irish"),
        (["irish", "vipers", "irish", "vipers"], "vipers"),
        (["vipers", "irish", "irish", "vipers"], "vipers"),
        (["vipers", "irish", "knights", "irish"], "irish"),
        (["vipers", "vipers", "knights", "irish"], "vipers"),
    ],
)
def test_the_target_has_most_markers_the_latest_among_tied(heat: list[str], target: str):
    districts = {"west_side": "irish 1R", "belmont": "irish 1R", "fordham": "vipers 1R"}
    raid(districts, heat=heat, precincts=["sugar_hill", "morris_park"]).end(decision="raid_pay", actor=target)


def test_only_districts_that_share_an_edge_in_the_borough_of_the_precinct():
    # Belmont borders Sugar Hill but is in the Bronx; Tenderloin is in Manhattan but does not border it.
    districts = {"belmont": "irish 3R", "tenderloin": "irish 3R", "bowery": "irish 5R 5r"}
    raid(districts, heat=["irish"], precincts=["sugar_hill"]).end(heat=[], decision="turn", actor="irish")
    # Two Docks are no neighbours for the Police: a Precinct in the Bowery does not reach West Side over the water.
    raid({"west_side": "irish 5R"}, heat=["irish"], precincts=["bowery"]).end(heat=[], decision="turn", actor="irish")
    raid({"tenderloin": "irish 1R"}, heat=["irish"], precincts=["bowery"]).end(decision="raid_pay", actor="irish")


@pytest.mark.parametrize("others", ["irish 5R", "irish 1R"])
def test_bordering_districts_of_other_boroughs_neither_hide_nor_tie(others: str):
    districts = {"east_harlem": others, "corona": "irish 1R", "williamsburg": others}
    table = raid(districts, heat=["irish"], precincts=["astoria"]).play("irish: take_fall")
    table.end(districts=districts | {"corona": "none"}, heat=[])


def test_the_target_alone_is_hit():
    districts = {"west_side": "vipers 5R", "east_harlem": "irish 1R"}
    table = raid(districts, heat=["irish"], precincts=["sugar_hill"]).play("irish: take_fall")
    table.end(districts={"west_side": "vipers 5R", "east_harlem": "none"}, heat=[])
    # Nor do rivals, or loose Barrels, tie with him.
    districts = {"west_side": "vipers 1R", "east_harlem": "irish 1R", "bowery": "sicilian 1R", "five_points": "1g"}
    table = raid(districts, heat=["irish"], precincts=["tenderloin"]).play("irish: take_fall")
    table.end(districts=districts | {"east_harlem": "none"}, heat=[])


def test_mobsters_and_barrels_count_a_safehouse_does_not():
    districts = {"west_side": "irish 1R S 1g", "east_harlem": "irish 1R 2g"}
    raid(districts, heat=["irish"], precincts=["sugar_hill"]).play("irish: take_fall").end(
        districts={"west_side": "irish 1R S 1g", "east_harlem": "none"}
    )


def test_an_empty_safehouse_is_not_worth_a_raid_but_its_barrels_are():
    raid({"west_side": "irish S"}, heat=["irish"], precincts=["sugar_hill"]).end(decision="turn", heat=[])
    table = raid({"west_side": "irish S 2g"}, heat=["irish"], precincts=["sugar_hill"]).play("irish: take_fall")
    table.end(districts={"west_side": "irish S"}, supply={"gin": 25})


def test_precincts_strike_in_borough_order_each_done_before_the_next():
    districts = {
        "tottenville": "irish 2R",
        "red_hook": "irish 1R 1g",
        "brownsville": "irish 2R",
        "west_side": "irish 1R",
    }
    table = raid(
        districts,
        heat=["irish"],
        precincts=["stapleton", "williamsburg", "sugar_hill"],
        players={"irish": {"cash": 2100}},
    )
    table.check(decision="raid_pay", actor="irish").play("irish: bribe_police", {"decision": "raid_tie"})
    table.check(only=["raid red_hook", "raid brownsville"], see={"players": {"irish": {"cash": 1100}}})
    table.play("irish: raid red_hook", {"offered": ["borrow 1"]})  # a window of its own after the tie
    table.play("irish: bribe_police", {"decision": "raid_pay", "not_offered": ["bribe_police"]})
    table.play("irish: take_fall").end(
        districts={"tottenville": "irish 1R", "red_hook": "irish 1R 1g", "west_side": "irish 1R"},
        players={"irish": {"cash": 100}},
    )


# ---- bribe or fall (K8.8), Shylock before each (K9.4)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("irish 1B 1R 2g", "irish 1B"),
        ("irish 4R", "irish 2R"),
        ("irish 1B 2R 1m 1r", "irish 1B"),
        ("irish 9R S 3w", "irish 6R S"),
        ("irish 1B S", "irish S"),
        ("irish 1R 5g", "none"),
    ],
)
def test_the_fall_takes_all_barrels_and_the_muscle_ratio(before: str, after: str):
    table = raid({"west_side": before}, heat=["irish"], precincts=["sugar_hill"]).play("irish: take_fall")
    table.end(districts={"west_side": after}, supply={"moonshine": 25, "gin": 25, "whisky": 25, "rum": 25}, heat=[])


def test_the_bribe_is_1000():
    given = {"heat": ["irish"], "precincts": ["sugar_hill"]}
    raid({"west_side": "irish 1R"}, players={"irish": {"cash": 900}}, **given).check(not_offered=["bribe_police"])
    table = raid({"west_side": "irish 1R 1g"}, players={"irish": {"cash": 1000}}, **given).play("irish: bribe_police")
    table.end(players={"irish": {"cash": 0}}, districts={"west_side": "irish 1R 1g"})


def test_shylock_comes_once_before_each_payment():
    districts = {"west_side": "irish 1R", "red_hook": "irish 1R"}
    table = raid(
        districts, heat=["irish"], precincts=["sugar_hill", "williamsburg"], players={"irish": {"cash": 0, "marks": 1}}
    )
    table.check(offered=["borrow 1", "take_fall"], not_offered=["bribe_police", "repay"]).play("irish: borrow 2")
    table.check(decision="raid_pay", only=["bribe_police", "take_fall"]).play("irish: bribe_police")
    # The next strike has a window of its own, and may repay instead.
    table.check(decision="raid_pay", offered=["borrow 1", "bribe_police"]).play("irish: take_fall")
    table.end(players={"irish": {"cash": 2000, "marks": 3}}, districts={"west_side": "irish 1R", "red_hook": "none"})


def test_marks_can_be_repaid_before_a_payment():
    table = raid(
        {"west_side": "irish 1R"},
        heat=["irish"],
        precincts=["sugar_hill"],
        players={"irish": {"cash": 2500, "marks": 1}},
    )
    table.check(offered=["repay 1", "bribe_police"]).play("irish: repay 1", {"only": ["take_fall"]})


# ---- the two kinds of Raid (K8.4, K8.5), and what follows (K8.9, K8.10)


def fifth_marker(**given: object) -> Table:
    """Extort $800 onto a track of four."""
    names = ("five_points", "tenderloin", "bowery", "west_side")
    heat = ["irish", "irish", "vipers", "knights"]
    table = board("sicilian", dict.fromkeys(names, "sicilian 1R"), heat=heat, deeds={"manhattan": "sicilian"}, **given)
    return table.play("sicilian: extort manhattan")


def test_a_natural_raid_returns_the_rat_card_whoever_holds_it():
    for holder in ("irish", "sicilian", "knights"):
        fifth_marker(rat=holder).end(rat="none", heat=[])
    fifth_marker().end(rat="none", heat=[], players={"irish": {"stash": 2}, "sicilian": {"ops": 4, "stash": 3}})


def test_a_rats_raid_leaves_it_with_him():
    raid({"bowery": "sicilian 1R"}, heat=["irish"], precincts=[]).end(rat="sicilian", heat=[])
    raid({"bowery": "sicilian 1R"}, heat=["irish"], precincts=[], rat="sicilian").end(rat="sicilian", heat=[])


def test_a_quiet_play_onto_a_track_of_four_calls_no_raid():
    names = ("five_points", "tenderloin", "bowery")
    heat = ["irish", "irish", "vipers", "knights"]
    table = board(
        "sicilian", dict.fromkeys(names, "sicilian 1R"), heat=heat, deeds={"manhattan": "sicilian"}, rat="irish"
    )
    table.play("sicilian: extort manhattan").end(heat=heat, rat="irish")


def test_the_fifth_marker_may_be_that_of_combat():
    heat = ["vipers", "vipers", "irish", "irish"]
    districts = {"corona": "knights 3R", "flushing": "irish 1R", "west_side": "irish 2R"}
    table = board("knights", districts, [6, 1, 1], heat=heat, precincts=["sugar_hill"])
    table.play("knights: move corona flushing", "knights: crew 0 3", "irish: hold_fire", "knights: assault")
    table.check(decision="raid_pay", actor="irish", see={"districts": {"flushing": "knights 3R"}})
    table.see(heat=[*heat, "knights"]).play("irish: take_fall").end(heat=[], districts={"west_side": "irish 1R"})


def test_a_raid_that_hits_nothing_rebuilds_and_clears_the_track():
    table = raid(
        {"bowery": "sicilian 1R"}, heat=["irish", "irish"], precincts=["sugar_hill"], precincts_in_supply=["bronx"]
    )
    table.end(
        heat=[],
        players={"irish": {"stash": 2}},
        precincts=["sugar_hill", "morris_park"],
        precincts_in_supply=[],
        decision="turn",
        actor="irish",
    )


@pytest.mark.parametrize(
    ("taken", "first"),
    [
        ({}, "richmond_hill"),
        ({"richmond_hill": "irish 1R"}, "astoria"),
        ({"richmond_hill": "irish S"}, "astoria"),
        ({"richmond_hill": "irish S", "astoria": "vipers 1R"}, "flushing"),
        (dict.fromkeys(("richmond_hill", "astoria", "flushing"), "vipers 1R"), "whitestone"),
        (dict.fromkeys(("richmond_hill", "astoria", "flushing", "whitestone"), "vipers 1R"), "jamaica"),
        (dict.fromkeys(("richmond_hill", "astoria", "flushing", "whitestone", "jamaica"), "vipers 1R"), "corona"),
    ],
)
def test_the_order_of_rebuilding(taken: dict[str, str], first: str):
    raid(taken, heat=["irish"], precincts=[], precincts_in_supply=["queens"]).end(
        precincts=[first], precincts_in_supply=[]
    )


def test_a_full_borough_gets_no_precinct_back():
    taken = dict.fromkeys(("stapleton", "westerleigh", "tottenville"), "vipers 1R")
    table = raid(taken, heat=["irish"], precincts=[], precincts_in_supply=["staten_island"])
    table.end(precincts=[], precincts_in_supply=["staten_island"])


def test_rebuilding_looks_at_the_board_as_the_raid_left_it():
    # A Borough has one Precinct, so the District that a fall empties is open to no Precinct of its own Borough. The
    # Bronx gets its own back, which strikes no more in this Raid.
    districts = {"morris_park": "vipers 1R", "belmont": "vipers S", "fordham": "2g", "throggs_neck": "irish 3R"}
    table = raid(
        districts | {"west_side": "irish 1R"}, heat=["irish"], precincts=["sugar_hill"], precincts_in_supply=["bronx"]
    )
    table.play("irish: take_fall").end(
        precincts=["sugar_hill", "fordham"],
        districts={"west_side": "none", "fordham": "none", "throggs_neck": "irish 3R"},
        supply={"gin": 25},
        decision="turn",
        actor="irish",
    )


def test_a_player_lying_low_is_raided_too():
    # K4.8
    table = raid(
        {"west_side": "irish 1R"}, heat=["irish"], precincts=["sugar_hill"], players={"irish": {"next_token": 1}}
    )
    table.check(decision="raid_pay", actor="irish").play("irish: bribe_police").end(actor="vipers", decision="turn")
