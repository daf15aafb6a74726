"""Credit: which reward and which next value belong to a decision, when several seats decide in turn.

A rollout is one list of decisions in the order in which they were made, in many games at once. What one seat decides
in one game is a *chain*; only within it do rewards and values follow each other. The two traps of turn-based self-play
are to pay a decision with what came to whoever moved next, and to bootstrap from that other seat's value.

The last decision of a chain whose game goes on has no next value yet. It is *open*: it waits, and is carried over to
the front of the next rollout. (The alternative, to value the seat's present observation, asks the value network about
moments at which that seat decides nothing, which it never learns from.) An open decision is learned from one update
later, with the probability it was chosen with; PPO's ratio takes care of that.

Shapes: N decisions of a rollout, in order of time.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Credit:
    """What the decisions of a rollout earned.

    Attributes:
        advantages: `(N,)` float32, generalised advantage estimates; 0 where open.
        returns: `(N,)` float32, advantages + values: what the value network should have said; the value where open.
        is_open: `(N,)` bool, True for the last decision of each chain whose game goes on.
    """

    advantages: np.ndarray
    returns: np.ndarray
    is_open: np.ndarray


def shape_rewards(
    chains: np.ndarray, rewards: np.ndarray, ends: np.ndarray, potentials: np.ndarray, gamma: float
) -> np.ndarray:
    """Add to each reward the discounted gain in potential up to the seat's next decision.

    The potential of a finished game is 0, so the best policy stays the best (Ng, Harada and Russell 1999, section 3).
    An open decision keeps its reward: its gain is known when it is carried over.

    Args:
        chains: `(N,)` integers, the same for all decisions of one seat in one slot.
        rewards: `(N,)` float, what the seat received until its next decision.
        ends: `(N,)` bool, True for a seat's last decision of a game.
        potentials: `(N,)` float, potential of the position as the seat saw it.
        gamma: Discount per own decision.

    Returns:
        `(N,)` float32.
    """
    shaped = np.array(rewards, np.float32)
    following: dict[int, float] = {}
    chain_of, ended, potential_of = chains.tolist(), ends.tolist(), potentials.tolist()
    for i in range(len(shaped) - 1, -1, -1):
        if ended[i]:
            shaped[i] -= potential_of[i]
        elif chain_of[i] in following:
            shaped[i] += gamma * following[chain_of[i]] - potential_of[i]
        following[chain_of[i]] = potential_of[i]
    return shaped


def estimate_credit(
    chains: np.ndarray, rewards: np.ndarray, ends: np.ndarray, values: np.ndarray, gamma: float, gae_lambda: float
) -> Credit:
    """Estimate advantages and returns within each chain (Schulman et al. 2016, equation 16).

    Args:
        chains: `(N,)` integers, the same for all decisions of one seat in one slot.
        rewards: `(N,)` float, what the seat received until its next decision.
        ends: `(N,)` bool, True for a seat's last decision of a game.
        values: `(N,)` float, what the value network said at the decision.
        gamma: Discount per own decision.
        gae_lambda: Weight of later estimates, 0 to 1.

    Returns:
        The credit, by decision.
    """
    count = len(values)
    advantages = np.zeros(count, np.float32)
    is_open = np.zeros(count, bool)
    following: dict[int, tuple[float, float]] = {}  # chain -> value and advantage of its next decision
    chain_of, ended = chains.tolist(), ends.tolist()
    reward_of, value_of = rewards.tolist(), values.tolist()
    for i in range(count - 1, -1, -1):
        chain, value = chain_of[i], value_of[i]
        advantage = 0.0
        if ended[i]:
            advantage = reward_of[i] - value
        elif chain in following:
            next_value, next_advantage = following[chain]
            advantage = reward_of[i] + gamma * next_value - value + gamma * gae_lambda * next_advantage
        else:
            is_open[i] = True
        advantages[i] = advantage
        following[chain] = (value, advantage)
    return Credit(advantages, advantages + np.asarray(values, np.float32), is_open)
