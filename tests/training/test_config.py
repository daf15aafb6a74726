"""Configs: errors name the file, the key and what would be right; what is written is read back; docs list every key."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from training.config import ConfigError, check_config, config_rows, read_config, write_config

ROOT = Path(__file__).resolve().parents[2]
CONFIGS = sorted((ROOT / "configs").glob("*.toml"))


@pytest.fixture
def refuse(tmp_path):
    def read(text: str, *settings: str) -> str:
        path = tmp_path / "some.toml"
        path.write_text(text, "utf-8")
        with pytest.raises(ConfigError) as caught:
            read_config(path, settings)
        assert str(path) in str(caught.value) or "--set" in str(caught.value)
        return str(caught.value)

    return read


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_our_own_configs_are_sound_and_complete(path):
    config = read_config(path)
    assert config.name == path.stem
    assert check_config(tomllib.loads(write_config(config)), "again") == config


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nmae = 'x'", "there is no key 'nmae'; did you mean 'name'?"),
        ("name = 'x'\n[learner]\nlerning_rate = 1.0", "'learner.lerning_rate'; did you mean 'learner.learning_rate'?"),
        ("name = 'x'\n[lerner]\ngamma = 1.0", "there is no key 'lerner'; did you mean 'learner'?"),
        (
            "name = 'x'\n[[opponents]]\npolcy = 'greedy'\nshare = 0.1",
            "'opponents.0.polcy'; did you mean 'opponents.0.policy'?",
        ),
        ("name = 'x'\n[game]\nzzz = 1", "there are: id, table_sizes, options"),
    ],
)
def test_a_misspelt_key_names_the_nearest(refuse, text, said):
    answer = refuse(text)
    assert said in answer
    assert "missing" not in answer


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("seed = 1", "the key 'name' is missing"),
        ("name = 'a/b'", "name = 'a/b'"),
        ("name = 'x'\n[learner]\ngamma = 1.5", "learner.gamma = 1.5: expected a number above 0 and at most 1"),
        ("name = 'x'\n[learner]\nepochs = '3'", "learner.epochs = '3': expected a whole number"),
        ("name = 'x'\n[rollout]\ngames = 64\ndecisions = 100", "at least 16 for each of the 64 games"),
        ("name = 'x'\n[game]\noptions = { num_players = 3 }", "num_players is not set here, but by game.table_sizes"),
        ("name = 'x'\n[game]\ntable_sizes = [4, 4]", "a table size is given twice"),
        ("name = 'x'\n[game]\nid = 'chess'", "game.id = 'chess'"),
        (
            "name = 'x'\n" + "[[opponents]]\npolicy = 'random'\nshare = 0.6\n" * 2,
            "the shares add up to more than 1",
        ),
        ("name = ", "is no TOML"),
        ("name = 'x'\n[schedule]\ndecisions = 0", "schedule.decisions = 0: expected a number of at least 1"),
        ("name = 'x'\n[learner]\nentropy = inf", "learner.entropy = inf: expected a finite number"),
        ("name = 'x'\n[learner]\ndevice = 'gpu'", "learner.device = 'gpu': expected cpu, cuda, cuda with a number"),
        ("name = 'x'\n[network]\nhidden = [8, 0]", "network.hidden: a layer is at least 1 wide, not 0"),
        ("name = 'x'\n[network]\nhidden = []", "network.hidden: expected at least 1 in the list"),
        ("name = 'x'\n[network]\nhidden = 8", "network.hidden = 8: expected a list in brackets"),
        ("name = 'x'\n[evaluation]\nopponents = [3]", "evaluation.opponents.0 = 3: expected a text in quotes"),
        ("name = 'x'\nlearner = 3", "learner = 3: expected a table"),
        ("name = 'x'\n[game]\ntable_sizes = [5]", "game.table_sizes: a table has 2 to 4 players, not 5"),
        ("name = 'x'\n[reward]\nkind = 'places'", "reward.kind = 'places': expected 'placement', 'win' or 'margin'"),
        (
            "name = 'x'\n[evaluation]\nopponents = ['random']",
            'a table of 2, which is none of game.table_sizes = [4]; write opponents = ["random", "random", "random"]',
        ),
    ],
)
def test_values_that_do_not_fit(refuse, text, said):
    answer = refuse(text)
    assert said in answer
    assert "nput should" not in answer, "the words of a library"


def test_opponents_left_out_fill_the_largest_table():
    config = check_config({"name": "x", "game": {"table_sizes": [3, 2]}}, "here")
    assert config.rivals() == ["random", "random"]


def test_settings_are_laid_over_the_file(tmp_path):
    path = tmp_path / "some.toml"
    path.write_text("name = 'x'\n[learner]\ngamma = 0.5", "utf-8")
    config = read_config(path, ["learner.gamma=0.99", "network.hidden=[8, 8]", "name=other", "reward.shaping.cash=0.5"])
    assert (config.learner.gamma, config.network.hidden, config.name) == (0.99, [8, 8], "other")
    assert config.reward.shaping == {"cash": 0.5}


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("learner.gama=1.0", "did you mean 'learner.gamma'?"),
        ("gamma", "expected key=value"),
        ("name.x=1", "name is no table"),
    ],
)
def test_settings_that_do_not_fit(refuse, setting, said):
    assert said in refuse("name = 'x'", setting)


def test_every_kind_of_value_is_written_back():
    config = check_config(
        {
            "name": "x",
            "game": {"options": {"max_days": 3, "content": 'a "quoted" path'}},
            "reward": {"shaping": {"respect": 0.05, "cash": 1}},
            "opponents": [{"policy": "greedy", "share": 0.25}, {"policy": "past", "share": 0.5}],
        },
        "here",
    )
    assert check_config(tomllib.loads(write_config(config)), "again") == config


def test_docs_list_every_key():
    page = (ROOT / "docs" / "training.md").read_text("utf-8")
    for key, default, meaning in config_rows():
        assert f"| `{key}` | {f'`{default}`' if default else 'must be given'} | {meaning} |" in page, (
            f"docs/training.md does not say so of {key}; renew its table by: python -m training.config"
        )
