"""The choices that define a Play after its first target: crew, cargo, amounts, exchange, source (rules K5, K6)."""

from tests.reference.board import LIQUORS, NUMBER
from tests.reference.markers import begin_play
from tests.reference.plays import recruit_price, secure_sources, shift_range, shiftable
from tests.reference.territory import barrel_count, mobsters, piece_supply, settle_control


def crew_options(state, entry):
    """MOVE_CREW: any mix that stands there, at least one mobster; Skiff and Stealth at most five."""
    place = state["districts"][entry["from"]]
    limit = {"move": mobsters(place), "skiff": NUMBER["skiff_crew_max"], "stealth": NUMBER["stealth_crew_max"]}
    return {
        f"crew {bosses} {runners}"
        for bosses in range(place["bosses"] + 1)
        for runners in range(place["runners"] + 1)
        if 1 <= bosses + runners <= limit[entry["by"]]
    }


def crew_answer(state, entry, words):
    """The mobsters are lifted; the origin's Control changes at once (K2.1)."""
    bosses, runners, origin = int(words[1]), int(words[2]), entry["from"]
    place = state["districts"][origin]
    place["bosses"] -= bosses
    place["runners"] -= runners
    state["party"] = {
        "mob": entry["player"],
        "place": None,
        "origin": origin,
        "bosses": bosses,
        "runners": runners,
        "barrels": dict.fromkeys(LIQUORS, 0),
    }
    settle_control(state, origin)
    load(state, entry, LIQUORS)


def load(state, entry, liquors):
    """Ask for the next liquor of the origin while hands are free (Stealth carries none); then pay and arrive."""
    by, origin = entry["by"], entry["from"]
    for liquor in liquors:
        if by != "stealth" and hands_free(state) and state["districts"][origin]["barrels"][liquor]:
            state["stack"] = [
                {"work": "operations"},
                {
                    "decision": "cargo",
                    "player": entry["player"],
                    "by": by,
                    "from": origin,
                    "to": entry["to"],
                    "liquor": liquor,
                },
            ]
            return
    begin_play(state, entry["player"], by, {"work": "arrive", "by": by, "to": entry["to"]})


def hands_free(state):
    """At most one Barrel per mobster (K5.1)."""
    return mobsters(state["party"]) - barrel_count(state["party"])


def cargo_options(state, entry):
    """MOVE_CARGO."""
    most = min(hands_free(state), state["districts"][entry["from"]]["barrels"][entry["liquor"]])
    return {f"carry {number} {entry['liquor']}" for number in range(most + 1)}


def cargo_answer(state, entry, words):
    """The Barrels are lifted too."""
    number, liquor = int(words[1]), words[2]
    state["districts"][entry["from"]]["barrels"][liquor] -= number
    state["party"]["barrels"][liquor] += number
    load(state, entry, LIQUORS[LIQUORS.index(liquor) + 1 :])


def _chain_numbers(state, entry, low, high, liquors):
    """Numbers for one liquor of a chain that may not be all 0."""
    last = entry["liquor"] == liquors[-1]
    must = last and not any(state["play"]["amounts"].values())
    return [number for number in range(low, high + 1) if number or not must]


def push_amount_options(state, entry):
    """PUSH_AMOUNT: each liquor either way (K5.2)."""
    own, other, liquor, refused = entry["own"], entry["other"], entry["liquor"], entry.get("exchange_refused", False)
    low, high = shift_range(state, own, other, liquor, refused)
    numbers = _chain_numbers(state, entry, low, high, shiftable(state, own, other, refused))
    return {f"give {number} {liquor}" for number in numbers}


def push_amount_answer(state, entry, words):
    """The next liquor; at the end EXCHANGE if a rival would lose Barrels, else pay and Push."""
    own, other, refused = entry["own"], entry["other"], entry.get("exchange_refused", False)
    amounts = state["play"]["amounts"]
    amounts[words[2]] = int(words[1])
    liquors = shiftable(state, own, other, refused)
    rest = liquors[liquors.index(words[2]) + 1 :]
    holder = state["districts"][other]["mob"]
    if rest:
        state["stack"].append(entry | {"liquor": rest[0]})
    elif holder not in (None, entry["player"]) and min(amounts.values()) < 0:
        state["stack"].append({"decision": "exchange", "player": holder, "own": own, "other": other})
    else:
        begin_play(state, entry["player"], "push", {"work": "do_push", "own": own, "other": other})


def exchange_options(state, entry):
    """EXCHANGE."""
    return {"allow", "refuse"}


def exchange_answer(state, entry, words):
    """Allowed: pay and Push. Refused: no marker is spent, choose again, without SHYLOCK (merging.md)."""
    mob = state["turn"]
    if words[0] == "allow":
        begin_play(state, mob, "push", {"work": "do_push", "own": entry["own"], "other": entry["other"]})
    else:
        state["play"]["amounts"] = {}
        state["stack"] = [{"work": "operations"}, {"decision": "turn", "player": mob, "exchange_refused": True}]


def recruit_options(state, entry):
    """RECRUIT: as many as supply and cash allow."""
    mob = entry["player"]
    most = min(piece_supply(state, mob, "runners"), state["players"][mob]["cash"] // recruit_price(state, mob))
    return {f"hire {number}" for number in range(1, most + 1)}


def recruit_answer(state, entry, words):
    """Pay and hire."""
    begin_play(
        state,
        entry["player"],
        "recruit",
        {"work": "do_recruit", "district": entry["district"], "runners": int(words[1])},
    )


def secure_from_options(state, entry):
    """SECURE: supply or a District to relocate from."""
    return {f"safehouse {source}" for source in secure_sources(state, entry["player"], entry["district"])}


def secure_from_answer(state, entry, words):
    """Pay and Secure."""
    work = {"work": "do_secure", "district": entry["district"]}
    begin_play(state, entry["player"], "secure", work | ({"from": words[2]} if words[1] == "from" else {}))


def _for_sale(state, entry):
    """Liquors that lie in the Joint."""
    return [liquor for liquor in LIQUORS if state["districts"][entry["district"]]["barrels"][liquor]]


def sell_options(state, entry):
    """UNLOAD: the number sold of one liquor."""
    high = state["districts"][entry["district"]]["barrels"][entry["liquor"]]
    numbers = _chain_numbers(state, entry, 0, high, _for_sale(state, entry))
    return {f"sell {number} {entry['liquor']}" for number in numbers}


def sell_answer(state, entry, words):
    """The next liquor; at the end pay and Unload."""
    state["play"]["amounts"][words[2]] = int(words[1])
    liquors = _for_sale(state, entry)
    rest = liquors[liquors.index(words[2]) + 1 :]
    if rest:
        state["stack"].append(entry | {"liquor": rest[0]})
    else:
        begin_play(state, entry["player"], "unload", {"work": "do_unload", "district": entry["district"]})
