"""Every kind of decision and every family of actions is reached: by random games, or from a position written here."""

from __future__ import annotations

import numpy as np
import pytest

from moonshine_env.kingdom.vocab import DECISION_IDS, FRAME_IDS
from tests.kingdom.random_play import (
    ACTIONS,
    ALL_ACTIONS,
    ALL_FAMILIES,
    FAMILY_IDS,
    decision_of,
    play,
    start,
    tally_games,
)

# What random play seldom or never gets to: name, position, plays.
PLACES = (
    (
        "a lent marker pays, and heats",
        {
            "turn": "irish",
            "players": {"irish": {"ops": {"irish": 3, "knights": 2}}},
            "districts": {"red_hook": "irish 2R 4m"},
        },
        ("unload red_hook", "sell 4 moonshine", "pay knights", "pay irish", "heat knights"),
    ),
    (
        "one lent marker pays and heats: nothing to ask",
        {
            "turn": "irish",
            "players": {"irish": {"ops": {"irish": 1, "knights": 2}}},
            "deeds": {"bronx": "irish"},
            "districts": dict.fromkeys(("hunts_point", "belmont", "throggs_neck", "fordham"), "irish 1R"),
        },
        ("extort bronx", "pay knights"),
    ),
    (
        "Bribe",
        {"turn": "sicilian", "players": {"sicilian": {"cash": 2600}}, "districts": {"sugar_hill": "sicilian 1R"}},
        ("bribe stephanie_st_clair",),
    ),
    (
        "a Storm won",
        {
            "turn": "knights",
            "precincts": ["sugar_hill"],
            "districts": {"red_hook": "knights 5R 2m"},
            "given_dice": [5, 6, 2],
        },
        ("skiff red_hook sugar_hill", "crew 0 5", "carry 2 moonshine", "storm", "safehouse supply"),
    ),
    (
        "a tie for a Raid",
        {
            "turn": "knights",
            "heat": ["vipers"],
            "precincts": ["williamsburg"],
            "districts": {"red_hook": "vipers 1R 2m", "brownsville": "vipers 3R"},
        },
        ("rat", "raid brownsville", "borrow 1", "bribe_police"),
    ),
    (
        "a Raid that takes the fall",
        {
            "turn": "knights",
            "heat": ["vipers"],
            "precincts": ["williamsburg"],
            "districts": {"red_hook": "vipers 3R 2m"},
        },
        ("rat", "take_fall"),
    ),
    (
        "Secure from another District",
        {"turn": "knights", "districts": {"red_hook": "knights S", "coney_island": "knights 1R"}},
        ("secure coney_island", "safehouse from red_hook"),
    ),
    (
        "Torch",
        {
            "turn": "knights",
            "districts": {"brownsville": "knights 2R", "corona": "irish 1R S"},
            "given_dice": [5, 2],
        },
        ("move brownsville corona", "crew 0 2", "hold_fire", "torch", "assault"),
    ),
    (
        "Plunder",
        {
            "turn": "irish",
            "districts": {"brownsville": "irish 3R", "red_hook": "knights 2R S 3r 1m"},
            "given_dice": [5, 6, 4],
        },
        (
            "move brownsville red_hook",
            "crew 0 3",
            "hold_fire",
            "plunder",
            "steal rum",
            "steal moonshine",
            "advance williamsburg",
        ),
    ),
    (
        "Stealth, and Fall Back",
        {
            "turn": "vipers",
            "districts": {"five_points": "vipers 5R", "tenderloin": "knights 2R"},
            "given_dice": [5, 2, 1, 6],
        },
        ("stealth five_points tenderloin", "crew 0 5", "assault", "fall_back"),
    ),
    (
        "an exchange allowed",
        {"turn": "sicilian", "districts": {"bowery": "sicilian 2R 3g", "five_points": "irish 1R 2m"}},
        ("push bowery five_points", "give -2 moonshine", "give 1 gin", "allow"),
    ),
    (
        "an exchange refused",
        {"turn": "sicilian", "districts": {"bowery": "sicilian 2R 3g", "five_points": "irish 1R 2m"}},
        ("push bowery five_points", "give -2 moonshine", "give 1 gin", "refuse"),
    ),
    (
        "Fix, Capo and Consigliere",
        {
            "turn": "sicilian",
            "heat": ["irish", "knights"],
            "syndicates": {"rum": "sicilian"},
            "districts": {"sugar_hill": "sicilian 1B", "astoria": "sicilian 3R"},
            "players": {name: {"ops": {}, "next_token": k} for k, name in enumerate(("irish", "vipers", "knights"), 1)},
        },
        ("fix rum 300", "consigliere 2", "capo astoria"),
    ),
    (
        "Rise",
        {"turn": "irish", "districts": {"coney_island": "irish 1R"}},
        ("rise fordham", "safehouse none"),
    ),
    (
        "a Safehouse taken over, and a Fold",
        {"turn": "knights", "districts": {"tenderloin": "knights 4R", "bowery": "irish 1R S 2g"}},
        ("move tenderloin bowery", "crew 0 4", "fold jamaica", "safehouse destroy"),
    ),
    (
        "an Ambush with Courage",
        {
            "turn": "vipers",
            "districts": {"bowery": "irish 3R 1g", "five_points": "vipers 4R 3w"},
            "given_dice": [4, 5],
        },
        ("move five_points bowery", "crew 0 4", "carry 3 whisky", "ambush courage gin", "fall_back"),
    ),
    (
        "debts before the crown",
        {"phase": "debts", "players": {"vipers": {"cash": 2600, "marks": 2}}},
        ("repay 1",),
    ),
    (
        "cash judged tonight",
        {"phase": "reckoning", "players": {"irish": {"staked": {"thickest_wallet": 1}}}},
        ("borrow 1",),
    ),
)


def walk(position, plays) -> tuple[set[str], set[str]]:
    """Play from a position; returns the kinds of decision and the families of actions that were met."""
    states = start(position)
    kinds, families = set(), set()
    for name in plays:
        kinds.add(decision_of(states))
        families.add(ACTIONS.families[ACTIONS.parse(name)])
        play(states, name)
    return kinds, families


@pytest.mark.lane_unjitted
@pytest.mark.lane_bounds
@pytest.mark.parametrize(("position", "plays"), [case[1:] for case in PLACES], ids=[case[0] for case in PLACES])
def test_written_positions_get_where_they_say(position, plays):
    walk(position, plays)


def test_nothing_is_left_unreached(at_size):
    kinds: set[str] = set()
    families: set[str] = set()
    for players in (2, 3, 4):
        for how in (ALL_ACTIONS, ALL_FAMILIES):
            tally = tally_games(players, at_size(200, 2_000), how)
            kinds |= {FRAME_IDS[kind] for kind in np.flatnonzero(tally["kinds"])}
            families |= {FAMILY_IDS[family] for family in np.flatnonzero(tally["played"])}
    # Random games alone get everywhere but here.
    assert set(DECISION_IDS) - kinds == set()
    assert set(FAMILY_IDS) - families <= {"bribe"}
    for _, position, plays in PLACES:
        met = walk(position, plays)
        kinds |= met[0]
        families |= met[1]
    assert sorted(set(DECISION_IDS) - kinds) == []
    assert sorted(set(FAMILY_IDS) - families) == []
