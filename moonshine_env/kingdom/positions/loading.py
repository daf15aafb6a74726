"""Read a position into a state: check the whole of it, then write."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from moonshine_env.kingdom.invariants import state_problem
from moonshine_env.kingdom.positions.board import (
    MOST_SEED,
    Table,
    read_clock,
    read_districts,
    read_mobs,
    read_play,
    read_table,
)
from moonshine_env.kingdom.positions.cards import read_cards
from moonshine_env.kingdom.positions.opening import is_night, read_opening, read_phase
from moonshine_env.kingdom.positions.players import PLAYER_KEYS, read_markers, read_people, read_supplies, read_tokens
from moonshine_env.kingdom.positions.promises import read_alliances, read_promises
from moonshine_env.kingdom.positions.reading import PositionError, Spot
from moonshine_env.kingdom.rules import redeal
from moonshine_env.kingdom.state import blank_state
from moonshine_env.kingdom.tables import Content
from moonshine_env.kingdom.vocab import MOB_IDS

TOP_KEYS = tuple(
    "game edition view options seed mobs day moon turn phase players districts stills precincts precincts_in_supply "
    "market supply heat brew_dice deeds syndicates ward_boss rat extorted decks promises crackdown alliances party "
    "play stack ending given_dice counters elsewhere".split()
)
HIDDEN_KEYS = ("seed", "given_dice")


def read_position(content: Content, position: Mapping[str, object], seed: int) -> np.ndarray:
    """Read a position, whole, partial or a view, into a new record.

    Args:
        content: Components.
        position: As `docs/kingdom_position.md` describes; unchanged.
        seed: Luck of a position that has no `seed`; of a view also what it hides.

    Returns:
        `(1,)` of STATE.

    Raises:
        PositionError: The position does not fit; the message says where and why.
    """
    if not 0 <= seed <= MOST_SEED:
        raise PositionError(f"seed {seed} cannot be; 0 to 2**64 - 1 can")
    table = _read_frame_of(content, position)
    phase = read_phase(table.top)
    read_clock(table, seed)
    read_districts(table)
    read_table(table)
    read_play(table)
    read_people(table)
    read_tokens(table, is_night(table.top, phase))
    read_cards(table)
    read_promises(table)
    read_alliances(table)
    read_markers(table)
    read_supplies(table)
    read_opening(table, phase)
    problem = state_problem(content, table.states, 0)
    if problem:
        raise PositionError(problem)
    if table.viewer is not None:
        redeal(content.tables, table.states, 0, table.viewer, np.uint64(seed))
    return table.states


def _read_frame_of(content: Content, position: Mapping[str, object]) -> Table:
    """Read which game this is, whose view, and who plays."""
    top = Spot("", position).fields(TOP_KEYS)
    for key, wanted in (("game", "kingdom"), ("edition", "rulebook")):
        if key in top:
            top[key].pick((wanted,), key)
    mobs = read_mobs(top)
    viewer = top["view"].pick(mobs, "mob in this game") if "view" in top else None
    if viewer is not None:
        for key in HIDDEN_KEYS:
            if key in top:
                raise top[key].error("no seat knows this; a view may not hold it")
    players: list[dict[str, Spot]] = [{} for _ in mobs]
    for seat, spot in (top["players"].by_id(mobs, "mob in this game") if "players" in top else {}).items():
        players[seat] = spot.fields(PLAYER_KEYS)
    table = Table(content, blank_state(), mobs, top, players, viewer)
    for seat, mob in enumerate(mobs):
        table.s["mob"][seat] = MOB_IDS.index(mob)
    return table
