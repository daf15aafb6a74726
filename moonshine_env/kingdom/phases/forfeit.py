"""The price of a broken word: one marker leaves the game (K9.11)."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom.phases.markers import resolve_cooled
from moonshine_env.kingdom.phases.staking import resolve_unstaked
from moonshine_env.kingdom.vocab import DISCARDED, NONE, NUM_CARDS, STAKED


@rule
def resolve_marker_lost(s, seat):
    """Take one marker of a seat out of the game.

    Ruling: the marker lost is one of the Stash, else spent in the Play going on, in own slots, lent out (the borrower
    with the lowest Turn Token), on the Heat Track (his latest), and last on a Contract (K9.11): least harm comes first.
    """
    if s["markers"][seat] == 0:
        return  # never in a game from setup: a Favor brings a marker, and takes one away
    s["markers"][seat] -= 1
    if s["stash"][seat] > 0:
        s["stash"][seat] -= 1
    elif s["spent"][seat] > 0:
        s["spent"][seat] -= 1
    elif s["slots"][seat, seat] > 0:
        s["slots"][seat, seat] -= 1
    elif not resolve_loan_lost(s, seat) and not resolve_heat_lost(s, seat):
        resolve_stake_lost(s, seat)


@rule
def resolve_loan_lost(s, seat):
    """Take a marker lent out, from the borrower with the lowest Turn Token; False if none is."""
    borrower = NONE
    for other in range(s["num_players"]):
        if s["slots"][other, seat] > 0 and (borrower == NONE or s["token"][other] < s["token"][borrower]):
            borrower = other
    if borrower == NONE:
        return False
    s["slots"][borrower, seat] -= 1
    return True


@rule
def resolve_heat_lost(s, seat):
    """Take the seat's latest marker off the Heat Track; later ones move down. False if none is there."""
    for space in range(int(s["heat_count"]) - 1, -1, -1):
        if s["heat"][space] == seat:
            resolve_cooled(s, space)
            return True
    return False


@rule
def resolve_stake_lost(s, seat):
    """Take a marker off the Contract with most, the first staked among tied ones: it is Botched, the rest goes home."""
    botched = NONE
    for card in range(NUM_CARDS):
        if s["card_at"][card] != STAKED + seat:
            continue
        more = botched == NONE or s["card_markers"][card] > s["card_markers"][botched]
        tied = botched != NONE and s["card_markers"][card] == s["card_markers"][botched]
        if more or (tied and s["stake_order"][card] < s["stake_order"][botched]):
            botched = card
    s["stash"][seat] += s["card_markers"][botched] - 1
    s["card_markers"][botched] = 0
    resolve_unstaked(s, botched, DISCARDED)
