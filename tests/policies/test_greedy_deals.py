"""`greedy` at a table that talks: loans, offers and promises, and families in a Blood Oath."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import policies
from moonshine_env.batch import Batch
from moonshine_env.kingdom import position as positions
from moonshine_env.kingdom.actions import action_table
from moonshine_env.kingdom.game import GAME
from moonshine_env.kingdom.tables import load_content
from policies.greedy import GreedyPolicy
from tests.policies.one_decision import observe

CONTENT = load_content(None)
TABLE = action_table(CONTENT)
GREEDY = GreedyPolicy()
RANDOM = policies.load("random")
HOMES = {
    "hunts_point": "irish 4R",
    "red_hook": "knights 3R",
    "five_points": "sicilian 3R",
    "flushing": "vipers 3R",
}


def choose(position):
    """Say what `greedy` plays at the open decision of a position."""
    states = positions.new_state(CONTENT, position)
    mask = np.zeros(GAME.num_actions, np.int8)
    seats = observe(states, mask)
    (action,) = GREEDY.act(seats, np.random.default_rng(0))
    assert mask[action]
    return TABLE.name(int(action))


def table(frame, players=None, work="operations", **more):
    """Four mobs in their homes, each with cash, and an open decision."""
    known = {mob: {"cash": 1500} for mob in ("sicilian", "irish", "vipers", "knights")}
    known = {mob: {**player, **(players or {}).get(mob, {})} for mob, player in known.items()}
    known["irish"].setdefault("favors", ["jimmy_walker"])
    known["knights"].setdefault("favors", ["arnold_rothstein"])
    return {
        "day": 3,
        "turn": "knights",
        "players": known,
        "districts": HOMES,
        "stack": [{"work": work}, frame] if isinstance(frame, dict) else [{"work": work}, *frame],
        **more,
    }


def answer(give, want, give_terms=None, want_terms=None, **more):
    """Say what the Irish answer to the Knights."""
    frame = {"decision": "answer", "player": "irish", "give": give, "want": want}
    frame |= {"give_terms": give_terms} if give_terms else {}
    frame |= {"want_terms": want_terms} if want_terms else {}
    return choose(table([{"decision": "turn", "player": "knights", "talked": "offer"}, frame], **more))


# ---- offers


@pytest.mark.parametrize(
    ("give", "give_terms", "want", "want_terms", "expected"),
    [
        ("cash 500", None, "nothing", None, "accept"),
        ("nothing", None, "cash 500", None, "decline"),
        ("cash 500", None, "cash 1000", None, "decline"),
        ("cash 1000", None, "cash 100", None, "accept"),
        ("nothing", None, "lend 1", None, "decline"),
        ("lend 2", None, "nothing", None, "accept"),
        ("cash 1000", None, "lend 1", None, "accept"),
        ("cash 100", None, "lend 3", None, "decline"),
        # A promise is worth something with a Favor on it, and nothing without.
        ("pay 1500", "tomorrow none", "cash 500", None, "decline"),
        ("pay 1500", "tomorrow arnold_rothstein", "cash 500", None, "accept"),
        ("pay 5000", "tomorrow arnold_rothstein", "cash 1500", None, "decline"),  # he has no such cash
        ("barrels 3 rum", "today arnold_rothstein", "cash 100", None, "accept"),
        ("no_entry anywhere", "tomorrow none", "cash 100", None, "decline"),
        # One's own costs what it binds to; a mere word costs nothing.
        ("cash 100", None, "pay 500", "today none", "accept"),
        ("cash 100", None, "pay 500", "today jimmy_walker", "decline"),
        ("cash 100", None, "no_entry bronx", "today jimmy_walker", "decline"),
        ("cash 500", None, "no_entry staten_island", "today jimmy_walker", "accept"),
        ("cash 500", None, "barrels 5 rum", "today jimmy_walker", "decline"),
        ("no_entry bronx", "today none", "passage bronx", "today none", "decline"),  # nothing for nothing
    ],
)
def test_an_offer_is_answered_by_its_worth(give, give_terms, want, want_terms, expected):
    few = {"knights": {"ops": 2}, "irish": {"ops": 3}}
    assert answer(give, want, give_terms, want_terms, players=few) == expected


def test_the_leader_gets_less_for_his_money():
    leader = {"cash": 4000, "ops": 1, "completed": ["gin_baron", "block_party"]}
    usual = {"players": {"irish": {"ops": 5}, "knights": {"cash": 4000, "ops": 1}}}
    assert answer("cash 500", "lend 1", **usual) == "accept"
    assert answer("cash 500", "lend 1", players={"irish": {"ops": 5}, "knights": leader}) == "decline"


def test_a_loan_is_sought_with_the_last_marker_and_paid_for():
    turn = {"decision": "turn", "player": "knights"}
    players = {"knights": {"ops": 1}, "irish": {"ops": 5}, "vipers": {"ops": 1}, "sicilian": {"ops": 1}}
    assert choose(table(turn, players)) == "offer irish"
    asks = {"decision": "clause", "player": "knights", "rival": "irish"}
    turn = {**turn, "talked": "offer"}
    price = choose(table([turn, asks], players))
    assert price.startswith("clause cash ")
    paid = price.removeprefix("clause ")
    assert choose(table([turn, {**asks, "give": paid}], players)) == "clause lend 1"
    assert answer(paid, "lend 1", players=players) == "accept"
    assert not choose(table(turn, {**players, "knights": {"ops": 4}})).startswith("offer")


def test_a_began_offer_gives_nothing_for_nothing():
    turn = {"decision": "turn", "player": "knights", "talked": "offer"}
    asks = {"decision": "clause", "player": "knights", "rival": "irish"}
    assert choose(table([turn, asks])) == "clause nothing"
    assert choose(table([turn, {**asks, "give": "nothing"}])) == "clause cash 1500"
    poor = {"irish": {"cash": 0}, "knights": {"ops": 2}}
    assert choose(table([turn, {**asks, "give": "nothing"}], poor)).startswith("clause lend ")
    terms = {"decision": "terms", "player": "knights", "rival": "irish", "give": "pay 500"}
    assert choose(table([turn, terms])) == "terms today none"
    terms = {**terms, "give": "nothing", "want": "pay 500"}
    assert choose(table([turn, terms])) == "terms today jimmy_walker"


# ---- promises


PAY = {"by": "irish", "to": "knights", "clause": "pay 500", "due": 3}


@pytest.mark.parametrize(("favor", "expected"), [("jimmy_walker", "pay_promise 1"), (None, "done")])
def test_at_the_deadline_a_promise_with_a_favor_is_paid(favor, expected):
    promise = {**PAY, "favor": favor} if favor else PAY
    low = {mob: {"next_token": k + 1} for k, mob in enumerate(("sicilian", "irish", "vipers", "knights"))}
    frame = {"decision": "promise", "player": "irish", "number": 1}
    position = table(frame, low, work="deadlines", promises=[promise])
    position.pop("turn")
    assert choose(position) == expected


@pytest.mark.parametrize(
    ("due", "favor", "pays"), [(3, "jimmy_walker", True), (4, "jimmy_walker", False), (3, None, False)]
)
def test_at_a_turn_it_pays_what_is_due_today(due, favor, pays):
    promise = {**PAY, "due": due} | ({"favor": favor} if favor else {})
    turn = {"decision": "turn", "player": "irish"}
    assert choose(table(turn, turn="irish", promises=[promise])).startswith("pay_promise") == pays


def test_a_promise_not_to_enter_is_kept_for_little():
    """Unguarded Barrels are taken, unless that breaks a promise."""
    districts = {**HOMES, "hunts_point": "irish 8R", "throggs_neck": "knights S 5r"}
    turn = {"decision": "turn", "player": "irish"}
    promise = {"by": "irish", "to": "knights", "clause": "no_entry bronx", "due": 4, "favor": "texas_guinan"}
    players = {"irish": {"favors": ["texas_guinan"], "ops": 1, "cash": 0}}
    free = choose(table(turn, players, turn="irish", districts=districts))
    bound = choose(table(turn, players, turn="irish", districts=districts, promises=[promise]))
    assert free == "move hunts_point throggs_neck"
    assert bound != free


# ---- lent markers


def test_lent_markers_pay_and_heat_first():
    players = {"irish": {"ops": {"irish": 1, "vipers": 2}}, "vipers": {"ops": 2}}
    frames = [
        {"work": "play_end", "player": "irish"},
        {"work": "do_rise", "player": "irish", "district": "hunts_point"},
        {"work": "pay", "player": "irish", "markers": 1},
        {"decision": "pay_owner", "player": "irish", "markers": 1},
    ]
    assert choose(table(frames, players, turn="irish")) == "pay vipers"
    frames = [{"work": "play_end", "player": "irish"}, {"decision": "heat_owner", "player": "irish"}]
    play = {"spent": {"irish": 1, "vipers": 1}, "heat": True}
    assert choose(table(frames, players, turn="irish", play=play)) == "heat vipers"


# ---- Blood Oath


FAMILIES = {
    "options": {"variant": "blood_oath"},
    "crackdown": 10,
    "alliances": [["sicilian", "vipers"], ["irish", "knights"]],
}


def test_it_passes_through_a_partners_district():
    """The way on from the partner's Dock leads to a Joint that is nobody's."""
    pinned = {"decision": "pinned", "player": "irish", "district": "red_hook"}
    frames = [{"work": "play_end", "player": "irish"}, pinned]
    party = "irish 4R at red_hook from williamsburg"
    position = table(frames, {"irish": {"ops": 3}}, turn="irish", party=party, play={"spent": {"irish": 1}}, **FAMILIES)
    assert choose(position).startswith("advance ")


def test_a_partner_pays_with_a_rivals_marker_before_the_partners():
    players = {"irish": {"ops": {"irish": 1, "knights": 1, "vipers": 1}}}
    frames = [{"work": "play_end", "player": "irish"}, {"decision": "heat_owner", "player": "irish"}]
    play = {"spent": {"irish": 1, "vipers": 1, "knights": 1}, "heat": True}
    assert choose(table(frames, players, turn="irish", play=play, **FAMILIES)) == "heat vipers"


def play_games(games, greedy_seats, seed, crackdown=None, **options):
    """Play games to the end; each action of `greedy` is checked. Returns the states and its plays by family."""
    batch = Batch(GAME, games, auto_reset=False, **options)
    batch.reset(np.arange(seed, seed + games, dtype=np.uint64))
    if crackdown is not None:
        batch.states["crackdown"] = crackdown
    rng = np.random.default_rng(seed)
    found: Counter[str] = Counter()
    while batch.counts.any():
        seats = batch.seats()
        actions = np.zeros(games, np.int64)
        for policy, its_turn in ((GREEDY, batch.actors < greedy_seats), (RANDOM, batch.actors >= greedy_seats)):
            rows = np.flatnonzero(its_turn & (batch.counts > 0))
            actions[rows] = policy.act(seats.take(rows), rng)
            if policy is GREEDY:
                assert seats.masks[rows, actions[rows]].all()
                found.update(TABLE.families[action] for action in actions[rows])
        batch.step(actions)
    return batch.states, found


@pytest.mark.parametrize(("players", "greedy_seats"), [(2, 1), (3, 2), (4, 4)])
def test_it_plays_all_games_of_a_table_that_talks(players, greedy_seats, at_size):
    states, found = play_games(at_size(24, 100), greedy_seats, 70, num_players=players)
    assert (states["ending"] > 0).all()
    assert found["gift"] == found["lend"] == 0, "nothing for nothing"
    talk = sum(found[family] for family in ("offer", "clause", "terms"))
    assert talk < 0.05 * found.total()
    if players == 3:
        assert found["decline"] > found["accept"] > 0


@pytest.mark.parametrize("greedy_seats", [2, 4])
def test_it_plays_blood_oath(greedy_seats, at_size):
    states, found = play_games(at_size(8, 100), greedy_seats, 90, crackdown=8, num_players=4, variant="blood_oath")
    assert (states["ending"] > 0).all()
    assert (states["partner"][:, 0] >= 0).any()
    assert found["advance"] > 0
