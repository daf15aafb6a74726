"""The one record that is a game of Moonshine Kingdom.

Facts and caches stand apart. Everything is int16 but the seed and cash, so that plain NumPy, too, cannot overflow.
Seats run 0 .. num_players-1; arrays by seat have room for four, and absent seats hold zeros (mob: NONE).
A District holds the pieces of one mob. Mobsters on their way, or Pinned, are the `party` until it lands: this is how
two mobs meet in one District during a fight.
"""

from __future__ import annotations

import numpy as np

from moonshine_env.engine.stack import FRAME_WIDTH
from moonshine_env.kingdom.vocab import (
    DICE_FACES,
    HEAT_SPACES,
    MAX_GIVEN_DICE,
    MAX_PLAYERS,
    MAX_PROMISES,
    NONE,
    NUM_BOROUGHS,
    NUM_BROKERS,
    NUM_CARDS,
    NUM_DECKS,
    NUM_DISTRICTS,
    NUM_LIQUORS,
    STACK_DEPTH,
)

P, D, L = MAX_PLAYERS, NUM_DISTRICTS, NUM_LIQUORS

# Columns of a promise: seat that made it, seat it was made to, its clause, the Day at the end of whose Operations it is
# due, the broker whose Favor is staked on it (NONE: not binding), and the Barrels Pushed so far.
BY, TO, WHAT, DUE, VOUCHER, PUSHED = range(6)
PROMISE_WIDTH = 6

STATE = np.dtype(
    [
        # ---- options, fixed at setup
        ("seed", np.uint64),  # hidden from every seat
        ("num_players", np.int16),
        ("max_days", np.int16),
        ("plays_per_day", np.int16),
        ("still_once_per_day", np.int16),
        ("cooperation", np.int16),
        ("blood_oath", np.int16),
        # ---- the clock
        ("day", np.int16),  # from 1
        ("moon", np.int16),
        ("turn_player", np.int16),  # seat whose turn it is, NONE outside Operations
        ("ending", np.int16),
        ("place", np.int16, (P,)),  # 1 = first, 0 while the game goes on
        # ---- seats
        ("mob", np.int16, (P,)),
        ("token", np.int16, (P,)),  # today's Turn Token
        ("next_token", np.int16, (P,)),  # tomorrow's; 0 = has not lain low today
        ("cash", np.int32, (P,)),  # hundreds of $
        ("slots", np.int16, (P, P)),  # markers in the slots of [seat], by [owner]
        ("stash", np.int16, (P,)),
        ("markers", np.int16, (P,)),  # owned in all
        ("runners_left", np.int16, (P,)),  # in the supply of the seat
        ("bosses_left", np.int16, (P,)),
        ("safehouses_left", np.int16, (P,)),
        ("runners_lost", np.int16, (P,)),  # out of the game (Torch)
        ("marks", np.int16, (P,)),  # Shylock's Marks held
        ("favors", np.int16, (P, NUM_BROKERS)),  # 1 = held
        ("favors_lost", np.int16, (P, NUM_BROKERS)),  # 1 = discarded for a broken promise, for good
        ("commission", np.int16, (P,)),
        # ---- Districts
        ("owner", np.int16, (D,)),  # seat that Controls it, or NONE
        ("bosses", np.int16, (D,)),  # of the owner
        ("runners", np.int16, (D,)),
        ("safehouse", np.int16, (D,)),  # seat whose it is, or NONE; a rival's only until SAFEHOUSE is answered
        ("barrels", np.int16, (D, L)),
        ("precinct", np.int16, (D,)),
        ("still_liquor", np.int16, (D,)),  # NONE = no Still (never in a game from setup)
        ("still_number", np.int16, (D,)),
        ("still_fired", np.int16, (D,)),  # at a Produce of today
        # ---- supplies and the board's edge
        ("supply", np.int16, (L,)),  # Barrels
        ("price", np.int16, (L,)),  # hundreds of $
        ("precincts_left", np.int16, (NUM_BOROUGHS,)),  # in the supply, by home Borough
        ("heat", np.int16, (HEAT_SPACES,)),  # owners in order of placing, padded with NONE
        ("heat_count", np.int16),
        ("dice", np.int16, (2, DICE_FACES)),  # Brew pool: how many red, white dice show face [i] + 1
        # ---- Titles: holder's seat, or NONE in the Supply
        ("deed", np.int16, (NUM_BOROUGHS,)),
        ("syndicate", np.int16, (L,)),
        ("ward_boss", np.int16),
        ("rat", np.int16),
        # ---- Contracts
        ("card_at", np.int16, (NUM_CARDS,)),  # IN_PILE, DISCARDED, IN_HAND + seat, STAKED + seat, COMPLETED + seat
        ("card_markers", np.int16, (NUM_CARDS,)),  # on a staked Contract
        ("card_pool", np.int16, (NUM_CARDS,)),  # of a card in hand: reshuffles of its deck when it was drawn, else 0
        ("stake_order", np.int16, (NUM_CARDS,)),  # of a staked card: 1 for the first its seat staked of those there
        ("reshuffles", np.int16, (NUM_DECKS,)),
        # ---- once a Day
        ("plays_today", np.int16, (P,)),
        ("hustled", np.int16, (P,)),
        ("extorted", np.int16, (NUM_BOROUGHS,)),
        ("offers", np.int16, (P,)),  # made today
        # ---- open promises, in the order they were made; unused rows hold zeros
        ("promise_count", np.int16),
        ("promises", np.int16, (MAX_PROMISES, PROMISE_WIDTH)),
        # ---- Blood Oath: space of the Crackdown token (0 in other games), and who is whose partner
        ("crackdown", np.int16),
        ("partner", np.int16, (P,)),
        # ---- the Play going on; all wiped at its end
        ("spent", np.int16, (P,)),  # spent markers, by owner
        ("play_heat", np.int16),  # 1 = this Play makes Heat
        ("amounts", np.int16, (L,)),  # Barrels chosen so far: Push (+ out, - in) and Unload
        ("party_owner", np.int16),  # seat, NONE = no party
        ("party_place", np.int16),  # where it stands, NONE while still choosing what to carry
        ("party_origin", np.int16),  # where it Falls Back to
        ("party_bosses", np.int16),
        ("party_runners", np.int16),
        ("party_cargo", np.int16, (L,)),
        # ---- counters that attach luck to its purpose; the n-th of today, by seat
        ("fights", np.int16, (P,)),  # parties of the seat that met resistance
        ("rolls", np.int16),  # rolls of the fight going on
        ("smuggles", np.int16, (P,)),
        # ---- given dice, fed to rolls before Philox goes on
        ("given", np.int16, (MAX_GIVEN_DICE,)),
        ("given_count", np.int16),  # how many wait
        # ---- what a case counts but does not place; takes part in nothing
        ("elsewhere_runners", np.int16, (P,)),
        ("elsewhere_bosses", np.int16, (P,)),
        ("elsewhere_safehouses", np.int16, (P,)),
        ("elsewhere_barrels", np.int16, (L,)),
        # ---- open decisions and pending work
        ("depth", np.int16),
        ("stack", np.int16, (STACK_DEPTH, FRAME_WIDTH)),
        # ---- caches; `state_is_ok` recomputes them
        ("acting_player", np.int16),  # actor of the frame on top, NONE when the game is over
    ]
)


def blank_state() -> np.ndarray:
    """Return `(1,)` of STATE with nothing in it: zeros, and NONE where 0 would name a seat, a mob or a District."""
    blank = np.zeros(1, STATE)
    for field in (
        "turn_player",
        "mob",
        "owner",
        "safehouse",
        "still_liquor",
        "heat",
        "deed",
        "syndicate",
        "ward_boss",
        "rat",
        "party_owner",
        "party_place",
        "party_origin",
        "partner",
        "acting_player",
    ):
        blank[field] = NONE
    return blank
