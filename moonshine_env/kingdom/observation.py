"""The encoder: what one seat knows of a game, as features in the order of `observation_layout`.

The encoder runs at every decision of a batch, so where its loops are long they are plain and have no branches. Indices
from the state are made unsigned there: one that may be negative costs a check.
"""

from __future__ import annotations

import numpy as np

from moonshine_env.engine.jit import entry, rule
from moonshine_env.engine.stack import ACTOR, ARG_A, FRAME_WIDTH, KIND
from moonshine_env.kingdom import observation_layout as at
from moonshine_env.kingdom.observation_layout import (
    AMOUNT_OFFSET,
    LAYOUT,
    MAX_HAND,
    NUM_FEATURES,
    NUM_PROMISE_KINDS,
    RESPECT_OFFSET,
    SCALE,
    layout_hash,
    layout_rows,
    views,
)
from moonshine_env.kingdom.observation_lookup import (
    CARD_ROW,
    CARD_VALUE,
    COMPLETED_STEP,
    COUNT_BITS,
    COUNT_MOST,
    DISTRICT_ARGUMENT,
    HAND_STEP,
    LIQUOR_ARGUMENT,
    OTHER_ARGUMENT,
    PROMISE_KIND,
    RELATIVE,
)
from moonshine_env.kingdom.phases.markers import seat_of_mob
from moonshine_env.kingdom.phases.respect import count_respect_with
from moonshine_env.kingdom.state import BY, DUE, PROMISE_WIDTH, PUSHED, TO, VOUCHER, WHAT
from moonshine_env.kingdom.vocab import (
    ANSWER,
    CLAUSE,
    DICE_FACES,
    DRAFT,
    FIRST_AUTOMATIC,
    GIG,
    HEAT_SPACES,
    IN_HAND,
    MAX_PLAYERS,
    NUM_BOROUGHS,
    NUM_BROKERS,
    NUM_CARDS,
    NUM_DECKS,
    NUM_DISTRICTS,
    NUM_LIQUORS,
    NUM_MOBS,
    PROMISE,
    RACKET,
    SCORE,
    STAKED,
)

__all__ = ["LAYOUT", "NUM_FEATURES", "SCALE", "layout_hash", "layout_rows", "observe", "observe_game", "views"]

P, D, L, C = MAX_PLAYERS, NUM_DISTRICTS, NUM_LIQUORS, NUM_CARDS
BYTE = 255


@rule
def seat_at(seat, k, num_players):
    """Return the seat that is `k` places after `seat`."""
    there = seat + k
    return there - num_players if there >= num_players else there


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
def _observe_contracts(t, s, k, there, hands, done, out):
    """Write how many Contracts the seat `there` holds and Completed, from the packed counts, and its Respect."""
    row = at.HAND + k * NUM_DECKS
    shift = COUNT_BITS * NUM_DECKS * there
    for deck in range(NUM_DECKS):
        out[row + deck] = (hands >> (shift + COUNT_BITS * deck)) & COUNT_MOST
    gigs = (done >> shift) & COUNT_MOST
    rackets = (done >> (shift + COUNT_BITS)) & COUNT_MOST
    scores = (done >> (shift + 2 * COUNT_BITS)) & COUNT_MOST
    row = at.COMPLETED_COUNT + k * NUM_DECKS
    out[row + GIG] = gigs
    out[row + RACKET] = rackets
    out[row + SCORE] = scores
    respect = count_respect_with(t, s, there, gigs, rackets, scores) + RESPECT_OFFSET
    out[at.RESPECT + k] = min(max(respect, 0), BYTE)  # clipped only with Titles worth more than the printed ones


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
def _observe_cards(t, s, seat, out):
    """Write where each Contract is, as far as `seat` knows; returns packed counts of cards in hands and Completed.

    One pass without a branch: tables say, by the place of a card, which row it is marked in and with what.
    """
    card_at = s["card_at"]
    card_deck = t["card_deck"]
    card_markers = s["card_markers"]
    row = CARD_ROW[s["num_players"], seat]
    value = CARD_VALUE[s["num_players"], seat]
    hands = 0
    done = 0
    for card in range(C):
        place = np.uint64(card_at[card])
        out[np.uint64(row[place] + card)] = value[place] + card_markers[card]
    for card in range(C):
        place = np.uint64(card_at[card])
        shift = COUNT_BITS * card_deck[card]
        hands += HAND_STEP[place] << shift
        done += COMPLETED_STEP[place] << shift
    order = s["stake_order"]
    for card in range(C):
        out[at.STAKE_ORDER + card] = order[card]
    reshuffles = s["reshuffles"]
    if reshuffles[GIG] + reshuffles[RACKET] + reshuffles[SCORE] > 0:
        _observe_pools(t, s, seat, out)
    return hands, done


@rule
def _observe_pools(t, s, seat, out):
    """Write the pools of cards in hands, as far as `seat` knows.

    The pool of a card is public: whoever watched the reshuffles knows which unseen cards were not in the last one, and
    so are in a hand. Within a pool, hands and pile look alike here.
    """
    # At most one refill for each card drawn, so at most 180 in 15 Days of four players: a byte holds them.
    reshuffles = s["reshuffles"]
    for deck in range(NUM_DECKS):
        out[at.RESHUFFLES + deck] = min(int(reshuffles[deck]), BYTE)
    oldest = 0
    for card in range(C):
        if IN_HAND <= s["card_at"][card] < STAKED:
            age = int(reshuffles[t["card_deck"][card]]) - int(s["card_pool"][card])
            out[at.AGE + card] = min(age, BYTE)
            oldest = max(oldest, age)
    if oldest > 0:
        _observe_old_hands(t, s, seat, out)


@rule
def _observe_old_hands(t, s, seat, out):
    """Write which rival holds how many cards of older pools, and their ages; reads `age` from `out`."""
    card_at = s["card_at"]
    num_players = int(s["num_players"])
    for k in range(1, num_players):
        hand = IN_HAND + seat_at(seat, k, num_players)
        row = at.OLD_AGES + (k - 1) * MAX_HAND
        end = row
        for deck in range(NUM_DECKS):
            first = end
            for card in range(C):
                age = int(out[at.AGE + card])
                if card_at[card] != hand or t["card_deck"][card] != deck or age == 0 or end == row + MAX_HAND:
                    continue
                slot = end  # insert in rising order: the order of cards would tell which is whose
                while slot > first and out[slot - 1] > age:
                    out[slot] = out[slot - 1]
                    slot -= 1
                out[slot] = age
                end += 1
            out[at.OLD_HAND + (k - 1) * NUM_DECKS + deck] = end - first


@rule
def _observe_promises(s, seat, out):
    """Write the open promises, and count the binding ones by pair and kind."""
    relative = RELATIVE[s["num_players"], seat]
    for place in range(s["promise_count"]):
        row = s["promises"][place]
        maker, other = relative[np.uint64(row[BY] + 1)], relative[np.uint64(row[TO] + 1)]
        first = at.PROMISES + place * PROMISE_WIDTH
        out[first + BY] = maker + 1
        out[first + TO] = other + 1
        out[first + WHAT] = row[WHAT]
        out[first + DUE] = row[DUE] - s["day"] + 1
        out[first + VOUCHER] = row[VOUCHER] + 1
        out[first + PUSHED] = row[PUSHED]
        if row[VOUCHER] >= 0:
            out[at.DEALS + (maker * P + other) * NUM_PROMISE_KINDS + PROMISE_KIND[np.uint64(row[WHAT])]] += 1


@rule
def _observe_oath(s, seat, out):
    """Write the Crackdown token and the observer's partner; the other two are partners as well."""
    out[at.CRACKDOWN] = s["crackdown"]
    if s["partner"][seat] >= 0:
        out[at.ALLY + RELATIVE[s["num_players"], seat, s["partner"][seat] + 1]] = 1


@rule
def _observe_play(s, seat, out):
    """Write the Play going on, and the stack with the open decision."""
    out[at.PLAY_HEAT] = s["play_heat"]
    out[at.ROLLS] = s["rolls"]
    out[at.PARTY_BOSSES] = s["party_bosses"]
    out[at.PARTY_RUNNERS] = s["party_runners"]
    for liquor in range(L):
        out[at.AMOUNTS + liquor] = s["amounts"][liquor] + AMOUNT_OFFSET
        out[at.PARTY_CARGO + liquor] = s["party_cargo"][liquor]
    if s["party_place"] >= 0:
        out[at.PARTY_PLACE + s["party_place"]] = 1
    if s["party_origin"] >= 0:
        out[at.PARTY_ORIGIN + s["party_origin"]] = 1
    relative = RELATIVE[s["num_players"], seat]
    depth = int(s["depth"])
    for j in range(depth):
        frame = s["stack"][depth - 1 - j]
        first = at.STACK + j * FRAME_WIDTH
        out[first + KIND] = frame[KIND]
        actor = int(frame[ACTOR]) + 1
        out[first + ACTOR] = relative[actor] + 1 if actor > 0 else 0
        for argument in range(ARG_A, FRAME_WIDTH):
            out[first + argument] = frame[argument] + 1
    if depth > 0:
        _observe_decision(s, s["stack"][depth - 1], relative, out)


@rule
def _observe_decision(s, frame, relative, out):
    """Write what kind of decision is open and what it is about; nothing while automatic work is due."""
    kind = int(frame[KIND])
    if not DRAFT <= kind < FIRST_AUTOMATIC:
        return
    out[at.DECISION + kind - DRAFT] = 1
    if DISTRICT_ARGUMENT[kind] and frame[DISTRICT_ARGUMENT[kind]] >= 0:
        out[at.DECISION_DISTRICT + frame[DISTRICT_ARGUMENT[kind]]] = 1
    if OTHER_ARGUMENT[kind] and frame[OTHER_ARGUMENT[kind]] >= 0:
        out[at.DECISION_OTHER + frame[OTHER_ARGUMENT[kind]]] = 1
    if LIQUOR_ARGUMENT[kind] and 0 <= frame[LIQUOR_ARGUMENT[kind]] < L:
        out[at.DECISION_LIQUOR + frame[LIQUOR_ARGUMENT[kind]]] = 1
    if kind >= CLAUSE:
        out[at.DECISION_RIVAL + relative[rival_of(s, frame) + 1]] = 1


@rule
def rival_of(s, frame):
    """Return the seat on the other side of an offer, or that of a promise at its deadline."""
    if frame[KIND] == PROMISE:
        return int(s["promises"][frame[ARG_A], TO])
    if frame[KIND] == ANSWER:
        return int(s["turn_player"])
    return int(seat_of_mob(s, frame[ARG_A]))


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
    hands, done = _observe_cards(t, s, seat, out)
    num_players = int(s["num_players"])
    for k in range(num_players):
        there = seat_at(seat, k, num_players)
        _observe_seat(s, seat, k, there, out)
        _observe_contracts(t, s, k, there, hands, done, out)
    _observe_holders(s, seat, out)
    _observe_board(s, out)
    if s["promise_count"] > 0:
        _observe_promises(s, seat, out)
    if s["blood_oath"]:
        _observe_oath(s, seat, out)
    _observe_play(s, seat, out)


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
