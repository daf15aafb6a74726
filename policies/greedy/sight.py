"""First sight of a turn: what each Play seems to bring, so that only a few need be thought through."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom import actions as a
from moonshine_env.kingdom import vocab as v
from moonshine_env.kingdom.phases.markers import count_slotted
from moonshine_env.kingdom.phases.recruit import count_recruit_cash
from moonshine_env.kingdom.phases.territory import count_docks, count_mobsters, count_ratio
from policies.greedy.board import barrel_worth, district_worth, goods_worth, risk_of
from policies.greedy.closeness import count_heat
from policies.greedy.mind import BOSS, BOSSES, HOUSE, LADEN, ONE, RUNNER, think_anew
from policies.greedy.pulls import feel_pulls
from policies.greedy.survey import count_place, lowest_of
from policies.greedy.titles import title_worth
from policies.greedy.worth import cash_worth, worth_after

MOST_KICKBACKS = 3  # of which each is as good as the first
SELDOM = 2.0  # of Plays so seldom offered that they are always thought through
UNSEEN = 0.0  # of others that are hard to judge


@rule
def look_around(m, seat):
    """Note what arrivals, leavings and Barrels bring in each District within reach; `m.w` in place."""
    s = m.w["root"]
    reach = find_reach(m, s, seat)
    note_barrels(m, s, seat, reach)
    feel_pulls(m, s, seat, reach)
    thought = think_anew(m)
    bits = reach
    while bits != 0:
        d = lowest_of(m, bits)
        bits &= bits - 1
        note_arrivals(m, s, thought, seat, d)
        if s["owner"][d] == seat:
            note_leavings(m, s, thought, seat, d)


@rule
def find_reach(m, s, seat):
    """Return the seat's Districts and those that its mobsters can get to, as bits."""
    reach = 0
    sails = s["mob"][seat] == v.KNIGHTS
    for d in range(v.NUM_DISTRICTS):
        if s["owner"][d] == seat:
            reach |= 1 << d
            if count_mobsters(s, d) > 0:
                reach |= int(m.known["near"][d])
                if sails and (int(m.known["coast"]) >> d) & 1 != 0:
                    reach |= int(m.known["coast"])
    return reach


@rule
def note_barrels(m, s, seat, reach):
    """Note what a Barrel is worth in each District within reach."""
    w = m.w
    bits = reach
    while bits != 0:
        d = lowest_of(m, bits)
        bits &= bits - 1
        share = 0.0
        owner = int(s["owner"][d])
        if owner == seat:
            share = 1.0 - risk_of(m, s, seat, d, count_mobsters(s, d), int(w["threat"][d]))
        elif owner != v.NONE:
            share = -w["against"][owner]
        for liquor in range(v.NUM_LIQUORS):
            w["barrel"][d, liquor] = w["fading"] * share * barrel_worth(m, s, d, liquor)


# ---- comings and goings


@rule
def title_change(m, s, seat, d, change):
    """Return what the Titles gain when a District becomes the seat's (1), or nobody's (-1)."""
    owner = int(s["owner"][d])
    gained = -titles_at(m, s, seat, d)
    count_place(m, d, seat, change)
    if owner != seat and owner != v.NONE:
        count_place(m, d, owner, -change)
    gained += titles_at(m, s, seat, d)
    count_place(m, d, seat, -change)
    if owner != seat and owner != v.NONE:
        count_place(m, d, owner, change)
    return gained


@rule
def titles_at(m, s, seat, d):
    """Weigh the Titles that a District counts for."""
    total = title_worth(m, s, seat, int(m.t["borough"][d]))
    title = int(m.known["title_kind"][d])
    return total + title_worth(m, s, seat, title) if title != v.NONE else total


@rule
def part_with(m, s, thought, seat, d, bosses, runners):
    """Weigh what a District with such mobsters of the seat would add to the board; `thought` is left as it was."""
    thought["owner"][d] = seat
    thought["bosses"][d] = bosses
    thought["runners"][d] = runners
    value = district_worth(m, thought, seat, d, int(m.w["threat"][d]))
    thought["owner"][d] = s["owner"][d]
    thought["bosses"][d] = s["bosses"][d]
    thought["runners"][d] = s["runners"][d]
    return m.w["fading"] * (value - m.w["part"][d])


@rule
def note_arrivals(m, s, thought, seat, d):
    """Note what a Runner, a Boss or a Safehouse of the seat brings to a District."""
    w = m.w
    own = s["owner"][d] == seat
    bosses = int(s["bosses"][d]) if own else 0
    runners = int(s["runners"][d]) if own else 0
    control = 0.0 if own else title_change(m, s, seat, d, 1)
    w["lure"][RUNNER, d] = w["pull"][RUNNER, d] + control + part_with(m, s, thought, seat, d, bosses, runners + 1)
    w["lure"][BOSS, d] = w["pull"][BOSS, d] + control + part_with(m, s, thought, seat, d, bosses + 1, runners)
    if own and s["safehouse"][d] == v.NONE:
        thought["safehouse"][d] = seat
        safer = part_with(m, s, thought, seat, d, bosses, runners)
        thought["safehouse"][d] = v.NONE
        more = m.g["more_safehouses"] if w["own_houses"] > 0 else m.g["safehouse"]
        w["lure"][HOUSE, d] = w["pull"][HOUSE, d] + safer + w["fading"] * more


@rule
def note_leavings(m, s, thought, seat, d):
    """Note what a Runner, or all Bosses, leaving cost a District of the seat; below 0."""
    bosses = int(s["bosses"][d])
    runners = int(s["runners"][d])
    keeps = s["safehouse"][d] == seat
    lost = m.w["fading"] * -m.w["part"][d]
    if not keeps:
        lost += title_change(m, s, seat, d, -1)
    if runners > 0:
        stays = keeps or bosses + runners > 1
        m.w["leave"][RUNNER, d] = part_with(m, s, thought, seat, d, bosses, runners - 1) if stays else lost
    if bosses > 0:
        stays = keeps or runners > 0
        m.w["leave"][BOSS, d] = part_with(m, s, thought, seat, d, 0, runners) if stays else lost


# ---- Plays


@rule
def see_payment(m, s, seat):
    """Return what paying a marker costs: a Play less for one's Contracts; below 0."""
    m.w["payment"] = 0.0
    if s["slots"][seat, seat] == 0:
        return 0.0
    thought = think_anew(m)
    thought["slots"][seat, seat] -= 1
    cost = worth_after(m, thought, seat) - m.w["worth"]
    m.w["payment"] = cost
    thought["slots"][seat, seat] += 1
    return cost


@rule
def see_travel(m, s, seat, origin, goal, laden):
    """Return what going where nobody resists seems to bring with the best crew, each crew's in `m.w["sight"]`."""
    w = m.w
    sight = w["sight"]
    sight[:] = -1e9
    runners = int(s["runners"][origin])
    if s["bosses"][origin] > 0:
        sight[BOSSES] = w["leave"][BOSS, origin] + w["lure"][BOSS, goal]
    if runners > 0:
        sight[ONE] = w["leave"][RUNNER, origin] + w["lure"][RUNNER, goal]
        if laden and runners > 1:
            sight[LADEN] = sight[ONE] + see_cargo(m, s, seat, origin, goal, runners)
    return max(sight[ONE], sight[BOSSES], sight[LADEN])


@rule
def see_cargo(m, s, seat, origin, goal, hands):
    """Return what the goods that so many carry gain on the way."""
    w = m.w
    gain = 0.0
    for liquor in range(v.NUM_LIQUORS):
        there = w["barrel"][goal, liquor]
        if s["owner"][goal] != seat:
            there = w["fading"] * barrel_worth(m, s, goal, liquor)
        each = there - w["barrel"][origin, liquor]
        if each > 0.0:
            carried = min(hands, int(s["barrels"][origin, liquor]))
            gain += carried * each
            hands -= carried
    return gain


@rule
def see_attack(m, s, seat, origin, goal, limit):
    """Return what attacking a District seems to bring, by the numbers on both sides."""
    party = min(limit, int(s["bosses"][origin]) + int(s["runners"][origin]))
    if s["precinct"][goal]:
        return 0.0 if party >= int(m.t["ratio_bounds"][2]) else -1.0
    defence = count_mobsters(s, goal) + (1 if s["safehouse"][goal] == s["owner"][goal] else 0)
    odds = party * party / (party * party + 1.5 * defence * defence)
    return odds * m.w["lure"][RUNNER, goal] - (1.0 - odds) * m.g["runner"] * 0.5 * party


@rule
def see_push(m, s, seat, pair):
    """Return what the best amounts of a Push seem to bring; never one that asks for consent."""
    own = int(m.t["pair_from"][pair])
    other = int(m.t["pair_to"][pair])
    holder = int(s["owner"][other])
    if holder != seat and holder != v.NONE:
        return -1e9
    total = 0.0
    for liquor in range(v.NUM_LIQUORS):
        here = m.w["barrel"][own, liquor]
        there = m.w["barrel"][other, liquor]
        if there > here and holder == seat:
            total += int(s["barrels"][own, liquor]) * (there - here)
        elif here > there:
            total += int(s["barrels"][other, liquor]) * (here - there)
    return total if total > 0.0 else -1e9


@rule
def see_recruit(m, s, seat, d):
    """Return what Recruiting as many as the Sweep leaves seems to bring."""
    price = count_recruit_cash(m.t, s, seat)
    cash = int(s["cash"][seat])
    most = min(cash // price, int(s["runners_left"][seat]))
    number = max(1, min(most, int(m.t["sweep_limit"]) - int(s["runners"][d])))
    thought = m.w["thought"]
    gain = part_with(m, s, thought, seat, d, int(s["bosses"][d]), int(s["runners"][d]) + number)
    return (
        gain
        + m.w["pull"][RUNNER, d] * number
        + m.w["fading"] * (cash_worth(m, cash - number * price) - cash_worth(m, cash))
    )


@rule
def see_smuggle(m, s, seat, choice):
    """Return what a Smuggle seems to bring; a crew that rolls no more dice than a smaller one brings nothing more."""
    t = m.t
    dock = int(t["dock_district"][choice // v.MAX_SMUGGLERS])
    crew = choice % v.MAX_SMUGGLERS + 1
    dice = count_ratio(t, crew, t["ratio_cap"])
    if crew > 1 and count_ratio(t, crew - 1, t["ratio_cap"]) == dice:
        return -1e9
    ladder = t["smuggle_on_at_docks"]
    at_least = int(ladder[min(count_docks(t, s, seat), len(ladder)) - 1])
    chance = (v.DICE_FACES + 1 - at_least) / v.DICE_FACES
    rum = min(dice * chance, float(s["supply"][v.RUM]))
    return rum * m.w["barrel"][dock, v.RUM] - dice * (1.0 - chance) * m.g["runner"] * m.w["fading"]


@rule
def see_unload(m, s, seat, joint):
    """Return what selling all seems to bring; each Kickback pays for a Play."""
    t = m.t
    d = int(t["joint_district"][joint])
    cash = int(s["cash"][seat])
    income = 0
    for liquor in range(v.NUM_LIQUORS):
        income += int(s["barrels"][d, liquor]) * int(s["price"][liquor])
    gain = cash_worth(m, cash + income) - cash_worth(m, cash) - goods_worth(m, s, d)
    room = int(t["slots"]) - count_slotted(s, seat) + int(t["cost_unload"])
    kickbacks = min(room, int(s["barrels"][d, t["pour"][d]]))
    return m.w["fading"] * (gain + m.g["slot"] * kickbacks) - m.w["payment"] * min(kickbacks, MOST_KICKBACKS)


@rule
def see_extort(m, s, seat, borough):
    """Return what Extorting seems to bring."""
    t = m.t
    gain = int(m.w["counts"][borough, seat]) * int(t["extort_cash_per_district"])
    cash = int(s["cash"][seat])
    heat = 1.5 * m.g["heat"] if gain >= t["extort_heat_from_cash"] else 0.0
    return m.w["fading"] * (cash_worth(m, cash + gain) - cash_worth(m, cash)) - heat


@rule
def see_fix(m, s, seat, choice):
    """Return what a new price seems to bring: on the Barrels of all seats."""
    liquor = choice // v.NUM_PRICES
    change = choice % v.NUM_PRICES + a.FIRST_PRICE - int(s["price"][liquor])
    total = 0.0
    for d in range(v.NUM_DISTRICTS):
        owner = int(s["owner"][d])
        if owner != v.NONE:
            share = 1.0 if owner == seat else -m.w["against"][owner]
            total += share * int(s["barrels"][d, liquor])
    return m.w["fading"] * m.g["barrel"] * total * change


@rule
def hits_rival(s, seat):
    """Say whether a rival has more markers on the Heat Track than the seat: a Raid would come for him."""
    own = count_heat(s, seat)
    for rival in range(int(s["num_players"])):
        if rival != seat and count_heat(s, rival) > own:
            return True
    return False


@rule
def see_other(m, s, seat, action):
    """Return what a Play that neither travels nor Pushes seems to bring; those seldom offered get a look anyway."""
    if a.A_RECRUIT <= action < a.A_HIRE:
        return see_recruit(m, s, seat, action - a.A_RECRUIT)
    if a.A_SECURE <= action < a.A_SAFEHOUSE_FROM:
        cash = int(s["cash"][seat])
        price = cash_worth(m, cash) - cash_worth(m, cash - int(m.t["secure_cash"]))
        return m.w["lure"][HOUSE, action - a.A_SECURE] - m.w["fading"] * price
    if a.A_SMUGGLE <= action < a.A_EXTORT:
        return see_smuggle(m, s, seat, action - a.A_SMUGGLE)
    if a.A_EXTORT <= action < a.A_FIX:
        return see_extort(m, s, seat, action - a.A_EXTORT)
    if a.A_FIX <= action < a.A_UNLOAD:
        return see_fix(m, s, seat, action - a.A_FIX)
    if a.A_UNLOAD <= action < a.A_SELL:
        return see_unload(m, s, seat, action - a.A_UNLOAD)
    if a.A_CAPO <= action < a.A_CONSIGLIERE:
        d = action - a.A_CAPO
        return m.w["pull"][BOSS, d] + m.w["fading"] * m.g["second_boss"] - m.g["risk"] * int(m.w["threat"][d] > 0)
    if a.A_BRIBE <= action < a.A_RAT or (action == a.A_RAT and hits_rival(s, seat)):
        return SELDOM
    if a.A_RISE <= action < a.A_BRIBE:
        return SELDOM + m.w["fading"] * m.g["boss"] + m.w["pull"][BOSS, action - a.A_RISE]
    return UNSEEN
