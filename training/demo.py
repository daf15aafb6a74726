"""The demonstration, `make demo`: train a small policy by self-play, measure it, and meet it at the table."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console

from evaluation.commands.match import print_result
from evaluation.commands.options import load_all
from evaluation.match import play_match
from evaluation.summary import MatchResult, Standing
from moonshine_env.printing import make_console, say
from moonshine_env.registry import find_game
from policies.packs import read_pack, write_pack
from training.cli import RUNS, say_options, train
from training.config import read_config
from training.run import describe_match, make_untrained

CONFIG = Path(__file__).resolve().parents[1] / "configs" / "kingdom_demo.toml"


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, measure, meet."""
    parser = argparse.ArgumentParser(prog="python -m training.demo", description=__doc__)
    parser.add_argument("--minutes", type=float, help="of training (default: as in the config)")
    parser.add_argument("--games", type=int, default=400, help="of the match against random (default: 400)")
    parser.add_argument("--greedy-games", type=int, default=100, help="of the match against greedy (default: 100)")
    parser.add_argument("--out", type=Path, help="folder of the run (default: a new one in runs/)")
    given = parser.parse_args(arguments)
    console = make_console()
    began = time.monotonic()

    settings = [] if given.minutes is None else [f"schedule.minutes={given.minutes}"]
    plan = read_config(CONFIG, settings)
    folder = given.out or free_folder(RUNS / plan.name)
    say(console, f"Training by self-play for {plan.schedule.minutes:g} minutes; the run's folder is {folder}")
    pack = train(plan, folder, console)

    untrained = write_untrained(pack)
    options = plan.game.options
    before = match("untrained", untrained, "random", given.games, console, options)
    after = [
        match("trained", pack, rival, games, console, options)
        for rival, games in (("random", given.games), ("greedy", given.greedy_games))
    ]
    add_strength(pack, [describe_match(result, "trained") for result in after])
    say_gain(before.standing("untrained"), after[0].standing("trained"), console)

    say(console, "\nAnd one game in a process of its own, which knows the pack but no learning library:")
    subprocess.run([sys.executable, "-m", "training.meet", str(pack)], check=True)
    say(console, f"\nAll that took {(time.monotonic() - began) / 60:.1f} minutes. To sit down at the table yourself:")
    say(console, "  . .venv/bin/activate    # once in a terminal: there is the command `moonshine`")
    say(console, f"  moonshine play pack:{pack} pack:{pack} greedy{say_options(plan)}")


def free_folder(wanted: Path) -> Path:
    """Return a folder that no run has yet: the one wanted, or it with a number."""
    folder, number = wanted, 1
    while folder.exists():
        number += 1
        folder = wanted.with_name(f"{wanted.name}_{number}")
    return folder


def write_untrained(pack: Path) -> Path:
    """Write a pack as it was before its training: the same network with the weights it began with."""
    manifest, tensors = make_untrained(read_pack(pack).manifest)
    path = pack.with_name("untrained.pack")
    write_pack(path, manifest, tensors)
    return path


def add_strength(pack: Path, matches: list[dict[str, Any]]) -> None:
    """Put matches down in a pack's manifest, after those it has."""
    found = read_pack(pack)
    write_pack(pack, replace(found.manifest, strength=[*found.manifest.strength, *matches]), found.tensors)


def say_gain(before: Standing, after: Standing, console: Console) -> None:
    """Say what training brought, by the intervals of two matches against the same players."""
    spans = [f"{one.name} {one.interval[0]:.1%} to {one.interval[1]:.1%}" for one in (before, after)]
    apart = "apart" if after.interval[0] > before.interval[1] else "not apart"
    say(console, f"Wins against three random players: {', '.join(spans)} (95 % intervals, {apart}).")


def match(
    name: str, pack: Path, rival: str, games: int, console: Console, options: Mapping[str, Any] | None = None
) -> MatchResult:
    """Play a pack against three of a kind, in the game it was trained in, and print how it went."""
    game = find_game("kingdom")
    policies = load_all([f"pack:{pack}", *[rival] * 3], game)
    result = play_match(policies, games, names=[name, *[rival] * 3], game=game, **(options or {}))
    print_result(result, console)
    return result


if __name__ == "__main__":
    main()
