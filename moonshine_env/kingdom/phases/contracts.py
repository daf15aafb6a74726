"""Judging Contracts (K11.4): whether an objective holds for a seat on the board as it stands.

Runs the programs of `contract_code`. Pieces in a District are its owner's; a party on its way counts only as a Boss
who is on the board (there is none at Reckoning). 'Rival' = every other seat of the game.
"""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom import contract_code as code
from moonshine_env.kingdom.vocab import MAX_PLAYERS, NONE, NUM_BOROUGHS, NUM_DISTRICTS, NUM_LIQUORS

BITS = 4  # of a liquor in `words`
NO_LIQUOR = (1 << BITS) - 1


@rule
def contract_is_met(t, s, seat, card):
    """Judge one Contract for a seat, whether it holds the card or not; reads only (K11.4).

    Args:
        t: Record of TABLES.
        s: Record of STATE.
        seat: Whose objective it is.
        card: Contract number.

    Returns:
        bool.
    """
    c = t["contracts"]
    step = int(c["start"][card])
    borough = NONE  # of the Borough loop going on
    liquor = NONE  # of the liquor loop going on: "it"
    words = _priced_words(s)
    while step >= 0:
        op = int(c["op"][step])
        if op == code.NEXT_BOROUGH:
            borough = _next_borough(t, s, seat, int(c["each"][step]), borough)
            holds = borough != NONE
        elif op == code.NEXT_LIQUOR:
            liquor = _next_liquor(int(c["each"][step]), liquor)
            holds = liquor != NONE
        elif op == code.LEAVE_BOROUGHS:
            borough = NONE
            holds = True
        elif op == code.LEAVE_LIQUORS:
            liquor = NONE
            holds = True
        else:
            holds = _condition_holds(t, s, seat, c, step, borough, _with_it(words, liquor))
        step = int(c["if_true"][step]) if holds else int(c["if_false"][step])
    return step == code.MET


@rule
def _condition_holds(t, s, seat, c, step, borough, words):
    """Test one condition that is no loop; `borough`: of the loop around it, or NONE."""
    op = int(c["op"][step])
    number = int(c["number"][step])
    if op <= code.MOST_ALL:
        return _total_holds(t, s, seat, c, step, borough, words)
    if op == code.CHAIN:
        return _has_chain(t, s, seat, int(c["district"][step]), int(c["other"][step]))
    if op == code.NEAR_RIVAL_SAFEHOUSE:
        return _is_near_rival_safehouse(t, s, seat, number)
    for rival in range(MAX_PLAYERS):
        if rival == seat or rival >= s["num_players"]:
            continue
        if op == code.RIVAL_NO_BOSS and not _has_boss(s, rival):
            return True
        if op == code.RIVAL_HEAT and _count_heat(s, rival) >= number:
            return True
        if op == code.RIVAL_BOXED_BOSS and _has_boxed_boss(t, s, rival):
            return True
    return False


# ---------------------------------------------------------------- liquors by word: four bits each, as in WORD_IDS


@rule
def _priced_words(s):
    """Lay out what each word for a liquor means today; "it" is still open. NO_LIQUOR where several tie for a price."""
    high = 0
    low = 0
    for liquor in range(1, NUM_LIQUORS):
        if s["price"][liquor] > s["price"][high]:
            high = liquor
        if s["price"][liquor] < s["price"][low]:
            low = liquor
    dearest = high
    cheapest = low
    for liquor in range(NUM_LIQUORS):
        if liquor != high and s["price"][liquor] == s["price"][high]:
            dearest = NO_LIQUOR
        if liquor != low and s["price"][liquor] == s["price"][low]:
            cheapest = NO_LIQUOR
    words = (code.ANY << BITS * code.ANY) | (dearest << BITS * code.DEAREST) | (cheapest << BITS * code.CHEAPEST)
    for liquor in range(NUM_LIQUORS):
        words |= liquor << BITS * liquor
    return words


@rule
def _with_it(words, liquor):
    """Say what "it" means, if anything; the four bits are still 0."""
    return words if liquor == NONE else words | (liquor << BITS * code.IT)


@rule
def _meaning(words, word):
    """Return the liquor that a word means, ANY, or NO_LIQUOR."""
    return (words >> BITS * word) & NO_LIQUOR


# ---------------------------------------------------------------- totals


@rule
def _total_holds(t, s, seat, c, step, borough, words):
    """Compare a total of the seat with a number or with the same total of its rivals."""
    # Ruling: where several liquors tie for dearest or cheapest the condition fails, one of "fewer than" too (K11.4):
    # without the liquor it says nothing.
    if c["dearest"][step] != 0 and _meaning(words, code.DEAREST) == NO_LIQUOR:
        return False
    if c["cheapest"][step] != 0 and _meaning(words, code.CHEAPEST) == NO_LIQUOR:
        return False
    op = int(c["op"][step])
    own = 0
    most = 0  # of a single rival
    together = 0  # of all rivals
    for n in range(MAX_PLAYERS):
        holder = (seat + n) % MAX_PLAYERS  # the seat itself comes first
        if holder >= s["num_players"]:
            continue
        total = _count_total(t, s, holder, c, step, borough, words)
        if op == code.AT_LEAST:
            return total >= int(c["number"][step])
        if op == code.UNDER:
            return total < int(c["number"][step])
        if n == 0:
            own = total
        else:
            most = max(most, total)
            together += total
    return own > (most if op == code.MOST_EACH else together)


@rule
def _count_total(t, s, seat, c, step, borough, words):
    """Count what a step counts, of one seat; cash in hundreds of $."""
    what = int(c["what"][step])
    if what == code.CASH:
        return int(s["cash"][seat])
    if what == code.HEAT:
        return _count_heat(s, seat)
    total = 0
    seen = 0  # Boroughs, as bits
    only = int(c["district"][step])
    first = 0 if only == NONE else only
    past = NUM_DISTRICTS if only == NONE else only + 1
    for d in range(first, past):
        if s["owner"][d] != seat or not _district_fits(t, s, c, step, d, borough, words):
            continue
        if what == code.DISTRICTS:
            total += 1
        elif what == code.BOROUGHS:
            seen |= 1 << int(t["borough"][d])
        elif what == code.RUNNERS:
            total += int(s["runners"][d])
        elif what == code.MOBSTERS:
            total += int(s["bosses"][d]) + int(s["runners"][d])
        elif what == code.SAFEHOUSES:
            total += 1 if s["safehouse"][d] == seat else 0
        elif what == code.BARRELS:
            total += _count_barrels(s, d, _meaning(words, int(c["of"][step])))
    for b in range(NUM_BOROUGHS):
        total += (seen >> b) & 1
    return total


@rule
def _district_fits(t, s, c, step, d, borough, words):
    """Test the filter of a step on a Controlled District; 'of yours' means its owner's."""
    b = int(t["borough"][d])
    if borough != NONE and b != borough:
        return False
    if c["boroughs"][step] != 0 and (int(c["boroughs"][step]) >> b) & 1 == 0:
        return False
    if c["kind"][step] != NONE and c["kind"][step] != t["kind"][d]:
        return False
    if c["society"][step] != 0 and t["society"][d] == 0:
        return False
    if c["boss"][step] != 0 and s["bosses"][d] == 0:
        return False
    if s["runners"][d] < c["runners"][step]:
        return False
    if c["safehouse"][step] != 0 and s["safehouse"][d] != s["owner"][d]:
        return False
    pour = int(c["pour"][step])
    if pour != NONE and not _makes(int(t["pour"][d]), _meaning(words, pour)):
        return False
    return _still_fits(s, c, step, d, words) and _has_stock(s, c, step, d, words)


@rule
def _still_fits(s, c, step, d, words):
    """Test what the filter of a step says of the Still in a District."""
    still = int(s["still_liquor"][d])
    wanted = int(c["still"][step])
    if wanted != NONE and not _makes(still, _meaning(words, wanted)):
        return False
    unwanted = int(c["still_not"][step])
    # Ruling: "makes something else" needs a Still (K11.4): no Still makes nothing.
    if unwanted != NONE and (still == NONE or _makes(still, _meaning(words, unwanted))):
        return False
    return c["still_number"][step] == NONE or (still != NONE and c["still_number"][step] == s["still_number"][d])


@rule
def _makes(liquor, wanted):
    """Compare the liquor of a Joint or Still (NONE = there is none) with the one wanted, or ANY."""
    return liquor != NONE and (liquor == wanted or wanted == code.ANY)


@rule
def _has_stock(s, c, step, d, words):
    """Test whether a District holds the Barrels that a step asks for, of every liquor named."""
    stock = c["stock"][step]
    for word in range(code.NUM_WORDS):
        if stock[word] > 0 and _count_barrels(s, d, _meaning(words, word)) < int(stock[word]):
            return False
    return True


@rule
def _count_barrels(s, d, liquor):
    """Count Barrels of a liquor, or of ANY, in a District."""
    if liquor != code.ANY:
        return int(s["barrels"][d, liquor])
    total = 0
    for each in range(NUM_LIQUORS):
        total += int(s["barrels"][d, each])
    return total


@rule
def _count_heat(s, seat):
    """Count a seat's markers on the Heat Track."""
    total = 0
    for space in range(int(s["heat_count"])):
        total += 1 if s["heat"][space] == seat else 0
    return total


# ---------------------------------------------------------------- loops


@rule
def _next_liquor(each, liquor):
    """Return the next liquor of the bits `each` after `liquor` (NONE = from the start), NONE at the end."""
    for following in range(liquor + 1, NUM_LIQUORS):
        if (each >> following) & 1 != 0:
            return following
    return NONE


@rule
def _next_borough(t, s, seat, tests, borough):
    """Return the next Borough after `borough` (NONE = from the start) that passes every test, NONE at the end."""
    for following in range(borough + 1, NUM_BOROUGHS):
        if _borough_passes(t, s, seat, tests, following):
            return following
    return NONE


@rule
def _borough_passes(t, s, seat, tests, b):
    """Test a Borough; `tests` are bits of `contract_code`."""
    deed = int(s["deed"][b])
    if tests & code.RIVAL_DEED != 0 and (deed == NONE or deed == seat):
        return False
    if tests & code.OWN_DEED != 0 and deed != seat:
        return False
    if tests & code.MAINLAND != 0 and b == code.STATEN_ISLAND:
        return False
    if tests & code.MOST_BARRELS != 0 and not _has_most_barrels(t, s, b):
        return False
    if tests & (code.RIVAL_SAFEHOUSE | code.RIVAL_BOSS) == 0:
        return True
    has_safehouse = False
    has_boss = False
    for d in range(NUM_DISTRICTS):
        if t["borough"][d] == b:
            has_safehouse = has_safehouse or (s["safehouse"][d] != NONE and s["safehouse"][d] != seat)
            has_boss = has_boss or (s["bosses"][d] > 0 and s["owner"][d] != seat)
    return (has_safehouse or tests & code.RIVAL_SAFEHOUSE == 0) and (has_boss or tests & code.RIVAL_BOSS == 0)


@rule
def _has_most_barrels(t, s, b):
    """Test whether more Barrels, of whatever liquor and owner, lie in a Borough than in each other one."""
    here = _count_borough_barrels(t, s, b)
    for other in range(NUM_BOROUGHS):
        if other != b and _count_borough_barrels(t, s, other) >= here:
            return False
    return True


@rule
def _count_borough_barrels(t, s, b):
    total = 0
    for d in range(NUM_DISTRICTS):
        if t["borough"][d] == b:
            for liquor in range(NUM_LIQUORS):
                total += int(s["barrels"][d, liquor])
    return total


# ---------------------------------------------------------------- places


@rule
def _has_boss(s, seat):
    """Test whether a Boss of the seat is on the board, in a District or on his way."""
    if s["party_owner"] == seat and s["party_bosses"] > 0:
        return True
    for d in range(NUM_DISTRICTS):
        if s["owner"][d] == seat and s["bosses"][d] > 0:
            return True
    return False


@rule
def _has_boxed_boss(t, s, seat):
    """Test whether a Boss of the seat stands where every Connected District is Hostile to him (K2.4, K2.5)."""
    for d in range(NUM_DISTRICTS):
        if s["owner"][d] == seat and s["bosses"][d] > 0:
            ways_out = 0
            for n in range(int(t["num_neighbours"][d])):
                near = int(t["neighbours"][d, n])
                is_manned = s["bosses"][near] + s["runners"][near] > 0
                if s["precinct"][near] == 0 and (s["owner"][near] == seat or not is_manned):
                    ways_out += 1
            if ways_out == 0:
                return True
    return False


@rule
def _has_chain(t, s, seat, first, last):
    """Test whether the seat Controls two Districts and a path between them by land and bridge.

    Grows the reached set, kept as bits, District by District: at most NUM_DISTRICTS rounds.
    """
    if s["owner"][first] != seat or s["owner"][last] != seat:
        return False
    reached = 1 << first
    for _ in range(NUM_DISTRICTS):
        before = reached
        for d in range(NUM_DISTRICTS):
            if s["owner"][d] == seat and (reached >> d) & 1 == 0:
                for n in range(int(t["num_bordering"][d])):
                    if (reached >> int(t["bordering"][d, n])) & 1 != 0:
                        reached |= 1 << d
        if (reached >> last) & 1 != 0:
            return True
        if reached == before:
            return False
    return False


@rule
def _is_near_rival_safehouse(t, s, seat, number):
    """Test whether some rival Safehouse has `number` Runners of the seat in the Districts that border on it."""
    for d in range(NUM_DISTRICTS):
        if s["safehouse"][d] == NONE or s["safehouse"][d] == seat:
            continue
        runners = 0
        for n in range(int(t["num_bordering"][d])):
            near = int(t["bordering"][d, n])
            if s["owner"][near] == seat:
                runners += int(s["runners"][near])
        if runners >= number:
            return True
    return False
