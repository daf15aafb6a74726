"""What a drawing says that a position leaves to be worked out: Respect, pieces left, names, the open frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from moonshine_env.kingdom import position as positions
from moonshine_env.kingdom.tables import Content
from moonshine_env.kingdom.vocab import BOROUGH_IDS, BROKER_IDS, DECK_IDS, LIQUOR_IDS, MOB_IDS

# As people at a table call them, all plural; and the broker in two syllables.
MOB_WORDS = dict(zip(MOB_IDS, ("Sicilians", "Irish", "Vipers", "Knights"), strict=True))
BROKER_WORDS = dict(zip(BROKER_IDS, ("St. Clair", "Walker", "Guinan", "Rothstein"), strict=True))
DECK_WORDS = dict(zip(DECK_IDS, ("Gig", "Racket", "Score"), strict=True))

_ALWAYS_WRITTEN = ("game", "mobs", "day", "moon", "players", "market", "decks")
_ALWAYS_OF_A_PLAYER = ("token", "cash", "ops", "stash")


@dataclass(frozen=True)
class Facts:
    """A complete position with what follows from it.

    Attributes:
        content: Components the game is played with.
        position: As `position.dump` writes it.
        respect: Net Respect of each mob in the game (K11.7).
        pieces_left: Bosses, Runners and Safehouses in each mob's supply.
        supply: Barrels left in the supply, by liquor.
        frame: The open decision, or the work that comes next; None when the game is over.
    """

    content: Content
    position: Mapping[str, Any]
    respect: dict[str, int]
    pieces_left: dict[str, tuple[int, int, int]]
    supply: dict[str, int]
    frame: Mapping[str, Any] | None

    def part(self, key: str) -> Mapping[str, Any]:
        """Return an object of the position, empty where it is left out."""
        found: Mapping[str, Any] = self.position.get(key, {})
        return found

    @property
    def mobs(self) -> list[str]:
        """Mobs in the game, by seat."""
        found: list[str] = self.position["mobs"]
        return found

    def partners_of(self, mob: str) -> list[str]:
        """Return the mob's partner in a list, empty while no families stand."""
        pairs: list[list[str]] = self.position.get("alliances", [])
        return [other for pair in pairs if mob in pair for other in pair if other != mob]

    @property
    def max_days(self) -> int:
        """After how many Days the game ends."""
        return int(self.part("options").get("max_days", self.content.default_max_days))

    def district(self, district_id: str) -> str:
        """Name a District."""
        return self.content.district_names[self.content.district_ids.index(district_id)]


def gather_facts(content: Content, position: Mapping[str, Any], respect: Sequence[int] | None = None) -> Facts:
    """Read a position, whole or a view, complete or partial.

    Args:
        content: Components the game is played with.
        position: Unchanged.
        respect: Respect of each seat if the caller has counted it; else it is counted here.

    Raises:
        PositionError: A partial position that does not fit.
    """
    full = position if _is_complete(position) else _complete(content, position)
    mobs = full["mobs"]
    counted = respect or [_count_respect(content, full, mob) for mob in mobs]
    stack = full.get("stack", [])
    return Facts(
        content=content,
        position=full,
        respect={mob: int(points) for mob, points in zip(mobs, counted, strict=False)},
        pieces_left={mob: _count_pieces_left(content, full, mob) for mob in mobs},
        supply=_count_supply(content, full),
        frame=stack[-1] if stack else None,
    )


def _is_complete(position: Mapping[str, Any]) -> bool:
    """Say whether a position is in the long form that programs write, so that nothing need be filled in."""
    if not all(key in position for key in _ALWAYS_WRITTEN) or not ("stack" in position or "ending" in position):
        return False
    if len(position["market"]) < len(LIQUOR_IDS) or not all(mob in position["players"] for mob in position["mobs"]):
        return False
    rows = [*position.get("districts", {}).values(), *position.get("stills", {}).values(), position.get("party", {})]
    rows += [player.get("ops") for player in position["players"].values()]
    rows += [row.get("barrels", {}) for row in rows if isinstance(row, Mapping)]
    return all(isinstance(row, Mapping) for row in rows) and all(
        key in player for player in position["players"].values() for key in _ALWAYS_OF_A_PLAYER
    )


def _complete(content: Content, position: Mapping[str, Any]) -> Mapping[str, Any]:
    states = positions.new_state(content, position)
    seats: list[str] = positions.dump(content, states, 0)["mobs"]
    viewer = position.get("view")
    return positions.dump(content, states, 0, seats.index(viewer) if viewer else None)


def _count_respect(content: Content, position: Mapping[str, Any], mob: str) -> int:
    return sum(points for _, points in list_respect(content, position, mob))


def list_titles(content: Content, position: Mapping[str, Any], mob: str) -> list[tuple[str, int]]:
    """List the Titles a mob holds, the Rat Card last, each with its Respect."""
    t = content.tables[0]
    rows = []
    for k, borough in enumerate(BOROUGH_IDS):
        if position.get("deeds", {}).get(borough) == mob:
            rows.append((f"Deed of {content.borough_names[k]}", int(t["deed_respect"][k])))
    syndicates = [liquor for liquor in LIQUOR_IDS if position.get("syndicates", {}).get(liquor) == mob]
    rows += [(f"{liquor.title()} Syndicate", int(t["syndicate_respect"])) for liquor in syndicates]
    if position.get("ward_boss") == mob:
        rows.append(("Ward Boss", int(t["ward_boss_respect"])))
    if position.get("rat") == mob:
        rows.append(("Rat Card", int(t["rat_respect"])))
    return rows


def list_respect(content: Content, position: Mapping[str, Any], mob: str) -> list[tuple[str, int]]:
    """List all that gives a mob Respect, each with its points (K11.7): Titles, Contracts, Marks."""
    t = content.tables[0]
    player = position["players"][mob]
    rows = list_titles(content, position, mob)
    for card in player.get("completed", []):
        rows.append((card_name(content, card), int(t["deck_respect"][card_deck(content, card)])))
    marks = player.get("marks", 0)
    if marks:
        rows.append((f"{marks} Mark{'s' * (marks > 1)}", marks * int(t["mark_respect"])))
    return rows


def _count_pieces_left(content: Content, position: Mapping[str, Any], mob: str) -> tuple[int, int, int]:
    t = content.tables[0]
    bosses = int(t["mob_bosses"][MOB_IDS.index(mob)])
    runners = int(t["runners_per_player"]) - position["players"][mob].get("runners_lost", 0)
    houses = int(t["safehouses_per_player"])
    away = position.get("elsewhere", {}).get(mob, {})
    groups = [row for row in position.get("districts", {}).values() if row.get("mob") == mob]
    groups += [away] + [party for party in [position.get("party", {})] if party.get("mob") == mob]
    for group in groups:
        bosses -= group.get("bosses", 0)
        runners -= group.get("runners", 0)
    for row in position.get("districts", {}).values():
        house = row.get("safehouse")
        houses -= house == mob or (house is True and row.get("mob") == mob)
    return bosses, runners, houses - away.get("safehouses", 0)


def _count_supply(content: Content, position: Mapping[str, Any]) -> dict[str, int]:
    holders = [*position.get("districts", {}).values(), position.get("party", {}), position.get("elsewhere", {})]
    out = {liquor: sum(row.get("barrels", {}).get(liquor, 0) for row in holders) for liquor in LIQUOR_IDS}
    return {liquor: int(content.tables[0]["barrels_per_liquor"]) - out[liquor] for liquor in LIQUOR_IDS}


@lru_cache(maxsize=8)
def _card_numbers(content: Content) -> dict[str, int]:
    return {card: number for number, card in enumerate(content.card_ids)}


def card_name(content: Content, card: str) -> str:
    """Name a Contract."""
    return content.card_names[_card_numbers(content)[card]]


def card_says(content: Content, card: str) -> str:
    """Return the sentence of a Contract."""
    return content.card_says[_card_numbers(content)[card]]


def card_deck(content: Content, card: str) -> int:
    """Return the deck of a Contract, 0 Gig, 1 Racket, 2 Score."""
    return int(content.tables[0]["card_deck"][_card_numbers(content)[card]])


def say_money(amount: int) -> str:
    """Write a sum in $."""
    return f"${amount:,}"


def say_barrels(barrels: Mapping[str, int]) -> str:
    """Write Barrels as `2 gin, 1 rum`, in liquor order; empty for none."""
    return ", ".join(f"{barrels[liquor]} {liquor}" for liquor in LIQUOR_IDS if barrels.get(liquor))


def say_clause(clause: str) -> str:
    """Write a clause of an offer as words: `no_entry bronx` is `not to enter the Bronx`."""
    words = clause.split()
    where = "anywhere" if words[-1] == "anywhere" else f"in {words[-1].replace('_', ' ').title()}"
    if words[0] == "cash":
        return say_money(int(words[1]))
    if words[0] == "lend":
        return f"a loan of {words[1]} marker{'s' * (words[1] != '1')}"
    if words[0] == "pay":
        return f"pay {say_money(int(words[1]))}"
    if words[0] == "no_entry":
        return f"enter none of their Districts {where}"
    if words[0] == "passage":
        return f"Ambush nobody of theirs {where}"
    if words[0] == "barrels":
        return f"Push {words[1]} {words[2]} to them"
    return "nothing"


def list_promises(position: Mapping[str, Any], mob: str) -> list[str]:
    """List the open promises a mob made, in words, with the number that `pay_promise` names them by."""
    rows = []
    for number, promise in enumerate(position.get("promises", []), 1):
        if promise["by"] != mob:
            continue
        favor = promise.get("favor")
        vouched = f", {BROKER_WORDS[favor]} vouches" if favor else ""
        pushed = f", {promise['barrels_pushed']} Pushed so far" if promise.get("barrels_pushed") else ""
        to = MOB_WORDS[promise["to"]]
        rows.append(f"{number}. to the {to}: {say_clause(promise['clause'])} (Day {promise['due']}{vouched}{pushed})")
    return rows


def say_pieces(row: Mapping[str, Any]) -> str:
    """Write pieces as `1B 3R S`: Bosses, Runners, a Safehouse."""
    parts = [f"{row[key]}{letter}" for key, letter in (("bosses", "B"), ("runners", "R")) if row.get(key)]
    return " ".join([*parts, "S"] if row.get("safehouse") else parts)


def say_hidden_hand(player: Mapping[str, Any]) -> str:
    """Write a rival's hand as `2 Gigs, 1 Score`; empty for none."""
    hidden = player.get("hidden_hand", {})
    return ", ".join(
        f"{hidden[deck]} {DECK_WORDS[deck]}{'s' * (hidden[deck] > 1)}" for deck in DECK_IDS if deck in hidden
    )
