"""How `greedy` reads Contracts: its ways and gaps against the rules' own judgement."""

from __future__ import annotations

import numpy as np
import pytest

from moonshine_env.engine.jit import JIT_DISABLED, entry
from moonshine_env.kingdom import contract_code as code
from moonshine_env.kingdom.contract_code import compile_contracts
from moonshine_env.kingdom.phases.contracts import contract_is_met
from moonshine_env.kingdom.phases.reckoning import resolve_titles
from moonshine_env.kingdom.state import blank_state
from moonshine_env.kingdom.tables import load_content
from moonshine_env.kingdom.vocab import NONE, NUM_BOROUGHS, NUM_CARDS, NUM_DISTRICTS
from policies.greedy.closeness import card_gap
from policies.greedy.known import know
from policies.greedy.mind import NOTES, Mind
from policies.greedy.objectives import unroll
from policies.greedy.places import note_fits, note_stills
from policies.greedy.survey import look_over
from policies.greedy.weights import DEFAULT, WEIGHT

CONTENT = load_content(None)
DISTRICTS = CONTENT.district_ids


@entry
def judge(tables, known, weights, notes, met, gaps):
    """Write for each seat and Contract whether it is met, and the gap; `(P, C)` each."""
    m = Mind(tables[0], known[0], weights[0], notes[0])
    s = m.w["root"]
    resolve_titles(m.t, s)
    for seat in range(s["num_players"]):
        look_over(m, s, seat)
        note_stills(m, s)
        for card in range(NUM_CARDS):
            note_fits(m, s, card)
            met[seat, card] = contract_is_met(m.t, s, seat, card)
            gaps[seat, card] = card_gap(m, s, seat, card)


def random_board(s, rng):
    """Fill a state with pieces, goods, prices, cash and Heat, one seat having most of it; no party is on its way."""
    s["num_players"] = rng.integers(2, 5)
    players = int(s["num_players"])
    odds = np.array([6.0] + [1.0] * players)
    s["owner"] = rng.choice(players + 1, NUM_DISTRICTS, p=odds / odds.sum()) - (rng.random() < 0.5)
    s["owner"][s["owner"] >= players] = NONE
    held = s["owner"] != NONE
    s["runners"] = np.where(held, rng.integers(0, 6, NUM_DISTRICTS), 0)
    s["bosses"] = np.where(held, rng.random(NUM_DISTRICTS) < rng.choice([0.0, 0.1, 0.3]), 0)
    s["safehouse"] = np.where(held & (rng.random(NUM_DISTRICTS) < 0.4), s["owner"], NONE)
    s["precinct"] = ~held & (rng.random(NUM_DISTRICTS) < 0.3)
    s["barrels"] = rng.integers(0, rng.choice([2, 4, 7]), s["barrels"].shape)
    s["still_liquor"] = rng.integers(0, 3, NUM_DISTRICTS)
    s["still_number"] = rng.choice([2, 7, 12], NUM_DISTRICTS)
    s["price"] = rng.permutation([2, 3, 4, 5]) if rng.random() < 0.7 else rng.integers(2, 6, 4)
    s["cash"] = rng.integers(0, 40, 4)
    s["heat"] = NONE
    s["heat_count"] = rng.integers(0, 5)
    s["heat"][: s["heat_count"]] = rng.integers(0, players, int(s["heat_count"]))


def test_a_gap_is_nothing_exactly_when_the_contract_is_met():
    weights = DEFAULT.view(WEIGHT)
    known, notes = know(CONTENT.tables, weights), np.zeros(1, NOTES)
    met_at_all, missed_at_all = np.zeros(NUM_CARDS, bool), np.zeros(NUM_CARDS, bool)
    rng = np.random.default_rng(3)
    for _ in range(40 if JIT_DISABLED else 4000):
        board = notes[0]["root"]
        notes["root"] = blank_state()
        random_board(board, rng)
        met, gaps = np.zeros((4, NUM_CARDS), bool), np.zeros((4, NUM_CARDS))
        judge(CONTENT.tables, known, weights, notes, met, gaps)
        players = int(board["num_players"])
        met, gaps = met[:players], gaps[:players]
        wrong = np.argwhere(met != (gaps == 0))
        assert len(wrong) == 0, [CONTENT.card_ids[card] for _, card in wrong]
        assert (gaps >= 0).all()
        met_at_all |= met.any(axis=0)
        missed_at_all |= ~met.all(axis=0)
    if not JIT_DISABLED:
        never = [CONTENT.card_ids[card] for card in np.flatnonzero(~(met_at_all & missed_at_all))]
        assert not never, "boards of both kinds came up for every Contract"


def ways_of(objective):
    """Unroll one objective; ways as sets of (step, borough, liquor)."""
    compiled = compile_contracts([{"id": "c", "objective": objective}], DISTRICTS)
    row = unroll(compiled)[0]
    ways = {}
    for k in range(row["first"][0], row["first"][1]):
        ways.setdefault(int(row["way"][k]), set()).add((int(row["step"][k]), int(row["borough"][k]), int(row["it"][k])))
    return list(ways.values())


MANY = {"count": "districts", "at_least": 2}
RICH = {"count": "cash", "at_least": 500}
OF_IT = {"count": "barrels", "of": "it", "at_least": 1}


@pytest.mark.parametrize(
    ("objective", "sizes"),
    [
        ([MANY], [1]),
        ([MANY, RICH], [2]),
        ([{"each_liquor": ["gin", "rum"], "has": [OF_IT]}], [2]),
        ([{"some_liquor": ["gin", "rum"], "has": [OF_IT, MANY]}], [2, 2]),
        ([{"some_borough": ["own_deed"], "has": []}], [1] * NUM_BOROUGHS),
        ([{"some_borough": ["own_deed"], "has": [MANY]}], [2] * NUM_BOROUGHS),
        ([{"every_borough": [], "has": [MANY]}], [NUM_BOROUGHS]),
        ([{"every_borough": ["mainland"], "has": [MANY, RICH]}], [2 * NUM_BOROUGHS]),
        ([{"some_borough": [], "has": [{"each_liquor": ["gin", "rum"], "has": [OF_IT]}]}], [2] * NUM_BOROUGHS),
        ([{"some_liquor": ["gin", "rum"], "has": [OF_IT]}, RICH], [2, 2]),
    ],
)
def test_ways_of_an_objective(objective, sizes):
    assert [len(way) for way in ways_of(objective)] == sizes


def test_loops_name_their_borough_and_liquor():
    ways = ways_of([{"some_borough": ["own_deed"], "has": [{"each_liquor": ["gin", "rum"], "has": [OF_IT]}]}])
    assert [{borough for _, borough, _ in way} for way in ways] == [{b} for b in range(NUM_BOROUGHS)]
    assert all({it for step, _, it in way if step != NONE} == {1, 3} for way in ways)


def test_every_printed_contract_has_a_way():
    row = unroll(CONTENT.tables[0]["contracts"])[0]
    assert (np.diff(row["first"]) > 0).all()
    used = row["step"][: row["first"][-1]]
    conditions = (CONTENT.tables[0]["contracts"]["op"] < code.NEXT_BOROUGH) & (np.arange(code.MAX_STEPS) <= used.max())
    assert set(np.flatnonzero(conditions)) == set(used.tolist()) - {NONE}
