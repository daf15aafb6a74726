"""The signature: one hash of what the rules do. A commit either keeps it or says `Rules change:` and why.

    python -m moonshine_env.signature            print it, and compare it with the one on file
    python -m moonshine_env.signature --check    the same, exit status 1 if they differ
    python -m moonshine_env.signature --write    put it on file

Fixed games are played with choices of their own, made by hashing. What goes into the signature is what a player could
see and do: each decision, who makes it, all legal actions, the one chosen, positions now and then, results. How states
are laid out in memory does not.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from moonshine_env.aec_base import NO_ACTION
from moonshine_env.engine.game import Game
from moonshine_env.registry import GAMES, find_game

GAMES_PER_TABLE = 6
DECISIONS_PER_POSITION = 40
DIGITS = 16
# Tables the games are played at: options of an environment.
TABLES_PLAYED: tuple[dict[str, Any], ...] = (
    {"num_players": 2},
    {"num_players": 3},
    {"num_players": 4},
    {"num_players": 4, "max_days": 4, "plays_per_day": 3, "still_once_per_day": True},
    {"num_players": 3, "cooperation": False},
    {"num_players": 4, "variant": "blood_oath"},
)


def _chosen(count: int, *what: object) -> int:
    """Choose below `count`, by a hash of what is chosen: the same with every version of every library."""
    word = hashlib.sha256(repr(what).encode()).digest()[:8]
    return int.from_bytes(word, "little") % count


def _choose(legal: np.ndarray, families: Sequence[str], nth_game: int, nth_decision: int) -> int:
    """Choose an action: in even games uniformly, in odd ones first a family, so that rare Plays are made too."""
    if nth_game % 2 == 0:
        return int(legal[_chosen(len(legal), nth_game, nth_decision)])
    present = sorted({families[action] for action in legal})
    family = present[_chosen(len(present), nth_game, nth_decision, "family")]
    members = [int(action) for action in legal if families[action] == family]
    return members[_chosen(len(members), nth_game, nth_decision, family)]


def play(game: Game, options: dict[str, Any], nth_game: int) -> Iterator[str]:
    """Play a fixed game, and tell it line by line.

    Args:
        game: What is played.
        options: Of an environment, those of the rules.
        nth_game: Which; its seed too.
    """
    content = game.load_content(None)
    table = game.action_table(content)
    states = np.zeros(1, game.state)
    numbers = game.read_options(content, options)
    game.setup(content.tables, states, 0, np.uint64(nth_game), numbers, *game.read_start(content, int(numbers[0]), {}))
    legal, shown = np.zeros(game.num_actions, np.int8), np.zeros(game.num_actions, np.int8)
    raw, scaled, trail = np.zeros(game.num_features, np.uint8), np.zeros(0, np.float32), np.zeros((1, 2), np.int16)
    action, nth_decision = NO_ACTION, 0
    while True:
        _, seat, _ = game.advance(content.tables, states, 0, action, 0, legal, trail, 0, raw, scaled, shown)
        if seat < 0:
            break
        ids = np.flatnonzero(legal)
        if nth_decision % DECISIONS_PER_POSITION == 0:
            yield json.dumps(game.dump(content, states, 0), sort_keys=True)
        action = _choose(ids, table.families, nth_game, nth_decision)
        yield f"{game.decision(states, 0)} {seat} {ids.tolist()} {table.name(action)}"
        nth_decision += 1
    respect = np.zeros(game.max_players, np.int32)
    game.scores(content.tables, states, 0, respect)
    yield f"{states['place'][0].tolist()} {respect.tolist()}"
    yield json.dumps(game.dump(content, states, 0), sort_keys=True)


def count_signature(game: Game) -> str:
    """Play all fixed games and hash them; 16 hex digits."""
    digest = hashlib.sha256()
    for options in TABLES_PLAYED:
        for nth_game in range(GAMES_PER_TABLE):
            digest.update(f"{sorted(options.items())} {nth_game}\n".encode())
            for line in play(game, options, nth_game):
                digest.update(line.encode() + b"\n")
    return digest.hexdigest()[:DIGITS]


def signature_file(game: Game) -> Path:
    """Name the file that keeps a game's signature."""
    return Path(__file__).parent / game.id / "signature.txt"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m moonshine_env.signature", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--game", choices=list(GAMES), default="kingdom")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="exit status 1 if it differs from the one on file")
    what.add_argument("--write", action="store_true", help="put it on file")
    chosen = parser.parse_args(arguments)
    game = find_game(chosen.game)
    file = signature_file(game)
    kept = file.read_text("utf-8").strip() if file.exists() else ""
    found = count_signature(game)
    if chosen.write:
        file.write_text(found + "\n", "utf-8")
        print(f"{found}  {'unchanged' if found == kept else f'written; it was {kept or chr(45)}'}")
        return 0
    if found == kept:
        print(f"{found}  as on file")
        return 0
    print(f"{found}  but {kept or 'nothing'} is on file: the rules do something else now. If that is meant, run")
    print('python -m moonshine_env.signature --write, and start the commit with "Rules change:" and why.')
    return int(chosen.check)


if __name__ == "__main__":
    sys.exit(main())
