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
from moonshine_env.kingdom.state import STATE, blank_state
from moonshine_env.kingdom.vocab import (
    BOROUGH_IDS,
    BROKER_IDS,
    DECK_IDS,
    KIND_IDS,
    LIQUOR_IDS,
    MAX_BARRELS,
    MAX_BOSSES,
    MAX_MARKS,
    MAX_RUNNERS,
    MAX_SLOTS,
    MOB_IDS,
    NONE,
    NUM_BOROUGHS,
    NUM_BROKERS,
    NUM_CARDS,
    NUM_DECKS,
    NUM_DISTRICTS,
    NUM_LIQUORS,
    NUM_MOBS,
    OFFERS_PER_DAY,
    SPEAKEASY,
)

NUM_PAIRS = 132  # ordered Connected pairs
NUM_COASTAL = 21
NUM_DOCKS = 8
NUM_JOINTS = 12
MAX_NEIGHBOURS = 12
MAX_REBUILD = 6
UNIT = 100  # $ of one unit of cash

# Names of `[constants]` that become scalars of the record as they are, and those that are sums of cash ($ -> hundreds).
COUNT_CONSTANTS = (
    "start_influence",
    "start_slotted",
    "start_stash",
    "slots",
    "draft_dice_over_players",
    "ratio_cap",
    "combat_dice_cap",
    "base_threat",
    "max_threat",
    "boss_threat",
    "both_bosses_attack_threat",
    "safehouse_threat",
    "ambush_threat",
    "courage_threat",
    "firepower_dice",
    "smuggle_crew_max",
    "skiff_crew_max",
    "stealth_crew_max",
    "carry_per_mobster",
    "greed_barrels",
    "heat_spaces",
    "storm_hits",
    "rise_runners",
    "hustle_draw",
    "hustle_draw_guinan",
    "hand_limit",
    "hand_limit_guinan",
    "sweep_limit",
    "title_minimum",
    "syndicate_respect",
    "ward_boss_respect",
    "mark_respect",
    "rat_respect",
    "win_respect",
    "alliance_win_respect",
    "crackdown_spaces",
    "crackdown_start",
    "offers_per_day",
)
CASH_CONSTANTS = (
    "start_cash",
    "firepower_cash",
    "recruit_cash",
    "recruit_cash_ward_boss",
    "secure_cash",
    "bribe_cash",
    "raid_bribe_cash",
    "mark_gain",
    "mark_repay",
    "mark_repay_rothstein",
    "extort_cash_per_district",
    "extort_heat_from_cash",
    "fix_floor",
    "fix_step",
    "fix_per_joint",
    "fix_ceiling",
)
COSTS = (
    "move",
    "push",
    "recruit",
    "hustle",
    "secure",
    "smuggle",
    "extort",
    "fix",
    "unload",
    "rat",
    "rise",
    "bribe",
    "capo",
    "consigliere",
    "plunder",
    "stealth",
    "skiff",
    "torch",
    "assault",
    "advance",
    "storm",
)

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


class ContentError(ValueError):
    """A content file that does not fit this game; the message says where and what would."""


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


def _expect(found: object, wanted: object, what: str) -> None:
    if found != wanted:
        raise ContentError(f"{what}: found {found}, expected {wanted}")


def _index(ids: tuple[str, ...], name: str, what: str) -> int:
    if name not in ids:
        raise ContentError(f"{what} {name!r} is not known; one of: {', '.join(ids)}")
    return ids.index(name)


def _hundreds(amount: int, what: str) -> int:
    if amount % UNIT:
        raise ContentError(f"{what} is ${amount}: every sum of cash is a multiple of ${UNIT}")
    return amount // UNIT


def _fill_districts(t: Any, board: dict[str, Any], ids: tuple[str, ...]) -> None:
    pours = LIQUOR_IDS
    t["pour"][:] = NONE
    t["broker"][:] = NONE
    t["setup"][:] = NONE
    places = ("home", "dock", "joint")
    for d, row in enumerate(board["district"]):
        t["borough"][d] = b = _index(BOROUGH_IDS, row["borough"], f"borough of {ids[d]}")
        t["kind"][d] = _index(KIND_IDS, row["kind"], f"kind of {ids[d]}")
        t["society"][d] = row.get("society", False)
        t["coastal"][d] = row["coastal"]
        t["precinct"][d] = row.get("precinct", False)
        if row["kind"] == "speakeasy":
            t["pour"][d] = _index(pours, row["pour"], f"pour of {ids[d]}")
        if "setup" in row:
            t["setup"][b, _index(places, row["setup"], f"setup of {ids[d]}")] = d
    for row in board["broker"]:
        k = _index(BROKER_IDS, row["id"], "broker")
        d = _index(ids, row["district"], "district")
        t["broker"][d] = k
        t["broker_district"][k] = d


def _fill_links(t: Any, board: dict[str, Any], ids: tuple[str, ...]) -> None:
    for a, b in board["connections"]["land"] + board["connections"]["bridges"]:
        i, j = _index(ids, a, "district"), _index(ids, b, "district")
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
                raise ContentError(f"{ids[d]} has {len(near)} links; at most {MAX_NEIGHBOURS} fit")
            t[count][d] = len(near)
            t[rows][d, : len(near)] = near
    pairs = np.argwhere(t["connected"])
    _expect(len(pairs), NUM_PAIRS, "ordered Connected pairs")
    t["pair"][:] = NONE
    t["pair"][pairs[:, 0], pairs[:, 1]] = np.arange(NUM_PAIRS)
    t["pair_from"], t["pair_to"] = pairs[:, 0], pairs[:, 1]
    for mask, number, district, wanted in (
        (t["coastal"] == 1, "coastal_number", "coastal_district", NUM_COASTAL),
        (t["kind"] == KIND_IDS.index("dock"), "dock_number", "dock_district", NUM_DOCKS),
        (t["kind"] == SPEAKEASY, "joint_number", "joint_district", NUM_JOINTS),
    ):
        found = np.flatnonzero(mask)
        _expect(len(found), wanted, district)
        t[number][:] = NONE
        t[number][found] = np.arange(wanted)
        t[district] = found


def _fill_boroughs(t: Any, board: dict[str, Any], ids: tuple[str, ...]) -> None:
    t["rebuild"][:] = NONE
    for row in board["borough"]:
        b = _index(BOROUGH_IDS, row["id"], "borough")
        t["is_home"][b] = row["home"]
        t["deed_respect"][b] = row["deed_respect"]
        order = [_index(ids, name, "district") for name in row["rebuild_order"]]
        _expect(sorted(order), np.flatnonzero(t["borough"] == b).tolist(), f"rebuild_order of {row['id']}")
        t["rebuild"][b, : len(order)] = order
    for k, place in enumerate(("home", "dock", "joint")):
        forces = board["setup_forces"][place]
        t["setup_forces"][k] = forces["bosses"], forces["runners"], forces["safehouses"]


def _fill_numbers(t: Any, board: dict[str, Any]) -> None:
    tokens = [(LIQUOR_IDS.index(liquor), n) for liquor, numbers in board["still_tokens"].items() for n in numbers]
    _expect(len(tokens), NUM_DISTRICTS, "Still tokens")
    t["token_liquor"], t["token_number"] = zip(*tokens, strict=True)
    for liquor, price in board["market_start"].items():
        t["start_price"][_index(LIQUOR_IDS, liquor, "liquor")] = _hundreds(price, f"market_start {liquor}")
    for row in board["mob"]:
        m = _index(MOB_IDS, row["id"], "mob")
        t["mob_bosses"][m] = row["bosses"]
        t["loose_change"][m] = row["loose_change"]
    supply, constants = board["supply"], board["constants"]
    for name in ("barrels_per_liquor", "marks", "runners_per_player", "safehouses_per_player", "influence_per_player"):
        t[name] = supply[name]
    for name, most in (
        ("barrels_per_liquor", MAX_BARRELS),
        ("marks", MAX_MARKS),
        ("runners_per_player", MAX_RUNNERS),
    ):
        if supply[name] > most:
            raise ContentError(f"supply {name} is {supply[name]}: the action table has room for {most}")
    if constants["slots"] > MAX_SLOTS or max(row["bosses"] for row in board["mob"]) > MAX_BOSSES:
        raise ContentError(f"at most {MAX_SLOTS} slots and {MAX_BOSSES} Bosses fit the action table")
    if not 1 <= constants["crackdown_start"] < constants["crackdown_spaces"]:
        found, spaces = constants["crackdown_start"], constants["crackdown_spaces"]
        raise ContentError(f"crackdown_start is {found}: a space before the last, 1 to {spaces - 1}")
    if not 0 <= constants["offers_per_day"] <= OFFERS_PER_DAY:
        raise ContentError(f"offers_per_day is {constants['offers_per_day']}: 0 to {OFFERS_PER_DAY} fit the state")
    for name in ("ratio_bounds", "kill_on_at_threat", "smuggle_on_at_docks"):
        t[name] = constants[name]
    for name in COUNT_CONSTANTS:
        t[name] = constants[name]
    for name in CASH_CONSTANTS:
        t[name] = _hundreds(constants[name], name)
    for name in COSTS:
        t[f"cost_{name}"] = board["play_cost"][name]


def build_content(board: dict[str, Any], contracts: dict[str, Any]) -> Content:
    """Turn parsed data files into a Content.

    Args:
        board: Parsed `board.toml`.
        contracts: Parsed `contracts.toml`.

    Raises:
        ContentError: A count, a name or a sum that does not fit; the message names it.
    """
    tables = np.zeros(1, TABLES)
    t = tables[0]
    t["blank"] = blank_state()
    try:
        ids = tuple(row["id"] for row in board["district"])
        _expect(len(set(ids)), NUM_DISTRICTS, "different Districts")
        _expect(tuple(board["liquors"]), LIQUOR_IDS, "liquors")
        _expect(tuple(row["id"] for row in board["mob"]), MOB_IDS, "mobs")
        _fill_districts(t, board, ids)
        _fill_links(t, board, ids)
        _fill_boroughs(t, board, ids)
        _fill_numbers(t, board)
        cards = [(deck, row) for deck in DECK_IDS for row in contracts[deck]]
        _expect(len(cards), NUM_CARDS, "Contracts")
        for deck, name in enumerate(DECK_IDS):
            _expect(len(contracts[name]), board["supply"][f"{name}_cards"], f"{name} cards")
            tier = contracts["tiers"][name]
            t["deadline"][deck], t["deck_respect"][deck] = tier["deadline"], tier["respect"]
            t["deck_cash"][deck] = _hundreds(tier["cash"], f"cash of {name}")
        t["card_deck"] = [DECK_IDS.index(deck) for deck, _ in cards]
        t["contracts"] = contract_code.compile_contracts([row for _, row in cards], ids)
        links = board["connections"]
        constants = board["constants"]
        return Content(
            tables=tables,
            district_ids=ids,
            district_names=tuple(row["name"] for row in board["district"]),
            joint_names=tuple(row.get("joint", "") for row in board["district"]),
            positions=np.array([row["position"] for row in board["district"]], float),
            card_ids=tuple(row["id"] for _, row in cards),
            card_names=tuple(row["name"] for _, row in cards),
            card_says=tuple(row["says"] for _, row in cards),
            mob_names=tuple(row["name"] for row in board["mob"]),
            borough_names=tuple(row["name"] for row in board["borough"]),
            land=tuple((ids.index(a), ids.index(b)) for a, b in links["land"]),
            bridges=tuple((ids.index(a), ids.index(b)) for a, b in links["bridges"]),
            default_max_days=constants["day_cap"],
            default_plays_per_day=constants["plays_per_day_cap"],
        )
    except KeyError as missing:
        raise ContentError(f"the content has no {missing.args[0]!r}") from missing


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(resources.files("moonshine_env.kingdom").joinpath("data", name).read_text("utf-8"))


@lru_cache(maxsize=8)
def load_content(path: str | None = None) -> Content:
    """Load the printed game, with the tables of a file of one's own laid over it.

    Args:
        path: A TOML file; its tables replace or extend those of `board.toml` and `contracts.toml` key by key
            (lists are replaced whole). None for the printed game.

    Raises:
        ContentError: The file does not fit.
        FileNotFoundError: There is no such file.
    """
    board, contracts = _read("board.toml"), _read("contracts.toml")
    if path is None:
        return build_content(board, contracts)
    try:
        own = tomllib.loads(Path(path).read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"{path} is not TOML: {error}") from error
    for key, value in own.items():
        home = contracts if key in contracts else board
        if key not in home:
            raise ContentError(f"{path}: {key!r} is no table of the content; one of: {', '.join([*board, *contracts])}")
        home[key] = {**home[key], **value} if isinstance(home[key], dict) else value
    return build_content(board, contracts)
