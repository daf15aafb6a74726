"""The ladder on file, and the check against it: is anybody weaker than it says?

The file has, by pair and block, by how much Respect a seat of the first led. A check plays the same blocks again, from
the same seeds, and compares them one by one: who plays as he did plays the same games.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from evaluation.ladder import Ladder, pair_margins
from evaluation.plan import Plan
from evaluation.results import describe_plan, plan_from
from evaluation.statistics import mean_and_error, p_value_of_mean
from moonshine_env import __version__

FORMAT = 1
BASELINE = Path(__file__).with_name("ladder.json")
CHECK_DROP, CHECK_ALPHA = 1.0, 0.05  # Respect a seat; chance of any false alarm
SAME = 1e-5  # margins on file are rounded


class LadderError(ValueError):
    """A baseline that cannot be used; the message says why."""


def baseline_of(ladder: Ladder, margins: np.ndarray, digests: Mapping[str, str], command: str) -> dict[str, Any]:
    """Put a ladder down, JSON-able.

    Args:
        ladder: What was found.
        margins: `(blocks, tables)`, see `pair_margins`.
        digests: By entrant.
        command: That makes it again.
    """
    pairs = {
        f"{ladder.plan.entrants[table[0]]} / {ladder.plan.entrants[table[-1]]}": [
            round(float(margin), 6) for margin in margins[:, column]
        ]
        for column, table in enumerate(ladder.plan.tables)
    }
    return {
        "format": FORMAT,
        "version": __version__,
        "command": command,
        "match": describe_plan(ladder.plan, digests),
        "blocks": len(ladder.scores),
        "games": len(ladder.scores) * ladder.plan.games_per_block,
        "rungs": [vars(rung) for rung in ladder.rungs],
        "cycles": [list(cycle) for cycle in ladder.cycles],
        "block_margins": pairs,
    }


@dataclass(frozen=True)
class Baseline:
    """A baseline that was read.

    Attributes:
        path: Its file.
        described: The plan, as `describe_plan` put it down.
        blocks: How many it has.
        margins: By pair, as block margins of the first; pairs as (first, second).
        row: All of it.
    """

    path: Path
    described: dict[str, Any]
    blocks: int
    margins: dict[tuple[str, str], np.ndarray]
    row: dict[str, Any]

    def margin(self, first: str, second: str) -> np.ndarray:
        """Return by how much a seat of the first led one of the second, `(blocks,)`.

        Raises:
            LadderError: The two are not in it.
        """
        if (first, second) in self.margins:
            return self.margins[first, second]
        if (second, first) in self.margins:
            mirrored: np.ndarray = -self.margins[second, first]
            return mirrored
        raise LadderError(f"{self.path} has no games between {first} and {second}; measure it again with --update")


def read_baseline(path: Path) -> Baseline:
    """Read a baseline file.

    Raises:
        LadderError: It is none, or in another format.
        OSError: It cannot be read.
    """
    try:
        row = json.loads(path.read_text("utf-8"))
        if row["format"] != FORMAT:
            raise LadderError(f"{path} has format {row['format']!r}; this version of moonshine-env reads {FORMAT}")
        margins = {}
        for pair, values in row["block_margins"].items():
            first, _, second = pair.partition(" / ")
            margins[first, second] = np.array(values, np.float64)
        blocks = min((len(values) for values in margins.values()), default=0)
        plan_from(row["match"])  # raises what follows, if it describes none
        return Baseline(path, row["match"], blocks, margins, row)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, LadderError):
            raise
        raise LadderError(f"{path} is no baseline of a ladder: {error!r}") from error


@dataclass(frozen=True)
class Finding:
    """What a check found out about one policy.

    Attributes:
        name: Whom.
        answer: `not weaker`, `weaker` or `undecided`.
        blocks, games: That were played again.
        difference, error: Of its margin in Respect a seat, now less then, over the same blocks; standard error.
        p: One-sided, of a t test on blocks that it is no less than it was.
        is_same: Whether every block came out as it did.
        has_changed: Whether its weights or sources are others than then.
    """

    name: str
    answer: str
    blocks: int
    games: int
    difference: float
    error: float
    p: float
    is_same: bool
    has_changed: bool


def is_independent(name: str, rival: str) -> bool:
    """Tell whether a rival stays as it is when a policy changes: `blunders:0.1:greedy` does not when `greedy` does."""
    return rival != name and name.partition("?")[0] not in rival


def check_plan(baseline: Baseline, guarded: Sequence[str]) -> Plan:
    """Make the plan of a check: the tables of the baseline at which one of the guarded sits, from the same seeds.

    Raises:
        LadderError: One of them is not on the ladder, or it was measured with other rules.
    """
    described = baseline.described
    names = [entrant["name"] for entrant in described["entrants"]]
    for name in guarded:
        if name not in names:
            raise LadderError(f"{name} is not on the ladder of {baseline.path}; there are: {', '.join(names)}")
    chosen = [names.index(name) for name in guarded]
    tables = tuple(tuple(table) for table in described["tables"] if any(one in table for one in chosen))
    plan = replace(plan_from(described), tables=tables)
    here = plan.game.hashes(plan.settings(len(tables[0])).content)
    if here != described["hashes"]:
        other = ", ".join(name for name, value in described["hashes"].items() if here.get(name) != value)
        raise LadderError(
            f"{baseline.path} was measured with another game ({other} differ): "
            "retrain the shipped packs, then measure the ladder again with --update"
        )
    return plan


def check(
    baseline: Baseline,
    plan: Plan,
    guarded: Iterable[str],
    records: np.ndarray,
    digests: Mapping[str, str],
    *,
    drop: float = CHECK_DROP,
    alpha: float = CHECK_ALPHA,
) -> list[Finding]:
    """Compare blocks played again with the baseline, against rivals that have not changed along.

    Weaker: the margin fell beyond doubt (t test on blocks). Not weaker: with the same confidence it fell by less than
    `drop`. Else it is undecided.

    Args:
        baseline: What it says.
        plan: Of `check_plan`.
        guarded: Whom it is about.
        records: Of the games played again.
        digests: By entrant, now.
        drop: In Respect a seat.
        alpha: Chance of any false alarm, shared out among the guarded (Bonferroni).
    """
    margins = pair_margins(plan, records)[: baseline.blocks]
    then = {entrant["name"]: entrant["digest"] for entrant in baseline.described["entrants"]}
    everyone = list(dict.fromkeys(guarded))
    found = []
    for name in everyone:
        entrant = plan.entrants.index(name)
        gaps, games = [], 0
        for column, table in enumerate(plan.tables):
            rival = plan.entrants[_other(table, entrant)]
            if entrant in table and is_independent(name, rival):
                now = margins[:, column] if table[0] == entrant else -margins[:, column]
                gaps.append(now - baseline.margin(name, rival)[: len(now)])
                games += plan.size(column) * len(now)
        if not gaps:
            raise LadderError(f"{name} has no rival on the ladder that is not made of it; there is nothing to compare")
        differences = np.mean(gaps, axis=0)
        mean, error = mean_and_error(differences)
        is_same = bool(len(differences)) and bool((np.abs(gaps) < SAME).all())
        p = p_value_of_mean(differences, side="less") if len(differences) > 1 and not is_same else float("nan")
        within = p_value_of_mean(differences + drop, side="greater") if p == p else float("nan")
        level = alpha / len(everyone)
        answer = "not weaker" if is_same or within < level else "weaker" if p < level else "undecided"
        changed = digests.get(name, "") != then.get(name, "")
        found.append(Finding(name, answer, len(differences), games, mean, error, p, is_same, changed))
    return found


def _other(table: Sequence[int], entrant: int) -> int:
    return table[-1] if table[0] == entrant else table[0]
