"""What a position is worth to a seat, in Respect: pieces, goods, danger, Titles, Contracts, and the way to victory.

The position as it is gets weighed in full (`worth`), and every part is noted. A position that a Play leads to is
weighed against it (`worth_after`): only what the Play touched is weighed again. Both give the same number.
"""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom.phases.promises import count_promised_cash
from moonshine_env.kingdom.state import BY, VOUCHER, WHAT
from moonshine_env.kingdom.vocab import GUINAN, NONE, NUM_BROKERS, NUM_DISTRICTS, NUM_LIQUORS
from policies.greedy.board import board_worth, district_worth, few_worth, threat_at
from policies.greedy.closeness import count_heat
from policies.greedy.mind import ALL_DISTRICTS, CASH_BIT, HEAT_BIT
from policies.greedy.prospects import contracts_after, contracts_worth, count_days_left, fading, note_contracts, priced
from policies.greedy.survey import count_place, find_leader, look_over, lowest_of, measure_ways
from policies.greedy.titles import title_worth, titles_of, titles_worth

FIRST_CASH, SECOND_CASH = 20, 50  # hundreds of $; what lies beyond is worth less


@rule
def worth(m, s, seat):
    """Weigh a position for a seat, and note its parts; `m.w` in place.

    Args:
        m: Mind that has taken notes for this seat.
        s: STATE record; only read.
        seat: For whom.

    Returns:
        float64, Respect.
    """
    w = m.w
    w["fading"] = fading(m, s)
    look_over(m, s, seat)
    w["base_take"][:] = w["take"]
    w["base_boss_way"][:] = w["boss_way"]
    if priced(m) != w["noted_prices"]:
        note_contracts(m, s, seat)  # a Fix changed what the dearest liquor is
    board = board_worth(m, s, seat)
    titles = titles_worth(m, s, seat)
    return total_worth(m, s, seat, board) + titles + contracts_worth(m, s, seat)


@rule
def total_worth(m, s, seat, board):
    """Add up what is no Title and no Contract; `board` = what the Districts are worth."""
    total = m.w["fading"] * (board + purse_worth(m, s, seat) - debt_worth(m, s, seat))
    total -= m.g["mark"] * int(s["marks"][seat])
    if s["rat"] == seat:
        total -= m.g["rat"]
    return total - heat_worth(m, s, seat)


# ---- against the position as it is


@rule
def worth_after(m, s, seat):
    """Weigh a position that a Play of `m.w["root"]` leads to; the notes stay those of `m.w["root"]`."""
    root = m.w["root"]
    if is_far_off(s, root):
        total = worth(m, s, seat)
        worth(m, root, seat)
        return total
    w = m.w
    touched, changed_hands, manned = find_touched(s, root)
    touched |= find_rehoused(s, root, seat)
    board = board_after(m, s, root, seat, touched, manned)
    leans = touched
    if manned != 0:
        measure_ways(m, s, seat)
        for d in range(NUM_DISTRICTS):
            if w["take"][d] != w["base_take"][d] or w["boss_way"][d] != w["base_boss_way"][d]:
                leans |= 1 << d
    leans |= find_leaning(s, root)
    move_counts(m, s, root, changed_hands)
    titles = titles_after(m, s, seat, changed_hands)
    total = total_worth(m, s, seat, board) + titles + contracts_after(m, s, seat, leans, changed_hands)
    move_counts(m, root, s, changed_hands)
    if manned != 0:
        w["take"][:] = w["base_take"]
        w["boss_way"][:] = w["base_boss_way"]
    return total


@rule
def is_far_off(s, root):
    """Say whether more than Districts, purses and the Heat Track differ: prices, Favors, the Day."""
    differs = s["day"] != root["day"]
    for liquor in range(NUM_LIQUORS):
        differs |= s["price"][liquor] != root["price"][liquor]
    for holder in range(int(root["num_players"])):
        for broker in range(NUM_BROKERS):
            differs |= s["favors"][holder, broker] != root["favors"][holder, broker]
    return differs


@rule
def find_touched(s, root):
    """Find the Districts that differ at all, in Control, and in what ways lead from or to them; as bits."""
    touched = 0
    changed_hands = 0
    manned = 0
    for d in range(NUM_DISTRICTS):
        control = s["owner"][d] ^ root["owner"][d]
        pieces = (
            (s["bosses"][d] ^ root["bosses"][d])
            | (s["runners"][d] ^ root["runners"][d])
            | (s["safehouse"][d] ^ root["safehouse"][d])
            | (s["precinct"][d] ^ root["precinct"][d])
        )
        goods = 0
        for liquor in range(NUM_LIQUORS):
            goods |= s["barrels"][d, liquor] ^ root["barrels"][d, liquor]
        touched |= ((control | pieces | goods) != 0) << d
        changed_hands |= (control != 0) << d
        manned |= ((control | pieces) != 0) << d
    return touched, changed_hands, manned


@rule
def find_rehoused(s, root, seat):
    """Find the Safehouses of rivals who now have more or fewer in supply: their only one counts more; as bits."""
    bits = 0
    for holder in range(int(root["num_players"])):
        if holder != seat and s["safehouses_left"][holder] != root["safehouses_left"][holder]:
            for d in range(NUM_DISTRICTS):
                bits |= (s["safehouse"][d] == holder) << d
    return bits


@rule
def is_rivals(s, seat, d):
    """Say whether mobsters of another seat stand in a District."""
    return s["owner"][d] != NONE and s["owner"][d] != seat and s["bosses"][d] + s["runners"][d] > 0


@rule
def board_after(m, s, root, seat, touched, manned):
    """Weigh the board by the Districts that were touched, and those that rivals now stand beside or no longer."""
    w = m.w
    beside = 0
    bits = manned
    while bits != 0:
        d = lowest_of(m, bits)
        bits &= bits - 1
        if is_rivals(root, seat, d) or is_rivals(s, seat, d):
            beside |= int(m.known["near"][d])
    total = w["board"]
    bosses = int(w["own_bosses"])
    houses = int(w["own_houses"])
    bits = touched | beside
    while bits != 0:
        d = lowest_of(m, bits)
        bits &= bits - 1
        if root["owner"][d] == seat:
            bosses -= int(root["bosses"][d])
            houses -= 1 if root["safehouse"][d] == seat else 0
        if s["owner"][d] == seat:
            bosses += int(s["bosses"][d])
            houses += 1 if s["safehouse"][d] == seat else 0
        threat = threat_at(m, s, seat, d) if (beside >> d) & 1 != 0 else int(w["threat"][d])
        total += district_worth(m, s, seat, d, threat) - w["part"][d]
    return total + few_worth(m, bosses, houses)


@rule
def find_leaning(s, root):
    """Find whether anybody's cash, or the Heat Track, differs; as bits."""
    bits = 0
    for holder in range(int(root["num_players"])):
        if s["cash"][holder] != root["cash"][holder]:
            bits |= CASH_BIT
    most = max(int(s["heat_count"]), int(root["heat_count"]))
    for space in range(most):
        if s["heat"][space] != root["heat"][space]:
            bits |= HEAT_BIT
    return bits


@rule
def move_counts(m, s, before, changed_hands):
    """Count the Districts that changed hands for who has them in `s`, no longer for who had them before."""
    bits = changed_hands & ALL_DISTRICTS
    while bits != 0:
        d = lowest_of(m, bits)
        bits &= bits - 1
        if before["owner"][d] != NONE:
            count_place(m, d, int(before["owner"][d]), -1)
        if s["owner"][d] != NONE:
            count_place(m, d, int(s["owner"][d]), 1)
    bits = changed_hands
    while bits != 0:
        borough = int(m.t["borough"][lowest_of(m, bits)])
        bits &= ~int(m.known["boroughs"][borough])
        m.w["deed"][borough] = find_leader(m, s, m.w["counts"][borough])


@rule
def titles_after(m, s, seat, changed_hands):
    """Weigh all Titles, only those anew for which a District counts that changed hands."""
    total = m.w["titles"]
    bits = titles_of(m, changed_hands)
    title = 0
    while bits != 0:
        if bits & 1 != 0:
            total += title_worth(m, s, seat, title) - m.w["title"][title]
        bits >>= 1
        title += 1
    return total


# ---- the purse


@rule
def purse_worth(m, s, seat):
    """Weigh cash, markers and Favors."""
    g = m.g
    total = cash_worth(m, int(s["cash"][seat]))
    total += g["marker"] * int(s["markers"][seat]) * count_days_left(s)
    total += g["slot"] * int(s["slots"][seat, seat])
    for broker in range(NUM_BROKERS):
        total += g["favor"] * int(s["favors"][seat, broker])
    return total + g["guinan"] * int(s["favors"][seat, GUINAN])


@rule
def cash_worth(m, cash):
    """Weigh a sum, hundreds of $."""
    g = m.g
    first = min(cash, FIRST_CASH)
    second = max(0, min(cash, SECOND_CASH) - FIRST_CASH)
    return g["cash"] * first + g["more_cash"] * second + g["much_cash"] * (cash - first - second)


@rule
def count_plays_worth(m, plays):
    """Weigh a number of Plays: each further one brings less than the one before."""
    total = 0.0
    each = m.g["play"]
    for _ in range(plays):
        total += each
        each *= m.g["next_play"]
    return total


@rule
def forfeit_worth(m, s, broker):
    """Weigh what a broken promise costs: the Favor staked on it, and a marker (K9.10)."""
    more = m.g["guinan"] if broker == GUINAN else 0.0
    return m.g["favor"] + more + m.g["marker"] * count_days_left(s)


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
    total = m.g["heat"] * own
    for rival in range(int(s["num_players"])):
        if rival != seat and count_heat(s, rival) > own:
            return total
    fill = int(s["heat_count"]) / int(m.t["heat_spaces"])
    return total + m.g["target"] * fill * fill
