"""The commands `moonshine evaluate`, `moonshine play` and `moonshine bench`."""

from __future__ import annotations

import json
import secrets
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from evaluation.arena import DEFAULT_BATCH, MatchResult, count_games, play_match
from evaluation.statistics import mean_and_error
from evaluation.table_play import TablePlay, open_log
from moonshine_env.cli import ExitStatus
from moonshine_env.engine.game import Game
from moonshine_env.files import write_whole
from moonshine_env.registry import find_game
from moonshine_env.replay import record, write
from policies import Policy, load

MIN_PLAYERS, MAX_PLAYERS = 2, 4

JsonFile = Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the result to a file as well.")]
GameId = Annotated[str, typer.Option("--game", metavar="GAME", help="What is played: kingdom.")]
MaxDays = Annotated[int | None, typer.Option(metavar="DAYS", help="Day cap, if not the game's own.")]


# ---- evaluate


def evaluate_command(
    policies: Annotated[
        list[str], typer.Argument(metavar="POLICY...", help="One for each seat: random, greedy, pack:FILE, ...")
    ],
    games: Annotated[int, typer.Option(min=1, help="Games, rounded up so that each policy has every seat.")] = 400,
    seed: Annotated[int, typer.Option(min=0, help="Of the match: the same gives the same games.")] = 0,
    players: Annotated[
        int | None, typer.Option(metavar="2|3|4", help="Seats of a table.  [default: one a policy]")
    ] = None,
    max_days: MaxDays = None,
    batch: Annotated[
        int, typer.Option(min=1, help="Games going on at once; the result does not depend on it.")
    ] = DEFAULT_BATCH,
    threads: Annotated[int, typer.Option(min=1, help="Threads for the games' own work.")] = 1,
    game: GameId = "kingdom",
    json_file: JsonFile = None,
) -> ExitStatus:
    """Play a match between policies and print win shares with intervals.

    Name one policy for each seat. Seats rotate: games come in blocks of one seed, in which every policy plays every
    seat. Policies named twice are counted together.

    Example: moonshine evaluate greedy random random random --games 400
    """
    console = Console()
    found = find_game(game)
    seats = count_seats(policies, players)
    options: dict[str, Any] = {"num_players": seats}
    if max_days is not None:
        options["max_days"] = max_days
    made = load_all(policies, found)
    total = count_games(games, seats)
    with _progress(console) as bar:
        task = bar.add_task(policies[0], total=total, share="")

        def show(result: MatchResult) -> None:
            first = result.standing(policies[0])
            low, high = first.interval
            share = f"wins {first.share:.1%} ({low:.1%} to {high:.1%})" if len(result) else ""
            bar.update(task, completed=len(result), share=share)

        result = play_match(
            made, games, seed, names=policies, game=found, batch_size=batch, threads=threads, progress=show, **options
        )
    print_result(result, console)
    if json_file is not None:
        write_whole(json_file, (json.dumps(result.to_json(), indent=1) + "\n").encode())
        console.print(f"Written to {json_file}")
    return ExitStatus.YES


def count_seats(policies: Sequence[str], players: int | None) -> int:
    """Check that there is a policy for each seat.

    Raises:
        ValueError: There are too few or too many; the sentence says how to write it.
    """
    seats = len(policies) if players is None else players
    if not MIN_PLAYERS <= seats <= MAX_PLAYERS:
        example = " ".join((list(policies) + ["random"] * MAX_PLAYERS)[:MAX_PLAYERS])
        raise ValueError(
            f"a table has {MIN_PLAYERS} to {MAX_PLAYERS} seats, not {seats}; name a policy for each: {example}"
        )
    if len(policies) < seats:
        example = " ".join(list(policies) + [policies[-1]] * (seats - len(policies)))
        raise ValueError(
            f"{len(policies)} policies for {seats} seats; name one for each, the same as often as you like: {example}"
        )
    if len(policies) > seats:
        raise ValueError(f"{len(policies)} policies for {seats} seats; leave out {' '.join(policies[seats:])}")
    return seats


def load_all(specs: Sequence[str], game: Game) -> list[Policy]:
    """Make policies by their names, each name once."""
    content = game.load_content(None)
    made = {spec: load(spec, content=content) for spec in dict.fromkeys(specs)}
    return [made[spec] for spec in specs]


def _progress(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[share]}"),
        console=Console(stderr=True) if not console.is_terminal else console,
        transient=True,
    )


def print_result(result: MatchResult, console: Console) -> None:
    """Print a match as a table."""
    players = len(result.names)
    table = Table(title=f"{len(result)} games of {players}, seed {result.seed}, seats rotated", box=SIMPLE_HEAD)
    table.add_column("policy", overflow="fold", min_width=9)
    for head in ("seats", "wins", "share", "95 % interval", "place", "Respect"):
        table.add_column(head, justify="right", no_wrap=True)
    for row in result.standings():
        low, high = row.interval
        table.add_row(
            row.name,
            f"{row.seats} of {players}",
            str(row.wins),
            f"{row.share:.1%}",
            f"{100 * low:.1f} - {100 * high:.1f} %",
            _plus_minus(row.place, row.place_error),
            _plus_minus(row.respect, row.respect_error),
        )
    console.print(table)
    console.print("place, Respect, Days and decisions: mean ± standard error")
    endings = ", ".join(f"{name.replace('_', ' ')} {share:.1%}" for name, share in result.ending_shares().items())
    console.print(f"ended by: {endings}")
    console.print(f"Days {_plus_minus(*mean_and_error(result.days))}")
    console.print(f"decisions a game {_plus_minus(*mean_and_error(result.decisions))} (forced ones not counted)")


def _plus_minus(mean: float, error: float) -> str:
    return f"{mean:.2f}" if error != error else f"{mean:.2f} ± {error:.2f}"


# ---- play


def play_command(
    opponents: Annotated[
        list[str] | None,
        typer.Argument(metavar="[POLICY]...", help="Who plays the other seats.  [default: greedy, three times]"),
    ] = None,
    seat: Annotated[int, typer.Option(min=0, max=MAX_PLAYERS - 1, help="Yours, from 0.")] = 0,
    seed: Annotated[int | None, typer.Option(min=0, help="The game's luck.  [default: a new one]")] = None,
    max_days: MaxDays = None,
    game: GameId = "kingdom",
    log: Annotated[Path | None, typer.Option(metavar="FILE", help="Where the game is written down.")] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save a replay at the end, for `moonshine replay`.")
    ] = None,
) -> ExitStatus:
    """Sit down at the table yourself, against any policies.

    Plays are typed by number or by name, which may be shortened; `help` says more. One to three opponents are named,
    for a table of two to four. The seed and all plays go to a log file as they are made.

    Example: moonshine play greedy greedy pack:runs/demo/demo.pack --seat 1
    """
    find_game(game)
    from moonshine_env import kingdom_v0

    specs = list(opponents or ["greedy"] * (MAX_PLAYERS - 1))
    players = len(specs) + 1
    if players > MAX_PLAYERS:
        raise ValueError(f"{len(specs)} opponents are too many: a table has {MAX_PLAYERS} seats, one of them yours")
    if seat >= players:
        raise ValueError(f"--seat {seat}: a table of {players} has the seats 0 to {players - 1}")
    seed = secrets.randbits(32) if seed is None else seed
    options: dict[str, Any] = {} if max_days is None else {"max_days": max_days}
    env = kingdom_v0.raw_env(num_players=players, observation_dtype="uint8", **options)
    made = load_all(specs, find_game(game))
    rivals = [k for k in range(players) if k != seat]
    if save is not None and save.exists():
        raise ValueError(f"--save {save}: there is a file already; name another, or move it away")
    path = log or Path(f"moonshine-play-{time.strftime('%Y%m%d-%H%M%S')}.log")
    with open_log(path) as file:
        table = TablePlay(env, seat, dict(zip(rivals, made, strict=True)), dict(zip(rivals, specs, strict=True)), file)
        _complete_with(table)
        table.play(seed)
    print(f"The game is written down in {path}")
    if save is not None:
        names = ["person" if k == seat else specs[rivals.index(k)] for k in range(players)]
        write(save, record(env, names))
        print(f"Its replay is {save}")
    return ExitStatus.YES


def _complete_with(table: TablePlay) -> None:
    """Let the terminal complete the names of plays, where it can."""
    if not sys.stdin.isatty():
        return
    with suppress(ImportError):
        import readline

        readline.set_completer_delims("")
        readline.set_completer(table.complete)
        readline.parse_and_bind("tab: complete")


# ---- bench


def bench_command(
    json_file: JsonFile = None,
    rounds: Annotated[int, typer.Option(min=1, help="Of each pair of measurements; the median counts.")] = 5,
    seconds: Annotated[float, typer.Option(min=0.1, help="Of one measurement.")] = 2.0,
) -> ExitStatus:
    """Measure speed and size, as ratios to another game's environment in the same run.

    The yardstick, catanatron, gets a virtual environment of its own the first time, which needs the network. The exit
    status is 1 if a bound is missed.

    Example: moonshine bench --json bench.json
    """
    from evaluation.speed.bench import LINES, find_missed, meets, run_bench, write_value

    console = Console()
    row = run_bench(rounds, seconds, say=lambda text: console.print(text, style="dim"))
    table = Table(title=f"Speed and size, {row['machine']}")
    table.add_column("what", no_wrap=True)
    for head in ("measured", "asked for", ""):
        table.add_column(head, justify="right")
    for key, words, form, bound in LINES:
        table.add_row(words, write_value(row[key], form), bound, "" if meets(row[key], bound) else "[red]missed[/red]")
    console.print(table)
    if json_file is not None:
        write_whole(json_file, (json.dumps(row, indent=1) + "\n").encode())
    missed = find_missed(row)
    if missed:
        console.print(f"missed: {', '.join(missed)}", soft_wrap=True, highlight=False)
        return ExitStatus.NO
    return ExitStatus.YES
