"""Blood Oath: the Crackdown Tracker, the Sit-Down, and what a family is worth together (K12)."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom.phases.respect import count_completed, count_respect, count_respect_with
from moonshine_env.kingdom.vocab import MAX_PLAYERS, NONE

UNIT_CHANGE = 100  # $ in one unit of cash; loose change is in $


@rule
def have_allied(s):
    """Say whether the families stand."""
    return s["partner"][0] != NONE


@rule
def resolve_crackdown(t, s):
    """Move the token for a Raid just called; on the last space the bosses sit down, before it strikes (K12.1)."""
    if s["crackdown"] >= t["crackdown_spaces"]:
        return
    s["crackdown"] += 1
    if s["crackdown"] == t["crackdown_spaces"]:
        resolve_sit_down(t, s)


@rule
def resolve_sit_down(t, s):
    """Ally the first with the last, and the two between, for good (K12.2)."""
    for seat in range(MAX_PLAYERS):
        for other in range(MAX_PLAYERS):
            if count_above(t, s, seat) + count_above(t, s, other) == MAX_PLAYERS - 1:
                s["partner"][seat] = other


@rule
def count_above(t, s, seat):
    """Count the seats that rank above one at the Sit-Down."""
    above = 0
    for other in range(MAX_PLAYERS):
        if other != seat and sits_above(t, s, other, seat):
            above += 1
    return above


@rule
def count_standing(t, s, seat):
    """Count the Respect of Titles and Completed Contracts alone."""
    gigs, rackets, scores = count_completed(t, s, seat)
    respect = count_respect_with(t, s, seat, gigs, rackets, scores)
    if s["rat"] == seat:
        respect -= int(t["rat_respect"])
    return respect - int(s["marks"][seat]) * int(t["mark_respect"])


@rule
def sits_above(t, s, seat, other):
    """Compare two seats at the Sit-Down: standing, then cash.

    Ruling: then the lower Turn Token of today ranks, also one given up by lying low (K12.2): no two are alike.
    """
    mine, theirs = count_standing(t, s, seat), count_standing(t, s, other)
    if mine != theirs:
        return mine > theirs
    if s["cash"][seat] != s["cash"][other]:
        return s["cash"][seat] > s["cash"][other]
    return s["token"][seat] < s["token"][other]


# ---- families at Reckoning


@rule
def count_wealth(t, s, seat):
    """Return cash plus loose change in $: what breaks ties of Respect (K11.8)."""
    return int(s["cash"][seat]) * UNIT_CHANGE + int(t["loose_change"][s["mob"][seat]])


@rule
def count_family_respect(t, s, seat):
    """Count the Respect of a seat and its partner."""
    return count_respect(t, s, seat) + count_respect(t, s, s["partner"][seat])


@rule
def is_family_ahead(t, s, seat, other):
    """Say whether a seat's family ranks above another's.

    Ruling: alliances rank by combined Respect, then combined wealth (K12.5): as players do.
    """
    mine, theirs = count_family_respect(t, s, seat), count_family_respect(t, s, other)
    if mine != theirs:
        return mine > theirs
    own = count_wealth(t, s, seat) + count_wealth(t, s, s["partner"][seat])
    return own > count_wealth(t, s, other) + count_wealth(t, s, s["partner"][other])


@rule
def find_winning_family(t, s):
    """Find a seat of the first family with a Commission and 35 Respect together; NONE if there is none (K12.5)."""
    winner = NONE
    for seat in range(MAX_PLAYERS):
        claims = s["commission"][seat] and count_family_respect(t, s, seat) >= t["alliance_win_respect"]
        if claims and (winner == NONE or is_family_ahead(t, s, seat, winner)):
            winner = seat
    return winner
