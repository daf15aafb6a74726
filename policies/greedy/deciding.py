"""The compiled entry point: from observations to actions, one decision after the other."""

from __future__ import annotations

from moonshine_env.kingdom.observation_decoder import decode_game
from policies.compiled import policy_entry
from policies.greedy.mind import Mind
from policies.greedy.steps import choose


@policy_entry
def decide(tables, known, weights, observations, masks, works, memory, notes, actions):
    """Choose an action for each row.

    Args:
        tables: `(1,)` TABLES.
        known: `(1,)` KNOWN.
        weights: `(len(WEIGHTS),)` float64.
        observations: `(B, NUM_FEATURES)` uint8.
        masks: `(B, NUM_ACTIONS)` int8.
        works: `(2,)` STATE, scratch space.
        memory: `(2, STATE.itemsize)` uint8, the same memory.
        notes: `(1,)` NOTES, scratch space.
        actions: `(B,)` int64, in place.
    """
    m = Mind(tables[0], known[0], weights, works, memory, notes[0])
    for b in range(len(actions)):
        decode_game(m.t, observations[b], works[0])
        actions[b] = choose(m, masks[b])
