"""Travel: Move (K5.1), Skiff (K6.7) and Stealth (K6.5), from the first choice to the arrival."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ARG_A, ARG_B, ARG_C, ARG_D, pop, push, top
from moonshine_env.kingdom.actions import A_CARRY, A_CREW, A_MOVE, A_SKIFF, A_STEALTH, NUM_CARGOES
from moonshine_env.kingdom.phases.arrival import resolve_enter
from moonshine_env.kingdom.phases.markers import start_paid_play
from moonshine_env.kingdom.phases.party import count_hold
from moonshine_env.kingdom.phases.territory import count_barrels, count_mobsters, is_partners, resolve_control
from moonshine_env.kingdom.tables import NUM_COASTAL
from moonshine_env.kingdom.vocab import (
    ARRIVE,
    BY_MOVE,
    BY_SKIFF,
    BY_STEALTH,
    CARGO,
    CREW,
    KNIGHTS,
    MAX_RUNNERS,
    NONE,
    NUM_DISTRICTS,
    NUM_LIQUORS,
    VIPERS,
)


@rule
def legal_travel(t, s, seat, slotted, mask):
    """Offer every Move, Skiff and Stealth: an own District with mobsters, and a goal."""
    count = 0
    mob = s["mob"][seat]
    move = slotted >= t["cost_move"]
    # Ruling: a Stealth needs the marker of its first PINNED step too (K6.5): that step must be paid.
    stealth = mob == VIPERS and slotted >= t["cost_stealth"] + min(t["cost_assault"], t["cost_advance"])
    skiff = mob == KNIGHTS and slotted >= t["cost_skiff"]
    for origin in range(NUM_DISTRICTS):
        if s["owner"][origin] != seat or count_mobsters(s, origin) == 0:
            continue
        for k in range(t["num_neighbours"][origin]):
            goal = t["neighbours"][origin, k]
            if move:
                mask[A_MOVE + t["pair"][origin, goal]] = 1
                count += 1
            if stealth and is_stealth_goal(s, seat, goal):
                mask[A_STEALTH + t["pair"][origin, goal]] = 1
                count += 1
        number = t["coastal_number"][origin]
        if skiff and number != NONE:
            first = A_SKIFF + number * (NUM_COASTAL - 1)
            mask[first : first + NUM_COASTAL - 1] = 1
            count += NUM_COASTAL - 1
    return count


@rule
def is_stealth_goal(s, seat, goal):
    """Say whether rival mobsters stand there, no partner's (K6.5, K12.4)."""
    return s["owner"][goal] != seat and count_mobsters(s, goal) > 0 and not is_partners(s, seat, goal)


@rule
def apply_move(t, s, seat, pair):
    """Ask who goes."""
    push(s, CREW, seat, BY_MOVE, t["pair_from"][pair], t["pair_to"][pair], 0)


@rule
def apply_stealth(t, s, seat, pair):
    """Ask who goes; no Barrels will."""
    push(s, CREW, seat, BY_STEALTH, t["pair_from"][pair], t["pair_to"][pair], 0)


@rule
def apply_skiff(t, s, seat, code):
    """Ask who goes. Code = coastal number of the origin x 20 + that of the goal, the origin left out."""
    origin = code // (NUM_COASTAL - 1)
    goal = code % (NUM_COASTAL - 1)
    if goal >= origin:
        goal += 1
    push(s, CREW, seat, BY_SKIFF, t["coastal_district"][origin], t["coastal_district"][goal], 0)


@rule
def count_crew_limit(t, how):
    """Return how many mobsters may go: any number by Move, up to five by Skiff and Stealth."""
    if how == BY_SKIFF:
        return int(t["skiff_crew_max"])
    if how == BY_STEALTH:
        return int(t["stealth_crew_max"])
    return int(NUM_CARGOES)


@rule
def legal_crew(t, s, mask):
    """Offer every number of Bosses and Runners of the origin, at least one in all."""
    frame = top(s)
    origin = frame[ARG_B]
    limit = count_crew_limit(t, frame[ARG_A])
    count = 0
    for bosses in range(s["bosses"][origin] + 1):
        for runners in range(s["runners"][origin] + 1):
            if 0 < bosses + runners <= limit:
                mask[A_CREW + bosses * (MAX_RUNNERS + 1) + runners - 1] = 1
                count += 1
    return count


@rule
def apply_crew(t, s, seat, choice):
    """Lift the crew off the board as a party, which may lose Control of the origin; then ask for cargo, or go."""
    frame = top(s)
    how, origin, goal = int(frame[ARG_A]), int(frame[ARG_B]), int(frame[ARG_C])
    pop(s)
    s["party_owner"] = seat
    s["party_origin"] = origin
    s["party_bosses"] = (choice + 1) // (MAX_RUNNERS + 1)
    s["party_runners"] = (choice + 1) % (MAX_RUNNERS + 1)
    s["bosses"][origin] -= s["party_bosses"]
    s["runners"][origin] -= s["party_runners"]
    resolve_control(s, origin)
    if how == BY_STEALTH or count_barrels(s, origin) == 0:
        resolve_depart(t, s, seat, how, goal)
    else:
        push(s, CARGO, seat, how, origin, goal, next_liquor(s, origin, 0))


@rule
def next_liquor(s, district, first):
    """Find the next liquor, from `first` on, that lies in a District; NUM_LIQUORS if none."""
    liquor = first
    while liquor < NUM_LIQUORS and s["barrels"][district, liquor] == 0:
        liquor += 1
    return liquor


@rule
def legal_cargo(t, s, mask):
    """Offer none up to all Barrels of the frame's liquor, one a mobster in all."""
    frame = top(s)
    liquor = frame[ARG_D]
    most = min(int(s["barrels"][frame[ARG_B], liquor]), count_hold(t, s), NUM_CARGOES - 1)
    first = A_CARRY + liquor * NUM_CARGOES
    mask[first : first + most + 1] = 1
    return most + 1


@rule
def apply_cargo(t, s, seat, choice):
    """Load the Barrels; ask for the next liquor that lies there while hands are free, then go."""
    frame = top(s)
    how, origin, goal, liquor = int(frame[ARG_A]), int(frame[ARG_B]), int(frame[ARG_C]), int(frame[ARG_D])
    barrels = choice % NUM_CARGOES
    s["party_cargo"][liquor] = barrels
    s["barrels"][origin, liquor] -= barrels
    following = next_liquor(s, origin, liquor + 1)
    if following < NUM_LIQUORS and count_hold(t, s) > 0:
        frame[ARG_D] = following
        return
    pop(s)
    resolve_depart(t, s, seat, how, goal)


@rule
def resolve_depart(t, s, seat, how, goal):
    """Pay, then arrive."""
    cost = t["cost_move"]
    if how == BY_SKIFF:
        cost = t["cost_skiff"]
    elif how == BY_STEALTH:
        cost = t["cost_stealth"]
    start_paid_play(s, ARRIVE, seat, int(cost), how, goal)


@rule
def resolve_arrive(t, s):
    """Enter the goal."""
    frame = top(s)
    seat, how, goal = int(frame[1]), int(frame[ARG_A]), int(frame[ARG_B])
    pop(s)
    resolve_enter(t, s, seat, how, goal)
