"""Shylock (K9.3, K9.4): Marks, and when they can be taken and repaid."""

from __future__ import annotations

import pytest

from moonshine_env.kingdom.vocab import MOB_IDS
from tests.kingdom.case_runner import board, night

# ---- a turn


def test_a_mark_is_1500_while_the_twelve_last():
    players = {"irish": {"cash": 0, "marks": 2}, "vipers": {"marks": 7}}
    table = board("irish", {}, players=players).check(exactly=["borrow 1", "borrow 2", "borrow 3"])
    table.play("irish: borrow 3").end(marks_left=0, players={"irish": {"cash": 4500, "marks": 5, "respect": -5}})


def test_without_a_mark_left_none_can_be_taken():
    players = {"irish": {"marks": 12, "cash": 2500}}
    board("irish", {}, players=players).check(not_offered=["borrow"], exactly=["repay 1"])


def test_repaying_costs_2500_or_1500_with_rothstein():
    board("irish", {}, players={"irish": {"marks": 3, "cash": 5000}}).check(exactly=["repay 1", "repay 2"]).play(
        "irish: repay 2"
    ).end(players={"irish": {"cash": 0, "marks": 1}}, marks_left=11)
    friend = {"marks": 3, "cash": 4500, "favors": ["arnold_rothstein"]}
    board("irish", {}, players={"irish": friend}).check(exactly=["repay 1", "repay 2", "repay 3"])
    board("irish", {}, players={"irish": {"marks": 1, "cash": 2400}}).check(not_offered=["repay"])
    friend = {"marks": 1, "cash": 1400, "favors": ["arnold_rothstein"]}
    board("irish", {}, players={"irish": friend}).check(not_offered=["repay"])


def test_one_step_a_turn_and_not_both_ways():
    table = board("irish", {"corona": "irish 2R"}, players={"irish": {"marks": 1, "cash": 2500}})
    table.check(offered=["borrow 1", "repay 1"]).play("irish: repay 1")
    table.check(decision="turn", actor="irish", not_offered=["borrow", "repay"], offered=["lay_low", "move corona"])
    table.play(
        "irish: move corona astoria", "irish: crew 0 1", "vipers: lay_low", "knights: lay_low", "sicilian: lay_low"
    )
    table.check(actor="irish", offered=["borrow 1"])


def test_shylock_spends_no_marker_and_is_no_play():
    board("irish", {}).play("irish: borrow 1").end(players={"irish": {"ops": 5, "plays_today": 0}}, turn="irish")


def test_borrowed_cash_pays_for_the_play():
    players = {"irish": {"cash": 0, "marks": 0}}
    table = board("irish", {"sugar_hill": "irish 1R"}, players=players).check(not_offered=["bribe", "secure"])
    table.play("irish: borrow 2", "irish: bribe stephanie_st_clair").end(players={"irish": {"cash": 500, "marks": 2}})


def test_a_refused_exchange_opens_no_second_window():
    table = board("irish", {"corona": "irish 1R", "astoria": "vipers 1R 1g"})
    table.play("irish: push corona astoria", "irish: give -1 gin", "vipers: refuse")
    table.check(decision="turn", actor="irish", not_offered=["borrow"])


# ---- the night


def staked(**cards: int) -> dict[str, object]:
    return {"ops": 0, "stash": 3, "staked": cards}


def test_before_the_judgement_only_cash_contracts_of_tonight_open_a_window():
    # Most cash, a sum of cash; not the Racket whose deadline is tomorrow, nor a Gig about anything else.
    players = {
        "sicilian": staked(thickest_wallet=1),
        "irish": staked(block_party=1, long_island_tab=2),
        "vipers": staked(clean_ledger=1),
        "knights": staked(dinner_with_the_mayor=1) | {"token": 1},
    }
    players["sicilian"]["token"] = 4
    table = night({}, players=players)
    for mob in ("knights", "vipers", "sicilian"):
        table.check(decision="shylock", actor=mob, offered=["borrow 1", "done"]).play(f"{mob}: done")
    table.end(day=2)


def test_cash_borrowed_tonight_counts_tonight():
    table = night({}, players={"irish": staked(thickest_wallet=1), "vipers": {"ops": 0, "stash": 7, "cash": 2000}})
    table.play("irish: borrow 1", {"only": ["repay 1", "done"]}, "irish: done")
    table.end(day=2, players={"irish": {"completed": ["thickest_wallet"], "cash": 3000, "marks": 1, "respect": 0}})


def test_it_may_be_repaid_there_too_but_in_one_step_only():
    players = {"irish": {**staked(clean_ledger=1), "marks": 1, "cash": 5000}}
    table = night({}, players=players).check(exactly=["repay 1", "done"], offered=["borrow 11"]).play("irish: repay 1")
    table.end(players={"irish": {"completed": ["clean_ledger"], "cash": 3000, "marks": 0}}, day=2)


def test_at_the_end_of_the_night_marks_can_only_be_repaid():
    # In the order of the tokens just taken; who cannot pay, or owes nothing, is not asked.
    players = {
        "sicilian": {"next_token": 4, "marks": 1, "cash": 2500},
        "irish": {"next_token": 1, "marks": 1, "cash": 2400},
        "vipers": {"next_token": 2, "marks": 2, "cash": 5000},
        "knights": {"next_token": 3, "cash": 9000},
    }
    table = night({}, players=players)
    table.check(decision="shylock", actor="vipers", only=["repay 1", "repay 2", "done"]).play("vipers: repay 2")
    table.check(decision="shylock", actor="sicilian", only=["repay 1", "done"]).play("sicilian: done")
    table.end(day=2, players={"vipers": {"marks": 0, "cash": 0}, "sicilian": {"marks": 1}}, decision="draft")


@pytest.mark.parametrize("mob", MOB_IDS)
def test_whoever_can_just_repay_is_asked_at_the_end_of_the_night(mob: str):
    table = night({}, players={mob: {"marks": 1, "cash": 2500}})
    table.check(decision="shylock", actor=mob, only=["repay 1", "done"]).play(f"{mob}: done").end(day=2)
    night({}, players={mob: {"marks": 1, "cash": 2400}}).end(day=2)


def test_the_pay_of_tonight_can_repay_tonight():
    players = {"irish": {**staked(voice_of_the_tenements=1), "marks": 1, "cash": 1000}}
    table = night({"corona": "irish 1R", "five_points": "irish S", "hunts_point": "irish S"}, players=players)
    table.check(decision="shylock", actor="irish", only=["repay 1", "done"]).play("irish: repay 1")
    table.end(players={"irish": {"cash": 0, "marks": 0, "respect": 6}})
