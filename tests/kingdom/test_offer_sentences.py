"""An offer in a position that cannot be: the sentence names the clause, and why it cannot be carried out."""

from __future__ import annotations

import re
from typing import Any

import pytest

from moonshine_env.kingdom.invariants import state_problem
from moonshine_env.kingdom.position import new_state
from moonshine_env.kingdom.state import BY, WHAT
from moonshine_env.kingdom.tables import load_content

pytestmark = pytest.mark.lane_unjitted

CONTENT = load_content()
BASE: dict[str, Any] = {
    "turn": "irish",
    "mobs": ["sicilian", "irish", "knights"],
    "day": 2,
    "players": {
        "sicilian": {"next_token": 1},
        "irish": {"ops": 2, "cash": 300, "favors": ["jimmy_walker", "texas_guinan"]},
        "knights": {"ops": 4, "cash": 900},
    },
    "promises": [{"by": "irish", "to": "knights", "clause": "pay 500", "due": 2, "favor": "jimmy_walker"}],
}
PROMISE = {"give": "pay 100", "give_terms": "tomorrow none"}


def clause(**said: str) -> dict[str, str]:
    return {"decision": "clause", "player": "irish", "rival": "knights", **said}


def terms(**said: str) -> dict[str, str]:
    return {"decision": "terms", "player": "irish", "rival": "knights", **said}


def answer(**said: str) -> dict[str, str]:
    return {"decision": "answer", "player": "knights", **said}


@pytest.mark.parametrize(
    ("decision", "sentence"),
    [
        (clause(rival="irish"), "`rival` is 'irish', who is not another player"),
        (clause(rival="vipers"), "`rival` is 'vipers', who is not another player"),
        (clause(give_terms="today none"), "`give_terms` are said without a `give`"),
        (clause(give="cash 500"), "`give` is 'cash 500', but irish has $300"),
        (
            clause(give="lend 2"),
            "`give` is 'lend 2', but irish has 2 own markers in his slots, and knights 1 slots free",
        ),
        (clause(give="lend 1", rival="sicilian"), "`give` is 'lend 1', but sicilian lies low"),
        (
            clause(give="cash 100", give_terms="today none"),
            "no promise, so it has no `give_terms`; 'today none' stands",
        ),
        (clause(give="pay 100"), "`give` is 'pay 100', a promise, so it needs `give_terms`"),
        (
            clause(give="pay 100", give_terms="today stephanie_st_clair"),
            "'today stephanie_st_clair', but irish does not hold the Favor of stephanie_st_clair",
        ),
        (
            clause(give="pay 100", give_terms="today jimmy_walker"),
            "'today jimmy_walker', but irish has staked the Favor of jimmy_walker on another promise",
        ),
        (terms(give="cash 100"), "the terms of `give` are asked, but 'cash 100' is no promise"),
        (terms(**PROMISE), "the terms of `give` are asked, but `give_terms` are said already"),
        (terms(**PROMISE, want="cash 100"), "the terms of `want` are asked, but 'cash 100' is no promise"),
        (terms(give="cash 500", want="pay 100"), "`give` is 'cash 500', but irish has $300"),
        (answer(give="nothing", want="nothing"), "`give` and `want` are both 'nothing'"),
        (answer(give="cash 300", want="cash 1000"), "`want` is 'cash 1000', but knights has $900"),
        (answer(give="cash 500", want="nothing"), "`give` is 'cash 500', but irish has $300"),
        (answer(**PROMISE, want="pay 100"), "`want` is 'pay 100', a promise, so it needs `want_terms`"),
    ],
)
def test_the_sentence_names_the_clause(decision: dict[str, str], sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)) as caught:
        new_state(CONTENT, {**BASE, "stack": [decision]})
    assert re.match(rf"stack\[\d\] does not fit the rest: {decision['decision']} needs .*\. Here ", str(caught.value))


@pytest.mark.parametrize(
    "decision",
    [
        clause(give="cash 300"),
        clause(give="lend 1"),
        clause(give="pay 100", give_terms="today texas_guinan"),
        terms(give="pay 100"),
        answer(give="cash 300", want="cash 500"),
    ],
)
def test_what_can_be_carried_out_is_taken(decision: dict[str, str]) -> None:
    assert new_state(CONTENT, {**BASE, "stack": [decision]})["depth"][0] == 3


def test_a_fault_that_is_none_of_the_clauses_says_no_more() -> None:
    with pytest.raises(ValueError, match="clause needs") as caught:
        new_state(CONTENT, {**BASE, "stack": [clause(give="cash 300", player="knights", rival="irish")]})
    assert "Here" not in str(caught.value)
    with pytest.raises(ValueError, match="answer needs") as caught:
        new_state(CONTENT, {**BASE, "stack": [answer(player="irish", give="cash 100", want="nothing")]})
    assert "Here" not in str(caught.value)


# ---- promises


@pytest.mark.parametrize(
    ("promise", "sentence"),
    [
        (
            {"clause": "barrels 2 gin", "barrels_pushed": 2},
            "`barrels_pushed` is 2, which is all of 'barrels 2 gin': it would be",
        ),
        ({"favor": "jimmy_walker"}, "irish has staked the Favor of jimmy_walker on another promise"),
    ],
)
def test_the_sentence_names_the_part_of_a_promise(promise: dict[str, Any], sentence: str) -> None:
    usual = {"by": "irish", "to": "knights", "clause": "pay 500", "due": 2}
    with pytest.raises(ValueError, match=r"promises\[1\]: it needs .*\. Here " + re.escape(sentence)):
        new_state(CONTENT, {**BASE, "promises": [*BASE["promises"], {**usual, **promise}]})


def test_a_promise_of_today_is_settled_at_reckoning() -> None:
    night = {"players": {}, "turn": None, "phase": "reckoning"}
    with pytest.raises(ValueError, match="`due` is Day 2, but the promises of that Day are settled"):
        new_state(CONTENT, {**BASE, **night, "promises": [{**BASE["promises"][0], "favor": None}]})


def test_a_promise_that_no_position_can_say_is_no_fault_of_the_sentence() -> None:
    for column, value in ((BY, 9), (WHAT, 999), (WHAT, 0)):
        states = new_state(CONTENT, BASE)
        states["promises"][0, 0, column] = value
        assert state_problem(CONTENT, states, 0).startswith("promises[0]: it needs two different mobs")
