"""Reckoning (K11): Sweep, Titles, Contracts, Respect, victory, the next Day and the last."""

from __future__ import annotations

from typing import Any

import pytest

from moonshine_env.kingdom.casework import Table
from moonshine_env.kingdom.phases.oath import count_wealth
from moonshine_env.kingdom.vocab import MOB_IDS
from tests.kingdom.case_runner import board, night

# ---- Sweep and Titles (K11.1, K11.2)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("irish 5R", "irish 5R"),
        ("irish 6R 9g", "irish 5R 9g"),
        ("irish 1B 5R S", "irish 1B 4R S"),
        ("sicilian 2B 9R", "sicilian 2B 3R"),
        ("irish 15R", "irish 5R"),
    ],
)
def test_the_sweep(before: str, after: str):
    night({"corona": before}).end(districts={"corona": after}, day=2)


def test_walkers_friends_are_not_swept():
    players = {"irish": {"favors": ["jimmy_walker"]}}
    night({"corona": "irish 9R", "bowery": "irish 6R", "fordham": "vipers 6R"}, players=players).end(
        districts={"corona": "irish 9R", "bowery": "irish 6R", "fordham": "vipers 5R"}
    )


@pytest.mark.parametrize(
    ("title", "key", "districts"),
    [
        ("deeds", "manhattan", ("five_points", "bowery", "west_side")),
        ("deeds", "bronx", ("hunts_point", "fordham", "belmont")),
        ("deeds", "queens", ("corona", "jamaica", "astoria")),
        ("deeds", "brooklyn", ("brownsville", "red_hook", "coney_island")),
        ("deeds", "staten_island", ("stapleton", "westerleigh", "tottenville")),
        ("syndicates", "rum", ("sugar_hill", "morris_park", "astoria")),
        ("syndicates", "whisky", ("east_harlem", "belmont", "coney_island")),
        ("syndicates", "gin", ("tenderloin", "richmond_hill", "williamsburg")),
        ("syndicates", "moonshine", ("fordham", "flushing", "red_hook")),
    ],
)
def test_a_title_takes_two_and_more_than_any_rival(title: str, key: str, districts: tuple[str, str, str]):
    one, two, three = districts
    night({one: "irish 1R"}, **{title: {key: "irish"}}).end(**{title: {key: "none"}})
    night({one: "irish 1R", two: "irish S"}).end(**{title: {key: "irish"}})  # a Safehouse Controls
    night({one: "irish 1R", two: "irish S", three: "vipers 5R"}).end(**{title: {key: "irish"}})
    night({one: "irish 1R", two: "vipers 1R", three: "knights 1R"}, **{title: {key: "irish"}}).end(
        **{title: {key: "none"}}
    )
    night({one: "vipers 1R", two: "vipers 1R"}, **{title: {key: "irish"}}).end(**{title: {key: "vipers"}})


def test_the_ward_boss():
    night({"corona": "irish 1R", "stapleton": "irish S"}).end(ward_boss="irish")
    districts = {"corona": "irish 1R", "stapleton": "irish S", "five_points": "vipers 1R", "hunts_point": "vipers 1R"}
    night(districts, ward_boss="irish").end(ward_boss="none")
    night(districts | {"brownsville": "vipers S"}, ward_boss="irish").end(ward_boss="vipers")
    night({"corona": "irish 1R"}, ward_boss="irish").end(ward_boss="none")
    # A Dock and a Joint are no Ghettos.
    night({"corona": "irish 1R", "jamaica": "irish 1R", "astoria": "irish 1R"}).end(ward_boss="none")


def test_joints_of_different_pours_hold_no_syndicate():
    night(dict.fromkeys(("sugar_hill", "belmont", "williamsburg", "flushing"), "irish 1R")).end(
        syndicates=dict.fromkeys(("rum", "whisky", "gin", "moonshine"), "none")
    )


def test_a_tie_returns_a_title_though_the_holder_is_in_it():
    districts = {"five_points": "irish 1R", "bowery": "irish 1R", "west_side": "vipers 1R", "tenderloin": "vipers 1R"}
    night(districts, deeds={"manhattan": "irish"}).end(deeds={"manhattan": "none"})


def test_the_police_count_for_nobody():
    night({"sugar_hill": "irish 1R", "astoria": "irish 1R"}, precincts=["morris_park", "williamsburg"]).end(
        syndicates={"rum": "irish", "gin": "none"}
    )


def test_two_lead_a_third_with_one_each_is_no_tie_breaker():
    # 2, 2 and 1: a tie for most.
    districts = {
        "five_points": "irish 1R",
        "bowery": "irish 1R",
        "west_side": "vipers 1R",
        "tenderloin": "vipers 1R",
        "east_harlem": "knights 1R",
    }
    night(districts).end(deeds={"manhattan": "none"})
    night(districts | {"sugar_hill": "knights S"}).end(deeds={"manhattan": "none"})


# ---- Contracts (K11.3-K11.5)


def test_a_marker_comes_off_each_staked_contract():
    staked = {"biggest_army": 3, "both_sides_of_newtown": 2, "block_party": 1}
    table = night({}, players={"irish": {"ops": 0, "stash": 1, "staked": staked}})
    table.end(
        players={"irish": {"stash": 4, "staked": {"biggest_army": 2, "both_sides_of_newtown": 1}, "markers": 7}},
        decks={"gig": {"discards": ["block_party"]}, "score": {"discards": []}},
        day=2,
    )


@pytest.mark.parametrize("mob", MOB_IDS)
def test_the_staked_contracts_of_every_seat_are_judged_in_their_time(mob: str):
    # Biggest Army is met tonight, but has two nights left; what is Completed is judged no more.
    staked = {"block_party": 1, "clean_ledger": 1, "biggest_army": 3}
    mine = {"ops": 0, "stash": 2, "staked": staked, "completed": ["headless_crew"]}
    table = night({"hunts_point": f"{mob} 5R", "corona": f"{mob} 5R"}, players={mob: mine}).play(f"{mob}: done")
    table.end(
        players={mob: {"completed": ["block_party", "headless_crew"], "staked": {"biggest_army": 2}, "stash": 5}},
        decks={"gig": {"discards": ["clean_ledger"]}},
    )


def test_only_staked_contracts_are_judged():
    # Hands and what is Completed, of the first and of the last seat, though all would be met tonight.
    players = {
        "sicilian": {"cash": 9000, "hand": ["block_party"], "completed": ["thickest_wallet"]},
        "knights": {"cash": 5000, "hand": ["clean_ledger"], "completed": ["headless_crew"]},
    }
    night({"hunts_point": "sicilian 5R"}, players=players).end(day=2, players=players)


@pytest.mark.parametrize(
    ("card", "cash", "respect"), [("block_party", 500, 1), ("uptown_numbers", 1500, 3), ("biggest_army", 3000, 5)]
)
def test_the_take(card: str, cash: int, respect: int):
    table = night({"hunts_point": "irish 5R", "corona": "irish 5R"}, players={"irish": {"staked": {card: 1}}})
    table.end(players={"irish": {"completed": [card], "cash": 1000 + cash, "respect": respect + 3, "staked": {}}})


def test_contracts_are_judged_on_the_titles_of_tonight_after_the_sweep():
    # Paper King: hold a Deed in a Borough with fewer than 5 mobsters. The Deed of Queens comes tonight.
    staked = {"irish": {"staked": {"paper_king": 1}}}
    night({"corona": "irish 1R", "jamaica": "irish 2R"}, players=staked).end(
        players={"irish": {"completed": ["paper_king"]}}
    )
    # Lost tonight, it is Botched.
    night({"corona": "irish 1R"}, players=staked, deeds={"queens": "irish"}).end(
        players={"irish": {"completed": [], "cash": 1000}}, decks={"racket": {"discards": ["paper_king"]}}
    )
    # Block Party: 8 Runners in Ghettos; the Sweep leaves 5.
    night({"corona": "irish 8R"}, players={"irish": {"staked": {"block_party": 1}}}).end(
        players={"irish": {"completed": []}}, decks={"gig": {"discards": ["block_party"]}}
    )


def test_all_are_judged_before_any_pay():
    # The Irish would have $2,500 with the pay of Block Party; Clean Ledger asks for that much now.
    players = {"irish": {"cash": 2000, "staked": {"block_party": 1, "clean_ledger": 1}}}
    table = night({"corona": "irish 4R", "five_points": "irish 4R"}, players=players).play("irish: done")
    table.end(
        players={"irish": {"completed": ["block_party"], "cash": 2500}}, decks={"gig": {"discards": ["clean_ledger"]}}
    )


def test_two_players_can_both_be_paid_and_both_miss_most():
    # Thickest Wallet: neither has more than the other.
    players = {"irish": {"cash": 2000, "staked": {"thickest_wallet": 1}}, "vipers": {"cash": 2000}}
    night({}, players=players).play("irish: done").end(players={"irish": {"completed": [], "cash": 2000}})


def test_a_gig_staked_in_the_morning_is_judged_at_night():
    table = Table(
        {
            "phase": "grease",
            "turn": "knights",
            "day": 3,
            "districts": {"corona": "knights 4R", "five_points": "knights 4R"},
            "players": {"knights": {"ops": 3, "stash": 4, "hand": ["block_party"]}},
        }
    )
    table.play("knights: stake block_party", "knights: fund 0")
    table.play(*(f"{mob}: lay_low" for mob in ("sicilian", "irish", "vipers", "knights")))
    table.end(day=4, players={"knights": {"completed": ["block_party"], "cash": 1500, "stash": 7}})


def test_the_commission_takes_one_of_each_kind_and_is_taken_once():
    def commission(completed: list[str], staked: dict[str, int], held: bool = False) -> Table:
        mine = {"completed": completed, "staked": staked, "commission": held}
        return night({"corona": "irish 4R", "five_points": "irish 4R"}, players={"irish": mine})

    commission(["juniper_road", "biggest_army"], {"block_party": 1}).end(players={"irish": {"commission": True}})
    commission(["juniper_road"], {"block_party": 1}).end(players={"irish": {"commission": False}})
    commission(["sitting_on_gold", "biggest_army"], {"block_party": 1}).end(players={"irish": {"commission": False}})
    # A rival's Racket and Score do not help.
    players = {"irish": {"staked": {"block_party": 1}}, "vipers": {"completed": ["juniper_road", "biggest_army"]}}
    night({"corona": "irish 4R", "five_points": "irish 4R"}, players=players).end(
        players={"irish": {"completed": ["block_party"], "commission": False}, "vipers": {"commission": False}}
    )
    again = commission(["juniper_road", "biggest_army", "slow_sip"], {"block_party": 1}, held=True)
    again.end(players={"irish": {"commission": True, "respect": 13}}, day=2)


# ---- Respect (K11.7)


@pytest.mark.parametrize(
    ("given", "respect"),
    [
        ({"deeds": {"manhattan": "irish"}}, 3),
        ({"deeds": {"staten_island": "irish"}}, 2),
        ({"deeds": dict.fromkeys(("manhattan", "bronx", "queens", "brooklyn", "staten_island"), "irish")}, 14),
        ({"syndicates": {"gin": "irish", "rum": "irish"}}, 4),
        ({"ward_boss": "irish"}, 3),
        ({"rat": "irish"}, -3),
        ({"players": {"irish": {"marks": 4}}}, -4),
        ({"players": {"irish": {"completed": ["block_party", "slow_sip", "juniper_road", "biggest_army"]}}}, 10),
        ({"players": {"irish": {"commission": True, "cash": 9000, "favors": ["texas_guinan"]}}}, 0),
        ({"rat": "irish", "ward_boss": "irish", "players": {"irish": {"marks": 1, "completed": ["block_party"]}}}, 0),
        ({"rat": "vipers", "deeds": {"bronx": "vipers"}}, 0),
    ],
)
def test_respect(given: dict[str, Any], respect: int):
    Table({"turn": "irish", **given}).end(players={"irish": {"respect": respect}})


# ---- the end (K11.8-K11.11)

FIFTEEN = ["the_whole_island", "three_lucky_sevens", "full_boilers"]


def claim(respect: int, **more: Any) -> dict[str, Any]:
    """Make a player with a Commission and so much Respect, 15 of it from Scores."""
    gigs = ["block_party", "slow_sip", "thickest_wallet", "headless_crew", "sampler_crate", "high_tide_cargo"]
    return {"completed": FIFTEEN + gigs[: respect - 15], "commission": True, **more}


def debts(**players: Any) -> Table:
    return Table({"phase": "debts", "day": 4, "players": players})


def test_twenty_with_a_commission_wins_nineteen_does_not():
    debts(irish=claim(20)).end(ending="victory", decision="none", players={"irish": {"place": 1}}, day=4)
    debts(irish=claim(19)).end(ending="none", day=5)
    debts(irish=claim(20, commission=False)).end(ending="none", day=5)
    debts(irish=claim(21, marks=1)).end(ending="victory")
    debts(irish=claim(20, marks=1)).end(ending="none")


def test_the_rest_are_placed_by_respect_then_cash_and_change():
    # The winner is first, though the Vipers have more Respect without a Commission.
    table = Table(
        {
            "phase": "debts",
            "day": 4,
            "deeds": {"manhattan": "vipers", "bronx": "vipers"},
            "syndicates": dict.fromkeys(("gin", "rum", "whisky"), "vipers"),
            "players": {
                "irish": claim(20),
                "vipers": {"completed": ["uptown_curfew", "corner_the_best", "biggest_army"]},
                "sicilian": {"cash": 500},
                "knights": {"cash": 400},
            },
        }
    )
    table.end(
        ending="victory",
        players={
            "irish": {"place": 1, "respect": 20},
            "vipers": {"place": 2, "respect": 27},
            "sicilian": {"place": 3},
            "knights": {"place": 4},
        },
    )


def test_of_two_claimants_more_respect_wins_then_cash_then_change():
    rest = ["uptown_curfew", "corner_the_best", "biggest_army", "downtown_curfew", "juniper_road"]

    def two(sicilian: dict[str, Any], vipers: dict[str, Any]) -> Table:
        return debts(irish=claim(20, **sicilian), vipers={"completed": rest, "commission": True, **vipers})

    # 20 against 23.
    two({"cash": 9000}, {"cash": 0}).end(ending="victory", players={"vipers": {"place": 1}, "irish": {"place": 2}})
    # 20 against 20: cash; alike: $20 of change beat $10.
    marks = {"marks": 3}
    two({"cash": 1100}, {"cash": 1000, **marks}).end(players={"irish": {"place": 1}, "vipers": {"place": 2}})
    two({"cash": 1000}, {"cash": 1000, **marks}).end(players={"irish": {"place": 2}, "vipers": {"place": 1}})


def test_one_respect_more_is_more():
    players = {"irish": {"completed": ["block_party"], "cash": 0}, "vipers": {"cash": 9000}}
    night({}, day=15, players=players).end(players={"irish": {"place": 1}, "vipers": {"place": 2}})


def test_wealth_is_counted_in_dollars():
    # Cash, and the loose change of each mob.
    table = board("irish", {}, players={"irish": {"cash": 1300}})
    wealth = [count_wealth(table.content.tables[0], table.states[0], seat) for seat in range(4)]
    assert wealth == [1005, 1310, 1020, 1050]


def test_change_breaks_every_tie():
    # Sicilian $5, Irish $10, Vipers $20, Knights $50.
    Table({"phase": "debts", "day": 15}).end(
        ending="day_cap",
        players={"knights": {"place": 1}, "vipers": {"place": 2}, "irish": {"place": 3}, "sicilian": {"place": 4}},
    )


def test_the_next_day_begins_in_the_order_of_the_tokens_just_taken():
    players = {mob: {"next_token": n} for n, mob in enumerate(("knights", "irish", "sicilian", "vipers"), 1)}
    table = night({"corona": "irish 1R"}, day=2, moon="full", players=players, extorted=["bronx"])
    table.end(
        day=3,
        moon="new",
        decision="draft",
        actor="knights",
        turn="none",
        extorted=[],
        brew_dice={"red": 5, "white": 5},
        players={mob: {"token": n, "next_token": 0, "ops": 0, "stash": 7} for n, mob in enumerate(players, 1)},
    )


def test_the_day_cap_can_be_set():
    Table({"phase": "debts", "day": 3, "options": {"max_days": 3}}).end(ending="day_cap", day=3)
    Table({"phase": "debts", "day": 3, "options": {"max_days": 4}}).end(ending="none", day=4)


def test_a_victory_on_the_last_day_is_a_victory():
    Table({"phase": "debts", "day": 15, "players": {"irish": claim(20)}}).end(
        ending="victory", players={"irish": {"place": 1}}
    )


def test_at_the_cap_a_commission_does_not_matter():
    players = {
        "irish": claim(18),
        "vipers": {"completed": ["uptown_curfew", "corner_the_best", "biggest_army", "downtown_curfew"]},
    }
    Table({"phase": "debts", "day": 15, "players": players}).end(
        ending="day_cap", players={"vipers": {"place": 1, "respect": 20}, "irish": {"place": 2, "respect": 18}}
    )


@pytest.mark.parametrize("mobs", [["vipers", "irish"], ["knights", "sicilian", "irish"]])
def test_fewer_players_are_placed_among_themselves(mobs: list[str]):
    table = Table({"phase": "debts", "day": 15, "mobs": mobs})
    table.end(ending="day_cap", players={mobs[0]: {"place": 1}})
