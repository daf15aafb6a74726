"""Action masks of many games: the check before a step, and the uniformly random choice."""

from __future__ import annotations

import numpy as np

from moonshine_env.engine.jit import entry


@entry
def find_illegal(low, high, masks, counts, actions):
    """Return the first slot whose action is not legal, -1 if all are."""
    for b in range(low, high):
        if counts[b] > 0 and (actions[b] < 0 or actions[b] >= masks.shape[1] or masks[b, actions[b]] == 0):
            return b
    return -1


@entry
def sample_range(low, high, words, counts, masks, actions):
    """Choose uniformly among the legal actions of each slot; `actions` in place.

    Args:
        low, high: Range of slots.
        words: `(B,)` float64 in [0, 1).
        counts: `(B,)` int16, legal actions of each slot; 0 leaves the action at 0.
        masks: `(B, W)` uint64, masks of bytes 0 or 1, eight to a word.
        actions: `(B,)` int64, in place.
    """
    ones = np.uint64(0x0101010101010101)
    for b in range(low, high):
        left = int(words[b] * counts[b])
        word = 0
        if counts[b] > 0:
            # The top byte of the product is the sum of the eight bytes.
            here = int((masks[b, 0] * ones) >> np.uint64(56))
            while here <= left:
                left -= here
                word += 1
                here = int((masks[b, word] * ones) >> np.uint64(56))
        action = word * 8
        bits = masks[b, word]
        while counts[b] > 0:
            if bits & np.uint64(1):
                if left == 0:
                    break
                left -= 1
            bits = bits >> np.uint64(8)
            action += 1
        actions[b] = action
