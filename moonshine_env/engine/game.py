"""What a game offers to the adapters: its sizes, its compiled verbs, its words.

Adapters (`aec`, `batch`, `single`) hold a `Game` and no rule; a game fills one in (`kingdom/game.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Game:
    """A game as its adapters see it.

    Attributes:
        id: Short name, `kingdom`.
        title: Name for people.
        state: dtype of one game.
        num_actions: Size of the `Discrete` action space.
        num_features: Length of an observation.
        max_players: Most seats; arrays by seat have room for that many.
        scale: `(num_features,)` float32; observation as float = uint8 * scale.
        layout: Rows (name, offset, shape, scale, meaning) of the observation.
        families: Rows (name, how many ids, meaning) of the actions, laid end to end.
        decisions: Rows (name, actor, asks, families, rules) of the decisions.
        endings: Words for the state's field `ending`.
        option_rows, start_rows: Rows (name, values, meaning) of the options of an environment, of its `reset`.
        traits: Rows (name, reset option, values) of what a seat is dealt at the start, such as its mob.
        load_content: Path or None -> the game's content; its `tables` go to every verb.
        action_table: Content -> names of all actions (`name`, `parse`, `names`, `families`).
        option_names: Names of the options that `read_options` takes.
        read_options: Content and a dict of environment options -> int16 array for `setup`; raises ValueError with a
            sentence on an unknown, misspelt or unbuilt one.
        read_start: Content, number of players and a dict of reset options -> the arrays (mobs, homes, tokens, stills)
            for `setup`; raises ValueError likewise. The first entry of the options array is `num_players`.
        read_traits: `(states, i) -> (max_players, traits) int16`: those of a game at its start, as places among their
            values; -1 = absent seat.
        give_dice: `(states, i, dice)`: lay given dice before chance, in place; raises ValueError likewise.
        setup, legal, apply, resume, redeal, scores, observe, decode: Compiled entry points over
            `(tables, states, i, ...)`; see the game's `rules` and `observation`.
        advance, look: Compiled step and observation of one game; see the game's `stepper`.
        step_range: Compiled batch step; see the game's `vector`.
        dump: `(content, states, i, seat=None) -> dict`; the whole position or a seat's view.
        load: `(content, position, seed=0, options=None) -> (1,) states`; from a whole, partial or seat's position;
            `options` of the environment stand for those it leaves out.
        check: `(content, states, i) -> str`; empty if the state is consistent, else what is wrong.
        decision: `(states, i) -> str`; name of the open decision, empty when over.
        hashes: Content -> dict of the hashes that are saved with whatever is trained.
    """

    id: str
    title: str
    state: np.dtype[Any]
    num_actions: int
    num_features: int
    max_players: int
    scale: np.ndarray
    layout: tuple[Any, ...]
    families: tuple[Any, ...]
    decisions: tuple[Any, ...]
    endings: tuple[str, ...]
    option_rows: tuple[Any, ...]
    start_rows: tuple[Any, ...]
    traits: tuple[tuple[str, str, tuple[str, ...]], ...]
    load_content: Callable[..., Any]
    action_table: Callable[..., Any]
    option_names: tuple[str, ...]
    read_options: Callable[..., np.ndarray]
    read_start: Callable[..., tuple[np.ndarray, ...]]
    read_traits: Callable[..., np.ndarray]
    give_dice: Callable[..., Any]
    setup: Callable[..., Any]
    legal: Callable[..., int]
    apply: Callable[..., Any]
    resume: Callable[..., Any]
    redeal: Callable[..., Any]
    scores: Callable[..., Any]
    observe: Callable[..., Any]
    decode: Callable[..., Any]
    advance: Callable[..., tuple[int, int, int]]
    look: Callable[..., Any]
    step_range: Callable[..., Any]
    dump: Callable[..., dict[str, Any]]
    load: Callable[..., np.ndarray]
    check: Callable[..., str]
    decision: Callable[..., str]
    hashes: Callable[..., dict[str, str]]
