"""Units of a plan, played on all cores: a process for each, which loads the policies by itself.

A process gets units one by one as it has room for them, so that none waits for the longest game of a heap. What comes
back does not hang on how many there are.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import traceback
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import Any

from evaluation.arena import DEFAULT_BATCH, Arena, PolicyError
from evaluation.plan import GameSpec, Plan
from evaluation.records import PlayedGame
from policies import load
from policies.policy import Policy

# Libraries for linear algebra start a thread for each core in each process; they would wait for each other.
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")

PlayedUnit = tuple[int, list[PlayedGame]]


class WorkerError(RuntimeError):
    """A process of a match ended before its work was done."""


def count_cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def load_all(plan: Plan) -> list[Policy]:
    """Make the policies of a plan, by entrant.

    Raises:
        ValueError: There is no such policy, or its argument does not fit.
        OSError: A file it names cannot be read.
    """
    content = plan.settings(len(plan.tables[0])).content
    return [load(spec, content=content) for spec in plan.specs or plan.entrants]


def play_units(
    plan: Plan,
    units: Iterator[int],
    *,
    policies: Sequence[Policy] | None = None,
    jobs: int = 1,
    batch_size: int = DEFAULT_BATCH,
) -> Iterator[PlayedUnit]:
    """Play units of a plan; yield each as it ends, in no order that could be relied on.

    Args:
        plan: Which games.
        units: Their numbers, in the order in which they are begun.
        policies: By entrant; None loads them by name. Given ones play in this process.
        jobs: How many processes; 1 = this one.
        batch_size: Games that go on at once in each.

    Raises:
        PolicyError: A policy raised, or answered wrongly.
        WorkerError: A process was ended from outside.
    """
    if policies is not None or jobs == 1:
        yield from _play_here(plan, units, load_all(plan) if policies is None else policies, batch_size)
        return
    with _Pool(plan, jobs, batch_size) as pool:
        yield from pool.play(units)


def in_order(units: Iterator[int], played: Iterator[PlayedUnit]) -> Iterator[PlayedUnit]:
    """Yield played units in the order of `units`, holding back those that came too early."""
    early: dict[int, list[PlayedGame]] = {}
    for wanted in units:
        while wanted not in early:
            number, games = next(played)
            early[number] = games
        yield wanted, early.pop(wanted)


# ---- in one process


class _Source:
    """Specs of the games of units as an arena asks for them, and which units that makes whole."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.waiting: deque[GameSpec] = deque()
        self.missing: dict[int, int] = {}
        self.games: dict[int, list[PlayedGame]] = {}

    def add(self, unit: int) -> None:
        specs = self.plan.unit(unit)
        self.waiting.extend(specs)
        self.missing[unit] = len(specs)
        self.games[unit] = []

    def take_in(self, game: PlayedGame) -> PlayedUnit | None:
        """Note an ended game; returns its unit if that is whole now."""
        unit = int(game.record["block"]) * len(self.plan.tables) + int(game.record["table"])
        self.games[unit].append(game)
        self.missing[unit] -= 1
        if self.missing[unit]:
            return None
        del self.missing[unit]
        return unit, sorted(self.games.pop(unit), key=lambda game: int(game.record["nth"]))


def _make_arena(plan: Plan, policies: Sequence[Policy], players: int, batch_size: int) -> Arena:
    return Arena(plan.game, policies, plan.entrants, players, plan.options, batch_size, plan.seed % 2**63)


def _players_of(plan: Plan, unit: int) -> int:
    return len(plan.tables[unit % len(plan.tables)])


def _play_here(plan: Plan, units: Iterator[int], policies: Sequence[Policy], batch_size: int) -> Iterator[PlayedUnit]:
    """Play units, tables of each size in an arena of their own, in portions that keep the order."""
    sizes = sorted({len(table) for table in plan.tables})
    if len(sizes) == 1:
        yield from _play_size(plan, units, policies, sizes[0], batch_size)
        return
    portion = max(1, 4 * batch_size // plan.games_per_block) * len(plan.tables)
    while some := list(islice(units, portion)):
        for players in sizes:
            mine = iter([unit for unit in some if _players_of(plan, unit) == players])
            yield from _play_size(plan, mine, policies, players, batch_size)


def _play_size(
    plan: Plan, units: Iterator[int], policies: Sequence[Policy], players: int, batch_size: int
) -> Iterator[PlayedUnit]:
    first = next(units, None)
    if first is None:
        return
    source = _Source(plan)
    source.add(first)

    def specs() -> Iterator[GameSpec]:
        while True:
            while not source.waiting:
                unit = next(units, None)
                if unit is None:
                    return
                source.add(unit)
            yield source.waiting.popleft()

    for game in _make_arena(plan, policies, players, batch_size).play(specs()):
        unit = source.take_in(game)
        if unit is not None:
            yield unit


# ---- in several


def _serve(pipe: Connection, plan: Plan, players: int, batch_size: int) -> None:
    """Play what comes through a pipe until None does; the work of a process."""
    source = _Source(plan)
    try:
        policies = load_all(plan)

        def specs() -> Iterator[GameSpec | None]:
            while True:
                # Wait only when there is nothing else to do.
                while not source.waiting and (not source.missing or pipe.poll()):
                    unit = pipe.recv()
                    if unit is None:
                        return
                    source.add(unit)
                yield source.waiting.popleft() if source.waiting else None

        for game in _make_arena(plan, policies, players, batch_size).play(specs()):
            unit = source.take_in(game)
            if unit is not None:
                pipe.send(unit)
    except (EOFError, BrokenPipeError, ConnectionResetError, KeyboardInterrupt):
        return  # the match has ended, or was ended
    except Exception as error:  # noqa: BLE001 - all go to the process that asked
        kind = PolicyError if isinstance(error, PolicyError) else type(error)
        try:
            pipe.send((kind, str(error), traceback.format_exc()))
        except (pickle.PicklingError, OSError, ValueError, TypeError, AttributeError):  # of a kind known there alone
            pipe.send((RuntimeError, str(error), traceback.format_exc()))


class _Pool:
    """Processes that play units of one plan."""

    def __init__(self, plan: Plan, jobs: int, batch_size: int) -> None:
        self.plan = plan
        self.jobs = jobs
        self.batch_size = batch_size
        # Not forked: threads of compiled code and of linear algebra do not survive that.
        self.context = multiprocessing.get_context("spawn")
        self.pipes: dict[Connection, Any] = {}

    def __enter__(self) -> _Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def _begin(self, players: int) -> None:
        # Whatever has to be compiled is so once, and not by all at the same time.
        _make_arena(self.plan, load_all(self.plan), players, 1).rehearse()
        before = {name: os.environ.get(name) for name in ONE_THREAD}
        os.environ.update(ONE_THREAD)
        # Ctrl-C goes to all processes of a terminal; this one alone answers it, and ends the others.
        is_main = threading.current_thread() is threading.main_thread()
        interrupt = signal.signal(signal.SIGINT, signal.SIG_IGN) if is_main else None
        try:
            for _ in range(self.jobs):
                ours, theirs = self.context.Pipe()
                process = self.context.Process(
                    target=_serve, args=(theirs, self.plan, players, self.batch_size), daemon=True
                )
                process.start()
                theirs.close()
                self.pipes[ours] = process
        finally:
            if is_main:
                signal.signal(signal.SIGINT, interrupt)
            for name, value in before.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value

    def _end(self) -> None:
        for pipe, process in self.pipes.items():
            process.terminate()
            process.join()
            pipe.close()
        self.pipes.clear()

    def play(self, units: Iterator[int]) -> Iterator[PlayedUnit]:
        sizes = sorted({len(table) for table in self.plan.tables})
        if len(sizes) == 1:
            yield from self._play_size(units, sizes[0])
            return
        everything = list(units)
        for players in sizes:
            mine = [unit for unit in everything if _players_of(self.plan, unit) == players]
            yield from self._play_size(iter(mine), players)
            self._end()

    def _play_size(self, units: Iterator[int], players: int) -> Iterator[PlayedUnit]:
        self._begin(players)
        size = max(self.plan.size(k) for k, table in enumerate(self.plan.tables) if len(table) == players)
        ahead = 1 + -(-self.batch_size // size)  # units that fill the slots of a process, and one more
        out = dict.fromkeys(self.pipes, 0)
        more = True
        while True:
            for pipe in out:
                while more and out[pipe] < ahead:
                    unit = next(units, None)
                    if unit is None:
                        more = False
                    else:
                        self._send(pipe, unit)
                        out[pipe] += 1
            if not any(out.values()):
                return
            ready = wait([pipe for pipe, count in out.items() if count])
            for pipe in [pipe for pipe in out if pipe in ready]:
                played = self._receive(pipe)
                out[pipe] -= 1
                yield played

    def _send(self, pipe: Connection, unit: int) -> None:
        try:
            pipe.send(unit)
        except (BrokenPipeError, ConnectionResetError):
            self._receive(pipe)

    def _receive(self, pipe: Connection) -> PlayedUnit:
        try:
            answer = pipe.recv()
        except (EOFError, ConnectionResetError):
            process = self.pipes[pipe]
            process.join()
            raise WorkerError(
                f"a process of the match was ended from outside (exit status {process.exitcode}); perhaps memory ran "
                "out: a smaller --batch or fewer --jobs need less. The same command goes on where it stopped."
            ) from None
        if len(answer) == 3:
            kind, message, trace = answer
            raise kind(message) from RuntimeError(f"in a process of the match:\n{trace}")
        return answer  # type: ignore[no-any-return]
