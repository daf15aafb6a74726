"""Copies keep the game and its luck at every step; a redealt copy keeps what its agent knows, and nothing else."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from moonshine_env import kingdom_v0

WAYS = {
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "deepcopy": copy.deepcopy,
    "clone": lambda env: env.clone(),
}


def same(env, other):
    a, b = env.unwrapped, other.unwrapped
    seen, seen_too = env.last(), other.last()
    return (
        a._states.tobytes() == b._states.tobytes()
        and a.agents == b.agents
        and a.agent_selection == b.agent_selection
        and a.log == b.log
        and seen[1:] == seen_too[1:]
        and all(np.array_equal(seen[0][key], seen_too[0][key]) for key in seen[0])
    )


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_copies_at_every_step(way, play):
    env = kingdom_v0.env(num_players=3, max_days=4)
    env.reset(seed=21)
    rng = np.random.default_rng(8)
    other = way(env)
    while not env.terminations["player_0"]:
        assert same(env, other)
        (action,) = play(env, rng, 1)
        assert not same(env, other)
        other.step(action)
        assert same(env, other)
        other = way(other)
    assert other.rewards == env.rewards
    while env.agents:
        other = way(other)
        env.step(None)
        other.step(None)
        assert env.agents == other.agents
    env.reset()
    other.reset()
    assert same(env, other)


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_copies_sample_alike_and_apart(way):
    env = kingdom_v0.env()
    env.reset(seed=1)
    mask = env.last()[0]["action_mask"]
    env.action_space("player_1").seed(5)
    env.action_space("player_1").sample(mask)
    other = way(env)
    drawn = [env.action_space("player_1").sample(mask) for _ in range(10)]
    assert drawn == [other.action_space("player_1").sample(mask) for _ in range(10)]


def test_a_pickle_may_be_opened_before_the_first_game():
    env = pickle.loads(pickle.dumps(kingdom_v0.env(num_players=2)))
    env.reset(seed=1)
    assert env.num_agents == 2


def test_a_redeal_keeps_what_the_agent_knows(play):
    env = kingdom_v0.env(num_players=4)
    env.reset(seed=13)
    rng = np.random.default_rng(1)
    varied = 0
    for _ in range(12):
        play(env, rng, 40)
        if env.terminations["player_0"]:
            break
        for agent in env.agents:
            before = env.unwrapped._states.tobytes()
            other = env.redeal(agent, seed=99)
            assert env.unwrapped._states.tobytes() == before
            assert other.unwrapped.position(agent) == env.unwrapped.position(agent)
            seen, seen_too = env.observe(agent), other.observe(agent)
            assert all(np.array_equal(seen[key], seen_too[key]) for key in seen)
            assert other.unwrapped.position()["seed"] == 99
            varied += other.unwrapped.position()["players"] != env.unwrapped.position()["players"]
    assert varied > 0
