"""Helpers for the worked cases (tests/kingdom/cases): partial positions, plays in a row, short readings."""

from tests.reference import compare, referee
from tests.reference.position import read
from tests.reference.territory import piece_supply
from tests.reference.writing import write


class Luck:
    """A source for tests: Brew dice of ones, and the cards named."""

    def __init__(self, *cards):
        self.cards = list(cards)

    def brew_dice(self, count):
        return {"red": [1] * count, "white": [1] * count}

    def draw(self, deck, pile):
        return self.cards.pop(0) if self.cards else min(pile)

    def die(self):
        raise AssertionError("a die too many")


def start(**partial):
    """The whole position at its first decision."""
    return referee.resume(partial, Luck())


def do(position, *names, luck=None):
    """Play one after the other; each step must also agree with itself in the comparison."""
    for name in names:
        assert name in referee.legal_plays(position), (name, sorted(referee.legal_plays(position)))
        after = referee.play(position, name, luck or Luck())
        assert compare.compare_step(position, name, after) == []
        position = after
    return position


def step(position, *names, luck=None):
    """Play one after the other; each position must come back from reading as it was written."""
    for name in names:
        assert name in referee.legal_plays(position), (name, sorted(referee.legal_plays(position)))
        position = referee.play(position, name, luck or Luck())
        assert write(read(position)) == position
    return position


def legal(position, word=""):
    """Legal plays that begin with the word."""
    return {name for name in referee.legal_plays(position) if name.split()[0] == word or not word}


def at(position, name):
    """A District in the short form of the cases: mob, B, R, S, then Barrels g m w r."""
    place = read(position)["districts"][name]
    words = [place["mob"] or ""]
    words += [f"{place[kind]}{letter}" for kind, letter in (("bosses", "B"), ("runners", "R")) if place[kind]]
    words += ["S"] if place["safehouse"] else []
    words += [f"{n}{liquor[0]}" for liquor, n in place["barrels"].items() if n]
    return " ".join(words).strip()


def purse(position, mob):
    """(markers in slots, Stash, cash)."""
    player = read(position)["players"][mob]
    return sum(player["ops"].values()), player["stash"], player["cash"]


def heat(position):
    return position.get("heat", [])


def spare(position, mob, kind="safehouses"):
    return piece_supply(read(position), mob, kind)


def has(position, mob, key):
    return position["players"][mob].get(key)


def open_for(position):
    return referee.decision(position)
