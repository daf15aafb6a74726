"""Action masks of many games: the check before a step, and the uniformly random choice."""

from __future__ import annotations

import numpy as np

from moonshine_env.engine.jit import entry, rule

_BYTES_OF_2 = np.uint64(0x00FF00FF00FF00FF)
_BYTES_OF_4 = np.uint64(0x0000FFFF0000FFFF)
_LOW = np.uint64(0xFFFFFFFF)


@rule
def count_bytes(word):
    """Add up the eight bytes of a word, each 0 or 1; folded in halves, so that nothing wraps."""
    pairs = (word & _BYTES_OF_2) + ((word >> np.uint64(8)) & _BYTES_OF_2)
    fours = (pairs & _BYTES_OF_4) + ((pairs >> np.uint64(16)) & _BYTES_OF_4)
    return int((fours & _LOW) + (fours >> np.uint64(32)))


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
    for b in range(low, high):
        left = int(words[b] * counts[b])
        word = 0
        if counts[b] > 0:
            here = count_bytes(masks[b, 0])
            while here <= left:
                left -= here
                word += 1
                here = count_bytes(masks[b, word])
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
