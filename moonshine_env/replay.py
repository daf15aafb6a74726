"""Replays: a game as its seed and the names of its plays, played again and compared, whole or as one seat saw it.

`docs/replay.md` describes the file. What is compared is the whole position, which says all that a state holds (loading
one gives back the same bytes), whatever the layout in memory; hidden cards and luck to come are in it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from typing import Any

import numpy as np

from moonshine_env import __version__
from moonshine_env.aec import GameEnv
from moonshine_env.engine.game import Game
from moonshine_env.registry import find_game
from moonshine_env.replay_file import FORMAT, HASHED, Replay, ReplayError, lines_of, read, write

__all__ = [
    "Difference",
    "Replay",
    "ReplayError",
    "begin",
    "lines_of",
    "options_in_force",
    "read",
    "record",
    "replay_to",
    "seat_export",
    "verify",
    "write",
]

PLAYS_PER_CHECK = 25
DIGEST_BYTES, PART_BYTES = 16, 2  # a part only says where two positions differ; the digest, that they do
SHOWN_NAMES = 8  # legal plays that a difference names


@dataclass(frozen=True)
class Difference:
    """The first place where a game played again is not as written.

    Attributes:
        play: Number of the play, from 1; 0 = before the first.
        field: What differs: `player`, `legal plays`, `play`, `rules`, `position.market`, `result.places`, ...
        expected: As the replay has it.
        found: As it came.
    """

    play: int
    field: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        where = f"at play {self.play}" if self.play else "before the first play"
        return f"{where}, {self.field}: expected {self.expected}, found {self.found}"


# ---- writing down


def record(env: Any, names: Sequence[str] = ()) -> Replay:
    """Write down the game of an environment, over or not, by playing it again.

    Args:
        env: An AEC environment of ours, also wrapped; unchanged.
        names: Who played, by seat.

    Raises:
        ReplayError: The game does not come out the same: it was changed by other means than plays.
        ValueError: There is no game yet, or it was redealt.
    """
    played: GameEnv = env.unwrapped
    game, origin = played.game, played.origin
    given = {key: value for key, value in origin["environment"].items() if key in game.option_names}
    blank = Replay(
        game=game.id,
        version=__version__,
        hashes=_hashes(game, played.settings.content),
        options=_plain({**given, "num_players": played.settings.num_players}),
        seed=origin["seed"],
        start=_plain(origin["options"]),
        mobs=played.position()["mobs"],
        names=list(names),
        plays=[],
        legal=[],
        checks=[],
        result=None,
    )
    mob_of = dict(zip(played.possible_agents, blank.mobs, strict=True))
    plays = [f"{mob_of[agent]}: {name}" for agent, name in played.log]
    again = begin(blank, origin["environment"].get("content"))
    legal, checks = [], [_check(again, 0)]
    for number, play in enumerate(plays, 1):
        legal.append(len(again.legal_names()))
        again.step(again.action_id(_name_of(play)))
        if number % PLAYS_PER_CHECK == 0 or number == len(plays):
            checks.append(_check(again, number))
    if again.position() != played.position():
        raise ReplayError("this game does not come out the same from its beginning and its plays, so it is no replay")
    return replace(blank, plays=plays, legal=legal, checks=checks, result=_result(again))


def _name_of(play: str) -> str:
    return play.partition(": ")[2]


def _hashes(game: Game, content: Any) -> dict[str, str]:
    found = game.hashes(content)
    return {name: found[name] for name in HASHED}


def _plain(value: Any) -> Any:
    """Turn NumPy's numbers and arrays into what JSON has."""
    return json.loads(json.dumps(value, default=lambda odd: np.asarray(odd).tolist()))


def _digest(value: Any, size: int) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=size).hexdigest()


def _check(env: GameEnv, after: int) -> dict[str, Any]:
    """Digest the whole position of a game, and the plays that led to it: others may lead to the same."""
    whole = {**env.position(), "plays": env.log}
    parts = {key: _digest(value, PART_BYTES) for key, value in whole.items()}
    return {"after": after, "digest": _digest(whole, DIGEST_BYTES), "parts": parts}


def _result(env: GameEnv) -> dict[str, Any] | None:
    agents = env.possible_agents
    if not env.terminations[agents[0]]:
        return None
    first = env.infos[agents[0]]
    by_seat = {
        f"{key}s" if key == "place" else key: [env.infos[a][key] for a in agents] for key in ("place", "respect")
    }
    return {"ending": first["ending"], "day": first["day"], **by_seat}


# ---- playing again


def begin(replay: Replay, content: str | PathLike[str] | None = None) -> GameEnv:
    """Begin the game of a replay again; every decision of it will be asked, forced ones too.

    Args:
        replay: Which.
        content: File of the components it was played with; None for the printed ones.

    Raises:
        ReplayError: Its options or its start do not fit.
        OSError: The content cannot be read.
    """
    game = find_game(replay.game)
    options = {**replay.options, "content": content, "skip_forced": False, "observation_dtype": "uint8"}
    try:
        env = GameEnv(game, f"{game.id}_v0", **options)
        env.reset(seed=replay.seed, options=replay.start)
    except ValueError as error:
        raise ReplayError(f"this game cannot begin: {error}") from error
    return env


def options_in_force(replay: Replay) -> dict[str, Any]:
    """Return the rules' options a game is played with: those of its environment, and of its position before them."""
    position = replay.start.get("position")
    own = position.get("options") if isinstance(position, Mapping) else None
    given = own.items() if isinstance(own, Mapping) else ()
    return {**replay.options, **{name: value for name, value in given if value is not None}}


def verify(replay: Replay, content: str | PathLike[str] | None = None, *, any_rules: bool = False) -> Difference | None:
    """Play a game again and compare it with what is written.

    Args:
        replay: Which.
        content: File of the components it was played with; None for the printed ones.
        any_rules: Play it also if it was played by other rules, actions or components than those here.

    Returns:
        The first difference; None if all is the same.

    Raises:
        ReplayError: Its options or its start do not fit.
        OSError: The content cannot be read.
    """
    if not any_rules:
        game = find_game(replay.game)
        found = _hashes(game, game.load_content(content and str(content)))
        for name, what in HASHED.items():
            if found[name] != replay.hashes[name]:
                return Difference(0, what, replay.hashes[name], found[name])
    env = begin(replay, content)
    mobs = env.position()["mobs"]
    if mobs != replay.mobs:
        return Difference(0, "mobs", replay.mobs, mobs)
    return _compare_plays(env, replay) or _compare_result(env, replay)


def _compare_plays(env: GameEnv, replay: Replay) -> Difference | None:
    checks = {check["after"]: check for check in replay.checks}
    wrong = _compare_check(env, 0, checks[0])
    for number, (play, count) in enumerate(zip(replay.plays, replay.legal, strict=True), 1):
        wrong = wrong or _compare_play(env, number, play, count, replay.mobs)
        if wrong:
            break
        env.step(env.action_id(_name_of(play)))
        if number in checks:
            wrong = _compare_check(env, number, checks[number])
    return wrong


def _compare_result(env: GameEnv, replay: Replay) -> Difference | None:
    last, written, found = len(replay.plays), replay.result, _result(env)
    if written is None or found is None:
        words = ["that the game goes on" if result is None else "its end" for result in (written, found)]
        return None if found == written else Difference(last, "result", *words)
    for key, value in found.items():
        if written.get(key) != value:
            return Difference(last, f"result.{key}", written.get(key), value)
    return None


def _compare_play(env: GameEnv, number: int, play: str, count: int, mobs: Sequence[str]) -> Difference | None:
    """Compare who decides, how many plays are legal, and whether the one written is among them."""
    legal = env.legal_names()
    if not legal:
        return Difference(number, "play", repr(play), "the end of the game")
    mob, _, name = play.partition(": ")
    actor = mobs[env.possible_agents.index(env.agent_selection)]
    if mob != actor:
        return Difference(number, "player", mob, f"{actor}, who decides {env.decision!r}")
    if name not in legal:
        shown = ", ".join(legal[:SHOWN_NAMES]) + (", ..." if len(legal) > SHOWN_NAMES else "")
        return Difference(number, "play", repr(play), f"that it is not legal at {env.decision!r}; legal are: {shown}")
    return None if len(legal) == count else Difference(number, "legal plays", count, len(legal))


def _compare_check(env: GameEnv, after: int, written: Mapping[str, Any]) -> Difference | None:
    found = _check(env, after)
    if found["digest"] == written["digest"]:
        return None
    both = {**written["parts"], **found["parts"]}
    keys = [key for key in both if written["parts"].get(key) != found["parts"].get(key)]
    parts = ", ".join("plays" if key == "plays" else f"position.{key}" for key in keys)
    return Difference(after, parts or "digest", written["digest"], found["digest"])


def replay_to(replay: Replay, plays: int, content: str | PathLike[str] | None = None) -> GameEnv:
    """Play the beginning of a game that was verified again.

    Args:
        replay: Which.
        plays: How many plays.
        content: As for `verify`.

    Raises:
        ValueError: The game has fewer plays.
    """
    if not 0 <= plays <= len(replay.plays):
        raise ValueError(f"the game has {len(replay.plays)} plays; {plays} cannot be played of it")
    env = begin(replay, content)
    for play in replay.plays[:plays]:
        env.step(env.action_id(_name_of(play)))
    return env


# ---- as one seat saw it


def seat_export(replay: Replay, seat: int, content: str | PathLike[str] | None = None) -> dict[str, Any]:
    """Write a game as one seat saw it, with nothing in it that is hidden from that seat.

    What others play is public by the rules, a card's name where it is laid open included; what they draw, could have
    played and hold is not in it, nor are luck, the start position and digests of what is hidden.

    Args:
        replay: A game that was verified.
        seat: From 0.
        content: As for `verify`.

    Returns:
        `game`, `version`, `hashes`, `options`, `mobs`, `seat`, `mob`; `plays`: of each decision `play` (its number),
        `player`, `decision` and `name`, and of the seat's own also its `view` and all `legal` names; at last `view`
        and `result`.

    Raises:
        ValueError: There is no such seat.
    """
    if not 0 <= seat < len(replay.mobs):
        raise ValueError(f"seat {seat} does not play; this game has the seats 0 to {len(replay.mobs) - 1}")
    env = begin(replay, content)
    agent = env.possible_agents[seat]
    rows: list[dict[str, Any]] = []
    for number, play in enumerate(replay.plays, 1):
        mob, _, name = play.partition(": ")
        row: dict[str, Any] = {"play": number, "player": mob, "decision": env.decision}
        if env.agent_selection == agent:
            row |= {"view": env.position(agent), "legal": env.legal_names()}
        rows.append({**row, "name": name})
        env.step(env.action_id(name))
    return {
        "format": FORMAT,
        "game": replay.game,
        "version": replay.version,
        "hashes": dict(replay.hashes),
        "options": options_in_force(replay),
        "mobs": list(replay.mobs),
        "seat": seat,
        "mob": replay.mobs[seat],
        "plays": rows,
        "view": env.position(agent),
        "result": replay.result,
    }
