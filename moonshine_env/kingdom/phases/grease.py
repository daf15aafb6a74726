"""Shadows: Grease the Wheels. Shylock, then Contracts staked, then Operations funded (K3.8)."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ARG_A, pop, push, top
from moonshine_env.kingdom.actions import A_FUND, A_STAKE
from moonshine_env.kingdom.phases.brew import seat_of_token
from moonshine_env.kingdom.phases.markers import count_slotted
from moonshine_env.kingdom.phases.shylock import apply_shylock, is_shylock, legal_shylock
from moonshine_env.kingdom.phases.staking import resolve_staked
from moonshine_env.kingdom.vocab import GREASE, IN_HAND, MAX_FUND, NONE, NUM_CARDS, OPERATIONS


@rule
def resolve_grease_round(s):
    """Ask the next player in Turn Order, or open Operations."""
    frame = top(s)
    asked = int(frame[ARG_A])
    if asked < s["num_players"]:
        frame[ARG_A] = asked + 1
        push(s, GREASE, seat_of_token(s, asked + 1), 0, 0, 0, 0)
        return
    pop(s)
    push(s, OPERATIONS, NONE, 0, 0, 0, 0)


@rule
def legal_grease(t, s, seat, mask):
    """Offer Shylock (first of all, once), every Contract the Stash can stake, and 0-5 markers to fund (ends it)."""
    count = 0
    if top(s)[ARG_A] == 0:
        count += legal_shylock(t, s, seat, mask)
    stash = int(s["stash"][seat])
    for card in range(NUM_CARDS):
        if s["card_at"][card] == IN_HAND + seat and stash >= t["deadline"][t["card_deck"][card]]:
            mask[A_STAKE + card] = 1
            count += 1
    # On Day 1 the slots are full already: `fund 0` alone is left (K3.8).
    most = min(stash, int(t["slots"]) - count_slotted(s, seat), MAX_FUND)
    for markers in range(most + 1):
        mask[A_FUND + markers] = 1
    return count + most + 1


@rule
def apply_grease(t, s, seat, action):
    """Borrow, repay, stake or fund. The step stays open until `fund`."""
    frame = top(s)
    if is_shylock(action):
        frame[ARG_A] = 1
        apply_shylock(t, s, seat, action)
    elif action < A_FUND:
        # Shylock came before (K9.4): staking closes that window.
        frame[ARG_A] = 1
        card = action - A_STAKE
        resolve_staked(s, seat, card, int(t["deadline"][t["card_deck"][card]]))
    else:
        markers = action - A_FUND
        s["stash"][seat] -= markers
        s["slots"][seat, seat] += markers
        pop(s)
