"""Rewards: what the end of a game is worth to each seat. All of it comes at the end, to all seats at once."""

from __future__ import annotations

import numpy as np

MARGIN_UNIT = 20.0  # Respect; what a victory takes


def final_rewards(places: np.ndarray, respect: np.ndarray, num_players: np.ndarray, kind: str) -> np.ndarray:
    """Turn the results of finished games into rewards.

    Args:
        places: `(B, P)` integers, 1 = first; 0 for absent seats.
        respect: `(B, P)` integers, net Respect.
        num_players: `(B,)` integers, N of each game, at least 2.
        kind: `placement`: 1 - 2 (place - 1) / (N - 1), sums to 0; `win`: 1 to the first, 0 to the others; `margin`:
            (own Respect - mean of the rivals') / 20, sums to 0.

    Returns:
        `(B, P)` float32; 0 for absent seats.

    Raises:
        ValueError: There is no such kind.
    """
    seats = np.arange(places.shape[1]) < np.asarray(num_players)[:, None]
    rivals = (np.asarray(num_players, np.float64) - 1)[:, None]
    if kind == "placement":
        # The same number in a form whose float values are symmetric about 0, so that they sum to 0 exactly.
        worth = (rivals + 2 - 2 * places) / rivals
    elif kind == "win":
        worth = (places == 1).astype(np.float64)
    elif kind == "margin":
        own = np.where(seats, respect, 0).astype(np.float64)
        worth = (own - (own.sum(axis=1, keepdims=True) - own) / rivals) / MARGIN_UNIT
    else:
        raise ValueError(f"reward={kind!r} is not known; one of: 'placement', 'win', 'margin'")
    rewards: np.ndarray = np.where(seats, worth, 0).astype(np.float32)
    return rewards
