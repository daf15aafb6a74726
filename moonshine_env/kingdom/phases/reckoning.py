"""Reckoning: the Sweep, Titles, Contracts, victory (K11)."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ARG_A, ARG_B, pop, push, top
from moonshine_env.kingdom.phases.brew import seat_of_token, start_day
from moonshine_env.kingdom.phases.contracts import contract_is_met
from moonshine_env.kingdom.phases.oath import count_wealth, find_winning_family, have_allied, is_family_ahead
from moonshine_env.kingdom.phases.respect import count_respect
from moonshine_env.kingdom.phases.shylock import count_repay_cash
from moonshine_env.kingdom.phases.staking import resolve_unstaked
from moonshine_env.kingdom.phases.territory import count_in_borough, count_joints, count_kind, count_mobsters
from moonshine_env.kingdom.vocab import (
    COMPLETED,
    DAY_CAP,
    DISCARDED,
    MAX_PLAYERS,
    NONE,
    NUM_BOROUGHS,
    NUM_CARDS,
    NUM_DECKS,
    NUM_DISTRICTS,
    NUM_LIQUORS,
    SHYLOCK,
    STAKED,
    VICTORY,
    WALKER,
    WARD,
)

SWEEP_STEP, BORROW_STEP, CONTRACT_STEP, REPAY_STEP, END_STEP = range(5)
_MET = -1  # a marker count that says, inside one judgement only, that a Contract was met


@rule
def resolve_reckoning(t, s):
    """Work off the next step of the night."""
    frame = top(s)
    step = int(frame[ARG_A])
    if step == SWEEP_STEP:
        frame[ARG_A] = BORROW_STEP
        resolve_sweep(t, s)
        resolve_titles(t, s)
    elif step == BORROW_STEP:
        ask_before_judgement(t, s, frame)
    elif step == CONTRACT_STEP:
        frame[ARG_A] = REPAY_STEP
        resolve_contracts(t, s)
    elif step == REPAY_STEP:
        ask_to_repay(t, s, frame)
    else:
        resolve_end_of_day(t, s)


@rule
def resolve_sweep(t, s):
    """Arrest Runners beyond five mobsters in a District, not those of Walker's friends (K11.1)."""
    for district in range(NUM_DISTRICTS):
        owner = int(s["owner"][district])
        if owner == NONE or s["favors"][owner, WALKER] > 0:
            continue
        excess = min(count_mobsters(s, district) - int(t["sweep_limit"]), int(s["runners"][district]))
        if excess > 0:
            s["runners"][district] -= excess
            s["runners_left"][owner] += excess


# ---- Titles


@rule
def find_leader(t, s, title, index):
    """Find the seat that holds more than every rival, and at least two; NONE on a tie (K11.2).

    Ruling: a partner is a rival for Titles, Contracts and Raids (K12.3): all property stays separate.

    Args:
        title: 0 = Districts of Borough `index`, 1 = Joints that pour liquor `index`, 2 = Ghettos.
    """
    best = int(t["title_minimum"]) - 1
    leader = NONE
    for seat in range(s["num_players"]):
        if title == 0:
            held = count_in_borough(t, s, seat, index)
        elif title == 1:
            held = count_joints(t, s, seat, index)
        else:
            held = count_kind(t, s, seat, WARD)
        if held > best:
            best = held
            leader = seat
        elif held == best:
            leader = NONE
    return leader


@rule
def resolve_titles(t, s):
    """Give each Title to its leader, or return it to the Supply; a tie returns it even if the holder is in it.

    Ruling: Deeds that were not dealt, Staten Island's too, can be claimed (K1.7): each is worth Respect.
    """
    for borough in range(NUM_BOROUGHS):
        s["deed"][borough] = find_leader(t, s, 0, borough)
    for liquor in range(NUM_LIQUORS):
        s["syndicate"][liquor] = find_leader(t, s, 1, liquor)
    s["ward_boss"] = find_leader(t, s, 2, 0)


# ---- Shylock before and after the judgement


@rule
def is_judged_on_cash(t, s, seat):
    """Say whether a Contract of the seat that is judged tonight names cash.

    Ruling: before the judgement only a player with such a Contract on cash is asked (K9.4): there Marks can matter.
    """
    for card in range(NUM_CARDS):
        if s["card_at"][card] == STAKED + seat and s["card_markers"][card] == 1 and t["contracts"]["names_cash"][card]:
            return True
    return False


@rule
def ask_before_judgement(t, s, frame):
    """Offer Shylock, in Turn Order, to the next player whose cash is judged tonight."""
    asked = int(frame[ARG_B])
    if asked == s["num_players"]:
        frame[ARG_A] = CONTRACT_STEP
        frame[ARG_B] = 0
        return
    frame[ARG_B] = asked + 1
    seat = seat_of_token(s, asked + 1)
    if is_judged_on_cash(t, s, seat):
        push(s, SHYLOCK, seat, 0, 0, 0, 0)


@rule
def seat_of_next_token(s, token):
    """Find the seat that took that Turn Token for tomorrow."""
    for seat in range(s["num_players"]):
        if s["next_token"][seat] == token:
            return seat
    return NONE


@rule
def ask_to_repay(t, s, frame):
    """Offer the next player, in the order of the tokens just taken, to repay Marks.

    Ruling: Marks can be repaid once more before Respect counts (K11.6): they can as long as the game goes on.
    """
    asked = int(frame[ARG_B])
    if asked == s["num_players"]:
        frame[ARG_A] = END_STEP
        frame[ARG_B] = 0
        return
    frame[ARG_B] = asked + 1
    seat = seat_of_next_token(s, asked + 1)
    if s["marks"][seat] > 0 and s["cash"][seat] >= count_repay_cash(t, s, seat):
        push(s, SHYLOCK, seat, 1, 0, 0, 0)


# ---- Contracts


@rule
def resolve_contracts(t, s):
    """Take a marker off each staked Contract, judge those left without, pay, and seat the Commission (K11.3-K11.5).

    Ruling: all Contracts are judged on one position, before any pay (K11.4): their order must not matter.
    """
    for card in range(NUM_CARDS):
        if STAKED <= s["card_at"][card] < COMPLETED:
            s["card_markers"][card] -= 1
            s["stash"][s["card_at"][card] - STAKED] += 1
    for card in range(NUM_CARDS):
        due = STAKED <= s["card_at"][card] < COMPLETED and s["card_markers"][card] == 0
        if due and contract_is_met(t, s, int(s["card_at"][card]) - STAKED, card):
            s["card_markers"][card] = _MET
    for card in range(NUM_CARDS):
        if STAKED <= s["card_at"][card] < COMPLETED and s["card_markers"][card] <= 0:
            seat = int(s["card_at"][card]) - STAKED
            if s["card_markers"][card] == _MET:
                resolve_unstaked(s, card, COMPLETED + seat)
                s["cash"][seat] += t["deck_cash"][t["card_deck"][card]]
            else:
                resolve_unstaked(s, card, DISCARDED)
            s["card_markers"][card] = 0
    for seat in range(s["num_players"]):
        if has_portfolio(t, s, seat):
            s["commission"][seat] = 1


@rule
def has_portfolio(t, s, seat):
    """Say whether a Gig, a Racket and a Score are Completed."""
    for deck in range(NUM_DECKS):
        found = False
        for card in range(NUM_CARDS):
            if s["card_at"][card] == COMPLETED + seat and t["card_deck"][card] == deck:
                found = True
        if not found:
            return False
    return True


# ---- the end


@rule
def is_ahead(t, s, seat, other):
    """Say whether a seat ranks above another: Respect, then wealth, which never ties between mobs."""
    mine, theirs = count_respect(t, s, seat), count_respect(t, s, other)
    if mine != theirs:
        return mine > theirs
    return count_wealth(t, s, seat) > count_wealth(t, s, other)


@rule
def find_winner(t, s):
    """Find the first among those with a Commission and 20 Respect; NONE if there is none (K11.8).

    Ruling: until the families stand a player can win alone in a Blood Oath, too (K12.1): all other rules hold.

    Once they stand, only a family can win (K12.5): then a seat of it.
    """
    if have_allied(s):
        return find_winning_family(t, s)
    winner = NONE
    for seat in range(s["num_players"]):
        claims = s["commission"][seat] and count_respect(t, s, seat) >= t["win_respect"]
        if claims and (winner == NONE or is_ahead(t, s, seat, winner)):
            winner = seat
    return winner


@rule
def resolve_places(t, s, winner):
    """Write the final places.

    Ruling: behind the winner all rank by Respect, then wealth (K11.9): as the winner is found.
    """
    for seat in range(s["num_players"]):
        place = 1
        for other in range(s["num_players"]):
            if other != seat and is_placed_before(t, s, other, seat, winner):
                place += 1
        s["place"][seat] = place


@rule
def is_placed_before(t, s, seat, other, winner):
    """Say whether a seat is placed before another: the winner (a winning family) first, then by what they have."""
    if not have_allied(s):
        return seat == winner or (other != winner and is_ahead(t, s, seat, other))
    if s["partner"][seat] == other:
        return is_ahead(t, s, seat, other)
    if winner != NONE:
        return seat == winner or s["partner"][seat] == winner
    return is_family_ahead(t, s, seat, other)


@rule
def resolve_end_of_day(t, s):
    """Crown a winner, or end at the Day cap, or flip the Moon and begin the next Day (K11.10).

    Ruling: after the last Day most Respect wins, Commission or not, then wealth (K11.11): the rulebook sets no limit.
    """
    pop(s)
    winner = find_winner(t, s)
    if winner != NONE:
        s["ending"] = VICTORY
    elif s["day"] >= s["max_days"]:
        s["ending"] = DAY_CAP
    else:
        for seat in range(MAX_PLAYERS):
            s["token"][seat] = s["next_token"][seat]
            s["next_token"][seat] = 0
        s["moon"] = 1 - s["moon"]
        s["day"] += 1
        start_day(t, s)
        return
    resolve_places(t, s, winner)
