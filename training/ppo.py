"""sb3-contrib's MaskablePPO as the learner, fed with decisions of seats instead of steps of an environment."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger

from training.buffer import DecisionBuffer
from training.network import SeatPolicy
from training.selfplay import Tables


class SelfPlayPPO(MaskablePPO):
    """MaskablePPO whose rollouts come from whole tables of seats.

    Policy class, optimiser, losses and `train()` are the library's; how a rollout is collected and credited is ours,
    because its own rollout takes the next step of the environment for the same player's next step.
    """

    policy: SeatPolicy
    rollout_buffer: DecisionBuffer

    @classmethod
    def make(
        cls,
        num_features: int,
        num_actions: int,
        *,
        num_chains: int,
        rollout: int,
        network: dict[str, Any],
        seed: int = 0,
        device: str = "cpu",
        **settings: Any,
    ) -> SelfPlayPPO:
        """Make a learner with a new network.

        Args:
            num_features: F.
            num_actions: A.
            num_chains: Slots times seats.
            rollout: Decisions between two updates, those carried over included.
            network: Arguments of `SeatPolicy`.
            seed: Of the weights, of sampled actions and minibatches.
            device: As torch names it.
            **settings: Settings of MaskablePPO.
        """
        model = cls(
            SeatPolicy,
            None,  # type: ignore[arg-type]  # an environment is not what we step
            n_steps=rollout,
            policy_kwargs=network,
            seed=seed,
            device=device,
            rollout_buffer_class=DecisionBuffer,
            rollout_buffer_kwargs={"num_chains": num_chains, "seed": seed},
            _init_setup_model=False,
            **settings,
        )
        model.observation_space = spaces.Box(0, 255, (num_features,), np.uint8)
        model.action_space = spaces.Discrete(num_actions)
        model.n_envs = 1
        model._setup_model()
        model.set_logger(Logger(folder=None, output_formats=[]))  # silent until one is set
        return model

    def collect(self, tables: Tables) -> None:
        """Play until the buffer is full, the network in every seat that learns, and work out the credit."""
        self.policy.set_training_mode(False)
        buffer = self.rollout_buffer
        buffer.reset()
        while buffer.room >= tables.num_slots:
            rows = tables.learning_rows()
            actions, values, log_probs = self.decide(tables.observations[rows], tables.masks[rows])
            buffer.append(
                tables.chains[rows],
                tables.observations[rows],
                tables.masks[rows],
                actions,
                values,
                log_probs,
                tables.potentials()[rows],
            )
            self.num_timesteps += len(rows)
            tables.step(rows, actions)
            buffer.end_games(*tables.rewarded())
        buffer.finish()

    def set_progress(self, fraction: float) -> None:
        """Say how much of the training is done, 0 .. 1; schedules such as the learning rate's go by it."""
        self._current_progress_remaining = 1 - fraction

    def decide(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Sample an action for each of B decisions.

        Args:
            observations: `(B, F)` uint8.
            masks: `(B, A)` int8 or bool.

        Returns:
            Actions `(B,)` int64, values `(B,)` float32, log-probabilities `(B,)` float32.
        """
        with torch.no_grad():
            seen = torch.as_tensor(observations, device=self.device)
            actions, values, log_probs = self.policy(seen, action_masks=masks)
        return actions.cpu().numpy(), values.flatten().cpu().numpy(), log_probs.cpu().numpy()
