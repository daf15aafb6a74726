"""Contract objectives as numbers: the condition language of `data/contracts.toml`, compiled to a branching program.

A program is a list of steps. Each step is a test with two next steps, one if it holds and one if not, until MET or
NOT_MET is reached; a loop over liquors or Boroughs is a step that holds as long as there is a next one. So rules run
it (`phases/contracts.py`) without recursion or scratch space, and every name and number of a Contract stays data.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from moonshine_env.kingdom.vocab import BOROUGH_IDS, KIND_IDS, LIQUOR_IDS, NONE, NUM_CARDS, NUM_LIQUORS

MAX_STEPS = 192  # of all Contracts together; the printed ones take about half
CASH_UNIT = 100  # $ of one unit of cash in the state
MOST_NUMBER = 2**15 - 1

# ---- next steps that end a program
NOT_MET, MET = -2, -1

# ---- what a step does
(
    AT_LEAST,
    UNDER,
    MOST_EACH,
    MOST_ALL,
    RIVAL_NO_BOSS,
    RIVAL_HEAT,
    RIVAL_BOXED_BOSS,
    CHAIN,
    NEAR_RIVAL_SAFEHOUSE,
    NEXT_BOROUGH,
    LEAVE_BOROUGHS,
    NEXT_LIQUOR,
    LEAVE_LIQUORS,
) = range(13)

# ---- what is counted
DISTRICTS, BOROUGHS, RUNNERS, MOBSTERS, SAFEHOUSES, BARRELS, CASH, HEAT = range(8)
COUNT_IDS = ("districts", "boroughs", "runners", "mobsters", "safehouses", "barrels", "cash", "heat")

# ---- words for a liquor: the four of `vocab`, then
ANY, IT, DEAREST, CHEAPEST = range(NUM_LIQUORS, NUM_LIQUORS + 4)
WORD_IDS = (*LIQUOR_IDS, "any", "it", "dearest", "cheapest")
NUM_WORDS = len(WORD_IDS)

# ---- tests of a Borough, as bits
RIVAL_DEED, OWN_DEED, RIVAL_SAFEHOUSE, RIVAL_BOSS, MAINLAND, MOST_BARRELS = (1 << n for n in range(6))
BOROUGH_TEST_IDS = ("rival_deed", "own_deed", "rival_safehouse", "rival_boss", "mainland", "most_barrels")
STATEN_ISLAND = BOROUGH_IDS.index("staten_island")

CODE = np.dtype(
    [
        # ---- by card
        ("start", np.int16, (NUM_CARDS,)),  # its first step
        ("names_cash", np.int16, (NUM_CARDS,)),  # 1 = `cash` is counted or compared (K9.4)
        # ---- by step: the test and where to go on
        ("op", np.int16, (MAX_STEPS,)),
        ("if_true", np.int16, (MAX_STEPS,)),
        ("if_false", np.int16, (MAX_STEPS,)),
        ("what", np.int16, (MAX_STEPS,)),
        ("of", np.int16, (MAX_STEPS,)),  # word of the liquor whose Barrels are counted
        ("number", np.int16, (MAX_STEPS,)),  # threshold; cash in hundreds of $
        ("each", np.int16, (MAX_STEPS,)),  # bits: tests of the Boroughs of a loop, or its liquors
        ("dearest", np.int16, (MAX_STEPS,)),  # 1 = false while no liquor is the one dearest
        ("cheapest", np.int16, (MAX_STEPS,)),
        # ---- by step: the Districts it means; NONE or 0 = does not matter
        ("district", np.int16, (MAX_STEPS,)),  # the one of that name; one end of a chain
        ("other", np.int16, (MAX_STEPS,)),  # the other end of a chain
        ("boroughs", np.int16, (MAX_STEPS,)),  # bits; 0 = does not matter
        ("kind", np.int16, (MAX_STEPS,)),
        ("society", np.int16, (MAX_STEPS,)),
        ("pour", np.int16, (MAX_STEPS,)),  # word of a liquor; ANY = a Joint, a Still, whatever it makes
        ("still", np.int16, (MAX_STEPS,)),
        ("still_not", np.int16, (MAX_STEPS,)),
        ("still_number", np.int16, (MAX_STEPS,)),
        ("boss", np.int16, (MAX_STEPS,)),
        ("runners", np.int16, (MAX_STEPS,)),  # at least
        ("safehouse", np.int16, (MAX_STEPS,)),
        ("stock", np.int16, (MAX_STEPS, NUM_WORDS)),  # Barrels there, at least, by word
    ]
)
_NONE_FIELDS = ("of", "district", "other", "kind", "pour", "still", "still_not", "still_number")

# Keys of each kind of condition, its own first: those it needs, those it may have.
_CONDITION_KEYS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "count": ((), ("where", "of", "at_least", "under")),
    "most": ((), ("where", "of", "against")),
    "some_borough": (("has",), ()),
    "every_borough": (("has",), ()),
    "each_liquor": (("has",), ()),
    "some_liquor": (("has",), ()),
    "rival": ((), ("at_least",)),
    "chain": ((), ()),
    "near_rival_safehouse": ((), ()),
}
_WHERE_KEYS = (
    "name",
    "borough",
    "kind",
    "society",
    "pour",
    "still",
    "still_not",
    "still_number",
    "boss",
    "runners",
    "safehouse",
    "barrels",
)
_RIVAL_IDS = {"no_boss": RIVAL_NO_BOSS, "heat": RIVAL_HEAT, "boxed_boss": RIVAL_BOXED_BOSS}


class ContractError(ValueError):
    """A Contract whose objective cannot be read; the message names the Contract, the key and what would fit."""


def _hint(value: object, ids: Sequence[str]) -> str:
    near = difflib.get_close_matches(str(value), ids, 1)
    return f"did you mean {near[0]!r}?" if near else f"one of: {', '.join(ids)}"


class _Compiler:
    """Lay the conditions of one Contract into CODE, last first, so that every next step is known when it is needed.

    Args:
        code: A record of CODE, in place.
        used: Steps laid already.
        contract: Id of the Contract, for messages.
        district_ids: In board order.
    """

    def __init__(self, code: Any, used: int, contract: str, district_ids: Sequence[str]) -> None:
        self.code = code
        self.used = used
        self.contract = contract
        self.district_ids = district_ids

    def error(self, text: str) -> ContractError:
        return ContractError(f"Contract {self.contract!r}: {text}")

    # ---- reading values

    def choice(self, value: object, ids: Sequence[str], key: str) -> int:
        """Find the number of an id, or say which one was meant."""
        if isinstance(value, str) and value in ids:
            return list(ids).index(value)
        raise self.error(f"{key} = {value!r} is not known; {_hint(value, ids)}")

    def listing(self, value: object, key: str) -> list[Any]:
        if not isinstance(value, list):
            raise self.error(f"{key} = {value!r} is no list; write it in [ ]")
        return value

    def bits(self, value: object, ids: Sequence[str], key: str) -> int:
        return sum(1 << n for n in {self.choice(item, ids, key) for item in self.listing(value, key)})

    def number(self, value: object, key: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_NUMBER:
            raise self.error(f"{key} = {value!r} is no whole number from 0 to {MOST_NUMBER}")
        return value

    def yes(self, value: object, key: str) -> int:
        if value is not True:
            raise self.error(f"{key} = {value!r}: it can only be true; leave the key out where it does not matter")
        return 1

    def keys(self, table: Mapping[str, object], allowed: Sequence[str], what: str) -> None:
        for key in table:
            if key not in allowed:
                raise self.error(f"{what} has no key {key!r}; {_hint(key, allowed)}")

    def word(self, step: int, value: object, key: str, in_liquor: bool) -> int:
        """Read a liquor; remember at the step that it needs the one dearest or cheapest."""
        word = self.choice(value, WORD_IDS, key)
        if word == IT and not in_liquor:
            raise self.error(f"{key} = 'it' has a meaning only inside each_liquor or some_liquor")
        if word in (DEAREST, CHEAPEST):
            self.code[WORD_IDS[word]][step] = 1
        return word

    # ---- laying steps

    def new_step(self, op: int, if_true: int, if_false: int) -> int:
        step = self.used
        if step >= MAX_STEPS:
            raise self.error(f"the Contracts together take more than {MAX_STEPS} steps; use fewer conditions")
        self.used = step + 1
        for name, value in (("op", op), ("if_true", if_true), ("if_false", if_false)):
            self.code[name][step] = value
        return step

    def conditions(
        self, table: object, key: str, if_true: int, if_false: int, in_borough: bool, in_liquor: bool
    ) -> int:
        """Lay a list of conditions that must all hold.

        Returns:
            The step to begin with.
        """
        for condition in reversed(self.listing(table, key)):
            if not isinstance(condition, Mapping):
                raise self.error(f"{condition!r} in {key} is no condition; write a table such as {{ most = 'cash' }}")
            if_true = self.condition(condition, if_true, if_false, in_borough, in_liquor)
        return if_true

    def condition(
        self, table: Mapping[str, Any], if_true: int, if_false: int, in_borough: bool, in_liquor: bool
    ) -> int:
        kinds = [key for key in table if key in _CONDITION_KEYS]
        if len(kinds) != 1:
            known = ", ".join(_CONDITION_KEYS)
            raise self.error(f"a condition with the keys {', '.join(table) or '(none)'} needs exactly one of: {known}")
        kind = kinds[0]
        needed, optional = _CONDITION_KEYS[kind]
        self.keys(table, (kind, *needed, *optional), f"a {kind!r} condition")
        for key in needed:
            if key not in table:
                raise self.error(f"a {kind!r} condition needs {key!r}")
        if kind in ("some_borough", "every_borough"):
            if in_borough:
                raise self.error(f"{kind} inside another Borough condition: nested too deep, one Borough at a time")
            return self.loop(table, kind, NEXT_BOROUGH, BOROUGH_TEST_IDS, if_true, if_false, True, in_liquor)
        if kind in ("each_liquor", "some_liquor"):
            if in_liquor:
                raise self.error(f"{kind} inside another liquor condition: nested too deep, 'it' is one liquor")
            return self.loop(table, kind, NEXT_LIQUOR, LIQUOR_IDS, if_true, if_false, in_borough, True)
        step = self.new_step(AT_LEAST, if_true, if_false)
        if kind in ("count", "most"):
            self.total(step, table, kind, in_liquor)
        elif kind == "rival":
            self.rival(step, table)
        elif kind == "chain":
            self.chain(step, table["chain"])
        else:
            self.code["op"][step] = NEAR_RIVAL_SAFEHOUSE
            self.code["number"][step] = self.number(table[kind], kind)
        return step

    def loop(
        self,
        table: Mapping[str, Any],
        kind: str,
        next_op: int,
        ids: Sequence[str],
        if_true: int,
        if_false: int,
        in_borough: bool,
        in_liquor: bool,
    ) -> int:
        """Lay "for some" or "for each": one step goes to the next value, and the body comes back to it.

        Whoever leaves before the last value forgets it, so that conditions elsewhere do not take it for theirs.
        """
        every = kind in ("every_borough", "each_liquor")
        leave = if_false if every else if_true
        if leave >= 0:
            leave = self.new_step(next_op + 1, leave, leave)
        step = self.new_step(next_op, NOT_MET, if_true if every else if_false)
        self.code["each"][step] = self.bits(table[kind], ids, kind)
        if next_op == NEXT_LIQUOR and not table[kind]:
            raise self.error(f"{kind} = [] names no liquor")
        goes_on, gives_up = (step, leave) if every else (leave, step)
        self.code["if_true"][step] = self.conditions(table["has"], "has", goes_on, gives_up, in_borough, in_liquor)
        return step

    def total(self, step: int, table: Mapping[str, Any], kind: str, in_liquor: bool) -> None:
        """Fill a `count` or `most` step."""
        code = self.code
        what = self.choice(table[kind], COUNT_IDS, kind)
        name = COUNT_IDS[what]
        code["what"][step] = what
        if kind == "most":
            against = table.get("against")
            if against not in (None, "all"):
                raise self.error(
                    f"against = {against!r} is not known; 'all', or leave it out to beat each single rival"
                )
            code["op"][step] = MOST_ALL if against == "all" else MOST_EACH
        else:
            given = [key for key in ("at_least", "under") if key in table]
            if len(given) != 1:
                raise self.error(f"count = {name!r} needs a threshold, either at_least or under")
            number = self.number(table[given[0]], given[0])
            if what == CASH:
                if number % CASH_UNIT:
                    raise self.error(f"{given[0]} = {number}: every sum of cash is a multiple of ${CASH_UNIT}")
                number //= CASH_UNIT
            code["op"][step] = AT_LEAST if given[0] == "at_least" else UNDER
            code["number"][step] = number
        if what == BARRELS:
            code["of"][step] = self.word(step, table.get("of", "any"), "of", in_liquor)
        elif "of" in table:
            raise self.error(f"of = {table['of']!r} belongs to barrels, not to {name}")
        if "where" in table:
            if what in (CASH, HEAT):
                raise self.error(f"{name} lies in no District: leave 'where' out")
            self.where(step, table["where"], in_liquor)

    def where(self, step: int, table: object, in_liquor: bool) -> None:
        """Fill the filter on Districts of a step."""
        if not isinstance(table, Mapping):
            raise self.error(f"where = {table!r} is no table; write it in {{ }}")
        self.keys(table, _WHERE_KEYS, "where")
        code = self.code
        for key, value in table.items():
            if key == "name":
                code["district"][step] = self.choice(value, self.district_ids, "District name")
            elif key == "borough":
                code["boroughs"][step] = self.bits(value, BOROUGH_IDS, "borough")
                if not value:
                    raise self.error("borough = [] fits no District; leave the key out to mean all")
            elif key == "kind":
                code["kind"][step] = self.choice(value, KIND_IDS, "kind")
            elif key in ("pour", "still", "still_not"):
                code[key][step] = word = self.word(step, value, key, in_liquor)
                if word == ANY and key == "still_not":
                    raise self.error("still_not = 'any' fits no District; name one liquor")
            elif key in ("society", "boss", "safehouse"):
                code[key][step] = self.yes(value, key)
            elif key == "barrels":
                if not isinstance(value, Mapping):
                    raise self.error(f"barrels = {value!r} in where is no table; write {{ gin = 2 }}")
                for liquor, amount in value.items():
                    word = self.word(step, liquor, "a liquor of barrels", in_liquor)
                    code["stock"][step, word] = self.number(amount, f"barrels {liquor}")
            else:
                code[key][step] = self.number(value, key)

    def rival(self, step: int, table: Mapping[str, Any]) -> None:
        ids = tuple(_RIVAL_IDS)
        rival = ids[self.choice(table["rival"], ids, "rival")]
        self.code["op"][step] = _RIVAL_IDS[rival]
        if (rival == "heat") != ("at_least" in table):
            needs = "needs a threshold, at_least" if rival == "heat" else "takes no at_least"
            raise self.error(f"rival = {rival!r} {needs}")
        if rival == "heat":
            self.code["number"][step] = self.number(table["at_least"], "at_least")

    def chain(self, step: int, ends: object) -> None:
        found = [self.choice(end, self.district_ids, "District in chain") for end in self.listing(ends, "chain")]
        if len(set(found)) != 2 or len(found) != 2:
            raise self.error(f"chain = {ends!r} needs two different Districts")
        self.code["op"][step] = CHAIN
        self.code["district"][step], self.code["other"][step] = found


def _condition_names_cash(condition: object) -> bool:
    if not isinstance(condition, Mapping):
        return False
    if "cash" in (condition.get("count"), condition.get("most")):
        return True
    return any(_condition_names_cash(inner) for inner in condition.get("has", ()))


def names_cash(rows: Sequence[Mapping[str, Any]]) -> np.ndarray:
    """Say of each Contract whether its objective counts or compares cash, at any depth (K9.4).

    Args:
        rows: Contracts of the data file, by card.

    Returns:
        `(len(rows),)` int16, 1 or 0.
    """
    flags = [any(_condition_names_cash(condition) for condition in row["objective"]) for row in rows]
    return np.array(flags, np.int16)


def compile_contracts(rows: Sequence[Mapping[str, Any]], district_ids: Sequence[str]) -> np.void:
    """Compile the objectives of all Contracts.

    Args:
        rows: Contracts of the data file, by card, at most NUM_CARDS; each with `id` and `objective`.
        district_ids: In board order.

    Returns:
        One record of CODE. Cards beyond `rows` are never met.

    Raises:
        ContractError: An objective that cannot be read; the message names the Contract and the key.
    """
    if len(rows) > NUM_CARDS:
        raise ContractError(f"{len(rows)} Contracts: at most {NUM_CARDS} fit")
    code: np.void = np.zeros(1, CODE)[0]
    for name in _NONE_FIELDS:
        code[name][:] = NONE
    code["start"][:] = NOT_MET
    used = 0
    for card, row in enumerate(rows):
        compiler = _Compiler(code, used, str(row.get("id", f"number {card}")), district_ids)
        if not row.get("objective"):
            raise compiler.error("it has no objective; write at least one condition")
        code["start"][card] = compiler.conditions(row["objective"], "objective", MET, NOT_MET, False, False)
        used = compiler.used
    code["names_cash"][: len(rows)] = names_cash(rows)
    return code
