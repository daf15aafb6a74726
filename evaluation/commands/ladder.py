"""The command `moonshine ladder`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from evaluation.arena import DEFAULT_BATCH
from evaluation.baseline import BASELINE, CHECK_DROP, Finding, baseline_of, check, check_plan, read_baseline
from evaluation.commands.match import play_with_bar
from evaluation.commands.options import (
    BatchSize,
    Cooperation,
    GameId,
    Jobs,
    MaxDays,
    More,
    Variant,
    gather_options,
    keep_apart,
    write_json,
)
from evaluation.identity import identify
from evaluation.junit import Check, write_junit
from evaluation.ladder import Ladder, climb, everybody, pair_margins, pair_scores, plan_ladder, tables_of
from evaluation.plan import Plan, blocks_for
from evaluation.workers import load_all
from moonshine_env.cli import ExitStatus
from moonshine_env.files import check_output, write_whole
from moonshine_env.printing import make_console, print_rows, say


def ladder_command(
    policies: Annotated[
        list[str] | None,
        typer.Argument(metavar="[POLICY]...", help="Who climbs.  [default: all that are built in or shipped]"),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Games of all pairs together, rounded up to whole blocks.")] = 3000,
    seed: Annotated[int, typer.Option(min=0, help="The same gives the same games.")] = 0,
    players: Annotated[
        int | None, typer.Option(metavar="2|4", help="Seats of a table, half of them for each of a pair.  [default: 4]")
    ] = None,
    check_it: Annotated[
        bool, typer.Option("--check", help="Play blocks of the baseline again: is anybody weaker than it says?")
    ] = False,
    update: Annotated[bool, typer.Option("--update", help="Write what is found to the baseline.")] = False,
    baseline: Annotated[Path, typer.Option(metavar="FILE", help="The baseline.")] = BASELINE,
    drop: Annotated[
        float, typer.Option(metavar="RESPECT", help="With --check: a loss a seat that is not to be overlooked.")
    ] = CHECK_DROP,
    max_days: MaxDays = None,
    variant: Variant = None,
    cooperation: Cooperation = None,
    more: More = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep all games in a results file; what is in it is not played again."),
    ] = None,
    jobs: Jobs = None,
    batch: BatchSize = DEFAULT_BATCH,
    game: GameId = "kingdom",
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write all that was found to a file as well.")
    ] = None,
    junit: Annotated[
        Path | None, typer.Option(metavar="FILE", help="With --check: write it as JUnit's XML, for a CI system.")
    ] = None,
) -> ExitStatus:
    """Rate policies against each other, or check that none is weaker than it was.

    Each pair shares tables in every seating, all pairs from the same seeds. With --check, blocks of the baseline are
    played again and compared one by one; name policies to check these alone. Exit status of a check: 0 nobody is
    weaker, 1 somebody is, 3 undecided, 2 wrong use or bad input.

    Example: moonshine ladder --games 3000 --out runs/ladder.match
    """
    console = make_console()
    for option, file in (("--json", json_file), ("--out", out), ("--junit", junit)):
        check_output(file, option)
    if update:
        check_output(baseline, "--baseline")
    keep_apart(
        {} if update else {"--baseline": baseline},
        {"--json": json_file, "--out": out, "--junit": junit, "--baseline": baseline if update else None},
    )
    if check_it and update:
        raise ValueError("--check compares with the baseline, --update writes it anew; ask for one of them")
    if junit is not None and not check_it:
        raise ValueError("--junit is for --check")
    options = gather_options(max_days, variant, cooperation, more)
    if check_it:
        if options or seed or players or out is not None:
            raise ValueError(
                "a check plays the games of the baseline: it takes no --seed, --players, --out or game options"
            )
        return _check(policies, games, baseline, drop, jobs, batch, json_file, junit, console)
    plan = plan_ladder(policies or everybody(), players or 4, seed=seed, options=options, game_id=game)
    digests = dict(zip(plan.entrants, map(identify, load_all(plan)), strict=True))
    result = play_with_bar(plan, blocks_for(plan, games), console, file=out, jobs=jobs, batch_size=batch)
    ladder = climb(plan, pair_scores(plan, result.records), tables_of(plan, result.records))
    print_ladder(ladder, digests, console)
    row = baseline_of(ladder, pair_margins(plan, result.records), digests, command_of(plan, len(result)))
    for file in (json_file, baseline if update else None):
        if file is not None:
            write_json(file, row)
            say(console, f"Written to {file}")
    if out is not None:
        say(console, f"All games are in {out}. To see them: moonshine report {out}")
    return ExitStatus.YES


def command_of(plan: Plan, games: int) -> str:
    """Write the command that makes a ladder again."""
    words = ["moonshine ladder", *plan.entrants, f"--games {games}", f"--seed {plan.seed}"]
    words.append(f"--players {len(plan.tables[0])}")
    words += [f"--option {name}={value}" for name, value in plan.options.items()]
    return " ".join(words)


def print_ladder(ladder: Ladder, digests: dict[str, str], console: Console) -> None:
    """Print a ladder: ratings, then who wins how much from whom."""
    plan = ladder.plan
    rows = [
        {
            "": place,
            "policy": rung.name,
            "Elo": f"{rung.elo:.0f}",
            "95 %": f"{rung.interval[0]:.0f} to {rung.interval[1]:.0f}",
            "wins": f"{rung.share:.1%}",
            "95 % interval": f"{rung.share_interval[0]:.1%} to {rung.share_interval[1]:.1%}",
            "OpenSkill": "" if rung.mu is None else f"{rung.mu:.1f} ± {rung.sigma:.1f}",
            "alpha-rank": f"{rung.alpha_rank:.2f}",
            "version": digests.get(rung.name, "")[:8],
        }
        for place, rung in enumerate(ladder.rungs, 1)
    ]
    blocks = len(ladder.scores)
    title = (
        f"{blocks * plan.games_per_block} games of {len(plan.tables[0])}, {blocks} seeds for each of "
        f"{len(plan.tables)} pairs, seed {plan.seed}"
    )
    print_rows(console, rows, title=title, foldable=["policy"])
    order = [plan.entrants.index(rung.name) for rung in ladder.rungs]
    table = [
        {
            "wins from": plan.entrants[i],
            **{
                f"{place}": "" if i == j else f"{ladder.payoffs[i, j]:.0%} ± {ladder.errors[i, j]:.1%}"
                for place, j in enumerate(order, 1)
            },
        }
        for i in order
    ]
    print_rows(
        console, table, title="\nshare of games that the row wins from each, ± standard error", foldable=["wins from"]
    )
    if ladder.cycles:
        for one, two, three in ladder.cycles:
            say(console, f"a ring, beyond doubt: {one} beats {two}, {two} beats {three}, {three} beats {one}")
    else:
        say(console, "no ring of three that is beyond doubt")


def _check(
    policies: list[str] | None,
    games: int,
    path: Path,
    drop: float,
    jobs: int | None,
    batch: int,
    json_file: Path | None,
    junit: Path | None,
    console: Console,
) -> ExitStatus:
    if not drop > 0:
        raise ValueError(f"--drop {drop} does not fit; expected Respect a seat, above 0, such as {CHECK_DROP}")
    found = read_baseline(path)
    names = [entrant["name"] for entrant in found.described["entrants"]]
    guarded = list(dict.fromkeys(policies or names))
    plan = check_plan(found, guarded)
    digests = dict(zip(plan.entrants, map(identify, load_all(plan)), strict=True))
    blocks = min(blocks_for(plan, games), found.blocks)
    result = play_with_bar(plan, blocks, console, jobs=jobs, batch_size=batch)
    findings = check(found, plan, guarded, result.records, digests, drop=drop)
    rows = [
        {
            "policy": finding.name,
            "": finding.answer,
            "Respect a seat, now less then": "the same games" if finding.is_same else _difference(finding),
            "blocks": finding.blocks,
            "games": finding.games,
            "its code or weights": "changed" if finding.has_changed else "the same",
        }
        for finding in findings
    ]
    print_rows(console, rows, title=f"{len(result)} games of {path.name} played again", foldable=["policy"], left=[""])
    weaker = [finding.name for finding in findings if finding.answer == "weaker"]
    if json_file is not None:
        write_json(json_file, [vars(finding) for finding in findings])
    if junit is not None:
        write_whole(junit, write_junit("moonshine ladder", [_as_check(finding) for finding in findings]))
    if weaker:
        say(console, f"weaker than {path.name} says: {', '.join(weaker)}")
        return ExitStatus.NO
    if any(finding.answer == "undecided" for finding in findings):
        say(console, "undecided: more --games, up to all of the baseline's, may tell")
        return ExitStatus.UNDECIDED
    return ExitStatus.YES


def _difference(finding: Finding) -> str:
    if finding.error != finding.error:
        return f"{finding.difference:+.2f}"
    return f"{finding.difference:+.2f} ± {finding.error:.2f}"


def _as_check(finding: Finding) -> Check:
    words = f"{_difference(finding)} in {finding.games} games"
    return Check(
        name=f"{finding.name} is not weaker than the ladder says",
        group="moonshine.ladder",
        failure=words if finding.answer == "weaker" else "",
        undecided=words if finding.answer == "undecided" else "",
        words=words,
    )
