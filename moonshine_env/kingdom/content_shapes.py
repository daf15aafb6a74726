"""Shapes of values in a content file: each checks what TOML gave, and says where and why it does not fit."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Protocol

UNIT = 100  # $ of one unit of cash
MOST_SHOWN = 60  # characters of a value that an error repeats
MANY = 30  # names that an error lists no longer
_ID = re.compile(r"[a-z][a-z0-9_]*")


class ContentError(ValueError):
    """A content file that does not fit this game; the message says where and what would."""


def say_nearest(word: str, known: Iterable[str]) -> str:
    """Make the end of a sentence: the name nearest to a misspelt one, else all of them."""
    names = list(known)
    near = difflib.get_close_matches(word, names, n=1)
    if near:
        return f"did you mean {near[0]!r}?"
    if len(names) > MANY:
        return f"there are {len(names)}, such as {', '.join(names[:3])}"
    return f"one of: {', '.join(names)}"


def say_found(value: object) -> str:
    """Repeat a value, in TOML's words for true and false, and not all of a long one."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "a table"
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."


def misfit(path: str, found: object, expected: str) -> ContentError:
    """Make the error for a value that does not fit."""
    return ContentError(f"{path}: found {say_found(found)}, expected {expected}")


class Shape(Protocol):
    """What a value must be."""

    def check(self, value: object, path: str) -> None:
        """Raise ContentError if the value is another thing; `path` says where it stands."""


def _check_number(value: object, path: str, low: int, high: int, expected: str, why: str) -> int:
    """Return a whole number within its bounds; `why` is said where it is out of one that is not just 0."""
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    if isinstance(value, int) and is_whole and low <= value <= high:
        return value
    reason = f" ({why})" if why and isinstance(value, int) and is_whole and (value > high or low > 0) else ""
    raise misfit(path, value, expected + reason)


@dataclass(frozen=True)
class Whole:
    """A whole number from `low` to `high`; `why` is the reason for a bound that may surprise."""

    low: int
    high: int
    why: str = ""

    def check(self, value: object, path: str) -> None:
        """See `Shape`."""
        expected = f"a whole number from {self.low} to {self.high}"
        _check_number(value, path, self.low, self.high, expected, self.why)


@dataclass(frozen=True)
class Cash:
    """A sum in $, a multiple of $100; `why` as of `Whole`."""

    low: int = 0
    high: int = 100_000
    why: str = ""

    def check(self, value: object, path: str) -> None:
        """See `Shape`."""
        expected = f"a sum in $, a whole number from {self.low} to {self.high}"
        number = _check_number(value, path, self.low, self.high, expected, self.why)
        if number % UNIT:
            raise ContentError(f"{path}: found ${number}, expected a multiple of ${UNIT}, as every sum of cash is")


@dataclass(frozen=True)
class Flag:
    """True or false."""

    def check(self, value: object, path: str) -> None:
        """See `Shape`."""
        if not isinstance(value, bool):
            raise misfit(path, value, "true or false")


@dataclass(frozen=True)
class Text:
    """Words for people."""

    def check(self, value: object, path: str) -> None:
        """See `Shape`."""
        if not isinstance(value, str) or not value.strip():
            raise misfit(path, value, "a text")


@dataclass(frozen=True)
class Anything:
    """What is checked where it is read."""

    def check(self, value: object, path: str) -> None:
        """See `Shape`."""


@dataclass(frozen=True)
class Id:
    """A name in plays and positions: lower-case letters, digits and _."""

    def check(self, value: object, path: str) -> None:
        """See `Shape`."""
        if not isinstance(value, str) or not _ID.fullmatch(value):
            raise misfit(path, value, "an id of lower-case letters, digits and _, such as 'five_points'")


@dataclass(frozen=True)
class OneOf:
    """One of some ids."""

    ids: Sequence[str]

    def check(self, value: object, path: str) -> None:
        """See `Shape`."""
        if not isinstance(value, str):
            raise misfit(path, value, f"one of: {', '.join(self.ids)}")
        if value not in self.ids:
            raise ContentError(f"{path}: {value!r} is not known; {say_nearest(value, self.ids)}")


@dataclass(frozen=True)
class Fixed:
    """A value that stays as printed, as no rule reads it or the tables of actions and observations hang on it."""

    value: object
    why: str

    def check(self, value: object, path: str) -> None:
        """See `Shape`."""
        # True == 1 and 2.0 == 2 in Python, but not in a file.
        if value != self.value or type(value) is not type(self.value):
            raise misfit(path, value, f"{say_found(self.value)} ({self.why})")


@dataclass(frozen=True)
class Coordinate:
    """A place on a drawing, 0 to 100."""

    def check(self, value: object, path: str) -> None:
        """See `Shape`."""
        if isinstance(value, bool) or not isinstance(value, int | float) or not (isfinite(value) and 0 <= value <= 100):
            raise misfit(path, value, "a number from 0 to 100")


@dataclass(frozen=True)
class ListOf:
    """A list of `low` to `high` values of one shape."""

    item: Shape
    low: int
    high: int
    of: str

    def check(self, value: object, path: str) -> None:
        """See `Shape`."""
        count = f"{self.low}" if self.low == self.high else f"{self.low} to {self.high}"
        if not isinstance(value, list):
            raise misfit(path, value, f"a list of {count} {self.of}")
        if not self.low <= len(value) <= self.high:
            raise ContentError(f"{path}: found a list of {len(value)}, expected {count} {self.of}")
        for k, item in enumerate(value):
            self.item.check(item, f"{path}[{k}]")


@dataclass(frozen=True)
class Table:
    """A table with all of `keys`, and perhaps some of `optional`."""

    keys: Mapping[str, Shape]
    optional: Mapping[str, Shape] = field(default_factory=dict)

    def check(self, value: object, path: str) -> None:
        """See `Shape`."""
        if not isinstance(value, Mapping):
            raise misfit(path, value, f"a table with {', '.join(list(self.keys)[:3])}{', ...' * (len(self.keys) > 3)}")
        known = {**self.keys, **self.optional}
        for key in value:
            if key not in known:
                raise ContentError(f"{path}: there is no key {key!r} here; {say_nearest(key, known)}")
        for key in self.keys:
            if key not in value:
                raise ContentError(f"{path}: {key!r} is missing; copy the whole table and change what differs")
        for key, shape in known.items():
            if key in value:
                shape.check(value[key], f"{path}.{key}")


@dataclass(frozen=True)
class Rows:
    """A list of `count` tables, each with an `id` of its own; with `ids`, these and in their order."""

    row: Table
    count: int
    ids: Sequence[str] = ()

    def check(self, value: object, path: str) -> None:
        """See `Shape`."""
        if not isinstance(value, list) or not all(isinstance(row, Mapping) for row in value):
            raise misfit(path, value, f"{self.count} tables, each below its [[{path}]]")
        found = [row.get("id") for row in value]
        wanted = list(self.ids)
        for k, (row, name) in enumerate(zip(value, found, strict=True)):
            where = f"{path} {name}" if isinstance(name, str) else f"{path}[{k}]"
            self.row.check(row, where)
            if name in found[:k]:
                raise ContentError(f"{where}: this id is given twice; each needs one of its own")
        if len(value) != self.count:
            raise ContentError(f"{path}: found {len(value)}, expected {self.count} (a list replaces the printed one)")
        if wanted and found != wanted:
            raise ContentError(f"{path}: found {', '.join(found)}, expected this order: {', '.join(wanted)}")
