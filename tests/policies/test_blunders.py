"""The policy that plays another's game with blunders."""

from __future__ import annotations

import numpy as np
import pytest

from moonshine_env.kingdom_v0 import batch
from policies import load
from policies.blunders import BlunderingPolicy


class LastLegal:
    def act(self, seats, rng):
        return seats.masks.shape[1] - 1 - np.argmax(seats.masks[:, ::-1], axis=1)


def decisions(count=4000):
    games = batch(count, seed=1)
    rng = np.random.default_rng(0)
    for _ in range(12):
        games.step(games.sample(rng))
    return games.seats()


@pytest.mark.parametrize("rate", [0.0, 0.25, 1.0])
def test_it_plays_at_random_as_often_as_it_is_told(rate):
    seats = decisions()
    actions = BlunderingPolicy(LastLegal(), rate).act(seats, np.random.default_rng(3))
    rows = np.arange(len(seats))
    assert seats.masks[rows, actions].all()
    others = actions != LastLegal().act(seats, None)
    # A random play is the other's by chance, in one of so many cases as there are legal plays.
    expected = rate * (1 - 1 / seats.masks.sum(axis=1)).mean()
    assert others.mean() == pytest.approx(expected, abs=4 * np.sqrt(0.25 / len(seats)) * (rate > 0))


def test_random_plays_are_even():
    seats = decisions(1)
    wide = seats.take(np.zeros(20_000, np.int64))
    actions = BlunderingPolicy(LastLegal(), 0.5).act(wide, np.random.default_rng(5))
    legal = np.flatnonzero(seats.masks[0])
    counts = np.array([(actions == action).sum() for action in legal[:-1]])
    expected = 10_000 / len(legal)
    assert (np.abs(counts - expected) < 5 * np.sqrt(expected)).all()


@pytest.mark.parametrize("argument", ["", "x:greedy", "1.5:greedy", "-0.1:random", "nan:random", "0.5", "0.5:"])
def test_what_does_not_fit_is_said(argument):
    with pytest.raises(ValueError, match=r"write blunders:RATE:POLICY, such as blunders:0\.1:greedy"):
        load(f"blunders:{argument}")


def test_the_policy_it_is_made_of_must_be_there():
    with pytest.raises(ValueError, match="there is no policy 'gredy'"):
        load("blunders:0.1:gredy")
