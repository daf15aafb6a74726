"""Tables made from the code: in the docs as they are now, and true of what games do."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from moonshine_env import kingdom_v0
from moonshine_env.cli import main
from moonshine_env.kingdom.actions import COUNT, FAMILIES, NUM_ACTIONS
from moonshine_env.kingdom.decisions import DECISIONS
from moonshine_env.kingdom.game import GAME
from moonshine_env.kingdom.vocab import DECISION_IDS

pytest.importorskip("typer")
from moonshine_env import describe  # needs typer

PAGE = describe.DOCS / "kingdom.md"
CONTENT = GAME.load_content(None)


# ---- docs


def test_tables_of_the_pages_are_current():
    tables = []
    for name in describe.PAGES:
        text = (describe.DOCS / name).read_text("utf-8")
        assert describe.renew_tables(text, GAME) == text, "run: python -m moonshine_env.describe"
        tables += re.findall(r"<!-- table: (\w+) -->", text)
    assert sorted(tables) == sorted(describe.TABLES)


def test_stale_tables_are_found():
    text = PAGE.read_text("utf-8")
    assert "| `plays_per_day` | `25`, 1 to 99 |" in text
    stale = text.replace("| `plays_per_day` | `25`, 1 to 99 |", "| `plays_per_day` | `24`, 1 to 99 |")
    assert describe.renew_tables(stale, GAME) == text


def examples(page):
    return re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)


PAGES = [page for page in sorted([*describe.DOCS.glob("*.md"), describe.DOCS.parent / "README.md"]) if examples(page)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_of_the_pages_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in examples(page):
        exec(compile(block, page.name, "exec"), names)


def test_pages_with_examples_are_found():
    assert {page.name for page in PAGES} >= {
        "README.md",
        "kingdom.md",
        "kingdom_position.md",
        "playing.md",
        "replay.md",
    }


def test_defaults_in_the_table_of_options_are_the_codes():
    first = {
        row["option"].strip("`"): row["values, default first"].split(", ")[0].strip("`")
        for row in describe.option_rows(GAME, CONTENT)
    }
    env = kingdom_v0.raw_env()
    rules = dict(zip(("num_players", "max_days", "plays_per_day"), env.settings.rules.tolist(), strict=False))
    for name, value in rules.items():
        assert first[name] == str(value)
    assert first["reward"] == f'"{env.settings.reward}"'
    assert first["skip_forced"] == str(env.settings.skip_forced)
    assert first["observation_dtype"] == f'"{env.settings.observation_dtype.name}"'
    assert first["render_mode"] == str(env.settings.render_mode)


# ---- tables


def test_action_rows_cover_all_ids_once():
    rows = describe.action_rows(GAME, CONTENT)
    ids = [
        number for row in rows for number in range(int(row["ids"].split("-")[0]), int(row["ids"].split("-")[-1]) + 1)
    ]
    assert ids == list(range(NUM_ACTIONS))
    table = GAME.action_table(CONTENT)
    for row in rows:
        assert table.families[table.parse(row["example"])] == row["family"]


def test_observation_rows_cover_all_features_once():
    rows = describe.observation_rows(GAME, CONTENT)
    spans = [tuple(map(int, (row["features"].split("-")[0], row["features"].split("-")[-1]))) for row in rows]
    assert [n for first, last in spans for n in range(first, last + 1)] == list(range(GAME.num_features))


def test_decisions_are_those_of_the_rules():
    assert tuple(row.name for row in DECISIONS) == DECISION_IDS
    known = {name for name, _, _ in FAMILIES}
    named = {family for row in DECISIONS for family in row.families}
    assert named == known


def test_families_at_each_decision_are_those_of_the_table():
    table = GAME.action_table(CONTENT)
    families = {row.name: set(row.families) for row in DECISIONS}
    met = set()
    rng = np.random.default_rng(1)
    for seed in range(3):
        env = kingdom_v0.raw_env(num_players=2 + seed, max_days=8, skip_forced=False)
        env.reset(seed=seed)
        while not env.terminations["player_0"]:
            legal = np.flatnonzero(env.last()[0]["action_mask"])
            found = {table.families[action] for action in legal}
            assert found <= families[env.decision], env.decision
            met.add(env.decision)
            # By family first: rare Plays come up too.
            family = sorted(found)[rng.integers(len(found))]
            members = [action for action in legal if table.families[action] == family]
            env.step(members[rng.integers(len(members))])
    assert len(met) > 12


# ---- the command


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("rules actions", "lay_low"),
        ("rules actions --family fold", "fold bowery"),
        ("rules observation", "own_seat"),
        ("rules decisions", "standoff"),
        ("rules options", "skip_forced"),
        ("rules rulings", "K5.2"),
    ],
)
def test_moonshine_rules(words, wanted, capsys):
    assert main(words.split()) == 0
    assert wanted in capsys.readouterr().out


def test_moonshine_rules_writes_json(tmp_path, capsys):
    file = tmp_path / "fold.json"
    assert main(["rules", "actions", "--family", "fold", "--json", str(file)]) == 0
    rows = json.loads(file.read_text("utf-8"))
    assert len(rows) == COUNT["fold"]
    assert rows[0]["name"].startswith("fold ")


@pytest.mark.parametrize("topic", ["actions", "observation", "decisions", "options", "rulings"])
def test_moonshine_rules_writes_no_marks_of_the_docs(topic, tmp_path, capsys):
    file = tmp_path / "rows.json"
    assert main(["rules", topic, "--json", str(file)]) == 0
    assert "`" not in file.read_text("utf-8") + capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("rules actions --family flod", "there is no family of actions 'flod'"),
        ("rules decisions --family fold", "--family is for"),
        ("rules actions --game kindgom", "did you mean 'kingdom'?"),
        ("rules dice", "'actions', 'observation', 'decisions', 'options', 'rulings'"),
    ],
)
def test_moonshine_rules_refuses(words, wanted, capsys):
    assert main(words.split()) == 2
    assert wanted in " ".join(capsys.readouterr().err.split())


def test_every_config_is_listed_in_its_page():
    listed = re.findall(r"^\| `(kingdom_\w+)` \|", (describe.DOCS / "training.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(path.stem for path in (describe.DOCS.parent / "configs").glob("*.toml"))
