"""Shadows: the Brew, its drafts and the Blowback (K3.1-K3.7)."""

from __future__ import annotations

from moonshine_env.engine.chance import random_word, word_below
from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ARG_A, pop, push, top
from moonshine_env.kingdom.actions import A_DRAFT
from moonshine_env.kingdom.phases.territory import count_mobsters, count_ratio, resolve_losses
from moonshine_env.kingdom.vocab import (
    BREW,
    DICE_FACES,
    DRAFT,
    DUMP,
    FOR_BREW,
    GREASE_ROUND,
    NONE,
    NUM_DISTRICTS,
    RED,
    WHITE,
)


@rule
def start_day(t, s):
    """Open the Day's Shadows: roll N+1 red and N+1 white dice (K3.1), forget what was once a Day."""
    s["plays_today"][:] = 0
    s["hustled"][:] = 0
    s["extorted"][:] = 0
    s["offers"][:] = 0
    s["fights"][:] = 0
    s["smuggles"][:] = 0
    s["rolls"] = 0
    s["still_fired"][:] = 0
    s["turn_player"] = NONE
    dice = int(s["num_players"]) + int(t["draft_dice_over_players"])
    for colour in range(2):
        for die in range(dice):
            word = random_word(s["seed"], FOR_BREW, s["day"], 0, 0, 0, colour, die)
            s["dice"][colour, word_below(word, DICE_FACES)] += 1
    push(s, BREW, NONE, 0, 0, 0, 0)


@rule
def seat_of_token(s, token):
    """Find the seat that holds today's Turn Token of that number."""
    for seat in range(s["num_players"]):
        if s["token"][seat] == token:
            return seat
    return NONE


@rule
def resolve_brew(t, s):
    """Ask the next drafter, or, when all have drafted, burst the Stills and go on to Grease the Wheels."""
    frame = top(s)
    drafted = int(frame[ARG_A])
    if drafted < s["num_players"]:
        frame[ARG_A] = drafted + 1
        push(s, DRAFT, seat_of_token(s, drafted + 1), 0, 0, 0, 0)
        return
    resolve_blowback(t, s)
    pop(s)
    push(s, GREASE_ROUND, NONE, 0, 0, 0, 0)


@rule
def legal_draft(s, mask):
    """Offer each red face with each white face, to Produce or to Dump (K3.2)."""
    count = 0
    for red in range(DICE_FACES):
        if s["dice"][RED, red] == 0:
            continue
        for white in range(DICE_FACES):
            if s["dice"][WHITE, white] > 0:
                code = A_DRAFT + (red * DICE_FACES + white) * 2
                mask[code] = 1
                mask[code + 1] = 1
                count += 2
    return count


@rule
def apply_draft(t, s, choice):
    """Take the dice; Produce fires every Still of their sum (K3.3), Dump fires none (K3.6)."""
    red = choice // (2 * DICE_FACES)
    white = choice // 2 % DICE_FACES
    s["dice"][RED, red] -= 1
    s["dice"][WHITE, white] -= 1
    pop(s)
    if choice % 2 != DUMP:
        resolve_produce(t, s, red + white + 2)


@rule
def resolve_produce(t, s, number):
    """Brew at every Still of that number, by its Controller's mobsters there, while the supply lasts (K3.3, K3.4).

    Ruling: the Barrels are the Controller's, not the drafter's (K3.3): his mobsters made them, and they lie with him.
    """
    for district in range(NUM_DISTRICTS):
        liquor = int(s["still_liquor"][district])
        if liquor == NONE or s["still_number"][district] != number:
            continue
        # Ruling: a Still fires at every Produce of its number, unless an option says once (K3.5): no rule limits it.
        if s["still_once_per_day"] and s["still_fired"][district]:
            continue
        s["still_fired"][district] = 1
        barrels = min(count_ratio(t, count_mobsters(s, district), t["ratio_cap"]), int(s["supply"][liquor]))
        s["supply"][liquor] -= barrels
        s["barrels"][district, liquor] += barrels


@rule
def resolve_blowback(t, s):
    """Burst every Still of the leftover sum: its mobsters lose the Muscle Ratio of their number (K3.7).

    Ruling: Barrels and Safehouses stay (K3.7): only casualties are named.
    """
    number = 0
    for colour in range(2):
        for face in range(DICE_FACES):
            if s["dice"][colour, face] > 0:
                number += face + 1
    s["dice"][:, :] = 0
    for district in range(NUM_DISTRICTS):
        if s["still_liquor"][district] != NONE and s["still_number"][district] == number:
            resolve_losses(s, district, count_ratio(t, count_mobsters(s, district), t["ratio_cap"]))
