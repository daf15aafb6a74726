"""The commands `moonshine match`, `moonshine evaluate` and `moonshine games`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from evaluation.arena import DEFAULT_BATCH
from evaluation.commands.options import (
    BatchSize,
    Cooperation,
    GameId,
    Jobs,
    JsonFile,
    LiveShare,
    MaxDays,
    More,
    Variant,
    choose_jobs,
    count_seats,
    gather_options,
    keep_apart,
    make_bar,
    pick,
    write_json,
)
from evaluation.match import run_match
from evaluation.plan import ASSIGNMENTS, SEATINGS, Plan, blocks_for, plan_of
from evaluation.records import PlayedGame
from evaluation.results import StoredMatch, read_results
from evaluation.statistics import mean_and_error
from evaluation.stored import replay_of
from evaluation.summary import MatchResult
from moonshine_env.cli import ExitStatus
from moonshine_env.files import check_output
from moonshine_env.printing import make_console, print_rows, say
from moonshine_env.registry import find_game
from moonshine_env.replay import write

Policies = Annotated[
    list[str], typer.Argument(metavar="POLICY...", help="One for each seat: random, greedy, pack:FILE, ...")
]
Games = Annotated[int, typer.Option(min=1, help="Games, rounded up to whole blocks.")]
Seed = Annotated[int, typer.Option(min=0, help="Of the match: the same gives the same games.")]
Players = Annotated[int | None, typer.Option(metavar="2|3|4", help="Seats of a table.  [default: one a policy]")]
Seating = Annotated[
    str,
    typer.Option(
        metavar="HOW",
        help="Games of a block: rotations (everybody moves on by one seat, as often as there are seats) or all "
        "(every arrangement).",
    ),
]
Assign = Annotated[
    str,
    typer.Option(
        metavar="HOW",
        help="dealt: mobs and homes as the seed deals them. mobs, homes, both: each game is also played with what was "
        "dealt moved on from seat to seat, so that everybody has every one.",
    ),
]
By = Annotated[
    list[str] | None,
    typer.Option(
        "--by", metavar="WHAT", help="A table by seat, mob, home or players as well; more than once if wanted."
    ),
]


def evaluate_command(
    policies: Policies,
    games: Games = 400,
    seed: Seed = 0,
    players: Players = None,
    max_days: MaxDays = None,
    variant: Variant = None,
    cooperation: Cooperation = None,
    more: More = None,
    seating: Seating = "rotations",
    assign: Assign = "dealt",
    by: By = None,
    jobs: Jobs = None,
    batch: BatchSize = DEFAULT_BATCH,
    game: GameId = "kingdom",
    json_file: JsonFile = None,
) -> ExitStatus:
    """Play a match between policies and print win shares with intervals.

    Name one policy for each seat. Games come in blocks: one seed, in which every policy plays every seat. Policies
    named twice are counted together. `moonshine match` does the same and keeps every game in a file.

    Example: moonshine evaluate greedy random random random --games 400 --by mob
    """
    options = gather_options(max_days, variant, cooperation, more)
    plan = _read_plan(policies, players, game, seed, options, seating, assign)
    return _play(plan, games, None, jobs, batch, by or (), json_file)


def match_command(
    policies: Policies,
    out: Annotated[
        Path, typer.Option(metavar="FILE", help="Where the games go; what is in it already is not played again.")
    ],
    games: Games = 400,
    seed: Seed = 0,
    players: Players = None,
    max_days: MaxDays = None,
    variant: Variant = None,
    cooperation: Cooperation = None,
    more: More = None,
    seating: Seating = "rotations",
    assign: Assign = "dealt",
    by: By = None,
    jobs: Jobs = None,
    batch: BatchSize = DEFAULT_BATCH,
    game: GameId = "kingdom",
    json_file: JsonFile = None,
) -> ExitStatus:
    """Play a match between policies and keep every game in a results file.

    A match that was stopped, whatever stopped it, goes on with the same command; with more --games it is made longer.
    The file is an SQLite database: `moonshine games FILE` lists and replays its games, `moonshine report FILE` draws
    them.

    Example: moonshine match greedy greedy random random --games 2000 --out runs/greedy.match
    """
    options = gather_options(max_days, variant, cooperation, more)
    plan = _read_plan(policies, players, game, seed, options, seating, assign)
    check_output(out, "--out")
    return _play(plan, games, out, jobs, batch, by or (), json_file)


def games_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Results file of a match.")],
    number: Annotated[int | None, typer.Option("--game", metavar="ID", help="One game of it, by its number.")] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save that game as a replay, for `moonshine replay`.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, help="How many to list.")] = 40,
) -> ExitStatus:
    """List the games of a results file, or save one of them as a replay.

    Example: moonshine games runs/greedy.match --game 17 --save game17.json
    """
    console = make_console()
    check_output(save, "--save")
    keep_apart({"the results file": file}, {"--save": save})
    stored = read_results(file)
    if save is not None and number is None:
        raise ValueError("--save needs --game ID: which of the games? Without both, they are listed")
    if number is not None and number not in stored.ids:
        last = f"; the last is {stored.ids[-1]}" if stored.ids else ""
        raise ValueError(f"--game {number}: {file} has no game of that number{last}")
    chosen = range(min(limit, len(stored.records))) if number is None else [stored.ids.index(number)]
    print_rows(console, [_game_row(stored, k) for k in chosen], foldable=["policies"])
    if number is None and limit < len(stored.records):
        say(console, f"... and {len(stored.records) - limit} more; --limit shows them")
    if number is not None and save is not None:
        write(save, replay_of(stored, chosen[0]))
        say(console, f"Saved to {save}")
    return ExitStatus.YES


def _game_row(stored: StoredMatch, k: int) -> dict[str, Any]:
    record = stored.records[k]
    seats = record["seats"][: int(record["players"])]
    names = [stored.plan.entrants[entrant] for entrant in seats["entrant"].tolist()]
    return {
        "game": stored.ids[k],
        "seed": int(record["seed"]),
        "policies": ", ".join(names),
        "won by": ", ".join(name for name, won in zip(names, seats["won"].tolist(), strict=True) if won),
        "places": " ".join(map(str, seats["place"].tolist())),
        "Respect": " ".join(map(str, seats["respect"].tolist())),
        "Day": int(record["day"]),
        "ending": stored.plan.game.endings[int(record["ending"])].replace("_", " "),
        "decisions": int(record["decisions"]),
    }


# ---- playing


def _read_plan(
    policies: Sequence[str],
    players: int | None,
    game: str,
    seed: int,
    options: dict[str, Any],
    seating: str,
    assign: str,
) -> Plan:
    find_game(game)
    count_seats(policies, players)
    pick("--seating", seating, SEATINGS)
    pick("--assign", assign, ASSIGNMENTS)
    return plan_of(policies, seed=seed, options=options, seating=seating, assign=assign, game_id=game)


def _play(
    plan: Plan, games: int, file: Path | None, jobs: int | None, batch: int, by: Sequence[str], json_file: Path | None
) -> ExitStatus:
    console = make_console()
    check_output(json_file, "--json")
    keep_apart({}, {"--out": file, "--json": json_file})
    splits = ("seat", "players", *(name for name, _, _ in plan.game.traits))
    for what in by:
        pick("--by", what, splits)
    blocks = blocks_for(plan, games)
    try:
        result = play_with_bar(plan, blocks, console, file=file, jobs=jobs, batch_size=batch)
    except KeyboardInterrupt:
        say(
            console,
            "Stopped." if file is None else f"Stopped; what was played is in {file}: the same command goes on",
        )
        raise
    print_result(result, console)
    for what in dict.fromkeys(by):
        print_breakdown(result, what, console)
    if file is not None:
        say(console, f"All games are in {file}. To see them: moonshine report {file}")
    if json_file is not None:
        write_json(json_file, result.to_json())
        say(console, f"Written to {json_file}")
    return ExitStatus.YES


def play_with_bar(
    plan: Plan,
    blocks: int,
    console: Console,
    *,
    file: Path | None = None,
    jobs: int | None = None,
    batch_size: int = DEFAULT_BATCH,
) -> MatchResult:
    """Play blocks of a plan behind a bar that shows how the first entrant does.

    Args:
        plan: Which games.
        blocks: How many.
        console: Where the bar goes.
        file: Results file, if the games are to be kept.
        jobs: Processes; None = one for each core, if there is work for them.
        batch_size: Games that go on at once in each.
    """
    total = blocks * plan.games_per_block
    live = LiveShare(plan.tables[0][0], plan.entrants[plan.tables[0][0]])
    with make_bar(console) as bar:
        task = bar.add_task(live.name, total=total, note="")

        def show(block: list[PlayedGame]) -> None:
            live.add(block)
            bar.update(task, advance=len(block), note=str(live))

        return run_match(
            plan,
            blocks,
            file=file,
            jobs=choose_jobs(jobs, total, batch_size),
            batch_size=min(batch_size, total),
            progress=show,
        )


# ---- printing

P_SHOWN = 0.001


def print_result(result: MatchResult, console: Console) -> None:
    """Print a match as a table."""
    players = sorted({len(table) for table in result.plan.tables})
    rows = []
    for row in result.standings():
        low, high = row.interval
        rows.append(
            {
                "policy": row.name,
                "seats": f"{row.seats:g} of {' or '.join(map(str, players))}",
                "wins": row.wins,
                "share": f"{row.share:.1%}",
                "95 % interval": f"{100 * low:.1f} - {100 * high:.1f} %",
                "place": _plus_minus(row.place, row.place_error),
                "Respect": _plus_minus(row.respect, row.respect_error),
                "margin": _plus_minus(row.margin, row.margin_error),
            }
        )
    sizes = " or ".join(map(str, players))
    how = {"rotations": "seats rotated", "all": "every seating"}[result.plan.seating]
    if result.plan.assign != "dealt":
        how += f", {'mobs and homes' if result.plan.assign == 'both' else result.plan.assign} rotated"
    title = f"{len(result)} games of {sizes}, seed {result.seed}, {how}"
    print_rows(console, rows, title=title, foldable=["policy"])
    compared = [
        {
            "policy": row.name,
            "against": row.other,
            "wins a seat": _plus_minus(100 * row.difference, 100 * row.error, "+.1f") + " points",
            "p": "" if row.p != row.p else f"{row.p:.3f}" if row.p >= P_SHOWN else f"< {P_SHOWN}",
        }
        for row in result.comparisons()
    ]
    print_rows(
        console, compared, title="differences, p adjusted for all of them (Holm)", foldable=["policy", "against"]
    )
    endings = ", ".join(f"{name.replace('_', ' ')} {share:.1%}" for name, share in result.ending_shares().items())
    ratio = result.pairing_ratio(result.plan.entrants[result.plan.tables[0][0]])
    lines = [
        "share of games won; interval from resampled blocks, by Wilson's formula where these are few or alike",
        "place, Respect, margin over the others, Days and decisions: mean ± standard error",
        f"ended by: {endings}",
        f"Days {_plus_minus(*mean_and_error(result.records['day']))}",
        f"decisions a game {_plus_minus(*mean_and_error(result.records['decisions']))} (forced ones not counted)",
    ]
    if ratio == ratio:
        lines.append(f"variance of the first share: {ratio:.2f} of that of as many unrelated seeds")
    for line in lines:
        say(console, line)


def print_breakdown(result: MatchResult, what: str, console: Console) -> None:
    """Print a match by seat, mob, home or size of the table."""
    rows = [
        {
            "policy": cell.name,
            what: cell.value.replace("_", " "),
            "seats played": cell.seats,
            "won": f"{cell.share:.1%}",
            "95 % interval": f"{100 * cell.interval[0]:.1f} - {100 * cell.interval[1]:.1f} %",
            "Respect": f"{cell.respect:.2f}",
        }
        for cell in result.breakdown(what)
    ]
    print_rows(console, rows, title=f"by {what}", foldable=["policy"], left=[what])


def _plus_minus(mean: float, error: float, form: str = ".2f") -> str:
    return f"{mean:{form}}" if error != error else f"{mean:{form}} ± {error:{form.lstrip('+')}}"
