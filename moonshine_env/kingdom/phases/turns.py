"""Operations: whose turn it is, what a turn offers, and the end of a Play (K4)."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ARG_A, ARG_B, ARG_C, pop, push, top
from moonshine_env.kingdom import actions as a
from moonshine_env.kingdom.phases.brew import seat_of_token
from moonshine_env.kingdom.phases.hustle import apply_hustle_play, legal_hustle
from moonshine_env.kingdom.phases.markers import (
    count_slotted,
    resolve_lay_low,
    resolve_play_heat,
    resolve_spent_home,
)
from moonshine_env.kingdom.phases.police import open_raid
from moonshine_env.kingdom.phases.power_plays import (
    apply_bribe,
    apply_rat,
    apply_rise,
    legal_bribe,
    legal_rat,
    legal_rise,
)
from moonshine_env.kingdom.phases.push import apply_push, legal_push
from moonshine_env.kingdom.phases.recruit import apply_recruit, apply_smuggle, legal_recruit, legal_smuggle
from moonshine_env.kingdom.phases.safehouses import apply_secure, legal_secure
from moonshine_env.kingdom.phases.shylock import apply_shylock, is_shylock, legal_shylock
from moonshine_env.kingdom.phases.sicilian_plays import apply_capo, apply_consigliere, legal_capo, legal_consigliere
from moonshine_env.kingdom.phases.talk import apply_talk, is_talk, legal_talk
from moonshine_env.kingdom.phases.title_plays import apply_extort, apply_fix, legal_extort, legal_fix
from moonshine_env.kingdom.phases.travel import apply_move, apply_skiff, apply_stealth, legal_travel
from moonshine_env.kingdom.phases.unload import apply_unload, legal_unload, resolve_kickbacks
from moonshine_env.kingdom.vocab import DEADLINES, NONE, RECKONING, SICILIAN, TURN


@rule
def resolve_operations(t, s):
    """Give the next player in Turn Order his turn; all lying low: deadlines, then Reckoning (K4.1).

    Ruling: a mob without pieces has its turns as well (K2.11): no rule eliminates a player.
    """
    players = int(s["num_players"])
    last = 0 if s["turn_player"] == NONE else int(s["token"][s["turn_player"]])
    for step in range(players):
        seat = seat_of_token(s, (last + step) % players + 1)
        if s["next_token"][seat] == 0:
            open_turn(s, seat)
            return
    pop(s)
    s["turn_player"] = NONE
    push(s, DEADLINES if s["promise_count"] > 0 else RECKONING, NONE, 0, 0, 0, 0)


@rule
def open_turn(s, seat):
    """Start a turn, or lay the player low: no marker left (K4.6), or all Plays of the Day made.

    Ruling: a player's Plays of a Day are limited (K4.9): Kickbacks could prolong it without bound.
    """
    s["turn_player"] = seat
    if count_slotted(s, seat) == 0 or s["plays_today"][seat] >= s["plays_per_day"]:
        resolve_lay_low(s, seat)
    else:
        push(s, TURN, seat, 0, 0, 0, 0)


@rule
def legal_turn(t, s, seat, mask):
    """Offer table talk, Lay Low, and every Play that can be paid.

    Ruling: there is no passing (K4.1): it would stall the table.

    Ruling: a Play that can do nothing is not offered (K4.2): it would be a pass.
    """
    frame = top(s)
    slotted = count_slotted(s, seat)
    mask[a.A_LAY_LOW] = 1
    count = 1
    if frame[ARG_A] == 0:
        count += legal_shylock(t, s, seat, mask)
    if s["cooperation"]:
        count += legal_talk(t, s, seat, mask)
    count += legal_travel(t, s, seat, slotted, mask)
    if slotted >= t["cost_push"]:
        count += legal_push(t, s, seat, frame[ARG_B] != 0, mask)
    if slotted >= t["cost_recruit"]:
        count += legal_recruit(t, s, seat, mask)
    if slotted >= t["cost_hustle"]:
        count += legal_hustle(t, s, seat, mask)
    if slotted >= t["cost_secure"]:
        count += legal_secure(t, s, seat, mask)
    if slotted >= t["cost_smuggle"]:
        count += legal_smuggle(t, s, seat, mask)
    if slotted >= t["cost_extort"]:
        count += legal_extort(t, s, seat, mask)
    if slotted >= t["cost_fix"]:
        count += legal_fix(t, s, seat, mask)
    return count + legal_power_plays(t, s, seat, slotted, mask)


@rule
def legal_power_plays(t, s, seat, slotted, mask):
    """Offer the Power Plays and the Sicilians' own."""
    count = 0
    if slotted >= t["cost_unload"]:
        count += legal_unload(t, s, seat, mask)
    if slotted >= t["cost_rat"]:
        count += legal_rat(s, mask)
    if slotted >= t["cost_rise"]:
        count += legal_rise(s, seat, mask)
    if slotted >= t["cost_bribe"]:
        count += legal_bribe(t, s, seat, mask)
    if s["mob"][seat] == SICILIAN:
        if slotted >= t["cost_capo"]:
            count += legal_capo(s, seat, mask)
        if slotted >= t["cost_consigliere"]:
            count += legal_consigliere(s, mask)
    return count


@rule
def apply_turn(t, s, seat, action):
    """Talk and go on, or begin the Play chosen, or lie low."""
    frame = top(s)
    if is_shylock(action):
        frame[ARG_A] = 1
        apply_shylock(t, s, seat, action)
        return
    if is_talk(action):
        apply_talk(s, seat, action)
        return
    refused = int(frame[ARG_B])
    pop(s)
    if action == a.A_LAY_LOW:
        resolve_lay_low(s, seat)
    elif action < a.A_SKIFF:
        apply_move(t, s, seat, action - a.A_MOVE)
    elif action < a.A_STEALTH:
        apply_skiff(t, s, seat, action - a.A_SKIFF)
    elif action < a.A_CREW:
        apply_stealth(t, s, seat, action - a.A_STEALTH)
    elif action < a.A_GIVE:
        apply_push(t, s, seat, action - a.A_PUSH, refused)
    else:
        apply_other_play(t, s, seat, action)


@rule
def apply_other_play(t, s, seat, action):
    """Begin a Play that neither travels nor Pushes; ranges in the order of the action table."""
    if action < a.A_HIRE:
        apply_recruit(s, seat, action - a.A_RECRUIT)
    elif action < a.A_DISCARD:
        apply_hustle_play(t, s, seat, action - a.A_HUSTLE)
    elif action < a.A_SAFEHOUSE_FROM:
        apply_secure(s, seat, action - a.A_SECURE)
    elif action < a.A_EXTORT:
        apply_smuggle(t, s, seat, action - a.A_SMUGGLE)
    elif action < a.A_FIX:
        apply_extort(t, s, seat, action - a.A_EXTORT)
    elif action < a.A_UNLOAD:
        apply_fix(t, s, seat, action - a.A_FIX)
    elif action < a.A_SELL:
        apply_unload(t, s, seat, action - a.A_UNLOAD)
    elif action < a.A_BRIBE:
        apply_rise(t, s, seat, action - a.A_RISE)
    elif action < a.A_RAT:
        apply_bribe(t, s, seat, action - a.A_BRIBE)
    elif action == a.A_RAT:
        apply_rat(t, s, seat)
    elif action < a.A_CONSIGLIERE:
        apply_capo(t, s, seat, action - a.A_CAPO)
    else:
        apply_consigliere(t, s, seat, action - a.A_CONSIGLIERE)


HEAT_STEP, RAID_STEP, LAST_STEP = range(3)


@rule
def resolve_play_end(t, s):
    """End a Play, in this order: Heat, spent markers home, Kickbacks, a Raid, then lie low with empty slots (K4.5).

    Ruling: Heat of a fight comes at the end of the Play, and so does the Raid it calls (K4.5): the Play comes first.
    """
    frame = top(s)
    seat = int(frame[1])
    step = int(frame[ARG_B])
    frame[ARG_B] = step + 1
    if step == HEAT_STEP:
        resolve_play_heat(s, seat)
    elif step == RAID_STEP:
        resolve_spent_home(s)
        resolve_kickbacks(t, s, seat, int(frame[ARG_A]))
        if frame[ARG_C]:
            open_raid(t, s, False)
        elif s["heat_count"] >= t["heat_spaces"]:
            open_raid(t, s, True)
    else:
        pop(s)
        if count_slotted(s, seat) == 0:
            resolve_lay_low(s, seat)
