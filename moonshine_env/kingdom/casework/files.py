"""Cases in files: read them, run them.

A case is a table of a TOML file:

    [[case]]
    id = "C07"
    title = "..."
    rules = ["K5.1", ...]           # what it works out, where that is known
    example = "..."                 # only where the rulebook itself works it out
    follows = "C01"                 # starts where that case ends, else on the empty board
    setup = {mobs = [...], homes = [...], tokens = [...], stills = {...}}   # starts as a new game
    given = {...}                   # a partial position, laid over that
    dice = [...]                    # every roll; one missing or left over fails
    do = ["vipers: crew 0 2", {offered = [...], not_offered = [...]}, ...]
    expect = {...}                  # a partial position that must hold at the end

A check stands between plays. Its keys are `decision`, `actor`, `offered`, `not_offered` (a name, or the words with
which names begin: `fold`, `safehouse from`), `exactly` (of the families named these are all), `only` (all legal names)
and `see` (a partial position). A `[[case.variant]]` is the same case but for the keys it names: its `given` is laid
over the case's, the keys of `without` (`"districts.corona"`) are taken out of it, all others replace.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from moonshine_env.kingdom import position
from moonshine_env.kingdom.casework.expect import CaseError
from moonshine_env.kingdom.casework.table import FailedCaseError, Table, new_game
from moonshine_env.kingdom.positions.reading import nearest
from moonshine_env.kingdom.tables import Content


@dataclass(frozen=True)
class Case:
    """One worked case, or a variant of one.

    Attributes:
        id: `C07`; of a variant `C07: what is different`.
        title: What happens.
        rules: Numbers of the rules it works out.
        example: Which example of the rulebook this is, if it is one.
        follows: Id of the case whose end it starts from.
        setup, given, dice, do, expect: See the module.
    """

    id: str
    title: str
    rules: tuple[str, ...] = ()
    example: str = ""
    follows: str = ""
    setup: dict[str, Any] = field(default_factory=dict)
    given: dict[str, Any] = field(default_factory=dict)
    dice: list[int] = field(default_factory=list)
    do: list[Any] = field(default_factory=list)
    expect: dict[str, Any] = field(default_factory=dict)


# Keys of a case, with what TOML must have there, as a type and in words.
CASE_KEYS: dict[str, tuple[type, str]] = {
    **dict.fromkeys(("id", "title", "example", "follows"), (str, "a string")),
    **dict.fromkeys(("rules", "dice", "do"), (list, "a list")),
    **dict.fromkeys(("setup", "given", "expect"), (dict, "a table")),
}


def laid_over(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Lay one table over another, table by table; everything else is replaced."""
    merged = dict(under)
    for key, value in over.items():
        below = merged.get(key)
        merged[key] = laid_over(below, value) if isinstance(value, dict) and isinstance(below, dict) else value
    return merged


# ---- reading


def read_cases(path: Path) -> dict[str, Case]:
    """Read all cases and variants of a TOML file, or of all those of a folder, by id.

    Raises:
        CaseError: No TOML, a key that no case has, a value of the wrong kind, or an id that stands twice.
        OSError: The file cannot be read.
    """
    cases: dict[str, Case] = {}
    for file in sorted(path.glob("*.toml")) if path.is_dir() else [path]:
        for row in _rows(file):
            case = _read_case(file, row)
            if case.id in cases:
                raise CaseError(f"{file}, {case.id}: this id cannot stand there: another case has it")
            cases[case.id] = case
    return cases


def _rows(file: Path) -> Iterable[dict[str, Any]]:
    """Yield the tables of a file's cases, each followed by those of its variants, filled in."""
    try:
        top = tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CaseError(f"{file} is not TOML: {error}") from error
    for key in top:
        if key != "case":
            raise CaseError(f"{file}: {key!r} cannot stand outside a case; begin each with [[case]]")
    if not _are_tables(top.get("case")):
        raise CaseError(f"{file} holds no case; begin each with [[case]]")
    for row in top["case"]:
        variants = row.pop("variant", [])
        if not _are_tables(variants or [{}]):
            raise CaseError(f"{file}, {row.get('id')}: begin each variant with [[case.variant]]")
        yield row
        yield from (_variant(file, row, variant) for variant in variants)


def _are_tables(rows: Any) -> bool:
    return isinstance(rows, list) and bool(rows) and all(isinstance(row, dict) for row in rows)


def _read_case(file: Path, row: Mapping[str, Any]) -> Case:
    where = f"{file}, {row.get('id', 'a case without id')}"
    for key, value in row.items():
        if key not in CASE_KEYS:
            raise CaseError(f"{where}: {key!r} cannot stand there; {nearest(key, CASE_KEYS)}")
        kind, words = CASE_KEYS[key]
        if not isinstance(value, kind):
            raise CaseError(f"{where}: {key} = {value!r} cannot be read; expected {words}")
    for key in ("id", "title"):
        if key not in row:
            raise CaseError(f"{where}: every case needs `{key}`")
    for step in row.get("do", ()):
        if not isinstance(step, str | dict):
            raise CaseError(f'{where}: do: {step!r} is neither a play, such as "irish: hold_fire", nor a check')
    return Case(**{**row, "rules": tuple(row.get("rules", ()))})


def _variant(file: Path, row: dict[str, Any], variant: dict[str, Any]) -> dict[str, Any]:
    merged = {**row, **variant}
    if "title" not in variant:
        raise CaseError(f"{file}, {row.get('id')}: every variant needs a `title` that says what is different")
    merged["id"] = f"{row.get('id')}: {variant['title']}"
    merged["example"] = ""
    given = copy.deepcopy(row.get("given", {}))
    if "follows" in variant or "setup" in variant:
        given = {}
    if "do" in variant and "dice" not in variant:
        merged["dice"] = []
    for path in merged.pop("without", ()):
        table = given
        *tables, last = path.split(".")
        for key in tables:
            table = table.get(key, {})
        if last not in table:
            raise CaseError(f"{file}, {merged['id']}: there is no given {path} to do without")
        del table[last]
    merged["given"] = laid_over(given, variant.get("given", {}))
    if "expect" not in variant:
        merged.pop("expect", None)
    return merged


# ---- running


def run_case(case: Case, cases: Mapping[str, Case], content: Content | None = None) -> Table:
    """Run a case to its end.

    Args:
        case: Which.
        cases: All, by id: the one it follows is run first.
        content: Components; None for the printed game.

    Returns:
        The table as it stands at the end.

    Raises:
        FailedCaseError: The rules do otherwise.
        CaseError: The case cannot be read.
    """
    return _run(case, cases, content, ())


def _run(case: Case, cases: Mapping[str, Case], content: Content | None, before: tuple[str, ...]) -> Table:
    try:
        table = Table(laid_over(_start_of(case, cases, content, before), case.given), case.dice, content)
    except CaseError:
        raise
    except ValueError as error:  # of a position or an option, which say where and why
        raise CaseError(str(error)) from error
    for number, step in enumerate(case.do, 1):
        try:
            table.play(step)
        except FailedCaseError as error:
            raise FailedCaseError(f"step {number}: {error}", error.differences, number) from error
    return table.end(**case.expect)


def _start_of(
    case: Case, cases: Mapping[str, Case], content: Content | None, before: tuple[str, ...]
) -> dict[str, Any]:
    """Write the position that a case starts from, before its `given`."""
    if case.follows:
        if case.follows not in cases or case.follows in (*before, case.id):
            why = "is not in the file" if case.follows not in cases else "follows this one in turn"
            raise CaseError(f"{case.id} follows {case.follows!r}, which {why}")
        ended = _run(cases[case.follows], cases, content, (*before, case.id))
        start = position.dump(ended.content, ended.states, 0)
        del start["given_dice"]
        return start
    return new_game(case.setup, content) if case.setup else {}
