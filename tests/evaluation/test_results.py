"""The results file: what is in it, what it survives, and that its games can be played again."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace

import numpy as np
import pytest

from evaluation.arena import PolicyError
from evaluation.match import COMMIT_GAMES, run_match
from evaluation.plan import plan_of
from evaluation.results import ResultsError, ResultsFile, read_results
from evaluation.stored import replay_of, steps_of
from evaluation.workers import play_units
from moonshine_env.replay import ReplayError, verify

OPTIONS = {"max_days": 2}


def plan(**settings):
    return plan_of(["random", "random", "random"], seed=7, options=OPTIONS, **settings)


def test_what_was_played_is_in_the_file(tmp_path):
    file = tmp_path / "a.match"
    result = run_match(plan(), 3, file=file)
    stored = read_results(file)
    assert stored.plan == replace(plan(), specs=("random",))
    assert stored.records.tobytes() == result.records.tobytes()
    assert stored.records.tobytes() == run_match(plan(), 3).records.tobytes()
    assert [len(choices) for choices in stored.choices] == stored.records["decisions"].tolist()
    assert stored.described["entrants"][0]["digest"]


def test_anybody_can_ask_it_questions(tmp_path):
    file = tmp_path / "a.match"
    run_match(plan(), 2, file=file)
    with sqlite3.connect(file) as db:
        wins = db.execute("SELECT policy, sum(won) FROM seats GROUP BY policy").fetchall()
        mobs = {mob for (mob,) in db.execute("SELECT DISTINCT trait_0 FROM seats")}
    assert wins == [("random", 6)]
    assert mobs <= {"sicilian", "irish", "vipers", "knights"}


def test_a_match_goes_on_where_it_was_left_and_ends_with_the_same_bytes(tmp_path):
    whole, parts = tmp_path / "whole.match", tmp_path / "parts.match"
    run_match(plan(), 5, file=whole)
    run_match(plan(), 2, file=parts)
    seen = []
    run_match(plan(), 5, file=parts, progress=lambda games: seen.append(int(games[0].record["block"])), batch_size=2)
    assert sorted(seen) == [0, 1, 2, 3, 4], "what the file had is told as well"
    assert parts.read_bytes() == whole.read_bytes()
    run_match(plan(), 5, file=parts)
    assert parts.read_bytes() == whole.read_bytes()
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith(".")] == []


def test_games_keep_their_numbers_while_a_match_goes_on(tmp_path):
    file = tmp_path / "a.match"
    with ResultsFile(file, plan(), {}) as results:  # as after a kill: a later block, and not yet the first
        results.add([game for _, games in play_units(plan(), iter([1])) for game in games])
    assert read_results(file).ids == [3, 4, 5]


def test_a_shorter_match_reads_only_its_own_blocks(tmp_path):
    file = tmp_path / "a.match"
    run_match(plan(), 4, file=file)
    assert len(run_match(plan(), 2, file=file)) == 6
    assert len(read_results(file).records) == 12


def test_a_match_killed_in_the_middle_ends_with_the_same_bytes(tmp_path):
    words = [sys.executable, "-m", "moonshine_env.cli", "match", "random", "random", "--max-days", "6", "--batch", "4"]
    words += ["--games", "1200", "--jobs", "2", "--out"]
    whole, killed = tmp_path / "whole.match", tmp_path / "killed.match"
    child = subprocess.Popen([*words, str(killed)], stdout=subprocess.DEVNULL, start_new_session=True)
    deadline = time.monotonic() + 120
    some = 150_000  # bytes of a file into which games were written more than once
    while (not killed.exists() or killed.stat().st_size < some) and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(child.pid, signal.SIGKILL)
    assert child.wait() == -signal.SIGKILL, "it was over before it could be killed"
    kept = len(read_results(killed).records)
    assert 0 < kept < 1200
    for file in (killed, whole):
        assert subprocess.run([*words, str(file)], stdout=subprocess.DEVNULL, check=False).returncode == 0
    assert killed.read_bytes() == whole.read_bytes()
    assert len(read_results(whole).records) == 1200


def test_processes_end_with_the_one_that_started_them(tmp_path):
    file = tmp_path / "a.match"
    words = [sys.executable, "-m", "moonshine_env.cli", "match", "random", "random", "--games", "100000"]
    child = subprocess.Popen([*words, "--jobs", "2", "--out", str(file)], stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while (not file.exists() or file.stat().st_size < 40_000) and time.monotonic() < deadline:
        time.sleep(0.02)
    mine = children_of(child.pid)
    assert len(mine) >= 2
    child.kill()
    child.wait()
    deadline = time.monotonic() + 30
    while any(is_alive(pid) for pid in mine) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not [pid for pid in mine if is_alive(pid)]


def children_of(pid):
    path = f"/proc/{pid}/task/{pid}/children"
    if not os.path.exists(path):  # noqa: PTH110
        pytest.skip("this system does not tell a process's children")
    with open(path, encoding="ascii") as file:  # noqa: PTH123
        return [int(word) for word in file.read().split()]


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:  # noqa: PTH123
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_two_matches_into_one_file(tmp_path):
    file = tmp_path / "a.match"
    with ResultsFile(file, plan(), {}):
        for other in (lambda: ResultsFile(file, plan(), {}), lambda: read_results(file)):
            with pytest.raises(ResultsError, match=r"a\.match: another match is being written into this file"):
                other()
    read_results(file)


@pytest.mark.parametrize(
    ("other", "what"),
    [
        ({"seed": 8}, "its seed is '7', not '8'"),
        ({"assign": "mobs"}, "its assign is 'dealt', not 'mobs'"),
        ({"options": {"max_days": 3}}, "its options"),
        ({"tables": ((0, 0),)}, "its tables"),
    ],
)
def test_another_match_is_refused(tmp_path, other, what):
    file = tmp_path / "a.match"
    run_match(plan(), 1, file=file)
    before = file.read_bytes()
    with pytest.raises(ResultsError, match=f"holds another match, and nothing was changed in it: {what}"):
        run_match(replace(plan(), **other), 1, file=file)
    assert file.read_bytes() == before


def test_a_policy_that_has_changed_is_refused(tmp_path):
    file = tmp_path / "a.match"
    ResultsFile(file, plan(), {"random": "abc"}).close()
    with pytest.raises(ResultsError, match="its entrants"):
        run_match(plan(), 1, file=file)


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\0 but not really", b"hello" * 1000])
def test_what_is_no_results_file_is_refused(tmp_path, content):
    file = tmp_path / "a.match"
    file.write_bytes(content)
    with pytest.raises(ResultsError, match="no results file"):
        read_results(file)


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM meta WHERE key = 'version'",
        "DELETE FROM meta WHERE key = 'plan'",
        """UPDATE meta SET value = '{"game": "kingdom"}' WHERE key = 'plan'""",
        "UPDATE games SET ending = 'rain'",
        "UPDATE games SET choices = x'00'",
        "UPDATE seats SET policy = 'somebody'",
        "DELETE FROM games WHERE id = 1",
    ],
)
def test_a_damaged_file_is_said(tmp_path, change):
    file = tmp_path / "a.match"
    run_match(plan(), 1, file=file)
    with sqlite3.connect(file) as db:
        db.execute(change)
    db.close()
    with pytest.raises(ResultsError, match=r"a\.match is (a damaged|no) results file"):
        read_results(file)


def test_a_link_stays_a_link_and_a_file_keeps_its_rights(tmp_path):
    file, link = tmp_path / "a.match", tmp_path / "link.match"
    run_match(plan(), 1, file=file)
    file.chmod(0o660)
    link.symlink_to(file)
    run_match(plan(), 2, file=link)
    assert link.is_symlink()
    assert len(read_results(file).records) == 6
    assert file.stat().st_mode & 0o777 == 0o660


def test_another_database_is_left_alone(tmp_path):
    file = tmp_path / "a.db"
    with sqlite3.connect(file) as db:
        db.execute("CREATE TABLE mine (x)")
    before = file.read_bytes()
    with pytest.raises(ResultsError, match="no results file"):
        run_match(plan(), 1, file=file)
    assert file.read_bytes() == before


def test_a_full_disk_is_said_and_nothing_is_lost(tmp_path, monkeypatch):
    file = tmp_path / "a.match"
    few = COMMIT_GAMES // 3 + 1
    run_match(plan(), few, file=file)
    kept = file.read_bytes()
    monkeypatch.setattr("evaluation.match.COMMIT_GAMES", 3)
    opened = ResultsFile._open

    def cramped(self, described):
        opened(self, described)
        pages = self._db.execute("PRAGMA page_count").fetchone()[0]
        self._db.execute(f"PRAGMA max_page_count = {pages + 2}")

    with monkeypatch.context() as patch:
        patch.setattr(ResultsFile, "_open", cramped)
        with pytest.raises(OSError, match="disk is full") as caught:
            run_match(plan(), few + 40, file=file)
    assert caught.value.filename == str(file)
    assert len(read_results(file).records) >= 3 * few
    whole = tmp_path / "whole.match"
    run_match(plan(), few + 40, file=file)
    run_match(plan(), few + 40, file=whole)
    assert file.read_bytes() == whole.read_bytes() != kept


def test_a_policy_that_raises_loses_no_game(tmp_path, monkeypatch):
    from tests.evaluation.players import Breaks

    monkeypatch.setattr("evaluation.workers.load", lambda spec, **_: Breaks(40))
    file = tmp_path / "a.match"
    with pytest.raises(PolicyError, match="the policy 'random' failed: ZeroDivisionError"):
        run_match(plan(), 30, file=file, batch_size=1)
    records = read_results(file).records
    assert len(records) % 3 == 0, "whole blocks"


# ---- played again


def test_games_are_replays(tmp_path):
    file = tmp_path / "a.match"
    run_match(plan(assign="mobs"), 1, file=file)
    stored = read_results(file)
    for number in range(len(stored.records)):
        replay = replay_of(stored, number)
        assert verify(replay) is None
        seats = stored.records[number]["seats"][:3]
        assert replay.result["places"] == seats["place"].tolist()
        assert replay.result["respect"] == seats["respect"].tolist()
        assert replay.mobs == [stored.plan.game.traits[0][2][mob] for mob in seats["traits"][:, 0].tolist()]


def test_choices_that_do_not_fit_are_said(tmp_path):
    file = tmp_path / "a.match"
    run_match(plan(), 1, file=file)
    stored = read_results(file)
    for choices in (stored.choices[0][:-1], stored.choices[0] * 0 + 1985):
        with pytest.raises(ReplayError, match="game 0 does not come out as it was written"):
            list(steps_of(replace(stored, choices=[choices]), 0))


def test_steps_lead_to_the_noted_end(tmp_path):
    file = tmp_path / "a.match"
    run_match(plan(assign="both"), 1, file=file)
    stored = read_results(file)
    *steps, last = ((states.copy(), seat, action) for states, seat, action in steps_of(stored, 5))
    record = stored.records[5]
    assert last[0]["place"][0][:3].tolist() == record["seats"]["place"][:3].tolist()
    assert len(steps) >= record["decisions"]
    shown = [action for _, _, action in steps]
    choices = iter(shown)
    assert all(choice in choices for choice in stored.choices[5].tolist()), "the choices, in order, and forced plays"
    assert np.array([seat for _, seat, _ in steps]).max() == 2
