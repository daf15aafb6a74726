"""The trained network in NumPy, as a pack describes it; `training/network.py` is the same network in torch.

Shapes: B decisions, F features, A actions, H width of the last hidden layer, K = most legal actions of one of the B.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from moonshine_env.seats import list_legal

KIND = "mlp"  # the one kind of network so far


class Choices(NamedTuple):
    """The legal actions of B decisions, and how likely each is.

    Attributes:
        actions: `(B, K)` int64, legal actions by rising id, then zeros.
        probabilities: `(B, K)` float64; 0 behind the legal ones.
    """

    actions: np.ndarray
    probabilities: np.ndarray


def tensor_shapes(network: Mapping[str, Any], num_features: int, num_actions: int) -> dict[str, tuple[int, ...]]:
    """Return the name and shape of every tensor of a network.

    Args:
        network: Its description: `kind`, and `hidden`, widths of the layers.
        num_features: F.
        num_actions: A.

    Raises:
        ValueError: A description that this version cannot read.
    """
    hidden = network.get("hidden")
    if network.get("kind") != KIND:
        raise ValueError(f"a network of the kind {network.get('kind')!r}; this version reads {KIND!r}")
    if not isinstance(hidden, list) or not hidden or not all(isinstance(width, int) and width > 0 for width in hidden):
        raise ValueError(f"a network with the hidden layers {hidden!r}; expected their widths, such as [256, 256]")
    shapes: dict[str, tuple[int, ...]] = {}
    widths = [num_features, *hidden]
    for layer, (inputs, outputs) in enumerate(pairwise(widths)):
        shapes[f"hidden.{layer}.weight"] = (outputs, inputs)
        shapes[f"hidden.{layer}.bias"] = (outputs,)
    shapes |= {"policy.weight": (num_actions, widths[-1]), "policy.bias": (num_actions,)}
    shapes |= {"value.weight": (1, widths[-1]), "value.bias": (1,)}
    return shapes


class NumpyNetwork:
    """Fully connected layers with ReLU, then a logit for each action and a value.

    Args:
        tensors: By name, as `tensor_shapes` lists them, float32. Features go in raw: their scale is in the weights.
    """

    def __init__(self, tensors: Mapping[str, np.ndarray]) -> None:
        layers = sum(name.startswith("hidden.") for name in tensors) // 2
        # Transposed and laid out anew: a row of features is multiplied faster from the left.
        self._hidden = [
            (np.ascontiguousarray(tensors[f"hidden.{k}.weight"].T), tensors[f"hidden.{k}.bias"]) for k in range(layers)
        ]
        self._policy = (tensors["policy.weight"], tensors["policy.bias"])
        self._value = (tensors["value.weight"][0], tensors["value.bias"])

    def weigh(self, observations: np.ndarray, masks: np.ndarray) -> Choices:
        """Say how likely each legal action is, for `(B, F)` uint8 and `(B, A)` masks with at least one legal each."""
        latent = self._latent(observations)
        rows, legal = list_legal(masks)
        weight, bias = self._policy
        # A few dozen actions are legal at most; the logits of the others are never asked for.
        logits = np.einsum("mh,mh->m", latent[rows], weight[legal]) + bias[legal]
        return spread(rows, legal, logits, len(masks))

    def values(self, observations: np.ndarray) -> np.ndarray:
        """Return what each seat may hope for, `(B,)` float32, in the units of the training's reward."""
        weight, bias = self._value
        worth: np.ndarray = self._latent(observations) @ weight + bias
        return worth

    def _latent(self, observations: np.ndarray) -> np.ndarray:
        latent = observations.astype(np.float32)
        for weight, bias in self._hidden:
            latent = np.maximum(latent @ weight + bias, 0)
        return latent


class TorchNetwork:
    """The same network in torch, for big batches or another device; takes and gives the same arrays.

    Args:
        tensors: As for `NumpyNetwork`.
        device: As torch names it.

    Raises:
        ModuleNotFoundError: torch is not installed.
    """

    def __init__(self, tensors: Mapping[str, np.ndarray], device: str = "cpu") -> None:
        try:
            import torch
        except ModuleNotFoundError as missing:
            if missing.name != "torch":
                raise
            raise ModuleNotFoundError(
                'a network with backend "torch" needs torch, which the extra "train" brings; '
                'run: pip install "moonshine-env[train]"',
                name="torch",
            ) from missing

        self._torch = torch
        self._device = device
        self._tensors = {name: torch.tensor(tensor, device=device) for name, tensor in tensors.items()}
        self._layers = sum(name.startswith("hidden.") for name in tensors) // 2

    def weigh(self, observations: np.ndarray, masks: np.ndarray) -> Choices:
        """See `NumpyNetwork.weigh`."""
        rows, legal = list_legal(masks)
        logits = self._linear("policy", self._latent(observations))
        kept = logits[self._torch.as_tensor(rows), self._torch.as_tensor(legal)]
        return spread(rows, legal, kept.cpu().numpy(), len(masks))

    def values(self, observations: np.ndarray) -> np.ndarray:
        """See `NumpyNetwork.values`."""
        values: np.ndarray = self._linear("value", self._latent(observations)).flatten().cpu().numpy()
        return values

    def _linear(self, name: str, latent: Any) -> Any:
        with self._torch.inference_mode():
            return latent @ self._tensors[f"{name}.weight"].T + self._tensors[f"{name}.bias"]

    def _latent(self, observations: np.ndarray) -> Any:
        latent = self._torch.tensor(observations, device=self._device, dtype=self._torch.float32)
        for layer in range(self._layers):
            latent = self._linear(f"hidden.{layer}", latent).clamp_min(0)
        return latent


def spread(rows: np.ndarray, legal: np.ndarray, logits: np.ndarray, count: int) -> Choices:
    """Turn the logits of all legal actions of B decisions, in one row, into a row for each.

    Args:
        rows: `(M,)`, the decision of each, rising.
        legal: `(M,)`, action ids.
        logits: `(M,)`.
        count: B.

    Raises:
        ValueError: A decision without a legal action.
    """
    counts = np.bincount(rows, minlength=count)
    if count and counts.min() == 0:
        raise ValueError(f"row {int(counts.argmin())} has no legal action: its game is over")
    places = np.arange(len(rows)) - (np.cumsum(counts) - counts)[rows]
    actions = np.zeros((count, int(counts.max(initial=1))), np.int64)
    actions[rows, places] = legal
    weights = np.full(actions.shape, -np.inf)
    weights[rows, places] = logits
    weights = np.exp(weights - weights.max(axis=1, keepdims=True))
    return Choices(actions, weights / weights.sum(axis=1, keepdims=True))
