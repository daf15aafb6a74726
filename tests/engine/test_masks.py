"""Masks of many games: illegal actions are found, and the random choice is uniform over the legal ones."""

from __future__ import annotations

import numpy as np
import pytest

from moonshine_env.engine.jit import JIT_DISABLED
from moonshine_env.engine.masks import find_illegal, sample_range

WIDTH = 40  # five words of eight bytes


def masks_of(*legal: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    masks = np.zeros((len(legal), WIDTH), np.int8)
    for row, actions in zip(masks, legal, strict=True):
        row[list(actions)] = 1
    return masks, masks.sum(1).astype(np.int16)


def sampled(masks, counts, words) -> np.ndarray:
    actions = np.full(len(words), 99, np.int64)
    sample(0, len(words), np.asarray(words, float), counts, masks, actions)
    return actions


def sample(low, high, words, counts, masks, actions) -> None:
    # Un-jitted, NumPy would report what is meant: the product that adds up eight bytes wraps.
    with np.errstate(over="ignore"):
        sample_range(low, high, words, counts, masks.view(np.uint64), actions)


def test_the_first_illegal_slot_is_named():
    masks, counts = masks_of((0, 3), (7,), (39,), ())
    for actions, wanted in (
        ([0, 7, 39, 0], -1),
        ([3, 7, 39, -1], -1),  # a slot without a decision takes anything
        ([1, 7, 38, 0], 0),
        ([0, 7, 38, 0], 2),
        ([0, -1, 39, 0], 1),
        ([0, WIDTH, 39, 0], 1),
        ([0, 10**12, 39, 0], 1),
    ):
        assert find_illegal(0, 4, masks, counts, np.array(actions, np.int64)) == wanted, actions
    assert find_illegal(1, 2, masks, counts, np.array([1, 7, 38, 0], np.int64)) == -1  # only its range


@pytest.mark.parametrize("legal", [(0,), (39,), (7, 8), (0, 1, 2, 3, 4, 5, 6, 7), (3, 15, 16, 31, 39), range(WIDTH)])
def test_every_word_falls_on_its_action(legal):
    legal = tuple(legal)
    n = len(legal)
    words = [(k + part) / n for k in range(n) for part in (0.0, 0.5, 0.999999)]
    masks, counts = masks_of(*[legal] * len(words))
    assert sampled(masks, counts, words).tolist() == [action for action in legal for _ in range(3)]


def test_the_choice_is_uniform():
    legal = (2, 9, 10, 26, 27, 33)
    draws = 600 if JIT_DISABLED else 60_000
    masks, counts = masks_of(*[legal] * draws)
    actions = sampled(masks, counts, np.random.default_rng(1).random(draws))
    found = np.bincount(actions, minlength=WIDTH)
    expected = draws / len(legal)
    assert set(np.flatnonzero(found)) == set(legal)
    assert ((found[list(legal)] - expected) ** 2 / expected).sum() < 30.9  # 0.99999 quantile, 5 degrees of freedom


def test_a_slot_without_a_decision_stays_at_0_and_others_out_of_range_untouched():
    masks, counts = masks_of((5,), (), (6,))
    actions = np.full(3, 99, np.int64)
    sample(0, 2, np.full(3, 0.5), counts, masks, actions)
    assert actions.tolist() == [5, 0, 99]
