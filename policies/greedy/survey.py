"""A look over the board, made for each position that is weighed: counts, ways to go, who leads what."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom.phases.territory import is_partners
from moonshine_env.kingdom.vocab import (
    DOCK,
    KNIGHTS,
    NONE,
    NUM_BOROUGHS,
    NUM_DISTRICTS,
    NUM_LIQUORS,
    WARD,
)
from policies.greedy import weights as of
from policies.greedy.mind import FAR


@rule
def look_over(m, s, seat):
    """Count the places of all seats, and measure ways for `seat`; `m.w` in place."""
    count_places(m, s)
    for borough in range(NUM_BOROUGHS):
        m.w["deed"][borough] = find_leader(m, s, m.w["in_borough"][borough])
    find_prices(m, s)
    measure_ways(m, s, seat)


@rule
def count_places(m, s):
    """Count the Districts of each seat by what they are."""
    t = m.t
    w = m.w
    w["in_borough"][:, :] = 0
    w["joints"][:, :] = 0
    w["wards"][:] = 0
    w["docks"][:] = 0
    for d in range(NUM_DISTRICTS):
        owner = int(s["owner"][d])
        if owner == NONE:
            continue
        w["in_borough"][t["borough"][d], owner] += 1
        if t["pour"][d] != NONE:
            w["joints"][t["pour"][d], owner] += 1
        elif t["kind"][d] == WARD:
            w["wards"][owner] += 1
        elif t["kind"][d] == DOCK:
            w["docks"][owner] += 1


@rule
def find_leader(m, s, counts):
    """Return the seat that would hold a Title tonight: more than every other, and enough; NONE if none (K11.2)."""
    best = int(m.t["title_minimum"]) - 1
    found = NONE
    for seat in range(int(s["num_players"])):
        if counts[seat] > best:
            best = int(counts[seat])
            found = seat
        elif counts[seat] == best:
            found = NONE
    return found


@rule
def find_prices(m, s):
    """Find the one dearest and the one cheapest liquor."""
    high = 0
    low = 0
    for liquor in range(1, NUM_LIQUORS):
        if s["price"][liquor] > s["price"][high]:
            high = liquor
        if s["price"][liquor] < s["price"][low]:
            low = liquor
    m.w["dearest"] = high
    m.w["cheapest"] = low
    for liquor in range(NUM_LIQUORS):
        if liquor != high and s["price"][liquor] == s["price"][high]:
            m.w["dearest"] = NONE
        if liquor != low and s["price"][liquor] == s["price"][low]:
            m.w["cheapest"] = NONE


@rule
def resistance(m, s, d):
    """Return the Plays that it takes to enter a District, once beside it: Police, mobsters, a Safehouse."""
    g = m.g
    if s["precinct"][d]:
        return g[of.GAP_PRECINCT]
    mobsters = int(s["bosses"][d]) + int(s["runners"][d])
    if mobsters == 0:
        return 0.0
    house = 1 if s["safehouse"][d] == s["owner"][d] else 0
    return g[of.GAP_RESIST] + g[of.GAP_MOBSTER] * (mobsters + house)


@rule
def measure_ways(m, s, seat):
    """Measure how far the seat is from Controlling each District, and its Bosses from standing there."""
    t = m.t
    take = m.w["take"]
    boss_way = m.w["boss_way"]
    take[:] = FAR
    boss_way[:] = m.g[of.GAP_BOSS]
    distance = m.known["distance"]
    sails = s["mob"][seat] == KNIGHTS
    for origin in range(NUM_DISTRICTS):
        mobsters = int(s["bosses"][origin]) + int(s["runners"][origin])
        if s["owner"][origin] != seat or mobsters == 0:
            continue
        lone = m.g[of.GAP_LONE] if mobsters == 1 and s["safehouse"][origin] != seat else 0.0
        coast = sails and t["coastal"][origin] != 0
        for d in range(NUM_DISTRICTS):
            way = float(distance[origin, d])
            if coast and way > 1.0 and t["coastal"][d] != 0:
                way = 1.0
            take[d] = min(take[d], way + lone)
        if s["bosses"][origin] > 0:
            for d in range(NUM_DISTRICTS):
                boss_way[d] = min(boss_way[d], float(distance[origin, d]))
    for d in range(NUM_DISTRICTS):
        if s["owner"][d] == seat:
            take[d] = 0.0
        elif is_partners(s, seat, d):
            take[d] = FAR
        else:
            take[d] = max(take[d], 1.0) + resistance(m, s, d)
