"""Title Plays: Extort with a Deed (K5.7), Fix with a Syndicate (K5.8)."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ARG_A, ARG_B, pop, top
from moonshine_env.kingdom.actions import A_EXTORT, A_FIX, FIRST_PRICE
from moonshine_env.kingdom.phases.markers import start_paid_play
from moonshine_env.kingdom.phases.territory import count_in_borough, count_joints
from moonshine_env.kingdom.vocab import DO_EXTORT, DO_FIX, NUM_BOROUGHS, NUM_LIQUORS, NUM_PRICES


@rule
def legal_extort(t, s, seat, mask):
    """Offer each Deed held that was not Extorted today and pays.

    Ruling: the limit of once a Day is of each Deed (K5.7): it is said of the Borough whose Deed one holds.
    """
    count = 0
    for borough in range(NUM_BOROUGHS):
        if s["deed"][borough] == seat and not s["extorted"][borough] and count_in_borough(t, s, seat, borough) > 0:
            mask[A_EXTORT + borough] = 1
            count += 1
    return count


@rule
def apply_extort(t, s, seat, borough):
    """Begin the Play."""
    start_paid_play(s, DO_EXTORT, seat, int(t["cost_extort"]), borough, 0)


@rule
def resolve_extort(t, s):
    """Gain $200 a District; $800 or more makes Heat."""
    frame = top(s)
    seat, borough = int(frame[1]), int(frame[ARG_A])
    pop(s)
    s["extorted"][borough] = 1
    cash = count_in_borough(t, s, seat, borough) * int(t["extort_cash_per_district"])
    s["cash"][seat] += cash
    if cash >= t["extort_heat_from_cash"]:
        s["play_heat"] = 1


@rule
def legal_fix(t, s, seat, mask):
    """Offer each other price from the floor to the ceiling of one's Joints (K5.8).

    Ruling: prices go in steps of $100 (K5.8): all sums of cash do.
    """
    count = 0
    floor, step = int(t["fix_floor"]), int(t["fix_step"])
    for liquor in range(NUM_LIQUORS):
        if s["syndicate"][liquor] != seat:
            continue
        joints = count_joints(t, s, seat, liquor)
        ceiling = min(floor + joints * int(t["fix_per_joint"]), int(t["fix_ceiling"]))
        for k in range(NUM_PRICES):
            price = k + FIRST_PRICE
            if floor <= price <= ceiling and (price - floor) % step == 0 and price != s["price"][liquor]:
                mask[A_FIX + liquor * NUM_PRICES + k] = 1
                count += 1
    return count


@rule
def apply_fix(t, s, seat, choice):
    """Begin the Play."""
    start_paid_play(s, DO_FIX, seat, int(t["cost_fix"]), choice // NUM_PRICES, choice % NUM_PRICES + FIRST_PRICE)


@rule
def resolve_fix(s):
    """Set the price; it stays until somebody Fixes it again."""
    frame = top(s)
    liquor, price = int(frame[ARG_A]), int(frame[ARG_B])
    pop(s)
    s["price"][liquor] = price
