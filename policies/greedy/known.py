"""What `greedy` knows of a content before any game."""

from __future__ import annotations

from typing import Any

import numpy as np

from moonshine_env.kingdom import contract_code as code
from moonshine_env.kingdom.vocab import (
    DICE_FACES,
    DOCK,
    MAX_STILL_NUMBER,
    NONE,
    NUM_BOROUGHS,
    NUM_DISTRICTS,
    NUM_LIQUORS,
    WARD,
)
from policies.greedy.mind import FIRST_SYNDICATE, WARD_BOSS
from policies.greedy.objectives import MAX_TERMS, OBJECTIVES, unroll

D, L, B = NUM_DISTRICTS, NUM_LIQUORS, NUM_BOROUGHS
MOST_MOBSTERS = 40  # beside each other in a District, more than there are
BIT_BASE = 37  # 2 is a primitive root of it: powers of two leave different remainders

KNOWN = np.dtype(
    [
        ("objectives", OBJECTIVES),
        ("next_way", np.int16, (MAX_TERMS,)),  # first term of the way, or Contract, after that which begins here
        ("fits", np.int32, (MAX_TERMS,)),  # Districts that a term can mean whatever the prices and Stills, as bits
        ("is_plain", np.int8, (code.MAX_STEPS,)),  # 1 = asks for no Boss, Runners, Barrels or Safehouse there
        ("distance", np.float64, (2, D, D)),  # Moves between two Districts; [1] = for who sails the coast
        ("near", np.int32, (D,)),  # Connected Districts, as bits
        ("place", np.int16, (BIT_BASE,)),  # of the one bit that is set, by its remainder
        ("pours", np.int32, (L,)),  # Joints of each liquor, as bits
        ("boroughs", np.int32, (B,)),  # Districts of each Borough, as bits
        ("title_kind", np.int16, (D,)),  # the second Title that a District counts for, beside its Deed; or NONE
        ("plot", np.float64, (D,)),  # worth of a District for what it is
        ("odds", np.float64, (MAX_STILL_NUMBER + 1,)),  # of a sum of two dice
        ("ratio", np.float64, (MOST_MOBSTERS,)),  # Muscle Ratio of so many
        ("coast", np.int32),  # Districts that Skiffs go to, as bits
    ],
    align=True,
)


def know(tables: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Work out what a content says before any game; `weights` `(1,)` of WEIGHT; returns `(1,)` of KNOWN."""
    t = tables[0]
    known = np.zeros(1, KNOWN)
    row = known[0]
    row["objectives"] = unroll(t["contracts"])[0]
    c = t["contracts"]
    asks = (c["boss"] != 0) | (c["runners"] > 0) | (c["safehouse"] != 0) | (c["stock"] > 0).any(axis=1)
    row["is_plain"] = ~asks
    _know_ways(t, row)
    _know_places(t, row, weights[0])
    _know_next_ways(row)
    for k in range(int(row["objectives"]["first"][-1])):
        row["fits"][k] = sum(1 << d for d in range(D) if _may_fit(t, row["objectives"], k, d))
    for number in range(2, MAX_STILL_NUMBER + 1):
        row["odds"][number] = (DICE_FACES - abs(number - DICE_FACES - 1)) / DICE_FACES**2
    for mobsters in range(MOST_MOBSTERS):
        row["ratio"][mobsters] = min(int((t["ratio_bounds"] <= mobsters).sum()), int(t["ratio_cap"]))
    return known


def _know_next_ways(row: Any) -> None:
    """Note where the ways of each Contract begin."""
    first, way = row["objectives"]["first"], row["objectives"]["way"]
    for card in range(len(first) - 1):
        following = int(first[card + 1])
        for k in range(following - 1, int(first[card]) - 1, -1):
            row["next_way"][k] = following
            if k > first[card] and way[k] != way[k - 1]:
                following = k


def _know_ways(t: Any, row: Any) -> None:
    """Note what is beside what, and how far apart."""
    steps = np.where(t["connected"] == 1, 1, D).astype(np.int64)
    np.fill_diagonal(steps, 0)
    for middle in range(D):
        steps = np.minimum(steps, steps[:, middle : middle + 1] + steps[middle : middle + 1, :])
    coast = t["coastal"] != 0
    row["distance"][0] = steps
    row["distance"][1] = np.where(coast[:, None] & coast[None, :], np.minimum(steps, 1), steps)
    for d in range(D):
        row["near"][d] = sum(1 << int(near) for near in np.flatnonzero(t["connected"][d]))
        row["place"][(1 << d) % BIT_BASE] = d
    row["coast"] = sum(1 << int(d) for d in t["coastal_district"])


def _know_places(t: Any, row: Any, weights: Any) -> None:
    """Note what each District is: its worth, and the Titles it counts for."""
    row["title_kind"] = NONE
    for d in range(D):
        row["boroughs"][t["borough"][d]] |= 1 << d
        pour = int(t["pour"][d])
        plot = weights["district"]
        if pour != NONE:
            plot += weights["joint"]
            row["pours"][pour] |= 1 << d
            row["title_kind"][d] = FIRST_SYNDICATE + pour
        elif t["kind"][d] == WARD:
            plot += weights["ward"]
            row["title_kind"][d] = WARD_BOSS
        elif t["kind"][d] == DOCK:
            plot += weights["dock"]
        row["plot"][d] = plot


def _may_fit(t: Any, objectives: Any, k: int, d: int) -> bool:
    """Test where a District is, what it is, and its Joint unless that depends on prices."""
    c = t["contracts"]
    step, borough, it = (int(objectives[name][k]) for name in ("step", "borough", "it"))
    b = int(t["borough"][d])
    if step == NONE or c["op"][step] > code.MOST_ALL or (borough not in (NONE, b)):
        return False
    if c["district"][step] not in (NONE, d) or (c["boroughs"][step] and not int(c["boroughs"][step]) >> b & 1):
        return False
    if c["kind"][step] not in (NONE, t["kind"][d]) or (c["society"][step] and not t["society"][d]):
        return False
    wanted = int(c["pour"][step])
    if wanted == NONE or wanted in (code.DEAREST, code.CHEAPEST):
        return True
    pour = int(t["pour"][d])
    return pour != NONE and (wanted == code.ANY or pour == (it if wanted == code.IT else wanted))
