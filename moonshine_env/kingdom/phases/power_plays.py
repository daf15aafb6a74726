"""Power Plays beside Unload: Rat (K5.12), Rise (K5.13), Bribe (K5.14)."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ARG_A, ARG_C, pop, top
from moonshine_env.kingdom.actions import A_BRIBE, A_RAT, A_RISE
from moonshine_env.kingdom.phases.markers import start_paid_play
from moonshine_env.kingdom.phases.safehouses import open_free_safehouse
from moonshine_env.kingdom.phases.territory import has_boss, is_unoccupied
from moonshine_env.kingdom.vocab import DO_BRIBE, DO_RAT, DO_RISE, NONE, NUM_BROKERS, NUM_DISTRICTS


@rule
def legal_rat(s, mask):
    """Offer it while a marker is on the Heat Track."""
    if s["heat_count"] == 0:
        return 0
    mask[A_RAT] = 1
    return 1


@rule
def apply_rat(t, s, seat):
    """Begin the Play."""
    start_paid_play(s, DO_RAT, seat, int(t["cost_rat"]), 0, 0)


@rule
def resolve_rat(s):
    """Take the Rat Card; the Raid comes at the end of the Play (K4.5, K8.5).

    Ruling: who holds the Rat Card may Rat again, and keeps it (K5.12): nothing forbids it.
    """
    seat = int(top(s)[1])
    pop(s)
    s["rat"] = seat
    top(s)[ARG_C] = 1


@rule
def legal_rise(s, seat, mask):
    """Offer each own or Unoccupied District, with no Boss on the board and one in the supply (K5.13)."""
    if has_boss(s, seat) or s["bosses_left"][seat] == 0:
        return 0
    count = 0
    for district in range(NUM_DISTRICTS):
        if s["owner"][district] == seat or is_unoccupied(s, district):
            mask[A_RISE + district] = 1
            count += 1
    return count


@rule
def apply_rise(t, s, seat, district):
    """Begin the Play."""
    start_paid_play(s, DO_RISE, seat, int(t["cost_rise"]), district, 0)


@rule
def resolve_rise(t, s):
    """Put a Boss and two Runners there, as many as the supply has; then perhaps a free Safehouse."""
    frame = top(s)
    seat, district = int(frame[1]), int(frame[ARG_A])
    pop(s)
    runners = min(int(s["runners_left"][seat]), int(t["rise_runners"]))
    s["owner"][district] = seat
    s["bosses"][district] += 1
    s["bosses_left"][seat] -= 1
    s["runners"][district] += runners
    s["runners_left"][seat] -= runners
    open_free_safehouse(s, seat, district, 1)


@rule
def legal_bribe(t, s, seat, mask):
    """Offer each broker whose District one Controls and whose Favor one never had, for $2,500."""
    if s["cash"][seat] < t["bribe_cash"]:
        return 0
    count = 0
    for broker in range(NUM_BROKERS):
        district = t["broker_district"][broker]
        had = s["favors"][seat, broker] or s["favors_lost"][seat, broker]
        if district != NONE and s["owner"][district] == seat and not had:
            mask[A_BRIBE + broker] = 1
            count += 1
    return count


@rule
def apply_bribe(t, s, seat, broker):
    """Begin the Play."""
    start_paid_play(s, DO_BRIBE, seat, int(t["cost_bribe"]), broker, 0)


@rule
def resolve_bribe(t, s):
    """Pay, take the Favor, and put an unused marker into the Stash."""
    frame = top(s)
    seat, broker = int(frame[1]), int(frame[ARG_A])
    pop(s)
    s["cash"][seat] -= t["bribe_cash"]
    s["favors"][seat, broker] = 1
    if s["markers"][seat] < t["influence_per_player"]:
        s["markers"][seat] += 1
        s["stash"][seat] += 1
