"""What a position is worth to a seat, in Respect: pieces, goods, danger, Titles, Contracts, and the way to victory."""

from __future__ import annotations

import math

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom.phases.promises import count_promised_cash
from moonshine_env.kingdom.phases.respect import count_respect
from moonshine_env.kingdom.phases.territory import count_ratio
from moonshine_env.kingdom.state import BY, VOUCHER, WHAT
from moonshine_env.kingdom.vocab import (
    COMPLETED,
    DOCK,
    GUINAN,
    IN_HAND,
    MAX_PLAYERS,
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
from policies.greedy.closeness import card_gap, chance_of, count_heat, note_fits
from policies.greedy.mind import MAX_OWN
from policies.greedy.survey import find_prices, look_over

MOST_MARGIN = 3  # a lead beyond it is as good
FIRST_CASH, SECOND_CASH = 20, 50  # hundreds of $; what lies beyond is worth less


@rule
def count_days_left(s):
    """Count the nights to come, tonight's included."""
    return int(s["max_days"]) - int(s["day"]) + 1


@rule
def fading(m, s):
    """Return how much of its worth material has left, 0..1: at the end only Respect counts."""
    g = m.g
    left = min(1.0, (count_days_left(s) - 1) / g[of.FADING])
    return g[of.LAST_DAY] + (1.0 - g[of.LAST_DAY]) * left


# ---- notes for a decision


@rule
def take_notes(m, seat):
    """Note what no Play thought through changes: rivals' standing, one's own Contracts; `m.w` in place."""
    s = m.works[0]
    weigh_rivals(m, s, seat)
    note_contracts(m, s, seat)


@rule
def weigh_rivals(m, s, seat):
    """Say how much each rival's gains count against the seat: those of the leader most, a partner's not at all."""
    against = m.w["against"]
    partner = int(s["partner"][seat])
    m.w["partner"] = partner
    m.w["partner_respect"] = count_respect(m.t, s, partner) if partner != NONE else 0
    leader = NONE
    most = 0
    for rival in range(MAX_PLAYERS):
        against[rival] = 0.0
        if rival == seat or rival >= s["num_players"]:
            continue
        if rival == partner:
            against[rival] = -m.g[of.PARTNER]
            continue
        against[rival] = m.g[of.RIVAL]
        respect = count_respect(m.t, s, rival)
        if leader == NONE or respect > most:
            leader = rival
            most = respect
    against[leader] += m.g[of.LEADER]


@rule
def note_contracts(m, s, seat):
    """List the seat's Contracts, staked and in hand, and what is Completed."""
    t = m.t
    w = m.w
    find_prices(m, s)
    w["noted_prices"] = priced(m)
    w["done"][:] = 0
    w["done_respect"] = 0
    count = 0
    for card in range(NUM_CARDS):
        at = int(s["card_at"][card])
        if at == COMPLETED + seat:
            deck = int(t["card_deck"][card])
            w["done"][deck] = 1
            w["done_respect"] += t["deck_respect"][deck]
        elif (at == STAKED + seat or at == IN_HAND + seat) and count < MAX_OWN:
            w["cards"][count] = card
            count += 1
            note_fits(m, s, card)
    w["num_cards"] = count


@rule
def priced(m):
    """Pack the one dearest and the one cheapest liquor."""
    return (int(m.w["dearest"]) + 1) * (NUM_LIQUORS + 1) + int(m.w["cheapest"]) + 1


# ---- the whole


@rule
def worth(m, s, seat):
    """Weigh a position for a seat.

    Args:
        m: Mind that has taken notes for this seat; its survey is made anew.
        s: STATE record; only read.
        seat: For whom.

    Returns:
        float64, Respect.
    """
    look_over(m, s, seat)
    total = fading(m, s) * (board_worth(m, s, seat) + purse_worth(m, s, seat) - debt_worth(m, s, seat))
    total -= m.g[of.MARK] * int(s["marks"][seat])
    if s["rat"] == seat:
        total -= m.g[of.RAT]
    return total - heat_worth(m, s, seat) + title_worth(m, s, seat) + contracts_worth(m, s, seat)


# ---- material


@rule
def board_worth(m, s, seat):
    """Weigh pieces, Districts and goods of all seats."""
    g = m.g
    total = 0.0
    houses = 0
    bosses = 0
    for d in range(NUM_DISTRICTS):
        owner = int(s["owner"][d])
        if owner == NONE:
            continue
        mobsters = int(s["bosses"][d]) + int(s["runners"][d])
        place = place_worth(m, s, d, mobsters) + goods_worth(m, s, d)
        crew = g[of.RUNNER] * count_lasting(m, s, owner, d)
        if owner != seat:
            pieces = crew + house_worth(m, s, owner, d) + g[of.BOSS] * int(s["bosses"][d])
            total -= m.w["against"][owner] * (place + pieces)
            continue
        risk = risk_at(m, s, seat, d, mobsters)
        total += place * (1.0 - risk) + crew * (1.0 - 0.5 * risk)
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
def house_worth(m, s, owner, d):
    """Weigh a rival's Safehouse in a District, if one is there: his only one is where he Recruits."""
    if s["safehouse"][d] != owner:
        return 0.0
    if s["safehouses_left"][owner] + 1 == m.t["safehouses_per_player"]:
        return m.g[of.SAFEHOUSE_FIRST]
    return m.g[of.SAFEHOUSE_MORE]


@rule
def count_lasting(m, s, owner, d):
    """Count the Runners that the Sweep leaves in a District (K11.1)."""
    runners = int(s["runners"][d])
    if s["favors"][owner, WALKER] > 0:
        return runners
    return min(runners, int(m.t["sweep_limit"]))


@rule
def place_worth(m, s, d, mobsters):
    """Weigh a District itself: what it is, and what its Still brews for the mobsters there."""
    t = m.t
    g = m.g
    total = g[of.DISTRICT]
    if t["pour"][d] != NONE:
        total += g[of.JOINT_MORE]
        broker = int(t["broker"][d])
        if broker != NONE and s["favors"][s["owner"][d], broker] == 0:
            total += g[of.SOCIETY_MORE]
    elif t["kind"][d] == WARD:
        total += g[of.WARD_MORE]
    elif t["kind"][d] == DOCK:
        total += g[of.DOCK_MORE]
    return total + g[of.STILL] * m.known["odds"][s["still_number"][d]] * count_ratio(t, mobsters, t["ratio_cap"])


@rule
def goods_worth(m, s, d):
    """Weigh the Barrels in a District."""
    g = m.g
    pour = int(m.t["pour"][d])
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
def risk_at(m, s, seat, d, mobsters):
    """Guess the risk of losing a District to the strongest rival beside it, 0..1."""
    t = m.t
    g = m.g
    threat = 0
    for k in range(int(t["num_neighbours"][d])):
        near = int(t["neighbours"][d, k])
        if s["owner"][near] != NONE and s["owner"][near] != seat and s["owner"][near] != m.w["partner"]:
            threat = max(threat, int(s["bosses"][near]) + int(s["runners"][near]))
    if threat == 0:
        return 0.0
    held = g[of.RISK_MOBSTER] * mobsters + 0.5 * int(s["bosses"][d])
    if mobsters > 0 and s["safehouse"][d] == seat:
        held += g[of.RISK_SAFEHOUSE]
    return g[of.RISK] * threat / (threat + held)


@rule
def purse_worth(m, s, seat):
    """Weigh cash, markers and Favors."""
    g = m.g
    total = cash_worth(m, int(s["cash"][seat]))
    total += g[of.MARKER] * int(s["markers"][seat]) * count_days_left(s)
    total += g[of.SLOT] * int(s["slots"][seat, seat])
    for broker in range(NUM_BROKERS):
        total += g[of.FAVOR] * int(s["favors"][seat, broker])
    return total + g[of.GUINAN_MORE] * int(s["favors"][seat, GUINAN])


@rule
def cash_worth(m, cash):
    """Weigh a sum, hundreds of $."""
    g = m.g
    first = min(cash, FIRST_CASH)
    second = max(0, min(cash, SECOND_CASH) - FIRST_CASH)
    return g[of.CASH] * first + g[of.MORE_CASH] * second + g[of.MUCH_CASH] * (cash - first - second)


@rule
def count_plays_worth(m, plays):
    """Weigh a number of Plays: each further one brings less than the one before."""
    total = 0.0
    each = m.g[of.PLAY]
    for _ in range(plays):
        total += each
        each *= m.g[of.NEXT_PLAY]
    return total


@rule
def forfeit_worth(m, s, broker):
    """Weigh what a broken promise costs: the Favor staked on it, and a marker (K9.10)."""
    more = m.g[of.GUINAN_MORE] if broker == GUINAN else 0.0
    return m.g[of.FAVOR] + more + m.g[of.MARKER] * count_days_left(s)


@rule
def debt_worth(m, s, seat):
    """Weigh the sums that the seat owes on a Favor: the cash if it is there, else what breaking the promise costs."""
    cash = int(s["cash"][seat])
    total = 0.0
    for k in range(int(s["promise_count"])):
        row = s["promises"][k]
        owed = count_promised_cash(int(row[WHAT]))
        if row[BY] != seat or row[VOUCHER] == NONE or owed == 0:
            continue
        if owed <= cash:
            total += cash_worth(m, cash) - cash_worth(m, cash - owed)
            cash -= owed
        else:
            total += forfeit_worth(m, s, int(row[VOUCHER]))
    return total


@rule
def heat_worth(m, s, seat):
    """Weigh the Heat Track as a loss: one's own markers there, and a Raid that would come for the seat."""
    own = count_heat(s, seat)
    if own == 0:
        return 0.0
    total = m.g[of.HEAT] * own
    for rival in range(int(s["num_players"])):
        if rival != seat and count_heat(s, rival) > own:
            return total
    fill = int(s["heat_count"]) / int(m.t["heat_spaces"])
    return total + m.g[of.TARGET] * fill * fill


# ---- Titles


@rule
def share_of_title(m, own, best):
    """Return the share of a Title's Respect that a seat with `own` places may count on against a best rival's."""
    g = m.g
    least = int(m.t["title_minimum"])
    if own >= least and own > best:
        return g[of.TITLE_HELD] + g[of.TITLE_MARGIN] * (min(own - best, MOST_MARGIN) - 1)
    short = max(least, best + 1) - own
    if own == 0 or short > 2:
        return 0.0
    return g[of.TITLE_NEAR] if short == 1 else g[of.TITLE_FAR]


@rule
def weigh_title(m, s, seat, counts):
    """Weigh one Title, of 1 Respect, for a seat: its own share less what rivals' shares count."""
    players = int(s["num_players"])
    first = 0
    second = 0
    for holder in range(players):
        if counts[holder] > first:
            second = first
            first = int(counts[holder])
        elif counts[holder] > second:
            second = int(counts[holder])
    total = 0.0
    for holder in range(players):
        own = int(counts[holder])
        if own > 0:
            share = share_of_title(m, own, second if own == first else first)
            total += share if holder == seat else -m.w["against"][holder] * share
    return total


@rule
def title_worth(m, s, seat):
    """Weigh all Titles as they would fall tonight; early ones change hands again."""
    t = m.t
    w = m.w
    total = 0.0
    for borough in range(NUM_BOROUGHS):
        total += int(t["deed_respect"][borough]) * weigh_title(m, s, seat, w["in_borough"][borough])
    for liquor in range(NUM_LIQUORS):
        total += int(t["syndicate_respect"]) * weigh_title(m, s, seat, w["joints"][liquor])
    total += int(t["ward_boss_respect"]) * weigh_title(m, s, seat, w["wards"])
    age = (int(s["day"]) - 1) / max(1, int(s["max_days"]) - 1)
    return total * (m.g[of.TITLE_EARLY] + (1.0 - m.g[of.TITLE_EARLY]) * age)


@rule
def count_titles(m, s, seat):
    """Count the Respect of the Titles that the seat would hold tonight."""
    t = m.t
    w = m.w
    total = 0
    for borough in range(NUM_BOROUGHS):
        if w["deed"][borough] == seat:
            total += int(t["deed_respect"][borough])
    for liquor in range(NUM_LIQUORS):
        if leads(m, s, seat, w["joints"][liquor]):
            total += int(t["syndicate_respect"])
    if leads(m, s, seat, w["wards"]):
        total += int(t["ward_boss_respect"])
    return total


@rule
def leads(m, s, seat, counts):
    """Say whether a seat has more than every other, and enough for a Title."""
    if counts[seat] < m.t["title_minimum"]:
        return False
    for other in range(int(s["num_players"])):
        if other != seat and counts[other] >= counts[seat]:
            return False
    return True


# ---- Contracts


@rule
def prize_of(m, s, deck):
    """Return what a Completed Contract of a deck brings, the portfolio apart: Respect and cash."""
    t = m.t
    return int(t["deck_respect"][deck]) + fading(m, s) * m.g[of.CASH] * int(t["deck_cash"][deck])


@rule
def plays_left(m, s, seat, nights):
    """Guess the Plays of a seat until the night that is `nights` away, 0 = tonight."""
    return int(s["slots"][seat, seat]) + m.g[of.PLAYS_A_DAY] * nights


@rule
def hand_worth(m, s, seat, card):
    """Weigh a Contract in hand, to be staked tomorrow; 0 if it would be judged too late."""
    deck = int(m.t["card_deck"][card])
    nights = int(m.t["deadline"][deck])
    if nights >= count_days_left(s):
        return 0.0
    chance = chance_of(m, card_gap(m, s, seat, card), m.g[of.PLAYS_A_DAY] * nights)
    missed = 0.0 if m.w["done"][deck] else 1.0
    return m.g[of.HAND] * chance * (prize_of(m, s, deck) + m.g[of.PORTFOLIO] * missed)


@rule
def contracts_worth(m, s, seat):
    """Weigh the seat's Contracts, Completed, staked and in hand, and how near it is to winning with them."""
    t = m.t
    g = m.g
    w = m.w
    if priced(m) != w["noted_prices"]:
        note_contracts(m, s, seat)  # a Fix changed what the dearest liquor is
    respect = float(int(w["done_respect"]) + count_titles(m, s, seat) - int(s["marks"][seat]))
    if s["rat"] == seat:
        respect += int(t["rat_respect"])
    total = float(w["done_respect"])
    complete = 1.0  # chance that what is Completed and staked makes a portfolio
    k = 0
    for deck in range(NUM_DECKS):
        missed = 0.0 if w["done"][deck] else 1.0
        while k < w["num_cards"] and t["card_deck"][w["cards"][k]] == deck:
            card = int(w["cards"][k])
            k += 1
            if s["card_at"][card] == IN_HAND + seat:
                total += hand_worth(m, s, seat, card)
                continue
            nights = int(s["card_markers"][card]) - 1
            if nights >= count_days_left(s):
                continue
            chance = chance_of(m, card_gap(m, s, seat, card), plays_left(m, s, seat, nights))
            # Only the first of a deck that comes in fills the portfolio.
            total += chance * (prize_of(m, s, deck) + g[of.PORTFOLIO] * missed)
            missed *= 1.0 - chance
            respect += chance * int(t["deck_respect"][deck])
        complete *= 1.0 - missed
        total += g[of.PORTFOLIO] * int(w["done"][deck])
    goal = int(t["win_respect"])
    if w["partner"] != NONE:
        goal = int(t["alliance_win_respect"])
        respect += g[of.FAMILY] * int(w["partner_respect"])
        complete = 1.0 if s["commission"][w["partner"]] else complete
    return total + g[of.VICTORY] * complete / (1.0 + math.exp(0.7 * (goal - respect)))
