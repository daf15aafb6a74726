"""What a seat cannot know leaves no trace in what it is shown, and what it can know is all there (K1.12).

At every decision of whole games: another world that the seat cannot tell from this one, dealt by `redeal` or by the
means of this file, looks byte for byte the same to it; and its view can be rebuilt from its observation alone. On a
small end-game all worlds are listed, and `redeal` deals each as often as the game itself does.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from moonshine_env.engine.jit import JIT_DISABLED
from moonshine_env.kingdom import rules
from moonshine_env.kingdom.actions import NUM_ACTIONS
from moonshine_env.kingdom.invariants import state_problem
from moonshine_env.kingdom.observation import NUM_FEATURES, observe
from moonshine_env.kingdom.observation_decoder import decode
from moonshine_env.kingdom.position import dump
from moonshine_env.kingdom.state import STATE
from moonshine_env.kingdom.vocab import IN_HAND, IN_PILE, SCORE, STAKED
from tests.kingdom.random_play import (
    CONTENT,
    IS_SLOW_LANE,
    TABLES,
    decisions_of_game,
    look,
    new_game,
    play,
    start,
)

DECK = TABLES[0]["card_deck"]
# Views are slow to write: those of seats that do not decide are looked at this often, their observations always.
VIEW_EVERY = 5
PARTS = 4  # of the games, for several processes at once


def observed(states: np.ndarray, seat: int) -> np.ndarray:
    out = np.zeros(NUM_FEATURES, np.uint8)
    observe(TABLES, states, 0, seat, out)
    return out


def mask_of(states: np.ndarray) -> bytes:
    mask = np.zeros(NUM_ACTIONS, np.int8)
    rules.legal(TABLES, states, 0, mask)
    return mask.tobytes()


def redealt(states: np.ndarray, seat: int, seed: int) -> np.ndarray:
    other = states.copy()
    rules.redeal(TABLES, other, 0, seat, np.uint64(seed))
    return other


def is_hidden(s: Any, seat: int) -> np.ndarray:
    """Mark the cards in rivals' hands and in the piles."""
    place = s["card_at"]
    return (place == IN_PILE) | ((place >= IN_HAND) & (place < STAKED) & (place != IN_HAND + seat))


def pools_of(s: Any) -> np.ndarray:
    """Number the pool of each card: deck, and reshuffles when it was drawn or will be."""
    pool = np.where(s["card_at"] == IN_PILE, s["reshuffles"][DECK], s["card_pool"])
    return DECK * 1_000 + pool


def disturbed(rng: np.random.Generator, states: np.ndarray, seat: int) -> np.ndarray:
    """Copy a state and change all that the seat cannot know; `redeal` has no part in it."""
    other = states.copy()
    s = other[0]
    s["seed"] = rng.integers(2**63)
    s["given_count"] = rng.integers(64)
    s["given"] = np.where(np.arange(64) < s["given_count"], rng.integers(1, 7, 64), 0)
    hidden, pools = is_hidden(states[0], seat), pools_of(states[0])
    for pool in set(pools[hidden].tolist()):
        cards = np.flatnonzero(hidden & (pools == pool))
        order = rng.permutation(cards)
        for field in ("card_at", "card_pool"):
            s[field][cards] = states[0][field][order]
    return other


def assert_looks_the_same(states: np.ndarray, other: np.ndarray, seat: int, with_view: bool) -> None:
    assert observed(other, seat).tobytes() == observed(states, seat).tobytes()
    if states[0]["acting_player"] == seat:
        assert mask_of(other) == mask_of(states)
    if with_view:
        assert dump(CONTENT, other, 0, seat) == dump(CONTENT, states, 0, seat)


def assert_says_all(states: np.ndarray, seat: int, with_view: bool) -> None:
    """Rebuild the state from the observation alone, and compare what the seat sees in either."""
    rebuilt = np.zeros(1, STATE)
    decode(TABLES, observed(states, seat)[None], 0, rebuilt, 0)
    assert_looks_the_same(states, rebuilt, seat, with_view)
    if with_view:
        assert state_problem(CONTENT, rebuilt, 0) == ""


def sizes(usual: int) -> int:
    return 1 if IS_SLOW_LANE else usual


@pytest.mark.lane_unjitted
@pytest.mark.lane_bounds
@pytest.mark.parametrize("part", range(PARTS))
def test_every_decision_of_many_games(part, at_size):
    rng = np.random.default_rng(7 + part)
    looks: Counter = Counter()
    games = sizes(at_size(20, 1_000) // PARTS)
    for game in range(part * games, (part + 1) * games):
        oath = game % 6 == 2
        states = new_game(game, 2 + game % 3, 3 if JIT_DISABLED else 15, cooperation=game % 4 != 3, blood_oath=oath)
        if oath:
            states["crackdown"] = 9
        # With many Hustles the decks are reshuffled while older cards are in hands.
        prefer = "hustle" if game % 2 else ""
        for decision, _ in enumerate(decisions_of_game(states, game, prefer=prefer)):
            s = states[0]
            for seat in range(s["num_players"]):
                is_acting = s["acting_player"] == seat
                with_view = is_acting or (decision + seat) % VIEW_EVERY == 0
                other = redealt(states, seat, 1_000 * (game + 1) + decision)
                strange = disturbed(rng, states, seat)
                for world in (other, strange):
                    # Either kind of world shows its view in turn.
                    shows_view = with_view and (decision % 2 == 0) == (world is other)
                    assert_looks_the_same(states, world, seat, shows_view)
                assert_says_all(states, seat, with_view)
                assert other[0]["seed"] != s["seed"]
                assert other[0]["given_count"] == 0
                if with_view:
                    assert state_problem(CONTENT, other, 0) == ""
                looks["redealt"] += (other[0]["card_at"] != s["card_at"]).any()
                looks["disturbed"] += (strange[0]["card_at"] != s["card_at"]).any()
                looks["older pools"] += (is_hidden(s, seat) & (pools_of(s) % 1_000 < s["reshuffles"][DECK])).any()
                looks["all"] += 1
    # The worlds did differ.
    assert looks["redealt"] > 0.2 * looks["all"]
    assert looks["disturbed"] > 0.2 * looks["all"]
    assert looks["older pools"] > 0 or IS_SLOW_LANE


def test_a_redeal_is_a_function_of_its_seed_and_keeps_what_is_known():
    rng = np.random.default_rng(8)
    for game in range(2):
        states = new_game(game, 4)
        for decision, _ in enumerate(decisions_of_game(states, game)):
            if decision % 20 == 0:
                seat = int(rng.integers(4))
                other = redealt(states, seat, decision)
                assert other.tobytes() == redealt(states, seat, decision).tobytes()
                assert other.tobytes() != redealt(states, seat, decision + 1).tobytes()
                known = ~is_hidden(states[0], seat)
                assert (other[0]["card_at"][known] == states[0]["card_at"][known]).all()
                changed = {name for name in STATE.names if not np.array_equal(other[name], states[name])}
                assert changed <= {"seed", "card_at", "card_pool", "given", "given_count"}
                # Each rival holds as many cards of each pool as before.
                for rival in range(4):
                    held = [
                        Counter(pools_of(world[0])[world[0]["card_at"] == IN_HAND + rival].tolist())
                        for world in (states, other)
                    ]
                    assert held[0] == held[1]


# ---- frequencies


def chi_square(found: Counter, cells: int) -> float:
    expected = sum(found.values()) / cells
    return sum((count - expected) ** 2 for count in found.values()) / expected + expected * (cells - len(found))


SCORES = [CONTENT.card_ids[card] for card in np.flatnonzero(DECK == SCORE)]
FIRST_POOL, SECOND_POOL = SCORES[:3], SCORES[3:6]
# Three Scores in the pile, three discarded, the rest done with. The Irish draw two, the Vipers the third, whereupon the
# discards become the new pile, and one of it; then it is the Sicilians' turn, who have seen none of that.
END_GAME = {
    "mobs": ["sicilian", "irish", "vipers"],
    "turn": "irish",
    "districts": {"bowery": "sicilian 1B", "corona": "irish 1B", "belmont": "vipers 1B"},
    "players": {
        "sicilian": {"token": 3, "completed": SCORES[6:]},
        "irish": {"token": 1},
        "vipers": {"token": 2},
    },
    "decks": {"score": {"discards": SECOND_POOL}},
}
DRAWS = ("hustle score",) * 4
NUM_WORLDS = 18
LIMIT = 50.0  # 0.99995 quantile of chi-square with 17 degrees of freedom


def world_of(states: np.ndarray) -> tuple[str, ...]:
    """Name who holds what, and the card that the Sicilians draw next."""
    s = states[0]
    hands = []
    for seat in (1, 2):
        hands += [CONTENT.card_ids[card] for card in np.flatnonzero(s["card_at"] == IN_HAND + seat)]
    after = play(states.copy(), "hustle score")
    return (*hands, *[CONTENT.card_ids[card] for card in np.flatnonzero(after[0]["card_at"] == IN_HAND)])


def all_worlds() -> set[tuple[str, ...]]:
    return {
        (*two, *sorted((third, fourth), key=CONTENT.card_ids.index), drawn)
        for two in combinations(FIRST_POOL, 2)
        for third in set(FIRST_POOL) - set(two)
        for fourth in SECOND_POOL
        for drawn in set(SECOND_POOL) - {fourth}
    }


def test_the_game_deals_all_worlds_alike():
    before = start(END_GAME)
    found: Counter = Counter()
    for seed in range(150 if JIT_DISABLED else 3_600):
        states = before.copy()
        states["seed"] = seed
        found[world_of(play(states, *DRAWS))] += 1
    assert len(all_worlds()) == NUM_WORLDS
    assert set(found) <= all_worlds()
    assert chi_square(found, NUM_WORLDS) < LIMIT


@pytest.mark.parametrize("seed", [1, 2])
def test_a_redeal_deals_all_worlds_alike(seed):
    states = start(END_GAME | {"seed": seed}, *DRAWS)
    assert look(states, "decks.score") == {
        "pile": 2,
        "reshuffles": 1,
        "older_pools": {"0": FIRST_POOL},
    }
    found = Counter(world_of(redealt(states, 0, key)) for key in range(150 if JIT_DISABLED else 3_600))
    assert set(found) <= all_worlds()
    assert chi_square(found, NUM_WORLDS) < LIMIT


def test_a_redeal_for_one_who_holds_cards_leaves_them_and_deals_the_rest():
    # To the Irish three worlds of the new pool are left, and two cards of the old one are their own.
    states = start(END_GAME | {"seed": 3}, *DRAWS)
    own = world_of(states)[:2]
    found = Counter(world_of(redealt(states, 1, key)) for key in range(60 if JIT_DISABLED else 1_200))
    assert {world[:2] for world in found} == {own}
    assert set(found) == {world for world in all_worlds() if world[:2] == own}
    assert chi_square(found, 6) < 27.9  # 0.99996 quantile with 5 degrees of freedom


def test_dice_to_come_differ_and_given_dice_are_gone():
    states = start(
        {
            "turn": "vipers",
            "given_dice": [6, 6, 6],
            "districts": {"jamaica": "vipers 9R"},
        }
    )
    assert look(play(states.copy(), "smuggle jamaica 5"), "districts.jamaica.barrels.rum") == 3
    found: Counter = Counter()
    for key in range(100 if JIT_DISABLED else 2_700):
        other = redealt(states, 2, key)
        assert other[0]["given_count"] == 0
        assert not other[0]["given"].any()
        found[look(play(other, "smuggle jamaica 5"), "districts.jamaica.barrels.rum") or 0] += 1
    # Three dice, each a success on 5 or 6.
    total = sum(found.values())
    expected = [total * ways / 27 for ways in (8, 12, 6, 1)]
    assert sum((found[k] - want) ** 2 / want for k, want in enumerate(expected)) < 22.6  # 0.99995 quantile, 3 degrees
