"""What is true of every state: `invariants` finds each way it can be untrue, and none in games that are played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from moonshine_env.kingdom import rules
from moonshine_env.kingdom.actions import NUM_ACTIONS, action_table
from moonshine_env.kingdom.invariants import check, state_is_ok, state_problem
from moonshine_env.kingdom.position import new_state
from moonshine_env.kingdom.positions.frames import FRAMES
from moonshine_env.kingdom.soundness import problems
from moonshine_env.kingdom.state import BY, PUSHED, STATE, TO, VOUCHER, WHAT
from moonshine_env.kingdom.state import DUE as DUE_DAY
from moonshine_env.kingdom.tables import load_content
from moonshine_env.kingdom.vocab import (
    DECISION_IDS,
    FIRST_PROMISE,
    FRAME_IDS,
    IN_HAND,
    MOB_IDS,
    NONE,
    NUM_CLAUSES,
    NUM_SUMS,
    STAKED,
)

pytestmark = pytest.mark.lane_unjitted

CONTENT = load_content()
TABLES = CONTENT.tables
D = {name: number for number, name in enumerate(CONTENT.district_ids)}
CARD = {name: number for number, name in enumerate(CONTENT.card_ids)}
PROBLEM_IDS = [
    name
    for name, _ in sorted(
        ((name, code) for name, code in vars(problems).items() if name.startswith("BAD_")), key=lambda pair: pair[1]
    )
]

TURN: dict[str, Any] = {
    "turn": "irish",
    "mobs": ["sicilian", "irish", "knights"],
    "players": {
        "sicilian": {"next_token": 1, "completed": ["paper_king"]},
        "irish": {"hand": ["block_party"], "staked": {"ruler_of_the_piers": 2}, "ops": 3, "marks": 2},
    },
    "districts": {"five_points": "irish 1B 2R S 1g", "corona": "sicilian 2B", "astoria": "knights S", "flushing": "2w"},
    "stills": {"corona": "gin 6", "bowery": "whisky 8"},
    "precincts": ["sugar_hill"],
    "precincts_in_supply": ["queens"],
    "heat": ["irish", "sicilian"],
    "deeds": {"bronx": "irish"},
    "given_dice": [1, 2],
}
FIGHT: dict[str, Any] = {
    **TURN,
    "party": "irish 3R 2m at corona from bowery",
    "stack": [{"decision": "pinned", "player": "irish", "district": "corona"}],
}
PROMISES = [
    {"by": "irish", "to": "knights", "clause": "pay 500", "due": 1, "favor": "jimmy_walker"},
    {
        "by": "irish",
        "to": "sicilian",
        "clause": "barrels 2 gin",
        "due": 2,
        "favor": "texas_guinan",
        "barrels_pushed": 1,
    },
]
FAVORS = {"favors": ["jimmy_walker", "texas_guinan"]}
DEALS: dict[str, Any] = {
    **TURN,
    "players": {**TURN["players"], "irish": {**TURN["players"]["irish"], **FAVORS}},
    "promises": PROMISES,
}
DUE: dict[str, Any] = {
    "players": {"irish": FAVORS},
    "promises": PROMISES[::-1],
    "stack": [{"decision": "promise", "player": "irish", "number": 2}],
}
ALONE: dict[str, Any] = {**TURN, "options": {"cooperation": False}}
OATH: dict[str, Any] = {
    "options": {"variant": "blood_oath"},
    "turn": "irish",
    "alliances": [["sicilian", "vipers"], ["irish", "knights"]],
    "districts": {"corona": "knights 1R", "astoria": "knights S", "bowery": "vipers 1R"},
}
DRAFT: dict[str, Any] = {"phase": "draft", "brew_dice": {"red": [1, 1, 1, 1, 1], "white": [2, 2, 2, 2, 2]}}
NIGHT: dict[str, Any] = {"phase": "reckoning"}
WHOLE: dict[str, Any] = {
    "stills": {
        name: f"{('moonshine', 'gin', 'whisky')[t['token_liquor'][k]]} {t['token_number'][k]}"
        for t in TABLES
        for k, name in enumerate(CONTENT.district_ids)
    },
    "precincts": ["sugar_hill", "morris_park", "richmond_hill", "williamsburg", "stapleton"],
}
OVER: dict[str, Any] = {
    "ending": "day_cap",
    "players": {mob: {"place": place + 1, "next_token": 0} for place, mob in enumerate(MOB_IDS)},
}
for row in OVER["players"].values():
    del row["next_token"]

# (problem, position, what is changed: field, index, value)
BROKEN: list[tuple[str, dict[str, Any], list[tuple[str, Any, int]]]] = [
    ("BAD_OPTIONS", TURN, [("num_players", (), 1)]),
    ("BAD_OPTIONS", TURN, [("max_days", (), 0)]),
    ("BAD_OPTIONS", TURN, [("plays_per_day", (), 0)]),
    ("BAD_OPTIONS", TURN, [("still_once_per_day", (), 2)]),
    ("BAD_OPTIONS", TURN, [("cooperation", (), 2)]),
    ("BAD_OPTIONS", TURN, [("blood_oath", (), -1)]),
    ("BAD_CLOCK", TURN, [("day", (), 16)]),
    ("BAD_CLOCK", TURN, [("moon", (), 2)]),
    ("BAD_ENDING", TURN, [("ending", (), 3)]),
    ("BAD_ENDING", TURN, [("ending", (), 1)]),
    ("BAD_ENDING", TURN, [("place", 1, 1)]),
    ("BAD_ENDING", OVER, [("place", 1, 1)]),
    ("BAD_ENDING", OVER, [("ending", (), 0), ("place", slice(None), 0)]),
    ("BAD_MOB", TURN, [("mob", 1, 0)]),
    ("BAD_MOB", TURN, [("mob", 2, NONE)]),
    ("BAD_ABSENT_SEAT", TURN, [("mob", 3, 2)]),
    ("BAD_ABSENT_SEAT", TURN, [("cash", 3, 1)]),
    ("BAD_ABSENT_SEAT", TURN, [("runners_lost", 3, 1)]),
    ("BAD_ABSENT_SEAT", TURN, [("slots", (3, 1), 1)]),
    ("BAD_ABSENT_SEAT", TURN, [("favors", (3, 1), 1)]),
    ("BAD_ABSENT_SEAT", TURN, [("favors_lost", (3, 1), 1)]),
    ("BAD_ABSENT_SEAT", TURN, [("offers", 3, 1)]),
    ("BAD_ABSENT_SEAT", TURN, [("partner", 3, 1)]),
    ("BAD_TOKEN", TURN, [("token", 1, 1)]),
    ("BAD_TOKEN", TURN, [("token", 1, 4)]),
    ("BAD_NEXT_TOKEN", TURN, [("next_token", 0, 2)]),
    ("BAD_NEXT_TOKEN", TURN, [("next_token", 0, -1)]),
    ("BAD_NEXT_TOKEN", NIGHT, [("next_token", 3, 0)]),
    ("BAD_NEXT_TOKEN", DRAFT, [("next_token", 0, 1)]),
    ("BAD_LOW_SLOTS", TURN, [("slots", (0, 0), 1), ("stash", 0, 5)]),
    ("BAD_COUNT", TURN, [("cash", 1, -1)]),
    ("BAD_COUNT", TURN, [("favors", (1, 2), 2)]),
    ("BAD_COUNT", TURN, [("commission", 1, 2)]),
    ("BAD_COUNT", TURN, [("plays_today", 1, 26)]),
    ("BAD_COUNT", TURN, [("fights", 1, -1)]),
    ("BAD_MARKS", TURN, [("marks", 0, 11)]),
    ("BAD_SLOTS", TURN, [("slots", (1, 2), 3)]),
    ("BAD_SLOTS", TURN, [("slots", (1, 2), -1)]),
    ("BAD_MARKERS", TURN, [("stash", 1, 7)]),
    ("BAD_MARKERS", TURN, [("markers", 1, 8)]),
    ("BAD_MARKERS", TURN, [("card_markers", CARD["ruler_of_the_piers"], 1)]),
    ("BAD_MARKER_TOTAL", TURN, [("stash", 1, 7), ("markers", 1, 13)]),
    ("BAD_BOSSES", TURN, [("bosses_left", 1, 1)]),
    ("BAD_BOSSES", TURN, [("bosses", D["corona"], 1)]),
    ("BAD_RUNNERS", TURN, [("runners_left", 1, 12)]),
    ("BAD_RUNNERS", TURN, [("runners", D["five_points"], 1)]),
    ("BAD_RUNNERS", FIGHT, [("party_runners", (), 2)]),
    ("BAD_RUNNERS", TURN, [("runners_lost", 1, -1), ("runners_left", 1, 14)]),
    ("BAD_SAFEHOUSES", TURN, [("safehouses_left", 1, 3)]),
    ("BAD_DISTRICT", TURN, [("runners", D["bowery"], -1)]),
    ("BAD_DISTRICT", TURN, [("owner", D["bowery"], 3)]),
    ("BAD_DISTRICT", TURN, [("barrels", (D["bowery"], 0), -1)]),
    ("BAD_OWNER", TURN, [("owner", D["flushing"], 1)]),
    ("BAD_NO_OWNER", TURN, [("owner", D["corona"], NONE)]),
    ("BAD_NO_OWNER", TURN, [("owner", D["astoria"], NONE)]),
    ("BAD_FOREIGN_SAFEHOUSE", TURN, [("safehouse", D["five_points"], 2)]),
    ("BAD_PRECINCT_PIECES", TURN, [("precinct", D["five_points"], 1)]),
    ("BAD_PRECINCT_PIECES", TURN, [("precinct", D["flushing"], 1)]),
    ("BAD_PRECINCTS", TURN, [("precincts_left", 0, 1)]),
    ("BAD_PRECINCTS", TURN, [("precincts_left", 0, 2), ("precinct", D["sugar_hill"], 0)]),
    ("BAD_MISSING_PRECINCT", WHOLE, [("precinct", D["stapleton"], 0)]),
    ("BAD_STILL", TURN, [("still_number", D["corona"], 5)]),
    ("BAD_STILL", TURN, [("still_liquor", D["corona"], 3)]),
    ("BAD_STILL", TURN, [("still_liquor", D["bowery"], 1), ("still_number", D["bowery"], 6)]),
    ("BAD_STILL", TURN, [("still_fired", D["flushing"], 1)]),
    ("BAD_BARRELS", TURN, [("supply", 1, 25)]),
    ("BAD_BARRELS", TURN, [("barrels", (D["flushing"], 2), 3)]),
    ("BAD_BARRELS", FIGHT, [("party_cargo", 0, 3)]),
    ("BAD_PRICE", TURN, [("price", 1, 6)]),
    ("BAD_PRICE", TURN, [("price", 1, 1)]),
    ("BAD_HEAT", TURN, [("heat", 0, NONE)]),
    ("BAD_HEAT", TURN, [("heat", 2, 1)]),
    ("BAD_HEAT", TURN, [("heat_count", (), 6)]),
    ("BAD_FULL_HEAT", TURN, [("heat", slice(2, 5), 2), ("heat_count", (), 5), ("stash", 2, 0), ("slots", (2, 2), 4)]),
    ("BAD_TITLE", TURN, [("deed", 0, 3)]),
    ("BAD_TITLE", TURN, [("syndicate", 0, 3)]),
    ("BAD_TITLE", TURN, [("ward_boss", (), 3)]),
    ("BAD_TITLE", TURN, [("rat", (), -2)]),
    ("BAD_TITLE", TURN, [("extorted", 0, 2)]),
    ("BAD_DICE", TURN, [("dice", (0, 0), 1)]),
    ("BAD_DICE", DRAFT, [("dice", (0, 0), 4)]),
    ("BAD_DICE", DRAFT, [("dice", (1, 0), -1), ("dice", (1, 1), 6)]),
    ("BAD_CARD", TURN, [("card_at", CARD["block_party"], 99)]),
    ("BAD_CARD", TURN, [("card_at", CARD["block_party"], IN_HAND + 3)]),
    ("BAD_CARD_MARKERS", TURN, [("card_markers", CARD["block_party"], 1)]),
    ("BAD_CARD_MARKERS", TURN, [("card_markers", CARD["ruler_of_the_piers"], 4), ("slots", (1, 1), 1)]),
    ("BAD_CARD_MARKERS", TURN, [("card_at", CARD["block_party"], STAKED + 1)]),
    ("BAD_CARD_POOL", TURN, [("card_pool", CARD["block_party"], 1)]),
    ("BAD_CARD_POOL", TURN, [("reshuffles", 0, 1), ("card_pool", CARD["slow_sip"], 1)]),
    ("BAD_CARD_POOL", TURN, [("reshuffles", 0, -1)]),
    ("BAD_STAKE_ORDER", TURN, [("stake_order", CARD["ruler_of_the_piers"], 0)]),
    ("BAD_STAKE_ORDER", TURN, [("stake_order", CARD["ruler_of_the_piers"], 2)]),
    ("BAD_STAKE_ORDER", TURN, [("stake_order", CARD["block_party"], 1)]),
    (
        "BAD_STAKE_ORDER",
        TURN,
        [
            *[("card_at", CARD["slow_sip"], STAKED + 1), ("card_markers", CARD["slow_sip"], 1)],
            *[("stake_order", CARD["slow_sip"], 1), ("slots", (1, 1), 2)],
        ],
    ),
    ("BAD_FAVORS_LOST", DEALS, [("favors_lost", (1, 1), 1)]),
    ("BAD_FAVORS_LOST", TURN, [("favors_lost", (1, 1), 2)]),
    ("BAD_FAVORS_LOST", ALONE, [("favors_lost", (1, 1), 1)]),
    ("BAD_OFFERS", TURN, [("offers", 1, 4)]),
    ("BAD_OFFERS", TURN, [("offers", 1, -1)]),
    ("BAD_OFFERS", ALONE, [("offers", 1, 1)]),
    ("BAD_PROMISES", DEALS, [("promise_count", (), 1)]),
    ("BAD_PROMISES", DEALS, [("promise_count", (), 49)]),
    ("BAD_PROMISES", DEALS, [("cooperation", (), 0)]),
    ("BAD_PROMISES", TURN, [("promises", (0, PUSHED), 1)]),
    ("BAD_PROMISE", DEALS, [("promise_count", (), 3)]),
    ("BAD_PROMISE", DEALS, [("promises", (0, BY), 2)]),
    ("BAD_PROMISE", DEALS, [("promises", (0, BY), 3)]),
    ("BAD_PROMISE", DEALS, [("promises", (0, TO), 1)]),
    ("BAD_PROMISE", DEALS, [("promises", (0, TO), 3)]),
    ("BAD_PROMISE", DEALS, [("promises", (0, WHAT), FIRST_PROMISE - 1)]),
    ("BAD_PROMISE", DEALS, [("promises", (0, WHAT), NUM_CLAUSES)]),
    ("BAD_PROMISE", DEALS, [("promises", (0, DUE_DAY), 0)]),
    ("BAD_PROMISE", DEALS, [("promises", (0, DUE_DAY), 3)]),
    (
        "BAD_PROMISE",
        {**NIGHT, "promises": [{**PROMISES[1], "due": 2}]} | {"players": {"irish": FAVORS}},
        [("day", (), 2)],
    ),
    ("BAD_PROMISE", DEALS, [("promises", (0, VOUCHER), 4)]),
    ("BAD_PROMISE", DEALS, [("promises", (0, VOUCHER), 0)]),
    ("BAD_PROMISE", DEALS, [("promises", (1, VOUCHER), 1)]),
    ("BAD_PROMISE", DEALS, [("promises", (0, PUSHED), 1)]),
    ("BAD_PROMISE", DEALS, [("promises", (1, PUSHED), 2)]),
    ("BAD_PROMISE", DEALS, [("promises", (1, PUSHED), -1)]),
    ("BAD_PROMISE", DEALS, [("favors", (1, 1), 0)]),
    ("BAD_ALLIANCES", TURN, [("blood_oath", (), 1)]),
    ("BAD_ALLIANCES", TURN, [("crackdown", (), 1)]),
    ("BAD_ALLIANCES", TURN, [("partner", 1, 2), ("partner", 2, 1)]),
    ("BAD_ALLIANCES", OATH, [("crackdown", (), 9)]),
    ("BAD_ALLIANCES", OATH, [("crackdown", (), 11)]),
    ("BAD_ALLIANCES", OATH, [("blood_oath", (), 0)]),
    ("BAD_ALLIANCES", OATH, [("partner", 1, NONE), ("partner", 3, NONE)]),
    ("BAD_ALLIANCES", OATH, [("partner", 1, 1)]),
    ("BAD_ALLIANCES", OATH, [("partner", 1, 2)]),
    ("BAD_ALLIANCES", {**OATH, "alliances": None}, [("crackdown", (), 0)]),
    ("BAD_ALLIANCES", {**OATH, "alliances": None}, [("crackdown", (), 10)]),
    ("BAD_GIVEN", TURN, [("given", 1, 7)]),
    ("BAD_GIVEN", TURN, [("given", 2, 1)]),
    ("BAD_GIVEN", TURN, [("given_count", (), 65)]),
    ("BAD_NO_PARTY", TURN, [("party_runners", (), 1)]),
    ("BAD_NO_PARTY", TURN, [("rolls", (), 1)]),
    ("BAD_PARTY", FIGHT, [("party_runners", (), 0), ("runners_left", 1, 13)]),
    ("BAD_PARTY", FIGHT, [("party_origin", (), NONE)]),
    ("BAD_PARTY", FIGHT, [("party_cargo", 0, 4), ("supply", 0, 21)]),
    (
        "BAD_IDLE_PARTY",
        TURN,
        [("party_owner", (), 1), ("party_origin", (), 0), ("party_runners", (), 1), ("runners_left", 1, 12)],
    ),
    ("BAD_IDLE_PLAY", TURN, [("play_heat", (), 1)]),
    ("BAD_IDLE_PLAY", TURN, [("spent", 1, 1), ("slots", (1, 1), 2)]),
    ("BAD_IDLE_PLAY", TURN, [("amounts", 1, -1)]),
    ("BAD_TURN", TURN, [("turn_player", (), NONE)]),
    ("BAD_TURN", NIGHT, [("turn_player", (), 0)]),
    ("BAD_ACTING", TURN, [("acting_player", (), 0)]),
    ("BAD_STACK", TURN, [("depth", (), 17)]),
    ("BAD_STACK", TURN, [("stack", (2, 0), 1)]),
    ("BAD_KIND", TURN, [("stack", (0, 0), len(FRAME_IDS))]),
    ("BAD_ACTOR", TURN, [("stack", (1, 1), NONE), ("acting_player", (), NONE)]),
    ("BAD_ACTOR", TURN, [("stack", (1, 1), 3), ("acting_player", (), 3)]),
    ("BAD_ARGUMENT", TURN, [("stack", (1, 2), 2)]),
    ("BAD_ARGUMENT", TURN, [("stack", (1, 5), 1)]),
    ("BAD_FIT", TURN, [("stack", (1, 0), FRAME_IDS.index("discard")), ("stack", (1, 2), 0)]),
    ("BAD_FIT", TURN, [("stack", (0, 1), 0)]),
    ("BAD_FIT", TURN, [("stack", (1, 1), 0), ("acting_player", (), 0)]),
    ("BAD_FIT", FIGHT, [("party_place", (), D["bowery"])]),
    ("BAD_FIT", DRAFT, [("token", 0, 2), ("token", 1, 1)]),
    ("BAD_FIT", ALONE, [("stack", (1, 4), 1)]),
    ("BAD_FIT", DUE, [("stack", (0, 2), 0)]),
    ("BAD_FIT", DUE, [("stack", (0, 1), 0)]),
    ("BAD_FIT", DUE, [("stack", (0, 2), 3), ("stack", (1, 2), 3)]),
    ("BAD_FIT", DUE, [("promises", (1, DUE_DAY), 2)]),
    ("BAD_FIT", DUE, [("promises", (0, DUE_DAY), 1)]),
    ("BAD_FIT", DUE, [("promises", (1, WHAT), FIRST_PROMISE + NUM_SUMS)]),
    ("BAD_FIT", DUE, [("cash", 1, 4)]),
    ("BAD_FIT", DUE, [("stack", (1, 1), 0), ("acting_player", (), 0)]),
    ("BAD_NEXT_TOKEN", DUE, [("next_token", 3, 0)]),
    ("BAD_TURN", DUE, [("turn_player", (), 0)]),
    ("BAD_ARGUMENT", DUE, [("stack", (1, 2), 48)]),
]


@pytest.mark.parametrize(("problem", "given", "changes"), BROKEN)
def test_each_way_to_be_untrue_is_found(
    problem: str, given: dict[str, Any], changes: list[tuple[str, Any, int]]
) -> None:
    states = new_state(CONTENT, given)
    assert state_problem(CONTENT, states, 0) == ""
    assert state_is_ok(TABLES, states, 0)
    for field, index, value in changes:
        if index == ():
            states[field][0] = value
        else:
            states[field][0][index] = value
    code = check(TABLES, states, 0)
    assert PROBLEM_IDS[code // problems.PLACES - 1] == problem, state_problem(CONTENT, states, 0)
    assert not state_is_ok(TABLES, states, 0)
    assert len(state_problem(CONTENT, states, 0)) > 10


def test_there_is_a_test_for_every_problem() -> None:
    assert {problem for problem, _, _ in BROKEN} == set(PROBLEM_IDS)
    assert len(PROBLEM_IDS) == len(problems.PROBLEMS) - 1


def test_sentences_name_the_place() -> None:
    states = new_state(CONTENT, TURN)
    states["runners_left"][0][1] += 1
    assert state_problem(CONTENT, states, 0).startswith("players.irish: Runners on the board")
    states = new_state(CONTENT, TURN)
    states["supply"][0][1] -= 1
    assert state_problem(CONTENT, states, 0).startswith("supply.gin: Barrels in the supply")
    states = new_state(CONTENT, FIGHT)
    states["party_place"][0] = D["bowery"]
    assert state_problem(CONTENT, states, 0).startswith("stack[2] does not fit the rest: pinned needs a party")


PAY = {"give": "pay 100", "give_terms": "tomorrow none"}
SPARE = {"players": {"sicilian": {"next_token": 1}, "irish": {"ops": 2}, "knights": {"ops": 2}}}
IN_ASTORIA = {
    **OATH,
    "mobs": list(MOB_IDS),
    "players": {},
    "heat": [],
    "deeds": {},
    "party": "irish 1R at astoria from bowery",
}

# One entry on top of what always lies below it, on the board of TURN: a decision that fits, then one that does not.
FITS: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    (
        {"decision": "crew", "player": "irish", "by": "move", "from": "five_points", "to": "bowery"},
        {},
        {"to": "corona"},
    ),
    (
        {"decision": "crew", "player": "irish", "by": "skiff", "from": "five_points", "to": "astoria"},
        {},
        {"to": "corona"},
    ),
    (
        {"decision": "crew", "player": "irish", "by": "move", "from": "five_points", "to": "bowery"},
        {},
        {"player": "knights"},
    ),
    (
        {"decision": "cargo", "player": "irish", "by": "move", "from": "bowery", "to": "five_points", "liquor": "gin"},
        {"party": "irish 1R from bowery"},
        {"from": "tenderloin"},
    ),
    (
        {"decision": "push_amount", "player": "irish", "own": "five_points", "other": "tenderloin", "liquor": "gin"},
        {},
        {"other": "corona"},
    ),
    (
        {"decision": "exchange", "player": "sicilian", "own": "astoria", "other": "corona"},
        {"turn": "knights"},
        {"player": "irish"},
    ),
    ({"decision": "recruit", "player": "irish", "district": "five_points"}, {}, {"district": "astoria"}),
    (
        {"decision": "secure_from", "player": "sicilian", "district": "corona"},
        {"turn": "sicilian", "players": {}},
        {"district": "astoria"},
    ),
    (
        {"decision": "sell", "player": "knights", "district": "astoria", "liquor": "gin"},
        {"turn": "knights"},
        {"player": "irish"},
    ),
    (
        {"decision": "safehouse", "player": "irish", "district": "bowery"},
        {"districts": {"bowery": {"mob": "irish", "runners": 1, "safehouse": "knights"}}},
        {"player": "knights"},
    ),
    (
        {"decision": "safehouse_free", "player": "sicilian", "district": "corona"},
        {"turn": "sicilian", "players": {}},
        {"district": "astoria"},
    ),
    (
        {"decision": "standoff", "player": "sicilian", "district": "corona"},
        {"party": "irish 1R at corona from astoria"},
        {"player": "knights"},
    ),
    (
        {"decision": "pinned", "player": "irish", "district": "corona"},
        {"party": "irish 1R at corona from bowery"},
        {"district": "astoria"},
    ),
    (
        {"decision": "pinned", "player": "irish", "district": "sugar_hill"},
        {"party": "irish 1R at sugar_hill from bowery"},
        {"district": "corona"},
    ),
    ({"decision": "hustle", "player": "irish", "draws_left": 1}, {}, {"player": "knights"}),
    ({"decision": "discard", "player": "irish"}, {}, {"player": "knights"}),
    ({"decision": "raid_tie", "player": "irish", "precinct": "sugar_hill"}, {}, {"precinct": "corona"}),
    ({"decision": "raid_pay", "player": "irish", "district": "five_points"}, {}, {"district": "corona"}),
    ({"decision": "clause", "player": "irish", "rival": "knights"}, {}, {"player": "knights"}),
    ({"decision": "clause", "player": "irish", "rival": "knights"}, {}, {"rival": "irish"}),
    ({"decision": "clause", "player": "irish", "rival": "knights"}, {}, {"rival": "vipers"}),
    ({"decision": "clause", "player": "irish", "rival": "knights"}, {}, {"give_terms": "today none"}),
    ({"decision": "clause", "player": "irish", "rival": "knights", "give": "cash 1000"}, {}, {"give": "cash 1500"}),
    ({"decision": "clause", "player": "irish", "rival": "knights", "give": "lend 2"}, SPARE, {"give": "lend 3"}),
    ({"decision": "clause", "player": "irish", "rival": "knights", "give": "lend 2"}, SPARE, {"rival": "sicilian"}),
    ({"decision": "clause", "player": "irish", "rival": "knights", **PAY}, {}, {"give": "cash 100"}),
    ({"decision": "clause", "player": "irish", "rival": "knights", **PAY}, {}, {"give_terms": "today jimmy_walker"}),
    ({"decision": "terms", "player": "irish", "rival": "knights", "give": "pay 100"}, {}, {"give": "cash 100"}),
    ({"decision": "terms", "player": "irish", "rival": "knights", "give": "pay 100"}, {}, {"give_terms": "today none"}),
    (
        {"decision": "terms", "player": "irish", "rival": "knights", **PAY, "want": "pay 100"},
        {},
        {"want": "cash 100"},
    ),
    (
        {"decision": "terms", "player": "irish", "rival": "knights", "give": "nothing", "want": "pay 100"},
        {},
        {"give": "pay 100"},
    ),
    ({"decision": "answer", "player": "sicilian", **PAY, "want": "nothing"}, {}, {"player": "irish"}),
    ({"decision": "answer", "player": "sicilian", "give": "cash 100", "want": "nothing"}, {}, {"give": "nothing"}),
    ({"decision": "answer", "player": "sicilian", "give": "nothing", "want": "cash 500"}, {}, {"want": "cash 5000"}),
    ({"decision": "answer", "player": "sicilian", "give": "nothing", "want": "cash 500"}, {}, {"want": "lend 1"}),
    (
        {"decision": "answer", "player": "sicilian", "give": "nothing", "want": "pay 500", "want_terms": "today none"},
        {},
        {"want_terms": "today jimmy_walker"},
    ),
    ({"decision": "pinned", "player": "irish", "district": "astoria"}, IN_ASTORIA, {"district": "bowery"}),
    ({"decision": "pinned", "player": "irish", "district": "astoria"}, IN_ASTORIA, {"player": "knights"}),
]


@pytest.mark.parametrize(("decision", "more", "change"), FITS)
def test_a_decision_must_fit_the_board(decision: dict[str, Any], more: dict[str, Any], change: dict[str, str]) -> None:
    given = {**TURN, **more, "stack": [decision]}
    assert new_state(CONTENT, given)["depth"][0] > 1
    with pytest.raises(ValueError, match=r"stack\[\d\] does not fit the rest: \w+ needs"):
        new_state(CONTENT, {**given, "stack": [{**decision, **change}]})


@pytest.mark.parametrize(
    "stack",
    [
        [{"work": "operations"}, {"decision": "draft", "player": "irish"}],
        [{"work": "operations"}, {"decision": "grease", "player": "irish"}],
        [{"work": "operations"}, {"decision": "shylock", "player": "irish"}],
        [{"work": "operations"}, {"decision": "discard", "player": "irish"}],
        [{"work": "operations"}, {"decision": "hustle", "player": "irish", "draws_left": 1}],
        [{"work": "operations"}, {"decision": "pay_owner", "player": "irish", "markers": 1}],
        [{"work": "operations"}, {"decision": "heat_owner", "player": "irish"}],
        [{"work": "operations"}, {"decision": "raid_pay", "player": "irish", "district": "five_points"}],
        [{"work": "operations"}, {"work": "raid", "player": "irish"}],
        [{"work": "operations"}, {"work": "do_rat", "player": "irish"}],
        [{"work": "operations"}, {"work": "play_end", "player": "knights"}],
        [{"work": "operations"}, {"work": "play_end"}],
        [
            {"work": "operations"},
            {"work": "play_end", "player": "irish"},
            {"work": "do_storm", "player": "irish", "district": "corona"},
        ],
        [
            {"work": "operations"},
            {"work": "play_end", "player": "irish"},
            {"work": "arrive", "player": "irish", "by": "move", "to": "bowery"},
        ],
        [
            {"work": "operations"},
            {"work": "play_end", "player": "irish"},
            {"work": "pay", "player": "irish", "markers": 2},
            {"decision": "pay_owner", "player": "irish", "markers": 1},
        ],
        [{"work": "operations"}, {"work": "operations"}],
        [{"work": "operations"}, {"work": "deadlines"}],
        [{"work": "operations"}, {"decision": "promise", "player": "irish", "number": 1}],
        [{"work": "operations"}, {"decision": "clause", "player": "irish", "rival": "knights"}],
        *[
            [
                {"work": "operations"},
                {"decision": "turn", "player": "irish", **turn},
                {"decision": "clause", "player": "irish", "rival": "knights"},
            ]
            for turn in ({}, {"talked": "lend gift"}, {"talked": "offer", "exchange_refused": True})
        ],
    ],
)
def test_work_must_lie_where_the_rules_put_it(stack: list[dict[str, Any]]) -> None:
    with pytest.raises(ValueError, match="does not fit the rest"):
        new_state(CONTENT, {**TURN, "stack": stack})


def test_without_cooperation_nobody_makes_offers() -> None:
    offer = {"stack": [{"decision": "clause", "player": "irish", "rival": "knights"}]}
    assert new_state(CONTENT, {**TURN, **offer})["depth"][0] == 3
    with pytest.raises(ValueError, match="does not fit the rest"):
        new_state(CONTENT, {**ALONE, **offer})


def test_partners_pass_through_and_never_fight() -> None:
    pinned = {"stack": [{"decision": "pinned", "player": "irish", "district": "astoria"}]}
    assert new_state(CONTENT, {**IN_ASTORIA, **pinned})["depth"][0] == 3
    for alliances in (None, [["sicilian", "irish"], ["vipers", "knights"]]):  # an empty block of a rival: no fight
        with pytest.raises(ValueError, match="pinned needs"):
            new_state(CONTENT, {**IN_ASTORIA, **pinned, "alliances": alliances})
    shot = {"party": "irish 1R at corona from bowery"}
    standoff = {"stack": [{"decision": "standoff", "player": "knights", "district": "corona"}]}
    assert new_state(CONTENT, {**IN_ASTORIA, **shot, **standoff, "alliances": None})["depth"][0] == 3
    with pytest.raises(ValueError, match=r"standoff needs .* who is no partner"):
        new_state(CONTENT, {**IN_ASTORIA, **shot, **standoff})


def test_every_decision_says_what_it_needs() -> None:
    assert set(DECISION_IDS) <= set(problems.NEEDS) <= set(FRAMES)


def test_checking_changes_nothing() -> None:
    states = new_state(CONTENT, FIGHT)
    before = states.copy()
    check(TABLES, states, 0)
    assert states.tobytes() == before.tobytes()


def test_games_are_sound_at_every_decision(at_size: Callable[[int, int], int]) -> None:
    families = np.array(action_table(CONTENT).families)
    mask = np.zeros(NUM_ACTIONS, np.int8)
    seats = [np.full(4, NONE, np.int16) for _ in range(3)]
    for game in range(at_size(6, 300)):
        rng = np.random.default_rng(game)
        states = np.zeros(1, STATE)
        options = np.array([2 + game % 3, 15, 25, game % 2, game % 4 > 0, game % 6 == 5], np.int16)
        rules.setup(TABLES, states, 0, np.uint64(game), options, *seats, np.full(25, NONE, np.int16))
        while rules.legal(TABLES, states, 0, mask):
            assert state_problem(CONTENT, states, 0) == ""
            actions = np.flatnonzero(mask)
            # A kind of action first: uniform ids would hardly ever do anything but travel.
            family = rng.choice(np.unique(families[actions]))
            rules.apply(TABLES, states, 0, int(rng.choice(actions[families[actions] == family])))
        assert state_problem(CONTENT, states, 0) == ""
