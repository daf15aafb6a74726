"""Bookkeeping of a batch: what a compiled step writes about each slot, and about games that ended."""

from __future__ import annotations

from typing import Any

import numpy as np


def slot_dtype(players: int) -> np.dtype[Any]:
    """Return the record of one slot of a batch.

    Args:
        players: Room for so many seats.
    """
    return np.dtype(
        [
            ("count", np.int16),  # legal actions of the open decision
            ("actor", np.int16),  # seat that decides
            ("done", np.int8),  # 1 = a game ended in this step
            ("started", np.int8),  # 1 = the actor is asked for the first time in this game
            ("asked", np.int8, (players,)),  # 1 = that seat has been asked
            ("decisions", np.int32),  # shown so far in this game
            ("nth", np.int64),  # games before this one
        ]
    )


def result_dtype(players: int) -> np.dtype[Any]:
    """Return the record of an ended game; before its start it holds the seed.

    Args:
        players: Room for so many seats.
    """
    return np.dtype(
        [
            ("places", np.int16, (players,)),
            ("respect", np.int32, (players,)),
            ("partner", np.int16, (players,)),  # seat of each seat's partner, -1 = none
            ("num_players", np.int16),
            ("day", np.int16),
            ("ending", np.int16),
            ("decisions", np.int32),
            ("seed", np.uint64),
        ]
    )
