"""Moonshine Kingdom as an environment, in PettingZoo's manner: `kingdom_v0.env()`.

Agents, observations, actions, rewards and options: `docs/kingdom.md`.
"""

from __future__ import annotations

from os import PathLike
from typing import Any, TypedDict, Unpack

from moonshine_env.aec import GameEnv
from moonshine_env.batch import Batch
from moonshine_env.kingdom.game import GAME
from moonshine_env.wrap import OrderChecks

NAME = "kingdom_v0"

__all__ = ["KingdomOptions", "batch", "env", "raw_env"]


class KingdomOptions(TypedDict, total=False):
    """Options of an environment; their values and defaults stand in `docs/kingdom.md`."""

    num_players: int
    edition: str
    variant: str
    cooperation: bool
    max_days: int
    plays_per_day: int
    still_once_per_day: bool
    reward: str
    skip_forced: bool
    observation_dtype: Any
    content: str | PathLike[str] | None
    render_mode: str | None


def env(**options: Unpack[KingdomOptions]) -> OrderChecks:
    """Make the environment, with checks of the order of calls.

    Args:
        **options: See `KingdomOptions`.

    Raises:
        ValueError: An option that does not exist, is not built yet, or has a value that does not fit.
    """
    return OrderChecks(raw_env(**options))


def raw_env(**options: Unpack[KingdomOptions]) -> GameEnv:
    """Make the environment without those checks; see `env`."""
    return GameEnv(GAME, NAME, **options)


def batch(
    num_games: int, *, seed: int = 0, threads: int = 1, observe: bool = True, **options: Unpack[KingdomOptions]
) -> Batch:
    """Make many games that are stepped together.

    Args:
        num_games: How many.
        seed: Of the whole run.
        threads: Threads that share each step.
        observe: False leaves observations out, for speed.
        **options: See `KingdomOptions`.

    Raises:
        ValueError: An option that does not exist, is not built yet, or has a value that does not fit.
    """
    return Batch(GAME, num_games, seed=seed, threads=threads, observe=observe, **options)
