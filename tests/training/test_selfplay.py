"""Who sits where, and who is paid: the tables of self-play."""

from __future__ import annotations

import numpy as np
import pytest

from moonshine_env.kingdom.game import GAME
from moonshine_env.kingdom.observation import LAYOUT
from moonshine_env.seats import SeatBatch
from tests.training.toy import IN_A_ROW, EchoBatch
from training.selfplay import Opponent, Tables
from training.shaping import Potential


class Recorder:
    """Plays the first legal action, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []

    def act(self, seats: SeatBatch, rng: np.random.Generator) -> np.ndarray:
        self.asked += zip(seats.games.tolist(), seats.seats.tolist(), strict=True)
        return seats.masks.argmax(axis=1)


def play(tables: Tables, steps: int) -> list[tuple[int, float]]:
    """Play on with action 0 for the learner; return every chain that was paid, and what."""
    paid = []
    for _ in range(steps):
        rows = tables.learning_rows()
        tables.step(rows, np.zeros(len(rows), np.int64))
        chains, rewards = tables.rewarded()
        paid += zip(chains.tolist(), rewards.tolist(), strict=True)
    return paid


def test_in_self_play_every_seat_learns_and_is_paid_its_own():
    batch = EchoBatch(3, seed=0)
    tables = Tables([batch])
    rewards = []
    for step in range(2 * IN_A_ROW):
        np.testing.assert_array_equal(tables.learning_rows(), [0, 1, 2])
        np.testing.assert_array_equal(tables.chains, np.arange(3) * 2 + step // IN_A_ROW)
        tables.step(np.arange(3), np.zeros(3, np.int64))
        rewards.append(tables.rewarded())
    assert all(len(chains) == 0 for chains, _ in rewards[:-1])
    chains, paid = rewards[-1]
    np.testing.assert_array_equal(chains, np.arange(6))
    np.testing.assert_array_equal(paid, batch.rewards.flatten())


def test_an_opponent_has_all_seats_but_one():
    recorder = Recorder()
    tables = Tables([EchoBatch(8, seed=0)], opponents=[Opponent(recorder, 1.0)], seed=3)
    paid = play(tables, 2 * IN_A_ROW)
    slots = [chain // 2 for chain, _ in paid]
    assert sorted(slots) == list(range(8))  # one seat of each game
    own_seat = {chain // 2: chain % 2 for chain, _ in paid}
    assert {own_seat[slot] for slot in own_seat} == {0, 1}
    asked = {(game, seat) for game, seat in recorder.asked}
    assert asked == {(slot, 1 - seat) for slot, seat in own_seat.items()}


def test_shares_of_opponents_are_kept():
    first, second = Recorder(), Recorder()
    tables = Tables([EchoBatch(50, seed=0)], opponents=[Opponent(first, 0.2), Opponent(second, 0.3)], seed=0)
    play(tables, 20 * 2 * IN_A_ROW)
    games = 20 * 50
    met_first = len({game for game, _ in first.asked}) / games
    met_second = len({game for game, _ in second.asked}) / games
    # Over 4 standard errors; the game after the last is not counted.
    assert abs(met_first - 0.2) < 0.055
    assert abs(met_second - 0.3) < 0.065


def test_tables_of_two_sizes_stand_side_by_side():
    one, two = EchoBatch(2, seed=0), EchoBatch(3, seed=1)
    recorder = Recorder()
    tables = Tables([one, two], opponents=[Opponent(recorder, 0.5)], seed=1)
    assert tables.num_slots == 5
    np.testing.assert_array_equal(tables.observations, np.concatenate([one.observations, two.observations]))
    play(tables, 6 * 2 * IN_A_ROW)
    assert sum(len(ended) for ended in tables.take_results()) == 6 * 5
    assert tables.take_results() == []
    # Numbers of games are apart, though both batches count from 0.
    assert len({game % 2 for game, _ in recorder.asked}) == 2


# ---- shaping


def observe(**rows: object) -> np.ndarray:
    observation = np.zeros((1, GAME.num_features), np.uint8)
    for name, values in rows.items():
        row = LAYOUT[name]
        observation[0, row.offset : row.offset + row.size] = np.asarray(values).flatten()
    return observation


def test_potential_is_the_lead_over_the_mean_rival():
    potential = Potential(GAME, {"respect": 0.05, "cash": 0.01})
    three = observe(present=[1, 1, 1, 0], respect=[42, 36, 32, 0], cash_high=[1, 0, 0, 0], cash_low=[4, 10, 0, 0])
    # Respect 10 against 4 and 0 (32 stands for 0): a lead of 8; cash 260 against 10 and 0: of 255.
    np.testing.assert_allclose(potential(three), [0.05 * 8 + 0.01 * 255], rtol=1e-6)


def test_rows_with_more_axes_are_summed_over_them():
    districts = np.zeros((4, 25))
    districts[0, [3, 7, 9]] = 1
    districts[1, [1]] = 1
    potential = Potential(GAME, {"owner": 0.1})
    np.testing.assert_allclose(potential(observe(present=[1, 1, 0, 0], owner=districts)), [0.2], rtol=1e-6)


def test_without_weights_there_is_no_potential():
    assert Potential(GAME, {})(observe()).tolist() == [0.0]


def test_only_what_seats_have_can_be_weighed():
    with pytest.raises(ValueError, match="did you mean 'respect'"):
        Potential(GAME, {"respct": 1.0})
    with pytest.raises(ValueError, match="'barrels' is not something every seat has"):
        Potential(GAME, {"barrels": 1.0})
