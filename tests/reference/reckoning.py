"""The night: Sweep, Titles, Contracts, Marks, Respect, the end of the game and the next Day (rules K11, K9.4)."""

from tests.reference.board import BOROUGHS, DECKS, DISTRICTS, GHETTOS, LIQUORS, MOB, NUMBER
from tests.reference.contracts import TIERS, met, names_cash
from tests.reference.hustle import deck_of
from tests.reference.markers import repayable, shylock_options, use_shylock
from tests.reference.oath import earned_respect
from tests.reference.territory import controlled, in_borough_controlled, joints_of, mobsters, turn_order


def work_reckoning(state, entry):
    """One step of the night; SHYLOCK is asked within `borrow` (Turn Order) and `repay` (tokens just taken)."""
    step, asked = entry.get("next", "sweep"), entry.get("asked", 0)
    if step == "sweep":
        sweep(state)
        titles(state)
        go_on(state, "borrow")
    elif step in ("borrow", "repay"):
        order = order_of(state, step)
        if asked == len(order):
            go_on(state, {"borrow": "contracts", "repay": "end"}[step])
            return
        go_on(state, step, asked + 1)
        mob = order[asked]
        if step == "borrow" and judged_on_cash(state, mob):
            state["stack"].append({"decision": "shylock", "player": mob})
        elif step == "repay" and repayable(state, mob):
            state["stack"].append({"decision": "shylock", "player": mob, "repay_only": True})
    elif step == "contracts":
        fulfil(state)
        go_on(state, "repay")
    else:
        finish(state)


def go_on(state, step, asked=0):
    """What the night does next."""
    state["stack"] = [{"work": "reckoning", "next": step, "asked": asked}]


def order_of(state, step):
    """K9.4: Turn Order (today's tokens); K11.6: the order of the tokens just taken."""
    if step == "borrow":
        return turn_order(state)
    return sorted(state["mobs"], key=lambda mob: state["players"][mob]["next_token"])


def judged_on_cash(state, mob):
    """A Contract judged tonight (1 marker on it) names cash in its objective (K9.4)."""
    return any(markers == 1 and names_cash(card) for card, markers in state["players"][mob]["staked"].items())


def night_shylock_options(state, entry):
    """Take or repay, or nothing; only repay in K11.6."""
    return shylock_options(state, entry["player"], entry.get("repay_only", False)) | {"done"}


def night_shylock_answer(state, entry, words):
    """One answer ends the step: taking or repaying, not both."""
    if words[0] != "done":
        use_shylock(state, entry["player"], words)
    step = "repay" if entry.get("repay_only") else "borrow"
    go_on(state, step, order_of(state, step).index(entry["player"]) + 1)


def sweep(state):
    """K11.1: Runners go until 5 mobsters are left; not for Walker's holder."""
    for name in DISTRICTS:
        place = state["districts"][name]
        if place["mob"] and "jimmy_walker" not in state["players"][place["mob"]]["favors"]:
            excess = max(0, mobsters(place) - NUMBER["sweep_limit"])
            place["runners"] -= min(excess, place["runners"])


def holder(state, count_of):
    """K11.2: the player with more than every rival, and at least 2; else nobody."""
    counts = {mob: count_of(mob) for mob in state["mobs"]}
    best = max(counts.values())
    leaders = [mob for mob in counts if counts[mob] == best]
    return leaders[0] if len(leaders) == 1 and best >= NUMBER["title_minimum"] else None


def titles(state):
    """K11.2: Deeds, Syndicates, Ward Boss, all on the same position."""
    deeds = {
        borough: holder(state, lambda mob, there=borough: len(in_borough_controlled(state, mob, there)))
        for borough in BOROUGHS
    }
    pours = {liquor: holder(state, lambda mob, pour=liquor: len(joints_of(state, mob, pour))) for liquor in LIQUORS}
    state["deeds"] = {borough: mob for borough, mob in deeds.items() if mob}
    state["syndicates"] = {liquor: mob for liquor, mob in pours.items() if mob}
    state["ward_boss"] = holder(state, lambda mob: sum(1 for name in controlled(state, mob) if name in GHETTOS))


def fulfil(state):
    """K11.3-K11.5: one marker off each; those without are all judged on one position, then paid or discarded."""
    due = []
    for mob in state["mobs"]:
        player = state["players"][mob]
        for card in list(player["staked"]):
            player["staked"][card] -= 1
            player["stash"] += 1
            if player["staked"][card] == 0:
                due.append((mob, card))
    verdicts = [(mob, card, met(state, mob, card)) for mob, card in due]
    for mob, card, completed in verdicts:
        player = state["players"][mob]
        del player["staked"][card]
        player["stake_order"].remove(card)
        if completed:
            player["completed"].add(card)
            player["cash"] += TIERS[deck_of(card)]["cash"]
        else:
            state["decks"][deck_of(card)]["discards"].add(card)
    for player in state["players"].values():
        if {deck_of(card) for card in player["completed"]} == set(DECKS):
            player["commission"] = True


def respect(state, mob):
    """K11.7."""
    player = state["players"][mob]
    total = earned_respect(state, mob)
    total += player["marks"] * NUMBER["mark_respect"]
    return total + (NUMBER["rat_respect"] if state["rat"] == mob else 0)


def standing(state, mob):
    """Respect, then cash plus loose change (K11.8); higher is better."""
    return respect(state, mob), state["players"][mob]["cash"] + MOB[mob]["loose_change"]


def combined(state, side):
    """Respect, then cash plus loose change of one mob or of an alliance (K11.8, K12.5)."""
    standings = [standing(state, mob) for mob in side]
    return sum(respect for respect, _cash in standings), sum(cash for _respect, cash in standings)


def finish(state):
    """K11.8-K11.11: a winner, the Day cap, or the next Day; after the Sit-Down the sides are the alliances (K12.5)."""
    sides = state["alliances"] or [[mob] for mob in state["mobs"]]
    goal = NUMBER["alliance_win_respect" if state["alliances"] else "win_respect"]
    claimants = [
        side
        for side in sides
        if any(state["players"][mob]["commission"] for mob in side) and combined(state, side)[0] >= goal
    ]
    if not claimants and state["day"] < state["options"]["max_days"]:
        next_day(state)
        return
    state["ending"] = "victory" if claimants else "day_cap"
    winner = max(claimants or sides, key=lambda side: combined(state, side))
    others = sorted((side for side in sides if side != winner), key=lambda side: combined(state, side), reverse=True)
    ranking = [
        mob for side in [winner, *others] for mob in sorted(side, key=lambda mob: standing(state, mob), reverse=True)
    ]
    for place, mob in enumerate(ranking, start=1):
        state["players"][mob]["place"] = place
    state["stack"] = []


def next_day(state):
    """K11.10, K3.1: the Moon flips, the tokens taken are today's, N+1 dice of each colour are rolled."""
    state["day"] += 1
    state["moon"] = "full" if state["moon"] == "new" else "new"
    for player in state["players"].values():
        player["token"], player["next_token"] = player["next_token"], None
        player["plays_today"], player["offers_today"], player["hustled"] = 0, 0, False
    state["extorted"] = set()
    for still in state["stills"].values():
        still["fired"] = False
    dice = state["source"].brew_dice(len(state["mobs"]) + NUMBER["draft_dice_over_players"])
    state["brew_dice"] = {colour: list(dice[colour]) for colour in ("red", "white")}
    state["stack"] = [{"work": "brew"}]
