"""Numbers of the data files: which there are in the TABLES record, and how one is moved before any test is imported."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.mutation.mutants import Mutant, short_hash

MODULE = "tables"
# Arrays that are numbers of the rules. The others are the map, the decks and the tables of numbers for actions: what
# is where, not how much.
ARRAYS = (
    "deed_respect setup_forces token_number mob_bosses loose_change deadline deck_respect deck_cash start_price "
    "ratio_bounds kill_on_at_threat smuggle_on_at_docks"
).split()
OBJECTIVES = ("number", "runners", "stock")  # of Contracts: thresholds, where one is set
DEFAULTS = ("default_max_days", "default_plays_per_day")  # of the content, beside the record


def _names(content: Any) -> Iterator[tuple[str, int]]:
    t = content.tables[0]
    for name in t.dtype.names:
        if t.dtype[name] == np.int16:
            yield name, int(t[name])
    for name in ARRAYS:
        for index in np.ndindex(t[name].shape):
            yield f"{name}[{', '.join(map(str, index))}]", int(t[name][index])
    for name in OBJECTIVES:
        column = t["contracts"][name]
        for index in zip(*np.nonzero(column), strict=True):
            place = tuple(int(k) for k in index)
            yield f"contracts.{name}[{', '.join(map(str, place))}]", int(column[place])
    for name in DEFAULTS:
        yield name, getattr(content, name)


def find_numbers() -> list[Mutant]:
    """List the numbers of the printed game, each one up and one down."""
    from moonshine_env.kingdom.tables import load_content

    content = load_content()
    version = short_hash(repr(content.tables.tobytes()))
    return [
        Mutant(MODULE, name, str(value), str(value + by), version=version, by=by)
        for name, value in _names(content)
        for by in (1, -1)
    ]


def move_number(name: str, by: int) -> None:
    """Move a number of the printed game in this process, for whatever loads it from now on.

    Args:
        name: As in `Mutant.function`.
        by: How far.
    """
    from moonshine_env.kingdom.tables import load_content

    content = load_content()
    if name in DEFAULTS:
        object.__setattr__(content, name, getattr(content, name) + by)
        return
    path, *index = re.findall(r"[\w.]+", name)
    record: Any = content.tables[0]
    *above, field = path.split(".")
    for step in above:
        record = record[step]
    if index:
        record[field][tuple(int(k) for k in index)] += by
    else:
        record[field] += by
