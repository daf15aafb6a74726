"""Promises: kept, broken and due, and the marker a broken one costs (rules K9.9-K9.11).

A promise is a dict `by`, `to`, `clause`, `due` and, if they are there, `favor` and `barrels_pushed`;
`state["promises"]` has the open ones in the order made.

Reading (K9.9, K9.10): an unstaked promise leaves the list when a staked one would, honored or broken, but costs
nothing.
"""

from tests.reference.board import INFO
from tests.reference.hustle import deck_of
from tests.reference.territory import turn_order


def free_favors(state, mob):
    """K9.9: a Favor vouches for one promise at a time."""
    staked = {promise.get("favor") for promise in state["promises"] if promise["by"] == mob}
    return state["players"][mob]["favors"] - staked


def make(state, maker, other, clause, terms):
    """A promise comes to the end of the list; terms: the deadline and the Favor or `none` (K9.8, K9.9)."""
    deadline, favor = terms.split()
    promise = {"by": maker, "to": other, "clause": clause, "due": state["day"] + (deadline == "tomorrow")}
    state["promises"].append(promise if favor == "none" else promise | {"favor": favor})


def take_off(state, promise):
    """Honored: the promise is over and its Favor free again (K9.10)."""
    state["promises"] = [other for other in state["promises"] if other is not promise]


def break_promise(state, promise):
    """K9.10: the staked Favor is discarded for good and its maker loses a marker."""
    take_off(state, promise)
    if "favor" in promise:
        player = state["players"][promise["by"]]
        player["favors"].discard(promise["favor"])
        player["favors_lost"].add(promise["favor"])
        lose_marker(state, promise["by"])


def _take_one(counter, owner):
    """Take one marker of the owner out of a counter, if there is one."""
    if not counter.get(owner, 0):
        return False
    counter[owner] -= 1
    if not counter[owner]:
        del counter[owner]
    return True


def lose_marker(state, mob):
    """K9.11: from the Stash, the Play going on, his slots, lent ones, the Heat Track, a Contract; out of the game.

    Reading (K9.11, K4.6): the loss itself makes nobody lie low; K4.6 is looked at when it says so.
    """
    player = state["players"][mob]
    if player["stash"]:
        player["stash"] -= 1
        return
    borrowers = [other for other in turn_order(state) if other != mob]
    counters = [state["play"]["spent"], player["ops"]] + [state["players"][other]["ops"] for other in borrowers]
    if any(_take_one(counter, mob) for counter in counters):
        return
    if mob in state["heat"]:
        latest = max(space for space, owner in enumerate(state["heat"]) if owner == mob)
        del state["heat"][latest]
    elif player["staked"]:
        botch_for_marker(state, player)


def botch_for_marker(state, player):
    """K9.11: the Contract with most markers, the one staked first if tied, is Botched; its others go to the Stash."""
    card = max(player["stake_order"], key=lambda name: player["staked"][name])  # max takes the first of equals
    player["stash"] += player["staked"].pop(card) - 1
    player["stake_order"].remove(card)
    state["decks"][deck_of(card)]["discards"].add(card)


def covers(words, name):
    """Does a clause `no_entry B` or `passage B` speak of this District?"""
    return words[1] in ("anywhere", INFO[name]["borough"])


def break_those(state, mob, kind, other, name):
    """All promises of that kind of the mob to the other that cover the District are broken, in the order made."""
    for promise in list(state["promises"]):
        words = promise["clause"].split()
        if promise["by"] == mob and promise["to"] == other and words[0] == kind and covers(words, name):
            break_promise(state, promise)


def entered(state, mob, name):
    """K9.10: mobsters enter by Move, Skiff, Stealth, Advance or Fold; called just before, while Control is as it was.

    Reading (K9.8, K12.4): the way through a partner's District is entering it too; a Fall Back is no such entry.
    """
    break_those(state, mob, "no_entry", state["districts"][name]["mob"], name)


def ambushed(state, mob, name):
    """K9.8, K9.10: an Ambush, a Plundering one too, breaks `passage` at once, before its roll."""
    break_those(state, mob, "passage", state["party"]["mob"], name)


def pushed(state, mob, goal, amounts):
    """K9.10: Barrels Pushed into a District the other Controls add up; called before they shift.

    Reading (K9.10): every open promise that fits counts the whole Push; only Barrels out of the maker's District count.
    """
    for promise in list(state["promises"]):
        words = promise["clause"].split()
        fits = promise["by"] == mob and promise["to"] == state["districts"][goal]["mob"] and words[0] == "barrels"
        if fits and amounts.get(words[2], 0) > 0:
            promise["barrels_pushed"] = promise.get("barrels_pushed", 0) + amounts[words[2]]
            if promise["barrels_pushed"] >= int(words[1]):
                take_off(state, promise)


def payable(state, promise):
    """An open `pay` promise whose maker has the cash."""
    words = promise["clause"].split()
    return words[0] == "pay" and state["players"][promise["by"]]["cash"] >= int(words[1])


def pay_options(state, mob):
    """PAY_PROMISE: the numbers in the position's list."""
    return {
        f"pay_promise {number}"
        for number, promise in enumerate(state["promises"], start=1)
        if promise["by"] == mob and payable(state, promise)
    }


def pay(state, number):
    """K9.10: PAY_PROMISE fulfills the promise."""
    promise = state["promises"][number - 1]
    amount = int(promise["clause"].split()[1])
    state["players"][promise["by"]]["cash"] -= amount
    state["players"][promise["to"]]["cash"] += amount
    take_off(state, promise)


def work_deadlines(state, entry):
    """K9.10: at the end of Operations what is due today is settled in the order made; then the Reckoning.

    A settled promise leaves the list, so that the next one stands at its number.
    """
    number = entry.get("next", 1)
    while number <= len(state["promises"]):
        promise = state["promises"][number - 1]
        kind = promise["clause"].split()[0]
        if promise["due"] > state["day"]:
            number += 1
        elif payable(state, promise):
            state["stack"] = [
                {"work": "deadlines", "next": number},
                {"decision": "promise", "player": promise["by"], "number": number},
            ]
            return
        elif kind in ("no_entry", "passage"):
            take_off(state, promise)
        else:
            break_promise(state, promise)
    state["stack"] = [{"work": "reckoning"}]


def promise_options(state, entry):
    """PAY_PROMISE at a deadline: pay it or not."""
    return {f"pay_promise {entry['number']}", "done"}


def promise_answer(state, entry, words):
    """Paid: honored; `done`: broken (K9.10)."""
    if words[0] == "done":
        break_promise(state, state["promises"][entry["number"] - 1])
    else:
        pay(state, entry["number"])
