"""Telling positions: decisions in which some plays are sane and others are mistakes, read from TOML files.

A file is a topic, a `[[position]]` in it is a TellingPosition; `board.toml` lies below all of a folder's positions.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent  # the fixed set
BOARD_FILE = "board.toml"
GOOD, NEUTRAL, BAD = "good", "neutral", "bad"
VERDICTS = (GOOD, NEUTRAL, BAD)
THE_REST = "*"
NOTHING_THERE = "none"

TEXT_KEYS = ("id", "title", "why")
POSITION_KEYS = (*TEXT_KEYS, *VERDICTS, "given", "line")
LINE_KEYS = {"do": list, "dice": list, "expect": dict}


class BehaviourError(ValueError):
    """A telling position that cannot be read or asked, or an answer that is no legal play."""


@dataclass(frozen=True)
class Line:
    """Plays from a position on, and what they lead to: the arithmetic of its `why`, shown by the rules themselves.

    Attributes:
        do, dice, expect: As in a worked case (`docs/cases.md`).
    """

    do: tuple[Any, ...]
    dice: tuple[int, ...]
    expect: dict[str, Any]


@dataclass(frozen=True)
class TellingPosition:
    """A decision in which some plays are sane and others are not.

    Attributes:
        id: Short name.
        topic: What it is about: name of its file.
        title: What it asks for, in a few words.
        why: What a sane player sees, with rule numbers and the arithmetic.
        given: The position, `docs/kingdom_position.md`.
        good, bad: Patterns of plays: the words with which names begin, where `*` stands for any word. The one that
            names most words counts, so that `*` alone means all plays that nothing else names.
        neutral: Patterns that take plays out of those; what nothing names is neutral anyhow.
        lines: What shows it.
    """

    id: str
    topic: str
    title: str
    why: str
    given: dict[str, Any]
    good: tuple[str, ...]
    bad: tuple[str, ...]
    neutral: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()

    def judge(self, name: str) -> str:
        """Say whether a play is `good`, `neutral` or `bad` here.

        Raises:
            BehaviourError: Patterns of two verdicts name it, each as closely as the other.
        """
        named = [
            (_count_literals(pattern), verdict)
            for verdict in VERDICTS
            for pattern in getattr(self, verdict)
            if fits(pattern, name)
        ]
        closest = max((words for words, _ in named), default=0)
        verdicts = {verdict for words, verdict in named if words == closest}
        if len(verdicts) > 1:
            raise BehaviourError(
                f"position {self.id}: {name!r} is named as {' and as '.join(sorted(verdicts))}; it can be one of them"
            )
        return verdicts.pop() if verdicts else NEUTRAL


def fits(pattern: str, name: str) -> bool:
    """Tell whether a play's name begins with the words of a pattern, where `*` stands for any word."""
    words, parts = pattern.split(), name.split()
    return len(words) <= len(parts) and all(word in (THE_REST, part) for word, part in zip(words, parts, strict=False))


def _count_literals(pattern: str) -> int:
    """Count the words that a pattern names."""
    return sum(word != THE_REST for word in pattern.split())


# ---- reading


def read_positions(folder: Path | None = None) -> list[TellingPosition]:
    """Read the telling positions of a folder, by file and in the order of each; a file is a topic.

    Args:
        folder: Which; None for the fixed set.

    Raises:
        BehaviourError: A file is no TOML, or holds what no position has; the sentence says where.
        OSError: A file cannot be read.
    """
    folder = FOLDER if folder is None else folder
    if not folder.is_dir():
        raise BehaviourError(f"{folder} is no folder; expected one with files of telling positions (*.toml)")
    board = _read_toml(folder / BOARD_FILE) if (folder / BOARD_FILE).exists() else {}
    found: dict[str, TellingPosition] = {}
    for file in sorted(folder.glob("*.toml")):
        if file.name == BOARD_FILE:
            continue
        rows = _read_toml(file)
        if set(rows) != {"position"} or not _are_tables(rows["position"]):
            raise BehaviourError(f"{file}: expected positions alone, each begun with [[position]]")
        for row in rows["position"]:
            position = _read_position(file, row, board)
            if position.id in found:
                raise BehaviourError(f"{file}: the id {position.id!r} stands twice; each position has its own")
            found[position.id] = position
    if not found:
        raise BehaviourError(f"{folder} holds no telling position; expected files *.toml with [[position]] in them")
    return list(found.values())


def find_position(positions: Sequence[TellingPosition], name: str) -> TellingPosition:
    """Find a position by its id; raises BehaviourError that offers the nearest ids if there is none."""
    for position in positions:
        if position.id == name:
            return position
    near = difflib.get_close_matches(name, [position.id for position in positions], n=3, cutoff=0.4)
    hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
    raise BehaviourError(f"there is no position {name!r}{hint}")


def _read_toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BehaviourError(f"{file} is not TOML: {error}") from error


def _are_tables(rows: Any) -> bool:
    return isinstance(rows, list) and bool(rows) and all(isinstance(row, dict) for row in rows)


def _are_words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) and word.split() for word in value)


def _read_position(file: Path, row: Mapping[str, Any], board: Mapping[str, Any]) -> TellingPosition:
    where = f"{file}, {row.get('id', 'a position without id')}"
    for key in row:
        if key not in POSITION_KEYS:
            raise BehaviourError(f"{where}: {key!r} cannot stand there; expected {', '.join(POSITION_KEYS)}")
    for key in TEXT_KEYS:
        if not isinstance(row.get(key), str) or not row[key].strip():
            raise BehaviourError(f"{where}: `{key}` is missing or no text; every position needs one")
    for key in VERDICTS:
        if not _are_words(row.get(key, [])):
            raise BehaviourError(f'{where}: {key} = {row[key]!r}; expected a list of plays, such as ["fold"]')
    if not row.get(GOOD) and not row.get(BAD):
        raise BehaviourError(
            f"{where}: neither `good` nor `bad` names a play, so nothing can be told; give at least one"
        )
    if not isinstance(row.get("given"), dict):
        raise BehaviourError(f"{where}: `given` is missing; expected the position as a table")
    return TellingPosition(
        id=row["id"],
        topic=file.stem,
        title=row["title"],
        why=" ".join(row["why"].split()),
        given=_lay_over(board, row["given"]),
        good=tuple(row.get(GOOD, ())),
        bad=tuple(row.get(BAD, ())),
        neutral=tuple(row.get(NEUTRAL, ())),
        lines=tuple(_read_line(where, line) for line in row.get("line", ())),
    )


def _read_line(where: str, line: Any) -> Line:
    if not isinstance(line, dict) or not line.get("do"):
        raise BehaviourError(f"{where}: a line needs `do`, the plays it is made of; see docs/cases.md")
    for key, value in line.items():
        if key not in LINE_KEYS or not isinstance(value, LINE_KEYS[key]):
            raise BehaviourError(f"{where}: {key} = {value!r} cannot stand in a line; expected do, dice, expect")
    return Line(tuple(line["do"]), tuple(line.get("dice", ())), dict(line.get("expect", {})))


def _lay_over(board: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Lay a position over the board, table by table; what it says is `none` is taken away."""
    merged = dict(board)
    for key, value in given.items():
        below = merged.get(key)
        if value == NOTHING_THERE:
            merged.pop(key, None)
        else:
            merged[key] = (
                _lay_over(below if isinstance(below, dict) else {}, value) if isinstance(value, dict) else value
            )
    return merged
