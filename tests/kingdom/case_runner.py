"""Short ways to lay out a game for a test of one topic of the rules; the game is a `Table` of worked cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from moonshine_env.kingdom.casework import Table


def board(turn: str, districts: Mapping[str, str], dice: Sequence[int] = (), **given: Any) -> Table:
    """Lay out pieces for a turn; `given` are other keys of a position."""
    return Table({"turn": turn, "districts": districts, **given}, dice)


def night(districts: Mapping[str, str], **given: Any) -> Table:
    """Lay out pieces for the Reckoning, which runs up to its first decision."""
    return Table({"phase": "reckoning", "districts": districts, **given})
