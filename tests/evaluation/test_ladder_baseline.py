"""The ladder on file: `greedy` and the shipped packs are not weaker than it says. A small part of its games, again."""

from __future__ import annotations

import pytest

from evaluation.identity import identify
from evaluation.ladder import BASELINE, check, check_plan, everybody, read_baseline
from evaluation.match import run_match
from evaluation.workers import load_all

GUARDED = [name for name in everybody() if name == "greedy" or name.startswith("pack:")]


def test_everybody_is_on_it():
    names = [entrant["name"] for entrant in read_baseline(BASELINE).described["entrants"]]
    assert set(everybody()) == set(names), "run: moonshine ladder --update"


@pytest.mark.parametrize("name", GUARDED)
def test_nobody_is_weaker_than_it_says(name, at_size):
    """Weaker by ten points of a hundred games beyond doubt; whoever plays as then plays the same games."""
    baseline = read_baseline(BASELINE)
    plan = check_plan(baseline, [name])
    digests = dict(zip(plan.entrants, map(identify, load_all(plan)), strict=True))
    blocks = at_size(2, int(baseline.row["blocks"]))
    (finding,) = check(baseline, plan, [name], run_match(plan, blocks, batch_size=96).records, digests)
    assert finding.blocks == blocks
    assert finding.answer != "weaker", finding
    if not any(digests[entrant["name"]] != entrant["digest"] for entrant in baseline.described["entrants"]):
        assert finding.is_same, "nothing has changed, but the games came out otherwise"
