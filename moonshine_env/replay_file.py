"""The file of a replay: what stands in it, and how it is read and written. `docs/replay.md` describes it."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from os import PathLike
from pathlib import Path
from typing import Any

from moonshine_env import __version__
from moonshine_env.files import write_whole
from moonshine_env.registry import GAMES, find_game

FORMAT = 1
MOST_KEY = 2**64
EXACT = 2**53  # seeds from here on are strings, as other languages cannot read such numbers exactly
LONG_LINE = 120
# What each hash stands for, in the words of errors.
RESULT_LISTS = ("places", "respect")  # by seat
HASHED = {"rules": "rules", "actions": "action table", "data": "components (the numbers of the board and the cards)"}


class ReplayError(ValueError):
    """A file that is no replay, or a game that cannot be written as one; the message says why."""


@dataclass(frozen=True)
class Replay:
    """A game written down.

    Attributes:
        game: Id of the game.
        version: Of the package that wrote it.
        hashes: Of the rules, the action table and the components it was played with.
        options: The rules' options of the environment.
        seed: Key of all luck.
        start: Options of `reset`.
        mobs: By seat.
        names: Who played, by seat; may be empty.
        plays: Every decision in order, forced ones too: `irish: move five_points bowery`.
        legal: How many plays were legal at each.
        checks: `after` how many plays, a `digest` of the whole position and the plays so far, short ones of its
            `parts` by key.
        result: `ending`, `day`, and by seat `places` and `respect`; None while the game goes on.
        format: Version of this description.
    """

    game: str
    version: str
    hashes: dict[str, str]
    options: dict[str, Any]
    seed: int
    start: dict[str, Any]
    mobs: list[str]
    names: list[str]
    plays: list[str]
    legal: list[int]
    checks: list[dict[str, Any]]
    result: dict[str, Any] | None
    format: int = FORMAT


KEYS = tuple(field.name for field in fields(Replay))


def _hint(name: str) -> str:
    near = difflib.get_close_matches(name, KEYS, n=1)
    return f"did you mean `{near[0]}`?" if near else f"one of: {', '.join(KEYS)}"


def write(path: str | PathLike[str], replay: Replay) -> None:
    """Write a replay, whole or not at all; a file there is replaced."""
    row = asdict(replay)
    row["seed"] = replay.seed if replay.seed < EXACT else str(replay.seed)
    order = ("format", *(field.name for field in fields(Replay) if field.name != "format"))
    write_whole(Path(path), lines_of({key: row[key] for key in order}).encode())


def lines_of(row: Mapping[str, Any]) -> str:
    """Write an object as JSON, a line for each key, and for each item of a list of texts or objects."""
    lines = []
    for key, value in row.items():
        text = _json(value)
        if isinstance(value, list) and value and isinstance(value[0], str | dict) and len(text) > LONG_LINE:
            text = "[\n" + ",\n".join(map(_json, value)) + "\n]"
        lines.append(f"{_json(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def read(path: str | PathLike[str]) -> Replay:
    """Read a replay; whether it comes out the same is `verify`'s question.

    Raises:
        ReplayError: It is no replay, a damaged one, or one in another format.
        OSError: The file cannot be read.
    """
    data = Path(path).read_bytes()
    try:
        row = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ReplayError(f"{path} is no replay, or was cut short: {error}") from error
    if not isinstance(row, dict) or "format" not in row or "plays" not in row:
        raise ReplayError(f"{path} is no replay of moonshine-env: it has no `format` and `plays`")
    if row["format"] != FORMAT:
        raise ReplayError(
            f"{path} is a replay in format {row['format']!r}; this version ({__version__}) reads format {FORMAT}"
        )
    for name in row:
        if name not in KEYS:
            raise ReplayError(f"{path} is no replay as this version writes it: there is no key `{name}`; {_hint(name)}")
    missing = [f"it has no `{field.name}`" for field in fields(Replay) if field.name not in row]
    wrong = missing[0] if missing else next(_faults(row), "")
    if wrong:
        raise ReplayError(f"{path} is a damaged replay: {wrong}")
    return Replay(**{field.name: row[field.name] for field in fields(Replay)} | {"seed": int(row["seed"])})


def _faults(row: Mapping[str, Any]) -> Iterator[str]:
    """Say what cannot be read in a replay's object; what follows a fault may hang on it, so only the first counts."""
    if not isinstance(row["game"], str) or row["game"] not in GAMES:
        yield f"`game` is {row['game']!r}; this version has: {', '.join(GAMES)}"
    hashes = row["hashes"]
    if not isinstance(hashes, dict) or not all(isinstance(hashes.get(name), str) for name in HASHED):
        yield f"`hashes` must have {', '.join(HASHED)}"
    for name in ("options", "start"):
        if not isinstance(row[name], dict):
            yield f"`{name}` is {row[name]!r}, expected an object"
    for name in row["options"]:
        if name not in find_game(row["game"]).option_names:
            yield f"{name!r} is no option of the rules"
    seed = str(row["seed"])
    if not (seed.isdecimal() and len(seed) <= len(str(MOST_KEY)) and int(seed) < MOST_KEY):
        yield f"`seed` is {row['seed']!r}, expected a whole number below 2^64"
    for name in ("mobs", "names", "plays"):
        if not _are(row[name], str):
            yield f"`{name}` must be a list of texts"
    if not _are(row["legal"], int) or len(row["legal"]) != len(row["plays"]):
        yield "`legal` must have a number for each play"
    if not _are(row["checks"], dict) or not row["checks"]:
        yield "`checks` must be a list of objects"
    yield from _faults_of_checks(row["checks"], len(row["plays"]))
    if row["result"] is not None:
        yield from _faults_of_result(row["result"], len(row["mobs"]))


def _faults_of_checks(checks: list[dict[str, Any]], plays: int) -> Iterator[str]:
    kinds = {"after": int, "digest": str, "parts": dict}
    for check in checks:
        if not all(isinstance(check.get(key), kind) for key, kind in kinds.items()):
            yield f"a check is {check!r}, expected `after`, `digest` and `parts`"
    places = [check["after"] for check in checks]
    if places[0] != 0 or places[-1] != plays or places != sorted(set(places)):
        yield f"`checks` must go from 0 to the last of the {plays} plays"


def _faults_of_result(result: Any, seats: int) -> Iterator[str]:
    if not isinstance(result, dict):
        yield f"`result` is {result!r}, expected an object or null"
    kinds = {"ending": str, "day": int, **dict.fromkeys(RESULT_LISTS, list)}
    if set(result) != set(kinds) or not all(isinstance(result[key], kind) for key, kind in kinds.items()):
        yield f"`result` must have {', '.join(kinds)}, and no more"
    for name in RESULT_LISTS:
        if not _are(result[name], int) or len(result[name]) != seats:
            yield f"`result` must have a number for each of the {seats} mobs in `{name}`"


def _are(values: Any, kind: type) -> bool:
    return isinstance(values, list) and all(isinstance(value, kind) for value in values)
