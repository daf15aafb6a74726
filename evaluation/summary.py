"""What a match's records say: how each entrant did, over all and by seat, mob, home Borough and size of the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from evaluation.plan import Plan
from evaluation.records import RECORD, PlayedGame
from evaluation.statistics import (
    bootstrap_interval,
    holm,
    mean_and_error,
    p_value_of_mean,
    pairing_ratio,
    wilson_interval,
)

FEW_BLOCKS = 10  # below that, resampling blocks says little


@dataclass(frozen=True)
class Standing:
    """How one entrant did.

    Attributes:
        name: Its name.
        games: Games in which it had a seat.
        seats: How many seats of a table it had, on average.
        wins: Games that one of its seats won.
        share: wins / games; even would be seats / players.
        interval: Of the share, 95 %.
        place, place_error: Mean place of its seats, 1 = first, and the standard error.
        respect, respect_error: Mean Respect of its seats, likewise.
        margin, margin_error: Mean of own Respect less that of the others at the table, likewise.
    """

    name: str
    games: int
    seats: float
    wins: int
    share: float
    interval: tuple[float, float]
    place: float
    place_error: float
    respect: float
    respect_error: float
    margin: float
    margin_error: float


@dataclass(frozen=True)
class Cell:
    """How one entrant did where something was so: at seat 2, as the Irish, ...

    Attributes:
        name: The entrant.
        value: What was so.
        seats: Seats that this counts.
        share: Part of them that won.
        interval: Of the share, 95 %, see `share_interval`.
        respect: Their mean Respect.
    """

    name: str
    value: str
    seats: int
    share: float
    interval: tuple[float, float]
    respect: float


@dataclass(frozen=True)
class Comparison:
    """How much more often a seat of one entrant won than a seat of another.

    Attributes:
        name, other: Who and whom.
        difference, error: Of win shares a seat, with blocks as the unit, and the standard error.
        p: Two-sided, of a t test on blocks; adjusted after Holm for all pairs that were compared.
    """

    name: str
    other: str
    difference: float
    error: float
    p: float


class MatchResult:
    """Games of a plan that have ended.

    Args:
        plan: What was to be played.
        records: `(G,)` RECORD, in any order.

    Attributes:
        records: By block, table and game.
    """

    def __init__(self, plan: Plan, records: np.ndarray) -> None:
        self.plan = plan
        self.records = np.sort(records, order=("block", "table", "nth"))
        seats = self.records["seats"]
        self._there = seats["entrant"] >= 0
        own = np.where(self._there, seats["respect"], 0).astype(np.float64)
        rivals = np.maximum(self.records["players"] - 1, 1)[:, None]
        self._margin = own - (own.sum(axis=1, keepdims=True) - own) / rivals

    @classmethod
    def of(cls, plan: Plan, games: Iterable[PlayedGame]) -> MatchResult:
        """Make the result of games that were played."""
        rows = [game.record for game in games]
        return cls(plan, np.array(rows, RECORD) if rows else np.zeros(0, RECORD))

    def __len__(self) -> int:
        return len(self.records)

    @property
    def names(self) -> tuple[str, ...]:
        """Names at each place of the first table."""
        return tuple(self.plan.entrants[k] for k in self.plan.tables[0])

    @property
    def seed(self) -> int:
        """Seed of the match."""
        return self.plan.seed

    # ---- over all

    def standing(self, name: str) -> Standing:
        """Count how an entrant did, with blocks as the independent unit."""
        mine = self._seats_of(name)
        games = self._any(mine)
        count = int(games.sum())
        seats = self.records["seats"]
        won = self._any(mine & (seats["won"] > 0))
        wins = int(won.sum())
        shares = self._by_block(won, games)
        place, respect, margin = (
            mean_and_error(self._by_block(self._mean_over(values, mine), games))
            for values in (seats["place"], seats["respect"], self._margin)
        )
        return Standing(
            name=name,
            games=count,
            seats=float(mine.sum() / count) if count else 0.0,
            wins=wins,
            share=wins / count if count else float("nan"),
            interval=share_interval(wins, count, shares),
            place=place[0],
            place_error=place[1],
            respect=respect[0],
            respect_error=respect[1],
            margin=margin[0],
            margin_error=margin[1],
        )

    def standings(self) -> list[Standing]:
        """Count how every entrant did that has a seat."""
        seated = {entrant for table in self.plan.tables for entrant in table}
        return [self.standing(name) for k, name in enumerate(self.plan.entrants) if k in seated]

    def ending_shares(self) -> dict[str, float]:
        """Return the share of games that ended each way."""
        endings = self.records["ending"]
        return {
            name: float((endings == k).mean()) for k, name in enumerate(self.plan.game.endings) if (endings == k).any()
        }

    def pairing_ratio(self, name: str) -> float:
        """Return the variance of an entrant's share over what unrelated seeds would have given it; NaN if undefined.

        Over whole blocks of the tables where it sits; each of its games counts by how many of its seats won.
        """
        mine = self._seats_of(name)
        won = (mine & (self.records["seats"]["won"] > 0)).sum(axis=1).astype(np.float64)
        cells = self._cells(won, self._any(mine))
        return pairing_ratio(cells) if cells.size else float("nan")

    def comparisons(self) -> list[Comparison]:
        """Compare all pairs of entrants, over the blocks in which both had a seat."""
        won = self.records["seats"]["won"].astype(np.float64)
        seated = sorted({entrant for table in self.plan.tables for entrant in table})
        shares = {k: self._seat_shares(won, self._seats_of(self.plan.entrants[k])) for k in seated}
        rows = []
        for i, j in combinations(seated, 2):
            gaps = shares[i] - shares[j]
            gaps = gaps[~np.isnan(gaps)]
            mean, error = mean_and_error(gaps)
            p = p_value_of_mean(gaps) if len(gaps) > 1 else float("nan")
            rows.append(Comparison(self.plan.entrants[i], self.plan.entrants[j], mean, error, p))
        known = [k for k, row in enumerate(rows) if row.p == row.p]
        for k, p in zip(known, holm([rows[k].p for k in known]).tolist(), strict=True):
            rows[k] = replace(rows[k], p=p)
        return rows

    def _seat_shares(self, won: np.ndarray, mine: np.ndarray) -> np.ndarray:
        """Return an entrant's win share a seat by block, `(blocks,)`; NaN where it had no seat."""
        _, block = np.unique(self.records["block"], return_inverse=True)
        wins = np.bincount(block, np.where(mine, won, 0).sum(axis=1))
        seats = np.bincount(block, mine.sum(axis=1))
        shares: np.ndarray = np.divide(wins, seats, out=np.full(len(wins), np.nan), where=seats > 0)
        return shares

    # ---- where something was so

    def breakdown(self, what: str) -> list[Cell]:
        """Split the results of all entrants.

        Args:
            what: `seat`, `players`, or a trait such as `mob` or `home`.

        Raises:
            ValueError: There is no such split.
        """
        seats = self.records["seats"]
        traits = [name for name, _, _ in self.plan.game.traits]
        if what == "seat":
            values, words = np.broadcast_to(np.arange(seats.shape[1]), seats.shape), [str(k) for k in range(8)]
        elif what == "players":
            values, words = np.broadcast_to(self.records["players"][:, None], seats.shape), [str(k) for k in range(8)]
        elif what in traits:
            place = traits.index(what)
            values, words = seats["traits"][:, :, place], list(self.plan.game.traits[place][2])
        else:
            raise ValueError(f"results cannot be split by {what!r}; by: seat, players, {', '.join(traits)}")
        found = []
        for name in self.plan.entrants:
            mine = self._seats_of(name)
            for value in np.unique(values[mine]).tolist():
                here = mine & (values == value)
                count, wins = int(here.sum()), int(seats["won"][here].sum())
                of_blocks = self._seat_shares(seats["won"], here)
                found.append(
                    Cell(
                        name,
                        words[value],
                        count,
                        wins / count,
                        share_interval(wins, count, of_blocks[~np.isnan(of_blocks)]),
                        float(seats["respect"][here].mean()),
                    )
                )
        return found

    def to_json(self) -> dict[str, Any]:
        """Return totals and splits as a JSON-able dict; the games themselves are in the results file."""
        day, day_error = mean_and_error(self.records["day"])
        decisions, decisions_error = mean_and_error(self.records["decisions"])
        splits = ("seat", "players", *(name for name, _, _ in self.plan.game.traits))
        return {
            "policies": list(self.plan.entrants),
            "tables": [list(table) for table in self.plan.tables],
            "games": len(self),
            "blocks": len(np.unique(self.records["block"])),
            "seed": self.seed,
            "seating": self.plan.seating,
            "assign": self.plan.assign,
            "options": dict(self.plan.options),
            "standings": [asdict(standing) for standing in self.standings()],
            "comparisons": [asdict(row) for row in self.comparisons()],
            "days": {"mean": day, "error": day_error},
            "decisions": {"mean": decisions, "error": decisions_error},
            "endings": self.ending_shares(),
            "splits": {what: [asdict(cell) for cell in self.breakdown(what)] for what in splits},
        }

    # ---- counting

    def _seats_of(self, name: str) -> np.ndarray:
        """Mark the seats of an entrant, `(G, seats)`."""
        here: np.ndarray = self.records["seats"]["entrant"] == self.plan.entrants.index(name)
        return here

    @staticmethod
    def _any(seats: np.ndarray) -> np.ndarray:
        """Tell of each game whether one of its seats is marked, `(G,)` bool."""
        found: np.ndarray = np.any(seats, axis=1)
        return found

    @staticmethod
    def _mean_over(values: np.ndarray, mine: np.ndarray) -> np.ndarray:
        """Average over an entrant's seats of each game; 0 where it has none."""
        counts = mine.sum(axis=1)
        means: np.ndarray = np.where(mine, values, 0).sum(axis=1) / np.maximum(counts, 1)
        return means

    def _by_block(self, values: np.ndarray, chosen: np.ndarray) -> np.ndarray:
        """Average `(G,)` values of chosen games over each block."""
        _, block = np.unique(self.records["block"][chosen], return_inverse=True)
        means: np.ndarray = np.bincount(block, values[chosen]) / np.maximum(np.bincount(block), 1)
        return means

    def _cells(self, values: np.ndarray, chosen: np.ndarray) -> np.ndarray:
        """Lay `(G,)` values of chosen games out as `(blocks, games of a block)`; blocks that are not whole left out."""
        blocks, counts = np.unique(self.records["block"][chosen], return_counts=True)
        if not len(blocks):
            return np.zeros((0, 0))
        whole = blocks[counts == counts.max()]
        kept = chosen & np.isin(self.records["block"], whole)
        return values[kept].reshape(len(whole), -1)


def share_interval(wins: int, games: int, block_shares: Sequence[float] | np.ndarray) -> tuple[float, float]:
    """Return the 95 % interval of a share from those of its blocks.

    Resampled blocks; where these are few, or all the same, Wilson's interval with games as the unit, which is then the
    honest one of the two.
    """
    shares = np.asarray(block_shares, np.float64)
    if len(shares) < FEW_BLOCKS or np.ptp(shares) == 0:
        return wilson_interval(wins, games)
    low, high = bootstrap_interval(shares)
    return max(0.0, low), min(1.0, high)
