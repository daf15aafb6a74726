"""Shadows: drafting the Brew dice, Produce, Blowback, and Grease the Wheels (rules K3, K10.1)."""

from tests.reference.board import DISTRICTS, NUMBER, muscle
from tests.reference.contracts import TIERS
from tests.reference.hustle import deck_of, leave_hand
from tests.reference.markers import free_slots, shylock_options, use_shylock
from tests.reference.territory import barrel_supply, lose, mobsters, settle_control, turn_order


def work_brew(state, entry):
    """K3.2: each player drafts in Turn Order; then the Blowback, then Grease the Wheels."""
    order, begun = turn_order(state), entry.get("drafts", 0)
    if begun < len(order):
        state["stack"].append(entry | {"drafts": begun + 1})
        state["stack"].append({"decision": "draft", "player": order[begun]})
        return
    blow_back(state)
    state["stack"] = [{"work": "grease_round"}]


def draft_options(state, entry):
    """One red die, one white die, and Produce or Dump."""
    return {
        f"draft {red} {white} {way}"
        for red in state["brew_dice"]["red"]
        for white in state["brew_dice"]["white"]
        for way in ("produce", "dump")
    }


def draft_answer(state, entry, words):
    """K3.2, K3.6: the two dice go; Produce fires the Stills of their sum."""
    red, white = int(words[1]), int(words[2])
    state["brew_dice"]["red"].remove(red)
    state["brew_dice"]["white"].remove(white)
    if words[3] == "produce":
        produce(state, red + white)
    state["stack"] = [{"work": "brew", "drafts": turn_order(state).index(entry["player"]) + 1}]


def produce(state, number):
    """K3.3-K3.5: every Still of the number brews by the mobsters there, as long as the supply lasts."""
    for name in DISTRICTS:
        still = state["stills"].get(name)
        if still is None or still["number"] != number:
            continue
        if still["fired"] and state["options"]["still_once_per_day"]:
            continue
        still["fired"] = True
        place = state["districts"][name]
        brewed = min(muscle(mobsters(place), NUMBER["ratio_cap"]), barrel_supply(state, still["liquor"]))
        place["barrels"][still["liquor"]] += brewed


def blow_back(state):
    """K3.7: the two dice left over kill Muscle Ratio of the mobsters at each Still of their sum, Runners first."""
    number = state["brew_dice"]["red"][0] + state["brew_dice"]["white"][0]
    for name in DISTRICTS:
        if name in state["stills"] and state["stills"][name]["number"] == number:
            place = state["districts"][name]
            lose(place, muscle(mobsters(place), NUMBER["ratio_cap"]))
            settle_control(state, name)
    state["brew_dice"] = {"red": [], "white": []}


def work_grease_round(state, entry):
    """K3.8: in Turn Order each player stakes and funds; then Operations."""
    order, asked = turn_order(state), entry.get("asked", 0)
    if asked < len(order):
        state["stack"].append(entry | {"asked": asked + 1})
        state["stack"].append({"decision": "grease", "player": order[asked]})
        return
    state["stack"] = [{"work": "operations"}]
    state["turn"] = None


def grease_options(state, entry):
    """K3.8, K9.4: SHYLOCK (before any STAKE), a Contract the Stash can pay, or FUND, which ends the step."""
    mob = entry["player"]
    player = state["players"][mob]
    options = set() if entry.get("shylock_used") else shylock_options(state, mob)
    options |= {f"stake {card}" for card in player["hand"] if TIERS[deck_of(card)]["deadline"] <= player["stash"]}
    most = min(player["stash"], free_slots(state, mob), NUMBER["slots"])
    return options | {f"fund {number}" for number in range(max(most, 0) + 1)}


def grease_answer(state, entry, words):
    """Staking closes the SHYLOCK step; only that flag can say so in a position."""
    mob = entry["player"]
    player = state["players"][mob]
    if words[0] == "fund":
        number = int(words[1])
        player["stash"] -= number
        if number:
            player["ops"][mob] = player["ops"].get(mob, 0) + number
        state["stack"] = [{"work": "grease_round", "asked": turn_order(state).index(mob) + 1}]
        return
    if words[0] == "stake":
        card = words[1]
        leave_hand(state, mob, card)
        player["stake_order"].append(card)
        player["staked"][card] = TIERS[deck_of(card)]["deadline"]
        player["stash"] -= player["staked"][card]
    else:
        use_shylock(state, mob, words)
    state["stack"].append(entry | {"shylock_used": True})
