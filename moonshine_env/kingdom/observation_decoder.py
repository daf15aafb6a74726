"""The decoder: an observation as a state whose hidden parts are unknown.

It proves that the observation is sufficient, and it is what scripted players and search stand on. All that the seat
knows comes back as it was. What it cannot know is filled in one fixed way: seed 0, no given dice, and to each rival,
nearest seat first, the first unseen cards in card order of the decks and pools that are publicly his. Such a state is
one possible world, not a likely one: whoever plays on in it redeals it first.
"""

from __future__ import annotations

from moonshine_env.engine.jit import entry, rule
from moonshine_env.engine.stack import ACTOR, ARG_A, FRAME_WIDTH, KIND
from moonshine_env.kingdom import observation_layout as at
from moonshine_env.kingdom.observation_layout import AMOUNT_OFFSET
from moonshine_env.kingdom.state import BY, DUE, PROMISE_WIDTH, PUSHED, TO, VOUCHER, WHAT
from moonshine_env.kingdom.vocab import (
    COMPLETED,
    DICE_FACES,
    DISCARDED,
    HEAT_SPACES,
    IN_HAND,
    IN_PILE,
    MAX_HAND,
    MAX_PLAYERS,
    MAX_PROMISES,
    NONE,
    NUM_BOROUGHS,
    NUM_BROKERS,
    NUM_CARDS,
    NUM_DECKS,
    NUM_DISTRICTS,
    NUM_LIQUORS,
    NUM_MOBS,
    STACK_DEPTH,
    STAKED,
)

P, D, L, B, C = MAX_PLAYERS, NUM_DISTRICTS, NUM_LIQUORS, NUM_BOROUGHS, NUM_CARDS


@rule
def _marked(o, first, count):
    """Return where the one of the one-hot of `count` features from `first` is; NONE without one."""
    for i in range(count):
        if o[first + i] > 0:
            return i
    return NONE


@rule
def _marked_seat(o, first, stride, seat, num_players):
    """Return the absolute seat marked in a one-hot along the seats, `stride` features apart; NONE without one."""
    for k in range(num_players):
        if o[first + k * stride] > 0:
            return (seat + k) % num_players
    return NONE


@rule
def _decode_clock(o, seat, num_players, s):
    s["seed"] = 0
    s["given"][:] = 0
    s["given_count"] = 0
    s["num_players"] = num_players
    s["max_days"] = o[at.MAX_DAYS]
    s["plays_per_day"] = o[at.PLAYS_PER_DAY]
    s["still_once_per_day"] = o[at.STILL_ONCE_PER_DAY]
    s["cooperation"] = o[at.COOPERATION]
    s["blood_oath"] = o[at.BLOOD_OATH]
    s["day"] = o[at.DAY]
    s["moon"] = o[at.FULL_MOON]
    s["turn_player"] = _marked_seat(o, at.TURN, 1, seat, num_players)
    s["acting_player"] = _marked_seat(o, at.ACTING, 1, seat, num_players)
    s["ending"] = o[at.ENDING]
    s["ward_boss"] = _marked_seat(o, at.WARD_BOSS, 1, seat, num_players)
    s["rat"] = _marked_seat(o, at.RAT, 1, seat, num_players)


@rule
def _decode_seat(o, seat, k, num_players, s):
    """Write the fields by seat of the seat `k` places after the observer; zeros and mob NONE for an absent one."""
    # Absent seats, too, have numbers of their own: those from `num_players` on.
    there = (seat + k) % num_players if k < num_players else k
    s["mob"][there] = _marked(o, at.MOB + k * NUM_MOBS, NUM_MOBS)
    s["place"][there] = o[at.PLACE + k]
    s["token"][there] = o[at.TOKEN + k]
    s["next_token"][there] = o[at.NEXT_TOKEN + k]
    s["cash"][there] = int(o[at.CASH_HIGH + k]) * 256 + int(o[at.CASH_LOW + k])
    s["stash"][there] = o[at.STASH + k]
    s["markers"][there] = o[at.MARKERS + k]
    s["spent"][there] = o[at.SPENT + k]
    s["slots"][there][:] = 0
    for j in range(num_players):
        s["slots"][there][(seat + j) % num_players] = o[at.SLOTS + k * P + j]
    s["runners_left"][there] = o[at.RUNNERS_LEFT + k]
    s["bosses_left"][there] = o[at.BOSSES_LEFT + k]
    s["safehouses_left"][there] = o[at.SAFEHOUSES_LEFT + k]
    s["runners_lost"][there] = o[at.RUNNERS_LOST + k]
    s["marks"][there] = o[at.MARKS + k]
    for broker in range(NUM_BROKERS):
        s["favors"][there][broker] = o[at.FAVORS + k * NUM_BROKERS + broker]
        s["favors_lost"][there][broker] = o[at.FAVORS_LOST + k * NUM_BROKERS + broker]
    s["commission"][there] = o[at.COMMISSION + k]
    s["plays_today"][there] = o[at.PLAYS_TODAY + k]
    s["hustled"][there] = o[at.HUSTLED + k]
    s["offers"][there] = o[at.OFFERS + k]
    s["fights"][there] = o[at.FIGHTS + k]
    s["smuggles"][there] = o[at.SMUGGLES + k]
    s["elsewhere_runners"][there] = o[at.ELSEWHERE_RUNNERS + k]
    s["elsewhere_bosses"][there] = o[at.ELSEWHERE_BOSSES + k]
    s["elsewhere_safehouses"][there] = o[at.ELSEWHERE_SAFEHOUSES + k]


@rule
def _decode_districts(o, seat, num_players, s):
    for d in range(D):
        s["owner"][d] = _marked_seat(o, at.OWNER + d, D, seat, num_players)
        s["safehouse"][d] = _marked_seat(o, at.SAFEHOUSE + d, D, seat, num_players)
        s["bosses"][d] = o[at.BOSSES + d]
        s["runners"][d] = o[at.RUNNERS + d]
        s["precinct"][d] = o[at.PRECINCT + d]
        s["still_fired"][d] = o[at.STILL_FIRED + d]
        s["still_liquor"][d] = NONE
        s["still_number"][d] = 0
        for liquor in range(L):
            s["barrels"][d][liquor] = o[at.BARRELS + d * L + liquor]
            number = int(o[at.STILL + liquor * D + d])
            if number > 0:
                s["still_liquor"][d] = liquor
                s["still_number"][d] = number


@rule
def _decode_edge(o, seat, num_players, s):
    """Write the supplies, the Heat Track, the Brew dice and the Titles by Borough and liquor."""
    for liquor in range(L):
        s["supply"][liquor] = o[at.SUPPLY + liquor]
        s["price"][liquor] = o[at.PRICE + liquor]
        s["elsewhere_barrels"][liquor] = o[at.ELSEWHERE_BARRELS + liquor]
        s["syndicate"][liquor] = _marked_seat(o, at.SYNDICATE + liquor, L, seat, num_players)
    for borough in range(B):
        s["precincts_left"][borough] = o[at.PRECINCTS_LEFT + borough]
        s["extorted"][borough] = o[at.EXTORTED + borough]
        s["deed"][borough] = _marked_seat(o, at.DEED + borough, B, seat, num_players)
    count = 0
    for space in range(HEAT_SPACES):
        owner = _marked_seat(o, at.HEAT + space, HEAT_SPACES, seat, num_players)
        s["heat"][space] = owner
        count += owner != NONE
    s["heat_count"] = count
    for colour in range(2):
        for face in range(DICE_FACES):
            s["dice"][colour][face] = o[at.DICE + colour * DICE_FACES + face]


@rule
def _decode_cards(o, seat, num_players, s):
    """Write the Contracts that the observer sees; all others in the pile."""
    for card in range(C):
        place = IN_PILE
        markers = 0
        staker = _marked_seat(o, at.STAKED + card, C, seat, num_players)
        if o[at.OWN_HAND + card] > 0:
            place = IN_HAND + seat
        elif o[at.DISCARDED + card] > 0:
            place = DISCARDED
        elif o[at.COMPLETED + card] > 0:
            place = COMPLETED + (seat + int(o[at.COMPLETED + card]) - 1) % num_players
        elif staker != NONE:
            place = STAKED + staker
            for k in range(num_players):
                markers = max(markers, int(o[at.STAKED + k * C + card]) - 1)
        s["card_at"][card] = place
        s["card_markers"][card] = markers
        s["stake_order"][card] = o[at.STAKE_ORDER + card]
        s["card_pool"][card] = 0


@rule
def _deal_first(t, o, s, deck, age, place):
    """Put the first unseen card of a deck and age that is still in the pile at `place`."""
    for card in range(C):
        if s["card_at"][card] == IN_PILE and t["card_deck"][card] == deck and o[at.AGE + card] == age:
            s["card_at"][card] = place
            return


@rule
def _deal_hands(t, o, seat, num_players, s):
    """Fill rivals' hands with unseen cards of their pools, then note the pool of every card in a hand."""
    for k in range(1, num_players):
        place = IN_HAND + (seat + k) % num_players
        dealt = 0
        for deck in range(NUM_DECKS):
            old = int(o[at.OLD_HAND + (k - 1) * NUM_DECKS + deck])
            for _ in range(old):
                _deal_first(t, o, s, deck, int(o[at.OLD_AGES + (k - 1) * MAX_HAND + dealt]), place)
                dealt += 1
            for _ in range(int(o[at.HAND + k * NUM_DECKS + deck]) - old):
                _deal_first(t, o, s, deck, 0, place)
    for deck in range(NUM_DECKS):
        s["reshuffles"][deck] = o[at.RESHUFFLES + deck]
    for card in range(C):
        if IN_HAND <= s["card_at"][card] < STAKED:
            s["card_pool"][card] = int(s["reshuffles"][t["card_deck"][card]]) - int(o[at.AGE + card])


@rule
def _decode_promises(o, seat, num_players, s):
    """Write the open promises; rows behind the last are zeros."""
    count = 0
    for place in range(MAX_PROMISES):
        row = s["promises"][place]
        first = at.PROMISES + place * PROMISE_WIDTH
        row[:] = 0
        if o[first + BY] == 0:
            continue
        row[BY] = (seat + int(o[first + BY]) - 1) % num_players
        row[TO] = (seat + int(o[first + TO]) - 1) % num_players
        row[WHAT] = o[first + WHAT]
        row[DUE] = int(s["day"]) + int(o[first + DUE]) - 1
        row[VOUCHER] = int(o[first + VOUCHER]) - 1
        row[PUSHED] = o[first + PUSHED]
        count += 1
    s["promise_count"] = count


@rule
def _decode_oath(o, seat, num_players, s):
    """Write the Crackdown token and the partners: who is not the observer's ally is with the other such seat."""
    s["crackdown"] = o[at.CRACKDOWN]
    s["partner"][:] = NONE
    ally = _marked_seat(o, at.ALLY, 1, seat, num_players)
    if ally == NONE:
        return
    s["partner"][seat] = ally
    s["partner"][ally] = seat
    for one in range(P):
        for other in range(P):
            if one != other and s["partner"][one] == NONE and s["partner"][other] == NONE:
                s["partner"][one] = other
                s["partner"][other] = one


@rule
def _decode_play(o, seat, num_players, s):
    s["play_heat"] = o[at.PLAY_HEAT]
    s["rolls"] = o[at.ROLLS]
    s["party_owner"] = _marked_seat(o, at.PARTY_OWNER, 1, seat, num_players)
    s["party_place"] = _marked(o, at.PARTY_PLACE, D)
    s["party_origin"] = _marked(o, at.PARTY_ORIGIN, D)
    s["party_bosses"] = o[at.PARTY_BOSSES]
    s["party_runners"] = o[at.PARTY_RUNNERS]
    for liquor in range(L):
        s["amounts"][liquor] = int(o[at.AMOUNTS + liquor]) - AMOUNT_OFFSET
        s["party_cargo"][liquor] = o[at.PARTY_CARGO + liquor]
    depth = 0
    while depth < STACK_DEPTH and o[at.STACK + depth * FRAME_WIDTH + KIND] > 0:
        depth += 1
    s["depth"] = depth
    for j in range(STACK_DEPTH):
        frame = s["stack"][j]
        frame[:] = 0
        if j >= depth:
            continue
        first = at.STACK + (depth - 1 - j) * FRAME_WIDTH  # the observation names the top first
        frame[KIND] = o[first + KIND]
        actor = int(o[first + ACTOR]) - 1
        frame[ACTOR] = NONE if actor < 0 else (seat + actor) % num_players
        for argument in range(ARG_A, FRAME_WIDTH):
            frame[argument] = int(o[first + argument]) - 1


@rule
def decode_game(t, observation, s):
    """Write the state that an observation tells of, its hidden parts as the module says.

    Args:
        t: TABLES record.
        observation: `(NUM_FEATURES,)` uint8, as `observe_game` writes it.
        s: STATE record, written in full. The same seat observes the same in it again, byte for byte.
    """
    seat = max(0, _marked(observation, at.OWN_SEAT, P))
    num_players = 0
    for k in range(P):
        num_players += int(observation[at.PRESENT + k])
    _decode_clock(observation, seat, num_players, s)
    for k in range(P):
        _decode_seat(observation, seat, k, num_players, s)
    _decode_districts(observation, seat, num_players, s)
    _decode_edge(observation, seat, num_players, s)
    _decode_cards(observation, seat, num_players, s)
    _deal_hands(t, observation, seat, num_players, s)
    _decode_promises(observation, seat, num_players, s)
    _decode_oath(observation, seat, num_players, s)
    _decode_play(observation, seat, num_players, s)


@entry
def decode(tables, observations, b, states, i):
    """Write into game `i` the state that observation `b` tells of; see `decode_game`.

    Args:
        tables: `(1,)` of TABLES.
        observations: `(n, NUM_FEATURES)` uint8. Each names its own observer.
        b: Index of the observation.
        states: `(m,)` of STATE, in place.
        i: Index of the state.
    """
    decode_game(tables[0], observations[b], states[i])
