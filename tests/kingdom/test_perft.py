"""Perft: how many sequences of so many decisions there are from a position. A change in any rule on the way shows here.

The numbers were counted by this engine and are pinned; those of drafts, of a first step, of a sale and of a cargo are
also worked out by hand.
"""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from moonshine_env.engine.jit import JIT_DISABLED
from moonshine_env.kingdom import rules
from moonshine_env.kingdom.vocab import RED, WHITE
from tests.kingdom.random_play import TABLES, legal_actions, legal_names, new_game, play, start

pytestmark = [pytest.mark.lane_unjitted, pytest.mark.lane_bounds]


def perft(states: np.ndarray, depth: int) -> int:
    """Count the sequences of `depth` decisions, or of fewer that end the game."""
    actions = legal_actions(states)
    if depth == 1 or len(actions) == 0:
        return max(len(actions), 1)
    total = 0
    for action in actions:
        child = states.copy()
        rules.apply(TABLES, child, 0, int(action))
        total += perft(child, depth - 1)
    return total


FIGHT = {
    "seed": 11,
    "options": {"cooperation": False},
    "turn": "irish",
    "districts": {
        "brownsville": "irish 3R",
        "red_hook": "knights 2R S 3r 1m",
        "coney_island": "knights 1R",
        "corona": "vipers S",
    },
    "party": "irish 1B 2R 1g at red_hook from williamsburg",
    "stack": [{"decision": "pinned", "player": "irish", "district": "red_hook"}],
}
NIGHT = {
    "seed": 12,
    "day": 3,
    "phase": "reckoning",
    "mobs": ["irish", "vipers"],
    "districts": {"five_points": "irish 2R", "bowery": "irish 1R", "corona": "vipers 7R"},
    "players": {
        "irish": {"cash": 6_000, "marks": 2, "staked": {"thickest_wallet": 1}},
        "vipers": {"cash": 9_000, "marks": 3},
    },
}


# Shylock has no Mark left, and the one Irish marker pays for nothing here.
TALK = {
    "seed": 13,
    "turn": "irish",
    "mobs": ["irish", "vipers"],
    "players": {"irish": {"cash": 200, "ops": 1}, "vipers": {"marks": 12}},
}


@pytest.mark.parametrize(("depth", "leaves"), [(1, 12), (2, 72), (3, 936), (4, 1_800)])
def test_setup(depth, leaves):
    assert perft(new_game(4, 2), depth) == leaves


@pytest.mark.parametrize(("depth", "leaves"), [(1, 4), (2, 32 + 2 + 2 + 45), (3, 641)])
def test_talk(depth, leaves):
    # Lay Low: 25 to Rise, 5 gifts, an offer, or the same. A gift of either sum: an offer is left. An offer: 45 clauses.
    assert perft(start(TALK), depth) == leaves


@pytest.mark.parametrize(("depth", "leaves"), [(1, 7), (2, 124), (3, 1_840)])
def test_fight(depth, leaves):
    assert perft(start(FIGHT), depth) == leaves


@pytest.mark.parametrize(("depth", "leaves"), [(1, 10), (2, 48), (3, 224), (4, 2_400)])
def test_night(depth, leaves):
    assert perft(start(NIGHT), depth) == leaves


# ---- by hand


def test_drafts_by_hand():
    """Every red face with every white face, Produce or Dump; the second draft has one die of each colour fewer."""
    states = new_game(4, 2)
    red, white = (np.flatnonzero(states[0]["dice"][colour]).tolist() for colour in (RED, WHITE))
    counts = [states[0]["dice"][colour].tolist() for colour in (RED, WHITE)]
    assert perft(states, 1) == 2 * len(red) * len(white)

    def faces_left(colour: int, taken: int) -> int:
        return sum(count - (face == taken) > 0 for face, count in enumerate(counts[colour]))

    second = sum(2 * 2 * faces_left(RED, r) * faces_left(WHITE, w) for r in red for w in white)
    assert perft(states, 2) == second


def test_first_steps_by_hand():
    # Shoot or Plunder, with Courage or without; Advance to two Safe Districts; Fall Back.
    assert len(legal_actions(start(FIGHT))) == 2 * 2 + 2 + 1
    # Seven Marks are left to take; two can be repaid; nothing.
    assert len(legal_actions(start(NIGHT))) == 7 + 2 + 1


def test_a_sale_by_hand():
    # Any number of each of three liquors but nothing at all: the last step leaves out the empty sale.
    states = start({"turn": "irish", "districts": {"red_hook": "irish 1R 2m 3g 1r"}}, "unload red_hook")
    assert legal_names(states) == ["sell 0 moonshine", "sell 1 moonshine", "sell 2 moonshine"]
    assert perft(states, 3) == 3 * 4 * 2 - 1


def test_a_cargo_by_hand():
    # A party of three, and at most one Barrel each: numbers (a, b) with a + b <= 3; with three hands full nobody asks.
    states = start({"turn": "irish", "districts": {"red_hook": "irish 4R 3m 3g"}}, "move red_hook brownsville")
    assert perft(states, 1) == 4
    play(states, "crew 0 3")
    assert legal_names(states) == [f"carry {n} moonshine" for n in range(4)]
    counted = sum(len(legal_actions(play(states.copy(), f"carry {n} moonshine"))) for n in range(3))
    assert counted + 1 == comb(3 + 2, 2)


def test_a_game_that_is_over_has_one_sequence():
    states = new_game(4, 2, max_days=1)
    states[0]["depth"] = 0
    assert perft(states, 5) == 1


@pytest.mark.skipif(JIT_DISABLED, reason="many positions")
def test_deeper_compiled():
    assert perft(new_game(4, 2, cooperation=False), 6) == 230_462
    assert perft(new_game(4, 2), 6) == 290_110
    assert perft(start(FIGHT), 4) == 36_054
    assert perft(start(NIGHT), 5) == 17_424
