"""The signature tells what the rules do: the one on file is today's, and any change of a rule changes it."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from moonshine_env import signature
from moonshine_env.kingdom.game import GAME
from moonshine_env.kingdom.game import signature as signature_on_file


@pytest.mark.lane_unjitted
def test_the_signature_on_file_is_todays():
    found = signature.count_signature(GAME)
    assert found == signature_on_file(), "run: python -m moonshine_env.signature"
    assert GAME.hashes(GAME.load_content(None))["rules"] == found


def moved(name, by):
    """Return the game with one number of its content moved."""
    content = GAME.load_content(None)
    tables = content.tables.copy()
    tables[0][name] += by
    return dataclasses.replace(GAME, load_content=lambda path: dataclasses.replace(content, tables=tables))


@pytest.mark.parametrize("name", ["start_cash", "hand_limit", "base_threat", "mark_gain"])
def test_a_moved_number_changes_it(name):
    options = {"num_players": 3, "max_days": 6}
    usual, other = (list(signature.play(game, options, 3)) for game in (GAME, moved(name, -1)))
    assert usual != other


def test_games_are_told_line_by_line():
    lines = list(signature.play(GAME, {"num_players": 2, "max_days": 1}, 0))
    assert lines[0].startswith("{")
    assert lines[1].startswith("draft ")
    assert '"ending": "day_cap"' in lines[-1]


def test_choices_are_spread():
    counts = np.bincount([signature._chosen(5, "test", k) for k in range(1000)], minlength=5)
    assert counts.min() > 150


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    file = tmp_path / "signature.txt"
    monkeypatch.setattr(signature, "signature_file", lambda game: file)
    monkeypatch.setattr(signature, "count_signature", lambda game: "0123456789abcdef")
    return file


def test_the_command_writes_and_checks(elsewhere, capsys):
    assert signature.main(["--check"]) == 1
    assert signature.main([]) == 0
    assert "nothing is on file" in capsys.readouterr().out
    assert signature.main(["--write"]) == 0
    assert elsewhere.read_text("utf-8") == "0123456789abcdef\n"
    assert signature.main(["--check"]) == 0
    elsewhere.write_text("fedcba9876543210\n", "utf-8")
    assert signature.main(["--check"]) == 1
    assert "Rules change:" in capsys.readouterr().out
