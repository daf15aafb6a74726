"""Moonshine Kingdom as the adapters see it: the one `Game` record."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

import numpy as np

from moonshine_env.engine.game import Game
from moonshine_env.engine.stack import KIND
from moonshine_env.kingdom.actions import FAMILIES, NUM_ACTIONS, action_table
from moonshine_env.kingdom.decisions import DECISIONS
from moonshine_env.kingdom.invariants import state_problem
from moonshine_env.kingdom.observation import NUM_FEATURES, SCALE, layout_hash, layout_rows, observe
from moonshine_env.kingdom.observation_decoder import decode
from moonshine_env.kingdom.options import (
    OPTION_NAMES,
    OPTIONS,
    START_OPTIONS,
    give_dice,
    position_options,
    read_options,
    read_start,
)
from moonshine_env.kingdom.position import dump, new_state
from moonshine_env.kingdom.rules import apply, legal, redeal, resume, scores, setup
from moonshine_env.kingdom.state import STATE
from moonshine_env.kingdom.stepper import advance, look
from moonshine_env.kingdom.tables import TABLES, Content, load_content
from moonshine_env.kingdom.vector import step_range
from moonshine_env.kingdom.vocab import BOROUGH_IDS, ENDING_IDS, FRAME_IDS, MAX_PLAYERS, MOB_IDS, NONE

HASH_DIGITS = 16
# What a seat is dealt at the start: its name, the reset option that sets it, its values.
TRAITS = (("mob", "mobs", MOB_IDS), ("home", "homes", BOROUGH_IDS))


def load(
    content: Content, position: Mapping[str, Any], seed: int = 0, options: Mapping[str, Any] | None = None
) -> np.ndarray:
    """Read a position into a record of its own.

    Args:
        content: Components.
        position: Whole, partial or one seat's view.
        seed: Luck of a position without one of its own; what a view hides is dealt by it.
        options: Options of the environment, for what the position leaves out.

    Returns:
        `(1,)` STATE; automatic work on top of its stack is still to do.

    Raises:
        PositionError: The position does not fit; the sentence says where.
    """
    return new_state(content, position_options(options or {}, position), seed)


def decision(states: np.ndarray, i: int) -> str:
    """Name the open decision of `states[i]`; empty when the game is over."""
    depth = int(states["depth"][i])
    return FRAME_IDS[int(states["stack"][i, depth - 1, KIND])] if depth else ""


def read_traits(states: np.ndarray, i: int) -> np.ndarray:
    """Read what each seat was dealt, at the start of a game: mob and home Borough; `(4, 2)` int16, NONE = absent."""
    traits = np.full((MAX_PLAYERS, len(TRAITS)), NONE, np.int16)
    traits[:, 0] = states["mob"][i]
    for home, seat in enumerate(states["deed"][i].tolist()):  # nobody has another Deed yet
        if seat != NONE:
            traits[seat, 1] = home
    return traits


def signature() -> str:
    """Return the hash of what the rules do, from the file that `moonshine_env.signature` keeps."""
    return resources.files("moonshine_env.kingdom").joinpath("signature.txt").read_text("utf-8").strip()


@lru_cache(maxsize=8)
def _content_hashes(content: Content) -> tuple[str, str]:
    actions = hashlib.sha256("\n".join(action_table(content).names).encode())
    data = hashlib.sha256("\n".join(content.district_ids + content.card_ids).encode())
    for name in sorted(set(TABLES.names or ()) - {"blank"}):  # a blank state is no data, only how one is laid out
        data.update(name.encode() + np.ascontiguousarray(content.tables[name]).tobytes())
    return actions.hexdigest()[:HASH_DIGITS], data.hexdigest()[:HASH_DIGITS]


def hashes(content: Content) -> dict[str, str]:
    """Hash what trained agents depend on: observation layout, action names, the content's numbers, the rules."""
    actions, data = _content_hashes(content)
    return {"layout": layout_hash(), "actions": actions, "data": data, "rules": signature()}


GAME = Game(
    id="kingdom",
    title="Moonshine Kingdom",
    state=STATE,
    num_actions=NUM_ACTIONS,
    num_features=NUM_FEATURES,
    max_players=MAX_PLAYERS,
    scale=SCALE,
    layout=tuple(layout_rows()),
    families=FAMILIES,
    decisions=DECISIONS,
    endings=ENDING_IDS,
    option_rows=OPTIONS,
    start_rows=START_OPTIONS,
    traits=TRAITS,
    load_content=load_content,
    action_table=action_table,
    option_names=OPTION_NAMES,
    read_options=read_options,
    read_start=read_start,
    read_traits=read_traits,
    give_dice=give_dice,
    setup=setup,
    legal=legal,
    apply=apply,
    resume=resume,
    redeal=redeal,
    scores=scores,
    observe=observe,
    decode=decode,
    advance=advance,
    look=look,
    step_range=step_range,
    dump=dump,
    load=load,
    check=state_problem,
    decision=decision,
    hashes=hashes,
)
