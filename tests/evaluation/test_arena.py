"""Matches: rotation, reproducibility, statistics by policy, and what goes wrong."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.arena import GameLuck, MatchResult, count_games, play_match
from evaluation.statistics import wilson_interval
from policies.random_policy import RandomPolicy

DAYS = 2  # short games: their rules are tested elsewhere


class FirstLegal:
    """Always the first legal action; notes whom it was asked for."""

    def __init__(self):
        self.asked = []

    def act(self, seats, rng):
        self.asked += list(zip(seats.games.tolist(), seats.seats.tolist(), seats.started.tolist(), strict=True))
        return np.argmax(seats.masks, axis=1)


class Wrong:
    """Answers something else than a legal action."""

    def __init__(self, answer):
        self.answer = answer

    def act(self, seats, rng):
        return self.answer(seats)


def by_game(result):
    fields = ("seeds", "seats", "places", "respect", "days", "decisions", "endings")
    return [getattr(result, field).tolist() for field in fields]


def test_every_policy_plays_every_seat_of_every_seed():
    result = play_match([RandomPolicy()] * 3, 7, seed=3, max_days=1)
    assert len(result) == 9
    assert len(set(result.seeds.tolist())) == 3
    for block in range(3):
        rows = slice(3 * block, 3 * block + 3)
        assert len(set(result.seeds[rows].tolist())) == 1
        for policy in range(3):
            assert sorted(result.seats[rows, policy].tolist()) == [0, 1, 2]


def test_policies_are_asked_for_their_own_seats():
    one, other = FirstLegal(), FirstLegal()
    result = play_match([one, other], 4, seed=1, max_days=1)
    for policy, asked in enumerate((one.asked, other.asked)):
        found = {(game, seat) for game, seat, _ in asked}
        assert found == {(game, int(result.seats[game, policy])) for game in range(4)}
        starts = [(game, seat) for game, seat, started in asked if started]
        assert sorted(starts) == sorted(found), "each seat of each game starts once"


def test_the_same_seed_gives_the_same_match_whatever_the_batch():
    def match(**how):
        return by_game(play_match([RandomPolicy(), FirstLegal()], 10, seed=9, max_days=DAYS, **how))

    assert match() == match(batch_size=3) == match(batch_size=4, threads=2)
    assert match() != by_game(play_match([RandomPolicy(), FirstLegal()], 10, seed=8, max_days=DAYS))


def test_more_games_begin_with_the_same_ones():
    few = play_match([RandomPolicy()] * 2, 4, seed=5, max_days=DAYS)
    more = play_match([RandomPolicy()] * 2, 8, seed=5, max_days=DAYS)
    assert by_game(few) == [values[:4] for values in by_game(more)]


def test_results_stand_by_policy():
    result = play_match([FirstLegal(), RandomPolicy(), RandomPolicy()], 6, seed=2, max_days=DAYS)
    assert (np.sort(result.places, axis=1) == [1, 2, 3]).all()
    by_seat = np.zeros_like(result.places)
    np.put_along_axis(by_seat, result.seats, result.respect, axis=1)
    for game in range(6):
        best = result.respect[game, result.places[game] == 1]
        assert best == by_seat[game].max()


def hand_made(names, places):
    places = np.array(places)
    games, players = places.shape
    zeros = np.zeros(games, np.int64)
    return MatchResult(
        names=names,
        seed=0,
        seeds=zeros.astype(np.uint64),
        seats=np.zeros((games, players), np.int64),
        places=places,
        respect=10 - 2 * places,
        days=zeros + 3,
        decisions=zeros + 50,
        endings=np.array([1, 1, 2, 1]),
        ending_names=("not_over", "victory", "day_cap"),
    )


def test_standings_by_hand():
    result = hand_made(("a", "b"), [[1, 2], [1, 2], [2, 1], [1, 2]])
    a, b = result.standings()
    assert (a.wins, a.share, a.seats) == (3, 0.75, 1)
    assert (b.wins, b.share) == (1, 0.25)
    assert a.interval == wilson_interval(3, 4)
    # Blocks (1, 1) and (2, 1): means 1 and 1.5.
    assert (a.place, a.place_error) == pytest.approx((1.25, 0.25))
    assert (a.respect, a.respect_error) == pytest.approx((7.5, 0.5))
    assert result.ending_shares() == {"victory": 0.75, "day_cap": 0.25}


def test_policies_of_one_name_are_counted_together():
    result = hand_made(("a", "b", "b", "b"), [[4, 1, 2, 3], [1, 2, 3, 4], [2, 3, 4, 1], [3, 4, 1, 2]])
    a, b = result.standings()
    assert (a.wins, b.wins, b.seats) == (1, 3, 3)
    assert b.place == pytest.approx(2.5)


def test_the_result_as_json_is_plain():
    import json

    result = play_match([RandomPolicy()] * 2, 2, seed=0, names=["r", "r"], max_days=1)
    data = json.loads(json.dumps(result.to_json()))
    assert data["policies"] == ["r", "r"]
    assert data["games"] == len(data["results"]) == 2
    assert set(data["results"][0]) == {"seed", "seats", "places", "respect", "days", "decisions", "ending"}


def test_progress_sees_whole_blocks_and_the_end():
    seen = []
    result = play_match(
        [RandomPolicy()] * 2, 6, seed=4, max_days=1, batch_size=2, progress=lambda r: seen.append(len(r))
    )
    assert seen[-1] == len(result) == 6
    assert all(count % 2 == 0 for count in seen)
    assert seen == sorted(seen)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (lambda seats: np.zeros(len(seats) + 1, np.int64), "answered with int64 of shape"),
        (lambda seats: np.zeros(len(seats)), "answered with float64"),
        (lambda seats: np.full(len(seats), -1), "chose the action -1, which is not legal at the decision 'draft'"),
        (lambda seats: np.full(len(seats), 10**6), "chose the action 1000000"),
        (lambda seats: np.argmin(seats.masks, axis=1), "is not legal"),
    ],
)
def test_a_wrong_answer_names_the_policy(answer, sentence):
    with pytest.raises(ValueError, match=f"'wrong' {sentence}" if sentence[0] != "i" else sentence):
        play_match([Wrong(answer)] * 2, 2, names=["wrong", "wrong"], max_days=1)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"games": 0}, "at least 1"),
        ({"games": 2, "seed": -1}, "seed=-1 does not fit"),
        ({"games": 2, "names": ["a"]}, "1 names for 2 policies"),
        ({"games": 2, "num_players": 3}, "num_players=3, but 2 policies"),
        ({"games": 2, "max_dayz": 3}, "max_days"),
    ],
)
def test_what_does_not_fit_is_said_before_anything_is_played(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        play_match([RandomPolicy()] * 2, **arguments)


def test_five_policies_are_too_many():
    with pytest.raises(ValueError, match="num_players"):
        play_match([RandomPolicy()] * 5, 5)


@pytest.mark.parametrize(("games", "players", "whole"), [(1, 4, 4), (8, 4, 8), (9, 4, 12), (5, 2, 6)])
def test_games_are_rounded_up_to_blocks(games, players, whole):
    assert count_games(games, players) == whole


def test_each_row_draws_from_its_own_stream():
    luck = GameLuck(np.random.PCG64(0))
    streams = [np.random.default_rng(k) for k in range(3)]
    luck.turn_to(streams)
    alone = [np.random.default_rng(k).random(2) for k in range(3)]
    assert luck.random(3).tolist() == [a[0] for a in alone]
    luck.turn_to(streams[1:])
    assert luck.random(2).tolist() == [a[1] for a in alone[1:]]
    assert luck.random(5).shape == (5,)
    assert 0 <= luck.integers(10) < 10
