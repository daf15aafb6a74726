"""Engine against referee: a taste of the fuzzing in every test run, more of it at release size."""

from __future__ import annotations

import numpy as np
import pytest

from moonshine_env.engine.jit import JIT_DISABLED
from moonshine_env.kingdom import rules
from moonshine_env.kingdom.phases import reckoning
from moonshine_env.kingdom.tables import load_content
from tests.reference import fuzz

pytestmark = pytest.mark.lane_unjitted


def test_engine_and_referee_agree(at_size):
    assert list(fuzz.differences(at_size(2_500, 60_000), seed=20)) == []


def test_a_planted_bug_is_found(monkeypatch):
    content = load_content()
    bugged = content.tables.copy()
    bugged["safehouse_threat"] += 1
    bugged["ratio_cap"] -= 1
    apply = rules.apply

    def apply_bugged(tables: np.ndarray, *arguments: object) -> None:
        apply(bugged, *arguments)

    monkeypatch.setattr(rules, "apply", apply_bugged)
    assert next(fuzz.differences(2_500, seed=20), None)


@pytest.mark.skipif(not JIT_DISABLED, reason="compiled rules cannot be exchanged")
def test_a_planted_tie_is_found(monkeypatch):
    """A Title that the first of the tied takes, where nobody should (K11.2)."""

    def find_first(t, s, title, index):
        held = [reckoning.count_in_borough(t, s, seat, index) for seat in range(s["num_players"])]
        return held.index(max(held)) if title == 0 and max(held) >= 2 else find_leader(t, s, title, index)

    find_leader = reckoning.find_leader
    monkeypatch.setattr(reckoning, "find_leader", find_first)
    assert next(fuzz.differences(2_500, seed=20), None)
