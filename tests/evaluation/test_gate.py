"""The regression gate: its tables, its scores by hand, and what it answers."""

from __future__ import annotations

import json
from collections import Counter
from xml.etree import ElementTree

import numpy as np
import pytest

from evaluation.arena import PolicyError
from evaluation.gate import (
    NOT_WEAKER,
    UNDECIDED,
    WEAKER,
    Gate,
    Question,
    block_cells,
    drop_of_elo,
    plan_gate,
    run_gate,
    score_bounds,
)
from evaluation.records import RECORD, PlayedGame
from moonshine_env.cli import ExitStatus, main
from policies.blunders import BlunderingPolicy
from policies.random_policy import RandomPolicy
from tests.evaluation.players import Breaks, FirstLegal

SHORT = {"max_days": 1, "cooperation": False}


def game(entrants, places):
    """Make a played game by hand: who sat where, and where each ended."""
    record = np.zeros((), RECORD)
    record["players"] = len(entrants)
    seats = record["seats"]
    seats["entrant"] = -1
    here = slice(0, len(entrants))
    seats["entrant"][here], seats["place"][here] = entrants, places
    seats["won"][here] = np.array(places) == 1
    return PlayedGame(record, np.zeros(0, np.uint16))


# ---- tables


@pytest.mark.parametrize(
    ("players", "tables", "games"),
    [(2, ((0, 1),), 2), (3, ((0, 0, 1), (0, 1, 1)), 6), (4, ((0, 0, 1, 1),), 6)],
)
def test_without_a_pool_the_two_share_every_seating(players, tables, games):
    plan = plan_gate("new", "old", players=players)
    assert (plan.entrants, plan.specs) == (("candidate", "baseline"), ("new", "old"))
    assert plan.tables == tables
    assert plan.games_per_block == games
    seats = Counter(
        (seat, entrant)
        for unit in plan.units(1)
        for spec in plan.unit(unit)
        for seat, entrant in enumerate(spec.entrants)
    )
    assert len(set(seats.values())) == 1, "each has every seat equally often"


def test_with_a_pool_both_meet_the_same_players_from_the_same_seeds():
    plan = plan_gate("new", "old", ["a", "b"], players=3)
    assert plan.entrants == ("candidate", "baseline", "a", "b")
    assert plan.tables == ((0, 2, 3), (1, 2, 3), (0, 3, 2), (1, 3, 2))
    seeds = {spec.seed for unit in plan.units(1) for spec in plan.unit(unit)}
    assert len(seeds) == 1


def test_one_player_fills_a_pool():
    assert plan_gate("new", "old", ["greedy"]).tables == ((0, 2, 2, 2), (1, 2, 2, 2))


# ---- scores


def test_a_block_by_hand():
    # The candidate wins two of three games of two seats each, the baseline one: (2/6) - (1/6).
    block = [game((0, 0, 1, 1), (1, 4, 2, 3)), game((0, 1, 0, 1), (2, 3, 1, 4)), game((1, 0, 0, 1), (1, 2, 3, 4))]
    cells = block_cells(block, "win")
    assert cells == pytest.approx([1 / 6, 1 / 6, -1 / 6])
    assert cells.sum() == pytest.approx(1 / 6)


def test_placement_by_hand():
    # Places 1 and 4 against 2 and 3 are worth 1 - 1 and 1/3 - 1/3 among four: even.
    assert block_cells([game((0, 1, 1, 0), (1, 2, 3, 4))], "placement").sum() == pytest.approx(0)
    assert block_cells([game((0, 0, 1, 1), (1, 2, 3, 4))], "placement").sum() == pytest.approx(4 / 3)


def test_players_of_the_pool_do_not_count():
    block = [game((0, 2, 2), (1, 2, 3)), game((1, 2, 2), (2, 1, 3))]
    assert block_cells(block, "win") == pytest.approx([1, 0])


@pytest.mark.parametrize(
    ("plan", "score", "most"),
    [
        (plan_gate("a", "b"), "win", 0.5),
        (plan_gate("a", "b", players=2), "win", 1.0),
        (plan_gate("a", "b", players=3), "win", 2 / 3),
        (plan_gate("a", "b", ["c"]), "win", 1.0),
        (plan_gate("a", "b", options={"variant": "blood_oath"}), "win", 1.0),
        (plan_gate("a", "b"), "placement", 2.0),
    ],
)
def test_bounds_of_scores(plan, score, most):
    assert score_bounds(plan, score) == (-most, most)


def test_elo_by_hand():
    # 400 Elo are odds of ten to one: of two seats that win half the games of four, 10/11 and 1/11 of it.
    assert drop_of_elo(400, plan_gate("a", "b")) == pytest.approx(0.5 * 9 / 11)
    assert drop_of_elo(400, plan_gate("a", "b", players=2)) == pytest.approx(9 / 11)
    with pytest.raises(ValueError, match="only fits a gate without a pool"):
        drop_of_elo(20, plan_gate("a", "b", ["c"]))


# ---- answers


def gate_of(candidate, baseline, budget=1200, **question):
    plan = plan_gate("candidate", "baseline", players=2, options=SHORT, seed=3)
    return run_gate(plan, Question(**{"drop": 0.2, **question}), budget, policies=[candidate, baseline])


def test_the_same_agent_twice_is_not_weaker_and_its_games_are_the_same():
    verdict = gate_of(RandomPolicy(), RandomPolicy())
    assert verdict.answer == NOT_WEAKER
    assert not verdict.scores.any(), "both had the same luck at each seat"
    assert (verdict.difference, verdict.interval) == (0, (0, 0))


def test_both_directions():
    weak, strong = FirstLegal(), RandomPolicy()
    down, up = gate_of(weak, strong), gate_of(strong, weak)
    assert {down.answer, up.answer} == {WEAKER, NOT_WEAKER}
    assert down.scores[: min(up.blocks, down.blocks)].tolist() == (-up.scores)[: min(up.blocks, down.blocks)].tolist()
    loser = down if down.answer == WEAKER else up
    assert loser.difference < -0.1
    assert loser.llr >= loser.bounds[1]
    assert loser.candidate < loser.baseline


def test_a_small_budget_stays_undecided():
    verdict = gate_of(RandomPolicy(), RandomPolicy(), budget=10)
    assert (verdict.answer, verdict.blocks, verdict.games) == (UNDECIDED, 5, 10)


def test_batches_make_no_difference_to_the_verdict():
    plan = plan_gate("candidate", "baseline", players=2, options=SHORT, seed=3)
    players = [BlunderingPolicy(FirstLegal(), 0.2), RandomPolicy()]
    one, other = (run_gate(plan, Question(drop=0.2), 400, policies=players, batch_size=size) for size in (3, 64))
    assert one.scores.tolist() == other.scores.tolist()
    assert (one.llr, one.answer) == (other.llr, other.answer)


def test_it_stops_as_soon_as_it_knows():
    plan = plan_gate("candidate", "baseline", players=2, options=SHORT, seed=3)
    seen = []
    verdict = run_gate(
        plan, Question(drop=0.2), 1200, policies=[RandomPolicy()] * 2, progress=lambda g: seen.append(g.answer)
    )
    assert seen == [UNDECIDED] * (verdict.blocks - 1) + [NOT_WEAKER]


def test_a_policy_that_raises_is_named():
    with pytest.raises(PolicyError, match="the policy 'candidate' failed: ZeroDivisionError"):
        gate_of(Breaks(5), RandomPolicy())


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ({"drop": 0}, "drop=0 does not fit"),
        ({"alpha": 0.5}, "alpha=0.5 does not fit"),
        ({"beta": 0.0}, "beta=0.0 does not fit"),
        ({"score": "points"}, "score='points' is not known"),
    ],
)
def test_questions_that_do_not_fit(question, sentence):
    with pytest.raises(ValueError, match=sentence):
        Question(**question)


def test_a_drop_that_cannot_be():
    with pytest.raises(ValueError, match=r"drop=0\.5 does not fit: at this table 0\.50 is all that can be lost"):
        Gate(plan_gate("a", "b"), Question(drop=0.5))


def test_a_budget_without_room_for_a_block():
    with pytest.raises(ValueError, match="a budget of 1 games is less than one block, which has 2"):
        gate_of(RandomPolicy(), RandomPolicy(), budget=1)


# ---- the command


def regress(*words):
    return main(["regress", "--players", "2", "--max-days", "1", "--no-cooperation", "--jobs", "1", *words])


def test_the_command_says_not_weaker(tmp_path, capsys):
    report, junit = tmp_path / "gate.json", tmp_path / "gate.xml"
    words = ["--candidate", "random", "--baseline", "random", "--drop", "0.2", "--json", str(report)]
    assert regress(*words, "--junit", str(junit)) == ExitStatus.YES
    shown = capsys.readouterr().out
    assert shown.startswith("not weaker: random against random\nLLR ")
    row = json.loads(report.read_text("utf-8"))
    assert row["verdict"] == "not weaker"
    assert row["games"] == 2 * row["blocks"] == 2 * len(row["scores"])
    assert [entrant["spec"] for entrant in row["match"]["entrants"]] == ["random", "random"]
    assert row["question"] == {"drop": 0.2, "alpha": 0.05, "beta": 0.05, "score": "win"}
    suite = ElementTree.parse(junit).getroot()
    assert (suite.attrib["tests"], suite.attrib["failures"], suite.attrib["skipped"]) == ("1", "0", "0")
    assert suite[0].attrib["name"] == "random is not weaker than random"


def test_the_command_says_undecided(tmp_path, capsys):
    junit = tmp_path / "gate.xml"
    words = ["--candidate", "random", "--baseline", "random", "--budget", "8", "--junit", str(junit)]
    assert regress(*words) == ExitStatus.UNDECIDED
    assert capsys.readouterr().out.startswith("undecided: random against random; a bigger --budget may tell")
    assert ElementTree.parse(junit).getroot().find("testcase/skipped") is not None


def test_the_command_says_weaker(tmp_path, capsys):
    junit = tmp_path / "gate.xml"
    words = ["--candidate", "random", "--baseline", "greedy", "--drop", "0.2", "--junit", str(junit)]
    assert main(["regress", "--players", "2", "--max-days", "3", "--jobs", "1", *words]) == ExitStatus.NO
    assert capsys.readouterr().out.startswith("weaker: random against greedy")
    failure = ElementTree.parse(junit).getroot().find("testcase/failure")
    assert failure is not None
    assert "weaker" in failure.attrib["message"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--candidate", "gredy", "--baseline", "random"], "did you mean 'greedy'"),
        (["--candidate", "random", "--baseline", "random", "--drop", "1.5"], "drop=1.5 does not fit"),
        (["--candidate", "random", "--baseline", "random", "--drop", "0.1", "--elo", "20"], "say the same thing"),
        (["--candidate", "random", "--baseline", "random", "--against", "random", "--elo", "20"], "without a pool"),
        (["--candidate", "random", "--baseline", "random", "--elo", "-20"], "--elo -20 does not fit"),
        (["--candidate", "random", "--baseline", "random", "--elo", "20", "--score", "placement"], "in its own units"),
        (["--candidate", "random", "--baseline", "random", "--option", "plays_per_dag=3"], "plays_per_day"),
        (["--candidate", "random", "--baseline", "random", "--option", "reward=win"], "changes nothing in a match"),
        (["--candidate", "random"], "--baseline"),
    ],
)
def test_wrong_use_is_two(words, sentence, capsys):
    assert regress(*words) == ExitStatus.WRONG_USE
    assert sentence in capsys.readouterr().err
