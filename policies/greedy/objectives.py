"""Contract objectives as ways: which conditions must hold together, so that a player can see how far off it is.

The rules judge a Contract by a branching program (`kingdom/contract_code.py`), which answers yes or no. Here every
program is unrolled into the ways to meet it: loops over Boroughs and liquors become one way, or one term, for each.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from moonshine_env.kingdom import contract_code as code
from moonshine_env.kingdom.vocab import NONE, NUM_BOROUGHS, NUM_CARDS, NUM_LIQUORS

MAX_TERMS = 384

OBJECTIVES = np.dtype(
    [
        ("first", np.int16, (NUM_CARDS + 1,)),  # first term of each card; a card without terms is never aimed at
        ("way", np.int16, (MAX_TERMS,)),  # number of the way, within its card, that the term belongs to
        ("step", np.int16, (MAX_TERMS,)),  # condition of `t["contracts"]`; NONE = only the Borough's tests
        ("borough", np.int16, (MAX_TERMS,)),  # of the loop around it, or NONE
        ("it", np.int16, (MAX_TERMS,)),  # liquor of the loop around it, or NONE
        ("tests", np.int16, (MAX_TERMS,)),  # bits that the Borough must pass
        ("every", np.int16, (MAX_TERMS,)),  # 1 = a Borough that fails the tests asks nothing
    ]
)


class Term(NamedTuple):
    """One condition of a way; fields as in OBJECTIVES."""

    step: int
    borough: int
    it: int
    tests: int
    every: int


Way = frozenset[Term]


class _Unroller:
    """Walk the programs of all Contracts; `code` is a record of `contract_code.CODE`."""

    def __init__(self, code: Any) -> None:
        self.code = code
        self.ways = lru_cache(maxsize=None)(self._ways)

    def is_every(self, loop: int) -> bool:
        """Say whether a loop asks for each value: what holds leads back to it."""
        step = int(self.code["if_true"][loop])
        while step >= 0 and step != loop:
            leaves = self.code["op"][step] in (code.NEXT_BOROUGH, code.NEXT_LIQUOR) and self.is_every(step)
            step = int(self.code["if_false" if leaves else "if_true"][step])
        return step == loop

    def _ways(self, step: int, borough: int, it: int, tests: int, every: int) -> tuple[Way, ...]:
        """Return the ways to get from a step to MET, none of them containing another."""
        if step < 0:
            return (frozenset(),) if step == code.MET else ()
        op = int(self.code["op"][step])
        if_true, if_false = int(self.code["if_true"][step]), int(self.code["if_false"][step])
        if op == code.NEXT_BOROUGH:
            return self._next_borough(step, borough, it)
        if op == code.NEXT_LIQUOR:
            each = int(self.code["each"][step])
            following = [n for n in range(it + 1, NUM_LIQUORS) if each >> n & 1]
            if following:
                return self.ways(if_true, borough, following[0], tests, every)
            return self.ways(if_false, borough, NONE, tests, every)
        if op == code.LEAVE_BOROUGHS:
            return self.ways(if_true, NONE, it, 0, 0)
        if op == code.LEAVE_LIQUORS:
            return self.ways(if_true, borough, NONE, tests, every)
        term = Term(step, borough, it, tests if every else 0, every)
        held = [way | {term} for way in self.ways(if_true, borough, it, tests, every)]
        return _smallest([*held, *self.ways(if_false, borough, it, tests, every)])

    def _next_borough(self, step: int, borough: int, it: int) -> tuple[Way, ...]:
        if_true, if_false = int(self.code["if_true"][step]), int(self.code["if_false"][step])
        tests = int(self.code["each"][step])
        following = borough + 1
        if following >= NUM_BOROUGHS:
            return self.ways(if_false, NONE, it, 0, 0)
        if self.is_every(step):
            return self.ways(if_true, following, it, tests, 1)
        test = {Term(NONE, following, NONE, tests, 0)} if tests else set()
        here = [way | test for way in self.ways(if_true, following, it, tests, 0)]
        return _smallest([*here, *self.ways(step, following, it, 0, 0)])


def _smallest(ways: list[Way]) -> tuple[Way, ...]:
    """Drop ways that ask for all that another asks for, and more."""
    different = list(dict.fromkeys(ways))
    return tuple(way for way in different if not any(other < way for other in different))


def unroll(contracts: Any) -> np.ndarray:
    """Unroll all objectives of a content.

    Args:
        contracts: Record of `contract_code.CODE`, as in `tables[0]["contracts"]`.

    Returns:
        `(1,)` of OBJECTIVES. A Contract with more terms than there is room for has none.
    """
    objectives = np.zeros(1, OBJECTIVES)
    row = objectives[0]
    unroller = _Unroller(contracts)
    used = 0
    for card in range(NUM_CARDS):
        row["first"][card] = used
        ways = unroller.ways(int(contracts["start"][card]), NONE, NONE, 0, 0)
        terms = [(number, term) for number, way in enumerate(ways) for term in sorted(way)]
        if used + len(terms) > MAX_TERMS:
            terms = []
        for number, term in terms:
            row["way"][used] = number
            for name, value in term._asdict().items():
                row[name][used] = value
            used += 1
    row["first"][NUM_CARDS] = used
    return objectives
