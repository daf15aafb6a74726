"""The Gymnasium form: one seat is the agent, policies play the others."""

from __future__ import annotations

import copy
import pickle
import re
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import moonshine_env  # noqa: F401  registers the game
from moonshine_env import kingdom_v0
from moonshine_env.kingdom.observation import SCALE

ID = "moonshine/Kingdom-v0"


@pytest.fixture
def make(uniform):
    def make_env(**options):
        return gymnasium.make(ID, **{"opponents": uniform, "num_players": 3, **options})

    return make_env


def finish(env, rng, observation):
    """Play random legal actions to the end; (observations, reward, info)."""
    seen, reward, terminated, info = [observation], 0.0, False, {}
    while not terminated:
        legal = np.flatnonzero(observation["action_mask"])
        observation, reward, terminated, truncated, info = env.step(int(legal[rng.integers(len(legal))]))
        assert not truncated
        assert terminated or reward == 0
        seen.append(observation)
    return seen, reward, info


class Watcher:
    """A policy that plays the first legal action and keeps what it was asked."""

    def __init__(self):
        self.asked = []

    def act(self, seats, rng):
        self.asked.append((seats, seats.views()))
        return seats.masks.argmax(axis=1)


# ---- conformance


def folded(env):
    """Let any action stand for a legal one: Gymnasium's check draws actions without the mask."""
    masks = env.unwrapped.action_masks
    return gymnasium.wrappers.TransformAction(
        env, lambda action: int(masks().nonzero()[0][action % masks().sum()]), env.action_space
    )


@pytest.mark.parametrize("options", [{}, {"observation_dtype": "uint8", "seat": 2}])
def test_gymnasium_check(make, options, capsys):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*is different from the unwrapped version")  # it is folded
        warnings.simplefilter("error", append=True)
        check_env(folded(make(**options)))


def test_what_sb3_asks_for(make):
    env = make()
    observation, _ = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == bool
    assert np.array_equal(masks, observation["action_mask"].astype(bool))


# ---- the game


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_seat_decides_and_gets_its_own_reward(make, seat):
    env = make(seat=seat, reward="placement", max_days=2)
    agent = f"player_{seat}"
    observation, info = env.reset(seed=4)
    assert info == {}
    assert env.unwrapped.aec.agent_selection == agent
    assert observation["observation"].dtype == np.float32
    seen, reward, info = finish(env, np.random.default_rng(seat), observation)
    assert reward == 2 - info["place"]
    assert all(env.observation_space.contains(one) for one in seen)
    with pytest.raises(ValueError, match=r"call reset\(\)"):
        env.unwrapped.step(0)


def test_it_is_the_game_of_the_aec_environment(make):
    env = make(seat=1, max_days=2)
    observation, _ = env.reset(seed=4)
    finish(env, np.random.default_rng(0), observation)
    twin = kingdom_v0.raw_env(num_players=3, max_days=2, skip_forced=False)
    twin.reset(seed=4)
    for agent, name in env.unwrapped.aec.log:
        assert twin.agent_selection == agent
        twin.step(twin.action_id(name))
    assert twin.position() == env.unwrapped.position()


def test_a_seed_fixes_the_opponents_too(make):
    games = []
    for _ in range(2):
        env = make(max_days=2)
        logs = []
        for seed in (8, None, None):
            observation, _ = env.reset(seed=seed)
            finish(env, np.random.default_rng(1), observation)
            logs.append(env.unwrapped.aec.log)
        games.append(logs)
    assert games[0] == games[1]
    assert games[0][0] != games[0][1] != games[0][2]


@pytest.mark.parametrize("seed", [2**64 - 1, 2**70])
def test_infos_stack_in_vector_environments_and_begin_the_game_again(uniform, seed):
    envs = gymnasium.make_vec(ID, num_envs=2, opponents=uniform, num_players=2, max_days=1)
    observation, _ = envs.reset(seed=[seed, 3])
    infos = {}
    masks_at_the_end = {}
    while len(masks_at_the_end) < 2:
        observation, _, terminated, _, found = envs.step(observation["action_mask"].argmax(axis=1))
        for k in np.flatnonzero(terminated):
            if k not in masks_at_the_end:
                infos[k] = {name: values[k] for name, values in found.items()}
                masks_at_the_end[k] = observation["action_mask"][k]
    assert not any(mask.any() for mask in masks_at_the_end.values())
    assert int(infos[1]["seed"]) == 3
    assert (int(infos[0]["seed"]) == seed) == (seed < 2**64)
    one = gymnasium.make(ID, opponents=uniform, num_players=2, max_days=1)
    one.reset(seed=seed)
    begun = one.unwrapped.position()
    one.reset(seed=infos[0]["seed"])
    assert one.unwrapped.position() == begun


@pytest.mark.parametrize("seed", [-1, 1.5, "seven"])
def test_other_seeds_are_refused(make, seed):
    with pytest.raises(ValueError, match="expected a whole number from 0"):
        make().unwrapped.reset(seed=seed)


def test_observations_are_scaled_as_in_the_aec_environment(make):
    seen = [make(observation_dtype=dtype).reset(seed=2)[0]["observation"] for dtype in ("float32", "uint8")]
    assert seen[1].dtype == np.uint8
    assert np.array_equal(seen[0], seen[1] * SCALE)


def test_reset_options_and_words(make):
    env = make()
    env.reset(seed=2, options={"mobs": ["knights", "irish", "vipers"]})
    game = env.unwrapped
    assert game.position()["mobs"] == ["knights", "irish", "vipers"]
    assert game.position("player_0")["view"] == "knights"
    assert game.action_id(game.action_name(3)) == 3
    with pytest.raises(ValueError, match="cannot play action 'lay_low'"):
        env.step(game.action_id("lay_low"))


def test_a_position_that_ends_by_itself_is_refused(make):
    with pytest.raises(ValueError, match="ends before player_0 decides"):
        make(num_players=2).reset(options={"position": {"phase": "reckoning", "day": 15}})


@pytest.mark.parametrize("way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike(make, way):
    env = make(max_days=2).unwrapped
    observation, _ = env.reset(seed=6)
    for _ in range(5):
        observation = env.step(int(observation["action_mask"].argmax()))[0]
    other = way(env)
    ends = [finish(one, np.random.default_rng(3), observation)[1:] for one in (env, other)]
    assert ends[0] == ends[1]
    assert env.aec.log == other.aec.log


# ---- opponents


def test_opponents_see_their_own_seat_and_no_more(uniform):
    watcher = Watcher()
    env = gymnasium.make(ID, opponents=[watcher, uniform], num_players=3, max_days=2)
    for _ in range(2):
        observation, _ = env.reset(seed=3)
        finish(env, np.random.default_rng(0), observation)
    started = [bool(seats.started[0]) for seats, _ in watcher.asked]
    games = [int(seats.games[0]) for seats, _ in watcher.asked]
    assert sum(started) == 2
    assert [game for game, first in zip(games, started, strict=True) if first] == sorted(set(games))
    for seats, views in watcher.asked:
        assert len(seats) == 1
        assert seats.observations.dtype == np.uint8
        assert seats.masks.sum() > 1
        assert seats.seats.tolist() == [1]
        assert "seed" not in views[0]
        assert views[0]["view"] == views[0]["mobs"][1]


def test_opponents_by_name(named_policies):
    env = gymnasium.make(ID, opponents=["random", "random:7"], num_players=3)
    assert named_policies == ["", "7"]
    env.reset(seed=1)


def test_opponents_are_told_of_content_of_ones_own(named_policies, tmp_path):
    file = tmp_path / "rich.toml"
    file.write_text("[constants]\nstart_cash = 2500\n", "utf-8")
    env = gymnasium.make(ID, opponents="random", content=file)
    assert named_policies == [("", {"content": env.unwrapped.settings.content})]


def test_one_name_plays_all_others(named_policies):
    env = gymnasium.make(ID)
    assert named_policies == [""]
    assert len(set(map(id, env.unwrapped._policies.values()))) == 1
    assert sorted(env.unwrapped._policies) == ["player_1", "player_2", "player_3"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"opponents": "radnom"}, "no policy 'radnom'; did you mean 'random'?"),
        ({"opponents": ["random"]}, "opponents: 1 given, but 3 other seats"),
        ({"opponents": [1, 2, 3]}, "1 is no policy"),
        ({"opponents": 3}, "opponents=3 does not fit; expected a name"),
        ({"opponents": None}, "or a list of 3 of them"),
        ({"opponents": Watcher}, "is no policy"),
        ({"seat": 1.0}, "the seats of this game are 0 to 3"),
        ({"seat": 4}, "the seats of this game are 0 to 3"),
        ({"seat": "player_0"}, "the seats of this game are 0 to 3"),
        ({"num_playesr": 2}, "did you mean 'num_players'?"),
    ],
)
def test_what_does_not_fit_is_named(named_policies, options, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        gymnasium.make(ID, **options)


class Wrong:
    def __init__(self, answer):
        self.answer = answer

    def act(self, seats, rng):
        return self.answer


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (np.array([159]), r"the policy of player_\d \(Wrong\): player_\d cannot play action 'lay_low'"),
        (np.array(3), r"the policy of player_\d answered with shape \(\)"),
        (np.array([1.5]), r"the policy of player_\d \(Wrong\): an action is a whole number"),
    ],
)
def test_opponents_that_answer_badly_are_named(answer, words):
    env = gymnasium.make(ID, opponents=Wrong(answer), num_players=4)
    with pytest.raises(ValueError, match=words):
        env.reset(seed=1, options={"tokens": [4, 1, 2, 3]})  # so that an opponent drafts first


def test_missing_policies_are_explained(monkeypatch):
    monkeypatch.setattr("moonshine_env.registry.entry_points", lambda group: [])
    with pytest.raises(ValueError, match="pip install -e"):
        gymnasium.make(ID)
