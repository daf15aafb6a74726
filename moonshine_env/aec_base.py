"""What our environments offer beside PettingZoo's protocol: words, positions, the log, and copies to plan on."""

from __future__ import annotations

import copy
from operator import index
from typing import Any, Self

import numpy as np
from pettingzoo import AECEnv

from moonshine_env.engine.game import Game
from moonshine_env.registry import find_game
from moonshine_env.seats import SeatBatch
from moonshine_env.settings import Settings, game_key

NO_SEAT = -1
NO_ACTION = -1  # plays nothing, so that a new game only gets its mask
SHOWN_NAMES = 8  # legal actions that an error names
# Attributes that copies share and pickles leave out: functions, tables, words.
_BOUND = ("game", "_tables", "_table", "_advance", "_look")


class PlayedEnv(AECEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """A game being played, as `GameEnv` in `aec.py` fills it in and moves it on.

    Attributes:
        game: What is played.
        settings: Options, checked.
        possible_agents: `player_0` to `player_{N-1}`, by seat.
    """

    game: Game
    settings: Settings
    possible_agents: list[str]
    _given: dict[str, Any]  # options as the user gave them
    _names: tuple[str, ...]  # agents by seat
    _seats: dict[str, int]
    _is_scaled: bool
    _states: np.ndarray | None
    _seat: int  # who decides
    _legal: np.ndarray
    _trail: np.ndarray  # seat and action of each decision
    _played: int  # how many
    _games: int  # how many were begun
    _asked: set[int]  # seats that have decided in this game, forced decisions not counted
    _start: dict[str, Any] | None  # `origin` of the game; None if it has none

    def _bind(self) -> None:
        """Take from the game what every step needs."""
        self._tables = self.settings.content.tables
        self._table = self.game.action_table(self.settings.content)
        self._advance = self.game.advance
        self._look = self.game.look
        self._num_actions = self.game.num_actions
        self._num_features = self.game.num_features

    # ---- words

    def action_name(self, action: int) -> str:
        """Return the name of an action; raises ValueError if there is none of that id."""
        name: str = self._table.name(action)
        return name

    def action_id(self, name: str) -> int:
        """Return the id of an action's name; raises ValueError that offers the nearest names."""
        action: int = self._table.parse(name)
        return action

    def legal_names(self) -> list[str]:
        """Name all legal actions of the open decision; empty once the game is over."""
        self._must_have_game()
        return [self._table.names[action] for action in np.flatnonzero(self._legal)]

    @property
    def decision(self) -> str:
        """Kind of the open decision; empty once the game is over."""
        self._must_have_game()
        return self.game.decision(self._states, 0)

    @property
    def log(self) -> list[tuple[str, str]]:
        """All that was decided since `reset`, forced decisions too: pairs of agent and action name."""
        self._must_have_game()
        names = self._table.names
        return [(self._names[seat], names[action]) for seat, action in self._trail[: self._played].tolist()]

    @property
    def origin(self) -> dict[str, Any]:
        """What begins this game again: the options of the `environment`, and `seed` and `options` of its `reset`.

        Together with `log` it is the whole game; see `moonshine_env.replay`.

        Raises:
            ValueError: There is no game yet, or it was redealt and so has no beginning.
        """
        self._must_have_game()
        if self._start is None:
            raise ValueError("a redealt game has no beginning that leads to it, so it cannot be played again")
        return copy.deepcopy({"environment": self._given, **self._start})

    def position(self, agent: str | None = None) -> dict[str, Any]:
        """Write the game as a plain dict (`docs/kingdom_position.md`).

        Args:
            agent: Whose view; None for the whole game with all that is hidden, its luck too.

        Raises:
            ValueError: There is no such agent, or no game yet.
        """
        self._must_have_game()
        return self.game.dump(self.settings.content, self._states, 0, None if agent is None else self._seat_of(agent))

    def explain_illegal(self, action: object) -> str:
        """Say why an action cannot be played now, and what can."""
        self._must_have_game()
        agent = self.agent_selection
        if action is None:
            return f"{agent} is still playing, so an action is needed; None is for agents whose game is over"
        try:
            number = index(action)  # type: ignore[arg-type]  # that is the question
        except TypeError:
            return f"an action is a whole number, not {action!r}; action_id(name) finds the number of a name"
        known = 0 <= number < self._num_actions
        name = (
            f"{self._table.names[number]!r} ({number})" if known else f"{number} (outside 0..{self._num_actions - 1})"
        )
        legal = self.legal_names()
        shown = ", ".join(map(repr, legal[:SHOWN_NAMES])) + (", ..." if len(legal) > SHOWN_NAMES else "")
        return f"{agent} cannot play action {name} at the decision {self.decision!r}; {len(legal)} are legal: {shown}"

    # ---- planning

    def seats(self) -> SeatBatch:
        """Return the open decision as policies take it, whatever `observation_dtype` is.

        `env.step(policy.act(env.seats(), rng)[0])` lets a policy decide; see `docs/playing.md`.

        Raises:
            ValueError: There is no game yet, or it is over and nobody decides.
        """
        self._must_have_game()
        if self._seat == NO_SEAT:
            raise ValueError("the game is over, so nobody decides; call reset() for the next one")
        agent = self.agent_selection
        if self._is_scaled:
            raw, mask = np.empty(self._num_features, np.uint8), np.empty(self._num_actions, np.int8)
            self._look(self._tables, self._states, 0, self._seat, self._legal, raw, np.empty(0, np.float32), mask)
        else:
            raw, mask = self.observe(agent).values()
        return SeatBatch(
            observations=raw[None],
            masks=mask[None],
            games=np.array([self._games]),
            seats=np.array([self._seat]),
            started=np.array([self._seat not in self._asked]),
            make_view=lambda row: self.position(agent),
        )

    def clone(self) -> Self:
        """Return a copy that goes on independently, from the same position with the same luck.

        Whoever plans on a clone sees the dice and cards to come: redeal first (`redeal`).
        """
        return copy.deepcopy(self)

    def redeal(self, agent: str, seed: int) -> Self:
        """Return a copy in which all that `agent` cannot know is dealt anew: rivals' hands, piles, luck to come.

        Args:
            agent: From whose point of view; its observation, mask and view stay the same.
            seed: Any whole number from 0.

        Raises:
            ValueError: There is no such agent, or no game yet.
        """
        seat, key = self._seat_of(agent), game_key(seed)
        self._must_have_game()
        other = self.clone()
        other._deal_anew(seat, key)  # noqa: SLF001  a copy of ourselves
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        other = object.__new__(type(self))
        memo[id(self)] = other
        shared = (*_BOUND, "settings", "observation_spaces")
        other.__dict__.update(
            {key: value if key in shared else copy.deepcopy(value, memo) for key, value in self.__dict__.items()}
        )
        return other

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if key not in _BOUND} | {"game_id": self.game.id}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.game = find_game(state.pop("game_id"))
        self.__dict__.update(state)
        self._bind()

    # ---- inside

    def _must_have_game(self) -> None:
        if self._states is None:
            raise ValueError("there is no game yet: call reset() first")

    def _seat_of(self, agent: str) -> int:
        if agent not in self._seats:
            raise ValueError(f"there is no agent {agent!r}; the agents are {', '.join(self.possible_agents)}")
        return self._seats[agent]

    def _deal_anew(self, seat: int, key: int) -> None:
        """Redeal this very game in place."""
        self._start = None
        self.game.redeal(self._tables, self._states, 0, seat, np.uint64(key))
        self._go_on(NO_ACTION)

    def _go_on(self, number: int) -> None:
        """Play an action, and the forced ones after it; raises ValueError if it is not legal."""
        raise NotImplementedError
