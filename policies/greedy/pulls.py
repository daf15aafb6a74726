"""What Contracts draw a seat to: how much nearer they come when somebody or something arrives in a District."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom import contract_code as code
from moonshine_env.kingdom.vocab import NONE, NUM_DISTRICTS, NUM_LIQUORS, STAKED
from policies.greedy.closeness import chain_gap, chance_of, unit_gap
from policies.greedy.mind import BOSS, FAR, HOUSE, NUM_ARRIVALS, RUNNER
from policies.greedy.places import liquor_of, place_gap, places_gap
from policies.greedy.prospects import count_days_left, count_nights, plays_left, prize_of
from policies.greedy.survey import lowest_of

WORTH_A_LOOK = 2.0  # Plays by which a way may be longer than the best


@rule
def feel_pulls(m, s, seat, reach):
    """Note what arrivals in the Districts of `reach`, as bits, bring one's Contracts; `m.w` in place."""
    w = m.w
    for arrival in range(NUM_ARRIVALS):
        w["pull"][arrival][:] = 0.0
    for n in range(int(w["num_cards"])):
        card = int(w["cards"][n])
        gap = w["card_gap"][n]
        if count_nights(m, s, seat, card) >= count_days_left(s) or gap == 0.0 or gap >= FAR:
            continue
        slope = slope_of(m, s, seat, card, gap)
        feel_card(m, s, seat, n, gap, reach, slope)
        for arrival in range(NUM_ARRIVALS):
            for d in range(NUM_DISTRICTS):
                w["pull"][arrival, d] += slope * w["relief"][arrival, d]


@rule
def slope_of(m, s, seat, card, gap):
    """Return what a Contract gains for each Play that its gap shrinks."""
    deck = int(m.t["card_deck"][card])
    nights = count_nights(m, s, seat, card)
    plays = m.g["plays_a_day"] * nights
    share = m.g["hand"]
    if s["card_at"][card] == STAKED + seat:
        plays = plays_left(m, s, seat, nights)
        share = 1.0
    step = min(1.0, gap)
    nearer = (chance_of(m, gap - step, plays) - chance_of(m, gap, plays)) / step
    missed = 0.0 if m.w["done"][deck] else 1.0
    return share * nearer * (prize_of(m, s, deck) + m.g["portfolio"] * missed)


@rule
def feel_card(m, s, seat, n, gap, reach, slope):
    """Find by how many Plays an arrival brings a Contract nearer, by whichever way; `m.w["relief"]` in place."""
    o = m.known["objectives"]
    w = m.w
    card = int(w["cards"][n])
    first = int(o["first"][card])
    past = int(o["first"][card + 1])
    for arrival in range(NUM_ARRIVALS):
        w["relief"][arrival][:] = 0.0
    while first < past:
        following = int(m.known["next_way"][first])
        longer = w["way_gap"][first] - gap
        if longer < WORTH_A_LOOK:
            for arrival in range(NUM_ARRIVALS):
                w["way_relief"][arrival][:] = 0.0
            for k in range(first, following):
                if w["gap"][k] > 0.0:
                    feel_term(m, s, seat, k, reach, slope if longer == 0.0 else 0.0)
            for arrival in range(NUM_ARRIVALS):
                for d in range(NUM_DISTRICTS):
                    w["relief"][arrival, d] = max(w["relief"][arrival, d], w["way_relief"][arrival, d] - longer)
        first = following


@rule
def feel_term(m, s, seat, k, reach, slope):
    """Add by how many Plays an arrival brings a term nearer to `m.w["way_relief"]`, Barrels to `m.w["barrel"]`."""
    c = m.t["contracts"]
    step = int(m.known["objectives"]["step"][k])
    if step == NONE:
        return
    op = int(c["op"][step])
    what = int(c["what"][step])
    if op == code.CHAIN:
        feel_chain(m, k, step)
    if op > code.MOST_ALL or op == code.UNDER or what >= code.CASH:
        return
    bits = int(m.w["fits"][k]) & reach
    if op == code.AT_LEAST and (what <= code.BOROUGHS or what == code.SAFEHOUSES):
        feel_places(m, s, seat, k, step, bits, slope)
        return
    unit = unit_gap(m, what)
    relief = m.w["way_relief"]
    while bits != 0:
        d = lowest_of(m, bits)
        bits &= bits - 1
        comes = s["owner"][d] != seat
        if what == code.RUNNERS or what == code.MOBSTERS:
            relief[RUNNER, d] += unit
            relief[BOSS, d] += unit if what == code.MOBSTERS else 0.0
        elif what == code.BARRELS:
            want_barrels(m, d, liquor_of(m, int(c["of"][step]), int(m.known["objectives"]["it"][k])), slope * unit)
        elif comes and what != code.SAFEHOUSES:
            relief[RUNNER, d] += unit
            relief[BOSS, d] += unit
        elif what == code.SAFEHOUSES and s["safehouse"][d] != seat:
            relief[HOUSE, d] += unit


@rule
def feel_places(m, s, seat, k, step, bits, slope):
    """Add what arrivals spare of the Districts that are to be as a step asks; only the cheapest ones count."""
    c = m.t["contracts"]
    g = m.g
    what = int(c["what"][step])
    number = int(c["number"][step])
    limit = places_gap(m, s, seat, k)
    if number > 1:
        limit = m.w["cost"][min(number, NUM_DISTRICTS) - 1]
    relief = m.w["way_relief"]
    while bits != 0:
        d = lowest_of(m, bits)
        bits &= bits - 1
        gap = place_gap(m, s, seat, k, step, what, d)
        beyond = max(0.0, gap - limit)
        if gap >= FAR:
            beyond = 0.0
        house = g["gap_safehouse"] if s["safehouse"][d] != seat else 0.0
        asks_house = what == code.SAFEHOUSES or c["safehouse"][step] != 0
        runner = m.w["take"][d]
        boss = runner + (m.w["boss_way"][d] if c["boss"][step] != 0 else 0.0)
        there = int(s["runners"][d]) if s["owner"][d] == seat else 0
        if there < c["runners"][step]:
            runner += g["gap_runner"]
        relief[RUNNER, d] += max(0.0, runner - beyond)
        relief[BOSS, d] += max(0.0, boss - beyond)
        relief[HOUSE, d] += max(0.0, house - beyond) if asks_house else 0.0
        if m.known["is_plain"][step] == 0 and gap <= limit:
            for liquor in range(NUM_LIQUORS):
                if m.w["needs"][k, liquor] > s["barrels"][d, liquor]:
                    want_barrels(m, d, liquor, slope * g["gap_barrel"])
            if m.w["needs"][k, code.ANY] > 0:
                want_barrels(m, d, code.ANY, slope * g["gap_barrel"])


@rule
def want_barrels(m, d, liquor, gain):
    """Add what a Barrel of a liquor, or of any, gains in a District."""
    for each in range(NUM_LIQUORS):
        if each == liquor or liquor == code.ANY:
            m.w["barrel"][d, each] += gain


@rule
def feel_chain(m, k, step):
    """Add what taking each District spares of a chain: paths to it from both ends, itself for nothing."""
    c = m.t["contracts"]
    w = m.w
    relief = w["way_relief"]
    chain_gap(m, int(c["other"][step]), int(c["district"][step]))
    w["back"][:] = w["cost"]
    total = chain_gap(m, int(c["district"][step]), int(c["other"][step]))
    for d in range(NUM_DISTRICTS):
        spared = max(0.0, total - (w["cost"][d] + w["back"][d] - 2.0 * w["take"][d]))
        if w["take"][d] < FAR:
            relief[RUNNER, d] += spared
            relief[BOSS, d] += spared
