"""A person in the terminal: what is typed, what is shown, what is written down."""

from __future__ import annotations

import io
from itertools import chain, repeat

import numpy as np
import pytest

from evaluation.table_play import TablePlay, explain_no_play, list_plays, match_plays, open_log
from moonshine_env import kingdom_v0
from policies.random_policy import RandomPolicy

NAMES = ["move five_points bowery", "move five_points tenderloin", "carry 1 gin", "carry 10 gin", "lay_low", "hire 1"]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("5", ["lay_low"]),
        ("7", []),
        ("0", []),
        ("lay_low", ["lay_low"]),
        ("  lay ", ["lay_low"]),
        ("mo five bow", ["move five_points bowery"]),
        ("move", NAMES[:2]),
        ("carry 1", ["carry 1 gin"]),
        ("carry 10", ["carry 10 gin"]),
        ("ca", NAMES[2:4]),
        ("hire", ["hire 1"]),
        ("move bowery", []),
        ("lay low", []),
    ],
)
def test_what_a_typed_line_means(typed, found):
    assert match_plays(typed, NAMES) == found


def test_what_is_no_play_gets_a_sentence():
    assert explain_no_play("12", NAMES) == "There is no play number 12; the numbers are 1 to 6."
    assert "Did you mean 'lay_low'?" in explain_no_play("lie_low", NAMES)
    assert "`list` shows all 6" in explain_no_play("zzz", NAMES)


def test_plays_are_listed_with_their_numbers_in_columns():
    lines = list_plays(NAMES)
    assert lines[0].startswith("   1 move five_points bowery")
    assert all(len(line) <= 100 for line in lines)
    text = " ".join(lines)
    assert all(f"{number} {name}" in text for number, name in enumerate(NAMES, 1))
    assert list_plays(NAMES, ["hire 1"]) == ["   6 hire 1"]


class Table:
    """A game of two whose lines come from a list, then for ever from a last one."""

    def __init__(self, lines, then=None, seed=11, max_days=1):
        self.shown = []
        self.prompts = []
        self.lines = chain(lines, repeat(then))
        self.log = io.StringIO()
        env = kingdom_v0.raw_env(num_players=2, observation_dtype="uint8", max_days=max_days)
        self.play = TablePlay(env, 1, {0: RandomPolicy()}, {0: "random"}, self.log, self.read, self.shown.append)
        self.finished = self.play.play(seed)
        self.text = "\n".join(self.shown)

    def read(self, prompt):
        self.prompts.append(prompt)
        line = next(self.lines)
        if line is None:
            raise EOFError
        if line is KeyboardInterrupt:
            raise KeyboardInterrupt
        return line


def test_a_game_to_its_end_by_numbers():
    table = Table([], then="1")
    assert table.finished
    assert "The game ends with" in table.text
    assert table.play.env.terminations["player_1"]


@pytest.mark.parametrize("last", [None, KeyboardInterrupt, "quit"])
def test_leaving_is_polite(last):
    table = Table(["1"], then=last)
    assert not table.finished
    assert table.shown[-1] == "You left the table."


def test_bad_input_changes_nothing_and_says_so():
    table = Table(["drfat 1", "999"])
    assert "No legal play begins with 'drfat 1'" in table.text
    assert "There is no play number 999" in table.text
    assert [agent for agent, _ in table.play.env.log if agent == "player_1"] == []


def test_words_for_help_board_list_and_log():
    table = Table(["help", "list", "board", "log", "draft"])
    assert table.text.count("Type a play by its number") == 2
    assert table.text.count("MOONSHINE KINGDOM") >= 2
    assert "draft" in table.prompts[0]


def test_the_board_shows_no_hand_but_ones_own():
    table = Table([], then="1", max_days=2)
    view = table.play.env.position("player_1")
    assert f"as the {view['view'].title()}" in table.text or "see it" in table.text


def test_the_log_replays_the_game():
    table = Table([], then="1", seed=23)
    lines = table.log.getvalue().splitlines()
    assert lines[0] == "seed 23"
    assert [line.split()[0] for line in lines[1:3]] == ["player_0", "player_1"]
    env = kingdom_v0.raw_env(num_players=2, observation_dtype="uint8", max_days=1, skip_forced=False)
    env.reset(seed=23)
    for line in lines[3:]:
        agent, _, name = line.partition(" ")
        assert env.agent_selection == agent
        env.step(env.action_id(name))
    assert all(env.terminations.values())


def test_the_log_is_there_after_every_move():
    table = Table(["1", "1"])
    logged = table.log.getvalue().splitlines()[3:]
    assert logged == [f"{agent} {name}" for agent, name in table.play.env.log]


def test_names_complete():
    table = Table(["list"])
    play = table.play
    found = [play.complete("draft", k) for k in range(len(play.legal) + 1)]
    assert found == [*play.legal, None]
    assert play.complete("zzz", 0) is None


def test_a_log_is_never_written_over(tmp_path):
    path = tmp_path / "new" / "game.log"
    open_log(path).close()
    with pytest.raises(FileExistsError):
        open_log(path)


def test_policies_get_their_own_view():
    seen = []

    class Looker(RandomPolicy):
        def act(self, seats, rng):
            seen.append((seats.seats.tolist(), seats.views()[0].get("view"), bool(seats.started[0])))
            return super().act(seats, rng)

    env = kingdom_v0.raw_env(num_players=2, observation_dtype="uint8", max_days=1)
    TablePlay(env, 0, {1: Looker()}, {1: "x"}, io.StringIO(), lambda _: "1", lambda _: None).play(3)
    assert {tuple(seats) for seats, _, _ in seen} == {(1,)}
    assert len({view for _, view, _ in seen}) == 1
    assert [started for _, _, started in seen].count(True) == 1
    assert np.all([started for _, _, started in seen][:1])
