"""The commands `moonshine replay` and `moonshine case`."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from moonshine_env import replay as replays
from moonshine_env.cli import ExitStatus
from moonshine_env.files import check_output, write_whole
from moonshine_env.printing import has_colour
from moonshine_env.registry import find_game
from moonshine_env.replay_file import HASHED

JsonFile = Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the result to a file as well.")]

# ---- replay


def replay_command(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A replay, such as `moonshine play --save FILE` writes.")
    ],
    upto: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Show the board after N plays; 0 is the start.")
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="As this seat saw it, from 0: the board of --upto, the file of --json."),
    ] = None,
    json_file: Annotated[
        Path | None,
        typer.Option("--json", metavar="FILE", help="Write the verdict to a file; with --seat what that seat saw."),
    ] = None,
    content: Annotated[str, typer.Option(help="The data file that the game was played with, if one of your own.")] = "",
    any_rules: Annotated[
        bool, typer.Option("--any-rules", help="Play it by the rules here, though it was played by others.")
    ] = False,
) -> ExitStatus:
    """Play a game again from its seed and its plays, and verify that it comes out the same.

    The verdict comes first; it names the first difference: at which play, what was expected and what was found. With
    --seat N --json FILE all that this seat saw is written down: its views, what it could play, what everybody played;
    nothing hidden is in it.

    Exit status: 0 verified; 1 it comes out otherwise, or was played by other rules; 2 it cannot be read.

    Example: moonshine replay game.json --upto 40 --seat 1
    """
    check_output(json_file, "--json")
    game = replays.read(file)
    if seat is not None and seat >= len(game.mobs):
        raise ValueError(f"--seat {seat}: this game has the seats 0 to {len(game.mobs) - 1}")
    if seat is not None and upto is None and json_file is None:
        raise ValueError(f"--seat {seat} of what? Add --json FILE for all that it saw, or --upto N for a board")
    if upto is not None and upto > len(game.plays):
        raise ValueError(f"--upto {upto}: this game has {len(game.plays)} plays")
    try:
        wrong = replays.verify(game, content or None, any_rules=any_rules)
    except replays.ReplayError as error:
        raise replays.ReplayError(f"{file}: {error}") from error
    if wrong is None:
        print(f"verified: all {len(game.plays)} plays, {len(game.checks)} positions and the result are as written")
    else:
        print(f"{file} does not verify: {_explain(game, wrong)}", file=sys.stderr, flush=True)
        print("What the file says of itself:")
    for line in _summary(game):
        print(line)
    if json_file is not None and (seat is None or wrong is None):
        if seat is None:
            text = json.dumps(_verdict(game, wrong), indent=1) + "\n"
        else:
            text = replays.lines_of(replays.seat_export(game, seat, content or None))
        write_whole(json_file, text.encode())
        print(f"Written to {json_file}")
    if upto is not None and (wrong is None or upto < wrong.play):
        print(_board(game, upto, seat, content or None))
    return ExitStatus.YES if wrong is None else ExitStatus.NO


def _summary(game: replays.Replay) -> list[str]:
    given = replays.options_in_force(game).items()
    options = "".join(f", {name}={value}" for name, value in given if name != "num_players")
    lines = [f"{find_game(game.game).title}, {len(game.mobs)} players, seed {game.seed}{options}"]
    result = game.result
    for seat, mob in enumerate(game.mobs):
        who = f" ({game.names[seat]})" if seat < len(game.names) else ""
        end = "" if result is None else f": place {result['places'][seat]}, Respect {result['respect'][seat]}"
        lines.append(f"  {mob}{who}{end}")
    if result is None:
        return [*lines, f"not over, {len(game.plays)} decisions"]
    winners = " and ".join(mob for mob, place in zip(game.mobs, result["places"], strict=True) if place == 1)
    how = f"ended on Day {result['day']} ({str(result['ending']).replace('_', ' ')})"
    return [*lines, f"{winners} won; {how}, {len(game.plays)} decisions"]


def _explain(game: replays.Replay, wrong: replays.Difference) -> str:
    if wrong.field not in HASHED.values():
        return str(wrong)
    hint = "--any-rules plays it all the same"
    if wrong.field == HASHED["data"]:
        hint = "--content FILE names a data file of your own, and " + hint
    return f"it was played with other {wrong.field}, by version {game.version}; {hint}"


def _verdict(game: replays.Replay, wrong: replays.Difference | None) -> dict[str, Any]:
    return {
        "verified": wrong is None,
        "difference": None if wrong is None else asdict(wrong),
        "mobs": game.mobs,
        "plays": len(game.plays),
        "result": game.result,
    }


def _board(game: replays.Replay, upto: int, seat: int | None, content: str | None) -> str:
    from moonshine_env.render import render_text

    env = replays.replay_to(game, upto, content)
    agent = None if seat is None else env.possible_agents[seat]
    names = env.legal_names() if agent in (None, env.agent_selection) else []
    text: str = render_text(env.settings.content, env.position(agent), names, has_colour())
    return text


# ---- case


def case_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A TOML file of worked cases.")],
    case_id: Annotated[str, typer.Option("--id", metavar="ID", help="Run this case alone, and its variants.")] = "",
    game: Annotated[str, typer.Option(help="Which game.")] = "kingdom",
    content: Annotated[str, typer.Option(help="A data file of your own, laid over the printed components.")] = "",
    json_file: JsonFile = None,
) -> ExitStatus:
    """Run worked cases of the rules: a position, given dice, plays, and what must come of them.

    So a rules bug can be reported as a file. docs/cases.md says how to write one.

    Exit status: 0 all passed; 1 the rules do otherwise, and what differs is printed; 2 a case cannot be read.

    Example: moonshine case bug.toml --id X1
    """
    check_output(json_file, "--json")
    casework = import_module(f"moonshine_env.{find_game(game).id}.casework")
    cases = casework.read_cases(file)
    chosen = [case for case in cases.values() if not case_id or case.id == case_id or case.id.startswith(f"{case_id}:")]
    if not chosen:
        raise ValueError(f"{file} has no case {case_id!r}; it has: {', '.join(cases)}")
    components = find_game(game).load_content(content or None)
    rows = [_run_case(casework, case, cases, components) for case in chosen]
    for row in rows:
        print(f"{row['outcome']:8} {row['id']}{'' if row['title'] in row['id'] else ': ' + row['title']}")
        for line in row["lines"]:
            print(f"         {line}")
    count = {what: sum(row["outcome"] == what for row in rows) for what in ("passed", "differs", "unclear")}
    print(", ".join(f"{number} {what}" for what, number in count.items() if number or what == "passed"))
    if json_file is not None:
        kept = [{key: value for key, value in row.items() if key != "lines"} for row in rows]
        write_whole(json_file, (json.dumps(kept, indent=1) + "\n").encode())
    if count["unclear"]:
        return ExitStatus.WRONG_USE
    return ExitStatus.NO if count["differs"] else ExitStatus.YES


def _run_case(casework: Any, case: Any, cases: Any, content: Any) -> dict[str, Any]:
    """Run a case; `outcome` is `passed`, `differs`, or `unclear` where it cannot be read."""
    row: dict[str, Any] = {"id": case.id, "title": case.title, "outcome": "passed", "differences": [], "lines": []}
    try:
        casework.run_case(case, cases, content)
    except casework.FailedCaseError as error:
        where = f"step {error.step}" if error.step else "the end"
        lines = [f"{d.path}: expected {d.expected!r}, found {d.found!r}" for d in error.differences]
        said = str(error).removeprefix(f"step {error.step}: ")
        row |= {"outcome": "differs", "at": where, "message": str(error)}
        row["differences"] = [asdict(difference) for difference in error.differences]
        row["lines"] = [f"at {where}:", *(lines or [said])]
        if error.step:
            row["lines"][0] = f"at {where}, {_step_text(case.do[error.step - 1])}:"
    except casework.CaseError as error:
        row |= {"outcome": "unclear", "message": str(error), "lines": [f"cannot be read: {error}"]}
    return row


def _step_text(step: Any) -> str:
    return repr(step) if isinstance(step, str) else "a check"
