"""Short games written down: every decision by name, how many plays were legal, how each Day and the game ended.

`goldens/*_players.txt` are replayed from their action names alone; `goldens/digests.txt` holds hashes of every state of
whole games. Both are compared un-jitted, compiled and with bounds checks, so the lanes agree byte for byte.

When a rule, or a choice offered, was changed on purpose, write them anew and read what changed:

    python -m tests.kingdom.test_goldens
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import pytest

from moonshine_env.kingdom import rules
from moonshine_env.kingdom.vocab import ENDING_IDS, IN_HAND, MOB_IDS
from tests.kingdom.random_play import (
    ACTIONS,
    TABLES,
    Dice,
    decision_of,
    decisions_of_game,
    legal_actions,
    new_game,
)

pytestmark = [pytest.mark.lane_unjitted, pytest.mark.lane_bounds]

FOLDER = Path(__file__).parent / "goldens"
# File: players, seed, Days. The seeds are of games in which much happens.
GAMES = {
    "two_players.txt": (2, 423, 3),
    "three_players.txt": (3, 470, 2),
    "four_players.txt": (4, 438, 2),
}
DIGESTS = FOLDER / "digests.txt"
DIGEST_GAMES = ((2, 101), (3, 102), (4, 103))
HEAD = "# Regenerate: python -m tests.kingdom.test_goldens\n# Day, mob, decision (plays legal): the play\n"


# ---- playthroughs


def mob(states: np.ndarray, seat: int) -> str:
    return MOB_IDS[states[0]["mob"][seat]]


def standing(states: np.ndarray) -> Iterator[str]:
    """Yield a line for each player: what he has."""
    s = states[0]
    respect = np.zeros(4, np.int32)
    rules.scores(TABLES, states, 0, respect)
    for seat in range(s["num_players"]):
        mine = s["owner"] == seat
        place = f"place {s['place'][seat]}, " if s["place"][seat] else ""
        yield (
            f"  = {mob(states, seat)}: {place}Respect {respect[seat]}, ${s['cash'][seat] * 100:,}, "
            f"{mine.sum()} Districts, {s['bosses'][mine].sum()}B {s['runners'][mine].sum()}R, "
            f"{s['barrels'][mine].sum()} Barrels, {(s['card_at'] == IN_HAND + seat).sum()} in hand"
        )


def tell(states: np.ndarray, choices: Iterable[int]) -> Iterator[str]:
    """Play the ids given and yield the lines of the playthrough."""
    s = states[0]
    day = 1
    for action in choices:
        count = len(legal_actions(states))
        yield f"{s['day']} {mob(states, s['acting_player'])} {decision_of(states)} ({count}): {ACTIONS.name(action)}"
        rules.apply(TABLES, states, 0, action)
        if s["day"] != day or s["depth"] == 0:
            day = int(s["day"])
            yield from standing(states)
    yield f"ending: {ENDING_IDS[s['ending']]}"


def head_of(players: int, seed: int, max_days: int) -> str:
    return f"{HEAD}{players} players, seed {seed}, {max_days} Days\n"


def random_choices(states: np.ndarray, seed: int) -> Iterator[int]:
    """Choose a family, then an action of it, without playing it."""
    dice = Dice(seed)
    while states[0]["depth"] > 0:
        actions = legal_actions(states).tolist()
        families = sorted({ACTIONS.families[action] for action in actions})
        family = dice.pick(families)
        yield dice.pick([action for action in actions if ACTIONS.families[action] == family])


def written(players: int, seed: int, max_days: int) -> str:
    states = new_game(seed, players, max_days)
    lines = tell(states, random_choices(states, seed))
    return head_of(players, seed, max_days) + "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_playthrough(name):
    golden = (FOLDER / name).read_text("utf-8")
    players, seed, max_days = GAMES[name]
    plays = [ACTIONS.parse(play) for play in re.findall(r"^\d+ \w+ \w+ \(\d+\): (.*)$", golden, re.M)]
    states = new_game(seed, players, max_days)
    replayed = head_of(players, seed, max_days) + "\n".join(tell(states, plays))
    assert replayed.splitlines() == golden.splitlines()
    assert states[0]["depth"] == 0


def test_playthroughs_are_short_and_meet_much():
    met = set()
    for name in GAMES:
        lines = (FOLDER / name).read_text("utf-8").splitlines()
        assert 40 <= len(lines) <= 100, name
        met |= {line.split()[2] for line in lines if re.match(r"\d+ \w+ \w+ \(", line)}
    assert len(met) >= 15


# ---- digests of every state


def digests(players: int, seed: int) -> Iterator[str]:
    """Yield a line for each Day: a hash of all states so far, byte for byte."""
    states = new_game(seed, players)
    digest = hashlib.sha256(states.tobytes())
    day, count = 1, 0
    for _ in decisions_of_game(states, seed):
        if states[0]["day"] != day:
            yield f"{players} players, seed {seed}, Day {day}: {count} decisions, {digest.hexdigest()[:16]}"
            day = int(states[0]["day"])
        digest.update(states.tobytes())
        count += 1
    digest.update(states.tobytes())
    yield f"{players} players, seed {seed}, the end: {count} decisions, {digest.hexdigest()[:16]}"


@pytest.mark.parametrize(("players", "seed"), DIGEST_GAMES)
def test_every_state_has_the_bytes_on_file(players, seed):
    wanted = [line for line in DIGESTS.read_text("utf-8").splitlines() if line.startswith(f"{players} players,")]
    assert list(digests(players, seed)) == wanted


def main() -> None:
    """Write all goldens anew."""
    for name, (players, seed, max_days) in GAMES.items():
        (FOLDER / name).write_text(written(players, seed, max_days), "utf-8", newline="\n")
    lines = [line for players, seed in DIGEST_GAMES for line in digests(players, seed)]
    text = "# Regenerate: python -m tests.kingdom.test_goldens\n" + "\n".join(lines) + "\n"
    DIGESTS.write_text(text, "utf-8", newline="\n")
    print(f"Wrote {len(GAMES) + 1} files in {FOLDER}.")


if __name__ == "__main__":
    main()
