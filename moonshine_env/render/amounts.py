"""What numbers may be chosen where a decision asks how many: counted by the rules from the position."""

from __future__ import annotations

import numpy as np

from moonshine_env.kingdom import position as positions
from moonshine_env.kingdom import rules
from moonshine_env.kingdom.actions import NUM_ACTIONS, action_table
from moonshine_env.render.facts import Facts

# Decision -> which words of its plays are numbers, and what they count.
_NUMBERS = {
    "crew": ((1, "Bosses"), (2, "Runners")),
    "cargo": ((1, "Barrels"),),
    "push_amount": ((1, "Barrels"),),
    "recruit": ((1, "Runners"),),
    "sell": ((1, "Barrels"),),
}
_ONE = {"Bosses": "Boss", "Runners": "Runner", "Barrels": "Barrel"}


def say_amounts(facts: Facts) -> str:
    """Say from which number to which the open decision may be answered; empty where it asks for none.

    A position that the rules do not take says nothing.
    """
    asked = _NUMBERS.get((facts.frame or {}).get("decision", ""), ())
    if not asked:
        return ""
    plays = [name.split() for name in _legal_names(facts)]
    ranges = []
    for place, what in asked:
        numbers = {int(words[place]) for words in plays if len(words) > place and words[place].lstrip("-").isdigit()}
        if numbers:
            low, high = min(numbers), max(numbers)
            ranges.append(f"{low} to {high} {what}" if low < high else f"{low} {_ONE[what] if low == 1 else what}")
    return f"Legal: {', '.join(ranges)}." if ranges else ""


def _legal_names(facts: Facts) -> list[str]:
    try:
        states = positions.new_state(facts.content, facts.position)
    except positions.PositionError:
        return []
    mask = np.zeros(NUM_ACTIONS, np.int8)
    rules.legal(facts.content.tables, states, 0, mask)
    table = action_table(facts.content)
    return [table.name(int(action)) for action in np.flatnonzero(mask)]
