"""The referee: what may be played in a position, and what comes of it, from the rules alone.

    decision(position) -> (kind, mob)          the open decision, (None, None) when the game is over
    legal_plays(position) -> set of names      of the open decision
    play(position, name, source) -> position   after the play and all automatic work up to the next decision
    resume(position, source) -> position       the automatic work of a position that does not stand at a decision

A position is a plain dict in the form of kingdom_position.md, whole or partial. `source` gives the luck that a position
does not hold: `brew_dice(n)` -> {"red": [n dice], "white": [n dice]}, `draw(deck, pile)` -> a card of the set `pile`,
`die()` -> 1..6, asked only when `given_dice` is empty.
NOTES lists how unclear texts were read.
"""

from tests.reference import (
    brew,
    combat,
    deals,
    houses,
    hustle,
    markers,
    plays,
    police,
    promises,
    reckoning,
    steps,
    works,
)
from tests.reference.luck import NoSource
from tests.reference.position import read
from tests.reference.writing import write

NOTES = [
    "K2.8, K7.5: after a Fold the Invader Controls the District at once; his SAFEHOUSE waits below the folder's.",
    "K3.5: every Still of a Produced number has fired, also one that brewed nothing (no crew, dry tap, Police).",
    "K3.7: the two dice of the Blowback leave `brew_dice`.",
    "K3.8, K9.4: after a STAKE the SHYLOCK step is over; `grease` has only `shylock_used` to say so.",
    "K4.4: a Heat Play in a partial position without spent markers puts nothing on the track.",
    "K4.9: looked at when the next turn begins, before the player is asked anything.",
    "K4.9: `plays_today` goes up when a Play ends ('has made'); markers.PLAYS_COUNTED = 'pay' for when it is paid.",
    "K5.2: a Precinct's District is no goal of a Push at all; no Barrels can lie there to be pulled out.",
    "K5.2: consent is needed as soon as one liquor comes in from a rival, whatever goes out in exchange.",
    "K5.4: `hustled` is set at the first draw. The last draws are lost when no pile and no discards are left.",
    "K5.4: the drawn card that empties a pile counts as drawn before the refill that follows at once.",
    "K5.6: more successes than Rum in the supply give what there is; the failures still arrest.",
    "K5.13: Rise needs a Boss in supply; with no Runner in supply it places the Boss alone.",
    "K4.2, K12.4: a Move into a partner's District may be chosen with the last marker, though it Falls Back at once.",
    "K5.14: a player with all 12 markers would get the Favor without a marker (K1.13).",
    "K6.3, K6.4: Courage of an attacking Plunder is taken from the cargo before the roll, and so makes room.",
    "K6.4: excess cargo of the dead drops (K7.10) before the picks, and may be picked again while there is room.",
    "K6.5: the first step after Stealth, an Assault or Advance, can carry Firepower.",
    "K7.1: a Storm counts as attacking for the two Sicilian Bosses.",
    "K7.6: PINNED is skipped only for want of any marker in the slots, lent ones counted.",
    "K8.4, K12.1: in a Natural Raid the Crackdown token moves before or after the Rat Card returns: no difference.",
    "K8.4: the Rat Card returns only in a Natural Raid; a Rat adds no Heat, so both never come together.",
    "K8.7: one Precinct per Borough is looked for; the Raid's `next` is the Borough after the one being done.",
    "K8.8: RAID_PAY is asked even when only the fall is left (merging.md: one option is still asked).",
    "K9.4: in the step before K11.3 a player is asked even if `done` is all he can say; in K11.6 only if he can repay.",
    "K9.4: that step goes in today's Turn Order; K11.6 goes in the order of the tokens just taken.",
    "K9.5-K9.11, K12: see `Reading:` in deals.py, promises.py, oath.py.",
    "K9.10: a refused exchange ends table talk; what was said before it is forgotten in `turn`.",
    "K11.4: the position judged is the one after that SHYLOCK step, with the cash it brought.",
    "K11.8, K11.9: among claimants only the winner is picked; all others follow by Respect, then cash.",
    "K11.8: at the end of the game tokens, Moon, Day, plays_today, hustled, extorted, fired stay as they are.",
    "Contracts: a rival's total in `most` sees W from his side; a tie for dearest or cheapest makes it false.",
    "Contracts: `still` and `still_not` both need a Still in the District.",
]

DECISIONS = {  # kind: (options, answer)
    "draft": (brew.draft_options, brew.draft_answer),
    "grease": (brew.grease_options, brew.grease_answer),
    "shylock": (reckoning.night_shylock_options, reckoning.night_shylock_answer),
    "turn": (plays.turn_options, plays.turn_answer),
    "clause": (deals.clause_options, deals.clause_answer),
    "terms": (deals.terms_options, deals.terms_answer),
    "answer": (deals.answer_options, deals.answer_answer),
    "promise": (promises.promise_options, promises.promise_answer),
    "crew": (steps.crew_options, steps.crew_answer),
    "cargo": (steps.cargo_options, steps.cargo_answer),
    "push_amount": (steps.push_amount_options, steps.push_amount_answer),
    "exchange": (steps.exchange_options, steps.exchange_answer),
    "recruit": (steps.recruit_options, steps.recruit_answer),
    "hustle": (hustle.hustle_options, hustle.hustle_answer),
    "discard": (hustle.discard_options, hustle.discard_answer),
    "secure_from": (steps.secure_from_options, steps.secure_from_answer),
    "sell": (steps.sell_options, steps.sell_answer),
    "safehouse": (houses.safehouse_options, houses.safehouse_answer),
    "safehouse_free": (houses.safehouse_free_options, houses.safehouse_free_answer),
    "pay_owner": (markers.pay_owner_options, markers.pay_owner_answer),
    "heat_owner": (markers.heat_owner_options, markers.heat_owner_answer),
    "standoff": (combat.standoff_options, combat.standoff_answer),
    "pinned": (combat.pinned_options, combat.pinned_answer),
    "plunder_pick": (combat.plunder_pick_options, combat.plunder_pick_answer),
    "raid_tie": (police.raid_tie_options, police.raid_tie_answer),
    "raid_pay": (police.raid_pay_options, police.raid_pay_answer),
}

MOOT = {  # decisions that answer themselves when they come up: True if that happened
    "turn": plays.turn_moot,
    "pinned": combat.pinned_moot,
    "hustle": hustle.hustle_moot,
    "discard": hustle.discard_moot,
}

WORKS = {
    "brew": brew.work_brew,
    "grease_round": brew.work_grease_round,
    "operations": works.work_operations,
    "deadlines": promises.work_deadlines,
    "reckoning": reckoning.work_reckoning,
    "play_end": works.work_play_end,
    "pay": markers.work_pay,
    "raid": police.work_raid,
    "arrive": combat.work_arrive,
    "do_push": works.do_push,
    "do_recruit": works.do_recruit,
    "do_draw": hustle.work_draw,
    "do_secure": works.do_secure,
    "do_smuggle": works.do_smuggle,
    "do_extort": works.do_extort,
    "do_fix": works.do_fix,
    "do_unload": works.do_unload,
    "do_rise": works.do_rise,
    "do_bribe": works.do_bribe,
    "do_rat": works.do_rat,
    "do_capo": works.do_capo,
    "do_consigliere": works.do_consigliere,
    "do_assault": combat.do_assault,
    "do_advance": combat.do_advance,
    "do_torch": combat.do_torch,
    "do_storm": police.do_storm,
}


class IllegalPlay(ValueError):
    """The play is not one of the open decision."""


def run(state):
    """Do the work on top of the stack until a decision is open or the game is over."""
    while state["stack"]:
        top = state["stack"][-1]
        if "decision" in top:
            moot = MOOT.get(top["decision"])
            if not (moot and moot(state, top)):
                return
        else:
            state["stack"].pop()
            WORKS[top["work"]](state, top)


def _open(state):
    """The decision on top, or None when the game is over."""
    if not state["stack"]:
        return None
    if "decision" not in state["stack"][-1]:
        raise ValueError("the position does not stand at a decision: resume it first")
    return state["stack"][-1]


def decision(position):
    """Which decision is open, and whose it is."""
    top = _open(read(position))
    return (top["decision"], top["player"]) if top else (None, None)


def legal_plays(position):
    """The names of all legal plays of the open decision."""
    state = read(position)
    top = _open(state)
    return DECISIONS[top["decision"]][0](state, top) if top else set()


def play(position, name, source=None):
    """The whole position after the play and all automatic work up to the next decision or the end."""
    state = read(position)
    top = _open(state)
    if top is None or name not in DECISIONS[top["decision"]][0](state, top):
        raise IllegalPlay(f"{name!r} is not a legal play of {top and top['decision']}")
    state["source"] = source or NoSource()
    state["stack"].pop()
    DECISIONS[top["decision"]][1](state, top, name.split())
    run(state)
    return write(state)


def resume(position, source=None):
    """A partial position filled in and run on to its next decision."""
    state = read(position)
    state["source"] = source or NoSource()
    run(state)
    return write(state)
