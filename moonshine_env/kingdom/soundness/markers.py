"""Markers and Contracts: where each is, and that each total is right."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom.soundness.board import count_equal
from moonshine_env.kingdom.soundness.problems import (
    BAD_CARD,
    BAD_CARD_MARKERS,
    BAD_CARD_POOL,
    BAD_HEAT,
    BAD_LOW_SLOTS,
    BAD_MARKER_TOTAL,
    BAD_MARKERS,
    BAD_SLOTS,
    BAD_STAKE_ORDER,
    OK,
    at,
)
from moonshine_env.kingdom.vocab import COMPLETED, HEAT_SPACES, IN_HAND, MAX_PLAYERS, NONE, NUM_CARDS, NUM_DECKS, STAKED


@rule
def check_markers(t, s):
    """Check the Heat Track, the slots, and that each seat's markers make up his total."""
    places = s["card_at"]
    heat = int(s["heat_count"])
    if not 0 <= heat <= HEAT_SPACES:
        return at(BAD_HEAT, 0)
    for space in range(HEAT_SPACES):
        owner = int(s["heat"][space])
        if (space < heat and not 0 <= owner < s["num_players"]) or (space >= heat and owner != NONE):
            return at(BAD_HEAT, 0)
    for seat in range(s["num_players"]):
        held = 0
        markers = int(s["stash"][seat]) + int(s["spent"][seat]) + count_equal(s["heat"], seat)
        for other in range(MAX_PLAYERS):
            held += int(s["slots"][seat, other])
            markers += int(s["slots"][other, seat])
            if s["slots"][seat, other] < 0:
                return at(BAD_SLOTS, seat)
        for card in range(NUM_CARDS):
            if places[card] == STAKED + seat:
                markers += int(s["card_markers"][card])
        if held > t["slots"]:
            return at(BAD_SLOTS, seat)
        if held > 0 and s["next_token"][seat] > 0:
            return at(BAD_LOW_SLOTS, seat)
        if s["stash"][seat] < 0 or s["spent"][seat] < 0 or markers != s["markers"][seat]:
            return at(BAD_MARKERS, seat)
        if markers > t["influence_per_player"]:
            return at(BAD_MARKER_TOTAL, seat)
    return OK


@rule
def check_cards(t, s):
    """Check that each Contract is in one possible place, with the markers and the pool of that place."""
    players = int(s["num_players"])
    for deck in range(NUM_DECKS):
        if s["reshuffles"][deck] < 0:
            return at(BAD_CARD_POOL, 0)
    for card in range(NUM_CARDS):
        where, markers, pool = int(s["card_at"][card]), int(s["card_markers"][card]), int(s["card_pool"][card])
        if not 0 <= where < COMPLETED + players or (where >= IN_HAND and (where - IN_HAND) % MAX_PLAYERS >= players):
            return at(BAD_CARD, card)
        deck = t["card_deck"][card]
        staked = STAKED <= where < COMPLETED
        if (staked and not 1 <= markers <= t["deadline"][deck]) or (not staked and markers != 0):
            return at(BAD_CARD_MARKERS, card)
        most = int(s["reshuffles"][deck]) if IN_HAND <= where < STAKED else 0
        if not 0 <= pool <= most:
            return at(BAD_CARD_POOL, card)
        if not is_stake_order_sound(s, card, staked):
            return at(BAD_STAKE_ORDER, card)
    return OK


@rule
def is_stake_order_sound(s, card, staked):
    """Say whether a card's place among those its seat has staked is one of 1, 2, ... and its alone; 0 if not staked."""
    places, order = s["card_at"], s["stake_order"]
    if not staked:
        return order[card] == 0
    if not 1 <= order[card] <= count_equal(places, places[card]):
        return False
    for other in range(card):
        if places[other] == places[card] and order[other] == order[card]:
            return False
    return True
