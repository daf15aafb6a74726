"""Give the players of a position their tokens, cash, markers and supplies."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from moonshine_env.kingdom.positions.board import Table, fill_counts
from moonshine_env.kingdom.positions.reading import PositionError, Spot
from moonshine_env.kingdom.positions.shorthand import read_barrels
from moonshine_env.kingdom.vocab import BROKER_IDS, LIQUOR_IDS, STAKED

PLAYER_KEYS = tuple(
    "token next_token place cash ops stash markers hand hidden_hand older_in_hand staked stake_order completed favors "
    "favors_lost marks commission runners_lost plays_today hustled offers_today supply".split()
)


def read_people(table: Table) -> None:
    """Read cash, Marks, Favors and what is once a Day."""
    t, s = table.t, table.s
    for seat, row in enumerate(table.players):
        s["cash"][seat] = row["cash"].cash() if "cash" in row else t["start_cash"]
        for key, most, what in (
            ("marks", int(t["marks"]), "Marks"),
            ("plays_today", 99, "Plays"),
            ("place", len(table.mobs), "(the place)"),
        ):
            s[key][seat] = row[key].number(0, most, what) if key in row else 0
        for key in ("commission", "hustled"):
            s[key][seat] = row[key].flag() if key in row else 0
        s["offers"][seat] = (
            row["offers_today"].number(0, int(t["offers_per_day"]), "offers") if "offers_today" in row else 0
        )
        for key in ("favors", "favors_lost"):
            for broker in row[key].picks(BROKER_IDS, "broker") if key in row else ():
                s[key][seat, broker] = 1
    if int(np.sum(s["marks"])) > t["marks"]:
        raise PositionError(f"players: {int(np.sum(s['marks']))} Marks are held; there are {t['marks']}")


def read_tokens(table: Table, night: bool) -> None:
    """Read Turn Tokens; those not named are the free ones, in the order of the mobs.

    Args:
        table: In place.
        night: Everybody lies low: tomorrow's tokens not named are the free ones in today's order.
    """
    s, count = table.s, len(table.mobs)
    in_mob_order = sorted(range(count), key=lambda seat: int(s["mob"][seat]))
    _read_token(table, "token", in_mob_order)
    by_token = sorted(range(count), key=lambda seat: int(s["token"][seat]))
    _read_token(table, "next_token", by_token if night else ())


def _read_token(table: Table, key: str, fill: Sequence[int]) -> None:
    s, count = table.s, len(table.mobs)
    taken: dict[int, int] = {}
    for seat, row in enumerate(table.players):
        if key in row:
            token = row[key].number(1, count, "(the Turn Token)")
            if token in taken:
                raise row[key].error(f"{table.mobs[taken[token]]} holds Turn Token {token} already")
            taken[token] = seat
            s[key][seat] = token
    free = [token for token in range(1, count + 1) if token not in taken]
    for seat in fill:
        if s[key][seat] == 0:
            s[key][seat] = free.pop(0)


def read_markers(table: Table) -> None:
    """Read slots and Stashes; what is not given follows from the seven (or `markers`) of each player."""
    t, s = table.t, table.s
    slots = int(t["slots"])
    open_ops: list[int] = []
    for seat, row in enumerate(table.players):
        if "ops" in row:
            spot = row["ops"]
            if isinstance(spot.value, (int, float)):
                spot = Spot(spot.path, {table.mobs[seat]: spot.value})
            fill_counts(s["slots"][seat], spot.counts(table.mobs, "mob in this game", slots, "markers"))
            if int(np.sum(s["slots"][seat])) > slots:
                raise spot.error(f"{int(np.sum(s['slots'][seat]))} markers are in these slots; there are {slots}")
        elif s["next_token"][seat] == 0:
            open_ops.append(seat)
            if "stash" not in row:
                s["slots"][seat, seat] = t["start_slotted"]
    for seat, row in enumerate(table.players):
        _read_stash(table, seat, row, seat in open_ops)


def _read_stash(table: Table, seat: int, row: dict[str, Spot], open_ops: bool) -> None:
    """Settle Stash and total of one player; if his slots are open and his Stash is given, the rest is in the slots."""
    t, s = table.t, table.s
    most = int(t["influence_per_player"])
    total = row["markers"].number(0, most, "markers") if "markers" in row else int(t["start_influence"])
    staked = int(np.sum(s["card_markers"][s["card_at"] == STAKED + seat]))
    placed = staked + int(np.sum(s["slots"][:, seat])) + int(np.sum(s["heat"] == seat)) + int(s["spent"][seat])
    where = Spot(f"players.{table.mobs[seat]}", None)
    if "stash" not in row:
        if placed > total:
            raise where.error(
                f"{placed} markers are in slots, on the Heat Track, on Contracts or spent, more than {total} in all; "
                "give `ops`, `stash` or `markers`"
            )
        s["stash"][seat] = total - placed
    else:
        s["stash"][seat] = row["stash"].number(0, most, "markers")
        if open_ops:
            rest = total - placed - int(s["stash"][seat])
            if not 0 <= rest <= t["slots"]:
                raise where.error(f"of {total} markers {rest} would be in his slots; give `ops` or `markers`")
            s["slots"][seat, seat] = rest
            placed += rest
        elif "markers" in row and placed + int(s["stash"][seat]) != total:
            raise row["markers"].error(f"{placed} placed and {int(s['stash'][seat])} in the Stash do not make {total}")
        total = placed + int(s["stash"][seat])
        if total > most:
            raise where.error(f"{total} markers are named; a player has at most {most}")
    s["markers"][seat] = total


# ---- supplies: what is left when everything is placed


def read_supplies(table: Table) -> None:
    """Work out the supplies of Barrels and pieces, or what stands elsewhere where a supply is given."""
    t, s, top = table.t, table.s, table.top
    elsewhere = top["elsewhere"].fields((*table.mobs, "barrels")) if "elsewhere" in top else {}
    _supply_barrels(table, elsewhere)
    for seat, mob in enumerate(table.mobs):
        mine = s["owner"] == seat
        party = s["party_owner"] == seat
        placed = {
            "bosses": int(np.sum(s["bosses"][mine])) + (int(s["party_bosses"]) if party else 0),
            "runners": int(np.sum(s["runners"][mine])) + (int(s["party_runners"]) if party else 0),
            "safehouses": int(np.sum(s["safehouse"] == seat)),
        }
        row = table.players[seat]
        if "runners_lost" in row:
            s["runners_lost"][seat] = row["runners_lost"].number(0, int(t["runners_per_player"]), "Runners")
            placed["runners"] += int(s["runners_lost"][seat])
        total = {
            "bosses": int(t["mob_bosses"][s["mob"][seat]]),
            "runners": int(t["runners_per_player"]),
            "safehouses": int(t["safehouses_per_player"]),
        }
        left = row["supply"].fields(total) if "supply" in row else {}
        away = elsewhere[mob].fields(total) if mob in elsewhere else {}
        for what, most in total.items():
            words = (f"players.{mob}", f"{mob} has {most} {what.capitalize()}")
            left_now, away_now = _left(most, placed[what], left.get(what), away.get(what), words)
            s[f"{what}_left"][seat], s[f"elsewhere_{what}"][seat] = left_now, away_now


def _supply_barrels(table: Table, elsewhere: dict[str, Spot]) -> None:
    t, s, top = table.t, table.s, table.top
    most = int(t["barrels_per_liquor"])
    left = top["supply"].by_id(LIQUOR_IDS, "liquor") if "supply" in top else {}
    away = read_barrels(elsewhere["barrels"], most) if "barrels" in elsewhere else [0] * len(LIQUOR_IDS)
    for k, liquor in enumerate(LIQUOR_IDS):
        placed = int(np.sum(s["barrels"][:, k])) + int(s["party_cargo"][k])
        given = Spot(f"elsewhere.barrels.{liquor}", away[k]) if away[k] else None
        words = (f"supply.{liquor}", f"there are {most} Barrels of {liquor}")
        s["supply"][k], s["elsewhere_barrels"][k] = _left(most, placed, left.get(k), given, words)


def _left(most: int, placed: int, left: Spot | None, away: Spot | None, words: tuple[str, str]) -> tuple[int, int]:
    """Split what is not on the board into supply and elsewhere; either may be given, the other is the rest."""
    path, total = words
    if placed > most:
        raise PositionError(f"{path}: {placed} are on the board, but {total}")
    rest = most - placed
    if left is None:
        gone = away.number(0, rest, "elsewhere") if away else 0
        return rest - gone, gone
    stays = left.number(0, rest, "in the supply")
    if away is not None and away.number(0, rest, "elsewhere") != rest - stays:
        raise left.error(f"{placed} on the board, {stays} here and {away.value} elsewhere do not make up: {total}")
    return stays, rest - stays
