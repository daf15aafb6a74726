"""Compare a state with a partial position: only what is named counts, and a name that nobody knows is an error.

The schema is that of `docs/kingdom_position.md`, with these short ways and helpers:

- a District or a party is one string, its pieces in any order; `none` = nothing there;
- `none` stands for nobody (`rat`, `turn`, a Deed ...) and nothing open; a number that a position leaves out is 0;
- `ops` as a number: that many markers in the slots, all of the player's own;
- `supply` by liquor, and of a player his Runners, Bosses and Safehouses left; `marks_left`;
- `markers` (he owns in all) and `respect` of a player;
- `brew_dice` of a colour as a number: how many;
- `crackdown` where the token lies, also where it started;
- `hand_has`, `hand_lacks`: some Contracts of a hand; `hidden_hand`: how many it holds, by deck;
- `decision` and `actor`: what is open, and who decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from moonshine_env.kingdom import position, rules
from moonshine_env.kingdom.positions.reading import PositionError, Spot, nearest
from moonshine_env.kingdom.positions.shorthand import read_pieces
from moonshine_env.kingdom.tables import Content
from moonshine_env.kingdom.vocab import BOROUGH_IDS, DECISION_IDS, DECK_IDS, IN_HAND, LIQUOR_IDS

NOTHING = "none"
LETTERS = dict(zip(LIQUOR_IDS, "mgwr", strict=True))
NUMBERS = ("token", "next_token", "cash", "stash", "marks", "plays_today", "offers_today", "runners_lost", "place")
FLAGS = ("commission", "hustled")
UNORDERED = ("extorted", "precincts", "precincts_in_supply", "hand", "completed", "favors", "favors_lost", "discards")
PIECES = ("runners", "bosses", "safehouses")
PLAYER_KEYS = (
    *(*NUMBERS, *FLAGS, "ops", "staked", "stake_order", "hand", "completed", "favors", "favors_lost"),
    *("markers", "respect", "supply", "hidden_hand", "hand_has", "hand_lacks"),
)
SINGLE_KEYS = (
    *("day", "moon", "turn", "ending", "rat", "ward_boss", "party", "decision", "actor", "marks_left"),
    *("heat", "extorted", "precincts", "precincts_in_supply", "promises", "alliances", "crackdown"),
)
TABLE_KEYS = ("players", "districts", "market", "supply", "deeds", "syndicates", "decks", "brew_dice", "play")

LISTS = ("heat", "promises", "alliances", *UNORDERED)

Rows = Iterator[tuple[str, Any, Any]]  # path, wanted, seen


class CaseError(ValueError):
    """A case that cannot be read: a name nobody knows, a step without its player."""


@dataclass(frozen=True)
class Difference:
    """What is otherwise than expected.

    Attributes:
        path: Where: `players.irish.cash`.
        expected, found: Plain values.
    """

    path: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        return f"{self.path} is {self.found!r}, expected {self.expected!r}"


class Seen:
    """A state, ready to be compared.

    Attributes:
        s: STATE record.
        position: The same as a whole position.
        mobs: Ids of the mobs, by seat.
    """

    def __init__(self, content: Content, states: np.ndarray, i: int = 0) -> None:
        self.content, self.states, self.i = content, states, i
        self.s: Any = states[i]
        self.position = position.dump(content, states, i)
        self.mobs: list[str] = self.position["mobs"]

    def differences(self, expected: Mapping[str, Any]) -> list[Difference]:
        """Find where the state is not as expected.

        Raises:
            CaseError: The expectation itself cannot be read.
        """
        found = []
        for key, wanted in expected.items():
            for path, want, have in self._rows(key, wanted):
                if want != have or isinstance(want, bool) != isinstance(have, bool):
                    found.append(Difference(path, want, have))
        return found

    def _rows(self, key: str, wanted: Any) -> Rows:
        if key in SINGLE_KEYS:
            yield key, _tidy(key, wanted), _tidy(key, self.single(key))
            return
        known = {
            "players": self.mobs,
            "districts": self.content.district_ids,
            "deeds": BOROUGH_IDS,
            "decks": DECK_IDS,
            "brew_dice": ("red", "white"),
            "play": ("spent", "heat"),
        }.get(key, LIQUOR_IDS)
        _check_name("expect", key, (*SINGLE_KEYS, *TABLE_KEYS))
        for name, value in _table(key, wanted).items():
            path = f"{key}.{name}"
            _check_name(path, name, known)
            if key == "players":
                yield from self._player_rows(path, name, _table(path, value))
            elif key == "decks":
                yield from self._deck_rows(path, name, _table(path, value))
            elif key == "districts":
                yield path, _written(path, value), _pieces_of(self.position.get(key, {}).get(name, {}))
            else:
                seen = self._item(key, name)
                if key == "brew_dice":
                    value, seen = (value, len(seen)) if isinstance(value, int) else (_in_order(value), seen)
                yield path, value, seen

    def _item(self, key: str, name: str) -> Any:
        """Return one item of a table whose items are single values."""
        if key == "supply":
            return int(self.s["supply"][LIQUOR_IDS.index(name)])
        empty: dict[str, Any] = {"deeds": NOTHING, "syndicates": NOTHING, "brew_dice": []}
        empty["play"] = False if name == "heat" else {}
        return self.position.get(key, {}).get(name, empty.get(key))

    def single(self, key: str) -> Any:
        """Return what stands under one of `SINGLE_KEYS`."""
        if key == "party":
            row = self.position.get("party")
            return f"{_pieces_of(row)} at {row.get('place', NOTHING)} from {row['origin']}" if row else NOTHING
        if key == "decision":
            stack = self.position.get("stack")
            return stack[-1].get("decision", stack[-1].get("work")) if stack else NOTHING
        if key == "actor":
            seat = int(self.s["acting_player"])
            return self.mobs[seat] if seat >= 0 else NOTHING
        if key == "marks_left":
            return int(self.content.tables[0]["marks"]) - int(np.sum(self.s["marks"]))
        if key == "crackdown":
            return int(self.s["crackdown"])
        return self.position.get(key, [] if key in LISTS else NOTHING)

    def _player_rows(self, path: str, mob: str, wanted: Mapping[str, Any]) -> Rows:
        for key, value in wanted.items():
            where = f"{path}.{key}"
            _check_name(where, key, PLAYER_KEYS)
            if key in ("hand_has", "hand_lacks"):
                for card in names_in(where, value):
                    _check_name(where, card, self.content.card_ids)
                    yield f"{where} {card}", key == "hand_has", card in self.position["players"][mob].get("hand", [])
            elif key in ("supply", "hidden_hand"):
                seen = self._of_player(key, mob)
                for part, count in _table(where, value).items():
                    _check_name(where, part, seen)
                    yield f"{where}.{part}", count, seen[part]
            else:
                if key == "ops" and isinstance(value, int):
                    value = {mob: value} if value else {}
                yield where, _tidy(key, value), _tidy(key, self._of_player(key, mob))

    def _of_player(self, key: str, mob: str) -> Any:
        seat = self.mobs.index(mob)
        if key == "markers":
            return int(self.s["markers"][seat])
        if key == "respect":
            respect = np.zeros(4, np.int32)
            rules.scores(self.content.tables, self.states, self.i, respect)
            return int(respect[seat])
        if key == "supply":
            return {what: int(self.s[f"{what}_left"][seat]) for what in PIECES}
        if key == "hidden_hand":
            decks = self.content.tables[0]["card_deck"][self.s["card_at"] == IN_HAND + seat]
            return {name: int(np.sum(decks == deck)) for deck, name in enumerate(DECK_IDS)}
        empty: Any = 0 if key in NUMBERS else False if key in FLAGS else {} if key in ("ops", "staked") else []
        return self.position["players"][mob].get(key, empty)

    def _deck_rows(self, path: str, deck: str, wanted: Mapping[str, Any]) -> Rows:
        seen = {"pile": 0, "discards": [], "reshuffles": 0, "older_pools": {}} | self.position["decks"][deck]
        for key, value in wanted.items():
            _check_name(f"{path}.{key}", key, seen)
            yield f"{path}.{key}", _tidy(key, value), _tidy(key, seen[key])


def _table(path: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise CaseError(f"{path}: expected a table, found {value!r}")
    return value


def names_in(path: str, value: Any) -> list[str]:
    """Read a list of names.

    Raises:
        CaseError: It is something else.
    """
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
        raise CaseError(f"{path}: expected a list of names, found {value!r}")
    return list(value)


def _in_order(value: Any) -> Any:
    """Sort a list whatever is in it; a thing that is no list equals none anyhow."""
    return sorted(value, key=repr) if isinstance(value, list) else value


def _check_name(path: str, name: str, known: Iterable[str]) -> None:
    if name not in known:
        raise CaseError(f"{path}: {name!r} is not known here; {nearest(str(name), known)}")


def _tidy(key: str, value: Any) -> Any:
    """Write a value the one way: order where it means nothing, pieces of a party."""
    if key in UNORDERED:
        return _in_order(value)
    if key == "party" and value != NOTHING:
        pieces, at, places = str(value).partition(" at ")
        return _written(key, pieces) + at + places
    if key == "decision":
        _check_name(key, value, (*DECISION_IDS, NOTHING))
    return value


def _written(path: str, text: Any) -> str:
    """Write a string of pieces the one way."""
    if text == NOTHING:
        return NOTHING
    try:
        pieces = read_pieces(Spot(path, text))
    except PositionError as error:
        raise CaseError(str(error)) from error
    row = {"mob": pieces.mob, "bosses": pieces.bosses, "runners": pieces.runners, "safehouse": pieces.safehouses > 0}
    return _pieces_of(row | {"barrels": dict(zip(LIQUOR_IDS, pieces.barrels, strict=True))})


def _pieces_of(row: Mapping[str, Any]) -> str:
    """Write the pieces of a District or a party."""
    words = [row["mob"]] if row.get("mob") else []
    words += [f"{row[key]}{letter}" for key, letter in (("bosses", "B"), ("runners", "R")) if row.get(key)]
    house = row.get("safehouse")
    if house:
        words.append("S" if house is True else f"S of {house}")
    words += [f"{count}{LETTERS[liquor]}" for liquor, count in row.get("barrels", {}).items() if count]
    return " ".join(words) or NOTHING
