"""Pieces, Control, supplies and losses (rules K2, K1.13).

The state is a plain dict made by position.read: `districts` has all 25 Districts, each with `mob` (the Controller or
None), `bosses`, `runners`, `safehouse` (its owner or None) and `barrels` (all four liquors). The `party` has the same.
"""

from tests.reference.board import BOROUGH, BROKER, CONNECTED, DISTRICTS, INFO, LIQUORS, MOB, SUPPLY, in_borough


def mobsters(place):
    """Bosses and Runners of a District or party."""
    return place["bosses"] + place["runners"]


def barrel_count(place):
    """All Barrels of a District or party."""
    return sum(place["barrels"].values())


def rivals(state, mob):
    """Every other player."""
    return [other for other in state["mobs"] if other != mob]


def turn_order(state):
    """Today's tokens, lowest first (K1.10)."""
    return sorted(state["mobs"], key=lambda mob: state["players"][mob]["token"])


def controlled(state, mob):
    """The Districts the mob Controls (K2.1), in board order."""
    return [name for name in DISTRICTS if state["districts"][name]["mob"] == mob]


def settle_control(state, name):
    """Control follows the pieces at once (K2.1); a Safehouse alone keeps it for its owner; nothing left: nobody's."""
    place = state["districts"][name]
    if mobsters(place) == 0:
        place["mob"] = place["safehouse"]


def hostile(state, name, mob):
    """K2.4: a Precinct or rival mobsters; every other District is Safe."""
    place = state["districts"][name]
    return name in state["precincts"] or (mobsters(place) > 0 and place["mob"] != mob)


def partner(state, mob):
    """The other mob of his alliance, or None before the Sit-Down (K12.2)."""
    return next((other for pair in state["alliances"] if mob in pair for other in pair if other != mob), None)


def partners_ground(state, name, mob):
    """Does the mob's partner Control the District, be it with a Safehouse alone (K12.4)?"""
    holder = state["districts"][name]["mob"]
    return holder is not None and holder == partner(state, mob)


def safe_ways(state, name, mob):
    """Connected Districts Safe to the mob (K7.5, K7.8); a partner's District is no goal (K12.4)."""
    ways = {other for other in CONNECTED[name] if not hostile(state, other, mob)}
    return {other for other in ways if not partners_ground(state, other, mob)}


def unoccupied(state, name):
    """K2.6: no mobsters, no Safehouse, no Precinct."""
    place = state["districts"][name]
    return mobsters(place) == 0 and place["safehouse"] is None and name not in state["precincts"]


def on_board(state, mob, kind):
    """How many `bosses`, `runners` or `safehouses` of the mob stand on the board, the party included."""
    if kind == "safehouses":
        return sum(1 for place in state["districts"].values() if place["safehouse"] == mob)
    count = sum(place[kind] for place in state["districts"].values() if place["mob"] == mob)
    if state["party"] and state["party"]["mob"] == mob:
        count += state["party"][kind]
    return count


def piece_supply(state, mob, kind):
    """Pieces left in the player's supply (K1.1); those of a Torch (K6.8) and those `elsewhere` are not in it."""
    total = {
        "bosses": MOB[mob]["bosses"],
        "runners": SUPPLY["runners_per_player"],
        "safehouses": SUPPLY["safehouses_per_player"],
    }[kind]
    lost = state["players"][mob]["runners_lost"] if kind == "runners" else 0
    return total - lost - on_board(state, mob, kind) - state["elsewhere"].get(mob, {}).get(kind, 0)


def barrel_supply(state, liquor):
    """Barrels of the liquor in the common supply (K1.13)."""
    placed = sum(place["barrels"][liquor] for place in state["districts"].values())
    if state["party"]:
        placed += state["party"]["barrels"][liquor]
    return SUPPLY["barrels_per_liquor"] - placed - state["elsewhere"].get("barrels", {}).get(liquor, 0)


def lose(place, count):
    """Remove up to `count` mobsters, Runners first, then Bosses (K2.10); returns how many went."""
    runners = min(count, place["runners"])
    bosses = min(count - runners, place["bosses"])
    place["runners"] -= runners
    place["bosses"] -= bosses
    return runners + bosses


def empty_barrels(place):
    """All Barrels of a District or party go to the common supply."""
    place["barrels"] = dict.fromkeys(LIQUORS, 0)


def pour_barrels(source, goal):
    """All Barrels go from one District or party to another."""
    for liquor in LIQUORS:
        goal["barrels"][liquor] += source["barrels"][liquor]
        source["barrels"][liquor] = 0


def enter(state, mob, name, bosses, runners):
    """Mobsters come into a District without rival mobsters and take Control at once (K5.1, K2.8).

    Returns True if a rival Safehouse stands there, about which the newcomer must now be asked.
    """
    place = state["districts"][name]
    place["bosses"] += bosses
    place["runners"] += runners
    place["mob"] = mob
    return place["safehouse"] not in (None, mob)


def own_safehouses(state, mob):
    """Districts of the mob with its Safehouse: those that can be relocated (K2.8, K7.5: in a District of his)."""
    return [name for name in controlled(state, mob) if state["districts"][name]["safehouse"] == mob]


def relocate(state, name):
    """Take the Safehouse out of a District, which may lose Control there (K2.8, K5.5)."""
    state["districts"][name]["safehouse"] = None
    settle_control(state, name)


def place_safehouse(state, mob, name, words):
    """Put a Safehouse of the mob there: words are `supply` or `from DISTRICT`."""
    if words[0] == "from":
        relocate(state, words[1])
    state["districts"][name]["safehouse"] = mob


def docks_controlled(state, mob):
    """K5.6."""
    return sum(1 for name in controlled(state, mob) if INFO[name]["kind"] == "dock")


def in_borough_controlled(state, mob, borough):
    """Districts of the Borough that the mob Controls."""
    return [name for name in in_borough(borough) if state["districts"][name]["mob"] == mob]


def joints_of(state, mob, liquor):
    """Joints of that pour the mob Controls (K5.8, K11.2)."""
    return [name for name in controlled(state, mob) if INFO[name].get("pour") == liquor]


def broker_districts(state, mob):
    """Brokers whose High Society District the mob Controls (K5.14)."""
    return [broker for broker, name in BROKER.items() if state["districts"][name]["mob"] == mob]


def deed_respect(borough):
    """3, Staten Island 2 (K11.7)."""
    return BOROUGH[borough]["deed_respect"]
