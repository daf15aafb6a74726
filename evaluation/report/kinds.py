"""Kinds of plays that a report of Moonshine Kingdom counts: families of actions under a player's words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from moonshine_env.kingdom import actions as a
from moonshine_env.kingdom.actions import action_table
from moonshine_env.kingdom.tables import Content
from moonshine_env.kingdom.vocab import PLUNDER

MORNING, PLAY, FIGHT, POLICE, TALK = "morning", "Play", "fight", "Police", "talk"


@dataclass(frozen=True)
class Kind:
    """A kind of play.

    Attributes:
        id: Its name in the JSON file.
        label: In plots.
        group: Under which heading.
        families: Families of actions that it takes in.
    """

    id: str
    label: str
    group: str
    families: tuple[str, ...]


KINDS = (
    Kind("produce", "Produce", MORNING, ("draft",)),
    Kind("dump", "Dump", MORNING, ()),
    Kind("stake", "stake a Contract", MORNING, ("stake",)),
    Kind("move", "Move", PLAY, ("move",)),
    Kind("skiff", "Skiff", PLAY, ("skiff",)),
    Kind("stealth", "Stealth", PLAY, ("stealth",)),
    Kind("push", "Push", PLAY, ("push",)),
    Kind("recruit", "Recruit", PLAY, ("recruit",)),
    Kind("hustle", "Hustle", PLAY, ("hustle",)),
    Kind("secure", "Secure", PLAY, ("secure",)),
    Kind("smuggle", "Smuggle", PLAY, ("smuggle",)),
    Kind("extort", "Extort", PLAY, ("extort",)),
    Kind("fix", "Fix", PLAY, ("fix",)),
    Kind("unload", "Unload", PLAY, ("unload",)),
    Kind("rise", "Rise", PLAY, ("rise",)),
    Kind("bribe", "Bribe", PLAY, ("bribe",)),
    Kind("rat", "Rat", PLAY, ("rat",)),
    Kind("capo", "Capo", PLAY, ("capo",)),
    Kind("consigliere", "Consigliere", PLAY, ("consigliere",)),
    Kind("lay_low", "Lay Low", PLAY, ("lay_low",)),
    Kind("ambush", "Ambush", FIGHT, ("ambush",)),
    Kind("hold_fire", "Hold Fire", FIGHT, ("hold_fire",)),
    Kind("fold", "Fold", FIGHT, ("fold",)),
    Kind("assault", "Assault", FIGHT, ("assault",)),
    Kind("plunder", "Plunder", FIGHT, ()),
    Kind("storm", "Storm", FIGHT, ("storm",)),
    Kind("torch", "Torch", FIGHT, ("torch",)),
    Kind("advance", "Advance", FIGHT, ("advance",)),
    Kind("fall_back", "Fall Back", FIGHT, ("fall_back",)),
    Kind("bribe_police", "Raid: the bribe", POLICE, ("bribe_police",)),
    Kind("take_fall", "Raid: the fall", POLICE, ("take_fall",)),
    Kind("borrow", "borrow Marks", TALK, ("borrow",)),
    Kind("repay", "repay Marks", TALK, ("repay",)),
    Kind("lend", "lend markers", TALK, ("lend",)),
    Kind("gift", "give cash", TALK, ("gift",)),
    Kind("offer", "make an offer", TALK, ("offer",)),
    Kind("accept", "accept an offer", TALK, ("accept",)),
    Kind("decline", "decline an offer", TALK, ("decline",)),
)
KIND_IDS = tuple(kind.id for kind in KINDS)
PLAYS = tuple(k for k, kind in enumerate(KINDS) if kind.group == PLAY)


def kinds_of_actions(content: Content) -> np.ndarray:
    """Return the kind of each action as its place in KINDS, `(NUM_ACTIONS,)` int16; -1 = not counted."""
    by_family = {family: k for k, kind in enumerate(KINDS) for family in kind.families}
    found: Any = np.array([by_family.get(family, -1) for family in action_table(content).families], np.int16)
    drafts = np.arange(a.A_DRAFT, a.A_DRAFT + a.COUNT["draft"])
    found[drafts[drafts % 2 == 1]] = KIND_IDS.index("dump")
    found[a.A_ASSAULT + PLUNDER : a.A_ASSAULT + a.COUNT["assault"]] = KIND_IDS.index("plunder")
    kinds: np.ndarray = found
    return kinds
