"""What `greedy` thinks with, handed from function to function as one value."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom.actions import NUM_ACTIONS
from moonshine_env.kingdom.contract_code import MAX_STEPS
from moonshine_env.kingdom.state import STATE
from moonshine_env.kingdom.vocab import (
    DICE_FACES,
    MAX_PLAYERS,
    MAX_STILL_NUMBER,
    NUM_BOROUGHS,
    NUM_DECKS,
    NUM_DISTRICTS,
    NUM_LIQUORS,
)
from policies.greedy.objectives import MAX_TERMS, OBJECTIVES, unroll

P, D, L, B = MAX_PLAYERS, NUM_DISTRICTS, NUM_LIQUORS, NUM_BOROUGHS
MAX_OWN = 24  # Contracts in one hand and staked: at most 8 in hand, 12 markers for the others
MAX_SHORTLIST = 4
FAR = 1000.0  # more Plays than there are: out of reach

# What is known of a content before any game.
KNOWN = np.dtype(
    [
        ("objectives", OBJECTIVES),
        ("distance", np.int16, (D, D)),  # Moves between two Districts
        ("is_plain", np.int8, (MAX_STEPS,)),  # 1 = a condition asks for no Boss, Runners, Barrels or Safehouse there
        ("odds", np.float64, (MAX_STILL_NUMBER + 1,)),  # of a sum of two dice
    ]
)

NOTES = np.dtype(
    [
        # ---- of the position looked over last
        ("in_borough", np.int16, (B, P)),  # Districts Controlled, by seat
        ("joints", np.int16, (L, P)),
        ("wards", np.int16, (P,)),
        ("docks", np.int16, (P,)),
        ("deed", np.int16, (B,)),  # seats that would hold the Titles tonight, or NONE
        ("dearest", np.int16),  # the one dearest liquor, NONE if several tie
        ("cheapest", np.int16),
        ("take", np.float64, (D,)),  # Plays to Control a District: 0 = the seat does
        ("boss_way", np.float64, (D,)),  # Plays to bring a Boss there: 0 = he is there
        ("cost", np.float64, (D,)),  # of the condition looked at
        ("totals", np.int32, (P,)),  # of the condition looked at, by seat
        # ---- of the decision: facts that no Play thought through changes
        ("against", np.float64, (P,)),  # how much a rival's gain counts as a loss; a partner's is none
        ("partner", np.int16),  # seat, NONE while no families stand
        ("partner_respect", np.int16),
        ("cards", np.int16, (MAX_OWN,)),  # one's own Contracts, by deck
        ("num_cards", np.int16),
        ("done", np.int16, (NUM_DECKS,)),  # 1 = one of the deck is Completed
        ("done_respect", np.int16),
        ("fits", np.int32, (MAX_TERMS,)),  # Districts that a term can mean, as bits
        ("needs", np.int16, (MAX_TERMS, L + 1)),  # Barrels that a term asks for there, by liquor and of any
        ("noted_prices", np.int16),  # dearest and cheapest liquor when `fits` was noted
        # ---- of the line of thought
        ("plan", np.int16, (L,)),  # what small decisions are answered with: Barrels by liquor, or Runners first
        ("listed", np.int16, (MAX_SHORTLIST,)),  # actions worth a second thought
        ("listed_worth", np.float64, (MAX_SHORTLIST,)),
        ("mask", np.int8, (NUM_ACTIONS,)),
    ]
)


class Mind(NamedTuple):
    """All that a decision is made with.

    Attributes:
        t: TABLES record.
        known: KNOWN record.
        g: `(len(WEIGHTS),)` float64.
        works: `(2,)` STATE: the position as the seat sees it, and one to think in.
        memory: `(2, STATE.itemsize)` uint8, the same memory, to copy it fast.
        w: NOTES record.
    """

    t: Any
    known: Any
    g: Any
    works: Any
    memory: Any
    w: Any


def know(tables: np.ndarray) -> np.ndarray:
    """Work out what a content says before any game; returns `(1,)` of KNOWN."""
    t = tables[0]
    known = np.zeros(1, KNOWN)
    known[0]["objectives"] = unroll(t["contracts"])[0]
    c = t["contracts"]
    asks = (c["boss"] != 0) | (c["runners"] > 0) | (c["safehouse"] != 0) | (c["stock"] > 0).any(axis=1)
    known[0]["is_plain"] = ~asks
    steps = np.where(t["connected"] == 1, 1, D).astype(np.int64)
    np.fill_diagonal(steps, 0)
    for middle in range(D):
        steps = np.minimum(steps, steps[:, middle : middle + 1] + steps[middle : middle + 1, :])
    known[0]["distance"] = steps
    for number in range(2, MAX_STILL_NUMBER + 1):
        known[0]["odds"][number] = (DICE_FACES - abs(number - DICE_FACES - 1)) / DICE_FACES**2
    return known


def new_works() -> tuple[np.ndarray, np.ndarray]:
    """Make the two positions to think in, and the same memory as bytes."""
    works = np.zeros(2, STATE)
    return works, works.view(np.uint8).reshape(2, -1)


@rule
def think_anew(m):
    """Copy the position as it is to the one to think in, and return that one."""
    memory = m.memory
    for k in range(memory.shape[1]):
        memory[1, k] = memory[0, k]
    return m.works[1]
