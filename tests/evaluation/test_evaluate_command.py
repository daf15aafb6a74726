"""`moonshine evaluate` and `moonshine play` as they are typed."""

from __future__ import annotations

import io
import json

import pytest

from moonshine_env.cli import ExitStatus, main
from moonshine_env.replay import read, verify
from policies.random_policy import RandomPolicy

pytest.importorskip("typer")
pytest.importorskip("rich")
from rich.console import Console

from evaluation.commands.match import print_result
from evaluation.match import play_match
from evaluation.results import read_results


def test_a_match_is_printed_and_written(tmp_path, capsys):
    path = tmp_path / "match.json"
    words = ["evaluate", "random", "random", "--games", "3", "--max-days", "1", "--seed", "5", "--json", str(path)]
    assert main(words) == ExitStatus.YES
    shown = capsys.readouterr().out
    assert "4 games of 2, seed 5" in shown
    assert "100.0%" in shown
    assert "day cap" in shown
    data = json.loads(path.read_text("utf-8"))
    assert (data["games"], data["seed"], data["policies"]) == (4, 5, ["random"])
    assert data["standings"][0]["interval"][0] < 1
    assert [file.name for file in tmp_path.iterdir()] == ["match.json"], "nothing half-written is left"


@pytest.mark.parametrize("width", [50, 60, 80, 120, 200])
def test_result_is_whole_in_any_terminal(width):
    policies = [RandomPolicy(), RandomPolicy()]
    result = play_match(policies * 2, 8, names=["random", "pack:runs/one.pack"] * 2, max_days=2)
    out = io.StringIO()
    print_result(result, Console(file=out, width=width))
    lines = out.getvalue().splitlines()
    assert any("random" in line for line in lines)
    for row in result.standings():
        for mean, error in ((row.place, row.place_error), (row.respect, row.respect_error)):
            assert any(f"{mean:.2f} ± {error:.2f}" in line for line in lines)
    if width >= 120:
        assert all(len(line) <= width for line in lines)
        assert any("random" in line and "±" in line for line in lines), "a row is one line where that fits"


def test_what_is_piped_is_not_cut(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    main(["evaluate", "random", "random", "--games", "4", "--max-days", "1"])
    (row,) = [line for line in capsys.readouterr().out.splitlines() if "random" in line]
    assert row.count("±") == 3
    assert "…" not in row


@pytest.mark.parametrize("words", [["evaluate", "random", "random"], ["bench"], ["rules", "options"]])
def test_where_nothing_can_be_written_is_said_before_the_work(words, capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("evaluation.commands.match.run_match", None)
    monkeypatch.setattr("evaluation.speed.bench.run_bench", None)
    assert main([*words, "--json", str(tmp_path)]) == ExitStatus.WRONG_USE
    shown = capsys.readouterr()
    assert f"--json {tmp_path}: that is a folder; name a file in it" in shown.err
    assert shown.out == ""


@pytest.mark.parametrize("option", ["--save", "--log"])
def test_where_a_game_cannot_be_written_is_said_before_it(option, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["play", "random", option, str(tmp_path)]) == ExitStatus.WRONG_USE
    assert f"{option} {tmp_path}: that is a folder" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_options_reach_the_game(monkeypatch, capsys):
    given = []

    def stop(plan, *_: object, **__: object) -> None:
        given.append(plan)
        raise KeyboardInterrupt

    monkeypatch.setattr("evaluation.commands.match.run_match", stop)
    words = ["--no-cooperation", "--variant", "blood_oath", "--max-days", "3", "--option", "plays_per_day=9"]
    main(["evaluate", *["random"] * 4, *words, "--seating", "all", "--assign", "mobs", "--seed", "4"])
    assert given[0].options == {"cooperation": False, "variant": "blood_oath", "max_days": 3, "plays_per_day": 9}
    assert (given[0].seating, given[0].assign, given[0].seed) == ("all", "mobs", 4)
    main(["evaluate", "random", "random"])
    assert given[1].options == {}, "left out: the environment's own defaults"


def test_a_person_plays_the_game_that_was_asked_for(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    path = tmp_path / "game.json"
    words = ["play", "random", "random", "random", "--variant", "blood_oath", "--no-cooperation", "--save", str(path)]
    assert main([*words, "--log", str(tmp_path / "x.log")]) == ExitStatus.YES
    options = read(path).options
    assert (options["variant"], options["cooperation"]) == ("blood_oath", False)


@pytest.mark.parametrize("forced", [False, True])
def test_boards_are_in_colour_only_where_asked_for(tmp_path, monkeypatch, capsys, forced):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    if forced:
        monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    main(["play", "random", "--seed", "1", "--log", str(tmp_path / "x.log")])
    assert ("\033[" in capsys.readouterr().out) is forced


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
        (["random", "random", "--seating", "rotation"], "--seating 'rotation' is not known; did you mean 'rotations'?"),
        (["random", "random", "--assign", "deal"], "did you mean 'dealt'?"),
        (["random", "random", "--by", "mobs"], "--by 'mobs' is not known; did you mean 'mob'?"),
        (["random", "random", "--jobs", "9999"], "--jobs 9999 is too many for"),
        (["random", "random", "--option", "max_days"], "write NAME=VALUE"),
        (["random", "random", "--option", "plays_per_dai=3"], "plays_per_day"),
        (["random", "random", "--max-days", "3", "--option", "max_days=4"], "max_days was given already, as 3"),
    ],
)
def test_wrong_use_is_a_sentence(words, sentence, capsys):
    assert main(["evaluate", *words]) == ExitStatus.WRONG_USE
    shown = capsys.readouterr()
    assert sentence in shown.err
    assert "Traceback" not in shown.err
    assert shown.out == ""


def test_a_match_is_kept_listed_and_replayed(tmp_path, capsys):
    file, replay = tmp_path / "a.match", tmp_path / "game.json"
    words = ["match", "random", "blunders:0.5:random", "--max-days", "1", "--games", "4", "--jobs", "1"]
    assert main([*words, "--out", str(file), "--by", "mob", "--by", "seat"]) == ExitStatus.YES
    shown = capsys.readouterr().out
    assert "by mob" in shown
    assert "by seat" in shown
    assert f"moonshine report {file}" in shown
    assert len(read_results(file).records) == 4
    assert main(["games", str(file), "--limit", "3"]) == ExitStatus.YES
    assert "... and 1 more" in capsys.readouterr().out
    assert main(["games", str(file), "--game", "3", "--save", str(replay)]) == ExitStatus.YES
    assert verify(read(replay)) is None
    assert read(replay).names == ["blunders:0.5:random", "random"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["no.match"], "no.match"),
        (["a.match", "--game", "9"], "has no game of that number; the last is 1"),
        (["a.match", "--save", "x.json"], "--save needs --game ID"),
    ],
)
def test_games_that_are_not_there(words, sentence, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    main(["match", "random", "random", "--max-days", "1", "--games", "2", "--jobs", "1", "--out", "a.match"])
    capsys.readouterr()
    assert main(["games", *words]) == ExitStatus.WRONG_USE
    assert sentence in capsys.readouterr().err


def test_no_output_overwrites_an_input_or_another_output(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    match = ["match", "random", "random", "--max-days", "1", "--games", "2", "--jobs", "1"]
    assert main([*match, "--out", "a.match"]) == ExitStatus.YES
    (tmp_path / "a.html").write_bytes((tmp_path / "a.match").read_bytes())
    before = (tmp_path / "a.match").read_bytes()
    capsys.readouterr()
    for words in (
        [*match, "--out", "b.match", "--json", "./b.match"],
        ["games", "a.match", "--game", "0", "--save", "a.match"],
        ["report", "a.match", "--out", "a.match"],
        ["report", "a.html"],
        ["report", "a.match", "--json", "a.html"],
        ["regress", "--candidate", "random", "--baseline", "random", "--json", "x", "--junit", "x"],
    ):
        assert main(words) == ExitStatus.WRONG_USE, words
        assert "which would be lost; name another" in capsys.readouterr().err
    assert (tmp_path / "a.match").read_bytes() == before
    assert (tmp_path / "a.html").read_bytes() == before
    assert not (tmp_path / "b.match").exists()


def test_json_of_one_block_has_no_nan(tmp_path, capsys):
    path = tmp_path / "x.json"
    words = ["evaluate", "random", "blunders:0.5:random", "--max-days", "1", "--games", "2", "--jobs", "1"]
    assert main([*words, "--json", str(path)]) == ExitStatus.YES
    assert "NaN" not in path.read_text("utf-8")
    assert json.loads(path.read_text("utf-8"))["standings"][0]["place_error"] is None
    assert "nan" not in capsys.readouterr().out


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
    assert f"--log {path}: there is a file already; name another" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["evaluate", "play", "bench"])
def test_help_teaches_by_example(command, capsys):
    assert main([command, "--help"]) == ExitStatus.YES
    assert f"moonshine {command}" in capsys.readouterr().out
