"""Many legal plays in few words: `move bowery astoria|west_side`, `crew 1 0..4`, as they are typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

Words = tuple[str, ...]
_NUMBER = re.compile(r"-?\d+")
MIN_RUN = 3  # as many numbers in a row are written `a..b`


@dataclass(frozen=True)
class Family:
    """Legal plays whose names begin with the same word.

    Attributes:
        name: That word.
        count: How many there are.
        patterns: Pairs (pattern, how many plays it stands for). `|` and `..` give alternatives of one word.
    """

    name: str
    count: int
    patterns: tuple[tuple[str, int], ...]


def group_plays(names: Sequence[str]) -> list[Family]:
    """Group the names of legal plays by their first word, in the order of first appearance."""
    families: dict[str, list[Words]] = {}
    for name in names:
        first, *rest = name.split()
        families.setdefault(first, []).append(tuple(rest))
    grouped = []
    for family, rows in families.items():
        lengths = sorted({len(row) for row in rows})
        patterns = [found for n in lengths for found in _patterns([row for row in rows if len(row) == n])]
        grouped.append(Family(family, len(rows), tuple((f"{family} {tail}".strip(), n) for tail, n in patterns)))
    return grouped


def _patterns(rows: list[Words]) -> list[tuple[str, int]]:
    """Cover rows of equal length by patterns, each play by exactly one."""
    if not rows[0]:
        return [("", 1)]
    tails: dict[str, list[Words]] = {}
    for row in rows:
        tails.setdefault(row[0], []).append(row[1:])
    heads: dict[tuple[Words, ...], list[str]] = {}
    for head, rest in tails.items():
        heads.setdefault(tuple(rest), []).append(head)
    found = []
    for following, firsts in heads.items():
        first = _alternatives(firsts)
        found += [(f"{first} {tail}".strip(), n * len(firsts)) for tail, n in _patterns(list(following))]
    return found


def _alternatives(words: list[str]) -> str:
    """Write alternatives of one word: numbers in a row as `a..b`, all others joined by `|`."""
    if not all(_NUMBER.fullmatch(word) for word in words):
        return "|".join(words)
    numbers = sorted(map(int, words))
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [f"{run[0]}..{run[-1]}" if len(run) >= MIN_RUN else "|".join(map(str, run)) for run in runs]
    return "|".join(parts)
