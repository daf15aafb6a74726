"""Compare a program's step with the referee's: two whole positions and the play between them, nothing of the program.

    compare_step(before, name, after) -> list of sentences, empty when the referee comes to the same position
    compare_legal(position, names)    -> list of sentences, empty when the legal plays are the same

Luck is taken from `after`: the Brew dice of a new Day and the card drawn (checked to be possible). All other dice must
be in before["given_dice"], enough for the whole step. `counters` and `seed` are not compared. Where kingdom_position.md
leaves the form of the pending work open, both sides are brought to one form first: see `_stack` and FREEDOMS.
"""

from tests.reference import referee
from tests.reference.board import DECKS, DISTRICTS
from tests.reference.hustle import deck_of, pile_of
from tests.reference.luck import NoLuck
from tests.reference.position import MID_TURN, read
from tests.reference.territory import barrel_count, mobsters
from tests.reference.writing import write

FREEDOMS = [
    "work of the whole table (brew, grease_round, operations, reckoning) may name a player or not",
    "what comes after the present phase may lie ready at the bottom of the stack or not",
    "play_end may lie below while the Play is still being chosen (crew ... sell, exchange), or come when it is paid",
    "below pay_owner: what is still to pay, and decisions that come later in the Play, may lie there or not",
    "`hustled` may be noted when a Hustle is chosen or when it is paid",
    "below plunder_pick the coming PINNED may lie or not; `picks` that nothing can meet count as none",
    "below hustle or discard, later steps of the Hustle may lie or not",
    "in a Raid, play_end and `play` may still say what is over (next, rat, kickbacks, heat)",
    "below heat_owner, play_end may say `heat` or the step after it",
    "at the Reckoning the step and the number asked follow from the open decision, whose `repay_only` tells the step",
    "after a refused exchange `shylock_used` says nothing more",
    "`amounts` count only while they are being chosen or wait for payment",
]
TABLE_WORK = {"brew", "grease_round", "operations", "deadlines", "reckoning"}
ORDERED = ("heat", "given_dice", "promises", "alliances")  # lists whose order counts, at the top of a position
KNOWN = {
    "": {
        "game",
        "edition",
        "options",
        "seed",
        "mobs",
        "day",
        "moon",
        "turn",
        "players",
        "districts",
        "stills",
        "precincts",
        "precincts_in_supply",
        "market",
        "heat",
        "brew_dice",
        "deeds",
        "syndicates",
        "ward_boss",
        "rat",
        "extorted",
        "decks",
        "party",
        "play",
        "stack",
        "ending",
        "given_dice",
        "counters",
        "elsewhere",
        "promises",
        "crackdown",
        "alliances",
    },
    "players": {
        "token",
        "next_token",
        "cash",
        "ops",
        "stash",
        "hand",
        "staked",
        "completed",
        "favors",
        "marks",
        "commission",
        "runners_lost",
        "plays_today",
        "hustled",
        "place",
        "favors_lost",
        "offers_today",
        "stake_order",
    },
    "districts": {"mob", "bosses", "runners", "safehouse", "barrels"},
    "stills": {"liquor", "number", "fired"},
    "decks": {"pile", "discards", "reshuffles", "older_pools"},
}


class FromAfter:
    """The luck of one step, read off the position the program came to; what is impossible is noted in `problems`."""

    def __init__(self, before, after, actor):
        self.before, self.after, self.actor, self.problems = before, after, actor, []

    def brew_dice(self, count):
        """N+1 dice of each colour, 1..6 each."""
        dice = self.after["brew_dice"]
        for colour, values in dice.items():
            if len(values) != count or not all(value in range(1, 7) for value in values):
                self.problems.append(f"brew_dice.{colour}: {values} are not {count} dice of a new Day")
        return dice

    def draw(self, deck, pile):
        """The card of the deck that is new in the actor's hand; it must come from the pile."""
        new = self.after["players"][self.actor]["hand"] - self.before["players"][self.actor]["hand"]
        cards = sorted(card for card in new if deck_of(card) == deck)
        if len(cards) != 1 or cards[0] not in pile:
            what = f"drew {cards or 'nothing'}, not one card of the {deck} pile"
            self.problems.append(f"players.{self.actor}.hand: {what}")
            return min(pile)
        return cards[0]

    def die(self):
        """No die may be needed beyond the given ones."""
        raise NoLuck("given_dice: the step needs more dice than were given")


def compare_legal(position, legal_names):
    """How the program's legal plays differ from the referee's."""
    mine, kind = referee.legal_plays(position), referee.decision(position)
    extra, missing = sorted(set(legal_names) - mine), sorted(mine - set(legal_names))
    sentences = [f"{kind}: the program offers {name!r}, the referee does not" for name in extra]
    return sentences + [f"{kind}: the referee offers {name!r}, the program does not" for name in missing]


def compare_step(before, name, after):
    """How the program's position after the play differs from the referee's."""
    problems = well_formed(after)
    actor = referee.decision(before)[1]
    source = FromAfter(read(before), read(after), actor)
    try:
        mine = referee.play(_without_pinned(before), name, source)
    except (referee.IllegalPlay, NoLuck) as error:
        return [*problems, f"{name}: {error}"]
    return problems + source.problems + differences(normal(mine), normal(after))


def _without_pinned(position):
    """The position as the referee writes it: a PINNED that waits below the payment of its own step comes after it."""
    stack = position.get("stack", [])
    if not stack or stack[-1].get("decision") != "pay_owner":
        return position
    return {**position, "stack": [entry for entry in stack if entry.get("decision") != "pinned"]}


def well_formed(position):
    """Keys that kingdom_position.md does not know for the long form, and piles that disagree with the rest."""
    problems = [f"{key}: not a key of a whole position" for key in position if key not in KNOWN[""]]
    for part in ("players", "districts", "stills", "decks"):
        for name, entry in position.get(part, {}).items():
            problems += [f"{part}.{name}.{key}: not a key of the long form" for key in entry if key not in KNOWN[part]]
    state = read(position)
    for deck in DECKS:
        given, counted = position.get("decks", {}).get(deck, {}).get("pile"), len(pile_of(state, deck))
        if given is not None and given != counted:
            problems.append(f"decks.{deck}.pile: {given}, but {counted} cards are nowhere else")
    return problems


def normal(position):
    """A position as a dict of paths and values in one normal form."""
    state = read(position)
    stack = _stack(state)
    kinds = [entry.get("decision") or entry["work"] for entry in stack]
    if "raid" in kinds:
        state["play"]["heat"] = False
    if not kinds or kinds[-1] not in ("push_amount", "exchange", "sell", "pay_owner"):
        state["play"]["amounts"] = {}
    if kinds and kinds[-1] == "pay_owner" and "do_draw" in kinds:
        state["players"][stack[-1]["player"]]["hustled"] = True
    state["play"]["spent"] = {owner: number for owner, number in state["play"]["spent"].items() if number}
    state["play"]["amounts"] = {liquor: number for liquor, number in state["play"]["amounts"].items() if number}
    flat = {}
    for key, value in state.items():
        if key not in ("kept", "stack", *ORDERED):
            _flatten(key, value, flat)
    for key in ORDERED:
        flat[key] = repr(state.get(key))
    for mob, player in state["players"].items():
        flat[f"players.{mob}.stake_order"] = repr(player.get("stake_order"))
    for index, entry in enumerate(stack):
        _flatten(f"stack.{index}", entry, flat)
    return flat


def _flatten(path, value, flat):
    """Paths to leaves; sets and lists are leaves, sorted; what is empty is left out."""
    if isinstance(value, dict):
        for key, inner in value.items():
            _flatten(f"{path}.{key}", inner, flat)
    elif isinstance(value, (set, list)):
        if value:
            flat[path] = sorted(value)
    elif value is not None and value is not False and value != 0:
        flat[path] = value


def _stack(state):
    """The stack in one form, whatever kingdom_position.md leaves open (FREEDOMS)."""
    stack = [dict(entry) for entry in state["stack"]]
    if not stack:
        return []
    top, works = stack[-1], [entry.get("work") for entry in stack]
    kind = top.get("decision")
    for entry in stack:
        if entry.get("work") and entry["work"] not in ("play_end", "raid"):
            entry.pop("player", None)
    phase = next((work for work in reversed(works) if work in TABLE_WORK), None)
    stack = [entry for entry in stack if entry.get("work") not in TABLE_WORK - {phase}]
    if kind in MID_TURN:
        stack = [entry for entry in stack if entry.get("work") != "play_end"]
    if kind == "pay_owner":
        stack = [entry for entry in stack if entry is top or ("decision" not in entry and entry["work"] != "pay")]
    if kind in ("plunder_pick", "hustle", "discard"):
        stack = [entry for entry in stack if entry is top or "decision" not in entry]
    if kind == "plunder_pick":
        top["picks"] = min(top["picks"], _can_pick(state, top))
    if kind == "turn" and top.get("exchange_refused"):
        top.pop("shylock_used", None)
    for entry in stack:
        if entry.get("work") == "play_end" and "raid" in works:
            for key in ("next", "rat", "kickbacks"):
                entry.pop(key, None)
        elif entry.get("work") == "play_end" and kind == "heat_owner":
            entry.pop("next", None)
        elif entry.get("work") == "reckoning" and kind == "shylock":
            entry.pop("next", None)
            entry.pop("asked", None)
    return stack


def _can_pick(state, entry):
    """How many Barrels can still be picked in a Plunder (K6.4, K7.10)."""
    place, party = state["districts"][entry["district"]], state["party"]
    if party["mob"] != entry["player"]:
        return barrel_count(party)
    return min(barrel_count(place), mobsters(party) - barrel_count(party))


def differences(mine, theirs):
    """One sentence for each path whose value differs."""
    sentences = []
    for path in sorted(mine.keys() | theirs.keys()):
        if mine.get(path) != theirs.get(path):
            sentences.append(f"{path}: the referee has {mine.get(path)!r}, the program {theirs.get(path)!r}")
    return sentences


def describe(position):
    """A short text of a position for messages: the decision, and Districts with pieces or Barrels."""
    places = write(read(position))["districts"]
    lines = [f"{name}: {places[name]}" for name in DISTRICTS if name in places]
    return "\n".join([str(referee.decision(position)), *lines])
