"""Grease the Wheels (K3.8): Shylock, then Contracts staked, then Operations funded; what is locked (K10)."""

from __future__ import annotations

from typing import Any

from moonshine_env.kingdom.casework import Table
from moonshine_env.kingdom.tables import load_content


def morning(irish: dict[str, Any], **given: Any) -> Table:
    return Table({"phase": "grease", "day": 2, "moon": "full", "turn": "irish", "players": {"irish": irish}, **given})


def test_the_step_goes_round_in_turn_order_and_the_first_turn_follows():
    table = Table({"phase": "grease", "players": {mob: {"token": n} for n, mob in enumerate(ORDER, 1)}})
    for mob in ORDER:
        table.check(decision="grease", actor=mob, exactly=["fund 0"]).play(f"{mob}: fund 0")
    table.end(decision="turn", actor=ORDER[0], turn=ORDER[0])


ORDER = ("knights", "sicilian", "vipers", "irish")


def test_only_what_the_stash_pays_for_can_be_staked():
    hand = ["block_party", "both_sides_of_newtown", "biggest_army"]
    morning({"ops": 0, "stash": 0, "hand": hand}).check(exactly=["fund 0"], not_offered=["stake"])
    morning({"ops": 0, "stash": 1, "hand": hand}).check(exactly=["stake block_party", "fund 0", "fund 1"])
    morning({"ops": 0, "stash": 2, "hand": hand}).check(
        offered=["stake both_sides_of_newtown"], not_offered=["stake biggest_army"]
    )
    morning({"ops": 0, "stash": 3, "hand": hand}).check(offered=["stake biggest_army"])


def test_the_last_contract_of_the_table_is_staked_as_any():
    last = load_content().card_ids[-1]
    table = morning({"ops": 0, "stash": 3, "hand": [last]}).play(f"irish: stake {last}")
    table.end(players={"irish": {"stash": 0, "staked": {last: 3}}})


def test_only_ones_own_hand_can_be_staked():
    given = {"players": {"irish": {"ops": 0, "stash": 7}, "knights": {"hand": ["block_party"]}}}
    Table({"phase": "grease", "turn": "irish", **given}).check(not_offered=["stake"])


def test_funding_stops_at_five_and_at_full_slots():
    all_of_them = [f"fund {n}" for n in range(6)]
    morning({"ops": 0, "stash": 9}).check(exactly=all_of_them)
    morning({"ops": 0, "stash": 4}).check(exactly=all_of_them[:5])
    morning({"ops": 3, "stash": 4}).check(exactly=all_of_them[:3])
    morning(
        {"ops": {"irish": 1, "knights": 2}, "stash": 6},
    ).check(exactly=all_of_them[:3])


def test_funding_all_five_ends_the_step():
    morning({"ops": 0, "stash": 9}).play("irish: fund 5").end(actor="vipers", players={"irish": {"ops": 5, "stash": 4}})


def test_on_day_1_the_slots_are_full_but_the_two_in_the_stash_can_be_staked():
    table = Table({"phase": "grease", "turn": "irish", "players": {"irish": {"hand": ["both_sides_of_newtown"]}}})
    table.check(exactly=["stake both_sides_of_newtown", "fund 0"])
    table.play("irish: stake both_sides_of_newtown", {"exactly": ["fund 0"]}, "irish: fund 0")
    table.end(players={"irish": {"ops": 5, "stash": 0, "staked": {"both_sides_of_newtown": 2}}})


def test_who_funds_nothing_lies_low_when_his_turn_comes():
    table = Table(
        {
            "phase": "grease",
            "day": 2,
            "turn": "knights",
            "players": {mob: {"ops": 0, "stash": 7} for mob in ("irish", "knights")},
        }
    )
    table.play("knights: fund 2", "sicilian: lay_low")
    table.end(actor="vipers", players={"irish": {"next_token": 2, "stash": 7}})


def test_shylock_comes_before_the_first_stake():
    table = morning({"ops": 0, "stash": 7, "hand": ["block_party", "thickest_wallet"]})
    table.check(offered=["borrow 1", "borrow 12"], not_offered=["repay"])
    table.play("irish: borrow 1", {"decision": "grease", "not_offered": ["borrow", "repay"]})
    table.see(players={"irish": {"cash": 2500, "marks": 1}})
    table = morning({"ops": 0, "stash": 7, "hand": ["block_party", "thickest_wallet"]})
    table.play("irish: stake block_party", {"not_offered": ["borrow"], "offered": ["stake thickest_wallet"]})


def test_marks_can_be_repaid_in_the_morning():
    table = morning({"ops": 0, "stash": 7, "cash": 5200, "marks": 3})
    table.check(exactly=["repay 1", "repay 2"]).play("irish: repay 2").end(players={"irish": {"cash": 200, "marks": 1}})


def test_a_staked_contract_stays_and_its_markers_pay_for_nothing():
    # K10.1, K10.2: Stash 1 and four markers on Contracts.
    table = morning(
        {"ops": 0, "stash": 1, "staked": {"biggest_army": 3, "block_party": 1}, "hand": ["thickest_wallet"]}
    )
    table.check(exactly=["stake thickest_wallet", "fund 0", "fund 1"], not_offered=["discard", "stake block_party"])
