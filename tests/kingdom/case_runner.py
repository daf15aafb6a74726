"""Run games from a position, given dice and names of plays: the worked cases, and the tests of each topic of the rules.

A case is a table of a TOML file:

    [[case]]
    id = "C07"
    title = "..."
    rules = ["K5.1", ...]
    example = "..."                 # only where the rulebook itself works it out
    follows = "C01"                 # starts where that case ends, else on the empty board
    setup = {mobs = [...], homes = [...], tokens = [...], stills = {...}}   # starts as a new game
    given = {...}                   # a partial position, laid over that
    dice = [...]                    # every roll; one missing or left over fails
    do = ["vipers: crew 0 2", {offered = [...], not_offered = [...]}, ...]
    expect = {...}                  # a partial position that must hold at the end

A check stands between plays. Its keys are `decision`, `actor`, `offered`, `not_offered` (a name, or the words with
which names begin: `fold`, `safehouse from`), `exactly` (of the families named these are all), `only` (all legal names)
and `see` (a partial position). A `[[case.variant]]` is the same case but for the keys it names: its `given` is laid
over the case's, the keys of `without` (`"districts.corona"`) are taken out of it, all others replace.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from moonshine_env.kingdom import position, rules
from moonshine_env.kingdom.actions import NUM_ACTIONS, action_table
from moonshine_env.kingdom.invariants import state_problem
from moonshine_env.kingdom.state import STATE
from moonshine_env.kingdom.tables import Content, load_content
from moonshine_env.kingdom.vocab import BOROUGH_IDS, LIQUOR_IDS, MAX_PLAYERS, MOB_IDS, NONE, NUM_DISTRICTS
from tests.kingdom.case_expect import CaseError, Seen

# Waits behind the given dice: a roll beyond them takes it, and so is noticed.
STRAY_DIE = 1
CHECKS = ("decision", "actor", "offered", "not_offered", "exactly", "only", "see")


class FailedCaseError(AssertionError):
    """The rules do otherwise than the case says."""


class Table:
    """A game under way, played by names and looked at between plays.

    Args:
        given: Position to start from, whole or partial; without `given_dice`.
        dice: Every roll to come of Smuggle, Ambush, Assault and Storm.
        content: Components; None for the printed game.
        seed: Of all other luck.
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
        """Play steps such as `knights: crew 1 3`, and checks (see the module) between them."""
        for step in steps:
            if isinstance(step, str):
                self._play(step)
            else:
                self.check(**step)
        return self

    def _play(self, step: str) -> None:
        mob, colon, name = step.partition(":")
        if not colon:
            raise CaseError(f"{step!r}: expected who plays what, such as `irish: hold_fire`")
        try:
            action = self.actions.parse(name)
        except ValueError as error:
            raise CaseError(f"{step!r}: {error}") from error
        seen = Seen(self.content, self.states)
        now = f"{seen._single('actor')} decides {seen._single('decision')}"
        if mob != seen._single("actor"):
            raise FailedCaseError(f"{step!r}: {now}")
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
        """Check what is open, who decides, what may be played, and parts of the position (`see`)."""
        for key in wanted:
            if key not in CHECKS:
                raise CaseError(f"{key!r} is no check; one of: {', '.join(CHECKS)}")
        open_now = {key: wanted[key] for key in ("decision", "actor") if key in wanted}
        self.see(**open_now, **wanted.get("see", {}))
        for words in wanted.get("offered", ()):
            if not self._named(words):
                raise FailedCaseError(f"{words!r} is not offered: {', '.join(self.legal)}")
        for words in wanted.get("not_offered", ()):
            if self._named(words):
                raise FailedCaseError(f"{', '.join(self._named(words))} offered, expected none")
        if "exactly" in wanted:
            families = {self.actions.families[self._action(name)] for name in wanted["exactly"]}
            mine = [name for name in self.legal if self.actions.families[self._action(name)] in families]
            self._compare(mine, wanted["exactly"])
        if "only" in wanted:
            self._compare(self.legal, wanted["only"])
        return self

    def see(self, **expected: Any) -> Table:
        """Check parts of the position now."""
        wrong = Seen(self.content, self.states).differences(expected)
        if wrong:
            raise FailedCaseError("; ".join(wrong))
        return self

    def end(self, **expected: Any) -> Table:
        """Check parts of the position, and that all given dice were rolled."""
        left = self.states["given"][0][: self.states["given_count"][0] - 1].tolist()
        if left:
            raise FailedCaseError(f"dice left over: {left}")
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

    def _compare(self, seen: Sequence[str], wanted: Sequence[str]) -> None:
        for name in wanted:
            self._action(name)
        if sorted(seen) != sorted(wanted):
            raise FailedCaseError(f"offered are {', '.join(seen) or 'none'}; expected {', '.join(wanted) or 'none'}")


def board(turn: str, districts: Mapping[str, str], dice: Sequence[int] = (), **given: Any) -> Table:
    """Lay out pieces for a turn; `given` are other keys of a position."""
    return Table({"turn": turn, "districts": districts, **given}, dice)


def night(districts: Mapping[str, str], **given: Any) -> Table:
    """Lay out pieces for the Reckoning, which runs up to its first decision."""
    return Table({"phase": "reckoning", "districts": districts, **given})


def new_game(setup: Mapping[str, Any], content: Content | None = None) -> position.Position:
    """Set up a new game and write it as a position.

    Args:
        setup: `mobs`, `homes`, `tokens` by seat, and `stills` by District, as far as they are not dealt at random;
            `num_players`, `max_days`, `plays_per_day`, `still_once_per_day`, `seed`.
        content: Components; None for the printed game.
    """
    content = content or load_content()
    t = content.tables[0]
    known = "mobs homes tokens stills num_players max_days plays_per_day still_once_per_day seed".split()
    for key in setup:
        if key not in known:
            raise CaseError(f"setup.{key} is not known; one of: {', '.join(known)}")
    given = {key: np.full(MAX_PLAYERS, NONE, np.int16) for key in ("mobs", "homes", "tokens")}
    for key, ids in (("mobs", MOB_IDS), ("homes", BOROUGH_IDS), ("tokens", (1, 2, 3, 4))):
        numbers = [ids.index(item) for item in setup.get(key, ())]
        given[key][: len(numbers)] = numbers
    stills = np.full(NUM_DISTRICTS, NONE, np.int16)
    for district, still in setup.get("stills", {}).items():
        liquor, number = still.split()
        tokens = (t["token_liquor"] == LIQUOR_IDS.index(liquor)) & (t["token_number"] == int(number))
        stills[content.district_ids.index(district)] = int(np.flatnonzero(tokens)[0])
    count = setup.get("num_players", len(setup.get("mobs", MOB_IDS)))
    options = [count, setup.get("max_days", content.default_max_days)]
    options += [setup.get("plays_per_day", content.default_plays_per_day), setup.get("still_once_per_day", False)]
    states = np.zeros(1, STATE)
    seats = (given["mobs"], given["homes"], given["tokens"])
    rules.setup(content.tables, states, 0, np.uint64(setup.get("seed", 1)), np.array(options, np.int16), *seats, stills)
    return position.dump(content, states, 0)


# ---- cases in files


@dataclass(frozen=True)
class Case:
    """One worked case, or a variant of one.

    Attributes:
        id: `C07`; of a variant `C07: what is different`.
        title: What happens.
        rules: Numbers of the rules it works out.
        example: Which example of the rulebook this is, if it is one.
        follows: Id of the case whose end it starts from.
        setup, given, dice, do, expect: See the module.
    """

    id: str
    title: str
    rules: tuple[str, ...]
    example: str = ""
    follows: str = ""
    setup: dict[str, Any] = field(default_factory=dict)
    given: dict[str, Any] = field(default_factory=dict)
    dice: list[int] = field(default_factory=list)
    do: list[Any] = field(default_factory=list)
    expect: dict[str, Any] = field(default_factory=dict)


CASE_KEYS = ("id", "title", "rules", "example", "follows", "setup", "given", "dice", "do", "expect")


def laid_over(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Lay one table over another, table by table; everything else is replaced."""
    merged = dict(under)
    for key, value in over.items():
        below = merged.get(key)
        merged[key] = laid_over(below, value) if isinstance(value, dict) and isinstance(below, dict) else value
    return merged


def _variant(row: dict[str, Any], variant: dict[str, Any]) -> dict[str, Any]:
    merged = {**row, **variant}
    merged["id"] = f"{row['id']}: {variant['title']}"
    merged["example"] = ""
    given = copy.deepcopy(row.get("given", {}))
    if "follows" in variant or "setup" in variant:
        given = {}
    if "do" in variant and "dice" not in variant:
        merged["dice"] = []
    for path in merged.pop("without", ()):
        table = given
        *tables, last = path.split(".")
        for key in tables:
            table = table.get(key, {})
        if last not in table:
            raise CaseError(f"{merged['id']}: there is no given {path} to do without")
        del table[last]
    merged["given"] = laid_over(given, variant.get("given", {}))
    if "expect" not in variant:
        merged.pop("expect", None)
    return merged


def read_cases(folder: Path) -> dict[str, Case]:
    """Read all cases and variants of a folder's TOML files, by id.

    Raises:
        CaseError: A key that no case has, or an id that stands twice.
    """
    cases: dict[str, Case] = {}
    for path in sorted(folder.glob("*.toml")):
        for row in tomllib.loads(path.read_text("utf-8"))["case"]:
            variants = row.pop("variant", [])
            for item in (row, *(_variant(row, variant) for variant in variants)):
                wrong = [key for key in item if key not in CASE_KEYS]
                if wrong or item["id"] in cases:
                    raise CaseError(f"{path.name}, {item['id']}: {wrong or 'this id'} cannot stand there")
                cases[item["id"]] = Case(**{**item, "rules": tuple(item["rules"])})
    return cases


def run_case(case: Case, cases: Mapping[str, Case]) -> Table:
    """Run a case to its end.

    Args:
        case: Which.
        cases: All, by id: the one it follows is run first.

    Raises:
        FailedCaseError: The rules do otherwise.
        CaseError: The case cannot be read.
    """
    start: dict[str, Any] = {}
    if case.follows:
        before = run_case(cases[case.follows], cases)
        start = position.dump(before.content, before.states, 0)
        del start["given_dice"]
    elif case.setup:
        start = new_game(case.setup)
    table = Table(laid_over(start, case.given), case.dice)
    return table.play(*case.do).end(**case.expect)
