"""What a seat's Contracts are worth to it, Completed, staked and in hand, and how near it is to winning with them."""

from __future__ import annotations

import math

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom.phases.respect import count_respect
from moonshine_env.kingdom.vocab import (
    COMPLETED,
    IN_HAND,
    MAX_PLAYERS,
    NONE,
    NUM_CARDS,
    NUM_DECKS,
    NUM_LIQUORS,
    STAKED,
)
from policies.greedy.closeness import card_gap, card_gap_after, chance_of, note_gaps
from policies.greedy.mind import FAR, MAX_OWN, NUM_TITLES
from policies.greedy.places import note_fits, note_stills
from policies.greedy.survey import find_prices
from policies.greedy.titles import held_respect, titles_of

# ---- the clock


@rule
def count_days_left(s):
    """Count the nights to come, tonight's included."""
    return int(s["max_days"]) - int(s["day"]) + 1


@rule
def fading(m, s):
    """Return how much of its worth material has left, 0..1: at the end only Respect counts."""
    g = m.g
    left = min(1.0, (count_days_left(s) - 1) / g["fading"])
    return g["last_day"] + (1.0 - g["last_day"]) * left


@rule
def plays_left(m, s, seat, nights):
    """Guess the Plays of a seat until the night that is `nights` away, 0 = tonight."""
    return int(s["slots"][seat, seat]) + m.g["plays_a_day"] * nights


# ---- notes for a decision


@rule
def take_notes(m, seat):
    """Note what no Play thought through changes: rivals' standing, one's own Contracts; `m.w` in place."""
    s = m.w["root"]
    weigh_rivals(m, s, seat)
    note_stills(m, s)
    find_prices(m, s)
    note_contracts(m, s, seat)


@rule
def weigh_rivals(m, s, seat):
    """Say how much each rival's gains count against the seat: those of the leader most, a partner's not at all."""
    against = m.w["against"]
    partner = int(s["partner"][seat])
    m.w["partner"] = partner
    m.w["partner_respect"] = count_respect(m.t, s, partner) if partner != NONE else 0
    leader = NONE
    most = 0
    for rival in range(MAX_PLAYERS):
        against[rival] = 0.0
        if rival == seat or rival >= s["num_players"]:
            continue
        if rival == partner:
            against[rival] = -m.g["partner"]
            continue
        against[rival] = m.g["rival"]
        respect = count_respect(m.t, s, rival)
        if leader == NONE or respect > most:
            leader = rival
            most = respect
    against[leader] += m.g["leader"]


@rule
def note_contracts(m, s, seat):
    """List the seat's Contracts, staked and in hand, and what is Completed."""
    t = m.t
    w = m.w
    w["noted_prices"] = priced(m)
    w["done"][:] = 0
    w["done_respect"] = 0
    count = 0
    for card in range(NUM_CARDS):
        at = int(s["card_at"][card])
        if at == COMPLETED + seat:
            deck = int(t["card_deck"][card])
            w["done"][deck] = 1
            w["done_respect"] += t["deck_respect"][deck]
        elif (at == STAKED + seat or at == IN_HAND + seat) and count < MAX_OWN:
            w["cards"][count] = card
            count += 1
            note_fits(m, s, card)
    w["num_cards"] = count


@rule
def priced(m):
    """Pack the one dearest and the one cheapest liquor."""
    return (int(m.w["dearest"]) + 1) * (NUM_LIQUORS + 1) + int(m.w["cheapest"]) + 1


# ---- one Contract


@rule
def prize_of(m, s, deck):
    """Return what a Completed Contract of a deck brings, the portfolio apart: Respect and cash."""
    t = m.t
    return int(t["deck_respect"][deck]) + fading(m, s) * m.g["cash"] * int(t["deck_cash"][deck])


@rule
def count_nights(m, s, seat, card):
    """Count the nights until a Contract is judged, 0 = tonight; one that is not staked yet is staked tomorrow."""
    if s["card_at"][card] == STAKED + seat:
        return int(s["card_markers"][card]) - 1
    return int(m.t["deadline"][m.t["card_deck"][card]])


@rule
def chance_with(m, s, seat, card, gap):
    """Return the chance of a Contract with a gap: less if it is judged sooner."""
    nights = count_nights(m, s, seat, card)
    if s["card_at"][card] == STAKED + seat:
        return chance_of(m, gap, plays_left(m, s, seat, nights))
    return chance_of(m, gap, m.g["plays_a_day"] * nights)


@rule
def hand_worth(m, s, seat, card):
    """Weigh a Contract in hand, to be staked tomorrow; 0 if it would be judged too late."""
    if count_nights(m, s, seat, card) >= count_days_left(s):
        return 0.0
    return hand_worth_with(m, s, seat, card, card_gap(m, s, seat, card))


@rule
def hand_worth_with(m, s, seat, card, gap):
    """Weigh a Contract in hand as `hand_worth` does, its gap known."""
    if count_nights(m, s, seat, card) >= count_days_left(s):
        return 0.0
    return held_worth(m, s, card, chance_with(m, s, seat, card, gap))


@rule
def held_worth(m, s, card, chance):
    """Weigh a Contract in hand by the chance of it."""
    deck = int(m.t["card_deck"][card])
    missed = 0.0 if m.w["done"][deck] else 1.0
    return m.g["hand"] * chance * (prize_of(m, s, deck) + m.g["portfolio"] * missed)


# ---- all of them


@rule
def contracts_worth(m, s, seat):
    """Weigh the seat's Contracts, and note the gaps of all their terms; `m.w` in place."""
    w = m.w
    for n in range(int(w["num_cards"])):
        card = int(w["cards"][n])
        w["chance"][n] = 0.0
        w["card_gap"][n] = FAR
        if count_nights(m, s, seat, card) < count_days_left(s):
            w["card_gap"][n] = note_gaps(m, s, seat, n)
            w["chance"][n] = chance_with(m, s, seat, card, w["card_gap"][n])
    held = 0
    for title in range(NUM_TITLES):
        held += int(w["held"][title])
    return add_contracts(m, s, seat, held)


@rule
def contracts_after(m, s, seat, leans, changed_hands):
    """Weigh the seat's Contracts where only what leans on `leans` differs from the position as it is."""
    w = m.w
    for n in range(int(w["num_cards"])):
        card = int(w["cards"][n])
        w["chance"][n] = 0.0
        if count_nights(m, s, seat, card) < count_days_left(s):
            gap = card_gap_after(m, s, seat, n, leans) if leans != 0 else w["card_gap"][n]
            w["chance"][n] = chance_with(m, s, seat, card, gap)
    bits = titles_of(m, changed_hands)
    held = 0
    for title in range(NUM_TITLES):
        held += held_respect(m, s, seat, title) if (bits >> title) & 1 != 0 else int(w["held"][title])
    return add_contracts(m, s, seat, held)


@rule
def add_contracts(m, s, seat, held):
    """Weigh the seat's Contracts by their chances; `held` = Respect of the Titles that it would hold tonight."""
    t = m.t
    g = m.g
    w = m.w
    respect = float(int(w["done_respect"]) + held - int(s["marks"][seat]))
    if s["rat"] == seat:
        respect += int(t["rat_respect"])
    total = float(w["done_respect"])
    complete = 1.0  # chance that what is Completed and staked makes a portfolio
    n = 0
    for deck in range(NUM_DECKS):
        missed = 0.0 if w["done"][deck] else 1.0
        prize = prize_of(m, s, deck)
        while n < w["num_cards"] and t["card_deck"][w["cards"][n]] == deck:
            card = int(w["cards"][n])
            chance = w["chance"][n]
            n += 1
            if chance == 0.0:
                continue  # judged too late
            if s["card_at"][card] == IN_HAND + seat:
                total += held_worth(m, s, card, chance)
                continue
            # Only the first of a deck that comes in fills the portfolio.
            total += chance * (prize + g["portfolio"] * missed)
            missed *= 1.0 - chance
            respect += chance * int(t["deck_respect"][deck])
        complete *= 1.0 - missed
        total += g["portfolio"] * int(w["done"][deck])
    goal = int(t["win_respect"])
    if w["partner"] != NONE:
        goal = int(t["alliance_win_respect"])
        respect += g["family"] * int(w["partner_respect"])
        complete = 1.0 if s["commission"][w["partner"]] else complete
    return total + g["victory"] * complete / (1.0 + math.exp(0.7 * (goal - respect)))
