"""Small tables that spare the encoder its branches; frozen into compiled code, as the layout is."""

from __future__ import annotations

import numpy as np

from moonshine_env.engine.stack import ARG_A, ARG_B, ARG_C, ARG_D
from moonshine_env.kingdom import observation_layout as at
from moonshine_env.kingdom.vocab import (
    CARGO,
    COMPLETED,
    CREW,
    DISCARDED,
    EXCHANGE,
    FIRST_AUTOMATIC,
    IN_HAND,
    MAX_PLAYERS,
    NUM_CARDS,
    NUM_CLAUSES,
    NUM_DECKS,
    PINNED,
    PLUNDER_PICK,
    PROMISE_BARRELS,
    PROMISE_NO_ENTRY,
    PROMISE_PASSAGE,
    PUSH_AMOUNT,
    RAID_PAY,
    RAID_TIE,
    RECRUIT,
    SAFEHOUSE,
    SAFEHOUSE_FREE,
    SECURE_FROM,
    SELL,
    STAKED,
    STANDOFF,
)

NUM_PLACES = COMPLETED + MAX_PLAYERS  # values of `card_at`


def _argument_of(table: dict[int, int]) -> np.ndarray:
    arguments = np.zeros(FIRST_AUTOMATIC, np.int64)
    for kind, argument in table.items():
        arguments[kind] = argument
    return arguments


# Which argument of a decision's frame (`vocab.FRAME_IDS`) is a District, a second District, a liquor: `(kinds,)`, its
# index in the frame, 0 (which is no argument) for none.
_DISTRICT_FIRST = (
    PUSH_AMOUNT,
    EXCHANGE,
    RECRUIT,
    SECURE_FROM,
    SELL,
    SAFEHOUSE,
    SAFEHOUSE_FREE,
    STANDOFF,
    PINNED,
    PLUNDER_PICK,
    RAID_TIE,
    RAID_PAY,
)
DISTRICT_ARGUMENT = _argument_of({**dict.fromkeys(_DISTRICT_FIRST, ARG_A), CREW: ARG_B, CARGO: ARG_B})
OTHER_ARGUMENT = _argument_of({PUSH_AMOUNT: ARG_B, EXCHANGE: ARG_B, CREW: ARG_C, CARGO: ARG_C})
LIQUOR_ARGUMENT = _argument_of({CARGO: ARG_D, PUSH_AMOUNT: ARG_C, SELL: ARG_B})


def _relative_seats() -> np.ndarray:
    relative = np.zeros((MAX_PLAYERS + 1, MAX_PLAYERS, MAX_PLAYERS + 1), np.int64)
    for num_players in range(1, MAX_PLAYERS + 1):
        for seat in range(num_players):
            for k in range(num_players):
                relative[num_players, seat, (seat + k) % num_players + 1] = k
    return relative


# How many places after the observer a seat is, by players, observer and seat + 1 `(5, 4, 5)`; 0 for NONE.
RELATIVE = _relative_seats()


def _card_marks() -> tuple[np.ndarray, np.ndarray]:
    shape = (MAX_PLAYERS + 1, MAX_PLAYERS, NUM_PLACES)
    row = np.full(shape, at.OWN_HAND)  # pile and rivals' hands: a 0 there, as in all other rows
    value = np.zeros(shape, np.int64)
    row[:, :, DISCARDED] = at.DISCARDED
    value[:, :, DISCARDED] = 1
    for num_players in range(1, MAX_PLAYERS + 1):
        for seat in range(num_players):
            value[num_players, seat, IN_HAND + seat] = 1
            for k in range(num_players):
                there = (seat + k) % num_players
                row[num_players, seat, STAKED + there] = at.STAKED + k * NUM_CARDS
                value[num_players, seat, STAKED + there] = 1  # its markers are added
                row[num_players, seat, COMPLETED + there] = at.COMPLETED
                value[num_players, seat, COMPLETED + there] = k + 1
    return row, value


# How a card is marked, by players, observer and place `(5, 4, NUM_PLACES)`: first feature of the row, and the value.
CARD_ROW, CARD_VALUE = _card_marks()

# Counts of cards by seat and deck, packed in one integer: 12 counts of 5 bits, seat by seat. No printed deck has more
# than 31 cards.
COUNT_BITS = 5
COUNT_MOST = 2**COUNT_BITS - 1


def _count_steps(first_place: int) -> np.ndarray:
    steps = np.zeros(NUM_PLACES, np.int64)
    for seat in range(MAX_PLAYERS):
        steps[first_place + seat] = 1 << (COUNT_BITS * NUM_DECKS * seat)
    return steps


# What a Gig adds to the packed counts of hands and of Completed Contracts, by place `(NUM_PLACES,)`.
HAND_STEP = _count_steps(IN_HAND)
COMPLETED_STEP = _count_steps(COMPLETED)


def _promise_kinds() -> np.ndarray:
    kinds = np.zeros(NUM_CLAUSES, np.int64)
    for kind, first in enumerate((PROMISE_NO_ENTRY, PROMISE_PASSAGE, PROMISE_BARRELS), 1):
        kinds[first:] = kind
    return kinds


# What a promise is of, in the order of the row `deals`, by clause `(NUM_CLAUSES,)`; 0, to pay, also for no promise.
PROMISE_KIND = _promise_kinds()
