"""Arrival: what meets mobsters who enter a District (K5.1, K7.2, K8.1, K12.4)."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import push
from moonshine_env.kingdom.phases.party import resolve_cargo_seized, resolve_land
from moonshine_env.kingdom.phases.promises import resolve_entry
from moonshine_env.kingdom.phases.territory import count_mobsters, is_partners
from moonshine_env.kingdom.vocab import BY_STEALTH, PINNED, STANDOFF


@rule
def open_standoff(s, district):
    """Ask the Occupier (K7.2); the fight counts as the Invader's next of today.

    Ruling: an Occupier who lies low answers as well (K4.8): an answer costs nothing.
    """
    s["fights"][s["party_owner"]] += 1
    push(s, STANDOFF, s["owner"][district], district, 0, 0, 0)


@rule
def open_pinned(s, seat, district, stealth):
    """Pin the party (K7.6); one that met no Standoff starts its fight of today here."""
    s["fights"][seat] += 1
    push(s, PINNED, seat, district, stealth, 0, 0)


@rule
def resolve_enter(t, s, seat, how, goal):
    """Enter a District: Police (K8.1), a partner's block (K12.4), rival mobsters (K7.2), or Control at once (K5.1).

    Ruling: in a partner's District nobody stays, so the way on, or back, is asked at once (K12.4): one mob stands in a
    District.
    """
    resolve_entry(t, s, seat, goal)
    s["party_place"] = goal
    if s["precinct"][goal]:
        resolve_cargo_seized(s)
        open_pinned(s, seat, goal, 0)
    elif is_partners(s, seat, goal):
        push(s, PINNED, seat, goal, 0, 0, 0)
    elif s["owner"][goal] != seat and count_mobsters(s, goal) > 0:
        if how == BY_STEALTH:
            open_pinned(s, seat, goal, 1)
        else:
            open_standoff(s, goal)
    else:
        resolve_land(s, goal)
