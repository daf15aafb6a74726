"""Read values out of a position, and say where and why one does not fit."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral, Real

from moonshine_env.kingdom.content_shapes import UNIT

MOST_CASH = 65_535 * UNIT  # $; two bytes of hundreds, all that an observation shows


class PositionError(ValueError):
    """A position that does not fit the game: the message says where, what is wrong and what would be right."""


def nearest(word: str, words: Iterable[str]) -> str:
    """Make the end of a sentence: the names nearest to a misspelt one, or all of a few."""
    known = list(words)
    near = difflib.get_close_matches(word, known, n=3, cutoff=0.65)
    if near:
        return f"did you mean {' or '.join(near)}?"
    if len(known) > 30:
        return f"there are {len(known)}, such as {', '.join(known[:3])}"
    return f"one of: {', '.join(known)}" if known else "nothing may stand there"


@dataclass(frozen=True)
class Spot:
    """A value inside a position and the path to it.

    Attributes:
        path: `players.irish.cash`; empty for the position itself.
        value: What stands there.
    """

    path: str
    value: object

    def error(self, wrong: str) -> PositionError:
        """Make the error to raise for this value."""
        return PositionError(f"{self.path or 'position'}: {wrong}")

    def _step(self, key: object, value: object) -> Spot:
        return Spot(f"{self.path}.{key}" if self.path else str(key), value)

    def fields(self, keys: Iterable[str]) -> dict[str, Spot]:
        """Read an object whose keys are among `keys`; null counts as left out."""
        if not isinstance(self.value, Mapping):
            raise self.error(f"expected an object, found {self.value!r}")
        known = list(keys)
        for key in self.value:
            if key not in known:
                raise self._step(key, None).error(f"no such key here; {nearest(str(key), known)}")
        return {str(key): self._step(key, value) for key, value in self.value.items() if value is not None}

    def by_id(self, ids: Sequence[str], what: str) -> dict[int, Spot]:
        """Read an object keyed by ids; returns the number of each id with its value."""
        if not isinstance(self.value, Mapping):
            raise self.error(f"expected an object by {what}, found {self.value!r}")
        found = {}
        for key, value in self.value.items():
            if key not in ids:
                raise self._step(key, None).error(f"{key!r} is no {what}; {nearest(str(key), ids)}")
            if value is not None:
                found[ids.index(key)] = self._step(key, value)
        return found

    def items(self) -> list[Spot]:
        """Read a list."""
        if isinstance(self.value, str) or not isinstance(self.value, Sequence):
            raise self.error(f"expected a list, found {self.value!r}")
        return [Spot(f"{self.path}[{k}]", value) for k, value in enumerate(self.value)]

    def number(self, low: int, high: int, what: str) -> int:
        """Read a whole number from `low` to `high`. Languages without integers may write 3.0."""
        value = self.value
        whole = isinstance(value, Integral) or (isinstance(value, Real) and float(value).is_integer())
        if isinstance(value, bool) or not whole:
            raise self.error(f"expected a number of {what}, found {value!r}")
        number = int(value)  # type: ignore[call-overload]
        if not low <= number <= high:
            raise self.error(f"{number} {what} cannot be; {low} to {high} can")
        return int(number)

    def cash(self) -> int:
        """Read a sum of cash in $; returns hundreds."""
        dollars = self.number(0, MOST_CASH, "$")
        if dollars % UNIT:
            raise self.error(f"${dollars} cannot be: every sum of cash is a multiple of ${UNIT}")
        return dollars // UNIT

    def flag(self) -> int:
        """Read true or false; returns 1 or 0."""
        if not isinstance(self.value, bool):
            raise self.error(f"expected true or false, found {self.value!r}")
        return int(self.value)

    def pick(self, ids: Sequence[str], what: str) -> int:
        """Read one id; returns its number."""
        if not isinstance(self.value, str):
            raise self.error(f"expected a {what}, found {self.value!r}")
        if self.value not in ids:
            raise self.error(f"{self.value!r} is no {what}; {nearest(self.value, ids)}")
        return ids.index(self.value)

    def picks(self, ids: Sequence[str], what: str) -> list[int]:
        """Read a list of different ids; returns their numbers."""
        found: list[int] = []
        for spot in self.items():
            number = spot.pick(ids, what)
            if number in found:
                raise spot.error(f"{ids[number]} is named twice")
            found.append(number)
        return found

    def counts(self, ids: Sequence[str], what: str, most: int, of: str, least: int = 0) -> dict[int, int]:
        """Read an object of numbers by id; returns number of the id: count."""
        return {k: spot.number(least, most, of) for k, spot in self.by_id(ids, what).items()}
