"""The policy `blunders:RATE:POLICY`: another policy that now and then plays at random.

It is for measuring measurements: how much weaker it is than the policy it is made of can be chosen.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from moonshine_env.seats import SeatBatch
from policies.policy import Policy
from policies.random_policy import pick_legal


class BlunderingPolicy:
    """Plays as another policy, but at some decisions at random.

    Args:
        policy: The other.
        rate: Chance of a random play at each decision, 0 to 1.
    """

    def __init__(self, policy: Policy, rate: float) -> None:
        self.policy = policy
        self.rate = rate

    def act(self, seats: SeatBatch, rng: np.random.Generator) -> np.ndarray:
        """Choose a legal action for each of B decisions, `(B,)` int64; one number a row is drawn before the other's."""
        drawn = rng.random(len(seats))
        actions = np.array(self.policy.act(seats, rng), np.int64)
        rows = np.flatnonzero(drawn < self.rate)
        if rows.size:
            # Below the rate, the number is even again once it is stretched.
            actions[rows] = pick_legal(seats.masks[rows], drawn[rows] / self.rate)
        return actions


def make(argument: str = "", **context: Any) -> BlunderingPolicy:
    """Play another policy with blunders: `blunders:0.1:greedy` plays a tenth at random.

    Args:
        argument: RATE:POLICY.
        **context: Handed on.

    Raises:
        ValueError: The rate is no number from 0 to 1, or there is no such policy.
        OSError: A file that the policy names cannot be read.
    """
    from policies import load

    number, _, spec = argument.partition(":")
    try:
        rate = float(number)
    except ValueError:
        rate = math.nan
    if not 0 <= rate <= 1 or not spec:
        raise ValueError(f"blunders:{argument} does not fit; write blunders:RATE:POLICY, such as blunders:0.1:greedy")
    return BlunderingPolicy(load(spec, **context), rate)
