"""Lay out the Contracts of a position, and in a view those that it does not show (K1.12, K5.4)."""

from __future__ import annotations

import numpy as np

from moonshine_env.kingdom.positions.board import Table
from moonshine_env.kingdom.positions.reading import Spot
from moonshine_env.kingdom.vocab import COMPLETED, DECK_IDS, DISCARDED, IN_HAND, IN_PILE, NUM_CARDS, STAKED

DECK_KEYS = ("pile", "discards", "reshuffles", "older_pools")
MOST_RESHUFFLES = 99


def read_cards(table: Table) -> None:
    """Read all Contracts. Of a view the hidden ones go, in card order, to the seats that hold so many of their pool.

    That is one of the deals the seat cannot tell apart; `rules.redeal` makes it a random one.
    """
    decks = _read_decks(table)
    for seat, row in enumerate(table.players):
        _read_open_cards(table, seat, row)
        _check_hand_keys(table, seat, row)
    for deck in range(len(DECK_IDS)):
        older = _read_older_pools(table, deck, decks.get(deck, {}))
        if table.viewer is not None:
            _deal_hidden(table, deck, older)
        _check_pile(table, deck, decks.get(deck, {}))


def _read_decks(table: Table) -> dict[int, dict[str, Spot]]:
    s, top = table.s, table.top
    found = top["decks"].by_id(DECK_IDS, "deck") if "decks" in top else {}
    decks = {deck: spot.fields(DECK_KEYS) for deck, spot in found.items()}
    for deck, row in decks.items():
        if "reshuffles" in row:
            s["reshuffles"][deck] = row["reshuffles"].number(0, MOST_RESHUFFLES, "reshuffles")
        if "discards" in row:
            _place(table, row["discards"], DISCARDED, deck)
    return decks


def _place(table: Table, spot: Spot, where: int, deck: int | None = None) -> None:
    """Read a list of Contracts into one place; `deck` if all must be of it."""
    for card_spot in spot.items():
        card = card_spot.pick(table.content.card_ids, "Contract")
        _claim(table, card, card_spot)
        of_deck = int(table.t["card_deck"][card])
        if deck not in (None, of_deck):
            raise card_spot.error(f"{card_spot.value} is a {DECK_IDS[of_deck]}, not a {DECK_IDS[deck or 0]}")
        table.s["card_at"][card] = where


def _claim(table: Table, card: int, spot: Spot) -> None:
    if card in table.card_paths:
        name = table.content.card_ids[card]
        raise spot.error(f"{name} stands at {table.card_paths[card]} already; each Contract is in one place")
    table.card_paths[card] = spot.path


def _read_open_cards(table: Table, seat: int, row: dict[str, Spot]) -> None:
    t, s = table.t, table.s
    if "hand" in row:
        _place(table, row["hand"], IN_HAND + seat)
    if "completed" in row:
        _place(table, row["completed"], COMPLETED + seat)
    if "staked" in row:
        for card, spot in row["staked"].by_id(table.content.card_ids, "Contract").items():
            _claim(table, card, spot)
            s["card_at"][card] = STAKED + seat
            s["card_markers"][card] = spot.number(
                1, int(t["deadline"][t["card_deck"][card]]), "markers on this Contract"
            )
    _read_stake_order(table, seat, row)


def _read_stake_order(table: Table, seat: int, row: dict[str, Spot]) -> None:
    """Read in which order a player staked his Contracts; if left out, that of the data file."""
    s = table.s
    staked = [int(card) for card in np.flatnonzero(s["card_at"] == STAKED + seat)]
    if "stake_order" in row:
        in_order = row["stake_order"].picks(table.content.card_ids, "Contract")
        if sorted(in_order) != staked:
            names = ", ".join(table.content.card_ids[card] for card in staked)
            raise row["stake_order"].error(f"expected all that he has staked, each once: {names or 'nothing'}")
        staked = in_order
    for place, card in enumerate(staked):
        s["stake_order"][card] = place + 1


def _check_hand_keys(table: Table, seat: int, row: dict[str, Spot]) -> None:
    if table.viewer is None:
        for key in ("hidden_hand", "older_in_hand"):
            if key in row:
                raise row[key].error(
                    "only a view hides cards; say whose view this is with `view`, or name them in `hand`"
                )
    elif seat == table.viewer:
        for key in ("hidden_hand", "older_in_hand"):
            if key in row:
                raise row[key].error("a seat sees its own cards; name them in `hand`")
    elif "hand" in row:
        raise row["hand"].error(
            f"the view of {table.mobs[table.viewer]} cannot show it; count its cards in `hidden_hand`"
        )


def _read_older_pools(table: Table, deck: int, row: dict[str, Spot]) -> dict[int, list[int]]:
    """Read the older pools of a deck and note the pool of every card in a hand that is shown.

    Returns:
        By pool, the cards of it that are hidden in rivals' hands.
    """
    t, s = table.t, table.s
    present = int(s["reshuffles"][deck])
    in_hand = (s["card_at"] >= IN_HAND) & (s["card_at"] < STAKED) & (t["card_deck"] == deck)
    s["card_pool"][in_hand] = present
    hidden: dict[int, list[int]] = {}
    if "older_pools" not in row:
        return hidden
    pools = row["older_pools"].by_id([str(pool) for pool in range(present)], "pool older than the present one")
    seen: dict[int, str] = {}
    for pool, spot in pools.items():
        for card_spot in spot.items():
            card = card_spot.pick(table.content.card_ids, "Contract")
            if t["card_deck"][card] != deck:
                raise card_spot.error(f"{card_spot.value} is no {DECK_IDS[deck]}")
            if card in seen:
                raise card_spot.error(f"{card_spot.value} stands at {seen[card]} already")
            seen[card] = card_spot.path
            if in_hand[card]:
                s["card_pool"][card] = pool
            elif table.viewer is None or s["card_at"][card] != IN_PILE:
                where = table.card_paths.get(card, "nowhere, so in the draw pile")
                raise card_spot.error(f"cards of older pools are in hands, but {card_spot.value} stands {where}")
            else:
                hidden.setdefault(pool, []).append(card)
    return hidden


def _deal_hidden(table: Table, deck: int, older: dict[int, list[int]]) -> None:
    """Deal a deck's hidden cards to the rivals of the viewer, pool by pool; the rest is the draw pile."""
    t, s = table.t, table.s
    present = int(s["reshuffles"][deck])
    wanted = [_read_hidden(table, row, deck, present) for row in table.players]
    unseen = [int(card) for card in np.flatnonzero((t["card_deck"] == deck) & (s["card_at"] == IN_PILE))]
    old_cards = {card for cards in older.values() for card in cards}
    pools = {**older, present: [card for card in unseen if card not in old_cards]}
    for pool in range(present + 1):
        cards = pools.get(pool, [])
        needed = sum(hand.get(pool, 0) for hand in wanted)
        where = Spot(f"decks.{DECK_IDS[deck]}", None)
        if pool < present and needed != len(cards):
            raise where.error(
                f"older_pools.{pool} leaves {len(cards)} cards to rivals' hands, but their older_in_hand says {needed}"
            )
        if needed > len(cards):
            raise where.error(
                f"rivals hold {needed} cards of the present pool, but only {len(cards)} are not seen elsewhere"
            )
        holders = [seat for seat, hand in enumerate(wanted) for _ in range(hand.get(pool, 0))]
        for seat, card in zip(holders, cards, strict=False):
            s["card_at"][card] = IN_HAND + seat
            s["card_pool"][card] = pool


def _read_hidden(table: Table, row: dict[str, Spot], deck: int, present: int) -> dict[int, int]:
    """Read how many cards of a deck a rival holds; returns pool: count."""
    if "hidden_hand" not in row:
        if "older_in_hand" in row:
            raise row["older_in_hand"].error("these are some of the cards of `hidden_hand`, which is missing")
        return {}
    total = row["hidden_hand"].counts(DECK_IDS, "deck", NUM_CARDS, "cards").get(deck, 0)
    older: dict[int, int] = {}
    if "older_in_hand" in row:
        spot = row["older_in_hand"].by_id(DECK_IDS, "deck").get(deck)
        if spot:
            pools = [str(pool) for pool in range(present)]
            older = spot.counts(pools, "pool older than the present one", total, "cards")
            if sum(older.values()) > total:
                raise spot.error(f"{sum(older.values())} cards of older pools, but hidden_hand names {total} in all")
    return {**older, present: total - sum(older.values())}


def _check_pile(table: Table, deck: int, row: dict[str, Spot]) -> None:
    if "pile" in row:
        left = int(np.sum((table.t["card_deck"] == deck) & (table.s["card_at"] == IN_PILE)))
        if row["pile"].number(0, NUM_CARDS, "cards") != left:
            raise row["pile"].error(f"{row['pile'].value} cannot be: {left} cards of this deck are not anywhere else")
