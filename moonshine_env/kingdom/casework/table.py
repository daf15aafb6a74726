"""A game under way, played by names and looked at between plays: what worked cases and tests of the rules stand on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from moonshine_env.kingdom import position, rules
from moonshine_env.kingdom.actions import NUM_ACTIONS, action_table
from moonshine_env.kingdom.casework.expect import CaseError, Difference, Seen, names_in
from moonshine_env.kingdom.invariants import state_problem
from moonshine_env.kingdom.options import OPTION_NAMES, read_options, read_start
from moonshine_env.kingdom.state import STATE
from moonshine_env.kingdom.tables import Content, load_content
from moonshine_env.kingdom.vocab import MAX_PLAYERS

# Waits behind the given dice: a roll beyond them takes it, and so is noticed.
STRAY_DIE = 1
CHECKS = ("decision", "actor", "offered", "not_offered", "exactly", "only", "see")
START_KEYS = ("mobs", "homes", "tokens", "stills")  # of a new game; by seat, but for the Stills


class FailedCaseError(AssertionError):
    """The rules do otherwise than the case says.

    Attributes:
        differences: Path, expected and found of each value that differs; empty where it is no value that does.
        step: Number of the step of a case, from 1; 0 = at its end.
    """

    def __init__(self, message: str, differences: Sequence[Difference] = (), step: int = 0) -> None:
        super().__init__(message)
        self.differences = tuple(differences)
        self.step = step


class Table:
    """A game under way, played by names and looked at between plays.

    Args:
        given: Position to start from, whole or partial; without `given_dice`.
        dice: Every roll to come of Smuggle, Ambush, Assault and Storm.
        content: Components; None for the printed game.
        seed: Of all other luck.

    Raises:
        CaseError: The position holds dice.
        ValueError: It does not fit; the sentence says where.
    """

    def __init__(
        self, given: Mapping[str, Any], dice: Sequence[int] = (), content: Content | None = None, seed: int = 1
    ) -> None:
        self.content = content or load_content()
        self.actions = action_table(self.content)
        self.mask = np.zeros(NUM_ACTIONS, np.int8)
        if "given_dice" in given:
            raise CaseError("given: write the rolls as `dice`, so that they are counted")
        self.states = position.new_state(self.content, {**given, "given_dice": [*dice, STRAY_DIE]}, seed)
        rules.resume(self.content.tables, self.states, 0)
        self.legal = self._look()

    # ---- playing

    def play(self, *steps: str | Mapping[str, Any]) -> Table:
        """Play steps such as `knights: crew 1 3`, and checks (see `check`) between them.

        Raises:
            FailedCaseError: The rules do otherwise.
            CaseError: A step cannot be read.
        """
        for step in steps:
            if isinstance(step, str):
                self._play(step)
            else:
                self.check(**step)
        return self

    def _play(self, step: str) -> None:
        mob, colon, name = (part.strip() for part in step.partition(":"))
        if not colon:
            raise CaseError(f"{step!r}: expected who plays what, such as `irish: hold_fire`")
        try:
            action = self.actions.parse(name)
        except ValueError as error:
            raise CaseError(f"{step!r}: {error}") from error
        seen = Seen(self.content, self.states)
        actor, decision = seen.single("actor"), seen.single("decision")
        now = f"{actor} decides {decision}"
        if mob != actor:
            raise FailedCaseError(f"{step!r}: {now}", [Difference("actor", mob, actor)])
        if self.actions.name(action) not in self.legal:
            raise FailedCaseError(f"{step!r} is not legal; {now}: {', '.join(self.legal)}")
        rules.apply(self.content.tables, self.states, 0, action)
        if self.states["given_count"][0] == 0:
            raise FailedCaseError(f"{step!r} rolled more dice than are given")
        try:
            self.legal = self._look()
        except FailedCaseError as error:
            raise FailedCaseError(f"after {step!r}: {error}") from error

    def _look(self) -> tuple[str, ...]:
        """Check that the state is sound and the mask right; return the legal names."""
        problem = state_problem(self.content, self.states, 0)
        if problem:
            raise FailedCaseError(f"the state is not sound: {problem}")
        before = self.states.tobytes()
        self.mask[:] = 1
        count = rules.legal(self.content.tables, self.states, 0, self.mask)
        legal = tuple(self.actions.names[action] for action in np.flatnonzero(self.mask))
        if count != len(legal) or not np.all((self.mask == 0) | (self.mask == 1)):
            raise FailedCaseError(
                f"`legal` counts {count} actions, its mask {int(np.sum(self.mask))}: {', '.join(legal)}"
            )
        if self.states.tobytes() != before:
            raise FailedCaseError("`legal` changed the state")
        if (count == 0) != rules.is_over(self.content.tables, self.states, 0):
            raise FailedCaseError(f"{count} legal actions, but the game is {'' if count else 'not '}over")
        return legal

    # ---- looking

    def check(self, **wanted: Any) -> Table:
        """Check what is open, who decides, what may be played, and parts of the position (`see`).

        Raises:
            FailedCaseError: It is otherwise.
            CaseError: What is wanted cannot be read.
        """
        for key in wanted:
            if key not in CHECKS:
                raise CaseError(f"{key!r} is no check; one of: {', '.join(CHECKS)}")
        parts = wanted.get("see", {})
        if not isinstance(parts, Mapping):
            raise CaseError(f"see: expected a table, found {parts!r}")
        open_now = {key: wanted[key] for key in ("decision", "actor") if key in wanted}
        self.see(**open_now, **parts)
        for words in names_in("offered", wanted.get("offered", ())):
            if not self._named(words):
                raise FailedCaseError(f"{words!r} is not offered: {', '.join(self.legal)}")
        for words in names_in("not_offered", wanted.get("not_offered", ())):
            if self._named(words):
                raise FailedCaseError(f"{', '.join(self._named(words))} offered, expected none")
        if "exactly" in wanted:
            exactly = names_in("exactly", wanted["exactly"])
            families = {self.actions.families[self._action(name)] for name in exactly}
            mine = [name for name in self.legal if self.actions.families[self._action(name)] in families]
            self._compare("exactly", mine, exactly)
        if "only" in wanted:
            self._compare("only", self.legal, names_in("only", wanted["only"]))
        return self

    def see(self, **expected: Any) -> Table:
        """Check parts of the position now."""
        wrong = Seen(self.content, self.states).differences(expected)
        if wrong:
            raise FailedCaseError("; ".join(map(str, wrong)), wrong)
        return self

    def end(self, **expected: Any) -> Table:
        """Check parts of the position, and that all given dice were rolled."""
        left = self.states["given"][0][: self.states["given_count"][0] - 1].tolist()
        if left:
            raise FailedCaseError(f"dice left over: {left}", [Difference("dice left over", [], left)])
        return self.see(**expected)

    def _action(self, name: str) -> int:
        try:
            return self.actions.parse(name)
        except ValueError as error:
            raise CaseError(str(error)) from error

    def _named(self, words: str) -> list[str]:
        """Return the legal one of that name; if nothing is named so, all that begin with these words."""
        if words in self.actions.ids:
            return [words] if words in self.legal else []
        if not any(name.startswith(f"{words} ") for name in self.actions.names):
            raise CaseError(f"no play is named {words!r} or begins so")
        return [name for name in self.legal if name.startswith(f"{words} ")]

    def _compare(self, key: str, seen: Sequence[str], wanted: Sequence[str]) -> None:
        for name in wanted:
            self._action(name)
        if sorted(seen) != sorted(wanted):
            raise FailedCaseError(
                f"offered are {', '.join(seen) or 'none'}; expected {', '.join(wanted) or 'none'}",
                [Difference(key, sorted(wanted), sorted(seen))],
            )


def new_game(setup: Mapping[str, Any], content: Content | None = None) -> position.Position:
    """Set up a new game and write it as a position.

    Args:
        setup: `mobs`, `homes`, `tokens` by seat, and `stills` by District, as far as they are not dealt at random;
            options of an environment; `seed`.
        content: Components; None for the printed game.

    Raises:
        CaseError: A key that nothing has.
        ValueError: A value that does not fit.
    """
    content = content or load_content()
    known = (*START_KEYS, *OPTION_NAMES, "seed")
    for key in setup:
        if key not in known:
            raise CaseError(f"setup.{key} is not known; one of: {', '.join(known)}")
    seed = setup.get("seed", 1)
    if not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise CaseError(f"setup.seed={seed!r} does not fit; expected a whole number from 0")
    options = {key: setup[key] for key in OPTION_NAMES if key in setup}
    options.setdefault("num_players", len(setup["mobs"]) if "mobs" in setup else MAX_PLAYERS)
    numbers = read_options(content, options)
    arrays = read_start(content, int(numbers[0]), {key: setup[key] for key in START_KEYS if key in setup})
    states = np.zeros(1, STATE)
    rules.setup(content.tables, states, 0, np.uint64(seed), numbers, *arrays)
    return position.dump(content, states, 0)
