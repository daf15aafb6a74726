"""Names to things: games by id, policies by the entry points of all installed packages."""

from __future__ import annotations

import copyreg
import difflib
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from moonshine_env.engine.game import Game

POLICY_GROUP = "moonshine.policies"
GAMES = {"kingdom": "moonshine_env.kingdom.game"}


def _nearest(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    return f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(known) or 'none'}"


def find_game(game_id: str) -> Game:
    """Return a game by its id; imports its rules.

    Raises:
        ValueError: There is no such game.
    """
    if game_id not in GAMES:
        raise ValueError(f"there is no game {game_id!r}; {_nearest(game_id, list(GAMES))}")
    game: Game = import_module(GAMES[game_id]).GAME
    return game


def find_policy(spec: str, **context: Any) -> Any:
    """Make a policy from its spec, by the entry points `moonshine.policies` of all installed packages.

    Args:
        spec: `NAME` or `NAME:ARGUMENT`, such as `greedy` or `pack:runs/demo/pack.safetensors`. The entry point's
            function is called with the argument, empty if there is none.
        **context: What the policy will play where that is not the usual, passed on as it is: `content`.

    Returns:
        An object with `act(seats, rng) -> (B,) int`.

    Raises:
        ValueError: There is no policy of that name; or whatever its maker raises.
    """
    name, _, argument = spec.partition(":")
    makers = {entry.name: entry for entry in entry_points(group=POLICY_GROUP)}
    if not makers:
        raise ValueError(
            f"no policy {name!r}: the package that brings policies is not installed; in its folder: pip install -e ."
        )
    if name not in makers:
        raise ValueError(f"there is no policy {name!r}; {_nearest(name, sorted(makers))}")
    return makers[name].load()(argument, **context)


def _reduce_game(game: Game) -> tuple[Any, tuple[str]]:
    return find_game, (game.id,)


# A game is compiled functions and tables: whatever is pickled with one keeps its id alone.
copyreg.pickle(Game, _reduce_game)
