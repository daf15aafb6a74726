"""Positions: a state as a plain dict and back, whole or as one seat sees it (docs/kingdom_position.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from moonshine_env.kingdom import position, rules
from moonshine_env.kingdom.actions import CLAUSE_IDS, NUM_ACTIONS, action_table
from moonshine_env.kingdom.invariants import state_problem
from moonshine_env.kingdom.phases import reckoning, turns
from moonshine_env.kingdom.position import PositionError, dump, load, new_state
from moonshine_env.kingdom.positions.dumping import _frame
from moonshine_env.kingdom.positions.frames import FRAMES, NUM_ARGUMENTS, PLAY_END_STEPS, RECKONING_STEPS
from moonshine_env.kingdom.positions.loading import TOP_KEYS, _read_frame_of
from moonshine_env.kingdom.positions.opening import PHASES, _read_frame
from moonshine_env.kingdom.positions.players import PLAYER_KEYS
from moonshine_env.kingdom.positions.reading import Spot
from moonshine_env.kingdom.state import STATE
from moonshine_env.kingdom.tables import load_content
from moonshine_env.kingdom.vocab import DECISION_IDS, FRAME_IDS, IN_HAND, LENT, MOB_IDS, NONE, OFFERED

pytestmark = pytest.mark.lane_unjitted

CONTENT = load_content()
TABLES = CONTENT.tables
DOC = (Path(__file__).parents[2] / "docs" / "kingdom_position.md").read_text("utf-8")
EXAMPLES = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", DOC, re.S)]
HIDDEN = {"seed", "card_at", "card_pool", "given", "given_count"}
GIGS = [card for card, deck in zip(CONTENT.card_ids, TABLES[0]["card_deck"], strict=True) if deck == 0]


def new_game(seed: int, players: int) -> np.ndarray:
    states = np.zeros(1, STATE)
    seats = [np.full(4, NONE, np.int16) for _ in range(3)]
    options = np.array([players, 15, 25, seed % 2, seed % 3 > 0, players == 4 and seed % 2], np.int16)
    rules.setup(TABLES, states, 0, np.uint64(seed), options, *seats, np.full(25, NONE, np.int16))
    return states


def play_at_random(states: np.ndarray, seed: int, prefer: tuple[str, ...] = ()) -> Iterator[None]:
    """Play in place up to the end, all families alike, those of `prefer` first; stops at every decision."""
    rng = np.random.default_rng(seed)
    families = np.array(action_table(CONTENT).families)
    mask = np.zeros(NUM_ACTIONS, np.int8)
    while not rules.is_over(TABLES, states, 0):
        yield
        rules.legal(TABLES, states, 0, mask)
        actions = np.flatnonzero(mask)
        offered = sorted(set(families[actions]))
        wanted = [family for family in prefer if family in offered and rng.random() < 0.9]
        family = wanted[0] if wanted else rng.choice(offered)
        rules.apply(TABLES, states, 0, int(rng.choice(actions[families[actions] == family])))


def assert_same(one: np.ndarray, two: np.ndarray) -> None:
    assert [name for name in STATE.names if not np.array_equal(one[name], two[name])] == []
    assert one.tobytes() == two.tobytes()


def assert_round_trips(states: np.ndarray, seed: int) -> None:
    whole = dump(CONTENT, states, 0)
    assert json.loads(json.dumps(whole)) == whole
    assert_same(new_state(CONTENT, whole), states)
    for seat in range(states["num_players"][0]):
        view = dump(CONTENT, states, 0, seat)
        again = new_state(CONTENT, json.loads(json.dumps(view)), seed=seed)
        assert dump(CONTENT, again, 0, seat) == view
        assert state_problem(CONTENT, again, 0) == ""
        assert {name for name in STATE.names if not np.array_equal(again[name], states[name])} <= HIDDEN
        redealt = states.copy()
        rules.redeal(TABLES, redealt, 0, seat, np.uint64(seed))
        assert dump(CONTENT, redealt, 0, seat) == view


# ---- the format and its page


def test_the_examples_of_the_page_load_and_the_view_is_written_as_it_stands_there() -> None:
    short, view = EXAMPLES
    states = new_state(CONTENT, short)
    assert states["given_count"][0] == 8
    assert states["acting_player"][0] == MOB_IDS.index("knights")
    assert dump(CONTENT, new_state(CONTENT, view, seed=1), 0, seat=1) == view


def test_the_page_names_every_key() -> None:
    top, rest = DOC.split("## Top level")[1].split("## Players")
    player, rest = rest.split("## Districts")

    def keys(text: str) -> set[str]:
        return {key for row in re.findall(r"^\| (`.*?) \|", text, re.M) for key in re.findall(r"`(\w+)`", row)}

    assert keys(top) == set(TOP_KEYS)
    assert keys(player) == set(PLAYER_KEYS)
    assert keys(rest.split("### Decisions")[0].split("## What is open")[1]) == {"phase", *PHASES}


def test_the_page_lists_every_entry_of_the_stack_with_its_keys() -> None:
    listed = {}
    for name, cell in re.findall(r"^\| `(\w+)` \| (.*?) ?\| ", DOC.split("### Decisions")[1], re.M):
        plain = re.sub(r"\(.*?\)", "", cell)
        listed[name] = [(key, star == "*") for key, star in re.findall(r"`(\w+)`(\*?)", plain)]
    wanted = {
        name: [(argument.name, argument.default is not None) for argument in arguments]
        for name, arguments in FRAMES.items()
    }
    del listed["decision"], listed["work"]  # headings
    assert listed == wanted
    assert list(FRAMES) == list(FRAME_IDS[1:])


def test_steps_have_the_names_of_the_rules() -> None:
    for name, step in zip(("SWEEP", "BORROW", "CONTRACT", "REPAY", "END"), RECKONING_STEPS, strict=True):
        assert getattr(reckoning, f"{name}_STEP") == RECKONING_STEPS.index(step)
    assert list(range(len(PLAY_END_STEPS))) == [turns.HEAT_STEP, turns.RAID_STEP, turns.LAST_STEP]


@pytest.mark.parametrize("name", FRAMES)
def test_every_kind_of_entry_is_written_and_read_alike(name: str) -> None:
    table = _read_frame_of(CONTENT, {})
    rng = np.random.default_rng(len(name))
    for actor in (0, 3) if name in DECISION_IDS else (NONE, 2):
        for ends in ("low", "high", "between"):
            frame = [FRAME_IDS.index(name), actor] + [0] * NUM_ARGUMENTS
            for k, argument in enumerate(FRAMES[name]):
                low, high = argument.low, argument.high
                frame[2 + k] = {"low": low, "high": high}.get(ends, int(rng.integers(low, high + 1)))
            written = json.loads(json.dumps(_frame(CONTENT, table.mobs, np.array(frame, np.int16))))
            assert _read_frame(table, Spot("stack[0]", written)) == tuple(frame), written


# ---- round trips


def test_a_new_game_and_every_state_after_it_come_back_byte_for_byte(at_size: Callable[[int, int], int]) -> None:
    for game in range(at_size(3, 30)):
        states = new_game(game, 2 + game % 3)
        for decision, _ in enumerate(play_at_random(states, game)):
            if decision % 9 == 0:
                assert_round_trips(states, decision)
        assert states["depth"][0] == 0
        assert_round_trips(states, game)


def test_views_come_back_through_reshuffles() -> None:
    hands = {mob: {"hand": GIGS[4 * k : 4 * k + 3]} for k, mob in enumerate(MOB_IDS)}
    states = new_state(
        CONTENT,
        {
            "players": hands,
            "districts": dict.fromkeys(["five_points"], "sicilian 1B 2R S")
            | {"corona": "irish 1B 2R S", "hunts_point": "vipers 1B 2R S", "brownsville": "knights 1B 2R S"},
            "decks": {"gig": {"discards": GIGS[16:21]}},
        },
        seed=3,
    )
    older = 0
    for decision, _ in enumerate(play_at_random(states, 5, prefer=("hustle", "stake"))):
        decks = dump(CONTENT, states, 0)["decks"]
        if any("older_pools" in deck for deck in decks.values()) and older < 40:
            older += 1
            assert_round_trips(states, decision)
    assert older == 40
    assert max(states["reshuffles"][0]) >= 2


def test_a_seed_too_long_for_other_languages_is_a_string() -> None:
    states = new_state(CONTENT, {}, seed=2**64 - 1)
    assert dump(CONTENT, states, 0)["seed"] == str(2**64 - 1)
    assert_same(new_state(CONTENT, dump(CONTENT, states, 0)), states)
    assert dump(CONTENT, new_state(CONTENT, {"seed": 7}), 0)["seed"] == 7


def test_what_is_written_holds_plain_values_only() -> None:
    def walk(value: Any) -> None:
        assert type(value) in (dict, list, str, int, bool), type(value)
        if isinstance(value, (dict, list)):
            for item in value.values() if isinstance(value, dict) else value:
                walk(item)

    states = new_game(1, 4)
    for decision, _ in enumerate(play_at_random(states, 1)):
        if decision % 50 == 0:
            walk(dump(CONTENT, states, 0))
            walk(dump(CONTENT, states, 0, 2))


def test_load_fills_only_its_own_record() -> None:
    states = np.concatenate([new_game(seed, 4) for seed in range(3)])
    before = states.copy()
    load(CONTENT, {"turn": "irish"}, states, 1)
    assert states[0] == before[0]
    assert states[2] == before[2]
    assert_same(states[1:2], new_state(CONTENT, {"turn": "irish"}))


# ---- views


def test_a_view_shows_nothing_that_the_seat_cannot_see() -> None:
    hands = [GIGS[:2], GIGS[2:4], GIGS[4:6]]
    boards = []
    for swap, seed, dice in ((hands, 1, [1, 2]), ([hands[0], hands[2], hands[1]], 2, [6, 6])):
        players = {mob: {"hand": hand} for mob, hand in zip(MOB_IDS, swap, strict=False)}
        boards.append(new_state(CONTENT, {"players": players, "seed": seed, "given_dice": dice}))
    views = [json.dumps(dump(CONTENT, states, 0, 0)) for states in boards]
    assert views[0] == views[1]
    assert dump(CONTENT, boards[0], 0, 1) != dump(CONTENT, boards[1], 0, 1)
    seen = dump(CONTENT, boards[0], 0, 0)
    assert seen.keys().isdisjoint({"seed", "given_dice"})
    assert seen["players"]["irish"]["hidden_hand"] == {"gig": 2}
    assert not any(card in views[0] for card in hands[1] + hands[2])


def test_a_loaded_view_is_dealt_anew_by_the_seed_within_pools() -> None:
    old = GIGS[:5]
    view = {
        "view": "irish",
        "players": {
            "irish": {"hand": [old[0], GIGS[9]]},
            "vipers": {"hidden_hand": {"gig": 3}, "older_in_hand": {"gig": {"0": 2}}},
            "knights": {"hidden_hand": {"gig": 2, "score": 1}, "older_in_hand": {"gig": {"0": 1, "1": 1}}},
        },
        "decks": {"gig": {"reshuffles": 2, "older_pools": {"0": old[:4], "1": old[4:]}}},
    }
    deals, seeds = set(), set()
    for seed in range(60):
        states = new_state(CONTENT, view, seed=seed)
        s = states[0]
        by_id = dict(zip(CONTENT.card_ids, zip(s["card_at"], s["card_pool"], strict=True), strict=True))
        assert by_id[old[0]] == (IN_HAND + 1, 0)
        assert by_id[GIGS[9]] == (IN_HAND + 1, 2)
        assert by_id[old[4]] == (IN_HAND + 3, 1)
        assert sorted(by_id[card] for card in old[1:4]) == [(IN_HAND + 2, 0), (IN_HAND + 2, 0), (IN_HAND + 3, 0)]
        drawn = [card for card in GIGS[5:9] + GIGS[10:] if by_id[card][0] == IN_HAND + 2]
        assert len(drawn) == 1
        assert dump(CONTENT, states, 0, 1)["decks"] == {
            "gig": {"pile": 15, "reshuffles": 2, "older_pools": {"0": old[:4], "1": old[4:]}},
            "racket": {"pile": 18},
            "score": {"pile": 15},
        }
        deals.add(tuple(drawn) + tuple(card for card in old[1:4] if by_id[card][0] == IN_HAND + 3))
        seeds.add(int(s["seed"]))
    assert len(deals) > 20
    assert len(seeds) == 60
    assert_same(new_state(CONTENT, view, seed=4), new_state(CONTENT, view, seed=4))


def test_the_seats_of_a_view_must_play() -> None:
    with pytest.raises(ValueError, match="seat 2 does not play; this game has the seats 0 to 1"):
        dump(CONTENT, new_state(CONTENT, {"mobs": ["irish", "vipers"]}), 0, seat=2)


# ---- partial positions, as the worked cases write them


def test_the_empty_board() -> None:
    s = new_state(CONTENT, {})[0]
    assert s["num_players"] == 4
    assert s["mob"].tolist() == [0, 1, 2, 3]
    assert s["turn_player"] == s["acting_player"] == 0
    assert s["token"].tolist() == [1, 2, 3, 4]
    assert s["cash"].tolist() == [10] * 4
    assert s["slots"].diagonal().tolist() == [5] * 4
    assert s["stash"].tolist() == [2] * 4
    assert s["runners_left"].tolist() == [15] * 4
    assert s["bosses_left"].tolist() == [2, 1, 1, 1]
    assert s["supply"].tolist() == [25] * 4
    assert set(s["still_liquor"]) == {NONE}
    assert not s["precinct"].any()
    assert not s["precincts_left"].any()
    assert (s["max_days"], s["plays_per_day"], s["day"]) == (15, 25, 1)


def players_of(given: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return dump(CONTENT, new_state(CONTENT, given), 0)["players"]  # type: ignore[no-any-return]


def markers(given: dict[str, Any], mob: str) -> tuple[dict[str, int], int]:
    row = players_of(given)[mob]
    return row["ops"], row["stash"]


@pytest.mark.parametrize(
    ("given", "mob", "ops", "stash"),
    [
        ({}, "irish", {"irish": 5}, 2),
        ({"players": {"irish": {"ops": 3}}}, "irish", {"irish": 3}, 4),
        ({"players": {"irish": {"ops": 2, "stash": 5}}}, "irish", {"irish": 2}, 5),
        ({"players": {"irish": {"ops": 5, "stash": 3}}}, "irish", {"irish": 5}, 3),
        ({"players": {"irish": {"markers": 8}}}, "irish", {"irish": 5}, 3),
        ({"players": {"irish": {"stash": 7}}}, "irish", {}, 7),
        ({"heat": ["irish", "vipers", "irish"]}, "irish", {"irish": 5}, 0),
        ({"players": {"sicilian": {"next_token": 1}}}, "sicilian", {}, 7),
        ({"phase": "reckoning", "players": {"irish": {"staked": {"ruler_of_the_piers": 2}}}}, "irish", {}, 5),
        # C51: two of the Knights' markers are lent to the Irish
        (
            {"players": {"irish": {"ops": {"irish": 1, "knights": 2}}, "knights": {"ops": 3}}},
            "knights",
            {"knights": 3},
            2,
        ),
        ({"players": {"irish": {"ops": {"irish": 1, "knights": 2}}}}, "irish", {"irish": 1, "knights": 2}, 6),
    ],
)
def test_markers_that_are_not_named_follow_from_the_rest(
    given: dict[str, Any], mob: str, ops: dict[str, int], stash: int
) -> None:
    assert markers(given, mob) == (ops, stash)


def test_tokens_that_are_not_named_are_the_free_ones_in_the_order_of_the_mobs() -> None:
    assert [row["token"] for row in players_of({"players": {"vipers": {"token": 1}}}).values()] == [2, 3, 1, 4]
    reversed_seats = players_of({"mobs": ["knights", "irish", "sicilian"]})
    assert {mob: row["token"] for mob, row in reversed_seats.items()} == {"knights": 3, "irish": 2, "sicilian": 1}


def test_at_night_everybody_has_a_token_for_tomorrow() -> None:
    rows = players_of({"phase": "debts", "players": {"knights": {"next_token": 1}}})
    assert [row["next_token"] for row in rows.values()] == [2, 3, 4, 1]


@pytest.mark.parametrize(
    ("given", "bottom", "top", "actor"),
    [
        ({"turn": "vipers"}, ("operations", 0), "turn", "vipers"),
        ({"players": {"sicilian": {"next_token": 1}}}, ("operations", 0), "turn", "irish"),
        (
            {"mobs": ["sicilian", "irish"], "phase": "draft", "brew_dice": {"red": [1, 4, 6], "white": [1, 2, 5]}},
            ("brew", 1),
            "draft",
            "sicilian",
        ),
        (
            {"phase": "draft", "turn": "knights", "brew_dice": {"red": [2, 3], "white": [4, 6]}},
            ("brew", 4),
            "draft",
            "knights",
        ),
        ({"phase": "blowback", "brew_dice": {"red": [5], "white": [6]}}, ("brew", 4), "brew", None),
        ({"phase": "grease", "turn": "irish", "day": 2}, ("grease_round", 2), "grease", "irish"),
        ({"phase": "reckoning"}, ("reckoning", 0), "reckoning", None),
        ({"phase": "debts"}, ("reckoning", RECKONING_STEPS.index("repay")), "reckoning", None),
    ],
)
def test_a_phase_stands_for_a_stack(
    given: dict[str, Any], bottom: tuple[str, int], top: str, actor: str | None
) -> None:
    states = new_state(CONTENT, given)
    s = states[0]
    assert (FRAME_IDS[s["stack"][0, 0]], s["stack"][0, 2]) == bottom
    assert FRAME_IDS[s["stack"][s["depth"] - 1, 0]] == top
    assert s["acting_player"] == (MOB_IDS.index(actor) if actor else NONE)
    assert_same(new_state(CONTENT, dump(CONTENT, states, 0)), states)


def test_the_stack_may_begin_with_the_open_decision() -> None:
    games = 0
    for seed in range(4):
        states = new_game(seed, 4)
        for decision, _ in enumerate(play_at_random(states, seed)):
            whole = dump(CONTENT, states, 0)
            top = whole["stack"][-1]
            alone = [entry for entry in whole["stack"] if "decision" in entry]
            if decision % 3 or top["decision"] in ("heat_owner", "pay_owner"):
                continue
            loaded = new_state(CONTENT, {**whole, "stack": alone[-1:]})
            # What cannot be told: a second Safehouse to settle, and Kickbacks or a Rat's Raid already behind.
            if len(alone) == 1 and not any("rat" in entry or "kickbacks" in entry for entry in whole["stack"]):
                assert dump(CONTENT, loaded, 0)["stack"] == whole["stack"]
                games += 1
    assert games > 300


def test_a_string_of_pieces_says_the_same_as_an_object() -> None:
    long_form = {
        "bowery": {"mob": "irish", "bosses": 1, "runners": 2, "safehouse": True, "barrels": {"gin": 3}},
        "corona": {"barrels": {"whisky": 2, "moonshine": 1}},
        "astoria": {"mob": "vipers", "runners": 1, "barrels": "1r"},
    }
    short = {"bowery": "irish 1B 2R S 3g", "corona": "2w 1m", "astoria": "vipers R 1r"}
    still = {"bowery": {"liquor": "gin", "number": 6, "fired": True}, "corona": {"liquor": "rum", "number": 6}}
    one = new_state(CONTENT, {"districts": long_form, "stills": {"bowery": still["bowery"]}})
    assert_same(one, new_state(CONTENT, {"districts": short, "stills": {"bowery": "gin 6 fired"}}))
    party = {"mob": "irish", "place": "corona", "origin": "bowery", "runners": 2, "barrels": {"whisky": 1}}
    fight = {
        "turn": "irish",
        "districts": {"corona": "vipers 2R"},
        "stack": [{"decision": "pinned", "player": "irish", "district": "corona"}],
    }
    assert_same(
        new_state(CONTENT, {**fight, "party": party}),
        new_state(CONTENT, {**fight, "party": "irish 2R 1w at corona from bowery"}),
    )


def test_a_supply_that_is_given_sends_the_rest_elsewhere() -> None:
    s = new_state(
        CONTENT,
        {
            "districts": {"hunts_point": "irish 1R S", "bowery": "knights 5R 2g"},
            "supply": {"gin": 1},
            "elsewhere": {"barrels": {"rum": 3}, "knights": {"safehouses": 1}},
            "players": {"irish": {"supply": {"runners": 4}, "runners_lost": 1}},
        },
    )[0]
    assert (s["supply"][1], s["elsewhere_barrels"][1], s["supply"][3]) == (1, 22, 22)
    assert (s["runners_left"][1], s["elsewhere_runners"][1], s["runners_lost"][1]) == (4, 9, 1)
    assert (s["safehouses_left"][1], s["safehouses_left"][3]) == (2, 2)


# ---- cooperation, Blood Oath


PROMISE = {"by": "irish", "to": "knights", "clause": "pay 500", "due": 3}
DEALS: dict[str, Any] = {
    "options": {"variant": "blood_oath"},
    "day": 3,
    "turn": "irish",
    "players": {
        "irish": {
            "cash": 1000,
            "ops": {"irish": 2, "vipers": 1},
            "stash": 2,
            "staked": {"block_party": 1, "ruler_of_the_piers": 2},
            "stake_order": ["ruler_of_the_piers", "block_party"],
            "favors": ["stephanie_st_clair", "jimmy_walker"],
            "favors_lost": ["texas_guinan"],
            "offers_today": 2,
        }
    },
    "promises": [
        {
            "by": "irish",
            "to": "knights",
            "clause": "barrels 3 gin",
            "due": 4,
            "favor": "jimmy_walker",
            "barrels_pushed": 2,
        },
        {"by": "knights", "to": "irish", "clause": "no_entry anywhere", "due": 3},
        {"by": "irish", "to": "knights", "clause": "passage staten_island", "due": 3, "favor": "stephanie_st_clair"},
    ],
    "crackdown": 10,
    "alliances": [["sicilian", "knights"], ["irish", "vipers"]],
    "stack": [
        {"work": "operations"},
        {"decision": "turn", "player": "irish", "talked": "lend offer"},
        {
            "decision": "answer",
            "player": "sicilian",
            "give": "cash 500",
            "want": "pay 1000",
            "want_terms": "tomorrow none",
        },
    ],
}


def test_deals_and_alliances_are_read_and_written_as_they_stand() -> None:
    states = new_state(CONTENT, DEALS)
    whole = dump(CONTENT, states, 0)
    assert {key: whole[key] for key in DEALS if key != "players"} == {
        key: value for key, value in DEALS.items() if key != "players"
    }
    assert DEALS["players"]["irish"].items() <= whole["players"]["irish"].items()
    assert_round_trips(states, 1)
    s = states[0]
    assert (s["promise_count"], s["crackdown"], s["blood_oath"], s["cooperation"]) == (3, 10, 1, 1)
    assert s["partner"].tolist() == [3, 2, 1, 0]
    assert s["stack"][1].tolist()[4] == LENT + OFFERED
    order = dict(zip(CONTENT.card_ids, s["stake_order"].tolist(), strict=True))
    assert {card: n for card, n in order.items() if n} == {"ruler_of_the_piers": 1, "block_party": 2}
    assert s["promises"][1].tolist() == [3, 1, CLAUSE_IDS.index("no_entry anywhere"), 3, NONE, 0]
    assert not s["promises"][3:].any()


def test_what_everybody_knows_of_deals_is_in_every_view() -> None:
    views = [dump(CONTENT, new_state(CONTENT, DEALS), 0, seat) for seat in range(4)]
    for key in ("promises", "crackdown", "alliances", "stack", "options"):
        assert [view[key] for view in views] == [DEALS[key]] * 4
    assert {view["players"]["irish"]["offers_today"] for view in views} == {2}


def test_what_is_left_out_of_deals_is_as_on_the_page() -> None:
    s = new_state(CONTENT, {"players": {"irish": {"staked": {"ruler_of_the_piers": 1, "block_party": 1}}}})[0]
    assert (s["cooperation"], s["blood_oath"], s["crackdown"], s["promise_count"]) == (1, 0, 0, 0)
    assert not s["favors_lost"].any()
    assert not s["offers"].any()
    assert set(s["partner"]) == {NONE}
    staked = [CONTENT.card_ids[card] for card in np.argsort(s["stake_order"], kind="stable")[-2:]]
    assert staked == [card for card in CONTENT.card_ids if card in ("ruler_of_the_piers", "block_party")]
    oath = {"options": {"variant": "blood_oath"}}
    assert new_state(CONTENT, oath)["crackdown"][0] == 1
    assert "crackdown" not in dump(CONTENT, new_state(CONTENT, oath), 0)
    assert new_state(CONTENT, {**oath, "alliances": DEALS["alliances"]})["crackdown"][0] == 10
    assert dump(CONTENT, new_state(CONTENT, {**oath, "crackdown": 9}), 0)["crackdown"] == 9
    assert dump(CONTENT, new_state(CONTENT, {"options": {"cooperation": False}}), 0)["options"] == {
        "cooperation": False
    }
    one = {"players": {"irish": {"staked": {"block_party": 1}, "stake_order": ["block_party"]}}}
    assert "stake_order" not in players_of(one)["irish"]


@pytest.mark.parametrize(
    ("decision", "below"),
    [
        ({"decision": "clause", "player": "irish", "rival": "vipers"}, {}),
        ({"decision": "clause", "player": "irish", "rival": "vipers", "give": "cash 500"}, {}),
        (
            {
                "decision": "terms",
                "player": "irish",
                "rival": "vipers",
                "give": "pay 100",
                "give_terms": "today none",
                "want": "barrels 5 rum",
            },
            {},
        ),
        ({"decision": "answer", "player": "vipers", "give": "nothing", "want": "cash 100"}, {}),
        ({"decision": "promise", "player": "irish", "number": 2}, {"work": "deadlines", "next": 2}),
        ({"decision": "promise", "player": "irish", "number": 1}, {"work": "deadlines"}),
    ],
)
def test_what_lies_below_talk_is_filled_in(decision: dict[str, Any], below: dict[str, Any]) -> None:
    promises = [{**PROMISE, "due": 2 if decision.get("number") == 2 else 1}, {**PROMISE, "due": 1}]
    given: dict[str, Any] = {"stack": [decision], "promises": promises}
    if below:
        wanted = [below, decision]
    else:
        given["turn"] = "irish"
        wanted = [{"work": "operations"}, {"decision": "turn", "player": "irish", "talked": "offer"}, decision]
    states = new_state(CONTENT, given)
    whole = dump(CONTENT, states, 0)
    assert whole["stack"] == wanted
    assert_same(new_state(CONTENT, whole), states)
    if below:  # everybody lies low: tokens for tomorrow, and empty slots
        assert [row["next_token"] for row in whole["players"].values()] == [1, 2, 3, 4]
        assert not states["slots"].any()


def test_everybody_lies_low_while_promises_fall_due() -> None:
    states = new_state(CONTENT, {"stack": [{"work": "deadlines"}], "promises": [{**PROMISE, "due": 1}]})
    assert states["next_token"][0].tolist() == [1, 2, 3, 4]
    assert states["turn_player"][0] == states["acting_player"][0] == NONE


def deal(**changes: Any) -> dict[str, Any]:
    promise = {**PROMISE, "due": 1, **changes}
    return {"promises": [{key: value for key, value in promise.items() if value is not None}]}


OATH: dict[str, Any] = {"options": {"variant": "blood_oath"}}


# ---- what does not fit


PINNED = [{"decision": "pinned", "player": "knights", "district": "corona"}]
VIEW = {"view": "irish"}
BAD = [
    ({"players": {"irsh": {}}}, "players.irsh: 'irsh' is no mob in this game; did you mean irish?"),
    ({"player": {}}, "player: no such key here; did you mean players or play?"),
    ({"players": {"irish": {"cahs": 1}}}, "players.irish.cahs: no such key here; did you mean cash?"),
    (
        {"players": {"irish": {"cash": 150}}},
        "players.irish.cash: $150 cannot be: every sum of cash is a multiple of $100",
    ),
    ({"players": {"irish": {"cash": "much"}}}, "players.irish.cash: expected a number of $, found 'much'"),
    ({"players": {"irish": {"cash": True}}}, "expected a number of $, found True"),
    ({"players": {"irish": {"favors": ["walker"]}}}, "players.irish.favors[0]: 'walker' is no broker;"),
    ({"players": {"irish": {"commission": 1}}}, "players.irish.commission: expected true or false, found 1"),
    ({"game": "empire"}, "game: 'empire' is no game; one of: kingdom"),
    ({"mobs": ["irish"]}, "mobs: 1 mobs cannot play; 2 to 4 can"),
    ({"mobs": ["irish", "irish"]}, "mobs[1]: irish is named twice"),
    ({"mobs": ["irish", "vipers"], "turn": "knights"}, "turn: 'knights' is no mob in this game; one of: irish, vipers"),
    (
        {"mobs": ["irish", "vipers"], "options": {"num_players": 3}},
        "options.num_players: 3 players, but `mobs` names 2",
    ),
    ({"day": 16}, "day: 16 (the Day) cannot be; 1 to 15 can"),
    ({"districts": {"corana": "irish 1R"}}, "districts.corana: 'corana' is no District; did you mean corona"),
    (
        {"districts": {"corona": "irish 2R vipers 1R"}},
        "districts.corona: irish and vipers cannot both stand in one District",
    ),
    ({"districts": {"corona": "irihs 2R"}}, "cannot read 'irihs' (did you mean irish?); expected a mob, then pieces"),
    ({"districts": {"corona": "2R"}}, "districts.corona: whose pieces are these?"),
    ({"districts": {"corona": "irish 2R 1R"}}, "districts.corona: 'R' is named twice"),
    ({"districts": {"corona": "irish 16R"}}, "districts.corona: 16 Runners cannot be; at most 15"),
    (
        {"districts": {"corona": {"mob": "irish", "runners": 16}}},
        "districts.corona.runners: 16 Runners cannot be; 0 to 15 can",
    ),
    (
        {"districts": {"corona": "irish 8R", "bowery": "irish 8R"}},
        "players.irish: 16 are on the board, but irish has 15 Runners",
    ),
    (
        {"districts": {"corona": "irish 1B", "bowery": "irish 1B"}},
        "players.irish: 2 are on the board, but irish has 1 Bosses",
    ),
    (
        {"districts": dict.fromkeys(CONTENT.district_ids[:4], "irish S")},
        "players.irish: 4 are on the board, but irish has 3",
    ),
    (
        {"districts": {"corona": "20g", "bowery": "6g"}},
        "supply.gin: 26 are on the board, but there are 25 Barrels of gin",
    ),
    ({"districts": {"corona": {"runners": 2}}}, "districts.corona: pieces need a `mob`"),
    (
        {"districts": {"corona": {"mob": "irish", "safehouse": "knights"}}},
        "districts.corona.safehouse: it is another mob's",
    ),
    (
        {"districts": {"corona": {"mob": "irish", "barrels": {"gin": 2}}}},
        "districts.corona: someone Controls it, but no piece",
    ),
    (
        {"precincts": ["corona"], "districts": {"corona": "irish 1R"}},
        "districts.corona: a Precinct stands there, so no piece",
    ),
    (
        {"precincts": ["corona", "astoria"]},
        "precincts: queens has 2 Precincts, board and supply together; each Borough has one",
    ),
    ({"stills": {"corona": "rum 7"}}, "stills.corona: there is no such token, or it lies twice"),
    ({"stills": {"corona": "gin 7", "bowery": "gin 7"}}, "there is no such token, or it lies twice"),
    ({"stills": {"corona": "gin"}}, "stills.corona: cannot read 'gin'; expected a liquor and a number"),
    (
        {"supply": {"gin": 20}, "elsewhere": {"barrels": {"gin": 1}}},
        "supply.gin: 0 on the board, 20 here and 1 elsewhere",
    ),
    ({"market": {"gin": 600}}, "market.gin: no such price"),
    ({"heat": ["irish"] * 6}, "heat: 6 markers cannot be; the track has 5 spaces"),
    ({"heat": ["irish", "vipers", "irish", "vipers", "knights"]}, "heat: the track is full, but no Play is going on"),
    ({"players": {"irish": {"ops": 6}}}, "players.irish.ops.irish: 6 markers cannot be; 0 to 5 can"),
    (
        {"players": {"irish": {"ops": {"irish": 3, "knights": 3}}}},
        "players.irish.ops: 6 markers are in these slots; there are 5",
    ),
    ({"players": {"irish": {"ops": 5, "stash": 8}}}, "players.irish: 13 markers are named; a player has at most 12"),
    (
        {"players": {"irish": {"staked": {"ruler_of_the_piers": 3}}}},
        "players.irish: 8 markers are in slots, on the Heat Track",
    ),
    (
        {"players": {"irish": {"staked": {"block_party": 2}}}},
        "players.irish.staked.block_party: 2 markers on this Contract",
    ),
    ({"players": {"irish": {"next_token": 1, "ops": 1}}}, "players.irish.ops: he lies low, so his slots must be empty"),
    ({"players": {"irish": {"next_token": 2}}}, "next_token: tomorrow's Turn Tokens are taken from 1 up"),
    (
        {"players": {"irish": {"token": 2}, "vipers": {"token": 2}}},
        "players.vipers.token: irish holds Turn Token 2 already",
    ),
    ({"players": {"irish": {"marks": 7}, "vipers": {"marks": 6}}}, "players: 13 Marks are held; there are 12"),
    (
        {"players": {"irish": {"hand": ["block_party"], "completed": ["block_party"]}}},
        "players.irish.completed[0]: block_party stands at players.irish.hand[0] already; each",
    ),
    ({"players": {"irish": {"hand": ["blok_party"]}}}, "'blok_party' is no Contract; did you mean block_party?"),
    ({"decks": {"gig": {"discards": ["paper_king"]}}}, "decks.gig.discards[0]: paper_king is a racket, not a gig"),
    ({"decks": {"gig": {"pile": 3}}}, "decks.gig.pile: 3 cannot be: 22 cards of this deck are not anywhere else"),
    ({"decks": {"gig": {"older_pools": {"0": ["block_party"]}}}}, "decks.gig.older_pools.0: '0' is no pool older than"),
    (
        {"decks": {"gig": {"reshuffles": 1, "older_pools": {"0": ["block_party"]}}}},
        "cards of older pools are in hands, but",
    ),
    ({"players": {"irish": {"hidden_hand": {"gig": 1}}}}, "players.irish.hidden_hand: only a view hides cards"),
    ({**VIEW, "players": {"irish": {"hidden_hand": {"gig": 1}}}}, "a seat sees its own cards; name them in `hand`"),
    ({**VIEW, "players": {"vipers": {"hand": []}}}, "players.vipers.hand: the view of irish cannot show it"),
    ({**VIEW, "seed": 1}, "seed: no seat knows this; a view may not hold it"),
    ({**VIEW, "given_dice": [1]}, "given_dice: no seat knows this"),
    (
        {**VIEW, "players": {"vipers": {"hidden_hand": {"gig": 23}}}},
        "decks.gig: rivals hold 23 cards of the present pool, but only 22",
    ),
    (
        {
            **VIEW,
            "players": {"vipers": {"hidden_hand": {"gig": 1}}},
            "decks": {"gig": {"reshuffles": 1, "older_pools": {"0": ["block_party"]}}},
        },
        "decks.gig: older_pools.0 leaves 1 cards to rivals' hands, but their older_in_hand says 0",
    ),
    ({"given_dice": [1, 7]}, "given_dice[1]: 7 on a die cannot be; 1 to 6 can"),
    ({"given_dice": [1] * 65}, "given_dice: 65 dice are given; there is room for 64"),
    ({"phase": "draft"}, "brew_dice: in the Brew one die of each colour is there for every draft to come and one more"),
    ({"brew_dice": {"red": [1]}}, "brew_dice: in the Brew one die"),
    ({"phase": "reckoning", "turn": "irish"}, "turn: it is nobody's turn in the phase 'reckoning'"),
    ({"phase": "turn", "stack": PINNED}, "phase: `stack` says already what is open"),
    (
        {"stack": [{"decision": "pined", "player": "irish"}]},
        "stack[0].decision: 'pined' is no decision; did you mean pinned",
    ),
    ({"stack": [{"decision": "brew"}]}, "stack[0].decision: 'brew' is no decision"),
    ({"stack": [{"decision": "pinned", "player": "irish"}]}, "stack[0]: pinned needs `district`"),
    ({"stack": [{"decision": "pinned", "district": "corona"}]}, "stack[0]: pinned needs its `player`, who decides"),
    ({"stack": [{"player": "irish"}]}, 'stack[0]: expected {"decision": ...} or {"work": ...}'),
    (
        {"turn": "irish", "stack": [{"decision": "turn", "player": "irish", "district": "corona"}]},
        "stack[0].district: no such key",
    ),
    (
        {"turn": "irish", "stack": [{"decision": "sell", "player": "irish", "district": "corona", "liquor": "beer"}]},
        "is no liquor",
    ),
    ({"stack": [{"decision": "heat_owner", "player": "irish"}]}, "stack: what lies below heat_owner cannot be guessed"),
    ({"stack": []}, "stack: expected at least the open decision"),
    ({"turn": "knights", "stack": PINNED}, "pinned needs a party of the turn player standing there"),
    (
        {
            "turn": "irish",
            "stack": PINNED,
            "party": "knights 2R at corona from bowery",
            "districts": {"corona": "irish 1R"},
        },
        "pinned needs a party of the turn player standing there",
    ),
    ({"stack": PINNED}, "turn: in Operations it is somebody's turn, else nobody's"),
    (
        {"turn": "irish", "players": {"irish": {"ops": 0}}},
        "turn needs the work `operations` below it, and a `turn` player who",
    ),
    ({"party": "irish 2R at corona from bowery"}, "party: no open decision or work is about it"),
    ({"party": "irish 2R at corona"}, "party: a party needs its `origin`, where it Falls Back to"),
    ({"party": "irish 2R near corona"}, "party: cannot read 'near'"),
    ({"play": {"spent": {"irish": 1}}}, "play: spent markers, Heat or amounts are left, but no Play is going on"),
    ({"ending": "victory"}, "players.sicilian: the game is over: every player needs a `place`"),
    ({"ending": "victory", "players": {mob: {"place": 1} for mob in MOB_IDS}}, "places 1, 2, ... are taken"),
    ([1, 2], "position: expected an object, found [1, 2]"),
    (deal(by=None), "promises[0]: a promise needs `by`"),
    (deal(due=None), "promises[0]: a promise needs `due`"),
    (deal(to="irish"), "promises[0].to: irish cannot promise himself something"),
    (deal(clause="cash 500"), "promises[0].clause: 'cash 500' is no promise; did you mean pay 500"),
    (deal(clause="pay 600"), "promises[0].clause: 'pay 600' is no promise; did you mean pay"),
    (deal(due=3), "promises[0].due: 3 (the Day it falls due) cannot be; 1 to 2 can"),
    (deal(favor="jimmy_walker"), "promises[0].favor: irish holds no such Favor; he may stake those of his `favors`"),
    (deal(favor="walker"), "promises[0].favor: 'walker' is no broker"),
    (deal(barrels_pushed=1), "promises[0].barrels_pushed: 'pay 500' is no promise of Barrels; leave it out"),
    (deal(clause="barrels 2 gin", barrels_pushed=5), "promises[0].barrels_pushed: 5 Barrels cannot be; 0 to 4 can"),
    (deal(clause="barrels 2 gin", barrels_pushed=2), "promises[0]: it needs two different mobs, a promise"),
    ({"promises": deal()["promises"] * 49}, "promises: 49 promises cannot be open; at most 48"),
    (
        {
            "players": {"irish": {"favors": ["jimmy_walker"]}},
            "promises": [deal(favor="jimmy_walker", to=mob)["promises"][0] for mob in ("vipers", "knights")],
        },
        "promises[1]: it needs two different mobs",
    ),
    (
        {**deal(), "options": {"cooperation": False}},
        "promises: more than there is room for, something behind the last, or",
    ),
    (
        {**deal(), "phase": "reckoning"},
        "promises[0]: it needs two different mobs, a promise, today or tomorrow as its Day",
    ),
    ({"options": {"cooperation": 0}}, "options.cooperation: expected true or false, found 0"),
    ({"options": {"variant": "blood"}}, "options.variant: 'blood' is no variant; did you mean blood_oath"),
    (
        {**OATH, "mobs": ["irish", "knights", "vipers"]},
        "options.variant: a Blood Oath takes 4 players; here 3 play",
    ),
    ({"crackdown": 2}, "crackdown: only a Blood Oath has it"),
    ({"alliances": []}, "alliances: only a Blood Oath has it"),
    ({**OATH, "crackdown": 11}, "crackdown: 11 (the space) cannot be; 1 to 10 can"),
    ({**OATH, "crackdown": 10}, "crackdown: on the last space the alliances stand; name them in `alliances`"),
    ({**OATH, "alliances": DEALS["alliances"], "crackdown": 9}, "crackdown: 9 (the space) cannot be; 10 to 10 can"),
    ({**OATH, "alliances": [["irish", "vipers"]]}, "alliances: expected two pairs, of all 4 mobs"),
    ({**OATH, "alliances": [["irish", "irish"]]}, "alliances[0]: an alliance is of two different mobs"),
    (
        {**OATH, "alliances": [["irish", "vipers"], ["irish", "knights"]]},
        "alliances[1]: irish has a partner already",
    ),
    ({"players": {"irish": {"offers_today": 4}}}, "players.irish.offers_today: 4 offers cannot be; 0 to 3 can"),
    (
        {"players": {"irish": {"favors": ["jimmy_walker"], "favors_lost": ["jimmy_walker"]}}},
        "players.irish.favors_lost: a Favor lost is not held",
    ),
    (
        {"players": {"irish": {"staked": {"block_party": 1}, "stake_order": ["block_party", "slow_sip"]}}},
        "players.irish.stake_order: expected all that he has staked, each once: block_party",
    ),
    ({"players": {"irish": {"stake_order": ["slow_sip"]}}}, "expected all that he has staked, each once: nothing"),
    (
        {"turn": "irish", "stack": [{"decision": "clause", "player": "irish"}]},
        "stack[0]: clause needs `rival`",
    ),
    (
        {"turn": "irish", "stack": [{"decision": "clause", "player": "irish", "rival": "vipers", "give": "cash 150"}]},
        "stack[0].give: 'cash 150' is no clause; did you mean cash",
    ),
    (
        {"turn": "irish", "stack": [{"decision": "turn", "player": "irish", "talked": "offer lend"}]},
        "stack[0].talked: 'offer lend' is no table talk",
    ),
    (
        {"stack": [{"decision": "promise", "player": "irish", "number": 0}]},
        "0 in the list of promises cannot be; 1 to 48",
    ),
]


@pytest.mark.parametrize(("given", "message"), BAD)
def test_what_does_not_fit_is_refused_with_the_place_and_the_reason(given: Any, message: str) -> None:
    states = new_game(1, 4)
    before = states.copy()
    with pytest.raises(PositionError) as error:
        load(CONTENT, given, states, 0)
    assert message in str(error.value)
    assert_same(states, before)


def test_the_public_face() -> None:
    assert sorted(position.__all__) == ["Position", "PositionError", "dump", "load", "new_state"]
    assert issubclass(PositionError, ValueError)
