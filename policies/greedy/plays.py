"""The turn: every Play that `greedy` thinks through, and the best of them, or lying low."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom import actions as a
from moonshine_env.kingdom import vocab as v
from moonshine_env.kingdom.phases.hustle import count_hand, count_hand_limit
from moonshine_env.kingdom.phases.recruit import count_recruit_cash
from moonshine_env.kingdom.phases.territory import count_barrels, count_mobsters
from moonshine_env.kingdom.rules import apply_game
from moonshine_env.kingdom.tables import NUM_COASTAL
from policies.greedy import weights as of
from policies.greedy.answers import play_out
from policies.greedy.luck import AVERAGE, NUM_LUCKS
from policies.greedy.survey import look_over
from policies.greedy.worth import hand_worth, has_completed, worth

ALL = 99  # more Barrels than there are
NO_PLAY = -1e9


@rule
def try_action(t, known, g, works, w, seat, action, lucks):
    """Weigh an action of the root position `works[0]`, thought through in `works[1]`, over so many lucks.

    Its small decisions are answered by rule, amounts as `w["plan"]` says.
    """
    total = 0.0
    for luck in range(lucks):
        works[1] = works[0]
        play_out(t, g, works[1], w, seat, action, AVERAGE if lucks == 1 else luck)
        total += worth(t, known, g, works[1], seat, w)
    return total / lucks


@rule
def plan_all(w, amount):
    """Plan the same amount of every liquor."""
    w["plan"][:] = amount


# ---- travel


@rule
def needs_luck(s, seat, goal):
    """Say whether entering a District leads to dice."""
    return s["precinct"][goal] != 0 or (s["owner"][goal] != seat and count_mobsters(s, goal) > 0)


@rule
def crew_of(k, bosses, runners, limit, hostile):
    """Return the k-th crew worth a thought as Bosses x 16 + Runners, 0 = none: all, all but one, one, the Boss alone."""
    b = 0
    r = 0
    if k == 0:
        r = runners
    elif k == 1:
        b = bosses
        r = runners
    elif k == 2:
        r = runners - 1
    elif k == 3:
        r = 0 if hostile else 1
    elif k == 4:
        b = 0 if hostile else bosses
    if k == 1 and bosses == 0:
        return 0
    if (k == 2 and runners < 2) or (k == 3 and runners < 3):
        return 0
    r = min(max(0, r), limit - b)
    if b + r <= 0 or (hostile and b + r < 2):
        return 0
    return b * (v.MAX_RUNNERS + 1) + r


NUM_CREWS = 5


@rule
def try_travel(t, known, g, works, w, seat, action, origin, goal, limit):
    """Weigh a Move, Skiff or Stealth by its best crew, with and without cargo."""
    s = works[0]
    bosses = int(s["bosses"][origin])
    runners = int(s["runners"][origin])
    hostile = needs_luck(s, seat, goal)
    laden = count_barrels(s, origin) > 0 and not hostile and not a.A_STEALTH <= action < a.A_CREW
    best = NO_PLAY
    for k in range(NUM_CREWS):
        crew = crew_of(k, bosses, runners, limit, hostile)
        if crew == 0:
            continue
        for cargo in range(2 if laden else 1):
            plan_all(w, ALL if cargo == 1 else 0)
            value = try_crew(t, known, g, works, w, seat, action, crew, NUM_LUCKS if hostile else 1)
            best = max(best, value)
    return best


@rule
def try_crew(t, known, g, works, w, seat, action, crew, lucks):
    """Weigh a way to travel with one crew; `action` NONE = the way is chosen already."""
    total = 0.0
    for luck in range(lucks):
        works[1] = works[0]
        chosen = AVERAGE if lucks == 1 else luck
        if action != v.NONE:
            apply_game(t, works[1], action)
        play_out(t, g, works[1], w, seat, a.A_CREW + crew - 1, chosen)
        total += worth(t, known, g, works[1], seat, w)
    return total / lucks


# ---- the others


@rule
def try_push(t, known, g, works, w, seat, action):
    """Weigh a Push by its best amounts, liquor by liquor: all out, none, or all in; never one that asks for consent."""
    s = works[1]
    works[1] = works[0]
    pair = action - a.A_PUSH
    own = int(t["pair_from"][pair])
    other = int(t["pair_to"][pair])
    owner = int(works[0]["owner"][other])
    best = NO_PLAY
    if owner not in (seat, v.NONE):
        return best
    for liquor in range(v.NUM_LIQUORS):
        mine = int(works[0]["barrels"][own, liquor])
        theirs = int(works[0]["barrels"][other, liquor])
        if mine + theirs == 0:
            continue
        kept = best
        choice = 0
        for way in range(2):
            moved = mine if way == 0 else -theirs
            if moved == 0:
                continue
            s["barrels"][own, liquor] = mine - moved
            s["barrels"][other, liquor] = theirs + moved
            value = worth(t, known, g, s, seat, w)
            if value > kept:
                kept = value
                choice = moved
        best = kept
        s["barrels"][own, liquor] = mine - choice
        s["barrels"][other, liquor] = theirs + choice
    return best


@rule
def try_recruit(t, known, g, works, w, seat, action):
    """Weigh Recruiting by the best of a few numbers."""
    s = works[0]
    most = min(int(s["cash"][seat]) // count_recruit_cash(t, s, seat), int(s["runners_left"][seat]))
    best = NO_PLAY
    number = most
    while number > 0:
        plan_all(w, number)
        best = max(best, try_action(t, known, g, works, w, seat, action, 1))
        number = number - 1 if number <= 3 else (number + 1) // 2
    return best


@rule
def try_unload(t, known, g, works, w, seat, action):
    """Weigh an Unload: all, the house pour alone, or what the Greed Tax leaves."""
    district = int(t["joint_district"][action - a.A_UNLOAD])
    plan_all(w, ALL)
    best = try_action(t, known, g, works, w, seat, action, 1)
    if count_barrels(works[0], district) >= t["greed_barrels"]:
        plan_dearest(works[0], w, district, int(t["greed_barrels"]) - 1)
        best = max(best, try_action(t, known, g, works, w, seat, action, 1))
    pour = int(t["pour"][district])
    if 0 < works[0]["barrels"][district, pour] < count_barrels(works[0], district):
        plan_all(w, 0)
        w["plan"][pour] = ALL
        best = max(best, try_action(t, known, g, works, w, seat, action, 1))
    return best


@rule
def plan_dearest(s, w, district, barrels):
    """Plan to sell so many Barrels, the dearest first."""
    plan_all(w, 0)
    for _ in range(barrels):
        dearest = v.NONE
        for liquor in range(v.NUM_LIQUORS):
            if s["barrels"][district, liquor] > w["plan"][liquor] and (
                dearest == v.NONE or s["price"][liquor] > s["price"][dearest]
            ):
                dearest = liquor
        if dearest == v.NONE:
            return
        w["plan"][dearest] += 1


# ---- Contracts to draw


@rule
def deck_worth(t, known, g, s, w, seat, deck):
    """Return what a card drawn from a deck adds on average: cards not seen yet, less what a full hand discards."""
    have = has_completed(t, s, seat, deck)
    room = count_hand(s, seat) < count_hand_limit(t, s, seat)
    worst = 1e9
    for card in range(v.NUM_CARDS):
        if s["card_at"][card] == v.IN_HAND + seat:
            mine = has_completed(t, s, seat, int(t["card_deck"][card]))
            worst = min(worst, hand_worth(t, known, g, s, w, seat, card, mine))
    total = 0.0
    unseen = 0
    for card in range(v.NUM_CARDS):
        at = int(s["card_at"][card])
        if t["card_deck"][card] != deck or at == v.IN_HAND + seat or v.STAKED <= at or at == v.DISCARDED:
            continue
        unseen += 1
        value = hand_worth(t, known, g, s, w, seat, card, have)
        total += value if room else max(0.0, value - worst)
    return total / unseen if unseen > 0 else 0.0


@rule
def try_hustle(t, known, g, works, w, seat, deck, now):
    """Weigh Hustling for a first card from a deck."""
    s = works[0]
    look_over(t, known, g, s, seat, w)
    draws = t["hustle_draw_guinan"] if s["favors"][seat, v.GUINAN] > 0 else t["hustle_draw"]
    gain = g[of.DRAW] * draws * deck_worth(t, known, g, s, w, seat, deck)
    return now + gain - g[of.SLOT] * int(t["cost_hustle"])


# ---- the choice


@rule
def try_play(t, known, g, works, w, seat, action, now):
    """Weigh any Play; NO_PLAY for what is not worth a thought."""
    if a.A_MOVE <= action < a.A_SKIFF:
        pair = action - a.A_MOVE
        return try_travel(
            t, known, g, works, w, seat, action, int(t["pair_from"][pair]), int(t["pair_to"][pair]), a.MAX_CARGO
        )
    if a.A_SKIFF <= action < a.A_STEALTH:
        code = action - a.A_SKIFF
        origin = code // (NUM_COASTAL - 1)
        goal = code % (NUM_COASTAL - 1)
        goal += 1 if goal >= origin else 0
        limit = int(t["skiff_crew_max"])
        origin = int(t["coastal_district"][origin])
        goal = int(t["coastal_district"][goal])
        if t["connected"][origin, goal]:
            return NO_PLAY  # as good by Move
        return try_travel(t, known, g, works, w, seat, action, origin, goal, limit)
    if a.A_STEALTH <= action < a.A_CREW:
        pair = action - a.A_STEALTH
        limit = int(t["stealth_crew_max"])
        return try_travel(
            t, known, g, works, w, seat, action, int(t["pair_from"][pair]), int(t["pair_to"][pair]), limit
        )
    if a.A_PUSH <= action < a.A_GIVE:
        return try_push(t, known, g, works, w, seat, action) - g[of.SLOT] * int(t["cost_push"])
    if a.A_RECRUIT <= action < a.A_HIRE:
        return try_recruit(t, known, g, works, w, seat, action)
    if a.A_HUSTLE <= action < a.A_DISCARD:
        return try_hustle(t, known, g, works, w, seat, action - a.A_HUSTLE, now)
    if a.A_SMUGGLE <= action < a.A_EXTORT:
        return try_action(t, known, g, works, w, seat, action, NUM_LUCKS)
    if a.A_UNLOAD <= action < a.A_SELL:
        return try_unload(t, known, g, works, w, seat, action)
    return try_action(t, known, g, works, w, seat, action, 1)


@rule
def choose_play(t, known, g, works, w, seat, mask):
    """Choose what to do with a turn: the Play that gains most, or lying low if none gains."""
    now = worth(t, known, g, works[0], seat, w)
    best = now
    choice = a.A_LAY_LOW
    for action in range(a.A_BORROW, a.A_PAY):
        if mask[action] == 0 or action == a.A_LAY_LOW:
            continue
        if action < a.A_DONE:
            value = try_shylock(t, known, g, works, w, seat, action)
        else:
            value = try_play(t, known, g, works, w, seat, action, now)
        if value > best:
            best = value
            choice = action
    return choice


@rule
def try_shylock(t, known, g, works, w, seat, action):
    """Weigh Marks taken or repaid, before anything else is done."""
    works[1] = works[0]
    s = works[1]
    if action < a.A_REPAY:
        return NO_PLAY
    marks = action - a.A_REPAY + 1
    price = t["mark_repay_rothstein"] if s["favors"][seat, v.ROTHSTEIN] > 0 else t["mark_repay"]
    s["marks"][seat] -= marks
    s["cash"][seat] -= marks * price
    return worth(t, known, g, s, seat, w)
