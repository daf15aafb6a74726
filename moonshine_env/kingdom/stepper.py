"""One game, one step: all that the AEC environment asks of the rules at a decision, in one call."""

from __future__ import annotations

import numpy as np

from moonshine_env.engine.jit import entry, rule
from moonshine_env.kingdom.observation import SCALE, observe_game
from moonshine_env.kingdom.rules import apply_game, legal_game
from moonshine_env.kingdom.vector import find_only
from moonshine_env.kingdom.vocab import NONE

ILLEGAL = -1


@entry
def advance(tables, states, i, action, skip_forced, legal, trail, played, raw, scaled, mask):
    """Play an action in `states[i]` and show the next decision to whoever decides it.

    Args:
        tables: `(1,)` TABLES.
        states: `(n,)` STATE, entry `i` in place; nothing changes if the action is not legal.
        i: Which state.
        action: int64, checked against `legal`; NONE plays nothing.
        skip_forced: 1 also plays decisions with one option, whosesoever, while `trail` has room.
        legal: `(NUM_ACTIONS,)` int8: mask of the open decision before, of the next one after.
        trail: `(n, 2)` int16, in place: seat and action of all that was played.
        played: How many rows of `trail` are filled; at least one must be free.
        raw: `(NUM_FEATURES,)` uint8, written in full: what the seat sees that decides next.
        scaled: `(NUM_FEATURES,)` float32, written in full: the same times its scale; or `(0,)` if not wanted.
        mask: `(NUM_ACTIONS,)` int8, written in full: a copy of `legal` to give away.

    Returns:
        played: Rows filled now; ILLEGAL if the action was refused.
        seat: Who decides next; NONE when the game is over, and then nothing is shown.
        count: Legal actions of that decision.
    """
    t = tables[0]
    s = states[i]
    if action != NONE:
        if not 0 <= action < len(legal) or legal[action] == 0:
            return ILLEGAL, NONE, 0
        played = note_and_apply(t, s, action, trail, played)
    count = legal_game(t, s, legal)
    while skip_forced and count == 1 and played < len(trail):
        played = note_and_apply(t, s, find_only(legal), trail, played)
        count = legal_game(t, s, legal)
    seat = int(s["acting_player"])
    if seat != NONE:
        show(t, s, seat, legal, raw, scaled, mask)
    return played, seat, count


@rule
def note_and_apply(t, s, action, trail, played):
    """Write an action and who plays it into row `played` of `trail`, play it, and return the next free row."""
    trail[played, 0] = s["acting_player"]
    trail[played, 1] = action
    apply_game(t, s, action)
    return played + 1


@rule
def show(t, s, seat, legal, raw, scaled, mask):
    """Write what `seat` sees, and the mask as it sees it: that of the open decision if it is his, else zeros."""
    observe_game(t, s, seat, raw)
    for k in range(len(scaled)):
        scaled[k] = np.float32(raw[k]) * SCALE[k]
    mine = np.int8(s["acting_player"] == seat)
    for action in range(len(mask)):
        mask[action] = legal[action] * mine


@entry
def look(tables, states, i, seat, legal, raw, scaled, mask):
    """Write what any seat sees of `states[i]`, whoever decides; arguments as for `advance`."""
    show(tables[0], states[i], seat, legal, raw, scaled, mask)
