"""The action space draws what Gymnasium's own would draw, only quicker."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from gymnasium import spaces

from moonshine_env import kingdom_v0
from moonshine_env.kingdom.game import GAME
from moonshine_env.spaces import MaskedDiscrete


def test_draws_equal_gymnasiums():
    ours, theirs = MaskedDiscrete(50, seed=3), spaces.Discrete(50, seed=3)
    rng = np.random.default_rng(1)
    for k in range(300):
        mask = (rng.random(50) < 0.2).astype(np.int8)
        if k % 10 == 0:
            mask[:] = k % 20 == 0
        assert ours.sample(mask) == theirs.sample(mask)
    assert ours.sample() == theirs.sample()
    weights = np.full(50, 1 / 50)
    assert ours.sample(probability=weights) == theirs.sample(probability=weights)
    assert type(ours.sample(mask)) is type(theirs.sample(mask))


@pytest.mark.parametrize("mask", [np.ones(49, np.int8), np.ones(50, np.int64), [1] * 50])
def test_masks_that_do_not_fit_are_refused_as_gymnasium_does(mask):
    with pytest.raises(AssertionError):
        MaskedDiscrete(50).sample(mask)


def test_it_is_a_discrete_space():
    space = MaskedDiscrete(50)
    assert space == spaces.Discrete(50)
    assert pickle.loads(pickle.dumps(space)) == space == copy.deepcopy(space)
    assert 49 in space
    assert 50 not in space


def test_spaces_of_the_environment():
    env = kingdom_v0.env(num_players=2)
    for agent in env.possible_agents:
        assert env.action_space(agent).n == GAME.num_actions
        space = env.observation_space(agent)
        assert space["observation"].shape == (GAME.num_features,)
        assert np.array_equal(space["observation"].high, 255 * GAME.scale)
        assert space["action_mask"].dtype == np.int8
    first, second = (env.action_space(agent) for agent in env.possible_agents)
    assert first is not second
