"""Spaces of observations and actions, the same for PettingZoo and Gymnasium."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from moonshine_env.engine.game import Game

_BYTE = 255


class MaskedDiscrete(spaces.Discrete):
    """Gymnasium's Discrete with a quicker `sample(mask)`: the same numbers from the same seed, several times as fast.

    Gymnasium checks the mask with five passes over it at each call, which would take longer than the game.
    """

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Choose uniformly among the actions whose mask is 1; without a mask, or with `probability`, as Gymnasium does.

        Args:
            mask: `(n,)` int8 of 0 and 1; if all are 0, the first action is returned.
            probability: See Gymnasium.
        """
        if (
            mask is None
            or probability is not None
            or getattr(mask, "dtype", None) != np.int8
            or mask.shape != (self.n,)
        ):
            return super().sample(mask, probability)  # or its complaint
        legal = mask.view(np.bool_).nonzero()[0]
        if len(legal) == 0:
            return self.start
        chosen: np.int64 = self.start + legal[self.np_random.integers(len(legal))]
        return chosen


def observation_space(game: Game, dtype: np.dtype[Any]) -> spaces.Dict:
    """Make the space of one seat's observation.

    Args:
        game: What is played.
        dtype: uint8 for raw features; float32 for raw features times their scale.
    """
    shape = (game.num_features,)
    most: Any = _BYTE if dtype == np.uint8 else np.float32(_BYTE) * game.scale
    return spaces.Dict(
        observation=spaces.Box(0, most, shape, dtype.type),
        action_mask=spaces.Box(0, 1, (game.num_actions,), np.int8),
    )


def action_space(game: Game) -> MaskedDiscrete:
    """Make the space of actions."""
    return MaskedDiscrete(game.num_actions)
