"""Influence markers: slots, paying, and where spent markers go (K4.3-K4.7)."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ARG_A, pop, push, top
from moonshine_env.kingdom.actions import A_HEAT, A_PAY
from moonshine_env.kingdom.vocab import HEAT_OWNER, MAX_PLAYERS, NONE, PAY, PAY_OWNER, PLAY_END


@rule
def count_slotted(s, seat):
    """Count the markers in a seat's slots, lent ones included."""
    total = 0
    for owner in range(MAX_PLAYERS):
        total += int(s["slots"][seat, owner])
    return total


@rule
def count_owners(s, seat):
    """Count the different owners of markers in a seat's slots."""
    total = 0
    for owner in range(MAX_PLAYERS):
        if s["slots"][seat, owner] > 0:
            total += 1
    return total


@rule
def start_play(s, seat):
    """Count a Play and open the frame that ends it; what the Play does goes above."""
    s["plays_today"][seat] += 1
    push(s, PLAY_END, seat, 0, 0, 0, 0)


@rule
def push_paid(s, kind, seat, cost, a, b):
    """Open automatic work that happens once `cost` markers are paid, inside a Play going on.

    Ruling: a Play, or a step of a fight, is paid after the choices that define it and before boosts, dice and draws
    (K4.3): one pays for what is known, not for its luck.
    """
    push(s, kind, seat, a, b, 0, 0)
    push(s, PAY, seat, cost, 0, 0, 0)


@rule
def start_paid_play(s, kind, seat, cost, a, b):
    """Begin a Play: its end below, its work above it, its payment on top."""
    start_play(s, seat)
    push_paid(s, kind, seat, cost, a, b)


@rule
def resolve_spend(s, seat, owner):
    """Move one marker of `owner` from the seat's slots to the spent ones."""
    s["slots"][seat, owner] -= 1
    s["spent"][owner] += 1


@rule
def resolve_pay(s):
    """Pay the frame on top, as far as there is no choice of owner; else ask PAY_OWNER."""
    frame = top(s)
    seat = int(frame[1])
    due = int(frame[ARG_A])
    if due == 0:
        pop(s)
        return
    if count_owners(s, seat) > 1 and due < count_slotted(s, seat):
        push(s, PAY_OWNER, seat, due, 0, 0, 0)
        return
    # One owner, or every marker goes: nothing to choose.
    for owner in range(MAX_PLAYERS):
        while due > 0 and s["slots"][seat, owner] > 0:
            resolve_spend(s, seat, owner)
            due -= 1
    pop(s)


@rule
def legal_pay_owner(s, seat, mask):
    """Offer the owners of the markers in the slots.

    Ruling: the payer chooses whose markers he spends (K4.3): they are his to use.
    """
    count = 0
    for owner in range(MAX_PLAYERS):
        if s["slots"][seat, owner] > 0:
            mask[A_PAY + s["mob"][owner]] = 1
            count += 1
    return count


@rule
def apply_pay_owner(s, seat, choice):
    """Spend one marker of the mob chosen; the PAY frame below has one less to pay."""
    pop(s)
    resolve_spend(s, seat, seat_of_mob(s, choice))
    top(s)[ARG_A] -= 1


@rule
def seat_of_mob(s, mob):
    """Find the seat that plays a mob; NONE if nobody does."""
    for seat in range(s["num_players"]):
        if s["mob"][seat] == mob:
            return seat
    return NONE


@rule
def count_spent_owners(s):
    """Count the different owners among the spent markers of the Play."""
    total = 0
    for owner in range(MAX_PLAYERS):
        if s["spent"][owner] > 0:
            total += 1
    return total


@rule
def legal_heat_owner(s, mask):
    """Offer the owners of the spent markers (K4.4)."""
    count = 0
    for owner in range(MAX_PLAYERS):
        if s["spent"][owner] > 0:
            mask[A_HEAT + s["mob"][owner]] = 1
            count += 1
    return count


@rule
def apply_heat_owner(s, choice):
    """Put a spent marker of the mob chosen on the Heat Track."""
    pop(s)
    resolve_heat(s, seat_of_mob(s, choice))


@rule
def resolve_heat(s, owner):
    """Put one spent marker of `owner` on the next space of the Heat Track (K8.3)."""
    s["spent"][owner] -= 1
    s["heat"][s["heat_count"]] = owner
    s["heat_count"] += 1
    s["play_heat"] = 0


@rule
def resolve_play_heat(s, seat):
    """Place the marker of a Play that made Heat, or ask HEAT_OWNER whose.

    Ruling: several causes in one Play make one Heat (K4.4): one spent marker is placed.

    Ruling: a Play whose spent markers broken promises all took away heats nothing (K9.11): there is none to place.
    """
    if s["play_heat"] == 0:
        return
    if count_spent_owners(s) > 1:
        push(s, HEAT_OWNER, seat, 0, 0, 0, 0)
        return
    for owner in range(MAX_PLAYERS):
        if s["spent"][owner] > 0:
            resolve_heat(s, owner)
            return
    s["play_heat"] = 0


@rule
def resolve_spent_home(s):
    """Return the spent markers of the Play to their owners' Stashes (K4.3)."""
    for owner in range(MAX_PLAYERS):
        s["stash"][owner] += s["spent"][owner]
        s["spent"][owner] = 0


@rule
def resolve_lay_low(s, seat):
    """Clear the slots to their owners' Stashes and take tomorrow's lowest free token.

    Ruling: lent markers go home to their owners (K4.7): so they do when they are spent.
    """
    for owner in range(MAX_PLAYERS):
        s["stash"][owner] += s["slots"][seat, owner]
        s["slots"][seat, owner] = 0
    taken = 0
    for other in range(s["num_players"]):
        if s["next_token"][other] > 0:
            taken += 1
    s["next_token"][seat] = taken + 1


@rule
def resolve_cooled(s, space):
    """Close the gap that a marker taken off the Heat Track leaves."""
    last = int(s["heat_count"]) - 1
    for k in range(space, last):
        s["heat"][k] = s["heat"][k + 1]
    s["heat"][last] = NONE
    s["heat_count"] = last
