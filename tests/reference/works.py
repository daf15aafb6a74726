"""What the Plays do once they are paid, and the end of a Play (rules K4.5, K4.6, K5, K6.1, K6.2)."""

from tests.reference import markers, promises
from tests.reference.board import INFO, LIQUORS, NUMBER, SUPPLY, muscle
from tests.reference.luck import roll
from tests.reference.markers import heat_up, kick_back, lay_low, marker_total, next_to_play, return_spent, slotted
from tests.reference.plays import recruit_price
from tests.reference.police import start_raid
from tests.reference.territory import (
    barrel_supply,
    docks_controlled,
    enter,
    in_borough_controlled,
    lose,
    piece_supply,
    place_safehouse,
    settle_control,
)


def work_operations(state, entry):
    """K4.1: the next turn, or, when all lie low, the deadlines (K9.10) and the Reckoning."""
    mob = next_to_play(state)
    state["turn"] = mob
    if mob is None:
        state["stack"] = [{"work": "deadlines"}]
    else:
        state["stack"] = [{"work": "operations"}, {"decision": "turn", "player": mob}]


def work_play_end(state, entry):
    """K4.5: Heat and the other spent markers; Kickbacks; Raid; K4.6. One step per call; `next` says which is due."""
    mob, step, play = entry["player"], entry.get("next", "heat"), state["play"]
    if step == "heat":
        state["stack"].append(entry)
        if play["heat"] and len(play["spent"]) > 1:
            state["stack"].append({"decision": "heat_owner", "player": mob})
            return
        if play["heat"] and play["spent"]:
            heat_up(state, next(iter(play["spent"])))
        return_spent(state)
        kick_back(state, mob, entry.get("kickbacks", 0))
        entry["next"] = "raid"
    elif step == "raid":
        state["play"] = {"spent": {}, "heat": False, "amounts": {}}
        state["stack"].append({"work": "play_end", "player": mob, "next": "last"})
        if entry.get("rat"):
            start_raid(state)
        elif len(state["heat"]) >= NUMBER["heat_spaces"]:
            state["rat"] = None  # K8.4
            start_raid(state)
    else:
        state["play"] = {"spent": {}, "heat": False, "amounts": {}}
        if markers.PLAYS_COUNTED == "end":
            state["players"][mob]["plays_today"] += 1
        if not slotted(state, mob):
            lay_low(state, mob)  # K4.6


def play_end(state):
    """The play_end entry of the Play going on."""
    return next(entry for entry in reversed(state["stack"]) if entry.get("work") == "play_end")


def do_push(state, entry):
    """K5.2: what was chosen shifts; promised Barrels count (K9.10)."""
    promises.pushed(state, entry["player"], entry["other"], state["play"]["amounts"])
    for liquor, number in state["play"]["amounts"].items():
        state["districts"][entry["own"]]["barrels"][liquor] -= number
        state["districts"][entry["other"]]["barrels"][liquor] += number
    state["play"]["amounts"] = {}


def do_recruit(state, entry):
    """K5.3."""
    state["players"][entry["player"]]["cash"] -= entry["runners"] * recruit_price(state, entry["player"])
    state["districts"][entry["district"]]["runners"] += entry["runners"]


def do_secure(state, entry):
    """K5.5."""
    state["players"][entry["player"]]["cash"] -= NUMBER["secure_cash"]
    words = ["from", entry["from"]] if entry.get("from") else ["supply"]
    place_safehouse(state, entry["player"], entry["district"], words)


def do_smuggle(state, entry):
    """K5.6: successes by the Docks Controlled before the roll; each puts 1 Rum there, then each failure arrests one."""
    name, place = entry["district"], state["districts"][entry["district"]]
    docks = min(docks_controlled(state, entry["player"]), len(NUMBER["smuggle_on_at_docks"]))
    needed = NUMBER["smuggle_on_at_docks"][docks - 1]
    dice = roll(state, muscle(entry["crew"], NUMBER["ratio_cap"]))
    wins = sum(1 for die in dice if die >= needed)
    place["barrels"]["rum"] += min(wins, barrel_supply(state, "rum"))
    lose(place, len(dice) - wins)
    settle_control(state, name)


def do_extort(state, entry):
    """K5.7."""
    gain = NUMBER["extort_cash_per_district"] * len(in_borough_controlled(state, entry["player"], entry["borough"]))
    state["players"][entry["player"]]["cash"] += gain
    state["extorted"].add(entry["borough"])
    if gain >= NUMBER["extort_heat_from_cash"]:
        state["play"]["heat"] = True


def do_fix(state, entry):
    """K5.8."""
    state["market"][entry["liquor"]] = entry["price"]


def do_unload(state, entry):
    """K5.9-K5.11: cash for what was chosen; Kickbacks for the pour; 4+ Barrels in all make Heat but for St. Clair."""
    name, player, sold = entry["district"], state["players"][entry["player"]], state["play"]["amounts"]
    for liquor in LIQUORS:
        number = sold.get(liquor, 0)
        state["districts"][name]["barrels"][liquor] -= number
        player["cash"] += number * state["market"][liquor]
    play_end(state)["kickbacks"] = sold.get(INFO[name]["pour"], 0)
    if sum(sold.values()) >= NUMBER["greed_barrels"] and "stephanie_st_clair" not in player["favors"]:
        state["play"]["heat"] = True
    state["play"]["amounts"] = {}


def do_rise(state, entry):
    """K5.13: a Boss and two Runners (as many as there are), then perhaps a Safehouse."""
    mob, name = entry["player"], entry["district"]
    enter(state, mob, name, 1, min(NUMBER["rise_runners"], piece_supply(state, mob, "runners")))
    if state["districts"][name]["safehouse"] is None:
        state["stack"].append({"decision": "safehouse_free", "player": mob, "district": name, "may_relocate": True})


def do_bribe(state, entry):
    """K5.14: the Favor, and one unused marker to the Stash."""
    player = state["players"][entry["player"]]
    player["cash"] -= NUMBER["bribe_cash"]
    player["favors"].add(entry["broker"])
    if marker_total(state, entry["player"]) < SUPPLY["influence_per_player"]:
        player["stash"] += 1


def do_rat(state, entry):
    """K5.12: the Rat Card; the Raid comes in play_end (K4.5)."""
    state["rat"] = entry["player"]
    play_end(state)["rat"] = True


def do_capo(state, entry):
    """K6.1: a Runner is swapped for the spare Boss."""
    state["districts"][entry["district"]]["runners"] -= 1
    state["districts"][entry["district"]]["bosses"] += 1


def do_consigliere(state, entry):
    """K6.2."""
    owner = state["heat"].pop(entry["space"] - 1)
    state["players"][owner]["stash"] += 1
