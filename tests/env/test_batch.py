"""Many games at once: same games whatever threads and slots, seeds, resets, refusals."""

from __future__ import annotations

import re

import numpy as np
import pytest

from evaluation.speed.workloads import same_games
from moonshine_env import kingdom_v0
from moonshine_env.batch import Batch
from moonshine_env.engine.chance import derive_seeds
from moonshine_env.kingdom.game import GAME

STEPS = 700  # of 16 slots: some games end and start again


def first_legal(batch: Batch) -> np.ndarray:
    """Choose by the state of the game alone, so that slots may be compared."""
    turn = batch.observations.sum(axis=1, dtype=np.int64) % batch.counts
    return np.array([np.flatnonzero(mask)[k] for mask, k in zip(batch.masks, turn, strict=True)])


def play(steps: int, num_games: int, **arguments) -> tuple[Batch, list[tuple[int, int, tuple[int, ...]]]]:
    batch = kingdom_v0.batch(num_games, seed=11, **arguments)
    ended = []
    for _ in range(steps):
        batch.step(first_legal(batch))
        for b in np.flatnonzero(batch.dones):
            result = batch.results[b]
            ended.append((int(b), int(result["seed"]), tuple(result["places"].tolist())))
    return batch, ended


def test_threads_and_slots_change_no_game():
    alone, ended = play(STEPS, 16)
    shared, ended_shared = play(STEPS, 16, threads=2)
    fewer, ended_fewer = play(STEPS, 5)
    assert ended
    assert ended == ended_shared
    assert [row for row in ended if row[0] < 5] == ended_fewer
    assert alone.states.tobytes() == shared.states.tobytes()
    assert alone.observations.tobytes() == shared.observations.tobytes()
    assert alone.states[:5].tobytes() == fewer.states.tobytes()


def test_the_nth_game_of_a_slot_has_its_own_seed():
    _, ended = play(STEPS, 16)
    seeds = np.zeros(16, np.uint64)
    derive_seeds(np.uint64(11), 0, seeds)
    first = {}
    for slot, seed, _ in ended:
        first.setdefault(slot, seed)
    assert first == {slot: int(seeds[slot]) for slot in first}
    assert len({seed for _, seed, _ in ended}) == len(ended)


def test_a_batch_plays_the_games_of_the_aec_environment():
    assert same_games(slots=3, seed=5)


@pytest.mark.lane_unjitted
@pytest.mark.parametrize("players", [2, 3, 4])
def test_rewards_come_at_the_end_to_all_seats(players):
    batch = kingdom_v0.batch(4, seed=2, num_players=players)
    rng = np.random.default_rng(2)
    ended = 0
    while not ended:
        batch.step(batch.sample(rng))
        assert not batch.rewards[~batch.dones].any()
        for b in np.flatnonzero(batch.dones):
            ended += 1
            places = batch.results["places"][b, :players]
            assert sorted(places) == list(range(1, players + 1))
            assert batch.rewards[b, :players] == pytest.approx(1 - 2 * (places - 1) / (players - 1))
            assert not batch.rewards[b, players:].any()
            assert batch.results["day"][b] == 15


@pytest.mark.lane_unjitted
def test_without_auto_reset_a_finished_slot_rests():
    batch = Batch(GAME, 8, seed=3, auto_reset=False, num_players=2, max_days=2)
    rng = np.random.default_rng(3)
    while batch.counts.any():
        batch.step(batch.sample(rng))
    states = batch.states.tobytes()
    batch.step(np.zeros(8, np.int64))
    assert batch.states.tobytes() == states
    assert not batch.dones.any()
    batch.reset(np.arange(8, dtype=np.uint64))
    assert batch.states["seed"].tolist() == list(range(8))
    assert batch.counts.all()


@pytest.mark.lane_unjitted
def test_an_illegal_action_moves_no_game():
    batch = kingdom_v0.batch(4, seed=4)
    states = batch.states.tobytes()
    actions = first_legal(batch)
    actions[2] = GAME.action_table(batch.content).parse("lay_low")
    with pytest.raises(ValueError, match=r"slot 2: action 'lay_low' .* decision 'draft'; .*draft .*no game has moved"):
        batch.step(actions)
    assert batch.states.tobytes() == states
    with pytest.raises(ValueError, match=r"expected \(4,\)"):
        batch.step(actions[:3])
    for wrong in (-5, GAME.num_actions, 10**9):
        actions[2] = wrong
        with pytest.raises(ValueError, match="slot 2"):
            batch.step(actions)


@pytest.mark.lane_unjitted
@pytest.mark.parametrize(
    "spoil",
    [lambda a: a + 0.7, lambda a: a.astype(float), lambda a: a.astype(str), lambda a: a > 0, lambda a: [None] * 2],
)
def test_actions_that_are_no_whole_numbers_are_refused(spoil):
    batch = kingdom_v0.batch(2, seed=4)
    states = batch.states.tobytes()
    with pytest.raises(ValueError, match=r"expected integers, .*no game has moved"):
        batch.step(spoil(first_legal(batch)))
    assert batch.states.tobytes() == states


@pytest.mark.lane_unjitted
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"seed": -1}, "seed=-1 does not fit; expected a whole number from 0"),
        ({"seed": "x"}, "seed='x' does not fit"),
        ({"seed": 1.0}, "seed=1.0 does not fit"),
        ({"num_games": "2"}, "num_games='2' does not fit; expected a whole number from 1"),
        ({"num_games": 0}, "num_games=0 does not fit"),
        ({"threads": 1.5}, "threads=1.5 does not fit; expected a whole number from 1"),
        ({"threads": True}, "threads=True does not fit"),
        ({"observe": "no"}, "observe='no' does not fit; expected True or False"),
        ({"auto_reset": 2}, "auto_reset=2 does not fit"),
        ({"start": [1]}, r"start=[1] does not fit; expected a dict"),
        ({"start": {"dice": [6]}}, "'dice' is not for a batch"),
        ({"start": {"position": {}}}, "'position' is not for a batch"),
        ({"observation_dtype": "float32"}, "whose observations are uint8; leave it out"),
        ({"render_mode": "ansi"}, "render_mode='ansi' is not for a batch"),
    ],
)
def test_arguments_that_do_not_fit_a_batch(arguments, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        kingdom_v0.batch(**{"num_games": 2, **arguments})


@pytest.mark.lane_unjitted
def test_any_whole_number_is_a_seed_of_a_batch():
    large = kingdom_v0.batch(2, seed=2**70, observation_dtype="uint8")
    again = kingdom_v0.batch(2, seed=2**70)
    assert large.states.tobytes() == again.states.tobytes() != kingdom_v0.batch(2, seed=0).states.tobytes()
    large.reset([2**64 - 1, 2**70])
    env = kingdom_v0.raw_env()
    for slot, seed in enumerate((2**64 - 1, 2**70)):
        env.reset(seed=seed)
        assert env.position()["seed"] == GAME.dump(large.content, large.states, slot, None)["seed"]
    for seeds, words in (([1], "one for each game"), ([1, -1], "seed=-1"), ([1.5, 2], "seed=1.5")):
        before = large.states.tobytes()
        with pytest.raises(ValueError, match=words):
            large.reset(seeds)
        assert large.states.tobytes() == before


def test_sampling_is_uniform_over_the_legal_actions():
    batch = kingdom_v0.batch(2000, seed=6, start={"mobs": ["irish", "vipers", "knights", "sicilian"]})
    rng = np.random.default_rng(6)
    # One decision of many options, the same in all slots: the chosen rank is uniform.
    ranks = np.zeros(batch.num_games)
    for _ in range(30):
        actions = batch.sample(rng)
        legal = batch.masks[np.arange(batch.num_games), actions]
        assert legal.all()
        below = np.array([mask[:a].sum() for mask, a in zip(batch.masks, actions, strict=True)])
        ranks += (below + 0.5) / batch.counts
        batch.step(actions)
    # Sum of 30 nearly uniform numbers: mean 15, variance 30/12.
    assert abs(ranks.mean() - 15) < 5 * np.sqrt(30 / 12 / batch.num_games)


@pytest.mark.lane_unjitted
def test_seats_show_each_decision_to_its_own_seat():
    batch = kingdom_v0.batch(6, seed=8)
    seats = batch.seats()
    assert seats.started.all()
    assert len(seats) == 6
    for row, view in enumerate(seats.views()):
        assert view["view"] == view["mobs"][seats.seats[row]]
        assert "seed" not in view
    some = seats.take(np.array([4, 1]))
    assert some.games.tolist() == [4, 1]
    assert some.views()[0] == seats.views()[4]


def test_without_observations_they_stay_empty():
    batch = kingdom_v0.batch(4, seed=1, observe=False)
    batch.step(batch.sample(np.random.default_rng(1)))
    assert not batch.observations.any()
    assert batch.counts.all()
