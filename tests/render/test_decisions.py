"""Every decision has a sentence; many legal plays go into few words, and none gets lost."""

from __future__ import annotations

import itertools
import re

import pytest

from moonshine_env.kingdom import position
from moonshine_env.kingdom.positions.frames import DISTRICT, FLAG, FRAMES, words_of
from moonshine_env.kingdom.vocab import DECISION_IDS, FRAME_IDS
from moonshine_env.render import render_picture, render_text
from moonshine_env.render.decisions import describe_decision
from moonshine_env.render.facts import gather_facts
from moonshine_env.render.plays import group_plays


def frame_of(content, kind):
    """Write a frame of a kind with plain arguments."""
    frame = {"decision" if kind in DECISION_IDS else "work": kind, "player": "irish"}
    for argument in FRAMES[kind]:
        words = words_of(content, argument)
        if argument.kind == DISTRICT:
            frame[argument.name] = words[3 + len(frame)]
        elif words:
            frame[argument.name] = words[0]
        elif argument.kind != FLAG:
            frame[argument.name] = 1
    return frame


@pytest.mark.parametrize("kind", DECISION_IDS)
def test_every_decision_is_drawn(content, battle, kind):
    pending = {"brew_dice": {"red": [1, 2, 6], "white": [3, 4, 5]}, "play": {"amounts": {"gin": 2}}}
    pending["promises"] = [{"by": "irish", "to": "vipers", "clause": "pay 500", "due": 7, "favor": "jimmy_walker"}]
    what = {**battle, **pending, "stack": [frame_of(content, kind)]}
    mob, sentence = describe_decision(gather_facts(content, what))
    assert mob == "irish"
    assert re.fullmatch(r"[A-Z].*[.?)]", sentence)
    for argument in FRAMES[kind]:
        if argument.kind == DISTRICT:
            number = content.district_ids.index(what["stack"][0][argument.name])
            assert content.district_names[number] in sentence
    assert f"The Irish decide. {sentence[:20]}" in render_text(content, what, colour=False)
    assert render_picture(content, what, (300, 280)).any()


@pytest.mark.parametrize("kind", FRAME_IDS[FRAME_IDS.index("brew") :])
def test_work_that_goes_on_is_named(content, battle, kind):
    text = render_text(content, {**battle, "stack": [frame_of(content, kind)]}, colour=False)
    assert f"Nobody decides: the game goes on with {kind.replace('_', ' ')}." in text


@pytest.mark.parametrize(
    ("decision", "extra", "wanted"),
    [
        ({"decision": "pinned", "district": "williamsburg"}, {}, "Pinned in Williamsburg by the Police: Storm"),
        ({"decision": "pinned", "district": "corona"}, {}, "Pinned in Corona by rivals: Assault"),
        (
            {"decision": "pinned", "district": "corona", "stealth": True},
            {},
            "Stealth into Corona: Assault, or Advance?",
        ),
        ({"decision": "shylock", "repay_only": True}, {}, "repay Marks, or done"),
        ({"decision": "grease", "shylock_used": True}, {}, "Grease the Wheels: stake"),
        ({"decision": "raid_pay", "district": "corona"}, {}, "bribe the Police for $1,000"),
        ({"decision": "sell", "district": "corona", "liquor": "rum"}, {}, "how many Barrels of rum are sold, at $500?"),
        (
            {"decision": "exchange", "own": "jamaica", "other": "bowery"},
            {"play": {"amounts": {"gin": 2, "rum": -1}}},
            "the Knights would Push 2 gin from Jamaica to The Bowery and 1 rum from The Bowery to Jamaica.",
        ),
        (
            {"decision": "safehouse", "district": "corona"},
            {"districts": {"corona": {"mob": "irish", "runners": 1, "safehouse": "vipers"}}},
            "destroy the Safehouse of the Vipers",
        ),
    ],
)
def test_sentences_say_what_matters(content, battle, decision, extra, wanted):
    what = {**battle, **extra, "stack": [{**decision, "player": "irish"}]}
    assert wanted in describe_decision(gather_facts(content, what))[1]


def test_the_end_is_told(content, met):
    (over, *_) = [m for m in met if not m.decision]
    mob, sentence = describe_decision(gather_facts(content, position.dump(content, over.states, 0)))
    assert not mob
    assert sentence.startswith(("The game ends with a victory: 1. ", "The game ends with its last Day: 1. "))


# ---- legal plays


def expand(pattern):
    """Write out the names that a pattern stands for."""
    words = []
    for word in pattern.split():
        options = []
        for part in word.split("|"):
            run = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", part)
            options += map(str, range(int(run[1]), int(run[2]) + 1)) if run else [part]
        words.append(options)
    return [" ".join(chosen) for chosen in itertools.product(*words)]


@pytest.mark.parametrize(
    ("names", "patterns"),
    [
        (["move a b", "move a c", "move b c"], ["move a b|c", "move b c"]),
        (["give -1 gin", "give 0 gin", "give 1 gin", "give 3 gin"], ["give -1..1|3 gin"]),
        (["crew 0 1", "crew 0 2", "crew 1 0", "crew 1 1"], ["crew 0 1|2", "crew 1 0|1"]),
        (["draft 1 2 dump", "draft 1 3 dump", "draft 4 2 dump", "draft 4 3 dump"], ["draft 1|4 2|3 dump"]),
        (["ambush", "ambush courage gin", "ambush courage rum"], ["ambush", "ambush courage gin|rum"]),
        (["lay_low"], ["lay_low"]),
    ],
)
def test_patterns(names, patterns):
    (family,) = group_plays(names)
    assert [pattern for pattern, _ in family.patterns] == patterns
    assert family.count == len(names)


def test_patterns_lose_and_invent_no_play(met):
    for m in met:
        families = group_plays(m.legal)
        written = [name for family in families for pattern, _ in family.patterns for name in expand(pattern)]
        assert sorted(written) == sorted(m.legal)
        for family in families:
            assert all(len(expand(pattern)) == n for pattern, n in family.patterns)
