"""The layout of an observation: the one table from which offsets, scales, docs and named views come.

An observation is `(NUM_FEATURES,)` uint8. Seats are *relative*: 0 is the observer, then the next by seat number; rows
by seat have room for four, and absent seats hold zeros. Nothing (NONE) is a one-hot without a one, or 0 where the
meaning says '+ 1'. The float32 observation is the raw one times `SCALE`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import numpy as np

from moonshine_env.engine.stack import FRAME_WIDTH
from moonshine_env.kingdom.actions import CLAUSE_IDS, TERMS_IDS
from moonshine_env.kingdom.state import PROMISE_WIDTH
from moonshine_env.kingdom.vocab import (
    BOROUGH_IDS,
    BROKER_IDS,
    DECISION_IDS,
    DECK_IDS,
    DICE_FACES,
    FRAME_IDS,
    HEAT_SPACES,
    LIQUOR_IDS,
    MAX_BARRELS,
    MAX_HAND,
    MAX_PLAYERS,
    MAX_PROMISES,
    MOB_IDS,
    NUM_BOROUGHS,
    NUM_BROKERS,
    NUM_CARDS,
    NUM_DECKS,
    NUM_DISTRICTS,
    NUM_LIQUORS,
    NUM_MOBS,
    STACK_DEPTH,
)

P, D, L, B, C = MAX_PLAYERS, NUM_DISTRICTS, NUM_LIQUORS, NUM_BOROUGHS, NUM_CARDS
NUM_DECISIONS = len(DECISION_IDS)
RESPECT_OFFSET = 32  # 12 Marks and the Rat Card make -15; all Titles and Contracts together less than 223
AMOUNT_OFFSET = MAX_BARRELS
NUM_PROMISE_KINDS = 4
# Raised when a row comes to say something else though its name, shape and scale stay.
ENCODING = 1

# name, shape, scale, meaning. The order is the order in the observation.
_ROWS: tuple[tuple[str, tuple[int, ...], float, str], ...] = (
    # ---- the clock and the options in force
    ("day", (), 1 / 15, "Day, from 1"),
    ("days_left", (), 1 / 15, "Days after this one"),
    ("full_moon", (), 1, "1 = Full Moon, 0 = New Moon"),
    ("max_days", (), 1 / 15, "option: last Day"),
    ("plays_per_day", (), 1 / 25, "option: Plays a player may make in a Day"),
    ("still_once_per_day", (), 1, "option: a Still brews at the first Produce of its number only"),
    ("cooperation", (), 1, "option: lending, gifts, offers and promises"),
    ("blood_oath", (), 1, "option: the variant Blood Oath"),
    ("ending", (), 1 / 2, "0 = the game goes on, 1 = a victory, 2 = the Day cap"),
    # ---- seats
    ("own_seat", (P,), 1, "seat number of the observer, one-hot (the one absolute number here)"),
    ("present", (P,), 1, "1 = someone plays at that relative seat"),
    ("mob", (P, NUM_MOBS), 1, "mob of the seat, one-hot"),
    ("turn", (P,), 1, "whose turn it is, one-hot; none outside Operations"),
    ("acting", (P,), 1, "who decides now, one-hot; none once the game is over"),
    ("place", (P,), 1 / 4, "final place, 1 = first; 0 while the game goes on"),
    ("token", (P,), 1 / 4, "today's Turn Token"),
    ("next_token", (P,), 1 / 4, "tomorrow's Turn Token; 0 = has not lain low today"),
    ("cash_high", (P,), 1, "cash in hundreds of $, divided by 256"),
    ("cash_low", (P,), 1 / 64, "cash in hundreds of $, modulo 256"),
    ("respect", (P,), 1 / 64, f"Respect + {RESPECT_OFFSET}"),
    ("stash", (P,), 1 / 12, "markers in the Stash"),
    ("markers", (P,), 1 / 12, "markers owned in all"),
    ("slots", (P, P), 1 / 5, "markers in the slots of [seat], by [owner]"),
    ("spent", (P,), 1 / 5, "markers spent in the Play going on, by owner"),
    ("runners_left", (P,), 1 / 15, "Runners in the seat's supply"),
    ("bosses_left", (P,), 1 / 2, "Bosses in the seat's supply"),
    ("safehouses_left", (P,), 1 / 3, "Safehouses in the seat's supply"),
    ("runners_lost", (P,), 1 / 15, "Runners out of the game (Torch)"),
    ("marks", (P,), 1 / 12, "Shylock's Marks held"),
    ("favors", (P, NUM_BROKERS), 1, "Favors held"),
    ("favors_lost", (P, NUM_BROKERS), 1, "Favors discarded for a broken promise, for good"),
    ("commission", (P,), 1, "holds a Commission Card"),
    ("plays_today", (P,), 1 / 25, "Plays made today"),
    ("hustled", (P,), 1, "has Hustled today"),
    ("offers", (P,), 1 / 3, "offers made today"),
    ("hand", (P, NUM_DECKS), 1 / 3, "Contracts in hand, by deck"),
    ("completed_count", (P, NUM_DECKS), 1 / 3, "Contracts Completed, by deck"),
    # ---- Districts
    ("owner", (P, D), 1, "relative seat that Controls the District, one-hot along the seats"),
    ("safehouse", (P, D), 1, "whose Safehouse stands there, one-hot along the seats"),
    ("bosses", (D,), 1 / 2, "Bosses of the owner"),
    ("runners", (D,), 1 / 15, "Runners of the owner"),
    ("barrels", (D, L), 1 / 8, "Barrels, by liquor"),
    ("precinct", (D,), 1, "a Precinct stands there"),
    ("still", (L, D), 1 / 12, "number of the Still there, in the row of its liquor"),
    ("still_fired", (D,), 1, "the Still fired at a Produce of today"),
    # ---- the market, the Heat Track, the dice, Titles
    ("supply", (L,), 1 / 25, "Barrels in the supply"),
    ("price", (L,), 1 / 5, "Market Value in hundreds of $"),
    ("precincts_left", (B,), 1, "Precincts in the supply, by home Borough"),
    ("heat", (P, HEAT_SPACES), 1, "owner of the marker on each space, one-hot along the seats"),
    ("dice", (2, DICE_FACES), 1 / 5, "Brew pool: red, then white dice by face"),
    ("deed", (P, B), 1, "holder of each Deed, one-hot along the seats"),
    ("syndicate", (P, L), 1, "holder of each Syndicate, one-hot along the seats"),
    ("ward_boss", (P,), 1, "holder of Ward Boss, one-hot"),
    ("rat", (P,), 1, "holder of the Rat Card, one-hot"),
    ("extorted", (B,), 1, "Deeds Extorted today"),
    # ---- Contracts
    ("own_hand", (C,), 1, "in the observer's hand"),
    ("discarded", (C,), 1, "on its discard pile"),
    ("staked", (P, C), 1 / 4, "markers on the Contract + 1, in the row of the seat that staked it"),
    ("stake_order", (C,), 1 / 4, "of a staked Contract: 1 for the first of those its seat has staked"),
    ("completed", (C,), 1 / 4, "relative seat that Completed it, + 1"),
    ("age", (C,), 1 / 4, "reshuffles of its deck since it was drawn, of every card in a hand, whosesoever"),
    ("reshuffles", (NUM_DECKS,), 1 / 4, "how often each deck was reshuffled"),
    ("old_hand", (P - 1, NUM_DECKS), 1 / 3, "rivals' cards in hand with an age over 0, by deck"),
    ("old_ages", (P - 1, MAX_HAND), 1 / 4, "their ages: Gigs, Rackets, Scores, each in rising order; then zeros"),
    # ---- promises and alliances
    (
        "deals",
        (P, P, NUM_PROMISE_KINDS),
        1 / 4,
        "open promises with a Favor staked on them, by maker, by whom they are made to, and by what: to pay, not to "
        "enter, passage, Barrels",
    ),
    (
        "promises",
        (MAX_PROMISES, PROMISE_WIDTH),
        1 / 25,
        "all open promises in the order they were made: relative maker + 1, relative seat it is made to + 1, clause, "
        "Days left + 1, broker of the Favor staked + 1, Barrels Pushed",
    ),
    ("crackdown", (), 1 / 10, "Blood Oath: space of the Crackdown token"),
    ("ally", (P,), 1, "Blood Oath: the observer's partner, one-hot; none before the Sit-Down"),
    # ---- the Play going on
    ("play_heat", (), 1, "this Play makes Heat"),
    ("amounts", (L,), 1 / 25, f"Barrels chosen so far in a Push (+ out, - in) or an Unload, + {AMOUNT_OFFSET}"),
    ("party_owner", (P,), 1, "whose mobsters are under way or Pinned, one-hot"),
    ("party_place", (D,), 1, "District where they stand; none while they load"),
    ("party_origin", (D,), 1, "District they came from"),
    ("party_bosses", (), 1 / 2, "Bosses among them"),
    ("party_runners", (), 1 / 15, "Runners among them"),
    ("party_cargo", (L,), 1 / 8, "their Barrels"),
    # ---- the open decision
    ("decision", (NUM_DECISIONS,), 1, "kind of the open decision, one-hot"),
    ("decision_district", (D,), 1, "the District it is about (of two: where from, or one's own)"),
    ("decision_other", (D,), 1, "the second District (goal, or the other side of a Push)"),
    ("decision_liquor", (L,), 1, "the liquor it is about"),
    ("decision_rival", (P,), 1, "in an offer the other side, at a deadline whom the promise was made to; one-hot"),
    (
        "stack",
        (STACK_DEPTH, FRAME_WIDTH),
        1 / 25,
        "open decision, then the pending work below it: kind, relative actor + 1, four arguments + 1",
    ),
    # ---- bookkeeping: what makes the observation complete, though no choice hangs on it
    ("fights", (P,), 1 / 16, "fights of the seat's parties today"),
    ("rolls", (), 1 / 16, "rolls of the fight going on"),
    ("smuggles", (P,), 1 / 16, "Smuggles of the seat today"),
    ("elsewhere_runners", (P,), 1 / 15, "Runners that a position counts but does not place"),
    ("elsewhere_bosses", (P,), 1 / 2, "likewise Bosses"),
    ("elsewhere_safehouses", (P,), 1 / 3, "likewise Safehouses"),
    ("elsewhere_barrels", (L,), 1 / 25, "likewise Barrels"),
)


@dataclass(frozen=True)
class Row:
    """A named block of features.

    Attributes:
        name: Key of the view.
        offset: Index of its first feature.
        shape: Shape of the view; `()` is one feature. The block is laid out in C order.
        scale: Factor from the raw uint8 to the float32 observation, about 1 / the usual maximum.
        meaning: What it says.
    """

    name: str
    offset: int
    shape: tuple[int, ...]
    scale: float
    meaning: str

    @property
    def size(self) -> int:
        """Number of features."""
        return prod(self.shape)


def _laid_out() -> Iterator[Row]:
    offset = 0
    for name, shape, scale, meaning in _ROWS:
        yield Row(name, offset, shape, scale, meaning)
        offset += prod(shape)


LAYOUT = {row.name: row for row in _laid_out()}
NUM_FEATURES = sum(row.size for row in LAYOUT.values())
SCALE = np.concatenate([np.full(row.size, row.scale, np.float32) for row in LAYOUT.values()])
SCALE.flags.writeable = False

# First feature of each row, as constants for compiled code (`observation_layout.OWNER`).
_at = {name: row.offset for name, row in LAYOUT.items()}
DAY = _at["day"]
DAYS_LEFT = _at["days_left"]
FULL_MOON = _at["full_moon"]
MAX_DAYS = _at["max_days"]
PLAYS_PER_DAY = _at["plays_per_day"]
STILL_ONCE_PER_DAY = _at["still_once_per_day"]
COOPERATION = _at["cooperation"]
BLOOD_OATH = _at["blood_oath"]
ENDING = _at["ending"]
OWN_SEAT = _at["own_seat"]
PRESENT = _at["present"]
MOB = _at["mob"]
TURN = _at["turn"]
ACTING = _at["acting"]
PLACE = _at["place"]
TOKEN = _at["token"]
NEXT_TOKEN = _at["next_token"]
CASH_HIGH = _at["cash_high"]
CASH_LOW = _at["cash_low"]
RESPECT = _at["respect"]
STASH = _at["stash"]
MARKERS = _at["markers"]
SLOTS = _at["slots"]
SPENT = _at["spent"]
RUNNERS_LEFT = _at["runners_left"]
BOSSES_LEFT = _at["bosses_left"]
SAFEHOUSES_LEFT = _at["safehouses_left"]
RUNNERS_LOST = _at["runners_lost"]
MARKS = _at["marks"]
FAVORS = _at["favors"]
FAVORS_LOST = _at["favors_lost"]
COMMISSION = _at["commission"]
PLAYS_TODAY = _at["plays_today"]
HUSTLED = _at["hustled"]
OFFERS = _at["offers"]
HAND = _at["hand"]
COMPLETED_COUNT = _at["completed_count"]
OWNER = _at["owner"]
SAFEHOUSE = _at["safehouse"]
BOSSES = _at["bosses"]
RUNNERS = _at["runners"]
BARRELS = _at["barrels"]
PRECINCT = _at["precinct"]
STILL = _at["still"]
STILL_FIRED = _at["still_fired"]
SUPPLY = _at["supply"]
PRICE = _at["price"]
PRECINCTS_LEFT = _at["precincts_left"]
HEAT = _at["heat"]
DICE = _at["dice"]
DEED = _at["deed"]
SYNDICATE = _at["syndicate"]
WARD_BOSS = _at["ward_boss"]
RAT = _at["rat"]
EXTORTED = _at["extorted"]
OWN_HAND = _at["own_hand"]
DISCARDED = _at["discarded"]
STAKED = _at["staked"]
STAKE_ORDER = _at["stake_order"]
COMPLETED = _at["completed"]
AGE = _at["age"]
RESHUFFLES = _at["reshuffles"]
OLD_HAND = _at["old_hand"]
OLD_AGES = _at["old_ages"]
DEALS = _at["deals"]
PROMISES = _at["promises"]
CRACKDOWN = _at["crackdown"]
ALLY = _at["ally"]
PLAY_HEAT = _at["play_heat"]
AMOUNTS = _at["amounts"]
PARTY_OWNER = _at["party_owner"]
PARTY_PLACE = _at["party_place"]
PARTY_ORIGIN = _at["party_origin"]
PARTY_BOSSES = _at["party_bosses"]
PARTY_RUNNERS = _at["party_runners"]
PARTY_CARGO = _at["party_cargo"]
DECISION = _at["decision"]
DECISION_DISTRICT = _at["decision_district"]
DECISION_OTHER = _at["decision_other"]
DECISION_LIQUOR = _at["decision_liquor"]
DECISION_RIVAL = _at["decision_rival"]
STACK = _at["stack"]
FIGHTS = _at["fights"]
ROLLS = _at["rolls"]
SMUGGLES = _at["smuggles"]
ELSEWHERE_RUNNERS = _at["elsewhere_runners"]
ELSEWHERE_BOSSES = _at["elsewhere_bosses"]
ELSEWHERE_SAFEHOUSES = _at["elsewhere_safehouses"]
ELSEWHERE_BARRELS = _at["elsewhere_barrels"]


def layout_rows() -> list[Row]:
    """Return the rows of the layout in their order, for the docs and `moonshine rules observation`."""
    return list(LAYOUT.values())


def layout_hash() -> str:
    """Hash what an observation means: its rows, and the words that its numbers stand for; 16 hex digits."""
    words = (FRAME_IDS, MOB_IDS, LIQUOR_IDS, BOROUGH_IDS, DECK_IDS, BROKER_IDS, CLAUSE_IDS, TERMS_IDS)
    rows = [(row.name, row.shape, round(row.scale, 9)) for row in LAYOUT.values()]
    return hashlib.sha256(repr((ENCODING, rows, words)).encode()).hexdigest()[:16]


def views(observation: np.ndarray) -> dict[str, np.ndarray]:
    """Name the parts of one observation or of many.

    Args:
        observation: `(..., NUM_FEATURES)`, any dtype.

    Returns:
        By row name, `(..., *shape)`: views, not copies, into a C-contiguous `observation`.

    Raises:
        ValueError: The last axis is not NUM_FEATURES long.
    """
    if observation.shape[-1:] != (NUM_FEATURES,):
        raise ValueError(
            f"an observation has {NUM_FEATURES} features along its last axis; this array has shape {observation.shape}"
        )
    lead = observation.shape[:-1]
    return {
        row.name: observation[..., row.offset : row.offset + row.size].reshape(lead + row.shape)
        for row in LAYOUT.values()
    }
