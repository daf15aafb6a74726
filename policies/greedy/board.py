"""What Districts are worth to a seat: pieces, goods, and the danger of losing them."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom.vocab import NONE, NUM_DISTRICTS, NUM_LIQUORS, WALKER
from policies.greedy.known import MOST_MOBSTERS
from policies.greedy.survey import lowest_of


@rule
def board_worth(m, s, seat):
    """Weigh pieces, Districts and goods of all seats, and note what each District adds; `m.w` in place."""
    w = m.w
    total = 0.0
    houses = 0
    bosses = 0
    note_threats(m, s, seat)
    for d in range(NUM_DISTRICTS):
        w["part"][d] = district_worth(m, s, seat, d, int(w["threat"][d]))
        total += w["part"][d]
        if s["owner"][d] == seat:
            bosses += int(s["bosses"][d])
            houses += 1 if s["safehouse"][d] == seat else 0
    w["board"] = total
    w["own_bosses"] = bosses
    w["own_houses"] = houses
    return total + few_worth(m, bosses, houses)


@rule
def few_worth(m, bosses, houses):
    """Weigh one's own Bosses and Safehouses: the first of each most."""
    g = m.g
    total = 0.0
    if bosses > 0:
        total += g["boss"] + g["second_boss"] * (bosses - 1)
    if houses > 0:
        total += g["safehouse"] + g["more_safehouses"] * (houses - 1)
    return total


@rule
def district_worth(m, s, seat, d, threat):
    """Weigh a District with all that is there, a rival's as a loss; `threat` as `threat_at` says."""
    g = m.g
    owner = int(s["owner"][d])
    if owner == NONE:
        return 0.0
    mobsters = int(s["bosses"][d]) + int(s["runners"][d])
    place = place_worth(m, s, owner, d, mobsters) + goods_worth(m, s, d)
    crew = g["runner"] * count_lasting(m, s, owner, d)
    if owner != seat:
        pieces = crew + house_worth(m, s, owner, d) + g["boss"] * int(s["bosses"][d])
        return -m.w["against"][owner] * (place + pieces)
    risk = risk_of(m, s, seat, d, mobsters, threat)
    total = place * (1.0 - risk) + crew * (1.0 - 0.5 * risk)
    if s["bosses"][d] > 0:
        total -= g["boss"] * g["risk_boss"] * risk
    if s["safehouse"][d] == seat:
        total -= g["more_safehouses"] * risk
    return total


@rule
def house_worth(m, s, owner, d):
    """Weigh a rival's Safehouse in a District, if one is there: his only one is where he Recruits."""
    if s["safehouse"][d] != owner:
        return 0.0
    if s["safehouses_left"][owner] + 1 == m.t["safehouses_per_player"]:
        return m.g["safehouse"]
    return m.g["more_safehouses"]


@rule
def count_lasting(m, s, owner, d):
    """Count the Runners that the Sweep leaves in a District (K11.1)."""
    runners = int(s["runners"][d])
    if s["favors"][owner, WALKER] > 0:
        return runners
    return min(runners, int(m.t["sweep_limit"]))


@rule
def place_worth(m, s, owner, d, mobsters):
    """Weigh a District itself: what it is, and what its Still brews for the mobsters there."""
    known = m.known
    total = known["plot"][d]
    broker = int(m.t["broker"][d])
    if broker != NONE and m.t["pour"][d] != NONE and s["favors"][owner, broker] == 0:
        total += m.g["society"]
    brews = known["odds"][s["still_number"][d]] * known["ratio"][min(mobsters, MOST_MOBSTERS - 1)]
    return total + m.g["still"] * brews


@rule
def goods_worth(m, s, d):
    """Weigh the Barrels in a District."""
    total = 0.0
    for liquor in range(NUM_LIQUORS):
        barrels = int(s["barrels"][d, liquor])
        if barrels > 0:
            total += barrels * barrel_worth(m, s, d, liquor)
    return total


@rule
def barrel_worth(m, s, d, liquor):
    """Weigh one Barrel of a liquor in a District."""
    g = m.g
    price = int(s["price"][liquor])
    pour = int(m.t["pour"][d])
    if pour == NONE:
        return g["barrel"] * price
    return (g["barrel"] + g["barrel_in_joint"]) * price + (g["kickback"] if pour == liquor else 0.0)


@rule
def note_threats(m, s, seat):
    """Note `threat_at` of every District; `m.w` in place."""
    threat = m.w["threat"]
    threat[:] = 0
    for d in range(NUM_DISTRICTS):
        owner = int(s["owner"][d])
        if owner == NONE or owner == seat or owner == m.w["partner"]:
            continue
        mobsters = int(s["bosses"][d]) + int(s["runners"][d])
        bits = int(m.known["near"][d]) if mobsters > 0 else 0
        while bits != 0:
            near = lowest_of(m, bits)
            bits &= bits - 1
            threat[near] = max(int(threat[near]), mobsters)


@rule
def threat_at(m, s, seat, d):
    """Count the mobsters of the strongest District of a rival beside one; 0 = none."""
    t = m.t
    threat = 0
    for k in range(int(t["num_neighbours"][d])):
        near = int(t["neighbours"][d, k])
        if s["owner"][near] != NONE and s["owner"][near] != seat and s["owner"][near] != m.w["partner"]:
            threat = max(threat, int(s["bosses"][near]) + int(s["runners"][near]))
    return threat


@rule
def risk_of(m, s, seat, d, mobsters, threat):
    """Guess the risk of losing a District to the strongest rival beside it, 0..1."""
    g = m.g
    if threat == 0:
        return 0.0
    held = g["risk_mobster"] * mobsters + 0.5 * int(s["bosses"][d])
    if mobsters > 0 and s["safehouse"][d] == seat:
        held += g["risk_safehouse"]
    return g["risk"] * threat / (threat + held)
