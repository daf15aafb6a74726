"""The demonstration, small: it trains, measures, writes down what it measured, and meets the pack without torch."""

from __future__ import annotations

from policies.packs import read_pack
from tests.training.test_run import make_config
from training import demo
from training.config import write_config


def test_demo(tmp_path, monkeypatch, capfd):
    config = tmp_path / "small.toml"
    config.write_text(write_config(make_config(schedule={"decisions": 400}, evaluation={"every": 0, "final_games": 0})))
    monkeypatch.setattr(demo, "CONFIG", config)
    folder = tmp_path / "run"
    demo.main(["--games", "8", "--greedy-games", "4", "--out", str(folder)])
    said = capfd.readouterr().out
    assert "8 games of 4" in said
    assert "Wins against three random players: untrained" in said
    assert "Loaded in this process: none of torch" in said
    strength = read_pack(folder / "small.pack").manifest.strength
    assert [(row["opponents"][0], row["games"]) for row in strength] == [("random", 8), ("greedy", 4)]
    untrained = read_pack(folder / "untrained.pack").manifest
    assert untrained.training["decisions"] == 0
    assert untrained.strength == []


def test_runs_have_folders_of_their_own(tmp_path):
    assert demo.free_folder(tmp_path / "demo") == tmp_path / "demo"
    (tmp_path / "demo").mkdir()
    (tmp_path / "demo_2").mkdir()
    assert demo.free_folder(tmp_path / "demo") == tmp_path / "demo_3"
