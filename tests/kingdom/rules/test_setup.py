"""Setup (K1): what a new game of 2, 3 or 4 players looks like, dealt at random or given."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from moonshine_env.kingdom.casework import Table, new_game
from moonshine_env.kingdom.invariants import state_problem
from moonshine_env.kingdom.tables import load_content
from moonshine_env.kingdom.vocab import LIQUOR_IDS, MOB_IDS
from tests.kingdom import random_play

HOMES = {
    "manhattan": ("five_points", "west_side", "east_harlem"),
    "bronx": ("hunts_point", "throggs_neck", "belmont"),
    "queens": ("corona", "jamaica", "astoria"),
    "brooklyn": ("brownsville", "sheepshead_bay", "coney_island"),
}
PRECINCTS = ["sugar_hill", "morris_park", "richmond_hill", "williamsburg", "stapleton"]


def game(players: int, seed: int) -> dict[str, Any]:
    return new_game({"num_players": players, "seed": seed})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_new_game(players: int):
    for seed in range(6):
        start = game(players, seed)
        mobs = start["mobs"]
        assert len(set(mobs)) == players
        # Homes and Deeds: held from Day 1; the rest is in the Supply (K1.5-K1.7).
        deeds = start["deeds"]
        assert sorted(deeds.values()) == sorted(mobs)
        assert set(deeds) <= set(HOMES)
        expected: dict[str, str] = {}
        for borough, mob in deeds.items():
            home, dock, joint = HOMES[borough]
            expected |= {home: f"{mob} 1B 2R S", dock: f"{mob} 3R", joint: f"{mob} 3R"}
        assert set(start["districts"]) == set(expected)
        table = Table(start)
        table.see(
            districts=expected,
            precincts=PRECINCTS,
            precincts_in_supply=[],
            market={"moonshine": 200, "gin": 300, "whisky": 400, "rum": 500},
            supply=dict.fromkeys(LIQUOR_IDS, 25),
            marks_left=12,
            decks={"gig": {"pile": 22}, "racket": {"pile": 18}, "score": {"pile": 16}},
            brew_dice={"red": players + 1, "white": players + 1},
            heat=[],
            rat="none",
            ward_boss="none",
            day=1,
            moon="new",
            decision="draft",
        )
        for mob in mobs:
            bosses = 1 if mob == "sicilian" else 0
            left = {"runners": 7, "bosses": bosses, "safehouses": 2}
            whose = {"cash": 1000, "ops": 5, "stash": 2, "markers": 7, "hand": [], "marks": 0, "supply": left}
            table.see(players={mob: whose})
        # Tokens #1..#N, lowest first (K1.10).
        by_token = sorted(mobs, key=lambda mob: start["players"][mob]["token"])
        assert [start["players"][mob]["token"] for mob in by_token] == list(range(1, players + 1))
        table.see(actor=by_token[0])


def test_every_district_gets_one_of_the_25_stills():
    t = load_content().tables[0]
    tokens = Counter(zip((LIQUOR_IDS[k] for k in t["token_liquor"]), t["token_number"].tolist(), strict=True))
    assert Counter(liquor for liquor, _ in tokens) == {"whisky": 7, "gin": 8, "moonshine": 10}
    assert max(tokens.values()) == 1  # no two have both in common (K3.4)
    seen = set()
    for seed in range(4):
        stills = game(4, seed)["stills"]
        assert Counter((still["liquor"], still["number"]) for still in stills.values()) == tokens
        seen.add(str(stills))
    assert len(seen) == 4


def test_mobs_homes_and_tokens_are_dealt_at_random():
    mobs, homes, first = Counter(), Counter(), Counter()
    for seed in range(240):
        start = game(2, seed)
        mob = start["mobs"][0]
        mobs[mob] += 1
        homes[next(borough for borough, holder in start["deeds"].items() if holder == mob)] += 1
        first[start["players"][mob]["token"]] += 1
    assert set(mobs) == set(MOB_IDS)
    assert set(homes) == set(HOMES)
    assert all(38 <= count <= 85 for count in (*mobs.values(), *homes.values())), (mobs, homes)  # 60, 3.7 sigma
    assert 92 <= first[1] <= 148


def test_the_same_seed_is_the_same_game():
    assert game(3, 5) == game(3, 5)
    assert game(3, 5) != game(3, 6)


def test_a_seed_deals_the_same_game_for_ever():
    start = game(4, 1)
    assert start["mobs"] == ["vipers", "knights", "irish", "sicilian"]
    assert start["deeds"] == {"manhattan": "irish", "bronx": "sicilian", "queens": "knights", "brooklyn": "vipers"}
    assert [start["players"][mob]["token"] for mob in start["mobs"]] == [4, 1, 2, 3]
    assert start["stills"]["sugar_hill"] == {"liquor": "gin", "number": 7}


@pytest.mark.parametrize(
    ("seed", "first", "second"),
    [
        (6442353, (6, "whisky 12"), (11, "gin 7")),  # both have one random word: the first of the data file comes first
        (2014555, (19, "moonshine 7"), (13, "gin 10")),  # the word of the second is higher by one
    ],
)
def test_the_lower_random_word_comes_first(seed: int, first: tuple[int, str], second: tuple[int, str]):
    tokens = load_content().tables[0]
    stills = [f"{LIQUOR_IDS[tokens['token_liquor'][k]]} {tokens['token_number'][k]}" for k in range(25)]
    given = [still for k, still in enumerate(stills) if k not in (first[0], second[0])]
    districts = load_content().district_ids
    dealt = new_game({"seed": seed, "stills": dict(zip(districts[2:], given, strict=True))})["stills"]
    assert [f"{dealt[d]['liquor']} {dealt[d]['number']}" for d in districts[:2]] == [first[1], second[1]]


@pytest.mark.parametrize(("players", "blood_oath"), [(2, False), (3, False), (4, False), (4, True)])
def test_a_new_game_is_sound(players: int, blood_oath: bool):
    states = random_play.new_game(1, players, blood_oath=blood_oath)
    assert state_problem(load_content(), states, 0) == ""


def test_what_is_given_is_not_dealt():
    start = new_game(
        {
            "mobs": ["knights", "vipers"],
            "homes": ["queens", "brooklyn"],
            "tokens": [2, 1],
            "stills": {"corona": "whisky 12", "stapleton": "moonshine 2"},
            "still_once_per_day": True,
            "max_days": 3,
            "plays_per_day": 9,
        }
    )
    assert start["mobs"] == ["knights", "vipers"]
    assert start["options"] == {"max_days": 3, "plays_per_day": 9, "still_once_per_day": True}
    assert start["stills"]["corona"] == {"liquor": "whisky", "number": 12}
    assert start["stills"]["stapleton"] == {"liquor": "moonshine", "number": 2}
    assert len({str(still) for still in start["stills"].values()}) == 25
    Table(start).see(
        districts={"corona": "knights 1B 2R S", "sheepshead_bay": "vipers 3R"},
        deeds={"queens": "knights", "brooklyn": "vipers", "bronx": "none", "staten_island": "none"},
        actor="vipers",
    )


def test_an_undealt_deed_can_be_claimed():
    # K1.7: 2 players; the Deed of Staten Island lies in the Supply, worth 2.
    Table(
        {
            "phase": "reckoning",
            "mobs": ["irish", "knights"],
            "districts": {"westerleigh": "irish 1R", "tottenville": "irish S", "hunts_point": "knights 1R"},
        }
    ).see(deeds={"staten_island": "irish", "bronx": "none"}, players={"irish": {"respect": 2}})
