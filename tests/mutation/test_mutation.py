"""The mutation run: what it moves, that it sees what a test sees and says what none does, and that it goes on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutation.mutants import find_mutants
from tests.mutation.runner import ROOT, UnsoundRunError, choose, modules_of, read_equivalent, read_results

pytest.importorskip("rich")

SOURCE = '''"""Say 1."""

LIMIT = 5


def f(a, b, t):
    """Count to 3."""
    if a < 2 and b == 4:
        return -1
    return 0 < a + b <= t["cap"] or a > b
'''


def test_each_number_and_threshold_moves_both_ways():
    moved = [(mutant.function, mutant.becomes) for mutant in find_mutants(SOURCE, "phases/m.py")]
    assert moved == [
        ("", "LIMIT = 6"),
        ("", "LIMIT = 4"),
        ("f", "if a < 3 and b == 4:"),
        ("f", "if a < 1 and b == 4:"),
        ("f", "if a < 2 and b == 5:"),
        ("f", "if a < 2 and b == 3:"),
        ("f", "return -2"),
        ("f", "return -0"),
        ("f", "return 0 < a + b <= (t['cap'] + 1) or a > b"),
        ("f", "return 0 < a + b <= (t['cap'] - 1) or a > b"),
        ("f", 'return 1 < a + b <= t["cap"] or a > b'),
        ("f", 'return -1 < a + b <= t["cap"] or a > b'),
        ("f", 'return 0 < a + b <= t["cap"] or a > (b + 1)'),
        ("f", 'return 0 < a + b <= t["cap"] or a > (b - 1)'),
    ]
    for mutant in find_mutants(SOURCE, "phases/m.py"):
        compile(mutant.text, mutant.module, "exec")
        assert mutant.text.count("\n") == SOURCE.count("\n")


def test_mutants_that_read_alike_are_told_apart():
    names = [str(mutant) for mutant in find_mutants("x = f(0)\nx = f(0)\n", "m.py")]
    assert len(names) == len(set(names)) == 4


def test_the_list_of_equivalent_mutants_is_current():
    mutants, known = choose(ROOT, modules_of(ROOT), None, 0)
    assert len(mutants) > 1000
    assert known >= len(read_equivalent(ROOT))


# ---- a small game whose tests see one number and miss another

RULES = '''"""Rules."""


def is_rich(cash):
    """Say whether cash is above 5."""
    return cash > 5


def is_poor(cash):
    """Say whether cash is under 5."""
    return cash < 5


def come_down(start):
    """Come down to 0."""
    while start:
        start -= 1
    return start
'''
TESTS = '''"""Tests."""

import pytest

from moonshine_env.kingdom.phases.toy import come_down, is_poor, is_rich

pytestmark = pytest.mark.lane_unjitted


def test_rich():
    assert is_rich(6) and not is_rich(5)


def test_poor():
    assert is_poor(1)


def test_come_down():
    assert come_down(4) == 0
'''


@pytest.fixture
def project(tmp_path: Path) -> Path:
    files = {
        "moonshine_env/__init__.py": "",
        "moonshine_env/kingdom/__init__.py": "",
        "moonshine_env/kingdom/phases/__init__.py": "",
        "moonshine_env/kingdom/phases/toy.py": RULES,
        "tests/kingdom/rules/test_toy.py": TESTS,
        "pyproject.toml": "[tool.pytest.ini_options]\npythonpath = ['.']\nmarkers = ['lane_unjitted']\n",
    }
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return tmp_path


def hunt(project: Path) -> tuple[int, str]:
    command = [sys.executable, "-m", "tests.mutation", "--root", str(project), "--module", "phases/toy.py"]
    command += ["--patience", "5"]
    # Wide, so that no line of what it prints is broken.
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "COLUMNS": "300"}, check=False
    )
    return done.returncode, done.stdout + done.stderr


def test_a_planted_survivor_is_found_and_an_obvious_mutant_killed(project: Path):
    status, said = hunt(project)
    assert status == 1, said
    lines = (project / "runs/mutants.jsonl").read_text("utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    assert [row["by"] for row in found if row["mutant"].endswith("start -= 0")] == ["own tests, endless"]
    outcomes = {row["mutant"].rpartition("  ->  ")[2]: row["outcome"] for row in found}
    assert outcomes["return cash > 6"] == outcomes["return cash > 4"] == "killed"
    assert outcomes["return cash < 6"] == outcomes["return cash < 4"] == "survived"
    assert outcomes["start -= 2"] == "survived"
    assert outcomes["start -= 0"] == "killed"
    assert len(outcomes) == 6
    assert "  phases/toy.py, is_poor: return cash < 5  ->  return cash < 6" in said
    # The tree itself is as it was.
    assert (project / "moonshine_env/kingdom/phases/toy.py").read_text("utf-8") == RULES

    # Again, with the end of the file lost as if the run had been stopped: what is there is not run anew.
    kept = lines[:-2]
    (project / "runs/mutants.jsonl").write_text("\n".join(kept) + '\n{"mutant": "phas', "utf-8")
    status, said = hunt(project)
    assert status == 1, said
    after = (project / "runs/mutants.jsonl").read_text("utf-8").splitlines()
    assert after[: len(kept)] == kept
    assert after[len(kept)] == '{"mutant": "phas'
    assert len(after) == len(lines) + 1


def test_equivalent_mutants_are_left_out_and_stale_entries_refused(project: Path):
    listed = project / "tests/mutation/equivalent.toml"
    listed.parent.mkdir()
    entry = '[[mutant]]\nmodule = "phases/toy.py"\nfunction = "is_poor"\nline = "return cash < 5"\n'
    listed.write_text(entry + 'becomes = ["return cash < 6", "return cash < 4"]\nreason = "nobody has 4 or 5"\n')
    mutants, known = choose(project, ["phases/toy.py"], None, 0)
    assert known == 2
    assert not any(mutant.function == "is_poor" for mutant in mutants)
    assert len(choose(project, ["phases/toy.py"], 3, 0)[0]) == 3
    listed.write_text(entry + 'becomes = "return cash < 7"\nreason = "there is no such mutant"\n')
    with pytest.raises(UnsoundRunError, match="no mutant any more"):
        choose(project, ["phases/toy.py"], None, 0)
    listed.write_text(entry + 'becomes = "return cash < 6"\n')
    with pytest.raises(UnsoundRunError, match="no reason"):
        choose(project, ["phases/toy.py"], None, 0)


def test_tests_that_fail_unmoved_end_the_run(project: Path):
    file = project / "tests/kingdom/rules/test_toy.py"
    file.write_text(TESTS.replace("is_poor(1)", "is_poor(7)"))
    status, said = hunt(project)
    assert status == 2
    assert "own tests fail with nothing moved" in said


def test_an_unknown_module_is_named(project: Path):
    with pytest.raises(UnsoundRunError, match=r"'phases/tyo\.py'; there are: phases/toy\.py"):
        choose(project, ["phases/tyo.py"], None, 0)


def test_a_survivor_is_looked_for_again_when_tests_change(tmp_path: Path):
    row = {"mutant": "a", "version": "v", "tests": "old", "outcome": "survived", "by": "", "seconds": 1.0}
    file = tmp_path / "r.jsonl"
    file.write_text("\n".join(json.dumps({**row, **more}) for more in ({}, {"mutant": "b", "outcome": "killed"})))
    assert set(read_results(file, "old")) == {("a", "v"), ("b", "v")}
    assert set(read_results(file, "new")) == {("b", "v")}
