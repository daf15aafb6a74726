"""Moves, Skiffs and Stealths that `greedy` thinks through: first each with one crew, then the best with all."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom import actions as a
from moonshine_env.kingdom import vocab as v
from moonshine_env.kingdom.phases.territory import count_barrels, count_mobsters, is_partners
from moonshine_env.kingdom.rules import apply_game
from moonshine_env.kingdom.tables import NUM_COASTAL
from policies.greedy.answers import play_out
from policies.greedy.luck import AVERAGE, NUM_LUCKS
from policies.greedy.mind import MAX_SHORTLIST, think_anew
from policies.greedy.worth import worth

ALL = 99  # more Barrels than there are
NO_PLAY = -1e9
BOSS_STEP = v.MAX_RUNNERS + 1  # a crew is Bosses x 16 + Runners
NUM_CREWS = 6


@rule
def plan_all(m, amount):
    """Plan the same amount of every liquor."""
    m.w["plan"][:] = amount


@rule
def try_action(m, seat, action, lucks):
    """Weigh an action of the position, with all that it leads to, over so many lucks."""
    total = 0.0
    for luck in range(lucks):
        s = think_anew(m)
        play_out(m, s, seat, action, AVERAGE if lucks == 1 else luck)
        total += worth(m, s, seat)
    return total / lucks


@rule
def try_crew(m, seat, action, crew, lucks):
    """Weigh a way to travel with one crew; `action` NONE = the way is chosen already."""
    total = 0.0
    for luck in range(lucks):
        s = think_anew(m)
        if action != v.NONE:
            apply_game(m.t, s, action)
        play_out(m, s, seat, a.A_CREW + crew - 1, AVERAGE if lucks == 1 else luck)
        total += worth(m, s, seat)
    return total / lucks


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
def try_travel(m, seat, action):
    """Weigh a way to travel at first sight."""
    s = m.works[0]
    origin = origin_of(m, action)
    goal = goal_of(m, action)
    if a.A_SKIFF <= action < a.A_STEALTH and m.t["connected"][origin, goal]:
        return NO_PLAY  # as good by Move
    bosses = int(s["bosses"][origin])
    runners = int(s["runners"][origin])
    plan_all(m, 0)
    if needs_luck(s, seat, goal):
        crew = crew_of(0, bosses, runners, crew_limit(m, action), True)
        mobsters = count_mobsters(s, goal) if s["precinct"][goal] == 0 else int(m.t["ratio_bounds"][1])
        if bosses > 0:
            crew = crew_of(1, bosses, runners, crew_limit(m, action), True)
        if crew == 0 or crew // BOSS_STEP + crew % BOSS_STEP < mobsters:
            return NO_PLAY
        return try_crew(m, seat, action, crew, NUM_LUCKS)
    best = try_crew(m, seat, action, crew_of(0, bosses, runners, crew_limit(m, action), False), 1)
    if bosses > 0 and runners > 0:
        best = max(best, try_crew(m, seat, action, BOSS_STEP * bosses, 1))
    if runners > 1 and count_barrels(s, origin) > 0 and not a.A_STEALTH <= action < a.A_CREW:
        plan_all(m, ALL)
        best = max(best, try_crew(m, seat, action, min(runners, crew_limit(m, action)), 1))
    return best


@rule
def try_travel_well(m, seat, action):
    """Weigh a way to travel by its best crew, laden and not."""
    s = m.works[0]
    origin = origin_of(m, action)
    hostile = needs_luck(s, seat, goal_of(m, action))
    laden = count_barrels(s, origin) > 0 and not hostile and not a.A_STEALTH <= action < a.A_CREW
    best = NO_PLAY
    for k in range(NUM_CREWS):
        crew = crew_of(k, int(s["bosses"][origin]), int(s["runners"][origin]), crew_limit(m, action), hostile)
        if crew == 0:
            continue
        for cargo in range(2 if laden else 1):
            plan_all(m, ALL if cargo == 1 else 0)
            best = max(best, try_crew(m, seat, action, crew, NUM_LUCKS if hostile else 1))
    return best


@rule
def clear_list(m):
    """Empty the shortlist."""
    m.w["listed"][:] = v.NONE
    m.w["listed_worth"][:] = NO_PLAY


@rule
def list_action(m, action, value):
    """Put an action on the shortlist if it is better than the worst there."""
    w = m.w
    worst = 0
    for k in range(1, MAX_SHORTLIST):
        if w["listed_worth"][k] < w["listed_worth"][worst]:
            worst = k
    if value > w["listed_worth"][worst]:
        w["listed"][worst] = action
        w["listed_worth"][worst] = value
