"""`moonshine case`: worked cases from a file, and what is said where one differs or cannot be read."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from moonshine_env.cli import ExitStatus, main
from moonshine_env.kingdom.casework import CaseError, read_cases

pytest.importorskip("typer")
pytestmark = pytest.mark.lane_unjitted

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "cases.md"

GOOD = """
[[case]]
id = "X1"
title = "two Runners move"
given = { turn = "vipers", districts = { tenderloin = "vipers 3R" } }
do = ["vipers: move tenderloin five_points", "vipers: crew 0 2"]
expect = { districts = { five_points = "vipers 2R", tenderloin = "vipers 1R" } }
[[case.variant]]
title = "three"
do = ["vipers: move tenderloin five_points", "vipers: crew 0 3"]
expect = { districts = { five_points = "vipers 3R" } }

[[case]]
id = "X10"
title = "and on"
follows = "X1"
do = [{ districts = "see is missing" }]
"""
LAST = GOOD.rindex("[[case]]")


@pytest.fixture
def run(tmp_path, capsys):
    """Run `moonshine case` on a text; exit status and what was printed."""

    def go(text: str, *words: str) -> tuple[int, str, str]:
        path = tmp_path / "bug.toml"
        path.write_text(text, "utf-8")
        status = main(["case", str(path), *words])
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    return go


def test_cases_that_pass(run):
    status, out, err = run(GOOD[:LAST])
    assert status == ExitStatus.YES
    assert out == "passed   X1: two Runners move\npassed   X1: three\n2 passed\n"
    assert err == ""


def test_our_own_cases_pass_by_the_command(capsys):
    assert main(["case", str(ROOT / "tests" / "kingdom" / "cases" / "signature.toml")]) == ExitStatus.YES
    assert "differs" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        (
            'five_points = "vipers 2R"',
            'five_points = "vipers 3R"',
            ["at the end:", "districts.five_points: expected 'vipers 3R', found 'vipers 2R'"],
        ),
        (
            "vipers: crew 0 2",
            "irish: crew 0 2",
            ["at step 2, 'irish: crew 0 2':", "actor: expected 'irish', found 'vipers'"],
        ),
        (
            "crew 0 2",
            "crew 0 4",
            ["at step 2, 'vipers: crew 0 4':", "'vipers: crew 0 4' is not legal; vipers decides crew"],
        ),
        (
            'do = ["vipers: move',
            'dice = [6]\ndo = ["vipers: move',
            ["at the end:", "dice left over: expected [], found [6]"],
        ),
        (
            '"vipers: crew 0 2"]',
            '{ decision = "turn", see = { turn = "irish" } }]',
            [
                "at step 2, a check:",
                "decision: expected 'turn', found 'crew'",
                "turn: expected 'irish', found 'vipers'",
            ],
        ),
    ],
)
def test_what_differs_is_said(run, tmp_path, old, new, lines):
    assert old in GOOD
    report = tmp_path / "out.json"
    status, out, err = run(GOOD[:LAST].replace(old, new, 1), "--json", str(report))
    assert status == ExitStatus.NO
    assert out.startswith("differs  X1: two Runners move\n")
    for line in lines:
        assert f"\n         {line}" in out
    assert out.endswith("1 passed, 1 differs\n")
    assert err == ""
    first, second = json.loads(report.read_text("utf-8"))
    assert (first["outcome"], second["outcome"]) == ("differs", "passed")
    found = [d for d in first["differences"] if f"{d['path']}: " in out]
    assert len(found) == len(first["differences"])


def test_one_case_and_its_variants(run):
    status, out, _ = run(GOOD, "--id", "X1")
    assert (status, out.splitlines()[-1]) == (ExitStatus.YES, "2 passed")
    status, out, _ = run(GOOD, "--id", "X1: three")
    assert (status, out.splitlines()) == (ExitStatus.YES, ["passed   X1: three", "1 passed"])
    status, out, err = run(GOOD, "--id", "X2")
    assert (status, out) == (ExitStatus.WRONG_USE, "")
    assert "has no case 'X2'; it has: X1, X1: three, X10" in err


def test_a_case_that_cannot_be_read_stops_no_other(run):
    status, out, _ = run(GOOD)
    assert status == ExitStatus.WRONG_USE
    assert "unclear  X10: and on\n         cannot be read: 'districts' is no check" in out
    assert out.endswith("2 passed, 1 unclear\n")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "holds no case; begin each with [[case]]"),
        ("case = 3", "holds no case"),
        ("[[cases]]\nid = 1", "'cases' cannot stand outside a case"),
        ('[[case]]\nid = "X1', "is not TOML"),
        ('[[case]]\ntitle = "x"', "every case needs `id`"),
        ('[[case]]\nid = "X"', "every case needs `title`"),
        ('[[case]]\nid = "X"\ntitle = "x"\nexpects = {}', "'expects' cannot stand there; did you mean expect?"),
        ('[[case]]\nid = "X"\ntitle = "x"\ndo = "irish: rat"', "do = 'irish: rat' cannot be read; expected a list"),
        ('[[case]]\nid = "X"\ntitle = "x"\ndo = [3]', "do: 3 is neither a play"),
        ('[[case]]\nid = "X"\ntitle = "x"\nvariant = 3', "begin each variant with [[case.variant]]"),
        ('[[case]]\nid = "X"\ntitle = "x"\n[[case.variant]]\ndo = []', "every variant needs a `title`"),
    ],
)
def test_a_file_that_cannot_be_read(run, text, sentence):
    status, out, err = run(text)
    assert (status, out) == (ExitStatus.WRONG_USE, "")
    assert sentence in err
    assert "bug.toml" in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("rest", "sentence"),
    [
        ("given = { distrcts = {} }", "distrcts"),
        ("given = { given_dice = [1] }", "write the rolls as `dice`"),
        ("dice = [7]", "given_dice"),
        ('setup = { mob = ["irish"] }', "setup.mob is not known"),
        ('setup = { mobs = ["irish", "iris"] }', "did you mean irish?"),
        ("setup = { max_days = 0 }", "max_days=0 does not fit"),
        ("setup = { seed = -1 }", "setup.seed=-1 does not fit"),
        ('follows = "Y"', "follows 'Y', which is not in the file"),
        ('follows = "X"', "follows 'X', which follows this one in turn"),
        ('do = ["irish rat"]', "expected who plays what"),
        ('do = ["irish: rta"]', "did you mean"),
        ('do = [{ offered = "rat" }]', "offered: expected a list of names"),
        ("do = [{ see = 3 }]", "see: expected a table"),
        ("expect = { players = { irish = { hand_has = 3 } } }", "expected a list of names"),
        ("expect = { players = { irsh = {} } }", "did you mean irish?"),
        ("expect = { extorted = [1, { a = 1 }] }", ""),
    ],
)
def test_a_case_that_cannot_be_read(run, rest, sentence):
    status, out, _ = run(f'[[case]]\nid = "X"\ntitle = "x"\n{rest}')
    if sentence:
        assert status == ExitStatus.WRONG_USE
        assert "unclear  X: x\n         cannot be read: " in out
        assert sentence in out
    else:  # odd, but readable
        assert status == ExitStatus.NO


def test_no_file(capsys, tmp_path):
    assert main(["case", str(tmp_path / "no.toml")]) == ExitStatus.WRONG_USE
    assert "No such file" in capsys.readouterr().err


def test_the_example_of_the_page(run, tmp_path):
    text = PAGE.read_text("utf-8")
    (case,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    (shown,) = re.findall(r"```\n\$ moonshine case fold.toml\n(.*?)```", text, re.DOTALL)
    status, out, _ = run(case)
    assert (status, out) == (ExitStatus.NO, shown)
    assert run(case.replace(', not_offered = ["fold tenderloin"]', ""))[:2] == (
        ExitStatus.YES,
        "passed   X1: a Fold leaves the Safehouse behind\n1 passed\n",
    )


def test_the_page_names_every_key():
    from moonshine_env.kingdom.casework.files import CASE_KEYS
    from moonshine_env.kingdom.casework.table import CHECKS

    text = PAGE.read_text("utf-8")
    for key in {*CASE_KEYS, *CHECKS} - {"example"}:
        assert f"`{key}`" in text, key


def test_a_folder_is_read_whole(tmp_path):
    (tmp_path / "a.toml").write_text(GOOD[:LAST], "utf-8")
    (tmp_path / "b.toml").write_text(GOOD[LAST:], "utf-8")
    assert list(read_cases(tmp_path)) == ["X1", "X1: three", "X10"]
    (tmp_path / "c.toml").write_text(GOOD[LAST:], "utf-8")
    with pytest.raises(CaseError, match="this id cannot stand there"):
        read_cases(tmp_path)
