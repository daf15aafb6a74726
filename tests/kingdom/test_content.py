"""Content files of one's own: what they change, and that whatever does not fit is refused with a sentence."""

from __future__ import annotations

import copy
import datetime
import re
import tomllib
from collections.abc import Iterator
from importlib import resources
from typing import Any

import numpy as np
import pytest

from moonshine_env.cli import ExitStatus, main
from moonshine_env.kingdom.content_sections import BOARD as BOARD_SHAPE
from moonshine_env.kingdom.content_sections import CONTRACTS as CONTRACTS_SHAPE
from moonshine_env.kingdom.content_shapes import Cash, ListOf, Rows, Shape, Table, Whole
from moonshine_env.kingdom.tables import TABLES, ContentError, build_content, load_content
from moonshine_env.kingdom.vocab import DECK_IDS
from tests.kingdom.random_play import IS_SLOW_LANE, problem_of, tally_games

pytestmark = pytest.mark.lane_unjitted

T = load_content().tables[0]
IDS = load_content().district_ids


def read(name: str) -> dict[str, Any]:
    return tomllib.loads(resources.files("moonshine_env.kingdom").joinpath("data", name).read_text("utf-8"))


BOARD, CONTRACTS = read("board.toml"), read("contracts.toml")


def set_at(place: Any, path: tuple[Any, ...], value: Any) -> None:
    """Set what stands at a path of keys and indices, in place."""
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value


def with_change(path: str, value: Any) -> dict[str, Any]:
    """Copy the board and set what stands at `district.3.kind`, say; None deletes it."""
    board = copy.deepcopy(BOARD)
    place: Any = board
    *way, last = path.split(".")
    for key in way:
        place = place[int(key) if isinstance(place, list) else key]
    key = int(last) if isinstance(place, list) else last
    if value is None:
        del place[key]
    else:
        place[key] = value
    return board


# ---- one fault each, by hand


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        # names
        ("district.0.borough", "yonkers", "district five_points.borough: 'yonkers' is not known; one of: manhattan"),
        (
            "district.0.kind",
            "casino",
            "district five_points.kind: 'casino' is not known; one of: ward, speakeasy, dock",
        ),
        ("district.0.id", "bowery", "district bowery: this id is given twice"),
        ("district.0.id", "Five Points", "expected an id of lower-case letters, digits and _"),
        ("district.0.name", " ", "district five_points.name: found ' ', expected a text"),
        ("connections.land.0.1", "bowry", "connections.land[0]: 'bowry' is no District; did you mean 'bowery'?"),
        ("broker.0.id", "al_capone", "broker al_capone.id: 'al_capone' is not known; one of: stephanie_st_clair"),
        ("broker.0.district", "narnia", "broker stephanie_st_clair.district: 'narnia' is no District"),
        ("mob.0.id", "yakuza", "mob yakuza.id: 'yakuza' is not known; one of: sicilian"),
        # keys
        ("constants.start_csh", 5, "constants: there is no key 'start_csh' here; did you mean 'start_cash'?"),
        ("district.0.zzz", "red", "district five_points: there is no key 'zzz' here; one of: id, name"),
        ("constants.hand_limit", None, "constants: 'hand_limit' is missing; copy the whole table"),
        ("district.0.coastal", None, "district five_points: 'coastal' is missing"),
        ("constants", None, "the content has no 'constants'"),
        ("play_cots", {}, "'play_cots' is no table of the content; did you mean 'play_cost'?"),
        # types
        ("constants", 3, "constants: found 3, expected a table with start_influence"),
        (
            "constants.start_cash",
            "a",
            "constants.start_cash: found 'a', expected a sum in $, a whole number from 0 to 100000",
        ),
        ("constants.slots", True, "constants.slots: found true, expected a whole number from 1 to 5"),
        ("constants.hand_limit", 3.0, "constants.hand_limit: found 3.0, expected a whole number"),
        ("constants.ratio_bounds", [1, 3, 5], "constants.ratio_bounds: found a list of 3, expected 5 numbers"),
        ("constants.ratio_bounds.2", "x", "constants.ratio_bounds[2]: found 'x', expected a whole number"),
        ("district", {}, "district: found a table, expected 25 tables, each below its [[district]]"),
        ("district.0.coastal", 1, "district five_points.coastal: found 1, expected true or false"),
        ("district.0.position", [27, float("nan")], "district five_points.position[1]: found nan, expected a number"),
        ("play_cost", [1], "play_cost: found [1], expected a table"),
        ("connections.land.0", "bowery", "connections.land[0]: found 'bowery', expected a list of 2 ids"),
        ("setup_forces.home", 3, "setup_forces.home: found 3, expected a table with bosses, runners, safehouses"),
        # numbers
        ("constants.start_cash", -100, "constants.start_cash: found -100, expected a sum in $, a whole number from 0"),
        ("market_start.rum", 550, "market_start.rum: found $550, expected a multiple of $100"),
        ("constants.bribe_cash", 2450, "constants.bribe_cash: found $2450, expected a multiple of $100"),
        ("constants.fix_ceiling", 600, "whole number from 200 to 500 (the action table has the prices $200 to $500)"),
        ("play_cost.move", -1, "play_cost.move: found -1, expected a whole number from 0 to 99"),
        (
            "play_cost.advance",
            0,
            "play_cost.advance: found 0, expected a whole number from 1 to 99 (a step of a fight that is free could",
        ),
        ("play_cost.courage", 1, "play_cost.courage: found 1, expected 0 (it is always free)"),
        ("supply.barrels_per_liquor", 26, "supply.barrels_per_liquor: found 26, expected a whole number from 0 to 25"),
        ("supply.runners_per_player", 16, "found 16, expected a whole number from 0 to 15"),
        ("supply.marks", -1, "supply.marks: found -1, expected a whole number from 0 to 12"),
        ("supply.marks", 13, "found 13, expected a whole number from 0 to 12 (the action table has no room for more)"),
        ("constants.slots", 6, "constants.slots: found 6, expected a whole number from 1 to 5"),
        ("mob.0.bosses", 3, "mob sicilian.bosses: found 3, expected a whole number from 0 to 2"),
        (
            "constants.offers_per_day",
            4,
            "found 4, expected a whole number from 0 to 3 (the state has no room for more)",
        ),
        ("still_tokens.gin.0", 13, "still_tokens.gin[0]: found 13, expected a whole number from 2 to 12"),
        # what nothing reads, or what all hangs on
        ("constants.max_players", 3, "constants.max_players: found 3, expected 4 (num_players is an option"),
        ("constants.still_once_per_day", True, "found true, expected false (it is an option of the environment)"),
        ("supply.gig_cards", 23, "supply.gig_cards: found 23, expected 22"),
        ("broker.1.power", "flight", "broker jimmy_walker.power: found 'flight', expected 'no_sweep'"),
        ("mob.3.plays", ["torch"], "mob knights.plays: found ['torch'], expected ['skiff', 'torch']"),
        ("liquors", ["gin", "moonshine", "whisky", "rum"], "liquors: found ['gin', 'moonshine', 'whisky', 'rum']"),
        # between sections
        ("district.24", None, "district: found 24, expected 25 (a list replaces the printed one)"),
        ("connections.land.0", None, "Connected pairs, those between two Docks included: found 130, expected 132"),
        ("connections.land.0", ["bowery", "bowery"], "connections.land[0]: found 'bowery' twice"),
        ("still_tokens.gin", [2, 3, 4, 6, 7, 9, 10], "still_tokens: found 24, expected 25"),
        ("still_tokens.gin", [2, 2, 4, 6, 7, 9, 10, 11], "still_tokens.gin: a number stands there twice"),
        ("borough.0.rebuild_order", ["sugar_hill"], "borough manhattan.rebuild_order: found sugar_hill; expected each"),
        ("borough.0.rebuild_order.0", "corona", "borough manhattan.rebuild_order: found corona, east_harlem"),
        ("borough.0.home", False, "borough manhattan: with home = false it needs no `setup`"),
        ("borough.4.home", True, "borough staten_island: with home = true it needs one District each with setup = "),
        ("district.0.setup", None, "borough manhattan: with home = true it needs one District each"),
        ("district.0.precinct", True, "district five_points: it has a `precinct` and is a `setup` place"),
        ("district.1.precinct", False, "borough manhattan: exactly one of its Districts needs precinct = true"),
        ("district.0.pour", "gin", "district five_points: a speakeasy, and nothing else, has a `joint` and its `pour`"),
        ("district.1.pour", None, "district sugar_hill: a speakeasy, and nothing else"),
        ("district.0.society", True, "district five_points.society: found true"),
        (
            "district.1.broker",
            "jimmy_walker",
            "district sugar_hill.broker: found 'jimmy_walker', but its [[broker]] is",
        ),
        ("broker.1.district", "sugar_hill", "broker jimmy_walker.district: 'sugar_hill' is the other broker's already"),
        ("setup_forces.dock.runners", 0, "setup_forces.dock: nothing stands there"),
        ("supply.runners_per_player", 7, "setup_forces: 8 runners, but supply.runners_per_player is 7"),
        ("supply.safehouses_per_player", 0, "setup_forces: 1 safehouses, but supply.safehouses_per_player is 0"),
        ("mob.1.bosses", 0, "setup_forces: 1 bosses, but mob irish has 0"),
        ("mob.1.loose_change", 5, "loose_change is 5, 5, 20, 50; it breaks ties, so each needs its own"),
        ("constants.start_stash", 3, "start_slotted 5 and start_stash 3 do not make start_influence 7"),
        ("constants.slots", 4, "constants.start_slotted: 5 markers do not fit into 4 slots"),
        ("supply.influence_per_player", 6, "constants.start_influence: 7, but supply.influence_per_player is 6"),
        (
            "constants.crackdown_start",
            10,
            "constants.crackdown_start: found 10, expected a space before the last, 1 to 9",
        ),
        ("constants.hand_limit", 6, "a hand_limit of 6 and a hustle_draw of 3 (Guinan's included) make 9 cards"),
    ],
)
def test_a_board_that_does_not_fit_is_refused(path, value, sentence):
    with pytest.raises(ContentError, match=re.escape(sentence)):
        build_content(with_change(path, value), CONTRACTS)


def test_fewer_homes_than_players_are_refused():
    board = with_change("borough.0.home", False)
    for row in board["district"]:
        if row["borough"] == "manhattan":
            row.pop("setup", None)
    with pytest.raises(ContentError, match="fewer than 4 have home = true"):
        build_content(board, CONTRACTS)


def test_boroughs_in_another_order_are_refused():
    board = copy.deepcopy(BOARD)
    board["borough"].reverse()
    with pytest.raises(ContentError, match=r"borough: found staten_island, .*, expected this order: manhattan, bronx"):
        build_content(board, CONTRACTS)


def test_contracts_that_do_not_fit_are_refused():
    for deck in DECK_IDS:
        fewer = copy.deepcopy(CONTRACTS)
        del fewer[deck][0]
        with pytest.raises(ContentError, match=f"{deck}: found (21|17|15), expected (22|18|16)"):
            build_content(BOARD, fewer)
    for path, value, sentence in (
        (("tiers", "gig", "cash"), 550, "tiers.gig.cash: found $550, expected a multiple of $100"),
        (("tiers", "gig", "deadline"), 0, "tiers.gig.deadline: found 0, expected a whole number from 1"),
        (("gig", 0, "id"), "block_party", "gig block_party: this id is given twice"),
        (("racket", 0, "id"), "block_party", "racket block_party: this id is given twice"),
        (("gig", 0, "say"), "Hm.", "there is no key 'say' here; did you mean 'says'?"),
    ):
        odd = copy.deepcopy(CONTRACTS)
        set_at(odd, path, value)
        with pytest.raises(ContentError, match=re.escape(sentence)):
            build_content(BOARD, odd)


def test_too_many_links_are_refused():
    board = copy.deepcopy(BOARD)
    others = [name for name in IDS if name != "bowery"]
    board["connections"]["land"] = [["bowery", other] for other in others]
    with pytest.raises(ContentError, match="bowery has 24 links; at most 12 fit"):
        build_content(board, CONTRACTS)


# ---- every key of the printed files, replaced by what it cannot be


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Give the path of every value in a file; of a list only of its last item."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*path, key))
    if isinstance(value, list) and value:
        k = len(value) - 1
        yield from paths(value[k], (*path, k))


DAY = datetime.date(1926, 3, 1)
ODD_VALUES = ("", "a", "gin", True, False, 0, -1, 7, 2**15, -(2**40), 10**30, 1.5, float("nan"), DAY, [], {}, [[]], [1])
ODD_VALUES += ([True] * 5, ["a"] * 4, [{}], {"a": 1}, {"": {}})


@pytest.mark.parametrize("name", ["board", "contracts"])
def test_no_value_breaks_anything_but_is_refused_or_taken(name):
    files = {"board": copy.deepcopy(BOARD), "contracts": copy.deepcopy(CONTRACTS)}
    file = files[name]
    taken = refused = 0
    for path in list(paths(file)):
        place: Any = file
        for key in path[:-1]:
            place = place[key]
        printed = place[path[-1]]
        for odd in ODD_VALUES:
            place[path[-1]] = copy.deepcopy(odd)
            try:
                build_content(**files)
            except ValueError:
                refused += 1
            else:
                taken += 1
                is_number = {type(odd), type(printed)} == {int, float}  # places on drawings
                assert type(odd) is type(printed) or is_number, f"{path}: {odd!r} was taken for {printed!r}"
        place[path[-1]] = printed
    assert build_content(**files) == load_content()
    assert refused > 10 * taken > 0


def test_no_key_is_taken_that_nothing_reads():
    files = {"board": copy.deepcopy(BOARD), "contracts": copy.deepcopy(CONTRACTS)}
    for file in files.values():
        for path in [(), *paths(file)]:
            place: Any = file
            for key in path:
                place = place[key]
            if isinstance(place, dict):
                place["nothing_such"] = 1
                with pytest.raises(ValueError, match="nothing_such"):
                    build_content(**files)
                del place["nothing_such"]


# ---- every number at its bounds is one that the rules can play


def bounds(shape: Shape, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Give every number of a file, at its least and its most."""
    if isinstance(shape, Whole | Cash):
        yield path, shape.low
        yield path, shape.high
    elif isinstance(shape, Table):
        for key, inner in {**shape.keys, **shape.optional}.items():
            yield from bounds(inner, (*path, key))
    elif isinstance(shape, Rows):
        yield from bounds(shape.row, (*path, 0))
    elif isinstance(shape, ListOf):
        yield from bounds(shape.item, (*path, 0))


def contents_at_bounds() -> Iterator[tuple[str, Any]]:
    """Give a content for each bound that does not clash with another section."""
    files = {"board": copy.deepcopy(BOARD), "contracts": copy.deepcopy(CONTRACTS)}
    for name, shape in (("board", BOARD_SHAPE), ("contracts", CONTRACTS_SHAPE)):
        for path, value in bounds(shape):
            if "planner_still" in path or "planner_pressure" in path or path[0] == "connections":
                continue
            place: Any = files[name]
            for key in path[:-1]:
                place = place[key]
            printed = place[path[-1]]
            place[path[-1]] = value
            try:
                yield f"{'.'.join(map(str, path))} = {value}", build_content(**files)
            except ContentError as clash:
                if "whole number" in str(clash):
                    raise
            place[path[-1]] = printed


def test_games_at_every_bound():
    games = 0
    for what, content in contents_at_bounds():
        if IS_SLOW_LANE and games % 40:
            games += 1
            continue
        for oath in (False, True):
            days = 1 if IS_SLOW_LANE else 4
            tally = tally_games(4, 1, max_days=days, most=20_000, blood_oath=oath, tables=content.tables)
            assert not problem_of(tally), f"{what}: {problem_of(tally)}"
        games += 1
    assert games > 150


# ---- a file of one's own


def test_a_file_of_ones_own_lies_over_the_printed_game(tmp_path):
    path = tmp_path / "house_rules.toml"
    tiers = "[tiers]\ngig = {deadline = 1, respect = 2, cash = 700}\n"
    path.write_text("[constants]\nhand_limit = 4\n[market_start]\nrum = 400\n" + tiers)
    own = load_content(str(path)).tables[0]
    changed = [name for name in TABLES.names if name != "blank" and not np.array_equal(own[name], T[name])]
    assert changed == ["deck_respect", "deck_cash", "start_price", "hand_limit"]
    assert (own["hand_limit"], own["start_price"][3], own["deck_respect"][0], own["deck_cash"][0]) == (4, 4, 2, 7)


def test_a_file_that_was_changed_is_read_anew(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text("[constants]\nhand_limit = 4\n")
    assert load_content(str(path)) is load_content(str(path))
    path.write_text("[constants]\nhand_limit = 5\n")
    assert load_content(str(path)).tables[0]["hand_limit"] == 5


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[constant]\nhand_limit = 4\n", "'constant' is no table of the content; did you mean 'constants'?"),
        ("constants = 3\n", "constants: found 3, expected a table: [constants]"),
        ("[[constants]]\nslots = 3\n", "constants: found [{'slots': 3}], expected a table: [constants]"),
        ("[constants]\nstart_cash = 'a'\n", "constants.start_cash: found 'a'"),
        ("[[gig]]\nid = 'a'\n", "gig a: 'name' is missing; copy the whole table"),
        ("hand_limit =\n", "is not TOML"),
        ("a = " + "[" * 3000 + "\n", "is not TOML"),
        ("a = " + "9" * 5000 + "\n", "is not TOML"),
        ("name = '\\xff'\n", "is not TOML"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(tmp_path, capsys, text, sentence):
    path = tmp_path / "own.toml"
    path.write_bytes(text.encode().replace(b"\\xff", b"\xff"))
    with pytest.raises(ContentError, match=re.escape(sentence)) as caught:
        load_content(str(path))
    assert str(caught.value).startswith(f"{path}")
    pytest.importorskip("typer")
    assert main(["rules", "actions", "--content", str(path)]) == ExitStatus.WRONG_USE
    shown = capsys.readouterr().err
    assert len(shown.splitlines()) == 1
    assert sentence in shown


def test_an_objective_that_cannot_be_read_names_its_file(tmp_path):
    path = tmp_path / "own.toml"
    rows = copy.deepcopy(CONTRACTS["gig"])
    lines = []
    for k, row in enumerate(rows):
        objective = "[{ mostt = 'cash' }]" if k == 0 else "[{ most = 'cash' }]"
        lines.append(f"[[gig]]\nid = '{row['id']}'\nname = 'x'\nsays = 'x'\nobjective = {objective}\n")
    path.write_text("".join(lines))
    with pytest.raises(ContentError, match=r"own\.toml: Contract 'top_shelf_at_the_corner': .* mostt"):
        load_content(str(path))


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"nowhere\.toml"):
        load_content(str(tmp_path / "nowhere.toml"))
