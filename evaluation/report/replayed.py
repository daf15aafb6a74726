"""What happened inside games of Moonshine Kingdom, counted as they are played again."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from evaluation.report.kinds import KINDS, PLAYS
from moonshine_env.engine.game import Game
from moonshine_env.engine.stack import KIND
from moonshine_env.kingdom.actions import A_DISCARD, A_STAKE, COUNT
from moonshine_env.kingdom.tables import Content
from moonshine_env.kingdom.vocab import (
    COMPLETED,
    GIG,
    MAX_PLAYERS,
    NONE,
    RACKET,
    SCORE,
    STAKED,
    TURN,
)

Step = tuple[np.ndarray, int, int]  # see `stored.steps_of`
HUNDRED = 100  # $; cash in states is in hundreds

# What Respect is made of, in the order of plots: what takes away comes last.
SOURCES = ("deeds", "syndicates", "ward_boss", "gigs", "rackets", "scores", "marks", "rat")
STAKED_N, COMPLETED_N, BOTCHED_N, OPEN_N, DISCARDED_N, STAKED_WON, COMPLETED_WON = range(7)
FATES = ("staked", "completed", "botched", "open", "discarded", "staked_won", "completed_won")


def respect_by_source(tables: np.ndarray, states: np.ndarray, i: int) -> np.ndarray:
    """Split the Respect of each seat (K11.7) by where it comes from.

    Returns:
        `(MAX_PLAYERS, len(SOURCES))` int64; rows of absent seats mean nothing.
    """
    t, s = tables[0], states[i]
    seats = np.arange(MAX_PLAYERS)[:, None]
    done = s["card_at"][None, :] == COMPLETED + seats
    deck = t["card_deck"][None, :]
    parts = np.zeros((MAX_PLAYERS, len(SOURCES)), np.int64)
    parts[:, 0] = (s["deed"][None, :] == seats) @ t["deed_respect"].astype(np.int64)
    parts[:, 1] = (s["syndicate"][None, :] == seats).sum(axis=1) * int(t["syndicate_respect"])
    parts[:, 2] = (seats[:, 0] == s["ward_boss"]) * int(t["ward_boss_respect"])
    for column, kind in ((3, GIG), (4, RACKET), (5, SCORE)):
        parts[:, column] = (done & (deck == kind)).sum(axis=1) * int(t["deck_respect"][kind])
    parts[:, 6] = s["marks"].astype(np.int64) * int(t["mark_respect"])
    parts[:, 7] = (seats[:, 0] == s["rat"]) * int(t["rat_respect"])
    return parts


class GameCount:
    """What one game showed.

    Args:
        game: Moonshine Kingdom.
        content: Its components.
        kinds: From `kinds_of_actions`.
        steps: The game, from its first play to its end.

    Attributes:
        respect: By Day that ended: `(MAX_PLAYERS, len(SOURCES))`.
        uses: `(MAX_PLAYERS, len(KINDS))`, how often each seat did each.
        follows: Rows (seat, kind, change of cash in $ until the Play was over, change of Respect until the Day was).
        fates: Rows (seat, card, one of FATES up to `discarded`).
    """

    def __init__(self, game: Game, content: Content, kinds: np.ndarray, steps: Iterable[Step]) -> None:
        self._game = game
        self._tables = content.tables
        self._deck = content.tables[0]["card_deck"]
        self._pay = content.tables[0]["deck_cash"]
        self._kinds = kinds.tolist()
        self.respect: list[np.ndarray] = []
        self.uses = np.zeros((MAX_PLAYERS, len(KINDS)), np.int64)
        self.follows: list[tuple[int, int, int, int]] = []
        self.fates: list[tuple[int, int, int]] = []
        self._staked: dict[int, int] = {}  # card -> seat
        self._paid = np.zeros(MAX_PLAYERS, np.int64)  # for Contracts, hundreds of $
        self._open: tuple[int, int, int, int, int] | None = None  # seat, kind, cash, Respect, paid before the Play
        self._today: list[tuple[int, int, int, int]] = []  # seat, kind, change of cash, Respect before
        self._scores = np.zeros(MAX_PLAYERS, np.int32)
        self._count(steps)

    def _count(self, steps: Iterable[Step]) -> None:
        plays = set(PLAYS)
        day = 1
        for states, seat, action in steps:
            is_over = action < 0
            if is_over or states["day"][0] != day:
                self._end_day(states)
                day += 1
            if is_over:
                self.fates += [(seat, card, OPEN_N) for card, seat in self._staked.items()]
                return
            depth = states["depth"][0]
            is_turn = states["stack"][0, depth - 1, KIND] == TURN
            if self._open is not None and (is_turn or states["turn_player"][0] == NONE):
                self._close(states)
            kind = self._kinds[action]
            if kind >= 0 and (is_turn or kind not in plays):  # a Hustle asks for its decks by the same family
                self.uses[seat, kind] += 1
            if is_turn and kind in plays:
                self._game.scores(self._tables, states, 0, self._scores)
                self._open = (seat, kind, int(states["cash"][0, seat]), int(self._scores[seat]), int(self._paid[seat]))
            elif A_STAKE <= action < A_STAKE + COUNT["stake"]:
                self._staked[action - A_STAKE] = seat
                self.fates.append((seat, action - A_STAKE, STAKED_N))
            elif A_DISCARD <= action < A_DISCARD + COUNT["discard"]:
                self.fates.append((seat, action - A_DISCARD, DISCARDED_N))

    def _close(self, states: np.ndarray) -> None:
        """Write down what the Play that is over has brought."""
        if self._open is None:
            return
        if states["turn_player"][0] == NONE:
            self._settle(states)  # the night may have begun
        seat, kind, cash, respect, paid = self._open
        earned = int(states["cash"][0, seat]) - cash - (int(self._paid[seat]) - paid)
        self._today.append((seat, kind, earned * HUNDRED, respect))
        self._open = None

    def _settle(self, states: np.ndarray) -> None:
        """Find out what became of staked Contracts."""
        for card, seat in list(self._staked.items()):
            there = int(states["card_at"][0, card])
            if there == STAKED + seat:
                continue
            del self._staked[card]
            is_met = there == COMPLETED + seat
            self.fates.append((seat, card, COMPLETED_N if is_met else BOTCHED_N))
            if is_met:
                self._paid[seat] += int(self._pay[self._deck[card]])

    def _end_day(self, states: np.ndarray) -> None:
        self._settle(states)
        self._close(states)
        parts = respect_by_source(self._tables, states, 0)
        self.respect.append(parts)
        now = parts.sum(axis=1)
        self.follows += [(seat, kind, cash, int(now[seat]) - before) for seat, kind, cash, before in self._today]
        self._today.clear()
