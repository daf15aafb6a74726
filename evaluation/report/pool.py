"""Games of one or several results files, as one match: whose they are, and how to play each of them again."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.plan import Plan
from evaluation.records import RECORD
from evaluation.results import StoredMatch
from evaluation.summary import MatchResult

SHORT = 26  # letters of a name in a plot
TAG = 6  # digits of a digest


class ReportError(ValueError):
    """Results files that no report can be made of; the message says why."""


@dataclass(frozen=True)
class Pool:
    """Games that are looked at together.

    Attributes:
        matches: The results files.
        result: Their games as one match; a block is all games of one seed.
        specs, digests: By entrant of it.
        file, number: `(G,)`, for each game of `result` which file it is in, and where.
    """

    matches: tuple[StoredMatch, ...]
    result: MatchResult
    specs: tuple[str, ...]
    digests: tuple[str, ...]
    file: np.ndarray
    number: np.ndarray

    def is_replayable(self) -> bool:
        """Tell whether the rules at hand are those that the games were played by."""
        plan = self.result.plan
        content = plan.settings(len(plan.tables[0])).content
        here: bool = plan.game.hashes(content) == self.matches[0].described["hashes"]
        return here

    def sample(self, most: int) -> list[int]:
        """Choose games to play again: at random, but whole units, in which every entrant has every seat; in order."""
        records = self.result.records
        _, unit = np.unique(records[["block", "table"]], return_inverse=True)
        sizes = np.bincount(unit)
        if len(records) <= most:
            return list(range(len(records)))
        chosen: set[int] = set()
        taken = 0
        for candidate in np.random.default_rng(0).permutation(len(sizes)).tolist():
            if chosen and taken + sizes[candidate] > most:
                break
            chosen.add(candidate)
            taken += int(sizes[candidate])
        return [int(k) for k in np.flatnonzero(np.isin(unit, sorted(chosen)))]


def pool_matches(matches: Sequence[StoredMatch]) -> Pool:
    """Put the games of results files together.

    Policies of one name but with other weights or sources in different files stay apart, marked by their hashes.

    Raises:
        ReportError: There is no game; the files were played by other rules or options, or hold the same games.
    """
    if not matches or not sum(len(match.records) for match in matches):
        raise ReportError("there is no game in the results yet; play some first: moonshine match --help")
    _refuse_mixtures(matches)
    names, keys = _name_all(matches)
    offsets = np.cumsum([0] + [len(match.plan.tables) for match in matches])
    parts = []
    for k, match in enumerate(matches):
        places = np.array([*(keys.index(key) for key in _keys(match)), -1])  # the last: no such seat
        part = match.records.copy()
        part["seats"]["entrant"] = places[part["seats"]["entrant"]]
        part["table"] += offsets[k]
        parts.append(part)
    records = np.concatenate(parts)
    _, block = np.unique(records["seed"], return_inverse=True)
    records["block"] = block
    order = np.argsort(records, order=("block", "table", "nth"), kind="stable")
    first = matches[0].plan
    tables = tuple(
        tuple(keys.index(_keys(match)[entrant]) for entrant in table)
        for match in matches
        for table in match.plan.tables
    )
    plan = Plan(
        names,
        tables,
        seed=first.seed,
        options=first.options,
        seating=first.seating,
        assign=first.assign if all(match.plan.assign == first.assign for match in matches) else "dealt",
        game_id=first.game_id,
    )
    return Pool(
        matches=tuple(matches),
        result=MatchResult(plan, records[order].astype(RECORD)),
        specs=tuple(spec for _, spec, _ in keys),
        digests=tuple(digest for _, _, digest in keys),
        file=np.repeat(np.arange(len(matches)), [len(match.records) for match in matches])[order],
        number=np.concatenate([np.arange(len(match.records)) for match in matches])[order],
    )


Key = tuple[str, str, str]  # name, spec, digest


def _keys(match: StoredMatch) -> list[Key]:
    return [(row["name"], row["spec"], row["digest"]) for row in match.described["entrants"]]


def _name_all(matches: Sequence[StoredMatch]) -> tuple[tuple[str, ...], list[Key]]:
    """Name all entrants of all files, each once."""
    keys = list(dict.fromkeys(key for match in matches for key in _keys(match)))
    counts = Counter(name for name, _, _ in keys)
    names = tuple(
        name if counts[name] == 1 else f"{name} #{(digest or spec)[:TAG]}"
        for k, (name, spec, digest) in enumerate(keys)
    )
    if len(set(names)) < len(names):  # hashes that begin alike, or are not there
        names = tuple(f"{name} ({k + 1})" for k, name in enumerate(names))
    return names, keys


def _refuse_mixtures(matches: Sequence[StoredMatch]) -> None:
    """Raise ReportError unless all files say how good policies are at the same game."""
    first = matches[0]
    for match in matches[1:]:
        for what in ("game", "hashes", "options"):
            if match.described[what] != first.described[what]:
                raise ReportError(
                    f"the results files do not fit together: {what} is {first.described[what]!r} in the first and "
                    f"{match.described[what]!r} in another. Make a report of each"
                )
    seen: set[tuple[object, ...]] = set()
    for match in matches:
        keys = _keys(match)
        games = {
            (int(seed), tuple(keys[entrant] if entrant >= 0 else None for entrant in row), traits)
            for seed, row, traits in zip(
                match.records["seed"],
                match.records["seats"]["entrant"].tolist(),
                [traits.tobytes() for traits in match.records["seats"]["traits"]],
                strict=True,
            )
        }
        if games & seen:
            raise ReportError(
                "two of the results files hold the same games, which would count twice; name each file once"
            )
        seen |= games


# ---- names in plots


def letter(number: int) -> str:
    """Return the letter that stands for an entrant: A, B, ..., Z, A1, B1, ..."""
    turn, place = divmod(number, len(string.ascii_uppercase))
    return string.ascii_uppercase[place] + (str(turn) if turn else "")


def shorten(name: str, most: int = SHORT) -> str:
    """Shorten the name of a policy for a plot: no folders, and where that is not enough the middle left out."""
    head, slash, tail = name.rpartition("/")
    if slash:
        kind = head.rpartition(":")[0]
        name = f"{kind}:{tail}" if kind and kind != "pack" else tail
    if len(name) <= most:
        return name
    end = (most - 1) // 2
    return f"{name[: most - 1 - end]}…{name[-end:]}"
