"""The turn: every Play that `greedy` thinks through, and the best of them, or lying low."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom import actions as a
from moonshine_env.kingdom import vocab as v
from moonshine_env.kingdom.phases.hustle import count_hand, count_hand_limit
from moonshine_env.kingdom.phases.recruit import count_recruit_cash
from moonshine_env.kingdom.phases.shylock import count_repay_cash
from moonshine_env.kingdom.phases.territory import count_barrels
from policies.greedy import weights as of
from policies.greedy.closeness import note_fits
from policies.greedy.luck import NUM_LUCKS
from policies.greedy.mind import MAX_SHORTLIST, think_anew
from policies.greedy.survey import look_over
from policies.greedy.travel import (
    ALL,
    NO_PLAY,
    clear_list,
    list_action,
    plan_all,
    try_action,
    try_travel,
    try_travel_well,
)
from policies.greedy.worth import hand_worth, worth


@rule
def try_push(m, seat, action):
    """Weigh a Push by its best amounts, liquor by liquor: all out, none, or all in; never one that asks for consent."""
    pair = action - a.A_PUSH
    own = int(m.t["pair_from"][pair])
    other = int(m.t["pair_to"][pair])
    root = m.works[0]
    is_own = root["owner"][other] == seat
    best = NO_PLAY
    if not is_own and root["owner"][other] != v.NONE:
        return best
    s = think_anew(m)
    for liquor in range(v.NUM_LIQUORS):
        mine = int(root["barrels"][own, liquor])
        theirs = int(root["barrels"][other, liquor])
        choice = 0
        for way in range(2):
            moved = mine if way == 0 else -theirs
            # What goes to a District that is nobody's is lost.
            if moved == 0 or (moved > 0 and not is_own):
                continue
            s["barrels"][own, liquor] = mine - moved
            s["barrels"][other, liquor] = theirs + moved
            value = worth(m, s, seat)
            if value > best:
                best = value
                choice = moved
        s["barrels"][own, liquor] = mine - choice
        s["barrels"][other, liquor] = theirs + choice
    return best - m.g[of.SLOT] * int(m.t["cost_push"])


@rule
def try_recruit(m, seat, action):
    """Weigh Recruiting by the best of a few numbers."""
    s = m.works[0]
    number = min(int(s["cash"][seat]) // count_recruit_cash(m.t, s, seat), int(s["runners_left"][seat]))
    best = NO_PLAY
    while number > 0:
        plan_all(m, number)
        best = max(best, try_action(m, seat, action, 1))
        number = number - 1 if number <= 3 else (number + 1) // 2
    return best


@rule
def try_unload(m, seat, action):
    """Weigh an Unload: all, the house pour alone, or what the Greed Tax leaves."""
    t = m.t
    s = m.works[0]
    district = int(t["joint_district"][action - a.A_UNLOAD])
    plan_all(m, ALL)
    best = try_action(m, seat, action, 1)
    if count_barrels(s, district) >= t["greed_barrels"]:
        plan_dearest(m, s, district, int(t["greed_barrels"]) - 1)
        best = max(best, try_action(m, seat, action, 1))
    pour = int(t["pour"][district])
    if 0 < s["barrels"][district, pour] < count_barrels(s, district):
        plan_all(m, 0)
        m.w["plan"][pour] = ALL
        best = max(best, try_action(m, seat, action, 1))
    return best


@rule
def plan_dearest(m, s, district, barrels):
    """Plan to sell so many Barrels, the dearest first."""
    plan = m.w["plan"]
    plan_all(m, 0)
    for _ in range(barrels):
        dearest = v.NONE
        for liquor in range(v.NUM_LIQUORS):
            is_dearer = dearest == v.NONE or s["price"][liquor] > s["price"][dearest]
            if is_dearer and s["barrels"][district, liquor] > plan[liquor]:
                dearest = liquor
        if dearest == v.NONE:
            return
        plan[dearest] += 1


@rule
def try_shylock(m, seat, action):
    """Weigh Marks repaid; none are taken here."""
    if action < a.A_REPAY:
        return NO_PLAY
    s = think_anew(m)
    marks = action - a.A_REPAY + 1
    s["marks"][seat] -= marks
    s["cash"][seat] -= marks * count_repay_cash(m.t, s, seat)
    return worth(m, s, seat)


# ---- Contracts to draw


@rule
def deck_worth(m, s, seat, deck):
    """Return what a card drawn from a deck adds on average: cards not seen yet, less what a full hand discards."""
    t = m.t
    room = count_hand(s, seat) < count_hand_limit(t, s, seat)
    worst = NO_PLAY
    for card in range(v.NUM_CARDS):
        if s["card_at"][card] == v.IN_HAND + seat:
            worst = max(worst, -hand_worth(m, s, seat, card))
    total = 0.0
    unseen = 0
    for card in range(v.NUM_CARDS):
        at = int(s["card_at"][card])
        # The decoded position holds rivals' cards somewhere: for the seat they are as unseen as the pile.
        if t["card_deck"][card] == deck and (
            at == v.IN_PILE or (v.IN_HAND <= at < v.STAKED and at != v.IN_HAND + seat)
        ):
            note_fits(m, s, card)
            value = hand_worth(m, s, seat, card)
            total += value if room else max(0.0, value + worst)
            unseen += 1
    return total / unseen if unseen > 0 else 0.0


@rule
def try_hustle(m, seat, deck):
    """Weigh what Hustling for a first card from a deck adds."""
    t = m.t
    s = m.works[0]
    look_over(m, s, seat)
    draws = t["hustle_draw_guinan"] if s["favors"][seat, v.GUINAN] > 0 else t["hustle_draw"]
    return m.g[of.DRAW] * int(draws) * deck_worth(m, s, seat, deck) - m.g[of.SLOT] * int(t["cost_hustle"])


# ---- the choice


@rule
def try_play(m, seat, action):
    """Weigh a Play that does not travel."""
    if action < a.A_DONE:
        return try_shylock(m, seat, action)
    if a.A_PUSH <= action < a.A_GIVE:
        return try_push(m, seat, action)
    if a.A_RECRUIT <= action < a.A_HIRE:
        return try_recruit(m, seat, action)
    if a.A_UNLOAD <= action < a.A_SELL:
        return try_unload(m, seat, action)
    smuggles = a.A_SMUGGLE <= action < a.A_EXTORT
    plan_all(m, ALL)
    return try_action(m, seat, action, NUM_LUCKS if smuggles else 1)


@rule
def choose_play(m, seat, mask):
    """Choose what to do with a turn: the Play that gains most, or lying low if none gains."""
    now = worth(m, m.works[0], seat)
    best = now
    choice = a.A_LAY_LOW
    clear_list(m)
    for action in range(a.A_BORROW, a.A_PAY):
        if mask[action] == 0 or action == a.A_LAY_LOW:
            continue
        if a.A_MOVE <= action < a.A_CREW:
            list_action(m, action, try_travel(m, seat, action))
            continue
        if a.A_HUSTLE <= action < a.A_DISCARD:
            value = now + try_hustle(m, seat, action - a.A_HUSTLE)
        else:
            value = try_play(m, seat, action)
        if value > best:
            best = value
            choice = action
    for k in range(MAX_SHORTLIST):
        action = int(m.w["listed"][k])
        if action != v.NONE:
            value = try_travel_well(m, seat, action)
            if value > best:
                best = value
                choice = action
    return choice
