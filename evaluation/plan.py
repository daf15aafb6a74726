"""Plans of matches: which games are played, from which seeds, with whom at which seat.

The unit is a block: games from one seed in which every player of a table has every seat, so that nobody owes his share
to better seats or better luck. All tables of a plan use the same seeds, block by block: what two of them have in
common (the deal, the dice of a seat) is the same luck for both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations
from typing import Any

import numpy as np

from moonshine_env.engine.chance import derived_seed
from moonshine_env.engine.game import Game
from moonshine_env.registry import find_game
from moonshine_env.settings import Settings, read_settings

SEATINGS = ("rotations", "all")
ASSIGNMENTS = ("dealt", "mobs", "homes", "both")
MIN_PLAYERS = 2
MOST_SEED = 2**64 - 1
MOST_BLOCKS = 2**31 - 1


@dataclass(frozen=True)
class GameSpec:
    """One game that is to be played.

    Attributes:
        table: Which table of the plan.
        block: Which block; it names the seed.
        nth: Which game of the block.
        seed: Of the game.
        slots: Which place of the table's list sits at each seat.
        entrants: Which entrant that is, by seat.
        shifts: How many seats each trait is moved on from how it was dealt: mobs, homes.
    """

    table: int
    block: int
    nth: int
    seed: int
    slots: tuple[int, ...]
    entrants: tuple[int, ...]
    shifts: tuple[int, int] = (0, 0)


def seatings(table: Sequence[int], kind: str) -> list[tuple[int, ...]]:
    """List who sits where in the games of a block, as the place of the table's list at each seat.

    Args:
        table: Entrants; the same may stand several times.
        kind: `rotations`: as many as there are seats, each one seat on; `all`: every arrangement of the entrants that
            differs from the others. Either way every entrant has every seat equally often.
    """
    seats = range(len(table))
    if kind == "rotations":
        return [tuple((seat - turn) % len(table) for seat in seats) for turn in seats]
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for order in permutations(seats):
        found.setdefault(tuple(table[slot] for slot in order), order)
    return list(found.values())


@dataclass(frozen=True)
class Plan:
    """A match, or several that share seeds. A unit is one block of one table; they are numbered block by block.

    Attributes:
        entrants: Names of those who play, each once.
        specs: How to load them, see `policies.load`; () = by their names.
        tables: Entrants at each place of each table; 2 to 4 places.
        seed: Of all.
        options: Environment options, but for the number of players, which a table has by itself.
        seating: See `seatings`.
        assign: `dealt`: mobs and homes as the seed deals them; `mobs`, `homes`, `both`: each game is also played with
            what was dealt moved on by one seat, two seats, ..., so that everybody has every mob, home, or pair of them.
        game_id: What is played.
    """

    entrants: tuple[str, ...]
    tables: tuple[tuple[int, ...], ...]
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    seating: str = "rotations"
    assign: str = "dealt"
    game_id: str = "kingdom"
    specs: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check everything.

        Raises:
            ValueError: Something does not fit; the sentence says what.
        """
        if not 0 <= self.seed <= MOST_SEED:
            raise ValueError(f"seed={self.seed} does not fit; expected a whole number from 0 to {MOST_SEED}")
        for name, value, known in (("seating", self.seating, SEATINGS), ("assign", self.assign, ASSIGNMENTS)):
            if value not in known:
                raise ValueError(f"{name}={value!r} is not known; one of: {', '.join(map(repr, known))}")
        if "num_players" in self.options:
            raise ValueError("num_players is no option of a match: a table has as many players as were named for it")
        if len(set(self.entrants)) != len(self.entrants) or len(self.specs) not in (0, len(self.entrants)):
            raise ValueError(
                f"entrants {self.entrants} do not fit; expected each name once, and a spec for each or none"
            )
        for table in self.tables:
            if not MIN_PLAYERS <= len(table) <= self.game.max_players:
                raise ValueError(
                    f"a table has {MIN_PLAYERS} to {self.game.max_players} seats, not {len(table)}; "
                    "name a policy for each"
                )
            if not all(0 <= entrant < len(self.entrants) for entrant in table):
                raise ValueError(f"a table seats {table}, but there are only {len(self.entrants)} entrants")
        for players in sorted({len(table) for table in self.tables}):
            self.settings(players)

    @cached_property
    def game(self) -> Game:
        """What is played."""
        return find_game(self.game_id)

    def settings(self, players: int) -> Settings:
        """Read the options for a table of so many.

        Raises:
            ValueError: An option that does not exist or fit.
        """
        return read_settings(self.game, self.options_of(players))

    def options_of(self, players: int) -> dict[str, Any]:
        """Return the environment options of a table of so many."""
        return {**self.options, "num_players": players}

    @cached_property
    def _games(self) -> list[list[tuple[tuple[int, ...], tuple[int, int]]]]:
        """By table: seating and shifts of every game of a block."""
        return [
            [(order, shifts) for order in seatings(table, self.seating) for shifts in self._shifts(len(table))]
            for table in self.tables
        ]

    def _shifts(self, players: int) -> list[tuple[int, int]]:
        mobs = range(players if self.assign in ("mobs", "both") else 1)
        homes = range(players if self.assign in ("homes", "both") else 1)
        return [(mob, home) for mob in mobs for home in homes]

    def size(self, table: int) -> int:
        """Count the games of a block of a table."""
        return len(self._games[table])

    @property
    def games_per_block(self) -> int:
        """Games of one block, all tables together."""
        return sum(self.size(table) for table in range(len(self.tables)))

    def seed_of(self, block: int) -> int:
        """Return the seed of a block's games."""
        return int(derived_seed(np.uint64(self.seed), block, 0))

    def unit(self, number: int) -> list[GameSpec]:
        """List the games of a unit: block `number // tables`, table `number % tables`."""
        block, table = divmod(number, len(self.tables))
        seed = self.seed_of(block)
        seated = self.tables[table]
        return [
            GameSpec(table, block, nth, seed, order, tuple(seated[slot] for slot in order), shifts)
            for nth, (order, shifts) in enumerate(self._games[table])
        ]

    def units(self, blocks: int, first: int = 0) -> Iterator[int]:
        """Number the units of the blocks from `first` to `blocks` - 1."""
        return iter(range(first * len(self.tables), blocks * len(self.tables)))


def blocks_for(plan: Plan, games: int) -> int:
    """Return how many blocks have at least so many games.

    Raises:
        ValueError: That is none, or more than can be numbered.
    """
    blocks = -(-games // plan.games_per_block)
    if not 1 <= blocks <= MOST_BLOCKS:
        raise ValueError(f"games={games} does not fit; expected a whole number, at least 1")
    return blocks


def plan_of(specs: Sequence[str], **settings: Any) -> Plan:
    """Make the plan of one table, at which the same name may sit several times.

    Args:
        specs: A policy for each seat.
        **settings: Fields of `Plan`.
    """
    entrants = tuple(dict.fromkeys(specs))
    return Plan(entrants, (tuple(entrants.index(spec) for spec in specs),), **settings)
