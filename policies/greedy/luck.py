"""Dice as `greedy` thinks of them: never the game's own luck, but a good, an average and a bad roll."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ARG_A, KIND, top
from moonshine_env.kingdom import actions as a
from moonshine_env.kingdom.phases.combat import count_boosted_dice, count_courage, count_threat
from moonshine_env.kingdom.phases.party import count_party
from moonshine_env.kingdom.phases.territory import count_docks, count_mobsters, count_ratio
from moonshine_env.kingdom.vocab import DICE_FACES, MAX_SMUGGLERS, PINNED, STANDOFF, TURN

GOOD, AVERAGE, BAD = range(3)
NUM_LUCKS = 3


@rule
def quantile_of(m, luck, friendly):
    """Return the quantile of a roll's successes; `friendly` = they are welcome."""
    if luck == AVERAGE:
        return 0.5
    low = m.g["bad_luck"]
    return 1.0 - low if (luck == GOOD) == friendly else low


@rule
def likely_successes(dice, chance, quantile):
    """Return the quantile of the binomial distribution: successes of some dice."""
    density = 1.0
    for _ in range(dice):
        density *= 1.0 - chance
    if chance >= 1.0:
        return int(dice)
    total = density
    successes = 0
    while total < quantile and successes < dice:
        density *= (dice - successes) / (successes + 1) * chance / (1.0 - chance)
        total += density
        successes += 1
    return successes


@rule
def give_roll(m, s, dice, at_least, luck, friendly):
    """Put the dice of one roll into the queue of given ones."""
    chance = (DICE_FACES + 1 - at_least) / DICE_FACES
    hits = likely_successes(dice, chance, quantile_of(m, luck, friendly))
    count = int(s["given_count"])
    for die in range(dice):
        s["given"][count + die] = DICE_FACES if die < hits else 1
    s["given_count"] = count + dice


@rule
def give_luck(m, s, seat, action, luck):
    """Give the dice that an action rolls first, such as that luck brings them to `seat`; `s` in place."""
    t = m.t
    frame = top(s)
    kind = frame[KIND]
    if kind == STANDOFF:
        if a.A_AMBUSH <= action < a.A_HOLD_FIRE:
            give_ambush(m, s, seat, int(frame[ARG_A]), action - a.A_AMBUSH, luck)
    elif kind == PINNED:
        if a.A_ASSAULT <= action < a.A_STORM:
            give_assault(m, s, seat, int(frame[ARG_A]), action - a.A_ASSAULT, luck)
        elif action == a.A_STORM:
            dice = count_ratio(t, count_party(s), t["combat_dice_cap"])
            threat = count_threat(t, s["party_bosses"], True, 0)
            give_roll(m, s, dice, t["kill_on_at_threat"][threat - 1], luck, s["party_owner"] == seat)
    elif kind == TURN and a.A_SMUGGLE <= action < a.A_EXTORT:
        dice = count_ratio(t, (action - a.A_SMUGGLE) % MAX_SMUGGLERS + 1, t["ratio_cap"])
        docks = min(count_docks(t, s, seat), len(t["smuggle_on_at_docks"]))
        give_roll(m, s, dice, t["smuggle_on_at_docks"][docks - 1], luck, True)


@rule
def give_ambush(m, s, seat, d, boost, luck):
    """Give the Occupier's dice."""
    t = m.t
    dice = count_boosted_dice(t, count_ratio(t, count_mobsters(s, d), t["combat_dice_cap"]), boost)
    threat = count_threat(t, s["bosses"][d], False, int(t["ambush_threat"]) + count_courage(t, boost))
    give_roll(m, s, dice, t["kill_on_at_threat"][threat - 1], luck, s["party_owner"] != seat)


@rule
def give_assault(m, s, seat, d, boost, luck):
    """Give the attacker's dice, then the defender's."""
    t = m.t
    cap = t["combat_dice_cap"]
    invades = s["party_owner"] == seat
    dice = count_boosted_dice(t, count_ratio(t, count_party(s), cap), boost)
    threat = count_threat(t, s["party_bosses"], True, count_courage(t, boost))
    give_roll(m, s, dice, t["kill_on_at_threat"][threat - 1], luck, invades)
    house = int(t["safehouse_threat"]) if s["safehouse"][d] == s["owner"][d] else 0
    threat = count_threat(t, s["bosses"][d], False, house)
    dice = count_ratio(t, count_mobsters(s, d), cap)
    give_roll(m, s, dice, t["kill_on_at_threat"][threat - 1], luck, not invades)


@rule
def forget_luck(s):
    """Take back what was not rolled."""
    if s["given_count"] > 0:
        s["given"][:] = 0
        s["given_count"] = 0
