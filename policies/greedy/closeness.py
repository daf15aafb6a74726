"""How far a seat is from an objective, in Plays: 0 exactly when the rules would judge it met."""

from __future__ import annotations

import math

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom import contract_code as code
from moonshine_env.kingdom.vocab import MAX_PLAYERS, NONE, NUM_BOROUGHS, NUM_DISTRICTS, NUM_LIQUORS
from policies.greedy import weights as of
from policies.greedy.survey import FAR

NO_LIQUOR = -2  # several liquors tie for a price


@rule
def card_gap(t, known, g, s, w, seat, card):
    """Return the Plays that the nearest way to meet a Contract takes; FAR or more if it seems out of reach.

    Args:
        t: TABLES record.
        known: KNOWN record.
        g: `(len(WEIGHTS),)` float64.
        s: STATE record; only read.
        w: SURVEY record, looked over for this state and seat.
        seat: Whose objective it is.
        card: Contract number.
    """
    o = known["objectives"]
    first = int(o["first"][card])
    past = int(o["first"][card + 1])
    best = FAR
    total = 0.0
    for k in range(first, past):
        total += term_gap(t, o, g, s, w, seat, k)
        if k + 1 == past or o["way"][k + 1] != o["way"][k]:
            best = min(best, total)
            total = 0.0
    return best


@rule
def chance_of(g, gap, plays):
    """Turn a gap and the Plays left until the judgement into a chance."""
    return g[of.CERTAIN] * math.exp(-gap / (g[of.PLAY_BASE] + g[of.PLAY_EACH] * plays))


@rule
def term_gap(t, o, g, s, w, seat, k):
    """Return the Plays that one term takes."""
    step = int(o["step"][k])
    borough = int(o["borough"][k])
    tests = int(o["tests"][k])
    if tests != 0:
        away = borough_gap(t, g, s, w, seat, tests, borough)
        if step == NONE:
            return away
        # A Borough that fails its tests asks nothing.
        if away > 0.0:
            return 0.0
    c = t["contracts"]
    op = int(c["op"][step])
    if op <= code.MOST_ALL:
        return total_gap(t, g, s, w, seat, c, step, borough, int(o["it"][k]))
    if op == code.CHAIN:
        return chain_gap(t, w, int(c["district"][step]), int(c["other"][step]))
    if op == code.NEAR_RIVAL_SAFEHOUSE:
        return near_gap(t, g, s, seat, int(c["number"][step]))
    return rival_gap(t, g, s, seat, op, int(c["number"][step]))


# ---- Boroughs and rivals


@rule
def borough_gap(t, g, s, w, seat, tests, b):
    """Return the Plays until a Borough passes the tests; 0 if it does."""
    deed = int(w["deed"][b])
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
def rival_gap(t, g, s, seat, op, number):
    """Return the Plays until the nearest rival is as the condition says."""
    best = FAR
    for rival in range(int(s["num_players"])):
        if rival == seat:
            continue
        if op == code.RIVAL_HEAT:
            best = min(best, g[of.GAP_HEAT] * max(0, number - count_heat(s, rival)))
        elif op == code.RIVAL_NO_BOSS:
            best = min(best, hunt_gap(g, s, rival))
        else:
            best = min(best, boxed_gap(t, g, s, rival))
    return best


@rule
def hunt_gap(g, s, rival):
    """Return the Plays it takes to rid the board of a rival's Bosses."""
    gap = g[of.GAP_BOSS] if s["party_owner"] == rival and s["party_bosses"] > 0 else 0.0
    for d in range(NUM_DISTRICTS):
        if s["owner"][d] == rival and s["bosses"][d] > 0:
            gap += 1.0 + g[of.GAP_MOBSTER] * (int(s["bosses"][d]) + int(s["runners"][d]))
    return gap


@rule
def boxed_gap(t, g, s, rival):
    """Return the Plays it takes to close every way out of a District of a rival's Boss (K2.4)."""
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
def near_gap(t, g, s, seat, number):
    """Return the Plays until so many Runners stand around one rival Safehouse."""
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
def chain_gap(t, w, first, last):
    """Return the least Plays that Control a path by land and bridge.

    `w["cost"]` holds the least of any path from `first`; it settles in a few rounds, bounded by the Districts.
    """
    cost = w["cost"]
    cost[:] = FAR
    cost[first] = w["take"][first]
    for _ in range(NUM_DISTRICTS):
        changed = False
        for d in range(NUM_DISTRICTS):
            for n in range(int(t["num_bordering"][d])):
                way = cost[t["bordering"][d, n]] + w["take"][d]
                if way < cost[d]:
                    cost[d] = way
                    changed = True
        if not changed:
            break
    return cost[last]


# ---- totals


@rule
def liquor_of(w, word, it):
    """Return the liquor that a word means: 0-3, `code.ANY`, or NO_LIQUOR."""
    if word == code.IT:
        return it
    found = word
    if word == code.DEAREST:
        found = int(w["dearest"])
    elif word == code.CHEAPEST:
        found = int(w["cheapest"])
    return NO_LIQUOR if found == NONE else found


@rule
def total_gap(t, g, s, w, seat, c, step, borough, it):
    """Return the Plays until a total is large enough, small enough, or above the rivals'."""
    if (c["dearest"][step] != 0 and w["dearest"] == NONE) or (c["cheapest"][step] != 0 and w["cheapest"] == NONE):
        return g[of.GAP_PRICE]
    op = int(c["op"][step])
    what = int(c["what"][step])
    number = int(c["number"][step])
    if op == code.AT_LEAST and (what <= code.BOROUGHS or what == code.SAFEHOUSES):
        return places_gap(t, g, s, w, seat, c, step, borough, it)
    own = count_total(t, s, w, seat, c, step, borough, it)
    unit = unit_gap(g, what)
    if op == code.AT_LEAST:
        return unit * max(0, number - own)
    if op == code.UNDER:
        return unit * max(0, own + 1 - number)
    most = 0
    together = 0
    for rival in range(int(s["num_players"])):
        if rival != seat:
            theirs = count_total(t, s, w, rival, c, step, borough, it)
            most = max(most, theirs)
            together += theirs
    return unit * max(0, (most if op == code.MOST_EACH else together) + 1 - own)


@rule
def unit_gap(g, what):
    """Return the Plays that one more of something takes."""
    if what in (code.RUNNERS, code.MOBSTERS):
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
def count_total(t, s, w, holder, c, step, borough, it):
    """Count what a step counts, of one seat."""
    what = int(c["what"][step])
    if what == code.CASH:
        return int(s["cash"][holder])
    if what == code.HEAT:
        return count_heat(s, holder)
    total = 0
    seen = 0  # Boroughs, as bits
    for d in range(NUM_DISTRICTS):
        if s["owner"][d] != holder or not place_fits(t, s, w, c, step, d, borough, it):
            continue
        if lack(s, w, holder, c, step, d, it, 1.0, 1.0, 1.0) > 0.0 or (c["boss"][step] != 0 and s["bosses"][d] == 0):
            continue
        if what == code.DISTRICTS:
            total += 1
        elif what == code.BOROUGHS:
            bit = 1 << int(t["borough"][d])
            total += 1 if seen & bit == 0 else 0
            seen |= bit
        elif what == code.RUNNERS:
            total += int(s["runners"][d])
        elif what == code.MOBSTERS:
            total += int(s["bosses"][d]) + int(s["runners"][d])
        elif what == code.SAFEHOUSES:
            total += 1 if s["safehouse"][d] == holder else 0
        else:
            total += count_barrels(s, d, liquor_of(w, int(c["of"][step]), it))
    return total


@rule
def count_barrels(s, d, liquor):
    """Count the Barrels of a liquor, or of `code.ANY`, in a District."""
    if liquor != code.ANY:
        return int(s["barrels"][d, liquor])
    total = 0
    for each in range(NUM_LIQUORS):
        total += int(s["barrels"][d, each])
    return total


@rule
def place_fits(t, s, w, c, step, d, borough, it):
    """Test what no Play changes in a District: where it is, what it is, its Joint, its Still."""
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
    if c["pour"][step] != NONE and not makes(int(t["pour"][d]), liquor_of(w, int(c["pour"][step]), it)):
        return False
    still = int(s["still_liquor"][d])
    if c["still"][step] != NONE and not makes(still, liquor_of(w, int(c["still"][step]), it)):
        return False
    if c["still_not"][step] != NONE and (
        still == NONE or makes(still, liquor_of(w, int(c["still_not"][step]), it))
    ):
        return False
    return c["still_number"][step] == NONE or (still != NONE and c["still_number"][step] == s["still_number"][d])


@rule
def makes(liquor, wanted):
    """Compare the liquor of a Joint or Still, NONE = there is none, with the one wanted, or `code.ANY`."""
    return liquor != NONE and (liquor == wanted or wanted == code.ANY)


@rule
def lack(s, w, holder, c, step, d, it, runner, barrel, house):
    """Add up the Plays for what a District lacks of Runners, Barrels and a Safehouse; 0 if nothing."""
    there = int(s["runners"][d]) if s["owner"][d] == holder else 0
    gap = runner * max(0, int(c["runners"][step]) - there)
    if c["safehouse"][step] != 0 and s["safehouse"][d] != holder:
        gap += house
    stock = c["stock"][step]
    for word in range(code.NUM_WORDS):
        if stock[word] > 0:
            gap += barrel * max(0, int(stock[word]) - count_barrels(s, d, liquor_of(w, word, it)))
    return gap


@rule
def places_gap(t, g, s, w, seat, c, step, borough, it):
    """Return the Plays until enough Districts (or Boroughs, or Safehouses) fit: the cheapest ones together."""
    what = int(c["what"][step])
    number = int(c["number"][step])
    cost = w["cost"]
    cost[:] = FAR
    for d in range(NUM_DISTRICTS):
        if not place_fits(t, s, w, c, step, d, borough, it):
            continue
        gap = w["take"][d] + lack(
            s, w, seat, c, step, d, it, g[of.GAP_RUNNER], g[of.GAP_BARREL], g[of.GAP_SAFEHOUSE]
        )
        if c["boss"][step] != 0:
            gap += w["boss_way"][d]
        if what == code.SAFEHOUSES and s["safehouse"][d] != seat:
            gap += g[of.GAP_SAFEHOUSE]
        place = int(t["borough"][d]) if what == code.BOROUGHS else d
        cost[place] = min(cost[place], gap)
    total = 0.0
    for _ in range(number):
        least = 0
        for d in range(1, NUM_DISTRICTS):
            if cost[d] < cost[least]:
                least = d
        total += cost[least]
        if total >= FAR:
            return FAR
        cost[least] = FAR
    return total
