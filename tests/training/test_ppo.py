"""The learner: our distribution over legal actions is the library's, and nothing of it grows out of hand."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution

from policies.pack_network import NumpyNetwork, tensor_shapes
from training.network import choose_among, describe_network, export_tensors
from training.ppo import SelfPlayPPO

NUM_FEATURES, NUM_ACTIONS = 30, 1_804


def make_model(rollout: int = 64) -> SelfPlayPPO:
    scale = np.linspace(0.1, 1, NUM_FEATURES).astype(np.float32)
    return SelfPlayPPO.make(
        NUM_FEATURES,
        NUM_ACTIONS,
        num_chains=8,
        rollout=rollout,
        network={"scale": scale, "hidden": [16, 8]},
        batch_size=32,
        n_epochs=2,
    )


def make_masks(count: int, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    masks = rng.random((count, NUM_ACTIONS)) < rng.random((count, 1)) ** 4
    masks[np.arange(count), rng.integers(NUM_ACTIONS, size=count)] = True
    return masks


def test_choices_are_those_of_the_library():
    masks = make_masks(200)
    masks[0] = True  # all legal
    masks[1] = False
    masks[1, 0] = True  # action 0 alone, which the padding repeats
    torch.manual_seed(0)
    logits = 3 * torch.randn(200, NUM_ACTIONS)
    theirs = MaskableCategoricalDistribution(NUM_ACTIONS).proba_distribution(logits)
    theirs.apply_masking(masks)
    ours = choose_among(logits, torch.as_tensor(masks))
    actions = theirs.sample()
    torch.testing.assert_close(ours.log_prob(actions), theirs.log_prob(actions), atol=1e-4, rtol=1e-4)
    torch.testing.assert_close(ours.entropy(), theirs.entropy(), atol=1e-3, rtol=1e-4)


def test_gradients_are_those_of_the_library():
    masks = make_masks(50)
    logits = torch.randn(50, NUM_ACTIONS, requires_grad=True)
    theirs = MaskableCategoricalDistribution(NUM_ACTIONS).proba_distribution(logits)
    theirs.apply_masking(masks)
    actions = theirs.sample()
    expected = torch.autograd.grad((theirs.log_prob(actions) + 0.1 * theirs.entropy()).sum(), logits)[0]
    ours = choose_among(logits, torch.as_tensor(masks))
    found = torch.autograd.grad((ours.log_prob(actions) + 0.1 * ours.entropy()).sum(), logits)[0]
    torch.testing.assert_close(found, expected, atol=1e-5, rtol=1e-3)


def test_the_library_checks_a_distribution_over_so_many_actions():
    """Before sb3-contrib 2.8 its check of probabilities that sum to 1 failed where masks leave little of them."""
    torch.manual_seed(0)
    distribution = MaskableCategoricalDistribution(NUM_ACTIONS)
    for size in (0.01, 1.0, 30.0):
        distribution.proba_distribution(size * torch.randn(2_048, NUM_ACTIONS))
        assert torch.isfinite(distribution.distribution.probs).all()  # cached, so that masking meets it
        distribution.apply_masking(make_masks(2_048))
        assert torch.isfinite(distribution.entropy()).all()


def test_sampled_actions_are_legal_and_their_probability_is_told():
    model = make_model()
    masks = make_masks(300)
    observations = np.random.default_rng(0).integers(0, 9, (300, NUM_FEATURES)).astype(np.uint8)
    actions, values, log_probs = model.decide(observations, masks)
    assert masks[np.arange(300), actions].all()
    again = model.policy.evaluate_actions(
        torch.as_tensor(observations), torch.as_tensor(actions), torch.as_tensor(masks)
    )
    np.testing.assert_allclose(again[0].detach().numpy().flatten(), values, atol=1e-5)
    np.testing.assert_allclose(again[1].detach().numpy(), log_probs, atol=1e-5)


def test_the_library_can_ask_for_a_prediction():
    model = make_model()
    masks = make_masks(1)
    actions, _ = model.predict(np.zeros((1, NUM_FEATURES), np.uint8), action_masks=masks, deterministic=True)
    assert masks[0, actions[0]]


def test_pack_network_is_the_trained_network():
    model = make_model()
    rng = np.random.default_rng(0)
    with torch.no_grad():  # initial weights of the policy are too small to tell anything
        for weights in model.policy.parameters():
            weights += 0.3 * torch.randn_like(weights)
    observations = rng.integers(0, 9, (40, NUM_FEATURES)).astype(np.uint8)
    masks = make_masks(40)
    description, tensors = describe_network(model.policy), export_tensors(model.policy)
    shapes = tensor_shapes(description, NUM_FEATURES, NUM_ACTIONS)
    assert {name: tensor.shape for name, tensor in tensors.items()} == shapes
    network = NumpyNetwork(tensors)
    choices, probabilities = network.weigh(observations, masks)
    with torch.no_grad():
        theirs = model.policy.get_distribution(torch.as_tensor(observations), masks).distribution.probs
        values = model.policy.predict_values(torch.as_tensor(observations))
    expected = np.take_along_axis(theirs.numpy(), choices, axis=1) * (probabilities > 0)
    np.testing.assert_allclose(probabilities, expected, atol=1e-4)
    np.testing.assert_allclose(network.values(observations), values.numpy().flatten(), atol=1e-4, rtol=1e-4)


def test_a_rollout_of_the_real_size_fits_in_memory():
    """Masks of two thousand actions as float32, the library's way, would take four times as much."""
    buffer = make_model(rollout=1_000).rollout_buffer
    assert buffer.action_masks.nbytes == 1_000 * NUM_ACTIONS
    assert buffer.observations.nbytes == 1_000 * NUM_FEATURES


def test_the_buffer_takes_no_steps_of_an_environment():
    with pytest.raises(NotImplementedError, match="append"):
        make_model().rollout_buffer.add()


def test_spaces_are_those_of_a_raw_observation():
    model = make_model()
    assert model.observation_space == spaces.Box(0, 255, (NUM_FEATURES,), np.uint8)
    assert model.action_space == spaces.Discrete(NUM_ACTIONS)
