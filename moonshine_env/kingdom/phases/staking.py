"""Staked Contracts keep the order in which their player staked them: 1 for the first of those still there."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom.vocab import NUM_CARDS, STAKED


@rule
def resolve_staked(s, seat, card, markers):
    """Lay a Contract from hand face up, with markers of the Stash on it (K3.8)."""
    order = 1
    for other in range(NUM_CARDS):
        if s["card_at"][other] == STAKED + seat:
            order += 1
    s["stash"][seat] -= markers
    s["card_at"][card] = STAKED + seat
    s["card_markers"][card] = markers
    s["card_pool"][card] = 0
    s["stake_order"][card] = order


@rule
def resolve_unstaked(s, card, place):
    """Put a staked Contract elsewhere; the order of those its seat still has staked closes up."""
    staked = int(s["card_at"][card])
    order = int(s["stake_order"][card])
    s["card_at"][card] = place
    s["stake_order"][card] = 0
    for other in range(NUM_CARDS):
        if s["card_at"][other] == staked and s["stake_order"][other] > order:
            s["stake_order"][other] -= 1
