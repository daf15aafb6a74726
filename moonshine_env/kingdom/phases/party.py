"""The party: mobsters on their way or Pinned, with the cargo they carry (K7.8-K7.12)."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom.phases.safehouses import open_takeover
from moonshine_env.kingdom.phases.territory import is_partners
from moonshine_env.kingdom.vocab import NONE, NUM_LIQUORS


@rule
def count_party(s):
    """Count the party's mobsters."""
    return int(s["party_bosses"]) + int(s["party_runners"])


@rule
def count_cargo(s):
    """Count the party's Barrels."""
    total = 0
    for liquor in range(NUM_LIQUORS):
        total += int(s["party_cargo"][liquor])
    return total


@rule
def count_hold(t, s):
    """Count how many more Barrels the party can carry."""
    hold = (int(s["party_bosses"]) + int(s["party_runners"])) * int(t["carry_per_mobster"])
    for liquor in range(NUM_LIQUORS):
        hold -= int(s["party_cargo"][liquor])
    return hold


@rule
def resolve_cargo_seized(s):
    """Send the cargo to the common supply (K8.1)."""
    for liquor in range(NUM_LIQUORS):
        s["supply"][liquor] += s["party_cargo"][liquor]
        s["party_cargo"][liquor] = 0


@rule
def resolve_cargo_dropped(s, district):
    """Leave the cargo in a District; it belongs to whoever Controls it (K7.9, K7.12)."""
    for liquor in range(NUM_LIQUORS):
        s["barrels"][district, liquor] += s["party_cargo"][liquor]
        s["party_cargo"][liquor] = 0


@rule
def resolve_party_gone(s):
    """Forget the party: all its pieces and Barrels have been put elsewhere."""
    s["party_owner"] = NONE
    s["party_place"] = NONE
    s["party_origin"] = NONE
    s["party_bosses"] = 0
    s["party_runners"] = 0
    s["rolls"] = 0


@rule
def resolve_land(s, district):
    """Put the party and its cargo into a District without rival mobsters or Police: it Controls it at once (K5.1)."""
    seat = int(s["party_owner"])
    s["owner"][district] = seat
    s["bosses"][district] += s["party_bosses"]
    s["runners"][district] += s["party_runners"]
    resolve_cargo_dropped(s, district)
    resolve_party_gone(s)
    open_takeover(s, seat, district)


@rule
def resolve_fall_back(s):
    """Return to the origin, taking Control of it again if it was left empty; the cargo stays behind (K7.9).

    Out of a partner's District it comes along (K12.4).
    """
    seat = int(s["party_owner"])
    origin = int(s["party_origin"])
    resolve_cargo_dropped(s, origin if is_partners(s, seat, s["party_place"]) else s["party_place"])
    s["owner"][origin] = seat
    s["bosses"][origin] += s["party_bosses"]
    s["runners"][origin] += s["party_runners"]
    resolve_party_gone(s)


@rule
def resolve_party_losses(t, s, losses):
    """Send up to `losses` of the party to the supply, Runners first (K2.10); Barrels nobody can carry drop (K7.10)."""
    seat = int(s["party_owner"])
    runners = min(int(losses), int(s["party_runners"]))
    bosses = min(int(losses) - runners, int(s["party_bosses"]))
    s["party_runners"] -= runners
    s["party_bosses"] -= bosses
    s["runners_left"][seat] += runners
    s["bosses_left"][seat] += bosses
    resolve_excess(t, s)


@rule
def resolve_excess(t, s):
    """Drop the Barrels beyond one a mobster into the District.

    Ruling: excess cargo drops by Market Value, the cheapest first, then in liquor order (K7.10): a man carries one
    Barrel, and the unladen die first.
    """
    excess = count_cargo(s) - count_party(s) * int(t["carry_per_mobster"])
    while excess > 0:
        cheapest = NONE
        for liquor in range(NUM_LIQUORS):
            if s["party_cargo"][liquor] > 0 and (cheapest == NONE or s["price"][liquor] < s["price"][cheapest]):
                cheapest = liquor
        s["party_cargo"][cheapest] -= 1
        s["barrels"][s["party_place"], cheapest] += 1
        excess -= 1
