"""Influence markers and Shylock: paying, lying low, Heat, Kickbacks, Marks (rules K4.3-K4.9, K5.10, K9.3, K9.4)."""

from tests.reference.board import COST, NUMBER, SUPPLY
from tests.reference.territory import turn_order

# When `plays_today` goes up: at the "end" of a Play, or when it is paid ("pay"). The texts leave it open; compare.py is
# strict about it, so set it to what the program does.
PLAYS_COUNTED = "pay"


def slotted(state, mob):
    """All markers in the player's slots, lent ones too (K4.3)."""
    return sum(state["players"][mob]["ops"].values())


def free_slots(state, mob):
    """K4.3: five slots."""
    return NUMBER["slots"] - slotted(state, mob)


def _shift(counter, owner, change):
    """Change one number of a counter; numbers that become 0 go."""
    counter[owner] = counter.get(owner, 0) + change
    if not counter[owner]:
        del counter[owner]


def move_markers(source, goal, owner, number):
    """Markers of the owner go from one counter to another."""
    _shift(source, owner, -number)
    _shift(goal, owner, number)


def begin_play(state, mob, cost, work):
    """All choices that define the Play are made: pay it (K4.3), then do it, then its end (K4.5)."""
    state["stack"] = [{"work": "operations"}, {"work": "play_end", "player": mob}]
    state["stack"] += [work | {"player": mob}, {"work": "pay", "player": mob, "markers": COST[cost]}]
    if PLAYS_COUNTED == "pay":
        state["players"][mob]["plays_today"] += 1


def spend(state, mob, owner):
    """One marker of the owner leaves the payer's slots."""
    _shift(state["players"][mob]["ops"], owner, -1)
    _shift(state["play"]["spent"], owner, 1)


def work_pay(state, entry):
    """K4.3: spend markers; whose, is asked only if more than one owner's lie there and some will stay."""
    mob, due = entry["player"], entry.get("markers", 0)
    while due:
        ops = state["players"][mob]["ops"]
        if len(ops) > 1 and slotted(state, mob) > due:
            state["stack"].append({"decision": "pay_owner", "player": mob, "markers": due})
            return
        spend(state, mob, sorted(ops)[0])
        due -= 1


def pay_owner_options(state, entry):
    """PAY_OWNER."""
    return {f"pay {owner}" for owner in state["players"][entry["player"]]["ops"]}


def pay_owner_answer(state, entry, words):
    """One marker is paid; go on with the rest."""
    spend(state, entry["player"], words[1])
    if state["stack"] and state["stack"][-1].get("work") == "pay":
        state["stack"].pop()  # the payment waiting below is the one that goes on
    state["stack"].append({"work": "pay", "player": entry["player"], "markers": entry["markers"] - 1})


def heat_owner_options(state, entry):
    """HEAT_OWNER (K4.4)."""
    return {f"heat {owner}" for owner in state["play"]["spent"]}


def heat_owner_answer(state, entry, words):
    """The chosen owner's spent marker goes to the Heat Track; play_end then returns the others."""
    heat_up(state, words[1])
    state["stack"][-1].pop("next", None)


def heat_up(state, owner):
    """One spent marker goes to the end of the Heat Track (K4.4, K8.3)."""
    _shift(state["play"]["spent"], owner, -1)
    state["heat"].append(owner)
    state["play"]["heat"] = False


def return_spent(state):
    """All spent markers go to their owners' Stashes."""
    for owner, count in state["play"]["spent"].items():
        state["players"][owner]["stash"] += count
    state["play"]["spent"] = {}


def kick_back(state, mob, earned):
    """K5.10: own markers from the Stash to free slots, one per sold Barrel of the pour, while there are both."""
    player = state["players"][mob]
    moved = min(earned, player["stash"], free_slots(state, mob))
    if moved > 0:
        player["stash"] -= moved
        _shift(player["ops"], mob, moved)


def clear_heat(state):
    """K8.10: every marker on the track goes home."""
    for owner in state["heat"]:
        state["players"][owner]["stash"] += 1
    state["heat"] = []


def lay_low(state, mob):
    """K4.7: slots are emptied into the owners' Stashes; the lowest free token of the other moon is taken."""
    player = state["players"][mob]
    for owner, count in player["ops"].items():
        state["players"][owner]["stash"] += count
    player["ops"] = {}
    taken = {state["players"][other]["next_token"] for other in state["mobs"]}
    player["next_token"] = min(number for number in range(1, len(state["mobs"]) + 1) if number not in taken)


def next_to_play(state):
    """Who is next in Turn Order after the last turn, passing over those who lie low (K4.1); None when all do."""
    order = turn_order(state)
    if state["turn"] in order:
        after = order.index(state["turn"]) + 1
        order = order[after:] + order[:after]
    return next((mob for mob in order if not state["players"][mob]["next_token"]), None)


def marker_total(state, mob):
    """All markers the player owns, wherever they are (K1.1, K5.14)."""
    player = state["players"][mob]
    in_slots = sum(other["ops"].get(mob, 0) for other in state["players"].values())
    return (
        player["stash"]
        + in_slots
        + state["heat"].count(mob)
        + sum(player["staked"].values())
        + state["play"]["spent"].get(mob, 0)
    )


def repay_price(state, mob):
    """$2,500, or $1,500 with Rothstein (K9.3)."""
    vouched = "arnold_rothstein" in state["players"][mob]["favors"]
    return NUMBER["mark_repay_rothstein" if vouched else "mark_repay"]


def repayable(state, mob):
    """How many Marks he could repay now."""
    player = state["players"][mob]
    return min(player["marks"], max(0, player["cash"]) // repay_price(state, mob))


def shylock_options(state, mob, repay_only=False):
    """K9.3, K9.4: take any number while the 12 last, or repay any number."""
    left = SUPPLY["marks"] - sum(player["marks"] for player in state["players"].values())
    options = {f"repay {number}" for number in range(1, repayable(state, mob) + 1)}
    if not repay_only:
        options |= {f"borrow {number}" for number in range(1, left + 1)}
    return options


def use_shylock(state, mob, words):
    """Carry out `borrow n` or `repay n`."""
    player, number = state["players"][mob], int(words[1])
    if words[0] == "borrow":
        player["marks"] += number
        player["cash"] += number * NUMBER["mark_gain"]
    else:
        player["cash"] -= number * repay_price(state, mob)
        player["marks"] -= number
