"""Ratings from places at a table: OpenSkill, as ladders know it, and the strengths of greatest likelihood.

Both use the Plackett-Luce model: of the seats still without a place, one takes the next place with a chance in
proportion to its entrant's strength (Plackett, "The analysis of permutations", Applied Statistics 24 (1975) 193-202).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

CONFIDENCE = 0.95
ORDERS = 8
RESAMPLES = 100
PRIOR = 0.1
ELO_PER_LOG = 400 / math.log(10)
TOLERANCE = 1e-9
MOST_STEPS = 10_000


@dataclass(frozen=True)
class Table:
    """One finished game.

    Attributes:
        entrants: Who had each seat; one entrant may have several.
        places: Place of each seat, 1 = first, without ties.
        block: Games with the same number hang together (one seed); they are resampled together.
    """

    entrants: tuple[str, ...]
    places: tuple[int, ...]
    block: int = 0

    def __post_init__(self) -> None:
        if sorted(self.places) != list(range(1, len(self.entrants) + 1)):
            raise ValueError(f"places {self.places} of {self.entrants}: expected each of 1 to the number of seats once")

    def in_order(self) -> tuple[str, ...]:
        """Name the entrants, first place first."""
        return tuple(name for _, name in sorted(zip(self.places, self.entrants, strict=True)))


@dataclass(frozen=True)
class Rating:
    """How strong an entrant is, by OpenSkill.

    Attributes:
        name: Of the entrant.
        mu, sigma: Mean and standard deviation of the skill, on OpenSkill's own scale (a newcomer has 25 and 25/3).
        elo: The same as Elo, the anchor at 0: see `elo_of_mu`.
        low, high: Bootstrap interval of `elo`; NaN if none was asked for, or with fewer than two blocks.
        games: In which it had a seat.
    """

    name: str
    mu: float
    sigma: float
    elo: float
    low: float
    high: float
    games: int


def rate(
    games: Sequence[Table],
    *,
    anchor: str | None = None,
    orders: int = ORDERS,
    resamples: int = RESAMPLES,
    confidence: float = CONFIDENCE,
    seed: int = 0,
) -> list[Rating]:
    """Rate entrants with OpenSkill's Plackett-Luce model.

    Weng and Lin, "A Bayesian approximation method for online ranking", Journal of Machine Learning Research 12 (2011)
    267-300, algorithm 4, as the library openskill has it.

    - *Order.* It learns game by game, so the order matters, though entrants here do not change while they are measured.
      So skill does not drift (tau = 0), and mu and sigma are means over `orders` random orders of all games, one pass
      each: more passes would count games twice and make sigma too small. What is left of the effect of order shrinks
      with the root of `orders`, and is part of the intervals, as each resample has an order of its own.
    - *Several seats of one entrant.* Each plays as a team of one with the entrant's rating; after the game the mean of
      those is its mu, the mean of their variances its variance. A table of one entrant alone teaches nothing and is
      left out.
    - *Intervals.* Percentile bootstrap over blocks (Efron and Tibshirani 1993, chapter 13) of Elo above the anchor's.

    Costs (orders + resamples) x games updates. Where precision counts, prefer `plackett_luce`: it needs no order.

    Args:
        games: Finished games.
        anchor: Entrant whose Elo is 0; None puts the mean of all at 0.
        orders: Random orders for mu and sigma.
        resamples: Of blocks; 0 for no intervals.
        confidence: Of the intervals, below 1.
        seed: Of orders and resamples.

    Returns:
        Strongest first; by name if equal.

    Raises:
        ModuleNotFoundError: openskill is not installed.
        ValueError: No entrant has the anchor's name; no orders.
    """
    names = _names_of(games, anchor)
    if orders < 1:
        raise ValueError(f"orders {orders}: expected at least 1")
    if not names:
        return []
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    rng = np.random.default_rng(seed)
    useful = [game for game in games if len(set(game.entrants)) > 1]
    runs = [_learn(model, [useful[k] for k in rng.permutation(len(useful))], names) for _ in range(orders)]
    mu, variance = np.mean(runs, axis=0).T
    seats = _typical_seats(useful)
    elo = elo_of_mu(mu, seats, model.beta, _index(names, anchor))
    blocks: dict[int, list[Table]] = {}
    for game in useful:
        blocks.setdefault(game.block, []).append(game)
    low = high = np.full(len(names), math.nan)
    if resamples and len(blocks) > 1:
        drawn = []
        groups = list(blocks.values())
        for _ in range(resamples):
            sample = [game for k in rng.integers(0, len(groups), len(groups)) for game in groups[k]]
            learnt = _learn(model, [sample[k] for k in rng.permutation(len(sample))], names)
            drawn.append(elo_of_mu(learnt[:, 0], seats, model.beta, _index(names, anchor)))
        low, high = np.quantile(drawn, [(1 - confidence) / 2, (1 + confidence) / 2], axis=0)
    played = Counter(name for game in games for name in set(game.entrants))
    ratings = [
        Rating(
            name=name,
            mu=float(mu[k]),
            sigma=math.sqrt(variance[k]),
            elo=float(elo[k]),
            low=float(low[k]),
            high=float(high[k]),
            games=played[name],
        )
        for k, name in enumerate(names)
    ]
    return sorted(ratings, key=lambda rating: (-rating.mu, rating.name))


def elo_of_mu(mu: np.ndarray, seats: float, beta: float, anchor: int | None = None) -> np.ndarray:
    """Turn OpenSkill's mu into Elo.

    At a table of N seats whose skills are known the model gives i a place before j with chance
    `1 / (1 + exp(-(mu_i - mu_j) / (sqrt(N) beta)))`; Elo calls that `1 / (1 + 10 ** (-(elo_i - elo_j) / 400))` (Elo,
    "The Rating of Chessplayers", 1978). So 100 points mean the better place in 64 games of 100.

    Args:
        mu: `(K,)`.
        seats: N.
        beta: Of the model.
        anchor: Entrant at 0; None for the mean of all.
    """
    elo = ELO_PER_LOG * mu / (math.sqrt(seats) * beta)
    return np.asarray(elo - (elo.mean() if anchor is None else elo[anchor]))


def _learn(model: PlackettLuce, games: Sequence[Table], names: Sequence[str]) -> np.ndarray:
    """Show games to the model in the order given; return mu and variance of each entrant, `(K, 2)`."""
    ratings = {name: model.rating() for name in names}
    for game in games:
        order = game.in_order()
        # A rating of its own for each seat: one object in two teams would be updated twice.
        teams = [[model.rating(mu=ratings[name].mu, sigma=ratings[name].sigma)] for name in order]
        after = model.rate(teams, ranks=[float(place) for place in range(1, len(order) + 1)])
        for name in set(order):
            mine = [team[0] for team, other in zip(after, order, strict=True) if other == name]
            mu = sum(rating.mu for rating in mine) / len(mine)
            variance = sum(rating.sigma**2 for rating in mine) / len(mine)
            ratings[name] = model.rating(mu=mu, sigma=math.sqrt(variance))
    return np.array([(ratings[name].mu, ratings[name].sigma ** 2) for name in names]).reshape(-1, 2)


# ---- strengths of greatest likelihood


def plackett_luce(games: Sequence[Table], prior: float = PRIOR) -> dict[str, float]:
    """Return the strengths of greatest likelihood, whatever the order of the games.

    Minorise and maximise: Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32 (2004)
    384-406, section 5; sped up by squared extrapolation, taken only where the likelihood rises by it: Varadhan and
    Roland, Scandinavian Journal of Statistics 35 (2008) 335-353. An entrant with several seats takes a place with their
    strengths added up, as the model says; for two players it is the model of Bradley and Terry.

    Args:
        games: Finished games.
        prior: Games that each entrant is taken to have won, and as many lost, against a phantom of strength 1. So one
            that always won stays finite, and groups that never met can be compared, if only just. 0 for none.

    Returns:
        Strength by name, geometric mean 1: i comes before j with chance `s_i / (s_i + s_j)`.

    Raises:
        ValueError: The prior is negative; with 0, some always won or lost against the rest, or never met them (Hunter's
            assumption 1 fails); the strengths have not settled.
    """
    if prior < 0:
        raise ValueError(f"prior {prior} must not be negative")
    names = _names_of(games, None)
    if not names:
        return {}
    stages, wins, beats = _stages(games, names)
    if not prior and not _is_connected(beats):
        raise ValueError("no finite strengths: some never lost, or never won, against the rest; set prior above 0")
    logs = np.zeros(len(names))
    for _ in range(MOST_STEPS):
        once = _improve(logs, stages, wins, prior)
        twice = _improve(once, stages, wins, prior)
        step, bend = once - logs, twice - 2 * once + logs
        if np.abs(step).max() < TOLERANCE:
            return dict(zip(names, np.exp(twice - twice.mean()).tolist(), strict=True))
        logs = twice
        if np.abs(bend).max() > 0:
            reach = max(1.0, float(np.linalg.norm(step) / np.linalg.norm(bend)))
            with np.errstate(all="ignore"):  # a leap too far is no number, and not taken
                leap = _improve(once - step + 2 * reach * step + reach**2 * bend, stages, wins, prior)
                if _log_posterior(leap, stages, wins, prior) > _log_posterior(twice, stages, wins, prior):
                    logs = leap
    raise ValueError(f"strengths have not settled after {MOST_STEPS} steps; a larger prior than {prior} helps")


def strengths_to_elo(strengths: dict[str, float], anchor: str | None = None) -> dict[str, float]:
    """Turn strengths into Elo: `400 log10(s / s_anchor)`; without an anchor the mean of all is 0.

    Exact for any number of seats, as `s_i / (s_i + s_j)` is the chance to come before j at any table.

    Raises:
        ValueError: No entrant has the anchor's name.
    """
    names = list(strengths)
    elo = ELO_PER_LOG * np.log([strengths[name] for name in names])
    at = _index(names, anchor)
    zero = elo.mean() if at is None and names else 0.0 if at is None else elo[at]
    return dict(zip(names, (elo - zero).tolist(), strict=True))


def _stages(games: Sequence[Table], names: Sequence[str]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Count what the likelihood needs: who was left for each place, and who took places before the last.

    Returns:
        `(S, K + 1)`: seats of each entrant still without a place, and last how often just these were left; `(K,)`,
        places taken while another seat was left; `(K, K)` bool, whether i ever came before j.
    """
    place_of = {name: k for k, name in enumerate(names)}
    left: Counter[tuple[int, ...]] = Counter()
    wins = np.zeros(len(names))
    beats = np.eye(len(names), dtype=bool)
    for order, times in Counter(game.in_order() for game in games).items():
        rest = sorted(place_of[name] for name in order)
        for name in order[:-1]:
            left[tuple(rest)] += times
            wins[place_of[name]] += times
            rest.remove(place_of[name])
            beats[place_of[name], rest] = True
    table = np.zeros((len(left), len(names) + 1))
    for row, (rest_of, times) in zip(table, left.items(), strict=True):
        np.add.at(row, list(rest_of), 1)
        row[-1] = times
    return table, wins, beats


def _is_connected(beats: np.ndarray) -> bool:
    """Tell whether everyone came before everyone, directly or by way of others."""
    reach = beats
    for _ in range(len(beats).bit_length()):  # each round doubles the length of the ways
        reach = (reach.astype(np.int64) @ reach) > 0
    return bool(reach.all())


def _improve(logs: np.ndarray, stages: np.ndarray, wins: np.ndarray, prior: float) -> np.ndarray:
    """Make one step of the MM algorithm on log strengths."""
    strengths = np.exp(logs)
    seats, times = stages[:, :-1], stages[:, -1]
    pulls = (times / (seats @ strengths)) @ seats + 2 * prior / (strengths + 1)
    better = np.log(wins + prior) - np.log(pulls)
    return np.asarray(better if prior else better - better.mean())


def _log_posterior(logs: np.ndarray, stages: np.ndarray, wins: np.ndarray, prior: float) -> float:
    """Return the logarithm of likelihood times prior, up to a constant."""
    strengths = np.exp(logs)
    fit = float(wins @ logs - stages[:, -1] @ np.log(stages[:, :-1] @ strengths))
    return fit + prior * float((logs - 2 * np.log1p(strengths)).sum())


def _names_of(games: Sequence[Table], anchor: str | None) -> list[str]:
    """List all entrants by name; raise ValueError if the anchor is none of them."""
    names = sorted({name for game in games for name in game.entrants})
    _index(names, anchor)
    return names


def _index(names: Sequence[str], anchor: str | None) -> int | None:
    """Find the anchor."""
    if anchor is not None and anchor not in names:
        raise ValueError(f"anchor {anchor!r} is none of the entrants: {', '.join(names) or 'there are none'}")
    return None if anchor is None else list(names).index(anchor)


def _typical_seats(games: Sequence[Table]) -> float:
    """Return the number of seats, averaged as the Elo scale divides by it: by its root."""
    roots = [1 / math.sqrt(len(game.entrants)) for game in games]
    return (len(roots) / sum(roots)) ** 2 if roots else 2.0
