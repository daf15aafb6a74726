"""Table talk: lending, gifts, offers (K9.5-K9.8), each at most once a turn: no talk goes round in circles."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ARG_A, ARG_B, ARG_C, ARG_D, pop, push, top
from moonshine_env.kingdom import actions as a
from moonshine_env.kingdom.phases.markers import count_slotted, resolve_lay_low, seat_of_mob
from moonshine_env.kingdom.phases.promises import (
    apply_pay_promise,
    is_favor_free,
    legal_pay_promise,
    resolve_promise,
)
from moonshine_env.kingdom.vocab import (
    ANSWER,
    CLAUSE,
    FIRST_PROMISE,
    GIFTED,
    GIVE_CASH,
    GIVE_MARKERS,
    LENT,
    MAX_PROMISES,
    MAX_SLOTS,
    NONE,
    NOTHING,
    NUM_BROKERS,
    NUM_CLAUSES,
    NUM_SUMS,
    NUM_TERMS,
    OFFERED,
    SUMS,
    TERMS,
)


@rule
def count_lendable(t, s, seat, other):
    """Count the own markers a seat can move into another's free slots; none if either lies low (K9.6)."""
    if s["next_token"][seat] > 0 or s["next_token"][other] > 0:
        return 0
    return min(int(s["slots"][seat, seat]), int(t["slots"]) - count_slotted(s, other))


@rule
def count_sums(s, seat):
    """Count the sums of the list, lowest first, that a seat has the cash for."""
    count = 0
    while count < NUM_SUMS and s["cash"][seat] >= SUMS[count]:
        count += 1
    return count


@rule
def legal_talk(t, s, seat, mask):
    """Offer to lend, to give cash, to make an offer, once a turn each, and to pay open promises (K9.5).

    Ruling: each kind of talk comes once a turn, before the Play, so a turn asked again after a refused exchange has
    none (K9.5): talk without bound would never come to a Play.
    """
    frame = top(s)
    if frame[ARG_B]:
        return 0
    talked = int(frame[ARG_C])
    sums = 0 if talked & GIFTED else count_sums(s, seat)
    # Whoever sticks to his offers a Day never fills the list; a loaded position may hold it nearly full.
    has_room = s["promise_count"] + 2 <= MAX_PROMISES
    offers = has_room and not talked & OFFERED and s["offers"][seat] < t["offers_per_day"]
    count = legal_pay_promise(s, seat, mask)
    for rival in range(s["num_players"]):
        if rival == seat:
            continue
        mob = int(s["mob"][rival])
        lendable = 0 if talked & LENT else count_lendable(t, s, seat, rival)
        for k in range(lendable):
            mask[a.A_LEND + mob * MAX_SLOTS + k] = 1
        for k in range(sums):
            mask[a.A_GIFT + mob * NUM_SUMS + k] = 1
        count += lendable + sums
        if offers:
            mask[a.A_OFFER + mob] = 1
            count += 1
    return count


@rule
def is_talk(action):
    """Say whether an action of a turn lends, gives, offers or pays a promise."""
    return action >= a.A_LEND


@rule
def apply_talk(s, seat, action):
    """Lend, give, open an offer, or pay a promise; the turn goes on.

    Ruling: a player makes three offers a Day at most (K9.8): talk would have no end.
    """
    frame = top(s)
    if action >= a.A_PAY_PROMISE:
        apply_pay_promise(s, action - a.A_PAY_PROMISE)
    elif action >= a.A_OFFER:
        frame[ARG_C] |= OFFERED
        s["offers"][seat] += 1
        push(s, CLAUSE, seat, action - a.A_OFFER, NONE, NONE, 0)
    elif action >= a.A_GIFT:
        frame[ARG_C] |= GIFTED
        gift = action - a.A_GIFT
        resolve_cash(s, seat, seat_of_mob(s, gift // NUM_SUMS), SUMS[gift % NUM_SUMS])
    else:
        frame[ARG_C] |= LENT
        loan = action - a.A_LEND
        resolve_loan(s, seat, seat_of_mob(s, loan // MAX_SLOTS), loan % MAX_SLOTS + 1)
        resolve_emptied(s, seat)


@rule
def resolve_cash(s, seat, other, cash):
    """Hand over cash, hundreds of $."""
    s["cash"][seat] -= cash
    s["cash"][other] += cash


@rule
def resolve_loan(s, seat, other, markers):
    """Move own markers into another's slots; he spends them as his own."""
    s["slots"][seat, seat] -= markers
    s["slots"][other, seat] += markers


@rule
def resolve_emptied(s, seat):
    """Lay low who has no marker left in his slots (K4.6); if it is his turn, it ends."""
    if count_slotted(s, seat) > 0 or s["next_token"][seat] > 0:
        return
    if s["turn_player"] == seat:
        pop(s)
    resolve_lay_low(s, seat)


# ---- offers


@rule
def legal_clause(t, s, seat, mask):
    """Offer the clauses of one side: what can be done at once by itself, and every promise.

    Ruling: an offer is made of listed clauses that can be carried out now (K9.8): free words could not be judged.
    """
    frame = top(s)
    rival = seat_of_mob(s, frame[ARG_A])
    giver, taker = seat, rival
    if frame[ARG_B] != NONE:
        giver, taker = rival, seat
    count = NUM_CLAUSES - FIRST_PROMISE
    mask[a.A_CLAUSE + FIRST_PROMISE : a.A_CLAUSE + NUM_CLAUSES] = 1
    if frame[ARG_B] != NOTHING:
        mask[a.A_CLAUSE + NOTHING] = 1
        count += 1
    sums = count_sums(s, giver)
    for k in range(sums):
        mask[a.A_CLAUSE + GIVE_CASH + k] = 1
    lendable = count_lendable(t, s, giver, taker)
    for k in range(lendable):
        mask[a.A_CLAUSE + GIVE_MARKERS + k] = 1
    return count + sums + lendable


@rule
def apply_clause(s, seat, clause):
    """Note the clause; ask its terms if it is a promise, else what is wanted, else the rival."""
    frame = top(s)
    mob, give, give_terms = int(frame[ARG_A]), int(frame[ARG_B]), int(frame[ARG_C])
    pop(s)
    giving = give == NONE
    if clause >= FIRST_PROMISE:
        if giving:
            push(s, TERMS, seat, mob, clause, NONE, NONE)
        else:
            push(s, TERMS, seat, mob, give, give_terms, clause)
    elif giving:
        push(s, CLAUSE, seat, mob, clause, NONE, 0)
    else:
        push(s, ANSWER, seat_of_mob(s, mob), give, give_terms, clause, NONE)


@rule
def legal_terms(s, seat, mask):
    """Offer both deadlines, with no Favor or with each free one of the promise's maker (K9.9)."""
    frame = top(s)
    maker = seat if frame[ARG_D] == NONE else seat_of_mob(s, frame[ARG_A])
    count = 0
    for terms in range(NUM_TERMS):
        broker = terms % (NUM_BROKERS + 1) - 1
        if broker == NONE or is_favor_free(s, maker, broker):
            mask[a.A_TERMS + terms] = 1
            count += 1
    return count


@rule
def apply_terms(s, seat, terms):
    """Note the terms; ask what is wanted, or the rival."""
    frame = top(s)
    mob, give, give_terms, want = int(frame[ARG_A]), int(frame[ARG_B]), int(frame[ARG_C]), int(frame[ARG_D])
    pop(s)
    if want == NONE:
        push(s, CLAUSE, seat, mob, give, terms, 0)
    else:
        push(s, ANSWER, seat_of_mob(s, mob), give, give_terms, want, terms)


@rule
def legal_answer(mask):
    """Offer to accept or to decline."""
    mask[a.A_ACCEPT] = 1
    mask[a.A_DECLINE] = 1
    return 2


@rule
def apply_answer(s, seat, action):
    """Carry out both sides of an accepted offer; then whoever of the two has no marker left lies low (K4.6).

    Ruling: there is no counter-offer in this turn (K9.8): haggling would have no end.
    """
    frame = top(s)
    give, give_terms, want, want_terms = int(frame[ARG_A]), int(frame[ARG_B]), int(frame[ARG_C]), int(frame[ARG_D])
    pop(s)
    if action == a.A_DECLINE:
        return
    offerer = int(s["turn_player"])
    resolve_side(s, offerer, seat, give, give_terms)
    resolve_side(s, seat, offerer, want, want_terms)
    resolve_emptied(s, offerer)
    resolve_emptied(s, seat)


@rule
def resolve_side(s, seat, other, clause, terms):
    """Do what one side of an offer says, or note what it promises."""
    if clause >= FIRST_PROMISE:
        resolve_promise(s, seat, other, clause, terms)
    elif clause >= GIVE_MARKERS:
        resolve_loan(s, seat, other, clause - GIVE_MARKERS + 1)
    elif clause >= GIVE_CASH:
        resolve_cash(s, seat, other, SUMS[clause - GIVE_CASH])
