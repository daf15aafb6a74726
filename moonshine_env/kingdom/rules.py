"""The rules of Moonshine Kingdom as seven verbs: the only dispatcher.

`setup`, `legal`, `apply`, `is_over`, `scores`, `redeal` (and `observe`, in `observation`), for Python, each over
`(tables, states, i)`: `(1,)` of TABLES, `(B,)` of STATE, and which state. The functions named `*_game` are the same for
compiled callers, over one record each. Nothing here knows rewards, agents or infos.
"""

from __future__ import annotations

from moonshine_env.engine.jit import entry, rule
from moonshine_env.engine.stack import ACTOR, KIND, top
from moonshine_env.kingdom import actions as a
from moonshine_env.kingdom import vocab as v
from moonshine_env.kingdom.phases import (
    brew,
    combat,
    grease,
    hustle,
    markers,
    pinned,
    police,
    power_plays,
    promises,
    push,
    reckoning,
    recruit,
    safehouses,
    shylock,
    sicilian_plays,
    talk,
    title_plays,
    travel,
    turns,
    unload,
)
from moonshine_env.kingdom.phases.redeal import resolve_redeal
from moonshine_env.kingdom.phases.respect import count_respect
from moonshine_env.kingdom.phases.setup import resolve_setup


@rule
def legal_game(t, s, mask):
    """Write the mask of the open decision.

    Args:
        t: TABLES record.
        s: STATE record, never changed.
        mask: `(NUM_ACTIONS,)` int8, fully written.

    Returns:
        How many actions are legal; 0 only when the game is over.
    """
    mask[:] = 0
    if s["depth"] == 0:
        return 0
    frame = top(s)
    kind = frame[KIND]
    seat = int(frame[ACTOR])
    if kind == v.TURN:
        return turns.legal_turn(t, s, seat, mask)
    if kind == v.DRAFT:
        return brew.legal_draft(s, mask)
    if kind == v.GREASE:
        return grease.legal_grease(t, s, seat, mask)
    if kind == v.CREW:
        return travel.legal_crew(t, s, mask)
    if kind == v.CARGO:
        return travel.legal_cargo(t, s, mask)
    if kind == v.PUSH_AMOUNT:
        return push.legal_push_amount(s, seat, mask)
    if kind == v.SELL:
        return unload.legal_sell(s, mask)
    if kind == v.STANDOFF:
        return combat.legal_standoff(t, s, seat, mask)
    if kind == v.PINNED:
        return pinned.legal_pinned(t, s, seat, mask)
    return legal_rarer(t, s, kind, seat, mask)


@rule
def legal_rarer(t, s, kind, seat, mask):
    """Write the mask of the decisions met less often."""
    if kind == v.EXCHANGE:
        return push.legal_exchange(mask)
    if kind == v.RECRUIT:
        return recruit.legal_hire(t, s, seat, mask)
    if kind == v.HUSTLE:
        return hustle.legal_decks(t, s, mask)
    if kind == v.DISCARD:
        return hustle.legal_discard(s, seat, mask)
    if kind == v.SECURE_FROM:
        return safehouses.legal_secure_from(s, seat, mask)
    if kind == v.SAFEHOUSE:
        return safehouses.legal_takeover(s, seat, mask)
    if kind == v.SAFEHOUSE_FREE:
        return safehouses.legal_free_safehouse(s, seat, mask)
    if kind == v.PAY_OWNER:
        return markers.legal_pay_owner(s, seat, mask)
    if kind == v.HEAT_OWNER:
        return markers.legal_heat_owner(s, mask)
    if kind == v.PLUNDER_PICK:
        return combat.legal_plunder_pick(s, seat, mask)
    if kind == v.RAID_TIE:
        return police.legal_raid_tie(t, s, seat, mask)
    if kind == v.RAID_PAY:
        return police.legal_raid_pay(t, s, seat, mask)
    return legal_deal(t, s, kind, seat, mask)


@rule
def legal_deal(t, s, kind, seat, mask):
    """Write the mask of the decisions about offers and promises, and of Shylock at Reckoning."""
    if kind == v.CLAUSE:
        return talk.legal_clause(t, s, seat, mask)
    if kind == v.TERMS:
        return talk.legal_terms(s, seat, mask)
    if kind == v.ANSWER:
        return talk.legal_answer(mask)
    if kind == v.PROMISE:
        return promises.legal_promise(s, mask)
    return shylock.legal_reckoning_shylock(t, s, seat, mask)


@rule
def apply_game(t, s, action):
    """Play a legal action for its actor, then all automatic work up to the next decision or the end; `s` in place."""
    frame = top(s)
    kind = frame[KIND]
    seat = int(frame[ACTOR])
    if kind == v.TURN:
        turns.apply_turn(t, s, seat, action)
    elif kind == v.DRAFT:
        brew.apply_draft(t, s, action - a.A_DRAFT)
    elif kind == v.GREASE:
        grease.apply_grease(t, s, seat, action)
    elif kind == v.CREW:
        travel.apply_crew(t, s, seat, action - a.A_CREW)
    elif kind == v.CARGO:
        travel.apply_cargo(t, s, seat, action - a.A_CARRY)
    elif kind == v.PUSH_AMOUNT:
        push.apply_push_amount(t, s, seat, action - a.A_GIVE)
    elif kind == v.SELL:
        unload.apply_sell(t, s, seat, action - a.A_SELL)
    elif kind == v.STANDOFF:
        combat.apply_standoff(t, s, seat, action)
    elif kind == v.PINNED:
        pinned.apply_pinned(t, s, seat, action)
    else:
        apply_rarer(t, s, kind, seat, action)
    resume_game(t, s)


@rule
def apply_rarer(t, s, kind, seat, action):
    """Play the choice of a decision met less often."""
    if kind == v.EXCHANGE:
        push.apply_exchange(t, s, action)
    elif kind == v.RECRUIT:
        recruit.apply_hire(t, s, seat, action - a.A_HIRE + 1)
    elif kind == v.HUSTLE:
        hustle.apply_hustle(s, seat, action - a.A_HUSTLE)
    elif kind == v.DISCARD:
        hustle.apply_discard(s, action - a.A_DISCARD)
    elif kind == v.SECURE_FROM:
        safehouses.apply_secure_from(t, s, seat, action)
    elif kind == v.SAFEHOUSE:
        safehouses.apply_takeover(s, seat, action)
    elif kind == v.SAFEHOUSE_FREE:
        safehouses.apply_free_safehouse(s, seat, action)
    elif kind == v.PAY_OWNER:
        markers.apply_pay_owner(s, seat, action - a.A_PAY)
    elif kind == v.HEAT_OWNER:
        markers.apply_heat_owner(s, action - a.A_HEAT)
    elif kind == v.PLUNDER_PICK:
        combat.apply_plunder_pick(s, seat, action - a.A_STEAL)
    elif kind == v.RAID_TIE:
        police.apply_raid_tie(s, seat, action - a.A_RAID)
    elif kind == v.RAID_PAY:
        police.apply_raid_pay(t, s, seat, action)
    else:
        apply_deal(t, s, kind, seat, action)


@rule
def apply_deal(t, s, kind, seat, action):
    """Play the choice of a decision about offers and promises, or of Shylock at Reckoning."""
    if kind == v.CLAUSE:
        talk.apply_clause(s, seat, action - a.A_CLAUSE)
    elif kind == v.TERMS:
        talk.apply_terms(s, seat, action - a.A_TERMS)
    elif kind == v.ANSWER:
        talk.apply_answer(s, seat, action)
    elif kind == v.PROMISE:
        promises.apply_promise(s, action)
    else:
        shylock.apply_reckoning_shylock(t, s, seat, action)


@rule
def resume_game(t, s):
    """Work off automatic frames until a decision is open or the game is over; `s` in place."""
    while s["depth"] > 0:
        kind = top(s)[KIND]
        if kind >= v.FIRST_AUTOMATIC:
            resolve_frame(t, s, kind)
        elif kind == v.PINNED:
            if not pinned.resolve_pinned(s):
                break
        elif kind == v.HUSTLE:
            if not hustle.resolve_hustle(t, s):
                break
        elif kind == v.DISCARD:
            if not hustle.resolve_discard(t, s):
                break
        else:
            break
    s["acting_player"] = top(s)[ACTOR] if s["depth"] > 0 else v.NONE


@rule
def resolve_frame(t, s, kind):
    """Work off the automatic frame on top."""
    if kind == v.PAY:
        markers.resolve_pay(s)
    elif kind == v.PLAY_END:
        turns.resolve_play_end(t, s)
    elif kind == v.OPERATIONS:
        turns.resolve_operations(t, s)
    elif kind == v.ARRIVE:
        travel.resolve_arrive(t, s)
    elif kind == v.BREW:
        brew.resolve_brew(t, s)
    elif kind == v.GREASE_ROUND:
        grease.resolve_grease_round(s)
    elif kind == v.RAID:
        police.resolve_raid(t, s)
    elif kind == v.RECKONING:
        reckoning.resolve_reckoning(t, s)
    elif kind == v.DEADLINES:
        promises.resolve_deadlines(s)
    elif kind < v.DO_BRIBE:
        resolve_play(t, s, kind)
    else:
        resolve_rarer_play(t, s, kind)


@rule
def resolve_play(t, s, kind):
    """Do what a paid Play says."""
    if kind == v.DO_PUSH:
        push.resolve_push(s)
    elif kind == v.DO_RECRUIT:
        recruit.resolve_recruit(t, s)
    elif kind == v.DO_DRAW:
        hustle.resolve_draw(t, s)
    elif kind == v.DO_SECURE:
        safehouses.resolve_secure(t, s)
    elif kind == v.DO_SMUGGLE:
        recruit.resolve_smuggle(t, s)
    elif kind == v.DO_EXTORT:
        title_plays.resolve_extort(t, s)
    elif kind == v.DO_FIX:
        title_plays.resolve_fix(s)
    elif kind == v.DO_UNLOAD:
        unload.resolve_unload(t, s)
    else:
        power_plays.resolve_rise(t, s)


@rule
def resolve_rarer_play(t, s, kind):
    """Do what a rarer Play, or a paid step of a fight, says."""
    if kind == v.DO_BRIBE:
        power_plays.resolve_bribe(t, s)
    elif kind == v.DO_RAT:
        power_plays.resolve_rat(s)
    elif kind == v.DO_CAPO:
        sicilian_plays.resolve_capo(s)
    elif kind == v.DO_CONSIGLIERE:
        sicilian_plays.resolve_consigliere(s)
    elif kind == v.DO_ASSAULT:
        pinned.resolve_assault(t, s)
    elif kind == v.DO_ADVANCE:
        pinned.resolve_advance(t, s)
    elif kind == v.DO_TORCH:
        pinned.resolve_torch(t, s)
    else:
        police.resolve_storm(t, s)


@rule
def setup_game(t, s, seed, options, mobs, homes, tokens, stills):
    """Lay out a new game on a blank record, up to its first decision; see `setup`."""
    s["seed"] = seed
    s["mob"][:] = mobs[:]
    s["place"][:] = homes[:]
    s["token"][:] = tokens[:]
    s["still_number"][:] = stills[:]
    resolve_setup(t, s, options)
    # Only the first draft can come up, so the dispatcher need not be compiled for it.
    brew.resolve_brew(t, s)
    s["acting_player"] = top(s)[ACTOR]


# ---- for Python


@entry
def setup(tables, states, i, seed, options, mobs, homes, tokens, stills):
    """Start a game in `states[i]`, up to its first decision.

    Args:
        tables: `(1,)` TABLES.
        states: `(B,)` STATE, entry `i` in place.
        i: Which state.
        seed: uint64.
        options: `(NUM_OPTIONS,)` int16: num_players, max_days, plays_per_day, still_once_per_day, cooperation,
            blood_oath.
        mobs: `(4,)` int16, mob of each seat; NONE = at random.
        homes: `(4,)` int16, home Borough of each seat; NONE = at random.
        tokens: `(4,)` int16, Turn Token of each seat from 0; NONE = at random.
        stills: `(25,)` int16, Still token of each District by its number in the data file; NONE = at random.
    """
    states[i] = tables[0]["blank"][0]
    setup_game(tables[0], states[i], seed, options, mobs, homes, tokens, stills)


@entry
def legal(tables, states, i, mask):
    """Write the mask of the open decision, `(NUM_ACTIONS,)` int8; return how many actions are legal."""
    return legal_game(tables[0], states[i], mask)


@entry
def apply(tables, states, i, action):
    """Play a legal action in `states[i]`, up to the next decision or the end."""
    apply_game(tables[0], states[i], action)


@entry
def resume(tables, states, i):
    """Work off the automatic frames of a loaded position, up to a decision or the end."""
    resume_game(tables[0], states[i])


@rule
def is_game_over(s):
    """Say whether nothing is open any more."""
    return s["depth"] == 0


def is_over(tables, states, i):
    """Say whether `states[i]` has ended."""
    return bool(states["depth"][i] == 0)


@entry
def scores(tables, states, i, respect):
    """Write each seat's Respect (K11.7), `(4,)` int32; `place` and `ending` stand in the state."""
    t = tables[0]
    s = states[i]
    for seat in range(v.MAX_PLAYERS):
        respect[seat] = count_respect(t, s, seat) if seat < s["num_players"] else 0


@entry
def redeal(tables, states, i, seat, seed):
    """Deal `states[i]` anew where `seat` cannot see, and all its luck to come, from `seed` (uint64)."""
    resolve_redeal(tables[0], states[i], seat, seed)
