"""Shylock: take or repay Marks (K9.3, K9.4).

Ruling: Shylock is asked before staking, in table talk, before each hit of a Raid and at Reckoning (K9.4): he deals at
any time, and this is where it can matter.
"""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ARG_A, pop, top
from moonshine_env.kingdom.actions import A_BORROW, A_DONE, A_REPAY
from moonshine_env.kingdom.vocab import MAX_PLAYERS, ROTHSTEIN


@rule
def count_marks_left(t, s):
    """Count the Marks in the supply."""
    held = 0
    for seat in range(MAX_PLAYERS):
        held += int(s["marks"][seat])
    return int(t["marks"]) - held


@rule
def count_repay_cash(t, s, seat):
    """Return what one Mark costs to repay, hundreds of $."""
    if s["favors"][seat, ROTHSTEIN] > 0:
        return int(t["mark_repay_rothstein"])
    return int(t["mark_repay"])


@rule
def legal_repay(t, s, seat, mask):
    """Offer to repay 1 up to all Marks the cash is there for."""
    cash = int(s["cash"][seat])
    price = count_repay_cash(t, s, seat)
    count = 0
    while count < s["marks"][seat] and cash >= price * (count + 1):
        mask[A_REPAY + count] = 1
        count += 1
    return count


@rule
def legal_shylock(t, s, seat, mask):
    """Offer to take 1 up to all Marks left, or to repay.

    Ruling: one step is to take or to repay, once (K9.4): taking and repaying in a circle would have no end.
    """
    left = count_marks_left(t, s)
    for k in range(left):
        mask[A_BORROW + k] = 1
    return left + legal_repay(t, s, seat, mask)


@rule
def apply_borrow(t, s, seat, marks):
    """Take Marks and their cash."""
    s["marks"][seat] += marks
    s["cash"][seat] += marks * int(t["mark_gain"])


@rule
def apply_repay(t, s, seat, marks):
    """Repay Marks."""
    s["marks"][seat] -= marks
    s["cash"][seat] -= marks * count_repay_cash(t, s, seat)


@rule
def is_shylock(action):
    """Say whether an action takes or repays Marks."""
    return A_BORROW <= action < A_DONE


@rule
def apply_shylock(t, s, seat, action):
    """Take or repay, by action id."""
    if action < A_REPAY:
        apply_borrow(t, s, seat, action - A_BORROW + 1)
    else:
        apply_repay(t, s, seat, action - A_REPAY + 1)


@rule
def legal_reckoning_shylock(t, s, seat, mask):
    """Offer Shylock at Reckoning; only to repay in the last step (K9.4, K11.6)."""
    mask[A_DONE] = 1
    if top(s)[ARG_A]:
        return 1 + legal_repay(t, s, seat, mask)
    return 1 + legal_shylock(t, s, seat, mask)


@rule
def apply_reckoning_shylock(t, s, seat, action):
    """Answer the SHYLOCK step of the night: one step, one answer."""
    pop(s)
    if action != A_DONE:
        apply_shylock(t, s, seat, action)
