"""Capo (K6.1) and Consigliere (K6.2)."""

from __future__ import annotations

from tests.kingdom.case_runner import board

# ---- Capo


def test_a_capo_may_be_any_runner_and_goes_to_the_supply():
    table = board("sicilian", {"bowery": "sicilian 1B", "corona": "sicilian 1R", "astoria": "sicilian S"})
    table.check(exactly=["capo corona"]).play("sicilian: capo corona")
    table.end(
        districts={"corona": "sicilian 1B", "bowery": "sicilian 1B"},
        players={"sicilian": {"ops": 3, "stash": 4, "supply": {"runners": 15, "bosses": 0}}},
        heat=[],
    )


def test_not_without_a_runner_the_markers_or_the_spare_boss():
    board("sicilian", {"bowery": "sicilian 1B"}).check(not_offered=["capo"])
    board("sicilian", {"bowery": "sicilian 1B 1R"}, players={"sicilian": {"ops": 1}}).check(not_offered=["capo"])
    board("sicilian", {"bowery": "sicilian 2B 1R"}).check(not_offered=["capo"])
    board("sicilian", {"bowery": "sicilian 1B 1R", "corona": "sicilian 1B 1R"}).check(not_offered=["capo"])
    elsewhere = {"sicilian": {"supply": {"bosses": 0}}}
    board("sicilian", {"bowery": "sicilian 1B 1R"}, players=elsewhere).check(not_offered=["capo"])


def test_rival_bosses_are_not_counted():
    districts = {"bowery": "sicilian 1B 1R", "corona": "irish 1B", "astoria": "vipers 1B"}
    board("sicilian", districts, mobs=["irish", "sicilian", "vipers"]).check(exactly=["capo bowery"])


def test_only_the_sicilians():
    board("irish", {"bowery": "irish 1B 1R"}, heat=["vipers"]).check(not_offered=["capo", "consigliere"])


def test_a_dead_capo_can_be_made_again():
    players = {"sicilian": {"supply": {"bosses": 1}}}
    board("sicilian", {"bowery": "sicilian 1B 2R"}, players=players).check(offered=["capo bowery"])


# ---- Consigliere


def test_any_marker_may_go_ones_own_too():
    table = board("sicilian", {"bowery": "sicilian 1R"}, heat=["sicilian", "vipers", "sicilian"])
    table.check(exactly=["consigliere 1", "consigliere 2", "consigliere 3"]).play("sicilian: consigliere 1")
    table.end(heat=["vipers", "sicilian"], players={"sicilian": {"ops": 4, "stash": 2}})


def test_the_last_marker():
    table = board("sicilian", {"bowery": "sicilian 1R"}, heat=["knights"]).play("sicilian: consigliere 1")
    table.end(heat=[], players={"knights": {"stash": 2}, "sicilian": {"stash": 3}})


def test_not_with_an_empty_track():
    board("sicilian", {"bowery": "sicilian 1R"}).check(not_offered=["consigliere"])
