"""The arguments of every frame of the stack, in the order of `vocab`: their names in positions, and their bounds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from moonshine_env.kingdom.actions import CLAUSE_IDS, TERMS_IDS
from moonshine_env.kingdom.content_shapes import UNIT
from moonshine_env.kingdom.tables import Content
from moonshine_env.kingdom.vocab import (
    BOROUGH_IDS,
    BROKER_IDS,
    COURAGE,
    DECK_IDS,
    FIREPOWER,
    FRAME_IDS,
    HEAT_SPACES,
    LIQUOR_IDS,
    MAX_BARRELS,
    MAX_PLAYERS,
    MAX_PROMISES,
    MAX_RUNNERS,
    MAX_SLOTS,
    MAX_SMUGGLERS,
    MOB_IDS,
    NONE,
    NUM_BOOSTS,
    NUM_DISTRICTS,
    PLUNDER,
    PLUNDER_COURAGE,
    SHOOT,
    TRAVEL_IDS,
)

NUM_ARGUMENTS = 4
MOST_KICKBACKS = 4 * MAX_BARRELS


def _boost_ids() -> tuple[str, ...]:
    ids = [""] * NUM_BOOSTS
    ids[SHOOT], ids[FIREPOWER], ids[PLUNDER] = "shoot", "firepower", "plunder"
    for liquor, name in enumerate(LIQUOR_IDS):
        ids[COURAGE + liquor] = f"courage {name}"
        ids[PLUNDER_COURAGE + liquor] = f"plunder courage {name}"
    return tuple(ids)


BOOST_IDS = _boost_ids()
NEXT_BOROUGH_IDS = (*BOROUGH_IDS, "end")
# Steps of `phases/turns.py` and `phases/reckoning.py`, in their order.
PLAY_END_STEPS = ("heat", "raid", "last")
RECKONING_STEPS = ("sweep", "borrow", "contracts", "repay", "end")
# Table talk of a turn, by LENT + GIFTED + OFFERED.
TALKED_IDS = ("none", "lend", "gift", "lend gift", "offer", "lend offer", "gift offer", "lend gift offer")
DISTRICT = "District"
FLAG = "flag"
# Ids by what they name; Districts are the content's.
WORDS = {
    "liquor": LIQUOR_IDS,
    "deck": DECK_IDS,
    "Borough": BOROUGH_IDS,
    "Borough or `end`": NEXT_BOROUGH_IDS,
    "broker": BROKER_IDS,
    "way to travel": TRAVEL_IDS,
    "boost": BOOST_IDS,
    "step of the end of a Play": PLAY_END_STEPS,
    "step of the Reckoning": RECKONING_STEPS,
    "mob": MOB_IDS,
    "table talk": TALKED_IDS,
    "clause": CLAUSE_IDS,
    "deadline and Favor": TERMS_IDS,
}


@dataclass(frozen=True)
class Argument:
    """One argument of a frame.

    Attributes:
        name: Its key in a position.
        kind: DISTRICT, FLAG, a key of WORDS, or for a number what it counts.
        low, high: Bounds in the state.
        default: Left out if equal; None = always written.
        unit, first: A number n of the state is written as n * unit + first.
    """

    name: str
    kind: str
    low: int
    high: int
    default: int | None = None
    unit: int = 1
    first: int = 0


def _district(name: str = "district", default: int | None = None) -> Argument:
    return Argument(name, DISTRICT, NONE if default == NONE else 0, NUM_DISTRICTS - 1, default)


def _word(name: str, kind: str, default: int | None = None) -> Argument:
    return Argument(name, kind, NONE if default == NONE else 0, len(WORDS[kind]) - 1, default)


def _flag(name: str) -> Argument:
    return Argument(name, FLAG, 0, 1, 0)


def _number(
    name: str, kind: str, low: int, high: int, default: int | None = None, unit: int = 1, first: int = 0
) -> Argument:
    return Argument(name, kind, low, high, default, unit, first)


_MARKERS = _number("markers", "markers still to pay", 0, MAX_SLOTS)
_BY, _FROM, _TO = _word("by", "way to travel"), _district("from"), _district("to")
_OWN, _OTHER = _district("own"), _district("other")
_SHYLOCK_USED, _REFUSED = _flag("shylock_used"), _flag("exchange_refused")
_RIVAL, _GIVE = _word("rival", "mob"), _word("give", "clause")
_GIVE_TERMS = _word("give_terms", "deadline and Favor", NONE)

FRAMES: dict[str, tuple[Argument, ...]] = {
    "draft": (),
    "grease": (_SHYLOCK_USED,),
    "shylock": (_flag("repay_only"),),
    "turn": (_SHYLOCK_USED, _REFUSED, _word("talked", "table talk", 0)),
    "crew": (_BY, _FROM, _TO),
    "cargo": (_BY, _FROM, _TO, _word("liquor", "liquor")),
    "push_amount": (_OWN, _OTHER, _word("liquor", "liquor"), _REFUSED),
    "exchange": (_OWN, _OTHER),
    "recruit": (_district(),),
    "hustle": (_number("draws_left", "draws left", 0, 8),),
    "discard": (),
    "secure_from": (_district(),),
    "sell": (_district(), _word("liquor", "liquor")),
    "safehouse": (_district(),),
    "safehouse_free": (_district(), _flag("may_relocate")),
    "pay_owner": (_MARKERS,),
    "heat_owner": (),
    "standoff": (_district(),),
    "pinned": (_district(), _flag("stealth")),
    "plunder_pick": (_district(), _number("picks", "Barrels still to pick", 1, MAX_SLOTS)),
    "raid_tie": (_district("precinct"),),
    "raid_pay": (_district(), _SHYLOCK_USED),
    "clause": (_RIVAL, _word("give", "clause", NONE), _GIVE_TERMS),
    "terms": (_RIVAL, _GIVE, _GIVE_TERMS, _word("want", "clause", NONE)),
    "answer": (_GIVE, _GIVE_TERMS, _word("want", "clause"), _word("want_terms", "deadline and Favor", NONE)),
    "promise": (_number("number", "in the list of promises", 0, MAX_PROMISES - 1, None, 1, 1),),
    "brew": (_number("drafts", "drafts begun", 0, MAX_PLAYERS, 0),),
    "grease_round": (_number("asked", "players asked", 0, MAX_PLAYERS, 0),),
    "operations": (),
    "deadlines": (_number("next", "in the list of promises", 0, MAX_PROMISES, 0, 1, 1),),
    "pay": (_MARKERS,),
    "play_end": (
        _number("kickbacks", "Kickbacks earned", 0, MOST_KICKBACKS, 0),
        _word("next", "step of the end of a Play", 0),
        _flag("rat"),
    ),
    "raid": (_word("next", "Borough or `end`", 0),),
    "reckoning": (
        _word("next", "step of the Reckoning", 0),
        _number("asked", "players asked", 0, MAX_PLAYERS, 0),
    ),
    "arrive": (_BY, _TO),
    "do_push": (_OWN, _OTHER),
    "do_recruit": (_district(), _number("runners", "Runners", 1, MAX_RUNNERS)),
    "do_draw": (_word("deck", "deck"),),
    "do_secure": (_district(), _district("from", NONE)),
    "do_smuggle": (_district(), _number("crew", "mobsters", 1, MAX_SMUGGLERS)),
    "do_extort": (_word("borough", "Borough"),),
    "do_fix": (_word("liquor", "liquor"), _number("price", "$", 1, 9, None, UNIT)),
    "do_unload": (_district(),),
    "do_rise": (_district(),),
    "do_bribe": (_word("broker", "broker"),),
    "do_rat": (),
    "do_capo": (_district(),),
    "do_consigliere": (_number("space", "on the Heat Track", 0, HEAT_SPACES - 1, None, 1, 1),),
    "do_assault": (_district(), _word("boost", "boost", SHOOT)),
    "do_advance": (_district(), _TO),
    "do_torch": (_district(),),
    "do_storm": (_district(),),
}


def _bounds() -> tuple[np.ndarray, np.ndarray]:
    low = np.zeros((len(FRAME_IDS), NUM_ARGUMENTS), np.int16)
    high = np.zeros((len(FRAME_IDS), NUM_ARGUMENTS), np.int16)
    for kind, frame in enumerate(FRAME_IDS):
        for k, argument in enumerate(FRAMES.get(frame, ())):
            low[kind, k], high[kind, k] = argument.low, argument.high
    return low, high


# `(frames, 4)` each: bounds of every argument; those a frame does not have are 0.
ARGUMENT_LOW, ARGUMENT_HIGH = _bounds()


def words_of(content: Content, argument: Argument) -> tuple[str, ...]:
    """Return the ids an argument is written with; empty for numbers and flags."""
    if argument.kind == DISTRICT:
        return content.district_ids
    return WORDS.get(argument.kind, ())
