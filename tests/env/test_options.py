"""Options of an environment and of `reset`: each does what it says, and what does not fit is named."""

from __future__ import annotations

import re

import numpy as np
import pytest

from moonshine_env import kingdom_v0
from moonshine_env.kingdom.options import OPTION_NAMES
from moonshine_env.settings import ADAPTER_OPTIONS

pytestmark = pytest.mark.lane_unjitted  # for the coverage of reading options


def started(seed=3, start=None, **options):
    env = kingdom_v0.raw_env(**options)
    env.reset(seed=seed, options=start)
    return env


# ---- options of the environment


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"skip_focred": True}, "no option 'skip_focred'; did you mean 'skip_forced'?"),
        ({"num_player": 3}, "did you mean 'num_players'?"),
        (
            {"variant": "blood_oath", "num_players": 3},
            "variant='blood_oath': a Blood Oath needs 4 players, and 3 were given",
        ),
        ({"variant": "blood_oaths"}, "did you mean blood_oath?"),
        ({"edition": "town_planner"}, "edition='town_planner' is not built yet"),
        ({"cooperation": "yes"}, "expected True or False"),
        ({"edition": "rulebok"}, "did you mean rulebook?"),
        ({"num_players": 5}, "a whole number from 2 to 4"),
        ({"num_players": True}, "a whole number from 2 to 4"),
        ({"num_players": 2.5}, "a whole number from 2 to 4"),
        ({"max_days": 0}, "a whole number from 1 to 99"),
        ({"plays_per_day": 100}, "a whole number from 1 to 99"),
        ({"still_once_per_day": 1}, "expected True or False"),
        ({"reward": "money"}, "'placement', 'win', 'margin'"),
        ({"observation_dtype": "float64"}, "'float32', 'uint8'"),
        ({"observation_dtype": "float33"}, "'float32', 'uint8'"),
        ({"skip_forced": "no"}, "skip_forced='no'"),
        ({"render_mode": "rgb"}, "'ansi'"),
        ({"content": 3}, "content=3 does not fit; expected the path of a data file"),
    ],
)
@pytest.mark.parametrize("make", [kingdom_v0.env, kingdom_v0.raw_env, lambda **options: kingdom_v0.batch(2, **options)])
def test_options_that_do_not_fit(make, options, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        make(**options)


def test_options_are_typed_as_they_are_read():
    assert set(kingdom_v0.KingdomOptions.__annotations__) == {*OPTION_NAMES, *ADAPTER_OPTIONS}


def test_options_reach_the_game():
    env = started(num_players=2, max_days=4, plays_per_day=6, still_once_per_day=True, cooperation=False)
    assert env.position()["options"] == {
        "cooperation": False,
        "max_days": 4,
        "plays_per_day": 6,
        "still_once_per_day": True,
    }
    assert len(env.position()["mobs"]) == 2


def test_cooperation_is_on_and_a_blood_oath_is_not_unless_asked_for():
    assert "options" not in started().position()
    oath = started(variant="blood_oath")
    assert oath.position()["options"] == {"variant": "blood_oath"}
    assert oath._states["crackdown"][0] == 1


def test_a_position_takes_the_options_it_leaves_out_from_the_environment():
    options = {"cooperation": False, "variant": "blood_oath"}
    env = started(start={"position": {"turn": "irish"}}, **options)
    assert env.position()["options"] == options
    own = started(start={"position": {"turn": "irish", "options": {"cooperation": True}}}, **options)
    assert own.position()["options"] == {"variant": "blood_oath"}


@pytest.mark.parametrize("dtype", ["uint8", np.uint8, np.dtype("uint8")])
def test_dtypes_may_be_written_in_any_way(dtype):
    assert started(observation_dtype=dtype).observe("player_0")["observation"].dtype == np.uint8


def test_content_of_ones_own(tmp_path):
    file = tmp_path / "rich.toml"
    file.write_text("[constants]\nstart_cash = 2500\nday_cap = 3\n", "utf-8")
    env = started(content=file)
    position = env.position()
    assert {player["cash"] for player in position["players"].values()} == {2500}
    assert env._states["max_days"][0] == 3


def test_none_stands_for_the_default():
    env = started(start={"mobs": None, "stills": None, "dice": None}, max_days=None, plays_per_day=None)
    assert env._states.tobytes() == started()._states.tobytes()


# ---- options of reset


def test_mobs_homes_tokens_and_stills_are_as_given():
    start = {
        "mobs": ["vipers", "irish", "knights"],
        "homes": ["bronx", "queens", "manhattan"],
        "tokens": [3, 1, 2],
        "stills": {"bowery": "whisky 8", "astoria": {"liquor": "gin", "number": 6}},
    }
    position = started(start=start, num_players=3).position()
    assert position["mobs"] == start["mobs"]
    assert position["deeds"] == {"bronx": "vipers", "queens": "irish", "manhattan": "knights"}
    assert [position["players"][mob]["token"] for mob in start["mobs"]] == [3, 1, 2]
    assert position["stills"]["bowery"] == {"liquor": "whisky", "number": 8}
    assert position["stills"]["astoria"] == {"liquor": "gin", "number": 6}


def test_what_is_not_given_is_at_random():
    start = {"mobs": [None, "irish", None, None]}
    found = [started(seed=seed, start=start).position()["mobs"] for seed in range(8)]
    assert {mobs[1] for mobs in found} == {"irish"}
    assert len({mobs[0] for mobs in found}) > 1


@pytest.mark.parametrize(
    ("start", "words"),
    [
        ([1], "options=[1] does not fit; expected a dict of reset options"),
        ("dice", "options='dice' does not fit"),
        ({"mob": ["irish"]}, "no reset option 'mob'; did you mean mobs?"),
        ({"mobs": ["irish"]}, "mobs: 1 are given for 4 seats"),
        ({"mobs": ["irish", "irish", None, None]}, "mobs[1]: 'irish' is given twice"),
        ({"mobs": ["irsh", None, None, None]}, "did you mean irish?"),
        ({"homes": ["staten_island", None, None, None]}, "homes[0]"),
        ({"tokens": [0, None, None, None]}, "tokens[0]"),
        ({"stills": {"bowry": "gin 6"}}, "did you mean bowery?"),
        ({"stills": {"bowery": "gin 12"}}, "no Still token reads"),
        ({"stills": {"bowery": "gin 6 fired"}}, "no Still token reads"),
        ({"stills": {"bowery": "gin 6", "astoria": "gin 6"}}, "given twice"),
        ({"dice": [7]}, "dice[0]"),
        ({"dice": [1] * 65}, "dice: 65 dice are given"),
        ({"position": {}, "mobs": ["irish", None, None, None]}, "leave one of them out"),
        ({"position": []}, "position: expected an object"),
        ({"position": {"days": 3}}, "did you mean day?"),
        ({"position": {"mobs": ["irish", "knights"]}}, "the position has 2 players, this environment 4"),
        ({"position": {"districts": {"bowery": "irish 16R"}}}, "bowery"),
    ],
)
def test_reset_options_that_do_not_fit(start, words):
    env = started()
    before = env._states.tobytes()
    with pytest.raises(ValueError, match=re.escape(words)):
        env.reset(seed=1, options=start)
    assert env._states.tobytes() == before


def test_a_key_named_options_is_ignored():
    assert started(start={"options": 1})._states.tobytes() == started()._states.tobytes()


def test_given_dice_are_rolled_first():
    position = {
        "turn": "irish",
        "districts": {"bowery": "irish 1B 4R S"},
        "players": {"irish": {"cash": 1000}},
    }
    for dice, arrived in (([6, 6, 6, 6, 6], True), ([1, 1, 1, 1, 1], False)):
        env = started(start={"position": position, "dice": dice}, num_players=2, skip_forced=False)
        assert env.position()["given_dice"] == dice
        (smuggle,) = [name for name in env.legal_names() if name == "smuggle bowery 5"]
        env.step(env.action_id(smuggle))
        barrels = env.position()["districts"]["bowery"].get("barrels", {})
        assert bool(barrels.get("rum")) == arrived


# ---- positions


def test_a_game_goes_on_from_its_whole_position(play):
    env = started(seed=5, num_players=3, max_days=5)
    play(env, np.random.default_rng(1), 60)
    other = started(seed=1, start={"position": env.position()}, num_players=3, max_days=5)
    assert other.position() == env.position()
    assert other.agent_selection == env.agent_selection
    played = len(env.log)
    play(env, np.random.default_rng(2))
    play(other, np.random.default_rng(2))
    assert env.log[played:] == other.log
    assert env.rewards == other.rewards


def test_a_view_is_dealt_anew(play):
    env = started(seed=5)
    play(env, np.random.default_rng(1), 80)
    agent = env.agent_selection
    others = [started(seed=seed, start={"position": env.position(agent)}) for seed in (1, 2)]
    for other in others:
        assert other.position(agent) == env.position(agent)
        assert np.array_equal(other.observe(agent)["observation"], env.observe(agent)["observation"])
        assert np.array_equal(other.observe(agent)["action_mask"], env.observe(agent)["action_mask"])
    assert others[0].position() != others[1].position()


def test_a_position_fills_in_the_environments_options():
    env = started(start={"position": {"turn": "irish"}}, num_players=3, max_days=4)
    assert env.position()["options"] == {"max_days": 4}
    env = started(start={"position": {"turn": "irish", "options": {"max_days": 6}}}, num_players=3, max_days=4)
    assert env.position()["options"] == {"max_days": 6}


def test_a_position_at_the_end_has_terminated():
    # Everybody lies low on the last Day: the Reckoning ends the game before anyone decides.
    env = started(start={"position": {"phase": "reckoning", "day": 15}}, num_players=2)
    assert all(env.terminations.values())
    assert sorted(env.rewards.values()) == [-1, 1]
    assert env.infos["player_0"]["ending"] == "day_cap"
    env.step(None)
    env.step(None)
    assert env.agents == []


def test_forced_decisions_of_a_position_are_skipped():
    # No cash, no goods, nobody on the board, no Marks left to take: some decisions ahead have one option.
    bare = {"cash": 0, "ops": 1, "stash": 6}
    position = {"turn": "irish", "players": {"irish": bare | {"marks": 6}, "sicilian": bare | {"marks": 6}}}
    position |= {"elsewhere": {mob: {"bosses": 1, "runners": 15} for mob in ("irish", "sicilian")}}
    asked = started(start={"position": position}, num_players=2, skip_forced=False)
    env = started(start={"position": position}, num_players=2)
    assert len(env.legal_names()) > 1
    while asked._states.tobytes() != env._states.tobytes():
        (name,) = asked.legal_names()
        asked.step(asked.action_id(name))
    assert asked.log == env.log
