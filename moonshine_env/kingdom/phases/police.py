"""The Law: Storm a Precinct (K8.2), Raids and rebuilding (K8.4-K8.10)."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ARG_A, ARG_B, pop, push, top
from moonshine_env.kingdom.actions import A_BRIBE_POLICE, A_RAID, A_TAKE_FALL
from moonshine_env.kingdom.phases.combat import ATTACKER, count_threat, roll_hits
from moonshine_env.kingdom.phases.oath import resolve_crackdown
from moonshine_env.kingdom.phases.party import (
    count_party,
    resolve_fall_back,
    resolve_land,
    resolve_party_gone,
    resolve_party_losses,
)
from moonshine_env.kingdom.phases.safehouses import open_free_safehouse
from moonshine_env.kingdom.phases.shylock import apply_shylock, is_shylock, legal_shylock
from moonshine_env.kingdom.phases.territory import (
    count_barrels,
    count_mobsters,
    count_ratio,
    is_unoccupied,
    resolve_losses,
    resolve_seizure,
)
from moonshine_env.kingdom.vocab import (
    MAX_PLAYERS,
    NONE,
    NUM_BOROUGHS,
    NUM_DISTRICTS,
    RAID,
    RAID_PAY,
    RAID_TIE,
)


@rule
def resolve_storm(t, s):
    """Charge the Precinct: each miss kills one of the party; two hits take it, else the survivors Fall Back (K8.2).

    Ruling: no boost helps a Storm (K6.9): it is neither an Ambush nor an Assault.

    Ruling: a Storm makes no Heat (K8.2): the Police are no kills.
    """
    frame = top(s)
    seat, district = int(frame[1]), int(frame[ARG_A])
    pop(s)
    pop(s)  # the PINNED frame: a Storm is one roll
    dice = count_ratio(t, count_party(s), t["combat_dice_cap"])
    hits = roll_hits(t, s, ATTACKER, dice, count_threat(t, s["party_bosses"], True, 0))
    resolve_party_losses(t, s, dice - hits)
    if count_party(s) == 0:
        resolve_party_gone(s)
    elif hits >= t["storm_hits"]:
        s["precinct"][district] = 0
        s["precincts_left"][t["borough"][district]] += 1
        resolve_land(s, district)
        open_free_safehouse(s, seat, district, 0)
    else:
        resolve_fall_back(s)


# ---- Raids


@rule
def open_raid(t, s, natural):
    """Start a Raid against the Target; a natural one first returns the Rat Card (K8.4)."""
    if natural:
        s["rat"] = NONE
    if s["blood_oath"]:
        resolve_crackdown(t, s)
    push(s, RAID, find_target(s), 0, 0, 0, 0)


@rule
def find_target(s):
    """Find the seat with most markers on the track; among tied ones the latest placed (K8.6)."""
    best = NONE
    most = 0
    for seat in range(MAX_PLAYERS):
        markers = 0
        latest = 0
        for space in range(s["heat_count"]):
            if s["heat"][space] == seat:
                markers += 1
                latest = space
        # One number orders by count, then by space: a track has fewer than 16 spaces.
        rank = markers * 16 + latest
        if markers > 0 and rank > most:
            most = rank
            best = seat
    return best


@rule
def count_units(s, district):
    """Count mobsters and Barrels (K8.7)."""
    return count_mobsters(s, district) + count_barrels(s, district)


@rule
def find_precinct(t, s, borough):
    """Find the District of a Borough where its Precinct stands; NONE if it is in the supply."""
    for district in range(NUM_DISTRICTS):
        if t["borough"][district] == borough and s["precinct"][district]:
            return district
    return NONE


@rule
def count_most_units(t, s, seat, precinct):
    """Return the most units where a Precinct can hit: the Target's, same Borough, sharing an edge.

    Ruling: a Precinct never strikes over water (K8.7): Docks are Connected, not adjacent.
    """
    most = 0
    for k in range(t["num_bordering"][precinct]):
        district = t["bordering"][precinct, k]
        if t["borough"][district] == t["borough"][precinct] and s["owner"][district] == seat:
            most = max(most, count_units(s, district))
    return most


@rule
def resolve_raid(t, s):
    """Let the next Borough's Precinct strike (K8.7); after the last, rebuild and clear the track (K8.9, K8.10).

    Ruling: Precincts strike in the order of the Boroughs, one done with before the next (K8.7): the Target decides
    each on what is left.
    """
    frame = top(s)
    target = int(frame[1])
    borough = int(frame[ARG_A])
    if borough == NUM_BOROUGHS:
        pop(s)
        resolve_rebuilding(t, s)
        for space in range(s["heat_count"]):
            s["stash"][s["heat"][space]] += 1
        s["heat"][:] = NONE
        s["heat_count"] = 0
        return
    frame[ARG_A] = borough + 1
    precinct = find_precinct(t, s, borough)
    if precinct == NONE:
        return
    most = count_most_units(t, s, target, precinct)
    # Ruling: a Precinct that finds no unit does nothing (K8.7): there is nothing to take.
    if most == 0:
        return
    ties = 0
    hit = NONE
    for k in range(t["num_bordering"][precinct]):
        district = int(t["bordering"][precinct, k])
        if is_hit(t, s, target, precinct, district, most):
            ties += 1
            hit = district
    if ties > 1:
        push(s, RAID_TIE, target, precinct, 0, 0, 0)
    else:
        push(s, RAID_PAY, target, hit, 0, 0, 0)


@rule
def is_hit(t, s, target, precinct, district, most):
    """Say whether a bordering District of the Target has the most units."""
    if t["borough"][district] != t["borough"][precinct] or s["owner"][district] != target:
        return False
    return count_units(s, district) == most


@rule
def legal_raid_tie(t, s, seat, mask):
    """Offer the tied Districts (K8.7)."""
    precinct = top(s)[ARG_A]
    most = count_most_units(t, s, seat, precinct)
    count = 0
    for k in range(t["num_bordering"][precinct]):
        district = t["bordering"][precinct, k]
        if is_hit(t, s, seat, precinct, district, most):
            mask[A_RAID + district] = 1
            count += 1
    return count


@rule
def apply_raid_tie(s, seat, district):
    """Name the District that takes the hit."""
    pop(s)
    push(s, RAID_PAY, seat, district, 0, 0, 0)


@rule
def legal_raid_pay(t, s, seat, mask):
    """Offer Shylock once (K9.4), the bribe if the cash is there, and the fall (K8.8)."""
    count = 1
    mask[A_TAKE_FALL] = 1
    if s["cash"][seat] >= t["raid_bribe_cash"]:
        mask[A_BRIBE_POLICE] = 1
        count += 1
    if top(s)[ARG_B] == 0:
        count += legal_shylock(t, s, seat, mask)
    return count


@rule
def apply_raid_pay(t, s, seat, action):
    """Pay $1,000, or lose all Barrels and some mobsters; the Safehouse stays (K8.8)."""
    frame = top(s)
    if is_shylock(action):
        frame[ARG_B] = 1
        apply_shylock(t, s, seat, action)
        return
    district = int(frame[ARG_A])
    pop(s)
    if action == A_BRIBE_POLICE:
        s["cash"][seat] -= t["raid_bribe_cash"]
        return
    resolve_seizure(s, district)
    resolve_losses(s, district, count_ratio(t, count_mobsters(s, district), t["ratio_cap"]))


@rule
def resolve_rebuilding(t, s):
    """Return each Precinct of the supply to the first Unoccupied District of its Borough (K8.9).

    Ruling: loose Barrels where a Precinct returns are seized (K8.9): so are those carried in.
    """
    for borough in range(NUM_BOROUGHS):
        if s["precincts_left"][borough] == 0:
            continue
        for district in t["rebuild"][borough]:
            if district != NONE and is_unoccupied(s, district):
                s["precincts_left"][borough] -= 1
                s["precinct"][district] = 1
                resolve_seizure(s, district)
                break
