"""Words for offers and promises that cannot be: which part of one, and why. What is checked is in `cooperation.py`."""

from __future__ import annotations

from typing import Any

from moonshine_env.engine.stack import ACTOR, ARG_A, KIND
from moonshine_env.kingdom.actions import CLAUSE_IDS, TERMS_IDS
from moonshine_env.kingdom.content_shapes import UNIT
from moonshine_env.kingdom.state import BY, DUE, PUSHED, VOUCHER, WHAT
from moonshine_env.kingdom.vocab import (
    ANSWER,
    BROKER_IDS,
    CLAUSE,
    FIRST_PROMISE,
    GIVE_CASH,
    GIVE_MARKERS,
    MOB_IDS,
    NONE,
    NOTHING,
    NUM_BROKERS,
    NUM_CLAUSES,
    NUM_LIQUORS,
    PROMISE_BARRELS,
    RECKONING,
    SUMS,
    TERMS,
)


def explain_offer(t: Any, s: Any, level: int) -> str:
    """Say which clause of an offer does not fit.

    Args:
        t: TABLES record.
        s: STATE record, unchanged.
        level: Of the stack, with a frame `clause`, `terms` or `answer`.

    Returns:
        The clause and why, as a part of a sentence; empty if the fault lies elsewhere, or it is no offer.
    """
    kind, actor, *arguments = (int(s["stack"][level, k]) for k in (KIND, ACTOR, *range(ARG_A, ARG_A + 4)))
    mobs = [int(mob) for mob in s["mob"][: int(s["num_players"])]]
    if kind == ANSWER:
        give, give_terms, want, want_terms = arguments
        offerer, rival = int(s["turn_player"]), actor
        if offerer == rival or not 0 <= offerer < len(mobs):
            return ""
        if give == want == NOTHING:
            return "`give` and `want` are both 'nothing'"
        sides = [("give", offerer, rival, give, give_terms), ("want", rival, offerer, want, want_terms)]
    elif kind in (CLAUSE, TERMS):
        mob, give, give_terms, want = arguments
        if mob not in mobs or mobs.index(mob) == actor:
            return f"`rival` is '{MOB_IDS[mob]}', who is not another player of this game"
        sides = [("give", actor, mobs.index(mob), give, give_terms)]
        if kind == TERMS:
            asked, clause, terms = ("give", give, give_terms) if want == NONE else ("want", want, NONE)
            wrong = _explain_asked(asked, clause, terms)
            if wrong or want == NONE:
                return wrong
        elif give == NONE:
            return "`give_terms` are said without a `give`" if give_terms != NONE else ""
    else:
        return ""
    return next(filter(None, (_explain_side(t, s, *side) for side in sides)), "")


def _explain_asked(side: str, clause: int, terms: int) -> str:
    """Say why a clause is not one whose terms can be asked now."""
    if clause < FIRST_PROMISE:
        return f"the terms of `{side}` are asked, but '{CLAUSE_IDS[clause]}' is no promise"
    if terms != NONE:
        return f"the terms of `{side}` are asked, but `{side}_terms` are said already"
    return ""


def _explain_side(t: Any, s: Any, side: str, maker: int, taker: int, clause: int, terms: int) -> str:
    """Say why one side could not be carried out now; empty if it could."""
    who, what = MOB_IDS[s["mob"][maker]], f"`{side}` is '{CLAUSE_IDS[clause]}'"
    if clause >= FIRST_PROMISE:
        if terms == NONE:
            return f"{what}, a promise, so it needs `{side}_terms`"
        return _explain_favor(s, side, maker, terms)
    if terms != NONE:
        return f"{what}, no promise, so it has no `{side}_terms`; '{TERMS_IDS[terms]}' stands there"
    if clause >= GIVE_MARKERS:
        other = MOB_IDS[s["mob"][taker]]
        low = [mob for mob, seat in ((who, maker), (other, taker)) if s["next_token"][seat] > 0]
        if low:
            return f"{what}, but {low[0]} lies low"
        own, free = int(s["slots"][maker, maker]), int(t["slots"]) - int(s["slots"][taker].sum())
        if clause - GIVE_MARKERS >= min(own, free):
            return f"{what}, but {who} has {own} own markers in his slots, and {other} {free} slots free"
    elif clause >= GIVE_CASH and SUMS[clause - GIVE_CASH] > s["cash"][maker]:
        return f"{what}, but {who} has ${int(s['cash'][maker]) * UNIT}"
    return ""


def _explain_favor(s: Any, side: str, maker: int, terms: int) -> str:
    broker = terms % (NUM_BROKERS + 1) - 1
    if broker == NONE:
        return ""
    what = f"`{side}_terms` are '{TERMS_IDS[terms]}', but {MOB_IDS[s['mob'][maker]]}"
    if s["favors"][maker, broker] == 0:
        return f"{what} does not hold the Favor of {BROKER_IDS[broker]}"
    rows = s["promises"][: int(s["promise_count"])]
    if any(row[BY] == maker and row[VOUCHER] == broker for row in rows):
        return f"{what} has staked the Favor of {BROKER_IDS[broker]} on another promise"
    return ""


def explain_promise(s: Any, place: int) -> str:
    """Say which part of an open promise does not fit, of those that reading a position leaves to the checks.

    Args:
        s: STATE record, unchanged.
        place: In the list of promises.

    Returns:
        The part and why, as a part of a sentence; empty if it is another.
    """
    row = [int(value) for value in s["promises"][place]]
    if not 0 <= row[BY] < s["num_players"] or not FIRST_PROMISE <= row[WHAT] < NUM_CLAUSES:
        return ""
    if row[DUE] <= s["day"] and (s["depth"] == 0 or s["stack"][0, KIND] == RECKONING):
        return f"`due` is Day {row[DUE]}, but the promises of that Day are settled"
    if row[PUSHED] >= max(1, (row[WHAT] - PROMISE_BARRELS) // NUM_LIQUORS + 1):
        return f"`barrels_pushed` is {row[PUSHED]}, which is all of '{CLAUSE_IDS[row[WHAT]]}': it would be kept"
    broker = row[VOUCHER]
    earlier = s["promises"][:place]
    if broker != NONE and any(other[BY] == row[BY] and other[VOUCHER] == broker for other in earlier):
        return f"{MOB_IDS[s['mob'][row[BY]]]} has staked the Favor of {BROKER_IDS[broker]} on another promise"
    return ""
