"""Small decisions, answered by rule: how `greedy` thinks a Play goes on, its own steps and its rivals' answers."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ACTOR, ARG_A, ARG_B, ARG_D, KIND, top
from moonshine_env.kingdom import actions as a
from moonshine_env.kingdom import vocab as v
from moonshine_env.kingdom.phases.combat import count_threat
from moonshine_env.kingdom.phases.markers import count_slotted
from moonshine_env.kingdom.phases.party import count_cargo, count_hold, count_party
from moonshine_env.kingdom.phases.territory import count_mobsters, count_ratio, is_hostile, is_partners
from moonshine_env.kingdom.rules import apply_game, legal_game
from policies.greedy.deals import choose_heat_owner, choose_pay_owner, choose_promise
from policies.greedy.luck import forget_luck, give_luck

SPARE = 1  # marker lent to a position that is thought through, so that no turn ends for want of one
MOST_STEPS = 64  # of a Play; a bound, never met
GOOD_ODDS = 0.8
HOPELESS = 4.0  # odds against a defender who had better Fold


@rule
def lend_spare(s):
    """Give whoever's turn it is the spare marker; `s` in place."""
    player = int(s["turn_player"])
    if player != v.NONE:
        s["slots"][player, player] += SPARE


@rule
def play_out(m, s, seat, action, luck):
    """Play an action and what belongs to it, up to the next turn or another large decision; `s` in place.

    Small decisions are answered by rule, amounts as `m.w["plan"]` says.
    """
    give_luck(m, s, seat, action, luck)
    apply_game(m.t, s, action)
    for _ in range(MOST_STEPS):
        forget_luck(s)
        if s["depth"] == 0 or top(s)[KIND] <= v.TURN:
            return
        answer = quick_answer(m, s)
        give_luck(m, s, seat, answer, luck)
        apply_game(m.t, s, answer)


@rule
def quick_answer(m, s):
    """Answer the open small decision."""
    t = m.t
    plan = m.w["plan"]
    frame = top(s)
    kind = frame[KIND]
    actor = int(frame[ACTOR])
    if kind == v.CARGO:
        return answer_cargo(m, s, int(frame[ARG_D]))
    if kind == v.SELL:
        liquor = int(frame[ARG_B])
        return a.A_SELL + liquor * a.NUM_SALES + min(int(plan[liquor]), int(s["barrels"][frame[ARG_A], liquor]))
    if kind == v.RECRUIT:
        return a.A_HIRE + int(plan[0]) - 1
    if kind == v.STANDOFF:
        return answer_standoff(m, s, actor, int(frame[ARG_A]))
    if kind == v.PINNED:
        return answer_pinned(m, s, int(frame[ARG_A]), int(frame[ARG_B]))
    if kind == v.SAFEHOUSE:
        return a.A_SAFEHOUSE_SUPPLY if s["safehouses_left"][actor] > 0 else a.A_SAFEHOUSE_DESTROY
    if kind == v.SAFEHOUSE_FREE:
        return a.A_SAFEHOUSE_SUPPLY if s["safehouses_left"][actor] > 0 else a.A_SAFEHOUSE_NONE
    if kind == v.PLUNDER_PICK:
        return answer_plunder(m, s, actor, int(frame[ARG_A]))
    if kind == v.RAID_PAY:
        return a.A_BRIBE_POLICE if s["cash"][actor] >= 2 * t["raid_bribe_cash"] else a.A_TAKE_FALL
    if kind == v.PAY_OWNER:
        return choose_pay_owner(m, s, actor)
    if kind == v.HEAT_OWNER:
        return choose_heat_owner(m, s, actor)
    if kind == v.PROMISE:
        return choose_promise(s)
    return first_legal(m, s)


@rule
def first_legal(m, s):
    """Take the first legal action, for decisions that hardly matter."""
    mask = m.w["mask"]
    legal_game(m.t, s, mask)
    action = 0
    while mask[action] == 0:
        action += 1
    return action


@rule
def answer_cargo(m, s, liquor):
    """Carry as many as the plan says, leaving hands for dearer liquors that the plan carries too."""
    plan = m.w["plan"]
    origin = int(s["party_origin"])
    hold = count_hold(m.t, s)
    for other in range(liquor + 1, v.NUM_LIQUORS):
        if s["price"][other] > s["price"][liquor]:
            hold -= min(int(plan[other]), int(s["barrels"][origin, other]))
    barrels = max(0, min(hold, int(plan[liquor]), int(s["barrels"][origin, liquor])))
    return a.A_CARRY + liquor * a.NUM_CARGOES + barrels


# ---- fights


@rule
def answer_plunder(m, s, seat, d):
    """Steal the dearest Barrel that lies there."""
    invades = s["party_owner"] == seat
    dearest = v.NONE
    for liquor in range(v.NUM_LIQUORS):
        there = int(s["barrels"][d, liquor]) if invades else int(s["party_cargo"][liquor])
        if there > 0 and (dearest == v.NONE or s["price"][liquor] > s["price"][dearest]):
            dearest = liquor
    return a.A_STEAL + dearest


@rule
def strength(m, mobsters, threat):
    """Return the hits that a side expects of one roll."""
    t = m.t
    dice = count_ratio(t, mobsters, t["combat_dice_cap"])
    return dice * (v.DICE_FACES + 1 - t["kill_on_at_threat"][threat - 1]) / v.DICE_FACES


@rule
def attack_strength(m, s):
    """Return the hits that the party expects of an Assault."""
    return strength(m, count_party(s), count_threat(m.t, s["party_bosses"], True, 0))


@rule
def odds_of_assault(m, s, d):
    """Return how much sooner the party kills than it dies, 1 = as soon; two mobs of the same size shoot alike."""
    t = m.t
    house = int(t["safehouse_threat"]) if s["safehouse"][d] == s["owner"][d] else 0
    defence = strength(m, count_mobsters(s, d), count_threat(t, s["bosses"][d], False, house))
    attack = attack_strength(m, s) / max(1, count_mobsters(s, d))
    return attack * max(1, count_party(s)) / max(0.01, defence)


@rule
def safe_goal(m, s, seat, d):
    """Find a Connected District Safe to the seat, its own first; NONE if there is none (K2.4)."""
    t = m.t
    found = v.NONE
    for k in range(int(t["num_neighbours"][d])):
        near = int(t["neighbours"][d, k])
        if (
            not is_hostile(s, seat, near)
            and not is_partners(s, seat, near)
            and (found == v.NONE or s["owner"][near] == seat)
        ):
            found = near
    return found


@rule
def answer_standoff(m, s, seat, d):
    """Fold if the fight is hopeless, else Ambush: that shot is free."""
    if count_mobsters(s, d) > 1 and odds_of_assault(m, s, d) > HOPELESS:
        goal = safe_goal(m, s, seat, d)
        if goal != v.NONE:
            return a.A_FOLD + goal
    return a.A_AMBUSH + v.SHOOT


@rule
def answer_pinned(m, s, d, stealth):
    """Storm or Assault with good odds, else go: on, with cargo, or back; what a Stealth begins is an Assault."""
    t = m.t
    can_pay = count_slotted(s, s["party_owner"]) > SPARE
    if is_partners(s, s["party_owner"], d):
        return way_on(m, s, d) if can_pay else a.A_FALL_BACK
    if s["precinct"][d]:
        dice = count_ratio(t, count_party(s), t["combat_dice_cap"])
        if can_pay and dice > t["storm_hits"] and attack_strength(m, s) >= t["storm_hits"] - 0.6:
            return a.A_STORM
        return a.A_FALL_BACK
    if stealth or (can_pay and odds_of_assault(m, s, d) >= GOOD_ODDS):
        return a.A_ASSAULT + v.SHOOT
    if can_pay and count_cargo(s) > 0:
        goal = safe_goal(m, s, s["party_owner"], d)
        if goal != v.NONE:
            return a.A_ADVANCE + goal  # cargo of who Falls Back stays
    return a.A_FALL_BACK


@rule
def way_on(m, s, d):
    """Go on from a partner's District to one that is easy to take, a Joint first; else back (K12.4)."""
    t = m.t
    seat = int(s["party_owner"])
    party = count_party(s)
    best = 0
    choice = a.A_FALL_BACK
    for k in range(int(t["num_neighbours"][d])):
        near = int(t["neighbours"][d, k])
        if s["owner"][near] == seat or s["precinct"][near] or is_partners(s, seat, near):
            continue
        mobsters = count_mobsters(s, near)
        value = party - 2 * mobsters + (1 if t["pour"][near] != v.NONE else 0)
        if value > best:
            best = value
            choice = a.A_ADVANCE + near
    return choice
