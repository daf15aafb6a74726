"""Storms, Raids and rebuilding (rules K8)."""

from tests.reference.board import BOROUGH, BOROUGHS, EDGES, INFO, NUMBER, muscle
from tests.reference.combat import boss_bonus, fall_back, take_over, threat
from tests.reference.luck import roll
from tests.reference.markers import clear_heat, shylock_options, use_shylock
from tests.reference.oath import raid_triggered
from tests.reference.territory import (
    barrel_count,
    controlled,
    empty_barrels,
    lose,
    mobsters,
    settle_control,
    unoccupied,
)


def do_storm(state, entry):
    """K8.2: one roll; each miss kills one of yours; 2+ hits take the District, else survivors Fall Back."""
    name, party = entry["district"], state["party"]
    needed = threat(boss_bonus(party, attacking=True), 0)
    dice = roll(state, muscle(mobsters(party), NUMBER["combat_dice_cap"]))
    hits = sum(1 for die in dice if die >= needed)
    lose(party, len(dice) - hits)
    if not mobsters(party):
        state["party"] = None
    elif hits < NUMBER["storm_hits"]:
        fall_back(state)
    else:
        state["precincts"].remove(name)
        state["precincts_in_supply"].add(INFO[name]["borough"])
        take_over(state, name)
        state["stack"].append({"decision": "safehouse_free", "player": party["mob"], "district": name})


def start_raid(state):
    """K8.6: the Target has most markers on the track; among the tied he whose marker was placed latest.

    The Crackdown token moves before (K12.1).
    """
    raid_triggered(state)
    counts = {mob: state["heat"].count(mob) for mob in state["heat"]}
    target = next(mob for mob in reversed(state["heat"]) if counts[mob] == max(counts.values()))
    state["stack"].append({"work": "raid", "player": target})


def work_raid(state, entry):
    """K8.7: the Precincts in borough order, one after the other; then K8.9 and K8.10."""
    borough, target = entry.get("next", BOROUGHS[0]), entry["player"]
    if borough == "end":
        rebuild(state)
        clear_heat(state)
        state["stack"][-1] = {"work": "play_end", "player": state["stack"][-1]["player"], "next": "last"}
        return
    following = ([*BOROUGHS, "end"])[BOROUGHS.index(borough) + 1]
    state["stack"].append({"work": "raid", "player": target, "next": following})
    station = next((name for name in sorted(state["precincts"]) if INFO[name]["borough"] == borough), None)
    tied = hit_districts(state, station, target) if station else []
    if len(tied) > 1:
        state["stack"].append({"decision": "raid_tie", "player": target, "precinct": station})
    elif tied:
        state["stack"].append({"decision": "raid_pay", "player": target, "district": tied[0]})


def units(place):
    """K8.7: mobsters and Barrels."""
    return mobsters(place) + barrel_count(place)


def hit_districts(state, station, target):
    """The Target's Districts in the Precinct's Borough that share an edge with it and have most units (not 0)."""
    near = [
        name
        for name in controlled(state, target)
        if name in EDGES[station] and INFO[name]["borough"] == INFO[station]["borough"]
    ]
    most = max((units(state["districts"][name]) for name in near), default=0)
    return [name for name in near if most and units(state["districts"][name]) == most]


def raid_tie_options(state, entry):
    """RAID_TIE."""
    return {f"raid {name}" for name in hit_districts(state, entry["precinct"], entry["player"])}


def raid_tie_answer(state, entry, words):
    """The chosen District is hit."""
    state["stack"].append({"decision": "raid_pay", "player": entry["player"], "district": words[1]})


def raid_pay_options(state, entry):
    """K8.8, and before it once SHYLOCK (K9.4)."""
    mob = entry["player"]
    options = {"take_fall"} if entry.get("shylock_used") else {"take_fall"} | shylock_options(state, mob)
    if state["players"][mob]["cash"] >= NUMBER["raid_bribe_cash"]:
        options.add("bribe_police")
    return options


def raid_pay_answer(state, entry, words):
    """$1,000 and nothing happens; or all Barrels go and Muscle Ratio (max 3) are arrested, Runners first."""
    mob, name = entry["player"], entry["district"]
    if words[0] in ("borrow", "repay"):
        use_shylock(state, mob, words)
        state["stack"].append(entry | {"shylock_used": True})
    elif words[0] == "bribe_police":
        state["players"][mob]["cash"] -= NUMBER["raid_bribe_cash"]
    else:
        place = state["districts"][name]
        empty_barrels(place)
        lose(place, muscle(mobsters(place), NUMBER["ratio_cap"]))
        settle_control(state, name)


def rebuild(state):
    """K8.9: each Precinct in supply returns to the first Unoccupied District of its Borough, seizing loose Barrels."""
    for borough in BOROUGHS:
        if borough in state["precincts_in_supply"]:
            goal = next((name for name in BOROUGH[borough]["rebuild_order"] if unoccupied(state, name)), None)
            if goal:
                state["precincts_in_supply"].remove(borough)
                state["precincts"].add(goal)
                empty_barrels(state["districts"][goal])
