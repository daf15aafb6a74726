"""Redeal: what a seat knows stays, what it cannot know is dealt anew within the pools (K1.12)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from moonshine_env.kingdom import position, rules
from moonshine_env.kingdom.actions import action_table
from moonshine_env.kingdom.casework import Table
from moonshine_env.kingdom.invariants import state_problem
from moonshine_env.kingdom.state import STATE
from moonshine_env.kingdom.tables import load_content
from moonshine_env.kingdom.vocab import MOB_IDS, RUM

CONTENT = load_content()
GIGS, RACKETS, SCORES = (
    [card for card, of in zip(CONTENT.card_ids, CONTENT.tables[0]["card_deck"], strict=True) if of == deck]
    for deck in range(3)
)
HIDDEN = {"seed", "card_at", "card_pool", "given", "given_count"}


def late() -> dict[str, Any]:
    """A late game: the Gigs were shuffled once; two of the Irish's cards and one of the Vipers' are older than that."""
    return {
        "turn": "knights",
        "day": 7,
        "moon": "new",
        "districts": {"bowery": "irish 1B 2R S 2g", "corona": "vipers 1B", "red_hook": "knights 1B 3R"},
        "players": {
            "sicilian": {"staked": {GIGS[6]: 1}},
            "irish": {"hand": [GIGS[0], GIGS[1], RACKETS[0]]},
            "vipers": {"hand": [GIGS[2], GIGS[3], SCORES[0]]},
            "knights": {"hand": [GIGS[4]], "completed": [RACKETS[1]]},
        },
        "decks": {
            "gig": {"reshuffles": 1, "older_pools": {"0": [GIGS[0], GIGS[1], GIGS[2]]}, "discards": [GIGS[5]]},
            "racket": {"discards": [RACKETS[2]]},
        },
        "given_dice": [1, 2, 3],
    }


def redealt(states: np.ndarray, seat: int, seed: int) -> np.ndarray:
    other = states.copy()
    rules.redeal(CONTENT.tables, other, 0, seat, np.uint64(seed))
    return other


@pytest.mark.parametrize("seat", range(4))
def test_the_seats_view_stays(seat: int):
    states = position.new_state(CONTENT, late(), seed=5)
    view = position.dump(CONTENT, states, 0, seat)
    for seed in range(20):
        other = redealt(states, seat, seed)
        assert position.dump(CONTENT, other, 0, seat) == view
        assert state_problem(CONTENT, other, 0) == ""
        assert {name for name in STATE.names if not np.array_equal(other[name], states[name])} <= HIDDEN
        assert other["given_count"][0] == 0
        assert other["seed"][0] == seed
        assert not other["given"].any()


def hands(states: np.ndarray) -> dict[str, list[str]]:
    players = position.dump(CONTENT, states, 0)["players"]
    return {mob: row.get("hand", []) for mob, row in players.items()}


def test_cards_stay_in_their_pools():
    states = position.new_state(CONTENT, late())
    for seed in range(40):
        dealt = hands(redealt(states, 3, seed))
        # The three older Gigs are known to be in the hands of Irish and Vipers, two and one.
        older = set(GIGS[:3])
        assert len(older & set(dealt["irish"])) == 2
        assert len(older & set(dealt["vipers"])) == 1
        assert dealt["knights"] == [GIGS[4]]
        seen = {GIGS[4], GIGS[5], RACKETS[1], RACKETS[2]}
        assert not seen & set(dealt["irish"] + dealt["vipers"])


def test_the_older_pool_is_dealt_evenly():
    # Which two of three older Gigs the Irish hold: each pair a third of the time.
    states = position.new_state(CONTENT, late())
    pairs = Counter(tuple(sorted(set(GIGS[:3]) & set(hands(redealt(states, 3, seed))["irish"]))) for seed in range(600))
    assert set(pairs) == {tuple(sorted(pair)) for pair in combinations(GIGS[:3], 2)}
    assert all(155 <= count <= 245 for count in pairs.values()), pairs  # 200, 3.9 sigma


def test_a_seed_deals_the_same_world_for_ever():
    # Ids of Contracts; what other people's searches and logs hang on.
    dealt = hands(redealt(position.new_state(CONTENT, late(), seed=5), 3, 7))
    assert dealt["irish"] == ["top_shelf_at_the_corner", "moonlit_table", "uptown_numbers"]
    assert dealt["vipers"] == ["uninvited_neighbors", "foot_in_the_door", "lord_of_rum_row"]


def test_a_hand_of_eight_is_dealt_anew_as_eight():
    # The most a hand can hold: five with Guinan, and three just drawn.
    given = {
        "turn": "irish",
        "districts": {"corona": "irish 1B"},
        "players": {"irish": {"hand": GIGS[:5], "favors": ["texas_guinan"]}},
    }
    table = Table(given).play(*["irish: hustle gig"] * 3)
    assert len(hands(redealt(table.states, 2, 1))["irish"]) == 8


@pytest.mark.parametrize("holder", range(4))
def test_the_hand_of_every_rival_is_dealt_anew(holder: int):
    mob = MOB_IDS[holder]
    states = position.new_state(CONTENT, {"turn": "irish", "players": {mob: {"hand": [GIGS[0]]}}})
    assert len({hands(redealt(states, (holder + 1) % 4, seed))[mob][0] for seed in range(8)}) > 1


def test_a_fresh_pool_is_pile_and_hands_alike():
    # The Vipers' one Score is any of sixteen.
    states = position.new_state(CONTENT, late())
    scores = Counter(
        card for seed in range(640) for card in hands(redealt(states, 3, seed))["vipers"] if card in SCORES
    )
    assert set(scores) == set(SCORES)
    assert all(16 <= count <= 64 for count in scores.values()), scores  # 40, 3.9 sigma


def test_a_pile_of_one_and_a_hand_of_one_are_even_odds():
    # Enumerated: all Gigs but two are seen; the Irish hold one of these, the other is the pile.
    given = {"turn": "knights", "players": {"irish": {"hand": [GIGS[0]]}, "vipers": {"completed": GIGS[2:]}}}
    states = position.new_state(CONTENT, given)
    held = Counter(hands(redealt(states, 3, seed))["irish"][0] for seed in range(400))
    assert set(held) == set(GIGS[:2])
    assert 160 <= held[GIGS[0]] <= 240
    # The Irish know their own card: for them nothing is open.
    assert {hands(redealt(states, 1, seed))["irish"][0] for seed in range(20)} == {GIGS[0]}


def test_luck_to_come_changes():
    states = position.new_state(CONTENT, {"turn": "irish", "districts": {"west_side": "irish 5R"}})
    smuggle = action_table(CONTENT).parse("smuggle west_side 5")
    rum = set()
    for seed in range(30):
        other = redealt(states, 1, seed)
        rules.apply(CONTENT.tables, other, 0, smuggle)
        rum.add(int(other["barrels"][0, :, RUM].sum()))
    assert rum >= {0, 1, 2}
