"""Counter-based random words: Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011).

A word is a pure function of a 64-bit key (the game's seed) and a 128-bit counter that says what the word is for.
Counter fields occupy bits of their own, so no two uses can meet. Nothing is stored but the key.
"""

from __future__ import annotations

import numpy as np

from moonshine_env.engine.jit import entry, rule

_M0 = np.uint64(0xD2511F53)
_M1 = np.uint64(0xCD9E8D57)
_W0 = np.uint64(0x9E3779B9)
_W1 = np.uint64(0xBB67AE85)
_LOW = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)
ROUNDS = 10


@rule
def philox4x32(c0, c1, c2, c3, k0, k1):
    """Encrypt one counter block.

    Args:
        c0, c1, c2, c3: Counter words, uint64 below 2**32.
        k0, k1: Key words, uint64 below 2**32.

    Returns:
        Four random words, uint64 below 2**32. The products of two 32-bit numbers fit 64 bits: nothing wraps.
    """
    for _ in range(ROUNDS):
        p0 = _M0 * c0
        p1 = _M1 * c2
        c0, c1, c2, c3 = (p1 >> _32) ^ c1 ^ k0, p1 & _LOW, (p0 >> _32) ^ c3 ^ k1, p0 & _LOW
        k0 = (k0 + _W0) & _LOW
        k1 = (k1 + _W1) & _LOW
    return c0, c1, c2, c3


@rule
def random_word(seed, purpose, day, seat, nth, roll, side, item):
    """Draw the one random word that belongs to a use.

    Args:
        seed: The game's key, uint64.
        purpose: What the word is for, below 2**8.
        day: Day of the game, below 2**16.
        seat: Seat, below 2**8.
        nth: Which event of that purpose and seat on that Day, below 2**16.
        roll: Which roll in the event, below 2**16.
        side: Side of the roll, below 2**8.
        item: Die, card or District, below 2**24.

    Returns:
        uint64 below 2**32.
    """
    c0 = np.uint64(purpose) | (np.uint64(seat) << np.uint64(8)) | (np.uint64(day) << np.uint64(16))
    c1 = np.uint64(nth) | (np.uint64(roll) << np.uint64(16))
    c2 = np.uint64(side) | (np.uint64(item) << np.uint64(8))
    key = np.uint64(seed)
    w0, _, _, _ = philox4x32(c0, c1, c2, np.uint64(0), key & _LOW, key >> _32)
    return w0


@rule
def word_below(word, bound):
    """Scale a 32-bit word to 0 .. bound-1 (bias below bound / 2**32)."""
    return int((np.uint64(word) * np.uint64(bound)) >> _32)


@rule
def derived_seed(seed, slot, nth):
    """Make the seed of the `nth` game of a slot from a run's seed; uint64. Distinct for slot, nth below 2**32."""
    key = np.uint64(seed)
    w0, w1, _, _ = philox4x32(
        np.uint64(slot) & _LOW, np.uint64(nth) & _LOW, np.uint64(0), np.uint64(1), key & _LOW, key >> _32
    )
    return (w1 << _32) | w0


@entry
def derive_seeds(seed, nth, seeds):
    """Make the seeds of the `nth` game of every slot.

    Args:
        seed: The run's seed, uint64.
        nth: Which game of each slot.
        seeds: `(B,)` uint64, in place.
    """
    for slot in range(len(seeds)):
        seeds[slot] = derived_seed(seed, slot, nth)
