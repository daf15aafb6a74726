"""Safehouses: taking over a rival's (K2.8), a free one (K5.13, K8.2), and Secure (K5.5)."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ARG_A, ARG_B, pop, push, top
from moonshine_env.kingdom.actions import (
    A_SAFEHOUSE_DESTROY,
    A_SAFEHOUSE_FROM,
    A_SAFEHOUSE_NONE,
    A_SAFEHOUSE_SUPPLY,
    A_SECURE,
)
from moonshine_env.kingdom.phases.markers import start_paid_play
from moonshine_env.kingdom.phases.territory import resolve_control
from moonshine_env.kingdom.vocab import DO_SECURE, NONE, NUM_DISTRICTS, SAFEHOUSE, SAFEHOUSE_FREE, SECURE_FROM


@rule
def count_movable(s, seat):
    """Count the Safehouses a seat can relocate: those in Districts it Controls."""
    total = 0
    for district in range(NUM_DISTRICTS):
        if s["safehouse"][district] == seat and s["owner"][district] == seat:
            total += 1
    return total


@rule
def legal_relocate(s, seat, mask):
    """Offer every Safehouse of the seat in a District it Controls as the one that moves."""
    count = 0
    for district in range(NUM_DISTRICTS):
        if s["safehouse"][district] == seat and s["owner"][district] == seat:
            mask[A_SAFEHOUSE_FROM + district] = 1
            count += 1
    return count


@rule
def resolve_place(s, seat, district, source):
    """Put a Safehouse of the seat into a District, from supply (NONE) or another District, which may lose Control."""
    if source == NONE:
        s["safehouses_left"][seat] -= 1
    else:
        s["safehouse"][source] = NONE
        resolve_control(s, source)
    s["safehouse"][district] = seat
    s["owner"][district] = seat


@rule
def open_takeover(s, seat, district):
    """Ask the new Controller about a rival's Safehouse, if one stands there (K2.8)."""
    if s["safehouse"][district] != NONE and s["safehouse"][district] != seat:
        push(s, SAFEHOUSE, seat, district, 0, 0, 0)


@rule
def legal_takeover(s, seat, mask):
    """Offer to destroy it, or to Commandeer: from supply, or, with none spare, from a District of one's own.

    Ruling: an unguarded Safehouse may be destroyed, too (K2.8): after a fight it may.
    """
    mask[A_SAFEHOUSE_DESTROY] = 1
    if s["safehouses_left"][seat] > 0:
        mask[A_SAFEHOUSE_SUPPLY] = 1
        return 2
    return 1 + legal_relocate(s, seat, mask)


@rule
def apply_takeover(s, seat, action):
    """Return the rival's Safehouse to his supply; perhaps one of the seat's stands there now."""
    district = int(top(s)[ARG_A])
    pop(s)
    s["safehouses_left"][s["safehouse"][district]] += 1
    s["safehouse"][district] = NONE
    if action == A_SAFEHOUSE_SUPPLY:
        resolve_place(s, seat, district, NONE)
    elif action != A_SAFEHOUSE_DESTROY:
        resolve_place(s, seat, district, action - A_SAFEHOUSE_FROM)


@rule
def open_free_safehouse(s, seat, district, relocate):
    """Ask for a free Safehouse after Rise (`relocate` = 1) or a Storm won (0), if the District has none."""
    if s["safehouse"][district] == NONE:
        push(s, SAFEHOUSE_FREE, seat, district, relocate, 0, 0)


@rule
def legal_free_safehouse(s, seat, mask):
    """Offer one from supply, one to relocate, or none. After a Storm one may relocate only with none spare (K8.2)."""
    count = 1
    mask[A_SAFEHOUSE_NONE] = 1
    if s["safehouses_left"][seat] > 0:
        mask[A_SAFEHOUSE_SUPPLY] = 1
        count += 1
        if top(s)[ARG_B] == 0:
            return count
    return count + legal_relocate(s, seat, mask)


@rule
def apply_free_safehouse(s, seat, action):
    """Put the Safehouse chosen into the District of the frame."""
    district = int(top(s)[ARG_A])
    pop(s)
    if action == A_SAFEHOUSE_SUPPLY:
        resolve_place(s, seat, district, NONE)
    elif action != A_SAFEHOUSE_NONE:
        resolve_place(s, seat, district, action - A_SAFEHOUSE_FROM)


@rule
def legal_secure(t, s, seat, mask):
    """Offer each own District without a Safehouse, if there is one to put there (K5.5).

    Ruling: a District holds one Safehouse at most (K2.7): two are never shown.
    """
    if s["cash"][seat] < t["secure_cash"]:
        return 0
    if s["safehouses_left"][seat] == 0 and count_movable(s, seat) == 0:
        return 0
    count = 0
    for district in range(NUM_DISTRICTS):
        if s["owner"][district] == seat and s["safehouse"][district] == NONE:
            mask[A_SECURE + district] = 1
            count += 1
    return count


@rule
def apply_secure(s, seat, district):
    """Ask where the Safehouse comes from."""
    push(s, SECURE_FROM, seat, district, 0, 0, 0)


@rule
def legal_secure_from(s, seat, mask):
    """Offer the supply and every Safehouse that can relocate."""
    count = 0
    if s["safehouses_left"][seat] > 0:
        mask[A_SAFEHOUSE_SUPPLY] = 1
        count = 1
    return count + legal_relocate(s, seat, mask)


@rule
def apply_secure_from(t, s, seat, action):
    """Begin the Play with its source known."""
    district = int(top(s)[ARG_A])
    pop(s)
    source = NONE if action == A_SAFEHOUSE_SUPPLY else action - A_SAFEHOUSE_FROM
    start_paid_play(s, DO_SECURE, seat, int(t["cost_secure"]), district, source)


@rule
def resolve_secure(t, s):
    """Pay $500 and put the Safehouse there."""
    frame = top(s)
    seat, district, source = int(frame[1]), int(frame[ARG_A]), int(frame[ARG_B])
    pop(s)
    s["cash"][seat] -= t["secure_cash"]
    resolve_place(s, seat, district, source)
