"""The board and its numbers, read from the data file into plain dicts, lists and sets (rules K1, K2.5, K2.9)."""

import tomllib
from pathlib import Path

DATA = Path(__file__).parent / "data"

with (DATA / "kingdom_board.toml").open("rb") as _file:
    _TOML = tomllib.load(_file)

LIQUORS = _TOML["liquors"]  # 'liquor order'
BOROUGHS = _TOML["borough_order"]  # also the order of a Raid (K8.7)
INFO = {entry["id"]: entry for entry in _TOML["district"]}
DISTRICTS = list(INFO)  # 'board order'
BOROUGH = {entry["id"]: entry for entry in _TOML["borough"]}
MOB = {entry["id"]: entry for entry in _TOML["mob"]}
MOBS = list(MOB)
BROKER = {entry["id"]: entry["district"] for entry in _TOML["broker"]}
COST = _TOML["play_cost"]
NUMBER = _TOML["constants"]
SUPPLY = _TOML["supply"]
START_PRICES = _TOML["market_start"]
STILL_TOKENS = _TOML["still_tokens"]
DECKS = ["gig", "racket", "score"]


def _neighbours(pairs):
    """For each District the set of those it shares one of the pairs with."""
    result = {name: set() for name in DISTRICTS}
    for one, other in pairs:
        result[one].add(other)
        result[other].add(one)
    return result


DOCKS = [name for name in DISTRICTS if INFO[name]["kind"] == "dock"]
JOINTS = [name for name in DISTRICTS if INFO[name]["kind"] == "speakeasy"]
GHETTOS = [name for name in DISTRICTS if INFO[name]["kind"] == "ward"]
COASTAL = [name for name in DISTRICTS if INFO[name]["coastal"]]
EDGES = _neighbours(_TOML["connections"]["land"])  # a shared border: where a Raid can reach (K8.7)
ROADS = _neighbours(_TOML["connections"]["land"] + _TOML["connections"]["bridges"])
# K2.5: Connected = land, bridge, or Dock to Dock.
CONNECTED = {
    name: ROADS[name] | ({dock for dock in DOCKS if dock != name} if name in DOCKS else set()) for name in DISTRICTS
}


def in_borough(borough):
    """The Districts of a Borough, in board order."""
    return [name for name in DISTRICTS if INFO[name]["borough"] == borough]


def in_board_order(names):
    """Sort District names into board order."""
    return sorted(names, key=DISTRICTS.index)


def muscle(mobsters, cap):
    """Muscle Ratio (K2.9): 1-2 -> 1, 3-4 -> 2, 5-6 -> 3, 7-8 -> 4, 9+ -> 5, never above the cap."""
    return min(cap, sum(1 for bound in NUMBER["ratio_bounds"] if mobsters >= bound))
