"""`moonshine bench`: every line of speed and size, as a ratio to something in the same run where there is one."""

from __future__ import annotations

import platform
from collections.abc import Callable
from statistics import median
from typing import Any

from evaluation.speed import workloads
from evaluation.speed.yardstick import measure_yardstick, yardstick_python
from moonshine_env.kingdom.state import STATE


def _pairs(rounds: int, ours: Callable[[int], float], theirs: Callable[[int], float]) -> tuple[float, float, float]:
    """Measure in turn, A B A B ..., so that a drifting machine strikes both; medians, and the median ratio of pairs."""
    rows = [(ours(k), theirs(k)) for k in range(rounds)]
    return median(a for a, _ in rows), median(b for _, b in rows), median(a / b for a, b in rows)


# What matches are played: key, policy, games.
MATCHES = (("greedy_per_s", "greedy", 512), ("random_match_per_s", "random", 512), ("pack_per_s", "pack", 64))


def run_bench(rounds: int = 5, seconds: float = 2.0, say: Callable[[str], Any] = print) -> dict[str, Any]:
    """Measure everything.

    Args:
        rounds: Of each pair of measurements; the median counts.
        seconds: Of one measurement.
        say: Told what is going on.

    Returns:
        JSON-able dict; rates in decisions per second, `*_us` in microseconds, `*_s` in seconds. `ratio_*` against
        the yardstick in the same run.

    Raises:
        YardstickError: The yardstick could not be installed or run.
    """
    python = yardstick_python(say)
    row: dict[str, Any] = {"machine": f"{platform.machine()} {platform.system()} Python {platform.python_version()}"}
    say("first step, cold and warm ...")
    row["cold_first_step_s"], row["warm_first_step_s"] = workloads.measure_first_step()
    say("whole games of batch and AEC, byte by byte ...")
    row["batch_equals_aec"] = workloads.same_games()
    say("batch against the yardstick ...")
    ours, theirs, ratio = _pairs(
        rounds,
        lambda k: workloads.measure_batch(seconds, observe=True, seed=k).per_second,
        lambda k: measure_yardstick(python, "batch", seconds, k),
    )
    row["batch_mask_observation_per_s"] = ours
    row["catanatron_observation_mask_per_s"] = theirs
    row["ratio_batch"] = ratio
    row["batch_mask_per_s"] = median(
        workloads.measure_batch(seconds, observe=False, seed=k).per_second for k in range(rounds)
    )
    say("batch with cooperation, and without ...")
    _, plain, ratio = _pairs(
        rounds,
        lambda k: workloads.measure_batch(seconds, observe=True, seed=k).per_second,
        lambda k: workloads.measure_batch(seconds, observe=True, seed=k, cooperation=False).per_second,
    )
    row["batch_without_cooperation_per_s"], row["cooperation_over_plain"] = plain, ratio
    say("AEC against the yardstick's gym ...")
    ours, theirs, ratio = _pairs(
        rounds,
        lambda k: workloads.measure_aec(seconds, raw=False, seed=k).per_second,
        lambda k: measure_yardstick(python, "gym", seconds, k),
    )
    row["aec_per_s"], row["catanatron_gym_all_decisions_per_s"], row["ratio_aec"] = ours, theirs, ratio
    raw, _, ratio = _pairs(
        rounds,
        lambda k: workloads.measure_aec(seconds, raw=True, seed=k).per_second,
        lambda k: measure_yardstick(python, "gym", seconds, k),
    )
    row["aec_raw_per_s"], row["ratio_aec_raw"] = raw, ratio
    for key, name, games in MATCHES:
        say(f"a match of four {name} ...")
        policy = workloads.make_match_policy(name)
        row[key] = median(workloads.measure_match(policy, games, k).per_second for k in range(rounds))
    say("two threads ...")
    ours, theirs, ratio = _pairs(
        rounds,
        lambda k: workloads.measure_batch_speedup(seconds, k),
        lambda _: workloads.measure_plain_speedup(),
    )
    row["threads_2_speedup"], row["plain_loop_speedup"], row["threads_2_over_plain_loop"] = ours, theirs, ratio
    say("clone and redeal ...")
    times = [workloads.measure_clone_and_redeal() for _ in range(rounds)]
    row["clone_us"] = median(clone for clone, _ in times)
    row["redeal_us"] = median(redeal for _, redeal in times)
    row["state_bytes"] = STATE.itemsize
    row["decisions_per_game"] = workloads.count_decisions_per_game()
    return row


# What is printed: key, words, format, and the bound that is asked for ("" = none, "yes" = of a bool).
LINES: tuple[tuple[str, str, str, str], ...] = (
    ("batch_equals_aec", "batch and AEC play the same games, byte by byte", "", "yes"),
    ("batch_mask_observation_per_s", "batch, mask and observation, one core [decisions/s]", ",.0f", ""),
    ("catanatron_observation_mask_per_s", "yardstick, mask and observation [decisions/s]", ",.0f", ""),
    ("ratio_batch", "  ratio", ".1f", ">= 100"),
    ("batch_mask_per_s", "batch, mask alone, one core [decisions/s]", ",.0f", ""),
    ("batch_without_cooperation_per_s", "  cooperation=False, with observation [decisions/s]", ",.0f", ""),
    ("cooperation_over_plain", "  ratio of both, the same decisions/s at 1", ".2f", ">= 0.75"),
    ("aec_per_s", "env(): last, random legal action, step [decisions/s]", ",.0f", ""),
    ("aec_raw_per_s", "raw_env() [decisions/s]", ",.0f", ""),
    ("catanatron_gym_all_decisions_per_s", "yardstick's gym, all players [decisions/s]", ",.0f", ""),
    ("ratio_aec", "  ratio, env()", ".2f", ">= 4"),
    ("ratio_aec_raw", "  ratio, raw_env()", ".2f", ">= 6"),
    ("greedy_per_s", "match of four greedy, end to end, one core [decisions/s]", ",.0f", ">= 50000"),
    ("random_match_per_s", "match of four random, end to end, one core [decisions/s]", ",.0f", ">= 50000"),
    ("pack_per_s", "match of four of a pack, end to end, one core [decisions/s]", ",.0f", ">= 1000"),
    ("threads_2_speedup", "batch, gain from two threads", ".2f", ""),
    ("plain_loop_speedup", "arithmetic loop, gain from two threads", ".2f", ""),
    ("threads_2_over_plain_loop", "  ratio", ".2f", ">= 0.9"),
    ("clone_us", "copy a state [us]", ".3f", "<= 2"),
    ("redeal_us", "copy and redeal a state [us]", ".3f", "<= 2"),
    ("state_bytes", "a state [bytes]", ",d", "<= 8192"),
    ("cold_first_step_s", "first env.step, nothing compiled yet [s]", ".1f", "<= 60"),
    ("warm_first_step_s", "first env.step, compiled before [s]", ".2f", "<= 2"),
    ("decisions_per_game", "decisions asked in a random game of 4", ".0f", ""),
)


def meets(value: float, bound: str) -> bool:
    """Say whether a value meets a bound such as `>= 4` or `yes`; an empty bound is met."""
    if not bound:
        return True
    if bound == "yes":
        return bool(value)
    sign, number = bound.split()
    return value >= float(number) if sign == ">=" else value <= float(number)


def write_value(value: float, form: str) -> str:
    """Write a measured value as the table shows it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return format(value, form)


def find_missed(row: dict[str, Any]) -> list[str]:
    """List what misses its bound, by the names of the JSON file, with value and bound."""
    return [
        f"{key} {write_value(row[key], form)} (asked for: {bound})"
        for key, _, form, bound in LINES
        if not meets(row[key], bound)
    ]
