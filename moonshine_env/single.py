"""Gymnasium's view of a game: one seat is the agent, policies play the others.

`gymnasium.make("moonshine/Kingdom-v0", seat=0, opponents=["greedy", policy, "random"], **options)`
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, Protocol

import gymnasium
import numpy as np

from moonshine_env.aec import GameEnv
from moonshine_env.engine.game import Game
from moonshine_env.registry import find_policy
from moonshine_env.seats import SeatBatch
from moonshine_env.settings import game_key, read_settings
from moonshine_env.spaces import action_space, observation_space

_MOST_KEY = 2**64 - 1


class Policy(Protocol):
    """Whoever plays a seat."""

    def act(self, seats: SeatBatch, rng: np.random.Generator) -> np.ndarray:
        """Choose one legal action for each of the B seats; `(B,)` integers."""


class SingleEnv(gymnasium.Env[dict[str, np.ndarray], Any]):
    """One seat of a game as a Gymnasium environment.

    The opponents' decisions are played inside `reset` and `step`. The reward is 0 until the game ends. Observations
    and rewards are those of the seat in the AEC environment.

    Attributes:
        aec: The game itself: positions, names, clones. It knows what the seat does not.
        agent: Name of the seat, `player_0`.
    """

    def __init__(
        self,
        game: Game,
        name: str,
        seat: int = 0,
        opponents: str | Policy | Sequence[str | Policy] = "random",
        **options: Any,
    ) -> None:
        """Make an environment.

        Args:
            game: What is played.
            name: Name and version of the game's module.
            seat: The agent's, from 0.
            opponents: Who plays the other seats, in their order; one alone plays them all. A name (`random`,
                `greedy`, `pack:FILE`, ...) or an object with `act(seats, rng)`.
            **options: Environment options, see `docs/kingdom.md`.

        Raises:
            ValueError: A seat, an opponent or an option that does not exist or fit.
        """
        self.settings = read_settings(game, options)
        players = self.settings.num_players
        try:
            number = -1 if isinstance(seat, bool) else index(seat)
        except TypeError:
            number = -1
        if number not in range(players):
            raise ValueError(f"seat={seat!r} does not fit; the seats of this game are 0 to {players - 1}")
        self.aec = GameEnv(game, name, **{**options, "observation_dtype": "uint8", "render_mode": None})
        self.aec.render_mode = self.render_mode = self.settings.render_mode
        self.metadata = self.aec.metadata
        self.agent = f"player_{number}"
        self.observation_space: Any = observation_space(game, self.settings.observation_dtype)
        self.action_space = action_space(game)
        own = {"content": self.settings.content} if options.get("content") else {}
        self._policies = _seated(opponents, number, players, own)
        self._rngs: dict[str, np.random.Generator] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Start a game, and play it up to the seat's first decision.

        Args:
            seed: Of the game and of all opponents, any whole number from 0, such as the `seed` of an info; the game is
                that of the AEC environment with the same seed.
            options: Reset options of the AEC environment.

        Raises:
            ValueError: A seed or option that does not fit, or a position in which the seat decides nothing any more.
        """
        given = None if seed is None else game_key(seed)
        super().reset(seed=None if seed is None else index(seed))  # Gymnasium takes Python's own integers alone
        key = int(self.np_random.integers(_MOST_KEY, dtype=np.uint64)) if given is None else given
        self.aec.reset(seed=key, options=options)
        self._rngs = {
            agent: np.random.default_rng(np.random.SeedSequence(key, spawn_key=(k,)))
            for k, agent in enumerate(self.aec.possible_agents)
        }
        self._play_rivals()
        if self.aec.terminations[self.agent]:
            raise ValueError(f"the game of this position ends before {self.agent} decides anything")
        return self._observation(), {}

    def step(self, action: Any) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        """Play an action, and the game up to the seat's next decision or its end.

        Args:
            action: Id of a legal action.

        Returns:
            Observation, reward, terminated, False, info (the result once terminated; see the AEC environment. `seed`
            is a NumPy uint64). On the last observation the mask is all zeros: there is nothing left to play.

        Raises:
            ValueError: The action is not legal (nothing has moved), an opponent's is not, or the game is over.
        """
        if not self.aec.agents or self.aec.terminations[self.agent]:
            raise ValueError("no game is going on; call reset()")
        self.aec.step(action)
        self._play_rivals()
        over = self.aec.terminations[self.agent]
        info = dict(self.aec.infos[self.agent])
        if over:
            # Vector environments make an array of a plain int's type, int64, in which half of all seeds have no room.
            info["seed"] = np.uint64(info["seed"])
        return self._observation(), float(self.aec.rewards[self.agent]), over, False, info

    def action_masks(self) -> np.ndarray:
        """Return `(A,)` bool: legal actions, as sb3-contrib asks for them."""
        mask: np.ndarray = self.aec.observe(self.agent)["action_mask"].astype(bool)
        return mask

    def render(self) -> Any:
        """Draw the game; see the AEC environment."""
        return self.aec.render()

    def action_name(self, action: int) -> str:
        """Return the name of an action."""
        return self.aec.action_name(action)

    def action_id(self, name: str) -> int:
        """Return the id of an action's name."""
        return self.aec.action_id(name)

    def position(self, agent: str | None = None) -> dict[str, Any]:
        """Write the game as a plain dict, whole or as an agent sees it."""
        return self.aec.position(agent)

    def _observation(self) -> dict[str, np.ndarray]:
        observation = self.aec.observe(self.agent)
        if self.settings.observation_dtype == np.float32:
            observation["observation"] = observation["observation"] * self.aec.game.scale
        return observation

    def _play_rivals(self) -> None:
        """Let the opponents play until the seat decides or the game is over."""
        aec = self.aec
        while aec.agent_selection != self.agent and not aec.terminations[self.agent]:
            agent = aec.agent_selection
            policy = self._policies[agent]
            answer = np.asarray(policy.act(aec.seats(), self._rngs[agent]))
            if answer.shape != (1,):
                raise ValueError(f"the policy of {agent} answered with shape {answer.shape}; expected (1,), an action")
            try:
                aec.step(answer[0])
            except ValueError as wrong:
                raise ValueError(f"the policy of {agent} ({type(policy).__name__}): {wrong}") from wrong


def _seated(opponents: Any, seat: int, players: int, context: dict[str, Any]) -> dict[str, Policy]:
    """Give every seat but one its policy, by agent; the same name is made into a policy once, with the context."""
    rivals = [f"player_{k}" for k in range(players) if k != seat]
    if isinstance(opponents, str) or hasattr(opponents, "act"):
        opponents = [opponents] * len(rivals)
    if not isinstance(opponents, Sequence):
        raise ValueError(
            f"opponents={opponents!r} does not fit; expected a name such as 'random', an object with act(seats, rng), "
            f"or a list of {len(rivals)} of them, one for each other seat"
        )
    if len(opponents) != len(rivals):
        raise ValueError(
            f"opponents: {len(opponents)} given, but {len(rivals)} other seats; one name alone plays them all"
        )
    made: dict[str, Policy] = {}
    seated = {}
    for agent, spec in zip(rivals, opponents, strict=True):
        if isinstance(spec, str):
            if spec not in made:
                made[spec] = find_policy(spec, **context)
            seated[agent] = made[spec]
        elif hasattr(spec, "act") and not isinstance(spec, type):
            seated[agent] = spec
        else:
            raise ValueError(f"opponents: {spec!r} is no policy; expected a name or an object with act(seats, rng)")
    return seated


def make_kingdom(
    seat: int = 0, opponents: str | Policy | Sequence[str | Policy] = "random", **options: Any
) -> SingleEnv:
    """Make `moonshine/Kingdom-v0`; see `SingleEnv`."""
    from moonshine_env.kingdom.game import GAME
    from moonshine_env.kingdom_v0 import NAME

    return SingleEnv(GAME, NAME, seat, opponents, **options)
