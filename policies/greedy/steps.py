"""All decisions but the turn: `greedy` tries what is legal and keeps what is worth most."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ARG_A, ARG_B, ARG_C, KIND, top
from moonshine_env.kingdom import actions as a
from moonshine_env.kingdom import vocab as v
from moonshine_env.kingdom.phases.contracts import contract_is_met
from moonshine_env.kingdom.phases.respect import count_respect
from policies.greedy import weights as of
from policies.greedy.answers import lend_spare
from policies.greedy.closeness import card_gap, chance_of
from policies.greedy.luck import NUM_LUCKS
from policies.greedy.plays import (
    ALL,
    NO_PLAY,
    choose_play,
    deck_worth,
    needs_luck,
    plan_all,
    try_action,
    try_crew,
    try_shylock,
)
from policies.greedy.survey import look_over
from policies.greedy.worth import fading, hand_worth, has_completed, plays_left, prize_of, worth


@rule
def choose(t, known, g, works, w, mask):
    """Choose an action for the open decision of `works[0]`, the position as its seat sees it.

    Args:
        t: TABLES record.
        known: KNOWN record.
        g: `(len(WEIGHTS),)` float64.
        works: `(2,)` STATE; the second is space to think in, and the first gets a spare marker.
        w: SURVEY record, in place.
        mask: `(NUM_ACTIONS,)` int8, legal actions.

    Returns:
        A legal action.
    """
    s = works[0]
    seat = int(s["acting_player"])
    kind = int(top(s)[KIND])
    weigh_rivals(t, g, s, seat, w)
    plan_all(w, ALL)
    lend_spare(s)
    if kind == v.TURN:
        return choose_play(t, known, g, works, w, seat, mask)
    if kind == v.DRAFT:
        return choose_draft(t, known, g, works, w, seat, mask)
    if kind == v.GREASE:
        return choose_grease(t, known, g, works, w, seat, mask)
    if kind == v.CREW:
        return choose_crew(t, known, g, works, w, seat, mask)
    if kind in (v.CARGO, v.SELL):
        return choose_amount(t, known, g, works, w, seat, mask)
    if kind == v.PUSH_AMOUNT:
        return choose_push(t, known, g, works, w, seat, mask)
    if kind in (v.HUSTLE, v.DISCARD):
        return choose_card(t, known, g, works, w, seat, mask, kind)
    if kind == v.SHYLOCK:
        return choose_shylock(t, known, g, works, w, seat, mask)
    return choose_tried(t, known, g, works, w, seat, mask, kind)


@rule
def weigh_rivals(t, g, s, seat, w):
    """Say how much each rival's gains count against the seat: those of the leader most."""
    leader = v.NONE
    most = 0
    for rival in range(v.MAX_PLAYERS):
        w["against"][rival] = 0.0
        if rival == seat or rival >= s["num_players"]:
            continue
        w["against"][rival] = g[of.RIVAL]
        respect = count_respect(t, s, rival)
        if leader == v.NONE or respect > most:
            leader = rival
            most = respect
    w["against"][leader] += g[of.LEADER]


@rule
def choose_tried(t, known, g, works, w, seat, mask, kind):
    """Try each legal action but new Marks, over good and bad luck where dice may follow."""
    lucks = NUM_LUCKS if kind in (v.STANDOFF, v.PINNED) else 1
    best = NO_PLAY
    choice = v.NONE
    for action in range(a.NUM_ACTIONS):
        if mask[action] == 0 or a.A_BORROW <= action < a.A_DONE:
            continue
        value = try_action(t, known, g, works, w, seat, action, lucks)
        if choice == v.NONE or value > best:
            best = value
            choice = action
    return choice


@rule
def choose_draft(t, known, g, works, w, seat, mask):
    """Try each sum of the dice, Produced or Dumped, by the first pair that makes it."""
    best = NO_PLAY
    choice = v.NONE
    tried = 0  # (sum, Produce or Dump) as bits
    for action in range(a.A_DRAFT, a.A_STAKE):
        if mask[action] == 0:
            continue
        code = action - a.A_DRAFT
        total = code // (2 * v.DICE_FACES) + code // 2 % v.DICE_FACES
        bit = 1 << (2 * total + code % 2)
        if tried & bit != 0:
            continue
        tried |= bit
        value = try_action(t, known, g, works, w, seat, action, 1)
        if value > best:
            best = value
            choice = action
    return choice


# ---- Grease the Wheels


@rule
def missed_share(t, known, g, s, w, seat, deck):
    """Return the chance that no Contract of a deck is, or will be, Completed by what is staked."""
    if has_completed(t, s, seat, deck):
        return 0.0
    missed = 1.0
    for card in range(v.NUM_CARDS):
        if s["card_at"][card] == v.STAKED + seat and t["card_deck"][card] == deck:
            gap = card_gap(t, known, g, s, w, seat, card)
            missed *= 1.0 - chance_of(g, gap, plays_left(g, s, seat, int(s["card_markers"][card]) - 1))
    return missed


@rule
def gain_of_stake(t, known, g, s, w, seat, card):
    """Return what staking a Contract now gains over keeping it, with the Plays its markers cost today."""
    deck = int(t["card_deck"][card])
    markers = int(t["deadline"][deck])
    purse = int(s["slots"][seat, seat]) + int(s["stash"][seat])
    before = min(purse, int(t["slots"]))
    after = min(purse - markers, int(t["slots"]))
    if markers - 1 > int(s["max_days"]) - int(s["day"]):
        return NO_PLAY
    gap = card_gap(t, known, g, s, w, seat, card)
    missed = missed_share(t, known, g, s, w, seat, deck)
    prize = prize_of(t, g, s, deck, True) + g[of.PORTFOLIO] * missed
    staked = chance_of(g, gap, after + g[of.PLAYS_A_DAY] * (markers - 1)) * prize
    kept = hand_worth(t, known, g, s, w, seat, card, has_completed(t, s, seat, deck))
    return staked - kept - g[of.PLAY] * (before - after) - g[of.LOCK] * markers


@rule
def choose_grease(t, known, g, works, w, seat, mask):
    """Repay Marks that can be spared, stake what is likely enough, then fund all that fits."""
    s = works[0]
    now = worth(t, known, g, s, seat, w)
    for action in range(a.A_DONE - 1, a.A_REPAY - 1, -1):
        if mask[action] != 0 and try_shylock(t, known, g, works, w, seat, action) > now:
            return action
    look_over(t, known, g, s, seat, w)
    best = 0.0
    choice = v.NONE
    for card in range(v.NUM_CARDS):
        if mask[a.A_STAKE + card] != 0:
            gain = gain_of_stake(t, known, g, s, w, seat, card)
            if gain > best:
                best = gain
                choice = a.A_STAKE + card
    if choice != v.NONE:
        return choice
    action = a.A_FUND + v.MAX_FUND
    while mask[action] == 0:
        action -= 1
    return action


# ---- amounts


@rule
def choose_crew(t, known, g, works, w, seat, mask):
    """Try every crew, laden and not."""
    s = works[0]
    frame = top(s)
    lucks = NUM_LUCKS if needs_luck(s, seat, int(frame[ARG_C])) else 1
    best = NO_PLAY
    choice = v.NONE
    for action in range(a.A_CREW, a.A_CARRY):
        if mask[action] == 0:
            continue
        for cargo in range(2):
            plan_all(w, ALL if cargo == 1 else 0)
            value = try_crew(t, known, g, works, w, seat, v.NONE, action - a.A_CREW + 1, lucks)
            if choice == v.NONE or value > best:
                best = value
                choice = action
    return choice


@rule
def choose_amount(t, known, g, works, w, seat, mask):
    """Try every number of Barrels to carry or sell, with all or none of the liquors still to be asked for."""
    s = works[0]
    lucks = 1
    if top(s)[KIND] == v.CARGO and needs_luck(s, seat, int(top(s)[ARG_C])):
        lucks = NUM_LUCKS
    best = NO_PLAY
    choice = v.NONE
    for action in range(a.A_CARRY, a.A_RISE):
        if mask[action] == 0:
            continue
        for rest in range(2):
            plan_all(w, ALL if rest == 0 else 0)
            value = try_action(t, known, g, works, w, seat, action, lucks)
            if choice == v.NONE or value > best:
                best = value
                choice = action
    return choice


@rule
def choose_push(t, known, g, works, w, seat, mask):
    """Try every amount of the liquor asked for; the amounts chosen before are shifted already."""
    frame = top(works[0])
    own = int(frame[ARG_A])
    other = int(frame[ARG_B])
    liquor = int(frame[ARG_C])
    rivals = works[0]["owner"][other] not in (seat, v.NONE)
    best = NO_PLAY
    choice = v.NONE
    works[1] = works[0]
    s = works[1]
    for each in range(liquor):
        s["barrels"][own, each] -= s["amounts"][each]
        s["barrels"][other, each] += s["amounts"][each]
    mine = int(s["barrels"][own, liquor])
    theirs = int(s["barrels"][other, liquor])
    first = a.A_GIVE + liquor * a.NUM_PUSHES
    for action in range(first, first + a.NUM_PUSHES):
        if mask[action] == 0:
            continue
        moved = action - first - v.MAX_BARRELS
        s["barrels"][own, liquor] = mine - moved
        s["barrels"][other, liquor] = theirs + moved
        value = worth(t, known, g, s, seat, w)
        if rivals and moved < 0:
            value = NO_PLAY  # he would refuse
        if choice == v.NONE or value > best:
            best = value
            choice = action
    return choice


# ---- Contracts and Marks


@rule
def choose_card(t, known, g, works, w, seat, mask, kind):
    """Draw from the deck worth most, or discard the Contract worth least."""
    s = works[0]
    look_over(t, known, g, s, seat, w)
    best = NO_PLAY
    choice = v.NONE
    if kind == v.HUSTLE:
        for deck in range(v.NUM_DECKS):
            value = deck_worth(t, known, g, s, w, seat, deck)
            if mask[a.A_HUSTLE + deck] != 0 and (choice == v.NONE or value > best):
                best = value
                choice = a.A_HUSTLE + deck
        return choice
    for card in range(v.NUM_CARDS):
        if mask[a.A_DISCARD + card] == 0:
            continue
        have = has_completed(t, s, seat, int(t["card_deck"][card]))
        value = -hand_worth(t, known, g, s, w, seat, card, have)
        if choice == v.NONE or value > best:
            best = value
            choice = a.A_DISCARD + card
    return choice


@rule
def prize_tonight(t, g, s, seat):
    """Return what the Contracts judged tonight bring as the board stands."""
    total = 0.0
    for card in range(v.NUM_CARDS):
        if s["card_at"][card] == v.STAKED + seat and s["card_markers"][card] == 1:
            if contract_is_met(t, s, seat, card):
                deck = int(t["card_deck"][card])
                total += prize_of(t, g, s, deck, has_completed(t, s, seat, deck))
    return total


@rule
def choose_shylock(t, known, g, works, w, seat, mask):
    """Repay what can be spared; before the judgement, take Marks only if their cash completes a Contract."""
    s = works[0]
    best = worth(t, known, g, s, seat, w)
    choice = a.A_DONE
    if top(s)[ARG_A]:
        for action in range(a.A_REPAY, a.A_DONE):
            if mask[action] != 0:
                value = try_shylock(t, known, g, works, w, seat, action)
                if value > best:
                    best = value
                    choice = action
        return choice
    best = prize_tonight(t, g, s, seat)
    for action in range(a.A_BORROW, a.A_REPAY):
        if mask[action] == 0:
            continue
        marks = action - a.A_BORROW + 1
        works[1] = s
        works[1]["cash"][seat] += marks * t["mark_gain"]
        value = prize_tonight(t, g, works[1], seat)
        value -= marks * (g[of.MARK] - fading(g, s) * g[of.CASH] * t["mark_gain"])
        if value > best:
            best = value
            choice = action
    return choice
