"""Behaviour: what policies do in telling positions, where the rules and a little arithmetic say what is sane.

A telling position is a position of the game with its open decision, the plays that are sane there and those that are
not; all others are neutral. The fixed set lies in `evaluation/positions/`, `docs/behaviour.md` says how to add to it.
Strength is not what this measures (see matches for that): it names the mistakes that nobody need make.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from evaluation.positions import BAD, GOOD, VERDICTS, BehaviourError, TellingPosition, fits, read_positions
from moonshine_env.engine.game import Game
from moonshine_env.registry import find_game
from moonshine_env.seats import SeatBatch
from policies.policy import Policy

__all__ = [
    "Answer",
    "BehaviourError",
    "Decision",
    "TellingPosition",
    "ask",
    "open_decision",
    "read_positions",
    "report",
]

DEFAULT_SAMPLES = 50
TOP_PLAYS = 5
GAME_ID = "kingdom"
SCORE = (
    "score: mean over the positions of the share of answers that are not bad; "
    "good: the same of good answers; `uniform` is a choice among all legal plays with equal odds"
)


@dataclass(frozen=True)
class Decision:
    """The open decision of a telling position.

    Attributes:
        states: `(1,)` STATE, at the decision.
        observation: `(F,)` uint8, what the seat that decides sees.
        mask: `(A,)` int8, 1 = legal.
        seat: Who decides.
        kind: Kind of the decision.
        verdicts: Verdict by legal action.
    """

    states: np.ndarray
    observation: np.ndarray
    mask: np.ndarray
    seat: int
    kind: str
    verdicts: dict[int, str]

    def uniform(self) -> dict[str, float]:
        """Return the share of legal plays by verdict: what a choice with equal odds would get."""
        return _shares(Counter(self.verdicts.values()))


@dataclass(frozen=True)
class Answer:
    """What a policy did in a telling position.

    Attributes:
        plays: How often it chose each play, by name, the most frequent first.
        verdicts: Verdict of each of these.
    """

    plays: dict[str, int]
    verdicts: dict[str, str]

    @property
    def samples(self) -> int:
        """How often it was asked."""
        return sum(self.plays.values())

    def share(self, verdict: str) -> float:
        """Return the share of answers with a verdict."""
        return sum(count for name, count in self.plays.items() if self.verdicts[name] == verdict) / self.samples

    def shares(self) -> dict[str, float]:
        """Return the share of answers by verdict."""
        return {verdict: self.share(verdict) for verdict in VERDICTS}

    def top(self, most: int = TOP_PLAYS) -> list[dict[str, Any]]:
        """List the most frequent plays as JSON-able rows: play, share, verdict."""
        return [
            {"play": name, "share": count / self.samples, "verdict": self.verdicts[name]}
            for name, count in list(self.plays.items())[:most]
        ]


# ---- asking


@lru_cache(maxsize=1)
def _game() -> tuple[Game, Any]:
    """Find the game and its printed components."""
    game = find_game(GAME_ID)
    return game, game.load_content(None)


def open_decision(position: TellingPosition) -> Decision:
    """Set a telling position up and look at its decision, as the seat does that makes it.

    Raises:
        BehaviourError: The position does not fit or is not sound, nothing is to be decided in it, or a pattern names
            no legal play.
    """
    game, content = _game()
    where = f"position {position.id}"
    try:
        states = game.load(content, position.given)
    except ValueError as error:
        raise BehaviourError(f"{where}: {error}") from error
    game.resume(content.tables, states, 0)
    problem = game.check(content, states, 0)
    if problem:
        raise BehaviourError(f"{where} is not sound: {problem}")
    mask = np.zeros(game.num_actions, np.int8)
    if game.legal(content.tables, states, 0, mask) < 2:
        raise BehaviourError(f"{where}: there is nothing to choose; expected a decision with two legal plays or more")
    names = game.action_table(content).names
    verdicts = {int(action): position.judge(names[action]) for action in np.flatnonzero(mask)}
    for pattern in (*position.good, *position.bad, *position.neutral):
        if not any(fits(pattern, names[action]) for action in verdicts):
            legal = ", ".join(sorted({names[action].split()[0] for action in verdicts}))
            raise BehaviourError(f"{where}: no legal play is {pattern!r} or begins so; legal ones begin with {legal}")
    seat = int(states["acting_player"][0])
    observation = np.zeros(game.num_features, np.uint8)
    game.observe(content.tables, states, 0, seat, observation)
    return Decision(states, observation, mask, seat, game.decision(states, 0), verdicts)


def ask(
    policy: Policy, position: TellingPosition, samples: int = DEFAULT_SAMPLES, seed: int = 0, name: str = "policy"
) -> Answer:
    """Ask a policy many times for the same decision, each time as if of a new game.

    Args:
        policy: Who decides; it sees what the seat sees.
        position: Where.
        samples: How often, all in one batch.
        seed: Of its chance, together with the position's id.
        name: Of the policy, for errors.

    Raises:
        BehaviourError: The position cannot be asked, or the policy answered with something that is no legal play.
    """
    game, content = _game()
    decision = open_decision(position)
    seats = SeatBatch(
        observations=np.repeat(decision.observation[None], samples, axis=0),
        masks=np.repeat(decision.mask[None], samples, axis=0),
        games=np.arange(samples, dtype=np.int64),
        seats=np.full(samples, decision.seat, np.int64),
        started=np.ones(samples, bool),
        make_view=lambda _row: game.dump(content, decision.states, 0, decision.seat),
    )
    actions = np.asarray(policy.act(seats, np.random.default_rng([seed, zlib.crc32(position.id.encode())])))
    if actions.shape != (samples,) or not np.issubdtype(actions.dtype, np.integer):
        raise BehaviourError(
            f"the policy {name!r} answered with {actions.dtype} of shape {actions.shape}; "
            f"expected integers of shape ({samples},), an action for each decision"
        )
    wrong = [int(action) for action in actions if int(action) not in decision.verdicts]
    if wrong:
        raise BehaviourError(
            f"the policy {name!r} chose the action {wrong[0]}, which is not legal in the position {position.id!r}"
        )
    names = game.action_table(content).names
    counts = Counter(int(action) for action in actions)
    ranked = sorted(counts, key=lambda action: (-counts[action], action))
    return Answer(
        plays={names[action]: counts[action] for action in ranked},
        verdicts={names[action]: decision.verdicts[action] for action in ranked},
    )


# ---- reporting


def report(
    policies: Mapping[str, Policy],
    positions: Sequence[TellingPosition] | None = None,
    samples: int = DEFAULT_SAMPLES,
    seed: int = 0,
) -> dict[str, Any]:
    """Ask policies in all positions, and write down what they did.

    Args:
        policies: By name.
        positions: Where; None for the fixed set.
        samples: How often each is asked in each position.
        seed: Of their chance.

    Returns:
        JSON-able: `samples`, `seed`, `meaning` of the scores; `scores` and `good` by policy; `uniform`, both of a
        choice with equal odds; `positions`, rows of id, topic, title, why, decision, the patterns, `uniform` shares,
        and by policy in `answers` the shares of its verdicts and its top `plays`.
    """
    rows = []
    for position in read_positions() if positions is None else positions:
        decision = open_decision(position)
        answers = {name: ask(policy, position, samples, seed, name) for name, policy in policies.items()}
        rows.append(
            {
                **{key: getattr(position, key) for key in ("id", "topic", "title", "why")},
                "decision": decision.kind,
                "good": list(position.good),
                "bad": list(position.bad),
                "legal": len(decision.verdicts),
                "uniform": decision.uniform(),
                "answers": {name: {**answer.shares(), "plays": answer.top()} for name, answer in answers.items()},
            }
        )
    shares = {name: [row["answers"][name] for row in rows] for name in policies}
    uniform = [row["uniform"] for row in rows]
    return {
        "samples": samples,
        "seed": seed,
        "meaning": SCORE,
        "scores": {name: _score(row) for name, row in shares.items()},
        "good": {name: _mean(row, GOOD) for name, row in shares.items()},
        "uniform": {"score": _score(uniform), "good": _mean(uniform, GOOD)},
        "positions": rows,
    }


def _shares(counts: Counter[str]) -> dict[str, float]:
    return {verdict: counts[verdict] / counts.total() for verdict in VERDICTS}


def _mean(rows: Sequence[Mapping[str, float]], verdict: str) -> float:
    return float(np.mean([row[verdict] for row in rows]))


def _score(rows: Sequence[Mapping[str, float]]) -> float:
    return 1.0 - _mean(rows, BAD)
