"""Small decisions, answered by rule: how `greedy` thinks a Play goes on, its own steps and its rivals' answers."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ACTOR, ARG_A, ARG_B, ARG_C, ARG_D, KIND, top
from moonshine_env.kingdom import actions as a
from moonshine_env.kingdom import vocab as v
from moonshine_env.kingdom.phases.combat import count_threat
from moonshine_env.kingdom.phases.markers import count_slotted
from moonshine_env.kingdom.phases.party import count_hold, count_party
from moonshine_env.kingdom.phases.territory import count_mobsters, count_ratio, is_hostile
from moonshine_env.kingdom.rules import apply_game, legal_game
from policies.greedy.luck import forget_luck, give_luck

SPARE = 1  # marker lent to a position that is thought through, so that no turn ends for want of one
MOST_STEPS = 64  # of a Play; a bound, never met
GOOD_ODDS = 0.8


@rule
def lend_spare(s):
    """Give whoever's turn it is the spare marker; `s` in place."""
    player = int(s["turn_player"])
    if player != v.NONE:
        s["slots"][player, player] += SPARE


@rule
def play_out(t, g, s, w, seat, action, luck):
    """Play an action and what belongs to it, up to the next turn or another large decision; `s` in place."""
    give_luck(t, g, s, seat, action, luck)
    apply_game(t, s, action)
    forget_luck(s)
    for _ in range(MOST_STEPS):
        if s["depth"] == 0:
            return
        kind = top(s)[KIND]
        if kind <= v.TURN:
            return
        answer = quick_answer(t, s, w)
        give_luck(t, g, s, seat, answer, luck)
        apply_game(t, s, answer)
        forget_luck(s)


@rule
def quick_answer(t, s, w):
    """Answer the open small decision; for amounts, as `w["plan"]` says."""
    frame = top(s)
    kind = frame[KIND]
    actor = int(frame[ACTOR])
    if kind == v.CARGO:
        return answer_cargo(t, s, w, int(frame[ARG_D]))
    if kind == v.PUSH_AMOUNT:
        return answer_push(s, w, int(frame[ARG_A]), int(frame[ARG_B]), int(frame[ARG_C]))
    if kind == v.SELL:
        liquor = int(frame[ARG_B])
        return a.A_SELL + liquor * a.NUM_SALES + min(int(w["plan"][liquor]), int(s["barrels"][frame[ARG_A], liquor]))
    if kind == v.RECRUIT:
        return a.A_HIRE + int(w["plan"][0]) - 1
    if kind == v.STANDOFF:
        return answer_standoff(t, s, actor, int(frame[ARG_A]))
    if kind == v.PINNED:
        return answer_pinned(t, s, actor, int(frame[ARG_A]), int(frame[ARG_B]))
    if kind == v.EXCHANGE:
        return a.A_REFUSE
    if kind == v.SAFEHOUSE:
        return a.A_SAFEHOUSE_SUPPLY if s["safehouses_left"][actor] > 0 else a.A_SAFEHOUSE_DESTROY
    if kind == v.SAFEHOUSE_FREE:
        return a.A_SAFEHOUSE_SUPPLY if s["safehouses_left"][actor] > 0 else a.A_SAFEHOUSE_NONE
    if kind == v.RAID_PAY:
        return a.A_BRIBE_POLICE if s["cash"][actor] >= 2 * t["raid_bribe_cash"] else a.A_TAKE_FALL
    return first_legal(t, s, w)


@rule
def first_legal(t, s, w):
    """Take the first legal action, for decisions that hardly matter."""
    legal_game(t, s, w["mask"])
    action = 0
    while w["mask"][action] == 0:
        action += 1
    return action


@rule
def answer_cargo(t, s, w, liquor):
    """Carry as many as the plan says, leaving hands for dearer liquors that the plan carries too."""
    origin = int(s["party_origin"])
    hold = count_hold(t, s)
    for other in range(liquor + 1, v.NUM_LIQUORS):
        if s["price"][other] > s["price"][liquor]:
            hold -= min(int(w["plan"][other]), int(s["barrels"][origin, other]))
    barrels = max(0, min(hold, int(w["plan"][liquor]), int(s["barrels"][origin, liquor])))
    return a.A_CARRY + liquor * a.NUM_CARGOES + barrels


@rule
def answer_push(s, w, own, other, liquor):
    """Push what the plan says, as far as Barrels are there."""
    amount = min(int(w["plan"][liquor]), int(s["barrels"][own, liquor]))
    amount = max(amount, -int(s["barrels"][other, liquor]))
    return a.A_GIVE + liquor * a.NUM_PUSHES + a.MAX_BARRELS + amount


# ---- fights


@rule
def strength(t, mobsters, threat):
    """Return the hits that a side expects of one roll."""
    dice = count_ratio(t, mobsters, t["combat_dice_cap"])
    return dice * (7 - t["kill_on_at_threat"][threat - 1]) / 6.0


@rule
def attack_strength(t, s):
    """Return the hits that the party expects of an Assault."""
    return strength(t, count_party(s), count_threat(t, s["party_bosses"], True, 0))


@rule
def defence_strength(t, s, d):
    """Return the hits that the Occupier expects against an Assault."""
    house = int(t["safehouse_threat"]) if s["safehouse"][d] == s["owner"][d] else 0
    return strength(t, count_mobsters(s, d), count_threat(t, s["bosses"][d], False, house))


@rule
def odds_of_assault(t, s, d):
    """Return how much sooner the party kills than it dies, 1 = as soon; two mobs of the same size shoot alike."""
    attack = attack_strength(t, s) / max(1, count_mobsters(s, d))
    defence = defence_strength(t, s, d) / max(1, count_party(s))
    return attack / max(0.01, defence)


@rule
def safe_goal(t, s, seat, d):
    """Find a Connected District Safe to the seat, its own first; NONE if there is none (K2.4)."""
    found = v.NONE
    for k in range(int(t["num_neighbours"][d])):
        near = int(t["neighbours"][d, k])
        if not is_hostile(s, seat, near) and (found == v.NONE or s["owner"][near] == seat):
            found = near
    return found


@rule
def answer_standoff(t, s, seat, d):
    """Fold if the fight would be lost two to one and more, else Ambush: that shot is free."""
    goal = safe_goal(t, s, seat, d)
    if goal != v.NONE and count_mobsters(s, d) > 1 and odds_of_assault(t, s, d) > 4.0:
        return a.A_FOLD + goal
    return a.A_AMBUSH + v.SHOOT


@rule
def answer_pinned(t, s, seat, d, stealth):
    """Storm or Assault with good odds, else go back; what a Stealth begins must be shots or a way on."""
    can_pay = count_slotted(s, seat) > SPARE
    if s["precinct"][d]:
        dice = count_ratio(t, count_party(s), t["combat_dice_cap"])
        if can_pay and dice > t["storm_hits"] and attack_strength(t, s) >= t["storm_hits"] - 0.6:
            return a.A_STORM
        return a.A_FALL_BACK
    if stealth or (can_pay and odds_of_assault(t, s, d) >= GOOD_ODDS):
        return a.A_ASSAULT + v.SHOOT
    return a.A_FALL_BACK
