"""Random games of 2, 3 and 4 players: sound at every decision, never stuck, always over within the proven bound.

The loop, and what it looks at, is `random_play.play_games`.
"""

from __future__ import annotations

from collections import Counter

import pytest

from moonshine_env.engine import chance
from moonshine_env.engine.jit import JIT_DISABLED
from moonshine_env.kingdom.invariants import state_problem
from moonshine_env.kingdom.vocab import (
    DAY_CAP,
    FOR_BREW,
    FOR_DECK,
    FOR_FIGHT,
    FOR_SMUGGLE,
    FRAME_IDS,
    NUM_BOROUGHS,
    NUM_MOBS,
    VICTORY,
)
from tests.kingdom.random_play import (
    ALL_ACTIONS,
    ALL_FAMILIES,
    CONTENT,
    IS_SLOW_LANE,
    TABLES,
    decision_of,
    decisions_of_game,
    new_game,
    problem_of,
    start,
    tally_games,
)
from tests.kingdom.test_bound import MOST_DEPTH, most_in_day, most_in_game, most_in_turn, most_promises
from tests.kingdom.test_reachability import PLACES

OF_COOPERATION = ("clause", "terms", "answer", "promise", "pay_owner", "heat_owner")


@pytest.mark.lane_unjitted
@pytest.mark.lane_bounds
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("how", [ALL_ACTIONS, ALL_FAMILIES])
@pytest.mark.parametrize("cooperation", [True, False])
def test_random_games(players, how, cooperation, at_size):
    games = 2 if JIT_DISABLED else 50 if IS_SLOW_LANE else at_size(1_000, 10_000)
    tally = tally_games(players, games, how, most=most_in_game(players), cooperation=cooperation)
    assert problem_of(tally) == ""
    assert tally["endings"].sum() == games
    assert tally["most_in_day"] <= most_in_day(players)
    assert tally["most_in_turn"] <= most_in_turn() + most_promises(players)
    assert tally["most_depth"] <= MOST_DEPTH
    # Every decision had an answer, and without cooperation nobody talks.
    assert tally["kinds"].sum() == tally["played"].sum() == tally["decisions"]
    assert cooperation or not any(tally["kinds"][FRAME_IDS.index(kind)] for kind in OF_COOPERATION)


@pytest.mark.lane_unjitted
@pytest.mark.lane_bounds
@pytest.mark.parametrize("how", [ALL_ACTIONS, ALL_FAMILIES])
def test_random_games_of_blood_oath(how, at_size):
    """Raids are rare in random play, so the Crackdown token starts near its end."""
    tables = TABLES.copy()
    tables["crackdown_start"] = tables["crackdown_spaces"] - 1
    games = 2 if JIT_DISABLED else 50 if IS_SLOW_LANE else at_size(500, 5_000)
    tally = tally_games(4, games, how, most=most_in_game(4), blood_oath=True, tables=tables)
    assert problem_of(tally) == ""
    assert tally["endings"].sum() == games
    assert tally["allied"] > 0 or IS_SLOW_LANE
    assert tally["allied"] < games or IS_SLOW_LANE


@pytest.mark.lane_bounds
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_with_other_options(players, at_size):
    games = at_size(100, 2_000)
    tally = tally_games(players, games, first=10_000, max_days=4, plays_per_day=2, still_once=True)
    assert problem_of(tally) == ""
    assert tally["endings"].sum() == games
    assert tally["most_in_game"] <= most_in_game(players, max_days=4, plays_per_day=2)


@pytest.mark.lane_unjitted
@pytest.mark.lane_bounds
@pytest.mark.parametrize(("position", "plays"), [place[1:] for place in PLACES], ids=[place[0] for place in PLACES])
def test_games_from_written_positions_end(position, plays, at_size):
    """From partial positions, too: few Stills, few pieces, no Precincts."""
    for seed in range(1 if IS_SLOW_LANE else at_size(3, 30)):
        states = start(position | {"seed": seed, "options": {"max_days": position.get("day", 1) + 2}}, *plays)
        for _ in decisions_of_game(states, seed):
            assert state_problem(CONTENT, states, 0) == ""
        assert decision_of(states) == ""
        assert state_problem(CONTENT, states, 0) == ""


def test_problems_are_found():
    # By the loop of the other tests, and by the check it calls.
    tally = tally_games(2, 1, most=9)
    assert problem_of(tally) == "seed 0, decision 9: more decisions than the bound allows (code 0)"
    assert tally["endings"].sum() == 0
    states = new_game(1, 2)
    assert state_problem(CONTENT, states, 0) == ""
    states[0]["supply"][0] -= 1
    assert "supply.moonshine" in state_problem(CONTENT, states, 0)


# ---- how games end


@pytest.mark.lane_unjitted
def test_a_win_ends_the_game_before_the_day_cap():
    scores = [card for card, deck in zip(CONTENT.card_ids, TABLES[0]["card_deck"], strict=True) if deck == 2]
    states = start(
        {
            "day": 7,
            "phase": "reckoning",
            "players": {"irish": {"commission": True, "completed": scores[:4]}},
        }
    )
    assert decision_of(states) == ""
    assert states[0]["ending"] == VICTORY
    assert states[0]["place"].tolist() == [4, 1, 3, 2]  # the others by loose change
    states = start(
        {
            "day": 7,
            "phase": "reckoning",
            "players": {"irish": {"commission": True, "completed": scores[:3]}},
        }
    )
    assert decision_of(states) == "draft"
    assert states[0]["day"] == 8


def test_the_day_cap_ends_a_game_that_nobody_wins():
    states = new_game(3, 2, max_days=1)
    for _ in decisions_of_game(states, 3):
        pass
    assert states[0]["ending"] == DAY_CAP
    assert sorted(states[0]["place"][:2]) == [1, 2]


# ---- luck: what setup deals, and that no random word serves twice


def chi_square(found, cells: int) -> float:
    """Return the statistic of counts of equally likely cells, those not met included."""
    total = sum(found.values())
    expected = total / cells
    return sum((count - expected) ** 2 for count in found.values()) / expected + expected * (cells - len(found))


def test_setup_deals_everything_evenly():
    games = 6_000
    found: dict[str, Counter] = {name: Counter() for name in ("mobs", "homes", "tokens", "still", "brew")}
    homes = [int(d) for d in TABLES[0]["setup"][:, 0]]
    for seed in range(games):
        s = new_game(seed, 3)[0]
        found["mobs"][tuple(s["mob"].tolist())] += 1
        found["homes"][tuple(int(s["owner"][home]) for home in homes if home >= 0)] += 1
        found["tokens"][tuple(s["token"].tolist())] += 1
        found["still"][int(s["still_liquor"][0]), int(s["still_number"][0])] += 1
        for colour in range(2):
            for face, dice in enumerate(s["dice"][colour]):
                found["brew"][colour, face] += int(dice)
    cells = {"mobs": NUM_MOBS * 3 * 2, "homes": (NUM_BOROUGHS - 1) * 3 * 2, "tokens": 6, "still": 25, "brew": 12}
    # 0.9999 quantiles of chi-square with one degree of freedom less than cells.
    limits = {24: 58.6, 6: 25.7, 25: 60.1, 12: 37.4}
    for name, counts in found.items():
        assert len(counts) == cells[name], name
        assert chi_square(counts, cells[name]) < limits[cells[name]], name


@pytest.mark.lane_unjitted
@pytest.mark.skipif(not JIT_DISABLED, reason="counters are only seen in plain Python")
def test_no_random_word_serves_twice(monkeypatch):
    """Within a game each die has a counter of its own; only piles are looked at again and again, in one order."""
    counters: Counter = Counter()
    plain = chance.philox4x32

    def recorded(c0, c1, c2, c3, k0, k1):
        counters[int(c0), int(c1), int(c2), int(c3)] += 1
        return plain(c0, c1, c2, c3, k0, k1)

    monkeypatch.setattr(chance, "philox4x32", recorded)
    purposes: Counter = Counter()
    for players, seed in ((4, 5), (4, 7), (3, 6)):
        counters.clear()
        states = new_game(seed, players)
        for _ in decisions_of_game(states, seed):
            pass
        for (c0, *_), uses in counters.items():
            purposes[c0 & 255] += 1
            if c0 & 255 in (FOR_BREW, FOR_SMUGGLE, FOR_FIGHT):
                assert uses == 1
    assert min(purposes[purpose] for purpose in (FOR_BREW, FOR_SMUGGLE, FOR_FIGHT, FOR_DECK)) >= 15


@pytest.mark.lane_unjitted
def test_luck_stays_attached_when_play_diverges():
    # One player fights before another Smuggles, or does not: the Smuggling dice of today are the same.
    position = {
        "seed": 12,
        "turn": "sicilian",
        "districts": {"bowery": "sicilian 5R", "five_points": "irish 1R", "jamaica": "vipers 9R"},
    }
    quiet = start(position, "lay_low", "lay_low", "smuggle jamaica 5")
    loud = start(position, "move bowery five_points", "crew 0 5", "ambush", "fall_back", "lay_low", "smuggle jamaica 5")
    jamaica = CONTENT.district_ids.index("jamaica")
    assert quiet[0]["barrels"][jamaica].tolist() == loud[0]["barrels"][jamaica].tolist()
    assert quiet[0]["runners"][jamaica] == loud[0]["runners"][jamaica]
    # And another seed has other dice somewhere in the first twenty.
    others = set()
    for seed in range(20):
        states = start(position | {"seed": seed}, "lay_low", "lay_low", "smuggle jamaica 5")
        others.add(int(states[0]["barrels"][jamaica].sum()))
    assert len(others) > 1
