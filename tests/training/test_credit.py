"""Credit in turn-based games: by hand, and by a game that only right credit learns."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium import spaces

from tests.training.toy import NUM_ACTIONS, NUM_FEATURES, EchoBatch
from training.buffer import DecisionBuffer
from training.credit import estimate_credit, shape_rewards
from training.ppo import SelfPlayPPO
from training.selfplay import Tables

SEATS = 3
GAMMA, LAMBDA = 0.9, 0.5

# Two games at tables of three, side by side. Game 0 ends and pays 2, -1, -1 to its seats; then its slot's next game
# begins. Game 1 goes on.
ROLLOUT = [
    # game, seat, value, reward, last of that seat in that game
    (0, 0, 0.5, 0.0, False),  # row 0
    (1, 2, 0.1, 0.0, False),  # row 1
    (0, 0, 0.2, 0.0, False),  # row 2: seat 0 again
    (1, 2, 0.3, 0.4, False),  # row 3: seat 2 again; 0.4 comes before its next decision
    (0, 0, 1.0, 2.0, True),  # row 4: a third time in a row, its last in this game
    (1, 0, 0.0, 0.0, False),  # row 5: its only one so far
    (0, 1, -0.4, 0.0, False),  # row 6
    (1, 2, 0.6, 0.0, False),  # row 7: no next one yet
    (0, 2, -0.8, -1.0, True),  # row 8: seat 2 decides once in the whole game
    (1, 1, 0.2, 0.0, False),  # row 9: its only one so far
    (0, 1, -0.6, -1.0, True),  # row 10: with it, seat 1 ends game 0
    (0, 1, 0.7, 0.0, False),  # row 11: of the next game in that slot, so it does not follow row 10
]
# By hand. delta = reward + 0.9 x the seat's own next value - value;
# advantage = delta + 0.9 x 0.5 x the seat's own next advantage. Nothing follows an end.
ADVANTAGES = [
    0.1975,  # row 0: 0 + 0.9 x 0.2 - 0.5 = -0.32; + 0.45 x 1.15 (row 2)
    0.458,  # row 1: 0 + 0.9 x 0.3 - 0.1 = 0.17; + 0.45 x 0.64 (row 3)
    1.15,  # row 2: 0 + 0.9 x 1.0 - 0.2 = 0.7; + 0.45 x 1.0 (row 4)
    0.64,  # row 3: 0.4 + 0.9 x 0.6 - 0.3 = 0.64; row 7 is open, so nothing of it
    1.0,  # row 4: 2 - 1.0
    0.0,  # row 5: open
    -0.32,  # row 6: 0 + 0.9 x -0.6 + 0.4 = -0.14; + 0.45 x -0.4 (row 10)
    0.0,  # row 7: open
    -0.2,  # row 8: -1 + 0.8
    0.0,  # row 9: open
    -0.4,  # row 10: -1 + 0.6
    0.0,  # row 11: open
]
OPEN = [5, 7, 9, 11]

GAMES, WHO, VALUES, REWARDS, ENDS = (np.array(column) for column in zip(*ROLLOUT, strict=True))
CHAINS = GAMES * SEATS + WHO


def test_advantages_of_a_rollout_worked_by_hand():
    credit = estimate_credit(CHAINS, REWARDS, ENDS, VALUES, GAMMA, LAMBDA)
    np.testing.assert_allclose(credit.advantages, ADVANTAGES, atol=1e-6)
    np.testing.assert_allclose(credit.returns, np.array(ADVANTAGES) + VALUES, atol=1e-6)
    assert np.flatnonzero(credit.is_open).tolist() == OPEN


def test_other_seats_change_nothing():
    """The credit of a chain is the same whatever lies between its decisions."""
    whole = estimate_credit(CHAINS, REWARDS, ENDS, VALUES, GAMMA, LAMBDA)
    for chain in np.unique(CHAINS):
        own = chain == CHAINS
        alone = estimate_credit(CHAINS[own], REWARDS[own], ENDS[own], VALUES[own], GAMMA, LAMBDA)
        np.testing.assert_allclose(alone.advantages, whole.advantages[own], atol=1e-6)


def test_shaping_pays_the_gain_up_to_the_own_next_decision():
    chains = np.array([0, 1, 0, 1, 0])
    ends = np.array([False, False, False, False, True])
    rewards = np.array([0.0, 0.0, 0.0, 0.0, 1.0])
    potentials = np.array([0.5, 3.0, 0.8, 4.0, 0.2])
    shaped = shape_rewards(chains, rewards, ends, potentials, GAMMA)
    by_hand = [
        0.22,  # 0.9 x 0.8 - 0.5
        0.6,  # 0.9 x 4 - 3
        -0.62,  # 0.9 x 0.2 - 0.8
        0.0,  # open: its gain is not known yet
        0.8,  # 1 - 0.2: a finished game has potential 0
    ]
    np.testing.assert_allclose(shaped, by_hand, atol=1e-6)


# ---- the buffer: the same rollout, as it is collected


def make_buffer(size: int = 32) -> DecisionBuffer:
    return DecisionBuffer(
        size,
        spaces.Box(0, 255, (1,), np.uint8),
        spaces.Discrete(2),
        "cpu",
        gae_lambda=LAMBDA,
        gamma=GAMMA,
        num_chains=2 * SEATS,
    )


def append_row(buffer: DecisionBuffer, mark: int, chain: int, value: float, potential: float = 0.0) -> None:
    buffer.append(
        chains=np.array([chain]),
        observations=np.array([[mark]], np.uint8),
        action_masks=np.array([[1, mark % 2]], np.int8),
        actions=np.array([0]),
        values=np.array([value], np.float32),
        log_probs=np.array([-0.01 * mark], np.float32),
        potentials=np.array([potential], np.float32),
    )


def collect_by_hand(buffer: DecisionBuffer) -> None:
    for row, (game, seat, value, _, _) in enumerate(ROLLOUT):
        # The 0.4 of row 3 is a gain in potential: 0.9 x 4/9 - 0.
        append_row(buffer, row, game * SEATS + seat, value, potential=4 / 9 if row == 7 else 0.0)
        if row == 10:
            buffer.end_games(np.arange(SEATS), np.array([2.0, -1.0, -1.0], np.float32))
    buffer.finish()


def test_buffer_gives_each_seat_its_own_rewards():
    buffer = make_buffer()
    collect_by_hand(buffer)
    paid = [0, 0, 0, 0, 2, 0, 0, 0, -1, 0, -1, 0]
    np.testing.assert_allclose(buffer.rewards[:12], paid, atol=1e-6)
    np.testing.assert_array_equal(buffer.ends[:12], ENDS)
    np.testing.assert_allclose(buffer.advantages[:12], ADVANTAGES, atol=1e-6)
    np.testing.assert_allclose(buffer.returns[:12], np.array(ADVANTAGES) + VALUES, atol=1e-6)


def test_open_decisions_wait_for_the_next_rollout():
    buffer = make_buffer()
    collect_by_hand(buffer)
    learned = np.concatenate([sample.observations[:, 0].numpy() for sample in buffer.get(3)])
    assert sorted(learned.tolist()) == [0, 1, 2, 3, 4, 6, 8, 10]

    buffer.reset()
    assert buffer.observations[:4, 0].tolist() == OPEN
    np.testing.assert_allclose(buffer.log_probs[:4], [-0.05, -0.07, -0.09, -0.11], atol=1e-6)
    append_row(buffer, 12, 1 * SEATS + 2, value=0.5, potential=2 / 3)  # game 1, seat 2: what row 7 waited for
    buffer.end_games(np.arange(SEATS, 2 * SEATS), np.array([-3.0, 0.5, 2.5], np.float32))  # game 1 is over
    buffer.finish()
    by_hand = [
        -3.0,  # row 5: -3 - 0
        0.6055556,  # row 7: reward 0.9 x 2/3 - 4/9 = 0.1555556; + 0.9 x 0.5 - 0.6 = 0.0055556; + 0.45 x 1.3333333
        0.3,  # row 9: 0.5 - 0.2
        0.0,  # row 11: still open
        1.3333333,  # row 12: reward 2.5 - 2/3 = 1.8333333; - 0.5
    ]
    np.testing.assert_allclose(buffer.advantages[:5], by_hand, atol=1e-6)
    assert buffer.num_learnable == 4


def test_minibatches_are_even_and_whole():
    """A minibatch of one decision would have no spread to normalise advantages by."""
    buffer = make_buffer(64)
    for row in range(61):
        append_row(buffer, row, 0, 0.0)
    buffer.finish()
    sizes = [len(sample.actions) for sample in buffer.get(20)]
    assert sizes == [20, 20, 20]
    sample = next(iter(buffer.get(20)))
    assert sample.observations.dtype.is_floating_point is False
    assert str(sample.action_masks.dtype) == "torch.bool"


def test_a_seat_that_decided_nothing_is_no_trouble():
    buffer = make_buffer()
    append_row(buffer, 0, 0, 0.0)
    buffer.end_games(np.arange(SEATS), np.array([1.0, 0.0, -1.0], np.float32))
    buffer.finish()
    np.testing.assert_allclose(buffer.advantages[:1], [1.0])


def test_a_game_pays_no_decision_of_the_game_before():
    buffer = make_buffer()
    append_row(buffer, 0, 0, 0.0)
    buffer.end_games(np.arange(SEATS), np.array([1.0, 0.0, -1.0], np.float32))
    buffer.end_games(np.arange(SEATS), np.array([5.0, 0.0, -5.0], np.float32))  # in this one, seat 0 decided nothing
    assert buffer.rewards[0] == 1.0


# ---- a game that only right credit learns


class WrongTables(Tables):
    """The trap: a slot is one chain, and the reward is that of whoever moved last."""

    def _look(self) -> None:
        super()._look()
        self.chains[:] = np.arange(self.num_slots) * 2

    def rewarded(self) -> tuple[np.ndarray, np.ndarray]:
        chains, rewards = super().rewarded()
        last_mover = chains % 2 == 1
        return chains[last_mover] - 1, rewards[last_mover]


def share_right(tables_class: type[Tables], updates: int = 25) -> float:
    """Train on the echo game; return the share of right answers after it."""
    batch = EchoBatch(16, seed=1)
    tables = tables_class([batch], seed=1)
    model = SelfPlayPPO.make(
        NUM_FEATURES,
        NUM_ACTIONS,
        num_chains=tables.num_chains,
        rollout=512,
        network={"scale": np.ones(NUM_FEATURES, np.float32), "hidden": [16]},
        seed=1,
        learning_rate=1e-2,
        batch_size=128,
        n_epochs=4,
        gamma=1.0,
    )
    for _ in range(updates):
        model.collect(tables)
        model.train()
    batch.answers = [0, 0]
    model.collect(tables)
    return batch.answers[0] / batch.answers[1]


def test_right_credit_learns_the_echo_game():
    assert share_right(Tables) > 0.95


def test_wrong_credit_does_not():
    assert share_right(WrongTables) < 0.8


@pytest.mark.parametrize("answers", [0.0, 1.0])
def test_echo_game_pays_what_it_says(answers):
    """The game itself: seat 0 always right, seat 1 as told; both decide twice in a row."""
    batch = EchoBatch(1, seed=0)
    for seat in (0, 0, 1, 1):
        assert batch.actors[0] == seat
        bit = batch.observations[0, 0]
        right = seat == 0 or answers == 1.0
        batch.step(np.array([bit if right else 1 - bit]))
    assert batch.dones[0]
    assert batch.rewards[0].tolist() == ([0, 0] if answers else [2, -2])
