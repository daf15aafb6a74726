"""Contracts (K10, K11.4): every objective met and just missed, the condition language, and its errors.

Positions are written as in the worked cases (`me: bowery 1B 2R S 3g`); the other seats are `foe`, `third`, `fourth`.
"""

from __future__ import annotations

import copy
import random
import re
import tomllib
from collections.abc import Callable, Iterator
from importlib import resources
from itertools import product
from typing import Any

import numpy as np
import pytest

from moonshine_env.engine.jit import entry
from moonshine_env.kingdom.contract_code import MAX_STEPS, ContractError, compile_contracts, names_cash
from moonshine_env.kingdom.phases.contracts import contract_is_met
from moonshine_env.kingdom.state import STATE
from moonshine_env.kingdom.tables import load_content
from moonshine_env.kingdom.vocab import BOROUGH_IDS, DECK_IDS, LIQUOR_IDS, NONE, NUM_CARDS

CONTENT = load_content()
IDS = CONTENT.district_ids
SEATS = ("me", "foe", "third", "fourth")


def read(name: str) -> dict[str, Any]:
    return tomllib.loads(resources.files("moonshine_env.kingdom").joinpath("data", name).read_text("utf-8"))


BOARD, DECKS = read("board.toml"), read("contracts.toml")
ROWS: list[dict[str, Any]] = [row for deck in DECK_IDS for row in DECKS[deck]]


@entry
def judge(tables, states, i, seat, verdicts):
    """Write of every card whether `seat` meets it."""
    for card in range(NUM_CARDS):
        verdicts[card] = contract_is_met(tables[0], states[i], seat, card)


def judged(state: np.ndarray, tables: np.ndarray = CONTENT.tables, seat: int = 0) -> np.ndarray:
    verdicts = np.zeros(NUM_CARDS, np.int8)
    before = state.tobytes()
    judge(tables, state, 0, seat, verdicts)
    assert state.tobytes() == before
    return verdicts.astype(bool)


def tables_with(*objectives: list[dict[str, Any]]) -> np.ndarray:
    """Make tables whose first cards have these objectives."""
    tables = CONTENT.tables.copy()
    rows = [{"id": f"own_{n}", "objective": objective} for n, objective in enumerate(objectives)]
    tables[0]["contracts"] = compile_contracts(rows, IDS)
    return tables


def empty_board(num_players: int = 4) -> np.ndarray:
    state = np.zeros(1, STATE)
    s = state[0]
    s["num_players"] = num_players
    for name in ("owner", "safehouse", "heat", "deed", "syndicate", "still_liquor", "ward_boss", "rat", "party_owner"):
        s[name] = NONE
    s["party_place"] = s["party_origin"] = NONE
    s["cash"][:num_players] = 10
    s["price"] = CONTENT.tables[0]["start_price"]
    return state


def position(text: str, first: int = 0, num_players: int = 4) -> np.ndarray:
    """Read a position; `first` is the seat of `me`, the others follow."""
    state = empty_board(num_players)
    s = state[0]
    seats = {name: (first + n) % num_players for n, name in enumerate(SEATS[:num_players])}
    for statement in text.split(";"):
        what, _, rest = statement.strip().partition(": ")
        words = rest.split()
        if what in (*seats, "nobody"):
            place(s, seats.get(what, NONE), IDS.index(words[0]), words[1:])
        elif what == "precinct":
            s["precinct"][IDS.index(words[0])] = 1
        elif what == "cash":
            s["cash"][seats[words[0]]] = int(words[1]) // 100
        elif what == "heat":
            s["heat_count"] = len(words)
            s["heat"][: len(words)] = [seats[word] for word in words]
        elif what == "still":
            s["still_liquor"][IDS.index(words[0])] = LIQUOR_IDS.index(words[1])
            s["still_number"][IDS.index(words[0])] = int(words[2])
        elif what == "deed":
            s["deed"][BOROUGH_IDS.index(words[0])] = seats[words[1]]
        elif what == "price":
            s["price"] = [int(word) for word in words]
        elif what == "party":
            s["party_owner"], s["party_bosses"] = seats[words[0]], int(words[1][0])
        elif what:
            raise ValueError(f"the test cannot read {statement!r}")
    return state


def place(s: Any, seat: int, d: int, pieces: list[str]) -> None:
    if s["owner"][d] != NONE:
        raise ValueError(f"{IDS[d]} is named twice")
    s["owner"][d] = seat
    for piece in pieces:
        if piece == "S":
            s["safehouse"][d] = seat
        elif piece[-1] in "BR":
            s["bosses" if piece[-1] == "B" else "runners"][d] = int(piece[:-1])
        else:
            s["barrels"][d, "mgwr".index(piece[-1])] = int(piece[:-1])


# ---------------------------------------------------------------- every Contract

# A position that just meets the Contract, and edits (old, new) each of which just misses it.
CASES: dict[str, tuple[str, list[tuple[str, str]]]] = {
    # ---- Gigs
    "top_shelf_at_the_corner": (
        "me: five_points 1R 2r",
        [("2r", "1r"), ("2r", "2w"), ("five_points", "bowery"), ("me: ", "price: 2 3 5 5; me: ")],
    ),
    "moonlit_table": (
        "me: fordham 1B 4m",
        [("1B", "3R"), ("4m", "3m"), ("fordham", "belmont"), ("1B 4m", "1R 4m; me: flushing 1B")],
    ),
    "uninvited_neighbors": (
        "me: five_points 1R; me: bowery 1B; me: tenderloin S; foe: west_side S",
        [("west_side S", "west_side 1R"), ("me: tenderloin", "me: belmont"), ("foe: west_side", "me: west_side")],
    ),
    "eyes_on_the_door": (
        "foe: belmont S; me: fordham 5R; me: hunts_point 3R",
        [
            ("3R", "2R"),
            ("3R", "1B 2R"),
            ("hunts_point 3R", "throggs_neck 3R"),
            ("foe: belmont S", "foe: belmont 4R"),
            ("me: fordham", "third: fordham"),
        ],
    ),
    "thickest_wallet": ("cash: me 1100", [("1100", "1000"), ("1100", "1100; cash: fourth 1100")]),
    "headless_crew": (
        "foe: bowery 1B; third: corona 1B; fourth: jamaica 1R",
        [("jamaica 1R", "jamaica 1B"), ("jamaica 1R", "jamaica 1R; party: fourth 1B")],
    ),
    "sampler_crate": (
        "me: bowery 1R 2m 2g 1w; me: red_hook S 2r 1w",
        [("2r 1w", "2r"), ("2r", "1r"), ("me: red_hook S", "nobody: red_hook"), ("2m", "1m"), ("2g", "1g")],
    ),
    "high_tide_cargo": (
        "me: bowery 1R 3r; me: jamaica S 1r",
        [("jamaica", "corona"), ("3r", "3w"), ("me: jamaica S", "nobody: jamaica")],
    ),
    "bargain_basement": (
        "me: bowery 1R 4m; still: bowery gin 4",
        [
            ("gin", "moonshine"),
            ("4m", "3m"),
            ("4m", "4r"),
            ("; still: bowery gin 4", ""),
            ("me: ", "price: 2 2 4 5; me: "),
        ],
    ),
    "suite_at_the_haymarket": (
        "me: tenderloin 1B; cash: me 2500",
        [("2500", "2400"), ("1B", "3R"), ("tenderloin", "west_side"), ("cash: me", "cash: foe")],
    ),
    "block_party": (
        "me: five_points 5R; me: corona 1B 3R",
        [("3R", "2R"), ("corona", "flushing"), ("me: corona", "foe: corona")],
    ),
    "clean_ledger": ("cash: me 2500; heat: foe", [("heat: foe", "heat: foe me"), ("2500", "2400")]),
    "under_the_landlords_nose": (
        "deed: queens foe; me: corona 1R 2g 1w; me: jamaica 1R 2m",
        [("2m", "1m"), ("queens foe", "queens me"), ("jamaica", "bowery"), ("deed: queens foe; ", "")],
    ),
    "boxcar_boiler": (
        "still: bowery whisky 12; me: bowery 1R; me: coney_island S",
        [
            ("coney_island", "red_hook"),
            ("whisky 12", "moonshine 12"),
            ("12", "11"),
            ("me: bowery", "foe: bowery"),
            ("me: coney_island", "foe: coney_island"),
        ],
    ),
    "slow_sip": ("me: belmont 1B 3w", [("1B", "2R"), ("3w", "2w"), ("3w", "3m"), ("belmont", "fordham")]),
    "somebody_elses_fingerprints": (
        "heat: foe third foe",
        [("third foe", "third fourth"), ("heat: ", "heat: me "), ("heat: foe third foe", "")],
    ),
    "island_cache": (
        "me: westerleigh 1R 3g",
        [("3g", "2g"), ("westerleigh", "stapleton"), ("westerleigh", "bowery"), ("3g", "2g; me: tottenville 1R 1g")],
    ),
    "three_shifts": (
        "still: bowery moonshine 2; still: corona gin 3; still: belmont whisky 5;"
        "me: bowery 3R; me: corona 3R; me: belmont 3R",
        [("corona 3R", "corona 1B 2R"), ("gin 3", "moonshine 4"), ("me: belmont", "foe: belmont")],
    ),
    "two_ends_of_the_bridge": (
        "me: corona 1R 2w; me: jamaica 1R 1w; me: bowery 1R 3g",
        [("3g", "2g"), ("jamaica", "belmont"), ("bowery", "belmont"), ("2w", "2g")],
    ),
    "sitting_on_gold": (
        "me: bowery 1R 5r",
        [("5r", "4r; me: corona 1R 1r"), ("5r", "5w"), ("me: bowery", "price: 2 3 5 5; me: bowery")],
    ),
    "watered_stock": (
        "still: bowery whisky 7; me: bowery 1R 3m",
        [("whisky", "gin"), ("3m", "2m"), ("me: bowery 1R", "nobody: bowery")],
    ),
    "foot_in_the_door": (
        "deed: bronx foe; me: belmont S 2r",
        [("S", "1R"), ("2r", "1r"), ("bronx foe", "bronx me"), ("S 2r", "S; me: fordham 1R 2r")],
    ),
    # ---- Rackets
    "juniper_road": (
        "me: hunts_point S 2g; me: brownsville S 2g",
        [("hunts_point S", "hunts_point 1R"), ("brownsville S 2g", "brownsville S 1g"), ("me: hunts", "foe: hunts")],
    ),
    "both_sides_of_newtown": (
        "me: red_hook 1R; me: brownsville 1R; me: corona 1R; me: jamaica S",
        [("jamaica", "bowery"), ("red_hook", "belmont")],
    ),
    "long_island_tab": (
        "me: red_hook 1R; me: coney_island 1R; me: flushing S; cash: me 2000",
        [("flushing", "corona"), ("flushing", "belmont"), ("2000", "1900")],
    ),
    "paper_king": (
        "deed: bronx me; me: belmont 1B 3R; me: bowery 5R",
        [("3R", "4R"), ("bronx me", "bronx foe"), ("bronx me", "manhattan me")],
    ),
    "keeping_tabs": (
        "foe: belmont 1B; third: corona 1B; me: fordham S; me: jamaica S",
        [("fordham S", "fordham 3R"), ("third: corona", "third: bowery"), ("me: jamaica", "foe: jamaica")],
    ),
    "uptown_numbers": (
        "me: bowery 1R; me: belmont 2R; foe: five_points 2R; third: fordham 2R; foe: corona 8R",
        [("belmont 2R", "belmont 1B 1R"), ("foe: corona", "foe: hunts_point"), ("me: bowery", "me: red_hook")],
    ),
    "boardwalk_cellar": (
        "me: coney_island S 2m 2g 2w 2r",
        [("S", "1R"), ("2m", "1m"), ("2g", "1g"), ("2w", "1w"), ("2r", "1r"), ("coney_island", "red_hook")],
    ),
    "own_the_ferry": (
        "me: stapleton 1R; me: westerleigh S; me: tottenville S",
        [("me: stapleton 1R", "precinct: stapleton"), ("tottenville S", "tottenville 3R"), ("me: west", "foe: west")],
    ),
    "most_doors_in_town": (
        "me: belmont 1R; me: fordham S; foe: red_hook 1R; foe: bowery 1R; foe: corona 1R; third: flushing 1R",
        [("fordham", "hunts_point"), ("foe: bowery", "foe: coney_island")],
    ),
    "everywhere_at_once": (
        "me: bowery 2R; me: belmont 1B 1R; me: corona 1R; me: jamaica 1R; me: red_hook 2R; me: tottenville 2R",
        [("1B 1R", "1B"), ("jamaica", "five_points"), ("tottenville 2R", "tottenville 1R S")],
    ),
    "velvet_and_oak": (
        "still: bowery whisky 2; still: corona whisky 3;"
        "me: sugar_hill 1R; me: morris_park 1R; me: bowery 1R; me: corona S",
        [("morris_park", "belmont"), ("whisky 3", "gin 3"), ("me: bowery", "foe: bowery")],
    ),
    "east_side_line": (
        "me: east_harlem 1R; me: astoria 1B; me: corona S; me: flushing 1R",
        [
            ("corona", "jamaica"),
            ("astoria", "throggs_neck"),
            ("me: flushing", "foe: flushing"),
            ("me: east_harlem", "foe: east_harlem"),
            ("me: corona S", "foe: corona S"),
            ("me: astoria 1B; me: corona S", "me: west_side 1R; me: whitestone 1R"),  # Docks meet by water only
        ],
    ),
    "sitting_on_the_cellar": (
        "deed: bronx me; me: belmont 1R 2m 1g; foe: bowery 1R 2g; nobody: corona 2w",
        [("2w", "3w"), ("2g", "3r"), ("bronx me", "bronx foe"), ("bronx me", "queens me"), ("1g", "0g")],
    ),
    "gin_baron": (
        "me: bowery 1R 2g; me: corona 1R 1g; foe: belmont 1R 2g 9w; nobody: jamaica 5g",
        [("corona 1R 1g", "corona 1R 1w"), ("nobody: jamaica", "foe: jamaica")],
    ),
    "voice_of_the_tenements": (
        "me: five_points 1R; me: hunts_point S; me: stapleton 1B",
        [("stapleton", "tottenville"), ("me: five_points", "foe: five_points")],
    ),
    "four_bathtubs": (
        "still: bowery gin 2; still: corona gin 3; still: belmont gin 4; still: jamaica gin 6;"
        "me: bowery 1R; me: corona 1R; me: belmont 1R; me: jamaica S",
        [("gin 6", "moonshine 6"), ("me: jamaica", "foe: jamaica")],
    ),
    "twin_piers": (
        "me: bowery 1R 4r; me: jamaica S 4r",
        [("S 4r", "S 3r"), ("jamaica", "corona"), ("1R 4r; me: jamaica S 4r", "1R 8r; me: jamaica S")],
    ),
    "dinner_with_the_mayor": (
        "me: morris_park 1B 3r; cash: me 2500",
        [("1B", "5R"), ("3r", "2r"), ("2500", "2400"), ("morris_park", "belmont")],
    ),
    # ---- Scores
    "the_whole_island": (
        "me: five_points 1R; me: sugar_hill 1R; me: east_harlem 1R; me: tenderloin S; me: west_side 1B",
        [("west_side", "belmont"), ("me: tenderloin", "foe: tenderloin")],
    ),
    "three_lucky_sevens": (
        "still: bowery whisky 7; still: corona gin 7; still: belmont moonshine 7;"
        "me: bowery 1R; me: corona 1R; me: belmont S",
        [("moonshine 7", "moonshine 8"), ("me: belmont", "foe: belmont")],
    ),
    "full_boilers": (
        "still: bowery moonshine 2; still: corona gin 3; still: belmont whisky 5;"
        "me: bowery 1R 5m; me: corona 1R 5g; me: belmont S 5w",
        [("5g", "4g"), ("5m", "5r"), ("5m", "4m"), ("5w", "4w"), ("5g; me", "; me: tenderloin S 5g; me")],
    ),
    "uptown_curfew": (
        "me: sugar_hill 1R; me: east_harlem 1R; me: morris_park S; me: fordham 1R; me: red_hook 1R",
        [("fordham", "throggs_neck"), ("sugar_hill", "coney_island")],
    ),
    "corner_the_best": (
        "me: bowery 1R 3r; foe: corona 1R 2r 9w; third: belmont 1R 2r",
        [("3r", "2r"), ("me: bowery", "price: 2 3 5 5; me: bowery"), ("me: bowery", "price: 2 3 5 4; me: bowery")],
    ),
    "lord_of_rum_row": (
        "me: bowery 1R 2r; me: jamaica 1R 1r; me: tottenville S; me: corona 1R 1r; foe: belmont 1R 2r;"
        "third: fordham 1R 1r",
        [("bowery 1R 2r", "bowery 1R 1r"), ("tottenville", "stapleton"), ("tottenville", "whitestone")],
    ),
    "downtown_curfew": (
        "me: williamsburg 1R; me: coney_island 1R; me: astoria S; me: flushing 1R; me: belmont 1R",
        [("flushing", "corona"), ("astoria", "fordham")],
    ),
    "no_way_out": (
        "foe: stapleton 1B; me: westerleigh 1R; third: tottenville 1R",
        [
            ("westerleigh 1R", "westerleigh S"),
            ("third: tottenville", "foe: tottenville"),
            ("third: tottenville 1R", ""),
            ("foe: stapleton 1B", "foe: stapleton 4R"),
            ("foe: stapleton", "me: stapleton"),
            ("stapleton", "sugar_hill"),
        ],
    ),
    "ruler_of_the_piers": (
        "me: west_side 1R; me: bowery 1R; me: throggs_neck S; me: tottenville 1R",
        [("tottenville", "stapleton"), ("me: bowery", "foe: bowery")],
    ),
    "biggest_army": (
        "me: bowery 3R; me: corona 1R; foe: belmont 1B 3R; third: jamaica 3R",
        [("corona 1R", "corona 1B"), ("belmont 1B 3R", "belmont 4R")],
    ),
    "a_desk_in_every_hall": (
        "me: bowery 1R; me: belmont S; me: corona 1R; me: red_hook 1B; me: stapleton 1R",
        [("stapleton", "jamaica"), ("me: belmont", "foe: belmont")],
    ),
    "the_great_cellar": (
        "me: belmont 1R 4m 4g 2w; me: fordham S 2w 4r",
        [("4r", "3r"), ("2w 4r", "1w 4r"), ("fordham", "corona"), ("me: fordham S", "nobody: fordham")],
    ),
    "toast_of_queens": (
        "me: richmond_hill 1R; me: astoria S; me: flushing 1R; me: whitestone 1R",
        [("flushing", "fordham"), ("me: astoria", "foe: astoria")],
    ),
    "three_pours_and_a_pier": (
        "me: fordham 1R; me: tenderloin S; me: belmont 1R; me: jamaica 1R",
        [("jamaica", "corona"), ("fordham", "sugar_hill"), ("tenderloin", "red_hook"), ("belmont", "williamsburg")],
    ),
    "best_addresses": (
        "me: sugar_hill 1R; me: morris_park S; me: williamsburg 1R; me: belmont 1R",
        [("williamsburg", "red_hook"), ("me: sugar_hill", "foe: sugar_hill")],
    ),
    "mainland_treaty": (
        "me: tenderloin 1R; me: belmont S; me: flushing 1R; me: red_hook 1R",
        [("red_hook", "brownsville"), ("belmont", "tottenville"), ("me: flushing", "foe: flushing")],
    ),
}
NEAR_MISSES = [(card_id, old, new) for card_id, (_, edits) in CASES.items() for old, new in edits]


def test_every_contract_has_a_case() -> None:
    assert list(CASES) == list(CONTENT.card_ids)
    assert all(edits for _, edits in CASES.values())


@pytest.mark.parametrize("card_id", CASES)
def test_contract_is_met_from_every_seat(card_id: str) -> None:
    for first in range(4):
        assert judged(position(CASES[card_id][0], first), seat=first)[CONTENT.card_ids.index(card_id)], first


@pytest.mark.parametrize(("card_id", "old", "new"), NEAR_MISSES)
def test_contract_is_just_missed(card_id: str, old: str, new: str) -> None:
    met = CASES[card_id][0]
    assert old in met
    for first in (0, 3):
        assert not judged(position(met.replace(old, new), first), seat=first)[CONTENT.card_ids.index(card_id)]


def thresholds(node: Any) -> Iterator[tuple[dict[str, Any], str, int]]:
    """Find every number of an objective and what makes it harder by one."""
    for item in node if isinstance(node, list) else []:
        yield from thresholds(item)
    for key, value in node.items() if isinstance(node, dict) else []:
        if isinstance(value, int) and not isinstance(value, bool):
            yield node, key, (-1 if key == "under" else 1) * (100 if node.get("count") == "cash" else 1)
        else:
            yield from thresholds(value)


@pytest.mark.parametrize("card_id", CASES)
def test_contract_is_missed_when_a_threshold_moves_by_one(card_id: str) -> None:
    card = CONTENT.card_ids.index(card_id)
    state = position(CASES[card_id][0])
    numbers = list(thresholds(ROWS[card]["objective"]))
    for n in range(len(numbers)):
        objective = copy.deepcopy(ROWS[card]["objective"])
        table, key, step = list(thresholds(objective))[n]
        table[key] += step
        assert not judged(state, tables_with(objective))[0], (key, table)
        table[key] -= step
        assert judged(state, tables_with(objective))[0]


def test_the_contracts_that_name_cash() -> None:
    flags = CONTENT.tables[0]["contracts"]["names_cash"]
    named = [card_id for card_id, flag in zip(CONTENT.card_ids, flags, strict=True) if flag]
    assert named == [row["id"] for row in ROWS if re.search(r"\bcash\b", row["says"])]
    assert len(named) == 5
    nested = {"some_borough": ["own_deed"], "has": [{"some_liquor": ["gin"], "has": [{"most": "cash"}]}]}
    assert names_cash([{"objective": [nested]}, {"objective": [{"most": "heat"}]}]).tolist() == [1, 0]


# ---------------------------------------------------------------- the language, edge by edge


def holds(text: str, *conditions: dict[str, Any], num_players: int = 4) -> bool:
    return bool(judged(position(text, num_players=num_players), tables_with(list(conditions)))[0])


@pytest.mark.parametrize(
    ("prices", "dearest", "cheapest"),
    [
        ("2 3 4 5", "r", "m"),
        ("5 2 3 4", "m", "g"),
        ("2 3 5 4", "w", "m"),
        ("2 2 4 5", "r", None),
        ("3 2 5 5", None, "g"),
        ("2 3 3 5", "r", "m"),
        ("4 2 4 3", None, "g"),
        ("5 5 5 2", None, "r"),
        ("3 3 3 3", None, None),
        ("2 5 5 2", None, None),
    ],
)
def test_dearest_and_cheapest_liquor(prices: str, dearest: str | None, cheapest: str | None) -> None:
    for word, letter in (("dearest", dearest), ("cheapest", cheapest)):
        for barrel in "mgwr":
            text = f"price: {prices}; me: bowery 1R 1{barrel}"
            assert holds(text, {"count": "barrels", "of": word, "at_least": 1}) == (barrel == letter)
            # A tie leaves no such liquor, and then "fewer than" fails too.
            assert holds(text, {"count": "barrels", "of": word, "under": 1}) == (
                barrel != letter and letter is not None
            )


def test_a_tie_for_the_other_end_does_not_matter() -> None:
    here = {"count": "districts", "where": {"barrels": {"dearest": 1}}, "at_least": 1}
    assert holds("price: 2 2 2 3; me: bowery 1R 1r", here)
    both = {"count": "districts", "where": {"barrels": {"dearest": 1, "cheapest": 1}}, "at_least": 1}
    assert holds("price: 2 3 4 5; me: bowery 1R 1r 1m", both)
    assert not holds("price: 2 2 4 5; me: bowery 1R 1r 1m", both)


def test_a_tie_is_not_most() -> None:
    assert not holds("", {"most": "runners"})
    assert not holds("me: bowery 2R; foe: corona 1R; third: jamaica 2R", {"most": "runners"})
    assert holds("me: bowery 3R; foe: corona 1R; third: jamaica 2R", {"most": "runners"})


def test_most_against_each_and_against_all() -> None:
    text = "me: bowery 3R; foe: corona 2R; third: jamaica 1R"
    assert holds(text, {"most": "runners"})
    assert not holds(text, {"most": "runners", "against": "all"})
    assert holds(text.replace("3R", "4R"), {"most": "runners", "against": "all"})


def test_most_heat_and_cash() -> None:
    assert holds("heat: me foe me", {"most": "heat"})
    assert not holds("heat: me foe me foe", {"most": "heat"})
    assert holds("cash: me 3100", {"most": "cash", "against": "all"})
    assert not holds("cash: me 3000", {"most": "cash", "against": "all"})


def test_no_borough_passes() -> None:
    condition = [{"count": "safehouses", "at_least": 1}]
    assert holds("", {"every_borough": ["rival_boss"], "has": condition})
    assert not holds("", {"some_borough": ["rival_boss"], "has": []})
    assert holds("me: bowery 1B", {"every_borough": ["rival_boss"], "has": condition})
    assert not holds("foe: bowery 1B", {"every_borough": ["rival_boss"], "has": condition})


def test_borough_tests_join() -> None:
    both = {"some_borough": ["rival_deed", "rival_safehouse"], "has": []}
    assert holds("deed: bronx foe; third: belmont S", both)
    assert not holds("deed: bronx foe; third: bowery S", both)
    assert not holds("deed: bronx foe; me: belmont S", both)
    assert holds("me: bowery 1R", {"every_borough": [], "has": [{"count": "runners", "under": 2}]})
    assert not holds("me: bowery 2R", {"every_borough": [], "has": [{"count": "runners", "under": 2}]})


def test_the_mainland_has_four_boroughs() -> None:
    mainland = {"every_borough": ["mainland"], "has": [{"count": "districts", "at_least": 1}]}
    text = "me: bowery 1R; me: belmont 1R; me: corona 1R; me: red_hook 1R"
    assert holds(text, mainland)
    assert not holds(text.replace("red_hook", "stapleton"), mainland)


def test_most_barrels_in_a_tie_passes_no_borough() -> None:
    most = {"some_borough": ["most_barrels"], "has": []}
    assert not holds("", most)
    assert holds("nobody: bowery 1m", most)
    assert not holds("nobody: bowery 1m; foe: corona 1R 1r", most)
    assert holds("nobody: bowery 1m; foe: five_points 1R 1g; foe: corona 1R 1r", most)


def test_each_and_some_liquor() -> None:
    inner = [{"count": "barrels", "of": "it", "at_least": 1}]
    assert holds("me: bowery 1R 1g 1r", {"each_liquor": ["gin", "rum"], "has": inner})
    assert not holds("me: bowery 1R 1g", {"each_liquor": ["gin", "rum"], "has": inner})
    assert holds("me: bowery 1R 1r", {"some_liquor": ["gin", "rum"], "has": inner})
    assert not holds("me: bowery 1R 1w", {"some_liquor": ["gin", "rum"], "has": inner})


def test_loops_nest_both_ways_and_start_again() -> None:
    two = [{"count": "barrels", "of": "it", "at_least": 2}]
    in_each_borough = {"every_borough": ["own_deed"], "has": two}
    text = "deed: bronx me; deed: queens me; me: belmont 1R 3g 2r; me: corona 1R 1g 2r"
    assert holds(text, {"some_liquor": ["gin", "rum"], "has": [in_each_borough]})
    assert not holds(text, {"each_liquor": ["gin", "rum"], "has": [in_each_borough]})
    of_each_liquor = {"each_liquor": ["gin", "rum"], "has": two}
    assert holds(text, {"some_borough": ["own_deed"], "has": [of_each_liquor]})
    assert holds(text.replace("3g", "1g").replace("1g", "2g"), {"every_borough": ["own_deed"], "has": [of_each_liquor]})
    assert not holds(text.replace("3g", "1g"), {"some_borough": ["own_deed"], "has": [of_each_liquor]})
    # Both in one objective, one after the other, with a plain condition behind them.
    loops = [{"some_borough": [], "has": [of_each_liquor]}, {"some_liquor": ["rum"], "has": [in_each_borough]}]
    assert holds(text, *loops, {"count": "runners", "at_least": 2})
    assert not holds(text, *loops, {"count": "runners", "at_least": 3})


def test_any_is_every_liquor_and_any_still_or_joint() -> None:
    assert holds("me: bowery 1R 1m 1g; me: corona 1R 1r", {"count": "barrels", "at_least": 3})
    assert not holds("me: bowery 1R 1m 1g; me: corona 1R 1r", {"count": "barrels", "of": "any", "at_least": 4})
    joint = {"count": "districts", "where": {"pour": "any"}, "at_least": 1}
    assert holds("me: sugar_hill 1R", joint)
    assert not holds("me: bowery 1R; me: corona 1R", joint)
    still = {"count": "districts", "where": {"still": "any"}, "at_least": 1}
    assert holds("still: bowery gin 4; me: bowery 1R", still)
    assert not holds("still: bowery gin 4; me: corona 1R", still)


def test_still_not_needs_a_still() -> None:
    other = {"count": "districts", "where": {"still_not": "gin"}, "at_least": 1}
    assert holds("still: bowery whisky 2; me: bowery 1R", other)
    assert not holds("still: bowery gin 2; me: bowery 1R", other)
    assert not holds("me: bowery 1R", other)


def test_boroughs_are_counted_once() -> None:
    docks = {"count": "boroughs", "where": {"kind": "dock"}, "at_least": 2}
    assert holds("me: bowery 1R; me: jamaica 1R", docks)
    assert not holds("me: bowery 1R; me: west_side 1R; me: corona 1R", docks)


def test_only_a_controlled_district_counts() -> None:
    assert not holds("nobody: bowery 3g", {"count": "barrels", "of": "gin", "at_least": 1})
    assert holds("me: bowery S 3g", {"count": "barrels", "of": "gin", "at_least": 3})
    assert holds("me: bowery S", {"count": "mobsters", "under": 1})


def test_two_players_have_no_absent_rival() -> None:
    assert not holds("foe: bowery 1B", {"rival": "no_boss"}, num_players=2)
    assert holds("foe: bowery 1R", {"rival": "no_boss"}, num_players=2)
    assert holds("cash: me 1100", {"most": "cash"}, num_players=2)
    assert not holds("cash: me 1000", {"most": "cash"}, num_players=2)


def test_a_party_of_runners_is_no_boss() -> None:
    rivals = "foe: bowery 1B; third: corona 1B; fourth: jamaica 1R"
    assert holds(f"{rivals}; party: fourth 0B", {"rival": "no_boss"})
    assert not holds(f"{rivals}; party: fourth 1B", {"rival": "no_boss"})


def test_rival_heat_is_of_one_rival() -> None:
    two = {"rival": "heat", "at_least": 2}
    assert holds("heat: foe third foe", two)
    assert not holds("heat: foe third fourth", two)
    assert not holds("heat: me me me", two)


BOXED = "foe: stapleton 1B; me: westerleigh 1R; third: tottenville 1R"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("me: westerleigh 1R", "precinct: westerleigh", True),
        ("me: westerleigh 1R", "me: westerleigh 1B", True),
        ("foe: stapleton 1B", "foe: stapleton 2B 5R S", True),
        ("me: westerleigh 1R", "me: westerleigh S", False),
        ("me: westerleigh 1R", "nobody: westerleigh 3r", False),
        ("me: westerleigh 1R", "foe: westerleigh S", False),
        ("foe: stapleton 1B", "me: stapleton 1B", False),
    ],
)
def test_a_boxed_boss(old: str, new: str, expected: bool) -> None:
    assert holds(BOXED.replace(old, new), {"rival": "boxed_boss"}) is expected


def test_a_boss_in_a_dock_gets_out_by_water() -> None:
    docks = ["west_side", "bowery", "throggs_neck", "whitestone", "jamaica", "sheepshead_bay", "westerleigh"]
    shut = "foe: tottenville 1B; precinct: stapleton; " + "; ".join(f"me: {dock} 1R" for dock in docks)
    assert holds(shut, {"rival": "boxed_boss"})
    assert not holds(shut.replace("; me: jamaica 1R", ""), {"rival": "boxed_boss"})


def test_a_chain_goes_by_land_and_bridge_only() -> None:
    ends = {"chain": ["five_points", "red_hook"]}
    assert holds("me: five_points 1R; me: williamsburg S; me: red_hook 1R", ends)  # over the bridge
    assert not holds(
        "me: five_points 1R; me: bowery 1R; me: sheepshead_bay 1R; me: coney_island 1R; me: red_hook 1R", ends
    )
    north = "five_points tenderloin west_side sugar_hill belmont fordham"
    way = f"{north} throggs_neck whitestone corona brownsville red_hook".split()
    text = "; ".join(f"me: {name} 1R" for name in way)
    assert holds(text, ends)
    assert holds(text, {"chain": ["red_hook", "five_points"]})
    for name in way:
        assert not holds(text.replace(f"me: {name}", f"foe: {name}"), ends)


def test_runners_around_one_safehouse() -> None:
    near = {"near_rival_safehouse": 3}
    assert holds("foe: stapleton S; me: westerleigh 2R; me: tottenville 1R", near)
    assert not holds("foe: stapleton S; me: westerleigh 2R; me: tottenville 1B", near)
    assert not holds("me: stapleton S; me: westerleigh 3R", near)
    assert not holds("foe: tottenville S; me: westerleigh 3R", near)  # by water only
    apart = "foe: stapleton S; third: corona S; me: westerleigh 2R; me: astoria 2R"
    assert not holds(apart, near)
    assert holds(apart.replace("astoria 2R", "astoria 3R"), near)


def test_another_content_needs_no_new_code() -> None:
    tables = tables_with([{"count": "districts", "at_least": 1}])
    assert judged(position("me: bowery 1R"), tables).tolist() == [True] + [False] * (NUM_CARDS - 1)


# ---------------------------------------------------------------- a second reading of the language

PLACE = {row["id"]: row for row in BOARD["district"]}
BORDER = {frozenset(pair) for pair in BOARD["connections"]["land"] + BOARD["connections"]["bridges"]}


class Reading:
    """Judge objectives straight from the data file, with sets and recursion: slow, plain and written apart."""

    def __init__(self, state: np.ndarray, seat: int) -> None:
        s = state[0]
        self.s, self.seat = s, seat
        self.rivals = [p for p in range(s["num_players"]) if p != seat]
        self.at = {name: d for d, name in enumerate(IDS)}

    def stock(self, name: str, liquor: str) -> int:
        barrels = self.s["barrels"][self.at[name]]
        return int(barrels.sum()) if liquor == "any" else int(barrels[LIQUOR_IDS.index(liquor)])

    def resolve(self, condition: Any, it: str | None) -> Any:
        """Put the liquor itself for it, dearest and cheapest; raise LookupError if there is none."""
        if isinstance(condition, dict):
            return {self.resolve(k, it): self.resolve(v, it) for k, v in condition.items()}
        if condition == "it":
            return it
        if condition in ("dearest", "cheapest"):
            price = (max if condition == "dearest" else min)(self.s["price"])
            (liquor,) = [name for name, p in zip(LIQUOR_IDS, self.s["price"], strict=True) if p == price] or [None]
            return liquor
        return condition

    def fits(self, seat: int, name: str, where: dict[str, Any]) -> bool:
        s, d, row = self.s, self.at[name], PLACE[name]
        still = None if s["still_liquor"][d] == NONE else LIQUOR_IDS[s["still_liquor"][d]]
        tests: dict[str, Callable[[Any], bool]] = {
            "name": lambda v: v == name,
            "borough": lambda v: row["borough"] in v,
            "kind": lambda v: row["kind"] == v,
            "society": lambda v: row.get("society", False) is v,
            "pour": lambda v: "pour" in row and v in ("any", row["pour"]),
            "still": lambda v: still is not None and v in ("any", still),
            "still_not": lambda v: still not in (None, v),
            "still_number": lambda v: still is not None and s["still_number"][d] == v,
            "boss": lambda v: bool(s["bosses"][d] > 0),
            "runners": lambda v: bool(s["runners"][d] >= v),
            "safehouse": lambda v: bool(s["safehouse"][d] == seat),
            "barrels": lambda v: all(self.stock(name, liquor) >= n for liquor, n in v.items()),
        }
        return bool(s["owner"][d] == seat) and all(tests[key](value) for key, value in where.items())

    def total(self, seat: int, what: str, condition: dict[str, Any], borough: str | None) -> int:
        s = self.s
        if what == "cash":
            return int(s["cash"][seat]) * 100
        if what == "heat":
            return [int(owner) for owner in s["heat"]].count(seat)
        mine = [name for name in IDS if self.fits(seat, name, condition.get("where", {}))]
        mine = [name for name in mine if borough in (None, PLACE[name]["borough"])]
        if what == "boroughs":
            return len({PLACE[name]["borough"] for name in mine})
        each: dict[str, Callable[[str], int]] = {
            "districts": lambda name: 1,
            "runners": lambda name: int(s["runners"][self.at[name]]),
            "mobsters": lambda name: int(s["runners"][self.at[name]]) + int(s["bosses"][self.at[name]]),
            "safehouses": lambda name: int(s["safehouse"][self.at[name]] == seat),
            "barrels": lambda name: self.stock(name, condition.get("of", "any")),
        }
        return sum(each[what](name) for name in mine)

    def boroughs(self, tests: list[str]) -> list[str]:
        s = self.s
        held = {b: [d for d, name in enumerate(IDS) if PLACE[name]["borough"] == b] for b in BOROUGH_IDS}
        load = {b: int(s["barrels"][districts].sum()) for b, districts in held.items()}
        passes: dict[str, Callable[[str], bool]] = {
            "rival_deed": lambda b: s["deed"][BOROUGH_IDS.index(b)] in self.rivals,
            "own_deed": lambda b: bool(s["deed"][BOROUGH_IDS.index(b)] == self.seat),
            "rival_safehouse": lambda b: any(s["safehouse"][d] in self.rivals for d in held[b]),
            "rival_boss": lambda b: any(s["bosses"][d] > 0 and s["owner"][d] in self.rivals for d in held[b]),
            "mainland": lambda b: b != "staten_island",
            "most_barrels": lambda b: [load[b]] == [n for n in load.values() if n >= load[b]],
        }
        return [b for b in BOROUGH_IDS if all(passes[test](b) for test in tests)]

    def rival_fits(self, rival: int, condition: dict[str, Any]) -> bool:
        s = self.s
        bosses = [name for name in IDS if s["owner"][self.at[name]] == rival and s["bosses"][self.at[name]] > 0]
        if condition["rival"] == "no_boss":
            return not bosses
        if condition["rival"] == "heat":
            return self.total(rival, "heat", {}, None) >= condition["at_least"]
        return any(all(self.is_hostile(near, rival) for near in self.connected(name)) for name in bosses)

    def connected(self, name: str) -> list[str]:
        docks = [d for d in IDS if PLACE[d]["kind"] == "dock"]
        return [n for n in IDS if n != name and ({n, name} in BORDER or (n in docks and name in docks))]

    def is_hostile(self, name: str, seat: int) -> bool:
        s, d = self.s, self.at[name]
        return bool(s["precinct"][d] or (s["owner"][d] not in (NONE, seat) and s["bosses"][d] + s["runners"][d] > 0))

    def near(self, name: str) -> int:
        return sum(
            int(self.s["runners"][self.at[n]])
            for n in IDS
            if {n, name} in BORDER and self.s["owner"][self.at[n]] == self.seat
        )

    def chained(self, first: str, last: str) -> bool:
        mine = {name for name in IDS if self.s["owner"][self.at[name]] == self.seat}
        found = {first} & mine
        while grown := {n for n in mine - found if any({n, f} in BORDER for f in found)}:
            found |= grown
        return last in found

    def meets(self, conditions: list[dict[str, Any]], borough: str | None = None, it: str | None = None) -> bool:
        return all(self.holds(condition, borough, it) for condition in conditions)

    def holds(self, condition: dict[str, Any], borough: str | None, it: str | None) -> bool:
        has = condition.get("has", [])
        for key, gather in (("some_borough", any), ("every_borough", all)):
            if key in condition:
                return gather(self.meets(has, b, it) for b in self.boroughs(condition[key]))
        for key, gather in (("some_liquor", any), ("each_liquor", all)):
            if key in condition:
                return gather(self.meets(has, borough, liquor) for liquor in condition[key])
        if "rival" in condition:
            return any(self.rival_fits(rival, condition) for rival in self.rivals)
        if "chain" in condition:
            return self.chained(*condition["chain"])
        if "near_rival_safehouse" in condition:
            doors = [name for name in IDS if self.s["safehouse"][self.at[name]] in self.rivals]
            return any(self.near(name) >= condition["near_rival_safehouse"] for name in doors)
        try:
            plain = self.resolve(condition, it)
        except ValueError:  # several liquors for one word
            return False
        what = plain.get("count", plain.get("most"))
        own = self.total(self.seat, what, plain, borough)
        if "count" in plain:
            return own >= plain["at_least"] if "at_least" in plain else own < plain["under"]
        others = [self.total(rival, what, plain, borough) for rival in self.rivals]
        return own > (sum(others) if "against" in plain else max(others))


def random_board(rng: random.Random) -> np.ndarray:
    """Fill a board, where one seat may hold far more than the others."""
    num_players = rng.choice([2, 3, 4])
    state = empty_board(num_players)
    s = state[0]
    weights = [rng.choice([1, 1, 6]) for _ in range(num_players)] + [rng.choice([1, 4])]
    for d in range(len(IDS)):
        s["still_liquor"][d], s["still_number"][d] = rng.randrange(3), rng.choice([7, 12, rng.randint(2, 12)])
        s["barrels"][d] = [rng.choice([0, 0, 1, 2, 4, 6]) for _ in range(4)]
        owner = rng.choices([*range(num_players), NONE], weights)[0]
        if owner == NONE:
            s["precinct"][d] = rng.random() < 0.4
            continue
        s["owner"][d] = owner
        s["bosses"][d], s["runners"][d] = rng.choice([0, 0, 0, 1]), rng.choice([0, 1, 3, 5])
        if rng.random() < 0.3 or s["bosses"][d] + s["runners"][d] == 0:
            s["safehouse"][d] = owner
    s["cash"][:num_players] = [rng.choice([5, 10, 25, 40]) for _ in range(num_players)]
    s["heat_count"] = rng.randrange(5)
    s["heat"][: s["heat_count"]] = [rng.randrange(num_players) for _ in range(s["heat_count"])]
    s["deed"] = [rng.randrange(-1, num_players) for _ in range(5)]
    s["price"] = [rng.randint(2, 5) for _ in range(4)]
    return state


def test_all_contracts_agree_with_the_second_reading() -> None:
    rng = random.Random(1)
    seen = np.zeros((2, NUM_CARDS), int)
    for _ in range(60):
        state = random_board(rng)
        for seat in range(int(state[0]["num_players"])):
            reading = Reading(state, seat)
            expected = [reading.meets(row["objective"]) for row in ROWS]
            assert judged(state, seat=seat).tolist() == expected
            seen[0] += np.array(expected)
            seen[1] += ~np.array(expected)
    assert (seen.min(axis=0) > 0).sum() >= 50  # nearly all are seen met and missed


def random_condition(rng: random.Random, borough: bool, liquor: bool) -> dict[str, Any]:
    words = [*LIQUOR_IDS, "dearest", "cheapest", "any", *(["it", "it"] if liquor else [])]
    kinds = ["count"] * 6 + ["most"] * 3 + ["rival", "chain", "near"]
    kinds += [] if borough else ["some_borough", "every_borough"] * 2
    kinds += [] if liquor else ["each_liquor", "some_liquor"] * 2
    kind = rng.choice(kinds)
    if kind in ("some_borough", "every_borough"):
        tests = ["rival_deed", "own_deed", "rival_safehouse", "rival_boss", "mainland", "most_barrels"]
        inner = [random_condition(rng, True, liquor) for _ in range(rng.choice([0, 1, 1, 2]))]
        return {kind: rng.sample(tests, rng.choice([0, 1, 1, 2])), "has": inner}
    if kind in ("each_liquor", "some_liquor"):
        inner = [random_condition(rng, borough, True) for _ in range(rng.choice([1, 1, 2]))]
        return {kind: rng.sample(LIQUOR_IDS, rng.randint(1, 3)), "has": inner}
    if kind == "rival":
        return rng.choice([{"rival": "no_boss"}, {"rival": "boxed_boss"}, {"rival": "heat", "at_least": 2}])
    if kind == "chain":
        return {"chain": rng.sample(IDS, 2)}
    if kind == "near":
        return {"near_rival_safehouse": rng.randint(1, 9)}
    what = rng.choice(
        ["districts", "boroughs", "runners", "mobsters", "safehouses", "barrels", "barrels", "cash", "heat"]
    )
    condition: dict[str, Any] = {kind: what}
    if kind == "count":
        condition[rng.choice(["at_least", "at_least", "under"])] = rng.randint(0, 3) * (1000 if what == "cash" else 1)
    elif rng.random() < 0.4:
        condition["against"] = "all"
    if what == "barrels":
        condition["of"] = rng.choice(words)
    if what not in ("cash", "heat") and rng.random() < 0.7:
        named = [word for word in words if word != "any"]
        filters = {
            "name": rng.choice(IDS),
            "borough": rng.sample(BOROUGH_IDS, rng.randint(1, 3)),
            "kind": rng.choice(["ward", "dock", "speakeasy"]),
            "society": True,
            "pour": rng.choice(words),
            "still": rng.choice(words),
            "still_not": rng.choice(named),
            "still_number": rng.choice([7, 12]),
            "boss": True,
            "runners": rng.randint(0, 4),
            "safehouse": True,
            "barrels": {rng.choice(words): rng.randint(0, 4) for _ in range(rng.randint(1, 2))},
        }
        condition["where"] = {key: filters[key] for key in rng.sample(list(filters), rng.choice([1, 1, 2]))}
    return condition


def test_any_objective_agrees_with_the_second_reading() -> None:
    rng = random.Random(2)
    verdicts = []
    for _ in range(60):
        counts = [rng.choice([1, 1, 2]) for _ in range(20)]
        objectives = [[random_condition(rng, False, False) for _ in range(count)] for count in counts]
        tables = tables_with(*objectives)
        for _ in range(3):
            state = random_board(rng)
            seat = rng.randrange(int(state[0]["num_players"]))
            reading = Reading(state, seat)
            found = judged(state, tables, seat)
            for n, objective in enumerate(objectives):
                assert found[n] == reading.meets(objective), objective
                verdicts.append(found[n])
    assert 0.2 < np.mean(verdicts) < 0.8


# ---------------------------------------------------------------- errors are for people

DEEP = [{"every_borough": [], "has": [{"most": "cash"}]}]
BAD: list[tuple[list[Any], str]] = [
    ([{"cuont": "districts", "at_least": 1}], "keys cuont, at_least needs exactly one of: count, most"),
    ([{"count": "districts", "most": "cash"}], "exactly one of"),
    ([{}], r"\(none\)"),
    (["most"], "is no condition"),
    ([{"count": "distrcits", "at_least": 1}], "count = 'distrcits' is not known; did you mean 'districts'"),
    ([{"count": "districts", "at_lest": 1}], "a 'count' condition has no key 'at_lest'; did you mean 'at_least'"),
    ([{"count": "districts"}], "count = 'districts' needs a threshold, either at_least or under"),
    ([{"count": "districts", "at_least": 1, "under": 3}], "either at_least or under"),
    ([{"count": "districts", "at_least": "3"}], "at_least = '3' is no whole number"),
    ([{"count": "districts", "at_least": True}], "at_least = True is no whole number"),
    ([{"count": "districts", "at_least": -1}], "at_least = -1 is no whole number"),
    ([{"count": "cash", "at_least": 2550}], r"at_least = 2550: every sum of cash is a multiple of \$100"),
    ([{"count": "cash", "where": {"boss": True}, "at_least": 100}], "leave 'where' out"),
    ([{"count": "runners", "of": "gin", "at_least": 1}], "of = 'gin' belongs to barrels, not to runners"),
    ([{"count": "barrels", "of": "vodka", "at_least": 1}], "of = 'vodka' is not known; one of: moonshine"),
    ([{"count": "barrels", "of": "it", "at_least": 1}], "'it' has a meaning only inside each_liquor"),
    ([{"most": "cash", "against": "everyone"}], "against = 'everyone' is not known"),
    ([{"most": "cash", "at_least": 3}], "a 'most' condition has no key 'at_least'"),
    ([{"most": "runners", "where": {"name": "five_pionts"}}], "'five_pionts' is not known; did you mean 'five_points'"),
    ([{"most": "runners", "where": {"nmae": "bowery"}}], "where has no key 'nmae'; did you mean 'name'"),
    ([{"most": "runners", "where": "bowery"}], "where = 'bowery' is no table"),
    ([{"most": "runners", "where": {"borough": "queens"}}], "borough = 'queens' is no list"),
    ([{"most": "runners", "where": {"borough": []}}], r"borough = \[\] fits no District"),
    ([{"most": "runners", "where": {"borough": ["quens"]}}], "did you mean 'queens'"),
    ([{"most": "runners", "where": {"kind": "ghetto"}}], "kind = 'ghetto' is not known; one of: ward"),
    ([{"most": "runners", "where": {"boss": False}}], "boss = False: it can only be true"),
    ([{"most": "runners", "where": {"society": 1}}], "society = 1: it can only be true"),
    ([{"most": "runners", "where": {"barrels": 3}}], "barrels = 3 in where is no table"),
    ([{"most": "runners", "where": {"barrels": {"jin": 3}}}], "a liquor of barrels = 'jin' .* did you mean 'gin'"),
    ([{"most": "runners", "where": {"barrels": {"gin": 2.5}}}], "barrels gin = 2.5 is no whole number"),
    ([{"most": "runners", "where": {"still_not": "any"}}], "still_not = 'any' fits no District"),
    ([{"some_borough": ["rival_deeds"], "has": []}], "did you mean 'rival_deed'"),
    ([{"some_borough": ["rival_deed"]}], "a 'some_borough' condition needs 'has'"),
    ([{"some_borough": [], "has": {"most": "cash"}}], "has = .* is no list"),
    ([{"some_borough": [], "has": DEEP}], "every_borough inside another Borough condition: nested too deep"),
    ([{"each_liquor": ["gin"], "has": [{"some_liquor": ["rum"], "has": []}]}], "some_liquor .* nested too deep"),
    ([{"each_liquor": [], "has": []}], r"each_liquor = \[\] names no liquor"),
    ([{"each_liquor": ["any"], "has": []}], "each_liquor = 'any' is not known"),
    ([{"rival": "boss"}], "rival = 'boss' is not known"),
    ([{"rival": "heat"}], "rival = 'heat' needs a threshold, at_least"),
    ([{"rival": "no_boss", "at_least": 1}], "rival = 'no_boss' takes no at_least"),
    ([{"chain": ["bowery"]}], "two different Districts"),
    ([{"chain": ["bowery", "bowery"]}], "two different Districts"),
    ([{"chain": ["bowery", "harlem"]}], "District in chain = 'harlem' is not known"),
    ([{"near_rival_safehouse": "8"}], "near_rival_safehouse = '8' is no whole number"),
    ([], "it has no objective"),
]


@pytest.mark.parametrize(("objective", "message"), BAD)
def test_a_bad_objective_is_named(objective: list[Any], message: str) -> None:
    with pytest.raises(ContractError, match=message) as error:
        compile_contracts([ROWS[0], {"id": "own_card", "objective": objective}], IDS)
    assert "Contract 'own_card': " in str(error.value)


def test_too_many_conditions_or_cards() -> None:
    many = [{"most": "cash"}] * (MAX_STEPS + 1)
    with pytest.raises(ContractError, match=f"more than {MAX_STEPS} steps"):
        compile_contracts([{"id": "own_card", "objective": many}], IDS)
    compile_contracts([{"id": "own_card", "objective": many[:-1]}], IDS)
    with pytest.raises(ContractError, match=f"at most {NUM_CARDS} fit"):
        compile_contracts([*ROWS, ROWS[0]], IDS)


def test_every_key_of_the_language_is_tried() -> None:
    """Guard the generator above: conditions it makes use all keys that the printed Contracts use, and more."""
    rng = random.Random(3)
    seen: set[str] = set()

    def walk(node: Any) -> None:
        for key, value in node.items() if isinstance(node, dict) else ():
            seen.add(key)
            walk(value)
        for item in node if isinstance(node, list) else ():
            walk(item)

    for _ in range(2000):
        walk(random_condition(rng, False, False))
    wheres = "name borough kind society pour still still_not still_number boss runners safehouse barrels".split()
    assert seen >= {"count", "most", "rival", "chain", "near_rival_safehouse", "has", "of", "against", *wheres}
    assert seen >= {a + b for a, b in product(("some_", "every_"), ("borough",))} | {"each_liquor", "some_liquor"}
