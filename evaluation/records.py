"""Records of games: one row a game, with a row for each of its seats inside; and the choices that replay it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

MAX_SEATS = 4
TRAITS = 2  # of a seat; see `engine.game.Game.traits`
ABSENT = -1

SEAT = np.dtype(
    [
        ("slot", np.int16),  # place of the table's list, -1 = no such seat
        ("entrant", np.int16),
        ("traits", np.int16, (TRAITS,)),
        ("place", np.int16),  # 1 = first
        ("respect", np.int32),  # net
        ("partner", np.int16),  # seat, -1 = none
        ("won", np.int8),  # 1 = first, or that one's partner
    ]
)
RECORD = np.dtype(
    [
        ("table", np.int32),
        ("block", np.int32),
        ("nth", np.int32),  # game of the block
        ("seed", np.uint64),
        ("players", np.int16),
        ("day", np.int16),
        ("ending", np.int16),
        ("decisions", np.int32),  # as they were asked, forced ones not counted
        ("seats", SEAT, (MAX_SEATS,)),
    ]
)


@dataclass(frozen=True)
class PlayedGame:
    """A game that has ended.

    Attributes:
        record: `()` RECORD.
        choices: `(decisions,)` uint16, the actions at all decisions that were asked, in order.
    """

    record: np.ndarray
    choices: np.ndarray
