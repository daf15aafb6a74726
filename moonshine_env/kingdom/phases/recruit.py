"""Recruit (K5.3) and Smuggle (K5.6): Runners for cash, Rum for risk."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ARG_A, ARG_B, pop, push, top
from moonshine_env.kingdom.actions import A_HIRE, A_RECRUIT, A_SMUGGLE
from moonshine_env.kingdom.phases.dice import count_successes
from moonshine_env.kingdom.phases.markers import start_paid_play
from moonshine_env.kingdom.phases.territory import count_docks, count_mobsters, count_ratio, resolve_losses
from moonshine_env.kingdom.tables import NUM_DOCKS
from moonshine_env.kingdom.vocab import DO_RECRUIT, DO_SMUGGLE, FOR_SMUGGLE, MAX_SMUGGLERS, NUM_DISTRICTS, RECRUIT, RUM


@rule
def count_recruit_cash(t, s, seat):
    """Return the price of one Runner, hundreds of $."""
    if s["ward_boss"] == seat:
        return int(t["recruit_cash_ward_boss"])
    return int(t["recruit_cash"])


@rule
def legal_recruit(t, s, seat, mask):
    """Offer each own District with one's Safehouse, if a Runner can be had.

    Ruling: all Runners of a Play come to one Safehouse (K5.3): only one is spoken of.
    """
    if s["runners_left"][seat] == 0 or s["cash"][seat] < count_recruit_cash(t, s, seat):
        return 0
    count = 0
    for district in range(NUM_DISTRICTS):
        if s["safehouse"][district] == seat and s["owner"][district] == seat:
            mask[A_RECRUIT + district] = 1
            count += 1
    return count


@rule
def apply_recruit(s, seat, district):
    """Ask how many."""
    push(s, RECRUIT, seat, district, 0, 0, 0)


@rule
def legal_hire(t, s, seat, mask):
    """Offer 1 Runner up to all that supply and cash allow."""
    most = min(int(s["cash"][seat]) // count_recruit_cash(t, s, seat), int(s["runners_left"][seat]))
    mask[A_HIRE : A_HIRE + most] = 1
    return most


@rule
def apply_hire(t, s, seat, runners):
    """Begin the Play with its number known."""
    district = int(top(s)[ARG_A])
    pop(s)
    start_paid_play(s, DO_RECRUIT, seat, int(t["cost_recruit"]), district, runners)


@rule
def resolve_recruit(t, s):
    """Pay for the Runners and place them."""
    frame = top(s)
    seat, district, runners = int(frame[1]), int(frame[ARG_A]), int(frame[ARG_B])
    pop(s)
    s["cash"][seat] -= runners * count_recruit_cash(t, s, seat)
    s["runners_left"][seat] -= runners
    s["runners"][district] += runners


@rule
def legal_smuggle(t, s, seat, mask):
    """Offer each own Dock with mobsters, and crews of 1-5.

    Ruling: Smuggle is not offered while no Rum is in the supply (K5.6): it could bring nothing.
    """
    if s["supply"][RUM] == 0:
        return 0
    count = 0
    for dock in range(NUM_DOCKS):
        district = t["dock_district"][dock]
        if s["owner"][district] == seat:
            most = min(count_mobsters(s, district), int(t["smuggle_crew_max"]), MAX_SMUGGLERS)
            first = A_SMUGGLE + dock * MAX_SMUGGLERS
            mask[first : first + most] = 1
            count += most
    return count


@rule
def apply_smuggle(t, s, seat, choice):
    """Begin the Play: Dock and crew in one choice."""
    district = int(t["dock_district"][choice // MAX_SMUGGLERS])
    start_paid_play(s, DO_SMUGGLE, seat, int(t["cost_smuggle"]), district, choice % MAX_SMUGGLERS + 1)


@rule
def resolve_smuggle(t, s):
    """Roll the run: Rum for each success, then an arrest for each failure, Runners first.

    Ruling: the crew is Runners before Bosses (K5.6): a Boss adds nothing more.

    As Runners fall first, too, arrests take from the District as a whole what they would take from the crew.

    Ruling: what the supply cannot give is not given (K1.13): it is so for a Still when the supply is short.
    """
    frame = top(s)
    seat, district, crew = int(frame[1]), int(frame[ARG_A]), int(frame[ARG_B])
    pop(s)
    dice = count_ratio(t, crew, t["ratio_cap"])
    ladder = t["smuggle_on_at_docks"]
    at_least = ladder[min(count_docks(t, s, seat), len(ladder)) - 1]
    successes = count_successes(s, FOR_SMUGGLE, seat, s["smuggles"][seat], 0, 0, dice, at_least)
    s["smuggles"][seat] += 1
    rum = min(successes, int(s["supply"][RUM]))
    s["supply"][RUM] -= rum
    s["barrels"][district, RUM] += rum
    resolve_losses(s, district, dice - successes)
