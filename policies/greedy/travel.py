"""Moves, Skiffs and Stealths that `greedy` thinks through: first each with one crew, then the best with all."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom import actions as a
from moonshine_env.kingdom import vocab as v
from moonshine_env.kingdom.phases.territory import count_barrels, count_mobsters, is_partners
from moonshine_env.kingdom.rules import apply_game
from moonshine_env.kingdom.tables import NUM_COASTAL
from policies.greedy.answers import play_out
from policies.greedy.luck import AVERAGE, BAD, GOOD, NUM_LUCKS
from policies.greedy.mind import BOSSES, LADEN, ONE, think_anew
from policies.greedy.sight import see_travel
from policies.greedy.worth import worth_after

ALL = 99  # more Barrels than there are
NO_PLAY = -1e9
BOSS_STEP = v.MAX_RUNNERS + 1  # a crew is Bosses x 16 + Runners
CLOSE = 0.3  # first sights that may be mistaken for each other
MOST_LUCK = 1.0  # what good and bad luck together add to average luck, at most


@rule
def plan_all(m, amount):
    """Plan the same amount of every liquor."""
    m.w["plan"][:] = amount


@rule
def try_luck(m, seat, action, luck):
    """Weigh an action of the position, with all that it leads to, with one luck."""
    s = think_anew(m)
    play_out(m, s, seat, action, luck)
    return worth_after(m, s, seat)


@rule
def try_crew(m, seat, action, crew, luck):
    """Weigh a way to travel with one crew; `action` NONE = the way is chosen already."""
    s = think_anew(m)
    if action != v.NONE:
        apply_game(m.t, s, action)
    play_out(m, s, seat, a.A_CREW + crew - 1, luck)
    return worth_after(m, s, seat)


# ---- ways to travel


@rule
def origin_of(m, action):
    """Return where a Move, Skiff or Stealth begins."""
    t = m.t
    if action < a.A_SKIFF:
        return int(t["pair_from"][action - a.A_MOVE])
    if action < a.A_STEALTH:
        return int(t["coastal_district"][(action - a.A_SKIFF) // (NUM_COASTAL - 1)])
    return int(t["pair_from"][action - a.A_STEALTH])


@rule
def goal_of(m, action):
    """Return where a Move, Skiff or Stealth leads."""
    t = m.t
    if action < a.A_SKIFF:
        return int(t["pair_to"][action - a.A_MOVE])
    if action < a.A_STEALTH:
        origin = (action - a.A_SKIFF) // (NUM_COASTAL - 1)
        goal = (action - a.A_SKIFF) % (NUM_COASTAL - 1)
        return int(t["coastal_district"][goal + 1 if goal >= origin else goal])
    return int(t["pair_to"][action - a.A_STEALTH])


@rule
def crew_limit(m, action):
    """Return how many mobsters may go."""
    if action < a.A_SKIFF:
        return a.MAX_CARGO
    return int(m.t["skiff_crew_max"]) if action < a.A_STEALTH else int(m.t["stealth_crew_max"])


@rule
def needs_luck(s, seat, goal):
    """Say whether entering a District leads to dice; a partner's leads on, or back (K12.4)."""
    if is_partners(s, seat, goal):
        return False
    return s["precinct"][goal] != 0 or (s["owner"][goal] != seat and count_mobsters(s, goal) > 0)


@rule
def crew_of(k, bosses, runners, limit, hostile):
    """Return the k-th crew worth a thought, 0 = none.

    The first is the one a Move is judged by: to an enemy all Runners, elsewhere one mobster.
    """
    b = 0
    r = 0
    if k == 0:
        r = runners if hostile else min(1, runners)
        b = 1 if runners == 0 else 0
    elif k == 1:
        b = bosses
        r = runners if bosses > 0 else 0
    elif k == 2:
        r = runners - 1
    elif k == 3:
        b = 0 if hostile else bosses
    elif k == 4:
        r = 0 if hostile else runners
    else:
        r = (runners + 1) // 2 if runners > 3 else 0
    r = min(max(0, r), limit - b)
    if b + r == 0 or (hostile and b + r < 2):
        return 0
    return b * BOSS_STEP + r


# ---- thinking


@rule
def try_attack(m, seat, action, least):
    """Weigh an attack by the better of two crews; in good and bad luck only if average luck comes near `least`."""
    s = m.w["root"]
    origin = origin_of(m, action)
    plan_all(m, 0)
    best = NO_PLAY
    choice = 0
    for k in range(2):
        crew = crew_of(k, int(s["bosses"][origin]), int(s["runners"][origin]), crew_limit(m, action), True)
        if crew != 0:
            value = try_crew(m, seat, action, crew, AVERAGE)
            if value > best:
                best = value
                choice = crew
    if best < least - MOST_LUCK:
        return NO_PLAY
    return (best + try_crew(m, seat, action, choice, GOOD) + try_crew(m, seat, action, choice, BAD)) / NUM_LUCKS


@rule
def try_travel(m, seat, action, least):
    """Weigh a way to travel where nobody resists: the crew that seems best, others that may be better."""
    s = m.w["root"]
    origin = origin_of(m, action)
    bosses = int(s["bosses"][origin])
    runners = int(s["runners"][origin])
    limit = crew_limit(m, action)
    laden = count_barrels(s, origin) > 0 and not a.A_STEALTH <= action < a.A_CREW
    near = see_travel(m, s, seat, origin, goal_of(m, action), laden) - CLOSE
    sight = m.w["sight"]
    best = NO_PLAY
    plan_all(m, 0)
    if sight[ONE] >= near:
        best = try_crew(m, seat, action, 1, AVERAGE)
    if sight[BOSSES] >= near:
        best = max(best, try_crew(m, seat, action, BOSS_STEP * bosses, AVERAGE))
    if runners > 3 and best > least - CLOSE:
        best = max(best, try_crew(m, seat, action, min((runners + 1) // 2, limit), AVERAGE))
    if sight[LADEN] >= near:
        plan_all(m, ALL)
        best = max(best, try_crew(m, seat, action, min(runners, limit), AVERAGE))
    return best
