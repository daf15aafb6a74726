"""Unload: Barrels for cash, Kickbacks, Greed Tax (K5.9-K5.11)."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ARG_A, ARG_B, pop, push, top
from moonshine_env.kingdom.actions import A_SELL, A_UNLOAD, NUM_SALES
from moonshine_env.kingdom.phases.markers import count_slotted, start_paid_play
from moonshine_env.kingdom.phases.territory import count_barrels
from moonshine_env.kingdom.tables import NUM_JOINTS
from moonshine_env.kingdom.vocab import DO_UNLOAD, NUM_LIQUORS, SELL, ST_CLAIR


@rule
def legal_unload(t, s, seat, mask):
    """Offer each own Joint with a Barrel in it."""
    count = 0
    for joint in range(NUM_JOINTS):
        district = t["joint_district"][joint]
        if s["owner"][district] == seat and count_barrels(s, district) > 0:
            mask[A_UNLOAD + joint] = 1
            count += 1
    return count


@rule
def next_sold(s, district, first):
    """Find the next liquor, from `first` on, that lies in the Joint; NUM_LIQUORS if none."""
    liquor = first
    while liquor < NUM_LIQUORS and s["barrels"][district, liquor] == 0:
        liquor += 1
    return liquor


@rule
def apply_unload(t, s, seat, joint):
    """Ask how many of each liquor."""
    district = int(t["joint_district"][joint])
    push(s, SELL, seat, district, next_sold(s, district, 0), 0, 0)


@rule
def count_amounts(s):
    """Count the Barrels chosen so far."""
    total = 0
    for liquor in range(NUM_LIQUORS):
        total += int(s["amounts"][liquor])
    return total


@rule
def legal_sell(s, mask):
    """Offer none up to all Barrels of the frame's liquor; the last liquor of an empty sale may not be none."""
    frame = top(s)
    district, liquor = frame[ARG_A], frame[ARG_B]
    first = A_SELL + liquor * NUM_SALES
    most = int(s["barrels"][district, liquor])
    mask[first : first + most + 1] = 1
    if next_sold(s, district, liquor + 1) == NUM_LIQUORS and count_amounts(s) == 0:
        mask[first] = 0
        return most
    return most + 1


@rule
def apply_sell(t, s, seat, choice):
    """Note the number; after the last liquor pay and sell."""
    frame = top(s)
    district, liquor = int(frame[ARG_A]), int(frame[ARG_B])
    s["amounts"][liquor] = choice % NUM_SALES
    following = next_sold(s, district, liquor + 1)
    if following < NUM_LIQUORS:
        frame[ARG_B] = following
        return
    pop(s)
    start_paid_play(s, DO_UNLOAD, seat, int(t["cost_unload"]), district, 0)


@rule
def resolve_unload(t, s):
    """Sell at Market Value; note Heat of the Greed Tax, and the Kickbacks, which come when the Play ends.

    Ruling: the Greed Tax counts Barrels of any mixture (K5.11): no type is asked for.
    """
    frame = top(s)
    seat, district = int(frame[1]), int(frame[ARG_A])
    pop(s)
    if count_amounts(s) >= t["greed_barrels"] and s["favors"][seat, ST_CLAIR] == 0:
        s["play_heat"] = 1
    # The frame below is the end of this Play.
    top(s)[ARG_A] = s["amounts"][t["pour"][district]]
    for liquor in range(NUM_LIQUORS):
        barrels = int(s["amounts"][liquor])
        s["cash"][seat] += barrels * int(s["price"][liquor])
        s["barrels"][district, liquor] -= barrels
        s["supply"][liquor] += barrels
        s["amounts"][liquor] = 0


@rule
def resolve_kickbacks(t, s, seat, kickbacks):
    """Move a marker of one's own from Stash to a free slot for each Barrel of the house pour (K5.10).

    Ruling: any own marker in the Stash serves, one just spent too (K5.10): markers are alike.

    Lent ones that were spent have gone home to their owners.
    """
    markers = min(kickbacks, int(s["stash"][seat]), int(t["slots"]) - count_slotted(s, seat))
    s["stash"][seat] -= markers
    s["slots"][seat, seat] += markers
