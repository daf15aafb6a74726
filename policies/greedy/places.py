"""Which Districts a term of an objective can mean, and how far the seat is from having them as it asks."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom import contract_code as code
from moonshine_env.kingdom.vocab import NONE, NUM_BOROUGHS, NUM_DISTRICTS, NUM_LIQUORS
from policies.greedy.mind import ALL_BITS, CASH_BIT, FAR, HEAT_BIT
from policies.greedy.survey import lowest_of

NO_LIQUOR = -2  # several liquors tie for a price

# ---- notes: what no Play but a Fix changes


@rule
def note_stills(m, s):
    """Note the Districts with a Still of each liquor, and of any."""
    stills = m.w["stills"]
    stills[:] = 0
    for d in range(NUM_DISTRICTS):
        liquor = int(s["still_liquor"][d])
        if liquor != NONE:
            stills[liquor] |= 1 << d
            stills[code.ANY] |= 1 << d


@rule
def note_fits(m, s, card):
    """Note, for each term of a Contract, the Districts it can mean and the Barrels it asks for there.

    Args:
        m: Mind that has looked over this state, and noted its Stills.
        s: STATE record; only read.
        card: Contract number.
    """
    o = m.known["objectives"]
    c = m.t["contracts"]
    for k in range(int(o["first"][card]), int(o["first"][card + 1])):
        step = int(o["step"][k])
        if step == NONE or c["op"][step] > code.MOST_ALL:
            continue
        m.w["fits"][k] = fits_now(m, s, k, step, int(o["it"][k]))
        if m.known["is_plain"][step] == 0:
            note_needs(m, k, step, int(o["it"][k]))


@rule
def fits_now(m, s, k, step, it):
    """Return the Districts that a term can mean by the prices and Stills as they are, as bits."""
    c = m.t["contracts"]
    w = m.w
    fits = int(m.known["fits"][k])
    pour = int(c["pour"][step])
    if pour == code.DEAREST or pour == code.CHEAPEST:
        liquor = liquor_of(m, pour, it)
        fits = fits & int(m.known["pours"][liquor]) if liquor >= 0 else 0
    still = int(c["still"][step])
    if still != NONE:
        liquor = liquor_of(m, still, it)
        fits = fits & int(w["stills"][liquor]) if liquor >= 0 else 0
    unwanted = int(c["still_not"][step])
    if unwanted != NONE:
        liquor = liquor_of(m, unwanted, it)
        fits &= int(w["stills"][code.ANY])
        if liquor >= 0:
            fits &= ~int(w["stills"][liquor])
    if c["still_number"][step] != NONE:
        fits &= int(w["stills"][code.ANY])
        for d in range(NUM_DISTRICTS):
            if c["still_number"][step] != s["still_number"][d]:
                fits &= ~(1 << d)
    return fits


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
def note_leans(m, k):
    """Note what the gap of term `k` depends on: Districts, cash, Heat, or everything."""
    o = m.known["objectives"]
    c = m.t["contracts"]
    step = int(o["step"][k])
    leans = ALL_BITS
    if step != NONE and o["tests"][k] == 0 and c["op"][step] <= code.MOST_ALL:
        leans = int(m.w["fits"][k])
        if c["what"][step] == code.CASH:
            leans = CASH_BIT
        elif c["what"][step] == code.HEAT:
            leans = HEAT_BIT
    m.w["leans"][k] = leans


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


# ---- one District


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
def place_gap(m, s, seat, k, step, what, d):
    """Return the Plays until one District is as a step asks."""
    g = m.g
    c = m.t["contracts"]
    gap = m.w["take"][d]
    if what == code.SAFEHOUSES and s["safehouse"][d] != seat:
        gap += g["gap_safehouse"]
    if m.known["is_plain"][step] != 0:
        return gap
    if c["boss"][step] != 0:
        gap += m.w["boss_way"][d]
    if c["runners"][step] > 0:
        there = int(s["runners"][d]) if s["owner"][d] == seat else 0
        gap += g["gap_runner"] * max(0, int(c["runners"][step]) - there)
    if c["safehouse"][step] != 0 and s["safehouse"][d] != seat:
        gap += g["gap_safehouse"]
    return gap + g["gap_barrel"] * count_missing(m, s, k, d)


# ---- several


@rule
def places_gap(m, s, seat, k):
    """Return the Plays until enough Districts (or Boroughs, or Safehouses) fit term `k`: the cheapest ones together."""
    c = m.t["contracts"]
    step = int(m.known["objectives"]["step"][k])
    what = int(c["what"][step])
    number = int(c["number"][step])
    bits = int(m.w["fits"][k])
    cost = m.w["cost"]
    if number > len(cost):
        return FAR
    if number == 1:
        return nearest_place(m, s, seat, k, step, what, bits)
    cost[:number] = FAR  # the cheapest so far, in order
    if what == code.BOROUGHS:
        for borough in range(NUM_BOROUGHS):
            inside = bits & int(m.known["boroughs"][borough])
            insert_cost(cost, number, nearest_place(m, s, seat, k, step, what, inside))
    else:
        while bits != 0:
            d = lowest_of(m, bits)
            bits &= bits - 1
            insert_cost(cost, number, place_gap(m, s, seat, k, step, what, d))
    total = 0.0
    for n in range(number):
        total += cost[n]
    return min(total, FAR)


@rule
def nearest_place(m, s, seat, k, step, what, bits):
    """Return the Plays until the nearest District of some is as a step asks."""
    nearest = FAR
    while bits != 0 and nearest > 0.0:
        d = lowest_of(m, bits)
        bits &= bits - 1
        nearest = min(nearest, place_gap(m, s, seat, k, step, what, d))
    return nearest


@rule
def insert_cost(cost, number, gap):
    """Insert a number into an ascending list of fixed length, in place; the largest falls out."""
    n = number
    while n > 0 and gap < cost[n - 1]:
        if n < number:
            cost[n] = cost[n - 1]
        cost[n - 1] = gap
        n -= 1
