"""All decisions but the turn: `greedy` tries what is legal and keeps what is worth most."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ARG_A, ARG_B, ARG_C, ARG_D, KIND, top
from moonshine_env.kingdom import actions as a
from moonshine_env.kingdom import vocab as v
from moonshine_env.kingdom.phases.contracts import contract_is_met
from moonshine_env.kingdom.phases.territory import count_barrels
from moonshine_env.kingdom.rules import apply_game
from policies.greedy.answers import lend_spare, play_out
from policies.greedy.closeness import card_gap, chance_of
from policies.greedy.deals import (
    choose_answer,
    choose_clause,
    choose_heat_owner,
    choose_pay_owner,
    choose_promise,
    choose_talk,
    choose_terms,
)
from policies.greedy.luck import AVERAGE, BAD, GOOD, NUM_LUCKS
from policies.greedy.mind import think_anew
from policies.greedy.plays import choose_play, deck_worth, try_shylock
from policies.greedy.prospects import fading, hand_worth, hand_worth_with, plays_left, prize_of, take_notes
from policies.greedy.survey import look_over
from policies.greedy.travel import ALL, MOST_LUCK, NO_PLAY, needs_luck, plan_all, try_luck
from policies.greedy.worth import count_plays_worth, worth, worth_after

FIRST_TRIED = a.A_DONE  # what comes before is tried elsewhere, or is a new Mark


@rule
def choose(m, mask):
    """Choose an action for the open decision of `m.w["root"]`, the position as its seat sees it.

    Args:
        m: Mind; its positions and notes in place.
        mask: `(NUM_ACTIONS,)` int8, legal actions.

    Returns:
        A legal action.
    """
    s = m.w["root"]
    seat = int(s["acting_player"])
    kind = int(top(s)[KIND])
    take_notes(m, seat)
    plan_all(m, ALL)
    if kind >= v.CLAUSE:
        return choose_deal(m, seat, mask, kind)
    if kind == v.TURN:
        talk = choose_talk(m, seat, mask)
        if talk != v.NONE:
            return talk
    lend_spare(s)
    if kind == v.HUSTLE or kind == v.DISCARD:
        look_over(m, s, seat)
        return choose_deck(m, seat, mask) if kind == v.HUSTLE else choose_discard(m, seat, mask)
    if kind == v.PAY_OWNER:
        return choose_pay_owner(m, s, seat)
    if kind == v.HEAT_OWNER:
        return choose_heat_owner(m, s, seat)
    if kind == v.GREASE:
        return choose_grease(m, seat, mask)
    m.w["worth"] = worth(m, s, seat)
    if kind == v.TURN:
        return choose_play(m, seat, mask)
    if kind == v.DRAFT:
        return choose_draft(m, seat, mask)
    if kind == v.CREW:
        return choose_crew(m, seat, mask)
    if kind == v.CARGO or kind == v.SELL:
        return choose_amount(m, seat, mask)
    if kind == v.PUSH_AMOUNT:
        return choose_push(m, seat, mask)
    if kind == v.RECRUIT:
        return choose_hire(m, seat, mask)
    if kind == v.SHYLOCK:
        return choose_shylock(m, seat, mask)
    return choose_tried(m, seat, mask, kind)


@rule
def choose_deal(m, seat, mask, kind):
    """Choose in an offer, or at the deadline of a promise."""
    if kind == v.CLAUSE:
        return choose_clause(m, seat, mask)
    if kind == v.TERMS:
        return choose_terms(m, mask)
    if kind == v.ANSWER:
        return choose_answer(m, seat)
    return choose_promise(m.w["root"])


@rule
def choose_tried(m, seat, mask, kind):
    """Try each legal action but new Marks, in a fight over good and bad luck too."""
    fights = kind == v.STANDOFF or kind == v.PINNED
    best = NO_PLAY
    choice = v.NONE
    for action in range(FIRST_TRIED, a.NUM_ACTIONS):
        if mask[action] == 0:
            continue
        if kind == v.RAID_TIE:
            value = try_hit(m, seat, action)
        else:
            value = try_luck(m, seat, action, AVERAGE)
            if fights and value > best - 2.0 * MOST_LUCK:
                value = (value + try_luck(m, seat, action, GOOD) + try_luck(m, seat, action, BAD)) / NUM_LUCKS
        if choice == v.NONE or value > best:
            best = value
            choice = action
    return choice


@rule
def try_hit(m, seat, action):
    """Weigh a tied District as the one that is hit, by the better of the bribe and the fall that follow."""
    best = NO_PLAY
    for pay in (a.A_BRIBE_POLICE, a.A_TAKE_FALL):
        s = think_anew(m)
        if pay == a.A_BRIBE_POLICE and s["cash"][seat] < m.t["raid_bribe_cash"]:
            continue
        apply_game(m.t, s, action)
        play_out(m, s, seat, pay, AVERAGE)
        best = max(best, worth_after(m, s, seat))
    return best


@rule
def choose_draft(m, seat, mask):
    """Try each sum of the dice, Produced or Dumped, by the first pair that makes it."""
    best = NO_PLAY
    choice = v.NONE
    left = 0
    for face in range(v.DICE_FACES):
        left += int(m.w["root"]["dice"][0, face])
    tried = 0  # (sum, Produce or Dump) as bits
    for action in range(a.A_DRAFT, a.A_STAKE):
        code = action - a.A_DRAFT
        total = code // (2 * v.DICE_FACES) + code // 2 % v.DICE_FACES
        bit = 1 << (2 * total + code % 2)
        if mask[action] == 0 or tried & bit != 0:
            continue
        tried |= bit
        # Dice that are Dumped do nothing, but for those that the last drafter leaves.
        idle = code % 2 == v.DUMP and left > 2
        value = m.w["worth"] if idle else try_luck(m, seat, action, AVERAGE)
        if choice == v.NONE or value > best:
            best = value
            choice = action
    return choice


# ---- Grease the Wheels


@rule
def missed_share(m, s, seat, deck):
    """Return the chance that no Contract of a deck is, or will be, Completed by what is staked."""
    if m.w["done"][deck]:
        return 0.0
    missed = 1.0
    for k in range(int(m.w["num_cards"])):
        card = int(m.w["cards"][k])
        if s["card_at"][card] == v.STAKED + seat and m.t["card_deck"][card] == deck:
            gap = card_gap(m, s, seat, card)
            missed *= 1.0 - chance_of(m, gap, plays_left(m, s, seat, int(s["card_markers"][card]) - 1))
    return missed


@rule
def gain_of_stake(m, s, seat, card):
    """Return what staking a Contract now gains over keeping it, less the Plays its markers cost today."""
    t = m.t
    g = m.g
    deck = int(t["card_deck"][card])
    markers = int(t["deadline"][deck])
    purse = int(s["slots"][seat, seat]) + int(s["stash"][seat])
    before = min(purse, int(t["slots"]))
    after = min(purse - markers, int(t["slots"]))
    if markers - 1 > int(s["max_days"]) - int(s["day"]):
        return NO_PLAY
    prize = prize_of(m, s, deck) + g["portfolio"] * missed_share(m, s, seat, deck)
    gap = card_gap(m, s, seat, card)
    chance = chance_of(m, gap, after + g["plays_a_day"] * (markers - 1))
    kept = hand_worth_with(m, s, seat, card, gap)
    plays = count_plays_worth(m, before) - count_plays_worth(m, after)
    return chance * prize - kept - plays - g["lock"] * markers


@rule
def choose_grease(m, seat, mask):
    """Repay Marks that can be spared, stake what is likely enough, then fund all that fits."""
    s = m.w["root"]
    if s["marks"][seat] > 0:
        now = worth(m, s, seat)
        for action in range(a.A_DONE - 1, a.A_REPAY - 1, -1):
            if mask[action] != 0 and try_shylock(m, seat, action) > now:
                return action
    look_over(m, s, seat)
    best = 0.0
    choice = v.NONE
    for card in range(v.NUM_CARDS):
        if mask[a.A_STAKE + card] != 0:
            gain = gain_of_stake(m, s, seat, card)
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
def choose_crew(m, seat, mask):
    """Try every crew, laden or not: as the largest fares better."""
    s = m.w["root"]
    frame = top(s)
    if needs_luck(s, seat, int(frame[ARG_C])):
        plan_all(m, 0)
        return choose_tried(m, seat, mask, v.PINNED)
    if count_barrels(s, int(frame[ARG_B])) > 0:
        plan_by_last(m, seat, mask)
    else:
        plan_all(m, 0)
    return choose_tried(m, seat, mask, v.CREW)


@rule
def choose_hire(m, seat, mask):
    """Try every number of Runners that the Sweep leaves, and all that can be had."""
    s = m.w["root"]
    lasting = int(m.t["sweep_limit"]) - int(s["runners"][top(s)[ARG_A]])
    best = NO_PLAY
    choice = v.NONE
    for number in range(1, v.MAX_RUNNERS + 1):
        action = a.A_HIRE + number - 1
        is_last = number == v.MAX_RUNNERS or mask[action + 1] == 0
        if mask[action] != 0 and (number <= lasting or is_last):
            value = try_luck(m, seat, action, AVERAGE)
            if choice == v.NONE or value > best:
                best = value
                choice = action
    return choice


@rule
def plan_by_last(m, seat, mask):
    """Plan to carry or sell all of the liquors still to be asked for, or none: as fares better with the last action."""
    last = a.A_RISE - 1
    while mask[last] == 0:
        last -= 1
    plan_all(m, 0)
    none = try_luck(m, seat, last, AVERAGE)
    plan_all(m, ALL)
    if none > try_luck(m, seat, last, AVERAGE):
        plan_all(m, 0)


@rule
def is_more_asked(s):
    """Say whether a further liquor will be asked for after the one to carry or sell."""
    frame = top(s)
    cargo = frame[KIND] == v.CARGO
    d = int(frame[ARG_B]) if cargo else int(frame[ARG_A])
    for liquor in range(int(frame[ARG_D] if cargo else frame[ARG_B]) + 1, v.NUM_LIQUORS):
        if s["barrels"][d, liquor] > 0:
            return True
    return False


@rule
def choose_amount(m, seat, mask):
    """Try every number of Barrels to carry or sell, with all or none of the liquors still to be asked for."""
    if is_more_asked(m.w["root"]):
        plan_by_last(m, seat, mask)
    return choose_tried(m, seat, mask, v.CARGO)


@rule
def choose_push(m, seat, mask):
    """Try every amount of the liquor asked for, with the amounts chosen before; a rival would refuse to give."""
    frame = top(m.w["root"])
    own = int(frame[ARG_A])
    other = int(frame[ARG_B])
    liquor = int(frame[ARG_C])
    s = think_anew(m)
    for each in range(liquor):
        s["barrels"][own, each] -= s["amounts"][each]
        s["barrels"][other, each] += s["amounts"][each]
    mine = int(s["barrels"][own, liquor])
    theirs = int(s["barrels"][other, liquor])
    asks = s["owner"][other] != seat and s["owner"][other] != v.NONE
    first = a.A_GIVE + liquor * a.NUM_PUSHES
    best = NO_PLAY
    choice = v.NONE
    for action in range(first, first + a.NUM_PUSHES):
        if mask[action] == 0:
            continue
        moved = action - first - v.MAX_BARRELS
        s["barrels"][own, liquor] = mine - moved
        s["barrels"][other, liquor] = theirs + moved
        value = NO_PLAY if asks and moved < 0 else worth_after(m, s, seat)
        if choice == v.NONE or value > best:
            best = value
            choice = action
    return choice


# ---- Contracts and Marks


@rule
def choose_deck(m, seat, mask):
    """Draw from the deck whose unseen cards are worth most."""
    s = m.w["root"]
    best = NO_PLAY
    choice = v.NONE
    for deck in range(v.NUM_DECKS):
        if mask[a.A_HUSTLE + deck] == 0:
            continue
        value = deck_worth(m, s, seat, deck)
        if choice == v.NONE or value > best:
            best = value
            choice = a.A_HUSTLE + deck
    return choice


@rule
def choose_discard(m, seat, mask):
    """Discard the Contract worth least."""
    s = m.w["root"]
    least = 0.0
    choice = v.NONE
    for card in range(v.NUM_CARDS):
        if mask[a.A_DISCARD + card] == 0:
            continue
        value = hand_worth(m, s, seat, card)
        if choice == v.NONE or value < least:
            least = value
            choice = a.A_DISCARD + card
    return choice


@rule
def prize_tonight(m, s, seat):
    """Return what the Contracts judged tonight bring as the board stands."""
    total = 0.0
    for k in range(int(m.w["num_cards"])):
        card = int(m.w["cards"][k])
        is_judged = s["card_at"][card] == v.STAKED + seat and s["card_markers"][card] == 1
        if is_judged and contract_is_met(m.t, s, seat, card):
            deck = int(m.t["card_deck"][card])
            total += prize_of(m, s, deck) + m.g["portfolio"] * (1 - int(m.w["done"][deck]))
    return total


@rule
def choose_shylock(m, seat, mask):
    """Repay what can be spared; before the judgement, take Marks only if their cash completes a Contract."""
    s = m.w["root"]
    choice = a.A_DONE
    if top(s)[ARG_A]:
        best = m.w["worth"]
        for action in range(a.A_REPAY, a.A_DONE):
            if mask[action] != 0:
                value = try_shylock(m, seat, action)
                if value > best:
                    best = value
                    choice = action
        return choice
    best = prize_tonight(m, s, seat)
    gain = int(m.t["mark_gain"])
    for action in range(a.A_BORROW, a.A_REPAY):
        if mask[action] == 0:
            continue
        marks = action - a.A_BORROW + 1
        thought = think_anew(m)
        thought["cash"][seat] += marks * gain
        value = prize_tonight(m, thought, seat) - marks * (m.g["mark"] - fading(m, s) * m.g["cash"] * gain)
        if value > best:
            best = value
            choice = action
    return choice
