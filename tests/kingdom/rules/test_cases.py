"""The worked cases of tests/kingdom/cases, each by its id; and that each of them can fail."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from moonshine_env.kingdom.casework import Case, CaseError, FailedCaseError, Table, read_cases, run_case

FOLDER = Path(__file__).parents[1] / "cases"
CASES = read_cases(FOLDER)


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_case(case: Case):
    run_case(case, CASES)


def test_every_case_is_there():
    numbers = {int(name[1:]) for name in CASES if ":" not in name}
    assert numbers == set(range(1, 62))


def test_both_examples_of_the_rulebook_are_there():
    assert {case.id: case.example for case in CASES.values() if case.example} == {
        "C15": "Supply Lines: Smuggle",
        "C31": "Battle for the Docks",
    }


def test_every_case_says_what_it_expects():
    for case in CASES.values():
        assert case.title, case.id
        assert case.rules, case.id
        assert case.expect or any(isinstance(step, dict) for step in case.do), case.id


# ---- a case that is wrong must fail


def spoilt(value: Any, path: tuple[str, ...]) -> Any:
    """Make another value that could stand in the same place."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + (100 if path[-1] in ("cash", "market") or path[0] == "market" else 1)
    if isinstance(value, list):
        return value[1:] if value else [{"red": 1, "white": 1}.get(path[-1], "irish")]
    if path[0] == "districts":
        return "5m" if value == "none" else "none"
    if path[-1] == "decision":
        return "shylock" if value != "shylock" else "turn"
    return "irish" if value != "irish" else "none"


def leaves(table: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for key, value in table.items():
        if isinstance(value, dict) and value:
            yield from leaves(value, (*path, key))
        elif not isinstance(value, dict):
            yield (*path, key)


def spoilt_expectations(case: Case) -> Iterator[dict[str, Any]]:
    for path in leaves(case.expect):
        expect = copy.deepcopy(case.expect)
        table = expect
        for key in path[:-1]:
            table = table[key]
        opposite = {"hand_has": "hand_lacks", "hand_lacks": "hand_has"}.get(path[-1])
        if opposite:
            table[opposite] = table.pop(path[-1])
        else:
            table[path[-1]] = spoilt(table[path[-1]], path)
        yield expect


def one_less(names: list[str], name: str) -> list[str]:
    """Drop a name, or add one that is not offered if its family would go unnamed."""
    rest = [other for other in names if other != name]
    return rest if any(other.split()[0] == name.split()[0] for other in rest) else [*names, "done"]


def spoilt_checks(case: Case) -> Iterator[Case]:
    for k, step in enumerate(case.do):
        for key in step if isinstance(step, dict) else ():
            if key == "see":
                continue
            for item in step[key] if isinstance(step[key], list) else (step[key],):
                wrong: dict[str, Any] = {
                    "decision": {"decision": "none"},
                    "actor": {"actor": "none"},
                    "offered": {"not_offered": [item]},
                    "not_offered": {"offered": [item]},
                    "exactly": {"exactly": one_less(step[key], item)},
                    "only": {"only": [name for name in step[key] if name != item]},
                }[key]
                yield dataclasses.replace(case, do=[*case.do[:k], wrong, *case.do[k + 1 :]])


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_a_wrong_expectation_fails(case: Case):
    table = run_case(case, CASES)
    for expect in spoilt_expectations(case):
        with pytest.raises(FailedCaseError):
            table.end(**expect)


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_a_wrong_check_or_die_fails(case: Case):
    wrong = [*spoilt_checks(case), dataclasses.replace(case, dice=[*case.dice, 1])]
    if case.dice:
        wrong.append(dataclasses.replace(case, dice=case.dice[:-1]))
    for spoilt_case in wrong:
        with pytest.raises(FailedCaseError):
            run_case(spoilt_case, CASES)


BOARD = {"turn": "vipers", "districts": {"tenderloin": "vipers 2R 3g", "bowery": "irish 1R"}}


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        (["irish: move tenderloin five_points"], "vipers decides turn"),
        (["vipers: move tenderloin jamaica"], "no action is named"),
        (["vipers: move five_points tenderloin"], "is not legal"),
        (["move tenderloin five_points"], "expected who plays what"),
        ([{"offered": ["fly"]}], "no play is named"),
        ([{"offers": ["rat"]}], "is no check"),
        ([{"decision": "trun"}], "did you mean turn"),
        ([{"see": {"rats": "irish"}}], "not known here"),
        ([{"see": {"players": {"vipers": {"money": 1}}}}], "players.vipers.money"),
        ([{"see": {"districts": {"tenderloin": "vipers 2R 4g"}}}], "is 'vipers 2R 3g', expected 'vipers 2R 4g'"),
        ([{"exactly": ["lay_low", "rat"]}], "offered are lay_low; expected lay_low, rat"),
    ],
)
def test_what_is_wrong_is_said(steps: list[Any], message: str):
    with pytest.raises((FailedCaseError, CaseError), match=message):
        Table(BOARD).play(*steps)


def test_given_dice_must_be_counted():
    with pytest.raises(CaseError, match="write the rolls as `dice`"):
        Table({"given_dice": [1]})


def test_a_variant_lays_its_given_over_the_case(tmp_path: Path):
    text = """
[[case]]
id = "X1"
title = "two Runners"
rules = ["K5.1"]
given = { turn = "vipers", districts = { tenderloin = "vipers 2R", bowery = "irish 1R" } }
do = [{ actor = "vipers" }]
expect = { districts = { bowery = "irish 1R" } }
[[case.variant]]
title = "one"
without = ["districts.bowery"]
given = { districts = { tenderloin = "vipers 1R" } }
expect = { districts = { tenderloin = "vipers 1R", bowery = "none" } }
"""
    (tmp_path / "x.toml").write_text(text)
    cases = read_cases(tmp_path)
    assert list(cases) == ["X1", "X1: one"]
    for case in cases.values():
        run_case(case, cases)
    assert cases["X1: one"].do == [{"actor": "vipers"}]
    (tmp_path / "y.toml").write_text(text)
    with pytest.raises(CaseError, match="this id cannot stand there"):
        read_cases(tmp_path)
    (tmp_path / "y.toml").write_text(text.replace("X1", "X2").replace("expect =", "expects ="))
    with pytest.raises(CaseError, match="expects"):
        read_cases(tmp_path)
