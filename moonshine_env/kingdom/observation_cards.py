"""The encoder of Contracts: where each is as far as a seat knows, and how many a seat holds and has Completed."""

from __future__ import annotations

import numpy as np

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom import observation_layout as at
from moonshine_env.kingdom.observation_layout import RESPECT_OFFSET
from moonshine_env.kingdom.observation_lookup import (
    CARD_ROW,
    CARD_VALUE,
    COMPLETED_STEP,
    COUNT_BITS,
    COUNT_MOST,
    HAND_STEP,
)
from moonshine_env.kingdom.phases.respect import count_respect_with
from moonshine_env.kingdom.vocab import (
    GIG,
    IN_HAND,
    MAX_HAND,
    NUM_CARDS,
    NUM_DECKS,
    RACKET,
    SCORE,
    STAKED,
)

C = NUM_CARDS
BYTE = 255


@rule
def seat_at(seat, k, num_players):
    """Return the seat that is `k` places after `seat`."""
    there = seat + k
    return there - num_players if there >= num_players else there


@rule
def observe_contracts(t, s, k, there, hands, done, out):
    """Write how many Contracts the seat `there` holds and Completed, from the packed counts, and its Respect."""
    row = at.HAND + k * NUM_DECKS
    shift = COUNT_BITS * NUM_DECKS * there
    for deck in range(NUM_DECKS):
        out[row + deck] = (hands >> (shift + COUNT_BITS * deck)) & COUNT_MOST
    gigs = (done >> shift) & COUNT_MOST
    rackets = (done >> (shift + COUNT_BITS)) & COUNT_MOST
    scores = (done >> (shift + 2 * COUNT_BITS)) & COUNT_MOST
    row = at.COMPLETED_COUNT + k * NUM_DECKS
    out[row + GIG] = gigs
    out[row + RACKET] = rackets
    out[row + SCORE] = scores
    respect = count_respect_with(t, s, there, gigs, rackets, scores) + RESPECT_OFFSET
    out[at.RESPECT + k] = min(max(respect, 0), BYTE)  # clipped only with Titles worth more than the printed ones


@rule
def observe_cards(t, s, seat, out):
    """Write where each Contract is, as far as `seat` knows; returns packed counts of cards in hands and Completed.

    One pass without a branch: tables say, by the place of a card, which row it is marked in and with what.
    """
    card_at = s["card_at"]
    card_deck = t["card_deck"]
    card_markers = s["card_markers"]
    row = CARD_ROW[s["num_players"], seat]
    value = CARD_VALUE[s["num_players"], seat]
    hands = 0
    done = 0
    for card in range(C):
        place = np.uint64(card_at[card])
        out[np.uint64(row[place] + card)] = value[place] + card_markers[card]
    for card in range(C):
        place = np.uint64(card_at[card])
        shift = COUNT_BITS * card_deck[card]
        hands += HAND_STEP[place] << shift
        done += COMPLETED_STEP[place] << shift
    order = s["stake_order"]
    for card in range(C):
        out[at.STAKE_ORDER + card] = order[card]
    reshuffles = s["reshuffles"]
    if reshuffles[GIG] + reshuffles[RACKET] + reshuffles[SCORE] > 0:
        _observe_pools(t, s, seat, out)
    return hands, done


@rule
def _observe_pools(t, s, seat, out):
    """Write the pools of cards in hands, as far as `seat` knows.

    The pool of a card is public: whoever watched the reshuffles knows which unseen cards were not in the last one, and
    so are in a hand. Within a pool, hands and pile look alike here.
    """
    # At most one refill for each card drawn, so at most 180 in 15 Days of four players: a byte holds them.
    reshuffles = s["reshuffles"]
    for deck in range(NUM_DECKS):
        out[at.RESHUFFLES + deck] = min(int(reshuffles[deck]), BYTE)
    oldest = 0
    for card in range(C):
        if IN_HAND <= s["card_at"][card] < STAKED:
            age = int(reshuffles[t["card_deck"][card]]) - int(s["card_pool"][card])
            out[at.AGE + card] = min(age, BYTE)
            oldest = max(oldest, age)
    if oldest > 0:
        _observe_old_hands(t, s, seat, out)


@rule
def _observe_old_hands(t, s, seat, out):
    """Write which rival holds how many cards of older pools, and their ages; reads `age` from `out`."""
    card_at = s["card_at"]
    num_players = int(s["num_players"])
    for k in range(1, num_players):
        hand = IN_HAND + seat_at(seat, k, num_players)
        row = at.OLD_AGES + (k - 1) * MAX_HAND
        end = row
        for deck in range(NUM_DECKS):
            first = end
            for card in range(C):
                age = int(out[at.AGE + card])
                if card_at[card] != hand or t["card_deck"][card] != deck or age == 0 or end == row + MAX_HAND:
                    continue
                slot = end  # insert in rising order: the order of cards would tell which is whose
                while slot > first and out[slot - 1] > age:
                    out[slot] = out[slot - 1]
                    slot -= 1
                out[slot] = age
                end += 1
            out[at.OLD_HAND + (k - 1) * NUM_DECKS + deck] = end - first
