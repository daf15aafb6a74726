"""Engine against referee: a taste of the fuzzing in every test run, more of it at release size."""

from __future__ import annotations

import numpy as np
import pytest

from moonshine_env.kingdom import rules
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
