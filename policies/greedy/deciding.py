"""The compiled entry point: from observations to actions, one decision after the other."""

from __future__ import annotations

from moonshine_env.kingdom.observation_decoder import decode_game
from policies.compiled import policy_entry
from policies.greedy.mind import Mind
from policies.greedy.steps import choose


@policy_entry
def decide(tables, known, weights, observations, masks, notes, actions):
    """Choose an action for each row.

    Args:
        tables: `(1,)` TABLES.
        known: `(1,)` KNOWN.
        weights: `(1,)` WEIGHT.
        observations: `(B, NUM_FEATURES)` uint8.
        masks: `(B, NUM_ACTIONS)` int8.
        notes: `(1,)` NOTES, scratch space.
        actions: `(B,)` int64, in place.
    """
    m = Mind(tables[0], known[0], weights[0], notes[0])
    for b in range(len(actions)):
        decode_game(m.t, observations[b], m.w["root"])
        actions[b] = choose(m, masks[b])
