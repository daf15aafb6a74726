"""Meet a pack at the table, in a process that has no learning library: `python -m training.meet PACK`.

A visitor who plays at random has seat 0, the pack seats 1 and 3, `greedy` seat 2. It is what anyone can do who has
the environments and a pack; nothing of training is loaded.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import gymnasium
import numpy as np

import moonshine_env  # noqa: F401  registers the environment
from policies.packs import read_pack

HEAVY = ("torch", "stable_baselines3", "sb3_contrib", "tensorboard")


def main() -> None:
    """Play one game and say how it ended."""
    parser = argparse.ArgumentParser(prog="python -m training.meet", description=__doc__.partition("\n")[0])
    parser.add_argument("pack", help="file of the pack")
    parser.add_argument("--seed", type=int, default=0, help="of the game (default: 0)")
    arguments = parser.parse_args()
    pack = f"pack:{arguments.pack}"
    players = ["random", pack, "greedy", pack]
    options = read_pack(arguments.pack).manifest.training["config"]["game"]["options"]  # the game it has learned
    env = gymnasium.make("moonshine/Kingdom-v0", seat=0, opponents=players[1:], disable_env_checker=True, **options)
    table: Any = env.unwrapped
    rng = np.random.default_rng(arguments.seed)
    observation, _ = env.reset(seed=arguments.seed)
    over, plays = False, 0
    while not over:
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        observation, _, over, _, info = env.step(action)
        plays += 1
    print(f"One game, {info['decisions']} decisions, {plays} of them the visitor's; it ended on Day {info['day']}.")
    for seat, player in enumerate(players):
        end = table.aec.infos[f"player_{seat}"]
        print(f"  seat {seat}  place {end['place']}  Respect {end['respect']:3}  {player}")
    loaded = [name for name in HEAVY if name in sys.modules]
    if loaded:
        sys.exit(f"this process has loaded {', '.join(loaded)}; a pack is meant to be played without")
    print(f"Loaded in this process: none of {', '.join(HEAVY)}.")


if __name__ == "__main__":
    main()
