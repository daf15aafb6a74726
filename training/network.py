"""The network that learns, in torch; `policies/pack_network.py` is the same network in NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn


class Trunk(BaseFeaturesExtractor):
    """Raw features, scaled, through fully connected layers with ReLU.

    Args:
        observation_space: Box of F raw features.
        scale: `(F,)`, factors that bring raw features to about 0 .. 1.
        hidden: Widths of the layers.
    """

    def __init__(self, observation_space: spaces.Box, scale: np.ndarray, hidden: Sequence[int]) -> None:
        super().__init__(observation_space, hidden[-1])
        self.register_buffer("scale", torch.as_tensor(np.asarray(scale, np.float32)))
        layers: list[nn.Module] = []
        width = len(scale)
        for size in hidden:
            layers += [nn.Linear(width, size), nn.ReLU()]
            width = size
        self.layers = nn.Sequential(*layers)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Return `(B, hidden[-1])` from `(B, F)` float raw features."""
        return self.layers(observations * self.scale)


class SeatPolicy(MaskableActorCriticPolicy):
    """sb3-contrib's masked policy over a `Trunk`.

    Args:
        observation_space: Box of F raw features.
        action_space: Discrete of A actions.
        lr_schedule: Learning rate by progress left.
        scale: `(F,)`, see `Trunk`.
        hidden: Widths of the layers.
        **settings: Of the library's policy.
    """

    def __init__(
        self,
        observation_space: spaces.Box,
        action_space: spaces.Discrete,
        lr_schedule: Any,
        *,
        scale: Sequence[float],
        hidden: Sequence[int] = (256, 256),
        **settings: Any,
    ) -> None:
        super().__init__(
            observation_space,
            action_space,
            lr_schedule,
            net_arch=[],
            features_extractor_class=Trunk,
            features_extractor_kwargs={"scale": np.asarray(scale, np.float32), "hidden": tuple(hidden)},
            **settings,
        )
