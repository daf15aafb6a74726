"""Differential fuzzing: random games of the engine, every decision read again by the referee.

`python -m tests.reference.fuzz --decisions 200000 --seed 1` compares that many and prints each difference.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator

import numpy as np

from moonshine_env.kingdom import position, rules
from moonshine_env.kingdom.actions import NUM_ACTIONS, action_table
from moonshine_env.kingdom.options import read_start
from moonshine_env.kingdom.state import STATE
from moonshine_env.kingdom.tables import load_content
from moonshine_env.kingdom.vocab import HEAT_SPACES, MAX_PLAYERS, NUM_BROKERS
from tests.reference import compare

DICE = 24  # given before each decision: more than any one play rolls


def differences(decisions: int, seed: int, start: int = 0) -> Iterator[str]:
    """Play random games, 2 to 4 seats, both variants, with and without cooperation; yield what the two disagree on.

    Args:
        decisions: How many to compare.
        seed: Of games, choices and dice.
        start: Number of the first game.
    """
    content = load_content()
    names = action_table(content).names
    states = np.zeros(1, STATE)
    mask = np.zeros(NUM_ACTIONS, np.int8)
    rng = np.random.default_rng(seed)
    done = game = 0
    while done < decisions:
        players = 2 + (start + game) % 3
        oath = players == MAX_PLAYERS and game % 2
        options = np.array([players, 15, 25, game % 4 == 3, game % 5 != 4, oath], np.int16)
        rules.setup(
            content.tables,
            states,
            0,
            np.uint64(seed * 1_000_003 + start + game),
            options,
            *read_start(content, players, {}),
        )
        enrich(states, rng)
        while done < decisions and rules.legal(content.tables, states, 0, mask):
            states["given"][0, :DICE] = rng.integers(1, 7, DICE)
            states["given_count"][0] = DICE
            before = position.dump(content, states, 0)
            legal = np.flatnonzero(mask)
            action = int(rng.choice(legal))
            where = f"game {game} of seed {seed}, decision {done}, {compare.describe(before)}"
            for difference in compare.compare_legal(before, {names[a] for a in legal}):
                yield f"{where}: {difference}"
            rules.apply(content.tables, states, 0, action)
            for difference in compare.compare_step(before, names[action], position.dump(content, states, 0)):
                yield f"{where}, {names[action]}: {difference}"
            done += 1
        game += 1


def enrich(states: np.ndarray, rng: np.random.Generator) -> None:
    """Give the players of a new game what random play seldom gets: Favors to stake, Raids near, cash to promise."""
    s = states[0]
    for seat in range(s["num_players"]):
        for broker in np.flatnonzero(rng.random(NUM_BROKERS) < 0.4):
            s["favors"][seat, broker] = 1
            s["markers"][seat] += 1
            s["stash"][seat] += 1
        s["cash"][seat] += rng.integers(0, 40)
    if s["blood_oath"]:
        s["crackdown"] = rng.integers(7, 10)
    for _ in range(rng.integers(0, HEAT_SPACES)):
        seat = rng.integers(0, s["num_players"])
        if s["stash"][seat] > 0:
            s["stash"][seat] -= 1
            s["heat"][s["heat_count"]] = seat
            s["heat_count"] += 1


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=20, help="differences to print before stopping")
    given = parser.parse_args()
    began = time.perf_counter()
    found = 0
    for difference in differences(given.decisions, given.seed):
        print(difference, flush=True)
        found += 1
        if found >= given.most:
            break
    print(f"{given.decisions} decisions compared in {time.perf_counter() - began:.0f} s: {found} differences")
    sys.exit(found > 0)


if __name__ == "__main__":
    main()
