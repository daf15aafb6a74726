"""Two players with one idea each, that a sound one must beat: a hoarder of one Title, a player of Contracts alone."""

from __future__ import annotations

import numpy as np

from moonshine_env.kingdom import actions as a
from moonshine_env.kingdom.game import GAME
from moonshine_env.kingdom.tables import load_content
from moonshine_env.kingdom.vocab import DUMP, NONE, NUM_BOROUGHS, NUM_DISTRICTS
from policies.greedy import GreedyPolicy
from policies.greedy import weights as of


class TitleHoarder:
    """Wants one Deed, that of the Borough where it has most, and fills the Borough with mobsters and Safehouses.

    It Extorts the Borough every Day, never stakes a Contract, never leaves for another Borough, and fights where it
    is not outnumbered.
    """

    def __init__(self):
        self.content = load_content(None)
        self.t = self.content.tables[0]
        self.state = np.zeros(1, GAME.state)
        self.preferences = (self.extort, self.rise, self.spread, self.recruit, self.secure, self.sell)

    def act(self, seats, rng):
        return np.array([self.choose(seats, row) for row in range(len(seats))], np.int64)

    def choose(self, seats, row):
        GAME.decode(self.content.tables, seats.observations, row, self.state, 0)
        self.s = self.state[0]
        self.seat = int(self.s["acting_player"])
        self.legal = np.flatnonzero(seats.masks[row])
        own = self.s["owner"] == self.seat
        counts = np.bincount(self.t["borough"][own], minlength=NUM_BOROUGHS)
        self.home = int(counts.argmax())
        if a.A_LAY_LOW in self.legal:
            for preference in self.preferences:
                action = preference()
                if action is not None:
                    return action
            return a.A_LAY_LOW
        return self.answer()

    # ---- turns

    def among(self, first, count):
        return self.legal[(self.legal >= first) & (self.legal < first + count)] - first

    def extort(self):
        found = self.among(a.A_EXTORT, NUM_BOROUGHS)
        return a.A_EXTORT + int(found[0]) if len(found) else None

    def rise(self):
        at_home = [d for d in self.among(a.A_RISE, NUM_DISTRICTS) if self.t["borough"][d] == self.home]
        return a.A_RISE + int(at_home[0]) if at_home else None

    def spread(self):
        """Send somebody from a crowded District to one of the Borough that is not held yet."""
        s, t = self.s, self.t
        for pair in self.among(a.A_MOVE, a.COUNT["move"]):
            origin, goal = t["pair_from"][pair], t["pair_to"][pair]
            crowd = int(s["runners"][origin]) + int(s["bosses"][origin])
            enemies = int(s["runners"][goal]) + int(s["bosses"][goal])
            taken = s["owner"][goal] == self.seat or s["precinct"][goal] or t["borough"][goal] != self.home
            if not taken and crowd > max(1, 2 * enemies):
                return a.A_MOVE + int(pair)
        return None

    def recruit(self):
        found = self.among(a.A_RECRUIT, NUM_DISTRICTS)
        return a.A_RECRUIT + int(found[0]) if len(found) else None

    def secure(self):
        at_home = [d for d in self.among(a.A_SECURE, NUM_DISTRICTS) if self.t["borough"][d] == self.home]
        return a.A_SECURE + int(at_home[0]) if at_home and self.s["safehouses_left"][self.seat] else None

    def sell(self):
        found = self.among(a.A_UNLOAD, a.COUNT["unload"])
        return a.A_UNLOAD + int(found[0]) if len(found) else None

    # ---- answers

    def answer(self):
        legal = set(self.legal.tolist())
        for action in (a.A_AMBUSH, a.A_SAFEHOUSE_SUPPLY, a.A_REFUSE, a.A_TAKE_FALL, a.A_DONE):
            if action in legal:
                return action
        if a.A_FALL_BACK in legal:
            here = int(self.s["party_place"])
            party = int(self.s["party_runners"]) + int(self.s["party_bosses"])
            enemies = int(self.s["runners"][here]) + int(self.s["bosses"][here])
            return a.A_ASSAULT if a.A_ASSAULT in legal and party >= enemies else a.A_FALL_BACK
        crews = self.among(a.A_CREW, a.NUM_CREWS)
        if len(crews):
            goal = self.s["stack"][self.s["depth"] - 1][4]
            # All Runners to a fight, else half of them, or whoever there is.
            runners = [int(c) for c in crews if c < a.MAX_RUNNERS]
            fight = self.s["owner"][goal] not in (self.seat, NONE)
            crew = (runners[-1] if fight else runners[len(runners) // 2]) if runners else int(crews[0])
            return a.A_CREW + crew
        drafts = [action for action in self.among(a.A_DRAFT, a.COUNT["draft"]) if action % 2 != DUMP]
        if drafts:
            return a.A_DRAFT + drafts[0]
        # As many as can be: markers to fund, Runners to hire, Barrels to sell.
        funds = self.among(a.A_FUND, a.COUNT["fund"])
        return a.A_FUND + int(funds[-1]) if len(funds) else int(self.legal[-1])


def contracts_only():
    """Make a player that sees what `greedy` sees and cares for nothing but its Contracts."""
    weights = np.zeros(len(of.WEIGHTS))
    for name, value, _ in of.WEIGHTS:
        if name.startswith(("gap_", "play", "next_play", "bad_luck", "certain", "hand", "portfolio", "draw", "lock")):
            weights[of.NAMES.index(name)] = value
    weights[of.NAMES.index("fading")] = 1.0
    return GreedyPolicy(weights=weights)
