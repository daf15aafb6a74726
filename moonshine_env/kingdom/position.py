"""Positions: a state as a plain dict that people and JSON can read, and back.

`docs/kingdom_position.md` describes the format. A position is whole, or a view: what one seat knows. Either may be
partial.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from moonshine_env.kingdom.positions.dumping import Position, write_position
from moonshine_env.kingdom.positions.loading import read_position
from moonshine_env.kingdom.positions.reading import PositionError
from moonshine_env.kingdom.tables import Content

__all__ = ["Position", "PositionError", "dump", "load", "new_state"]


def dump(content: Content, states: np.ndarray, i: int, seat: int | None = None) -> Position:
    """Write a state as a position.

    Args:
        content: Components the game is played with.
        states: `(n,)` of STATE; unchanged.
        i: Which of them.
        seat: None for the whole position; else the view of that seat: without seed and given dice, rivals' hands as
            counts by deck and pool, piles as counts (K1.12).

    Returns:
        A dict of dicts, lists, strings, ints and bools.

    Raises:
        ValueError: There is no such seat in this game.
    """
    players = int(states[i]["num_players"])
    if seat is not None and not 0 <= seat < players:
        raise ValueError(f"seat {seat} does not play; this game has the seats 0 to {players - 1}")
    return write_position(content, states, i, seat)


def load(content: Content, position: Mapping[str, object], states: np.ndarray, i: int, seed: int = 0) -> None:
    """Read a position into `states[i]`, in place; nothing is written if it does not fit.

    Automatic work on top of its stack is left to do: `rules.resume` does it.

    Args:
        content: Components the game is played with.
        position: Whole or a view, complete or partial; unchanged.
        states: `(n,)` of STATE.
        i: Which of them.
        seed: Key of all luck to come for a position that has none of its own. What a view hides is dealt by it.

    Raises:
        PositionError: The position does not fit; the message says where, what is wrong and what would be right.
    """
    states[i] = read_position(content, position, seed)[0]


def new_state(content: Content, position: Mapping[str, object], seed: int = 0) -> np.ndarray:
    """Read a position into a record of its own; returns `(1,)` of STATE. See `load`."""
    return read_position(content, position, seed)
