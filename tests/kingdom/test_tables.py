"""The printed components: counts, and what holds between them."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

import numpy as np

from moonshine_env.kingdom.tables import (
    CASH_CONSTANTS,
    COUNT_CONSTANTS,
    TABLES,
    build_content,
    load_content,
)
from moonshine_env.kingdom.vocab import (
    BOROUGH_IDS,
    BROKER_IDS,
    DOCK,
    KIND_IDS,
    LIQUOR_IDS,
    MOB_IDS,
    NONE,
    NUM_DISTRICTS,
    SPEAKEASY,
    WARD,
)

CONTENT = load_content()
T = CONTENT.tables[0]
IDS = CONTENT.district_ids


def read(name: str) -> dict[str, Any]:
    return tomllib.loads(resources.files("moonshine_env.kingdom").joinpath("data", name).read_text("utf-8"))


BOARD, CONTRACTS = read("board.toml"), read("contracts.toml")


# ---- what there is (K1)


def test_districts():
    assert len(IDS) == NUM_DISTRICTS == 25
    assert np.bincount(T["borough"]).tolist() == [6, 5, 6, 5, 3]
    assert np.bincount(T["kind"]).tolist() == [5, 12, 8]
    assert [IDS[d] for d in np.flatnonzero(T["precinct"])] == [
        "sugar_hill",
        "morris_park",
        "richmond_hill",
        "williamsburg",
        "stapleton",
    ]
    assert sorted(T["borough"][T["precinct"] == 1]) == [0, 1, 2, 3, 4]
    assert T["coastal"].sum() == 21
    # Every Dock lies at the sea; every Joint pours, and nothing else does, each liquor three times.
    assert T["coastal"][T["kind"] == DOCK].all()
    assert ((T["pour"] == NONE) == (T["kind"] != SPEAKEASY)).all()
    assert np.bincount(T["pour"][T["pour"] >= 0]).tolist() == [3, 3, 3, 3]


def test_brokers_stand_in_high_society():
    assert [IDS[d] for d in T["broker_district"]] == ["sugar_hill", "morris_park", "richmond_hill", "williamsburg"]
    assert T["society"][T["broker_district"]].all()
    for broker, district in enumerate(T["broker_district"]):
        assert T["broker"][district] == broker
    assert (T["broker"] >= 0).sum() == len(BROKER_IDS)


def test_links():
    border, connected = T["border"], T["connected"]
    assert border.sum() == 2 * (len(BOARD["connections"]["land"]) + len(BOARD["connections"]["bridges"]))
    assert (border == border.T).all()
    assert (connected == connected.T).all()
    assert not connected.diagonal().any()
    assert (connected >= border).all()
    # By water, Dock to Dock, and in no other way (K2.5).
    docks = T["kind"] == DOCK
    water = (connected == 1) & (border == 0)
    assert (water == (np.outer(docks, docks) & (border == 0) & ~np.eye(25, dtype=bool))).all()
    assert connected.sum() == 132
    assert connected.sum(1).max() == 10
    for d in range(25):
        assert T["neighbours"][d, : T["num_neighbours"][d]].tolist() == np.flatnonzero(connected[d]).tolist()
        assert T["bordering"][d, : T["num_bordering"][d]].tolist() == np.flatnonzero(border[d]).tolist()
        assert (T["neighbours"][d, T["num_neighbours"][d] :] == NONE).all()
        assert (T["bordering"][d, T["num_bordering"][d] :] == NONE).all()
    # From every District one gets to every other.
    reach = np.eye(25, dtype=bool)
    for _ in range(25):
        reach |= reach @ (connected == 1)
    assert reach.all()


def test_numbers_of_the_action_table():
    for pair, (a, b) in enumerate(zip(T["pair_from"], T["pair_to"], strict=True)):
        assert T["pair"][a, b] == pair
    assert (T["pair"] >= 0).sum() == 132
    for number, district in (("coastal_number", "coastal_district"), ("dock_number", "dock_district")):
        assert T[number][T[district]].tolist() == list(range(len(T[district])))
        assert (T[number] >= 0).sum() == len(T[district])
    assert T["joint_number"][T["joint_district"]].tolist() == list(range(12))


def test_boroughs():
    assert T["is_home"].tolist() == [1, 1, 1, 1, 0]
    assert T["deed_respect"].tolist() == [3, 3, 3, 3, 2]
    for b in range(5):
        order = [d for d in T["rebuild"][b] if d >= 0]
        assert sorted(order) == np.flatnonzero(T["borough"] == b).tolist()
        home, dock, joint = T["setup"][b]
        if T["is_home"][b]:
            assert T["kind"][[home, dock, joint]].tolist() == [WARD, DOCK, SPEAKEASY]
            assert (T["borough"][[home, dock, joint]] == b).all()
            # No Precinct stands where a player starts (K1.8), and the three border on no other's.
            assert not T["precinct"][[home, dock, joint]].any()
        else:
            assert (home, dock, joint) == (NONE, NONE, NONE)
    assert T["setup_forces"].tolist() == [[1, 2, 1], [0, 3, 0], [0, 3, 0]]


def test_stills():
    tokens = list(zip(T["token_liquor"], T["token_number"], strict=True))
    assert len(set(tokens)) == 25  # no two have both type and number in common (K3.4)
    assert np.bincount(T["token_liquor"]).tolist() == [10, 8, 7]
    assert T["token_number"].min() == 2
    assert T["token_number"].max() == 12


def test_contracts():
    assert np.bincount(T["card_deck"]).tolist() == [22, 18, 16]
    assert (np.diff(T["card_deck"]) >= 0).all()
    assert len(set(CONTENT.card_ids)) == len(CONTENT.card_names) == len(CONTENT.card_says) == 56
    assert T["deadline"].tolist() == [1, 2, 3]
    assert T["deck_respect"].tolist() == [1, 3, 5]
    assert T["deck_cash"].tolist() == [5, 15, 30]


def test_mobs_and_supply():
    assert T["mob_bosses"].tolist() == [2, 1, 1, 1]
    assert T["loose_change"].tolist() == [5, 10, 20, 50]  # K11.8: never a tie
    assert len(CONTENT.mob_names) == len(MOB_IDS)
    assert T["start_price"].tolist() == [2, 3, 4, 5]
    supply = "barrels_per_liquor marks runners_per_player safehouses_per_player influence_per_player"
    assert [int(T[name]) for name in supply.split()] == [25, 12, 15, 3, 12]
    assert T["start_slotted"] + T["start_stash"] == T["start_influence"] == 7
    # The Bribes never run out of markers (K5.14).
    assert T["start_influence"] + len(BROKER_IDS) <= T["influence_per_player"]


def test_every_scalar_of_the_data_is_in_the_record():
    for name in COUNT_CONSTANTS:
        assert T[name] == BOARD["constants"][name]
    for name in CASH_CONSTANTS:
        assert T[name] * 100 == BOARD["constants"][name]
    for name, cost in BOARD["play_cost"].items():
        if f"cost_{name}" in TABLES.names:
            assert T[f"cost_{name}"] == cost
        else:
            assert cost == 0  # what is free has no cost to read
    # Constants that no rule reads, and where their number stands instead.
    elsewhere = {"min_players", "max_players", "day_cap", "plays_per_day_cap", "cash_step", "still_once_per_day"}
    ladders = {"ratio_bounds", "kill_on_at_threat", "smuggle_on_at_docks"}
    assert set(BOARD["constants"]) == {*COUNT_CONSTANTS, *CASH_CONSTANTS, *ladders, *elsewhere}
    assert (CONTENT.default_max_days, CONTENT.default_plays_per_day) == (15, 25)


def test_the_blank_game_has_nothing_in_it():
    blank = T["blank"][0]
    assert blank["depth"] == blank["num_players"] == 0
    assert (blank["owner"] == NONE).all()
    assert blank["party_owner"] == blank["rat"] == blank["turn_player"] == NONE


# ---- contents compare and hash by what they hold


def test_contents_are_equal_by_value():
    again = build_content(read("board.toml"), read("contracts.toml"))
    assert again is not CONTENT
    assert again == CONTENT
    assert hash(again) == hash(CONTENT)
    other = read("board.toml")
    other["constants"]["hand_limit"] = 4
    assert build_content(other, CONTRACTS) != CONTENT


def test_vocabulary_agrees_with_the_data():
    assert tuple(row["id"] for row in BOARD["borough"]) == BOROUGH_IDS
    assert tuple(BOARD["liquors"]) == LIQUOR_IDS
    assert tuple(row["id"] for row in BOARD["broker"]) == BROKER_IDS
    assert {row["kind"] for row in BOARD["district"]} == set(KIND_IDS)
    assert BOARD["borough_order"] == list(BOROUGH_IDS)
