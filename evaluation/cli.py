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
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from evaluation.arena import DEFAULT_BATCH, MatchResult, count_games, play_match
from evaluation.statistics import mean_and_error
from evaluation.table_play import TablePlay, open_log
from moonshine_env.cli import ExitStatus
from moonshine_env.engine.game import Game
from moonshine_env.files import check_output, write_whole
from moonshine_env.printing import has_colour, make_console, print_rows, say
from moonshine_env.registry import find_game
from moonshine_env.replay import record, write
from moonshine_env.settings import read_settings
from policies import Policy, load

MIN_PLAYERS, MAX_PLAYERS = 2, 4

JsonFile = Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the result to a file as well.")]
GameId = Annotated[str, typer.Option("--game", metavar="GAME", help="What is played: kingdom.")]
MaxDays = Annotated[int | None, typer.Option(metavar="DAYS", help="Day cap, if not the game's own.")]
Variant = Annotated[str | None, typer.Option(metavar="NAME", help="free_for_all or blood_oath.  [default: the first]")]
Cooperation = Annotated[
    bool | None,
    typer.Option(
        "--cooperation/--no-cooperation",
        help="Lending, gifts, offers and promises, or a game without.  [default: with]",
    ),
]


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
    variant: Variant = None,
    cooperation: Cooperation = None,
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
    console = make_console()
    check_output(json_file, "--json")
    found = find_game(game)
    seats = count_seats(policies, players)
    options = {"num_players": seats, **gather_options(max_days, variant, cooperation)}
    read_settings(found, options)
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
        say(console, f"Written to {json_file}")
    return ExitStatus.YES


def gather_options(max_days: int | None, variant: str | None, cooperation: bool | None) -> dict[str, Any]:
    """Collect the environment options that were given; those left out stay at the environment's own defaults."""
    given = {"max_days": max_days, "variant": variant, "cooperation": cooperation}
    return {name: value for name, value in given.items() if value is not None}


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
    rows = []
    for row in result.standings():
        low, high = row.interval
        rows.append(
            {
                "policy": row.name,
                "seats": f"{row.seats} of {players}",
                "wins": row.wins,
                "share": f"{row.share:.1%}",
                "95 % interval": f"{100 * low:.1f} - {100 * high:.1f} %",
                "place": _plus_minus(row.place, row.place_error),
                "Respect": _plus_minus(row.respect, row.respect_error),
            }
        )
    print_rows(
        console, rows, title=f"{len(result)} games of {players}, seed {result.seed}, seats rotated", foldable=["policy"]
    )
    endings = ", ".join(f"{name.replace('_', ' ')} {share:.1%}" for name, share in result.ending_shares().items())
    for line in (
        "place, Respect, Days and decisions: mean ± standard error",
        f"ended by: {endings}",
        f"Days {_plus_minus(*mean_and_error(result.days))}",
        f"decisions a game {_plus_minus(*mean_and_error(result.decisions))} (forced ones not counted)",
    ):
        say(console, line)


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
    variant: Variant = None,
    cooperation: Cooperation = None,
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
    options = gather_options(max_days, variant, cooperation)
    env = kingdom_v0.raw_env(num_players=players, observation_dtype="uint8", **options)
    made = load_all(specs, find_game(game))
    rivals = [k for k in range(players) if k != seat]
    path = log or Path(f"moonshine-play-{time.strftime('%Y%m%d-%H%M%S')}.log")
    for option, file in (("--save", save), ("--log", path)):
        check_output(file, option)
        if file is not None and file.exists():
            raise ValueError(f"{option} {file}: there is a file already; name another, or move it away")
    by_seat = dict(zip(rivals, made, strict=True)), dict(zip(rivals, specs, strict=True))
    with open_log(path) as log_file:
        table = TablePlay(env, seat, *by_seat, log_file, in_colour=has_colour())
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

    check_output(json_file, "--json")
    console = make_console()
    row = run_bench(rounds, seconds, say=lambda text: console.print(text, style="dim"))
    rows = [
        {
            "what": words,
            "measured": write_value(row[key], form),
            "asked for": bound,
            " ": "" if meets(row[key], bound) else "missed",
        }
        for key, words, form, bound in LINES
    ]
    print_rows(console, rows, title=f"Speed and size, {row['machine']}", left=["what"])
    if json_file is not None:
        write_whole(json_file, (json.dumps(row, indent=1) + "\n").encode())
    missed = find_missed(row)
    if missed:
        say(console, f"missed: {', '.join(missed)}")
        return ExitStatus.NO
    return ExitStatus.YES
