"""The results file of a match: every game with its seats and choices, in one SQLite database.

SQLite, and not Parquet, since a match is written game by game: what was committed survives a kill or a full disk, the
same file is taken up again, and anybody can ask it questions with the `sqlite3` that comes with Python, R or a shell. A
finished file is written anew in one go, so that the same match gives the same bytes however often it was stopped.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from evaluation.plan import Plan
from evaluation.records import ABSENT, RECORD, PlayedGame
from moonshine_env import __version__

FORMAT = 1
APPLICATION_ID = 0x6D6F6F6E  # "moon"; `file` and other programs tell the kind of a database by it
CHOICES = "<u2"
SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE games (
    id INTEGER PRIMARY KEY,     -- block by block, table by table
    tbl INTEGER NOT NULL, block INTEGER NOT NULL, nth INTEGER NOT NULL,
    seed TEXT NOT NULL,         -- up to 2^64, which is more than SQLite's integers hold
    players INTEGER NOT NULL, day INTEGER NOT NULL, ending TEXT NOT NULL,
    decisions INTEGER NOT NULL, -- as they were asked, forced ones not counted
    choices BLOB NOT NULL       -- their actions: uint16, little-endian, zlib
);
CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES games, seat INTEGER NOT NULL,
    slot INTEGER NOT NULL, policy TEXT NOT NULL, trait_0 TEXT NOT NULL, trait_1 TEXT NOT NULL,
    place INTEGER NOT NULL, respect INTEGER NOT NULL, partner INTEGER, won INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
"""


class ResultsError(ValueError):
    """A results file that cannot be used for this; the message says why."""


@contextmanager
def _said(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into sentences."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_FULL:
            raise OSError(errno.ENOSPC, "the disk is full", str(path)) from error
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise ResultsError(
                f"{path}: another match is being written into this file; wait, or name another"
            ) from error
        if code == sqlite3.SQLITE_READONLY:
            raise OSError(errno.EACCES, "read only", str(path)) from error
        if code == sqlite3.SQLITE_CANTOPEN:
            raise OSError(errno.ENOENT, "it cannot be opened", str(path)) from error
        if code == sqlite3.SQLITE_IOERR:
            raise OSError(errno.EIO, f"reading or writing failed ({error})", str(path)) from error
        raise ResultsError(f"{path} is no results file of a match, or is damaged: {error}") from error


def describe_plan(plan: Plan, digests: Mapping[str, str]) -> dict[str, Any]:
    """Put down all that a match hangs on, JSON-able: what must be the same to go on with a file.

    Args:
        plan: What is played.
        digests: By entrant, see `identity.identify`.
    """
    content = plan.settings(len(plan.tables[0])).content
    return {
        "game": plan.game_id,
        "hashes": plan.game.hashes(content),
        "entrants": [
            {"name": name, "spec": spec, "digest": digests.get(name, "")}
            for name, spec in zip(plan.entrants, plan.specs or plan.entrants, strict=True)
        ],
        "tables": [list(table) for table in plan.tables],
        "seed": str(plan.seed),
        "options": dict(plan.options),
        "seating": plan.seating,
        "assign": plan.assign,
    }


def plan_from(described: Mapping[str, Any]) -> Plan:
    """Make the plan again that `describe_plan` put down."""
    return Plan(
        entrants=tuple(entrant["name"] for entrant in described["entrants"]),
        tables=tuple(tuple(table) for table in described["tables"]),
        seed=int(described["seed"]),
        options=described["options"],
        seating=described["seating"],
        assign=described["assign"],
        game_id=described["game"],
        specs=tuple(entrant["spec"] for entrant in described["entrants"]),
    )


class ResultsFile:
    """A results file that a match is written into. Nobody else can open it in the meantime.

    Args:
        path: Where it is; made if it is not there.
        plan: What is played.
        digests: By entrant.

    Raises:
        ResultsError: It holds another match, or another match is being written into it; the sentence says which.
        OSError: It cannot be written.
    """

    def __init__(self, path: Path, plan: Plan, digests: Mapping[str, str]) -> None:
        self.path = path = path.resolve()  # a link stays a link when the file is written anew
        self.plan = plan
        self._most = max(plan.size(table) for table in range(len(plan.tables)))
        self._traits = [values for _, _, values in plan.game.traits]
        described = describe_plan(plan, digests)
        path.parent.mkdir(parents=True, exist_ok=True)
        with _said(path):
            self._db = sqlite3.connect(path, timeout=0, isolation_level=None)
            try:
                self._open(described)
            except BaseException:
                self._db.close()
                raise

    def _open(self, described: dict[str, Any]) -> None:
        self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._db.execute("BEGIN EXCLUSIVE")
        if not self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            self._db.execute("COMMIT")
            self._db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            self._db.execute("BEGIN EXCLUSIVE")
            for statement in SCHEMA.split(";"):
                if statement.strip():
                    self._db.execute(statement)
            rows = {"format": FORMAT, "version": __version__, "plan": described}
            self._db.executemany("INSERT INTO meta VALUES (?, ?)", [(k, json.dumps(v)) for k, v in rows.items()])
            self._db.execute("COMMIT")
            return
        self._db.execute("COMMIT")
        _refuse_others(self.path, _read_meta(self._db, self.path)["plan"], described)

    def done(self) -> set[int]:
        """Return the units that are in the file, whole."""
        with _said(self.path):
            rows = self._db.execute("SELECT DISTINCT block, tbl FROM games").fetchall()
        return {block * len(self.plan.tables) + table for block, table in rows}

    def games(self) -> list[PlayedGame]:
        """Return the games that are in the file, without their choices."""
        with _said(self.path):
            records, choices, _ = _read_games(self._db, self.plan, choices=False)
        return [PlayedGame(record, made) for record, made in zip(records, choices, strict=True)]

    def add(self, games: Iterable[PlayedGame]) -> None:
        """Write the games of whole units, all or none.

        Raises:
            OSError: The disk is full, or fails.
        """
        rows: list[tuple[Any, ...]] = []
        seats: list[tuple[Any, ...]] = []
        for game in games:
            record = game.record
            block, table, nth = int(record["block"]), int(record["table"]), int(record["nth"])
            number = (block * len(self.plan.tables) + table) * self._most + nth
            choices = zlib.compress(np.asarray(game.choices, CHOICES).tobytes(), 9)
            ending = self.plan.game.endings[int(record["ending"])]
            rows.append(
                (
                    number,
                    table,
                    block,
                    nth,
                    str(int(record["seed"])),
                    int(record["players"]),
                    int(record["day"]),
                    ending,
                    int(record["decisions"]),
                    choices,
                )
            )
            seats.extend(self._seat_rows(number, record))
        with _said(self.path):
            self._db.execute("BEGIN")
            try:
                self._db.executemany(f"INSERT INTO games VALUES ({','.join('?' * 10)})", rows)
                self._db.executemany(f"INSERT INTO seats VALUES ({','.join('?' * 10)})", seats)
                self._db.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")
                raise

    def _seat_rows(self, number: int, record: np.ndarray) -> Iterator[tuple[Any, ...]]:
        for seat, row in enumerate(record["seats"][: int(record["players"])]):
            partner = int(row["partner"])
            yield (
                number,
                seat,
                int(row["slot"]),
                self.plan.entrants[int(row["entrant"])],
                *(values[int(trait)] for values, trait in zip(self._traits, row["traits"], strict=True)),
                int(row["place"]),
                int(row["respect"]),
                None if partner == ABSENT else partner,
                int(row["won"]),
            )

    def finish(self) -> None:
        """Write the file anew, in the order of the games: the same match gives the same bytes.

        Raises:
            OSError: The disk is full, or fails; the file as it was stays.
        """
        clean = self.path.with_name(f".{self.path.name}.clean")
        clean.unlink(missing_ok=True)
        try:
            with _said(self.path):
                self._db.execute("VACUUM INTO ?", (str(clean),))
                with closing(sqlite3.connect(clean, isolation_level=None)) as db:
                    db.execute("PRAGMA schema_version = 1")  # else it counts how often this was done
            shutil.copymode(self.path, clean)
            clean.replace(self.path)  # before closing, so that nobody can write in between
        finally:
            clean.unlink(missing_ok=True)

    def close(self) -> None:
        """Let others at the file."""
        self._db.close()

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _read_meta(db: sqlite3.Connection, path: Path) -> dict[str, Any]:
    try:
        meta = {key: json.loads(value) for key, value in db.execute("SELECT key, value FROM meta")}
    except (sqlite3.OperationalError, ValueError) as error:
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) != sqlite3.SQLITE_ERROR:
            raise  # it is not the table that is missing
        raise ResultsError(f"{path} is no results file of a match: {error}") from error
    if meta.get("format") != FORMAT:
        raise ResultsError(f"{path} has format {meta.get('format')!r}; this version of moonshine-env reads {FORMAT}")
    return meta


def _refuse_others(path: Path, there: Mapping[str, Any], here: Mapping[str, Any]) -> None:
    """Raise ResultsError unless a file holds this very match."""
    for key, value in here.items():
        if there.get(key) != value:
            raise ResultsError(
                f"{path} holds another match, and nothing was changed in it: its {key} is {there.get(key)!r}, not "
                f"{value!r}. Name another file, or ask for the same match to go on with it"
            )


@dataclass(frozen=True)
class StoredMatch:
    """A results file that was read.

    Attributes:
        plan: What was played.
        described: As `describe_plan` put it down.
        version: Of the package that wrote it.
        records: `(G,)` RECORD, whole units alone.
        choices: By game, in the order of the records: `(decisions,)` uint16.
        ids: Of the games in the file, in that order; they stay when the match goes on.
    """

    plan: Plan
    described: dict[str, Any]
    version: str
    records: np.ndarray
    choices: list[np.ndarray]
    ids: list[int] = field(default_factory=list)


def read_results(path: Path, *, choices: bool = True) -> StoredMatch:
    """Read a results file, finished or not.

    Args:
        path: Where it is.
        choices: False leaves them empty, which is quicker.

    Raises:
        ResultsError: It is no results file, or a match is being written into it.
        OSError: It cannot be read.
    """
    if not path.is_file():
        raise FileNotFoundError(errno.ENOENT, "no such file", str(path))
    with _said(path):
        # Writing is only needed to take back what a killed match had half written.
        mode = "rw" if os.access(path, os.W_OK) else "ro"
        db = sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", uri=True, timeout=0)
        try:
            meta = _read_meta(db, path)
            plan = plan_from(meta["plan"])
            version = str(meta["version"])
            records, unpacked, ids = _read_games(db, plan, choices)
        except (KeyError, TypeError, IndexError, zlib.error) as error:
            raise ResultsError(f"{path} is a damaged results file: {error!r}") from error
        finally:
            db.close()
    return StoredMatch(plan, meta["plan"], version, records, unpacked, ids)


def _read_games(db: sqlite3.Connection, plan: Plan, choices: bool) -> tuple[np.ndarray, list[np.ndarray], list[int]]:
    column = "choices" if choices else "NULL"
    games = db.execute(
        f"SELECT id, tbl, block, nth, seed, players, day, ending, decisions, {column} FROM games ORDER BY id"
    ).fetchall()
    seats = db.execute("SELECT * FROM seats ORDER BY game, seat").fetchall()
    records = np.zeros(len(games), RECORD)
    for name in ("slot", "entrant", "partner", "traits"):
        records["seats"][name] = ABSENT
    endings = {name: k for k, name in enumerate(plan.game.endings)}
    places = {}
    for row, (number, table, block, nth, seed, players, day, ending, decisions, _) in enumerate(games):
        places[number] = row
        records[row]["seed"] = int(seed)
        for name, value in (("table", table), ("block", block), ("nth", nth), ("players", players), ("day", day)):
            records[row][name] = value
        records[row]["ending"], records[row]["decisions"] = endings[ending], decisions
    entrants = {name: k for k, name in enumerate(plan.entrants)}
    traits = [{value: k for k, value in enumerate(values)} for _, _, values in plan.game.traits]
    for number, seat, slot, policy, trait_0, trait_1, place, respect, partner, won in seats:
        there = records["seats"][places[number]][seat : seat + 1]
        there["slot"], there["entrant"] = slot, entrants[policy]
        there["traits"] = traits[0][trait_0], traits[1][trait_1]
        there["place"], there["respect"], there["won"] = place, respect, won
        there["partner"] = ABSENT if partner is None else partner
    unpacked = [
        np.frombuffer(zlib.decompress(game[-1]), CHOICES) if game[-1] is not None else np.zeros(0, CHOICES)
        for game in games
    ]
    return records, unpacked, [game[0] for game in games]
