"""The wrapper of `env()`: PettingZoo's checks of the order of calls, at a fraction of the cost of its own wrappers.

Illegal actions need no wrapper: the environment refuses them itself, before anything moves.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import count
from typing import Any

from pettingzoo.utils.wrappers import BaseWrapper

AFTER_RESET = frozenset(
    "agents agent_selection rewards terminations truncations infos num_agents _cumulative_rewards".split()
)


def _forwarded(name: str) -> Any:
    """Make a property that reads an attribute of the wrapped environment: quicker than `__getattr__`."""

    def read(self: OrderChecks) -> Any:
        if not self._has_reset:
            raise AttributeError(f"{name} cannot be read before reset(); call env.reset() first")
        return getattr(self.env, name)

    return property(read)


class OrderChecks(BaseWrapper):  # type: ignore[misc]  # PettingZoo ships no types
    """Refuses what is called before `reset`, and a loop over `agent_iter` that forgets to step."""

    agents = _forwarded("agents")
    agent_selection = _forwarded("agent_selection")
    rewards = _forwarded("rewards")
    terminations = _forwarded("terminations")
    truncations = _forwarded("truncations")
    infos = _forwarded("infos")
    _cumulative_rewards = _forwarded("_cumulative_rewards")

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self._has_reset = False
        self._has_moved = False

    def __getattr__(self, name: str) -> Any:
        if name in AFTER_RESET:  # only before a reset: else the property has answered
            raise AttributeError(f"{name} cannot be read before reset(); call env.reset() first")
        return super().__getattr__(name)

    def _must_have_reset(self, what: str) -> None:
        if not self._has_reset:
            raise ValueError(f"there is no game yet: call reset() before {what}")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; see the environment."""
        self.env.reset(seed=seed, options=options)
        self._has_reset = True
        self._has_moved = True

    def step(self, action: int | None) -> None:
        """Play an action; see the environment."""
        self.env.step(action)
        self._has_moved = True

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return observation, reward since its last step, termination, truncation and info of `agent_selection`."""
        if not self._has_reset:
            self._must_have_reset("last()")
        answer: tuple[Any, float, bool, bool, dict[str, Any]] = self.env.last(observe)
        return answer

    def observe(self, agent: str) -> Any:
        """Return what an agent sees; see the environment."""
        self._must_have_reset("observe()")
        return self.env.observe(agent)

    def render(self) -> Any:
        """Draw the game; see the environment."""
        self._must_have_reset("render()")
        return self.env.render()

    def agent_iter(self, max_iter: int | None = None) -> Iterator[str]:
        """Yield the agent to step next, until all are out or `max_iter` agents were yielded."""
        self._must_have_reset("agent_iter()")
        return self._iterate(max_iter)

    def _iterate(self, max_iter: int | None) -> Iterator[str]:
        for nth in count():
            if nth == max_iter or not self.env.agents:
                return
            if not self._has_moved:
                raise ValueError("the loop over agent_iter() came round without a step(); step once for each agent")
            self._has_moved = False
            yield self.env.agent_selection

    def clone(self) -> OrderChecks:
        """Return a wrapped copy; see the environment."""
        return self._around(self.env.clone())

    def redeal(self, agent: str, seed: int) -> OrderChecks:
        """Return a wrapped, redealt copy; see the environment."""
        return self._around(self.env.redeal(agent, seed))

    def _around(self, env: Any) -> OrderChecks:
        other = copy.copy(self)
        other.env = env
        return other

    def __str__(self) -> str:
        return str(self.env)
