"""Random games of the referee with itself: nothing is lost or made, and a position says all there is to say."""

import random

import pytest

from tests.reference import compare, referee
from tests.reference.board import DISTRICTS, INFO, LIQUORS, MOBS, STILL_TOKENS, in_borough
from tests.reference.markers import marker_total
from tests.reference.position import read
from tests.reference.territory import barrel_count, barrel_supply, mobsters, piece_supply
from tests.reference.writing import write


class Luck:
    """Random luck."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def die(self):
        return self.random.randint(1, 6)

    def brew_dice(self, count):
        return {colour: [self.die() for _ in range(count)] for colour in ("red", "white")}

    def draw(self, deck, pile):
        return self.random.choice(sorted(pile))


def new_game(luck, seats):
    """K1: mobs, home Boroughs, Stills, Precincts."""
    mobs = luck.random.sample(MOBS, seats)
    homes = luck.random.sample(["manhattan", "bronx", "queens", "brooklyn"], seats)
    pieces = {"home": "1B 2R S", "dock": "3R", "joint": "3R"}
    districts = {
        name: f"{mob} {pieces[INFO[name]['setup']]}"
        for mob, home in zip(mobs, homes, strict=False)
        for name in in_borough(home)
        if "setup" in INFO[name]
    }
    stills = [f"{liquor} {number}" for liquor, numbers in STILL_TOKENS.items() for number in numbers]
    luck.random.shuffle(stills)
    return referee.resume(
        {
            "mobs": mobs,
            "districts": districts,
            "deeds": dict(zip(homes, mobs, strict=False)),
            "phase": "draft",
            "options": {"max_days": 4},
            "stills": dict(zip(DISTRICTS, stills, strict=False)),
            "brew_dice": luck.brew_dice(seats + 1),
            "precincts": [name for name in DISTRICTS if INFO[name].get("precinct")],
        },
        luck,
    )


def check(position):
    """Pieces, Barrels, markers and cash add up; Control follows the pieces; the long form is stable."""
    state = read(position)
    assert write(state) == position
    assert all(0 <= barrel_supply(state, liquor) <= 25 for liquor in LIQUORS)
    for mob in state["mobs"]:
        player = state["players"][mob]
        assert all(piece_supply(state, mob, kind) >= 0 for kind in ("bosses", "runners", "safehouses"))
        assert marker_total(state, mob) == 7 + len(player["favors"])
        assert player["cash"] >= 0
        assert player["cash"] % 100 == 0
        assert player["stash"] >= 0
        assert sum(player["ops"].values()) <= 5
    for name, place in state["districts"].items():
        assert (place["mob"] is None) == (mobsters(place) == 0 and place["safehouse"] is None)
        assert name not in state["precincts"] or (place["mob"] is None and not barrel_count(place))
    assert len(state["precincts"]) + len(state["precincts_in_supply"]) == 5


@pytest.mark.parametrize("seed", range(4))
def test_random_game(seed):
    luck = Luck(seed)
    position = new_game(luck, 2 + seed % 3)
    for _ in range(250):
        kind, _mob = referee.decision(position)
        if kind is None:
            break
        names = {}
        for name in sorted(referee.legal_plays(position)):
            names.setdefault(name.split()[0], []).append(name)
        calm = [family for family in names if family not in ("lay_low", "borrow", "repay")]
        family = luck.random.choice(calm if calm and luck.random.random() < 0.9 else list(names))
        name = names[family][-1] if family == "fund" else luck.random.choice(names[family])
        position["given_dice"] = [luck.die() for _ in range(10)]
        after = referee.play(position, name, luck)
        check(after)
        assert compare.compare_step(position, name, after) == []
        position = after
