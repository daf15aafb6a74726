"""What a position is worth to a seat, in Respect: pieces, goods, danger, Titles, Contracts, and the way to victory."""

from __future__ import annotations

import math

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom.phases.territory import count_ratio
from moonshine_env.kingdom.vocab import (
    COMPLETED,
    DOCK,
    GUINAN,
    IN_HAND,
    NONE,
    NUM_BOROUGHS,
    NUM_BROKERS,
    NUM_CARDS,
    NUM_DECKS,
    NUM_DISTRICTS,
    NUM_LIQUORS,
    STAKED,
    WALKER,
    WARD,
)
from policies.greedy import weights as of
from policies.greedy.closeness import card_gap, chance_of, count_heat
from policies.greedy.survey import look_over

MOST_MARGIN = 3  # a lead beyond it is as good


@rule
def count_days_left(s):
    """Count the nights to come, tonight's included."""
    return int(s["max_days"]) - int(s["day"]) + 1


@rule
def fading(g, s):
    """Return how much of its worth material has left, 0..1: at the end only Respect counts."""
    left = min(1.0, (count_days_left(s) - 1) / g[of.FADING])
    return g[of.LAST_DAY] + (1.0 - g[of.LAST_DAY]) * left


@rule
def worth(t, known, g, s, seat, w):
    """Weigh a position for a seat.

    Args:
        t: TABLES record.
        known: KNOWN record.
        g: `(len(WEIGHTS),)` float64.
        s: STATE record; only read.
        seat: For whom.
        w: SURVEY record, in place; its `against` says how much rivals' gains count.

    Returns:
        float64, Respect.
    """
    look_over(t, known, g, s, seat, w)
    material = board_worth(t, known, g, s, seat, w) + purse_worth(t, g, s, seat)
    total = fading(g, s) * material
    total -= g[of.MARK] * int(s["marks"][seat])
    if s["rat"] == seat:
        total -= g[of.RAT]
    total -= heat_worth(t, g, s, seat)
    return total + title_worth(t, g, s, seat, w) + contracts_worth(t, known, g, s, seat, w)


# ---- material


@rule
def board_worth(t, known, g, s, seat, w):
    """Weigh pieces, Districts and goods of all seats."""
    total = 0.0
    houses = 0
    bosses = 0
    for d in range(NUM_DISTRICTS):
        owner = int(s["owner"][d])
        if owner == NONE:
            continue
        mobsters = int(s["bosses"][d]) + int(s["runners"][d])
        place = place_worth(t, known, g, s, d, mobsters)
        goods = goods_worth(t, g, s, d)
        sheltered = s["favors"][owner, WALKER] > 0
        crew = g[of.RUNNER] * (int(s["runners"][d]) if sheltered else min(int(s["runners"][d]), int(t["sweep_limit"])))
        if owner != seat:
            total -= w["against"][owner] * (place + goods + crew + g[of.BOSS] * int(s["bosses"][d]))
            continue
        risk = risk_at(t, g, s, seat, d, mobsters)
        total += (place + goods) * (1.0 - risk) + crew * (1.0 - 0.5 * risk)
        if s["bosses"][d] > 0:
            bosses += int(s["bosses"][d])
            total -= g[of.BOSS] * g[of.RISK_BOSS] * risk
        if s["safehouse"][d] == seat:
            houses += 1
            total -= g[of.SAFEHOUSE_MORE] * risk
    if bosses > 0:
        total += g[of.BOSS] + g[of.SECOND_BOSS] * (bosses - 1)
    if houses > 0:
        total += g[of.SAFEHOUSE_FIRST] + g[of.SAFEHOUSE_MORE] * (houses - 1)
    return total


@rule
def place_worth(t, known, g, s, d, mobsters):
    """Weigh a District itself: what it is, and what its Still brews for the mobsters there."""
    total = g[of.DISTRICT]
    if t["pour"][d] != NONE:
        total += g[of.JOINT_MORE]
    elif t["kind"][d] == WARD:
        total += g[of.WARD_MORE]
    elif t["kind"][d] == DOCK:
        total += g[of.DOCK_MORE]
    ratio = count_ratio(t, mobsters, t["ratio_cap"])
    return total + g[of.STILL] * known["odds"][s["still_number"][d]] * ratio


@rule
def goods_worth(t, g, s, d):
    """Weigh the Barrels in a District."""
    pour = int(t["pour"][d])
    total = 0.0
    for liquor in range(NUM_LIQUORS):
        barrels = int(s["barrels"][d, liquor])
        if barrels > 0:
            each = g[of.BARREL] * int(s["price"][liquor])
            if pour != NONE:
                each += g[of.BARREL_IN_JOINT] * int(s["price"][liquor])
                if pour == liquor:
                    each += g[of.KICKBACK]
            total += barrels * each
    return total


@rule
def risk_at(t, g, s, seat, d, mobsters):
    """Guess the risk of losing a District to the strongest rival beside it, 0..1."""
    threat = 0
    for k in range(int(t["num_neighbours"][d])):
        near = int(t["neighbours"][d, k])
        if s["owner"][near] != NONE and s["owner"][near] != seat:
            threat = max(threat, int(s["bosses"][near]) + int(s["runners"][near]))
    if threat == 0:
        return 0.0
    held = g[of.RISK_MOBSTER] * mobsters + 0.5 * int(s["bosses"][d])
    if mobsters > 0 and s["safehouse"][d] == seat:
        held += g[of.RISK_SAFEHOUSE]
    return g[of.RISK] * threat / (threat + held)


@rule
def purse_worth(t, g, s, seat):
    """Weigh cash, markers and Favors."""
    cash = int(s["cash"][seat])
    first = min(cash, 20)
    second = max(0, min(cash, 50) - 20)
    total = g[of.CASH] * first + g[of.MORE_CASH] * second + g[of.MUCH_CASH] * (cash - first - second)
    total += g[of.MARKER] * int(s["markers"][seat])
    total += g[of.SLOT] * int(s["slots"][seat, seat])
    for broker in range(NUM_BROKERS):
        total += g[of.FAVOR] * int(s["favors"][seat, broker])
    return total + g[of.GUINAN_MORE] * int(s["favors"][seat, GUINAN])


@rule
def heat_worth(t, g, s, seat):
    """Weigh the Heat Track: one's own markers there, and a Raid that would come for the seat."""
    own = count_heat(s, seat)
    if own == 0:
        return 0.0
    total = g[of.HEAT] * own
    for rival in range(int(s["num_players"])):
        if rival != seat and count_heat(s, rival) > own:
            return total
    return total + g[of.TARGET] * int(s["heat_count"]) / int(t["heat_spaces"])


# ---- Titles


@rule
def share_of_title(g, own, best, least):
    """Return the share of a Title's Respect that a seat with `own` places may count on, its best rival having `best`."""
    if own >= least and own > best:
        return g[of.TITLE_HELD] + g[of.TITLE_MARGIN] * (min(own - best, MOST_MARGIN) - 1)
    if own == 0:
        return 0.0
    short = max(least, best + 1) - own
    if short == 1:
        return g[of.TITLE_NEAR]
    if short == 2:
        return g[of.TITLE_FAR]
    return 0.0


@rule
def weigh_title(t, g, s, seat, w, counts):
    """Weigh one Title, of 1 Respect, for a seat: its own share less what rivals' shares count."""
    least = int(t["title_minimum"])
    players = int(s["num_players"])
    total = 0.0
    for holder in range(players):
        own = int(counts[holder])
        if own == 0:
            continue
        best = 0
        for other in range(players):
            if other != holder:
                best = max(best, int(counts[other]))
        share = share_of_title(g, own, best, least)
        total += share if holder == seat else -w["against"][holder] * share
    return total


@rule
def title_worth(t, g, s, seat, w):
    """Weigh all Titles as they would fall tonight; early ones change hands again."""
    total = 0.0
    for borough in range(NUM_BOROUGHS):
        total += int(t["deed_respect"][borough]) * weigh_title(t, g, s, seat, w, w["in_borough"][:, borough])
    for liquor in range(NUM_LIQUORS):
        total += int(t["syndicate_respect"]) * weigh_title(t, g, s, seat, w, w["joints"][:, liquor])
    total += int(t["ward_boss_respect"]) * weigh_title(t, g, s, seat, w, w["wards"])
    age = (int(s["day"]) - 1) / max(1, int(s["max_days"]) - 1)
    return total * (g[of.TITLE_EARLY] + (1.0 - g[of.TITLE_EARLY]) * age)


@rule
def count_titles(t, s, seat, w):
    """Count the Respect of the Titles that the seat would hold tonight."""
    total = 0
    for borough in range(NUM_BOROUGHS):
        if w["deed"][borough] == seat:
            total += int(t["deed_respect"][borough])
    for liquor in range(NUM_LIQUORS):
        if w["syndicate"][liquor] == seat:
            total += int(t["syndicate_respect"])
    if w["ward_boss"] == seat:
        total += int(t["ward_boss_respect"])
    return total


# ---- Contracts


@rule
def prize_of(t, g, s, deck, have):
    """Return what a Completed Contract of a deck brings: Respect, cash, and a place in the portfolio."""
    cash = fading(g, s) * g[of.CASH] * int(t["deck_cash"][deck])
    return int(t["deck_respect"][deck]) + cash + (0.0 if have else g[of.PORTFOLIO])


@rule
def plays_left(g, s, seat, nights):
    """Guess the Plays of a seat until the night that is `nights` away, 0 = tonight."""
    return int(s["slots"][seat, seat]) + g[of.PLAYS_A_DAY] * nights


@rule
def hand_worth(t, known, g, s, w, seat, card, have):
    """Weigh a Contract in hand, to be staked tomorrow; 0 if it would be judged too late."""
    deck = int(t["card_deck"][card])
    nights = int(t["deadline"][deck])
    if nights >= count_days_left(s):
        return 0.0
    gap = card_gap(t, known, g, s, w, seat, card)
    chance = chance_of(g, gap, g[of.PLAYS_A_DAY] * nights)
    return g[of.HAND] * chance * prize_of(t, g, s, deck, have)


@rule
def has_completed(t, s, seat, deck):
    """Say whether the seat has Completed a Contract of a deck."""
    for card in range(NUM_CARDS):
        if s["card_at"][card] == COMPLETED + seat and t["card_deck"][card] == deck:
            return True
    return False


@rule
def contracts_worth(t, known, g, s, seat, w):
    """Weigh the seat's Contracts, Completed, staked and in hand, and how near it is to winning with them."""
    total = 0.0
    respect = float(count_titles(t, s, seat, w) - int(s["marks"][seat]))
    lacking = 1.0  # chance that the portfolio stays complete or is completed by what is staked
    for deck in range(NUM_DECKS):
        have = has_completed(t, s, seat, deck)
        missed = 0.0 if have else 1.0
        for card in range(NUM_CARDS):
            if t["card_deck"][card] != deck:
                continue
            at = int(s["card_at"][card])
            if at == COMPLETED + seat:
                respect += int(t["deck_respect"][deck])
                total += int(t["deck_respect"][deck])
            elif at == STAKED + seat:
                nights = int(s["card_markers"][card]) - 1
                if nights >= count_days_left(s):
                    continue
                gap = card_gap(t, known, g, s, w, seat, card)
                chance = chance_of(g, gap, plays_left(g, s, seat, nights))
                # Only the first of a deck that comes in fills the portfolio.
                total += chance * (prize_of(t, g, s, deck, True) + g[of.PORTFOLIO] * missed)
                missed *= 1.0 - chance
                respect += chance * int(t["deck_respect"][deck])
            elif at == IN_HAND + seat:
                total += hand_worth(t, known, g, s, w, seat, card, have)
        if have:
            total += g[of.PORTFOLIO]
        lacking *= 1.0 - missed
    if s["rat"] == seat:
        respect += int(t["rat_respect"])
    return total + g[of.VICTORY] * lacking / (1.0 + math.exp(0.7 * (int(t["win_respect"]) - respect)))
