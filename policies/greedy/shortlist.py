"""The shortlist of a turn: the Plays that seem best at first sight, a few of each kind."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom import actions as a
from moonshine_env.kingdom import vocab as v
from moonshine_env.kingdom.phases.territory import count_barrels, count_mobsters
from policies.greedy.mind import MAX_SHORTLIST
from policies.greedy.sight import see_attack, see_other, see_payment, see_push, see_travel
from policies.greedy.travel import crew_limit, goal_of, needs_luck, origin_of

# Places on the list, by kind of Play; the best of a kind first.
TRAVELS, ATTACKS, PUSHES, OTHERS = (0, 3), (3, 5), (5, 6), (6, MAX_SHORTLIST)
HOPELESS = -1.5  # what seems worse is not thought through


@rule
def list_plays(m, s, seat, mask):
    """List the Plays to think through in `m.w["listed"]`; NONE where there is none."""
    pay = see_payment(m, s, seat)
    m.w["listed"][:] = v.NONE
    m.w["listed_sight"][:] = HOPELESS
    for action in range(a.A_MOVE, a.A_CREW):
        if mask[action] != 0:
            list_travel(m, s, seat, action, pay)
    for action in range(a.A_PUSH, a.A_GIVE):
        if mask[action] != 0:
            list_play(m, action, see_push(m, s, seat, action - a.A_PUSH), PUSHES[0], PUSHES[1])
    for action in range(a.A_RECRUIT, a.A_PAY):
        if mask[action] != 0 and not a.A_HUSTLE <= action < a.A_DISCARD:
            list_play(m, action, pay + see_other(m, s, seat, action), OTHERS[0], OTHERS[1])


@rule
def find_best_listed(m):
    """Find the place of the best Play on the list; one of an empty place if none is left."""
    w = m.w
    best = 0
    for k in range(1, MAX_SHORTLIST):
        better = w["listed"][best] == v.NONE or w["listed_sight"][k] > w["listed_sight"][best]
        if w["listed"][k] != v.NONE and better:
            best = k
    return best


@rule
def list_travel(m, s, seat, action, pay):
    """List a Move, Skiff or Stealth by whether somebody is to be fought."""
    origin = origin_of(m, action)
    goal = goal_of(m, action)
    stealth = a.A_STEALTH <= action < a.A_CREW
    if a.A_SKIFF <= action < a.A_STEALTH and m.t["connected"][origin, goal]:
        return  # as good by Move
    if needs_luck(s, seat, goal):
        limit = crew_limit(m, action)
        party = min(limit, count_mobsters(s, origin))
        if party >= 2 and party >= count_mobsters(s, goal):
            list_play(m, action, pay + see_attack(m, s, seat, origin, goal, limit), ATTACKS[0], ATTACKS[1])
        return
    laden = count_barrels(s, origin) > 0 and not stealth
    list_play(m, action, pay + see_travel(m, s, seat, origin, goal, laden), TRAVELS[0], TRAVELS[1])


@rule
def list_play(m, action, sight, first, past):
    """Insert a Play among those of its kind, best first; the worst falls out."""
    w = m.w
    k = past
    while k > first and sight > w["listed_sight"][k - 1]:
        k -= 1
        if k + 1 < past:
            w["listed"][k + 1] = w["listed"][k]
            w["listed_sight"][k + 1] = w["listed_sight"][k]
        w["listed"][k] = action
        w["listed_sight"][k] = sight
