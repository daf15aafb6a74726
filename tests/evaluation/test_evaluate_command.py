"""`moonshine evaluate` and `moonshine play` as they are typed."""

from __future__ import annotations

import io
import json

import pytest

from moonshine_env.cli import ExitStatus, main
from moonshine_env.replay import read, verify

pytest.importorskip("typer")
pytest.importorskip("rich")


def test_a_match_is_printed_and_written(tmp_path, capsys):
    path = tmp_path / "match.json"
    words = ["evaluate", "random", "random", "--games", "3", "--max-days", "1", "--seed", "5", "--json", str(path)]
    assert main(words) == ExitStatus.YES
    shown = capsys.readouterr().out
    assert "4 games of 2, seed 5" in shown
    assert "100.0%" in shown
    assert "day cap" in shown
    data = json.loads(path.read_text("utf-8"))
    assert (data["games"], data["seed"], data["policies"]) == (4, 5, ["random", "random"])
    assert data["standings"][0]["interval"][0] < 1
    assert [file.name for file in tmp_path.iterdir()] == ["match.json"], "nothing half-written is left"


def test_fits_a_terminal_of_80_columns(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    main(["evaluate", "random", "random", "--games", "2", "--max-days", "1"])
    lines = capsys.readouterr().out.splitlines()
    row = next(line for line in lines if "random" in line)
    assert len(row) <= 80
    assert "±" in row or row.rstrip()[-1].isdigit()
    assert "…" not in "".join(lines)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["random", "--players", "4"], "name one for each, the same as often as you like: random random random random"),
        (["random", "random", "random", "--players", "2"], "leave out random"),
        (["random"], "a table has 2 to 4 seats, not 1; name a policy for each: random random random random"),
        (["random"] * 5, "a table has 2 to 4 seats, not 5"),
        (["random", "randm"], "there is no policy 'randm'; did you mean 'random'?"),
        (["random", "random", "--game", "kingdm"], "did you mean 'kingdom'?"),
        (["random", "pack:no/such.pack"], "no/such.pack"),
        (["random", "random", "--max-days", "0"], "max_days"),
    ],
)
def test_wrong_use_is_a_sentence(words, sentence, capsys):
    assert main(["evaluate", *words]) == ExitStatus.WRONG_USE
    shown = capsys.readouterr()
    assert sentence in shown.err
    assert "Traceback" not in shown.err
    assert shown.out == ""


def test_games_must_be_a_number(capsys):
    assert main(["evaluate", "random", "random", "--games", "0"]) == ExitStatus.WRONG_USE


def test_a_person_plays_and_leaves(tmp_path, capsys, monkeypatch):
    path = tmp_path / "game.log"
    monkeypatch.setattr("sys.stdin", io.StringIO("draft\n1\n"))
    assert main(["play", "random", "--seat", "1", "--seed", "4", "--log", str(path)]) == ExitStatus.YES
    shown = capsys.readouterr().out
    assert "You left the table." in shown
    assert f"written down in {path}" in shown
    assert path.read_text("utf-8").startswith("seed 4\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["random", "--seat", "2"], "a table of 2 has the seats 0 to 1"),
        (["random"] * 4, "4 opponents are too many"),
        (["rndom"], "did you mean 'random'?"),
    ],
)
def test_wrong_use_of_play(words, sentence, capsys, tmp_path):
    assert main(["play", *words, "--log", str(tmp_path / "x.log")]) == ExitStatus.WRONG_USE
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "x.log").exists()


def test_a_game_is_saved_as_a_replay(tmp_path, capsys, monkeypatch):
    path = tmp_path / "game.json"
    monkeypatch.setattr("sys.stdin", io.StringIO("draft\n1\n"))
    words = ["play", "random", "--seat", "1", "--seed", "4", "--log", str(tmp_path / "x.log"), "--save", str(path)]
    assert main(words) == ExitStatus.YES
    assert f"Its replay is {path}" in capsys.readouterr().out
    game = read(path)
    assert (game.seed, game.names, game.result) == (4, ["random", "person"], None)
    assert len(game.plays) > 0
    assert verify(game) is None


def test_a_replay_that_is_there_is_kept(tmp_path, capsys):
    path = tmp_path / "game.json"
    path.write_text("mine", "utf-8")
    assert main(["play", "random", "--log", str(tmp_path / "x.log"), "--save", str(path)]) == ExitStatus.WRONG_USE
    assert "there is a file already" in capsys.readouterr().err
    assert path.read_text("utf-8") == "mine"
    assert not (tmp_path / "x.log").exists()


def test_a_log_that_is_there_is_kept(tmp_path, capsys):
    path = tmp_path / "x.log"
    path.write_text("mine", "utf-8")
    assert main(["play", "random", "--log", str(path)]) == ExitStatus.WRONG_USE
    assert path.read_text("utf-8") == "mine"
    assert "exists" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["evaluate", "play", "bench"])
def test_help_teaches_by_example(command, capsys):
    assert main([command, "--help"]) == ExitStatus.YES
    assert f"moonshine {command}" in capsys.readouterr().out
