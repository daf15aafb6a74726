"""The ladder on file: `greedy` and the shipped packs are not weaker than it says. A small part of its games, again."""

from __future__ import annotations

import pytest

from evaluation.baseline import BASELINE, check, check_plan, read_baseline
from evaluation.identity import identify
from evaluation.ladder import everybody
from evaluation.match import run_match
from evaluation.workers import load_all

GUARDED = [name for name in everybody() if name == "greedy" or name.startswith("pack:")]


def test_everybody_is_on_it():
    names = [entrant["name"] for entrant in read_baseline(BASELINE).described["entrants"]]
    assert set(everybody()) == set(names), "run: moonshine ladder --update"


@pytest.mark.parametrize("name", GUARDED)
def test_nobody_is_weaker_than_it_says(name, at_size):
    """Whoever plays as he did plays the same games; else `moonshine ladder --check` says whether it cost strength."""
    baseline = read_baseline(BASELINE)
    plan = check_plan(baseline, [name])
    digests = dict(zip(plan.entrants, map(identify, load_all(plan)), strict=True))
    blocks = at_size(2, int(baseline.row["blocks"]))
    (finding,) = check(baseline, plan, [name], run_match(plan, blocks, batch_size=96).records, digests)
    assert finding.blocks == blocks
    assert finding.is_same, (
        f"{name} plays otherwise than the ladder on file. Run `moonshine ladder --check {name}`; "
        f"if it is not weaker, or is meant to be, `moonshine ladder --update`. Found: {finding}"
    )
