"""The action table: one `Discrete(NUM_ACTIONS)` whose ids mean the same thing in every state, seat and player count.

Families are laid end to end; new ones are only ever appended. Each id has one name, total both ways.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from moonshine_env.kingdom.tables import NUM_COASTAL, NUM_DOCKS, NUM_JOINTS, NUM_PAIRS, Content
from moonshine_env.kingdom.vocab import (
    BOROUGH_IDS,
    BROKER_IDS,
    COURAGE,
    DECK_IDS,
    DICE_FACES,
    FIREPOWER,
    FIRST_PROMISE,
    GIVE_CASH,
    GIVE_MARKERS,
    HEAT_SPACES,
    LIQUOR_IDS,
    MAX_BARRELS,
    MAX_BOSSES,
    MAX_FUND,
    MAX_MARKS,
    MAX_PROMISES,
    MAX_RUNNERS,
    MAX_SLOTS,
    MAX_SMUGGLERS,
    MOB_IDS,
    NOTHING,
    NUM_BOOSTS,
    NUM_BOROUGHS,
    NUM_BROKERS,
    NUM_CARDS,
    NUM_CLAUSES,
    NUM_DECKS,
    NUM_DISTRICTS,
    NUM_LIQUORS,
    NUM_MOBS,
    NUM_PRICES,
    NUM_SUMS,
    NUM_TERMS,
    PLUNDER,
    PLUNDER_COURAGE,
    PROMISE_BARRELS,
    PROMISE_NO_ENTRY,
    PROMISE_PASSAGE,
    PROMISE_PAY,
    SHOOT,
    SUMS,
)

FIRST_PRICE = 2  # $200; the four prices follow in steps of $100
MAX_CARGO = MAX_BOSSES + MAX_RUNNERS
NUM_CREWS = (MAX_BOSSES + 1) * (MAX_RUNNERS + 1) - 1
NUM_CARGOES = MAX_CARGO + 1
NUM_PUSHES = 2 * MAX_BARRELS + 1
NUM_SALES = MAX_BARRELS + 1

# (family, how many ids, meaning). The order is for ever.
FAMILIES = (
    ("draft", 2 * DICE_FACES * DICE_FACES, "take a red and a white die, and Produce or Dump"),
    ("stake", NUM_CARDS, "stake a Contract from hand"),
    ("fund", MAX_FUND + 1, "move 0-5 markers from Stash to slots; ends the morning"),
    ("borrow", MAX_MARKS, "take 1-12 of Shylock's Marks"),
    ("repay", MAX_MARKS, "repay 1-12 of Shylock's Marks"),
    ("done", 1, "nothing more here"),
    ("lay_low", 1, "end your Day"),
    ("move", NUM_PAIRS, "Move from a District to a Connected one"),
    ("skiff", NUM_COASTAL * (NUM_COASTAL - 1), "Skiff from a coastal District to any other (Knights)"),
    ("stealth", NUM_PAIRS, "Stealth into a rival's District (Vipers)"),
    ("crew", NUM_CREWS, "send that many Bosses and Runners"),
    ("carry", NUM_LIQUORS * NUM_CARGOES, "carry that many Barrels of a liquor"),
    ("push", NUM_PAIRS, "Push between a District of yours and a Connected one"),
    ("give", NUM_LIQUORS * NUM_PUSHES, "Push that many Barrels of a liquor: out of your District, or in if negative"),
    ("allow", 1, "consent to the Barrel exchange"),
    ("refuse", 1, "refuse the Barrel exchange"),
    ("recruit", NUM_DISTRICTS, "Recruit at a Safehouse"),
    ("hire", MAX_RUNNERS, "hire that many Runners"),
    ("hustle", NUM_DECKS, "Hustle: draw the next Contract from that deck"),
    ("discard", NUM_CARDS, "discard a Contract from hand"),
    ("secure", NUM_DISTRICTS, "Secure a District with a Safehouse"),
    ("safehouse", NUM_DISTRICTS + 3, "the Safehouse: from supply, from another District, destroyed, or none"),
    ("smuggle", NUM_DOCKS * MAX_SMUGGLERS, "Smuggle Rum at a Dock with a crew of 1-5"),
    ("extort", NUM_BOROUGHS, "Extort the Borough whose Deed you hold"),
    ("fix", NUM_LIQUORS * NUM_PRICES, "Fix a liquor's price"),
    ("unload", NUM_JOINTS, "Unload at a Joint"),
    ("sell", NUM_LIQUORS * NUM_SALES, "sell that many Barrels of a liquor"),
    ("rise", NUM_DISTRICTS, "Rise: a new Boss in that District"),
    ("bribe", NUM_BROKERS, "Bribe a broker for his Favor"),
    ("rat", 1, "Rat: call a Raid"),
    ("capo", NUM_DISTRICTS, "Capo: a Runner there becomes the second Boss (Sicilians)"),
    ("consigliere", HEAT_SPACES - 1, "Consigliere: take the marker off that space of the Heat Track (Sicilians)"),
    ("pay", NUM_MOBS, "pay with a marker of that mob"),
    ("heat", NUM_MOBS, "a spent marker of that mob goes to the Heat Track"),
    ("ambush", NUM_BOOSTS, "Standoff: Ambush, with the boost named"),
    ("hold_fire", 1, "Standoff: Hold Fire"),
    ("fold", NUM_DISTRICTS, "Standoff: Fold to that District"),
    ("assault", NUM_BOOSTS, "Pinned: Assault, or Plunder, with the boost named"),
    ("storm", 1, "Pinned: Storm the Precinct"),
    ("torch", 1, "Pinned: Torch the Safehouse (Knights)"),
    ("advance", NUM_DISTRICTS, "Pinned: Advance to that District"),
    ("fall_back", 1, "Pinned: Fall Back"),
    ("steal", NUM_LIQUORS, "Plunder: steal a Barrel of that liquor"),
    ("raid", NUM_DISTRICTS, "Raid: that tied District takes the hit"),
    ("bribe_police", 1, "Raid: pay the bribe"),
    ("take_fall", 1, "Raid: take the fall"),
    ("lend", NUM_MOBS * MAX_SLOTS, "lend that mob 1-5 of your markers"),
    ("gift", NUM_MOBS * NUM_SUMS, "give that mob cash"),
    ("offer", NUM_MOBS, "make that mob an offer"),
    ("clause", NUM_CLAUSES, "Offer: what you give; then what you want"),
    ("terms", NUM_TERMS, "Offer: deadline of the promise, and the Favor staked on it"),
    ("accept", 1, "accept the offer"),
    ("decline", 1, "decline the offer"),
    ("pay_promise", MAX_PROMISES, "pay what the promise of that number says"),
)

_FIRST: dict[str, int] = {}
_next = 0
for _name, _count, _ in FAMILIES:
    _FIRST[_name] = _next
    _next += _count
NUM_ACTIONS = _next
COUNT = {name: count for name, count, _ in FAMILIES}

# First id of each family, as constants for compiled rules.
A_DRAFT = _FIRST["draft"]  # + (red - 1) * 12 + (white - 1) * 2 + (1 if Dump)
A_STAKE = _FIRST["stake"]  # + card
A_FUND = _FIRST["fund"]  # + markers
A_BORROW = _FIRST["borrow"]  # + Marks - 1
A_REPAY = _FIRST["repay"]  # + Marks - 1
A_DONE = _FIRST["done"]
A_LAY_LOW = _FIRST["lay_low"]
A_MOVE = _FIRST["move"]  # + pair
A_SKIFF = _FIRST["skiff"]  # + see `skiff_code`
A_STEALTH = _FIRST["stealth"]  # + pair
A_CREW = _FIRST["crew"]  # + Bosses * 16 + Runners - 1
A_CARRY = _FIRST["carry"]  # + liquor * 18 + Barrels
A_PUSH = _FIRST["push"]  # + pair (own District first; between two of one's own only in board order)
A_GIVE = _FIRST["give"]  # + liquor * 51 + Barrels out + 25
A_ALLOW = _FIRST["allow"]
A_REFUSE = _FIRST["refuse"]
A_RECRUIT = _FIRST["recruit"]  # + District
A_HIRE = _FIRST["hire"]  # + Runners - 1
A_HUSTLE = _FIRST["hustle"]  # + deck
A_DISCARD = _FIRST["discard"]  # + card
A_SECURE = _FIRST["secure"]  # + District
A_SAFEHOUSE_FROM = _FIRST["safehouse"]  # + District to relocate from
A_SAFEHOUSE_SUPPLY = A_SAFEHOUSE_FROM + NUM_DISTRICTS
A_SAFEHOUSE_DESTROY = A_SAFEHOUSE_SUPPLY + 1  # K2.8: the rival's is destroyed, none of yours comes
A_SAFEHOUSE_NONE = A_SAFEHOUSE_DESTROY + 1  # K5.13, K8.2: none
A_SMUGGLE = _FIRST["smuggle"]  # + dock number * 5 + crew - 1
A_EXTORT = _FIRST["extort"]  # + Borough
A_FIX = _FIRST["fix"]  # + liquor * 4 + price in hundreds - FIRST_PRICE
A_UNLOAD = _FIRST["unload"]  # + joint number
A_SELL = _FIRST["sell"]  # + liquor * 26 + Barrels
A_RISE = _FIRST["rise"]  # + District
A_BRIBE = _FIRST["bribe"]  # + broker
A_RAT = _FIRST["rat"]
A_CAPO = _FIRST["capo"]  # + District
A_CONSIGLIERE = _FIRST["consigliere"]  # + space, from 0
A_PAY = _FIRST["pay"]  # + mob
A_HEAT = _FIRST["heat"]  # + mob
A_AMBUSH = _FIRST["ambush"]  # + boost
A_HOLD_FIRE = _FIRST["hold_fire"]
A_FOLD = _FIRST["fold"]  # + District
A_ASSAULT = _FIRST["assault"]  # + boost
A_STORM = _FIRST["storm"]
A_TORCH = _FIRST["torch"]
A_ADVANCE = _FIRST["advance"]  # + District
A_FALL_BACK = _FIRST["fall_back"]
A_STEAL = _FIRST["steal"]  # + liquor
A_RAID = _FIRST["raid"]  # + District
A_BRIBE_POLICE = _FIRST["bribe_police"]
A_TAKE_FALL = _FIRST["take_fall"]
A_LEND = _FIRST["lend"]  # + mob * 5 + markers - 1
A_GIFT = _FIRST["gift"]  # + mob * 10 + place in SUMS
A_OFFER = _FIRST["offer"]  # + mob
A_CLAUSE = _FIRST["clause"]  # + clause
A_TERMS = _FIRST["terms"]  # + terms
A_ACCEPT = _FIRST["accept"]
A_DECLINE = _FIRST["decline"]
A_PAY_PROMISE = _FIRST["pay_promise"]  # + place in the list of promises, from 0


def _boost_name(boost: int) -> str:
    if boost == SHOOT:
        return ""
    if boost == FIREPOWER:
        return " firepower"
    if boost < PLUNDER:
        return f" courage {LIQUOR_IDS[boost - COURAGE]}"
    if boost == PLUNDER:
        return " plunder"
    return f" plunder courage {LIQUOR_IDS[boost - PLUNDER_COURAGE]}"


def _clause_name(clause: int) -> str:
    where = (*BOROUGH_IDS, "anywhere")
    if clause == NOTHING:
        return "nothing"
    if clause < GIVE_MARKERS:
        return f"cash {SUMS[clause - GIVE_CASH] * 100}"
    if clause < FIRST_PROMISE:
        return f"lend {clause - GIVE_MARKERS + 1}"
    if clause < PROMISE_NO_ENTRY:
        return f"pay {SUMS[clause - PROMISE_PAY] * 100}"
    if clause < PROMISE_PASSAGE:
        return f"no_entry {where[clause - PROMISE_NO_ENTRY]}"
    if clause < PROMISE_BARRELS:
        return f"passage {where[clause - PROMISE_PASSAGE]}"
    barrels, liquor = divmod(clause - PROMISE_BARRELS, NUM_LIQUORS)
    return f"barrels {barrels + 1} {LIQUOR_IDS[liquor]}"


def _terms_name(terms: int) -> str:
    deadline, broker = divmod(terms, NUM_BROKERS + 1)
    return f"{('today', 'tomorrow')[deadline]} {('none', *BROKER_IDS)[broker]}"


# Names of clauses and terms, as in actions and positions.
CLAUSE_IDS = tuple(_clause_name(k) for k in range(NUM_CLAUSES))
TERMS_IDS = tuple(_terms_name(k) for k in range(NUM_TERMS))


def _namers(content: Content) -> dict[str, Callable[[int], str]]:
    t = content.tables[0]
    ids = content.district_ids

    def pair(i: int) -> str:
        return f"{ids[t['pair_from'][i]]} {ids[t['pair_to'][i]]}"

    def skiff(i: int) -> str:
        a, rest = divmod(i, NUM_COASTAL - 1)
        b = rest + (rest >= a)
        return f"skiff {ids[t['coastal_district'][a]]} {ids[t['coastal_district'][b]]}"

    def draft(i: int) -> str:
        red, rest = divmod(i, 2 * DICE_FACES)
        return f"draft {red + 1} {rest // 2 + 1} {('produce', 'dump')[rest % 2]}"

    def give(i: int) -> str:
        liquor, n = divmod(i, NUM_PUSHES)
        return f"give {n - MAX_BARRELS} {LIQUOR_IDS[liquor]}"

    def safehouse(i: int) -> str:
        tail = ("supply", "destroy", "none")
        return f"safehouse {tail[i - NUM_DISTRICTS]}" if i >= NUM_DISTRICTS else f"safehouse from {ids[i]}"

    def smuggle(i: int) -> str:
        dock, crew = divmod(i, MAX_SMUGGLERS)
        return f"smuggle {ids[t['dock_district'][dock]]} {crew + 1}"

    def fix(i: int) -> str:
        liquor, price = divmod(i, NUM_PRICES)
        return f"fix {LIQUOR_IDS[liquor]} {(price + FIRST_PRICE) * 100}"

    def assault(i: int) -> str:
        name = _boost_name(i)
        return name.lstrip() if i >= PLUNDER else f"assault{name}"

    return {
        "draft": draft,
        "stake": lambda i: f"stake {content.card_ids[i]}",
        "fund": lambda i: f"fund {i}",
        "borrow": lambda i: f"borrow {i + 1}",
        "repay": lambda i: f"repay {i + 1}",
        "move": lambda i: f"move {pair(i)}",
        "skiff": skiff,
        "stealth": lambda i: f"stealth {pair(i)}",
        "crew": lambda i: f"crew {(i + 1) // (MAX_RUNNERS + 1)} {(i + 1) % (MAX_RUNNERS + 1)}",
        "carry": lambda i: f"carry {i % NUM_CARGOES} {LIQUOR_IDS[i // NUM_CARGOES]}",
        "push": lambda i: f"push {pair(i)}",
        "give": give,
        "recruit": lambda i: f"recruit {ids[i]}",
        "hire": lambda i: f"hire {i + 1}",
        "hustle": lambda i: f"hustle {DECK_IDS[i]}",
        "discard": lambda i: f"discard {content.card_ids[i]}",
        "secure": lambda i: f"secure {ids[i]}",
        "safehouse": safehouse,
        "smuggle": smuggle,
        "extort": lambda i: f"extort {BOROUGH_IDS[i]}",
        "fix": fix,
        "unload": lambda i: f"unload {ids[t['joint_district'][i]]}",
        "sell": lambda i: f"sell {i % NUM_SALES} {LIQUOR_IDS[i // NUM_SALES]}",
        "rise": lambda i: f"rise {ids[i]}",
        "bribe": lambda i: f"bribe {BROKER_IDS[i]}",
        "capo": lambda i: f"capo {ids[i]}",
        "consigliere": lambda i: f"consigliere {i + 1}",
        "pay": lambda i: f"pay {MOB_IDS[i]}",
        "heat": lambda i: f"heat {MOB_IDS[i]}",
        "ambush": lambda i: f"ambush{_boost_name(i)}",
        "fold": lambda i: f"fold {ids[i]}",
        "assault": assault,
        "advance": lambda i: f"advance {ids[i]}",
        "steal": lambda i: f"steal {LIQUOR_IDS[i]}",
        "raid": lambda i: f"raid {ids[i]}",
        "lend": lambda i: f"lend {MOB_IDS[i // MAX_SLOTS]} {i % MAX_SLOTS + 1}",
        "gift": lambda i: f"gift {MOB_IDS[i // NUM_SUMS]} {SUMS[i % NUM_SUMS] * 100}",
        "offer": lambda i: f"offer {MOB_IDS[i]}",
        "clause": lambda i: f"clause {CLAUSE_IDS[i]}",
        "terms": lambda i: f"terms {TERMS_IDS[i]}",
        "pay_promise": lambda i: f"pay_promise {i + 1}",
    }


@dataclass(frozen=True)
class ActionTable:
    """Names of all actions of a content.

    Attributes:
        names: `(NUM_ACTIONS,)`, name of each id.
        ids: Name to id.
        families: Family of each id.
    """

    names: tuple[str, ...]
    ids: dict[str, int]
    families: tuple[str, ...]

    def name(self, action: int) -> str:
        """Return the name of an id; raises ValueError outside 0 .. NUM_ACTIONS-1."""
        if not 0 <= action < len(self.names):
            raise ValueError(f"action {action} is outside 0..{len(self.names) - 1}")
        return self.names[action]

    def parse(self, name: str) -> int:
        """Return the id of a name; raises ValueError that offers the nearest names."""
        words = " ".join(name.split())
        if words in self.ids:
            return self.ids[words]
        near = difflib.get_close_matches(words, self.names, n=3, cutoff=0.5)
        hint = f"; did you mean {', '.join(map(repr, near))}?" if near else ""
        raise ValueError(f"no action is named {name!r}{hint}")


@lru_cache(maxsize=8)
def action_table(content: Content) -> ActionTable:
    """Name every action of a content."""
    namers = _namers(content)
    names: list[str] = []
    families: list[str] = []
    for family, count, _ in FAMILIES:
        namer = namers.get(family)
        names += [namer(i) if namer else family for i in range(count)]
        families += [family] * count
    return ActionTable(tuple(names), {name: i for i, name in enumerate(names)}, tuple(families))
