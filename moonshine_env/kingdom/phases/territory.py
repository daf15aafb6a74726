"""Territory: who Controls what, and the Muscle Ratio (K2)."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom.vocab import NONE, NUM_DISTRICTS, NUM_LIQUORS


@rule
def count_mobsters(s, district):
    """Count the Bosses and Runners of the District's owner."""
    return int(s["bosses"][district]) + int(s["runners"][district])


@rule
def count_barrels(s, district):
    """Count the Barrels of all liquors in a District."""
    total = 0
    for liquor in range(NUM_LIQUORS):
        total += int(s["barrels"][district, liquor])
    return total


@rule
def count_ratio(t, mobsters, cap):
    """Turn mobsters into results by the Muscle Ratio, at most `cap` (K2.9)."""
    ratio = 0
    for bound in t["ratio_bounds"]:
        if mobsters >= bound:
            ratio += 1
    return min(ratio, int(cap))


@rule
def is_hostile(s, seat, district):
    """Say whether a Precinct or rival mobsters stand there (K2.4). A party on its way does not count."""
    if s["precinct"][district]:
        return True
    return s["owner"][district] != seat and count_mobsters(s, district) > 0


@rule
def is_partners(s, seat, district):
    """Say whether a seat's partner Controls a District (K12.4)."""
    return s["owner"][district] != NONE and s["owner"][district] == s["partner"][seat]


@rule
def is_unoccupied(s, district):
    """Say whether nothing is there.

    Ruling: Unoccupied means no mobster, no Safehouse and no Precinct (K2.6): Rise and rebuilding need the same word.
    """
    return s["owner"][district] == NONE and s["precinct"][district] == 0 and s["safehouse"][district] == NONE


@rule
def count_docks(t, s, seat):
    """Count the Docks a seat Controls."""
    total = 0
    for district in t["dock_district"]:
        if s["owner"][district] == seat:
            total += 1
    return total


@rule
def count_joints(t, s, seat, liquor):
    """Count the Joints of one pour that a seat Controls."""
    total = 0
    for district in t["joint_district"]:
        if s["owner"][district] == seat and t["pour"][district] == liquor:
            total += 1
    return total


@rule
def count_in_borough(t, s, seat, borough):
    """Count the Districts of a Borough that a seat Controls."""
    total = 0
    for district in range(NUM_DISTRICTS):
        if t["borough"][district] == borough and s["owner"][district] == seat:
            total += 1
    return total


@rule
def count_kind(t, s, seat, kind):
    """Count the Districts of one kind that a seat Controls."""
    total = 0
    for district in range(NUM_DISTRICTS):
        if t["kind"][district] == kind and s["owner"][district] == seat:
            total += 1
    return total


@rule
def has_boss(s, seat):
    """Say whether a Boss of the seat is on the board, the party's included."""
    if s["party_owner"] == seat and s["party_bosses"] > 0:
        return True
    for district in range(NUM_DISTRICTS):
        if s["owner"][district] == seat and s["bosses"][district] > 0:
            return True
    return False


@rule
def count_bosses(s, seat):
    """Count the seat's Bosses on the board."""
    total = 0
    for district in range(NUM_DISTRICTS):
        if s["owner"][district] == seat:
            total += int(s["bosses"][district])
    if s["party_owner"] == seat:
        total += int(s["party_bosses"])
    return total


@rule
def resolve_control(s, district):
    """Drop Control where the owner's last piece has gone (K2.1).

    Ruling: Barrels stay, loose, and are the next Controller's (K2.3): nothing takes them away.
    """
    owner = int(s["owner"][district])
    if owner != NONE and count_mobsters(s, district) == 0 and s["safehouse"][district] != owner:
        s["owner"][district] = NONE


@rule
def resolve_losses(s, district, losses):
    """Send up to `losses` mobsters of the owner to his supply, Runners first (K2.10), and look at Control.

    Ruling: a Sicilian's two Bosses are alike, so which of them falls is no question (K2.10): both have the same power.
    """
    owner = int(s["owner"][district])
    runners = min(int(losses), int(s["runners"][district]))
    bosses = min(int(losses) - runners, int(s["bosses"][district]))
    s["runners"][district] -= runners
    s["bosses"][district] -= bosses
    if owner != NONE:
        s["runners_left"][owner] += runners
        s["bosses_left"][owner] += bosses
    resolve_control(s, district)


@rule
def resolve_seizure(s, district):
    """Send all Barrels of a District to the common supply (K2.10)."""
    for liquor in range(NUM_LIQUORS):
        s["supply"][liquor] += s["barrels"][district, liquor]
        s["barrels"][district, liquor] = 0
