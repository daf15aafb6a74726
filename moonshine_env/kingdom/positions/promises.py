"""Read and write open promises and the alliances of a Blood Oath (K9.9, K12)."""

from __future__ import annotations

from typing import Any

import numpy as np

from moonshine_env.kingdom.actions import CLAUSE_IDS
from moonshine_env.kingdom.positions.board import Table
from moonshine_env.kingdom.positions.reading import Spot
from moonshine_env.kingdom.state import BY, DUE, PUSHED, TO, VOUCHER, WHAT
from moonshine_env.kingdom.tables import Content
from moonshine_env.kingdom.vocab import (
    BROKER_IDS,
    FIRST_PROMISE,
    MAX_PLAYERS,
    MAX_PROMISED_BARRELS,
    MAX_PROMISES,
    NONE,
    PROMISE_BARRELS,
)

PROMISE_IDS = CLAUSE_IDS[FIRST_PROMISE:]
PROMISE_KEYS = ("by", "to", "clause", "due", "favor", "barrels_pushed")


def read_promises(table: Table) -> None:
    """Read the open promises, in the order they were made."""
    if "promises" not in table.top:
        return
    spots = table.top["promises"].items()
    if len(spots) > MAX_PROMISES:
        raise table.top["promises"].error(f"{len(spots)} promises cannot be open; at most {MAX_PROMISES}")
    for place, spot in enumerate(spots):
        _read_promise(table, table.s["promises"][place], spot)
    table.s["promise_count"] = len(spots)


def _read_promise(table: Table, row: np.ndarray, spot: Spot) -> None:
    day = int(table.s["day"])
    fields = spot.fields(PROMISE_KEYS)
    for key in PROMISE_KEYS[:4]:
        if key not in fields:
            raise spot.error(f"a promise needs `{key}`")
    row[BY], row[TO] = table.seat(fields["by"]), table.seat(fields["to"])
    if row[BY] == row[TO]:
        raise fields["to"].error(f"{table.mobs[row[TO]]} cannot promise himself something")
    row[WHAT] = FIRST_PROMISE + fields["clause"].pick(PROMISE_IDS, "promise")
    row[DUE] = fields["due"].number(day, day + 1, "(the Day it falls due)")
    row[VOUCHER] = NONE
    if "favor" in fields:
        row[VOUCHER] = fields["favor"].pick(BROKER_IDS, "broker")
        if not table.s["favors"][row[BY], row[VOUCHER]]:
            raise fields["favor"].error(
                f"{table.mobs[row[BY]]} holds no such Favor; he may stake those of his `favors`"
            )
    if "barrels_pushed" in fields:
        pushed = fields["barrels_pushed"]
        if row[WHAT] < PROMISE_BARRELS:
            raise pushed.error(f"{fields['clause'].value!r} is no promise of Barrels; leave it out")
        row[PUSHED] = pushed.number(0, MAX_PROMISED_BARRELS - 1, "Barrels")


def write_promises(s: np.void, mobs: list[str]) -> list[dict[str, Any]]:
    """Write the open promises."""
    rows = []
    for by, to, what, due, voucher, pushed in s["promises"][: s["promise_count"]].tolist():
        row: dict[str, Any] = {"by": mobs[by], "to": mobs[to], "clause": CLAUSE_IDS[what], "due": due}
        if voucher != NONE:
            row["favor"] = BROKER_IDS[voucher]
        if pushed:
            row["barrels_pushed"] = pushed
        rows.append(row)
    return rows


# ---- Blood Oath


def read_alliances(table: Table) -> None:
    """Read the Crackdown token and who is whose partner; with alliances the token is on its last space (K12.2)."""
    t, s, top = table.t, table.s, table.top
    start, last = int(t["crackdown_start"]), int(t["crackdown_spaces"])
    if not s["blood_oath"]:
        for key in ("crackdown", "alliances"):
            if key in top:
                raise top[key].error('only a Blood Oath has it; say so with `"options": {"variant": "blood_oath"}`')
        return
    if "alliances" in top:
        _read_partners(table, top["alliances"])
        start = last
    s["crackdown"] = top["crackdown"].number(min(start, last), last, "(the space)") if "crackdown" in top else start
    if s["crackdown"] == last and "alliances" not in top:
        raise top["crackdown"].error("on the last space the alliances stand; name them in `alliances`")


def _read_partners(table: Table, spot: Spot) -> None:
    partner = table.s["partner"]
    for pair_spot in spot.items():
        pair = [table.seat(mob) for mob in pair_spot.items()]
        if len(set(pair)) != 2 or len(pair) != 2:
            raise pair_spot.error("an alliance is of two different mobs")
        for seat, other in (pair, pair[::-1]):
            if partner[seat] != NONE:
                raise pair_spot.error(f"{table.mobs[seat]} has a partner already")
            partner[seat] = other
    if NONE in partner:
        raise spot.error(f"expected two pairs, of all {MAX_PLAYERS} mobs")


def write_alliances(content: Content, s: np.void, mobs: list[str]) -> dict[str, Any]:
    """Write the Crackdown token, if it has moved, and the pairs."""
    position: dict[str, Any] = {}
    if s["blood_oath"] and s["crackdown"] != content.tables[0]["crackdown_start"]:
        position["crackdown"] = int(s["crackdown"])
    pairs = [[mobs[seat], mobs[other]] for seat, other in enumerate(s["partner"].tolist()) if other > seat]
    if pairs:
        position["alliances"] = pairs
    return position
