"""The command `moonshine report`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from evaluation.commands.options import JsonFile, keep_apart, progress_console
from evaluation.results import StoredMatch, read_results
from moonshine_env.cli import ExitStatus
from moonshine_env.files import check_folder, check_output
from moonshine_env.printing import make_console, say

DEFAULT_GAMES = 400  # as in `report.facts`, which needs the extras plot and eval


def report_command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Results files of matches.")],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The page.  [default: beside the first results file]")
    ] = None,
    title: Annotated[str | None, typer.Option(help="Of the page.  [default: who met]")] = None,
    games: Annotated[
        int, typer.Option(min=0, help="Games played again, at most, for Respect, Plays and Contracts; 0 for none.")
    ] = DEFAULT_GAMES,
    behaviour: Annotated[
        bool, typer.Option("--behaviour", help="Ask the policies in the telling positions as well.")
    ] = False,
    png: Annotated[Path | None, typer.Option(metavar="FOLDER", help="The plots as PNG files, too.")] = None,
    json_file: JsonFile = None,
) -> ExitStatus:
    """Draw results files of matches as one HTML page.

    Standings, ratings with intervals, who beats whom, win share by seat, mob and home, how games ended, Respect over
    Days and where it came from, Plays and Contracts and what follows them. The page needs no network and no script,
    and can be read on a phone. Several files are taken together, if they were played by the same rules and options.

    Example: moonshine report runs/greedy.match --out greedy.html --png plots
    """
    from evaluation.report import write_report

    console = make_console()
    page = files[0].with_suffix(".html") if out is None else out
    check_output(page, "--out")
    check_output(json_file, "--json")
    keep_apart({f"the results file {file}": file for file in files}, {"--out": page, "--json": json_file})
    if png is not None:
        check_folder(png, f"--png {png}")
    matches = [read_results(file) for file in files]
    command = _command(files, out, title, games, behaviour, png, json_file)
    with _bar() as progress:
        facts = write_report(
            matches,
            page,
            title=title or _title(matches),
            command=command,
            files=files,
            games=games,
            behaviour=_ask(matches) if behaviour else None,
            png=png,
            json_file=json_file,
            progress=progress,
        )
    again = facts["replayed"]["games"]
    say(console, f"{facts['games']} games, {again} of them played again. The page is {page}")
    if png is not None:
        say(console, f"The plots are in {png}")
    if json_file is not None:
        say(console, f"The facts are in {json_file}")
    return ExitStatus.YES


def _title(matches: Sequence[StoredMatch]) -> str:
    names = list(dict.fromkeys(name for match in matches for name in match.plan.entrants))
    if len(names) > 3:
        return f"{len(names)} policies at {matches[0].plan.game.title}"
    return f"{' and '.join(', '.join(names).rsplit(', ', 1))} at {matches[0].plan.game.title}"


def _command(
    files: Sequence[Path],
    out: Path | None,
    title: str | None,
    games: int,
    behaviour: bool,
    png: Path | None,
    json_file: Path | None,
) -> str:
    words = ["moonshine", "report", *map(str, files)]
    for option, value in (("--out", out), ("--title", title), ("--png", png), ("--json", json_file)):
        words += [option, str(value)] if value is not None else []
    words += ["--games", str(games)] if games != DEFAULT_GAMES else []
    words += ["--behaviour"] if behaviour else []
    return shlex.join(words)


def _ask(matches: Sequence[StoredMatch]) -> dict[str, Any]:
    """Ask all entrants in the telling positions."""
    from evaluation.behaviour import report as ask_all
    from policies import load

    specs = {row["name"]: row["spec"] for match in matches for row in match.described["entrants"]}
    plan = matches[0].plan
    content = plan.settings(len(plan.tables[0])).content
    return ask_all({name: load(spec, content=content) for name, spec in specs.items()})


@contextmanager
def _bar() -> Iterator[Any]:
    """Show what is being done, on stderr."""
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=progress_console(),
        transient=True,
        expand=True,
    ) as bar:
        tasks: dict[str, Any] = {}

        def progress(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.update(tasks[what], completed=done, total=total)

        yield progress
