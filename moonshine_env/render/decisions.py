"""The open decision as a sentence that names who decides and what there is to decide."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from moonshine_env.kingdom.content_shapes import UNIT
from moonshine_env.kingdom.vocab import LIQUOR_IDS
from moonshine_env.render.facts import BROKER_WORDS, MOB_WORDS, Facts, say_barrels, say_clause, say_money, say_pieces

TRAVEL_WORDS = {"move": "Move", "skiff": "Skiff", "stealth": "Stealth"}
ENDING_WORDS = {"victory": "a victory", "day_cap": "its last Day"}

Frame = Mapping[str, Any]


def describe_decision(facts: Facts) -> tuple[str, str]:
    """Say who decides, and what.

    Returns:
        The mob that decides, empty if nobody does; and a sentence such as `Standoff in Sheepshead Bay: ...`.
    """
    frame = facts.frame
    if frame is None:
        return "", _describe_end(facts)
    if "decision" not in frame:
        return "", f"Nobody decides: the game goes on with {frame['work'].replace('_', ' ')}."
    return frame["player"], _SENTENCES[frame["decision"]](facts, frame)


def places_of(facts: Facts) -> tuple[str, ...]:
    """List the Districts that the open decision is about, as ids."""
    frame = facts.frame or {}
    return tuple(frame[key] for key in ("district", "from", "own", "to", "other", "precinct") if key in frame)


def _describe_end(facts: Facts) -> str:
    ending = facts.position.get("ending")
    players = facts.part("players")
    if ending is None:
        return "Nothing is open."
    ranks = sorted(facts.mobs, key=lambda mob: players[mob].get("place", len(facts.mobs)))
    table = []
    for mob in ranks:
        score = f"{facts.respect[mob]} Respect, {say_money(players[mob]['cash'])}"
        table.append(f"{players[mob].get('place', '?')}. {MOB_WORDS[mob]} ({score})")
    return f"The game ends with {ENDING_WORDS[ending]}: {', '.join(table)}."


def _place(facts: Facts, frame: Frame, key: str = "district") -> str:
    return facts.district(frame[key])


def _plural(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


def _draft(facts: Facts, frame: Frame) -> str:
    dice = facts.part("brew_dice")
    pool = "; ".join(f"{name} {' '.join(map(str, dice[name]))}" for name in ("red", "white") if name in dice)
    return f"Brew: take one red and one white die, to Produce or to Dump. Dice: {pool}."


def _grease(facts: Facts, frame: Frame) -> str:
    talk = "" if frame.get("shylock_used") else "see Shylock first if need be, "
    return f"Grease the Wheels: {talk}stake Contracts, then fund the slots from the Stash."


def _shylock(facts: Facts, frame: Frame) -> str:
    what = "repay Marks" if frame.get("repay_only") else "take or repay Marks"
    return f"Shylock at the Reckoning: {what}, or done."


def _turn(facts: Facts, frame: Frame) -> str:
    refused = " No Push that needs consent: it was refused." if frame.get("exchange_refused") else ""
    return f"Make a Play, or Lay Low.{refused}"


def _side(clause: str, terms: str | None, to: str) -> str:
    """Say one side of an offer; a promise after the words `to`, with its terms."""
    if terms is None:
        return say_clause(clause)
    deadline, broker = terms.split()
    vouched = "not binding" if broker == "none" else f"{BROKER_WORDS[broker]} vouches"
    return f"{to} {say_clause(clause)} ({'by the end of today' if deadline == 'today' else 'by tomorrow'}; {vouched})"


def _clause(facts: Facts, frame: Frame) -> str:
    rival = MOB_WORDS[frame["rival"]]
    if "give" not in frame:
        return f"Offer to the {rival}: what do you give?"
    given = _side(frame["give"], frame.get("give_terms"), "the promise to")
    return f"Offer to the {rival}: you give {given}. What do you want?"


def _terms(facts: Facts, frame: Frame) -> str:
    rival = MOB_WORDS[frame["rival"]]
    whose = f"the {rival} promise to" if "want" in frame else "you promise to"
    clause = say_clause(frame["want"] if "want" in frame else frame["give"])
    return f"Offer to the {rival}: {whose} {clause}. By when, and which Favor is staked on it?"


def _answer(facts: Facts, frame: Frame) -> str:
    offerer = MOB_WORDS.get(facts.position.get("turn", ""), "rival")
    given = _side(frame["give"], frame.get("give_terms"), "to")
    wanted = _side(frame["want"], frame.get("want_terms"), "you to")
    return f"The {offerer} offer {given}, and want {wanted}. Accept or decline?"


def _promise(facts: Facts, frame: Frame) -> str:
    promise = facts.position.get("promises", [])[frame["number"] - 1]
    favor = promise.get("favor")
    stake = f", or lose the Favor of {BROKER_WORDS[favor]} and a marker" if favor else ""
    return f"You promised the {MOB_WORDS[promise['to']]} to {say_clause(promise['clause'])} today: pay{stake}?"


def _journey(facts: Facts, frame: Frame) -> str:
    return f"{TRAVEL_WORDS[frame['by']]} from {_place(facts, frame, 'from')} to {_place(facts, frame, 'to')}"


def _crew(facts: Facts, frame: Frame) -> str:
    return f"{_journey(facts, frame)}: how many Bosses and Runners go?"


def _cargo(facts: Facts, frame: Frame) -> str:
    loaded = say_barrels(facts.part("party").get("barrels", {}))
    so_far = f" Loaded so far: {loaded}." if loaded else ""
    return f"{_journey(facts, frame)}: how many Barrels of {frame['liquor']} go along?{so_far}"


def _say_amounts(facts: Facts, frame: Frame) -> str:
    amounts = facts.part("play").get("amounts", {})
    out = say_barrels({liquor: amounts.get(liquor, 0) for liquor in LIQUOR_IDS if amounts.get(liquor, 0) > 0})
    back = say_barrels({liquor: -amounts[liquor] for liquor in amounts if amounts[liquor] < 0})
    own, other = _place(facts, frame, "own"), _place(facts, frame, "other")
    ways = ((out, own, other), (back, other, own))
    return " and ".join(f"{barrels} from {origin} to {goal}" for barrels, origin, goal in ways if barrels)


def _push_amount(facts: Facts, frame: Frame) -> str:
    own, other = _place(facts, frame, "own"), _place(facts, frame, "other")
    chosen = _say_amounts(facts, frame)
    so_far = f" Chosen so far: {chosen}." if chosen else ""
    return f"Push: how many Barrels of {frame['liquor']} go from {own} to {other} (negative: the other way)?{so_far}"


def _exchange(facts: Facts, frame: Frame) -> str:
    pusher = MOB_WORDS.get(facts.position.get("turn", ""), "rival")
    return f"Allow or refuse a Barrel exchange: the {pusher} would Push {_say_amounts(facts, frame) or 'nothing'}."


def _recruit(facts: Facts, frame: Frame) -> str:
    return f"Recruit in {_place(facts, frame)}: how many Runners?"


def _hustle(facts: Facts, frame: Frame) -> str:
    return f"Hustle: from which deck comes the next Contract? ({_plural(frame['draws_left'], 'draw')} left)"


def _discard(facts: Facts, frame: Frame) -> str:
    return "Hustle: discard a Contract, down to the hand limit."


def _secure_from(facts: Facts, frame: Frame) -> str:
    return f"Secure {_place(facts, frame)}: is the Safehouse from the supply, or from which District?"


def _sell(facts: Facts, frame: Frame) -> str:
    chosen = say_barrels(facts.part("play").get("amounts", {}))
    so_far = f" Chosen so far: {chosen}." if chosen else ""
    price = say_money(facts.part("market")[frame["liquor"]])
    return f"Unload in {_place(facts, frame)}: how many Barrels of {frame['liquor']} are sold, at {price}?{so_far}"


def _safehouse(facts: Facts, frame: Frame) -> str:
    owner = MOB_WORDS.get(facts.part("districts").get(frame["district"], {}).get("safehouse", ""), "rival")
    return f"Taking {_place(facts, frame)}: destroy the Safehouse of the {owner}, or Commandeer it?"


def _safehouse_free(facts: Facts, frame: Frame) -> str:
    return f"A Safehouse in {_place(facts, frame)}, free of cost: from the supply, from which District, or none?"


def _pay_owner(facts: Facts, frame: Frame) -> str:
    return f"Paying: whose marker in your slots? ({_plural(frame['markers'], 'marker')} still to pay)"


def _heat_owner(facts: Facts, frame: Frame) -> str:
    return "This Play makes Heat: whose spent marker goes to the Heat Track?"


def _invaders(facts: Facts) -> str:
    party = facts.part("party")
    cargo = say_barrels(party.get("barrels", {}))
    return f"the {MOB_WORDS.get(party.get('mob', ''), 'invaders')} ({say_pieces(party)}{' with ' * bool(cargo)}{cargo})"


def _standoff(facts: Facts, frame: Frame) -> str:
    origin = facts.part("party").get("origin")
    way = f" from {facts.district(origin)}" if origin else ""
    return f"Standoff in {_place(facts, frame)}: {_invaders(facts)} come in{way}. Ambush, Hold Fire, or Fold?"


def _pinned(facts: Facts, frame: Frame) -> str:
    police = frame["district"] in facts.position.get("precincts", [])
    if facts.part("districts").get(frame["district"], {}).get("mob") in facts.partners_of(frame["player"]):
        return f"In your partner's {_place(facts, frame)}: Advance, or Fall Back?"
    if frame.get("stealth"):
        return f"Stealth into {_place(facts, frame)}: Assault, or Advance?"
    what = "by the Police: Storm, Advance, or Fall Back?" if police else "by rivals: Assault, Advance, or Fall Back?"
    return f"Pinned in {_place(facts, frame)} {what}"


def _plunder_pick(facts: Facts, frame: Frame) -> str:
    return f"Plunder in {_place(facts, frame)}: steal a Barrel of which liquor? ({frame['picks']} to pick)"


def _raid_tie(facts: Facts, frame: Frame) -> str:
    return f"Raid by the Precinct in {_place(facts, frame, 'precinct')}: which of the tied Districts takes the hit?"


def _raid_pay(facts: Facts, frame: Frame) -> str:
    price = say_money(int(facts.content.tables[0]["raid_bribe_cash"]) * UNIT)
    return f"The Raid hits {_place(facts, frame)}: bribe the Police for {price}, or take the fall?"


_SENTENCES: dict[str, Callable[[Facts, Frame], str]] = {
    "draft": _draft,
    "grease": _grease,
    "shylock": _shylock,
    "turn": _turn,
    "crew": _crew,
    "cargo": _cargo,
    "push_amount": _push_amount,
    "exchange": _exchange,
    "recruit": _recruit,
    "hustle": _hustle,
    "discard": _discard,
    "secure_from": _secure_from,
    "sell": _sell,
    "safehouse": _safehouse,
    "safehouse_free": _safehouse_free,
    "pay_owner": _pay_owner,
    "heat_owner": _heat_owner,
    "standoff": _standoff,
    "pinned": _pinned,
    "plunder_pick": _plunder_pick,
    "raid_tie": _raid_tie,
    "raid_pay": _raid_pay,
    "clause": _clause,
    "terms": _terms,
    "answer": _answer,
    "promise": _promise,
}
