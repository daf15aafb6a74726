"""Contracts and the language of their objectives, as described at the head of the Contract data (rules K10, K11.4)."""

import tomllib

from tests.reference.board import BOROUGHS, CONNECTED, DATA, DECKS, DISTRICTS, INFO, LIQUORS, ROADS, in_borough
from tests.reference.territory import barrel_count, controlled, hostile, on_board, rivals

with (DATA / "kingdom_contracts.toml").open("rb") as _file:
    _TOML = tomllib.load(_file)

TIERS = _TOML["tiers"]
CARDS = {entry["id"]: {"deck": deck, "objective": entry["objective"]} for deck in DECKS for entry in _TOML[deck]}


class NoLiquor(Exception):
    """Two or more liquors tie for dearest or cheapest: the whole condition is false."""


def names_cash(card):
    """Does the objective name `cash` in a count or most (K9.4)?"""

    def look(condition):
        return "cash" in (condition.get("count"), condition.get("most")) or any(map(look, condition.get("has", [])))

    return any(map(look, CARDS[card]["objective"]))


def met(state, mob, card):
    """Every condition of the objective holds for the owner (K11.4)."""
    return all(holds(state, mob, condition, {}) for condition in CARDS[card]["objective"])


def holds(state, mob, condition, scope):
    """One condition; `scope` has the `borough` and the liquor `it` of the conditions around it."""
    try:
        return next(KINDS[kind] for kind in KINDS if kind in condition)(state, mob, condition, scope)
    except NoLiquor:
        return False


def liquor_of(state, word, scope):
    """A liquor from its name, 'it', 'dearest' or 'cheapest'."""
    if word == "it":
        return scope["it"]
    if word not in ("dearest", "cheapest"):
        return word
    price = (max if word == "dearest" else min)(state["market"].values())
    liquors = [liquor for liquor in LIQUORS if state["market"][liquor] == price]
    if len(liquors) != 1:
        raise NoLiquor
    return liquors[0]


def fits(state, mob, name, where, scope):
    """Does the District fit the filter W, seen by this mob? All keys must fit."""
    place, info, still = state["districts"][name], INFO[name], state["stills"].get(name)
    mine = place["mob"] == mob

    def barrels_fit(wanted):
        return all(place["barrels"][liquor_of(state, liquor, scope)] >= n for liquor, n in wanted.items())

    tests = {
        "name": lambda value: name == value,
        "borough": lambda value: info["borough"] in value,
        "kind": lambda value: info["kind"] == value,
        "society": lambda value: info.get("society", False) == value,
        "pour": lambda value: info.get("pour") == liquor_of(state, value, scope),
        "still": lambda value: still is not None and still["liquor"] == liquor_of(state, value, scope),
        "still_not": lambda value: (lambda liquor: still is not None and still["liquor"] != liquor)(
            liquor_of(state, value, scope)
        ),
        "still_number": lambda value: still is not None and still["number"] == value,
        "boss": lambda value: (mine and place["bosses"] > 0) == value,
        "runners": lambda value: mine and place["runners"] >= value,
        "safehouse": lambda value: (place["safehouse"] == mob) == value,
        "barrels": barrels_fit,
    }
    answers = [tests[key](value) for key, value in where.items()]  # all are worked out, so that a tie is always seen
    return all(answers) and scope.get("borough") in (None, info["borough"])


def total(state, mob, what, condition, scope):
    """The mob's own total of M, limited by W and L."""
    if what == "cash":
        return state["players"][mob]["cash"]
    if what == "heat":
        return state["heat"].count(mob)
    names = [name for name in DISTRICTS if fits(state, mob, name, condition.get("where", {}), scope)]
    names = [name for name in names if name in controlled(state, mob)]
    places = [state["districts"][name] for name in names]
    if what == "districts":
        return len(names)
    if what == "boroughs":
        return len({INFO[name]["borough"] for name in names})
    if what == "safehouses":
        return sum(1 for place in places if place["safehouse"] == mob)
    if what == "runners":
        return sum(place["runners"] for place in places)
    if what == "mobsters":
        return sum(place["runners"] + place["bosses"] for place in places)
    if what != "barrels":
        raise ValueError(what)
    liquor = liquor_of(state, condition.get("of", "any"), scope)
    return sum(barrel_count(place) if liquor == "any" else place["barrels"][liquor] for place in places)


def _count(state, mob, condition, scope):
    """count: the own total is at least / under a number."""
    number = total(state, mob, condition["count"], condition, scope)
    return number >= condition.get("at_least", number) and number < condition.get("under", number + 1)


def _most(state, mob, condition, scope):
    """most: more than each single rival, or than all rivals together."""
    own = total(state, mob, condition["most"], condition, scope)
    others = [total(state, rival, condition["most"], condition, scope) for rival in rivals(state, mob)]
    return own > (sum(others) if condition.get("against") == "all" else max(others))


def _passes(state, mob, borough, test):
    """A Borough test T."""
    places = [state["districts"][name] for name in in_borough(borough)]
    holder = state["deeds"].get(borough)
    if test == "rival_deed":
        return holder is not None and holder != mob
    if test == "own_deed":
        return holder == mob
    if test == "rival_safehouse":
        return any(place["safehouse"] not in (None, mob) for place in places)
    if test == "rival_boss":
        return any(place["bosses"] and place["mob"] != mob for place in places)
    if test == "mainland":
        return borough != "staten_island"
    if test != "most_barrels":
        raise ValueError(test)
    lying = {name: sum(barrel_count(state["districts"][d]) for d in in_borough(name)) for name in BOROUGHS}
    return all(lying[borough] > lying[other] for other in BOROUGHS if other != borough)


def _boroughs(state, mob, condition, scope, tests):
    """For each Borough that passes all tests: do all of `has` hold in it?"""
    passing = [borough for borough in BOROUGHS if all(_passes(state, mob, borough, test) for test in tests)]
    return [
        all(holds(state, mob, inner, scope | {"borough": borough}) for inner in condition["has"]) for borough in passing
    ]


def _liquors(state, mob, condition, scope, liquors):
    """For each liquor of the list, written 'it': do all of `has` hold?"""
    return [all(holds(state, mob, inner, scope | {"it": liquor}) for inner in condition["has"]) for liquor in liquors]


def _rival(state, mob, condition, scope):
    """rival: at least one single rival fits R."""

    def boxed(rival):
        homes = [
            name
            for name in DISTRICTS
            if state["districts"][name]["mob"] == rival and state["districts"][name]["bosses"]
        ]
        return any(all(hostile(state, near, rival) for near in CONNECTED[home]) for home in homes)

    test = {
        "no_boss": lambda rival: on_board(state, rival, "bosses") == 0,
        "heat": lambda rival: state["heat"].count(rival) >= condition.get("at_least", 1),
        "boxed_boss": boxed,
    }[condition["rival"]]
    return any(test(rival) for rival in rivals(state, mob))


def _chain(state, mob, condition, scope):
    """chain: both ends and a path between them are Controlled; land and bridges only."""
    start, goal = condition["chain"]
    mine = set(controlled(state, mob))
    reached, front = set(), {start} & mine
    while front:
        reached |= front
        front = {near for name in front for near in ROADS[name] if near in mine} - reached
    return goal in reached


def _near(state, mob, condition, scope):
    """near_rival_safehouse: own Runners in the land and bridge neighbours of one rival Safehouse."""
    mine = set(controlled(state, mob))
    return any(
        sum(state["districts"][near]["runners"] for near in ROADS[name] if near in mine)
        >= condition["near_rival_safehouse"]
        for name in DISTRICTS
        if state["districts"][name]["safehouse"] not in (None, mob)
    )


KINDS = {
    "count": _count,
    "most": _most,
    "rival": _rival,
    "chain": _chain,
    "near_rival_safehouse": _near,
    "some_borough": lambda s, mob, c, scope: any(_boroughs(s, mob, c, scope, c["some_borough"])),
    "every_borough": lambda s, mob, c, scope: all(_boroughs(s, mob, c, scope, c["every_borough"])),
    "each_liquor": lambda s, mob, c, scope: all(_liquors(s, mob, c, scope, c["each_liquor"])),
    "some_liquor": lambda s, mob, c, scope: any(_liquors(s, mob, c, scope, c["some_liquor"])),
}
