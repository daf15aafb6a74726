"""Entering, Standoff, Pinned and Assault (rules K2.8, K5.1, K6.3-K6.9, K7, K8.1, K12.4)."""

from tests.reference import promises
from tests.reference.board import COST, LIQUORS, NUMBER, muscle
from tests.reference.houses import ask_safehouse
from tests.reference.luck import roll
from tests.reference.markers import slotted
from tests.reference.oath import way_options
from tests.reference.territory import (
    barrel_count,
    empty_barrels,
    enter,
    hostile,
    lose,
    mobsters,
    partners_ground,
    pour_barrels,
    safe_ways,
    settle_control,
)


def work_arrive(state, entry):
    """A Move, Skiff or Stealth is paid."""
    arrive(state, entry["to"], entry["by"])


def arrive(state, name, by):
    """K5.1, K6.5, K6.7: to Police (K8.1), a partner (K12.4), rival mobsters (K7.2), or take Control."""
    party = state["party"]
    party["place"] = name
    promises.entered(state, party["mob"], name)
    if name in state["precincts"]:
        empty_barrels(party)
        pin(state, name)
    elif partners_ground(state, name, party["mob"]):
        pin(state, name)
    elif not hostile(state, name, party["mob"]):
        take_over(state, name)
    elif by == "stealth":
        pin(state, name, stealth=True)
    else:
        state["stack"].append({"decision": "standoff", "player": state["districts"][name]["mob"], "district": name})


def pin(state, name, stealth=False):
    """The Invader decides PINNED (K7.6)."""
    state["stack"].append({"decision": "pinned", "player": state["party"]["mob"], "district": name, "stealth": stealth})


def take_over(state, name):
    """The party takes Control of a District without rival mobsters, with all Barrels; then K2.8."""
    party, state["party"] = state["party"], None
    pour_barrels(party, state["districts"][name])
    if enter(state, party["mob"], name, party["bosses"], party["runners"]):
        ask_safehouse(state, party["mob"], name)


def threat(base_side, extra):
    """K7.1: 1 and the bonuses, at most 4; returns what a die must show."""
    level = min(NUMBER["max_threat"], NUMBER["base_threat"] + base_side + extra)
    return NUMBER["kill_on_at_threat"][level - 1]


def boss_bonus(side, attacking):
    """+1 with a Boss; +2 if both Sicilian Bosses attack (K7.1)."""
    if side["bosses"] >= 2 and attacking:
        return NUMBER["both_bosses_attack_threat"]
    return NUMBER["boss_threat"] if side["bosses"] else 0


def boosts(state, mob, crew, store):
    """K6.3, K6.6: what may follow the name of one's own roll: nothing, Firepower, Courage with a Barrel of `store`."""
    words = {""}
    if mob == "vipers" and state["players"][mob]["cash"] >= NUMBER["firepower_cash"]:
        if muscle(mobsters(crew), NUMBER["combat_dice_cap"]) < NUMBER["combat_dice_cap"]:
            words.add(" firepower")
    if mob == "irish":
        words |= {f" courage {liquor}" for liquor in LIQUORS if store["barrels"][liquor]}
    return words


def boosted_roll(state, mob, crew, store, boost, extra, attacking):
    """Pay for the boost and roll; returns the hits (K6.3, K6.6, K7.1)."""
    dice = muscle(mobsters(crew), NUMBER["combat_dice_cap"])
    if "firepower" in boost:
        state["players"][mob]["cash"] -= NUMBER["firepower_cash"]
        dice += NUMBER["firepower_dice"]
    if "courage" in boost:
        store["barrels"][boost[boost.index("courage") + 1]] -= 1
        extra += NUMBER["courage_threat"]
    needed = threat(boss_bonus(crew, attacking), extra)
    return sum(1 for die in roll(state, dice) if die >= needed)


def standoff_options(state, entry):
    """K7.2-K7.5, K6.4: Ambush (with its BOOST), Hold Fire, Fold to a Safe Connected District."""
    mob, name = entry["player"], entry["district"]
    place = state["districts"][name]
    words = boosts(state, mob, place, place)
    options = {"ambush" + boost for boost in words} | {"hold_fire"}
    if mob == "irish" and barrel_count(state["party"]):
        options |= {"ambush plunder" + boost for boost in words}
    return options | {f"fold {goal}" for goal in safe_ways(state, name, mob)}


def standoff_answer(state, entry, words):
    """The Occupier's choice."""
    mob, name = entry["player"], entry["district"]
    if words[0] == "fold":
        fold(state, mob, name, words[1])
    elif words[0] == "hold_fire":
        pin(state, name)
    else:
        ambush(state, mob, name, words[1:])


def fold(state, mob, name, goal):
    """K7.5: all go; the Invader Controls the District at once; the folder is asked about a Safehouse first."""
    place = state["districts"][name]
    bosses, runners = place["bosses"], place["runners"]
    place["bosses"] = place["runners"] = 0
    promises.entered(state, mob, goal)
    take_over(state, name)
    if enter(state, mob, goal, bosses, runners):
        ask_safehouse(state, mob, goal)


def ambush(state, mob, name, boost):
    """K7.3: only the Occupier rolls; hits remove Invaders, or with Plunder take cargo into the District (K6.4)."""
    place, party = state["districts"][name], state["party"]
    promises.ambushed(state, mob, name)
    hits = boosted_roll(state, mob, place, place, boost, NUMBER["ambush_threat"], attacking=False)
    if "plunder" in boost:
        pin(state, name)
        pick(state, mob, name, min(hits, barrel_count(party)))
        return
    lose(party, hits)
    after_losses(state, name)


def pick(state, mob, name, picks):
    """PLUNDER_PICK, if there is anything to pick."""
    if picks > 0:
        state["stack"].append({"decision": "plunder_pick", "player": mob, "district": name, "picks": picks})


def after_losses(state, name):
    """After casualties: excess cargo drops; who is left decides (K7.7, K7.10-K7.13)."""
    place, party = state["districts"][name], state["party"]
    drop_excess(state, name)
    if not mobsters(party):
        state["party"] = None
        settle_control(state, name)
    elif not mobsters(place):
        take_over(state, name)
    else:
        pin(state, name)


def drop_excess(state, name):
    """K7.10: one Barrel per mobster; the cheapest drop to the District first, then liquor order."""
    party = state["party"]
    while barrel_count(party) > mobsters(party):
        carried = [liquor for liquor in LIQUORS if party["barrels"][liquor]]
        liquor = min(carried, key=lambda kind: (state["market"][kind], LIQUORS.index(kind)))
        party["barrels"][liquor] -= 1
        state["districts"][name]["barrels"][liquor] += 1


def room(party):
    """How many Barrels more the Pinned mobsters can carry (K7.10)."""
    return mobsters(party) - barrel_count(party)


def plunder_pick_options(state, entry):
    """PLUNDER_PICK: a liquor of the cargo (Ambush) or of the District (K6.4)."""
    source = state["districts"][entry["district"]] if state["party"]["mob"] == entry["player"] else state["party"]
    return {f"steal {liquor}" for liquor in LIQUORS if source["barrels"][liquor]}


def plunder_pick_answer(state, entry, words):
    """One Barrel changes sides; further picks; then the Invader is still Pinned."""
    place, party = state["districts"][entry["district"]], state["party"]
    source, goal = (place, party) if party["mob"] == entry["player"] else (party, place)
    source["barrels"][words[1]] -= 1
    goal["barrels"][words[1]] += 1
    if state["stack"][-1].get("decision") != "pinned":
        pin(state, entry["district"])
    left = min(entry["picks"] - 1, barrel_count(source), room(party) if goal is party else entry["picks"])
    pick(state, entry["player"], entry["district"], left)


def pinned_moot(state, entry):
    """K7.6: with no marker in his slots the Invader Falls Back automatically."""
    if slotted(state, entry["player"]):
        return False
    state["stack"].pop()
    fall_back(state)
    return True


def pinned_options(state, entry):
    """K7.6, K8.1, K6.4, K6.5, K6.8, K12.4."""
    mob, name = entry["player"], entry["district"]
    if partners_ground(state, name, mob):
        return way_options(state, name)
    place, party = state["districts"][name], state["party"]
    options = {f"advance {goal}" for goal in safe_ways(state, name, mob)}
    if not entry.get("stealth"):
        options.add("fall_back")
    if name in state["precincts"]:
        return options | {"storm"}
    words = boosts(state, mob, party, party)
    options |= {"assault" + boost for boost in words}
    if entry.get("stealth"):
        return options
    if mob == "irish" and barrel_count(place):
        options |= {"plunder" + boost for boost in words}
    if mob == "knights" and place["safehouse"] and party["runners"] and slotted(state, mob) >= COST["torch"]:
        options.add("torch")
    return options


def pinned_answer(state, entry, words):
    """Pay the step, then do it."""
    mob, name = entry["player"], entry["district"]
    if words[0] == "fall_back":
        fall_back(state)
        return
    if words[0] in ("assault", "plunder"):
        boost = ["plunder"] * (words[0] == "plunder") + words[1:]
        work = {"work": "do_assault", "district": name, "boost": " ".join(boost) or "shoot"}
    elif words[0] == "advance":
        work = {"work": "do_advance", "district": name, "to": words[1]}
    else:
        work = {"work": "do_" + words[0], "district": name}
    state["stack"] += [work | {"player": mob}, {"work": "pay", "player": mob, "markers": COST[words[0]]}]


def fall_back(state):
    """K7.9: to where the Play began; cargo stays for the Controller of the District they leave, unless a partner's."""
    party, state["party"] = state["party"], None
    kept = partners_ground(state, party["place"], party["mob"])  # K12.4
    pour_barrels(party, state["districts"][party["origin" if kept else "place"]])
    if enter(state, party["mob"], party["origin"], party["bosses"], party["runners"]):
        ask_safehouse(state, party["mob"], party["origin"])


def do_advance(state, entry):
    """K7.8: all Pinned mobsters with all cargo; from a partner's District it is the way on, as a Move (K12.4)."""
    mob, goal = state["party"]["mob"], entry["to"]
    if partners_ground(state, entry["district"], mob):
        arrive(state, goal, "move")
    else:
        promises.entered(state, mob, goal)
        take_over(state, goal)


def do_assault(state, entry):
    """K7.7, K7.1, K6.4: both roll, attacker first; both sides' hits count at the same time; a Plunder kills nobody."""
    name, boost = entry["district"], entry.get("boost", "shoot").split()
    place, party = state["districts"][name], state["party"]
    mob = party["mob"]
    defence_dice = muscle(mobsters(place), NUMBER["combat_dice_cap"])
    house = NUMBER["safehouse_threat"] if place["safehouse"] == place["mob"] else 0
    needed = threat(boss_bonus(place, attacking=False), house)
    hits = boosted_roll(state, mob, party, party, boost, 0, attacking=True)
    hits_against = sum(1 for die in roll(state, defence_dice) if die >= needed)
    if "plunder" not in boost and lose(place, hits):
        state["play"]["heat"] = True  # K7.14
    lose(party, hits_against)
    after_losses(state, name)
    if "plunder" in boost and state["party"]:
        pick(state, mob, name, min(hits, barrel_count(place), room(party)))


def do_torch(state, entry):
    """K6.8: a Pinned Runner leaves the game; the Safehouse goes to its owner's supply; Heat; survivors stay Pinned."""
    state["party"]["runners"] -= 1
    state["players"][entry["player"]]["runners_lost"] += 1
    state["districts"][entry["district"]]["safehouse"] = None
    state["play"]["heat"] = True
    after_losses(state, entry["district"])
