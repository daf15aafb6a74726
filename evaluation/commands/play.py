"""The command `moonshine play`."""

from __future__ import annotations

import secrets
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from evaluation.commands.options import (
    MAX_PLAYERS,
    Cooperation,
    GameId,
    MaxDays,
    More,
    Variant,
    gather_options,
    load_all,
)
from evaluation.table_play import TablePlay, open_log
from moonshine_env.cli import ExitStatus
from moonshine_env.files import check_output
from moonshine_env.printing import has_colour
from moonshine_env.registry import find_game
from moonshine_env.replay import record, write


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
    more: More = None,
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
    options = gather_options(max_days, variant, cooperation, more)
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
