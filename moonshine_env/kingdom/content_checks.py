"""Check a content file: each section against its shape, then what must hold between sections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from moonshine_env.kingdom.content_sections import BOARD, CONTRACTS, PLACES, PLAYS, POWERS, SECTIONS
from moonshine_env.kingdom.content_shapes import ContentError, misfit, say_nearest
from moonshine_env.kingdom.vocab import MAX_HAND, MAX_PLAYERS, NUM_DISTRICTS


def check_sections(board: Mapping[str, Any], contracts: Mapping[str, Any]) -> None:
    """Check both files.

    Args:
        board: Parsed `board.toml`.
        contracts: Parsed `contracts.toml`.

    Raises:
        ContentError: The first thing that does not fit: where it stands, what was found, what was expected.
    """
    for shape, data in ((BOARD, board), (CONTRACTS, contracts)):
        for name in shape.keys:
            if name not in data:
                raise ContentError(f"the content has no {name!r}; it needs: {', '.join(shape.keys)}")
        for name, value in data.items():
            if name not in shape.keys:
                raise unknown_section(name)
            shape.keys[name].check(value, name)
    _check_districts(board)
    _check_links(board)
    _check_start(board)
    _check_limits(board["constants"])


def unknown_section(name: str) -> ContentError:
    """Make the error for a table that does not exist."""
    return ContentError(f"{name!r} is no table of the content; {say_nearest(name, SECTIONS)}")


# ---- between sections


def _known_district(board: Mapping[str, Any], name: str, path: str) -> None:
    ids = [row["id"] for row in board["district"]]
    if name not in ids:
        raise ContentError(f"{path}: {name!r} is no District; {say_nearest(name, ids)}")


def _stays(row: Mapping[str, Any], key: str, printed: object, where: str) -> None:
    if row.get(key, printed) != printed:
        raise misfit(f"{where}.{key}", row[key], f"{printed!r} (it only tells the reader; the rules know it)")


def _check_districts(board: Mapping[str, Any]) -> None:
    """Check what a District is against its kind, its broker, its Borough."""
    broker_of: dict[str, str] = {}
    for row in board["broker"]:
        _stays(row, "power", POWERS[row["id"]], f"broker {row['id']}")
        _known_district(board, row["district"], f"broker {row['id']}.district")
        if row["district"] in broker_of:
            raise ContentError(f"broker {row['id']}.district: {row['district']!r} is the other broker's already")
        broker_of[row["district"]] = row["id"]
    for row in board["district"]:
        where, is_joint = f"district {row['id']}", row["kind"] == "speakeasy"
        if is_joint != ("pour" in row) or is_joint != ("joint" in row):
            raise ContentError(f"{where}: a speakeasy, and nothing else, has a `joint` and its `pour`")
        if row.get("society") and not is_joint:
            raise ContentError(f"{where}.society: found true, expected it at a speakeasy only")
        if "broker" in row and broker_of.get(row["id"]) != row["broker"]:
            other = broker_of.get(row["id"], "nobody")
            raise ContentError(f"{where}.broker: found {row['broker']!r}, but its [[broker]] is {other}; name it there")
        if row.get("precinct") and "setup" in row:
            raise ContentError(
                f"{where}: it has a `precinct` and is a `setup` place; a player cannot start at a Precinct"
            )
    for row in board["borough"]:
        _check_borough(board, row)
    if sum(row["home"] for row in board["borough"]) < MAX_PLAYERS:
        raise ContentError(f"borough: fewer than {MAX_PLAYERS} have home = true; each player needs one")


def _check_borough(board: Mapping[str, Any], row: Mapping[str, Any]) -> None:
    where, name = f"borough {row['id']}", row["id"]
    inside = [district for district in board["district"] if district["borough"] == name]
    ids = [district["id"] for district in inside]
    order = row["rebuild_order"]
    for k, district in enumerate(order):
        _known_district(board, district, f"{where}.rebuild_order[{k}]")
    if sorted(order) != sorted(ids):
        found, wanted = ", ".join(order), ", ".join(ids)
        raise ContentError(f"{where}.rebuild_order: found {found}; expected each of its Districts once: {wanted}")
    if sum(district.get("precinct", False) for district in inside) != 1:
        raise ContentError(f"{where}: exactly one of its Districts needs precinct = true")
    places = sorted(district["setup"] for district in inside if "setup" in district)
    wanted_places = sorted(PLACES) if row["home"] else []
    if places != wanted_places:
        need = f"one District each with setup = {', '.join(map(repr, PLACES))}" if row["home"] else "no `setup`"
        raise ContentError(f"{where}: with home = {str(row['home']).lower()} it needs {need}")


def _check_links(board: Mapping[str, Any]) -> None:
    for way in ("land", "bridges"):
        for k, pair in enumerate(board["connections"][way]):
            path = f"connections.{way}[{k}]"
            for name in pair:
                _known_district(board, name, path)
            if pair[0] == pair[1]:
                raise ContentError(f"{path}: found {pair[0]!r} twice, expected two different Districts")
    tokens = board["still_tokens"]
    for liquor, numbers in tokens.items():
        if len(set(numbers)) != len(numbers):
            raise ContentError(f"still_tokens.{liquor}: a number stands there twice; each token is the only one of it")
    count = sum(map(len, tokens.values()))
    if count != NUM_DISTRICTS:
        raise ContentError(f"still_tokens: found {count}, expected {NUM_DISTRICTS}, one for each District")


def _check_start(board: Mapping[str, Any]) -> None:
    """Check that a player has what he starts with."""
    forces, supply = board["setup_forces"], board["supply"]
    for place, row in forces.items():
        if not any(row.values()):
            raise ContentError(f"setup_forces.{place}: nothing stands there, expected at least one piece")
    needs = {what: sum(row[what] for row in forces.values()) for what in ("bosses", "runners", "safehouses")}
    for what in ("runners", "safehouses"):
        if needs[what] > supply[f"{what}_per_player"]:
            have = supply[f"{what}_per_player"]
            raise ContentError(f"setup_forces: {needs[what]} {what}, but supply.{what}_per_player is {have}")
    for row in board["mob"]:
        if needs["bosses"] > row["bosses"]:
            raise ContentError(f"setup_forces: {needs['bosses']} bosses, but mob {row['id']} has {row['bosses']}")
        _stays(row, "plays", PLAYS[row["id"]], f"mob {row['id']}")
    change = [row["loose_change"] for row in board["mob"]]
    if len(set(change)) != len(change):
        raise ContentError(f"mob: loose_change is {', '.join(map(str, change))}; it breaks ties, so each needs its own")
    constants = board["constants"]
    total, slotted, stash = (constants[f"start_{name}"] for name in ("influence", "slotted", "stash"))
    if slotted + stash != total:
        raise ContentError(
            f"constants: start_slotted {slotted} and start_stash {stash} do not make start_influence {total}"
        )
    if slotted > constants["slots"]:
        raise ContentError(f"constants.start_slotted: {slotted} markers do not fit into {constants['slots']} slots")
    if total > supply["influence_per_player"]:
        have = supply["influence_per_player"]
        raise ContentError(f"constants.start_influence: {total}, but supply.influence_per_player is {have}")


def _check_limits(constants: Mapping[str, Any]) -> None:
    hand = max(constants["hand_limit"], constants["hand_limit_guinan"])
    draw = max(constants["hustle_draw"], constants["hustle_draw_guinan"])
    if hand + draw > MAX_HAND:
        raise ContentError(
            f"constants: a hand_limit of {hand} and a hustle_draw of {draw} (Guinan's included) make {hand + draw} "
            f"cards; an observation has room for {MAX_HAND}"
        )
    start, spaces = constants["crackdown_start"], constants["crackdown_spaces"]
    if start >= spaces:
        raise ContentError(
            f"constants.crackdown_start: found {start}, expected a space before the last, 1 to {spaces - 1}"
        )
