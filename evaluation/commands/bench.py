"""The command `moonshine bench`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from evaluation.commands.options import JsonFile
from moonshine_env.cli import ExitStatus
from moonshine_env.files import check_output, write_whole
from moonshine_env.printing import make_console, print_rows, say


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
