"""Unload (K5.9), Kickbacks (K5.10), Greed Tax (K5.11)."""

from __future__ import annotations

import pytest

from tests.kingdom.case_runner import board


def test_only_at_a_joint_of_ones_own_with_barrels():
    districts = {
        "red_hook": "irish 1R 1w",
        "astoria": "irish S 2g",
        "tenderloin": "irish 1R",
        "bowery": "irish 1R 3r",
        "belmont": "vipers 1R 2w",
        "flushing": "2m",
    }
    board("irish", districts).check(exactly=["unload red_hook", "unload astoria"])


def test_any_barrels_but_some_at_market_value():
    market = {"moonshine": 500, "rum": 200}
    table = board("irish", {"astoria": "irish 1R 2m 3g 1r"}, market=market).play("irish: unload astoria")
    table.check(only=["sell 0 moonshine", "sell 1 moonshine", "sell 2 moonshine"])
    table.play(
        "irish: sell 2 moonshine", "irish: sell 0 gin", {"only": ["sell 0 rum", "sell 1 rum"]}, "irish: sell 0 rum"
    )
    table.end(
        districts={"astoria": "irish 1R 3g 1r"},
        supply={"moonshine": 25, "gin": 22},
        players={"irish": {"cash": 2000, "ops": 3, "stash": 4}},
    )


def test_the_last_liquor_of_an_empty_sale_cannot_be_none():
    table = board("irish", {"astoria": "irish 1R 1m 2r"}).play("irish: unload astoria", "irish: sell 0 moonshine")
    table.check(only=["sell 1 rum", "sell 2 rum"])


def test_it_costs_two_markers():
    board("irish", {"astoria": "irish 1R 2r"}, players={"irish": {"ops": 1}}).check(not_offered=["unload"])


@pytest.mark.parametrize(
    ("joint", "pour"),
    [
        *(("sugar_hill", "r"), ("morris_park", "r"), ("astoria", "r")),
        *(("east_harlem", "w"), ("belmont", "w"), ("coney_island", "w")),
        *(("tenderloin", "g"), ("richmond_hill", "g"), ("williamsburg", "g")),
        *(("fordham", "m"), ("flushing", "m"), ("red_hook", "m")),
    ],
)
def test_the_house_pour_kicks_back(joint: str, pour: str):
    table = board("irish", {joint: f"irish 1R 2{pour}"}).play(f"irish: unload {joint}")
    table.play(f"irish: {next(name for name in table.legal if name.startswith('sell 2'))}")
    table.end(players={"irish": {"ops": 5, "stash": 2}}, heat=[])
    other = "w" if pour != "w" else "g"
    table = board("irish", {joint: f"irish 1R 2{other}"}).play(f"irish: unload {joint}")
    table.play(f"irish: {next(name for name in table.legal if name.startswith('sell 2'))}")
    table.end(players={"irish": {"ops": 3, "stash": 4}})


def test_kickbacks_stop_when_the_stash_is_empty():
    # Two in the slots, five on Contracts: the two just spent come back, no more.
    players = {"irish": {"ops": 2, "stash": 0, "staked": {"biggest_army": 3, "both_sides_of_newtown": 2}}}
    table = board("irish", {"astoria": "irish 1R 3r"}, players=players).play(
        "irish: unload astoria", "irish: sell 3 rum"
    )
    table.end(players={"irish": {"ops": 2, "stash": 0, "next_token": 0}})


def test_a_marker_on_the_heat_track_does_not_kick_back():
    players = {"irish": {"ops": 2, "stash": 0, "staked": {"biggest_army": 3, "both_sides_of_newtown": 2}}}
    table = board("irish", {"astoria": "irish 1R 4r"}, players=players).play(
        "irish: unload astoria", "irish: sell 4 rum"
    )
    table.end(players={"irish": {"ops": 1, "stash": 0}}, heat=["irish"])


def test_lent_markers_go_home_before_the_kickbacks():
    # Paid with the Knights' two; the Irish have nothing in their Stash to come back (K5.10).
    players = {
        "irish": {"ops": {"knights": 2}, "stash": 0, "staked": {"biggest_army": 3}, "markers": 3},
        "knights": {"ops": 3, "stash": 2},
    }
    table = board("irish", {"astoria": "irish 1R 3r"}, players=players).play(
        "irish: unload astoria", "irish: sell 3 rum"
    )
    table.end(players={"irish": {"ops": 0, "stash": 0, "next_token": 1}, "knights": {"ops": 3, "stash": 4}})


def test_any_marker_of_ones_own_stash_kicks_back():
    players = {"irish": {"ops": {"knights": 2}, "stash": 7}, "knights": {"ops": 3, "stash": 2}}
    table = board("irish", {"astoria": "irish 1R 2r"}, players=players).play(
        "irish: unload astoria", "irish: sell 2 rum"
    )
    table.end(players={"irish": {"ops": 2, "stash": 5}, "knights": {"stash": 4}})


def test_lent_markers_fill_slots():
    # Three lent ones stay: room for two of three Kickbacks.
    players = {"irish": {"ops": {"irish": 2, "knights": 3}, "stash": 5}, "knights": {"ops": 2, "stash": 2}}
    table = board("irish", {"astoria": "irish 1R 3r"}, players=players).play(
        "irish: unload astoria", "irish: sell 3 rum"
    )
    table.play("irish: pay irish", "irish: pay irish").end(
        players={"irish": {"ops": {"irish": 2, "knights": 3}, "stash": 5}}
    )


def test_three_are_safe_four_are_not():
    table = board("irish", {"astoria": "irish 1R 4g"}).play("irish: unload astoria", "irish: sell 3 gin").end(heat=[])
    table = board("irish", {"astoria": "irish 1R 4g"}).play("irish: unload astoria", "irish: sell 4 gin")
    table.end(heat=["irish"], players={"irish": {"ops": 3, "stash": 3}})


def test_somebody_elses_st_clair_does_not_help():
    players = {"vipers": {"favors": ["stephanie_st_clair"]}, "irish": {"favors": ["jimmy_walker"]}}
    table = board("irish", {"astoria": "irish 1R 4g"}, players=players).play(
        "irish: unload astoria", "irish: sell 4 gin"
    )
    table.end(heat=["irish"])
