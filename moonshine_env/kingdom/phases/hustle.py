"""Hustle: draw Contracts and discard down to the hand limit (K5.4); the decks (K1.4)."""

from __future__ import annotations

import numpy as np

from moonshine_env.engine.chance import random_word
from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ARG_A, pop, push, top
from moonshine_env.kingdom.actions import A_DISCARD, A_HUSTLE
from moonshine_env.kingdom.phases.markers import push_paid, start_play
from moonshine_env.kingdom.phases.territory import has_boss
from moonshine_env.kingdom.vocab import (
    DISCARD,
    DISCARDED,
    DO_DRAW,
    FOR_DECK,
    GUINAN,
    HUSTLE,
    IN_HAND,
    IN_PILE,
    NONE,
    NUM_CARDS,
    NUM_DECKS,
)


@rule
def count_cards(t, s, deck, where):
    """Count the cards of a deck in one place."""
    total = 0
    for card in range(NUM_CARDS):
        if t["card_deck"][card] == deck and s["card_at"][card] == where:
            total += 1
    return total


@rule
def count_hand(s, seat):
    """Count the Contracts in a seat's hand.

    Ruling: staked Contracts are not in the hand (K5.4): they lie on the table.
    """
    total = 0
    for card in range(NUM_CARDS):
        if s["card_at"][card] == IN_HAND + seat:
            total += 1
    return total


@rule
def count_hand_limit(t, s, seat):
    """Return the hand limit: 3, or 5 with Guinan."""
    if s["favors"][seat, GUINAN] > 0:
        return int(t["hand_limit_guinan"])
    return int(t["hand_limit"])


@rule
def resolve_refill(t, s, deck):
    """Turn the discards into a new draw pile if the pile is empty and there are any (K5.4)."""
    if count_cards(t, s, deck, IN_PILE) > 0 or count_cards(t, s, deck, DISCARDED) == 0:
        return
    s["reshuffles"][deck] += 1
    for card in range(NUM_CARDS):
        if t["card_deck"][card] == deck and s["card_at"][card] == DISCARDED:
            s["card_at"][card] = IN_PILE


@rule
def find_next_card(t, s, deck):
    """Find the card on top of a draw pile, NONE if it is empty.

    A pile's order is the order of its cards' random words for (deck, reshuffle, card): common cards of two games keep
    their order whatever else was drawn.
    """
    best = NONE
    lowest = np.uint64(0)
    for card in range(NUM_CARDS):
        if t["card_deck"][card] != deck or s["card_at"][card] != IN_PILE:
            continue
        word = random_word(s["seed"], FOR_DECK, 0, 0, s["reshuffles"][deck], 0, deck, card)
        if best == NONE or word < lowest:
            best = card
            lowest = word
    return best


@rule
def legal_decks(t, s, mask):
    """Offer each deck with a card in its pile or discards."""
    count = 0
    for deck in range(NUM_DECKS):
        if count_cards(t, s, deck, IN_PILE) + count_cards(t, s, deck, DISCARDED) > 0:
            mask[A_HUSTLE + deck] = 1
            count += 1
    return count


@rule
def legal_hustle(t, s, seat, mask):
    """Offer the first draw: once a Day, with a Boss on the board, not to the Rat (K5.4)."""
    if s["hustled"][seat] or s["rat"] == seat or not has_boss(s, seat):
        return 0
    return legal_decks(t, s, mask)


@rule
def apply_hustle_play(t, s, seat, deck):
    """Begin the Play; its first deck is chosen already."""
    s["hustled"][seat] = 1
    draws = t["hustle_draw_guinan"] if s["favors"][seat, GUINAN] > 0 else t["hustle_draw"]
    start_play(s, seat)
    push(s, DISCARD, seat, 0, 0, 0, 0)
    push(s, HUSTLE, seat, draws - 1, 0, 0, 0)
    push_paid(s, DO_DRAW, seat, int(t["cost_hustle"]), deck, 0)


@rule
def resolve_draw(t, s):
    """Draw the top card into the hand.

    Ruling: a pile is refilled as it runs empty or, if nothing was discarded by then, before the next draw (K5.4): there
    may be discards later.
    """
    frame = top(s)
    seat, deck = int(frame[1]), int(frame[ARG_A])
    pop(s)
    resolve_refill(t, s, deck)
    card = find_next_card(t, s, deck)
    s["card_at"][card] = IN_HAND + seat
    s["card_pool"][card] = s["reshuffles"][deck]
    resolve_refill(t, s, deck)


@rule
def resolve_hustle(t, s):
    """Close the frame if no draw is left, or no card to draw; False = its actor decides.

    Ruling: a draw for which there is no card at all is lost (K5.4): there is nothing to draw.
    """
    left = top(s)[ARG_A]
    if left > 0:
        for deck in range(NUM_DECKS):
            if count_cards(t, s, deck, IN_PILE) + count_cards(t, s, deck, DISCARDED) > 0:
                return False
    pop(s)
    return True


@rule
def apply_hustle(s, seat, deck):
    """Draw from the deck chosen.

    Ruling: each deck is chosen having seen the cards drawn before (K5.4): cards are drawn one by one.
    """
    top(s)[ARG_A] -= 1
    push(s, DO_DRAW, seat, deck, 0, 0, 0)


@rule
def resolve_discard(t, s):
    """Close the frame if the hand is within its limit; False = its actor decides."""
    seat = top(s)[1]
    if count_hand(s, seat) > count_hand_limit(t, s, seat):
        return False
    pop(s)
    return True


@rule
def legal_discard(s, seat, mask):
    """Offer each card in hand."""
    count = 0
    for card in range(NUM_CARDS):
        if s["card_at"][card] == IN_HAND + seat:
            mask[A_DISCARD + card] = 1
            count += 1
    return count


@rule
def apply_discard(s, card):
    """Lay a card face up on its deck's discards."""
    s["card_at"][card] = DISCARDED
    s["card_pool"][card] = 0
