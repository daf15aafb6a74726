"""Redeal: another world that one seat cannot tell from this one."""

from __future__ import annotations

from moonshine_env.engine.chance import random_word, word_below
from moonshine_env.engine.jit import rule
from moonshine_env.kingdom.vocab import FOR_REDEAL, IN_HAND, IN_PILE, MAX_PLAYERS, NUM_CARDS, NUM_DECKS

_IN_HAT = -1  # lifted to be dealt anew; never left in a state
_BITS = 4  # of a hand's count in the packed counts; a hand holds at most 8 cards of a pool


@rule
def resolve_redeal(t, s, seat, seed):
    """Permute what `seat` cannot know, uniformly, and draw all chance to come from `seed`; `s` in place.

    Cards are exchangeable within a pool, (deck, reshuffles of the deck when drawn): the pile of the last reshuffle
    and the rivals' cards drawn from it. Pools are public, since backs and reshuffles are seen. Rivals' choices are not
    taken as evidence.
    """
    picks = 0
    for deck in range(NUM_DECKS):
        if not has_hidden(t, s, seat, deck):
            continue
        for pool in range(s["reshuffles"][deck] + 1):
            picks = resolve_pool(t, s, seat, deck, pool, seed, picks)
    s["seed"] = seed
    s["given"][:] = 0
    s["given_count"] = 0


@rule
def has_hidden(t, s, seat, deck):
    """Say whether a rival holds a card of the deck; a pile alone is permuted by the new seed."""
    for card in range(NUM_CARDS):
        if t["card_deck"][card] == deck and is_rivals(s, seat, card):
            return True
    return False


@rule
def is_rivals(s, seat, card):
    """Say whether a card is in a hand that is not the seat's.

    Ruling: of cards only hands and the order of piles are secret (K1.12): a Contract is shown when it is staked.
    """
    return IN_HAND <= s["card_at"][card] < IN_HAND + MAX_PLAYERS and s["card_at"][card] != IN_HAND + seat


@rule
def resolve_pool(t, s, seat, deck, pool, seed, picks):
    """Lift the hidden cards of one pool and deal each rival as many; the rest is the pile. Returns the picks made."""
    counts = 0
    hat = 0
    newest = pool == s["reshuffles"][deck]
    for card in range(NUM_CARDS):
        if t["card_deck"][card] != deck:
            continue
        if is_rivals(s, seat, card) and s["card_pool"][card] == pool:
            counts += 1 << (_BITS * (int(s["card_at"][card]) - IN_HAND))
        elif not (newest and s["card_at"][card] == IN_PILE):
            continue
        s["card_at"][card] = _IN_HAT
        s["card_pool"][card] = 0
        hat += 1
    for rival in range(MAX_PLAYERS):
        for _ in range(counts >> (_BITS * rival) & ((1 << _BITS) - 1)):
            nth = word_below(random_word(seed, FOR_REDEAL, 0, 0, picks, 0, 0, 0), hat)
            resolve_pick(t, s, deck, nth, rival, pool)
            picks += 1
            hat -= 1
    for card in range(NUM_CARDS):
        if s["card_at"][card] == _IN_HAT:
            s["card_at"][card] = IN_PILE
    return picks


@rule
def resolve_pick(t, s, deck, nth, rival, pool):
    """Give the `nth` card of the hat to a rival."""
    for card in range(NUM_CARDS):
        if s["card_at"][card] == _IN_HAT:
            if nth == 0:
                s["card_at"][card] = IN_HAND + rival
                s["card_pool"][card] = pool
                return
            nth -= 1
