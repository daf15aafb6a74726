"""The ladder: ratings by hand, the baseline file, and checks against it."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from evaluation.baseline import LadderError, baseline_of, check, check_plan, read_baseline
from evaluation.ladder import bradley_terry, climb, everybody, pair_margins, pair_scores, plan_ladder
from evaluation.match import run_match
from evaluation.records import RECORD
from moonshine_env.cli import ExitStatus, main

SHORT = {"max_days": 1, "cooperation": False}


def test_everybody_meets_everybody():
    plan = plan_ladder(["a", "b", "c"])
    assert plan.tables == ((0, 0, 1, 1), (0, 0, 2, 2), (1, 1, 2, 2))
    assert plan.games_per_block == 18


@pytest.mark.parametrize(
    ("specs", "players", "sentence"),
    [(["a"], 4, "two different policies"), (["a", "a"], 4, "two different"), (["a", "b"], 3, "unfair")],
)
def test_ladders_that_do_not_fit(specs, players, sentence):
    with pytest.raises(ValueError, match=sentence):
        plan_ladder(specs, players)


def test_the_built_in_ones_are_on_it():
    assert {"random", "greedy"} <= set(everybody())


def records_of(plan, winners):
    """Make the records of blocks by hand; `winners[block][table]` are the entrants that won its games, in order."""
    rows = []
    for block, tables in enumerate(winners):
        for table, won in enumerate(tables):
            for spec, winner in zip(plan.unit(block * len(plan.tables) + table), won, strict=True):
                record = np.zeros((), RECORD)
                record["block"], record["table"], record["nth"], record["players"] = block, table, spec.nth, 2
                record["seats"]["entrant"] = -1
                record["seats"]["entrant"][:2] = spec.entrants
                record["seats"]["won"][:2] = np.array(spec.entrants) == winner
                rows.append(record)
    return np.array(rows, RECORD)


def test_pair_scores_by_hand():
    plan = plan_ladder(["a", "b", "c"], players=2)
    records = records_of(plan, [[(0, 0), (0, 2), (2, 2)], [(1, 0), (0, 0), (1, 1)]])
    assert pair_scores(plan, records).tolist() == [[1.0, 0.5, 0.0], [0.5, 1.0, 1.0]]
    assert pair_scores(plan, records[:-1]).tolist() == [[1.0, 0.5, 0.0]], "whole blocks alone"


def test_bradley_terry_by_hand():
    # Odds of three to one between two.
    logs = bradley_terry(np.array([[0.5, 0.75], [0.25, 0.5]]), prior=0)
    assert logs[0] - logs[1] == pytest.approx(math.log(3))
    # Strengths 4, 2 and 1 give these shares, and are found again.
    strengths = np.array([4.0, 2.0, 1.0])
    shares = strengths[:, None] / (strengths[:, None] + strengths[None, :])
    assert np.exp(bradley_terry(shares, prior=0)) == pytest.approx(strengths / 2), "their geometric mean is 2"
    assert np.isfinite(bradley_terry(np.array([[0.5, 1.0], [0.0, 0.5]]))).all()


def test_a_ladder_by_hand():
    plan = plan_ladder(["random", "b"], players=2)
    scores = np.array([[0.0], [0.5], [0.0], [0.5]] * 5)
    ladder = climb(plan, scores)
    top, last = ladder.rungs
    assert (top.name, top.share, last.share) == ("b", 0.75, 0.25)
    assert last.elo == 0, "random is the anchor"
    # 0.755 : 0.255 with the prior of 0.5 % of a game on both sides: 400 log10 of that.
    assert top.elo == pytest.approx(400 * math.log10(0.755 / 0.255), abs=0.1)
    assert top.interval[0] < top.elo < top.interval[1]
    assert ladder.payoffs.tolist() == [[0.5, 0.25], [0.75, 0.5]]
    assert ladder.errors[0, 1] == pytest.approx(np.std(scores, ddof=1) / math.sqrt(20))
    assert top.alpha_rank > 0.99


def test_a_ladder_of_nothing_is_refused():
    with pytest.raises(ValueError, match="no block"):
        climb(plan_ladder(["a", "b"]), np.zeros((0, 1)))


# ---- the baseline


@pytest.fixture(scope="module")
def played():
    plan = plan_ladder(["random", "blunders:0.5:random"], players=2, options=SHORT, seed=2)
    return plan, run_match(plan, 4)


def write_baseline(path, plan, records, digests=None, **changes):
    ladder = climb(plan, pair_scores(plan, records))
    row = baseline_of(ladder, pair_margins(plan, records), digests or {}, "moonshine ladder ...")
    path.write_text(json.dumps({**row, **changes}), "utf-8")
    return read_baseline(path)


def test_a_baseline_knows_its_own_games_again(tmp_path, played):
    plan, result = played
    baseline = write_baseline(tmp_path / "ladder.json", plan, result.records)
    again = check_plan(baseline, ["blunders:0.5:random"])
    (finding,) = check(baseline, again, ["blunders:0.5:random"], run_match(again, 2).records, {})
    assert finding.is_same
    assert (finding.answer, finding.blocks, finding.games, finding.difference) == ("not weaker", 2, 4, 0)
    assert not finding.has_changed


def leads(plan, margins):
    """Make the records of one pair of two by hand: in block b a seat of the first leads by margins[b]."""
    records = records_of(plan, [[(0, 0)]] * len(margins))
    for block, margin in enumerate(margins):
        rows = records["block"] == block
        seats = records["seats"][rows]
        seats["respect"] = np.where(seats["entrant"] == 0, margin, 0)
        records["seats"][rows] = seats
    return records


@pytest.mark.parametrize(
    ("now", "answer"),
    [
        ([7.0, 9, 8, 8] * 5, "weaker"),  # by 2 on average, and never by chance
        ([10.0, 10, 10, 9] * 5, "not weaker"),  # by a quarter, less than 1 beyond doubt
        ([14.0, 4, 13, 7] * 2, "undecided"),
    ],
)
def test_a_loss_is_found(tmp_path, now, answer):
    plan = plan_ladder(["a", "b"], players=2)
    baseline = write_baseline(tmp_path / "ladder.json", plan, leads(plan, [10.0] * len(now)))
    first, second = check(baseline, plan, ["a", "b", "a"], leads(plan, now), {"a": "other"}, drop=1.0)
    assert (first.name, first.answer, first.has_changed) == ("a", answer, True)
    assert first.difference == pytest.approx(np.mean(now) - 10)
    assert second.difference == pytest.approx(10 - np.mean(now))
    assert not first.is_same


def test_rivals_that_are_made_of_the_guarded_do_not_count(tmp_path):
    plan = plan_ladder(["greedy", "blunders:0.1:greedy", "random"], players=2)
    records = records_of(plan, [[(0, 0), (0, 0), (1, 1)]] * 3)
    baseline = write_baseline(tmp_path / "ladder.json", plan, records)
    changed = records.copy()
    changed["seats"]["respect"][changed["table"] == 0, 0] += 5
    (finding,) = check(baseline, plan, ["greedy"], changed, {})
    assert finding.is_same, "only its table with blunders:0.1:greedy came out otherwise"
    alone = plan_ladder(["greedy", "blunders:0.1:greedy"], players=2)
    lonely = write_baseline(tmp_path / "two.json", alone, records_of(alone, [[(0, 0)]] * 3))
    with pytest.raises(LadderError, match="no rival on the ladder that is not made of it"):
        check(lonely, alone, ["greedy"], records_of(alone, [[(0, 0)]] * 3), {})


def test_margins_by_hand():
    plan = plan_ladder(["a", "b"], players=2)
    assert pair_margins(plan, leads(plan, [4.0, -2.0])).tolist() == [[4.0], [-2.0]]


def test_margins_stand_both_ways(tmp_path, played):
    plan, result = played
    baseline = write_baseline(tmp_path / "ladder.json", plan, result.records)
    one, other = plan.entrants
    assert (baseline.margin(one, other) + baseline.margin(other, one) == 0).all()
    with pytest.raises(LadderError, match="no games between random and greedy"):
        baseline.margin("random", "greedy")


def test_rings_want_many_seeds():
    plan = plan_ladder(["a", "b", "c"], players=2)
    ring = np.array([[1.0, 0.0, 1.0]])
    assert climb(plan, np.repeat(ring, 5, axis=0)).cycles == ()
    assert climb(plan, np.repeat(ring, 25, axis=0)).cycles == (("a", "b", "c"),)


def test_who_is_not_on_the_ladder(tmp_path, played):
    baseline = write_baseline(tmp_path / "ladder.json", played[0], played[1].records)
    with pytest.raises(LadderError, match="greedy is not on the ladder"):
        check_plan(baseline, ["greedy"])


def test_other_rules_are_said(tmp_path, played):
    plan, result = played
    path = tmp_path / "ladder.json"
    write_baseline(path, plan, result.records)
    row = json.loads(path.read_text("utf-8"))
    row["match"]["hashes"]["rules"] = "0123456789abcdef"
    path.write_text(json.dumps(row), "utf-8")
    with pytest.raises(LadderError, match=r"measured with another game \(rules differ\): retrain the shipped packs"):
        check_plan(read_baseline(path), ["random"])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"format": 1}',
        '{"format": 9, "block_margins": {}}',
        '{"format": 1, "block_margins": {}, "match": {}}',
    ],
)
def test_what_is_no_baseline(tmp_path, text):
    path = tmp_path / "ladder.json"
    path.write_text(text, "utf-8")
    with pytest.raises(LadderError, match=r"ladder\.json (is no baseline|has format)"):
        read_baseline(path)


# ---- the command


def test_the_command_climbs_and_checks(tmp_path, capsys):
    path = tmp_path / "ladder.json"
    words = ["ladder", "random", "blunders:0.5:random", "--players", "2", "--max-days", "1", "--games", "6"]
    assert main([*words, "--baseline", str(path), "--update", "--jobs", "1"]) == ExitStatus.YES
    shown = capsys.readouterr().out
    assert "6 games of 2, 3 seeds for each of 1 pairs, seed 0" in shown
    assert "alpha-rank" in shown
    junit = tmp_path / "check.xml"
    check_words = ["ladder", "blunders:0.5:random", "--check", "--games", "4", "--baseline", str(path), "--jobs", "1"]
    assert main([*check_words, "--junit", str(junit)]) == ExitStatus.YES
    assert "the same games" in capsys.readouterr().out
    assert 'failures="0"' in junit.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--check", "--update"], "ask for one of them"),
        (["random", "greedy", "--junit", "x.xml"], "--junit is for --check"),
        (["--check", "--seed", "3"], "plays the games of the baseline"),
        (["--check", "--players", "4"], "plays the games of the baseline"),
        (["random"], "two different policies"),
        (["random", "greedy", "--out", "a.x", "--json", "a.x"], "--out a.x is the same file as --json"),
        (["random", "greedy", "--players", "3"], "unfair"),
    ],
)
def test_wrong_use_is_two(words, sentence, capsys):
    assert main(["ladder", *words]) == ExitStatus.WRONG_USE
    assert sentence in capsys.readouterr().err
