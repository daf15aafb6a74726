"""Offers, promises and what hangs on them; the alliances of a Blood Oath."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ACTOR, ARG_A, ARG_B, ARG_C, ARG_D, KIND
from moonshine_env.kingdom.phases.markers import seat_of_mob
from moonshine_env.kingdom.phases.promises import is_favor_free
from moonshine_env.kingdom.phases.talk import count_lendable
from moonshine_env.kingdom.soundness.problems import (
    BAD_ALLIANCES,
    BAD_FAVORS_LOST,
    BAD_OFFERS,
    BAD_PROMISE,
    BAD_PROMISES,
    OK,
    at,
)
from moonshine_env.kingdom.state import BY, DUE, PROMISE_WIDTH, PUSHED, TO, VOUCHER, WHAT
from moonshine_env.kingdom.vocab import (
    CLAUSE,
    FIRST_PROMISE,
    GIVE_CASH,
    GIVE_MARKERS,
    MAX_PLAYERS,
    MAX_PROMISES,
    NONE,
    NOTHING,
    NUM_BROKERS,
    NUM_CLAUSES,
    NUM_LIQUORS,
    OFFERED,
    PROMISE_BARRELS,
    PROMISE_NO_ENTRY,
    PROMISE_PAY,
    RECKONING,
    SUMS,
    TERMS,
    TURN,
)


@rule
def check_cooperation(t, s):
    """Check Favors lost, offers of today and promises; none of them in a game without cooperation."""
    for seat in range(MAX_PLAYERS):
        for broker in range(NUM_BROKERS):
            lost = int(s["favors_lost"][seat, broker])
            most = 1 - int(s["favors"][seat, broker]) if s["cooperation"] else 0
            if not 0 <= lost <= most:
                return at(BAD_FAVORS_LOST, seat)
        if not 0 <= s["offers"][seat] <= (t["offers_per_day"] if s["cooperation"] else 0):
            return at(BAD_OFFERS, seat)
    count = int(s["promise_count"])
    if not 0 <= count <= (MAX_PROMISES if s["cooperation"] else 0):
        return at(BAD_PROMISES, 0)
    # Closing one moves up all rows behind it, so what is left over lies just behind the last.
    if count < MAX_PROMISES:
        for k in range(PROMISE_WIDTH):
            if s["promises"][count, k] != 0:
                return at(BAD_PROMISES, 0)
    for place in range(count):
        if not is_promise_sound(s, place):
            return at(BAD_PROMISE, place)
    return OK


@rule
def is_promise_sound(s, place):
    """Say whether a promise can be open today, and its Favor stands for it alone."""
    row = s["promises"][place]
    players = int(s["num_players"])
    if not 0 <= row[BY] < players or not 0 <= row[TO] < players or row[BY] == row[TO]:
        return False
    if not FIRST_PROMISE <= row[WHAT] < NUM_CLAUSES or not NONE <= row[VOUCHER] < NUM_BROKERS:
        return False
    # Those due today are settled before Reckoning, and so before the game can be over.
    first = int(s["day"]) + (1 if s["depth"] == 0 or s["stack"][0, KIND] == RECKONING else 0)
    if not first <= row[DUE] <= s["day"] + 1:
        return False
    promised = (int(row[WHAT]) - PROMISE_BARRELS) // NUM_LIQUORS + 1 if row[WHAT] >= PROMISE_BARRELS else 1
    if not 0 <= row[PUSHED] < promised:
        return False
    if row[VOUCHER] == NONE:
        return True
    for other in range(place):
        if s["promises"][other, BY] == row[BY] and s["promises"][other, VOUCHER] == row[VOUCHER]:
            return False
    return s["favors"][row[BY], row[VOUCHER]] == 1


@rule
def check_oath(t, s):
    """Check the Crackdown token and the partners (K12.1, K12.2)."""
    space = int(s["crackdown"])
    if not s["blood_oath"]:
        low = high = 0
    else:
        low, high = int(t["crackdown_start"]), int(t["crackdown_spaces"])
    if not low <= space <= high or (s["blood_oath"] and s["num_players"] != MAX_PLAYERS):
        return at(BAD_ALLIANCES, 0)
    allied = s["blood_oath"] != 0 and space == t["crackdown_spaces"]
    for seat in range(MAX_PLAYERS):
        partner = int(s["partner"][seat])
        if not allied:
            if partner != NONE:
                return at(BAD_ALLIANCES, 0)
        elif not 0 <= partner < MAX_PLAYERS or partner == seat or s["partner"][partner] != seat:
            return at(BAD_ALLIANCES, 0)
    return OK


# ---- frames


@rule
def is_fitting_offer(t, s, level):
    """Look at the decisions of an offer: whose it is, and that what was said so far can still be carried out."""
    frame, below = s["stack"][level], s["stack"][level - 1]
    kind, actor, a, b, c, d = frame[KIND], frame[ACTOR], frame[ARG_A], frame[ARG_B], frame[ARG_C], frame[ARG_D]
    offerer = int(s["turn_player"])
    if below[KIND] != TURN or below[ACTOR] != offerer or not s["cooperation"]:
        return False
    if below[ARG_C] & OFFERED == 0 or below[ARG_B] != 0:
        return False
    if kind != CLAUSE and kind != TERMS:
        if actor == offerer or (a == NOTHING and c == NOTHING):
            return False
        return is_sayable(t, s, offerer, actor, a, b) and is_sayable(t, s, actor, offerer, c, d)
    rival = int(seat_of_mob(s, a))
    if actor != offerer or rival == NONE or rival == actor:
        return False
    if kind == CLAUSE:
        return c == NONE if b == NONE else is_sayable(t, s, actor, rival, b, c)
    if d == NONE:
        return b >= FIRST_PROMISE and c == NONE
    return d >= FIRST_PROMISE and is_sayable(t, s, actor, rival, b, c)


@rule
def is_sayable(t, s, maker, taker, clause, terms):
    """Say whether one side of an offer could be carried out now by itself, and has terms if it is a promise (K9.8)."""
    if clause >= FIRST_PROMISE:
        voucher = int(terms) % (NUM_BROKERS + 1) - 1
        return terms != NONE and (voucher == NONE or is_favor_free(s, maker, voucher))
    if terms != NONE:
        return False
    if clause >= GIVE_MARKERS:
        return clause - GIVE_MARKERS < count_lendable(t, s, maker, taker)
    return clause < GIVE_CASH or SUMS[clause - GIVE_CASH] <= s["cash"][maker]


@rule
def is_fitting_promise(s, level):
    """Look at the decision of a deadline: a promise to pay, due today, that its maker can meet (K9.10)."""
    frame, below = s["stack"][level], s["stack"][level - 1]
    place = int(frame[ARG_A])
    if level != 1 or below[ARG_A] != place or place >= s["promise_count"]:
        return False
    row = s["promises"][place]
    if row[BY] != frame[ACTOR] or row[DUE] != s["day"] or not PROMISE_PAY <= row[WHAT] < PROMISE_NO_ENTRY:
        return False
    return SUMS[row[WHAT] - PROMISE_PAY] <= s["cash"][row[BY]]


@rule
def is_fitting_deadlines(s):
    """Look at the bottom of the stack while promises fall due: those looked at already are due tomorrow."""
    done = int(s["stack"][0, ARG_A])
    if done > s["promise_count"]:
        return False
    for place in range(done):
        if s["promises"][place, DUE] <= s["day"]:
            return False
    return True
