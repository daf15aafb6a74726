"""Reading a position (kingdom_position.md) into the referee's state: whole or partial, in long form or short ways.

The state is one dict with everything filled in; see `territory` for Districts. `stack` entries are dicts without the
keys that stand at their default value. `writing.write` turns a state back into the long form.
"""

import re

from tests.reference.board import BOROUGHS, DECKS, DISTRICTS, INFO, LIQUORS, MOB, MOBS, NUMBER, START_PRICES, SUPPLY
from tests.reference.contracts import CARDS
from tests.reference.territory import on_board, turn_order

LETTER = {"m": "moonshine", "g": "gin", "w": "whisky", "r": "rum"}
DEFAULTS = {
    "next": {"play_end": "heat", "reckoning": "sweep", "raid": "manhattan", "deadlines": 1},
    "boost": {"do_assault": "shoot"},
}
TALKING = {"clause", "terms", "answer"}
MID_TURN = TALKING | {"turn", "crew", "cargo", "push_amount", "exchange", "recruit", "secure_from", "sell"}
OWN_MARKERS = 7
DAYTIME_SLOTS = NUMBER["start_slotted"]


def clean(entry):
    """A stack entry without the keys that are at their default (false, 0, None or the documented value)."""
    kind = entry.get("work") or entry.get("decision")
    return {
        key: value
        for key, value in entry.items()
        if value not in (False, 0, None) and value != DEFAULTS.get(key, {}).get(kind)
    }


def barrels(value):
    """All four liquors as numbers, from an object or a short string like '3g 1w'."""
    result = dict.fromkeys(LIQUORS, 0)
    if isinstance(value, str):
        for number, letter in re.findall(r"(\d+)([mgwr])", value):
            result[LETTER[letter]] += int(number)
    else:
        result.update(value or {})
    return result


def place_of(value, mobs):
    """A District or party from its object or its short string."""
    if isinstance(value, str):
        words = value.split()
        mob = words.pop(0) if words and words[0] in mobs else None
        count = {"B": 0, "R": 0}
        for word in words:
            if re.fullmatch(r"\d+[BR]", word):
                count[word[-1]] += int(word[:-1])
        return {
            "mob": mob,
            "bosses": count["B"],
            "runners": count["R"],
            "safehouse": mob if "S" in words else None,
            "barrels": barrels(value),
        }
    owner = value.get("safehouse")
    return {
        "mob": value.get("mob"),
        "bosses": value.get("bosses", 0),
        "runners": value.get("runners", 0),
        "safehouse": value.get("mob") if owner is True else owner or None,
        "barrels": barrels(value.get("barrels")),
    }


def read_party(value, mobs):
    """The mobsters on their way or Pinned, or None."""
    if not value:
        return None
    party = place_of(value, mobs)
    del party["safehouse"]
    if isinstance(value, str):
        party["place"] = value.split(" at ")[1].split()[0] if " at " in value else None
        party["origin"] = value.split(" from ")[1].split()[0]
    else:
        party["place"], party["origin"] = value.get("place"), value.get("origin")
    return party


def read_still(value):
    """A Still from its object or 'gin 6 fired'."""
    if isinstance(value, str):
        words = value.split()
        return {"liquor": words[0], "number": int(words[1]), "fired": "fired" in words}
    return {"liquor": value["liquor"], "number": value["number"], "fired": value.get("fired", False)}


def stake_order(entry):
    """His staked Contracts in the order staked; those not named follow in the order of the data file."""
    staked = entry.get("staked", {})
    named = [card for card in entry.get("stake_order", []) if card in staked]
    return named + [card for card in CARDS if card in staked and card not in named]


def read_players(position, mobs):
    """All players with everything but their markers, and today's tokens dealt to those that name none."""
    given = position.get("players", {})
    named = {given[mob]["token"] for mob in mobs if "token" in given.get(mob, {})}
    free = [number for number in range(1, len(mobs) + 1) if number not in named]
    players = {}
    for mob in mobs:
        entry = given.get(mob, {})
        players[mob] = {
            "token": entry["token"] if "token" in entry else free.pop(0),
            "next_token": entry.get("next_token"),
            "cash": entry.get("cash", NUMBER["start_cash"]),
            "hand": set(entry.get("hand", [])),
            "staked": dict(entry.get("staked", {})),
            "completed": set(entry.get("completed", [])),
            "favors": set(entry.get("favors", [])),
            "favors_lost": set(entry.get("favors_lost", [])),
            "offers_today": entry.get("offers_today", 0),
            "stake_order": stake_order(entry),
            "marks": entry.get("marks", 0),
            "commission": entry.get("commission", False),
            "runners_lost": entry.get("runners_lost", 0),
            "plays_today": entry.get("plays_today", 0),
            "hustled": entry.get("hustled", False),
            "place": entry.get("place"),
            "ops": {},
            "stash": 0,
        }
    return players


def read_markers(position, state, nobody_plays):
    """Slots and Stashes: seven markers each unless said otherwise; what is not named is the rest."""
    given = {mob: position.get("players", {}).get(mob, {}) for mob in state["mobs"]}
    for mob in state["mobs"]:
        ops = given[mob].get("ops")
        state["players"][mob]["ops"] = {mob: ops} if isinstance(ops, int) else dict(ops or {})
    for mob in state["mobs"]:
        entry, player = given[mob], state["players"][mob]
        away = state["heat"].count(mob) + sum(player["staked"].values()) + state["play"]["spent"].get(mob, 0)
        away += sum(state["players"][other]["ops"].get(mob, 0) for other in state["mobs"] if other != mob)
        left = entry.get("markers", OWN_MARKERS) - away
        if "ops" not in entry:
            if nobody_plays or player["next_token"]:
                slotted = 0
            else:
                slotted = left - entry["stash"] if "stash" in entry else min(DAYTIME_SLOTS, left)
            player["ops"] = {mob: slotted}
        player["stash"] = entry.get("stash", left - player["ops"].get(mob, 0))
        player["ops"] = {owner: count for owner, count in player["ops"].items() if count}


def read_elsewhere(position, state):
    """What is counted but not placed, also from the short `supply` keys."""
    elsewhere = {key: dict(value) for key, value in position.get("elsewhere", {}).items()}
    for mob in state["mobs"]:
        totals = {
            "bosses": MOB[mob]["bosses"],
            "runners": SUPPLY["runners_per_player"],
            "safehouses": SUPPLY["safehouses_per_player"],
        }
        for kind, left in position.get("players", {}).get(mob, {}).get("supply", {}).items():
            lost = state["players"][mob]["runners_lost"] if kind == "runners" else 0
            missing = totals[kind] - lost - on_board(state, mob, kind) - left
            elsewhere.setdefault(mob, {})[kind] = missing
    for liquor, left in position.get("supply", {}).items():
        placed = sum(place["barrels"][liquor] for place in state["districts"].values())
        placed += state["party"]["barrels"][liquor] if state["party"] else 0
        elsewhere.setdefault("barrels", {})[liquor] = SUPPLY["barrels_per_liquor"] - placed - left
    return {
        key: {kind: count for kind, count in value.items() if count}
        for key, value in elsewhere.items()
        if any(value.values())
    }


def stack_for_phase(position, state):
    """The stack that the short `phase` (and `turn`) stands for."""
    order, phase, turn = turn_order(state), position.get("phase", "turn"), position.get("turn")
    if phase == "turn":
        state["turn"] = turn or next(mob for mob in order if not state["players"][mob]["next_token"])
        return [{"work": "operations"}, {"decision": "turn", "player": state["turn"]}]
    begun = order.index(turn) if turn else 0
    return [
        {
            "draft": {"work": "brew", "drafts": begun},
            "blowback": {"work": "brew", "drafts": len(order)},
            "grease": {"work": "grease_round", "asked": begun},
            "reckoning": {"work": "reckoning"},
            "debts": {"work": "reckoning", "next": "repay"},
        }[phase]
    ]


def stack_below(state, first):
    """What always lies below an open decision with which a stack begins."""
    kind, mob, order = first["decision"], first["player"], turn_order(state)
    if kind == "draft":
        return [{"work": "brew", "drafts": order.index(mob) + 1}]
    if kind == "grease":
        return [{"work": "grease_round", "asked": order.index(mob) + 1}]
    if kind == "shylock":
        return [{"work": "reckoning", "next": "repay" if first.get("repay_only") else "borrow"}]
    if kind == "promise":
        return [{"work": "deadlines", "next": first["number"]}]
    below = [{"work": "operations"}]
    if kind in TALKING:
        below.append({"decision": "turn", "player": state["turn"], "talked": "offer"})
    if kind not in MID_TURN:
        below.append({"work": "play_end", "player": state["turn"]})
    if kind in ("raid_tie", "raid_pay"):
        below[-1]["next"] = "last"
        borough = INFO[first["precinct" if kind == "raid_tie" else "district"]]["borough"]
        below.append({"work": "raid", "player": mob, "next": ([*BOROUGHS, "end"])[BOROUGHS.index(borough) + 1]})
    return below


def read_deck(value):
    """Discards, how often they became a pile, and which cards of older pools are in hands."""
    return {
        "discards": set(value.get("discards", [])),
        "reshuffles": value.get("reshuffles", 0),
        "older_pools": {str(pool): set(cards) for pool, cards in value.get("older_pools", {}).items() if cards},
    }


def read(position):
    """The referee's state of a position; the position itself stays untouched."""
    if "view" in position:
        raise ValueError("a view does not hold everything: the referee needs a whole position")
    options = dict(position.get("options", {}))
    seats = options.pop("num_players", None)
    mobs = list(position.get("mobs", MOBS[:seats] if seats else MOBS))
    dice, play = position.get("brew_dice", {}), position.get("play", {})
    state = {
        "mobs": mobs,
        "day": position.get("day", 1),
        "moon": position.get("moon", "new"),
        "turn": position.get("turn"),
        "options": {
            "max_days": NUMBER["day_cap"],
            "plays_per_day": NUMBER["plays_per_day_cap"],
            "still_once_per_day": False,
            "cooperation": True,
            "variant": "free_for_all",
        }
        | options,
        "players": read_players(position, mobs),
        "districts": {name: place_of(position.get("districts", {}).get(name, {}), mobs) for name in DISTRICTS},
        "stills": {name: read_still(value) for name, value in position.get("stills", {}).items()},
        "precincts": set(position.get("precincts", [])),
        "precincts_in_supply": set(position.get("precincts_in_supply", [])),
        "market": START_PRICES | position.get("market", {}),
        "heat": list(position.get("heat", [])),
        "brew_dice": {"red": list(dice.get("red", [])), "white": list(dice.get("white", []))},
        "deeds": dict(position.get("deeds", {})),
        "syndicates": dict(position.get("syndicates", {})),
        "ward_boss": position.get("ward_boss"),
        "rat": position.get("rat"),
        "extorted": set(position.get("extorted", [])),
        "decks": {deck: read_deck(position.get("decks", {}).get(deck, {})) for deck in DECKS},
        "party": read_party(position.get("party"), mobs),
        "play": {
            "spent": dict(play.get("spent", {})),
            "heat": play.get("heat", False),
            "amounts": dict(play.get("amounts", {})),
        },
        "promises": [dict(promise) for promise in position.get("promises", [])],
        "crackdown": position.get("crackdown", NUMBER["crackdown_start"]),
        "alliances": [list(pair) for pair in position.get("alliances", [])],
        "ending": position.get("ending"),
        "given_dice": list(position.get("given_dice", [])),
        "kept": {key: position[key] for key in ("seed", "counters") if key in position},
        "elsewhere": {},
    }
    phase = position.get("phase")
    state["stack"] = []
    if phase in ("reckoning", "debts"):
        for mob in turn_order(state):
            taken = {state["players"][other]["next_token"] for other in mobs}
            if not state["players"][mob]["next_token"]:
                state["players"][mob]["next_token"] = min(set(range(1, len(mobs) + 1)) - taken)
    read_markers(position, state, phase in ("reckoning", "debts"))
    state["elsewhere"] = read_elsewhere(position, state)
    if "stack" in position:
        state["stack"] = [clean(entry) for entry in position["stack"]]
        if state["stack"] and "decision" in state["stack"][0]:
            state["stack"] = [clean(entry) for entry in stack_below(state, state["stack"][0])] + state["stack"]
    elif not state["ending"]:
        if phase not in (None, "turn"):
            state["turn"] = None
        state["stack"] = [clean(entry) for entry in stack_for_phase(position, state)]
    return state
