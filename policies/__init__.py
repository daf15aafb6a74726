"""Who plays: policies by name. Needs no learning library."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Any

from moonshine_env.registry import POLICY_GROUP, find_policy
from policies.policy import Policy

__all__ = ["Policy", "load"]


def load(spec: str, **context: Any) -> Policy:
    """Make a policy by its name: `random`, `greedy`, `pack:PATH`, or one that another package brings.

    Args:
        spec: `NAME` or `NAME:ARGUMENT`. The name is an entry point of the group `moonshine.policies`; its function is
            called with the argument, "" if there is none.
        **context: What the policy will play, passed on as it is: `content`, the components of the game.

    Returns:
        The policy.

    Raises:
        ValueError: No policy has that name (the sentence offers the nearest), or its argument does not fit.
        OSError: A file it names cannot be read.
    """
    name, _, argument = spec.partition(":")
    policy: Policy
    for entry in entry_points(group=POLICY_GROUP):
        if context and entry.name == name:
            policy = entry.load()(argument, **context)
            return policy
    policy = find_policy(spec)
    return policy
