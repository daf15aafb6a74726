"""PettingZoo's turn-based environment (AEC) of a game: seats, rewards, luck, log. No rule is in it.

One call of compiled code per step and one per observation. What users are given is theirs: observations and masks are
new arrays each time, and the game itself is never handed out.
"""

from __future__ import annotations

import copy
import warnings
from collections.abc import Mapping
from operator import index
from typing import Any

import numpy as np

from moonshine_env.aec_base import NO_ACTION, NO_SEAT, PlayedEnv
from moonshine_env.engine.game import Game
from moonshine_env.engine.jit import announce_compile
from moonshine_env.rewards import final_rewards
from moonshine_env.settings import game_key, read_reset_options, read_settings
from moonshine_env.spaces import action_space, observation_space

_FIRST_ROOM = 2048  # decisions; about a game


class GameEnv(PlayedEnv):
    """A game as a PettingZoo AEC environment.

    Every step is one decision of `agent_selection`, an id of the action table. Rewards are 0 until the game ends; then
    all seats get theirs at once and terminate, one after the other, by PettingZoo's protocol (`step(None)`).

    Attributes:
        game: What is played.
        settings: Options, checked.
        render_mode: None, `human`, `ansi` or `rgb_array`.
        possible_agents: `player_0` to `player_{N-1}`, by seat.
        infos: Empty dicts; once the game is over: place, respect, ending, day, decisions (asked, forced ones not
            counted) and seed.
    """

    def __init__(self, game: Game, name: str, **options: Any) -> None:
        """Make an environment; `reset` starts its first game.

        Args:
            game: What is played.
            name: Name and version, such as `kingdom_v0`.
            **options: See `docs/kingdom.md`.

        Raises:
            ValueError: An option that does not exist, is not built yet, or has a value that does not fit.
        """
        super().__init__()
        self.game = game
        self.settings = read_settings(game, options)
        self._given = dict(options)
        self.metadata = {
            "name": name,
            "render_modes": ["human", "ansi", "rgb_array"],
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.render_mode = self.settings.render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.settings.num_players)]
        self.agents: list[str] = []
        dtype = self.settings.observation_dtype
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation_space(game, dtype))
        self.action_spaces = {agent: action_space(game) for agent in self.possible_agents}
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._names = tuple(self.possible_agents)
        self._is_scaled = dtype == np.float32
        # Of the two forms of an observation the one that is not wanted: bytes to work with, or nothing.
        self._spare = np.zeros(game.num_features, np.uint8) if self._is_scaled else np.zeros(0, np.float32)
        self._skip = int(self.settings.skip_forced)
        self._states = None
        self._seat = NO_SEAT
        self._shown: dict[str, np.ndarray] | None = None  # what that seat sees, until it is given away
        self._ended = True
        self._games = 0
        self._asked = set()
        self._root: Any = None  # the last seed given, from which the games after it get theirs
        self._nth = 0  # how many those are
        self._start = None
        self._bind()

    # ---- PettingZoo

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start a game.

        Args:
            seed: Its luck, any whole number from 0. None: the next of the luck that the last seed began, or at the
                first time of the operating system's.
            options: `position`, `dice`, `mobs`, `homes`, `tokens`, `stills`; see `docs/kingdom.md`.

        Raises:
            ValueError: A seed or an option that does not fit; the game that was going on is as it was.
        """
        root, nth = self._root, self._nth + 1
        if seed is not None:
            root, nth = seed, 0
        elif root is None:
            root = np.random.SeedSequence().entropy
        key, start = game_key(root, nth), copy.deepcopy(read_reset_options("options", options))
        self._states = self._new_states(key, start)
        self._root, self._nth = root, nth
        self._start = {"seed": key, "options": start}
        self._begin()
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Play an action for `agent_selection`; with `skip_forced` also the decisions after it that have one option.

        Args:
            action: Its id; None for an agent whose game is over.

        Raises:
            ValueError: It is not legal; nothing has moved.
        """
        if self._ended:
            self._step_when_over(action)
            return
        try:
            number = index(action)  # type: ignore[arg-type]  # None is refused like any other wrong type
        except TypeError:
            number = NO_ACTION
        if not 0 <= number < self._num_actions:
            raise ValueError(self.explain_illegal(action))
        asked = self._seat
        self._go_on(number)
        self._asked.add(asked)
        self._decisions += 1
        if self._seat == NO_SEAT:
            self._finish()
        if self.render_mode == "human":
            self.render()

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return observation (None if not `observe`), reward since its last step, termination, truncation and info.

        All of `agent_selection`.

        Raises:
            ValueError: There is no game yet, or it is over and every agent is out.
        """
        if not self.agents:
            self._must_have_game()
            raise ValueError("the game is over and every agent is out, so nobody is next; call reset() for a new one")
        answer: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return answer

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Return what an agent sees now.

        Args:
            agent: Any of `possible_agents`; raises ValueError for another, and while there is no game.

        Returns:
            `observation`: `(F,)` float32 or uint8; `action_mask`: `(A,)` int8, zeros unless the agent decides. Both
            are new arrays.
        """
        seat = self._seats[agent] if agent in self._seats else self._seat_of(agent)
        if seat == self._seat and self._shown is not None:
            shown, self._shown = self._shown, None
            return shown
        self._must_have_game()
        raw, scaled, mask, answer = self._new_arrays()
        self._look(self._tables, self._states, 0, seat, self._legal, raw, scaled, mask)
        return answer

    def observation_space(self, agent: str) -> Any:
        """Return the agent's observation space, the same object every time; raises ValueError if there is no such."""
        return self.observation_spaces[self._names[self._seat_of(agent)]]

    def action_space(self, agent: str) -> Any:
        """Return the agent's action space, the same object every time; raises ValueError if there is no such agent."""
        return self.action_spaces[self._names[self._seat_of(agent)]]

    def render(self) -> str | np.ndarray | None:
        """Draw the game as a spectator sees it who may look into every hand.

        Returns:
            `ansi`: text for a terminal; `rgb_array`: `(height, width, 3)` uint8; None otherwise. `human` prints the
            text, after each step by itself.

        Raises:
            ImportError: Pictures need Pillow, which is not installed.
            ValueError: There is no game yet.
        """
        self._must_have_game()
        if self.render_mode is None:
            warnings.warn(
                "render() without a render_mode draws nothing; make the env with render_mode='ansi'", stacklevel=2
            )
            return None
        content, position, respect = self.settings.content, self.position(), self._count_respect().tolist()
        if self.render_mode == "rgb_array":
            try:
                from moonshine_env.render import render_picture

                picture: np.ndarray = render_picture(content, position, respect=respect)
            except ModuleNotFoundError as missing:
                if missing.name != "PIL":
                    raise
                raise ImportError(
                    'pictures need Pillow, which the extra "render" brings; run: pip install "moonshine-env[render]"'
                ) from missing
            return picture
        from moonshine_env.render import render_text

        text: str = render_text(content, position, self.legal_names(), respect=respect)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Do nothing: there is no window to close."""

    # ---- inside

    def _new_states(self, key: int, start: dict[str, Any]) -> np.ndarray:
        """Make a game from reset options; `(1,)` of the game's state dtype, at its first decision or its end."""
        game, content = self.game, self.settings.content
        arrays = game.read_start(content, self.settings.num_players, start)
        position, dice = start.get("position"), start.get("dice")
        states = np.zeros(1, game.state)
        if dice is not None:
            game.give_dice(states, 0, dice)  # complains before anything is written
        announce_compile()
        if position is None:
            game.setup(self._tables, states, 0, np.uint64(key), self.settings.rules, *arrays)
        else:
            both = [name for name in start if name not in ("position", "dice", "options")]
            if both:
                raise ValueError(f"a position says already what {both[0]!r} would; leave one of them out")
            states = game.load(content, position, key, self._given)
            found = int(states["num_players"][0])
            if found != self.settings.num_players:
                raise ValueError(
                    f"the position has {found} players, this environment {self.settings.num_players}: "
                    f"num_players must be {found}"
                )
        if dice is not None:
            game.give_dice(states, 0, dice)
        if position is not None:
            game.resume(self._tables, states, 0)
        return states

    def _begin(self) -> None:
        """Show the first decision of the game in `_states`."""
        self._legal = np.zeros(self._num_actions, np.int8)
        self._trail = np.zeros((_FIRST_ROOM, 2), np.int16)
        self._played = 0
        self._decisions = 0
        self._games += 1
        self._asked = set()
        self.agents = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._ended = False
        self._go_on(NO_ACTION)
        if self._seat == NO_SEAT:
            self._finish()

    def _new_arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, dict[str, np.ndarray]]:
        """Make room for an observation: raw, scaled, mask; and the dict to give away."""
        mask = np.empty(self._num_actions, np.int8)
        if self._is_scaled:
            scaled = np.empty(self._num_features, np.float32)
            return self._spare, scaled, mask, {"observation": scaled, "action_mask": mask}
        raw = np.empty(self._num_features, np.uint8)
        return raw, self._spare, mask, {"observation": raw, "action_mask": mask}

    def _go_on(self, number: int) -> None:
        """Play an action, and the forced ones after it; raises ValueError if it is not legal."""
        raw, scaled, mask, shown = self._new_arrays()
        played, seat, count = self._advance(
            self._tables, self._states, 0, number, self._skip, self._legal, self._trail, self._played, raw, scaled, mask
        )
        if played < 0:
            raise ValueError(self.explain_illegal(number))
        while played == len(self._trail):
            self._trail = np.concatenate([self._trail, np.zeros_like(self._trail)])
            if self._skip and count == 1:
                played, seat, count = self._advance(
                    *(self._tables, self._states, 0, NO_ACTION, self._skip, self._legal, self._trail, played),
                    *(raw, scaled, mask),
                )
        self._played = played
        self._shown = shown
        self._seat = seat
        if seat != NO_SEAT:
            self.agent_selection = self._names[seat]

    def _count_respect(self) -> np.ndarray:
        respect = np.zeros(self.game.max_players, np.int32)
        self.game.scores(self._tables, self._states, 0, respect)
        return respect[: self.settings.num_players]

    def _finish(self) -> None:
        """Give all seats their rewards and results, and let them terminate."""
        s, respect = self._states[0], self._count_respect()  # type: ignore[index]  # there is a game
        places, partner = s["place"][: self.settings.num_players], s["partner"][: self.settings.num_players]
        players = np.array([len(places)])
        worth = final_rewards(places[None], respect[None], players, self.settings.reward, partner[None])[0]
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = float(worth[seat])
            self._cumulative_rewards[agent] += self.rewards[agent]
            self.terminations[agent] = True
            self.infos[agent] = {
                "place": int(places[seat]),
                "respect": int(respect[seat]),
                "ending": self.game.endings[s["ending"]],
                "day": int(s["day"]),
                "decisions": self._decisions,
                "seed": int(s["seed"]),
            }
        self.agent_selection = self.agents[0]
        self._shown = None
        self._ended = True

    def _step_when_over(self, action: int | None) -> None:
        """Take an agent out whose game is over."""
        if self._states is None:
            raise ValueError("there is no game yet: call reset() before step()")
        if not self.agents:
            raise ValueError("the game is over and every agent is out; call reset() for the next one")
        if action is not None:
            raise ValueError(f"the game of {self.agent_selection} is over; the only step left is step(None)")
        self._was_dead_step(None)
