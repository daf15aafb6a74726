"""A look over the board: counts, ways to go, who leads what."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom.phases.territory import is_partners
from moonshine_env.kingdom.vocab import KNIGHTS, NONE, NUM_BOROUGHS, NUM_DISTRICTS, NUM_LIQUORS
from policies.greedy.known import BIT_BASE
from policies.greedy.mind import FAR, FIRST_SYNDICATE, NUM_TITLES, WARD_BOSS


@rule
def look_over(m, s, seat):
    """Count the places of all seats, and measure ways for `seat`; `m.w` in place."""
    count_places(m, s)
    for borough in range(NUM_BOROUGHS):
        m.w["deed"][borough] = find_leader(m, s, m.w["counts"][borough])
    find_prices(m, s)
    measure_ways(m, s, seat)


@rule
def lowest_of(m, bits):
    """Return the District of the lowest bit; `bits` is not 0."""
    return int(m.known["place"][(bits & -bits) % BIT_BASE])


@rule
def count_places(m, s):
    """Count the Districts of each seat by the Titles they count for."""
    counts = m.w["counts"]
    for title in range(NUM_TITLES):
        counts[title][:] = 0
    for d in range(NUM_DISTRICTS):
        if s["owner"][d] != NONE:
            count_place(m, d, int(s["owner"][d]), 1)


@rule
def count_place(m, d, owner, change):
    """Count a District for the Titles it counts for, or no longer."""
    counts = m.w["counts"]
    counts[m.t["borough"][d], owner] += change
    title = int(m.known["title_kind"][d])
    if title != NONE:
        counts[title, owner] += change


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
def respect_of_title(t, title):
    """Return what a Title counts."""
    if title < FIRST_SYNDICATE:
        return int(t["deed_respect"][title])
    return int(t["ward_boss_respect"]) if title == WARD_BOSS else int(t["syndicate_respect"])


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
        return g["gap_precinct"]
    mobsters = int(s["bosses"][d]) + int(s["runners"][d])
    if mobsters == 0:
        return 0.0
    house = 1 if s["safehouse"][d] == s["owner"][d] else 0
    return g["gap_resist"] + g["gap_mobster"] * (mobsters + house)


@rule
def measure_ways(m, s, seat):
    """Measure how far the seat is from Controlling each District, and its Bosses from standing there."""
    take = m.w["take"]
    boss_way = m.w["boss_way"]
    take[:] = FAR
    boss_way[:] = m.g["gap_boss"]
    distance = m.known["distance"][1 if s["mob"][seat] == KNIGHTS else 0]
    for origin in range(NUM_DISTRICTS):
        mobsters = int(s["bosses"][origin]) + int(s["runners"][origin])
        if s["owner"][origin] != seat or mobsters == 0:
            continue
        lone = m.g["gap_lone"] if mobsters == 1 and s["safehouse"][origin] != seat else 0.0
        ways = distance[origin]
        for d in range(NUM_DISTRICTS):
            take[d] = min(take[d], ways[d] + lone)
        if s["bosses"][origin] > 0:
            # By land: a Boss does not sail to where a Contract wants him.
            by_land = m.known["distance"][0][origin]
            for d in range(NUM_DISTRICTS):
                boss_way[d] = min(boss_way[d], by_land[d])
    for d in range(NUM_DISTRICTS):
        if s["owner"][d] == seat:
            take[d] = 0.0
        elif is_partners(s, seat, d):
            take[d] = FAR
        else:
            take[d] = max(take[d], 1.0) + resistance(m, s, d)
