"""How far a seat is from an objective, in Plays: 0 exactly when the rules would judge it met."""

from __future__ import annotations

import math

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom import contract_code as code
from moonshine_env.kingdom.vocab import MAX_PLAYERS, NONE, NUM_BOROUGHS, NUM_DISTRICTS, NUM_LIQUORS
from policies.greedy.mind import ALL_BITS, FAR
from policies.greedy.places import is_lacking, liquor_of, note_leans, places_gap
from policies.greedy.survey import lowest_of

MOST_RELIEF = 5.0  # Plays that one Play brings a way nearer, at most


@rule
def card_gap(m, s, seat, card):
    """Return the Plays that the nearest way to meet a Contract takes; FAR or more if it seems out of reach.

    Args:
        m: Mind that has looked over this state for this seat, and noted the card's places.
        s: STATE record; only read.
        seat: Whose objective it is.
        card: Contract number.
    """
    o = m.known["objectives"]
    first = int(o["first"][card])
    past = int(o["first"][card + 1])
    best = FAR
    total = 0.0
    for k in range(first, past):
        if total < best:
            total += term_gap(m, s, seat, k)
        if k + 1 == past or o["way"][k + 1] != o["way"][k]:
            best = min(best, total)
            total = 0.0
    return best


@rule
def note_gaps(m, s, seat, n):
    """Return what `card_gap` does of one's n-th Contract, and note its ways and terms; `m.w` in place."""
    o = m.known["objectives"]
    w = m.w
    card = int(w["cards"][n])
    first = int(o["first"][card])
    past = int(o["first"][card + 1])
    best = FAR
    w["best_way"][n] = first
    while first < past:
        following = int(m.known["next_way"][first])
        total = 0.0
        for k in range(first, following):
            # What is far longer than the best way is given up; whoever comes back to it looks anew.
            w["leans"][k] = ALL_BITS
            if total < best + MOST_RELIEF:
                note_leans(m, k)
                w["gap"][k] = term_gap(m, s, seat, k)
                total += w["gap"][k]
        w["way_gap"][first] = total
        if total < best:
            best = total
            w["best_way"][n] = first
        first = following
    return best


@rule
def card_gap_after(m, s, seat, n, leans):
    """Return what `card_gap` does, where only terms that lean on `leans` differ from what was noted.

    The way that was best comes first, so that the others are given up early, those far off at once.
    """
    o = m.known["objectives"]
    w = m.w
    card = int(w["cards"][n])
    first = int(o["first"][card])
    past = int(o["first"][card + 1])
    if first == past:
        return FAR
    was_best = int(w["best_way"][n])
    best = way_gap_after(m, s, seat, was_best, leans, FAR)
    while first < past:
        if first != was_best and w["way_gap"][first] < best + MOST_RELIEF:
            best = min(best, way_gap_after(m, s, seat, first, leans, best))
        first = int(m.known["next_way"][first])
    return best


@rule
def way_gap_after(m, s, seat, first, leans, best):
    """Add up the terms of a way, noted ones and those that lean on `leans`; given up from `best` on."""
    total = 0.0
    for k in range(first, int(m.known["next_way"][first])):
        if total >= best:
            return best
        total += term_gap(m, s, seat, k) if int(m.w["leans"][k]) & leans != 0 else m.w["gap"][k]
    return total


@rule
def chance_of(m, gap, plays):
    """Turn a gap and the Plays left until the judgement into a chance."""
    g = m.g
    return g["certain"] * math.exp(-gap / (g["play_base"] + g["play_each"] * plays))


@rule
def term_gap(m, s, seat, k):
    """Return the Plays that one term takes."""
    o = m.known["objectives"]
    step = int(o["step"][k])
    borough = int(o["borough"][k])
    tests = int(o["tests"][k])
    if tests != 0:
        away = borough_gap(m, s, seat, tests, borough)
        if step == NONE:
            return away
        # A Borough that fails its tests asks nothing.
        if away > 0.0:
            return 0.0
    c = m.t["contracts"]
    op = int(c["op"][step])
    if op <= code.MOST_ALL:
        return total_gap(m, s, seat, k)
    if op == code.CHAIN:
        return chain_gap(m, int(c["district"][step]), int(c["other"][step]))
    if op == code.NEAR_RIVAL_SAFEHOUSE:
        return near_gap(m, s, seat, int(c["number"][step]))
    return rival_gap(m, s, seat, op, int(c["number"][step]))


# ---- Boroughs and rivals


@rule
def borough_gap(m, s, seat, tests, b):
    """Return the Plays until a Borough passes the tests; 0 if it does."""
    g = m.g
    deed = int(m.w["deed"][b])
    gap = 0.0
    if tests & code.RIVAL_DEED != 0 and (deed == NONE or deed == seat):
        gap += g["gap_title"]
    if tests & code.OWN_DEED != 0 and deed != seat:
        gap += g["gap_title"]
    if tests & code.MAINLAND != 0 and b == code.STATEN_ISLAND:
        gap += FAR
    if tests & code.MOST_BARRELS != 0:
        most = 0
        for other in range(NUM_BOROUGHS):
            if other != b:
                most = max(most, count_stock(m, s, other))
        gap += g["gap_barrel"] * max(0, most + 1 - count_stock(m, s, b))
    if tests & (code.RIVAL_SAFEHOUSE | code.RIVAL_BOSS) == 0:
        return gap
    house = False
    boss = False
    bits = int(m.known["boroughs"][b])
    while bits != 0:
        d = lowest_of(m, bits)
        bits &= bits - 1
        house = house or (s["safehouse"][d] != NONE and s["safehouse"][d] != seat)
        boss = boss or (s["bosses"][d] > 0 and s["owner"][d] != seat)
    if tests & code.RIVAL_SAFEHOUSE != 0 and not house:
        gap += FAR
    if tests & code.RIVAL_BOSS != 0 and not boss:
        gap += FAR
    return gap


@rule
def count_stock(m, s, b):
    """Count the Barrels in a Borough."""
    total = 0
    bits = int(m.known["boroughs"][b])
    while bits != 0:
        d = lowest_of(m, bits)
        bits &= bits - 1
        for liquor in range(NUM_LIQUORS):
            total += int(s["barrels"][d, liquor])
    return total


@rule
def count_heat(s, seat):
    """Count a seat's markers on the Heat Track."""
    total = 0
    for space in range(int(s["heat_count"])):
        if s["heat"][space] == seat:
            total += 1
    return total


@rule
def rival_gap(m, s, seat, op, number):
    """Return the Plays until the nearest rival is as the condition says."""
    best = FAR
    for rival in range(int(s["num_players"])):
        if rival == seat:
            continue
        if op == code.RIVAL_HEAT:
            best = min(best, m.g["gap_heat"] * max(0, number - count_heat(s, rival)))
        elif op == code.RIVAL_NO_BOSS:
            best = min(best, hunt_gap(m, s, rival))
        else:
            best = min(best, boxed_gap(m, s, rival))
    return best


@rule
def hunt_gap(m, s, rival):
    """Return the Plays it takes to rid the board of a rival's Bosses."""
    g = m.g
    gap = g["gap_boss"] if s["party_owner"] == rival and s["party_bosses"] > 0 else 0.0
    for d in range(NUM_DISTRICTS):
        if s["owner"][d] == rival and s["bosses"][d] > 0:
            gap += 1.0 + g["gap_mobster"] * (int(s["bosses"][d]) + int(s["runners"][d]))
    return gap


@rule
def boxed_gap(m, s, rival):
    """Return the Plays it takes to close every way out of a District of a rival's Boss (K2.4)."""
    t = m.t
    g = m.g
    best = FAR
    for d in range(NUM_DISTRICTS):
        if s["owner"][d] != rival or s["bosses"][d] == 0:
            continue
        gap = 0.0
        for n in range(int(t["num_neighbours"][d])):
            near = int(t["neighbours"][d, n])
            manned = s["bosses"][near] + s["runners"][near] > 0
            if s["precinct"][near] == 0 and (s["owner"][near] == rival or not manned):
                gap += 1.0 + (g["gap_resist"] if manned else 0.0)
        best = min(best, gap)
    return best


@rule
def near_gap(m, s, seat, number):
    """Return the Plays until so many Runners stand around one rival Safehouse."""
    t = m.t
    g = m.g
    best = FAR
    for d in range(NUM_DISTRICTS):
        if s["safehouse"][d] == NONE or s["safehouse"][d] == seat:
            continue
        runners = 0
        for n in range(int(t["num_bordering"][d])):
            near = int(t["bordering"][d, n])
            if s["owner"][near] == seat:
                runners += int(s["runners"][near])
        best = min(best, g["gap_runner"] * max(0, number - runners))
    return best


@rule
def chain_gap(m, first, last):
    """Return the least Plays that Control a path by land and bridge.

    `cost` holds the least of any path from `first`; it settles in a few rounds, bounded by the Districts.
    """
    t = m.t
    take = m.w["take"]
    cost = m.w["cost"]
    cost[:] = FAR
    cost[first] = take[first]
    for _ in range(NUM_DISTRICTS):
        changed = False
        for d in range(NUM_DISTRICTS):
            for n in range(int(t["num_bordering"][d])):
                way = cost[t["bordering"][d, n]] + take[d]
                if way < cost[d]:
                    cost[d] = way
                    changed = True
        if not changed:
            break
    return cost[last]


# ---- totals


@rule
def total_gap(m, s, seat, k):
    """Return the Plays until the total of term `k` is large enough, small enough, or above the rivals'."""
    c = m.t["contracts"]
    step = int(m.known["objectives"]["step"][k])
    if c["dearest"][step] != 0 and m.w["dearest"] == NONE:
        return m.g["gap_price"]
    if c["cheapest"][step] != 0 and m.w["cheapest"] == NONE:
        return m.g["gap_price"]
    op = int(c["op"][step])
    what = int(c["what"][step])
    number = int(c["number"][step])
    if op == code.AT_LEAST and (what <= code.BOROUGHS or what == code.SAFEHOUSES):
        return places_gap(m, s, seat, k)
    count_totals(m, s, seat, k, op >= code.MOST_EACH)
    totals = m.w["totals"]
    own = int(totals[seat])
    unit = unit_gap(m, what)
    if op == code.AT_LEAST:
        if own > 0 or number == 0 or what >= code.CASH:
            return unit * max(0, number - own)
        return unit * number + nearest_fit(m, k)
    if op == code.UNDER:
        return unit * max(0, own + 1 - number)
    most = 0
    together = 0
    for rival in range(int(s["num_players"])):
        if rival != seat:
            most = max(most, int(totals[rival]))
            together += int(totals[rival])
    return unit * max(0, (most if op == code.MOST_EACH else together) + 1 - own)


@rule
def nearest_fit(m, k):
    """Return the Plays to Control the nearest District that term `k` can mean."""
    bits = int(m.w["fits"][k])
    nearest = FAR
    while bits != 0:
        nearest = min(nearest, m.w["take"][lowest_of(m, bits)])
        bits &= bits - 1
    return nearest


@rule
def unit_gap(m, what):
    """Return the Plays that one more of something takes."""
    g = m.g
    if what == code.RUNNERS or what == code.MOBSTERS:
        return g["gap_runner"]
    if what == code.BARRELS:
        return g["gap_barrel"]
    if what == code.CASH:
        return g["gap_cash"]
    if what == code.HEAT:
        return g["gap_heat"]
    if what == code.SAFEHOUSES:
        return g["gap_safehouse"]
    return 1.0 + g["gap_resist"]


@rule
def count_totals(m, s, seat, k, all_seats):
    """Count what term `k` counts, of the seat or of all seats, into `m.w["totals"]`."""
    c = m.t["contracts"]
    o = m.known["objectives"]
    totals = m.w["totals"]
    step = int(o["step"][k])
    it = int(o["it"][k])
    what = int(c["what"][step])
    if what == code.CASH or what == code.HEAT:
        for holder in range(int(s["num_players"])):
            totals[holder] = s["cash"][holder] if what == code.CASH else count_heat(s, holder)
        return
    totals[:] = 0
    bits = int(m.w["fits"][k])
    seen = 0  # (Borough, seat) as bits
    while bits != 0:
        d = lowest_of(m, bits)
        bits &= bits - 1
        holder = int(s["owner"][d])
        if holder == NONE or (holder != seat and not all_seats):
            continue
        if m.known["is_plain"][step] == 0 and is_lacking(m, s, holder, k, step, d):
            continue
        if what == code.DISTRICTS:
            totals[holder] += 1
        elif what == code.BOROUGHS:
            bit = 1 << (int(m.t["borough"][d]) * MAX_PLAYERS + holder)
            totals[holder] += 1 if seen & bit == 0 else 0
            seen |= bit
        elif what == code.RUNNERS:
            totals[holder] += s["runners"][d]
        elif what == code.MOBSTERS:
            totals[holder] += s["bosses"][d] + s["runners"][d]
        elif what == code.SAFEHOUSES:
            totals[holder] += 1 if s["safehouse"][d] == holder else 0
        else:
            totals[holder] += count_barrels(s, d, liquor_of(m, int(c["of"][step]), it))


@rule
def count_barrels(s, d, liquor):
    """Count the Barrels of a liquor, or of `code.ANY`, in a District."""
    if liquor != code.ANY:
        return int(s["barrels"][d, liquor])
    total = 0
    for each in range(NUM_LIQUORS):
        total += int(s["barrels"][d, each])
    return total
