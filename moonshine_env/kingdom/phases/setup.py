"""Setup: mobs, homes, Stills, Precincts, tokens (K1)."""

from __future__ import annotations

import numpy as np

from moonshine_env.engine.chance import random_word
from moonshine_env.engine.jit import rule
from moonshine_env.kingdom.phases.brew import start_day
from moonshine_env.kingdom.vocab import (
    FOR_HOMES,
    FOR_MOBS,
    FOR_STILLS,
    FOR_TOKENS,
    MAX_PLAYERS,
    NEW_MOON,
    NONE,
    NUM_BOROUGHS,
    NUM_DISTRICTS,
    NUM_MOBS,
)

# Options of `setup`, by place in its `options` array.
(
    NUM_PLAYERS_OPTION,
    MAX_DAYS_OPTION,
    PLAYS_PER_DAY_OPTION,
    STILL_ONCE_OPTION,
    COOPERATION_OPTION,
    BLOOD_OATH_OPTION,
) = range(6)
NUM_OPTIONS = 6


@rule
def is_taken(chosen, item):
    """Say whether an item stands in an array of choices."""
    for k in range(len(chosen)):
        if chosen[k] == item:
            return True
    return False


@rule
def resolve_deal(t, s, purpose, chosen, count, items):
    """Fill the NONE places of `chosen[:count]` with different items at random; items given stay.

    The k-th free place gets the free item with the k-th lowest random word. Nobody starts in a Borough that is no
    home (K1.5).

    Args:
        t: TABLES record.
        s: STATE record; only its seed is read.
        purpose: What is dealt (`FOR_*`).
        chosen: int16 array, in place.
        count: How many places to fill.
        items: How many items there are, numbered from 0.
    """
    for place in range(count):
        if chosen[place] != NONE:
            continue
        best = NONE
        lowest = np.uint64(0)
        for item in range(items):
            if is_taken(chosen, item) or (purpose == FOR_HOMES and not t["is_home"][item]):
                continue
            word = random_word(s["seed"], purpose, 0, 0, 0, 0, 0, item)
            if best == NONE or word < lowest:
                best = item
                lowest = word
        chosen[place] = best


@rule
def resolve_setup(t, s, options):
    """Lay out a new game on a blank record.

    Its mob, token, place (home Borough) and still_number (Still token of the data file) hold what was given, NONE
    elsewhere.

    Ruling: Turn Tokens beyond the number of players stay in the box (K1.10): a Day would have gaps.

    Ruling: hands start empty (K1.11): no card is dealt.
    """
    players = int(options[NUM_PLAYERS_OPTION])
    s["num_players"] = players
    s["max_days"] = options[MAX_DAYS_OPTION]
    s["plays_per_day"] = options[PLAYS_PER_DAY_OPTION]
    s["still_once_per_day"] = options[STILL_ONCE_OPTION]
    s["cooperation"] = options[COOPERATION_OPTION]
    s["blood_oath"] = options[BLOOD_OATH_OPTION]
    s["crackdown"] = t["crackdown_start"] if s["blood_oath"] else 0
    s["day"] = 1
    s["moon"] = NEW_MOON
    resolve_deal(t, s, FOR_MOBS, s["mob"], players, NUM_MOBS)
    resolve_deal(t, s, FOR_HOMES, s["place"], players, NUM_BOROUGHS)
    resolve_deal(t, s, FOR_TOKENS, s["token"], players, players)
    resolve_deal(t, s, FOR_STILLS, s["still_number"], NUM_DISTRICTS, NUM_DISTRICTS)
    resolve_board(t, s)
    for seat in range(MAX_PLAYERS):
        if seat < players:
            resolve_player(t, s, seat, int(s["place"][seat]))
            s["token"][seat] += 1
        else:
            s["mob"][seat] = NONE
            s["token"][seat] = 0
        s["place"][seat] = 0
    start_day(t, s)


@rule
def resolve_board(t, s):
    """Turn the Still tokens face up, place Precincts, prices and Barrels (K1.2, K1.3, K1.8, K1.13).

    Ruling: with 2 or 3 players the board is the same, all Boroughs, Stills and Precincts (K1.14): no other is given.
    """
    for district in range(NUM_DISTRICTS):
        token = int(s["still_number"][district])
        s["still_liquor"][district] = t["token_liquor"][token]
        s["still_number"][district] = t["token_number"][token]
        s["precinct"][district] = t["precinct"][district]
    s["price"][:] = t["start_price"][:]
    s["supply"][:] = t["barrels_per_liquor"]


@rule
def resolve_player(t, s, seat, home):
    """Give a seat its pieces, cash and markers, and place its home forces and Deed (K1.1, K1.5, K1.6, K1.9).

    Ruling: the Deed is held from Day 1 and can be Extorted at once (K1.6): it was dealt to the player.
    """
    s["cash"][seat] = t["start_cash"]
    s["markers"][seat] = t["start_influence"]
    s["slots"][seat, seat] = t["start_slotted"]
    s["stash"][seat] = t["start_stash"]
    s["runners_left"][seat] = t["runners_per_player"]
    s["bosses_left"][seat] = t["mob_bosses"][s["mob"][seat]]
    s["safehouses_left"][seat] = t["safehouses_per_player"]
    s["deed"][home] = seat
    for k in range(len(t["setup_forces"])):
        district = t["setup"][home, k]
        forces = t["setup_forces"][k]
        s["owner"][district] = seat
        s["bosses"][district] = forces[0]
        s["bosses_left"][seat] -= forces[0]
        s["runners"][district] = forces[1]
        s["runners_left"][seat] -= forces[1]
        if forces[2] > 0:
            s["safehouse"][district] = seat
            s["safehouses_left"][seat] -= 1
