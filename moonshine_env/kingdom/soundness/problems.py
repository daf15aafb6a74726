"""What can be wrong with a state: codes for compiled checks, sentences for people."""

from __future__ import annotations

import numpy as np

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import KIND
from moonshine_env.kingdom.soundness.offers import explain_offer, explain_promise
from moonshine_env.kingdom.tables import Content
from moonshine_env.kingdom.vocab import BOROUGH_IDS, FRAME_IDS, LIQUOR_IDS, MOB_IDS

# A code is problem * PLACES + place; a place is a seat, District, liquor, Borough, Contract or entry of the stack.
PLACES = 64

# (what its place is, sentence with {} for the place). The order is that of the names below.
PROBLEMS = (
    ("", ""),
    ("", "options: 2 to 4 players, and at least one Day and one Play a Day are needed"),
    ("", "day: the Day runs from 1 to the last one of the options, the Moon is new or full"),
    ("", "ending: a game that is over has an empty stack, and the places 1, 2, ... are taken; else nobody has a place"),
    ("seat", "mobs: seat {} has a mob that is none of the four, or that another seat has too"),
    ("seat", "seat {} does not play, but something of it is in the game"),
    ("mob", "players.{}.token: today's Turn Tokens are 1, 2, ..., one for each player"),
    ("mob", "players.{}.next_token: tomorrow's Turn Tokens are taken from 1 up, one by each player who lies low"),
    ("mob", "players.{}.ops: he lies low, so his slots must be empty"),
    ("mob", "players.{}: a count is below 0, or a Favor, Commission or Hustle is not once or never"),
    ("", "players: more Marks are held than there are"),
    ("mob", "players.{}.ops: more markers than there are slots"),
    (
        "mob",
        "players.{}: markers in Stash and slots, spent, on the Heat Track and on Contracts do not make up his total",
    ),
    ("mob", "players.{}: more markers than a player may own"),
    ("mob", "players.{}: Bosses on the board, in the party, in the supply and elsewhere do not make up his total"),
    (
        "mob",
        "players.{}: Runners on the board, in the party, in the supply, lost and elsewhere do not make up his total",
    ),
    ("mob", "players.{}: Safehouses on the board, in the supply and elsewhere do not make up his total"),
    ("district", "districts.{}: a count is below 0, or a mob that does not play stands there"),
    ("district", "districts.{}: someone Controls it, but no piece of his stands there"),
    ("district", "districts.{}: pieces stand there, but nobody Controls it"),
    ("district", "districts.{}.safehouse: it is another mob's, and no `safehouse` decision asks what becomes of it"),
    ("district", "districts.{}: a Precinct stands there, so no piece and no Barrel can"),
    ("borough", "precincts: {} has more than one, board and supply together"),
    ("borough", "precincts: all Stills are on the board, so it is a whole game; but the Precinct of {} is missing"),
    ("district", "stills.{}: there is no such token, or it lies twice"),
    ("liquor", "supply.{}: Barrels in the supply, in Districts, in the party and elsewhere do not make up the total"),
    ("liquor", "market.{}: no such price"),
    ("", "heat: markers belong to players, stand from the first space on, and no more than fit"),
    ("", "heat: the track is full, but no Play is going on that would end in a Raid"),
    ("", "a Title, the Rat Card or an Extort of today names nobody who plays"),
    (
        "",
        "brew_dice: in the Brew one die of each colour is there for every draft to come and one more; outside it none",
    ),
    ("card", "decks: {} is nowhere, or with a seat that does not play"),
    ("card", "players: the markers on {} cannot be: 1 up to its deadline if it is staked, else none"),
    ("card", "decks: {} cannot come from that pool"),
    ("card", "players: the place of {} in a stake_order cannot be: 1, 2, ... for those a player has staked, else none"),
    ("mob", "players.{}.favors_lost: a Favor lost is not held, and none is lost in a game without cooperation"),
    ("mob", "players.{}.offers_today: more than a Day allows, or the game is without cooperation"),
    ("", "promises: more than there is room for, something behind the last, or the game is without cooperation"),
    (
        "promise",
        "promises[{}]: it needs two different mobs, a promise, today or tomorrow as its Day (at Reckoning tomorrow), a "
        "Favor that its maker holds and has staked on nothing else, or none, and fewer Barrels Pushed than promised",
    ),
    (
        "",
        "alliances: in a Blood Oath of four, once the Crackdown token is on its last space, each mob has a partner "
        "whose partner it is; else nobody has",
    ),
    ("", "given_dice: a die shows 1 to 6, and none waits behind the last"),
    ("", "party: none is under way, but something of one is left"),
    ("", "party: it needs a mob that plays, 1 or more mobsters, an origin, and no more Barrels than it can carry"),
    ("", "party: no open decision or work is about it"),
    ("", "play: spent markers, Heat or amounts are left, but no Play is going on"),
    ("", "turn: in Operations it is somebody's turn, else nobody's"),
    ("", "the cache `acting_player` is not the actor of the entry on top of the stack"),
    ("", "stack: too deep, or something is left above its top"),
    ("frame", "stack[{}]: no such kind of entry"),
    ("frame", "stack[{}]: its player does not play"),
    ("frame", "stack[{}]: an argument is out of range"),
    ("frame", "stack[{}] does not fit the rest"),
)
(
    OK,
    BAD_OPTIONS,
    BAD_CLOCK,
    BAD_ENDING,
    BAD_MOB,
    BAD_ABSENT_SEAT,
    BAD_TOKEN,
    BAD_NEXT_TOKEN,
    BAD_LOW_SLOTS,
    BAD_COUNT,
    BAD_MARKS,
    BAD_SLOTS,
    BAD_MARKERS,
    BAD_MARKER_TOTAL,
    BAD_BOSSES,
    BAD_RUNNERS,
    BAD_SAFEHOUSES,
    BAD_DISTRICT,
    BAD_OWNER,
    BAD_NO_OWNER,
    BAD_FOREIGN_SAFEHOUSE,
    BAD_PRECINCT_PIECES,
    BAD_PRECINCTS,
    BAD_MISSING_PRECINCT,
    BAD_STILL,
    BAD_BARRELS,
    BAD_PRICE,
    BAD_HEAT,
    BAD_FULL_HEAT,
    BAD_TITLE,
    BAD_DICE,
    BAD_CARD,
    BAD_CARD_MARKERS,
    BAD_CARD_POOL,
    BAD_STAKE_ORDER,
    BAD_FAVORS_LOST,
    BAD_OFFERS,
    BAD_PROMISES,
    BAD_PROMISE,
    BAD_ALLIANCES,
    BAD_GIVEN,
    BAD_NO_PARTY,
    BAD_PARTY,
    BAD_IDLE_PARTY,
    BAD_IDLE_PLAY,
    BAD_TURN,
    BAD_ACTING,
    BAD_STACK,
    BAD_KIND,
    BAD_ACTOR,
    BAD_ARGUMENT,
    BAD_FIT,
) = range(len(PROBLEMS))

_OFFER = "the `turn` player's `turn` below it with `offer` in `talked`, cooperation"
# What an entry of the stack needs besides its arguments, for the sentence of BAD_FIT; the checks are in `stack.py`.
NEEDS = {
    "draft": "the work `brew` below it, which has begun as many drafts as its player's Turn Token",
    "grease": "the work `grease_round` below it, which has asked as many players as its player's Turn Token",
    "shylock": "the work `reckoning` below it, at a step that asks",
    "turn": "the work `operations` below it, and a `turn` player who has not lain low and has a marker in his slots; "
    "table talk but Shylock's needs cooperation",
    "crew": "the turn player's mobsters in `from`, which is Connected to `to` (a Skiff: coastal, too)",
    "cargo": "a party of the turn player from `from` that has no `place` yet",
    "push_amount": "a District of the turn player, and a Connected one without a Precinct",
    "exchange": "a District of its player, Connected to one of the turn player",
    "recruit": "a Safehouse of the turn player",
    "hustle": "the decision `discard` below it",
    "discard": "the work `play_end` below it",
    "secure_from": "a District of the turn player without a Safehouse",
    "sell": "a Joint of the turn player",
    "safehouse": "a District of its player with a Safehouse of another mob",
    "safehouse_free": "a District of its player without a Safehouse",
    "pay_owner": "the work `pay` of the same markers below it, and that many in the slots",
    "heat_owner": "the work `play_end` below it, and a Play that makes Heat and has spent a marker",
    "standoff": "a party of the turn player standing there, among mobsters of its player, who is no partner",
    "pinned": "a party of the turn player standing there, among rival mobsters, with a Precinct or under a partner",
    "plunder_pick": "the decision `pinned` of the same District below it, and Irish as its player",
    "raid_tie": "the work `raid` of its player below it, and a Precinct there",
    "raid_pay": "the work `raid` of its player below it, and Control of that District",
    "clause": f"{_OFFER}, a `rival` in the game, and a `give` that could be carried out now, with terms if a promise",
    "terms": f"{_OFFER}, a `rival` in the game, and clauses that could be carried out now: the last one a promise "
    "without terms, `give` with them if it is another",
    "answer": f"{_OFFER}, another player, and two clauses that could be carried out now, not both nothing, each with "
    "terms if it is a promise",
    "promise": "the work `deadlines` at the same number below it, and a promise of its player to pay, due today, for "
    "which he has the cash",
    "deadlines": "the bottom of the stack, no player, everybody lying low, and promises for tomorrow before `next`",
    "brew": "the bottom of the stack, and no player",
    "grease_round": "the bottom of the stack, and no player",
    "operations": "the bottom of the stack, and no player",
    "reckoning": "the bottom of the stack, no player, and everybody lying low",
    "play_end": "the work `operations` below it, and the turn player",
    "raid": "the work `play_end` below it, a player, and a marker on the Heat Track",
    "arrive": "a party of the turn player that has no `place` yet",
    "do_assault": "the decision `pinned` of the same District below it",
    "do_advance": "the decision `pinned` of the same District below it",
    "do_torch": "the decision `pinned` of the same District below it",
    "do_storm": "the decision `pinned` of the same District below it",
}
OTHER_NEEDS = "the turn player, and the work `play_end` below it"


@rule
def at(problem, place):
    """Make the code of a problem and its place."""
    return problem * PLACES + place


def sentence(content: Content, states: np.ndarray, i: int, code: int) -> str:
    """Turn a code of `check_game` into a sentence; empty for 0."""
    problem, place = divmod(code, PLACES)
    what, text = PROBLEMS[problem]
    names: dict[str, tuple[str, ...]] = {
        "mob": tuple(
            MOB_IDS[mob] if 0 <= mob < len(MOB_IDS) else f"seat {seat}" for seat, mob in enumerate(states[i]["mob"])
        ),
        "district": content.district_ids,
        "liquor": LIQUOR_IDS,
        "borough": BOROUGH_IDS,
        "card": content.card_ids,
    }
    if what == "frame":
        kind = int(states[i]["stack"][place, KIND])
        name = FRAME_IDS[kind] if 0 <= kind < len(FRAME_IDS) else str(kind)
        if problem != BAD_FIT:
            return f"{text.format(place)} ({name})"
        here = explain_offer(content.tables[0], states[i], place)
        needs = f"{name} needs {NEEDS.get(name, OTHER_NEEDS)}{here and f'. Here {here}'}"
        return f"{text.format(place)}: {needs}"
    if problem == BAD_PROMISE:
        here = explain_promise(states[i], place)
        return text.format(place) + (here and f". Here {here}")
    return text.format(names[what][place] if what in names else place)
