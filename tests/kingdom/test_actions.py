"""The action table: every id has one name and every name one id, for ever."""

from __future__ import annotations

import hashlib
import re
from itertools import pairwise

import numpy as np
import pytest

from moonshine_env.kingdom import actions
from moonshine_env.kingdom.actions import COUNT, FAMILIES, NUM_ACTIONS, action_table
from moonshine_env.kingdom.tables import load_content

CONTENT = load_content()
TABLE = action_table(CONTENT)
T = CONTENT.tables[0]
# Whatever was trained or logged hangs on these. New families go to the end of the table; then both change.
PINNED = (1_986, "ca6b30573186c446")


def names_of(family: str) -> list[str]:
    return [name for name, its in zip(TABLE.names, TABLE.families, strict=True) if its == family]


def test_the_table_is_the_one_on_file():
    digest = hashlib.sha256("\n".join(TABLE.names).encode()).hexdigest()[:16]
    assert (len(TABLE.names), digest) == PINNED, "an id means the same thing for ever; new ones are appended only"


def test_names_and_ids_are_total_both_ways():
    assert len(TABLE.names) == len(set(TABLE.names)) == len(TABLE.ids) == NUM_ACTIONS
    for action, name in enumerate(TABLE.names):
        assert TABLE.parse(name) == action
        assert TABLE.name(action) == name
        assert re.fullmatch(r"[a-z_]+( -?[a-z0-9_]+)*", name), name


def test_families_lie_end_to_end():
    first = 0
    for family, count, meaning in FAMILIES:
        assert TABLE.families[first : first + count] == (family,) * count
        assert count == COUNT[family] > 0
        assert meaning
        first += count
    assert first == NUM_ACTIONS
    changes = [k for k, (one, two) in enumerate(pairwise(TABLE.families)) if one != two]
    assert len(changes) == len(FAMILIES) - 1


def test_constants_of_the_rules_are_the_first_ids():
    first = np.cumsum([0] + [count for _, count, _ in FAMILIES])
    constants = {name: value for name, value in vars(actions).items() if re.match(r"A_[A-Z_]+$", name)}
    split = {"A_SAFEHOUSE_FROM": 0, "A_SAFEHOUSE_SUPPLY": 25, "A_SAFEHOUSE_DESTROY": 26, "A_SAFEHOUSE_NONE": 27}
    special = {"A_GIVE": "give", "A_CARRY": "carry"}
    for k, (family, _, _) in enumerate(FAMILIES):
        name = next((name for name, its in special.items() if its == family), f"A_{family.upper()}")
        if family == "safehouse":
            assert {name: constants.pop(name) - first[k] for name in split} == split
        else:
            assert constants.pop(name) == first[k], family
    assert not constants


@pytest.mark.parametrize(
    ("family", "first", "last"),
    [
        ("draft", "draft 1 1 produce", "draft 6 6 dump"),
        ("fund", "fund 0", "fund 5"),
        ("borrow", "borrow 1", "borrow 12"),
        ("repay", "repay 1", "repay 12"),
        ("crew", "crew 0 1", "crew 2 15"),
        ("carry", "carry 0 moonshine", "carry 17 rum"),
        ("give", "give -25 moonshine", "give 25 rum"),
        ("hire", "hire 1", "hire 15"),
        ("hustle", "hustle gig", "hustle score"),
        ("fix", "fix moonshine 200", "fix rum 500"),
        ("sell", "sell 0 moonshine", "sell 25 rum"),
        ("consigliere", "consigliere 1", "consigliere 4"),
        ("pay", "pay sicilian", "pay knights"),
        ("ambush", "ambush", "ambush plunder courage rum"),
        ("assault", "assault", "plunder courage rum"),
        ("steal", "steal moonshine", "steal rum"),
    ],
)
def test_ends_of_families(family, first, last):
    names = names_of(family)
    assert (names[0], names[-1]) == (first, last)


def test_places_are_named_by_district():
    ids = CONTENT.district_ids
    for family in ("recruit", "secure", "rise", "capo", "fold", "advance", "raid"):
        assert names_of(family) == [f"{family} {district}" for district in ids]
    for family in ("move", "push", "stealth"):
        wanted = [f"{family} {ids[a]} {ids[b]}" for a in range(25) for b in range(25) if T["connected"][a, b]]
        assert names_of(family) == wanted
    coast = [ids[d] for d in range(25) if T["coastal"][d]]
    assert names_of("skiff") == [f"skiff {a} {b}" for a in coast for b in coast if a != b]
    docks = [ids[d] for d in T["dock_district"]]
    assert names_of("smuggle") == [f"smuggle {dock} {crew}" for dock in docks for crew in range(1, 6)]
    assert names_of("unload") == [f"unload {ids[d]}" for d in T["joint_district"]]
    tail = ["safehouse supply", "safehouse destroy", "safehouse none"]
    assert names_of("safehouse") == [f"safehouse from {district}" for district in ids] + tail
    for family in ("stake", "discard"):
        assert names_of(family) == [f"{family} {card}" for card in CONTENT.card_ids]


def test_boosts_of_both_rolls_have_the_same_places():
    rest = [name.removeprefix("ambush").strip() for name in names_of("ambush")]
    # In PINNED a Plunder is a step of its own name (K7.6).
    wanted = [word if word.startswith("plunder") else f"assault {word}".strip() for word in rest]
    assert names_of("assault") == wanted


def test_spaces_do_not_matter_and_nothing_else_is_guessed():
    action = TABLE.ids["move five_points bowery"]
    assert TABLE.parse("  move   five_points bowery ") == action
    for wrong in ("Move five_points bowery", "move five_points", "move bowery bowery", "", "lay low", "crew 0 0"):
        with pytest.raises(ValueError, match="no action is named"):
            TABLE.parse(wrong)


@pytest.mark.parametrize(
    ("wrong", "offered"),
    [
        ("move five_point bowery", "'move five_points bowery'"),
        ("lay low", "'lay_low'"),
        ("lie_low", "'lay_low'"),
        ("sel 3 rum", "'sell 3 rum'"),
        ("fold bowry", "'fold bowery'"),
        ("asault courage gin", "'assault courage gin'"),
    ],
)
def test_a_misspelt_name_is_answered_with_the_nearest(wrong, offered):
    with pytest.raises(ValueError, match=f"no action is named '{wrong}'; did you mean .*{re.escape(offered)}"):
        TABLE.parse(wrong)


def test_a_name_like_none_gets_no_hint():
    with pytest.raises(ValueError, match=r"no action is named 'zzzzzzzzzzzz'$"):
        TABLE.parse("zzzzzzzzzzzz")


@pytest.mark.parametrize("action", [-1, NUM_ACTIONS, 10**9])
def test_ids_outside_are_refused(action):
    with pytest.raises(ValueError, match=rf"action {action} is outside 0..{NUM_ACTIONS - 1}"):
        TABLE.name(action)
