"""The wrapper of `env()` refuses calls out of order, and is otherwise not there."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from moonshine_env import kingdom_v0

BEFORE_RESET = ["agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "num_agents"]


@pytest.mark.parametrize("name", BEFORE_RESET)
def test_nothing_to_read_before_reset(name):
    env = kingdom_v0.env()
    assert not hasattr(env, name)
    with pytest.raises(AttributeError, match=rf"{name} cannot be read before reset\(\)"):
        getattr(env, name)
    env.reset(seed=1)
    assert hasattr(env, name)


@pytest.mark.parametrize(
    "call",
    [
        lambda env: env.step(0),
        lambda env: env.last(),
        lambda env: env.observe("player_0"),
        lambda env: env.render(),
        lambda env: env.agent_iter(),
        lambda env: env.unwrapped.position(),
        lambda env: env.redeal("player_0", 1),
    ],
)
def test_nothing_to_do_before_reset(call):
    with pytest.raises(ValueError, match=r"call reset\(\)"):
        call(kingdom_v0.env())


def test_a_refused_reset_is_no_reset():
    env = kingdom_v0.env()
    with pytest.raises(ValueError, match="seed"):
        env.reset(seed=-1)
    assert not hasattr(env, "agents")


def test_a_loop_that_forgets_to_step_is_stopped():
    env = kingdom_v0.env()
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"without a step\(\)"):
        for _ in env.agent_iter():
            pass


def test_a_loop_may_be_bounded():
    env = kingdom_v0.env()
    env.reset(seed=1)
    seen = []
    for agent in env.agent_iter(4):
        seen.append(agent)
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert len(seen) == 4


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env)), lambda env: env.clone()]
)
def test_copies_stay_wrapped(copied):
    env = kingdom_v0.env()
    env.reset(seed=1)
    other = copied(env)
    assert type(other) is type(env)
    assert other.agent_selection == env.agent_selection
    other.step(int(np.flatnonzero(other.last()[0]["action_mask"])[0]))


def test_private_parts_stay_private():
    env = kingdom_v0.env()
    with pytest.raises(AttributeError, match="private"):
        env._states  # noqa: B018  reading it is the point
