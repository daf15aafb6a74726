"""Respect (K11.7): what a player's Titles, Completed Contracts, Marks and the Rat Card are worth together."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom.vocab import (
    COMPLETED,
    GIG,
    NUM_BOROUGHS,
    NUM_CARDS,
    NUM_LIQUORS,
    RACKET,
    SCORE,
)


@rule
def count_completed(t, s, seat):
    """Return how many Gigs, Rackets and Scores `seat` has Completed."""
    gigs = 0
    rackets = 0
    scores = 0
    for card in range(NUM_CARDS):
        if s["card_at"][card] == COMPLETED + seat:
            deck = t["card_deck"][card]
            gigs += deck == GIG
            rackets += deck == RACKET
            scores += deck == SCORE
    return gigs, rackets, scores


@rule
def count_respect_with(t, s, seat, gigs, rackets, scores):
    """Count the Respect of `seat` whose Completed Contracts are counted already; see `count_respect`."""
    worth = t["deck_respect"]
    respect = gigs * int(worth[GIG]) + rackets * int(worth[RACKET]) + scores * int(worth[SCORE])
    deed = s["deed"]
    for borough in range(NUM_BOROUGHS):
        if deed[borough] == seat:
            respect += int(t["deed_respect"][borough])
    syndicate = s["syndicate"]
    for liquor in range(NUM_LIQUORS):
        if syndicate[liquor] == seat:
            respect += int(t["syndicate_respect"])
    if s["ward_boss"] == seat:
        respect += int(t["ward_boss_respect"])
    if s["rat"] == seat:
        respect += int(t["rat_respect"])
    return respect + int(s["marks"][seat]) * int(t["mark_respect"])


@rule
def count_respect(t, s, seat):
    """Count the Respect of `seat` (K11.7): the net sum, which may be negative."""
    gigs, rackets, scores = count_completed(t, s, seat)
    return count_respect_with(t, s, seat, gigs, rackets, scores)
