"""Lay a position on an empty board: clock, Districts, Market, Titles, the Play going on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from moonshine_env.kingdom.positions.reading import Spot
from moonshine_env.kingdom.positions.shorthand import Pieces, read_barrels, read_pieces, read_still
from moonshine_env.kingdom.tables import Content
from moonshine_env.kingdom.vocab import (
    BOROUGH_IDS,
    DICE_FACES,
    LIQUOR_IDS,
    MAX_BOSSES,
    MAX_GIVEN_DICE,
    MAX_PLAYERS,
    MAX_STILL_NUMBER,
    MOB_IDS,
    MOON_IDS,
)

OPTIONS = ("num_players", "variant", "cooperation", "max_days", "plays_per_day", "still_once_per_day")
VARIANT_IDS = ("free_for_all", "blood_oath")
MOST_SEED = 2**64 - 1
MOST_COUNT = 2**15 - 1


@dataclass
class Table:
    """A record being filled, with what is needed to read names.

    Attributes:
        content: Components.
        states: `(1,)` of STATE.
        mobs: Ids of the mobs, by seat.
        top: Keys of the position.
        players: Keys of each player, by seat; empty for those the position does not name.
        viewer: Seat whose view it is, None for a whole position.
        card_paths: Where each Contract was met, to refuse a second place.
    """

    content: Content
    states: np.ndarray
    mobs: list[str]
    top: dict[str, Spot]
    players: list[dict[str, Spot]]
    viewer: int | None
    card_paths: dict[int, str] = field(default_factory=dict)

    @property
    def t(self) -> Any:
        """The TABLES record."""
        return self.content.tables[0]

    @property
    def s(self) -> Any:
        """The STATE record."""
        return self.states[0]

    def seat(self, spot: Spot) -> int:
        """Read a mob that plays; returns its seat."""
        return spot.pick(self.mobs, "mob in this game")

    def district(self, spot: Spot) -> int:
        """Read a District."""
        return spot.pick(self.content.district_ids, "District")


def read_mobs(top: dict[str, Spot]) -> list[str]:
    """Read which mob sits where; without `mobs` the first of the four, as many as `options.num_players`."""
    count = len(MOB_IDS)
    if "options" in top:
        options = top["options"].fields(OPTIONS)
        if "num_players" in options:
            count = options["num_players"].number(2, len(MOB_IDS), "players")
    if "mobs" not in top:
        return list(MOB_IDS[:count])
    mobs = [MOB_IDS[k] for k in top["mobs"].picks(MOB_IDS, "mob")]
    if len(mobs) < 2:
        raise top["mobs"].error(f"{len(mobs)} mobs cannot play; 2 to {len(MOB_IDS)} can")
    if "options" in top and "num_players" in options and count != len(mobs):
        raise options["num_players"].error(f"{count} players, but `mobs` names {len(mobs)}")
    return mobs


def read_clock(table: Table, seed: int) -> None:
    """Read options, seed, Day, Moon and given dice."""
    top, s, content = table.top, table.s, table.content
    options = top["options"].fields(OPTIONS) if "options" in top else {}
    s["num_players"] = len(table.mobs)
    s["max_days"] = options["max_days"].number(1, 99, "Days") if "max_days" in options else content.default_max_days
    plays = options.get("plays_per_day")
    s["plays_per_day"] = plays.number(1, 99, "Plays a Day") if plays else content.default_plays_per_day
    s["still_once_per_day"] = options["still_once_per_day"].flag() if "still_once_per_day" in options else 0
    s["cooperation"] = options["cooperation"].flag() if "cooperation" in options else 1
    s["blood_oath"] = options["variant"].pick(VARIANT_IDS, "variant") if "variant" in options else 0
    if s["blood_oath"] and len(table.mobs) != MAX_PLAYERS:
        raise options["variant"].error(f"a Blood Oath takes {MAX_PLAYERS} players; here {len(table.mobs)} play")
    s["day"] = top["day"].number(1, int(s["max_days"]), "(the Day)") if "day" in top else 1
    s["moon"] = top["moon"].pick(MOON_IDS, "moon") if "moon" in top else 0
    s["seed"] = seed
    if "seed" in top:
        spot = top["seed"]
        if isinstance(spot.value, str) and spot.value.isdecimal():
            spot = Spot(spot.path, int(spot.value))
        s["seed"] = spot.number(0, MOST_SEED, "(the seed)")
    if "given_dice" in top:
        dice = [spot.number(1, DICE_FACES, "on a die") for spot in top["given_dice"].items()]
        if len(dice) > MAX_GIVEN_DICE:
            raise top["given_dice"].error(f"{len(dice)} dice are given; there is room for {MAX_GIVEN_DICE}")
        s["given"][: len(dice)] = dice
        s["given_count"] = len(dice)


# ---- Districts


def read_districts(table: Table) -> None:
    """Read pieces and Barrels of every District, Stills and Police."""
    t, s, top = table.t, table.s, table.top
    ids = table.content.district_ids
    for d, spot in (top["districts"].by_id(ids, "District") if "districts" in top else {}).items():
        if isinstance(spot.value, str):
            _place_pieces(table, d, spot, _checked(table, spot))
        else:
            _place_fields(table, d, spot)
    for d, spot in (top["stills"].by_id(ids, "District") if "stills" in top else {}).items():
        s["still_liquor"][d], s["still_number"][d], s["still_fired"][d] = read_still(spot, MAX_STILL_NUMBER)
    for d in top["precincts"].picks(ids, "District") if "precincts" in top else ():
        s["precinct"][d] = 1
    for b in top["precincts_in_supply"].picks(BOROUGH_IDS, "Borough") if "precincts_in_supply" in top else ():
        s["precincts_left"][b] = 1
    for b in range(len(BOROUGH_IDS)):
        count = int(np.sum(s["precinct"][t["borough"] == b])) + int(s["precincts_left"][b])
        if count > 1:
            spot = top.get("precincts") or top["precincts_in_supply"]
            raise spot.error(f"{BOROUGH_IDS[b]} has {count} Precincts, board and supply together; each Borough has one")


def _checked(table: Table, spot: Spot) -> Pieces:
    """Read a string of pieces and check its numbers."""
    t, pieces = table.t, read_pieces(spot)
    bounds = (
        ("Bosses", pieces.bosses, MAX_BOSSES),
        ("Runners", pieces.runners, int(t["runners_per_player"])),
        ("Safehouses", pieces.safehouses, 1),
        *((f"Barrels of {LIQUOR_IDS[k]}", n, int(t["barrels_per_liquor"])) for k, n in enumerate(pieces.barrels)),
    )
    for what, count, most in bounds:
        if count > most:
            raise spot.error(f"{count} {what} cannot be; at most {most}")
    return pieces


def _place_pieces(table: Table, d: int, spot: Spot, pieces: Pieces) -> None:
    s = table.s
    if pieces.rest:
        raise spot.error(f"cannot read {' '.join(pieces.rest)!r}: a District needs no more than its pieces")
    if pieces.mob:
        s["owner"][d] = seat = table.seat(Spot(spot.path, pieces.mob))
        if pieces.safehouses:
            s["safehouse"][d] = seat
    s["bosses"][d], s["runners"][d], s["barrels"][d] = pieces.bosses, pieces.runners, pieces.barrels


def _place_fields(table: Table, d: int, spot: Spot) -> None:
    t, s = table.t, table.s
    row = spot.fields(("mob", "bosses", "runners", "safehouse", "barrels"))
    if "mob" in row:
        s["owner"][d] = table.seat(row["mob"])
    elif row.keys() - {"barrels"}:
        raise spot.error("pieces need a `mob`; without one only Barrels may lie here")
    s["bosses"][d] = row["bosses"].number(0, MAX_BOSSES, "Bosses") if "bosses" in row else 0
    s["runners"][d] = row["runners"].number(0, int(t["runners_per_player"]), "Runners") if "runners" in row else 0
    if "safehouse" in row:
        house = row["safehouse"]
        if isinstance(house.value, str):
            s["safehouse"][d] = table.seat(house)
        elif house.flag():
            s["safehouse"][d] = s["owner"][d]
    if "barrels" in row:
        s["barrels"][d] = read_barrels(row["barrels"], int(t["barrels_per_liquor"]))


# ---- the table beside the board


def read_table(table: Table) -> None:
    """Read the Market, the Heat Track, Brew dice and Titles."""
    t, s, top = table.t, table.s, table.top
    s["price"] = t["start_price"]
    for k, spot in (top["market"].by_id(LIQUOR_IDS, "liquor") if "market" in top else {}).items():
        s["price"][k] = spot.cash()
    if "heat" in top:
        owners = [table.seat(spot) for spot in top["heat"].items()]
        if len(owners) > len(s["heat"]):
            raise top["heat"].error(f"{len(owners)} markers cannot be; the track has {len(s['heat'])} spaces")
        s["heat"][: len(owners)] = owners
        s["heat_count"] = len(owners)
    if "brew_dice" in top:
        colours = top["brew_dice"].fields(("red", "white"))
        for colour, name in enumerate(("red", "white")):
            for spot in colours[name].items() if name in colours else ():
                s["dice"][colour, spot.number(1, DICE_FACES, "on a die") - 1] += 1
    for key, place, ids, what in (
        ("deeds", "deed", BOROUGH_IDS, "Borough"),
        ("syndicates", "syndicate", LIQUOR_IDS, "liquor"),
    ):
        for k, spot in (top[key].by_id(ids, what) if key in top else {}).items():
            s[place][k] = table.seat(spot)
    for key in ("ward_boss", "rat"):
        if key in top:
            s[key] = table.seat(top[key])
    for b in top["extorted"].picks(BOROUGH_IDS, "Borough") if "extorted" in top else ():
        s["extorted"][b] = 1


def read_play(table: Table) -> None:
    """Read the party, the Play going on and the counters."""
    t, s, top = table.t, table.s, table.top
    if "party" in top:
        _read_party(table, top["party"])
    if "play" in top:
        row = top["play"].fields(("spent", "heat", "amounts"))
        if "spent" in row:
            fill_counts(s["spent"], row["spent"].counts(table.mobs, "mob in this game", int(t["slots"]), "markers"))
        s["play_heat"] = row["heat"].flag() if "heat" in row else 0
        most = int(t["barrels_per_liquor"])
        if "amounts" in row:
            fill_counts(s["amounts"], row["amounts"].counts(LIQUOR_IDS, "liquor", most, "Barrels", -most))
    if "counters" in top:
        row = top["counters"].fields(("fights", "smuggles", "rolls"))
        for key in ("fights", "smuggles"):
            if key in row:
                fill_counts(s[key], row[key].counts(table.mobs, "mob in this game", MOST_COUNT, key))
        s["rolls"] = row["rolls"].number(0, MOST_COUNT, "rolls") if "rolls" in row else 0


def fill_counts(target: np.ndarray, counts: dict[int, int]) -> None:
    """Write counts into their places of an array."""
    for k, count in counts.items():
        target[k] = count


def _read_party(table: Table, spot: Spot) -> None:
    t, s = table.t, table.s
    if isinstance(spot.value, str):
        pieces = _checked(table, spot)
        if pieces.safehouses or not pieces.mob:
            raise spot.error(
                "a party is a mob and its mobsters and cargo, such as `knights 1B 3R 2w at bowery from corona`"
            )
        row: dict[str, object] = {"mob": pieces.mob, "bosses": pieces.bosses, "runners": pieces.runners}
        row["barrels"] = dict(zip(LIQUOR_IDS, pieces.barrels, strict=True))
        words = pieces.rest
        while len(words) >= 2 and words[0] in ("at", "from"):
            row["place" if words[0] == "at" else "origin"] = words[1]
            words = words[2:]
        if words:
            raise spot.error(f"cannot read {' '.join(words)!r}; expected `at DISTRICT from DISTRICT`")
        spot = Spot(spot.path, row)
    fields = spot.fields(("mob", "place", "origin", "bosses", "runners", "barrels"))
    for key in ("mob", "origin"):
        if key not in fields:
            raise spot.error(f"a party needs its {'`mob`' if key == 'mob' else '`origin`, where it Falls Back to'}")
    s["party_owner"] = table.seat(fields["mob"])
    s["party_origin"] = table.district(fields["origin"])
    if "place" in fields:
        s["party_place"] = table.district(fields["place"])
    s["party_bosses"] = fields["bosses"].number(0, MAX_BOSSES, "Bosses") if "bosses" in fields else 0
    most = int(t["runners_per_player"])
    s["party_runners"] = fields["runners"].number(0, most, "Runners") if "runners" in fields else 0
    if "barrels" in fields:
        s["party_cargo"] = read_barrels(fields["barrels"], int(t["barrels_per_liquor"]))
