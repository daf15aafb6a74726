"""Positions to draw: one written by hand, and the first of each kind that random games meet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from moonshine_env.kingdom import position, rules
from moonshine_env.kingdom.actions import NUM_ACTIONS, action_table
from moonshine_env.kingdom.state import STATE
from moonshine_env.kingdom.tables import load_content
from moonshine_env.kingdom.vocab import FRAME_IDS, NONE

# Four mobs, a fight going on, four markers of Heat, Titles, and hands that only their owners may see.
BATTLE: dict[str, Any] = {
    "day": 7,
    "moon": "full",
    "turn": "knights",
    "players": {
        "sicilian": {"cash": 12300, "hand": ["paper_king", "own_the_ferry"], "completed": ["block_party", "gin_baron"]},
        "irish": {
            "cash": 900,
            "ops": 3,
            "hand": ["thickest_wallet"],
            "staked": {"voice_of_the_tenements": 2},
            "marks": 1,
        },
        "vipers": {"cash": 1300, "ops": 4, "hand": ["slow_sip"], "favors": ["texas_guinan"]},
        "knights": {"cash": 2500, "ops": 2, "runners_lost": 2, "hand": ["biggest_army"], "staked": {"clean_ledger": 1}},
    },
    "districts": {
        "five_points": "sicilian 2B 12R S 3m 2r",
        "bowery": "2w",
        "coney_island": "knights S 1g",
        "sheepshead_bay": "irish 1B 2R S 3g",
        "belmont": "vipers 3R",
    },
    "stills": {"bowery": "whisky 8 fired", "red_hook": "gin 6", "belmont": "moonshine 11"},
    "precincts": ["sugar_hill", "morris_park", "williamsburg"],
    "market": {"moonshine": 400, "gin": 300, "whisky": 200, "rum": 500},
    "heat": ["vipers", "knights", "vipers", "irish"],
    "deeds": {"brooklyn": "knights", "manhattan": "sicilian"},
    "syndicates": {"rum": "sicilian"},
    "ward_boss": "vipers",
    "rat": "irish",
    "party": "knights 1B 3R 2w at sheepshead_bay from coney_island",
    "play": {"spent": {"knights": 1}},
    "stack": [
        {"work": "operations"},
        {"work": "play_end", "player": "knights"},
        {"decision": "standoff", "player": "irish", "district": "sheepshead_bay"},
    ],
}
BATTLE_PLAYS = ("ambush", "ambush courage gin", "hold_fire", "fold coney_island", "fold brownsville")


@dataclass(frozen=True)
class Met:
    """A position that a random game met: its state, its open decision, the names of the legal plays, who is allied."""

    decision: str
    states: np.ndarray
    legal: tuple[str, ...]
    allied: bool = False


@pytest.fixture(scope="session")
def content():
    return load_content()


@pytest.fixture(scope="session")
def battle(content):
    return position.dump(content, position.new_state(content, BATTLE), 0)


@pytest.fixture(scope="session")
def met(content):
    """The first two positions of every kind of decision in some random games, one with families, and their ends."""
    table = action_table(content)
    rng = np.random.default_rng(7)
    mask = np.zeros(NUM_ACTIONS, np.int8)
    four, stills = np.full(4, NONE, np.int16), np.full(25, NONE, np.int16)
    found: list[Met] = []
    for game in range(9):
        states = np.zeros(1, STATE)
        options = np.array([2 + game % 3, 15, 25, 0, game >= 6, game == 8], np.int16)
        rules.setup(content.tables, states, 0, np.uint64(game), options, four, four, four, stills)
        if game == 8:
            states["crackdown"] = content.tables[0]["crackdown_spaces"] - 1  # the families soon stand
        while rules.legal(content.tables, states, 0, mask):
            legal = np.flatnonzero(mask)
            decision = FRAME_IDS[states[0]["stack"][states[0]["depth"] - 1][0]]
            allied = states[0]["partner"][0] != NONE
            if sum(m.decision == decision for m in found) < 2 or (allied and not found[-1].allied):
                names = tuple(table.name(int(a)) for a in legal)
                found.append(Met(decision, states.copy(), names, bool(allied)))
            # A random family first: else the many Moves and Pushes would crowd out all else. Few Lay Low.
            families = sorted({table.families[a] for a in legal} - {"lay_low"}) or ["lay_low"]
            family = rng.choice(families)
            action = rng.choice([a for a in legal if table.families[a] == family])
            rules.apply(content.tables, states, 0, int(action))
        found.append(Met("", states.copy(), ()))
    return tuple(found)
