"""What games of Moonshine Kingdom showed, added up by entrant, by kind of play and by Contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from evaluation.report.kinds import KINDS, PLAYS, kinds_of_actions
from evaluation.report.replayed import (
    COMPLETED_N,
    COMPLETED_WON,
    DISCARDED_N,
    FATES,
    SOURCES,
    STAKED_N,
    STAKED_WON,
    GameCount,
    Step,
)
from evaluation.statistics import wilson_interval
from moonshine_env.engine.game import Game
from moonshine_env.kingdom.tables import Content
from moonshine_env.kingdom.vocab import DECK_IDS, NUM_CARDS


def count_games(
    game: Game, content: Content, games: Iterable[tuple[np.ndarray, Iterator[Step]]], entrants: int
) -> dict[str, Any]:
    """Count games of several entrants.

    Args:
        game: Moonshine Kingdom.
        content: Its components.
        games: For each its record and its steps.
        entrants: How many.

    Returns:
        JSON-able facts, by entrant where it says so: `respect`, `sources`, `plays`, `contracts`.
    """
    kinds = kinds_of_actions(content)
    totals = Totals(entrants)
    for record, steps in games:
        totals.add(record, GameCount(game, content, kinds, steps))
    return {
        "respect": totals.respect(),
        "plays": totals.plays(),
        "contracts": totals.contracts(content),
        "hand": totals.decks(content),
    }


class Totals:
    """Games added up.

    Args:
        entrants: How many there are.
    """

    def __init__(self, entrants: int) -> None:
        self.entrants = entrants
        self._seats: list[tuple[int, int, np.ndarray]] = []  # entrant, block, (Days, SOURCES)
        self._uses = np.zeros((entrants, len(KINDS)), np.int64)
        self._used_in = np.zeros((entrants, len(KINDS)), np.int64)
        self._seat_games = np.zeros(entrants, np.int64)
        self._follows: list[tuple[int, int, int, int, int]] = []  # entrant, block, kind, cash, Respect
        self._fates = np.zeros((NUM_CARDS, len(FATES)), np.int64)
        self._cards: list[tuple[int, int, int]] = []  # entrant, card, fate
        self.games = 0

    def add(self, record: np.ndarray, count: GameCount) -> None:
        """Add a game."""
        self.games += 1
        block = int(record["block"])
        whose = record["seats"]["entrant"].tolist()
        won = record["seats"]["won"].tolist()
        for seat, entrant in enumerate(whose):
            if entrant < 0:
                continue
            self._seat_games[entrant] += 1
            self._uses[entrant] += count.uses[seat]
            self._used_in[entrant] += count.uses[seat] > 0
            self._seats.append((entrant, block, np.array([parts[seat] for parts in count.respect])))
        self._follows += [(whose[seat], block, kind, cash, gain) for seat, kind, cash, gain in count.follows]
        for seat, card, fate in count.fates:
            self._fates[card, fate] += 1
            self._cards.append((whose[seat], card, fate))
            if won[seat] and fate in (STAKED_N, COMPLETED_N):
                self._fates[card, STAKED_WON if fate == STAKED_N else COMPLETED_WON] += 1

    def respect(self) -> dict[str, Any]:
        """Mean Respect by Day with the standard error, and by source; a game that has ended keeps its last."""
        days = max(len(path) for _, _, path in self._seats)
        going = [sum(len(path) > day for _, _, path in self._seats) / len(self._seats) for day in range(days)]
        rows = []
        for entrant in range(self.entrants):
            mine = [(block, path) for whose, block, path in self._seats if whose == entrant]
            if not mine:
                rows.append({"seats": 0, "mean": [], "error": [], "sources": []})
                continue
            paths = np.array([path[np.minimum(np.arange(days), len(path) - 1)] for _, path in mine])
            blocks = np.array([block for block, _ in mine])
            nets = paths.sum(axis=2)
            found = [mean_and_block_error(nets[:, day], blocks) for day in range(days)]
            rows.append(
                {
                    "seats": len(mine),
                    "mean": [mean for mean, _ in found],
                    "error": [error for _, error in found],
                    "sources": [dict(zip(SOURCES, day.tolist(), strict=True)) for day in paths.mean(axis=0)],
                }
            )
        return {"days": days, "going": going, "entrants": rows}

    def plays(self) -> list[dict[str, Any]]:
        """List, for each kind of play, how often each entrant used it, and what followed."""
        follows = np.array(self._follows, np.int64).reshape(-1, 5)
        rows = []
        for k, kind in enumerate(KINDS):
            entrants = []
            for entrant in range(self.entrants):
                seats = int(self._seat_games[entrant])
                row: dict[str, Any] = {
                    "uses": int(self._uses[entrant, k]),
                    "per_game": self._uses[entrant, k] / seats if seats else None,
                    "share_of_games": self._used_in[entrant, k] / seats if seats else None,
                }
                if k in PLAYS:
                    mine = follows[(follows[:, 0] == entrant) & (follows[:, 2] == k)]
                    row["n"] = len(mine)
                    row["cash"], row["cash_error"] = mean_and_block_error(mine[:, 3], mine[:, 1])
                    row["respect"], row["respect_error"] = mean_and_block_error(mine[:, 4], mine[:, 1])
                entrants.append(row)
            rows.append({"id": kind.id, "label": kind.label, "group": kind.group, "entrants": entrants})
        return rows

    def contracts(self, content: Content) -> list[dict[str, Any]]:
        """List, for each Contract, what became of it in all games, whoever held it."""
        return [
            {
                "id": content.card_ids[card],
                "name": content.card_names[card],
                "deck": DECK_IDS[int(content.tables[0]["card_deck"][card])],
                **dict(zip(FATES, self._fates[card].tolist(), strict=True)),
                "interval": wilson_interval(*self._fates[card, [COMPLETED_WON, COMPLETED_N]].tolist()),
            }
            for card in range(NUM_CARDS)
        ]

    def decks(self, content: Content) -> list[dict[str, Any]]:
        """Count, by entrant and deck, the Contracts of a game that were staked, Completed, Botched, discarded."""
        deck_of = content.tables[0]["card_deck"].tolist()
        counts = np.zeros((self.entrants, len(DECK_IDS), len(FATES)), np.int64)
        for entrant, card, fate in self._cards:
            counts[entrant, deck_of[card], fate] += 1
        return [
            {
                deck: {
                    fate: float(counts[entrant, k, column] / max(1, self._seat_games[entrant]))
                    for column, fate in enumerate(FATES[: DISCARDED_N + 1])
                }
                for k, deck in enumerate(DECK_IDS)
            }
            for entrant in range(self.entrants)
        ]


def mean_and_block_error(values: np.ndarray, blocks: np.ndarray) -> tuple[float | None, float | None]:
    """Return a mean, and its standard error with whole blocks as the independent unit, however many values each has.

    The linearised variance of a ratio estimator over clusters: Cochran, "Sampling Techniques", 3rd ed. 1977, sections
    6.4 and 9A.

    Args:
        values: `(n,)`.
        blocks: `(n,)`, which block each belongs to.

    Returns:
        Both None without values; the error None with fewer than two blocks.
    """
    if not len(values):
        return None, None
    _, block = np.unique(blocks, return_inverse=True)
    sums, counts = np.bincount(block, np.asarray(values, np.float64)), np.bincount(block)
    mean = float(sums.sum() / counts.sum())
    if len(sums) < 2:
        return mean, None
    spread = ((sums - mean * counts) ** 2).sum() * len(sums) / (len(sums) - 1)
    return mean, float(np.sqrt(spread) / counts.sum())
