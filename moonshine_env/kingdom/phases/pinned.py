"""Pinned: Assault and Plunder, Torch, Storm, Advance, Fall Back (K6.4-K6.8, K7.6-K7.14)."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ARG_A, ARG_B, pop, top
from moonshine_env.kingdom.actions import (
    A_ADVANCE,
    A_ASSAULT,
    A_FALL_BACK,
    A_STORM,
    A_TORCH,
)
from moonshine_env.kingdom.phases.arrival import resolve_enter
from moonshine_env.kingdom.phases.combat import (
    ATTACKER,
    DEFENDER,
    count_boosted_dice,
    count_courage,
    count_threat,
    is_plunder,
    legal_boosts,
    legal_safe_goals,
    open_picks,
    resolve_boost,
    roll_hits,
)
from moonshine_env.kingdom.phases.markers import count_slotted, push_paid
from moonshine_env.kingdom.phases.party import (
    count_hold,
    count_party,
    resolve_excess,
    resolve_fall_back,
    resolve_land,
    resolve_party_gone,
    resolve_party_losses,
)
from moonshine_env.kingdom.phases.promises import resolve_entry
from moonshine_env.kingdom.phases.territory import (
    count_barrels,
    count_mobsters,
    count_ratio,
    is_partners,
    resolve_control,
    resolve_losses,
)
from moonshine_env.kingdom.vocab import (
    BY_MOVE,
    DO_ADVANCE,
    DO_ASSAULT,
    DO_STORM,
    DO_TORCH,
    KNIGHTS,
    NONE,
)


@rule
def resolve_pinned(s):
    """Fall Back if no marker is left (K7.6); True if the frame on top did, False if its actor decides."""
    frame = top(s)
    if count_slotted(s, frame[1]) > 0:
        return False
    pop(s)
    resolve_fall_back(s)
    return True


@rule
def legal_pinned(t, s, seat, mask):
    """Offer Assault, Plunder, Torch; or Storm; then Advance and Fall Back (K7.6, K8.1).

    The first step of a Stealth is an Assault or an Advance (K6.5).

    Ruling: after the first step of a Stealth the fight goes on as any other (K6.5): no more is said of it.
    """
    frame = top(s)
    district = frame[ARG_A]
    stealth = frame[ARG_B]
    slotted = count_slotted(s, seat)
    count = 0
    if is_partners(s, seat, district):
        return legal_passing(t, s, district, slotted, mask)
    if s["precinct"][district]:
        if slotted >= t["cost_storm"]:
            mask[A_STORM] = 1
            count += 1
    else:
        count += legal_attack(t, s, seat, district, slotted, mask)
    if slotted >= t["cost_advance"]:
        count += legal_safe_goals(t, s, seat, district, A_ADVANCE, mask)
    if not stealth:
        mask[A_FALL_BACK] = 1
        count += 1
    return count


@rule
def legal_passing(t, s, district, slotted, mask):
    """Offer the way on from a partner's District, to any Connected one, and the way back (K12.4)."""
    mask[A_FALL_BACK] = 1
    if slotted < t["cost_advance"]:
        return 1
    neighbours = int(t["num_neighbours"][district])
    for k in range(neighbours):
        mask[A_ADVANCE + t["neighbours"][district, k]] = 1
    return 1 + neighbours


@rule
def legal_attack(t, s, seat, district, slotted, mask):
    """Offer Assault with its boosts, Plunder, and Torch.

    Ruling: Plunder is offered while a Barrel lies there, with or without room for it (K6.4): room is known only
    after the defender's kills.
    """
    count = 0
    if slotted >= t["cost_assault"]:
        dice = count_ratio(t, count_party(s), t["combat_dice_cap"])
        loot = count_barrels(s, district) if slotted >= t["cost_plunder"] else 0
        count += legal_boosts(t, s, seat, A_ASSAULT, dice, s["party_cargo"], loot, mask)
    if can_torch(t, s, seat, district, slotted):
        mask[A_TORCH] = 1
        count += 1
    return count


@rule
def can_torch(t, s, seat, district, slotted):
    """Say whether the Knights can burn the Safehouse there: two markers and a Runner Pinned (K6.8)."""
    if s["mob"][seat] != KNIGHTS or slotted < t["cost_torch"]:
        return False
    return s["party_runners"] > 0 and s["safehouse"][district] != NONE


@rule
def apply_pinned(t, s, seat, action):
    """Begin the step chosen; it is paid before its dice (K4.3)."""
    frame = top(s)
    district = int(frame[ARG_A])
    frame[ARG_B] = 0
    if action == A_FALL_BACK:
        pop(s)
        resolve_fall_back(s)
    elif action == A_STORM:
        push_paid(s, DO_STORM, seat, int(t["cost_storm"]), district, 0)
    elif action == A_TORCH:
        push_paid(s, DO_TORCH, seat, int(t["cost_torch"]), district, 0)
    elif action < A_STORM:
        boost = action - A_ASSAULT
        cost = t["cost_plunder"] if is_plunder(boost) else t["cost_assault"]
        push_paid(s, DO_ASSAULT, seat, int(cost), district, boost)
    else:
        push_paid(s, DO_ADVANCE, seat, int(t["cost_advance"]), district, action - A_ADVANCE)


@rule
def resolve_assault(t, s):
    """Roll both sides at once (K7.7), the attacker's dice first, then apply both sides' hits."""
    frame = top(s)
    seat, district, boost = int(frame[1]), int(frame[ARG_A]), int(frame[ARG_B])
    pop(s)
    resolve_boost(t, s, seat, boost, s["party_cargo"])
    cap = t["combat_dice_cap"]
    attack = count_threat(t, s["party_bosses"], True, count_courage(t, boost))
    house = int(t["safehouse_threat"]) if s["safehouse"][district] == s["owner"][district] else 0
    defence = count_threat(t, s["bosses"][district], False, house)
    dice = count_boosted_dice(t, count_ratio(t, count_party(s), cap), boost)
    hits = roll_hits(t, s, ATTACKER, dice, attack)
    kills = roll_hits(t, s, DEFENDER, count_ratio(t, count_mobsters(s, district), cap), defence)
    s["rolls"] += 1
    if is_plunder(boost):
        # Ruling: a Plunder suffers kills first, then steals while there is room (K6.4): dead men carry none.
        resolve_party_losses(t, s, kills)
        resolve_outcome(s, seat, district)
        if s["party_owner"] == seat:
            open_picks(s, seat, district, min(hits, count_hold(t, s), count_barrels(s, district)))
        return
    if hits > 0:
        s["play_heat"] = 1  # there is always a defender to kill (K7.14)
    resolve_losses(s, district, hits)
    resolve_party_losses(t, s, kills)
    resolve_outcome(s, seat, district)


@rule
def resolve_outcome(s, seat, district):
    """Look who is left after a roll or a Torch: the fight goes on, or the PINNED frame below closes (K7.11, K7.12).

    Ruling: with nobody left a Safehouse keeps Control for its owner (K7.13): a Safehouse is enough to Control.
    """
    if count_party(s) == 0:
        pop(s)
        resolve_party_gone(s)
        resolve_control(s, district)
    elif count_mobsters(s, district) == 0:
        pop(s)
        resolve_land(s, district)


@rule
def resolve_advance(t, s):
    """Move the party, cargo and all, to the Safe District chosen (K7.8); the PINNED frame closes.

    Ruling: all who are Pinned Advance together, to one District (K7.8): one Advance is paid for.

    On from a partner's District it is as a Move, with all that meets one there (K12.4).
    """
    frame = top(s)
    seat, district, goal = int(frame[1]), int(frame[ARG_A]), int(frame[ARG_B])
    pop(s)
    pop(s)
    if is_partners(s, seat, district):
        resolve_enter(t, s, seat, BY_MOVE, goal)
    else:
        resolve_entry(t, s, seat, goal)
        resolve_land(s, goal)


@rule
def resolve_torch(t, s):
    """Burn the Safehouse: one Runner leaves the game, the Play makes Heat (K6.8).

    Ruling: with nobody left of the party the Play ends (K6.8): there is no one to go on.
    """
    frame = top(s)
    seat, district = int(frame[1]), int(frame[ARG_A])
    pop(s)
    s["party_runners"] -= 1
    s["runners_lost"][seat] += 1
    s["safehouses_left"][s["safehouse"][district]] += 1
    s["safehouse"][district] = NONE
    s["play_heat"] = 1
    resolve_excess(t, s)
    resolve_outcome(s, seat, district)
