"""Policies by name, and the policy `random`."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import policies
from moonshine_env import registry
from moonshine_env.seats import SeatBatch
from policies.random_policy import RandomPolicy


def seats_with(masks):
    masks = np.array(masks, np.int8)
    rows = len(masks)
    return SeatBatch(
        observations=np.zeros((rows, 3), np.uint8),
        masks=masks,
        games=np.arange(rows),
        seats=np.zeros(rows, np.int64),
        started=np.ones(rows, bool),
        make_view=lambda row: {},
    )


@pytest.fixture
def strangers(monkeypatch):
    """Let another package bring a policy `echo` that keeps what it was made with."""

    def make(argument, **context):
        return SimpleNamespace(argument=argument, context=context, act=lambda seats, rng: None)

    entries = [SimpleNamespace(name="echo", load=lambda: make)]
    for module in (registry, policies):
        monkeypatch.setattr(module, "entry_points", lambda group: entries)


def test_a_package_can_add_a_policy(strangers):
    policy = policies.load("echo:some:thing", content="board")
    assert (policy.argument, policy.context) == ("some:thing", {"content": "board"})
    assert isinstance(policy, policies.Policy)


def test_without_context_the_maker_gets_the_argument_alone(strangers):
    assert policies.load("echo").argument == ""
    assert policies.load("echo").context == {}


@pytest.mark.parametrize("context", [{}, {"content": None}])
def test_an_unknown_name_offers_the_nearest(strangers, context):
    with pytest.raises(ValueError, match=r"no policy 'ecco'; did you mean 'echo'\?"):
        policies.load("ecco:1", **context)


@pytest.mark.parametrize("spec", ["random:7", "greedy:strong"])
def test_an_argument_that_nobody_takes_is_refused(spec):
    with pytest.raises(ValueError, match=f"{spec} does not fit"):
        policies.load(spec)


def test_random_plays_every_legal_action_as_often():
    masks = np.zeros((6000, 5), np.int8)
    masks[:, [0, 2, 4]] = 1
    masks[:2000, 2] = 0
    actions = RandomPolicy().act(seats_with(masks), np.random.default_rng(1))
    assert masks[np.arange(6000), actions].all()
    # Four standard errors of a share of 1/2 in 2,000 and of 1/3 in 4,000.
    assert abs(np.mean(actions[:2000] == 4) - 1 / 2) < 0.045
    for action in (0, 2, 4):
        assert abs(np.mean(actions[2000:] == action) - 1 / 3) < 0.03


def test_random_draws_one_number_for_each_row():
    rng, same = np.random.default_rng(2), np.random.default_rng(2)
    RandomPolicy().act(seats_with(np.ones((5, 4))), rng)
    same.random(5)
    assert rng.random() == same.random()


def test_random_wants_a_game_that_goes_on():
    with pytest.raises(ValueError, match="row 1 has no legal action"):
        RandomPolicy().act(seats_with([[1, 0], [0, 0]]), np.random.default_rng(0))
