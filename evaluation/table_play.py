"""A person at the table, in the terminal, against any policies."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from moonshine_env.aec import GameEnv
from moonshine_env.render import render_text
from moonshine_env.seats import SeatBatch
from policies.policy import Policy

HELP = """\
Type a play by its number or its name. Words may be shortened as long as one play alone is meant: `mo five bow`.
With some plays on the list in common, the beginning of a name lists them. Tab completes, where the terminal can.
  list    the plays that are legal now     board   the board, prices and players
  log     what was played last             help    this text
  quit    leave the table"""
COLUMNS = 100
LOG_LINES = 20
MOST_LISTED = 60


class LeftTable(Exception):  # noqa: N818  it is no error
    """The person left."""


def match_plays(words: str, names: Sequence[str]) -> list[str]:
    """Find the plays that a typed line means.

    Args:
        words: What was typed: a number of the list from 1, a name, or its words shortened.
        names: Legal plays, in the order of the list.

    Returns:
        The play alone if it is clear; else all that begin so, none if none does.
    """
    typed = words.split()
    if len(typed) == 1 and typed[0].isdecimal():
        number = int(typed[0])
        return [names[number - 1]] if 1 <= number <= len(names) else []
    if " ".join(typed) in names:
        return [" ".join(typed)]
    split = {name: name.split() for name in names}
    found = [
        name
        for name, parts in split.items()
        if len(typed) <= len(parts) and all(part.startswith(word) for part, word in zip(parts, typed, strict=False))
    ]
    # `carry 1` means `carry 1 gin`, not `carry 10 gin`.
    whole = [name for name in found if split[name][: len(typed)] == typed]
    return whole or found


def explain_no_play(words: str, names: Sequence[str]) -> str:
    """Say why a typed line is no play, with the nearest ones."""
    if words.strip().isdecimal():
        return f"There is no play number {words.strip()}; the numbers are 1 to {len(names)}."
    near = difflib.get_close_matches(" ".join(words.split()), names, n=3, cutoff=0.4)
    hint = f" Did you mean {' or '.join(map(repr, near))}?" if near else ""
    return f"No legal play begins with {words.strip()!r}.{hint} `list` shows all {len(names)}."


def list_plays(names: Sequence[str], chosen: Sequence[str] | None = None) -> list[str]:
    """Lay plays out in columns, with their numbers on the whole list."""
    shown = names if chosen is None else chosen
    numbers = {name: number for number, name in enumerate(names, 1)}
    cells = [f"{numbers[name]:4} {name}" for name in shown]
    width = max(map(len, cells), default=0) + 2
    across = max(1, COLUMNS // width)
    down = -(-len(cells) // across)
    return ["".join(cell.ljust(width) for cell in cells[row::down]).rstrip() for row in range(down)]


class TablePlay:
    """One game with one person in it.

    Args:
        env: `raw_env(observation_dtype="uint8")` of the game.
        seat: The person's.
        policies: Who plays the other seats, by seat.
        names: Names of those policies, by seat.
        log: Open text file, flushed at every move.
        read: Asks for a line with a prompt; raises EOFError when there is none.
        write: Prints a line.
        in_colour: Whether boards have ANSI colour codes; None = as `render_text` has it.
    """

    def __init__(
        self,
        env: GameEnv,
        seat: int,
        policies: Mapping[int, Policy],
        names: Mapping[int, str],
        log: TextIO,
        read: Callable[[str], str] = input,
        write: Callable[[str], Any] = print,
        in_colour: bool | None = None,
    ) -> None:
        self.env = env
        self.agent = f"player_{seat}"
        self.policies = {f"player_{k}": policy for k, policy in policies.items()}
        self.names = {f"player_{k}": name for k, name in names.items()}
        self.log = log
        self.read = read
        self.write = write
        self.in_colour = in_colour
        self.legal: list[str] = []
        self._mobs: list[str] = []
        self._rng = np.random.default_rng(0)
        self._asked: set[str] = set()
        self._shown = 0  # moves that the person has seen
        self._logged = 0

    def play(self, seed: int) -> bool:
        """Play a game to its end.

        Args:
            seed: Its luck, and that of the policies.

        Returns:
            Whether it came to its end; False if the person left.
        """
        env = self.env
        self._rng = np.random.default_rng([seed, 1])
        env.reset(seed=seed)
        self._mobs = env.position(self.agent)["mobs"]
        self._write_head(seed)
        self._say_players()
        try:
            while not env.terminations[self.agent]:
                if env.agent_selection == self.agent:
                    env.step(self._ask())
                else:
                    env.step(self._choose(env.agent_selection))
                self._keep_log()
        except LeftTable:
            self.write("You left the table.")
            return False
        self._tell_moves()
        self._show_board()
        return True

    # ---- the policies

    def _choose(self, agent: str) -> int:
        env = self.env
        seen = env.observe(agent)
        seats = SeatBatch(
            observations=seen["observation"][None],
            masks=seen["action_mask"][None],
            games=np.zeros(1, np.int64),
            seats=np.array([env.possible_agents.index(agent)]),
            started=np.array([agent not in self._asked]),
            make_view=lambda _row: env.position(agent),
        )
        self._asked.add(agent)
        return int(self.policies[agent].act(seats, self._rng)[0])

    # ---- the person

    def _ask(self) -> int:
        """Ask until a legal play is clear; returns its id."""
        self.legal = self.env.legal_names()
        if self._tell_moves():
            self._show_board()
        self._show_plays(self.legal)
        while True:
            try:
                line = self.read(f"{self._mob_of(self.agent)}, {self.env.decision.replace('_', ' ')}> ").strip()
            except (EOFError, KeyboardInterrupt):
                raise LeftTable from None
            action = self._obey(line)
            if action is not None:
                return action

    def _obey(self, line: str) -> int | None:
        """Do what a line says; returns an action if it is a play."""
        if line in ("quit", "exit"):
            raise LeftTable
        if line in ("", "help", "?"):
            self.write(HELP)
        elif line == "board":
            self._show_board()
        elif line == "list":
            self._show_plays(self.legal)
        elif line == "log":
            for agent, name in self.env.log[-LOG_LINES:]:
                self.write(f"  {self._mob_of(agent)}: {name}")
        else:
            found = match_plays(line, self.legal)
            if len(found) == 1:
                return self.env.action_id(found[0])
            if found:
                self._show_plays(found)
            else:
                self.write(explain_no_play(line, self.legal))
        return None

    def complete(self, text: str, state: int) -> str | None:
        """Complete a name for readline: the `state`-th play that begins with the line typed so far."""
        found = [name for name in self.legal if name.startswith(text)]
        return found[state] if state < len(found) else None

    # ---- what is shown

    def _mob_of(self, agent: str) -> str:
        """Name a seat's mob, as the play names do."""
        return self._mobs[self.env.possible_agents.index(agent)]

    def _say_players(self) -> None:
        for agent in self.env.possible_agents:
            who = "you" if agent == self.agent else self.names[agent]
            self.write(f"{self._mob_of(agent)}: {who}")
        self.write(HELP)

    def _tell_moves(self) -> bool:
        """Tell what rivals have done since the person last decided; returns whether there is news."""
        log = self.env.log
        news = [(agent, name) for agent, name in log[self._shown :] if agent != self.agent]
        first = self._shown == 0
        self._shown = len(log)
        for agent, name in news:
            self.write(f"  {self._mob_of(agent)}: {name}")
        return bool(news) or first

    def _show_board(self) -> None:
        self.write(render_text(self.env.settings.content, self.env.position(self.agent), (), self.in_colour))

    def _show_plays(self, chosen: Sequence[str]) -> None:
        for line in list_plays(self.legal, chosen[:MOST_LISTED]):
            self.write(line)
        if len(chosen) > MOST_LISTED:
            words = " ".join(dict.fromkeys(name.split()[0] for name in chosen[MOST_LISTED:]))
            self.write(f"     ... and {len(chosen) - MOST_LISTED} more, that begin with: {words}")

    # ---- the log

    def _write_head(self, seed: int) -> None:
        self.log.write(f"seed {seed}\n")
        for agent in self.env.possible_agents:
            self.log.write(f"{agent} {self._mob_of(agent)} {self.names.get(agent, 'person')}\n")
        self._keep_log()

    def _keep_log(self) -> None:
        log = self.env.log
        for agent, name in log[self._logged :]:
            self.log.write(f"{agent} {name}\n")
        self._logged = len(log)
        self.log.flush()


def open_log(path: Path) -> TextIO:
    """Open a new log file.

    Raises:
        FileExistsError: There is a file of that name already.
        OSError: It cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.open("x", encoding="utf-8")
