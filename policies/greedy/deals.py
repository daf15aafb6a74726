"""Deals: lent markers, offers and promises, by what each side gets and gives."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ARG_A, ARG_B, ARG_C, ARG_D, top
from moonshine_env.kingdom import actions as a
from moonshine_env.kingdom import vocab as v
from moonshine_env.kingdom.phases.markers import count_slotted, seat_of_mob
from moonshine_env.kingdom.phases.promises import count_promised_cash, is_about
from moonshine_env.kingdom.state import DUE, VOUCHER
from policies.greedy.closeness import count_heat
from policies.greedy.mind import think_anew
from policies.greedy.prospects import fading
from policies.greedy.worth import cash_worth, count_plays_worth, forfeit_worth, worth, worth_after

BESIDE_FAVORS = v.NUM_BROKERS + 1  # terms are deadline * 5 + (0 = no Favor, else broker + 1)
LENT_HEAT = 0.25  # a guess: how often a lent marker ends on the Heat Track
FEW, MANY = 1, 3  # markers: who has no more seeks a loan; who has as many is asked for one

# ---- lent markers


@rule
def choose_pay_owner(m, s, seat):
    """Pay with lent markers first, the leader's before others': own ones may come to stay, lent ones never do."""
    best = -1e9
    choice = v.NONE
    for owner in range(int(s["num_players"])):
        if s["slots"][seat, owner] == 0:
            continue
        value = -1e6 if owner == seat else m.w["against"][owner]
        if value > best:
            best = value
            choice = owner
    return a.A_PAY + int(s["mob"][choice])


@rule
def choose_heat_owner(m, s, seat):
    """Put a rival's marker on the Heat Track; between own and a partner's, of whom fewer lie there."""
    best = -1e9
    choice = v.NONE
    for owner in range(int(s["num_players"])):
        if s["spent"][owner] == 0:
            continue
        is_rival = owner != seat and owner != m.w["partner"]
        value = m.w["against"][owner] if is_rival else -1.0 - count_heat(s, owner)
        if value > best:
            best = value
            choice = owner
    return a.A_HEAT + int(s["mob"][choice])


# ---- what a clause is worth


@rule
def count_beside(m, s, seat, other, where):
    """Count the Districts of a seat, in a Borough or anywhere, that mobsters of another stand beside."""
    t = m.t
    total = 0
    for d in range(v.NUM_DISTRICTS):
        if s["owner"][d] != seat or not is_about(t, where, d):
            continue
        for k in range(int(t["num_neighbours"][d])):
            near = int(t["neighbours"][d, k])
            if s["owner"][near] == other and s["bosses"][near] + s["runners"][near] > 0:
                total += 1
                break
    return total


@rule
def nights_of(terms):
    """Return how long a promise binds, as a factor."""
    return 1.5 if terms // BESIDE_FAVORS == v.TOMORROW else 1.0


@rule
def barrels_worth(m, s, clause):
    """Weigh the Barrels that a promise names."""
    goods = clause - v.PROMISE_BARRELS
    return m.g["barrel"] * (goods // v.NUM_LIQUORS + 1) * int(s["price"][goods % v.NUM_LIQUORS])


@rule
def gain_of(m, s, giver, taker, clause, terms):
    """Weigh what a clause brings to who it is given; a promise without a Favor is worth nothing."""
    g = m.g
    cash = int(s["cash"][taker])
    if clause == v.NOTHING:
        return 0.0
    if clause < v.GIVE_MARKERS:
        return fading(m, s) * (cash_worth(m, cash + v.SUMS[clause - v.GIVE_CASH]) - cash_worth(m, cash))
    if clause < v.FIRST_PROMISE:
        slotted = count_slotted(s, taker)
        return count_plays_worth(m, slotted + clause - v.GIVE_MARKERS + 1) - count_plays_worth(m, slotted)
    if terms % BESIDE_FAVORS == 0:
        return 0.0
    owed = count_promised_cash(clause)
    if owed > 0:
        sure = 1.0 if s["cash"][giver] >= owed else g["doubt"]
        return sure * fading(m, s) * (cash_worth(m, cash + owed) - cash_worth(m, cash))
    if clause < v.PROMISE_PASSAGE:
        beside = count_beside(m, s, taker, giver, clause - v.PROMISE_NO_ENTRY)
        return fading(m, s) * g["entry"] * nights_of(terms) * beside
    if clause < v.PROMISE_BARRELS:
        beside = count_beside(m, s, giver, taker, clause - v.PROMISE_PASSAGE)
        return fading(m, s) * g["passage"] * nights_of(terms) * beside
    return fading(m, s) * g["delivery"] * barrels_worth(m, s, clause)


@rule
def loss_of(m, s, giver, taker, clause, terms):
    """Weigh what a clause costs who gives it; a promise without a Favor costs nothing."""
    g = m.g
    cash = int(s["cash"][giver])
    if clause == v.NOTHING:
        return 0.0
    if clause < v.GIVE_MARKERS:
        return fading(m, s) * (cash_worth(m, cash) - cash_worth(m, cash - v.SUMS[clause - v.GIVE_CASH]))
    if clause < v.FIRST_PROMISE:
        lent = clause - v.GIVE_MARKERS + 1
        slotted = count_slotted(s, giver)
        return count_plays_worth(m, slotted) - count_plays_worth(m, slotted - lent) + LENT_HEAT * g["heat"] * lent
    broker = terms % BESIDE_FAVORS - 1
    if broker == v.NONE:
        return 0.0
    forfeit = fading(m, s) * forfeit_worth(m, s, broker)
    owed = count_promised_cash(clause)
    if owed > 0:
        if owed > cash:
            return g["stake"] + forfeit
        return g["stake"] + fading(m, s) * (cash_worth(m, cash) - cash_worth(m, cash - owed))
    if clause < v.PROMISE_PASSAGE:
        beside = count_beside(m, s, taker, giver, clause - v.PROMISE_NO_ENTRY)
        return g["stake"] + fading(m, s) * g["entry"] * nights_of(terms) * beside
    if clause < v.PROMISE_BARRELS:
        beside = count_beside(m, s, giver, taker, clause - v.PROMISE_PASSAGE)
        return g["stake"] + fading(m, s) * g["passage"] * nights_of(terms) * beside
    return g["stake"] + min(forfeit, g["play"] + fading(m, s) * barrels_worth(m, s, clause))


# ---- offers


@rule
def count_cash_of(clause):
    """Return the cash that a clause hands over at once, hundreds of $."""
    return v.SUMS[clause - v.GIVE_CASH] if v.GIVE_CASH <= clause < v.GIVE_MARKERS else 0


@rule
def gain_of_cash(m, seat, moved):
    """Weigh cash that comes, or goes if negative, with what Contracts ask of it."""
    if moved == 0:
        return 0.0
    before = worth(m, m.w["root"], seat)
    s = think_anew(m)
    s["cash"][seat] += moved
    return worth_after(m, s, seat) - before


@rule
def choose_answer(m, seat):
    """Accept what brings more than it costs, a rival's gain counted as a loss."""
    s = m.w["root"]
    frame = top(s)
    give = int(frame[ARG_A])
    give_terms = int(frame[ARG_B])
    want = int(frame[ARG_C])
    want_terms = int(frame[ARG_D])
    offerer = int(s["turn_player"])
    gain = gain_of_cash(m, seat, count_cash_of(give) - count_cash_of(want))
    if count_cash_of(give) == 0:
        gain += gain_of(m, s, offerer, seat, give, give_terms)
    if count_cash_of(want) == 0:
        gain -= loss_of(m, s, seat, offerer, want, want_terms)
    theirs = gain_of(m, s, seat, offerer, want, want_terms) - loss_of(m, s, offerer, seat, give, give_terms)
    gain -= m.w["against"][offerer] * theirs
    return a.A_ACCEPT if gain > m.g["deal"] else a.A_DECLINE


@rule
def price_of_loan(m, s, seat, rival):
    """Find the clause of the least sum for which a rival who thinks alike lends a marker; NONE if it costs too much."""
    marker = v.GIVE_MARKERS
    mine = gain_of(m, s, rival, seat, marker, v.NONE)
    loss = loss_of(m, s, rival, seat, marker, v.NONE)
    for k in range(v.NUM_SUMS):
        if v.SUMS[k] > s["cash"][seat]:
            break
        cash = v.GIVE_CASH + k
        price = loss_of(m, s, seat, rival, cash, v.NONE)
        theirs = gain_of(m, s, seat, rival, cash, v.NONE) - loss - m.g["rival"] * (mine - price)
        if theirs > m.g["deal"] + m.g["leader"] * max(0.0, mine - price):
            gains = mine - price - m.w["against"][rival] * theirs > m.g["deal"]
            return cash if gains else v.NONE
    return v.NONE


@rule
def choose_talk(m, seat, mask):
    """Pay what is owed on a Favor today, or seek a marker on loan from who has many; NONE = no talk."""
    s = m.w["root"]
    for k in range(int(s["promise_count"])):
        row = s["promises"][k]
        if mask[a.A_PAY_PROMISE + k] != 0 and row[VOUCHER] != v.NONE and row[DUE] <= s["day"]:
            return a.A_PAY_PROMISE + k
    if count_slotted(s, seat) > FEW:
        return v.NONE
    for rival in range(int(s["num_players"])):
        action = a.A_OFFER + int(s["mob"][rival])
        can_lend = rival != seat and s["next_token"][rival] == 0 and s["slots"][rival, rival] >= MANY
        if mask[action] != 0 and can_lend and price_of_loan(m, s, seat, rival) != v.NONE:
            return action
    return v.NONE


@rule
def choose_clause(m, seat, mask):
    """Give the price of a loan, and want the loan; where there is none to be had, give nothing and want most cash."""
    s = m.w["root"]
    frame = top(s)
    rival = seat_of_mob(s, frame[ARG_A])
    give = int(frame[ARG_B])
    if give == v.NONE:
        cash = price_of_loan(m, s, seat, rival)
        can_lend = s["next_token"][rival] == 0 and s["slots"][rival, rival] >= MANY
        return a.A_CLAUSE + (cash if cash != v.NONE and can_lend else v.NOTHING)
    pays = give == v.NOTHING and mask[a.A_CLAUSE + v.GIVE_CASH] != 0
    if not pays and mask[a.A_CLAUSE + v.GIVE_MARKERS] != 0:
        return a.A_CLAUSE + v.GIVE_MARKERS
    clause = v.GIVE_MARKERS - 1
    while clause > v.NOTHING and mask[a.A_CLAUSE + clause] == 0:
        clause -= 1
    if clause == v.NOTHING and mask[a.A_CLAUSE] == 0:
        clause = v.PROMISE_PAY
    return a.A_CLAUSE + clause


@rule
def choose_terms(m, mask):
    """Stake nothing on one's own promise, and ask for a Favor on a rival's, the first he has."""
    terms = 0
    if top(m.w["root"])[ARG_D] != v.NONE:
        for asked in range(v.NUM_TERMS - 1, 0, -1):
            if mask[a.A_TERMS + asked] != 0 and asked % BESIDE_FAVORS != 0:
                terms = asked
    return a.A_TERMS + terms


@rule
def choose_promise(s):
    """Pay what falls due if a Favor is staked on it; a mere word costs nothing."""
    place = int(top(s)[ARG_A])
    return a.A_PAY_PROMISE + place if s["promises"][place, VOUCHER] != v.NONE else a.A_DONE
