"""The PLAY decision: which Plays can be chosen, with their first target (rules K4.1, K4.2, K5, K6)."""

from tests.reference import deals
from tests.reference.board import (
    BOROUGHS,
    BROKER,
    COASTAL,
    CONNECTED,
    COST,
    DISTRICTS,
    DOCKS,
    INFO,
    JOINTS,
    LIQUORS,
    NUMBER,
)
from tests.reference.hustle import choosable_decks
from tests.reference.markers import begin_play, lay_low, shylock_options, slotted, use_shylock
from tests.reference.territory import (
    barrel_count,
    barrel_supply,
    broker_districts,
    controlled,
    in_borough_controlled,
    joints_of,
    mobsters,
    on_board,
    own_safehouses,
    partner,
    piece_supply,
    unoccupied,
)


def crew_districts(state, mob):
    """Districts where mobsters of the mob stand."""
    return [name for name in controlled(state, mob) if mobsters(state["districts"][name])]


def move(state, mob, entry):
    """K5.1: any District with mobsters of yours to any Connected one."""
    return {f"move {a} {b}" for a in crew_districts(state, mob) for b in CONNECTED[a]}


def skiff(state, mob, entry):
    """K6.7: from a coastal District to any other coastal one."""
    if mob != "knights":
        return set()
    return {f"skiff {a} {b}" for a in crew_districts(state, mob) if a in COASTAL for b in COASTAL if a != b}


def stealth(state, mob, entry):
    """K6.5: into a Connected District with rival mobsters, not a partner's (K12.4); needs 2 markers."""
    if mob != "vipers" or slotted(state, mob) < COST["stealth"] + 1:
        return set()
    places = state["districts"]
    return {
        f"stealth {a} {b}"
        for a in crew_districts(state, mob)
        for b in CONNECTED[a]
        if mobsters(places[b]) and places[b]["mob"] not in (mob, partner(state, mob))
    }


def shift_range(state, own, other, liquor, refused):
    """K5.2: the least and most that can shift out of the own District (negative: in)."""
    mob, holder = state["districts"][own]["mob"], state["districts"][other]["mob"]
    may_take = holder in (None, mob) or not refused
    inwards = state["districts"][other]["barrels"][liquor] if may_take else 0
    return -inwards, state["districts"][own]["barrels"][liquor]


def shiftable(state, own, other, refused):
    """The liquors that can shift either way, in liquor order."""
    return [liquor for liquor in LIQUORS if shift_range(state, own, other, liquor, refused) != (0, 0)]


def push(state, mob, entry):
    """K5.2: a Controlled and a Connected District, never a Precinct's, with a Barrel that can shift."""
    pairs = {(own, other) for own in controlled(state, mob) for other in CONNECTED[own] - state["precincts"]}
    both_mine = {
        (own, other)
        for own, other in pairs
        if state["districts"][other]["mob"] == mob and DISTRICTS.index(own) > DISTRICTS.index(other)
    }  # merging.md: own pairs in board order only
    return {
        f"push {own} {other}"
        for own, other in pairs - both_mine
        if shiftable(state, own, other, entry.get("exchange_refused", False))
    }


def recruit_price(state, mob):
    """$300, as Ward Boss $200 (K5.3)."""
    return NUMBER["recruit_cash_ward_boss" if state["ward_boss"] == mob else "recruit_cash"]


def recruit(state, mob, entry):
    """K5.3: at a Safehouse of yours, at least one Runner in supply and affordable."""
    if piece_supply(state, mob, "runners") < 1 or state["players"][mob]["cash"] < recruit_price(state, mob):
        return set()
    return {f"recruit {name}" for name in own_safehouses(state, mob)}


def hustle(state, mob, entry):
    """K5.4: once per Day, Boss on the board, without the Rat Card."""
    if state["players"][mob]["hustled"] or state["rat"] == mob or not on_board(state, mob, "bosses"):
        return set()
    return {f"hustle {deck}" for deck in choosable_decks(state)}


def secure_sources(state, mob, name):
    """`supply` if a Safehouse is spare, and each other District to relocate one from (K5.5)."""
    sources = {"supply"} if piece_supply(state, mob, "safehouses") > 0 else set()
    return sources | {f"from {other}" for other in own_safehouses(state, mob) if other != name}


def secure(state, mob, entry):
    """K5.5: $500, a Controlled District without a Safehouse."""
    if state["players"][mob]["cash"] < NUMBER["secure_cash"]:
        return set()
    return {
        f"secure {name}"
        for name in controlled(state, mob)
        if state["districts"][name]["safehouse"] is None and secure_sources(state, mob, name)
    }


def smuggle(state, mob, entry):
    """K5.6: a Controlled Dock, a crew of 1-5 that stands there, Rum in the supply."""
    if barrel_supply(state, "rum") < 1:
        return set()
    return {
        f"smuggle {name} {crew}"
        for name in controlled(state, mob)
        if name in DOCKS
        for crew in range(1, min(NUMBER["smuggle_crew_max"], mobsters(state["districts"][name])) + 1)
    }


def extort(state, mob, entry):
    """K5.7: the Deed is held, the Borough not yet Extorted today, 1+ Districts Controlled there."""
    return {
        f"extort {borough}"
        for borough in BOROUGHS
        if state["deeds"].get(borough) == mob
        and borough not in state["extorted"]
        and in_borough_controlled(state, mob, borough)
    }


def fix(state, mob, entry):
    """K5.8: another price between the floor and floor + $100 per Joint of that pour, at most $500."""
    options = set()
    for liquor in LIQUORS:
        if state["syndicates"].get(liquor) == mob:
            top = NUMBER["fix_floor"] + NUMBER["fix_per_joint"] * len(joints_of(state, mob, liquor))
            prices = range(NUMBER["fix_floor"], min(top, NUMBER["fix_ceiling"]) + 1, NUMBER["fix_step"])
            options |= {f"fix {liquor} {price}" for price in prices if price != state["market"][liquor]}
    return options


def unload(state, mob, entry):
    """K5.9: a Controlled Joint with Barrels."""
    return {
        f"unload {name}" for name in controlled(state, mob) if name in JOINTS and barrel_count(state["districts"][name])
    }


def rat(state, mob, entry):
    """K5.12: at least one marker on the Heat Track."""
    return {"rat"} if state["heat"] else set()


def rise(state, mob, entry):
    """K5.13: no Boss on the board; a Controlled or an Unoccupied District."""
    if on_board(state, mob, "bosses") or piece_supply(state, mob, "bosses") < 1:
        return set()
    return {f"rise {name}" for name in DISTRICTS if state["districts"][name]["mob"] == mob or unoccupied(state, name)}


def bribe(state, mob, entry):
    """K5.14: in a Controlled High Society District, $2,500, once per broker, lost Favors counted (K9.10)."""
    player = state["players"][mob]
    if player["cash"] < NUMBER["bribe_cash"]:
        return set()
    return {
        f"bribe {broker}"
        for broker in broker_districts(state, mob)
        if broker not in player["favors"] | player["favors_lost"] and INFO[BROKER[broker]].get("society")
    }


def capo(state, mob, entry):
    """K6.1: exactly one Boss on the board, the other spare; any District with a Runner of yours."""
    if mob != "sicilian" or on_board(state, mob, "bosses") != 1 or piece_supply(state, mob, "bosses") < 1:
        return set()
    return {f"capo {name}" for name in controlled(state, mob) if state["districts"][name]["runners"]}


def consigliere(state, mob, entry):
    """K6.2: any one marker on the Heat Track, by its space."""
    if mob != "sicilian":
        return set()
    return {f"consigliere {space}" for space in range(1, len(state["heat"]) + 1)}


PLAYS = {
    "move": move,
    "skiff": skiff,
    "stealth": stealth,
    "push": push,
    "recruit": recruit,
    "hustle": hustle,
    "secure": secure,
    "smuggle": smuggle,
    "extort": extort,
    "fix": fix,
    "unload": unload,
    "rat": rat,
    "rise": rise,
    "bribe": bribe,
    "capo": capo,
    "consigliere": consigliere,
}


def turn_moot(state, entry):
    """K4.6, K4.9: without a marker in his slots, or after the day's Plays, he lies low at once."""
    mob = entry["player"]
    if slotted(state, mob) and state["players"][mob]["plays_today"] < state["options"]["plays_per_day"]:
        return False
    lay_low(state, mob)
    state["stack"] = [{"work": "operations"}]
    return True


def turn_options(state, entry):
    """K4.1, K4.2: table talk (K9.5), Lay Low, and every Play whose markers and cash are at hand."""
    mob = entry["player"]
    options = {"lay_low"} | deals.talk_options(state, entry)
    if not entry.get("shylock_used") and not entry.get("exchange_refused"):
        options |= shylock_options(state, mob)
    for play, targets in PLAYS.items():
        if slotted(state, mob) >= COST[play]:
            options |= targets(state, mob, entry)
    return options


DO = {  # Plays that are complete with their first target: the work and its keys
    "hustle": lambda words: {"work": "do_draw", "deck": words[1]},
    "smuggle": lambda words: {"work": "do_smuggle", "district": words[1], "crew": int(words[2])},
    "extort": lambda words: {"work": "do_extort", "borough": words[1]},
    "fix": lambda words: {"work": "do_fix", "liquor": words[1], "price": int(words[2])},
    "rat": lambda words: {"work": "do_rat"},
    "rise": lambda words: {"work": "do_rise", "district": words[1]},
    "bribe": lambda words: {"work": "do_bribe", "broker": words[1]},
    "capo": lambda words: {"work": "do_capo", "district": words[1]},
    "consigliere": lambda words: {"work": "do_consigliere", "space": int(words[1])},
}


def turn_answer(state, entry, words):
    """Start the Play: ask for what else defines it, or pay and do it."""
    mob, play = entry["player"], words[0]
    state["stack"] = [{"work": "operations"}]
    if play in ("borrow", "repay"):
        use_shylock(state, mob, words)
        state["stack"].append(entry | {"shylock_used": True})
    elif play == "pay_promise" or play in deals.TALK:
        deals.talk_answer(state, entry, words)
    elif play == "lay_low":
        lay_low(state, mob)
    elif play in ("move", "skiff", "stealth"):
        state["stack"].append({"decision": "crew", "player": mob, "by": play, "from": words[1], "to": words[2]})
    elif play == "push":
        refused = entry.get("exchange_refused", False)
        state["stack"].append(
            {
                "decision": "push_amount",
                "player": mob,
                "own": words[1],
                "other": words[2],
                "liquor": shiftable(state, words[1], words[2], refused)[0],
                "exchange_refused": refused,
            }
        )
    elif play in ("recruit", "secure"):
        state["stack"].append(
            {"decision": {"recruit": "recruit", "secure": "secure_from"}[play], "player": mob, "district": words[1]}
        )
    elif play == "unload":
        there = [liquor for liquor in LIQUORS if state["districts"][words[1]]["barrels"][liquor]]
        state["stack"].append({"decision": "sell", "player": mob, "district": words[1], "liquor": there[0]})
    else:
        begin_play(state, mob, play, DO[play](words))
