"""Matches: plans played to their end, in memory or into a results file that is taken up where it was left."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from evaluation.arena import DEFAULT_BATCH
from evaluation.identity import identify
from evaluation.plan import Plan, blocks_for
from evaluation.records import PlayedGame
from evaluation.results import ResultsFile, read_results
from evaluation.summary import MatchResult
from evaluation.workers import load_all, play_units
from moonshine_env.engine.game import Game
from policies.policy import Policy

COMMIT_GAMES = 64  # written at once; so many at most are lost by a kill


def play_match(
    policies: Sequence[Policy],
    games: int,
    seed: int = 0,
    *,
    names: Sequence[str] | None = None,
    game: Game | None = None,
    batch_size: int = DEFAULT_BATCH,
    seating: str = "rotations",
    assign: str = "dealt",
    progress: Callable[[list[PlayedGame]], Any] | None = None,
    **options: Any,
) -> MatchResult:
    """Play a match between policies at hand, in this process.

    Args:
        policies: One for each seat of a table; the same object may stand several times.
        games: How many, rounded up to whole blocks.
        seed: Of the match.
        names: Names of the policies, for the result; policies of the same name are counted together, and the first of
            them plays for all.
        game: What is played; Moonshine Kingdom if None.
        batch_size: How many games go on at once; makes no difference to the result.
        seating, assign: See `plan.Plan`.
        progress: Called with the games of each block as it ends.
        **options: Environment options; the number of players is that of the policies.

    Returns:
        The result.

    Raises:
        ValueError: Numbers or options that do not fit.
        PolicyError: A policy raised, or answered with what is not legal; the sentence names it.
    """
    if batch_size < 1:
        raise ValueError(f"batch_size={batch_size} does not fit; expected a whole number, at least 1")
    labels = list(names) if names is not None else [f"policy_{k}" for k in range(len(policies))]
    if len(labels) != len(policies):
        raise ValueError(f"{len(labels)} names for {len(policies)} policies; each needs one")
    if options.pop("num_players", len(policies)) != len(policies):
        raise ValueError(f"num_players is not {len(policies)}, the number of policies: one is needed for a seat")
    entrants = tuple(dict.fromkeys(labels))
    by_entrant = [policies[labels.index(name)] for name in entrants]
    plan = Plan(
        entrants,
        (tuple(entrants.index(name) for name in labels),),
        seed=seed,
        options=options,
        seating=seating,
        assign=assign,
        game_id=game.id if game else "kingdom",
    )
    units = plan.units(blocks_for(plan, games))
    played: list[PlayedGame] = []
    for _, block in play_units(plan, units, policies=by_entrant, batch_size=min(batch_size, games)):
        played += block
        if progress is not None:
            progress(block)
    return MatchResult.of(plan, played)


def run_match(
    plan: Plan,
    blocks: int,
    *,
    file: Path | None = None,
    jobs: int = 1,
    batch_size: int = DEFAULT_BATCH,
    progress: Callable[[list[PlayedGame]], Any] | None = None,
) -> MatchResult:
    """Play the blocks of a plan, with policies loaded by name.

    Args:
        plan: Which games.
        blocks: How many.
        file: Results file; what is in it already is not played again. None: nothing is written.
        jobs: How many processes; makes no difference to the result.
        batch_size: Games that go on at once in each; likewise.
        progress: Called with the games of each unit as it ends, those of the file first.

    Returns:
        The result of all blocks.

    Raises:
        ResultsError: The file holds another match, or is being written.
        PolicyError: A policy raised, or answered wrongly.
        OSError: The file cannot be written. Games written before are kept, whatever was raised.
    """
    if file is None:
        played: list[PlayedGame] = []
        for _, games in play_units(plan, plan.units(blocks), jobs=jobs, batch_size=batch_size):
            played += games
            if progress is not None:
                progress(games)
        return MatchResult.of(plan, played)
    digests = {name: identify(policy) for name, policy in zip(plan.entrants, load_all(plan), strict=True)}
    with ResultsFile(file, plan, digests) as results:
        done = results.done()
        if progress is not None:
            for _, unit in groupby(results.games(), lambda game: (game.record["block"], game.record["table"])):
                progress(list(unit))
        left = [unit for unit in plan.units(blocks) if unit not in done]
        _write_all(results, play_units(plan, iter(left), jobs=jobs, batch_size=batch_size), progress)
        results.finish()
    stored = read_results(file, choices=False)
    return MatchResult(plan, stored.records[stored.records["block"] < blocks])


def _write_all(
    results: ResultsFile,
    played: Iterator[tuple[int, list[PlayedGame]]],
    progress: Callable[[list[PlayedGame]], Any] | None,
) -> None:
    """Write units as they end; whatever stops it, those that ended are in the file."""
    heap: list[PlayedGame] = []
    try:
        for _, games in played:
            heap += games
            if progress is not None:
                progress(games)
            if len(heap) >= COMMIT_GAMES:
                heap, ready = [], heap
                results.add(ready)
    finally:
        if heap:
            results.add(heap)
