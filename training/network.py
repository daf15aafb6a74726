"""The network that learns, in torch; `policies/pack_network.py` is the same network in NumPy.

Shapes: B decisions, F features, A actions, K = most legal actions of one of the B decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple, cast

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

# Logit of the padding behind a decision's legal actions: its probability is 0 in float32, and no infinity is met.
NEVER = -1e9


class Trunk(BaseFeaturesExtractor):
    """Raw features, scaled, through fully connected layers with ReLU.

    Args:
        observation_space: Box of F raw features.
        scale: `(F,)`, factors that bring raw features to about 0 .. 1.
        hidden: Widths of the layers.
    """

    scale: torch.Tensor

    def __init__(self, observation_space: spaces.Box, scale: np.ndarray, hidden: Sequence[int]) -> None:
        super().__init__(observation_space, hidden[-1])
        self.register_buffer("scale", torch.tensor(np.asarray(scale, np.float32)))
        self.linears = nn.ModuleList(nn.Linear(*widths) for widths in pairwise([len(scale), *hidden]))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Return `(B, hidden[-1])` from `(B, F)` float raw features."""
        latent = observations * self.scale
        for linear in self.linears:
            latent = torch.relu(linear(latent))
        return latent


class Choices(NamedTuple):
    """The legal actions of B decisions, and how likely each is.

    Attributes:
        actions: `(B, K)` int64, legal actions by rising id, then zeros.
        log_probs: `(B, K)`, `NEVER` or less behind the legal ones.
    """

    actions: torch.Tensor
    log_probs: torch.Tensor

    def entropy(self) -> torch.Tensor:
        """Return `(B,)`, in nats."""
        return -(self.log_probs.exp() * self.log_probs).sum(dim=1)

    def log_prob(self, actions: torch.Tensor) -> torch.Tensor:
        """Return `(B,)` of `(B,)` legal actions."""
        # Padding repeats action 0, but behind the place where a legal 0 stands: argmax takes the first.
        place = (self.actions == actions[:, None]).to(torch.uint8).argmax(dim=1, keepdim=True)
        return self.log_probs.gather(1, place).flatten()


def choose_among(logits: torch.Tensor, masks: torch.Tensor) -> Choices:
    """Keep the legal logits of `(B, A)` alone and normalise them.

    Of some 1,800 actions a few dozen are legal at most. Every pass over all of them costs as much as a layer of the
    network, and the library's distribution makes a dozen.

    Args:
        logits: `(B, A)` float.
        masks: `(B, A)` bool, at least one True in each row.
    """
    rows, legal = masks.nonzero(as_tuple=True)
    counts = masks.sum(dim=1)
    firsts = counts.cumsum(0) - counts
    places = torch.arange(len(rows), device=logits.device) - firsts[rows]
    actions = torch.zeros(len(logits), int(counts.max()), dtype=torch.int64, device=logits.device)
    actions[rows, places] = legal
    is_padding = torch.arange(actions.shape[1], device=logits.device) >= counts[:, None]
    return Choices(actions, logits.gather(1, actions).masked_fill(is_padding, NEVER).log_softmax(dim=1))


class SeatPolicy(MaskableActorCriticPolicy):
    """sb3-contrib's masked policy over a `Trunk`, with its distribution over the legal actions alone.

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

    @property
    def trunk(self) -> Trunk:
        """The layers that the policy and the value share."""
        return cast(Trunk, self.features_extractor)

    def forward(
        self, obs: torch.Tensor, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Choose: actions `(B,)`, values `(B, 1)`, log-probabilities `(B,)`."""
        choices, values = self._look(obs, action_masks)
        if deterministic:
            places = choices.log_probs.argmax(dim=1, keepdim=True)
        else:
            places = torch.multinomial(choices.log_probs.exp(), 1)
        return choices.actions.gather(1, places).flatten(), values, choices.log_probs.gather(1, places).flatten()

    def evaluate_actions(
        self, obs: torch.Tensor, actions: torch.Tensor, action_masks: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Weigh choices made before: values `(B, 1)`, log-probabilities `(B,)`, entropies `(B,)`."""
        choices, values = self._look(obs, action_masks)
        return values, choices.log_prob(actions), choices.entropy()

    def _look(self, obs: torch.Tensor, action_masks: Any) -> tuple[Choices, torch.Tensor]:
        latent = self.extract_features(obs)
        logits = self.action_net(latent)
        if action_masks is None:
            masks = torch.ones_like(logits, dtype=torch.bool)
        else:
            masks = torch.as_tensor(action_masks, dtype=torch.bool, device=logits.device)
        return choose_among(logits, masks), self.value_net(latent)


def describe_network(policy: SeatPolicy) -> dict[str, Any]:
    """Describe a network as a pack's manifest does; see `policies.pack_network.tensor_shapes`."""
    return {"kind": "mlp", "hidden": [linear.out_features for linear in policy.trunk.linears]}


def export_tensors(policy: SeatPolicy) -> dict[str, np.ndarray]:
    """Copy a network's weights under the names of a pack, float32; the scale of the features goes into the first."""
    linears: dict[str, Any] = {f"hidden.{k}": linear for k, linear in enumerate(policy.trunk.linears)}
    linears |= {"policy": policy.action_net, "value": policy.value_net}
    tensors: dict[str, np.ndarray] = {}
    for name, linear in linears.items():
        tensors[f"{name}.weight"] = linear.weight.detach().cpu().numpy().copy()
        tensors[f"{name}.bias"] = linear.bias.detach().cpu().numpy().copy()
    tensors["hidden.0.weight"] *= policy.trunk.scale.cpu().numpy()
    return tensors
