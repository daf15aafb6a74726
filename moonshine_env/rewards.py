"""Rewards: what the end of a game is worth to each seat. All of it comes at the end, to all seats at once."""

from __future__ import annotations

import numpy as np

MARGIN_UNIT = 20.0  # Respect; what a victory takes


def final_rewards(
    places: np.ndarray,
    respect: np.ndarray,
    num_players: np.ndarray,
    kind: str,
    partner: np.ndarray | None = None,
) -> np.ndarray:
    """Turn the results of finished games into rewards.

    Args:
        places: `(B, P)` integers, 1 = first; 0 for absent seats.
        respect: `(B, P)` integers, net Respect.
        num_players: `(B,)` integers, N of each game, at least 2.
        kind: `placement`: 1 - 2 (place - 1) / (N - 1), sums to 0; `win`: 1 to the first, 0 to the others; `margin`:
            (own Respect - mean of the rivals') / 20, sums to 0. Where alliances stand (K12) `placement` is as ever,
            `win` 1 to the first and his partner, `margin` (combined Respect - the other alliance's) / 20.
        partner: `(B, P)` integers, seat of each seat's partner, -1 for none; None: no game has alliances.

    Returns:
        `(B, P)` float32; 0 for absent seats.

    Raises:
        ValueError: There is no such kind.
    """
    seats = np.arange(places.shape[1]) < np.asarray(num_players)[:, None]
    rivals = (np.asarray(num_players, np.float64) - 1)[:, None]
    allies = np.full_like(places, -1) if partner is None else np.asarray(partner)
    if kind == "placement":
        # The same number in a form whose float values are symmetric about 0, so that they sum to 0 exactly.
        worth = (rivals + 2 - 2 * places) / rivals
    elif kind == "win":
        wins = (places == 1).astype(np.float64)
        worth = wins + _of_partner(wins, allies)
    elif kind == "margin":
        own = np.where(seats, respect, 0).astype(np.float64)
        total = own.sum(axis=1, keepdims=True)
        together = own + _of_partner(own, allies)
        worth = np.where(allies >= 0, 2 * together - total, own - (total - own) / rivals) / MARGIN_UNIT
    else:
        raise ValueError(f"reward={kind!r} is not known; one of: 'placement', 'win', 'margin'")
    rewards: np.ndarray = np.where(seats, worth, 0).astype(np.float32)
    return rewards


def _of_partner(values: np.ndarray, allies: np.ndarray) -> np.ndarray:
    """Look up each seat's partner's value; 0 without one."""
    found: np.ndarray = np.where(allies >= 0, np.take_along_axis(values, np.maximum(allies, 0), axis=1), 0)
    return found
