"""The measurement of the gate's error rates, in small."""

from __future__ import annotations

import json

import numpy as np
import pytest

from evaluation.gate import Question, plan_gate
from evaluation.nights import bend, even_scores, main, simulate


def test_bent_weights_by_hand():
    # Of -1, 0 and 1 alike, tilted by t: (x - 1/x) / (x + 1 + 1/x) with x = exp(t); for x = 2 the mean is 3/7.
    bent = bend(np.array([-1.0, 0, 1]), np.ones(3), 3 / 7)
    assert bent == pytest.approx([1 / 7, 2 / 7, 4 / 7])


def test_a_mean_that_cannot_be():
    with pytest.raises(ValueError, match="no weights give 2"):
        bend(np.array([0.0, 1]), np.ones(2), 2)


def test_scores_made_even():
    values, weights = even_scores(np.array([0.5, 0.5, -0.25, 0]))
    assert values.tolist() == [-0.5, -0.25, 0, 0.25, 0.5]
    assert weights == pytest.approx([0.25, 0.125, 0.25, 0.125, 0.25])


def test_error_rates_hold_over_200_nights_at_least():
    """Blocks as those of two agents much alike: mostly even, sometimes a third or all of it."""
    rng = np.random.default_rng(4)
    scores = rng.choice([-0.5, -1 / 6, 0, 1 / 6, 0.5], size=500, p=[0.05, 0.2, 0.5, 0.2, 0.05])
    found = simulate(scores, plan_gate("a", "b"), Question(), budget=20_000, nights=400, seed=1)
    alarms, misses = found["as strong"][0], found["weaker"][0]
    error = 3 * np.sqrt(0.05 * 0.95 / 400)
    assert alarms.h1 <= 0.05 + error
    assert misses.h1 >= 0.90
    assert misses.h0 <= 0.05 + error
    assert found["weaker"][2] == -0.05


def test_it_runs(tmp_path, capsys):
    file = tmp_path / "nights.json"
    words = ["--candidate", "blunders:0.5:random", "--baseline", "random", "--agent", "random", "--players", "2"]
    words += ["--blocks", "12", "--nights", "20", "--real-nights", "2", "--budget", "60", "--drop", "0.3"]
    main([*words, "--option", "max_days=1", "--jobs", "1", "--json", str(file)])
    assert "against itself with other luck" in capsys.readouterr().out
    row = json.loads(file.read_text("utf-8"))
    assert [night["number"] for night in row["nights"]] == [20, 20, 2]
    assert row["pair"]["games"] == 24
