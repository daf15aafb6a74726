"""What looks for a mutant, in this order: the rule's own tests, worked cases, the referee, then all un-jitted tests.

A stage runs in a child process that has the libraries loaded already, in a copy of the tree, and ends with its status.
"""

from __future__ import annotations

import os
import sys
import warnings
from dataclasses import dataclass
from pathlib import Path

from tests.mutation.numbers import MODULE

RULES = "tests/kingdom/rules"
CASES = f"{RULES}/test_cases.py"
NUMBERS = "tests/kingdom/test_moved_constants.py"
# Modules whose tests lie in files of other names, or in more than that of their name.
ALSO = {
    "arrival": ("travel", "combat"),
    "dice": ("combat", "recruit_smuggle"),
    "forfeit": ("promises",),
    "hustle": ("costs",),
    "oath": ("reckoning",),
    "party": ("combat", "travel"),
    "pinned": ("combat", "costs"),
    "power_plays": ("costs",),
    "push": ("costs",),
    "recruit": ("costs",),
    "respect": ("reckoning",),
    "shylock": ("costs",),
    "sicilian_plays": ("costs",),
    "staking": ("grease", "promises"),
    "title_plays": ("costs",),
    "travel": ("costs",),
    "turns": ("costs",),
}
SEEN, MISSED, WRONG_TREE = 1, 0, 99
# Of pytest: a usage error, nothing collected. Both are faults of the run, and say nothing of the mutant.
NO_VERDICT = (4, 5, WRONG_TREE)


@dataclass(frozen=True)
class Stage:
    """One look at a mutant.

    Attributes:
        name: For people.
        tests: What pytest is given; empty = compare with the referee.
        decisions: How many of them.
        is_quick: Whether it takes seconds.
    """

    name: str
    tests: tuple[str, ...] = ()
    decisions: int = 0
    is_quick: bool = False


def own_tests(tree: Path, module: str) -> list[str]:
    """List the test files of a module, from the root of the tree."""
    if module == MODULE:
        # Numbers of Contracts and Still tokens are seen by the rules' tests first.
        likely = (f"{RULES}/test_setup.py", f"{RULES}/test_contracts.py", NUMBERS)
        return [file for file in likely if (tree / file).exists()]
    stem = Path(module).stem
    found = []
    for file in sorted((tree / RULES).glob("test_*.py")):
        topic = file.stem.removeprefix("test_")
        if topic == stem or stem in topic.split("_") or topic in ALSO.get(stem, ()):
            found.append(f"{RULES}/{file.name}")
    return found


def stages_of(tree: Path, module: str, decisions: int) -> list[Stage]:
    """List what looks for a mutant of a module, as far as the tree has it.

    Args:
        tree: Root of the copy.
        module: Path under `moonshine_env/kingdom`, or "tables".
        decisions: How many the referee reads.
    """
    own = own_tests(tree, module)
    rules = [f"{RULES}/{file.name}" for file in sorted((tree / RULES).glob("test_*.py"))]
    rest = [
        f"tests/kingdom/{file.name}"
        for file in sorted((tree / "tests/kingdom").glob("test_*.py"))
        if "lane_unjitted" in file.read_text("utf-8")
    ]
    # Goldens are quick, and see what luck has to do with.
    quick = [file for file in rest if file.endswith(("test_goldens.py", "test_perft.py"))]
    stages = [
        Stage("own tests", tuple(own), is_quick=True),
        Stage("worked cases", (f"{CASES}::test_case",) if CASES in rules else (), is_quick=True),
        Stage("referee", decisions=decisions if (tree / "tests/reference/fuzz.py").exists() else 0, is_quick=True),
        Stage("moved numbers", (NUMBERS,) if NUMBERS in rest and NUMBERS not in own else ()),
        Stage("tests of rules", tuple(file for file in rules if file not in (*own, CASES))),
        Stage("goldens", tuple(quick)),
        Stage("other tests", tuple(file for file in rest if file not in (*quick, NUMBERS))),
    ]
    return [stage for stage in stages if stage.tests or stage.decisions]


def _compare(decisions: int) -> int:
    warnings.simplefilter("error", RuntimeWarning)
    from tests.reference import fuzz

    return MISSED if next(fuzz.differences(decisions, seed=20), None) is None else SEEN


def run_stage(tree: str, home: str, stage: Stage, number: str, by: int) -> None:
    """Run one stage and end the process: status 0 = the mutant was not seen. To be called in a child process.

    Args:
        tree: Root of the copy, mutated.
        home: Root of the original, which must not be imported.
        stage: What to run.
        number: Number of the TABLES record to move, "" for none.
        by: How far.
    """
    os.chdir(tree)
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1)
    os.dup2(sink, 2)
    sys.path[:] = [tree, *(path for path in sys.path if path and Path(path).resolve() != Path(home))]
    for name in [name for name in sys.modules if name.partition(".")[0] in ("tests", "moonshine_env")]:
        del sys.modules[name]
    status = SEEN
    try:
        if number:
            from tests.mutation.numbers import move_number

            move_number(number, by)
        if stage.decisions:
            status = _compare(stage.decisions)
        else:
            import pytest

            options = "-x -q --no-header --assert=plain -p no:cacheprovider -W error::RuntimeWarning"
            status = int(pytest.main([*options.split(), "-m", "lane_unjitted", *stage.tests]))
        for name in ("moonshine_env", "tests"):
            places = list(getattr(sys.modules.get(name), "__path__", ()))
            if places and places[0] != f"{tree}/{name}":
                status = WRONG_TREE
    except Exception:  # noqa: BLE001 - whatever a mutant breaks, it was seen
        status = SEEN
    finally:
        os._exit(status)
