"""The turn: every Play that `greedy` thinks through, and the best of them, or lying low."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom import actions as a
from moonshine_env.kingdom import vocab as v
from moonshine_env.kingdom.phases.hustle import count_hand, count_hand_limit
from moonshine_env.kingdom.phases.recruit import count_recruit_cash
from moonshine_env.kingdom.phases.shylock import count_repay_cash
from moonshine_env.kingdom.phases.territory import count_barrels
from policies.greedy.luck import AVERAGE, BAD, GOOD, NUM_LUCKS
from policies.greedy.mind import MAX_SHORTLIST, think_anew
from policies.greedy.places import note_fits
from policies.greedy.prospects import hand_worth
from policies.greedy.shortlist import find_best_listed, list_plays
from policies.greedy.sight import look_around
from policies.greedy.travel import (
    ALL,
    MOST_LUCK,
    NO_PLAY,
    goal_of,
    needs_luck,
    plan_all,
    try_attack,
    try_luck,
    try_travel,
)
from policies.greedy.worth import worth_after

DOUBT = 0.7  # by which first sight may be mistaken
EVERY = 2  # of the unseen cards of a deck, one of so many tells enough


@rule
def try_push(m, seat, action):
    """Weigh a Push by its best amounts, liquor by liquor: all out, none, or all in; never one that asks for consent."""
    pair = action - a.A_PUSH
    own = int(m.t["pair_from"][pair])
    other = int(m.t["pair_to"][pair])
    root = m.w["root"]
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
            value = worth_after(m, s, seat)
            if value > best:
                best = value
                choice = moved
        s["barrels"][own, liquor] = mine - choice
        s["barrels"][other, liquor] = theirs + choice
    return best - m.g["slot"] * int(m.t["cost_push"])


@rule
def try_recruit(m, seat, action):
    """Weigh Recruiting by the better of all that can be had and as many as the Sweep leaves."""
    s = m.w["root"]
    most = min(int(s["cash"][seat]) // count_recruit_cash(m.t, s, seat), int(s["runners_left"][seat]))
    lasting = int(m.t["sweep_limit"]) - int(s["runners"][action - a.A_RECRUIT])
    plan_all(m, most)
    best = try_luck(m, seat, action, AVERAGE)
    if 0 < lasting < most:
        plan_all(m, lasting)
        best = max(best, try_luck(m, seat, action, AVERAGE))
    return best


@rule
def try_unload(m, seat, action):
    """Weigh an Unload: all, the house pour alone, or what the Greed Tax leaves."""
    t = m.t
    s = m.w["root"]
    district = int(t["joint_district"][action - a.A_UNLOAD])
    plan_all(m, ALL)
    best = try_luck(m, seat, action, AVERAGE)
    if count_barrels(s, district) >= t["greed_barrels"]:
        plan_dearest(m, s, district, int(t["greed_barrels"]) - 1)
        best = max(best, try_luck(m, seat, action, AVERAGE))
    pour = int(t["pour"][district])
    if 0 < s["barrels"][district, pour] < count_barrels(s, district):
        plan_all(m, 0)
        m.w["plan"][pour] = ALL
        best = max(best, try_luck(m, seat, action, AVERAGE))
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
    return worth_after(m, s, seat)


# ---- Contracts to draw


@rule
def deck_worth(m, s, seat, deck):
    """Return what a card drawn from a deck adds on average: cards not seen yet, less what a full hand discards."""
    t = m.t
    room = count_hand(s, seat) < count_hand_limit(t, s, seat)
    worst = NO_PLAY
    for card in range(v.NUM_CARDS):
        if not room and s["card_at"][card] == v.IN_HAND + seat:
            worst = max(worst, -hand_worth(m, s, seat, card))
    total = 0.0
    looked_at = 0
    unseen = 0
    for card in range(v.NUM_CARDS):
        if t["card_deck"][card] == deck and is_unseen(s, seat, card):
            unseen += 1
            if unseen % EVERY == 1:
                note_fits(m, s, card)
                value = hand_worth(m, s, seat, card)
                total += value if room else max(0.0, value + worst)
                looked_at += 1
    return total / looked_at if looked_at > 0 else 0.0


@rule
def is_unseen(s, seat, card):
    """Say whether a seat has not seen where a Contract is: rivals' cards are as unseen as the pile."""
    at = int(s["card_at"][card])
    return at == v.IN_PILE or (v.IN_HAND <= at < v.STAKED and at != v.IN_HAND + seat)


@rule
def try_hustle(m, seat, deck):
    """Weigh what Hustling for a first card from a deck adds."""
    t = m.t
    s = m.w["root"]
    draws = t["hustle_draw_guinan"] if s["favors"][seat, v.GUINAN] > 0 else t["hustle_draw"]
    return m.g["draw"] * int(draws) * deck_worth(m, s, seat, deck) - m.g["slot"] * int(t["cost_hustle"])


# ---- the choice


@rule
def try_play(m, seat, action, best):
    """Weigh a Play by thinking it through; what bad luck alone could not keep below `best` is left early."""
    if a.A_MOVE <= action < a.A_CREW:
        if needs_luck(m.w["root"], seat, goal_of(m, action)):
            return try_attack(m, seat, action, best)
        return try_travel(m, seat, action, best)
    if a.A_PUSH <= action < a.A_GIVE:
        return try_push(m, seat, action)
    if a.A_RECRUIT <= action < a.A_HIRE:
        return try_recruit(m, seat, action)
    if a.A_UNLOAD <= action < a.A_SELL:
        return try_unload(m, seat, action)
    plan_all(m, ALL)
    value = try_luck(m, seat, action, AVERAGE)
    if not a.A_SMUGGLE <= action < a.A_EXTORT or value < best - MOST_LUCK:
        return value
    return (value + try_luck(m, seat, action, GOOD) + try_luck(m, seat, action, BAD)) / NUM_LUCKS


@rule
def choose_play(m, seat, mask):
    """Choose what to do with a turn: the Play that gains most, or lying low if none gains.

    All Plays are looked at; those that seem best of their kind are thought through.
    """
    s = m.w["root"]
    now = m.w["worth"]
    best = now
    choice = a.A_LAY_LOW
    for deck in range(v.NUM_DECKS):
        if mask[a.A_HUSTLE + deck] != 0:
            value = now + try_hustle(m, seat, deck)
            if value > best:
                best = value
                choice = a.A_HUSTLE + deck
    for action in range(a.A_REPAY, a.A_DONE):
        if mask[action] != 0:
            value = try_shylock(m, seat, action)
            if value > best:
                best = value
                choice = action
    look_around(m, seat)
    list_plays(m, s, seat, mask)
    for _ in range(MAX_SHORTLIST):
        k = find_best_listed(m)
        action = int(m.w["listed"][k])
        if action == v.NONE or now + m.w["listed_sight"][k] < best - DOUBT:
            break
        m.w["listed"][k] = v.NONE
        value = try_play(m, seat, action, best)
        if value > best:
            best = value
            choice = action
    return choice
