"""One game, one step: what the AEC environment asks of the rules at a decision, in as few calls as can be."""

from __future__ import annotations

import numpy as np

from moonshine_env.engine.jit import entry, rule
from moonshine_env.kingdom.observation import NUM_FEATURES, observe_game
from moonshine_env.kingdom.rules import apply_game, legal_game
from moonshine_env.kingdom.vector import find_only
from moonshine_env.kingdom.vocab import NONE

ILLEGAL = -1


@entry
def advance(tables, states, i, action, skip_forced, mask, trail, played):
    """Play an action in `states[i]` and write the mask of the next decision.

    Args:
        tables: `(1,)` TABLES.
        states: `(n,)` STATE, entry `i` in place; nothing changes if the action is not legal.
        i: Which state.
        action: int64, checked against `mask`; NONE plays nothing.
        skip_forced: 1 also plays decisions with one option, whosesoever, while `trail` has room.
        mask: `(NUM_ACTIONS,)` int8: of the open decision before, of the next one after.
        trail: `(n, 2)` int16, in place: seat and action of all that was played.
        played: How many rows of `trail` are filled; at least one must be free.

    Returns:
        played: Rows filled now; ILLEGAL if the action was refused.
        seat: Who decides next, NONE when the game is over.
        count: Legal actions of that decision.
    """
    t = tables[0]
    s = states[i]
    if action != NONE:
        if not 0 <= action < len(mask) or mask[action] == 0:
            return ILLEGAL, NONE, 0
        played = note_and_apply(t, s, action, trail, played)
    count = legal_game(t, s, mask)
    while skip_forced and count == 1 and played < len(trail):
        played = note_and_apply(t, s, find_only(mask), trail, played)
        count = legal_game(t, s, mask)
    return played, int(s["acting_player"]), count


@rule
def note_and_apply(t, s, action, trail, played):
    """Write an action and who plays it into row `played` of `trail`, play it, and return the next free row."""
    trail[played, 0] = s["acting_player"]
    trail[played, 1] = action
    apply_game(t, s, action)
    return played + 1


@rule
def copy_mask(s, seat, legal, mask):
    """Write the mask as `seat` sees it: that of the open decision if it is his, else nothing is legal."""
    mine = np.int8(s["acting_player"] == seat)
    for action in range(len(mask)):
        mask[action] = legal[action] * mine


@entry
def look(tables, states, i, seat, legal, observation, mask):
    """Write what `seat` sees of `states[i]`.

    Args:
        tables: `(1,)` TABLES.
        states: `(n,)` STATE.
        i: Which state.
        seat: Absolute seat of the observer.
        legal: `(NUM_ACTIONS,)` int8, mask of the open decision.
        observation: `(NUM_FEATURES,)` uint8, written in full.
        mask: `(NUM_ACTIONS,)` int8, written in full; zeros unless `seat` decides.
    """
    observe_game(tables[0], states[i], seat, observation)
    copy_mask(states[i], seat, legal, mask)


@entry
def look_scaled(tables, states, i, seat, legal, scale, raw, observation, mask):
    """Write what `seat` sees of `states[i]`, each feature times its scale.

    Args:
        tables, states, i, seat, legal, mask: As for `look`.
        scale: `(NUM_FEATURES,)` float32.
        raw: `(NUM_FEATURES,)` uint8, scratch.
        observation: `(NUM_FEATURES,)` float32, written in full.
    """
    observe_game(tables[0], states[i], seat, raw)
    for k in range(NUM_FEATURES):
        observation[k] = np.float32(raw[k]) * scale[k]
    copy_mask(states[i], seat, legal, mask)
