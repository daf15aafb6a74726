"""The encoder of what is going on: promises and alliances, the Play, the stack and the open decision."""

from __future__ import annotations

import numpy as np

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ACTOR, ARG_A, FRAME_WIDTH, KIND
from moonshine_env.kingdom import observation_layout as at
from moonshine_env.kingdom.observation_layout import AMOUNT_OFFSET, NUM_PROMISE_KINDS
from moonshine_env.kingdom.observation_lookup import (
    DISTRICT_ARGUMENT,
    LIQUOR_ARGUMENT,
    OTHER_ARGUMENT,
    PROMISE_KIND,
    RELATIVE,
)
from moonshine_env.kingdom.phases.markers import seat_of_mob
from moonshine_env.kingdom.state import BY, DUE, PROMISE_WIDTH, PUSHED, TO, VOUCHER, WHAT
from moonshine_env.kingdom.vocab import (
    ANSWER,
    CLAUSE,
    DRAFT,
    FIRST_AUTOMATIC,
    MAX_PLAYERS,
    NUM_LIQUORS,
    PROMISE,
)

P, L = MAX_PLAYERS, NUM_LIQUORS


@rule
def observe_promises(s, seat, out):
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
def observe_oath(s, seat, out):
    """Write the Crackdown token and the observer's partner; the other two are partners as well."""
    out[at.CRACKDOWN] = s["crackdown"]
    if s["partner"][seat] >= 0:
        out[at.ALLY + RELATIVE[s["num_players"], seat, s["partner"][seat] + 1]] = 1


@rule
def observe_play(s, seat, out):
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
