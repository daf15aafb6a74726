"""Philox against its published vectors; words as dice and as orders, over keys and over neighbours of every field."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest

from moonshine_env.engine.chance import derived_seed, philox4x32, random_word, word_below
from moonshine_env.engine.jit import JIT_DISABLED, entry
from moonshine_env.kingdom import vocab

# Random123's known answers for philox4x32-10 (kat_vectors): counter, key, words.
KNOWN = (
    ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
)
FIELDS = ("seed", "purpose", "day", "seat", "nth", "roll", "side", "item")
# Bits of each field of a counter, the seed's left out.
WIDTHS = {"purpose": 8, "day": 16, "seat": 8, "nth": 16, "roll": 16, "side": 8, "item": 24}
# A fight of the second Day: what the fields not varied hold.
USUAL = {"seed": 20_260_101, "purpose": 7, "day": 2, "seat": 1, "nth": 1, "roll": 0, "side": 0, "item": 0}
SAMPLES = 1_800 if JIT_DISABLED else 36_000
FACES = 6
# 0.99999 quantiles of chi-square, by cells; one degree of freedom less. The samples are always the same.
LIMITS = {6: 30.9, 24: 66.6, 36: 83.5, 216: 317.1}


@entry
def fill_dice(fields, dice):
    """Write the die, 0-5, of every row of `(n, 8)` uint64 fields."""
    for k in range(fields.shape[0]):
        word = random_word(
            fields[k, 0],
            fields[k, 1],
            fields[k, 2],
            fields[k, 3],
            fields[k, 4],
            fields[k, 5],
            fields[k, 6],
            fields[k, 7],
        )
        dice[k] = word_below(word, 6)


def dice_for(**varied) -> np.ndarray:
    """Roll a die for each entry of the arrays given by field; the other fields are USUAL."""
    count = max(len(values) for values in varied.values())
    fields = np.empty((count, len(FIELDS)), np.uint64)
    for k, name in enumerate(FIELDS):
        fields[:, k] = varied.get(name, USUAL[name])
    dice = np.empty(count, np.int64)
    fill_dice(fields, dice)
    return dice


def chi_square(outcomes: np.ndarray, cells: int) -> float:
    counts = np.bincount(outcomes, minlength=cells)
    assert len(counts) == cells
    expected = len(outcomes) / cells
    return float(((counts - expected) ** 2 / expected).sum())


def word(**fields) -> int:
    return int(random_word(*[np.uint64(fields.get(name, USUAL[name])) for name in FIELDS]))


# ---- the cipher and its counter


@pytest.mark.parametrize(("counter", "key", "words"), KNOWN, ids=["zeros", "ones", "pi"])
def test_known_answers(counter, key, words):
    given = [np.uint64(int(part, 16)) for part in (counter + " " + key).split()]
    assert [f"{int(found):08x}" for found in philox4x32(*given)] == words.split()


def counter_of(fields: dict[str, int]) -> tuple[int, ...]:
    """Lay out a counter as the docstring of `random_word` says, bit field by bit field, without the code's shifts."""
    bits = 0
    for name in ("purpose", "seat", "day", "nth", "roll", "side", "item"):
        assert fields[name] < 2 ** WIDTHS[name]
        bits += fields[name] * 2 ** sum(WIDTHS[other] for other in LAYOUT[: LAYOUT.index(name)])
    return tuple(bits >> 32 * k & 0xFFFFFFFF for k in range(4))


LAYOUT = ("purpose", "seat", "day", "nth", "roll", "side", "item")


def extremes() -> list[dict[str, int]]:
    """All ways to set each field to 0, 1 or the highest it has room for."""
    ways = product(*[(0, 1, 2 ** WIDTHS[name] - 1) for name in LAYOUT])
    return [dict(zip(LAYOUT, values, strict=True)) for values in ways]


def test_fields_do_not_meet_in_the_counter():
    assert sum(WIDTHS.values()) == 96  # the fourth word of the counter tells `derived_seed` from the rest
    counters = [counter_of(fields) for fields in extremes()]
    assert len(set(counters)) == len(counters) == 3 ** len(LAYOUT)
    assert {counter[3] for counter in counters} == {0}


def test_words_are_those_of_their_counters():
    key = 0x0123456789ABCDEF
    parts = [np.uint64(key & 0xFFFFFFFF), np.uint64(key >> 32)]
    every = 40 if JIT_DISABLED else 1
    for fields in extremes()[::every]:
        block = [np.uint64(part) for part in counter_of(fields)]
        assert word(seed=key, **fields) == int(philox4x32(*block, *parts)[0])


def test_words_of_extreme_fields_differ():
    # 2,187 words of 32 bits: a clash by chance is met once in 1,800 such sets; fields that meet would make many.
    words = [word(**fields) for fields in extremes()]
    assert len(set(words)) == len(words)


def test_both_halves_of_the_seed_count():
    seeds = [0, 1, 2**31, 2**32 - 1, 2**32, 2**33, 2**63, 2**64 - 1, 2**64 - 2]
    assert len({word(seed=seed) for seed in seeds}) == len(seeds)


def test_purposes_and_counts_of_the_game_fit_their_fields():
    purposes = [number for name, number in vars(vocab).items() if name.startswith("FOR_")]
    assert len(set(purposes)) == len(purposes) == 9
    assert max(purposes) < 2 ** WIDTHS["purpose"]
    assert 2 ** WIDTHS["seat"] >= vocab.MAX_PLAYERS
    assert max(vocab.NUM_CARDS, vocab.NUM_DISTRICTS) <= 2 ** WIDTHS["item"]
    assert max(vocab.NUM_DECKS, 2) <= 2 ** WIDTHS["side"]


def test_word_below_scales():
    words = [0, 1, 2**31, 2**32 - 1]
    assert [int(word_below(np.uint64(each), 6)) for each in words] == [0, 0, 3, 5]
    assert [int(word_below(np.uint64(each), 1)) for each in words] == [0, 0, 0, 0]
    edges = [(2**32 * k + 5) // 6 for k in range(1, 6)]  # first word of each face
    assert [int(word_below(np.uint64(edge), 6)) for edge in edges] == [1, 2, 3, 4, 5]
    assert [int(word_below(np.uint64(edge - 1), 6)) for edge in edges] == [0, 1, 2, 3, 4]


# ---- dice


COUNT = np.arange(SAMPLES, dtype=np.uint64)
SPREAD = COUNT * np.uint64(0x9E3779B97F4A7C15 >> 20) + np.uint64(17)  # keys far apart


@pytest.mark.parametrize("keys", [COUNT, SPREAD, COUNT << np.uint64(32)], ids=["in a row", "far apart", "high half"])
def test_single_dice_over_keys(keys):
    assert chi_square(dice_for(seed=keys), 6) < LIMITS[6]


# Two neighbours: what changes from the first die to the second.
NEIGHBOURS = {
    "the next key": {"seed": 1},
    "the next die": {"item": 1},
    "the other side": {"side": 1},
    "the next roll": {"roll": 1},
    "the next fight": {"nth": 1},
    "the next seat": {"seat": 1},
    "the next Day": {"day": 1},
    "another purpose": {"purpose": 1},
    "the next Day and die": {"day": 1, "item": 1},
}


@pytest.mark.parametrize("step", NEIGHBOURS.values(), ids=NEIGHBOURS)
@pytest.mark.parametrize("keys", [COUNT, SPREAD], ids=["in a row", "far apart"])
def test_pairs_of_neighbours_over_keys(step, keys):
    second = {name: np.full(SAMPLES, USUAL[name] + by, np.uint64) for name, by in step.items()}
    if "seed" in step:
        second["seed"] = keys + np.uint64(1)
    one, two = dice_for(seed=keys), dice_for(**({"seed": keys} | second))
    assert chi_square(one * FACES + two, 36) < LIMITS[36]


@pytest.mark.parametrize("field", ["seed", "item", "roll", "nth", "day"])
def test_triples_of_neighbours_over_keys(field):
    dice = []
    for by in range(3):
        varied = {"seed": SPREAD}
        varied[field] = SPREAD + np.uint64(by) if field == "seed" else np.full(SAMPLES, USUAL[field] + by, np.uint64)
        dice.append(dice_for(**varied))
    assert chi_square((dice[0] * FACES + dice[1]) * FACES + dice[2], 216) < LIMITS[216]


@pytest.mark.parametrize("field", ["item", "nth", "roll", "day"])
def test_pairs_within_one_key(field):
    # All dice of one game in a row: die k with die k + 1.
    dice = dice_for(**{field: COUNT})
    assert chi_square(dice, 6) < LIMITS[6]
    assert chi_square(dice[:-1] * FACES + dice[1:], 36) < LIMITS[36]


def test_keys_that_differ_by_one_bit_agree_by_chance_only():
    plain = dice_for(seed=SPREAD)
    for bit in range(0, 64, 1 if not JIT_DISABLED else 13):
        agree = (plain == dice_for(seed=SPREAD ^ np.uint64(1 << bit))).mean()
        # Six standard deviations.
        assert abs(agree - 1 / 6) < 6 * np.sqrt(5 / 36 / SAMPLES), bit


# ---- orders


def order_of(seed: int, reshuffle: int, cards: tuple[int, ...]) -> tuple[int, ...]:
    """Order cards as a draw pile does: lowest word first."""
    return tuple(sorted(cards, key=lambda card: word(seed=seed, purpose=4, day=0, seat=0, nth=reshuffle, item=card)))


def test_orders_of_a_deck_are_alike_and_change_with_each_reshuffle():
    decks = 600 if JIT_DISABLED else 4_800
    numbers = {order: k for k, order in enumerate(permutations(range(4)))}
    first = np.array([numbers[order_of(seed, 0, (0, 1, 2, 3))] for seed in range(decks)])
    second = np.array([numbers[order_of(seed, 1, (0, 1, 2, 3))] for seed in range(decks)])
    assert chi_square(first, 24) < LIMITS[24]
    assert chi_square(second, 24) < LIMITS[24]
    # The place of the first deck's top card in the second.
    tops = np.array([list(numbers)[b].index(list(numbers)[a][0]) for a, b in zip(first, second, strict=True)])
    assert chi_square(tops, 4) < 25.9  # 0.99999 quantile, 3 degrees of freedom


def test_common_cards_keep_their_order():
    for seed in range(20):
        whole = order_of(seed, 0, tuple(range(12)))
        some = order_of(seed, 0, (1, 4, 5, 9, 11))
        assert some == tuple(card for card in whole if card in some)


# ---- seeds of a run's games


def test_derived_seeds_are_distinct_and_no_game_word():
    slots, games = (20, 20) if JIT_DISABLED else (60, 60)
    seeds = {
        int(derived_seed(np.uint64(run), slot, nth)) for run in (0, 1) for slot in range(slots) for nth in range(games)
    }
    assert len(seeds) == 2 * slots * games
    # Both halves vary: not only low or high words differ.
    assert len({seed >> 32 for seed in seeds}) > len(seeds) - 5
    assert len({seed & 0xFFFFFFFF for seed in seeds}) > len(seeds) - 5
    large = {int(derived_seed(np.uint64(0), slot, nth)) for slot, nth in product((0, 2**32 - 1), repeat=2)}
    assert len(large) == 4
    # Slot and number are not exchangeable.
    assert derived_seed(np.uint64(0), 3, 4) != derived_seed(np.uint64(0), 4, 3)


def test_derived_seeds_as_keys_give_fair_pairs():
    slots = np.arange(200 if JIT_DISABLED else 3_000)
    keys = np.array([derived_seed(np.uint64(5), int(slot), nth) for slot in slots for nth in (0, 1)], np.uint64)
    dice = dice_for(seed=keys)
    assert chi_square(dice[::2] * FACES + dice[1::2], 36) < LIMITS[36]
