"""The command `moonshine regress`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from evaluation.arena import DEFAULT_BATCH
from evaluation.commands.options import (
    BatchSize,
    Cooperation,
    GameId,
    Jobs,
    MaxDays,
    More,
    Variant,
    choose_jobs,
    gather_options,
    keep_apart,
    progress_console,
    write_json,
)
from evaluation.gate import (
    DEFAULT_ALPHA,
    DEFAULT_BETA,
    DEFAULT_BUDGET,
    DEFAULT_DROP,
    NOT_WEAKER,
    WEAKER,
    Gate,
    Question,
    Verdict,
    drop_of_elo,
    plan_gate,
    run_gate,
)
from evaluation.identity import identify
from evaluation.junit import Check, write_junit
from evaluation.plan import Plan
from evaluation.results import describe_plan
from evaluation.workers import load_all
from moonshine_env import __version__
from moonshine_env.cli import ExitStatus
from moonshine_env.files import check_output, write_whole
from moonshine_env.printing import make_console, say
from moonshine_env.progress import make_progress

MOST_ELO = 2000
STATUS = {NOT_WEAKER: ExitStatus.YES, WEAKER: ExitStatus.NO}


def regress_command(
    candidate: Annotated[str, typer.Option(metavar="POLICY", help="Who may have become weaker.")],
    baseline: Annotated[str, typer.Option(metavar="POLICY", help="Whom it must not be weaker than.")],
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="POLICY", help="A player of the pool at the other seats; give it once for each.  [default: no pool]"
        ),
    ] = None,
    drop: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            help=f"The loss that must be found, in win share of a seat.  [default: {DEFAULT_DROP:g}, five points]",
        ),
    ] = None,
    elo: Annotated[
        float | None, typer.Option("--elo", metavar="ELO", help="The same said in Elo; without a pool only.")
    ] = None,
    alpha: Annotated[float, typer.Option(help="Chance of a false alarm, when both are as strong.")] = DEFAULT_ALPHA,
    beta: Annotated[float, typer.Option(help="Chance to miss a loss of that size.")] = DEFAULT_BETA,
    score: Annotated[str, typer.Option(metavar="win|placement", help="What a game is worth.")] = "win",
    budget: Annotated[
        int, typer.Option(min=1, metavar="GAMES", help="Most games; then it stays undecided.")
    ] = DEFAULT_BUDGET,
    seed: Annotated[int, typer.Option(min=0, help="The same gives the same games and verdict.")] = 0,
    players: Annotated[int, typer.Option(min=2, max=4, help="Seats of a table.")] = 4,
    max_days: MaxDays = None,
    variant: Variant = None,
    cooperation: Cooperation = None,
    more: More = None,
    jobs: Jobs = None,
    batch: BatchSize = DEFAULT_BATCH,
    game: GameId = "kingdom",
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write all that was found to a file as well.")
    ] = None,
    junit: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write it as JUnit's XML, for a CI system.")
    ] = None,
) -> ExitStatus:
    """Say whether an agent became weaker, with known error rates.

    Candidate and baseline play each other from the same seeds at every seat, or both play a pool. A sequential test
    weighs "as strong" against "weaker by --drop" after each block of games and stops as soon as it knows. Exit status:
    0 not weaker, 1 weaker, 3 undecided within the budget, 2 wrong use or bad input.

    Example: moonshine regress --candidate pack:new.pack --baseline pack:old.pack --junit regress.xml
    """
    console = make_console()
    check_output(json_file, "--json")
    check_output(junit, "--junit")
    keep_apart({}, {"--json": json_file, "--junit": junit})
    options = gather_options(max_days, variant, cooperation, more)
    plan = plan_gate(candidate, baseline, against or (), players, seed=seed, options=options, game_id=game)
    if elo is not None:
        if drop is not None:
            raise ValueError("--drop and --elo say the same thing; leave one of them out")
        if score != "win":
            raise ValueError("--elo is about win shares; with --score placement, say --drop in its own units")
        if not 0 < elo < MOST_ELO:
            raise ValueError(f"--elo {elo:g} does not fit; expected a loss above 0 and below {MOST_ELO}, such as 20")
        drop = drop_of_elo(elo, plan)
    question = Question(DEFAULT_DROP if drop is None else drop, alpha, beta, score)
    Gate(plan, question)  # says what does not fit before anything is loaded
    digests = dict(zip(plan.entrants, map(identify, load_all(plan)), strict=True))
    verdict = _run(plan, question, budget, choose_jobs(jobs, budget, batch), batch)
    for line in describe_verdict(candidate, baseline, question, verdict):
        say(console, line)
    if json_file is not None:
        row = report_of(plan, question, budget, verdict, digests)
        write_json(json_file, row)
        say(console, f"Written to {json_file}")
    if junit is not None:
        write_whole(junit, write_junit("moonshine regress", [check_of(candidate, baseline, question, verdict)]))
        say(console, f"Written to {junit}")
    return STATUS.get(verdict.answer, ExitStatus.UNDECIDED)


def _run(plan: Plan, question: Question, budget: int, jobs: int, batch: int) -> Verdict:
    with make_progress(progress_console(), left=False) as bar:
        task = bar.add_task("games", total=budget)

        def show(gate: Gate) -> None:
            low, high = gate.test.bounds
            bar.update(task, completed=gate.games, description=f"LLR {gate.test.llr:+.2f} of {low:.2f} .. {high:.2f}")

        return run_gate(plan, question, budget, jobs=jobs, batch_size=batch, progress=show)


def describe_verdict(candidate: str, baseline: str, question: Question, verdict: Verdict) -> list[str]:
    """Say what was found, in lines for people."""
    unit = "points of win share" if question.score == "win" else "of the reward placement"
    scale = 100 if question.score == "win" else 1
    low, high = (scale * bound for bound in verdict.interval)
    answer = {
        NOT_WEAKER: f"not weaker: {candidate} against {baseline}",
        WEAKER: f"weaker: {candidate} against {baseline}",
    }.get(verdict.answer, f"undecided: {candidate} against {baseline}; a bigger --budget may tell")
    return [
        answer,
        f"LLR {verdict.llr:+.2f}, not weaker below {verdict.bounds[0]:.2f}, weaker above {verdict.bounds[1]:.2f}",
        f"{verdict.games} games in {verdict.blocks} blocks; a seat of the candidate scored {verdict.candidate:.3f}, "
        f"one of the baseline {verdict.baseline:.3f}",
        f"difference {scale * verdict.difference:+.2f} {unit} (95 %: {low:+.2f} to {high:+.2f}; leans towards the "
        "verdict, as the test stops when it knows)",
        f"asked: a drop of {scale * question.drop:g} {unit}, false alarms {question.alpha:g}, misses {question.beta:g}",
    ]


def report_of(plan: Plan, question: Question, budget: int, verdict: Verdict, digests: dict[str, str]) -> dict[str, Any]:
    """Put all of it down, JSON-able."""
    return {
        "version": __version__,
        "match": describe_plan(plan, digests),
        "question": vars(question),
        "budget": budget,
        **verdict.to_json(),
    }


def check_of(candidate: str, baseline: str, question: Question, verdict: Verdict) -> Check:
    """Put it as a CI system wants it."""
    lines = describe_verdict(candidate, baseline, question, verdict)
    return Check(
        name=f"{candidate} is not weaker than {baseline}",
        group="moonshine.regress",
        failure=lines[0] if verdict.answer == WEAKER else "",
        undecided="" if verdict.answer in STATUS else lines[0],
        words="\n".join(lines),
    )
