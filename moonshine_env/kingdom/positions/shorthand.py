"""Short ways to write pieces, Barrels and Stills: `irish 1B 2R S 3g`, `2w`, `gin 6`. Read, never written."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from moonshine_env.kingdom.positions.reading import Spot, nearest
from moonshine_env.kingdom.vocab import LIQUOR_IDS, MOB_IDS, NUM_LIQUORS

_LETTERS = {"m": 0, "g": 1, "w": 2, "r": 3}
_PIECE = re.compile(r"(\d*)([BRSmgwr])")
_HOW = "a mob, then pieces such as 1B 2R S 3g (Boss, Runner, Safehouse; moonshine, gin, whisky, rum)"


@dataclass
class Pieces:
    """What a string names.

    Attributes:
        mob: Id of the mob, empty for loose Barrels.
        bosses, runners, safehouses: How many.
        barrels: `(4,)` by liquor.
        rest: Words after the pieces that a party has: `at DISTRICT from DISTRICT`.
    """

    mob: str = ""
    bosses: int = 0
    runners: int = 0
    safehouses: int = 0
    barrels: list[int] = field(default_factory=lambda: [0] * NUM_LIQUORS)
    rest: list[str] = field(default_factory=list)


def read_pieces(spot: Spot) -> Pieces:
    """Read a string of pieces and Barrels, its mob first."""
    pieces = Pieces()
    words = str(spot.value).split()
    if words and words[0] in MOB_IDS:
        pieces.mob = words.pop(0)
    seen: set[str] = set()
    while words and words[0] != "at" and words[0] != "from":
        word = words.pop(0)
        match = _PIECE.fullmatch(word)
        if not match:
            if pieces.mob and word in MOB_IDS:
                raise spot.error(
                    f"{pieces.mob} and {word} cannot both stand in one District; travellers are the `party`"
                )
            hint = "" if pieces.mob or len(word) < 4 else f" ({nearest(word, MOB_IDS)})"
            raise spot.error(f"cannot read {word!r}{hint}; expected {_HOW}")
        number, letter = match.groups()
        if letter in seen:
            raise spot.error(f"{letter!r} is named twice")
        seen.add(letter)
        count = int(number or 1)
        if letter in _LETTERS:
            pieces.barrels[_LETTERS[letter]] = count
        elif letter == "B":
            pieces.bosses = count
        elif letter == "R":
            pieces.runners = count
        else:
            pieces.safehouses = count
    if not pieces.mob and (pieces.bosses or pieces.runners or pieces.safehouses):
        raise spot.error(f"whose pieces are these? Expected {_HOW}")
    pieces.rest = words
    return pieces


def read_barrels(spot: Spot, most: int) -> list[int]:
    """Read Barrels by liquor, as an object or a string such as `2w 1g`; returns `(4,)`."""
    barrels = [0] * NUM_LIQUORS
    if isinstance(spot.value, str):
        pieces = read_pieces(spot)
        if pieces.mob or pieces.rest:
            raise spot.error("expected Barrels alone, such as 2w 1g")
        barrels = pieces.barrels
        for liquor, count in enumerate(barrels):
            if count > most:
                raise spot.error(f"{count} Barrels of {LIQUOR_IDS[liquor]} cannot be; there are {most}")
    else:
        for liquor, count in spot.counts(LIQUOR_IDS, "liquor", most, "Barrels").items():
            barrels[liquor] = count
    return barrels


def read_still(spot: Spot, most: int) -> tuple[int, int, int]:
    """Read a Still as an object or a string such as `gin 6 fired`; returns liquor, number, 1 if fired today."""
    if isinstance(spot.value, str):
        words = spot.value.split()
        fired = words[2:] == ["fired"]
        if len(words) not in (2, 3) or not words[1].isdigit() or (len(words) == 3 and not fired):
            raise spot.error(
                f"cannot read {spot.value!r}; expected a liquor and a number, such as `gin 6` or `gin 6 fired`"
            )
        spot = Spot(spot.path, {"liquor": words[0], "number": int(words[1]), "fired": fired})
    fields = spot.fields(("liquor", "number", "fired"))
    for key in ("liquor", "number"):
        if key not in fields:
            raise spot.error(f"a Still needs `{key}`")
    liquor = fields["liquor"].pick(LIQUOR_IDS, "liquor")
    number = fields["number"].number(2, most, "on a Still")
    return liquor, number, fields["fired"].flag() if "fired" in fields else 0
