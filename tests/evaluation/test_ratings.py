"""Ratings against published and hand-worked numbers."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from evaluation.ratings import Table, elo_of_mu, plackett_luce, rate, strengths_to_elo

MU, VARIANCE, BETA_SQUARED = 25.0, (25 / 3) ** 2, (25 / 6) ** 2


def duels(first: str, second: str, won: int, lost: int) -> list[Table]:
    return [Table((first, second), (1, 2))] * won + [Table((first, second), (2, 1))] * lost


def drawn_tables(strengths: dict[str, float], count: int, seats: int, seed: int) -> list[Table]:
    """Draw games of the Plackett-Luce model, as races of exponential times; blocks of four."""
    rng = np.random.default_rng(seed)
    tables = []
    for k in range(count):
        names = [str(name) for name in rng.choice(list(strengths), seats, replace=False)]
        times = rng.exponential([1 / strengths[name] for name in names])
        tables.append(Table(tuple(names), tuple(int(p) for p in times.argsort().argsort() + 1), k // 4))
    return tables


# ---- Plackett-Luce, greatest likelihood


def test_strengths_of_two_are_as_their_wins():
    strengths = plackett_luce(duels("a", "b", 30, 10), prior=0)
    assert strengths == pytest.approx({"a": math.sqrt(3), "b": 1 / math.sqrt(3)})
    assert strengths_to_elo(strengths, "b") == pytest.approx({"a": 400 * math.log10(3), "b": 0})
    assert strengths_to_elo(strengths) == pytest.approx({"a": 200 * math.log10(3), "b": -200 * math.log10(3)})


def test_citations_of_journals_as_published():
    # Stigler (1994), Agresti (2002), table 10.10; the fit is printed in Turner and Firth, "Bradley-Terry models in R",
    # Journal of Statistical Software 48 (2012), section 2.1, with Biometrika at 0.
    games = [
        *duels("Biometrika", "Comm Statist", 730, 33),
        *duels("Biometrika", "JASA", 498, 320),
        *duels("Biometrika", "JRSS-B", 221, 284),
        *duels("Comm Statist", "JASA", 68, 813),
        *duels("Comm Statist", "JRSS-B", 17, 276),
        *duels("JASA", "JRSS-B", 142, 325),
    ]
    strengths = plackett_luce(games, prior=0)
    fitted = {name: math.log(s / strengths["Biometrika"]) for name, s in strengths.items()}
    assert fitted == pytest.approx(
        {"Biometrika": 0, "Comm Statist": -2.94907, "JASA": -0.47957, "JRSS-B": 0.26895}, abs=1e-5
    )


def test_three_at_a_table_by_hand():
    # Orders just as often as strengths 1, 2, 3 make them: (c, b, a) in 3/6 x 2/3 = 20 of 60 games, and so on.
    counts = {"cba": 20, "cab": 10, "bca": 15, "bac": 5, "acb": 6, "abc": 4}
    games = [Table(tuple(order), (1, 2, 3)) for order, times in counts.items() for _ in range(times)]
    strengths = plackett_luce(games, prior=0)
    assert [strengths[name] / strengths["a"] for name in "abc"] == pytest.approx([1, 2, 3])
    assert plackett_luce(games[::-1], prior=0) == plackett_luce(games, prior=0)


def test_several_seats_of_one_entrant():
    # Two seats against one: places as often as luck gives them mean the same strength, not twice or half of it.
    games = [Table(("a", "a", "b"), places) for places in itertools.permutations((1, 2, 3))]
    assert plackett_luce(games, prior=0) == pytest.approx({"a": 1, "b": 1})
    # b first in p of the games, and first of what is left as often as its strength says: 3/5 and 3/4 for 3 against 1.
    counts = {(2, 3, 1): 60, (1, 3, 2): 30, (1, 2, 3): 10}
    games = [Table(("a", "a", "b"), places) for places, times in counts.items() for _ in range(times)]
    strengths = plackett_luce(games, prior=0)
    assert strengths["b"] / strengths["a"] == pytest.approx(3)


def test_who_always_wins_stays_finite_by_the_prior():
    games = duels("a", "b", 10_000, 0)
    strengths = plackett_luce(games)
    assert 1e3 < strengths["a"] / strengths["b"] < 1e7
    assert plackett_luce(duels("a", "b", 30, 10))["a"] == pytest.approx(math.sqrt(3), rel=0.01)
    for hopeless in (games, duels("a", "b", 3, 2) + duels("c", "d", 3, 2)):
        with pytest.raises(ValueError, match="prior"):
            plackett_luce(hopeless, prior=0)
    assert set(plackett_luce(duels("a", "b", 3, 2) + duels("c", "d", 3, 2))) == set("abcd")
    assert plackett_luce([]) == {}
    with pytest.raises(ValueError, match="negative"):
        plackett_luce(games, prior=-1)


def test_strengths_are_found_again():
    truth = {"a": 1.0, "b": 2.0, "c": 4.0, "d": 0.5, "e": 0.25}
    found = strengths_to_elo(plackett_luce(drawn_tables(truth, 2000, 4, seed=1)))
    assert found == pytest.approx({name: 400 * math.log10(s) for name, s in truth.items()}, abs=25)


# ---- OpenSkill


def test_first_game_by_hand():
    # Weng and Lin, algorithm 4: mu moves by sigma^2 / c x (1 - 1/2), c^2 = 2 (sigma^2 + beta^2): 27.635, 22.365.
    first, second = rate([Table(("a", "b"), (1, 2))], orders=1)
    assert (first.name, second.name) == ("a", "b")
    assert (first.mu, second.mu) == pytest.approx((27.63523, 22.36477), abs=1e-5)
    assert first.games == 1
    assert math.isnan(first.low)  # one block shows no spread
    assert first.sigma < 25 / 3


def test_seats_of_one_entrant_move_it_by_their_mean():
    # With three equals first, second and last move by 2/3, 1/6, -5/6 of sigma^2 / c; a has the first and the last.
    unit = VARIANCE / math.sqrt(3 * (VARIANCE + BETA_SQUARED))
    ratings = {r.name: r for r in rate([Table(("a", "b", "a"), (1, 2, 3))], orders=1)}
    assert ratings["a"].mu == pytest.approx(MU - unit / 12)
    assert ratings["b"].mu == pytest.approx(MU + unit / 6)
    alone = rate([Table(("a", "a"), (1, 2))])
    assert [(r.mu, r.sigma, r.games) for r in alone] == [(25, pytest.approx(25 / 3), 1)]


def test_elo_of_mu_has_the_anchor_at_zero():
    # Between two known skills a gap of sqrt(2) beta ln 10 / 4 makes the odds 10 ** (1/4): 100 points.
    beta = 25 / 6
    mu = np.array([25, 25 + math.sqrt(2) * beta * math.log(10) / 4])
    assert elo_of_mu(mu, 2, beta, 0) == pytest.approx([0, 100])
    assert elo_of_mu(mu, 2, beta) == pytest.approx([-50, 50])


def test_ratings_hardly_depend_on_the_order_of_games():
    # In one order, all wins first, the last games would decide; the mean over orders does not know which came last.
    games = [Table(t.entrants, t.places, k) for k, t in enumerate(duels("a", "b", 30, 30))]
    ahead, behind = (
        {r.name: r.mu for r in rate(order, orders=16, resamples=0, seed=2)} for order in (games, games[::-1])
    )
    assert abs(ahead["a"] - behind["a"]) < 1.5
    assert rate(games, seed=4, resamples=3) == rate(games, seed=4, resamples=3)


def test_ratings_agree_with_greatest_likelihood():
    truth = {"a": 1.0, "b": 2.0, "c": 4.0}
    tables = drawn_tables(truth, 240, 3, seed=5)
    ratings = rate(tables, anchor="a", resamples=12, orders=4)
    likely = strengths_to_elo(plackett_luce(tables), "a")
    assert [r.name for r in ratings] == ["c", "b", "a"]
    for rating in ratings:
        assert rating.elo == pytest.approx(likely[rating.name], abs=45)
        assert rating.low <= rating.elo + 20
        assert rating.high >= rating.elo - 20
    assert (ratings[-1].elo, ratings[-1].low, ratings[-1].high) == (0, 0, 0)


def test_tables_and_anchors_are_checked():
    with pytest.raises(ValueError, match="once"):
        Table(("a", "b"), (1, 1))
    with pytest.raises(ValueError, match="anchor 'z' is none"):
        rate(duels("a", "b", 1, 1), anchor="z")
    with pytest.raises(ValueError, match="orders"):
        rate(duels("a", "b", 1, 1), orders=0)
    assert rate([]) == []
