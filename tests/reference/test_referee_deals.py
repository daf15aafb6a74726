"""Table talk, offers, promises and lost markers (rules K9.5-K9.11), worked by hand; case C26 (tests/kingdom/cases)."""

import pytest

from tests.reference.casework import at, has, heat, legal, open_for, purse, start, step
from tests.reference.deals import SUMS

BRONX = dict.fromkeys(("hunts_point", "belmont", "throggs_neck", "fordham"), "irish 1R")
WALKER = "jimmy_walker"


def promise(clause, by="irish", to="knights", due=1, favor=None, **more):
    """One entry of `promises`."""
    return {"by": by, "to": to, "clause": clause, "due": due} | ({"favor": favor} if favor else {}) | more


def vouched(clause, **more):
    """A promise of the Irish to the Knights, staked on Walker; the Irish have 8 markers, 3 in the Stash."""
    given = {"players": {"irish": {"favors": [WALKER], "markers": 8}}, "promises": [promise(clause, favor=WALKER)]}
    players = given["players"] | more.pop("players", {})
    return start(**(given | more | {"players": players}))


def broken(position, stash):
    """Walker is gone, the Stash is as said, nothing is promised any more."""
    assert has(position, "irish", "favors") is None
    assert has(position, "irish", "favors_lost") == [WALKER]
    assert "promises" not in position
    return purse(position, "irish")[1] == stash


def everybody_lies_low(position):
    """To the end of Operations: the deadlines, or the next Day."""
    while open_for(position)[0] == "turn":
        position = step(position, "lay_low")
    return position


# --- lending, gifts (K9.5-K9.7, K4.6, K4.8) --------------------------------------------------------------------------


def test_lend_to_free_slots_once_a_turn():
    p = start(turn="irish", players={"knights": {"ops": 3}, "vipers": {"ops": 0}, "sicilian": {"ops": 5}})
    assert legal(p, "lend") == {f"lend knights {n}" for n in (1, 2)} | {f"lend vipers {n}" for n in range(1, 6)}
    p = step(p, "lend knights 2")
    assert has(p, "irish", "ops") == {"irish": 3}
    assert has(p, "knights", "ops") == {"knights": 3, "irish": 2}
    assert p["stack"][-1] == {"decision": "turn", "player": "irish", "talked": "lend"}
    assert legal(p, "lend") == set()
    assert legal(p, "gift")
    assert legal(p, "borrow")


def test_only_own_markers_are_lent():
    p = start(turn="irish", players={"irish": {"ops": {"irish": 1, "vipers": 3}}, "knights": {"ops": 0}})
    assert legal(p, "lend") & {"lend knights 1", "lend knights 2"} == {"lend knights 1"}
    p = step(p, "lend knights 1")
    assert open_for(p) == ("turn", "irish")  # three of the Vipers' are left
    assert legal(step(p, "borrow 1"), "move") == set()


def test_lending_the_last_marker_ends_the_turn():
    p = start(turn="irish", players={"irish": {"ops": 2}, "knights": {"ops": 1}})
    p = step(p, "lend knights 2")
    assert has(p, "irish", "next_token") == 1
    assert purse(p, "irish")[:2] == (0, 5)
    assert open_for(p) == ("turn", "vipers")
    assert has(p, "irish", "plays_today") is None


def test_nobody_lends_to_who_lies_low():
    players = {"knights": {"ops": 0, "next_token": 1}, "vipers": {"ops": 4}}
    p = start(turn="irish", players=players)
    assert legal(p, "lend") == {"lend vipers 1"}
    assert {"gift knights 1000", "offer knights"} <= legal(p)
    p = step(p, "offer knights")
    assert not {"clause lend 1"} & legal(p)
    assert "clause lend 1" in legal(step(start(turn="irish", players=players), "offer vipers"))


def test_lent_markers_heat_and_return():
    """K4.3, K4.4, K4.7: lent by talk, spent by the rival, on the Heat Track or home."""
    p = start(
        turn="sicilian",
        deeds={"bronx": "irish"},
        districts=BRONX,
        players={"irish": {"ops": 1}, "sicilian": {"ops": 3}},
    )
    p = step(p, "lend irish 2", "lay_low", "extort bronx")
    assert legal(p) == {"pay irish", "pay sicilian"}
    p = step(p, "pay sicilian")
    assert heat(p) == ["sicilian"]
    assert has(p, "irish", "ops") == {"irish": 1, "sicilian": 1}
    p = step(p, "lay_low", "lay_low", "lay_low")
    assert purse(p, "irish")[1] == 7
    assert purse(p, "sicilian")[1] == 6


def test_gift_of_the_listed_sums():
    p = start(turn="irish", players={"irish": {"cash": 1200}})
    assert legal(p, "gift") == {f"gift {m} {n}" for m in ("sicilian", "vipers", "knights") for n in SUMS if n <= 1200}
    p = step(p, "gift vipers 500")
    assert (purse(p, "irish")[2], purse(p, "vipers")[2]) == (700, 1500)
    assert legal(p, "gift") == set()
    assert p["stack"][-1]["talked"] == "gift"


def test_without_cooperation():
    p = start(turn="irish", options={"cooperation": False}, promises=[promise("pay 100")])
    assert not {"lend", "gift", "offer", "pay_promise"} & {name.split()[0] for name in legal(p)}
    assert legal(p, "borrow")
    assert start(turn="irish", options={"cooperation": True}).get("options") is None


def test_a_refused_exchange_ends_table_talk():
    p = start(
        turn="sicilian",
        districts={"bowery": "sicilian 2R 3g", "five_points": "irish 1R 2m"},
        promises=[promise("pay 100", by="sicilian")],
    )
    p = step(p, "push bowery five_points", "give -2 moonshine", "give 1 gin", "refuse")
    assert {name.split()[0] for name in legal(p)} == {"lay_low", "move", "push", "rise", "secure", "smuggle"}


# --- offers (K9.8) ---------------------------------------------------------------------------------------------------


def test_clauses_are_those_possible_now():
    p = start(turn="irish", players={"irish": {"ops": 2, "cash": 300}, "knights": {"ops": 4, "cash": 100}})
    p = step(p, "offer knights")
    assert p["stack"][-1] == {"decision": "clause", "player": "irish", "rival": "knights"}
    give = legal(p)
    assert len(give) == 1 + 3 + 1 + 10 + 12 + 20  # nothing, cash, lend, pay, no_entry and passage, barrels
    assert {"clause nothing", "clause cash 300", "clause lend 1", "clause pay 5000"} <= give
    assert {"clause no_entry anywhere", "clause passage staten_island", "clause barrels 5 rum"} <= give
    want = legal(step(p, "clause nothing"))
    assert len(want) == 1 + 3 + 10 + 12 + 20  # cash 100; the Irish have three slots free
    assert "clause nothing" not in want
    assert {"clause cash 100", "clause lend 3"} <= want
    assert "clause nothing" in legal(step(p, "clause cash 100"))


def test_each_clause_must_be_possible_by_itself():
    p = step(start(turn="irish", players={"knights": {"ops": 3}}), "offer knights", "clause lend 2")
    assert not [name for name in legal(p) if name.startswith("clause lend")]  # no free slot before the offer


def test_terms_and_answer():
    players = {"irish": {"favors": [WALKER, "texas_guinan"]}, "knights": {"favors": ["stephanie_st_clair"]}}
    staked = promise("passage anywhere", favor="texas_guinan", due=2)
    p = start(turn="irish", day=1, players=players, promises=[staked])
    p = step(p, "borrow 1", "offer knights", "clause no_entry bronx")
    terms = {f"terms {day} {favor}" for day in ("today", "tomorrow") for favor in ("none", WALKER)}
    assert legal(p) == terms
    assert p["stack"][-1] == {
        "decision": "terms",
        "player": "irish",
        "rival": "knights",
        "give": "no_entry bronx",
    }
    p = step(p, f"terms tomorrow {WALKER}")
    assert p["stack"][-1]["give_terms"] == f"tomorrow {WALKER}"
    p = step(p, "clause barrels 2 gin")
    assert legal(p) == {f"terms {day} {f}" for day in ("today", "tomorrow") for f in ("none", "stephanie_st_clair")}
    p = step(p, "terms today none")
    assert p["stack"][-1] == {
        "decision": "answer",
        "player": "knights",
        "give": "no_entry bronx",
        "give_terms": f"tomorrow {WALKER}",
        "want": "barrels 2 gin",
        "want_terms": "today none",
    }
    assert legal(p) == {"accept", "decline"}
    no = step(p, "decline")
    assert no["promises"] == [staked]
    p = step(p, "accept")
    assert p["promises"] == [
        staked,
        promise("no_entry bronx", favor=WALKER, due=2),
        promise("barrels 2 gin", by="knights", to="irish"),
    ]
    for after in (no, p):
        assert after["stack"][-1] == {
            "decision": "turn",
            "player": "irish",
            "shylock_used": True,
            "talked": "offer",
        }
        assert has(after, "irish", "offers_today") == 1
        assert legal(after, "offer") == set()


def test_three_offers_a_day():
    p = start(turn="irish", players={"irish": {"offers_today": 2}})
    p = step(p, "offer vipers", "clause nothing", "clause pay 100", "terms today none", "decline", "lay_low")
    assert has(p, "irish", "offers_today") == 3
    assert legal(start(turn="irish", players={"irish": {"offers_today": 3}}), "offer") == set()
    p = everybody_lies_low(p)
    assert has(p, "irish", "offers_today") is None  # a new Day


def test_swap_of_cash_and_markers():
    p = start(turn="irish", players={"irish": {"ops": 1}, "knights": {"ops": 2}})
    p = step(p, "offer knights", "clause lend 1", "clause cash 500", "accept")
    assert purse(p, "irish") == (0, 6, 1500)
    assert has(p, "irish", "next_token") == 1
    assert has(p, "knights", "ops") == {"knights": 2, "irish": 1}
    assert open_for(p) == ("turn", "vipers")


def test_swap_of_markers_leaves_both_in_play():
    p = start(turn="irish", players={"irish": {"ops": 1}, "knights": {"ops": 1}})
    p = step(p, "offer knights", "clause lend 1", "clause lend 1", "accept")
    assert has(p, "irish", "ops") == {"knights": 1}
    assert has(p, "knights", "ops") == {"irish": 1}
    assert open_for(p) == ("turn", "irish")


def test_the_rival_lends_his_last_marker():
    p = start(turn="irish", players={"irish": {"ops": 1}, "knights": {"ops": 1}})
    p = step(p, "offer knights", "clause cash 100", "clause lend 1", "accept")
    assert has(p, "knights", "next_token") == 1
    assert has(p, "irish", "ops") == {"irish": 1, "knights": 1}
    assert open_for(p) == ("turn", "irish")
    assert purse(step(p, "lay_low"), "knights")[:2] == (0, 7)


# --- promises broken and honored (K9.9, K9.10) -----------------------------------------------------------------------


def test_c26_a_binding_promise_is_broken():
    p = start(
        turn="irish",
        players={"irish": {"favors": [WALKER], "markers": 8}},
        districts={"belmont": "knights S", "fordham": "irish 2R"},
    )
    assert purse(p, "irish")[:2] == (5, 3)
    p = step(p, "offer knights", "clause no_entry bronx", f"terms today {WALKER}", "clause cash 500", "accept")
    assert (purse(p, "irish")[2], purse(p, "knights")[2]) == (1500, 500)
    p = step(p, "move fordham belmont", "crew 0 1")
    assert has(p, "irish", "favors_lost") == [WALKER]
    p = step(p, "safehouse destroy")
    assert at(p, "belmont") == "irish 1R"
    assert purse(p, "irish")[:2] == (4, 3)
    assert broken(p, 3)
    rich = {"cash": 3000, "ops": 3, "favors_lost": [WALKER]}
    p = start(turn="irish", districts={"morris_park": "irish 1R"}, players={"irish": rich})
    assert legal(p, "bribe") == set()  # gone for good


@pytest.mark.parametrize("where", ["anywhere", "bronx", "queens"])
def test_no_entry_where_it_is_promised(where):
    p = vouched(f"no_entry {where}", turn="irish", districts={"belmont": "knights 1R", "fordham": "irish 2R"})
    p = step(p, "move fordham belmont", "crew 0 1")
    assert open_for(p) == ("standoff", "knights")
    if where == "queens":
        assert has(p, "irish", "favors") == [WALKER]
    else:
        assert broken(p, 2)  # at once, before the Standoff


def test_no_entry_does_not_speak_of_other_mobs_or_loose_districts():
    p = vouched("no_entry anywhere", turn="irish", districts={"belmont": "vipers 1R", "fordham": "irish 2R"})
    p = step(p, "move fordham belmont", "crew 0 1", "hold_fire", "advance hunts_point")
    assert has(p, "irish", "favors") == [WALKER]


def test_an_advance_enters_too():
    districts = {"belmont": "vipers 1R", "fordham": "irish 2R", "hunts_point": "knights S"}
    p = vouched("no_entry bronx", turn="irish", districts=districts)
    p = step(p, "move fordham belmont", "crew 0 1", "hold_fire", "advance hunts_point")
    assert open_for(p) == ("safehouse", "irish")
    assert broken(p, 2)


def test_a_fold_enters_too():
    """The folder breaks his word in another's Play; the marker lent to the Invader and spent is looked at second."""
    p = vouched(
        "no_entry bronx",
        turn="vipers",
        players={"irish": {"favors": [WALKER], "ops": 1, "stash": 0}, "vipers": {"ops": {"irish": 1}}},
        districts={"fordham": "vipers 2R", "belmont": "irish 1R", "hunts_point": "knights S"},
    )
    p = step(p, "move fordham belmont", "crew 0 2", "fold hunts_point")
    assert open_for(p) == ("safehouse", "irish")
    assert broken(p, 0)
    assert "play" not in p  # the lent marker that paid the Move is out of the game
    p = step(p, "safehouse destroy")
    assert purse(p, "irish")[:2] == (1, 0)
    assert has(p, "vipers", "next_token") == 1


def test_a_fall_back_does_not_enter():
    """K9.8 names Move, Skiff, Stealth, Advance and Fold."""
    p = vouched(
        "no_entry manhattan",
        turn="irish",
        districts={"bowery": "knights S", "five_points": "vipers 2R"},
        party="irish 1R at five_points from bowery",
        stack=[{"decision": "pinned", "player": "irish", "district": "five_points"}],
    )
    p = step(p, "fall_back")
    assert open_for(p) == ("safehouse", "irish")
    assert has(p, "irish", "favors") == [WALKER]


def test_stealth_and_skiff_enter_too():
    p = start(
        turn="vipers",
        districts={"five_points": "vipers 2R", "tenderloin": "knights 2R"},
        players={"vipers": {"favors": [WALKER], "stash": 0, "ops": 2}},
        promises=[promise("no_entry anywhere", by="vipers", favor=WALKER)],
    )
    p = step(p, "stealth five_points tenderloin", "crew 0 2")
    assert has(p, "vipers", "favors_lost") == [WALKER]
    assert purse(p, "vipers")[:2] == (1, 0)
    assert "play" not in p  # K9.11: the one that paid the Stealth
    p = start(
        turn="knights",
        districts={"red_hook": "knights 2R", "tottenville": "irish S"},
        players={"knights": {"favors": [WALKER]}},
        promises=[promise("no_entry staten_island", by="knights", to="irish", favor=WALKER)],
    )
    assert has(step(p, "skiff red_hook tottenville", "crew 0 2"), "knights", "favors_lost") == [WALKER]


@pytest.mark.parametrize(("answer", "kept"), [("ambush", False), ("ambush plunder", False), ("hold_fire", True)])
def test_passage_is_broken_by_an_ambush(answer, kept):
    p = vouched(
        "passage manhattan",
        turn="knights",
        given_dice=[1],
        districts={"bowery": "irish 2R", "five_points": "knights 1R 1g"},
    )
    p = step(p, "move five_points bowery", "crew 0 1", "carry 1 gin", answer)
    assert has(p, "irish", "favors") == ([WALKER] if kept else None)
    assert kept or broken(p, 2)
    assert open_for(p) == ("pinned", "knights")


def test_an_unstaked_promise_costs_nothing():
    districts = {"belmont": "knights S", "fordham": "irish 2R"}
    favor = {"irish": {"favors": [WALKER]}}
    p = start(turn="irish", districts=districts, players=favor, promises=[promise("no_entry anywhere")])
    p = step(p, "move fordham belmont", "crew 0 1")
    assert "promises" not in p
    assert has(p, "irish", "favors") == [WALKER]
    assert purse(p, "irish")[1] == 2


def test_barrels_add_up_and_free_the_favor():
    given = {"turn": "irish", "districts": {"bowery": "irish 2R 5g 2m", "five_points": "knights 1R 1w"}}
    p = vouched("barrels 3 gin", **given)
    p = step(p, "push bowery five_points", "give 2 moonshine", "give 2 gin", "give 0 whisky")
    assert p["promises"] == [promise("barrels 3 gin", favor=WALKER, barrels_pushed=2)]
    p = step(p, "lay_low", "lay_low", "lay_low")
    assert legal(p, "offer")
    assert "terms today none" in legal(step(p, "offer vipers", "clause pay 100"))
    assert f"terms today {WALKER}" not in legal(step(p, "offer vipers", "clause pay 100"))
    p = step(p, "push bowery five_points", "give 0 moonshine", "give 1 gin", "give 0 whisky")
    assert "promises" not in p
    assert has(p, "irish", "favors") == [WALKER]
    assert f"terms today {WALKER}" in legal(step(p, "offer vipers", "clause pay 100"))


def test_barrels_elsewhere_or_pulled_do_not_count():
    p = vouched(
        "barrels 1 gin",
        turn="irish",
        districts={"bowery": "irish 2R 2g", "five_points": "vipers 1R", "tenderloin": "knights 1R 1g"},
    )
    assert step(p, "push bowery five_points", "give 1 gin")["promises"] == [promise("barrels 1 gin", favor=WALKER)]
    pulled = step(p, "push bowery tenderloin", "give -1 gin", "allow")
    assert pulled["promises"] == [promise("barrels 1 gin", favor=WALKER)]


# --- paying and deadlines (K9.5, K9.10) ------------------------------------------------------------------------------


def test_pay_promise_at_the_turn():
    others = [promise("pay 100", by="vipers"), promise("no_entry anywhere")]
    p = start(turn="irish", promises=[*others, promise("pay 500", due=2), promise("pay 1500"), promise("pay 300")])
    assert legal(p, "pay_promise") == {"pay_promise 3", "pay_promise 5"}
    p = step(p, "pay_promise 5", "gift knights 500")
    assert p["promises"] == [*others, promise("pay 500", due=2), promise("pay 1500")]  # a gift fulfills nothing
    assert (purse(p, "irish")[2], purse(p, "knights")[2]) == (200, 1800)
    assert p["stack"][-1]["talked"] == "gift"
    assert legal(p, "pay_promise") == set()


@pytest.mark.parametrize(("answer", "stash", "cash"), [("pay_promise 1", 8, 500), ("done", 7, 1000)])
def test_the_last_chance_to_pay(answer, stash, cash):
    p = everybody_lies_low(vouched("pay 500"))
    assert open_for(p) == ("promise", "irish")
    assert legal(p) == {"pay_promise 1", "done"}
    assert p["stack"] == [{"work": "deadlines"}, {"decision": "promise", "player": "irish", "number": 1}]
    assert "turn" not in p
    p = step(p, answer)
    assert open_for(p) == ("draft", "sicilian")  # the next Day
    assert purse(p, "irish") == (0, stash, cash)
    assert has(p, "irish", "favors") == ([WALKER] if stash == 8 else None)
    assert "promises" not in p


def test_an_unstaked_pay_promise_is_asked_too():
    p = everybody_lies_low(start(promises=[promise("pay 500")]))
    p = step(p, "done")
    assert purse(p, "irish") == (0, 7, 1000)
    assert "promises" not in p


@pytest.mark.parametrize("clause", ["pay 1500", "barrels 1 gin"])
def test_unfulfilled_at_the_deadline(clause):
    p = everybody_lies_low(vouched(clause))
    assert p["day"] == 2
    assert broken(p, 7)


@pytest.mark.parametrize("clause", ["no_entry bronx", "passage anywhere"])
def test_unbroken_at_the_deadline(clause):
    p = everybody_lies_low(vouched(clause))
    assert has(p, "irish", "favors") == [WALKER]
    assert purse(p, "irish")[1] == 8
    assert "promises" not in p


def test_due_tomorrow():
    later = promise("barrels 1 gin", due=2, favor=WALKER)
    p = start(players={"irish": {"favors": [WALKER]}}, promises=[later, promise("pay 200")])
    p = everybody_lies_low(p)
    assert p["stack"][0] == {"work": "deadlines", "next": 2}
    assert p["stack"][1] == {"decision": "promise", "player": "irish", "number": 2}
    p = step(p, "pay_promise 2")
    assert p["promises"] == [later]
    assert p["day"] == 2


def test_due_together_in_the_order_made():
    """The Irish can pay the Vipers only with what the Knights pay them first."""
    broke = {"irish": {"cash": 0, "favors": [WALKER]}}
    chain = [promise("pay 300", by="knights", to="irish"), promise("pay 300", to="vipers", favor=WALKER)]
    p = everybody_lies_low(start(players=broke, promises=chain))
    assert open_for(p) == ("promise", "knights")
    paid = step(p, "pay_promise 1")
    assert p["stack"][0] == paid["stack"][0] == {"work": "deadlines"}
    assert open_for(paid) == ("promise", "irish")
    assert has(step(paid, "pay_promise 1"), "irish", "favors") == [WALKER]
    assert has(step(p, "done"), "irish", "favors_lost") == [WALKER]
    p = everybody_lies_low(start(players=broke, promises=chain[::-1]))
    assert has(p, "irish", "favors_lost") == [WALKER]
    assert open_for(p) == ("promise", "knights")


def test_partial_positions_stand_at_the_decisions():
    stack = [{"decision": "promise", "player": "irish", "number": 2}]
    p = start(phase="reckoning", promises=[promise("pay 100", due=2), promise("pay 100")], stack=stack)
    assert p["stack"][0] == {"work": "deadlines", "next": 2}
    stack = [{"decision": "answer", "player": "knights", "give": "cash 100", "want": "nothing"}]
    p = step(start(turn="irish", stack=stack), "accept")
    assert purse(p, "knights")[2] == 1100
    assert p["stack"][-1] == {"decision": "turn", "player": "irish", "talked": "offer"}


# --- the lost marker (K9.11) -----------------------------------------------------------------------------------------


def lost(irish, **more):
    """The position after the Irish broke their word by an Ambush in the Knights' Play."""
    p = start(
        turn="knights",
        given_dice=[1],
        districts={"bowery": "irish 2R", "five_points": "knights 1R"},
        players={"irish": {"favors": [WALKER]} | irish, "knights": more.pop("knights", {})} | more.pop("players", {}),
        promises=[promise("passage anywhere", favor=WALKER)],
        **more,
    )
    p = step(p, "move five_points bowery", "crew 0 1", "ambush")
    assert has(p, "irish", "favors_lost") == [WALKER]
    return p


def test_stash_first_then_spent_then_slots():
    assert purse(lost({"ops": 2, "stash": 1}), "irish")[:2] == (2, 0)
    spent = lost({"ops": 2, "stash": 0}, knights={"ops": {"irish": 1}})
    assert purse(spent, "irish")[:2] == (2, 0)
    assert at(spent, "five_points") == "knights 1R"  # the marker lent to them paid the Move: forced Fall Back
    assert has(spent, "knights", "next_token") == 1
    kept = lost({"ops": 2, "stash": 0}, knights={"ops": {"knights": 2}})
    assert purse(kept, "irish")[:2] == (1, 0)
    lent = lost({"ops": {"irish": 1, "vipers": 1}, "stash": 0}, players={"sicilian": {"ops": {"irish": 2}}})
    assert has(lent, "irish", "ops") == {"vipers": 1}
    assert has(lent, "sicilian", "ops") == {"irish": 2}


def test_then_lent_ones_of_the_lowest_token():
    players = {"vipers": {"ops": {"irish": 1}, "token": 3}, "sicilian": {"ops": {"irish": 1}, "token": 4}}
    p = lost(
        {"ops": {}, "stash": 0, "next_token": 1, "token": 1},
        knights={"ops": 3, "token": 2},
        players=players,
        heat=["irish"],
    )
    assert has(p, "vipers", "ops") == {}
    assert has(p, "sicilian", "ops") == {"irish": 1}
    assert heat(p) == ["irish"]


def test_then_the_latest_on_the_heat_track():
    nothing = {"ops": {}, "stash": 0, "next_token": 1}
    p = lost(nothing | {"staked": {"block_party": 1}}, heat=["irish", "vipers", "irish", "vipers"])
    assert heat(p) == ["irish", "vipers", "vipers"]
    assert has(p, "irish", "staked") == {"block_party": 1}


def test_then_a_contract_with_most_markers_the_one_staked_first():
    nothing = {"ops": {}, "stash": 0, "next_token": 1}
    staked = {"block_party": 1, "watered_stock": 2, "paper_king": 2}
    order = ["block_party", "paper_king", "watered_stock"]
    p = lost(nothing | {"staked": staked, "stake_order": order})
    assert has(p, "irish", "staked") == {"block_party": 1, "watered_stock": 2}
    assert has(p, "irish", "stake_order") == ["block_party", "watered_stock"]
    assert p["decks"]["racket"]["discards"] == ["paper_king"]
    assert purse(p, "irish")[:2] == (0, 1)
    p = lost(nothing | {"staked": staked})  # without the order: that of the data file
    assert has(p, "irish", "staked") == {"block_party": 1, "paper_king": 2}


def test_the_order_of_staking_is_kept():
    hand = ["block_party", "paper_king"]
    p = start(phase="grease", turn="irish", day=2, players={"irish": {"ops": 0, "hand": hand}})
    p = step(p, "stake paper_king")
    assert has(p, "irish", "stake_order") is None
    p = step(p, "stake block_party")
    assert has(p, "irish", "stake_order") == ["paper_king", "block_party"]
