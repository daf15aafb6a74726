"""Write a state as a position: whole, or as one seat sees it."""

from __future__ import annotations

from typing import Any

import numpy as np

from moonshine_env.engine.stack import ACTOR, ARG_A, KIND
from moonshine_env.kingdom.content_shapes import UNIT
from moonshine_env.kingdom.positions.frames import FLAG, FRAMES, words_of
from moonshine_env.kingdom.positions.promises import write_alliances, write_promises
from moonshine_env.kingdom.tables import Content
from moonshine_env.kingdom.vocab import (
    BOROUGH_IDS,
    BROKER_IDS,
    COMPLETED,
    DECK_IDS,
    DICE_FACES,
    DISCARDED,
    ENDING_IDS,
    FIRST_AUTOMATIC,
    FRAME_IDS,
    IN_HAND,
    IN_PILE,
    LIQUOR_IDS,
    MOB_IDS,
    MOON_IDS,
    NONE,
    NUM_DISTRICTS,
    STAKED,
)

Position = dict[str, Any]
EXACT_NUMBERS = 2**53  # from here on JSON readers in other languages lose digits


def write_position(content: Content, states: np.ndarray, i: int, seat: int | None) -> Position:
    """Write state `i`; `seat` None for whole, else that seat's view."""
    s = states[i]
    mobs = [MOB_IDS[s["mob"][player]] for player in range(s["num_players"])]
    position: Position = {"game": "kingdom", "edition": "rulebook"}
    if seat is not None:
        position["view"] = mobs[seat]
    position |= _options(content, s)
    if seat is None:
        seed = int(s["seed"])
        position["seed"] = seed if seed < EXACT_NUMBERS else str(seed)
    position |= {"mobs": mobs, "day": int(s["day"]), "moon": MOON_IDS[s["moon"]]}
    position |= _named(turn=_mob(mobs, s["turn_player"]), ending=ENDING_IDS[s["ending"]] if s["ending"] else None)
    position["players"] = {mob: _player(content, s, mobs, player, seat) for player, mob in enumerate(mobs)}
    position |= _board(content, s, mobs)
    position |= _table(s, mobs)
    position["decks"] = {deck: _deck(content, s, k) for k, deck in enumerate(DECK_IDS)}
    position |= _named(promises=write_promises(s, mobs)) | write_alliances(content, s, mobs)
    position |= _play(content, s, mobs)
    if s["depth"]:
        position["stack"] = [_frame(content, mobs, s["stack"][k]) for k in range(s["depth"])]
    if seat is None and s["given_count"]:
        position["given_dice"] = s["given"][: s["given_count"]].tolist()
    return position | _named(counters=_counters(s, mobs), elsewhere=_elsewhere(s, mobs))


def _named(**values: Any) -> Position:
    """Keep what is not empty: None, 0, False and empty collections are left out."""
    return {key: value for key, value in values.items() if value}


def _by(ids: tuple[str, ...] | list[str], counts: np.ndarray) -> dict[str, int]:
    return {name: int(count) for name, count in zip(ids, counts, strict=False) if count}


def _mob(mobs: list[str], seat: int) -> str | None:
    return None if seat == NONE else mobs[seat]


def _options(content: Content, s: np.void) -> Position:
    options: Position = {"variant": "blood_oath"} if s["blood_oath"] else {}
    if not s["cooperation"]:
        options["cooperation"] = False
    for name, usual in (("max_days", content.default_max_days), ("plays_per_day", content.default_plays_per_day)):
        if s[name] != usual:
            options[name] = int(s[name])
    if s["still_once_per_day"]:
        options["still_once_per_day"] = True
    return _named(options=options)


def _player(content: Content, s: np.void, mobs: list[str], player: int, viewer: int | None) -> Position:
    row: Position = {"token": int(s["token"][player])}
    row |= _named(next_token=int(s["next_token"][player]), place=int(s["place"][player]))
    row |= {
        "cash": int(s["cash"][player]) * UNIT,
        "ops": _by(mobs, s["slots"][player]),
        "stash": int(s["stash"][player]),
    }
    at = s["card_at"]
    if viewer in (None, player):
        row |= _named(hand=_cards(content, at == IN_HAND + player))
    else:
        row |= _hidden_hand(content, s, player)
    cards = np.flatnonzero(at == STAKED + player)
    in_order = sorted(cards, key=lambda card: int(s["stake_order"][card])) if len(cards) > 1 else ()
    return row | _named(
        staked={content.card_ids[card]: int(s["card_markers"][card]) for card in cards},
        stake_order=[content.card_ids[card] for card in in_order],
        completed=_cards(content, at == COMPLETED + player),
        favors=_brokers(s["favors"][player]),
        favors_lost=_brokers(s["favors_lost"][player]),
        marks=int(s["marks"][player]),
        commission=bool(s["commission"][player]),
        runners_lost=int(s["runners_lost"][player]),
        plays_today=int(s["plays_today"][player]),
        hustled=bool(s["hustled"][player]),
        offers_today=int(s["offers"][player]),
    )


def _brokers(marked: np.ndarray) -> list[str]:
    return [BROKER_IDS[broker] for broker in np.flatnonzero(marked)]


def _cards(content: Content, where: np.ndarray) -> list[str]:
    return [content.card_ids[card] for card in np.flatnonzero(where)]


def _hidden_hand(content: Content, s: np.void, player: int) -> Position:
    hidden: dict[str, int] = {}
    older: dict[str, dict[str, int]] = {}
    in_hand = s["card_at"] == IN_HAND + player
    for k, deck in enumerate(DECK_IDS):
        pools = s["card_pool"][in_hand & (content.tables[0]["card_deck"] == k)]
        if len(pools):
            hidden[deck] = len(pools)
        old, counts = np.unique(pools[pools < s["reshuffles"][k]], return_counts=True)
        if len(old):
            older[deck] = {str(pool): int(count) for pool, count in zip(old, counts, strict=True)}
    return _named(hidden_hand=hidden, older_in_hand=older)


def _deck(content: Content, s: np.void, deck: int) -> Position:
    of_deck = content.tables[0]["card_deck"] == deck
    at, pools = s["card_at"], s["card_pool"]
    in_hand = of_deck & (at >= IN_HAND) & (at < STAKED)
    older = {}
    for pool in range(s["reshuffles"][deck]):
        cards = _cards(content, in_hand & (pools == pool))
        if cards:
            older[str(pool)] = cards
    return {"pile": int(np.sum(of_deck & (at == IN_PILE)))} | _named(
        discards=_cards(content, of_deck & (at == DISCARDED)),
        reshuffles=int(s["reshuffles"][deck]),
        older_pools=older,
    )


def _board(content: Content, s: np.void, mobs: list[str]) -> Position:
    districts: Position = {}
    stills: Position = {}
    for d in range(NUM_DISTRICTS):
        name = content.district_ids[d]
        house, owner = int(s["safehouse"][d]), int(s["owner"][d])
        row = _named(
            mob=_mob(mobs, owner),
            bosses=int(s["bosses"][d]),
            runners=int(s["runners"][d]),
            safehouse=house != NONE and (house == owner or mobs[house]),
            barrels=_by(LIQUOR_IDS, s["barrels"][d]),
        )
        if row:
            districts[name] = row
        if s["still_liquor"][d] != NONE:
            still = {"liquor": LIQUOR_IDS[s["still_liquor"][d]], "number": int(s["still_number"][d])}
            stills[name] = still | _named(fired=bool(s["still_fired"][d]))
    return _named(
        districts=districts,
        stills=stills,
        precincts=[content.district_ids[d] for d in np.flatnonzero(s["precinct"])],
        precincts_in_supply=[BOROUGH_IDS[b] for b in np.flatnonzero(s["precincts_left"])],
    )


def _table(s: np.void, mobs: list[str]) -> Position:
    def holders(ids: tuple[str, ...], seats: np.ndarray) -> dict[str, str]:
        return {name: mobs[seat] for name, seat in zip(ids, seats, strict=True) if seat != NONE}

    dice = {}
    for colour, name in enumerate(("red", "white")):
        faces = [face + 1 for face in range(DICE_FACES) for _ in range(s["dice"][colour, face])]
        if faces:
            dice[name] = faces
    return {"market": {name: int(s["price"][k]) * UNIT for k, name in enumerate(LIQUOR_IDS)}} | _named(
        heat=[mobs[owner] for owner in s["heat"][: s["heat_count"]]],
        brew_dice=dice,
        deeds=holders(BOROUGH_IDS, s["deed"]),
        syndicates=holders(LIQUOR_IDS, s["syndicate"]),
        ward_boss=_mob(mobs, s["ward_boss"]),
        rat=_mob(mobs, s["rat"]),
        extorted=[BOROUGH_IDS[b] for b in np.flatnonzero(s["extorted"])],
    )


def _play(content: Content, s: np.void, mobs: list[str]) -> Position:
    party: Position = {}
    if s["party_owner"] != NONE:
        place, origin = int(s["party_place"]), int(s["party_origin"])
        party = _named(
            mob=mobs[s["party_owner"]],
            place=content.district_ids[place] if place != NONE else None,
            origin=content.district_ids[origin],
            bosses=int(s["party_bosses"]),
            runners=int(s["party_runners"]),
            barrels=_by(LIQUOR_IDS, s["party_cargo"]),
        )
    play = _named(spent=_by(mobs, s["spent"]), heat=bool(s["play_heat"]), amounts=_by(LIQUOR_IDS, s["amounts"]))
    return _named(party=party, play=play)


def _counters(s: np.void, mobs: list[str]) -> Position:
    return _named(fights=_by(mobs, s["fights"]), smuggles=_by(mobs, s["smuggles"]), rolls=int(s["rolls"]))


def _elsewhere(s: np.void, mobs: list[str]) -> Position:
    rows = {}
    for player, mob in enumerate(mobs):
        rows[mob] = _named(
            bosses=int(s["elsewhere_bosses"][player]),
            runners=int(s["elsewhere_runners"][player]),
            safehouses=int(s["elsewhere_safehouses"][player]),
        )
    return _named(**rows, barrels=_by(LIQUOR_IDS, s["elsewhere_barrels"]))


def _frame(content: Content, mobs: list[str], frame: np.ndarray) -> Position:
    kind, actor = int(frame[KIND]), int(frame[ACTOR])
    row: Position = {"decision" if kind < FIRST_AUTOMATIC else "work": FRAME_IDS[kind]}
    row |= _named(player=_mob(mobs, actor))
    for argument, value in zip(FRAMES[FRAME_IDS[kind]], frame[ARG_A:].tolist(), strict=False):
        if argument.default is not None and value == argument.default:
            continue
        words = words_of(content, argument)
        if words:
            row[argument.name] = words[value]
        elif argument.kind == FLAG:
            row[argument.name] = True
        else:
            row[argument.name] = value * argument.unit + argument.first
    return row
