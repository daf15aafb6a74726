"""Writing the referee's state as a whole position in the long form of kingdom_position.md: only what is not empty."""

from tests.reference.board import BOROUGHS, DECKS, DISTRICTS, LIQUORS, NUMBER
from tests.reference.hustle import pile_of
from tests.reference.position import clean
from tests.reference.territory import barrel_count, mobsters

ALWAYS = ("token", "cash", "ops", "stash")


def counts(values):
    """The numbers that are not 0."""
    return {key: value for key, value in values.items() if value}


def write_place(place):
    """A District or party: mob, pieces and Barrels."""
    result = {key: place[key] for key in ("mob", "bosses", "runners") if place[key]}
    if place.get("safehouse"):
        result["safehouse"] = True if place["safehouse"] == place["mob"] else place["safehouse"]
    if barrel_count(place):
        result["barrels"] = counts(place["barrels"])
    return result


def write_player(player):
    """One player."""
    result = {}
    for key, value in player.items():
        if key == "stake_order" and len(value) < 2:
            continue
        if isinstance(value, set):
            value = sorted(value)
        if key in ALWAYS or value:
            result[key] = value.copy() if isinstance(value, dict | list) else value
    return result


def write_deck(state, deck):
    """One Contract deck."""
    entry = state["decks"][deck]
    result = {"pile": len(pile_of(state, deck))}
    if entry["discards"]:
        result["discards"] = sorted(entry["discards"])
    if entry["reshuffles"]:
        result["reshuffles"] = entry["reshuffles"]
    if any(entry["older_pools"].values()):
        result["older_pools"] = {pool: sorted(cards) for pool, cards in entry["older_pools"].items() if cards}
    return result


def write(state):
    """The whole position."""
    position = {"game": "kingdom", "edition": "rulebook"} | state["kept"]
    usual = {"max_days": NUMBER["day_cap"], "plays_per_day": NUMBER["plays_per_day_cap"], "still_once_per_day": False}
    usual |= {"cooperation": True, "variant": "free_for_all"}
    position["options"] = {key: value for key, value in state["options"].items() if value != usual.get(key)}
    position |= {
        "mobs": list(state["mobs"]),
        "day": state["day"],
        "moon": state["moon"],
        "turn": state["turn"],
        "players": {mob: write_player(state["players"][mob]) for mob in state["mobs"]},
    }
    places = {name: write_place(state["districts"][name]) for name in DISTRICTS}
    position["districts"] = {name: place for name, place in places.items() if place}
    position["stills"] = {
        name: {key: value for key, value in state["stills"][name].items() if value is not False}
        for name in DISTRICTS
        if name in state["stills"]
    }
    position["precincts"] = [name for name in DISTRICTS if name in state["precincts"]]
    position["precincts_in_supply"] = [name for name in BOROUGHS if name in state["precincts_in_supply"]]
    position["market"] = {liquor: state["market"][liquor] for liquor in LIQUORS}
    position["heat"] = list(state["heat"])
    position["brew_dice"] = {colour: sorted(dice) for colour, dice in state["brew_dice"].items() if dice}
    for key in ("deeds", "syndicates"):
        position[key] = {title: mob for title, mob in state[key].items() if mob}
    position |= {
        "ward_boss": state["ward_boss"],
        "rat": state["rat"],
        "extorted": sorted(state["extorted"]),
        "decks": {deck: write_deck(state, deck) for deck in DECKS},
    }
    party = state["party"]
    if party and mobsters(party):
        position["party"] = write_place(party) | {key: party[key] for key in ("place", "origin") if party[key]}
    position["play"] = {
        key: value
        for key, value in (
            ("spent", counts(state["play"]["spent"])),
            ("heat", state["play"]["heat"]),
            ("amounts", counts(state["play"]["amounts"])),
        )
        if value
    }
    position |= {
        "stack": [clean(entry) for entry in state["stack"]],
        "promises": [dict(promise) for promise in state["promises"]],
        "crackdown": state["crackdown"] if state["crackdown"] != NUMBER["crackdown_start"] else None,
        "alliances": [list(pair) for pair in state["alliances"]],
        "ending": state["ending"],
        "given_dice": list(state["given_dice"]),
        "elsewhere": state["elsewhere"],
    }
    return {key: value for key, value in position.items() if value or key in ("day", "mobs", "players", "market")}
