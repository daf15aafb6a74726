"""Whole games of Blood Oath between players who want to win: families form, or somebody wins alone before."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import policies
from moonshine_env import kingdom_v0
from moonshine_env.engine.jit import JIT_DISABLED
from moonshine_env.kingdom.vocab import VICTORY

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="whole games of greedy, slow in plain Python")
SLOTS = 64


@pytest.fixture(scope="module")
def late_crackdown(tmp_path_factory):
    """Components whose Crackdown token starts near its end, as Raids are rare."""
    path = tmp_path_factory.mktemp("content") / "late.toml"
    path.write_text("[constants]\ncrackdown_start = 7\n", "utf-8")
    return path


@pytest.mark.parametrize("reward", ["placement", "win", "margin"])
def test_greedy_plays_blood_oath_to_its_end(reward, late_crackdown, at_size):
    games = at_size(60, 5_000 if reward == "placement" else 500)
    batch = kingdom_v0.batch(
        SLOTS, seed=7, num_players=4, variant="blood_oath", content=late_crackdown, reward=reward, max_days=15
    )
    player = policies.load("greedy", content=batch.content)
    rng = np.random.default_rng(7)
    found: Counter = Counter()
    while found["games"] < games:
        batch.step(player.act(batch.seats(), rng))
        for b in np.flatnonzero(batch.dones):
            result, rewards = batch.results[b], batch.rewards[b]
            partner, places = result["partner"], result["places"]
            allied = partner[0] >= 0
            found["games"] += 1
            found["allied"] += allied
            found["won by a family"] += allied and result["ending"] == VICTORY
            found["won alone"] += not allied and result["ending"] == VICTORY
            assert sorted(places) == [1, 2, 3, 4]
            if allied:
                assert {places[seat] + places[partner[seat]] for seat in range(4)} == {3, 7}
            if reward == "win":
                winners = places <= 2 if allied else places == 1
                assert rewards.tolist() == winners.astype(float).tolist()
            else:
                assert rewards.sum() == pytest.approx(0, abs=1e-5)
            if reward == "margin" and allied:
                assert all(rewards[seat] == rewards[partner[seat]] for seat in range(4))
            if reward == "placement":
                assert rewards.tolist() == pytest.approx([1 - 2 * (place - 1) / 3 for place in places])
    assert found["allied"] > 0
    assert found["won by a family"] > 0
    assert found["won alone"] > 0
