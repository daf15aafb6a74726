"""Drawings through the environment; what they show is tested with the drawings."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from pettingzoo.test import render_test

from moonshine_env import kingdom_v0, render


def test_pettingzoo_render(capsys):
    render_test(kingdom_v0.env)
    assert "Legal" in capsys.readouterr().out


def test_text_shows_the_open_decision_and_what_is_legal():
    env = kingdom_v0.env(render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert "Brew" in text
    assert "Legal plays" in text
    assert "draft" in text


def test_text_of_a_finished_game(play):
    env = kingdom_v0.env(render_mode="ansi", num_players=2, max_days=1)
    env.reset(seed=1)
    play(env, np.random.default_rng(0))
    text = env.render()
    assert "Day 1 of 1" in text
    assert "Legal plays" not in text


def test_a_picture_changes_with_the_game(play):
    env = kingdom_v0.env(render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    play(env, np.random.default_rng(0), 30)
    after = env.render()
    assert before.dtype == np.uint8
    assert before.shape == after.shape
    assert not np.array_equal(before, after)


def test_without_a_render_mode_nothing_is_drawn():
    env = kingdom_v0.env()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode='ansi'"):
        assert env.render() is None


def test_a_missing_pillow_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    for name in [name for name in sys.modules if name.startswith("moonshine_env.render.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr(render, "picture", raising=False)
    env = kingdom_v0.env(render_mode="rgb_array")
    env.reset(seed=1)
    with pytest.raises(ImportError, match=r'pip install "moonshine-env\[render\]"'):
        env.render()
