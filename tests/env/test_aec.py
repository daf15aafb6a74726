"""The PettingZoo environment: conformance, seats, observations, rewards, luck, errors."""

from __future__ import annotations

import random
import warnings

import numpy as np
import pytest
from pettingzoo import AECEnv
from pettingzoo.test import api_test, seed_test

from moonshine_env import aec, kingdom_v0
from moonshine_env.kingdom.observation import SCALE


@pytest.fixture
def env():
    env = kingdom_v0.env(num_players=3)
    env.reset(seed=7)
    return env


def bytes_of(env):
    return env.unwrapped._states.tobytes()


# ---- conformance


@pytest.mark.parametrize("make", [kingdom_v0.env, kingdom_v0.raw_env])
@pytest.mark.parametrize("options", [{}, {"num_players": 2, "observation_dtype": "uint8", "skip_forced": False}])
def test_pettingzoo_api(make, options):
    with warnings.catch_warnings():
        # What PettingZoo says of every environment whose observation is a dict with a mask.
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", message="Action mask numpy array is all zeros")
        warnings.simplefilter("error", append=True)
        api_test(make(**options), num_cycles=300)


def test_pettingzoo_seeds():
    seed_test(lambda: kingdom_v0.env(num_players=2), num_cycles=60)


def test_env_is_an_aec_env_by_name():
    env = kingdom_v0.env()
    assert isinstance(env, AECEnv)
    assert str(env) == str(env.unwrapped) == "kingdom_v0"
    assert env.possible_agents == ["player_0", "player_1", "player_2", "player_3"]


# ---- observations


def test_observation_is_scaled_or_raw():
    seen = []
    for dtype in ("float32", "uint8"):
        env = kingdom_v0.env(observation_dtype=dtype)
        env.reset(seed=3)
        observation = env.last()[0]
        assert observation["observation"].dtype == dtype
        assert env.observation_space("player_1").contains(observation)
        seen.append(observation)
    assert np.array_equal(seen[0]["observation"], seen[1]["observation"] * SCALE)
    assert np.array_equal(seen[0]["action_mask"], seen[1]["action_mask"])


def test_observations_are_the_users_own(env, play):
    kept = []
    rng = np.random.default_rng(1)
    for _ in range(20):
        observation = env.last()[0]
        kept.append((observation, {key: value.copy() for key, value in observation.items()}))
        play(env, rng, 1)
    for observation, copy in kept:
        for key, value in copy.items():
            assert np.array_equal(observation[key], value)
    assert not np.shares_memory(env.last()[0]["observation"], env.last()[0]["observation"])


def test_a_mask_that_was_written_into_changes_nothing(env):
    mask = env.last()[0]["action_mask"]
    illegal = int(np.flatnonzero(mask == 0)[0])
    legal = int(np.flatnonzero(mask)[0])
    mask[:] = 1
    mask[legal] = 0
    with pytest.raises(ValueError, match="cannot play"):
        env.step(illegal)
    env.step(legal)


def test_last_twice_is_the_same(env):
    first, second = env.last()[0], env.last()[0]
    assert all(np.array_equal(first[key], second[key]) for key in first)


def test_only_the_agent_who_decides_has_legal_actions(env, play):
    for _ in range(15):
        for agent in env.agents:
            mask = env.observe(agent)["action_mask"]
            assert bool(mask.any()) == (agent == env.agent_selection)
        play(env, np.random.default_rng(2), 1)


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_policies_are_asked_as_in_a_batch(dtype, uniform):
    env = kingdom_v0.env(num_players=2, max_days=1, observation_dtype=dtype)
    batch = kingdom_v0.batch(1, num_players=2, max_days=1, auto_reset=False)
    rng = np.random.default_rng(3)
    for seed in (3, 4):
        env.reset(seed=seed)
        batch.reset([seed])
        games = set()
        while not env.terminations["player_0"]:
            seats, wanted = env.seats(), batch.seats()
            assert seats.views() == wanted.views()
            for name in ("observations", "masks", "seats", "started"):
                assert np.array_equal(getattr(seats, name), getattr(wanted, name)), name
            games.add(int(seats.games[0]))
            action = uniform.act(seats, rng)
            env.step(action[0])
            batch.step(action)
        assert games == {seed - 2}
        with pytest.raises(ValueError, match="so nobody decides"):
            env.seats()


# ---- a game


def test_several_decisions_in_a_row_are_one_agents(env, play):
    before = env.agent_selection
    runs = 0
    rng = np.random.default_rng(5)
    for _ in range(60):
        play(env, rng, 1)
        runs += env.agent_selection == before
        before = env.agent_selection
    assert runs > 5


def test_all_rewards_come_at_the_end(env, play):
    rng = np.random.default_rng(0)
    while True:
        assert env.rewards == dict.fromkeys(env.agents, 0)
        assert env.infos == {agent: {} for agent in env.agents}
        play(env, rng, 1)
        if any(env.terminations.values()):
            break
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert sorted(env.rewards.values()) == [-1, 0, 1]
    places = {agent: env.infos[agent]["place"] for agent in env.agents}
    assert env.rewards == {agent: 2 - place for agent, place in places.items()}
    info = env.infos["player_0"]
    assert info["ending"] in ("victory", "day_cap")
    assert info["seed"] == 7
    assert 0 < info["decisions"] < len(env.unwrapped.log)
    assert env.unwrapped.position()["players"][env.unwrapped.position()["mobs"][0]]["place"] == places["player_0"]


def test_agents_leave_one_by_one(env, play):
    play(env, np.random.default_rng(0))
    left = list(env.agents)
    for agent in left:
        assert env.agent_selection == agent
        _, reward, terminated, truncated, info = env.last()
        assert (terminated, truncated) == (True, False)
        assert info["place"] == 2 - reward
        env.step(None)
        assert agent not in env.agents
    assert env.agents == []
    env.reset()
    assert len(env.agents) == 3


def test_day_cap_terminates(play):
    env = kingdom_v0.env(num_players=2, max_days=1)
    env.reset(seed=1)
    play(env, np.random.default_rng(1))
    assert env.infos["player_0"]["ending"] == "day_cap"
    assert env.infos["player_0"]["day"] == 1


@pytest.mark.parametrize("reward", ["placement", "win", "margin"])
def test_reward_kinds(reward, play):
    env = kingdom_v0.env(num_players=4, reward=reward, max_days=2)
    env.reset(seed=2)
    play(env, np.random.default_rng(1))
    place = {agent: env.infos[agent]["place"] for agent in env.agents}
    respect = {agent: env.infos[agent]["respect"] for agent in env.agents}
    for agent, worth in env.rewards.items():
        rivals = [respect[other] for other in env.agents if other != agent]
        wanted = {
            "placement": 1 - 2 * (place[agent] - 1) / 3,
            "win": float(place[agent] == 1),
            "margin": (respect[agent] - sum(rivals) / 3) / 20,
        }
        assert worth == pytest.approx(wanted[reward], abs=1e-6)


# ---- forced decisions


def test_skip_forced_changes_nothing_but_who_is_asked(play):
    short = kingdom_v0.raw_env(num_players=4, max_days=5)
    full = kingdom_v0.raw_env(num_players=4, max_days=5, skip_forced=False)
    short.reset(seed=11)
    full.reset(seed=11)
    rng = np.random.default_rng(3)
    asked = told = forced = 0
    while not short.terminations["player_0"]:
        play(short, rng, 1)
        asked += 1
        for agent, name in short.log[told:]:
            assert full.agent_selection == agent
            mask = full.last()[0]["action_mask"]
            forced += mask.sum() == 1
            assert mask[full.action_id(name)]
            full.step(full.action_id(name))
        told = len(short.log)
        assert bytes_of(short) == bytes_of(full)
        if not short.terminations["player_0"]:
            assert short.last()[0]["action_mask"].sum() > 1
            assert np.array_equal(short.last()[0]["observation"], full.last()[0]["observation"])
    assert full.terminations["player_0"]
    assert short.log == full.log
    assert forced > 0
    assert asked == told - forced


def test_the_log_has_room_for_any_game(monkeypatch, play):
    logs = []
    for room in (aec._FIRST_ROOM, 1):
        monkeypatch.setattr(aec, "_FIRST_ROOM", room)
        env = kingdom_v0.raw_env(num_players=2, max_days=3)
        env.reset(seed=5)
        play(env, np.random.default_rng(5))
        logs.append(env.log)
    assert logs[0] == logs[1]
    assert len(logs[0]) > 30


# ---- luck


def test_same_seed_same_game_whatever_other_generators_do(play):
    games = []
    for disturb in (False, True):
        env = kingdom_v0.env(num_players=2, max_days=3)
        env.reset(seed=9)
        rng = np.random.default_rng(4)
        while not env.terminations["player_0"]:
            if disturb:
                random.seed(1)
                np.random.seed(2)  # noqa: NPY002  the global generator is the point
                random.random()
                np.random.random()  # noqa: NPY002
            play(env, rng, 1)
        games.append((env.unwrapped.log, bytes_of(env)))
    assert games[0] == games[1]


def test_resets_go_on_from_the_last_seed():
    positions = []
    for _ in range(2):
        env = kingdom_v0.env()
        env.reset(seed=5)
        row = [env.unwrapped.position()]
        for _ in range(3):
            env.reset()
            row.append(env.unwrapped.position())
        positions.append(row)
    assert positions[0] == positions[1]
    assert len({str(position["seed"]) for position in positions[0]}) == 4


def test_first_reset_without_a_seed_is_random():
    seeds = set()
    for _ in range(3):
        env = kingdom_v0.env()
        env.reset()
        seeds.add(str(env.unwrapped.position()["seed"]))
    assert len(seeds) == 3


@pytest.mark.parametrize("seed", [0, 2**64 - 1, 2**64, 2**200 + 1, np.int64(3), np.uint64(2**63)])
def test_any_whole_number_is_a_seed(seed):
    env = kingdom_v0.env()
    env.reset(seed=seed)
    first = bytes_of(env)
    env.reset(seed=int(seed))
    assert bytes_of(env) == first
    if seed < 2**64:
        assert int(env.unwrapped.position()["seed"]) == seed


@pytest.mark.parametrize("seed", [-1, 1.5, "seven"])
def test_other_seeds_are_refused(env, seed):
    before = bytes_of(env)
    with pytest.raises(ValueError, match="expected a whole number from 0"):
        env.reset(seed=seed)
    assert bytes_of(env) == before


# ---- words and errors


def test_names_go_both_ways(env):
    game = env.unwrapped
    for action in np.flatnonzero(env.last()[0]["action_mask"]):
        assert game.action_id(game.action_name(action)) == action
    assert game.decision == "draft"
    assert set(game.legal_names()) == {game.action_name(a) for a in np.flatnonzero(env.last()[0]["action_mask"])}
    with pytest.raises(ValueError, match="did you mean 'lay_low'"):
        game.action_id("lay_lwo")
    with pytest.raises(ValueError, match="outside"):
        game.action_name(10**6)


def test_log_tells_names(env, play):
    actions = play(env, np.random.default_rng(0), 3)  # the drafts, none of them forced
    log = env.unwrapped.log
    assert [env.unwrapped.action_name(action) for action in actions] == [name for _, name in log[:3]]
    assert {agent for agent, _ in log} <= set(env.possible_agents)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (159, "cannot play action 'lay_low' (159) at the decision 'draft'"),
        (10**30, "outside 0.."),
        (-1, "outside 0.."),
        (None, "an action is needed"),
        (2.0, "an action is a whole number, not 2.0"),
        ("fund 0", "an action is a whole number, not 'fund 0'"),
    ],
)
def test_illegal_actions_are_explained_and_nothing_moves(env, action, words):
    before, log = bytes_of(env), env.unwrapped.log
    with pytest.raises(ValueError, match=r"player_\d|whole number") as error:
        env.step(action)
    assert words in str(error.value)
    assert bytes_of(env) == before
    assert env.unwrapped.log == log
    assert len(str(error.value)) < 500
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))


def test_illegal_actions_name_legal_ones(env):
    with pytest.raises(ValueError, match="are legal: 'draft"):
        env.step(159)


@pytest.mark.parametrize("kind", [int, np.int64, np.int32, np.uint16, np.array])
def test_any_integer_is_an_action(env, kind):
    env.step(kind(int(np.flatnonzero(env.last()[0]["action_mask"])[0])))
    assert len(env.unwrapped.log) == 1


def test_a_finished_game_takes_only_none(env, play):
    play(env, np.random.default_rng(0))
    with pytest.raises(ValueError, match=r"is over; the only step left is step\(None\)"):
        env.step(3)
    for _ in range(3):
        env.step(None)
    with pytest.raises(ValueError, match=r"call reset\(\)"):
        env.step(None)
    assert env.agents == list(env.agent_iter()) == []
    with pytest.raises(ValueError, match=r"every agent is out, so nobody is next; call reset\(\)"):
        env.last()


def test_unknown_agents_are_named(env):
    with pytest.raises(ValueError, match="no agent 'player_3'; the agents are player_0, player_1, player_2"):
        env.unwrapped.position("player_3")
    with pytest.raises(ValueError, match="no agent"):
        env.unwrapped.redeal("irish", 1)
    for read in (env.observe, env.action_space, env.observation_space):
        with pytest.raises(ValueError, match="no agent 'player_9'; the agents are"):
            read("player_9")


@pytest.mark.parametrize(
    "call",
    [
        lambda env: env.last(),
        lambda env: env.observe("player_0"),
        lambda env: env.render(),
        lambda env: env.step(0),
        lambda env: env.log,
        lambda env: env.decision,
        lambda env: env.legal_names(),
        lambda env: env.seats(),
        lambda env: env.explain_illegal(0),
    ],
)
def test_without_a_game_it_says_so(call):
    with pytest.raises(ValueError, match=r"no game yet: call reset\(\)"):
        call(kingdom_v0.raw_env(render_mode="ansi"))
