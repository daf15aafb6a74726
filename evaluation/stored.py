"""Games of a results file, played again: as replays that anyone can check, and step by step for reports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from evaluation.results import StoredMatch
from moonshine_env.aec import GameEnv
from moonshine_env.replay import Replay, ReplayError, record


def start_of(stored: StoredMatch, number: int) -> dict[str, Any]:
    """Return the reset options of a game; empty where all was dealt."""
    if stored.plan.assign == "dealt":
        return {}
    game = stored.records[number]
    seats = game["seats"][: int(game["players"])]
    return {
        option: [values[trait] for trait in seats["traits"][:, k].tolist()]
        for k, (_, option, values) in enumerate(stored.plan.game.traits)
    }


def replay_of(stored: StoredMatch, number: int) -> Replay:
    """Make the replay of a game.

    Args:
        stored: The results file, read with its choices.
        number: Which game, in the order of the records.

    Raises:
        ReplayError: The choices do not fit the game: the rules have changed since.
    """
    game = stored.records[number]
    options = stored.plan.options_of(int(game["players"]))
    env = GameEnv(stored.plan.game, f"{stored.plan.game_id}_v0", observation_dtype="uint8", **options)
    env.reset(seed=int(game["seed"]), options=start_of(stored, number))
    for choice in stored.choices[number].tolist():
        env.step(choice)
    names = [stored.plan.entrants[entrant] for entrant in game["seats"]["entrant"][: int(game["players"])].tolist()]
    return record(env, names)


def steps_of(stored: StoredMatch, number: int) -> Iterator[tuple[np.ndarray, int, int]]:
    """Play a game again, forced plays included.

    Args:
        stored: The results file, read with its choices.
        number: Which game.

    Yields:
        `(1,)` state before each play, the seat that plays, and the action; then the final state, -1, -1. The array is
        the same each time and changes in place.

    Raises:
        ReplayError: The choices do not fit the game: the rules have changed since.
    """
    plan = stored.plan
    game = plan.game
    record = stored.records[number]
    players = int(record["players"])
    settings = plan.settings(players)
    tables = settings.content.tables
    states = np.zeros(1, game.state)
    mask = np.zeros(game.num_actions, np.int8)
    start = game.read_start(settings.content, players, start_of(stored, number))
    game.setup(tables, states, 0, np.uint64(record["seed"]), settings.rules, *start)
    choices = iter(stored.choices[number].tolist())
    while count := game.legal(tables, states, 0, mask):
        action = int(mask.argmax()) if count == 1 and settings.skip_forced else next(choices, -1)
        if action < 0 or not mask[action]:
            raise ReplayError(f"game {number} does not come out as it was written: the rules have changed since")
        yield states, int(states["acting_player"][0]), action
        game.apply(tables, states, 0, action)
    yield states, -1, -1
