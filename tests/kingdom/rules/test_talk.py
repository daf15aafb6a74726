"""Table talk: lending (K9.6), gifts (K9.7), offers (K9.8), and their bounds (K9.5)."""

from __future__ import annotations

import pytest

from tests.kingdom.case_runner import board

SUMS = (100, 200, 300, 500, 1000, 1500, 2000, 2500, 3000, 5000)
RIVALS = ("sicilian", "vipers", "knights")
BROKERS = ["stephanie_st_clair", "jimmy_walker", "texas_guinan", "arnold_rothstein"]
DECLINED = ("irish: clause nothing", "irish: clause cash 100", "vipers: decline")


def names(family, mob, numbers):
    return [f"{family} {mob} {n}" for n in numbers]


# ---- lending


def test_own_markers_go_into_free_slots_of_a_rival():
    players = {
        "irish": {"ops": {"irish": 3, "vipers": 2}, "stash": 4},
        "sicilian": {"ops": {"sicilian": 4, "vipers": 1}, "stash": 3},  # full
        "vipers": {"ops": {"vipers": 3}, "stash": 1},
        "knights": {"ops": {"knights": 1}, "stash": 6},
    }
    table = board("irish", {}, players=players)
    table.check(exactly=names("lend", "vipers", (1, 2)) + names("lend", "knights", (1, 2, 3)))
    table.play("irish: lend knights 2").end(
        turn="irish",
        decision="turn",
        players={
            "irish": {"ops": {"irish": 1, "vipers": 2}, "stash": 4, "plays_today": 0},
            "knights": {"ops": {"knights": 1, "irish": 2}, "stash": 6},
        },
    )


def test_all_five_markers_go_to_who_has_none():
    # As before the first turn of a player who Funded nothing; he plays the last mob of the table.
    players = {"irish": {"ops": 5, "stash": 0}, "knights": {"ops": 0, "stash": 7}}
    fives = {"players": {"irish": {"ops": 0, "next_token": 1, "cash": 1000}, "knights": {"ops": {"irish": 5}}}}
    board("irish", {}, players=players).play("irish: lend knights 5").end(turn="vipers", **fives)
    table = board("irish", {}, players=players).play("irish: offer knights", "irish: clause lend 5")
    table.check(decision="clause", actor="irish").play("irish: clause pay 100", "irish: terms today none")
    table.play("knights: accept").end(turn="vipers", **fives)


def test_nobody_lends_to_or_borrows_from_who_lies_low():
    players = {"vipers": {"ops": 0, "stash": 7, "next_token": 1}, "knights": {"ops": 4}, "sicilian": {"ops": 5}}
    table = board("irish", {}, players=players)
    table.check(exactly=["lend knights 1"], offered=["gift vipers 100", "offer vipers"])
    table.play("irish: offer vipers").check(not_offered=["clause lend"])
    table.play("irish: clause nothing").check(not_offered=["clause lend"])


def test_who_lends_his_last_marker_lies_low_at_once():
    players = {"irish": {"ops": 2, "stash": 5}, "knights": {"ops": 3, "stash": 2}}
    board("irish", {}, players=players).play("irish: lend knights 2").end(
        turn="vipers", players={"irish": {"next_token": 1, "ops": 0}, "knights": {"ops": {"knights": 3, "irish": 2}}}
    )


def test_a_borrower_of_a_marker_keeps_his_turn():
    players = {"irish": {"ops": {"irish": 2, "vipers": 1}, "stash": 5}, "vipers": {"ops": 4}, "knights": {"ops": 3}}
    board("irish", {}, players=players).play("irish: lend knights 2").end(
        turn="irish", players={"irish": {"next_token": 0, "ops": {"vipers": 1}}}
    )


# ---- gifts


def test_a_gift_is_cash_in_a_sum_of_the_list():
    table = board("irish", {}, players={"irish": {"cash": 1600}})
    table.check(exactly=[name for mob in RIVALS for name in names("gift", mob, SUMS[:6])])
    table.play("irish: gift vipers 1500").end(
        turn="irish", players={"irish": {"cash": 100, "ops": 5, "plays_today": 0}, "vipers": {"cash": 2500}}
    )
    board("irish", {}, players={"irish": {"cash": 0}}).check(not_offered=["gift"])
    rich = board("irish", {}, players={"irish": {"cash": 5000}})
    rich.check(exactly=[name for mob in RIVALS for name in names("gift", mob, SUMS)])


def test_the_largest_sum_changes_hands_by_an_offer():
    table = board("irish", {}, players={"irish": {"cash": 5000}, "vipers": {"cash": 0}})
    table.play("irish: offer vipers", "irish: clause cash 5000", "irish: clause nothing", "vipers: accept")
    table.end(players={"irish": {"cash": 0}, "vipers": {"cash": 5000}})


# ---- once a turn each, any order, beside Shylock


def test_each_kind_of_talk_comes_once_a_turn():
    players = {"irish": {"cash": 3000}, "vipers": {"ops": 1}}
    table = board("irish", {"corona": "irish 2R"}, players=players)
    table.play("irish: gift knights 100").check(not_offered=["gift"], offered=["lend", "offer", "borrow"])
    table.play("irish: offer vipers", *DECLINED).check(not_offered=["gift", "offer"], offered=["lend", "borrow"])
    table.play("irish: lend vipers 1").check(not_offered=["gift", "offer", "lend"], offered=["borrow 1", "move"])
    table.play("irish: move corona astoria", "irish: crew 0 1", *(f"{mob}: lay_low" for mob in ("vipers", "knights")))
    table.play("sicilian: lay_low").check(actor="irish", offered=["gift", "offer"], not_offered=["lend"])


def test_three_offers_a_day():
    table = board("irish", {"corona": "irish 2R"})
    lows = ("vipers: lay_low", "knights: lay_low", "sicilian: lay_low")
    table.play("irish: offer vipers", *DECLINED, "irish: move corona astoria", "irish: crew 0 1", *lows)
    table.play("irish: offer vipers", *DECLINED, "irish: move corona astoria", "irish: crew 0 1")
    table.play("irish: offer vipers", *DECLINED, "irish: move astoria corona", "irish: crew 0 1")
    table.check(actor="irish", not_offered=["offer"], offered=["gift"])


def test_a_refused_exchange_leaves_no_talk():
    table = board("irish", {"corona": "irish 1R", "astoria": "vipers 1R 1g"}, players={"vipers": {"ops": 1}})
    table.play("irish: push corona astoria", "irish: give -1 gin", "vipers: refuse")
    table.check(decision="turn", actor="irish", not_offered=["lend", "gift", "offer"])


def test_without_cooperation_there_is_none():
    players = {"vipers": {"ops": 1}}
    table = board("irish", {}, players=players, options={"cooperation": False})
    table.check(not_offered=["lend", "gift", "offer", "pay_promise"], offered=["borrow 1"])


# ---- offers


def test_both_sides_are_asked_and_not_both_are_nothing():
    table = board("irish", {}, players={"irish": {"cash": 300, "ops": 3}, "knights": {"cash": 100, "ops": 4}})
    table.play("irish: offer knights").check(
        decision="clause",
        actor="irish",
        offered=["clause nothing", "clause cash 300", "clause lend 1", "clause pay 5000", "clause barrels 5 rum"],
        not_offered=["clause cash 500", "clause lend 2"],
    )
    table.play("irish: clause nothing").check(
        decision="clause",
        actor="irish",
        offered=["clause cash 100", "clause lend 2", "clause no_entry anywhere", "clause passage queens"],
        not_offered=["clause nothing", "clause cash 200", "clause lend 3"],
    )
    table.play("irish: clause cash 100").check(decision="answer", actor="knights", only=["accept", "decline"])
    table.play("knights: accept").end(
        turn="irish", decision="turn", players={"irish": {"cash": 400}, "knights": {"cash": 0}}
    )


def test_the_clauses_are_those_of_the_list():
    table = board("irish", {}, players={"irish": {"cash": 5000, "ops": 5}, "knights": {"ops": 0, "stash": 7}})
    places = ("manhattan", "bronx", "queens", "brooklyn", "staten_island", "anywhere")
    clauses = [
        "clause nothing",
        *[f"clause {word} {cash}" for word in ("cash", "pay") for cash in SUMS],
        *names("clause", "lend", range(1, 6)),
        *[f"clause {word} {place}" for word in ("no_entry", "passage") for place in places],
        *[f"clause barrels {n} {liquor}" for n in range(1, 6) for liquor in ("moonshine", "gin", "whisky", "rum")],
    ]
    table.play("irish: offer knights").check(only=clauses)


def test_a_declined_offer_changes_nothing_but_the_count():
    table = board("irish", {}, players={"irish": {"cash": 300}})
    table.play("irish: offer vipers", "irish: clause cash 300", "irish: clause pay 100", "irish: terms today none")
    table.play("vipers: decline")
    table.check(not_offered=["offer"]).end(
        players={"irish": {"cash": 300, "offers_today": 1}, "vipers": {"ops": 5}}, promises=[]
    )


def test_each_clause_must_be_possible_by_itself_before_the_offer():
    players = {"irish": {"cash": 0, "ops": 5}, "vipers": {"cash": 500, "ops": 3}}
    table = board("irish", {}, players=players)
    # The cash he gets cannot be the cash he gives, nor do slots emptied by lending take more.
    table.play("irish: offer vipers").check(not_offered=["clause cash"], offered=["clause lend 2"])
    table.play("irish: clause lend 2").check(not_offered=["clause lend", "clause cash 1000"])
    table.play("irish: clause cash 500", "vipers: accept").end(
        players={
            "irish": {"cash": 500, "ops": {"irish": 3}},
            "vipers": {"cash": 0, "ops": {"vipers": 3, "irish": 2}},
        }
    )


def test_markers_swap():
    players = {"irish": {"ops": 2}, "vipers": {"ops": 2}}
    board("irish", {}, players=players).play(
        "irish: offer vipers", "irish: clause lend 2", "irish: clause lend 1", "vipers: accept"
    ).end(turn="irish", players={"irish": {"ops": {"vipers": 1}}, "vipers": {"ops": {"vipers": 1, "irish": 2}}})


@pytest.mark.parametrize("lender", ["irish", "vipers"])
def test_who_lends_his_last_marker_by_an_offer_lies_low_when_all_is_done(lender):
    players = {"irish": {"ops": 1}, "vipers": {"ops": 1}, "knights": {"ops": 5}}
    clauses = ("clause lend 1", "clause cash 100")
    give, want = clauses if lender == "irish" else clauses[::-1]
    table = board("irish", {}, players=players)
    table.play("irish: offer vipers", f"irish: {give}", f"irish: {want}", "vipers: accept")
    other = "vipers" if lender == "irish" else "irish"
    table.end(
        turn=other if lender == "irish" else "irish",
        players={lender: {"next_token": 1, "ops": 0}, other: {"next_token": 0, "ops": {lender: 1, other: 1}}},
    )


def test_terms_are_a_deadline_and_a_free_favor_of_the_maker():
    players = {"irish": {"favors": ["jimmy_walker"]}, "vipers": {"favors": ["texas_guinan", "arnold_rothstein"]}}
    table = board("irish", {}, players=players)
    table.play("irish: offer vipers", "irish: clause no_entry bronx").check(
        decision="terms",
        only=[f"terms {day} {broker}" for day in ("today", "tomorrow") for broker in ("none", "jimmy_walker")],
    )
    table.play("irish: terms tomorrow jimmy_walker", "irish: clause pay 500").check(
        decision="terms",
        actor="irish",
        only=[
            f"terms {day} {broker}"
            for day in ("today", "tomorrow")
            for broker in ("none", "texas_guinan", "arnold_rothstein")
        ],
    )
    table.play("irish: terms today texas_guinan", "vipers: accept").end(
        promises=[
            {"by": "irish", "to": "vipers", "clause": "no_entry bronx", "due": 2, "favor": "jimmy_walker"},
            {"by": "vipers", "to": "irish", "clause": "pay 500", "due": 1, "favor": "texas_guinan"},
        ]
    )


@pytest.mark.parametrize(("deadline", "due"), [("today", 1), ("tomorrow", 2)])
@pytest.mark.parametrize("favor", ["none", *BROKERS])
def test_each_deadline_goes_with_each_favor(deadline, due, favor):
    table = board("irish", {}, players={"irish": {"favors": BROKERS}}).play("irish: offer vipers")
    table.play("irish: clause pay 500", f"irish: terms {deadline} {favor}", "irish: clause nothing", "vipers: accept")
    made = {"by": "irish", "to": "vipers", "clause": "pay 500", "due": due}
    table.end(promises=[made if favor == "none" else {**made, "favor": favor}])


def test_a_favor_vouches_for_one_promise_at_a_time():
    promises = [{"by": "irish", "to": "knights", "clause": "passage anywhere", "due": 1, "favor": "jimmy_walker"}]
    players = {"irish": {"favors": ["jimmy_walker", "texas_guinan"]}}
    table = board("irish", {}, players=players, promises=promises)
    table.play("irish: offer vipers", "irish: clause pay 100").check(
        only=[f"terms {day} {broker}" for day in ("today", "tomorrow") for broker in ("none", "texas_guinan")]
    )


def test_a_staked_favor_goes_on_to_work():
    promises = [{"by": "irish", "to": "knights", "clause": "passage anywhere", "due": 1, "favor": "arnold_rothstein"}]
    players = {"irish": {"favors": ["arnold_rothstein"], "marks": 1, "cash": 1500}}
    board("irish", {}, players=players, promises=promises).check(offered=["repay 1"])


def test_a_loaded_list_of_promises_never_runs_over():
    row = {"by": "irish", "to": "vipers", "clause": "no_entry anywhere", "due": 2}
    board("knights", {}, promises=[row] * 46).check(offered=["offer irish"])
    board("knights", {}, promises=[row] * 47).check(not_offered=["offer"], offered=["gift irish 100"])


def test_with_an_offer_open_nobody_else_can_do_anything():
    table = board("irish", {}).play("irish: offer vipers")
    table.check(not_offered=["move", "lay_low", "gift"]).play("irish: clause pay 100")
    table.check(not_offered=["clause", "accept"])
