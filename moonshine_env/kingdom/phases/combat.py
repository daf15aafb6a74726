"""Combat: dice, Threat and boosts of both sides, and the Standoff: Ambush, Hold Fire, Fold (K6.3-K6.9, K7.1-K7.5).

What the Invader can do once he is Pinned is in `pinned.py`.
"""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ARG_A, ARG_B, pop, push, top
from moonshine_env.kingdom.actions import (
    A_AMBUSH,
    A_FOLD,
    A_HOLD_FIRE,
    A_STEAL,
)
from moonshine_env.kingdom.phases.dice import count_successes
from moonshine_env.kingdom.phases.party import (
    count_cargo,
    count_party,
    resolve_land,
    resolve_party_gone,
    resolve_party_losses,
)
from moonshine_env.kingdom.phases.promises import resolve_entry, resolve_no_passage
from moonshine_env.kingdom.phases.safehouses import open_takeover
from moonshine_env.kingdom.phases.territory import (
    count_mobsters,
    count_ratio,
    is_hostile,
    is_partners,
)
from moonshine_env.kingdom.vocab import (
    COURAGE,
    FIREPOWER,
    FOR_FIGHT,
    IRISH,
    NONE,
    NUM_LIQUORS,
    PINNED,
    PLUNDER,
    PLUNDER_COURAGE,
    PLUNDER_PICK,
    SHOOT,
    VIPERS,
)

ATTACKER, DEFENDER = range(2)


# ---- dice and Threat


@rule
def count_threat(t, bosses, both_count, bonus):
    """Add up a side's Threat (K7.1): base, Bosses, bonus, at most 4.

    Ruling: two Bosses give +2 to an attacker only (K7.1): it is said of an attack.
    """
    threat = int(t["base_threat"]) + bonus
    if bosses > 1 and both_count:
        threat += int(t["both_bosses_attack_threat"])
    elif bosses > 0:
        threat += int(t["boss_threat"])
    return min(threat, int(t["max_threat"]))


@rule
def roll_hits(t, s, side, dice, threat):
    """Roll a side's dice in the fight going on and count the hits."""
    seat = s["party_owner"]
    at_least = t["kill_on_at_threat"][threat - 1]
    return count_successes(s, FOR_FIGHT, seat, s["fights"][seat], s["rolls"], side, dice, at_least)


@rule
def is_plunder(boost):
    """Say whether a boost steals instead of kills."""
    return boost >= PLUNDER


@rule
def courage_liquor(boost):
    """Return the liquor a boost drinks for Courage, NONE if it has none."""
    if COURAGE <= boost < PLUNDER:
        return boost - COURAGE
    if boost >= PLUNDER_COURAGE:
        return boost - PLUNDER_COURAGE
    return NONE


@rule
def legal_boosts(t, s, seat, first, dice, barrels, loot, mask):
    """Offer the boosts of a roll that the seat began (K6.3, K6.4, K6.6).

    Ruling: a roll has Courage once (K6.3): one Barrel is spoken of.

    Args:
        first: Id of the plain shot; boosts follow it.
        dice: Dice of the roll before any boost.
        barrels: `(4,)` Barrels that Courage may drink.
        loot: Barrels that a Plunder could steal; 0 = no Plunder.
        mask: Action mask, in place.

    Returns:
        How many were offered.
    """
    mask[first + SHOOT] = 1
    count = 1
    mob = s["mob"][seat]
    if mob == VIPERS and dice < t["combat_dice_cap"] and s["cash"][seat] >= t["firepower_cash"]:
        mask[first + FIREPOWER] = 1
        count += 1
    if mob == IRISH:
        for liquor in range(NUM_LIQUORS):
            if barrels[liquor] > 0:
                mask[first + COURAGE + liquor] = 1
                count += 1
                if loot:
                    mask[first + PLUNDER_COURAGE + liquor] = 1
                    count += 1
        if loot:
            mask[first + PLUNDER] = 1
            count += 1
    return count


@rule
def resolve_boost(t, s, seat, boost, barrels):
    """Pay for a boost: Firepower's cash, or the Barrel that Courage drinks, from `barrels` to the supply."""
    if boost == FIREPOWER:
        s["cash"][seat] -= t["firepower_cash"]
    liquor = courage_liquor(boost)
    if liquor != NONE:
        barrels[liquor] -= 1
        s["supply"][liquor] += 1


@rule
def count_boosted_dice(t, dice, boost):
    """Add Firepower's die, within the five of combat."""
    if boost == FIREPOWER:
        return min(dice + int(t["firepower_dice"]), int(t["combat_dice_cap"]))
    return dice


@rule
def count_courage(t, boost):
    """Return the Threat that Courage adds to this roll."""
    if courage_liquor(boost) != NONE:
        return int(t["courage_threat"])
    return 0


# ---- Standoff


@rule
def legal_standoff(t, s, seat, mask):
    """Offer Ambush with its boosts, Hold Fire, and Fold to each Connected Safe District (K7.3-K7.5)."""
    district = top(s)[ARG_A]
    dice = count_ratio(t, count_mobsters(s, district), t["combat_dice_cap"])
    count = 1 + legal_boosts(t, s, seat, A_AMBUSH, dice, s["barrels"][district], count_cargo(s), mask)
    mask[A_HOLD_FIRE] = 1
    return count + legal_safe_goals(t, s, seat, district, A_FOLD, mask)


@rule
def legal_safe_goals(t, s, seat, district, first, mask):
    """Offer each District Connected to `district` and Safe to the seat (K2.4), no partner's (K12.4).

    Ruling: without a Safe Connected District there is no Fold and no Advance (K7.5, K7.8): there is nowhere to go.
    """
    count = 0
    for k in range(t["num_neighbours"][district]):
        goal = t["neighbours"][district, k]
        if not is_hostile(s, seat, goal) and not is_partners(s, seat, goal):
            mask[first + goal] = 1
            count += 1
    return count


@rule
def apply_standoff(t, s, seat, action):
    """Ambush, Hold Fire or Fold."""
    district = int(top(s)[ARG_A])
    pop(s)
    if action == A_HOLD_FIRE:
        push(s, PINNED, s["party_owner"], district, 0, 0, 0)
    elif action < A_HOLD_FIRE:
        resolve_ambush(t, s, seat, district, action - A_AMBUSH)
    else:
        resolve_fold(t, s, seat, district, action - A_FOLD)


@rule
def resolve_fold(t, s, seat, district, goal):
    """Move all mobsters of the Occupier to the goal; the Invader takes the District and the Play ends (K7.5).

    Ruling: all who Fold go together, to one District (K7.5): to Fold is to give up the District.

    Ruling: the folder settles a Safehouse at his goal before the Invader does, and the one he left is out of his reach
    (K7.5): he has gone before the Invader arrives.

    So his question lies above the Invader's on the stack.
    """
    resolve_entry(t, s, seat, goal)
    bosses, runners = int(s["bosses"][district]), int(s["runners"][district])
    s["bosses"][district] = 0
    s["runners"][district] = 0
    resolve_land(s, district)
    s["owner"][goal] = seat
    s["bosses"][goal] += bosses
    s["runners"][goal] += runners
    open_takeover(s, seat, goal)


@rule
def resolve_ambush(t, s, seat, district, boost):
    """Roll the Occupier's free shot (K7.3): hits remove Invaders, or take their cargo if it is a Plunder."""
    resolve_no_passage(t, s, seat, district)
    resolve_boost(t, s, seat, boost, s["barrels"][district])
    dice = count_ratio(t, count_mobsters(s, district), t["combat_dice_cap"])
    # No +2 for a Safehouse in an Ambush, nor for a second Boss: both are for Assaults (K7.1).
    threat = count_threat(t, s["bosses"][district], False, int(t["ambush_threat"]) + count_courage(t, boost))
    hits = roll_hits(t, s, DEFENDER, count_boosted_dice(t, dice, boost), threat)
    s["rolls"] += 1
    invader = int(s["party_owner"])
    if is_plunder(boost):
        push(s, PINNED, invader, district, 0, 0, 0)
        open_picks(s, seat, district, min(hits, count_cargo(s)))
        return
    resolve_party_losses(t, s, hits)
    if count_party(s) == 0:
        resolve_party_gone(s)
    else:
        push(s, PINNED, invader, district, 0, 0, 0)


@rule
def open_picks(s, seat, district, picks):
    """Ask for the Barrels stolen, one by one."""
    if picks > 0:
        push(s, PLUNDER_PICK, seat, district, picks, 0, 0)


@rule
def legal_plunder_pick(s, seat, mask):
    """Offer each liquor that lies there: in the cargo for an Ambusher, in the District for an Invader (K6.4)."""
    district = top(s)[ARG_A]
    count = 0
    for liquor in range(NUM_LIQUORS):
        barrels = s["barrels"][district, liquor] if s["party_owner"] == seat else s["party_cargo"][liquor]
        if barrels > 0:
            mask[A_STEAL + liquor] = 1
            count += 1
    return count


@rule
def apply_plunder_pick(s, seat, liquor):
    """Carry one Barrel over."""
    frame = top(s)
    district = int(frame[ARG_A])
    taken = 1 if s["party_owner"] == seat else -1
    s["barrels"][district, liquor] -= taken
    s["party_cargo"][liquor] += taken
    frame[ARG_B] -= 1
    if frame[ARG_B] == 0:
        pop(s)
