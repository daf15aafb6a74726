"""`moonshine bench`: what it measures is what it says. Nothing here is timed."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest

from evaluation.match import play_match
from evaluation.speed import bench, workloads, yardstick
from moonshine_env import kingdom_v0
from moonshine_env.cli import ExitStatus, main
from moonshine_env.kingdom.game import GAME

# Names that scripts rely on.
NAMES = {
    "batch_mask_observation_per_s",
    "batch_mask_per_s",
    "threads_2_over_plain_loop",
    "greedy_per_s",
    "random_match_per_s",
    "pack_per_s",
    "aec_per_s",
    "aec_raw_per_s",
    "catanatron_observation_mask_per_s",
    "catanatron_gym_all_decisions_per_s",
    "clone_us",
    "redeal_us",
    "state_bytes",
    "cold_first_step_s",
    "warm_first_step_s",
    "decisions_per_game",
}

# As the fakes below have it: rates of ours and of the yardstick by round, and what each line then is.
FAKE_ROW = {
    "batch_mask_observation_per_s": 600_000.0,
    "catanatron_observation_mask_per_s": 5_000.0,
    "ratio_batch": 120.0,
    "batch_mask_per_s": 900_000.0,
    "batch_without_cooperation_per_s": 750_000.0,
    "cooperation_over_plain": 0.8,
    "aec_per_s": 8_000.0,
    "ratio_aec": 5.0,
    "aec_raw_per_s": 12_000.0,
    "ratio_aec_raw": 7.5,
    "catanatron_gym_all_decisions_per_s": 1_600.0,
    "greedy_per_s": 60_000.0,
    "random_match_per_s": 70_000.0,
    "pack_per_s": 4_000.0,
    "threads_2_speedup": 1.8,
    "plain_loop_speedup": 1.9,
    "threads_2_over_plain_loop": 1.8 / 1.9,
    "clone_us": 0.5,
    "redeal_us": 1.5,
    "cold_first_step_s": 40.0,
    "warm_first_step_s": 1.0,
    "decisions_per_game": 210.0,
    "batch_equals_aec": True,
}


@pytest.fixture
def fakes(monkeypatch):
    """Put numbers in the place of all measurements; a test may change those that it returns."""
    value = dict(FAKE_ROW)

    def rate(key):
        return workloads.Rate(int(value[key]), 1, 1.0)

    def batch(seconds, *, observe, seed, cooperation=True):
        if not cooperation:
            return rate("batch_without_cooperation_per_s")
        return rate("batch_mask_observation_per_s" if observe else "batch_mask_per_s")

    def aec(seconds, *, raw, seed):
        return rate("aec_raw_per_s" if raw else "aec_per_s")

    def theirs(python, workload, seconds, seed):
        return value[
            {"batch": "catanatron_observation_mask_per_s", "gym": "catanatron_gym_all_decisions_per_s"}[workload]
        ]

    def match(policy, games, seed):
        return rate({"greedy": "greedy_per_s", "random": "random_match_per_s", "pack": "pack_per_s"}[policy])

    monkeypatch.setattr(workloads, "make_match_policy", lambda name: name)
    monkeypatch.setattr(workloads, "measure_match", match)
    monkeypatch.setattr(bench, "yardstick_python", lambda say: "python")
    monkeypatch.setattr(bench, "measure_yardstick", theirs)
    monkeypatch.setattr(workloads, "measure_batch", batch)
    monkeypatch.setattr(workloads, "measure_aec", aec)
    for name, keys in (
        ("measure_batch_speedup", ["threads_2_speedup"]),
        ("measure_plain_speedup", ["plain_loop_speedup"]),
        ("measure_clone_and_redeal", ["clone_us", "redeal_us"]),
        ("measure_first_step", ["cold_first_step_s", "warm_first_step_s"]),
        ("count_decisions_per_game", ["decisions_per_game"]),
        ("same_games", ["batch_equals_aec"]),
    ):

        def measure(*_, keys=keys):
            numbers = tuple(value[key] for key in keys)
            return numbers if len(numbers) > 1 else numbers[0]

        monkeypatch.setattr(workloads, name, measure)
    return value


# ---- the command


@pytest.fixture
def run(fakes, tmp_path, capsys):
    """Run `moonshine bench --json`; return its exit status, what it printed, and what it wrote."""
    pytest.importorskip("typer")
    pytest.importorskip("rich")

    def run_with(**changed):
        fakes.update(changed)
        path = tmp_path / "bench.json"
        status = main(["bench", "--rounds", "3", "--json", str(path)])
        return status, capsys.readouterr().out, json.loads(path.read_text("utf-8"))

    return run_with


def test_it_writes_each_line_under_its_name(run):
    status, shown, row = run()
    assert status == ExitStatus.YES
    assert row.keys() >= NAMES
    assert row == pytest.approx({**FAKE_ROW, "state_bytes": GAME.state.itemsize, "machine": row["machine"]})
    assert row.keys() >= {key for key, _, _, _ in bench.LINES}
    assert "missed" not in shown


@pytest.mark.parametrize(
    ("changed", "line"),
    [
        (
            {"batch_mask_observation_per_s": 400_000.0, "batch_without_cooperation_per_s": 500_000.0},
            "missed: ratio_batch 80.0 (asked for: >= 100)",
        ),
        ({"greedy_per_s": 49_000.0}, "missed: greedy_per_s 49,000 (asked for: >= 50000)"),
        ({"pack_per_s": 900.0}, "missed: pack_per_s 900 (asked for: >= 1000)"),
        ({"clone_us": 2.5}, "missed: clone_us 2.500 (asked for: <= 2)"),
        ({"batch_equals_aec": False}, "missed: batch_equals_aec no (asked for: yes)"),
        (
            {"aec_per_s": 3_200.0, "warm_first_step_s": 3.0},
            "missed: ratio_aec 2.00 (asked for: >= 4), warm_first_step_s 3.00 (asked for: <= 2)",
        ),
    ],
)
def test_a_bound_missed_is_an_exit_status_of_1_and_a_line(run, changed, line):
    status, shown, row = run(**changed)
    assert status == ExitStatus.NO
    assert shown.splitlines()[-1] == line
    assert row.keys() >= NAMES, "written all the same"


def test_the_table_marks_what_misses_its_bound_and_nothing_else(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    _, shown, _ = run(redeal_us=2.5)
    marked = [line for line in shown.splitlines() if line.rstrip().endswith(" missed")]
    assert len(marked) == 1
    assert "copy and redeal a state" in marked[0]
    assert "2.500" in marked[0]
    assert "<= 2" in marked[0]


@pytest.mark.parametrize(
    ("value", "bound", "met"),
    [
        (100, ">= 100", True),
        (99.99, ">= 100", False),
        (2, "<= 2", True),
        (2.01, "<= 2", False),
        (float("nan"), ">= 4", False),
        (float("nan"), "<= 2", False),
        (0.0, "", True),
        (True, "yes", True),
        (False, "yes", False),
    ],
)
def test_a_bound_is_met_or_missed(value, bound, met):
    assert bench.meets(value, bound) is met


def test_pairs_are_measured_in_turn_and_the_median_ratio_counts():
    order = []
    ours, theirs = [10.0, 90.0, 20.0], [1.0, 3.0, 4.0]

    def measure(name, numbers):
        return lambda k: order.append((name, k)) or numbers[k]

    assert bench._pairs(3, measure("a", ours), measure("b", theirs)) == (20.0, 3.0, 10.0)
    assert order == [(name, k) for k in range(3) for name in "ab"]


# ---- whole games


def test_decisions_are_those_of_whole_first_games():
    slots, seed = 6, 4
    batch = kingdom_v0.batch(slots, seed=seed, observe=False, num_players=4)
    rng = np.random.default_rng(seed)
    steps = np.zeros(slots, int)
    waiting = np.ones(slots, bool)
    while waiting.any():
        batch.step(batch.sample(rng))
        steps += waiting
        waiting &= ~batch.dones
    assert len(set(steps)) > 1
    assert workloads.count_decisions_per_game(slots, seed) == pytest.approx(steps.mean())


def test_the_batch_plays_the_games_of_the_aec_environment():
    assert workloads.same_games(2)


def flip(array):
    array[...] ^= 1


TAMPERED = {
    "an observation's byte": lambda batch: flip(batch.observations[1, -1:]),
    "a mask's byte": lambda batch: flip(batch.masks[1, -1:]),
    "who decides": lambda batch: flip(batch.actors[1:]),
    "a game said to be over": lambda batch: flip(batch.dones[1:].view(np.int8)),
}


@pytest.mark.parametrize("what", TAMPERED)
@pytest.mark.parametrize("at", [1, 30])
def test_a_difference_of_the_batch_is_noticed(what, at, monkeypatch):
    make = kingdom_v0.batch

    def make_tampered(*args, **options):
        batch = make(*args, **options)
        step, steps = batch.step, 0

        def step_and_tamper(actions):
            nonlocal steps
            step(actions)
            steps += 1
            if steps == at:
                TAMPERED[what](batch)

        batch.step = step_and_tamper
        return batch

    monkeypatch.setattr(kingdom_v0, "batch", make_tampered)
    assert not workloads.same_games(2)


def test_a_difference_of_the_rewards_is_noticed(monkeypatch):
    make = kingdom_v0.batch

    def make_tampered(*args, **options):
        batch = make(*args, **options)
        step = batch.step

        def step_and_tamper(actions):
            step(actions)
            batch.rewards[batch.dones, 2] += 0.25

        batch.step = step_and_tamper
        return batch

    monkeypatch.setattr(kingdom_v0, "batch", make_tampered)
    assert not workloads.same_games(2)


# ---- matches


@pytest.mark.parametrize("name", ["random", "pack"])
def test_a_match_counts_the_decisions_of_its_games(name):
    policy = workloads.make_match_policy(name)
    rate = workloads.measure_match(policy, 4, seed=5)
    result = play_match([policy] * 4, 4, 5)
    assert (rate.games, rate.decisions) == (4, result.records["decisions"].sum())
    assert rate.seconds > 0


# ---- copies


@pytest.fixture(scope="module")
def mid_game():
    return workloads.make_mid_game()


def test_the_copy_loop_copies_a_game_in_play_to_all_other_records(mid_game):
    _, states, words = mid_game
    assert states["day"][0] == 6
    words[1:] = 0x5A5A5A5A
    workloads._clone_loop(words, len(states) - 1)
    assert {state.tobytes() for state in states} == {states[0].tobytes()}


def test_the_redeal_loop_deals_anew_what_the_deciding_seat_cannot_see(mid_game):
    tables, states, words = mid_game
    words[1:] = 0
    before = states[0].tobytes()
    workloads._redeal_loop(tables, states, words, len(states) - 1)
    assert states[0].tobytes() == before
    seat = int(states["acting_player"][0])
    seen = np.zeros((len(states), GAME.num_features), np.uint8)
    masks = np.zeros((len(states), GAME.num_actions), np.int8)
    for i in range(len(states)):
        GAME.observe(tables, states, i, seat, seen[i])
        GAME.legal(tables, states, i, masks[i])
    assert (seen == seen[0]).all()
    assert masks[0].any()
    assert (masks == masks[0]).all()
    assert len({state["card_at"].tobytes() for state in states}) > 32, "hands differ"
    assert len(set(states["seed"].tolist())) == len(states), "so does the luck to come"


# ---- the first step


def test_the_first_step_is_a_program_that_prints_seconds(capsys):
    exec(workloads._FIRST_STEP, {})
    assert 0 < float(capsys.readouterr().out) < 600


# ---- the yardstick


def write_side(path, text, monkeypatch):
    path.write_text(text, "utf-8")
    monkeypatch.setattr(yardstick, "_SIDE", path)


def test_the_yardsticks_rate_is_decisions_by_seconds(tmp_path, monkeypatch):
    text = "import sys, json; print(json.dumps(dict(decisions=int(sys.argv[3]), seconds=float(sys.argv[2]))))"
    write_side(tmp_path / "side.py", text, monkeypatch)
    assert yardstick.measure_yardstick(sys.executable, "gym", 4.0, 10) == 2.5


def test_a_yardstick_that_stops_is_a_sentence(tmp_path, monkeypatch):
    write_side(tmp_path / "side.py", "raise SystemExit('no such game')", monkeypatch)
    with pytest.raises(yardstick.YardstickError, match="the yardstick stopped: no such game"):
        yardstick.measure_yardstick(sys.executable, "gym", 1.0, 0)


@pytest.fixture
def no_venv(tmp_path, monkeypatch):
    """Make an empty folder of a venv, and pip fail or succeed as the list says."""
    results = []

    class Done:
        stderr = "WARNING: retrying\nERROR: no network"

        def __init__(self, returncode):
            self.returncode = returncode

    monkeypatch.setattr(yardstick, "CACHE_FOLDER", tmp_path / "numba" / "key")
    monkeypatch.setattr(yardstick.venv, "create", lambda folder, with_pip: folder.mkdir(parents=True))
    monkeypatch.setattr(yardstick.subprocess, "run", lambda *_, **__: Done(results.pop(0)))
    return results


def test_the_yardstick_is_installed_once_and_tried_again_if_that_failed(no_venv):
    said = []
    no_venv += [1, 0]
    with pytest.raises(yardstick.YardstickError, match="could not be installed: ERROR: no network"):
        yardstick.yardstick_python(said.append)
    python = yardstick.yardstick_python(said.append)
    assert no_venv == []
    assert yardstick.yardstick_python(said.append) == python
    assert len(said) == 2
    assert all(package in said[0] for package in yardstick.PACKAGES)
