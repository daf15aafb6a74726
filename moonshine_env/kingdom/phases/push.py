"""Push: Barrels between neighbours, and the exchange with a rival's consent (K5.2)."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ARG_A, ARG_B, ARG_C, ARG_D, pop, push, top
from moonshine_env.kingdom.actions import A_ALLOW, A_GIVE, A_PUSH, A_REFUSE, NUM_PUSHES
from moonshine_env.kingdom.phases.markers import start_paid_play
from moonshine_env.kingdom.phases.promises import resolve_delivery
from moonshine_env.kingdom.phases.territory import count_barrels
from moonshine_env.kingdom.vocab import (
    DO_PUSH,
    EXCHANGE,
    MAX_BARRELS,
    NONE,
    NUM_DISTRICTS,
    NUM_LIQUORS,
    PUSH_AMOUNT,
    TURN,
)


@rule
def can_pull(s, seat, other, refused):
    """Say whether Barrels may come out of the other District: not a rival's once one has refused this turn."""
    return s["owner"][other] == seat or s["owner"][other] == NONE or not refused


@rule
def legal_push(t, s, seat, refused, mask):
    """Offer each own District with each Connected one without a Precinct, if a Barrel can shift between them.

    A pair of own Districts is offered in board order only.
    """
    count = 0
    for own in range(NUM_DISTRICTS):
        if s["owner"][own] != seat:
            continue
        out = count_barrels(s, own) > 0
        for k in range(t["num_neighbours"][own]):
            other = t["neighbours"][own, k]
            if s["precinct"][other] or (s["owner"][other] == seat and other < own):
                continue
            if out or (can_pull(s, seat, other, refused) and count_barrels(s, other) > 0):
                mask[A_PUSH + t["pair"][own, other]] = 1
                count += 1
    return count


@rule
def apply_push(t, s, seat, pair, refused):
    """Ask how many Barrels of each liquor."""
    own, other = int(t["pair_from"][pair]), int(t["pair_to"][pair])
    first = next_pushed(s, seat, own, other, refused, 0)
    push(s, PUSH_AMOUNT, seat, own, other, first, refused)


@rule
def count_pullable(s, seat, other, liquor, refused):
    """Count the Barrels of a liquor that may come out of the other District."""
    if can_pull(s, seat, other, refused):
        return int(s["barrels"][other, liquor])
    return 0


@rule
def next_pushed(s, seat, own, other, refused, first):
    """Find the next liquor, from `first` on, that can shift either way; NUM_LIQUORS if none."""
    liquor = first
    while (
        liquor < NUM_LIQUORS and s["barrels"][own, liquor] == 0 and count_pullable(s, seat, other, liquor, refused) == 0
    ):
        liquor += 1
    return liquor


@rule
def legal_push_amount(s, seat, mask):
    """Offer every amount, in (-) or out (+); the last liquor of an empty Push may not stay at 0."""
    frame = top(s)
    own, other, liquor, refused = frame[ARG_A], frame[ARG_B], frame[ARG_C], frame[ARG_D]
    zero = A_GIVE + liquor * NUM_PUSHES + MAX_BARRELS
    low = count_pullable(s, seat, other, liquor, refused)
    high = int(s["barrels"][own, liquor])
    mask[zero - low : zero + high + 1] = 1
    if next_pushed(s, seat, own, other, refused, liquor + 1) == NUM_LIQUORS and not has_amounts(s):
        mask[zero] = 0
        return low + high
    return low + high + 1


@rule
def has_amounts(s):
    """Say whether any Barrel has been chosen so far."""
    for liquor in range(NUM_LIQUORS):
        if s["amounts"][liquor] != 0:
            return True
    return False


@rule
def needs_consent(s, seat, other):
    """Say whether a Barrel would come out of a rival's District."""
    owner = s["owner"][other]
    if owner == seat or owner == NONE:
        return False
    for liquor in range(NUM_LIQUORS):
        if s["amounts"][liquor] < 0:
            return True
    return False


@rule
def apply_push_amount(t, s, seat, choice):
    """Note the amount; after the last liquor ask the rival if need be, else pay and shift."""
    frame = top(s)
    own, other, liquor, refused = int(frame[ARG_A]), int(frame[ARG_B]), int(frame[ARG_C]), int(frame[ARG_D])
    s["amounts"][liquor] = choice % NUM_PUSHES - MAX_BARRELS
    following = next_pushed(s, seat, own, other, refused, liquor + 1)
    if following < NUM_LIQUORS:
        frame[ARG_C] = following
        return
    pop(s)
    if needs_consent(s, seat, other):
        push(s, EXCHANGE, s["owner"][other], own, other, 0, 0)
    else:
        start_paid_play(s, DO_PUSH, seat, int(t["cost_push"]), own, other)


@rule
def legal_exchange(mask):
    """Offer to allow or to refuse."""
    mask[A_ALLOW] = 1
    mask[A_REFUSE] = 1
    return 2


@rule
def apply_exchange(t, s, action):
    """Shift the Barrels, or let the turn player choose again.

    Ruling: a refusal costs no marker, and this turn allows no other Push that needs consent (K5.2): nothing was done,
    and asking again would have no end.
    """
    frame = top(s)
    own, other = int(frame[ARG_A]), int(frame[ARG_B])
    pop(s)
    seat = int(s["turn_player"])
    if action == A_ALLOW:
        start_paid_play(s, DO_PUSH, seat, int(t["cost_push"]), own, other)
        return
    s["amounts"][:] = 0
    # Shylock's window of the turn is behind: table talk comes before the Play (K4.1).
    push(s, TURN, seat, 1, 1, 0, 0)


@rule
def resolve_push(s):
    """Shift the Barrels; they are whoever's Controls the District they lie in (K2.3)."""
    frame = top(s)
    seat, own, other = int(frame[1]), int(frame[ARG_A]), int(frame[ARG_B])
    pop(s)
    for liquor in range(NUM_LIQUORS):
        amount = int(s["amounts"][liquor])
        s["barrels"][own, liquor] -= amount
        s["barrels"][other, liquor] += amount
        s["amounts"][liquor] = 0
        if amount > 0:
            resolve_delivery(s, seat, s["owner"][other], liquor, amount)
