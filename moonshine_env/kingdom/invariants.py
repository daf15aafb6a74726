"""What is true of every state: each cache recomputed, each sum conserved, every open frame possible.

`check_game` is compiled and cheap enough for every decision of every game; its code becomes a sentence in
`state_problem`. Positions are checked with it when they are loaded.
"""

from __future__ import annotations

import numpy as np

from moonshine_env.engine.jit import entry, rule
from moonshine_env.kingdom.soundness.board import (
    check_districts,
    check_frame_of_game,
    check_goods,
    check_pieces,
    check_seats,
)
from moonshine_env.kingdom.soundness.cooperation import check_cooperation, check_oath
from moonshine_env.kingdom.soundness.markers import check_cards, check_markers
from moonshine_env.kingdom.soundness.problems import OK, sentence
from moonshine_env.kingdom.soundness.stack import check_play, check_stack
from moonshine_env.kingdom.tables import Content


@rule
def check_game(t, s):
    """Check one state; changes nothing.

    Args:
        t: TABLES record.
        s: STATE record.

    Returns:
        0 if it is sound, else a code for `state_problem`.
    """
    code = check_frame_of_game(t, s)
    if code == OK:
        code = check_seats(t, s)
    if code == OK:
        code = check_oath(t, s)
    if code == OK:
        code = check_cooperation(t, s)
    # The stack before the board: what stands there may hang on an open frame.
    if code == OK:
        code = check_stack(t, s)
    if code == OK:
        code = check_districts(t, s)
    if code == OK:
        code = check_pieces(t, s)
    if code == OK:
        code = check_goods(t, s)
    if code == OK:
        code = check_markers(t, s)
    if code == OK:
        code = check_cards(t, s)
    if code == OK:
        code = check_play(t, s)
    return code


@entry
def check(tables, states, i):
    """Check `states[i]`; returns 0 if it is sound, else a code for people by `state_problem`."""
    return check_game(tables[0], states[i])


def state_is_ok(tables: np.ndarray, states: np.ndarray, i: int) -> bool:
    """Say whether `states[i]` is sound.

    Args:
        tables: `(1,)` of TABLES.
        states: `(n,)` of STATE; unchanged.
        i: Which of them.
    """
    return bool(check(tables, states, i) == OK)


def state_problem(content: Content, states: np.ndarray, i: int) -> str:
    """Say what is wrong with `states[i]` in a sentence that names the place in a position; empty if it is sound."""
    return sentence(content, states, i, int(check(content.tables, states, i)))
