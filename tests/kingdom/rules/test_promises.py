"""Promises: honored, broken, due (K9.9, K9.10), and the marker lost (K9.11)."""

from __future__ import annotations

import pytest

from tests.kingdom.case_runner import board

LOWS = ("vipers: lay_low", "knights: lay_low", "sicilian: lay_low")


def promise(clause, favor="jimmy_walker", by="irish", to="vipers", due=1, **more):
    row = {"by": by, "to": to, "clause": clause, "due": due, **more}
    return row | ({"favor": favor} if favor else {})


def deal(clause, districts, turn="irish", dice=(), favor="jimmy_walker", players=None, **given):
    """Lay out a board on which the Irish promised something to the Vipers and staked Walker's Favor on it."""
    rows = {"irish": {"favors": ["jimmy_walker"], "ops": 5, "stash": 3}, **(players or {})}
    return board(turn, districts, dice, players=rows, promises=[promise(clause, favor)], **given)


BROKEN = {"favors": [], "favors_lost": ["jimmy_walker"], "markers": 7}
KEPT = {"favors": ["jimmy_walker"], "favors_lost": [], "markers": 8}

# ---- no entry


def test_entering_breaks_it_at_once_and_costs_favor_and_marker():
    table = deal("no_entry bronx", {"belmont": "vipers S", "fordham": "irish 2R"})
    table.play("irish: move fordham belmont", "irish: crew 0 1").see(players={"irish": BROKEN}, promises=[])
    table.play("irish: safehouse destroy").end(players={"irish": {"ops": 4, "stash": 3}})


@pytest.mark.parametrize(
    ("clause", "goal", "owner", "broken"),
    [
        ("no_entry bronx", "belmont", "vipers", True),
        ("no_entry anywhere", "belmont", "vipers", True),
        ("no_entry manhattan", "belmont", "vipers", False),
        ("no_entry bronx", "belmont", "knights", False),
        ("no_entry bronx", "belmont", "irish", False),
        ("no_entry manhattan", "sugar_hill", "vipers", True),  # out of the Bronx, into Manhattan
        ("no_entry bronx", "sugar_hill", "vipers", False),
        ("passage bronx", "belmont", "vipers", False),
    ],
)
def test_it_is_about_the_districts_of_one_player_in_one_borough(clause, goal, owner, broken):
    way = "fordham" if goal == "belmont" else "belmont"
    table = deal(clause, {way: "irish 3R", goal: f"{owner} S"})
    table.play(f"irish: move {way} {goal}", "irish: crew 0 2").end(players={"irish": BROKEN if broken else KEPT})


def test_a_standoff_is_an_entry_whatever_comes_of_it():
    table = deal("no_entry bronx", {"belmont": "vipers 2R", "fordham": "irish 2R"})
    table.play("irish: move fordham belmont", "irish: crew 0 1").check(decision="standoff", actor="vipers")
    table.see(players={"irish": BROKEN}, promises=[])


def test_a_skiff_and_a_stealth_enter_too():
    row = promise("no_entry anywhere", "jimmy_walker", "knights", "vipers")
    players = {"knights": {"favors": ["jimmy_walker"]}}
    districts = {"whitestone": "knights 2R", "tottenville": "vipers S"}
    table = board("knights", districts, players=players, promises=[row])
    table.play("knights: skiff whitestone tottenville", "knights: crew 0 1").end(players={"knights": {"favors": []}})
    row = promise("no_entry anywhere", "jimmy_walker", "vipers", "knights")
    players = {"vipers": {"favors": ["jimmy_walker"]}}
    table = board("vipers", {"belmont": "vipers 2R", "fordham": "knights 1R"}, players=players, promises=[row])
    table.play("vipers: stealth belmont fordham", "vipers: crew 0 1").end(players={"vipers": {"favors": []}})


def test_advancing_into_an_unguarded_safehouse_is_an_entry():
    districts = {"fordham": "irish 2R", "belmont": "knights 1R", "sugar_hill": "vipers S"}
    table = deal("no_entry manhattan", districts)
    table.play("irish: move fordham belmont", "irish: crew 0 1", "knights: hold_fire").see(players={"irish": KEPT})
    table.play("irish: advance sugar_hill").end(decision="safehouse", players={"irish": BROKEN})


def test_folding_into_an_unguarded_safehouse_is_an_entry():
    districts = {"fordham": "knights 2R", "belmont": "irish 1R", "sugar_hill": "vipers S"}
    table = deal("no_entry manhattan", districts, turn="knights")
    table.play("knights: move fordham belmont", "knights: crew 0 1", "irish: fold sugar_hill")
    table.end(players={"irish": BROKEN})


def test_falling_back_is_no_entry():
    # The Vipers took the empty origin's neighbour; who Falls Back enters nothing by a Play of the list.
    districts = {"fordham": "irish 1R", "belmont": "knights 1R"}
    table = deal("no_entry bronx", districts)
    table.play("irish: move fordham belmont", "irish: crew 0 1", "knights: hold_fire", "irish: fall_back")
    table.end(players={"irish": KEPT})


def test_without_a_favor_a_promise_binds_nobody_but_ends_all_the_same():
    table = deal("no_entry bronx", {"belmont": "vipers S", "fordham": "irish 2R"}, favor="")
    table.play("irish: move fordham belmont", "irish: crew 0 1").end(players={"irish": KEPT}, promises=[])


def test_the_one_to_whom_it_was_made_may_enter():
    table = deal("no_entry anywhere", {"belmont": "irish S", "fordham": "vipers 2R"}, turn="vipers")
    table.play("vipers: move fordham belmont", "vipers: crew 0 1").end(
        players={"irish": KEPT}, promises=[promise("no_entry anywhere")]
    )


def test_one_entry_breaks_every_promise_it_is_against():
    rows = [promise("no_entry bronx"), promise("pay 500", ""), promise("no_entry anywhere", "texas_guinan")]
    players = {"irish": {"favors": ["jimmy_walker", "texas_guinan"], "ops": 5, "stash": 4}}
    table = board("irish", {"belmont": "vipers S", "fordham": "irish 2R"}, players=players, promises=rows)
    table.play("irish: move fordham belmont", "irish: crew 0 1").end(
        promises=[promise("pay 500", "")],
        players={"irish": {"favors": [], "favors_lost": ["jimmy_walker", "texas_guinan"], "markers": 7, "stash": 2}},
    )


@pytest.mark.parametrize("broken", [True, False])
def test_a_full_list_is_read_from_the_first_to_the_last(broken):
    rows = [promise("no_entry anywhere", "", to=mob, due=2) for mob in ("sicilian", *["knights"] * 46)]
    last = promise("no_entry bronx" if broken else "no_entry queens")
    players = {"irish": {"favors": ["jimmy_walker"], "ops": 5, "stash": 3}}
    table = board("irish", {"belmont": "vipers S", "fordham": "irish 2R"}, players=players, promises=[*rows, last])
    table.play("irish: move fordham belmont", "irish: crew 0 1").end(promises=rows if broken else [*rows, last])


# ---- passage


@pytest.mark.parametrize(
    ("clause", "invader", "broken"),
    [
        ("passage bronx", "vipers", True),
        ("passage anywhere", "vipers", True),
        ("passage queens", "vipers", False),
        ("passage bronx", "knights", False),
        ("no_entry bronx", "vipers", False),
    ],
)
def test_an_ambush_breaks_a_promise_of_passage(clause, invader, broken):
    districts = {"belmont": "irish 1R", "fordham": f"{invader} 3R"}
    table = deal(clause, districts, turn=invader, dice=[1])
    table.play(f"{invader}: move fordham belmont", f"{invader}: crew 0 2", "irish: ambush")
    table.end(players={"irish": BROKEN if broken else KEPT})


def test_holding_fire_and_folding_keep_a_promise_of_passage():
    districts = {"belmont": "irish 1R", "fordham": "vipers 3R"}
    for answer in ("hold_fire", "fold sugar_hill"):
        table = deal("passage anywhere", districts, turn="vipers")
        table.play("vipers: move fordham belmont", "vipers: crew 0 2", f"irish: {answer}").end(players={"irish": KEPT})


# ---- pay


def test_paying_honors_a_promise_at_any_turn():
    table = deal("pay 500", {"corona": "irish 1R"}).check(exactly=["pay_promise 1"])
    table.play("irish: pay_promise 1").check(not_offered=["pay_promise"], offered=["lay_low", "gift"])
    table.end(promises=[], players={"irish": {**KEPT, "cash": 500}, "vipers": {"cash": 1500}})


@pytest.mark.parametrize("cash", [100, 5000])
def test_the_least_and_the_largest_sum_can_be_promised(cash):
    players = {"irish": {"favors": ["jimmy_walker"], "cash": cash, "ops": 5, "stash": 3}}
    table = deal(f"pay {cash}", {}, players=players).play("irish: pay_promise 1")
    table.end(promises=[], players={"irish": {**KEPT, "cash": 0}, "vipers": {"cash": 1000 + cash}})


def test_only_pay_promises_of_his_own_that_he_can_meet_are_offered():
    rows = [
        promise("pay 500", ""),
        promise("pay 1000", "", by="vipers", to="irish"),
        promise("pay 1500", ""),
        promise("barrels 2 gin", ""),
        promise("pay 1000", "", to="knights", due=2),
    ]
    table = board("irish", {}, players={"irish": {"cash": 1000}}, promises=rows)
    table.check(exactly=["pay_promise 1", "pay_promise 5"])
    table.play("irish: pay_promise 1").check(not_offered=["pay_promise"])
    table.end(promises=rows[1:])


def test_a_gift_fulfills_no_promise():
    table = deal("pay 500", {}).play("irish: gift vipers 500").end(promises=[promise("pay 500")])
    table.check(offered=["pay_promise 1"])


def test_at_its_deadline_who_can_pay_is_asked_once_more():
    table = deal("pay 500", {}).play("irish: lay_low", *LOWS)
    table.check(decision="promise", actor="irish", only=["pay_promise 1", "done"])
    table.play("irish: pay_promise 1").end(
        promises=[], day=2, players={"irish": {**KEPT, "cash": 500}, "vipers": {"cash": 1500}}
    )


def test_at_its_deadline_it_may_be_broken():
    table = deal("pay 500", {}).play("irish: lay_low", *LOWS, "irish: done")
    table.end(promises=[], day=2, players={"irish": {**BROKEN, "stash": 7, "cash": 1000}, "vipers": {"cash": 1000}})


def test_who_cannot_pay_is_not_asked():
    players = {"irish": {"favors": ["jimmy_walker"], "cash": 400, "ops": 5, "stash": 3}}
    table = deal("pay 500", {}, players=players).play("irish: lay_low", *LOWS)
    table.end(promises=[], day=2, players={"irish": BROKEN})


def test_a_promise_for_tomorrow_lasts_until_then():
    rows = [promise("pay 500", due=2)]
    players = {"irish": {"favors": ["jimmy_walker"], "cash": 0, "ops": 5, "stash": 3}}
    table = board("irish", {}, players=players, promises=rows).play("irish: lay_low", *LOWS)
    table.end(promises=rows, day=2, players={"irish": KEPT})


def test_an_unstaked_pay_promise_is_asked_too():
    table = deal("pay 500", {}, favor="").play("irish: lay_low", *LOWS)
    table.check(decision="promise", actor="irish").play("irish: done").end(players={"irish": KEPT}, promises=[])


def test_promises_due_together_are_settled_in_the_order_they_were_made():
    # What the Irish pay lets the Vipers pay after them, and not before.
    rows = [promise("pay 1000"), promise("pay 1500", "texas_guinan", by="vipers", to="knights")]
    players = {"irish": {"favors": ["jimmy_walker"]}, "vipers": {"favors": ["texas_guinan"], "cash": 500}}
    table = board("irish", {}, players=players, promises=rows).play("irish: lay_low", *LOWS)
    table.check(actor="irish").play("irish: pay_promise 1").check(decision="promise", actor="vipers")
    table.play("vipers: pay_promise 1").end(day=2, players={"vipers": {"cash": 0}, "knights": {"cash": 2500}})
    table = board("irish", {}, players=players, promises=rows[::-1]).play("irish: lay_low", *LOWS)
    table.check(actor="irish", see={"players": {"vipers": {"favors_lost": ["texas_guinan"]}}})


# ---- Barrels


def test_barrels_pushed_into_his_districts_add_up():
    districts = {"corona": "irish 2R 3g 1w", "astoria": "vipers 1R", "flushing": "knights 1R"}
    table = deal("barrels 3 gin", districts)
    table.play("irish: push corona flushing", "irish: give 1 gin", "irish: give 0 whisky").see(
        promises=[promise("barrels 3 gin")]
    )
    table.play(*LOWS, "irish: push corona astoria", "irish: give 1 gin", "irish: give 1 whisky").see(
        promises=[promise("barrels 3 gin", barrels_pushed=1)]
    )
    table.play("irish: push corona astoria", "irish: give 1 gin", "irish: give 0 whisky").see(
        promises=[promise("barrels 3 gin", barrels_pushed=2)]
    )
    table.play("irish: lay_low").end(day=2, players={"irish": BROKEN}, promises=[])


def test_the_last_barrel_honors_it():
    districts = {"corona": "irish 2R 4g", "astoria": "vipers 1R"}
    table = deal("barrels 3 gin", districts).play("irish: push corona astoria", "irish: give 3 gin")
    table.end(players={"irish": KEPT}, promises=[])


def test_barrels_taken_or_pushed_by_the_other_do_not_count():
    districts = {"corona": "irish 2R 2g", "astoria": "vipers 1R 2g"}
    table = deal("barrels 1 gin", districts, turn="vipers")
    table.play("vipers: push astoria corona", "vipers: give -1 gin", "irish: allow").see(
        promises=[promise("barrels 1 gin")]
    )
    table = deal("barrels 1 gin", districts)
    table.play("irish: push corona astoria", "irish: give -1 gin", "vipers: allow").see(
        promises=[promise("barrels 1 gin")]
    )


def test_a_single_barrel_of_moonshine_can_be_promised():
    table = deal("barrels 1 moonshine", {"corona": "irish 1R 2m", "astoria": "vipers 1R"})
    table.play("irish: push corona astoria", "irish: give 1 moonshine").end(players={"irish": KEPT}, promises=[])


def test_barrels_pushed_honor_no_promise_of_passage():
    table = deal("passage anywhere", {"corona": "irish 1R 1r", "astoria": "vipers 1R"})
    table.play("irish: push corona astoria", "irish: give 1 rum").end(promises=[promise("passage anywhere")])


def test_of_a_full_list_the_last_counts_the_barrels_pushed_once():
    rows = [promise("no_entry anywhere", "", due=2)] * 47
    players = {"irish": {"favors": ["jimmy_walker"]}}
    districts = {"corona": "irish 1R 2g", "astoria": "vipers 1R"}
    table = board("irish", districts, players=players, promises=[*rows, promise("barrels 2 gin")])
    table.play("irish: push corona astoria", "irish: give 1 gin").end(
        promises=[*rows, promise("barrels 2 gin", barrels_pushed=1)]
    )


# ---- the deadline


@pytest.mark.parametrize(
    ("clause", "kept"),
    [
        ("pay 100", False),
        ("pay 5000", False),
        ("no_entry manhattan", True),
        ("no_entry anywhere", True),
        ("passage manhattan", True),
        ("passage anywhere", True),
        ("barrels 1 moonshine", False),
        ("barrels 5 rum", False),
    ],
)
def test_the_first_and_the_last_of_each_kind_at_the_deadline(clause, kept):
    players = {"irish": {"favors": ["jimmy_walker"], "cash": 0, "ops": 5, "stash": 3}}
    table = deal(clause, {}, players=players).play("irish: lay_low", *LOWS)
    table.end(day=2, players={"irish": KEPT if kept else BROKEN}, promises=[])


def test_one_due_today_is_settled_behind_one_for_tomorrow():
    rows = [promise("no_entry bronx", "", due=2), promise("passage bronx")]
    table = board("irish", {}, players={"irish": {"favors": ["jimmy_walker"]}}, promises=rows)
    table.play("irish: lay_low", *LOWS).end(day=2, promises=rows[:1])


def test_after_the_deadlines_the_whole_night_comes():
    # From the Sweep on, and with the first in Turn Order asked before his Contract on cash is judged.
    players = {
        "irish": {"token": 1, "ops": 5, "stash": 0, "staked": {"clean_ledger": 1}},
        **{mob: {"token": n} for n, mob in enumerate(("vipers", "knights", "sicilian"), 2)},
    }
    table = board("irish", {"corona": "irish 9R"}, players=players, promises=[promise("no_entry bronx", "")])
    table.play("irish: lay_low", *LOWS).check(decision="shylock", actor="irish", offered=["borrow 1"])
    table.end(districts={"corona": "irish 5R"}, promises=[])


# ---- deadlines of no entry and passage


@pytest.mark.parametrize("clause", ["no_entry bronx", "passage anywhere"])
def test_unbroken_at_the_deadline_the_favor_is_free_again(clause):
    table = deal(clause, {}).play("irish: lay_low", *LOWS).end(day=2, players={"irish": KEPT}, promises=[])
    assert table.states["offers"].sum() == 0


def test_a_lost_favor_cannot_be_bought_again():
    players = {"irish": {"favors_lost": ["stephanie_st_clair"], "cash": 2500}}
    board("irish", {"sugar_hill": "irish 1R"}, players=players).check(not_offered=["bribe"])


# ---- the marker lost


def lose(players, districts=None, **given):
    """Let the Irish, to whom nothing is left in the Stash, break a promise while the Knights invade them."""
    rows = {"irish": {"favors": ["jimmy_walker"], "stash": 0, **players.pop("irish")}, **players}
    table = board(
        "vipers",
        {"belmont": "irish 1R", "fordham": "vipers 3R", **(districts or {})},
        [1],
        players=rows,
        promises=[promise("passage anywhere")],
        **given,
    )
    return table.play("vipers: move fordham belmont", "vipers: crew 0 2", "irish: ambush")


def test_the_last_of_the_stash_is_lost_first():
    players = {"irish": {"ops": 2, "stash": 1}, "vipers": {"ops": {"irish": 2}, "stash": 7}}
    lose(players).end(
        decision="pinned",
        players={"irish": {"ops": 2, "stash": 0, "markers": 4}, "vipers": {"ops": {"irish": 1}}},
        play={"spent": {"irish": 1}},
    )


def test_one_marker_in_his_own_slots_is_enough_to_lose():
    # Also before one lent to a player with a lower Turn Token than his own.
    for mob in ("knights", "sicilian"):
        lent = {"ops": {"irish": 1, mob: 1}}
        lose({"irish": {"ops": 1}, mob: {**lent, "stash": 5}}).end(
            players={"irish": {"ops": 0, "markers": 1}, mob: lent}
        )


def test_after_the_stash_a_spent_marker_is_lost():
    players = {"irish": {"ops": 3}, "vipers": {"ops": {"irish": 2}, "stash": 7}}
    lose(players).end(players={"irish": {"ops": 3, "markers": 4}, "vipers": {"ops": {"irish": 1}}})


def test_then_one_in_his_own_slots():
    players = {"irish": {"ops": {"irish": 2, "knights": 1}}, "knights": {"ops": {"irish": 1, "knights": 1}, "stash": 4}}
    lose(players).end(
        players={"irish": {"ops": {"irish": 1, "knights": 1}}, "knights": {"ops": {"irish": 1, "knights": 1}}}
    )


def test_then_one_lent_out_by_the_lowest_token():
    players = {
        "irish": {"ops": 0},
        "knights": {"ops": {"irish": 1, "knights": 1}, "stash": 6},
        "sicilian": {"ops": {"irish": 1, "sicilian": 1}, "stash": 6},
    }
    lose(players).end(players={"sicilian": {"ops": {"sicilian": 1}}, "knights": {"ops": {"irish": 1, "knights": 1}}})


def test_of_two_borrowers_the_token_decides_not_the_seat():
    players = {
        "irish": {"ops": 0, "token": 1},
        "vipers": {"token": 2},
        "knights": {"ops": {"irish": 1, "knights": 1}, "stash": 6, "token": 3},
        "sicilian": {"ops": {"irish": 1, "sicilian": 1}, "stash": 6, "token": 4},
    }
    lose(players).end(players={"knights": {"ops": {"knights": 1}}, "sicilian": {"ops": {"irish": 1, "sicilian": 1}}})


def test_then_his_latest_on_the_heat_track():
    players = {"irish": {"ops": 0}}
    lose(players, heat=["irish", "vipers", "irish", "knights"]).end(heat=["irish", "vipers", "knights"])


@pytest.mark.parametrize("heat", [["vipers", "irish"], ["irish", "vipers"]])
def test_it_may_be_the_last_or_the_first_on_the_track(heat):
    lose({"irish": {"ops": 0}}, heat=heat).end(heat=["vipers"])


def test_last_the_contract_with_most_markers_is_botched():
    staked = {"gin_baron": 1, "downtown_curfew": 3, "paper_king": 2}
    lose({"irish": {"ops": 0, "staked": staked}}).end(
        players={"irish": {"staked": {"gin_baron": 1, "paper_king": 2}, "stash": 2, "markers": 5}},
        decks={"score": {"discards": ["downtown_curfew"]}},
    )


def test_of_tied_contracts_the_one_staked_first():
    staked = {"gin_baron": 2, "paper_king": 2}
    for first, second in (("gin_baron", "paper_king"), ("paper_king", "gin_baron")):
        irish = {"ops": 0, "staked": staked, "stake_order": [first, second]}
        lose({"irish": irish}).end(players={"irish": {"staked": {second: 2}, "stash": 1}})


def test_the_only_marker_can_be_lost():
    lose({"irish": {"ops": 1}}).end(players={"irish": {"ops": 0, "markers": 0}})


def test_who_has_no_marker_at_all_loses_none():
    # Of a loaded position: in a game from setup a Favor has brought one.
    players = {"irish": {"favors": ["jimmy_walker"], "ops": 0, "stash": 0, "markers": 0}}
    districts = {"belmont": "irish 1R", "fordham": "vipers 3R"}
    table = board("vipers", districts, [1], players=players, promises=[promise("passage anywhere")])
    table.play("vipers: move fordham belmont", "vipers: crew 0 2", "irish: ambush")
    table.end(players={"irish": {"favors": [], "favors_lost": ["jimmy_walker"], "markers": 0}})


def test_a_play_that_lost_all_it_spent_heats_nothing():
    favors = ["jimmy_walker", "texas_guinan", "arnold_rothstein"]
    players = {"irish": {"favors": favors, "ops": 5, "stash": 0}}
    rows = [promise("no_entry manhattan", favor) for favor in favors]
    districts = {"fordham": "irish 3R", "belmont": "knights 3R", "sugar_hill": "vipers S"}
    table = board("irish", districts, [5, 1, 1, 1], players=players, promises=rows)
    table.play("irish: move fordham belmont", "irish: crew 0 3", "knights: hold_fire", "irish: assault")
    table.see(districts={"belmont": "knights 2R"}, play={"heat": True, "spent": {"irish": 2}})
    table.play("irish: advance sugar_hill", "irish: safehouse destroy").end(
        heat=[], players={"irish": {"favors": [], "markers": 2, "ops": 2, "stash": 0}}
    )


def test_a_play_that_lost_its_only_spent_marker_makes_no_heat():
    # The Irish marker pays the Vipers' Play, and is lost before the Play could put one on the Heat Track.
    players = {"irish": {"ops": 3}, "vipers": {"ops": {"irish": 1}, "stash": 7}}
    lose(players).end(heat=[], players={"irish": {"ops": 3, "markers": 3}})
