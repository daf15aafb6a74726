"""The command `moonshine train`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from moonshine_env.cli import ExitStatus
from moonshine_env.printing import make_console, say
from moonshine_env.progress import make_progress
from training.config import Config, ConfigError, read_config

RUNS = Path("runs")


def train_command(
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What to do, such as configs/kingdom_demo.toml.")
    ] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Lay a value over the config's; repeatable.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The run's folder (default: runs/ and the config's name).")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from the newest checkpoint in the run's folder.")
    ] = False,
) -> ExitStatus:
    """Train a policy by self-play, from a config to a pack that others can load.

    The run's folder gets config.toml, checkpoints, TensorBoard's log, and at the end the pack. Stopped by Ctrl-C, a
    run writes a checkpoint; killed, it has its last one. --resume goes on from there, with the run's own config if
    none is given; only how long it trains, on what, and how it is evaluated may change.

    Example: moonshine train --config configs/kingdom_demo.toml --set schedule.minutes=10 --out runs/longer
    """
    console = make_console()
    plan, folder = find_plan(config, settings or [], out, resume=resume)
    pack = train(plan, folder, console, resume=resume)
    say(
        console, f"The pack is {pack}; try: moonshine evaluate pack:{pack} {' '.join(plan.rivals())}{say_options(plan)}"
    )
    return ExitStatus.YES


def say_options(plan: Config) -> str:
    """Write the options of `moonshine evaluate` and `play` for the game that a policy was trained in."""
    options = plan.game.options
    words = ""
    if options.get("cooperation") is False:
        words += " --no-cooperation"
    for name in ("variant", "max_days"):
        if name in options:
            words += f" --{name.replace('_', '-')} {options[name]}"
    return words


def find_plan(config: Path | None, settings: list[str], out: Path | None, *, resume: bool) -> tuple[Config, Path]:
    """Read the config, and say which folder is the run's.

    Raises:
        ConfigError: Neither tells what to do.
    """
    if config is None and resume and out is not None:
        config = out / "config.toml"
    if config is None:
        raise ConfigError("which config? Write --config FILE; to resume a run by its own: --resume --out DIR")
    plan = read_config(config, settings)
    return plan, out if out is not None else RUNS / plan.name


def train(plan: Config, folder: Path, console: Console, *, resume: bool = False) -> Path:
    """Train with a progress bar; returns the pack."""
    from training.run import Progress, TrainingRun  # brings torch, which takes seconds

    run = TrainingRun(plan, folder, resume=resume)
    with make_progress(console, count=False, transient=False) as bar:
        if run.progress.note:
            say(bar.console, run.progress.note)
        task = bar.add_task(plan.name, total=1.0, note="")
        bar.update(task, completed=run.progress.fraction)

        def report(progress: Progress) -> None:
            if progress.note:
                say(bar.console, progress.note)
            bar.update(task, completed=progress.fraction, note=say_state(progress))

        try:
            return run.train(report)
        except KeyboardInterrupt:
            say(bar.console, f"Stopped; to go on: moonshine train --resume --out {folder}")
            raise


def say_state(progress: Any) -> str:
    """Put a run's numbers beside its bar."""
    parts = [f"{progress.decisions:,} decisions", f"{progress.per_second:,.0f}/s"]
    if progress.strength:
        last = progress.strength[-1]
        parts.append(f"wins {last['win_share']:.0%} against {_short(last['opponents'])}")
    return ", ".join(parts)


def _short(names: list[str]) -> str:
    counted = {name: names.count(name) for name in names}
    return ", ".join(f"{count} {name}" for name, count in counted.items())
