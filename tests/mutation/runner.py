"""The mutation run: moves each number of the rules by one and lists what no test sees.

    python -m tests.mutation                                  # everything, hours
    python -m tests.mutation --module phases/police.py        # one module; "tables" = numbers of the data files
    python -m tests.mutation --limit 20 --seed 1              # twenty of them at random
    python -m tests.mutation --quick                          # only the quick stages; what they miss needs the others
    python -m tests.mutation --list                           # only say what there is

The tree is copied first, so work on it may go on. Results are appended to a file as they come; a run that was stopped
goes on where it was. What is known to change nothing stands in `equivalent.toml`, with the reason, and is not run.
Exit status: 0 = no survivor, 1 = survivors, 2 = the run is not sound (tests fail unmoved, a stale entry of the list).
"""

from __future__ import annotations

import argparse
import compileall
import json
import multiprocessing
import os
import random
import shutil
import signal
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from py_compile import PycInvalidationMode
from queue import Queue
from threading import Lock

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tests.mutation.mutants import Mutant, find_mutants, short_hash
from tests.mutation.numbers import MODULE, find_numbers
from tests.mutation.stages import MISSED, NO_VERDICT, Stage, run_stage, stages_of

ROOT = Path(__file__).resolve().parents[2]
KINGDOM = "moonshine_env/kingdom"
EQUIVALENT = "tests/mutation/equivalent.toml"
SURVIVED, KILLED = "survived", "killed"
PATIENCE = 4  # times what a stage takes unmoved: longer, and it is taken for an endless loop
FIRST_PATIENCE_S = 1800.0  # while that is not known
# Lighter to start; numba and numpy are loaded once, in the server that forks the children.
SETTINGS = {"NUMBA_DISABLE_JIT": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}


class UnsoundRunError(Exception):
    """The run cannot tell anything; the message says why."""


@dataclass(frozen=True)
class Result:
    """What became of a mutant.

    Attributes:
        mutant: Its name, `str(Mutant)`.
        version: Of the text that was moved.
        tests: Version of all tests, which a survivor depends on.
        outcome: KILLED or SURVIVED.
        by: Stage that saw it, "" for a survivor.
        seconds: How long it took.
    """

    mutant: str
    version: str
    tests: str
    outcome: str
    by: str
    seconds: float


# ---- what there is to do


def modules_of(root: Path) -> list[str]:
    """List what can be moved: the modules of rules, and the numbers of the data files."""
    phases = sorted((root / KINGDOM / "phases").glob("*.py"))
    return [f"phases/{file.name}" for file in phases if file.name != "__init__.py"] + [MODULE]


def mutants_of(root: Path, module: str) -> list[Mutant]:
    """List the mutants of a module.

    Raises:
        UnsoundRunError: There is no such module.
    """
    if module == MODULE:
        return find_numbers()
    file = root / KINGDOM / module
    if not file.is_file():
        raise UnsoundRunError(f"there is no module {module!r}; there are: {', '.join(modules_of(root))}")
    return find_mutants(file.read_text("utf-8"), module)


def read_equivalent(root: Path) -> dict[tuple[str, str, str, str], str]:
    """Read the list of mutants that change nothing: their keys, and why.

    Raises:
        UnsoundRunError: An entry has no reason.
    """
    file = root / EQUIVALENT
    rows = tomllib.loads(file.read_text("utf-8")).get("mutant", []) if file.exists() else []
    found = {}
    for row in rows:
        if not row.get("reason"):
            raise UnsoundRunError(f"{EQUIVALENT}: {row} has no reason")
        for becomes in [row["becomes"]] if isinstance(row["becomes"], str) else row["becomes"]:
            found[row["module"], row["function"], row["line"], becomes] = row["reason"]
    return found


def version_of_tests(root: Path) -> str:
    """Hash all tests that look for mutants."""
    files = sorted([*(root / "tests/kingdom").rglob("*"), *(root / "tests/reference").rglob("*.py")])
    return short_hash("".join(short_hash(file.read_text("utf-8")) for file in files if file.suffix in (".py", ".toml")))


def read_results(file: Path, tests: str) -> dict[tuple[str, str], Result]:
    """Read the results that still hold: a kill while its module is as it was, a survivor while the tests are, too."""
    found = {}
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        try:
            result = Result(**json.loads(line))
        except (ValueError, TypeError):  # the last line of a run that was stopped
            continue
        if result.outcome == KILLED or result.tests == tests:
            found[result.mutant, result.version] = result
        else:
            found.pop((result.mutant, result.version), None)
    return found


# ---- one mutant


class Tree:
    """A copy of the project in which one mutant at a time is looked for."""

    def __init__(self, root: Path, place: Path) -> None:
        self.place = place
        ignored = shutil.ignore_patterns("__pycache__", "*.nbc", "*.nbi", ".*")
        for name in ("moonshine_env", "tests", "docs"):
            if (root / name).exists():
                shutil.copytree(root / name, place / name, ignore=ignored)
        shutil.copy(root / "pyproject.toml", place)
        # Children write no bytecode: compiled once, and checked by content, since a mutant may be as long and as old.
        for name in ("moonshine_env", "tests"):
            compileall.compile_dir(place / name, quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH)

    @contextmanager
    def moved(self, mutant: Mutant | None) -> Iterator[None]:
        """Write a mutant into the copy, and take it out again."""
        if mutant is None or not mutant.text:
            yield
            return
        file = self.place / KINGDOM / mutant.module
        before = file.read_text("utf-8")
        file.write_text(mutant.text, "utf-8")
        try:
            yield
        finally:
            file.write_text(before, "utf-8")


class Hunt:
    """Looks for mutants in copies of the tree."""

    def __init__(self, root: Path, decisions: int, patience: float, *, quick: bool = False) -> None:
        self.root = root
        self.quick = quick
        self.decisions = decisions
        self.patience = patience
        self.usual: dict[Stage, float] = {}  # seconds of a stage that passes, and so is known to
        self.lock = Lock()
        self.stopped = False
        self.children: set[ForkServerProcess] = set()
        os.environ.update(SETTINGS)
        self.context = multiprocessing.get_context("forkserver")
        self.context.set_forkserver_preload(["numpy", "numba", "pytest", "tests.mutation.stages"])

    def run(self, tree: Tree, stage: Stage, mutant: Mutant | None, patience: float) -> str:
        """Run a stage; return what saw the mutant, "" if it was not seen.

        Raises:
            UnsoundRunError: The stage could not run, or was stopped.
        """
        number, by = (mutant.function, mutant.by) if mutant and mutant.by else ("", 0)
        child = self.context.Process(target=run_stage, args=(str(tree.place), str(self.root), stage, number, by))
        child.start()
        self.children.add(child)
        child.join(patience)
        endless = child.is_alive()
        child.kill()
        child.join()
        self.children.discard(child)
        if self.stopped:
            raise UnsoundRunError("stopped; the same command goes on")
        if endless:
            return f"{stage.name}, endless"
        if child.exitcode in NO_VERDICT:
            raise UnsoundRunError(f"{stage.name} could not run (status {child.exitcode}): {' '.join(stage.tests)}")
        return "" if child.exitcode == MISSED else stage.name

    def check_sound(self, tree: Tree, stage: Stage) -> None:
        """See, once, that a stage passes with nothing moved: only then its failures are the mutants'.

        Raises:
            UnsoundRunError: It fails.
        """
        with self.lock:
            if stage in self.usual:
                return
            began = time.monotonic()
            if self.run(tree, stage, None, FIRST_PATIENCE_S):
                what = " ".join(stage.tests) or f"{stage.decisions} decisions"
                raise UnsoundRunError(f"{stage.name} fail with nothing moved, un-jitted: {what}")
            self.usual[stage] = time.monotonic() - began

    def look_for(self, tree: Tree, mutant: Mutant, tests: str) -> Result:
        """Run stage after stage until one sees the mutant.

        Raises:
            UnsoundRunError: A stage could not run, or fails without the mutant, too.
        """
        began = time.monotonic()
        by = ""
        stages = stages_of(tree.place, mutant.module, self.decisions)
        if self.quick:
            stages = [stage for stage in stages if stage.is_quick]
        for stage in stages:
            if stage is stages[0]:
                self.check_sound(tree, stage)
            usual = self.usual.get(stage)
            patience = FIRST_PATIENCE_S if usual is None else max(self.patience, PATIENCE * usual)
            stage_began = time.monotonic()
            with tree.moved(mutant):
                by = self.run(tree, stage, mutant, patience)
            if by:
                self.check_sound(tree, stage)
                break
            # It passed: so it does with nothing moved.
            self.usual.setdefault(stage, time.monotonic() - stage_began)
        outcome = KILLED if by else SURVIVED
        return Result(str(mutant), mutant.version, tests, outcome, by, round(time.monotonic() - began, 1))

    def stop(self) -> None:
        """End what is running."""
        self.stopped = True
        for child in list(self.children):
            child.kill()


# ---- the run


def hunt_all(hunt: Hunt, mutants: Sequence[Mutant], file: Path, jobs: int, console: Console) -> list[Result]:
    """Look for all mutants that have no result yet, with a bar; append each result to the file at once.

    Args:
        hunt: How.
        mutants: Which.
        file: Results, one JSON object a line.
        jobs: How many at a time, each in its own copy.
        console: Where the bar goes.
    """
    tests = version_of_tests(hunt.root)
    known = read_results(file, tests)
    done = [known[str(m), m.version] for m in mutants if (str(m), m.version) in known]
    open_ones = [m for m in mutants if (str(m), m.version) not in known]
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.exists() and not file.read_bytes().endswith(b"\n"):  # stopped in the middle of a line
        with file.open("a", encoding="utf-8") as out:
            out.write("\n")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with tempfile.TemporaryDirectory() as folder, Progress(*columns, console=console) as progress:
        trees: Queue[Tree] = Queue()
        for k in range(min(jobs, len(open_ones))):
            trees.put(Tree(hunt.root, Path(folder).resolve() / str(k)))
        bar = progress.add_task("", total=len(mutants), completed=len(done))
        lock = Lock()

        def show() -> None:
            survivors = sum(result.outcome == SURVIVED for result in done)
            progress.update(bar, description=f"{survivors} survive", completed=len(done))

        def work(mutant: Mutant) -> None:
            tree = trees.get()
            try:
                result = hunt.look_for(tree, mutant, tests)
            finally:
                trees.put(tree)
            with lock:
                if result.outcome == KILLED or not hunt.quick:  # what was only missed by some is no result yet
                    with file.open("a", encoding="utf-8") as out:
                        out.write(json.dumps(asdict(result), ensure_ascii=False) + "\n")
                done.append(result)
                show()
                if result.outcome == SURVIVED:
                    progress.console.print(f"survived: {mutant}", markup=False, highlight=False, soft_wrap=True)

        show()
        with ThreadPoolExecutor(jobs) as pool:
            waiting = [pool.submit(work, mutant) for mutant in open_ones]
            try:
                for each in waiting:
                    each.result()
            except BaseException:
                hunt.stop()
                pool.shutdown(cancel_futures=True)
                raise
    return done


def choose(root: Path, modules: Sequence[str], limit: int | None, seed: int) -> tuple[list[Mutant], int]:
    """List the mutants to run, without those known to change nothing, and count these.

    Raises:
        UnsoundRunError: An entry of the list of equivalent mutants is of none there is.
    """
    mutants = [mutant for module in modules for mutant in mutants_of(root, module)]
    equivalent = read_equivalent(root)
    stale = {key for key in equivalent if key[0] in modules} - {mutant.key for mutant in mutants}
    if stale:
        entries = "; ".join(" | ".join(key) for key in sorted(stale))
        raise UnsoundRunError(f"{EQUIVALENT} lists what is no mutant any more; take it out: {entries}")
    chosen = [mutant for mutant in mutants if mutant.key not in equivalent]
    known = len(mutants) - len(chosen)
    if limit is not None and limit < len(chosen):
        chosen = random.Random(seed).sample(chosen, limit)
    return chosen, known


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, and print the survivors."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutation", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--module", action="append", help="phases/NAME.py, or tables; may be given more than once")
    parser.add_argument("--limit", type=int, help="run so many, chosen at random")
    parser.add_argument("--seed", type=int, default=0, help="of that choice")
    parser.add_argument("--json", type=Path, metavar="FILE", help="results, a line each (runs/mutants.jsonl)")
    parser.add_argument("--jobs", type=int, default=1, help="so many at a time")
    parser.add_argument("--decisions", type=int, default=400, help="how many the referee reads")
    parser.add_argument("--patience", type=float, default=20.0, help="seconds before a stage counts as endless")
    parser.add_argument(
        "--quick", action="store_true", help="leave out the slow stages; only kills are kept as results"
    )
    parser.add_argument("--list", action="store_true", help="list the mutants and run none")
    parser.add_argument("--root", type=Path, default=ROOT, help="another checkout to look at")
    given = parser.parse_args(arguments)
    console = Console()
    # However it is stopped, children end and copies go.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    root = given.root.resolve()
    try:
        os.environ.update(SETTINGS)
        mutants, known = choose(root, given.module or modules_of(root), given.limit, given.seed)
        if given.list:
            for mutant in mutants:
                print(mutant)
            return 0
        file = given.json or root / "runs" / "mutants.jsonl"
        results = hunt_all(
            Hunt(root, given.decisions, given.patience, quick=given.quick), mutants, file, given.jobs, console
        )
    except UnsoundRunError as error:
        console.print(f"error: {error}", markup=False, highlight=False, soft_wrap=True)
        return 2
    except KeyboardInterrupt:
        console.print("stopped; the same command goes on")
        return 2
    survivors = sorted(result.mutant for result in results if result.outcome == SURVIVED)
    console.print(f"{len(results)} mutants run, {known} known to change nothing, {len(survivors)} survived")
    for name in survivors:
        console.print(f"  {name}", markup=False, highlight=False, soft_wrap=True)
    return 1 if survivors else 0
