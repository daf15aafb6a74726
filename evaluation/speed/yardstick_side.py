"""The yardstick's half of the benchmark. Runs in a venv of its own, where nothing of ours is.

Called as `python yardstick_side.py WORKLOAD SECONDS SEED`; prints one JSON object. Decisions of all players count.
"""

from __future__ import annotations

import json
import random
import sys
import time

import numpy as np
from catanatron import Color, Game, RandomPlayer
from catanatron_gym.envs.catanatron_env import ACTION_SPACE_SIZE, CatanatronEnv, to_action_space
from catanatron_gym.features import create_sample_vector, get_feature_ordering

COLORS = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)


def play_with_mask_and_observation(seconds: float) -> dict[str, float]:
    """Play random 4-player games; at every decision make the mask and the deciding player's observation."""
    features = get_feature_ordering(4)
    decisions = games = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        game = Game([RandomPlayer(color) for color in COLORS])
        while game.winning_color() is None and game.state.num_turns < 1000:
            mask = np.zeros(ACTION_SPACE_SIZE, np.int8)
            playable = game.state.playable_actions
            mask[[to_action_space(action) for action in playable]] = 1
            create_sample_vector(game, game.state.current_color(), features)
            game.execute(random.choice(playable))
            decisions += 1
        games += 1
    return {"decisions": decisions, "games": games, "seconds": time.perf_counter() - start, "features": len(features)}


def play_gym(seconds: float) -> dict[str, float]:
    """Play random games through the Gymnasium environment with three random rivals."""
    env = CatanatronEnv({"enemies": [RandomPlayer(color) for color in COLORS if color is not Color.BLUE]})
    decisions = games = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        _, info = env.reset()
        done = False
        while not done:
            _, _, terminated, truncated, info = env.step(random.choice(info["valid_actions"]))
            done = terminated or truncated
        decisions += len(env.game.state.actions)
        games += 1
    return {"decisions": decisions, "games": games, "seconds": time.perf_counter() - start}


if __name__ == "__main__":
    workload, seconds, seed = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
    random.seed(seed)
    np.random.seed(seed)  # noqa: NPY002  the yardstick draws from the global generator
    play = {"batch": play_with_mask_and_observation, "gym": play_gym}[workload]
    play(0.5)
    print(json.dumps(play(seconds)))
