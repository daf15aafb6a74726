"""Dice rolls: given dice first, then the chance stream of their purpose."""

from __future__ import annotations

from moonshine_env.engine.chance import random_word, word_below
from moonshine_env.engine.jit import rule
from moonshine_env.kingdom.vocab import DICE_FACES


@rule
def roll_die(s, purpose, seat, nth, roll, side, die):
    """Roll one die, 1-6: the next given die if one waits, else the word of this purpose. `s` in place (given dice)."""
    count = int(s["given_count"])
    if count > 0:
        face = int(s["given"][0])
        for k in range(count - 1):
            s["given"][k] = s["given"][k + 1]
        s["given"][count - 1] = 0
        s["given_count"] = count - 1
        return face
    return 1 + word_below(random_word(s["seed"], purpose, s["day"], seat, nth, roll, side, die), DICE_FACES)


@rule
def count_successes(s, purpose, seat, nth, roll, side, dice, at_least):
    """Roll `dice` dice and count those that show `at_least` or more."""
    successes = 0
    for die in range(dice):
        if roll_die(s, purpose, seat, nth, roll, side, die) >= at_least:
            successes += 1
    return successes
