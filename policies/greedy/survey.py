"""A look over the board, made once for each position that `greedy` weighs: counts, ways to go, who leads what."""

from __future__ import annotations

import numpy as np

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom.actions import NUM_ACTIONS
from moonshine_env.kingdom.vocab import (
    DICE_FACES,
    DOCK,
    KNIGHTS,
    MAX_PLAYERS,
    MAX_STILL_NUMBER,
    NONE,
    NUM_BOROUGHS,
    NUM_CARDS,
    NUM_DISTRICTS,
    NUM_LIQUORS,
    WARD,
)
from policies.greedy import weights as of
from policies.greedy.objectives import OBJECTIVES, unroll

P, D, L, B = MAX_PLAYERS, NUM_DISTRICTS, NUM_LIQUORS, NUM_BOROUGHS

# What is known of a content before any game.
KNOWN = np.dtype(
    [
        ("objectives", OBJECTIVES),
        ("distance", np.int16, (D, D)),  # Moves between two Districts
        ("odds", np.float64, (MAX_STILL_NUMBER + 1,)),  # of a sum of two dice
    ]
)

# Scratch space of one decision.
SURVEY = np.dtype(
    [
        # ---- of the position looked over last
        ("in_borough", np.int16, (P, B)),  # Districts Controlled, by seat
        ("joints", np.int16, (P, L)),
        ("wards", np.int16, (P,)),
        ("docks", np.int16, (P,)),
        ("deed", np.int16, (B,)),  # seats that would hold the Titles tonight, or NONE
        ("syndicate", np.int16, (L,)),
        ("ward_boss", np.int16),
        ("dearest", np.int16),  # the one dearest liquor, NONE if several tie
        ("cheapest", np.int16),
        ("take", np.float64, (D,)),  # Plays to Control a District: 0 = the seat does
        ("boss_way", np.float64, (D,)),  # Plays to bring a Boss there: 0 = he is there
        ("cost", np.float64, (D,)),  # of the condition looked at, by District
        # ---- of the decision
        ("against", np.float64, (P,)),  # how much a rival's gain counts as a loss
        ("plan", np.int16, (L,)),  # what the chain of small decisions does: Barrels by liquor, or Runners first
        ("card_worth", np.float64, (NUM_CARDS,)),
        ("mask", np.int8, (NUM_ACTIONS,)),
    ]
)

FAR = 1000.0  # more Plays than there are: out of reach


def know(tables: np.ndarray) -> np.ndarray:
    """Work out what a content says before any game; returns `(1,)` of KNOWN."""
    t = tables[0]
    known = np.zeros(1, KNOWN)
    known[0]["objectives"] = unroll(t["contracts"])[0]
    steps = np.where(t["connected"] == 1, 1, D).astype(np.int64)
    np.fill_diagonal(steps, 0)
    for middle in range(D):
        steps = np.minimum(steps, steps[:, middle : middle + 1] + steps[middle : middle + 1, :])
    known[0]["distance"] = steps
    for number in range(2, MAX_STILL_NUMBER + 1):
        known[0]["odds"][number] = (DICE_FACES - abs(number - DICE_FACES - 1)) / DICE_FACES**2
    return known


@rule
def look_over(t, known, g, s, seat, w):
    """Count pieces and places of all seats, and measure ways for `seat`; `w` in place."""
    count_places(t, s, w)
    find_leaders(t, s, w)
    find_prices(s, w)
    measure_ways(t, known, g, s, seat, w)


@rule
def count_places(t, s, w):
    """Count the Districts of each seat by what they are."""
    w["in_borough"][:] = 0
    w["joints"][:] = 0
    w["wards"][:] = 0
    w["docks"][:] = 0
    for d in range(NUM_DISTRICTS):
        owner = int(s["owner"][d])
        if owner == NONE:
            continue
        w["in_borough"][owner, t["borough"][d]] += 1
        if t["pour"][d] != NONE:
            w["joints"][owner, t["pour"][d]] += 1
        elif t["kind"][d] == WARD:
            w["wards"][owner] += 1
        elif t["kind"][d] == DOCK:
            w["docks"][owner] += 1


@rule
def find_leaders(t, s, w):
    """Find who would hold each Title if the Day ended now (K11.2)."""
    least = int(t["title_minimum"])
    players = int(s["num_players"])
    for borough in range(NUM_BOROUGHS):
        w["deed"][borough] = leader(w["in_borough"][:, borough], players, least)
    for liquor in range(NUM_LIQUORS):
        w["syndicate"][liquor] = leader(w["joints"][:, liquor], players, least)
    w["ward_boss"] = leader(w["wards"], players, least)


@rule
def leader(counts, players, least):
    """Return the seat with more than every other, and at least `least`; NONE if there is none."""
    best = least - 1
    found = NONE
    for seat in range(players):
        if counts[seat] > best:
            best = int(counts[seat])
            found = seat
        elif counts[seat] == best:
            found = NONE
    return found


@rule
def find_prices(s, w):
    """Find the one dearest and the one cheapest liquor."""
    high = 0
    low = 0
    for liquor in range(1, NUM_LIQUORS):
        if s["price"][liquor] > s["price"][high]:
            high = liquor
        if s["price"][liquor] < s["price"][low]:
            low = liquor
    w["dearest"] = high
    w["cheapest"] = low
    for liquor in range(NUM_LIQUORS):
        if liquor != high and s["price"][liquor] == s["price"][high]:
            w["dearest"] = NONE
        if liquor != low and s["price"][liquor] == s["price"][low]:
            w["cheapest"] = NONE


@rule
def resistance(g, s, d):
    """Return the Plays that it takes to enter a District, once beside it: Police, mobsters, a Safehouse."""
    if s["precinct"][d]:
        return g[of.GAP_PRECINCT]
    mobsters = int(s["bosses"][d]) + int(s["runners"][d])
    if mobsters == 0:
        return 0.0
    house = 1 if s["safehouse"][d] == s["owner"][d] else 0
    return g[of.GAP_RESIST] + g[of.GAP_MOBSTER] * (mobsters + house)


@rule
def measure_ways(t, known, g, s, seat, w):
    """Measure how far the seat is from Controlling each District, and its Bosses from standing there."""
    w["take"][:] = FAR
    w["boss_way"][:] = g[of.GAP_BOSS]
    distance = known["distance"]
    knights = s["mob"][seat] == KNIGHTS
    for origin in range(NUM_DISTRICTS):
        if s["owner"][origin] != seat:
            continue
        mobsters = int(s["bosses"][origin]) + int(s["runners"][origin])
        if mobsters == 0:
            continue
        lone = g[of.GAP_LONE] if mobsters == 1 and s["safehouse"][origin] != seat else 0.0
        sails = knights and t["coastal"][origin] != 0
        has_boss = s["bosses"][origin] > 0
        for d in range(NUM_DISTRICTS):
            way = float(distance[origin, d])
            if sails and way > 1.0 and t["coastal"][d] != 0:
                way = 1.0
            w["take"][d] = min(w["take"][d], way + lone)
            if has_boss:
                w["boss_way"][d] = min(w["boss_way"][d], way)
    for d in range(NUM_DISTRICTS):
        if s["owner"][d] == seat:
            w["take"][d] = 0.0
        else:
            # Even a lone mobster's own District counts as far away once it is a rival's: never 0 here.
            w["take"][d] = max(w["take"][d], 1.0) + resistance(g, s, d)
