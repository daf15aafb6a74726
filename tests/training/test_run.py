"""A training run on the real game, small: its folder, what it leaves when killed, and how it goes on."""

from __future__ import annotations

import shutil

import numpy as np
import pytest
from stable_baselines3.common.save_util import load_from_zip_file

from moonshine_env import cli as moonshine
from policies.packs import make, read_pack
from training.cli import say_options
from training.config import ConfigError, check_config, read_config, write_config
from training.run import Progress, TrainingRun, make_untrained

SMALL = {
    "name": "small",
    "game": {"table_sizes": [2, 4], "options": {"max_days": 2}},
    "schedule": {"decisions": 1_200, "checkpoint_every": 500, "keep_checkpoints": 2},
    "rollout": {"games": 8, "decisions": 400},
    "network": {"hidden": [16]},
    "learner": {"batch_size": 200, "epochs": 1, "device": "cpu"},
    "reward": {"shaping": {"respect": 0.05}},
    "opponents": [{"policy": "random", "share": 0.2}, {"policy": "past", "share": 0.2}],
    "evaluation": {"every": 500, "games": 4, "final_games": 4},
}


def make_config(**sections: dict) -> object:
    return check_config({**SMALL, **{name: {**SMALL.get(name, {}), **rows} for name, rows in sections.items()}}, "here")


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A run that went to its end: its folder, and what it reported."""
    folder = tmp_path_factory.mktemp("runs") / "small"
    reports: list[tuple[int, float, str]] = []
    run = TrainingRun(make_config(), folder)
    run.train(lambda progress: reports.append((progress.decisions, progress.fraction, progress.note)))
    return folder, reports


def test_folder_of_a_run(finished):
    folder, _ = finished
    assert read_config(folder / "config.toml") == make_config()
    assert list((folder / "tensorboard").glob("events.*"))
    zips, packs = (sorted((folder / "checkpoints").glob(f"*.{kind}")) for kind in ("zip", "pack"))
    assert [path.stem for path in zips] == [path.stem for path in packs]
    assert len(zips) == 2
    assert not list(folder.rglob(".*"))  # nothing half-written


def test_what_a_run_reports(finished):
    _, reports = finished
    decisions, fractions, notes = zip(*reports, strict=True)
    assert list(decisions) == sorted(decisions)
    assert decisions[-1] >= SMALL["schedule"]["decisions"]
    assert fractions[-1] == 1
    assert any("of 4 games against random, random, random" in note for note in notes)


def test_pack_of_a_run(finished):
    folder, _ = finished
    manifest = read_pack(folder / "small.pack").manifest
    assert manifest.num_players == [2, 4]
    assert manifest.training["config"]["name"] == "small"
    assert manifest.training["decisions"] >= SMALL["schedule"]["decisions"]
    assert "torch" in manifest.training["versions"]
    assert manifest.strength[-1]["games"] == 4
    assert manifest.strength[-1]["opponents"] == ["random"] * 3
    low, high = manifest.strength[-1]["interval"]
    assert 0 <= low <= manifest.strength[-1]["win_share"] <= high <= 1
    make(str(folder / "small.pack"))


def test_an_untrained_pack_is_the_trained_ones_beginning(finished, tmp_path):
    folder, _ = finished
    trained = read_pack(folder / "small.pack")
    manifest, tensors = make_untrained(trained.manifest)
    fresh = TrainingRun(make_config(), tmp_path / "fresh")
    fresh.close()
    np.testing.assert_array_equal(tensors["hidden.0.weight"], fresh.export()["hidden.0.weight"])
    assert manifest.training["decisions"] == 0
    assert (tensors["policy.weight"] != trained.tensors["policy.weight"]).any()


def test_the_same_seed_trains_the_same_pack(tmp_path):
    config = make_config(schedule={"decisions": 500}, evaluation={"every": 0, "final_games": 0})
    packs = [read_pack(TrainingRun(config, tmp_path / name).train()) for name in ("one", "two")]
    assert packs[0].manifest.weights_sha256 == packs[1].manifest.weights_sha256
    other = check_config({**config.model_dump(), "seed": 1}, "here")
    third = read_pack(TrainingRun(other, tmp_path / "three").train())
    assert third.manifest.weights_sha256 != packs[0].manifest.weights_sha256


def stop_after(updates: int) -> object:
    """Make a report that stops the run as Ctrl-C would."""
    left = [updates]

    def report(_: Progress) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt

    return report


def test_a_stopped_run_goes_on_where_it_was(tmp_path):
    folder = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        TrainingRun(make_config(), folder).train(stop_after(2))
    newest = sorted((folder / "checkpoints").glob("*.zip"))[-1]
    before = read_pack(newest.with_suffix(".pack"))
    assert not (folder / "small.pack").exists()

    run = TrainingRun(make_config(), folder, resume=True)
    np.testing.assert_array_equal(run.export()["policy.weight"], before.tensors["policy.weight"])
    assert run.progress.decisions == before.manifest.training["decisions"]
    assert run.progress.strength == before.manifest.strength
    _, saved, _ = load_from_zip_file(newest)
    moments = saved["policy.optimizer"]["state"][0]["exp_avg"]
    np.testing.assert_array_equal(run._model.policy.optimizer.state_dict()["state"][0]["exp_avg"], moments)
    assert np.abs(moments.numpy()).max() > 0
    counts: list[int] = []
    run.train(lambda progress: counts.append(progress.decisions))
    assert counts[0] > before.manifest.training["decisions"]
    after = read_pack(folder / "small.pack").manifest
    assert after.training["decisions"] >= SMALL["schedule"]["decisions"]
    assert after.training["seconds"] > before.manifest.training["seconds"]


def test_a_run_killed_before_its_first_checkpoint_begins_anew(tmp_path):
    folder = tmp_path / "run"
    TrainingRun(make_config(), folder).close()
    run = TrainingRun(make_config(), folder, resume=True)
    assert run.progress.decisions == 0
    run.close()


def test_a_zip_without_its_pack_is_passed_over(tmp_path):
    """Checkpoints are written pack first; what a kill or a full disk left is not gone on from."""
    folder = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        TrainingRun(make_config(), folder).train(stop_after(2))
    (folder / "checkpoints" / "000099999999.zip").write_bytes(b"half a zip")
    run = TrainingRun(make_config(), folder, resume=True)
    assert 0 < run.progress.decisions < 99_999_999
    run.close()


@pytest.mark.parametrize("share", [0.02, 0.5, 0.99])
@pytest.mark.parametrize("kind", ["zip", "pack"])
def test_a_damaged_checkpoint_is_named_and_the_next_older_one_taken(finished, tmp_path, kind, share):
    folder = tmp_path / "run"
    shutil.copytree(finished[0], folder)
    *_, older, newest = sorted((folder / "checkpoints").glob("*.zip"))
    damaged = newest.with_suffix(f".{kind}")
    damaged.write_bytes(damaged.read_bytes()[: int(share * damaged.stat().st_size)])
    run = TrainingRun(make_config(), folder, resume=True)
    run.close()
    assert run.progress.decisions == int(older.stem)
    assert str(newest) in run.progress.note
    assert str(older) in run.progress.note
    assert newest.with_name(f"{newest.name}.damaged").exists()
    assert not newest.exists(), "it would count as the newest to keep"


def test_a_run_whose_checkpoints_are_all_damaged(finished, tmp_path, monkeypatch, capsys):
    folder = tmp_path / "run"
    shutil.copytree(finished[0], folder)
    for path in (folder / "checkpoints").glob("*.zip"):
        path.write_bytes(b"")
    assert moonshine.main(["train", "--resume", "--out", str(folder)]) == 2
    assert "none to go on from" in capsys.readouterr().err
    assert len(list((folder / "checkpoints").glob("*.zip"))) == 2


def test_runs_that_cannot_begin(tmp_path, finished):
    folder, _ = finished
    with pytest.raises(ConfigError, match="holds a run already; go on with it by --resume"):
        TrainingRun(make_config(), folder)
    with pytest.raises(ConfigError, match="holds no run to resume"):
        TrainingRun(make_config(), tmp_path / "empty", resume=True)
    with pytest.raises(ConfigError) as caught:
        TrainingRun(make_config(network={"hidden": [32]}, learner={"gamma": 0.5}), folder, resume=True)
    said = str(caught.value)
    assert "was trained with network.hidden = [16], learner.gamma = 1.0; the config now says" in said
    assert "batch_size" not in said
    for sections, words in (
        ({"evaluation": {"opponents": ["gredy", "random", "random"]}}, "evaluation.opponents: .* mean 'greedy'"),
        ({"evaluation": {"opponents": ["past", "random", "random"]}}, "'past' is met in training alone"),
        ({"game": {"table_sizes": [2], "options": {"variant": "blood_oath"}}}, "at a table of 2: variant='blood_oath'"),
        ({"game": {"options": {"max_dais": 3}}}, "did you mean 'max_days'"),
        ({"reward": {"shaping": {"respekt": 1.0}}}, "did you mean 'respect'"),
    ):
        with pytest.raises(ValueError, match=words):
            TrainingRun(make_config(**sections), tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_device_that_is_not_there_is_no_run(tmp_path, monkeypatch):
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    for device in ("cuda", "cuda:1"):
        with pytest.raises(ConfigError, match=f"learner.device = '{device}': torch finds no GPU here"):
            TrainingRun(make_config(learner={"device": device}), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_place_that_is_no_folder_is_no_run(tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(ConfigError, match="is a file; the run needs a folder"):
        TrainingRun(make_config(), tmp_path / "file")
    with pytest.raises(ValueError, match="is a file, not a folder"):
        TrainingRun(make_config(), tmp_path / "file" / "deep")


def test_what_a_run_works_on_may_change(finished, tmp_path):
    folder = tmp_path / "run"
    shutil.copytree(finished[0], folder)
    run = TrainingRun(make_config(learner={"device": "auto"}, rollout={"threads": 2}), folder, resume=True)
    run.close()
    assert run.progress.decisions > 0


def test_hints_name_the_game_that_was_trained():
    options = {"cooperation": False, "variant": "blood_oath", "max_days": 3}
    assert say_options(make_config(game={"table_sizes": [4], "options": options})) == (
        " --no-cooperation --variant blood_oath --max-days 3"
    )


def test_time_can_end_a_run(tmp_path):
    config = make_config(schedule={"decisions": 10**9, "minutes": 0.001}, evaluation={"every": 0, "final_games": 0})
    run = TrainingRun(config, tmp_path / "run")
    run.train()
    assert run.progress.decisions < 5_000


# ---- the command


def test_train_command(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    config = tmp_path / "small.toml"
    source = read_config_text()
    config.write_text(source, "utf-8")
    words = ["train", "--config", str(config), "--set", "schedule.decisions=400"]
    assert moonshine.main(words) == 0
    assert (tmp_path / "runs" / "small" / "small.pack").exists()
    assert "moonshine evaluate pack:runs/small/small.pack" in capsys.readouterr().out
    assert moonshine.main(words) == 2
    assert "--resume" in capsys.readouterr().err
    assert moonshine.main(["train", "--resume", "--out", "runs/small", "--set", "schedule.decisions=800"]) == 0
    assert read_pack(tmp_path / "runs" / "small" / "small.pack").manifest.training["decisions"] >= 800


def read_config_text() -> str:
    return write_config(make_config(evaluation={"every": 0, "final_games": 0}))


def test_train_command_says_what_is_wrong(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.toml").write_text("name = 'bad'\n[learner]\ngama = 1.0\n", "utf-8")
    assert moonshine.main(["train", "--config", "bad.toml"]) == 2
    assert "bad.toml: there is no key 'learner.gama'; did you mean 'learner.gamma'?" in capsys.readouterr().err
    assert moonshine.main(["train", "--config", "none.toml"]) == 2
    assert "none.toml: No such file" in capsys.readouterr().err
    assert moonshine.main(["train"]) == 2
    assert "which config?" in capsys.readouterr().err
    assert not (tmp_path / "runs").exists()
