"""The Sicilians' signature Plays: Capo (K6.1) and Consigliere (K6.2)."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ARG_A, pop, top
from moonshine_env.kingdom.actions import A_CAPO, A_CONSIGLIERE
from moonshine_env.kingdom.phases.markers import resolve_cooled, start_paid_play
from moonshine_env.kingdom.phases.territory import count_bosses
from moonshine_env.kingdom.vocab import DO_CAPO, DO_CONSIGLIERE, NUM_DISTRICTS


@rule
def legal_capo(s, seat, mask):
    """Offer each District with a Runner, with exactly one Boss on the board and one spare.

    Ruling: with no Boss on the board only Rise helps (K6.1): a Capo stands beside a Boss.
    """
    if s["bosses_left"][seat] == 0 or count_bosses(s, seat) != 1:
        return 0
    count = 0
    for district in range(NUM_DISTRICTS):
        if s["owner"][district] == seat and s["runners"][district] > 0:
            mask[A_CAPO + district] = 1
            count += 1
    return count


@rule
def apply_capo(t, s, seat, district):
    """Begin the Play."""
    start_paid_play(s, DO_CAPO, seat, int(t["cost_capo"]), district, 0)


@rule
def resolve_capo(s):
    """Swap a Runner for the spare Boss."""
    frame = top(s)
    seat, district = int(frame[1]), int(frame[ARG_A])
    pop(s)
    s["runners"][district] -= 1
    s["runners_left"][seat] += 1
    s["bosses"][district] += 1
    s["bosses_left"][seat] -= 1


@rule
def legal_consigliere(s, mask):
    """Offer each marker on the Heat Track, by its space."""
    for space in range(s["heat_count"]):
        mask[A_CONSIGLIERE + space] = 1
    return int(s["heat_count"])


@rule
def apply_consigliere(t, s, seat, space):
    """Begin the Play."""
    start_paid_play(s, DO_CONSIGLIERE, seat, int(t["cost_consigliere"]), space, 0)


@rule
def resolve_consigliere(s):
    """Return the marker to its owner's Stash; later ones move down."""
    space = int(top(s)[ARG_A])
    pop(s)
    s["stash"][s["heat"][space]] += 1
    resolve_cooled(s, space)
