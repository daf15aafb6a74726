"""Players for tests: a compiled one for many random games, and plays by name for a few written positions."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from moonshine_env.engine.chance import philox4x32, word_below
from moonshine_env.engine.jit import JIT_DISABLED, entry
from moonshine_env.engine.stack import ARG_A, ARG_B, ARG_C, KIND
from moonshine_env.kingdom import rules
from moonshine_env.kingdom.actions import FAMILIES, NUM_ACTIONS, action_table
from moonshine_env.kingdom.invariants import check
from moonshine_env.kingdom.position import dump, new_state
from moonshine_env.kingdom.state import STATE
from moonshine_env.kingdom.tables import load_content
from moonshine_env.kingdom.vocab import FRAME_IDS, NONE, TURN

CONTENT = load_content()
TABLES = CONTENT.tables
ACTIONS = action_table(CONTENT)
FAMILY_IDS = tuple(name for name, _, _ in FAMILIES)
FAMILY_ENDS = np.cumsum([count for _, count, _ in FAMILIES])
NUM_FAMILIES = len(FAMILIES)

# Un-jitted and bounds-checked lanes play few games: what they look for is met often.
IS_SLOW_LANE = JIT_DISABLED or bool(os.environ.get("NUMBA_BOUNDSCHECK"))

# ---- a compiled player

# How it chooses: all actions alike, or all families alike. The latter gets further into fights and sales.
ALL_ACTIONS, ALL_FAMILIES = range(2)
# What can be found wrong.
FINE, LEGAL_CHANGED_STATE, UNSOUND, NOTHING_LEGAL, WRONG_COUNT, TOO_LONG = range(6)
PROBLEMS = (
    "fine",
    "`legal` changed the state",
    "the state is unsound",
    "a decision is open, but nothing is legal",
    "`legal` did not return the sum of its mask",
    "more decisions than the bound allows",
)
TALLY = np.dtype(
    [
        ("decisions", np.int64),  # of all games
        ("forced", np.int64),  # of those with one legal action
        ("kinds", np.int64, (len(FRAME_IDS),)),  # decisions, by kind
        ("offered", np.int64, (NUM_FAMILIES,)),  # decisions at which a family was offered
        ("played", np.int64, (NUM_FAMILIES,)),
        ("endings", np.int64, (3,)),
        ("allied", np.int64),  # games that ended with families (Blood Oath)
        ("most_in_game", np.int64),
        ("most_in_day", np.int64),
        ("most_in_turn", np.int64),
        ("most_depth", np.int64),
        # ---- the first problem: what, in the game of which seed, at which decision, code of `check`
        ("problem", np.int64),
        ("seed", np.uint64),
        ("at", np.int64),
        ("code", np.int64),
    ]
)


@entry
def play_games(tables, states, i, raw, first, games, options, nobody, stills, how, most, mask, ends, tallies):
    """Play random games to their ends and look at every state on the way.

    Args:
        tables: `(1,)` TABLES.
        states: `(2,)` STATE, scratch.
        i: 0, where the game is; the other is its copy. An argument, as the verbs compile anew for a literal.
        raw: `(2, bytes)` uint8, the same memory.
        first, games: Seeds `first` .. `first + games - 1`.
        options: `(NUM_OPTIONS,)` int16, as `rules.setup` takes them.
        nobody, stills: `(4,)` and `(25,)` int16, all NONE.
        how: ALL_ACTIONS or ALL_FAMILIES.
        most: Bound on the decisions of a game.
        mask: `(NUM_ACTIONS,)` int8, scratch.
        ends: `(NUM_FAMILIES,)` first id after each family.
        tallies: `(1,)` TALLY, added to. Stops at the first problem.
    """
    tally = tallies[0]
    s = states[i]
    for game in range(games):
        seed = np.uint64(first + game)
        rules.setup(tables, states, i, seed, options, nobody, nobody, nobody, stills)
        decision = 0
        day = 0
        in_day = 0
        in_turn = 0
        while tally["problem"] == 0:
            tally["seed"] = seed
            tally["at"] = decision
            states[i + 1] = states[i]
            count = rules.legal(tables, states, i, mask)
            for k in range(raw.shape[1]):
                if raw[0, k] != raw[1, k]:
                    tally["problem"] = LEGAL_CHANGED_STATE
            tally["code"] = check(tables, states, i)
            if tally["code"] != 0:
                tally["problem"] = UNSOUND
            if s["depth"] == 0:
                if count != 0:
                    tally["problem"] = WRONG_COUNT
                break
            if count == 0:
                tally["problem"] = NOTHING_LEGAL
            if decision >= most:
                tally["problem"] = TOO_LONG
            # ---- how long
            frame = s["stack"][s["depth"] - 1]
            if s["day"] != day:
                day = s["day"]
                in_day = 0
            if frame[KIND] == TURN and frame[ARG_A] == 0 and frame[ARG_B] == 0 and frame[ARG_C] == 0:
                in_turn = 0
            in_day += 1
            in_turn = in_turn + 1 if s["turn_player"] != NONE else 0
            tally["most_in_day"] = max(tally["most_in_day"], in_day)
            tally["most_in_turn"] = max(tally["most_in_turn"], in_turn)
            tally["most_depth"] = max(tally["most_depth"], s["depth"])
            # ---- what is offered
            tally["kinds"][frame[KIND]] += 1
            offered = 0
            total = 0
            low = 0
            for family in range(ends.shape[0]):
                found = 0
                for action in range(low, ends[family]):
                    found += int(mask[action])
                low = ends[family]
                total += found
                if found > 0:
                    offered += 1
                    tally["offered"][family] += 1
            if total != count:
                tally["problem"] = WRONG_COUNT
            if tally["problem"] != 0:
                break
            # ---- the choice
            w0, w1, _, _ = philox4x32(
                np.uint64(decision), np.uint64(how), np.uint64(0), np.uint64(7), seed, np.uint64(options[0])
            )
            nth_family = word_below(w0, offered)
            nth = word_below(w1, count)
            chosen = np.int64(NONE)  # not a literal
            low = 0
            for family in range(ends.shape[0]):
                found = 0
                for action in range(low, ends[family]):
                    found += int(mask[action])
                if how == ALL_FAMILIES and found > 0:
                    # Once the family is reached, a place in it is drawn with the same word.
                    nth = word_below(w1, found) if nth_family == 0 else found
                    nth_family -= 1
                if nth < found and chosen < 0:
                    action = low
                    while nth > 0 or mask[action] == 0:
                        nth -= int(mask[action])
                        action += 1
                    chosen = action
                    tally["played"][family] += 1
                elif how == ALL_ACTIONS:
                    nth -= found
                low = ends[family]
            tally["forced"] += count == 1
            rules.apply(tables, states, i, chosen)
            decision += 1
        tally["decisions"] += decision
        tally["most_in_game"] = max(tally["most_in_game"], decision)
        if tally["problem"] != 0:
            return
        tally["endings"][s["ending"]] += 1
        tally["allied"] += s["partner"][0] != NONE


def tally_games(
    players: int,
    games: int,
    how: int = ALL_FAMILIES,
    first: int = 0,
    most: int = 100_000,
    max_days: int = CONTENT.default_max_days,
    plays_per_day: int = CONTENT.default_plays_per_day,
    still_once: bool = False,
    cooperation: bool = True,
    blood_oath: bool = False,
    tables: np.ndarray = TABLES,
) -> Any:
    """Play `games` random games and return their TALLY record; see `play_games`."""
    states, tallies = np.zeros(2, STATE), np.zeros(1, TALLY)
    play_games(
        tables,
        states,
        0,
        states.view(np.uint8).reshape(2, -1),
        first,
        games,
        np.array([players, max_days, plays_per_day, still_once, cooperation, blood_oath], np.int16),
        np.full(4, NONE, np.int16),
        np.full(25, NONE, np.int16),
        how,
        most,
        np.zeros(NUM_ACTIONS, np.int8),
        FAMILY_ENDS,
        tallies,
    )
    return tallies[0]


def problem_of(tally: Any) -> str:
    """Say in a sentence what a tally found wrong; empty if nothing."""
    if tally["problem"] == FINE:
        return ""
    return f"seed {tally['seed']}, decision {tally['at']}: {PROBLEMS[tally['problem']]} (code {tally['code']})"


# ---- one game, step by step


def new_game(
    seed: int,
    players: int,
    max_days: int = 15,
    plays_per_day: int = 25,
    cooperation: bool = True,
    blood_oath: bool = False,
    tables: np.ndarray = TABLES,
) -> np.ndarray:
    """Set up a game with everything at random; returns `(1,)` of STATE."""
    states = np.zeros(1, STATE)
    nobody = np.full(4, NONE, np.int16)
    options = np.array([players, max_days, plays_per_day, 0, cooperation, blood_oath], np.int16)
    rules.setup(tables, states, 0, np.uint64(seed), options, nobody, nobody, nobody, np.full(25, NONE, np.int16))
    return states


def legal_actions(states: np.ndarray, tables: np.ndarray = TABLES) -> np.ndarray:
    """Return the ids of the legal actions of `states[0]`."""
    mask = np.zeros(NUM_ACTIONS, np.int8)
    rules.legal(tables, states, 0, mask)
    return np.flatnonzero(mask)


def legal_names(states: np.ndarray, tables: np.ndarray = TABLES) -> list[str]:
    """Return the names of the legal actions of `states[0]`."""
    return [ACTIONS.names[action] for action in legal_actions(states, tables)]


def decision_of(states: np.ndarray) -> str:
    """Name the open decision of `states[0]`, empty when the game is over."""
    s = states[0]
    return FRAME_IDS[s["stack"][s["depth"] - 1, KIND]] if s["depth"] else ""


def play(states: np.ndarray, *names: str, tables: np.ndarray = TABLES) -> np.ndarray:
    """Play actions by name, in place; each must be legal. Returns `states`."""
    for name in names:
        offered = legal_names(states, tables)
        assert name in offered, f"{name!r} is not legal at {decision_of(states)}, but: {', '.join(offered)}"
        rules.apply(tables, states, 0, ACTIONS.parse(name))
    return states


def start(position: Mapping[str, object], *names: str, tables: np.ndarray = TABLES) -> np.ndarray:
    """Load a position, do its automatic work, and play actions by name; returns `(1,)` of STATE."""
    states = new_state(CONTENT, position)
    rules.resume(tables, states, 0)
    return play(states, *names, tables=tables)


def look(states: np.ndarray, path: str) -> Any:
    """Read `players.irish.cash`, say, out of the position; None where nothing stands."""
    value: Any = dump(CONTENT, states, 0)
    for key in path.split("."):
        if value is None:
            return None
        value = value[int(key)] if isinstance(value, list) else value.get(key)
    return value


class Dice(random.Random):
    """A choice that is the same on every machine and Python: only `random()` is promised to be."""

    def pick(self, options: Any) -> Any:
        """Return one of a sequence."""
        return options[int(self.random() * len(options))]


def decisions_of_game(states: np.ndarray, seed: int, how: int = ALL_FAMILIES, prefer: str = "") -> Iterator[np.ndarray]:
    """Play at random to the end, in place, and yield the legal ids at every decision before it is taken.

    Args:
        states: `(1,)` of STATE.
        seed: Of the choices.
        how: ALL_ACTIONS or ALL_FAMILIES.
        prefer: A family that is nearly always played where it is offered.
    """
    dice = Dice(seed)
    while states[0]["depth"] > 0:
        actions = legal_actions(states)
        yield actions
        families = np.searchsorted(FAMILY_ENDS, actions, side="right")
        wanted = families == FAMILY_IDS.index(prefer) if prefer else np.zeros(len(actions), bool)
        if wanted.any() and dice.random() < 0.9:
            actions = actions[wanted]
        elif how == ALL_FAMILIES:
            actions = actions[families == dice.pick(np.unique(families))]
        rules.apply(TABLES, states, 0, int(dice.pick(actions)))
