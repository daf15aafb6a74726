"""What the tests of the environments share: random play, and policies by name without any package that brings them."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from moonshine_env import registry


class UniformPolicy:
    """Any legal action."""

    def act(self, seats, rng):
        return np.array([rng.choice(np.flatnonzero(mask)) for mask in seats.masks])


@pytest.fixture
def uniform() -> UniformPolicy:
    return UniformPolicy()


@pytest.fixture
def named_policies(monkeypatch):
    """Give the registry one policy, `random`, and remember with which arguments it was made."""
    arguments = []

    def make(argument, **context):
        arguments.append((argument, context) if context else argument)
        return UniformPolicy()

    entries = [SimpleNamespace(name="random", load=lambda: make)]
    monkeypatch.setattr(registry, "entry_points", lambda group: entries if group == registry.POLICY_GROUP else [])
    return arguments


@pytest.fixture
def play():
    """Play random legal actions, by generator, until `steps` are made or the game is over; the actions."""

    def run(env, rng, steps=10**9):
        actions = []
        while len(actions) < steps:
            observation, _, terminated, _, _ = env.last()
            if terminated:
                break
            legal = np.flatnonzero(observation["action_mask"])
            actions.append(int(legal[rng.integers(len(legal))]))
            env.step(actions[-1])
        return actions

    return run
