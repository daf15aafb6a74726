"""Many games at once: the compiled step of a batch, over a range of its slots."""

from __future__ import annotations

from moonshine_env.engine.chance import derived_seed
from moonshine_env.engine.jit import entry, rule
from moonshine_env.kingdom.observation import observe_game
from moonshine_env.kingdom.phases.respect import count_respect
from moonshine_env.kingdom.rules import apply_game, legal_game, setup_game
from moonshine_env.kingdom.vocab import MAX_PLAYERS

# Flags of `step_range`, as bits.
OBSERVE, SKIP_FORCED, AUTO_RESET = 1, 2, 4


@rule
def find_only(mask):
    """Return the id of the one legal action of a mask."""
    action = 0
    while mask[action] == 0:
        action += 1
    return action


@rule
def settle(t, s, mask, skip_forced):
    """Write the next decision's mask and return its count; if `skip_forced`, play those of one option on the way."""
    count = legal_game(t, s, mask)
    while skip_forced and count == 1:
        apply_game(t, s, find_only(mask))
        count = legal_game(t, s, mask)
    return count


@rule
def start_slot(t, states, b, seed, options, start):
    """Set up slot `b` anew from a seed; `start` holds mobs, homes, tokens (4 each) and Still tokens (25)."""
    states[b] = t["blank"][0]
    p = MAX_PLAYERS
    setup_game(t, states[b], seed, options, start[:p], start[p : 2 * p], start[2 * p : 3 * p], start[3 * p :])


@rule
def note_result(t, s, decisions, result):
    """Write what is left of a finished game, and how many decisions it showed."""
    result["decisions"] = decisions
    for seat in range(s["num_players"]):
        result["places"][seat] = s["place"][seat]
        result["respect"][seat] = count_respect(t, s, seat)
    result["partner"][:] = s["partner"][:]
    result["num_players"] = s["num_players"]
    result["day"] = s["day"]
    result["ending"] = s["ending"]
    result["seed"] = s["seed"]


@entry
def step_range(
    tables, states, low, high, actions, flags, run_seed, options, start, slots, results, masks, observations
):
    """Play one action in each of the slots `low` .. `high`-1 and show the next decision.

    Args:
        tables: `(1,)` TABLES.
        states: `(B,)` STATE, in place.
        low, high: Range of slots.
        actions: `(B,)` int64, legal; -1 starts the slot's game from `results[b]["seed"]`.
        flags: OBSERVE, SKIP_FORCED, AUTO_RESET, added.
        run_seed: uint64; the n-th game of slot b has seed `derived_seed(run_seed, b, n)`.
        options: int16 options of `setup`.
        start: `(37,)` int16: mobs, homes, tokens, Still tokens; NONE = at random.
        slots: `(B,)` SLOT, in place: count, actor, done, nth, asked by seat, started, decisions.
        results: `(B,)` RESULT, in place: of games that ended in this step.
        masks: `(B, >= NUM_ACTIONS)` int8, in place.
        observations: `(B, NUM_FEATURES)` uint8, in place.
    """
    t = tables[0]
    skip_forced = flags & SKIP_FORCED != 0
    for b in range(low, high):
        slot = slots[b]
        s = states[b]
        slot["done"] = 0
        result = results[b]
        if actions[b] < 0:
            start_slot(t, states, b, result["seed"], options, start)
            slot["asked"][:] = 0
            slot["decisions"] = 0
        elif slot["count"] == 0:
            continue  # over, and not started again
        else:
            apply_game(t, s, actions[b])
            slot["decisions"] += 1
        count = settle(t, s, masks[b], skip_forced)
        if count == 0:
            note_result(t, s, slot["decisions"], result)
            slot["done"] = 1
            if flags & AUTO_RESET != 0:
                slot["nth"] += 1
                slot["asked"][:] = 0
                slot["decisions"] = 0
                start_slot(t, states, b, derived_seed(run_seed, b, slot["nth"]), options, start)
                count = settle(t, s, masks[b], skip_forced)
        actor = s["acting_player"]
        slot["count"] = count
        slot["actor"] = actor
        if count > 0:
            slot["started"] = 1 - slot["asked"][actor]
            slot["asked"][actor] = 1
            if flags & OBSERVE != 0:
                observe_game(t, s, actor, observations[b])
