"""One open decision, as policies take it."""

from __future__ import annotations

import numpy as np

from moonshine_env.kingdom.game import GAME
from moonshine_env.kingdom.tables import load_content
from moonshine_env.seats import SeatBatch

CONTENT = load_content(None)


def seat_of(observation, mask):
    """Wrap what one seat sees."""
    return SeatBatch(
        observations=observation[None],
        masks=mask[None],
        games=np.zeros(1, np.int64),
        seats=np.zeros(1, np.int64),
        started=np.zeros(1, bool),
        make_view=lambda row: {},
    )


def observe(states, mask):
    """Look at the open decision as its own seat does; writes `mask`."""
    observation = np.zeros(GAME.num_features, np.uint8)
    GAME.observe(CONTENT.tables, states, 0, int(states["acting_player"][0]), observation)
    GAME.legal(CONTENT.tables, states, 0, mask)
    return seat_of(observation, mask)
