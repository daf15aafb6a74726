"""The printed components as one TABLES record, read from `data/*.toml` (or a file of one's own) and cross-checked.

Rules never name a number of the game: they read it here. The record is an argument of every compiled entry point, so
that another content file, or a test that moves a constant, runs without compiling anew. Money is in hundreds of $.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from moonshine_env.kingdom import contract_code
from moonshine_env.kingdom.content_checks import check_sections, unknown_section
from moonshine_env.kingdom.content_sections import CASH, COUNTS, MAX_REBUILD, PLACES, SECTIONS, SUPPLY
from moonshine_env.kingdom.content_sections import COSTS as PLAY_COSTS
from moonshine_env.kingdom.content_shapes import UNIT, misfit
from moonshine_env.kingdom.content_shapes import ContentError as ContentError  # callers find it here
from moonshine_env.kingdom.state import STATE, blank_state
from moonshine_env.kingdom.vocab import (
    BOROUGH_IDS,
    BROKER_IDS,
    DECK_IDS,
    KIND_IDS,
    LIQUOR_IDS,
    NONE,
    NUM_BOROUGHS,
    NUM_BROKERS,
    NUM_CARDS,
    NUM_DECKS,
    NUM_DISTRICTS,
    NUM_LIQUORS,
    NUM_MOBS,
    SPEAKEASY,
)

NUM_PAIRS = 132  # ordered Connected pairs
NUM_COASTAL = 21
NUM_DOCKS = 8
NUM_JOINTS = 12
MAX_NEIGHBOURS = 12

COUNT_CONSTANTS, CASH_CONSTANTS, COSTS = tuple(COUNTS), tuple(CASH), tuple(PLAY_COSTS)

TABLES = np.dtype(
    [
        ("blank", STATE, (1,)),  # an empty game, to start from
        # ---- Districts, in board order
        ("borough", np.int16, (NUM_DISTRICTS,)),
        ("kind", np.int16, (NUM_DISTRICTS,)),
        ("pour", np.int16, (NUM_DISTRICTS,)),  # liquor, or NONE where no Joint is
        ("society", np.int16, (NUM_DISTRICTS,)),
        ("broker", np.int16, (NUM_DISTRICTS,)),  # or NONE
        ("broker_district", np.int16, (NUM_BROKERS,)),
        ("coastal", np.int16, (NUM_DISTRICTS,)),
        ("precinct", np.int16, (NUM_DISTRICTS,)),  # 1 where one stands at the start
        # ---- links: by land, bridge or from Dock to Dock ("connected"); by land and bridge alone ("border")
        ("connected", np.int16, (NUM_DISTRICTS, NUM_DISTRICTS)),
        ("border", np.int16, (NUM_DISTRICTS, NUM_DISTRICTS)),
        ("num_neighbours", np.int16, (NUM_DISTRICTS,)),
        ("neighbours", np.int16, (NUM_DISTRICTS, MAX_NEIGHBOURS)),  # Connected, board order, padded with NONE
        ("num_bordering", np.int16, (NUM_DISTRICTS,)),
        ("bordering", np.int16, (NUM_DISTRICTS, MAX_NEIGHBOURS)),
        # ---- numbers that the action table gives to pairs and places, NONE where there is none
        ("pair", np.int16, (NUM_DISTRICTS, NUM_DISTRICTS)),
        ("pair_from", np.int16, (NUM_PAIRS,)),
        ("pair_to", np.int16, (NUM_PAIRS,)),
        ("coastal_number", np.int16, (NUM_DISTRICTS,)),
        ("coastal_district", np.int16, (NUM_COASTAL,)),
        ("dock_number", np.int16, (NUM_DISTRICTS,)),
        ("dock_district", np.int16, (NUM_DOCKS,)),
        ("joint_number", np.int16, (NUM_DISTRICTS,)),
        ("joint_district", np.int16, (NUM_JOINTS,)),
        # ---- Boroughs
        ("is_home", np.int16, (NUM_BOROUGHS,)),
        ("deed_respect", np.int16, (NUM_BOROUGHS,)),
        ("rebuild", np.int16, (NUM_BOROUGHS, MAX_REBUILD)),  # Districts, padded with NONE
        ("setup", np.int16, (NUM_BOROUGHS, 3)),  # home, dock and joint District; NONE where nobody starts
        ("setup_forces", np.int16, (3, 3)),  # home, dock, joint x Bosses, Runners, Safehouses
        # ---- Still tokens
        ("token_liquor", np.int16, (NUM_DISTRICTS,)),
        ("token_number", np.int16, (NUM_DISTRICTS,)),
        # ---- mobs
        ("mob_bosses", np.int16, (NUM_MOBS,)),
        ("loose_change", np.int16, (NUM_MOBS,)),  # $
        # ---- Contracts
        ("card_deck", np.int16, (NUM_CARDS,)),
        ("deadline", np.int16, (NUM_DECKS,)),  # Days, and markers
        ("deck_respect", np.int16, (NUM_DECKS,)),
        ("deck_cash", np.int16, (NUM_DECKS,)),
        ("contracts", contract_code.CODE),
        # ---- supply
        ("start_price", np.int16, (NUM_LIQUORS,)),
        ("barrels_per_liquor", np.int16),
        ("marks", np.int16),
        ("runners_per_player", np.int16),
        ("safehouses_per_player", np.int16),
        ("influence_per_player", np.int16),
        # ---- ladders
        ("ratio_bounds", np.int16, (5,)),
        ("kill_on_at_threat", np.int16, (4,)),
        ("smuggle_on_at_docks", np.int16, (4,)),
        # ---- constants and costs
        *[(name, np.int16) for name in COUNT_CONSTANTS],
        *[(name, np.int16) for name in CASH_CONSTANTS],
        *[(f"cost_{name}", np.int16) for name in COSTS],
    ]
)


@dataclass(frozen=True)
class Content:
    """Components of one game: the numbers for the rules, the words for people.

    Attributes:
        tables: `(1,)` of TABLES.
        district_ids, district_names: By District, in board order.
        joint_names: By District, empty where no Joint is.
        positions: `(25, 2)` float, x east and y south, 0..100; for drawings only.
        card_ids, card_names, card_says: By card: Gigs, then Rackets, then Scores.
        mob_names, borough_names: In the order of `vocab`.
        land, bridges: Pairs of District numbers, for drawings.
        default_max_days, default_plays_per_day: Values of the options if not given.
    """

    tables: np.ndarray
    district_ids: tuple[str, ...]
    district_names: tuple[str, ...]
    joint_names: tuple[str, ...]
    positions: np.ndarray
    card_ids: tuple[str, ...]
    card_names: tuple[str, ...]
    card_says: tuple[str, ...]
    mob_names: tuple[str, ...]
    borough_names: tuple[str, ...]
    land: tuple[tuple[int, int], ...]
    bridges: tuple[tuple[int, int], ...]
    default_max_days: int
    default_plays_per_day: int

    def __hash__(self) -> int:
        return hash((self.card_ids, self.tables.tobytes()))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Content)
            and self.card_ids == other.card_ids
            and bool(self.tables.tobytes() == other.tables.tobytes())
        )


def _expect(found: int, wanted: int, what: str) -> None:
    if found != wanted:
        raise ContentError(f"{what}: found {found}, expected {wanted}")


def _fill_districts(t: Any, board: dict[str, Any], ids: tuple[str, ...]) -> None:
    t["pour"][:] = NONE
    t["broker"][:] = NONE
    t["setup"][:] = NONE
    for d, row in enumerate(board["district"]):
        t["borough"][d] = b = BOROUGH_IDS.index(row["borough"])
        t["kind"][d] = KIND_IDS.index(row["kind"])
        t["society"][d] = row.get("society", False)
        t["coastal"][d] = row["coastal"]
        t["precinct"][d] = row.get("precinct", False)
        if "pour" in row:
            t["pour"][d] = LIQUOR_IDS.index(row["pour"])
        if "setup" in row:
            t["setup"][b, PLACES.index(row["setup"])] = d
    for row in board["broker"]:
        k, d = BROKER_IDS.index(row["id"]), ids.index(row["district"])
        t["broker"][d] = k
        t["broker_district"][k] = d


def _fill_links(t: Any, board: dict[str, Any], ids: tuple[str, ...]) -> None:
    for a, b in board["connections"]["land"] + board["connections"]["bridges"]:
        i, j = ids.index(a), ids.index(b)
        t["border"][i, j] = t["border"][j, i] = 1
    docks = np.flatnonzero(t["kind"] == KIND_IDS.index("dock"))
    t["connected"][:] = t["border"]
    t["connected"][np.ix_(docks, docks)] = 1
    np.fill_diagonal(t["connected"], 0)
    lists = (("connected", "num_neighbours", "neighbours"), ("border", "num_bordering", "bordering"))
    for matrix, count, rows in lists:
        t[rows][:] = NONE
        for d in range(NUM_DISTRICTS):
            near = np.flatnonzero(t[matrix][d])
            if len(near) > MAX_NEIGHBOURS:
                raise ContentError(f"connections: {ids[d]} has {len(near)} links; at most {MAX_NEIGHBOURS} fit")
            t[count][d] = len(near)
            t[rows][d, : len(near)] = near
    pairs = np.argwhere(t["connected"])
    _expect(len(pairs), NUM_PAIRS, "connections: ordered Connected pairs, those between two Docks included")
    t["pair"][:] = NONE
    t["pair"][pairs[:, 0], pairs[:, 1]] = np.arange(NUM_PAIRS)
    t["pair_from"], t["pair_to"] = pairs[:, 0], pairs[:, 1]
    for mask, number, district, wanted, what in (
        (t["coastal"] == 1, "coastal_number", "coastal_district", NUM_COASTAL, "coastal Districts"),
        (t["kind"] == KIND_IDS.index("dock"), "dock_number", "dock_district", NUM_DOCKS, "docks"),
        (t["kind"] == SPEAKEASY, "joint_number", "joint_district", NUM_JOINTS, "speakeasies"),
    ):
        found = np.flatnonzero(mask)
        _expect(len(found), wanted, f"district: {what}")
        t[number][:] = NONE
        t[number][found] = np.arange(wanted)
        t[district] = found


def _fill_boroughs(t: Any, board: dict[str, Any], ids: tuple[str, ...]) -> None:
    t["rebuild"][:] = NONE
    for b, row in enumerate(board["borough"]):
        t["is_home"][b] = row["home"]
        t["deed_respect"][b] = row["deed_respect"]
        t["rebuild"][b, : len(row["rebuild_order"])] = [ids.index(name) for name in row["rebuild_order"]]
    for k, place in enumerate(PLACES):
        forces = board["setup_forces"][place]
        t["setup_forces"][k] = forces["bosses"], forces["runners"], forces["safehouses"]


def _fill_numbers(t: Any, board: dict[str, Any]) -> None:
    tokens = [(LIQUOR_IDS.index(liquor), n) for liquor, numbers in board["still_tokens"].items() for n in numbers]
    t["token_liquor"], t["token_number"] = zip(*tokens, strict=True)
    for liquor, price in board["market_start"].items():
        t["start_price"][LIQUOR_IDS.index(liquor)] = price // UNIT
    for m, row in enumerate(board["mob"]):
        t["mob_bosses"][m] = row["bosses"]
        t["loose_change"][m] = row["loose_change"]
    constants = board["constants"]
    for name in SUPPLY:
        t[name] = board["supply"][name]
    for name in ("ratio_bounds", "kill_on_at_threat", "smuggle_on_at_docks", *COUNT_CONSTANTS):
        t[name] = constants[name]
    for name in CASH_CONSTANTS:
        t[name] = constants[name] // UNIT
    for name in COSTS:
        t[f"cost_{name}"] = board["play_cost"][name]


def _fill_contracts(t: Any, contracts: dict[str, Any], ids: tuple[str, ...]) -> list[dict[str, Any]]:
    """Fill the Contracts; returns their rows in the order of card ids."""
    cards = [(deck, row) for deck in DECK_IDS for row in contracts[deck]]
    for card, (deck, row) in enumerate(cards):
        if row["id"] in [other["id"] for _, other in cards[:card]]:
            raise ContentError(f"{deck} {row['id']}: this id is given twice; each Contract needs one of its own")
    for k, name in enumerate(DECK_IDS):
        tier = contracts["tiers"][name]
        t["deadline"][k], t["deck_respect"][k], t["deck_cash"][k] = (
            tier["deadline"],
            tier["respect"],
            tier["cash"] // UNIT,
        )
    rows = [row for _, row in cards]
    t["card_deck"] = [DECK_IDS.index(deck) for deck, _ in cards]
    t["contracts"] = contract_code.compile_contracts(rows, ids)
    return rows


def build_content(board: dict[str, Any], contracts: dict[str, Any]) -> Content:
    """Turn parsed data files into a Content.

    Args:
        board: Parsed `board.toml`.
        contracts: Parsed `contracts.toml`.

    Raises:
        ContentError: What does not fit: where it stands, what was found, what was expected.
        ContractError: An objective that cannot be read; the message names the Contract.
    """
    check_sections(board, contracts)
    tables = np.zeros(1, TABLES)
    t = tables[0]
    t["blank"] = blank_state()
    ids = tuple(row["id"] for row in board["district"])
    _fill_districts(t, board, ids)
    _fill_links(t, board, ids)
    _fill_boroughs(t, board, ids)
    _fill_numbers(t, board)
    cards = _fill_contracts(t, contracts, ids)
    links, constants = board["connections"], board["constants"]
    return Content(
        tables=tables,
        district_ids=ids,
        district_names=tuple(row["name"] for row in board["district"]),
        joint_names=tuple(row.get("joint", "") for row in board["district"]),
        positions=np.array([row["position"] for row in board["district"]], float),
        card_ids=tuple(row["id"] for row in cards),
        card_names=tuple(row["name"] for row in cards),
        card_says=tuple(row["says"] for row in cards),
        mob_names=tuple(row["name"] for row in board["mob"]),
        borough_names=tuple(row["name"] for row in board["borough"]),
        land=tuple((ids.index(a), ids.index(b)) for a, b in links["land"]),
        bridges=tuple((ids.index(a), ids.index(b)) for a, b in links["bridges"]),
        default_max_days=constants["day_cap"],
        default_plays_per_day=constants["plays_per_day_cap"],
    )


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(resources.files("moonshine_env.kingdom").joinpath("data", name).read_text("utf-8"))


def _lay_over(own: dict[str, Any], board: dict[str, Any], contracts: dict[str, Any]) -> None:
    """Lay the tables of a file of one's own over the printed ones, key by key, in place."""
    for key, value in own.items():
        if key not in SECTIONS:
            raise unknown_section(key)
        home = contracts if key in contracts else board
        if isinstance(home[key], dict) and not isinstance(value, dict):
            raise misfit(key, value, f"a table: [{key}]")
        home[key] = {**home[key], **value} if isinstance(home[key], dict) else value


@lru_cache(maxsize=1)
def _printed() -> Content:
    return build_content(_read("board.toml"), _read("contracts.toml"))


@lru_cache(maxsize=8)
def _own(path: str, data: bytes) -> Content:
    """Make the content of a file, whose bytes are given: a file that was changed is read anew."""
    board, contracts = _read("board.toml"), _read("contracts.toml")
    try:
        own = tomllib.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise ContentError(f"{path} is not TOML: {error}") from error
    try:
        _lay_over(own, board, contracts)
        return build_content(board, contracts)
    except (ContentError, contract_code.ContractError) as error:
        raise ContentError(f"{path}: {error}") from error


def load_content(path: str | None = None) -> Content:
    """Load the printed game, with the tables of a file of one's own laid over it.

    Args:
        path: A TOML file; its tables replace or extend those of `board.toml` and `contracts.toml` key by key
            (lists are replaced whole). None for the printed game.

    Raises:
        ContentError: The file does not fit; the message names it, the key, what was found and what was expected.
        OSError: The file cannot be read.
    """
    return _printed() if path is None else _own(path, Path(path).read_bytes())
