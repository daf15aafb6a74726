"""Results files for tests of reports: quick games, and names as long as people make them."""

from __future__ import annotations

import numpy as np

from evaluation.match import run_match
from evaluation.plan import Plan
from evaluation.records import ABSENT, RECORD
from evaluation.results import StoredMatch, describe_plan, read_results

LONG_NAMES = (
    "greedy",
    "random",
    "pack:runs/kingdom_demo/kingdom_demo.pack?mode=argmax",
    "pack:runs/kingdom_demo/checkpoints/000001000448.pack?mode=argmax",
    "pack:runs/kingdom_demo/checkpoints/000000508416.pack?mode=argmax",
    "blunders:0.1:pack:runs/kingdom_demo/kingdom_demo.pack",
    "a_policy_of_somebody_else_whose_name_never_ends:with:arguments",
    "W" * 40,
)


def many_plan(**options):
    """Eight entrants at eight tables of four."""
    tables = tuple((i, (i + 1) % 8, (i + 3) % 8, (i + 4) % 8) for i in range(8))
    return Plan(LONG_NAMES, tables, seed=5, specs=("random",) * 8, options=options)


def play(path, plan, blocks):
    """Play blocks into a file and read it."""
    run_match(plan, blocks, file=path)
    return read_results(path)


def stored(plan, places, digests=None, seeds=None):
    """Make a match of one table by hand, whose games ended with these places by seat; entrants do not move."""
    table = plan.tables[0]
    records = np.zeros(len(places), RECORD)
    for name in ("slot", "entrant", "partner", "traits"):
        records["seats"][name] = ABSENT
    records["block"] = np.arange(len(places))
    records["seed"] = np.arange(len(places)) if seeds is None else seeds
    records["players"], records["day"], records["ending"] = len(table), 3, 2
    for seat, entrant in enumerate(table):
        here = records["seats"][:, seat]
        here["slot"], here["entrant"], here["traits"] = seat, entrant, seat
        here["place"] = [row[seat] for row in places]
        here["respect"] = 10 - here["place"]
        here["won"] = here["place"] == 1
        records["seats"][:, seat] = here
    return StoredMatch(plan, describe_plan(plan, digests or {}), "0", records, [np.zeros(0, np.uint16)] * len(places))
