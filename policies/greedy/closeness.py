"""How far a seat is from an objective, in Plays: 0 exactly when the rules would judge it met."""

from __future__ import annotations

import math

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom import contract_code as code
from moonshine_env.kingdom.vocab import MAX_PLAYERS, NONE, NUM_BOROUGHS, NUM_DISTRICTS, NUM_LIQUORS
from policies.greedy import weights as of
from policies.greedy.mind import FAR

NO_LIQUOR = -2  # several liquors tie for a price


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
def chance_of(m, gap, plays):
    """Turn a gap and the Plays left until the judgement into a chance."""
    g = m.g
    return g[of.CERTAIN] * math.exp(-gap / (g[of.PLAY_BASE] + g[of.PLAY_EACH] * plays))


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
    t = m.t
    g = m.g
    deed = int(m.w["deed"][b])
    gap = 0.0
    if tests & code.RIVAL_DEED != 0 and (deed == NONE or deed == seat):
        gap += g[of.GAP_TITLE]
    if tests & code.OWN_DEED != 0 and deed != seat:
        gap += g[of.GAP_TITLE]
    if tests & code.MAINLAND != 0 and b == code.STATEN_ISLAND:
        gap += FAR
    if tests & code.MOST_BARRELS != 0:
        most = 0
        for other in range(NUM_BOROUGHS):
            if other != b:
                most = max(most, count_stock(t, s, other))
        gap += g[of.GAP_BARREL] * max(0, most + 1 - count_stock(t, s, b))
    if tests & (code.RIVAL_SAFEHOUSE | code.RIVAL_BOSS) == 0:
        return gap
    house = False
    boss = False
    for d in range(NUM_DISTRICTS):
        if t["borough"][d] == b:
            house = house or (s["safehouse"][d] != NONE and s["safehouse"][d] != seat)
            boss = boss or (s["bosses"][d] > 0 and s["owner"][d] != seat)
    if tests & code.RIVAL_SAFEHOUSE != 0 and not house:
        gap += FAR
    if tests & code.RIVAL_BOSS != 0 and not boss:
        gap += FAR
    return gap


@rule
def count_stock(t, s, b):
    """Count the Barrels in a Borough."""
    total = 0
    for d in range(NUM_DISTRICTS):
        if t["borough"][d] == b:
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
            best = min(best, m.g[of.GAP_HEAT] * max(0, number - count_heat(s, rival)))
        elif op == code.RIVAL_NO_BOSS:
            best = min(best, hunt_gap(m, s, rival))
        else:
            best = min(best, boxed_gap(m, s, rival))
    return best


@rule
def hunt_gap(m, s, rival):
    """Return the Plays it takes to rid the board of a rival's Bosses."""
    g = m.g
    gap = g[of.GAP_BOSS] if s["party_owner"] == rival and s["party_bosses"] > 0 else 0.0
    for d in range(NUM_DISTRICTS):
        if s["owner"][d] == rival and s["bosses"][d] > 0:
            gap += 1.0 + g[of.GAP_MOBSTER] * (int(s["bosses"][d]) + int(s["runners"][d]))
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
                gap += 1.0 + (g[of.GAP_RESIST] if manned else 0.0)
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
        best = min(best, g[of.GAP_RUNNER] * max(0, number - runners))
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
def liquor_of(m, word, it):
    """Return the liquor that a word means: 0-3, `code.ANY`, or NO_LIQUOR."""
    if word == code.IT:
        return it
    found = word
    if word == code.DEAREST:
        found = int(m.w["dearest"])
    elif word == code.CHEAPEST:
        found = int(m.w["cheapest"])
    return NO_LIQUOR if found == NONE else found


@rule
def total_gap(m, s, seat, k):
    """Return the Plays until the total of term `k` is large enough, small enough, or above the rivals'."""
    c = m.t["contracts"]
    step = int(m.known["objectives"]["step"][k])
    if c["dearest"][step] != 0 and m.w["dearest"] == NONE:
        return m.g[of.GAP_PRICE]
    if c["cheapest"][step] != 0 and m.w["cheapest"] == NONE:
        return m.g[of.GAP_PRICE]
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
    fits = int(m.w["fits"][k])
    nearest = FAR
    for d in range(NUM_DISTRICTS):
        if (fits >> d) & 1 != 0:
            nearest = min(nearest, m.w["take"][d])
    return nearest


@rule
def unit_gap(m, what):
    """Return the Plays that one more of something takes."""
    g = m.g
    if what == code.RUNNERS or what == code.MOBSTERS:
        return g[of.GAP_RUNNER]
    if what == code.BARRELS:
        return g[of.GAP_BARREL]
    if what == code.CASH:
        return g[of.GAP_CASH]
    if what == code.HEAT:
        return g[of.GAP_HEAT]
    if what == code.SAFEHOUSES:
        return g[of.GAP_SAFEHOUSE]
    return 1.0 + g[of.GAP_RESIST]


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
    fits = int(m.w["fits"][k])
    seen = 0  # (Borough, seat) as bits
    for d in range(NUM_DISTRICTS):
        holder = int(s["owner"][d])
        if (fits >> d) & 1 == 0 or holder == NONE or (holder != seat and not all_seats):
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


# ---- places


@rule
def note_fits(m, s, card):
    """Note, for each term of a Contract, the Districts it can mean: what no Play but a Fix changes."""
    o = m.known["objectives"]
    c = m.t["contracts"]
    for k in range(int(o["first"][card]), int(o["first"][card + 1])):
        step = int(o["step"][k])
        if step == NONE or c["op"][step] > code.MOST_ALL:
            continue
        fits = 0
        for d in range(NUM_DISTRICTS):
            if place_fits(m, s, step, int(o["borough"][k]), int(o["it"][k]), d):
                fits |= 1 << d
        m.w["fits"][k] = fits
        note_needs(m, k, step, int(o["it"][k]))


@rule
def note_needs(m, k, step, it):
    """Note the Barrels that a term asks for in a District, by liquor, those of any liquor last."""
    needs = m.w["needs"][k]
    needs[:] = 0
    stock = m.t["contracts"]["stock"][step]
    for word in range(code.NUM_WORDS):
        if stock[word] > 0:
            liquor = liquor_of(m, word, it)
            # A tie for a price fails the whole condition before it comes to that.
            if liquor != NO_LIQUOR:
                needs[liquor] = max(int(needs[liquor]), int(stock[word]))


@rule
def place_fits(m, s, step, borough, it, d):
    """Test where a District is, what it is, its Joint and its Still."""
    t = m.t
    c = t["contracts"]
    b = int(t["borough"][d])
    if borough != NONE and b != borough:
        return False
    if c["district"][step] != NONE and c["district"][step] != d:
        return False
    if c["boroughs"][step] != 0 and (int(c["boroughs"][step]) >> b) & 1 == 0:
        return False
    if c["kind"][step] != NONE and c["kind"][step] != t["kind"][d]:
        return False
    if c["society"][step] != 0 and t["society"][d] == 0:
        return False
    if c["pour"][step] != NONE and not makes(int(t["pour"][d]), liquor_of(m, int(c["pour"][step]), it)):
        return False
    still = int(s["still_liquor"][d])
    if c["still"][step] != NONE and not makes(still, liquor_of(m, int(c["still"][step]), it)):
        return False
    unwanted = int(c["still_not"][step])
    if unwanted != NONE and (still == NONE or makes(still, liquor_of(m, unwanted, it))):
        return False
    return c["still_number"][step] == NONE or (still != NONE and c["still_number"][step] == s["still_number"][d])


@rule
def makes(liquor, wanted):
    """Compare the liquor of a Joint or Still, NONE = there is none, with the one wanted, or `code.ANY`."""
    return liquor != NONE and (liquor == wanted or wanted == code.ANY)


@rule
def is_lacking(m, s, holder, k, step, d):
    """Say whether a District of the holder lacks a Boss, Runners, Barrels or a Safehouse that a step asks for."""
    c = m.t["contracts"]
    if c["boss"][step] != 0 and s["bosses"][d] == 0:
        return True
    if s["runners"][d] < c["runners"][step]:
        return True
    if c["safehouse"][step] != 0 and s["safehouse"][d] != holder:
        return True
    return count_missing(m, s, k, d) > 0


@rule
def count_missing(m, s, k, d):
    """Count the Barrels that term `k` asks for and a District has not, of all liquors it names."""
    needs = m.w["needs"][k]
    missing = 0
    total = 0
    for liquor in range(NUM_LIQUORS):
        barrels = int(s["barrels"][d, liquor])
        missing += max(0, int(needs[liquor]) - barrels)
        total += barrels
    return missing + max(0, int(needs[code.ANY]) - total)


@rule
def places_gap(m, s, seat, k):
    """Return the Plays until enough Districts (or Boroughs, or Safehouses) fit term `k`: the cheapest ones together."""
    c = m.t["contracts"]
    step = int(m.known["objectives"]["step"][k])
    what = int(c["what"][step])
    number = int(c["number"][step])
    fits = int(m.w["fits"][k])
    cost = m.w["cost"]
    if number > len(cost):
        return FAR
    cost[:number] = FAR  # the cheapest so far, in order
    if what == code.BOROUGHS:
        for borough in range(NUM_BOROUGHS):
            nearest = FAR
            for d in range(NUM_DISTRICTS):
                if (fits >> d) & 1 != 0 and m.t["borough"][d] == borough:
                    nearest = min(nearest, place_gap(m, s, seat, k, step, what, d))
            insert_cost(cost, number, nearest)
    else:
        for d in range(NUM_DISTRICTS):
            if (fits >> d) & 1 != 0:
                insert_cost(cost, number, place_gap(m, s, seat, k, step, what, d))
    total = 0.0
    for n in range(number):
        total += cost[n]
    return min(total, FAR)


@rule
def insert_cost(cost, number, gap):
    """Insert a number into an ascending list of fixed length, in place; the largest falls out."""
    n = number
    while n > 0 and gap < cost[n - 1]:
        if n < number:
            cost[n] = cost[n - 1]
        cost[n - 1] = gap
        n -= 1


@rule
def place_gap(m, s, seat, k, step, what, d):
    """Return the Plays until one District is as a step asks."""
    g = m.g
    c = m.t["contracts"]
    gap = m.w["take"][d]
    if what == code.SAFEHOUSES and s["safehouse"][d] != seat:
        gap += g[of.GAP_SAFEHOUSE]
    if m.known["is_plain"][step] != 0:
        return gap
    if c["boss"][step] != 0:
        gap += m.w["boss_way"][d]
    if c["runners"][step] > 0:
        there = int(s["runners"][d]) if s["owner"][d] == seat else 0
        gap += g[of.GAP_RUNNER] * max(0, int(c["runners"][step]) - there)
    if c["safehouse"][step] != 0 and s["safehouse"][d] != seat:
        gap += g[of.GAP_SAFEHOUSE]
    return gap + g[of.GAP_BARREL] * count_missing(m, s, k, d)
