"""The command `moonshine behaviour`; run as a module it writes the tables of docs/behaviour.md anew."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from evaluation.behaviour import DEFAULT_SAMPLES, GAME_ID, open_decision, report
from evaluation.positions import BAD, GOOD, VERDICTS, TellingPosition, find_position, read_positions
from moonshine_env.cli import ExitStatus
from moonshine_env.files import check_output, write_whole
from moonshine_env.printing import make_console, print_rows, say
from moonshine_env.registry import find_game
from policies import load

DOCS = Path(__file__).resolve().parents[2] / "docs" / "behaviour.md"
UNIFORM = "uniform"  # a choice with equal odds, shown beside the policies
_BLOCK = re.compile(r"(<!-- table: positions -->\n).*?(<!-- end -->)", re.DOTALL)


def behaviour_command(
    policies: Annotated[
        list[str], typer.Argument(metavar="POLICY...", help="Who is asked: greedy, pack:FILE, ...; any number.")
    ],
    samples: Annotated[int, typer.Option(min=1, help="How often each is asked in each position.")] = DEFAULT_SAMPLES,
    seed: Annotated[int, typer.Option(min=0, help="Of the policies' chance.")] = 0,
    chosen: Annotated[
        list[str] | None, typer.Option("--id", metavar="ID", help="Only that position, and why; may be given again.")
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option("--positions", metavar="FOLDER", help="Positions of your own.  [default: the fixed set]"),
    ] = None,
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="What is played: kingdom.")] = GAME_ID,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write the result to a file as well.")
    ] = None,
) -> ExitStatus:
    """Ask policies in telling positions, where some plays are sane and others are mistakes.

    Each position has plays that follow from the rules and a little arithmetic, and plays that throw something away;
    all others are neutral. A cell shows the shares of good, neutral and bad answers in percent, and the most frequent
    play. docs/behaviour.md lists the positions and says how to add one.

    Example: moonshine behaviour greedy random --json behaviour.json
    """
    console = make_console()
    check_output(json_file, "--json")
    content = find_game(game).load_content(None)
    positions = read_positions(folder)
    if chosen:
        positions = [find_position(positions, name) for name in dict.fromkeys(chosen)]
    made = {spec: load(spec, content=content) for spec in dict.fromkeys(policies)}
    result = report(made, positions, samples, seed)
    print_report(result, console, with_reasons=bool(chosen))
    if json_file is not None:
        write_whole(json_file, (json.dumps(result, indent=1) + "\n").encode())
        say(console, f"Written to {json_file}")
    return ExitStatus.YES


# ---- printing


def print_report(result: Mapping[str, Any], console: Console, with_reasons: bool = False) -> None:
    """Print what `report` returned.

    Args:
        result: From `report`.
        console: Where to.
        with_reasons: Whether to print why, and all plays that were kept, below each position.
    """
    names = list(result["scores"])
    rows = [
        {
            "position": row["id"],
            "topic": row["topic"],
            **{name: _cell(row["answers"][name]) for name in names},
            UNIFORM: _percents(row["uniform"]),
        }
        for row in result["positions"]
    ]
    count = "1 position" if len(rows) == 1 else f"{len(rows)} positions"
    title = f"{count}, each asked {result['samples']} times, seed {result['seed']}: good/neutral/bad in percent"
    print_rows(console, rows, title=title, foldable=names, left=["position", "topic"])
    if with_reasons:
        for row in result["positions"]:
            _print_reason(row, console)
    scores = [{"policy": name, **_scores(result["scores"][name], result["good"][name])} for name in names]
    scores.append({"policy": UNIFORM, **_scores(result["uniform"]["score"], result["uniform"]["good"])})
    print_rows(console, scores, title="In all", foldable=["policy"])
    say(console, result["meaning"])


def _scores(score: float, good: float) -> dict[str, str]:
    return {"score": f"{score:.1%}", "good": f"{good:.1%}"}


def _percents(shares: Mapping[str, float]) -> str:
    return "/".join(f"{100 * shares[verdict]:.0f}" for verdict in VERDICTS)


def _cell(answer: Mapping[str, Any]) -> str:
    return f"{_percents(answer)} {answer['plays'][0]['play']}"


def _print_reason(row: Mapping[str, Any], console: Console) -> None:
    say(console, f"{row['id']}: {row['title']}")
    say(console, f"  {row['why']}")
    for verdict in (GOOD, BAD):
        if row[verdict]:
            say(console, f"  {verdict}: {', '.join(row[verdict])}")
    for name, answer in row["answers"].items():
        plays = ", ".join(f"{play['play']} {play['share']:.0%} ({play['verdict']})" for play in answer["plays"])
        say(console, f"  {name}: {plays}")
    say(console, "")


# ---- docs


def positions_table(positions: Sequence[TellingPosition]) -> str:
    """Write positions as a Markdown table."""
    lines = ["| topic | position | asked | sane | a mistake | why |", "|---|---|---|---|---|---|"]
    for position in positions:
        kind = open_decision(position).kind.replace("_", " ")
        good, bad = (", ".join(f"`{pattern}`" for pattern in patterns) for patterns in (position.good, position.bad))
        cells = (position.topic, f"`{position.id}`: {position.title}", kind, good, bad, position.why)
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def renew_docs(text: str) -> str:
    """Write the tables of a page anew."""
    return _BLOCK.sub(lambda found: found[1] + positions_table(read_positions()) + found[2], text)


if __name__ == "__main__":
    DOCS.write_text(renew_docs(DOCS.read_text("utf-8")), "utf-8")
