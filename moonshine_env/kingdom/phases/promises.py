"""Promises: made by an offer, honored, broken, due at the end of Operations (K9.8-K9.11).

Open promises stand in the state in the order they were made.

Ruling: a promise without a Favor opens and closes as one with, but binds nobody (K9.9): a mere word costs nothing.
"""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ARG_A, pop, push, top
from moonshine_env.kingdom.actions import A_DONE, A_PAY_PROMISE
from moonshine_env.kingdom.phases.forfeit import resolve_marker_lost
from moonshine_env.kingdom.state import BY, DUE, PUSHED, TO, VOUCHER, WHAT
from moonshine_env.kingdom.vocab import (
    ANYWHERE,
    NONE,
    NUM_BROKERS,
    NUM_LIQUORS,
    PROMISE,
    PROMISE_BARRELS,
    PROMISE_NO_ENTRY,
    PROMISE_PASSAGE,
    PROMISE_PAY,
    RECKONING,
    SUMS,
    TOMORROW,
)


@rule
def is_favor_free(s, seat, broker):
    """Say whether a seat holds a Favor and has not staked it: a broker vouches for one promise at a time (K9.9).

    Ruling: a staked Favor still serves its holder (K9.1): it is lost only with the promise.
    """
    if s["favors"][seat, broker] == 0:
        return False
    for k in range(s["promise_count"]):
        if s["promises"][k, BY] == seat and s["promises"][k, VOUCHER] == broker:
            return False
    return True


@rule
def resolve_promise(s, seat, other, clause, terms):
    """Write a new promise of `seat` to `other` at the end of the list."""
    row = s["promises"][int(s["promise_count"])]
    row[BY] = seat
    row[TO] = other
    row[WHAT] = clause
    row[DUE] = s["day"] + (1 if terms // (NUM_BROKERS + 1) == TOMORROW else 0)
    row[VOUCHER] = terms % (NUM_BROKERS + 1) - 1
    row[PUSHED] = 0
    s["promise_count"] += 1


@rule
def resolve_closed(s, place):
    """Take a promise off the list; a Favor staked on it is free again."""
    last = int(s["promise_count"]) - 1
    for k in range(place, last):
        s["promises"][k][:] = s["promises"][k + 1][:]
    s["promises"][last][:] = 0
    s["promise_count"] = last


@rule
def resolve_broken(s, place):
    """Close a promise as broken: the Favor staked on it is gone for good, and a marker of its maker with it (K9.10)."""
    seat, broker = int(s["promises"][place, BY]), int(s["promises"][place, VOUCHER])
    resolve_closed(s, place)
    if broker != NONE:
        s["favors"][seat, broker] = 0
        s["favors_lost"][seat, broker] = 1
        resolve_marker_lost(s, seat)


@rule
def is_about(t, where, district):
    """Say whether a promise about a Borough, or ANYWHERE, is about a District."""
    return where == ANYWHERE or where == t["borough"][district]


# ---- no entry, passage: broken at once


@rule
def resolve_violated(t, s, seat, other, kind, district):
    """Break every promise of one kind that the seat made to another about that District (K9.10).

    Args:
        kind: First clause of the kind: PROMISE_NO_ENTRY or PROMISE_PASSAGE.
    """
    place = 0
    while place < s["promise_count"]:
        row = s["promises"][place]
        where = int(row[WHAT]) - kind
        is_kind = row[BY] == seat and row[TO] == other and 0 <= where <= ANYWHERE
        if is_kind and is_about(t, where, district):
            resolve_broken(s, place)
        else:
            place += 1


@rule
def resolve_entry(t, s, seat, district):
    """Break what the seat promised when its mobsters enter a District.

    Ruling: who Controls it just before counts, whatever follows there (K9.10): the promise is about going in.
    """
    resolve_violated(t, s, seat, s["owner"][district], PROMISE_NO_ENTRY, district)


@rule
def resolve_no_passage(t, s, seat, district):
    """Break what the seat promised when it Ambushes the party in a District (K9.10)."""
    resolve_violated(t, s, seat, s["party_owner"], PROMISE_PASSAGE, district)


# ---- pay, Barrels: to be fulfilled


@rule
def count_promised_cash(clause):
    """Return the sum of a `pay` promise, hundreds of $; 0 for other clauses."""
    if PROMISE_PAY <= clause < PROMISE_NO_ENTRY:
        return SUMS[clause - PROMISE_PAY]
    return 0


@rule
def can_pay_promise(s, seat, place):
    """Say whether a promise is a `pay` promise of the seat, and the cash is there."""
    row = s["promises"][place]
    cash = count_promised_cash(int(row[WHAT]))
    return row[BY] == seat and 0 < cash <= s["cash"][seat]


@rule
def legal_pay_promise(s, seat, mask):
    """Offer each open `pay` promise of the seat that it can meet (K9.5)."""
    count = 0
    for place in range(s["promise_count"]):
        if can_pay_promise(s, seat, place):
            mask[A_PAY_PROMISE + place] = 1
            count += 1
    return count


@rule
def apply_pay_promise(s, place):
    """Pay what was promised, which honors it.

    Ruling: a gift fulfils no promise (K9.10): it is said what the cash is for.
    """
    row = s["promises"][place]
    cash = count_promised_cash(int(row[WHAT]))
    s["cash"][row[BY]] -= cash
    s["cash"][row[TO]] += cash
    resolve_closed(s, place)


@rule
def resolve_delivery(s, seat, other, liquor, barrels):
    """Add Barrels the seat Pushed into a District of `other` to its promises of that liquor.

    Ruling: a Push counts for every promise of those Barrels made before it (K9.10): each asks what was Pushed since.
    """
    place = 0
    while place < s["promise_count"]:
        row = s["promises"][place]
        goods = int(row[WHAT]) - PROMISE_BARRELS
        if row[BY] == seat and row[TO] == other and goods >= 0 and goods % NUM_LIQUORS == liquor:
            row[PUSHED] += barrels
            if row[PUSHED] > goods // NUM_LIQUORS:
                resolve_closed(s, place)
                continue
        place += 1


# ---- deadlines


@rule
def resolve_deadlines(s):
    """Settle the promises due today; then comes Reckoning.

    Ruling: those due together are settled in the order they were made (K9.10): what one brings may pay the next.

    Ruling: who can pay a promise that is due is asked, lying low or not (K9.10): cash may change hands at any time.
    """
    frame = top(s)
    while frame[ARG_A] < s["promise_count"]:
        place = int(frame[ARG_A])
        row = s["promises"][place]
        if row[DUE] > s["day"]:
            frame[ARG_A] += 1
        elif can_pay_promise(s, row[BY], place):
            push(s, PROMISE, row[BY], place, 0, 0, 0)
            return
        elif PROMISE_NO_ENTRY <= row[WHAT] < PROMISE_BARRELS:
            resolve_closed(s, place)
        else:
            resolve_broken(s, place)
    pop(s)
    push(s, RECKONING, NONE, 0, 0, 0, 0)


@rule
def legal_promise(s, mask):
    """Offer to pay, or to break the promise."""
    mask[A_PAY_PROMISE + top(s)[ARG_A]] = 1
    mask[A_DONE] = 1
    return 2


@rule
def apply_promise(s, action):
    """Pay, or break it."""
    place = int(top(s)[ARG_A])
    pop(s)
    if action == A_DONE:
        resolve_broken(s, place)
    else:
        apply_pay_promise(s, place)
