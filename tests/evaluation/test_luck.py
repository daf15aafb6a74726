"""Chance of policies: streams by seat, with published numbers."""

from __future__ import annotations

import numpy as np

from evaluation.luck import SeatLuck, seat_keys, splitmix


def test_splitmix_gives_its_published_numbers():
    # Seed 1234567, the first five outputs: test vector of the Rosetta Code task on SplitMix64.
    wanted = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    found = splitmix(np.full(5, 1234567, np.uint64), np.arange(5))
    assert found.tolist() == wanted


def test_each_row_draws_from_its_own_stream():
    luck = SeatLuck(rows=3, players=2, seed=0)
    for row, seed in enumerate((5, 6, 5)):
        luck.start(row, seed)
    rows, seats = np.array([0, 1, 2, 0]), np.array([0, 0, 0, 1])
    luck.turn_to(rows, seats)
    first = luck.random(4)
    assert first[0] == first[2], "the same game and seat have the same luck"
    assert len(set(first.tolist())) == 3
    luck.turn_to(rows[:1], seats[:1])
    second = luck.random(1)
    expected = splitmix(seat_keys(5, 2)[:1], np.array([1])) >> np.uint64(11)
    assert second[0] == float(expected[0]) / 2**53
    luck.turn_to(rows[2:3], seats[2:3])
    assert luck.random((1,))[0] == second[0], "however often the others drew"


def test_a_new_game_begins_its_streams_anew():
    luck = SeatLuck(rows=1, players=2, seed=0)
    draws = []
    for seed in (5, 5, 7):
        luck.start(0, seed)
        luck.turn_to(np.array([0]), np.array([1]))
        draws.append(luck.random(1)[0])
    assert draws[0] == draws[1] != draws[2]


def test_other_draws_come_from_the_common_stream():
    luck = SeatLuck(rows=2, players=2, seed=3)
    luck.turn_to(np.arange(2), np.zeros(2, np.int64))
    assert luck.random(5).shape == (5,)
    assert 0 <= luck.integers(10) < 10
    assert luck.counts.sum() == 0


def test_draws_are_even():
    luck = SeatLuck(rows=2000, players=1, seed=0)
    for row in range(2000):
        luck.start(row, row)
    luck.turn_to(np.arange(2000), np.zeros(2000, np.int64))
    drawn = np.concatenate([luck.random(2000) for _ in range(5)])
    assert drawn.min() >= 0
    assert drawn.max() < 1
    counts = np.bincount((drawn * 20).astype(int), minlength=20)
    assert ((counts - 500) ** 2 / 500).sum() < 45  # chi square with 19 degrees of freedom, p about 0.0007
