"""Options of an environment and of its `reset`, read into the arrays of `rules.setup`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from moonshine_env.kingdom.phases.setup import (
    BLOOD_OATH_OPTION,
    COOPERATION_OPTION,
    MAX_DAYS_OPTION,
    NUM_OPTIONS,
    NUM_PLAYERS_OPTION,
    PLAYS_PER_DAY_OPTION,
    STILL_ONCE_OPTION,
)
from moonshine_env.kingdom.positions.board import OPTIONS as POSITION_OPTIONS
from moonshine_env.kingdom.positions.board import VARIANT_IDS
from moonshine_env.kingdom.positions.reading import PositionError, Spot, nearest
from moonshine_env.kingdom.positions.shorthand import read_still
from moonshine_env.kingdom.tables import Content
from moonshine_env.kingdom.vocab import (
    BOROUGH_IDS,
    DICE_FACES,
    MAX_GIVEN_DICE,
    MAX_PLAYERS,
    MAX_STILL_NUMBER,
    MOB_IDS,
    NONE,
    NUM_DISTRICTS,
)

MIN_PLAYERS = 2
MOST_DAYS = MOST_PLAYS = 99  # as positions have it; a byte of an observation holds them
# Values that are planned; asking for one says that it is not built yet.
UNBUILT = {"edition": ("town_planner",)}


@dataclass(frozen=True)
class OptionRow:
    """One row of a table of options.

    Attributes:
        name: Keyword.
        values: What may be given, the default first, as the docs write it.
        meaning: What it does.
    """

    name: str
    values: str
    meaning: str


OPTIONS = (
    OptionRow("num_players", "`4`, `2`, `3`", "seats"),
    OptionRow("edition", '`"rulebook"`', 'the only one so far; `"town_planner"` is not built yet'),
    OptionRow(
        "variant",
        '`"free_for_all"`, `"blood_oath"`',
        "a Blood Oath takes 4 players and lets them form two alliances (K12)",
    ),
    OptionRow("cooperation", "`True`, `False`", "lending, gifts, offers and promises (K9.5 to K9.11)"),
    OptionRow("max_days", "`15`, 1 to 99", "the game ends after that Day at the latest (K11.11)"),
    OptionRow("plays_per_day", "`25`, 1 to 99", "Plays a player may make in a Day (K4.9)"),
    OptionRow("still_once_per_day", "`False`, `True`", "a Still brews at the first Produce of its number only (K3.5)"),
)
START_OPTIONS = (
    OptionRow(
        "position", "a dict", "start from this position, whole, partial or one seat's view (a view is dealt anew)"
    ),
    OptionRow("dice", "a list of 1 to 6", "what Smuggle, Ambush, Assault and Storm roll first; then chance goes on"),
    OptionRow("mobs", "a list of mobs by seat", "who plays which mob; `None` in it: at random"),
    OptionRow("homes", "a list of Boroughs by seat", "who lives where; `None` in it: at random"),
    OptionRow("tokens", "a list of numbers by seat", "Turn Tokens of the first Day; `None` in it: at random"),
    OptionRow("stills", "a dict by District", 'Still tokens, as `{"bowery": "whisky 8"}`; those left out: at random'),
)
OPTION_NAMES = tuple(row.name for row in OPTIONS)
START_NAMES = tuple(row.name for row in START_OPTIONS)
IGNORED = ("options",)  # PettingZoo's conformance test sends this key


def _error(name: str, value: object, expected: str) -> ValueError:
    return ValueError(f"{name}={value!r} does not fit; expected {expected}")


def _number(options: Mapping[str, Any], name: str, default: int, low: int, high: int) -> int:
    value = options.get(name, default)
    if value is None:
        return default
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer) or not low <= value <= high:
        raise _error(name, value, f"a whole number from {low} to {high}")
    return int(value)


def _flag(options: Mapping[str, Any], name: str, default: bool) -> bool:
    value = options.get(name, default)
    if not isinstance(value, bool | np.bool_):
        raise _error(name, value, "True or False")
    return bool(value)


def _one_built(options: Mapping[str, Any], name: str, built: str) -> None:
    """Accept the one value of an option that is built; name the others for what they are."""
    value = options.get(name, built)
    if value == built:
        return
    if value in UNBUILT[name]:
        raise ValueError(f"{name}={value!r} is not built yet; leave it at {built!r}")
    raise _unknown(name, value, (built, *UNBUILT[name]))


def _unknown(name: str, value: object, known: Sequence[str]) -> ValueError:
    return ValueError(f"{name}={value!r} is not known; {nearest(str(value), known)}")


def _is_blood_oath(options: Mapping[str, Any], num_players: int) -> bool:
    value = options.get("variant", VARIANT_IDS[0])
    if value not in VARIANT_IDS:
        raise _unknown("variant", value, VARIANT_IDS)
    is_oath = bool(value == VARIANT_IDS[1])
    if is_oath and num_players != MAX_PLAYERS:
        raise ValueError(f"variant={value!r}: a Blood Oath needs {MAX_PLAYERS} players, and {num_players} were given")
    return is_oath


def read_options(content: Content, options: Mapping[str, Any]) -> np.ndarray:
    """Read the rules' options.

    Args:
        content: Components; it has the defaults of `max_days` and `plays_per_day`.
        options: By name, as the user gave them.

    Returns:
        `(NUM_OPTIONS,)` int16: num_players, max_days, plays_per_day, still_once_per_day, cooperation, blood_oath.

    Raises:
        ValueError: An option that does not exist, is not built yet, or has a value that does not fit.
    """
    for name in options:
        if name not in OPTION_NAMES:
            raise ValueError(f"there is no option {name!r}; {nearest(name, OPTION_NAMES)}")
    _one_built(options, "edition", "rulebook")
    num_players = _number(options, "num_players", MAX_PLAYERS, MIN_PLAYERS, MAX_PLAYERS)
    numbers = np.zeros(NUM_OPTIONS, np.int16)
    numbers[NUM_PLAYERS_OPTION] = num_players
    numbers[MAX_DAYS_OPTION] = _number(options, "max_days", content.default_max_days, 1, MOST_DAYS)
    numbers[PLAYS_PER_DAY_OPTION] = _number(options, "plays_per_day", content.default_plays_per_day, 1, MOST_PLAYS)
    numbers[STILL_ONCE_OPTION] = _flag(options, "still_once_per_day", False)
    numbers[COOPERATION_OPTION] = _flag(options, "cooperation", True)
    numbers[BLOOD_OATH_OPTION] = _is_blood_oath(options, num_players)
    return numbers


# ---- reset


def _by_seat(start: Mapping[str, Any], name: str, num_players: int, read: Any) -> np.ndarray:
    """Read a list by seat; `(MAX_PLAYERS,)` int16, NONE = at random."""
    chosen = np.full(MAX_PLAYERS, NONE, np.int16)
    if start.get(name) is None:
        return chosen
    whole = Spot(name, start[name])
    spots = whole.items()
    if len(spots) != num_players:
        raise whole.error(f"{len(spots)} are given for {num_players} seats; None leaves a seat to chance")
    for seat, spot in enumerate(spots):
        if spot.value is None:
            continue
        number = read(spot)
        if number in chosen:
            raise spot.error(f"{spot.value!r} is given twice")
        chosen[seat] = number
    return chosen


def _read_stills(content: Content, start: Mapping[str, Any]) -> np.ndarray:
    """Read Still tokens by District; `(NUM_DISTRICTS,)` int16, NONE = at random."""
    t = content.tables[0]
    chosen = np.full(NUM_DISTRICTS, NONE, np.int16)
    if start.get("stills") is None:
        return chosen
    for district, spot in Spot("stills", start["stills"]).by_id(content.district_ids, "District").items():
        liquor, number, fired = read_still(spot, MAX_STILL_NUMBER)
        found = np.flatnonzero((t["token_liquor"] == liquor) & (t["token_number"] == number))
        if fired or len(found) == 0:
            raise spot.error(f"no Still token reads {spot.value!r}")
        if found[0] in chosen:
            raise spot.error(f"the Still token {spot.value!r} is given twice; there is one of each")
        chosen[district] = found[0]
    return chosen


def read_start(content: Content, num_players: int, start: Mapping[str, Any]) -> tuple[np.ndarray, ...]:
    """Read reset options: check every name, and fill the arrays of `setup`.

    Args:
        content: Components.
        num_players: Seats.
        start: By name, as the user gave them. `position` and `dice` are looked at by name only.

    Returns:
        mobs, homes, tokens `(4,)` each and stills `(25,)`, int16; NONE = at random.

    Raises:
        ValueError: An option that does not exist or fit; the sentence says what would.
    """
    for name in start:
        if name not in START_NAMES + IGNORED:
            raise ValueError(f"there is no reset option {name!r}; {nearest(str(name), START_NAMES)}")
    homes = [k for k in range(len(BOROUGH_IDS)) if content.tables[0]["is_home"][k]]
    home_ids = [BOROUGH_IDS[k] for k in homes]
    return (
        _by_seat(start, "mobs", num_players, lambda spot: spot.pick(MOB_IDS, "mob")),
        _by_seat(start, "homes", num_players, lambda spot: homes[spot.pick(home_ids, "home Borough")]),
        _by_seat(start, "tokens", num_players, lambda spot: spot.number(1, num_players, "(the Turn Token)") - 1),
        _read_stills(content, start),
    )


def give_dice(states: np.ndarray, i: int, dice: Any) -> None:
    """Lay given dice before chance in `states[i]`, in place of those that lie there.

    Args:
        states: `(n,)` STATE.
        i: Which of them.
        dice: Numbers 1..6, in the order of rolling.

    Raises:
        ValueError: A number that is on no die, or more dice than there is room for; nothing is written.
    """
    whole = Spot("dice", dice)
    rolls = [spot.number(1, DICE_FACES, "on a die") for spot in whole.items()]
    if len(rolls) > MAX_GIVEN_DICE:
        raise whole.error(f"{len(rolls)} dice are given; there is room for {MAX_GIVEN_DICE}")
    states["given"][i] = 0
    states["given"][i, : len(rolls)] = rolls
    states["given_count"][i] = len(rolls)


def position_options(options: Mapping[str, Any], position: Mapping[str, Any]) -> dict[str, Any]:
    """Fill in what a position leaves out with the options of the environment it is loaded into.

    Args:
        options: The environment's options, as the user gave them.
        position: Whole, partial or a view; unchanged.

    Returns:
        The position, with `options` of its own.

    Raises:
        PositionError: `position` or its `options` is no object.
    """
    given: Any = position  # may be anything, whatever its type says
    for path, value in (
        ("", given),
        ("options", given.get("options") if isinstance(given, Mapping) else None),
    ):
        if value is not None and not isinstance(value, Mapping):
            raise PositionError(f"{path or 'position'}: expected an object, found {value!r}")
    usual = {name: options[name] for name in POSITION_OPTIONS if options.get(name) is not None}
    return {**position, "options": {**usual, **(position.get("options") or {})}}
