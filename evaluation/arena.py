"""The arena: many games at once between any policies, each slot refilled with the next game as one ends.

How a game goes hangs on its spec alone: not on how many games are played at once, nor on which.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from evaluation.luck import SeatLuck
from evaluation.plan import GameSpec
from evaluation.records import ABSENT, MAX_SEATS, RECORD, PlayedGame
from moonshine_env.batch import Batch
from moonshine_env.engine.game import Game
from moonshine_env.rewards import final_rewards
from policies.policy import Policy

DEFAULT_BATCH = 64
FIRST_CHOICES = 512  # room for the choices of a game; doubled when they are more
CHOICE = np.uint16


class PolicyError(ValueError):
    """A policy that raised, or did not answer with legal actions; the message names it."""


class Arena:
    """Slots in which games of one table size and one set of options go on.

    Args:
        game: What is played.
        policies: By entrant.
        names: Of the entrants, for errors.
        players: Seats of each game.
        options: Environment options, without the number of players.
        slots: How many games go on at once.
        seed: Of what policies draw beside their streams.
    """

    def __init__(
        self,
        game: Game,
        policies: Sequence[Policy],
        names: Sequence[str],
        players: int,
        options: Mapping[str, Any],
        slots: int = DEFAULT_BATCH,
        seed: int = 0,
    ) -> None:
        self.game = game
        self.players = players
        self.names = list(names)
        # The same object under two names, or at two seats, is asked once for both.
        self.distinct = list({id(policy): policy for policy in policies}.values())
        places = {id(policy): k for k, policy in enumerate(self.distinct)}
        self._asked_of = np.array([places[id(policy)] for policy in policies], np.int64)
        self.batch = Batch(game, slots, auto_reset=False, **{**options, "num_players": players})
        self._actions = np.zeros(slots, np.int64)
        self._specs: list[GameSpec | None] = [None] * slots
        self._traits = np.full((slots, MAX_SEATS, len(game.traits)), ABSENT, np.int16)
        self._who = np.zeros((slots, players), np.int64)  # which of `distinct` sits there
        self._numbers = np.zeros(slots, np.int64)  # of the games, for policies: never the same twice
        self._given = 0
        self._choices = np.zeros((slots, FIRST_CHOICES), CHOICE)
        self._made = np.zeros(slots, np.int64)
        self._luck = SeatLuck(slots, players, seed)
        self._scratch = np.zeros(1, game.state)
        self.batch.rest()  # a batch starts with games of its own
        self._open = np.zeros(slots, bool)

    def play(self, specs: Iterator[GameSpec | None]) -> Iterator[PlayedGame]:
        """Play games to their ends, and yield each as it ends.

        Args:
            specs: The games to come, asked for one as a slot falls free. None: not now; then one is asked for again
                after the next step, and whoever has none for an empty arena has to wait by himself.

        Raises:
            PolicyError: A policy raised, or answered wrongly.
        """
        free = list(range(len(self._specs)))[::-1]
        more = True
        while True:
            while more and free:
                try:
                    spec = next(specs)
                except StopIteration:
                    more = False
                    break
                if spec is None:
                    break
                self._start(free.pop(), spec)
            if not self._open.any():
                if more:
                    continue
                return
            done = self._step()
            for slot in done:
                yield self._finish(slot)
                free.append(slot)

    def rehearse(self) -> None:
        """Ask each policy for one decision of some game, so that all code is compiled; the answers are thrown away."""
        self.batch.start(0, 0)
        seats = self.batch.seats().take(np.zeros(1, np.int64))
        self._luck.turn_to(np.zeros(1, np.int64), seats.seats)
        for policy in self.distinct:
            policy.act(seats, self._luck)
        self.batch.rest()

    # ---- one game

    def _start(self, slot: int, spec: GameSpec) -> None:
        game, batch = self.game, self.batch
        dealt = game.read_start(batch.content, self.players, {})
        game.setup(batch.content.tables, self._scratch, 0, np.uint64(spec.seed), batch.settings.rules, *dealt)
        traits = game.read_traits(self._scratch, 0)
        start = None
        if any(spec.shifts):
            given = {}
            for k, (shift, (_, option, values)) in enumerate(zip(spec.shifts, game.traits, strict=True)):
                traits[: self.players, k] = np.roll(traits[: self.players, k], shift)
                given[option] = [values[value] for value in traits[: self.players, k].tolist()]
            start = np.concatenate(game.read_start(batch.content, self.players, given))
        batch.start(slot, spec.seed, start)
        self._specs[slot] = spec
        self._traits[slot] = traits
        self._who[slot] = self._asked_of[list(spec.entrants)]
        self._numbers[slot] = self._given
        self._given += 1
        self._made[slot] = 0
        self._luck.start(slot, spec.seed)
        self._open[slot] = True

    def _finish(self, slot: int) -> PlayedGame:
        spec = self._specs[slot]
        if spec is None:
            raise RuntimeError(f"slot {slot} has no game that could end")
        result = self.batch.results[slot : slot + 1]
        record = np.zeros((), RECORD)
        record["table"], record["block"], record["nth"], record["seed"] = spec.table, spec.block, spec.nth, spec.seed
        record["players"] = self.players
        for name in ("day", "ending", "decisions"):
            record[name] = result[name][0]
        seats = record["seats"]
        for name in ("slot", "entrant", "partner", "traits"):
            seats[name] = ABSENT
        here = slice(0, self.players)
        seats["slot"][here], seats["entrant"][here] = spec.slots, spec.entrants
        seats["traits"] = self._traits[slot]
        for name, column in (("place", "places"), ("respect", "respect"), ("partner", "partner")):
            seats[name][here] = result[column][0][here]
        won = final_rewards(result["places"], result["respect"], result["num_players"], "win", result["partner"])
        seats["won"][here] = won[0][here]
        self._specs[slot] = None
        self._open[slot] = False
        return PlayedGame(record, self._choices[slot, : self._made[slot]].copy())

    # ---- all games

    def _step(self) -> list[int]:
        """Ask for one decision of every open game, and play it; returns the slots of those that ended."""
        batch, actions = self.batch, self._actions
        rows = np.flatnonzero(self._open)
        everything = replace(batch.seats(), games=self._numbers)
        seats = everything.seats[rows]
        whole = rows.size == len(self._open)
        asked = self._who[rows, seats]
        for k, policy in enumerate(self.distinct):
            mine = rows if len(self.distinct) == 1 else rows[asked == k]
            if mine.size == 0:
                continue
            part = everything if whole and mine.size == rows.size else everything.take(mine)
            self._luck.turn_to(mine, part.seats)
            actions[mine] = self._ask(policy, part, mine)
        try:
            batch.step(actions)
        except ValueError as error:
            raise PolicyError(self._say_illegal(rows, seats)) from error
        self._note(rows)
        return np.flatnonzero(batch.dones & self._open).tolist()

    def _ask(self, policy: Policy, part: Any, rows: np.ndarray) -> np.ndarray:
        """Ask one policy, and look at the form of its answer; whether it is legal, the batch finds out."""
        try:
            answer = np.asarray(policy.act(part, self._luck))
        except Exception as error:
            name = self._name_at(int(rows[0]), int(part.seats[0]))
            raise PolicyError(f"the policy {name!r} failed: {type(error).__name__}: {error}") from error
        if answer.shape != rows.shape or not np.issubdtype(answer.dtype, np.integer):
            name = self._name_at(int(rows[0]), int(part.seats[0]))
            raise PolicyError(
                f"the policy {name!r} answered with {answer.dtype} of shape {answer.shape}; "
                f"expected integers of shape {rows.shape}, an action for each decision"
            )
        return answer

    def _note(self, rows: np.ndarray) -> None:
        """Write down the choices just made."""
        if int(self._made.max()) == self._choices.shape[1]:
            self._choices = np.concatenate([self._choices, np.zeros_like(self._choices)], axis=1)
        self._choices[rows, self._made[rows]] = self._actions[rows]
        self._made[rows] += 1

    def _name_at(self, slot: int, seat: int) -> str:
        spec = self._specs[slot]
        return self.names[spec.entrants[seat]] if spec else ""

    def _say_illegal(self, rows: np.ndarray, seats: np.ndarray) -> str:
        """Name the first policy whose action is not legal, its action and the decision."""
        chosen = self._actions[rows]
        outside = (chosen < 0) | (chosen >= self.game.num_actions)
        legal = ~outside & (self.batch.masks[rows, np.where(outside, 0, chosen)] != 0)
        wrong = int(np.flatnonzero(~legal)[0])
        name = self._name_at(int(rows[wrong]), int(seats[wrong]))
        decision = self.game.decision(self.batch.states, int(rows[wrong]))
        action = int(chosen[wrong])
        return f"the policy {name!r} chose the action {action}, which is not legal at the decision {decision!r}"
