"""The facts of a report: what results files say, counted into a JSON-able dict. Plots and page read nothing else."""

from __future__ import annotations

import hashlib
import math
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from evaluation.payoffs import alpha_rank, cycles
from evaluation.ratings import CONFIDENCE, Table, plackett_luce, rate, strengths_to_elo
from evaluation.report.pool import Pool, letter, shorten
from evaluation.report.totals import count_games, mean_and_block_error
from evaluation.results import StoredMatch
from evaluation.stored import steps_of
from moonshine_env import __version__

DEFAULT_GAMES = 400
MOST_RATED = 4000  # games; more change no digit that the plot shows, and OpenSkill takes them one by one
ALPHA = 100.0  # of alpha-rank: from about there on the ranking stays as it is
KINGDOM = "kingdom"

Progress = Callable[[str, int, int], object]  # what is being done, how much of it is, how much there is


def gather_facts(
    pool: Pool,
    *,
    title: str,
    command: str,
    files: Sequence[Path] = (),
    games: int = DEFAULT_GAMES,
    behaviour: Mapping[str, Any] | None = None,
    progress: Progress = lambda *_: None,
) -> dict[str, Any]:
    """Count everything that a report shows.

    Args:
        pool: The games.
        title, command: Of the report.
        files: Where the games are, in the order of the pool's matches.
        games: How many are played again, at most, for what the results do not say by themselves; 0 for none.
        behaviour: From `behaviour.report`.
        progress: Called as things get done.

    Returns:
        JSON-able, without NaN: what is not defined is None.
    """
    result = pool.result
    order = _rank(pool)
    names = [result.plan.entrants[k] for k in order]
    facts = {
        "title": title,
        "command": command,
        "version": __version__,
        "game": {
            "id": result.plan.game_id,
            "title": result.plan.game.title,
            "hashes": pool.matches[0].described["hashes"],
        },
        "options": dict(result.plan.options),
        "files": [_describe_file(match, file) for match, file in _with_files(pool.matches, files)],
        "games": len(result),
        "blocks": len(np.unique(result.records["block"])),
        "players": sorted({int(players) for players in result.records["players"]}),
        "entrants": [
            {
                "letter": letter(place),
                "name": result.plan.entrants[k],
                "short": shorten(result.plan.entrants[k]),
                "spec": pool.specs[k],
                "digest": pool.digests[k],
            }
            for place, k in enumerate(order)
        ],
        "standings": [asdict(result.standing(name)) | {"pairing_ratio": result.pairing_ratio(name)} for name in names],
        "ratings": _ratings(pool, names, progress),
        "payoffs": _payoffs(pool, order),
        "splits": _splits(pool, names),
        "endings": _endings(pool),
        "replayed": _replayed(pool, order, games, progress),
        "behaviour": None if behaviour is None else dict(behaviour),
    }
    clean: dict[str, Any] = without_nan(facts)
    return clean


def without_nan(value: Any) -> Any:
    """Copy a JSON-able value with None for NaN and infinity, lists for tuples, Python's numbers for NumPy's."""
    if isinstance(value, Mapping):
        return {str(key): without_nan(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [without_nan(item) for item in value]
    if isinstance(value, np.generic):
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _rank(pool: Pool) -> list[int]:
    """Put those who have a seat in order, the strongest first: by share of games won, against an even one."""
    result = pool.result
    even = _even_shares(pool)
    standings = {row.name: row for row in result.standings() if row.games}
    found = [k for k, name in enumerate(result.plan.entrants) if name in standings]
    return sorted(found, key=lambda k: (-standings[result.plan.entrants[k]].share / even[k], result.plan.entrants[k]))


def _even_shares(pool: Pool) -> np.ndarray:
    """Return the share of games that each entrant would win if all seats were alike, `(entrants,)`."""
    records = pool.result.records
    count = len(pool.result.plan.entrants)
    even = np.ones(count)
    for k in range(count):
        mine = (records["seats"]["entrant"] == k).sum(axis=1)
        if mine.any():
            even[k] = (mine / records["players"])[mine > 0].mean()
    return even


# ---- what was run


def _with_files(matches: Sequence[StoredMatch], files: Sequence[Path]) -> Iterator[tuple[StoredMatch, Path | None]]:
    for k, match in enumerate(matches):
        yield match, files[k] if k < len(files) else None


def _describe_file(match: StoredMatch, file: Path | None) -> dict[str, Any]:
    plan = match.plan
    return {
        "name": None if file is None else str(file),
        "sha256": None if file is None else hashlib.sha256(file.read_bytes()).hexdigest(),
        "version": match.version,
        "games": len(match.records),
        "blocks": len(np.unique(match.records["block"])),
        "seed": str(plan.seed),
        "seating": plan.seating,
        "assign": plan.assign,
        "tables": [[plan.entrants[k] for k in table] for table in plan.tables],
        "command": command_of(match, file),
    }


def command_of(match: StoredMatch, file: Path | None) -> str | None:
    """Write the command that plays a match again; None where no single one does."""
    plan = match.plan
    if len(plan.tables) != 1 or (plan.specs and plan.specs != plan.entrants):
        return None
    words = ["moonshine", "match", *(plan.entrants[k] for k in plan.tables[0])]
    words += ["--games", str(len(match.records)), "--seed", str(plan.seed)]
    for name, value in plan.options.items():
        words += ["--option", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
    for name, value, usual in (("seating", plan.seating, "rotations"), ("assign", plan.assign, "dealt")):
        words += [f"--{name}", value] if value != usual else []
    words += ["--game", plan.game_id] if plan.game_id != KINGDOM else []
    return shlex.join([*words, "--out", str(file) if file is not None else "FILE"])


# ---- who beats whom


def _ratings(pool: Pool, names: Sequence[str], progress: Progress) -> dict[str, Any] | None:
    """Rate the entrants; None where nobody met anybody else."""
    records = pool.result.records
    entrants = pool.result.plan.entrants
    used = pool.sample(MOST_RATED)
    tables = []
    for k in used:
        seats = records[k]["seats"][: int(records[k]["players"])]
        whose = tuple(entrants[entrant] for entrant in seats["entrant"].tolist())
        tables.append(Table(whose, tuple(seats["place"].tolist()), int(records[k]["block"])))
    if not any(len(set(table.entrants)) > 1 for table in tables):
        return None
    progress("rating", 0, 1)
    rated = {row.name: row for row in rate(tables)}
    likely = strengths_to_elo(plackett_luce(tables))
    progress("rating", 1, 1)
    return {
        "games": len(tables),
        "confidence": CONFIDENCE,
        "entrants": [asdict(rated[name]) | {"likelihood_elo": likely[name]} for name in names if name in rated],
    }


def _payoffs(pool: Pool, order: Sequence[int]) -> dict[str, Any] | None:
    """Compare the places of each two at common tables: `shares[i][j]`, how often i's seats were placed before j's."""
    records = pool.result.records
    seats = records["seats"]
    count = len(order)
    if count < 2:
        return None
    shares, errors = np.full((count, count), np.nan), np.full((count, count), np.nan)
    games = np.zeros((count, count), np.int64)
    place = seats["place"].astype(np.int64)
    masks = [seats["entrant"] == k for k in order]
    for i in range(count):
        for j in range(count):
            both = masks[i].any(axis=1) & masks[j].any(axis=1)
            if i == j or not both.any():
                continue
            mine, theirs = masks[i][both], masks[j][both]
            before = place[both][:, :, None] < place[both][:, None, :]
            pairs = mine[:, :, None] & theirs[:, None, :]
            scores = (before & pairs).sum(axis=(1, 2)) / pairs.sum(axis=(1, 2))
            mean, error = mean_and_block_error(scores, records["block"][both])
            shares[i, j] = np.nan if mean is None else mean
            errors[i, j] = np.nan if error is None else error
            games[i, j] = both.sum()
    full = np.where(np.eye(count, dtype=bool), 0.5, shares)
    names = [pool.result.plan.entrants[k] for k in order]
    is_full = bool(np.isfinite(full).all())
    return {
        "shares": shares.tolist(),
        "errors": errors.tolist(),
        "games": games.tolist(),
        "alpha_rank": alpha_rank(full, ALPHA).tolist() if is_full else None,
        "cycles": [[names[k] for k in cycle] for cycle in cycles(shares, errors)],
    }


# ---- splits and endings


def _splits(pool: Pool, names: Sequence[str]) -> dict[str, Any]:
    result = pool.result
    kinds = ["seat", *(name for name, _, _ in result.plan.game.traits)]
    if len({len(table) for table in result.plan.tables}) > 1:
        kinds.append("players")
    splits = {}
    for what in kinds:
        cells = result.breakdown(what)
        rows = {name: [cell for cell in cells if cell.name == name] for name in names}
        values = list(
            dict.fromkeys(cell.value for cell in sorted(cells, key=lambda cell: _place(pool, what, cell.value)))
        )
        splits[what] = {
            "values": values,
            "entrants": [[asdict(cell) for cell in rows[name]] for name in names],
        }
    return splits


def _place(pool: Pool, what: str, value: str) -> int:
    for name, _, values in pool.result.plan.game.traits:
        if name == what:
            return values.index(value)
    return int(value)


def _endings(pool: Pool) -> dict[str, Any]:
    """Count games by ending and last Day."""
    records = pool.result.records
    last = int(records["day"].max())
    return {
        "shares": pool.result.ending_shares(),
        "days": list(range(1, last + 1)),
        "counts": {
            name: np.bincount(records["day"][records["ending"] == k], minlength=last + 1)[1:].tolist()
            for k, name in enumerate(pool.result.plan.game.endings)
            if (records["ending"] == k).any()
        },
        "decisions": mean_and_block_error(records["decisions"], records["block"]),
        "mean_days": mean_and_block_error(records["day"], records["block"]),
    }


# ---- games played again


def _replayed(pool: Pool, order: Sequence[int], games: int, progress: Progress) -> dict[str, Any]:
    """Play games again and count what happened in them."""
    plan = pool.result.plan
    if plan.game_id != KINGDOM:
        return {"games": 0, "why": f"What happens inside games of {plan.game.title} is not counted yet."}
    if games < 1:
        return {"games": 0, "why": "No game was to be played again."}
    if not pool.is_replayable():
        why = (
            "The games were played by other rules than those of the version that made this page, so none was replayed."
        )
        return {"games": 0, "why": why}
    chosen = pool.sample(games)
    content = plan.settings(len(plan.tables[0])).content
    places = {entrant: place for place, entrant in enumerate(order)}
    to_place = np.array([places.get(k, -1) for k in range(len(plan.entrants))] + [-1])

    def replay() -> Iterator[tuple[np.ndarray, Iterator[tuple[np.ndarray, int, int]]]]:
        for done, k in enumerate(chosen):
            progress("replaying", done, len(chosen))
            record = pool.result.records[k : k + 1].copy()
            record["seats"]["entrant"] = to_place[record["seats"]["entrant"]]
            yield record[0], steps_of(pool.matches[pool.file[k]], int(pool.number[k]))
        progress("replaying", len(chosen), len(chosen))

    counted = count_games(plan.game, content, replay(), len(order))
    seats = pool.result.records["seats"][chosen]
    even = float(seats["won"].sum() / (seats["entrant"] >= 0).sum())
    return {"games": len(chosen), "of": len(pool.result), "even": even, **counted}
