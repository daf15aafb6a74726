"""What the commands of this ring have in common: options, names to policies, a bar that says how sure it is by now."""

from __future__ import annotations

import difflib
import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress

from evaluation.plan import MIN_PLAYERS
from evaluation.records import PlayedGame
from evaluation.statistics import wilson_interval
from evaluation.summary import FEW_BLOCKS
from evaluation.workers import count_cores
from moonshine_env.engine.game import Game
from moonshine_env.files import write_whole
from moonshine_env.progress import make_progress
from moonshine_env.settings import ADAPTER_OPTIONS
from policies import Policy, load

MAX_PLAYERS = 4
MOST_JOBS_A_CORE = 4
OF_MATCHES = ("content",)  # options of the adapters that make sense here; the game's own all do

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
More = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="Any other option of the environment, as often as needed: --option plays_per_day=20.",
    ),
]
Jobs = Annotated[
    int | None, typer.Option(min=1, help="Processes; the result does not depend on it.  [default: all cores]")
]
BatchSize = Annotated[int, typer.Option("--batch", min=1, help="Games going on at once in each; nor on this.")]


def gather_options(
    max_days: int | None, variant: str | None, cooperation: bool | None, more: Sequence[str] | None = None
) -> dict[str, Any]:
    """Collect the environment options that were given; those left out stay at the environment's own defaults.

    Raises:
        ValueError: One of `more` is not written as NAME=VALUE, or says what has an option of its own.
    """
    given = {"max_days": max_days, "variant": variant, "cooperation": cooperation}
    found = {name: value for name, value in given.items() if value is not None}
    for words in more or ():
        name, equals, value = words.partition("=")
        if not equals or not name:
            raise ValueError(f"--option {words!r} does not fit; write NAME=VALUE, such as plays_per_day=20")
        if name in found:
            raise ValueError(f"--option {words!r}: {name} was given already, as {found[name]!r}")
        if name in ADAPTER_OPTIONS and name not in OF_MATCHES:
            raise ValueError(f"--option {words!r}: {name} changes nothing in a match; leave it out")
        found[name] = read_value(value)
    return found


def read_value(text: str) -> Any:
    """Read the value of an option: a number, true or false, else a text."""
    try:
        return json.loads({"True": "true", "False": "false"}.get(text, text))
    except ValueError:
        return text


def keep_apart(read: Mapping[str, Path | None], written: Mapping[str, Path | None]) -> None:
    """Check that no file is written twice, and none that is read.

    Args:
        read: Files by what they are called: `FILE`.
        written: Files by option: `--json`.

    Raises:
        ValueError: Two are the same file; the sentence names both.
    """
    seen: dict[Path, str] = {file.resolve(): name for name, file in read.items() if file is not None}
    for name, file in written.items():
        if file is None:
            continue
        other = seen.setdefault(file.resolve(), name)
        if other != name:
            raise ValueError(f"{name} {file} is the same file as {other}, which would be lost; name another")


def write_json(path: Path, row: Any) -> None:
    """Write a result as JSON, with null for what is no number."""
    write_whole(path, (json.dumps(_plain(row), indent=1, allow_nan=False) + "\n").encode())


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def pick(option: str, value: str, known: Sequence[str]) -> str:
    """Return a value that must be one of some; raises ValueError with the nearest if it is not."""
    if value in known:
        return value
    near = difflib.get_close_matches(value, known, n=1, cutoff=0.4)
    hint = f"did you mean {near[0]!r}?" if near else f"one of: {', '.join(known)}"
    raise ValueError(f"{option} {value!r} is not known; {hint}")


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


def choose_jobs(jobs: int | None, games: int, batch_size: int) -> int:
    """Return how many processes play so many games: as asked, else one for each core that would get a batch to do.

    Raises:
        ValueError: Many more were asked for than there are cores; each holds all policies in memory.
    """
    cores = count_cores()
    if jobs is None:
        return max(1, min(cores, games // batch_size))
    if jobs > MOST_JOBS_A_CORE * cores:
        raise ValueError(f"--jobs {jobs} is too many for {cores} cores; at most {MOST_JOBS_A_CORE * cores}")
    return min(jobs, games)


def make_bar(console: Console) -> Progress:
    """Make a bar with room for a note behind it, on stderr where stdout is no terminal."""
    return make_progress(console if console.is_terminal else progress_console())


def progress_console() -> Console:
    """Make the console of a bar beside output that may be piped: stderr."""
    return Console(stderr=True)


class LiveShare:
    """The win share of an entrant so far, with an interval that narrows; a block costs the same however many there are.

    Args:
        entrant: Its number.
        name: Its name.
    """

    def __init__(self, entrant: int, name: str) -> None:
        self.entrant = entrant
        self.name = name
        self.games = self.wins = 0
        self._blocks = 0
        self._sum = self._squares = 0.0

    def add(self, block: Sequence[PlayedGame]) -> None:
        """Count the games of a block, or of several."""
        won = 0
        games = 0
        for game in block:
            seats = game.record["seats"]
            mine = seats["entrant"] == self.entrant
            if mine.any():
                games += 1
                won += bool(seats["won"][mine].any())
        if not games:
            return
        self.games += games
        self.wins += won
        self._blocks += 1
        self._sum += won / games
        self._squares += (won / games) ** 2

    def __str__(self) -> str:
        if not self.games:
            return ""
        blocks = self._blocks
        low, high = wilson_interval(self.wins, self.games)
        variance = self._squares / blocks - (self._sum / blocks) ** 2
        if blocks >= FEW_BLOCKS and variance > 0:
            half = 1.96 * math.sqrt(variance / (blocks - 1))
            low, high = max(0.0, self._sum / blocks - half), min(1.0, self._sum / blocks + half)
        return f"wins {self.wins / self.games:.1%} ({low:.1%} to {high:.1%})"
