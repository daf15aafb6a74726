"""What `greedy` thinks with, handed from function to function as one value."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom.actions import NUM_ACTIONS
from moonshine_env.kingdom.state import STATE
from moonshine_env.kingdom.vocab import (
    MAX_PLAYERS,
    NUM_BOROUGHS,
    NUM_DECKS,
    NUM_DISTRICTS,
    NUM_LIQUORS,
)
from policies.greedy.objectives import MAX_TERMS

P, D, L, B = MAX_PLAYERS, NUM_DISTRICTS, NUM_LIQUORS, NUM_BOROUGHS
MAX_OWN = 24  # Contracts in one hand and staked: at most 8 in hand, 12 markers for the others
NUM_TITLES = B + L + 1  # Deeds, Syndicates, Ward Boss
FIRST_SYNDICATE, WARD_BOSS = B, B + L
MAX_SHORTLIST = 10
RUNNER, BOSS, HOUSE = range(3)  # what may arrive in a District
NUM_ARRIVALS = 3
ONE, BOSSES, LADEN = range(3)  # crews: one mobster, all Bosses, all Runners with goods
FAR = 1000.0  # more Plays than there are: out of reach

# Bits of what a value depends on: one for each District, and these.
CASH_BIT, HEAT_BIT = 1 << D, 1 << (D + 1)
ALL_BITS = (1 << (D + 2)) - 1
ALL_DISTRICTS = (1 << D) - 1

_FIELDS = [
    # ---- of the position looked over last
    ("counts", np.int16, (NUM_TITLES, P)),  # Districts that count for each Title, by seat
    ("deed", np.int16, (B,)),  # seats that would hold the Deeds tonight, or NONE
    ("dearest", np.int16),  # the one dearest liquor, NONE if several tie
    ("cheapest", np.int16),
    ("take", np.float64, (D,)),  # Plays to Control a District: 0 = the seat does
    ("boss_way", np.float64, (D,)),  # Plays to bring a Boss there: 0 = he is there
    ("cost", np.float64, (D,)),  # of the condition looked at
    ("back", np.float64, (D,)),  # likewise, from the other end of a chain
    ("totals", np.int32, (P,)),  # of the condition looked at, by seat
    # ---- of the decision: facts that no Play thought through changes
    ("against", np.float64, (P,)),  # how much a rival's gain counts as a loss; a partner's is none
    ("partner", np.int16),  # seat, NONE while no families stand
    ("partner_respect", np.int16),
    ("cards", np.int16, (MAX_OWN,)),  # one's own Contracts, by deck
    ("num_cards", np.int16),
    ("done", np.int16, (NUM_DECKS,)),  # 1 = one of the deck is Completed
    ("done_respect", np.int16),
    ("stills", np.int32, (L + 1,)),  # Districts whose Still brews a liquor, and any, as bits
    ("fits", np.int32, (MAX_TERMS,)),  # Districts that a term can mean, as bits
    ("needs", np.int16, (MAX_TERMS, L + 1)),  # Barrels that a term asks for there, by liquor and of any
    ("noted_prices", np.int16),  # dearest and cheapest liquor when `fits` was noted
    # ---- the worth of the position as it is, in parts: what a Play leaves alone is not weighed again
    ("worth", np.float64),
    ("fading", np.float64),
    ("base_take", np.float64, (D,)),
    ("base_boss_way", np.float64, (D,)),
    ("threat", np.int16, (D,)),  # the most mobsters of a rival beside a District
    ("part", np.float64, (D,)),  # what a District adds to the board's worth
    ("board", np.float64),  # all of them
    ("own_bosses", np.int16),
    ("own_houses", np.int16),
    ("title", np.float64, (NUM_TITLES,)),  # what each Title adds
    ("titles", np.float64),
    ("held", np.int16, (NUM_TITLES,)),  # Respect of the Titles that the seat would hold tonight
    ("leans", np.int32, (MAX_TERMS,)),  # what a term depends on, as bits
    ("gap", np.float64, (MAX_TERMS,)),
    ("way_gap", np.float64, (MAX_TERMS,)),  # of the way that begins with a term
    ("best_way", np.int16, (MAX_OWN,)),  # its first term
    ("card_gap", np.float64, (MAX_OWN,)),
    ("chance", np.float64, (MAX_OWN,)),
    # ---- first sight of a turn, in Respect
    ("pull", np.float64, (NUM_ARRIVALS, D)),  # what an arrival there brings Contracts nearer
    ("relief", np.float64, (NUM_ARRIVALS, D)),  # likewise, of the Contract looked at, in Plays
    ("way_relief", np.float64, (NUM_ARRIVALS, D)),
    ("lure", np.float64, (NUM_ARRIVALS, D)),  # what an arrival there brings in all
    ("leave", np.float64, (2, D)),  # what a Runner, or the Bosses, leaving cost
    ("barrel", np.float64, (D, L)),  # a Barrel there
    ("payment", np.float64),  # what paying a marker costs; below 0
    ("sight", np.float64, (3,)),  # what a way to travel seems to bring, by crew
    ("listed", np.int16, (MAX_SHORTLIST,)),  # actions worth a thought
    ("listed_sight", np.float64, (MAX_SHORTLIST,)),
    # ---- of the line of thought
    ("plan", np.int16, (L,)),  # what small decisions are answered with: Barrels by liquor, or Runners first
    ("mask", np.int8, (NUM_ACTIONS,)),
]

# Room to think in: the position as the seat sees it, one to think in, both once more as words to copy them fast, notes.
_SIZE = STATE.itemsize
_NOTES = np.dtype(_FIELDS, align=True)
_PLACES = {name: int(place[1]) for name, place in (_NOTES.fields or {}).items()}
NOTES = np.dtype(
    {
        "names": ["root", "thought", "words", *_PLACES],
        "formats": [STATE, STATE, (np.uint64, (2, _SIZE // 8)), *(_NOTES[name] for name in _PLACES)],
        "offsets": [0, _SIZE, 0, *(2 * _SIZE + offset for offset in _PLACES.values())],
        "itemsize": 2 * _SIZE + -(-_NOTES.itemsize // 8) * 8,
    }
)


class Mind(NamedTuple):
    """All that a decision is made with: four records, so that handing it on costs little.

    Attributes:
        t: TABLES.
        known: KNOWN.
        g: WEIGHT.
        w: NOTES; `root` is the position as the seat sees it, `thought` one to think in.
    """

    t: Any
    known: Any
    g: Any
    w: Any


@rule
def think_anew(m):
    """Copy the position as it is to the one to think in, and return that one."""
    words = m.w["words"]
    for k in range(words.shape[1]):
        words[1, k] = words[0, k]
    return m.w["thought"]
