"""The encoder: what one seat knows of a game, as features in the order of `observation_layout`.

The encoder runs at every decision of a batch, so where its loops are long they are plain and have no branches. Indices
from the state are made unsigned there: one that may be negative costs a check.
"""

from __future__ import annotations

import numpy as np

from moonshine_env.engine.jit import entry, rule
from moonshine_env.kingdom import observation_layout as at
from moonshine_env.kingdom.observation_cards import observe_cards, observe_contracts, seat_at
from moonshine_env.kingdom.observation_layout import (
    LAYOUT,
    NUM_FEATURES,
    SCALE,
    layout_hash,
    layout_rows,
    views,
)
from moonshine_env.kingdom.observation_lookup import RELATIVE
from moonshine_env.kingdom.observation_play import observe_oath, observe_play, observe_promises
from moonshine_env.kingdom.vocab import (
    DICE_FACES,
    HEAT_SPACES,
    MAX_PLAYERS,
    NUM_BOROUGHS,
    NUM_BROKERS,
    NUM_CARDS,
    NUM_DISTRICTS,
    NUM_LIQUORS,
    NUM_MOBS,
)

__all__ = ["LAYOUT", "NUM_FEATURES", "SCALE", "layout_hash", "layout_rows", "observe", "observe_game", "views"]

P, D, L, C = MAX_PLAYERS, NUM_DISTRICTS, NUM_LIQUORS, NUM_CARDS
BYTE = 255


@rule
def _observe_clock(s, seat, out):
    out[at.DAY] = s["day"]
    out[at.DAYS_LEFT] = max(0, int(s["max_days"]) - int(s["day"]))
    out[at.FULL_MOON] = s["moon"]
    out[at.MAX_DAYS] = s["max_days"]
    out[at.PLAYS_PER_DAY] = s["plays_per_day"]
    out[at.STILL_ONCE_PER_DAY] = s["still_once_per_day"]
    out[at.COOPERATION] = s["cooperation"]
    out[at.BLOOD_OATH] = s["blood_oath"]
    out[at.ENDING] = s["ending"]
    out[at.OWN_SEAT + seat] = 1


@rule
def _observe_seat(s, seat, k, there, out):
    """Write what is known of the seat `there`, `k` places after the observer."""
    out[at.PRESENT + k] = 1
    who = np.uint64(there)
    mob = int(s["mob"][who])
    if mob >= 0:
        out[at.MOB + k * NUM_MOBS + mob] = 1
    out[at.PLACE + k] = s["place"][who]
    out[at.TOKEN + k] = s["token"][who]
    out[at.NEXT_TOKEN + k] = s["next_token"][who]
    cash = min(int(s["cash"][who]), BYTE * (BYTE + 2))  # a game of 15 Days makes far less than $6,553,500
    out[at.CASH_HIGH + k] = cash >> 8
    out[at.CASH_LOW + k] = cash & BYTE
    out[at.STASH + k] = s["stash"][who]
    out[at.MARKERS + k] = s["markers"][who]
    out[at.SPENT + k] = s["spent"][who]
    slots = s["slots"][who]
    num_players = int(s["num_players"])
    for j in range(num_players):
        out[at.SLOTS + k * P + j] = slots[seat_at(seat, j, num_players)]
    out[at.RUNNERS_LEFT + k] = s["runners_left"][who]
    out[at.BOSSES_LEFT + k] = s["bosses_left"][who]
    out[at.SAFEHOUSES_LEFT + k] = s["safehouses_left"][who]
    out[at.RUNNERS_LOST + k] = s["runners_lost"][who]
    out[at.MARKS + k] = s["marks"][who]
    favors = s["favors"][who]
    lost = s["favors_lost"][who]
    for broker in range(NUM_BROKERS):
        out[at.FAVORS + k * NUM_BROKERS + broker] = favors[broker]
        out[at.FAVORS_LOST + k * NUM_BROKERS + broker] = lost[broker]
    out[at.COMMISSION + k] = s["commission"][who]
    out[at.PLAYS_TODAY + k] = s["plays_today"][who]
    out[at.HUSTLED + k] = s["hustled"][who]
    out[at.OFFERS + k] = s["offers"][who]
    out[at.FIGHTS + k] = s["fights"][who]
    out[at.SMUGGLES + k] = s["smuggles"][who]
    out[at.ELSEWHERE_RUNNERS + k] = s["elsewhere_runners"][who]
    out[at.ELSEWHERE_BOSSES + k] = s["elsewhere_bosses"][who]
    out[at.ELSEWHERE_SAFEHOUSES + k] = s["elsewhere_safehouses"][who]


@rule
def _observe_holders(s, seat, out):
    """Write the one-hots along the seats: who owns, holds or placed what.

    NONE, too, is written, as a 0 in the row of the observer: cheaper than a branch.
    """
    relative = RELATIVE[s["num_players"], seat]
    owner = s["owner"]
    safehouse = s["safehouse"]
    for d in range(D):
        who = np.uint64(owner[d] + 1)
        out[np.uint64(at.OWNER + relative[who] * D + d)] = who > 0
        who = np.uint64(safehouse[d] + 1)
        out[np.uint64(at.SAFEHOUSE + relative[who] * D + d)] = who > 0
    heat = s["heat"]
    for space in range(HEAT_SPACES):
        who = np.uint64(heat[space] + 1)
        out[np.uint64(at.HEAT + relative[who] * HEAT_SPACES + space)] = who > 0
    deed = s["deed"]
    for borough in range(NUM_BOROUGHS):
        who = np.uint64(deed[borough] + 1)
        out[np.uint64(at.DEED + relative[who] * NUM_BOROUGHS + borough)] = who > 0
    syndicate = s["syndicate"]
    for liquor in range(L):
        who = np.uint64(syndicate[liquor] + 1)
        out[np.uint64(at.SYNDICATE + relative[who] * L + liquor)] = who > 0
    who = np.uint64(s["ward_boss"] + 1)
    out[np.uint64(at.WARD_BOSS + relative[who])] = who > 0
    who = np.uint64(s["rat"] + 1)
    out[np.uint64(at.RAT + relative[who])] = who > 0
    who = np.uint64(s["party_owner"] + 1)
    out[np.uint64(at.PARTY_OWNER + relative[who])] = who > 0
    who = np.uint64(s["turn_player"] + 1)
    out[np.uint64(at.TURN + relative[who])] = who > 0
    who = np.uint64(s["acting_player"] + 1)
    out[np.uint64(at.ACTING + relative[who])] = who > 0


@rule
def _observe_board(s, out):
    bosses = s["bosses"]
    runners = s["runners"]
    precinct = s["precinct"]
    fired = s["still_fired"]
    for d in range(D):
        out[at.BOSSES + d] = bosses[d]
    for d in range(D):
        out[at.RUNNERS + d] = runners[d]
    for d in range(D):
        out[at.PRECINCT + d] = precinct[d]
    for d in range(D):
        out[at.STILL_FIRED + d] = fired[d]
    still_liquor = s["still_liquor"]
    still_number = s["still_number"]
    for d in range(D):
        if still_liquor[d] >= 0:
            out[at.STILL + still_liquor[d] * D + d] = still_number[d]
    barrels = s["barrels"].reshape(D * L)
    for i in range(D * L):
        out[at.BARRELS + i] = barrels[i]
    for liquor in range(L):
        out[at.SUPPLY + liquor] = s["supply"][liquor]
        out[at.PRICE + liquor] = s["price"][liquor]
        out[at.ELSEWHERE_BARRELS + liquor] = s["elsewhere_barrels"][liquor]
    for borough in range(NUM_BOROUGHS):
        out[at.PRECINCTS_LEFT + borough] = s["precincts_left"][borough]
        out[at.EXTORTED + borough] = s["extorted"][borough]
    dice = s["dice"]
    for colour in range(2):
        for face in range(DICE_FACES):
            out[at.DICE + colour * DICE_FACES + face] = dice[colour][face]


@rule
def observe_game(t, s, seat, out):
    """Write what `seat` knows of the game `s`.

    Args:
        t: TABLES record.
        s: STATE record, at any decision or at the end.
        seat: Absolute seat of the observer.
        out: `(NUM_FEATURES,)` uint8, written in full.

    The seed, given dice, the order of piles and who holds which hidden card of a pool leave no trace.
    """
    for i in range(NUM_FEATURES):
        out[i] = 0
    _observe_clock(s, seat, out)
    hands, done = observe_cards(t, s, seat, out)
    num_players = int(s["num_players"])
    for k in range(num_players):
        there = seat_at(seat, k, num_players)
        _observe_seat(s, seat, k, there, out)
        observe_contracts(t, s, k, there, hands, done, out)
    _observe_holders(s, seat, out)
    _observe_board(s, out)
    if s["promise_count"] > 0:
        observe_promises(s, seat, out)
    if s["blood_oath"]:
        observe_oath(s, seat, out)
    observe_play(s, seat, out)


@entry
def observe(tables, states, i, seat, out):
    """Write what `seat` knows of game `i`; see `observe_game`.

    Args:
        tables: `(1,)` of TABLES.
        states: `(n,)` of STATE.
        i: Index of the game.
        seat: Absolute seat of the observer.
        out: `(NUM_FEATURES,)` uint8, written in full.
    """
    observe_game(tables[0], states[i], seat, out)
