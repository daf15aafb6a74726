"""How `greedy` weighs what a Play leads to: only what the Play touched, and yet the same as weighing it all."""

from __future__ import annotations

import numpy as np
import pytest

from moonshine_env.batch import Batch
from moonshine_env.engine.jit import JIT_DISABLED
from moonshine_env.kingdom import actions as a
from moonshine_env.kingdom.game import GAME
from moonshine_env.kingdom.tables import load_content
from policies.greedy.answers import lend_spare, play_out
from policies.greedy.known import know
from policies.greedy.luck import AVERAGE
from policies.greedy.mind import NOTES, Mind, think_anew
from policies.greedy.prospects import take_notes
from policies.greedy.travel import ALL, plan_all
from policies.greedy.weights import DEFAULT, WEIGHT
from policies.greedy.worth import worth, worth_after

CONTENT = load_content(None)


def turns(games, step, **options):
    """Yield every `step`-th position of random games in which a turn is open, as STATE records with masks."""
    batch = Batch(GAME, games, auto_reset=False, **options)
    batch.reset(np.arange(games, dtype=np.uint64))
    rng = np.random.default_rng(2)
    made = 0
    while batch.counts.any():
        for row in np.flatnonzero(batch.masks[:, a.A_LAY_LOW]):
            made += 1
            if made % step == 0:
                yield batch.states[row].copy(), np.flatnonzero(batch.masks[row])
        batch.step(batch.sample(rng))


@pytest.mark.skipif(not JIT_DISABLED, reason="compiled, these functions would be compiled once more for Python")
@pytest.mark.parametrize("options", [{"num_players": 4}, {"num_players": 4, "variant": "blood_oath"}])
def test_what_a_play_leads_to_is_worth_what_it_is_worth_by_itself(options):
    weights = DEFAULT.view(WEIGHT)
    notes = np.zeros(1, NOTES)
    m = Mind(CONTENT.tables[0], know(CONTENT.tables, weights)[0], weights[0], notes[0])
    compared = 0
    changed = 0
    for state, legal in turns(2, 9, **options):
        notes["root"] = state
        root = m.w["root"]
        seat = int(root["acting_player"])
        take_notes(m, seat)
        lend_spare(root)
        now = worth(m, root, seat)
        for action in legal[(legal >= a.A_MOVE) & (legal < a.A_PAY)][::4]:
            plan_all(m, ALL)
            thought = think_anew(m)
            play_out(m, thought, seat, int(action), AVERAGE)
            after = worth_after(m, thought, seat)
            assert after == pytest.approx(worth(m, thought, seat), abs=1e-9)
            assert worth(m, root, seat) == now, "the notes are those of the position again"
            compared += 1
            changed += after != now
    assert compared > 100
    assert changed > compared / 2
