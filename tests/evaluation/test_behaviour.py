"""Telling positions: sound, open, true to the rules; what policies are asked, and how it is counted."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import numpy as np
import pytest

import policies
from evaluation.behaviour import BehaviourError, ask, open_decision, read_positions, report
from evaluation.positions import VERDICTS, find_position, fits
from moonshine_env.kingdom.actions import action_table
from moonshine_env.kingdom.casework import Table
from moonshine_env.kingdom.tables import load_content

POSITIONS = read_positions()
RULES = (Path(__file__).parents[2] / "docs" / "rules.md").read_text("utf-8")
NAMES = action_table(load_content(None)).names

by_id = pytest.mark.parametrize("position", POSITIONS, ids=[position.id for position in POSITIONS])


class Plays:
    """Plays the given names in turn, row by row, where they are legal; keeps what it was asked."""

    def __init__(self, *names: str) -> None:
        self.actions = [NAMES.index(name) for name in names]
        self.seen = None

    def act(self, seats, rng):
        self.seen = seats
        return np.resize(np.array(self.actions), len(seats))


def write(folder: Path, text: str, name: str = "topic.toml") -> Path:
    (folder / name).write_text(text, "utf-8")
    return folder


# ---- the fixed set


@by_id
def test_a_position_is_sound_and_its_decision_open(position):
    decision = open_decision(position)
    assert len(decision.verdicts) >= 2
    assert set(np.flatnonzero(decision.mask)) == set(decision.verdicts)
    found = set(decision.verdicts.values())
    assert "bad" in found, "it names a mistake, or every answer would pass"
    assert found - {"bad"}, "it can be answered well"


@by_id
def test_why_names_rules_that_there_are(position):
    numbers = re.findall(r"K\d+\.\d+", position.why)
    assert numbers
    for number in numbers:
        assert re.search(rf"\*\*{re.escape(number)}\b", RULES), number


@pytest.mark.parametrize(
    ("position", "line"),
    [(position, line) for position in POSITIONS for line in position.lines],
    ids=[f"{position.id} {k}" for position in POSITIONS for k, _ in enumerate(position.lines, 1)],
)
def test_lines_lead_where_they_say(position, line):
    Table(position.given, line.dice).play(*line.do).end(**line.expect)


@by_id
def test_lines_begin_with_a_play_that_is_judged(position):
    for line in position.lines:
        assert any(position.judge(step.partition(":")[2].strip()) in ("good", "bad") for step in line.do[:1])


def test_the_set_is_broad():
    assert len(POSITIONS) >= 25
    assert len({position.topic for position in POSITIONS}) >= 8
    assert len({open_decision(position).kind for position in POSITIONS}) >= 15
    assert sum(bool(position.lines) for position in POSITIONS) >= 0.9 * len(POSITIONS)


def test_greedy_makes_few_mistakes_and_random_many():
    # What greedy gets wrong stays visible in the report; a position that it fails for no fault of its own would be a
    # fault of the position.
    result = report({"greedy": policies.load("greedy")}, samples=1)
    assert result["scores"]["greedy"] >= 0.9
    assert 0.3 < result["uniform"]["score"] < 0.7


# ---- verdicts


@pytest.mark.parametrize(
    ("pattern", "name", "expected"),
    [
        ("fold", "fold jamaica", True),
        ("fold", "folder", False),
        ("fold jamaica", "fold", False),
        ("move * westerleigh", "move bowery westerleigh", True),
        ("move * westerleigh", "move westerleigh bowery", False),
        ("*", "lay_low", True),
        ("hire 1", "hire 10", False),
    ],
)
def test_patterns_are_words(pattern, name, expected):
    assert fits(pattern, name) is expected


OFFER = '{ decision = "answer", player = "irish", give = "cash 500", want = "nothing" }'
OFFERED = f'given = {{ turn = "vipers", stack = [{OFFER}] }}'


def one(tmp_path, marks: str):
    write(tmp_path, f'[[position]]\nid = "x"\ntitle = "x"\nwhy = "K9.8"\n{marks}\n{OFFERED}\n')
    return read_positions(tmp_path)[0]


def test_the_pattern_that_names_most_words_counts(tmp_path):
    position = one(tmp_path, 'good = ["assault courage"]\nbad = ["assault", "*"]\nneutral = ["offer"]')
    assert [position.judge(name) for name in ("assault courage gin", "assault", "offer irish", "lay_low")] == [
        "good",
        "bad",
        "neutral",
        "bad",
    ]


def test_what_nothing_names_is_neutral(tmp_path):
    assert one(tmp_path, 'good = ["accept"]').judge("decline") == "neutral"


def test_a_play_cannot_be_good_and_bad(tmp_path):
    with pytest.raises(BehaviourError, match="'accept' is named as bad and as good"):
        open_decision(one(tmp_path, 'good = ["accept"]\nbad = ["accept"]'))


# ---- asking


def test_answers_are_counted(tmp_path):
    position = one(tmp_path, 'good = ["accept"]\nbad = ["decline"]')
    policy = Plays("accept", "accept", "accept", "decline")
    answer = ask(policy, position, samples=8)
    assert answer.plays == {"accept": 6, "decline": 2}
    assert answer.shares() == {"good": 0.75, "neutral": 0.0, "bad": 0.25}
    assert answer.top(1) == [{"play": "accept", "share": 0.75, "verdict": "good"}]


def test_a_policy_is_asked_as_in_new_games_and_sees_its_seat_alone():
    position = find_position(POSITIONS, "the_free_shot")
    policy = Plays("ambush")
    ask(policy, position, samples=5)
    seats = policy.seen
    assert seats.games.tolist() == [0, 1, 2, 3, 4]
    assert seats.started.all()
    assert seats.seats.tolist() == [3] * 5
    assert seats.observations.dtype == np.uint8
    assert (seats.observations == seats.observations[0]).all()
    view = seats.views()[4]
    assert view["view"] == "knights"
    assert "seed" not in view


def test_chance_is_the_seed_and_the_position():
    policy = policies.load("random")
    first, second = POSITIONS[0], find_position(POSITIONS, "the_fourth_dock")
    assert ask(policy, second, 30, seed=4) == ask(policy, second, 30, seed=4)
    assert ask(policy, second, 30, seed=4) != ask(policy, second, 30, seed=5)
    drawn = []

    class Notes:
        def act(self, seats, rng):
            drawn.append(rng.random())
            return np.full(len(seats), np.flatnonzero(seats.masks[0])[0])

    ask(Notes(), first, 1)
    ask(Notes(), second, 1)
    assert drawn[0] != drawn[1], "positions do not share their luck"


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (np.zeros(3, np.int64), "of shape"),
        (np.zeros(4), "float64"),
        (np.full(4, NAMES.index("lay_low")), "not legal in the position 'x'"),
        (np.full(4, -1), "not legal"),
    ],
)
def test_a_wrong_answer_is_a_sentence(tmp_path, answer, sentence):
    class Wrong:
        def act(self, seats, rng):
            return answer

    with pytest.raises(BehaviourError, match=sentence):
        ask(Wrong(), one(tmp_path, 'good = ["accept"]'), samples=4, name="wrong")


def test_the_report_is_plain_and_its_scores_are_means(tmp_path):
    text = '[[position]]\nid = "ID"\ntitle = "t"\nwhy = "K9.8"\ngood = ["accept"]\nbad = ["decline"]\n' + OFFERED + "\n"
    write(
        tmp_path,
        text.replace("ID", "a") + text.replace("ID", "b").replace('"accept"', '"*"').replace('bad = ["decline"]', ""),
    )
    positions = read_positions(tmp_path)
    result = report({"half": Plays("accept", "decline")}, positions, samples=10)
    assert json.loads(json.dumps(result)) == result
    assert result["scores"] == {"half": 0.75}, "half of a's answers are bad, none of b's"
    assert result["good"] == {"half": 0.75}
    assert result["uniform"] == {"score": 0.75, "good": 0.75}
    row = result["positions"][0]
    assert (row["id"], row["topic"], row["decision"], row["legal"]) == ("a", "topic", "answer", 2)
    assert row["answers"]["half"]["plays"][0] == {"play": "accept", "share": 0.5, "verdict": "good"}
    assert all(sum(row["answers"]["half"][verdict] for verdict in VERDICTS) == 1 for row in result["positions"])


# ---- files that do not fit


GIVEN = 'given = { turn = "irish" }\n'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[position]\n", "is not TOML"),
        ('[[case]]\nid = "x"\n', "begun with"),
        ('[[position]]\ntitle = "x"\nwhy = "x"\ngood = ["rat"]\n' + GIVEN, "`id` is missing"),
        ('[[position]]\nid = "x"\ntitle = "x"\nwhy = "x"\ngod = ["rat"]\n' + GIVEN, "'god' cannot stand there"),
        ('[[position]]\nid = "x"\ntitle = "x"\nwhy = "x"\ngood = "rat"\n' + GIVEN, "expected a list of plays"),
        ('[[position]]\nid = "x"\ntitle = "x"\nwhy = "x"\n' + GIVEN, "give at least one"),
        ('[[position]]\nid = "x"\ntitle = "x"\nwhy = "x"\ngood = ["rat"]\n', "`given` is missing"),
        (
            '[[position]]\nid = "x"\ntitle = "x"\nwhy = "x"\ngood = ["rat"]\n'
            + GIVEN
            + "[[position.line]]\ndice = [1]\n",
            "needs `do`",
        ),
        (2 * ('[[position]]\nid = "x"\ntitle = "x"\nwhy = "x"\ngood = ["rat"]\n' + GIVEN), "stands twice"),
    ],
)
def test_a_file_that_does_not_fit_is_a_sentence(tmp_path, text, sentence):
    with pytest.raises(BehaviourError, match=sentence):
        read_positions(write(tmp_path, text))


@pytest.mark.parametrize(
    ("given", "good", "sentence"),
    [
        ('{ turn = "irish" }', "fold", "no legal play is 'fold'"),
        ('{ turn = "irlsh" }', "hustle", "position x: turn"),
        ('{ ending = "victory" }', "hustle", "position x"),
    ],
)
def test_a_position_that_cannot_be_asked_is_a_sentence(tmp_path, given, good, sentence):
    write(tmp_path, f'[[position]]\nid = "x"\ntitle = "x"\nwhy = "x"\ngood = ["{good}"]\ngiven = {given}\n')
    with pytest.raises(BehaviourError, match=sentence):
        open_decision(read_positions(tmp_path)[0])


def test_a_board_lies_below_and_none_takes_away(tmp_path):
    write(tmp_path, 'day = 4\n[districts]\nbowery = "irish 1B"\nbelmont = "irish 2R"\n', "board.toml")
    write(
        tmp_path,
        '[[position]]\nid = "x"\ntitle = "x"\nwhy = "x"\ngood = ["move"]\n'
        'given = { turn = "irish", districts = { bowery = "none", jamaica = "irish 1R" } }\n',
    )
    (position,) = read_positions(tmp_path)
    assert position.given == {"turn": "irish", "day": 4, "districts": {"belmont": "irish 2R", "jamaica": "irish 1R"}}


@pytest.mark.parametrize("name", ["there", "file"])
def test_a_folder_that_is_none_is_a_sentence(tmp_path, name):
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(BehaviourError, match="is no folder"):
        read_positions(tmp_path / name)
    with pytest.raises(BehaviourError, match="no telling position"):
        read_positions(tmp_path)


# ---- the command and the page


def run(words: list[str]) -> int:
    """Run the command as `moonshine behaviour` does, without its entry point."""
    pytest.importorskip("typer")
    pytest.importorskip("rich")
    import typer

    from evaluation.commands.behaviour import behaviour_command

    app = typer.Typer(add_completion=False)
    app.command()(behaviour_command)
    return app(words, standalone_mode=False)


def test_the_command_prints_a_table_and_writes_all(tmp_path, capsys):
    path = tmp_path / "behaviour.json"
    assert run(["random", "--samples", "4", "--seed", "3", "--json", str(path)]) == 0
    shown = capsys.readouterr().out
    assert f"{len(POSITIONS)} positions, each asked 4 times, seed 3" in shown
    for position in POSITIONS:
        (row,) = [line for line in shown.splitlines() if line.startswith(f"{position.id} ")]
        assert position.topic in row
        assert re.search(r"\d+/\d+/\d+ [a-z]", row)
    assert "score: mean over the positions" in shown
    data = json.loads(path.read_text("utf-8"))
    assert data == report({"random": policies.load("random")}, samples=4, seed=3)


def test_the_command_says_why(capsys):
    assert run(["random", "random", "--id", "the_free_shot", "--samples", "9"]) == 0
    shown = capsys.readouterr().out
    position = find_position(POSITIONS, "the_free_shot")
    assert position.why in shown
    assert "bad: hold_fire, fold" in shown
    assert "the_fourth_dock" not in shown


def test_a_misspelt_position_offers_the_nearest():
    with pytest.raises(BehaviourError, match="did you mean 'the_free_shot'"):
        run(["random", "--id", "the_free_shots"])


@pytest.mark.parametrize("width", [50, 200])
def test_the_table_is_whole_in_any_terminal(width):
    console = pytest.importorskip("rich.console")
    from evaluation.commands.behaviour import print_report

    out = io.StringIO()
    result = report({"a": policies.load("random"), "b": policies.load("random")}, POSITIONS[:3], samples=3)
    print_report(result, console.Console(file=out, width=width), with_reasons=True)
    shown = " ".join(out.getvalue().split())
    for row in result["positions"]:
        assert row["id"] in shown
        assert row["answers"]["b"]["plays"][0]["play"].split()[0] in shown


def test_the_page_is_up_to_date():
    pytest.importorskip("typer")
    from evaluation.commands.behaviour import DOCS, renew_docs

    text = DOCS.read_text("utf-8")
    assert renew_docs(text) == text, "run: python -m evaluation.commands.behaviour"
    assert all(f"`{position.id}`" in text for position in POSITIONS)
