"""Environment options, read once and the same way by every adapter."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from operator import index
from os import PathLike
from typing import Any

import numpy as np

from moonshine_env.engine.game import Game

REWARDS = ("placement", "win", "margin")
OBSERVATION_DTYPES = ("float32", "uint8")
RENDER_MODES = (None, "human", "ansi", "rgb_array")
# Options that belong to the adapters, with their defaults; all others are the game's.
ADAPTER_OPTIONS: dict[str, Any] = {
    "reward": "placement",
    "skip_forced": True,
    "observation_dtype": "float32",
    "content": None,
    "render_mode": None,
}


_MOST_KEY = 2**64


@dataclass(frozen=True)
class Settings:
    """Options of one environment, checked.

    Attributes:
        content: Components of the game.
        rules: int16 options of the game's `setup`.
        num_players: Seats.
        reward: `placement`, `win` or `margin`.
        skip_forced: Whether decisions of one option are played inside a step.
        observation_dtype: float32 (scaled) or uint8 (raw).
        render_mode: None, `human` (the text, printed after each step), `ansi` or `rgb_array`.
    """

    content: Any
    rules: np.ndarray
    num_players: int
    reward: str
    skip_forced: bool
    observation_dtype: np.dtype[Any]
    render_mode: str | None


def _one_of(name: str, value: object, values: tuple[object, ...]) -> None:
    if value not in values:
        raise ValueError(f"{name}={value!r} is not known; one of: {', '.join(map(repr, values))}")


def refuse_unknown(given: Mapping[str, Any], known: tuple[str, ...], what: str) -> None:
    """Raise ValueError on the first name that is not known, with the nearest one."""
    for name in given:
        if name not in known:
            near = difflib.get_close_matches(str(name), known, n=1, cutoff=0.4)
            hint = f"did you mean {near[0]!r}?" if near else f"one of: {', '.join(known)}"
            raise ValueError(f"there is no {what} {name!r}; {hint}")


def read_count(name: str, value: object, least: int) -> int:
    """Return a whole number that is not a bool; raises ValueError if it is another thing, or under `least`."""
    try:
        number = least - 1 if isinstance(value, bool) else index(value)  # type: ignore[arg-type]  # the question
    except TypeError:
        number = least - 1
    if number < least:
        raise ValueError(f"{name}={value!r} does not fit; expected a whole number from {least}")
    return number


def read_reset_options(name: str, options: Any) -> dict[str, Any]:
    """Return reset options as a dict of its own, empty for None; raises ValueError if they are no mapping."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise ValueError(f"{name}={options!r} does not fit; expected a dict of reset options, such as {{'dice': [6]}}")
    return dict(options)


def game_key(seed: Any, nth: int = 0) -> int:
    """Map a seed to the 64-bit key of a game.

    Args:
        seed: Any whole number from 0.
        nth: 0 for the game of the seed, whose key below 2**64 is the seed itself; n for the n-th game after it.

    Raises:
        ValueError: The seed is negative or no whole number.
    """
    try:
        number = index(seed)
    except TypeError:
        number = -1
    if number < 0:
        raise ValueError(f"seed={seed!r} does not fit; expected a whole number from 0")
    if nth == 0 and number < _MOST_KEY:
        return number
    return int(np.random.SeedSequence(number, spawn_key=(nth,)).generate_state(1, np.uint64)[0])


def read_settings(game: Game, options: Mapping[str, Any]) -> Settings:
    """Check environment options and fill in the defaults.

    Args:
        game: What is played.
        options: As given by the user.

    Raises:
        ValueError: An option that does not exist, or a value that does not fit; the sentence says what would.
    """
    refuse_unknown(options, (*game.option_names, *ADAPTER_OPTIONS), "option")
    own = {name: options.get(name, default) for name, default in ADAPTER_OPTIONS.items()}
    _one_of("reward", own["reward"], REWARDS)
    _one_of("render_mode", own["render_mode"], RENDER_MODES)
    _one_of("skip_forced", own["skip_forced"], (True, False))
    wanted = own["observation_dtype"]
    name = wanted if isinstance(wanted, str) else getattr(wanted, "name", getattr(wanted, "__name__", wanted))
    _one_of("observation_dtype", name, OBSERVATION_DTYPES)
    file = own["content"]
    if file is not None and not isinstance(file, str | PathLike):
        raise ValueError(f"content={file!r} does not fit; expected the path of a data file, or None")
    content = game.load_content(str(file) if file else None)
    rules = game.read_options(content, {k: v for k, v in options.items() if k not in ADAPTER_OPTIONS})
    return Settings(
        content=content,
        rules=rules,
        num_players=int(rules[0]),
        reward=own["reward"],
        skip_forced=bool(own["skip_forced"]),
        observation_dtype=np.dtype(name),
        render_mode=own["render_mode"],
    )
