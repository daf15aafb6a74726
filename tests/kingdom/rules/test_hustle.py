"""Hustle (K5.4): draws, the hand limit, and decks that run dry."""

from __future__ import annotations

from typing import Any

import pytest

from moonshine_env.kingdom.casework import Table
from moonshine_env.kingdom.tables import load_content
from tests.kingdom.case_runner import board

CONTENT = load_content()
GIGS, RACKETS, SCORES = (
    [card for card, of in zip(CONTENT.card_ids, CONTENT.tables[0]["card_deck"], strict=True) if of == deck]
    for deck in range(3)
)


def boss(irish: dict[str, Any], **given: Any) -> Table:
    players = {"irish": irish} | given.pop("others", {})
    return board("irish", {"corona": "irish 1B"}, players=players, **given)


@pytest.mark.parametrize("deck", ["gig", "racket", "score"])
def test_two_cards_of_one_deck(deck: str):
    table = boss({}).play(f"irish: hustle {deck}", f"irish: hustle {deck}")
    table.end(players={"irish": {"hidden_hand": {deck: 2}, "ops": 4, "stash": 3, "hustled": True}}, actor="vipers")


def test_a_lone_boss_anywhere_will_do_but_a_runner_will_not():
    rivals = {"bowery": "sicilian 1B", "astoria": "vipers 1B"}
    board("irish", {"corona": "irish 5R S", **rivals}).check(not_offered=["hustle"])
    board("sicilian", {"bowery": "sicilian 1B", "corona": "sicilian 2R"}).check(offered=["hustle gig"])


def test_the_hand_is_cut_to_three_of_ones_choice():
    table = boss({"hand": GIGS[:3]}).play("irish: hustle racket", "irish: hustle racket")
    hand = set(table.states["card_at"][0].nonzero()[0].tolist())
    names = [CONTENT.card_ids[card] for card in hand]
    table.check(decision="discard", only=[f"discard {name}" for name in names])
    # A card just drawn may go, to its own deck's discards.
    drawn = next(name for name in names if name in RACKETS)
    table.play(f"irish: discard {drawn}", {"decision": "discard"}, f"irish: discard {GIGS[0]}")
    table.end(
        players={"irish": {"hidden_hand": {"gig": 2, "racket": 1}}},
        decks={"racket": {"discards": [drawn], "pile": 16}, "gig": {"discards": [GIGS[0]]}},
        decision="turn",
        actor="vipers",
    )


def test_staked_contracts_are_not_in_hand():
    staked = {GIGS[0]: 1, GIGS[1]: 1}
    table = boss({"hand": [GIGS[2]], "ops": 5, "stash": 0, "staked": staked})
    table.play("irish: hustle gig", "irish: hustle gig").end(decision="turn", players={"irish": {"staked": staked}})


def test_guinan_holds_five_of_eight():
    table = boss({"hand": GIGS[:5], "favors": ["texas_guinan"]})
    table.play(*["irish: hustle score"] * 3)
    for name in GIGS[:3]:
        table.check(decision="discard").play(f"irish: discard {name}")
    table.end(players={"irish": {"hidden_hand": {"gig": 2, "score": 3}}}, decision="turn")


def test_the_next_day_there_is_another():
    table = boss({"hustled": True}).check(not_offered=["hustle"])
    table.play("irish: lay_low", "vipers: lay_low", "knights: lay_low", "sicilian: lay_low")
    table.see(day=2, players={"irish": {"hustled": False}})


# ---- decks that run dry


def test_a_pile_that_runs_empty_is_at_once_refilled():
    # One Gig left in the pile, two on the discards.
    table = boss({}, others={"vipers": {"completed": GIGS[3:]}}, decks={"gig": {"discards": GIGS[:2], "pile": 1}})
    table.play("irish: hustle gig")
    table.see(players={"irish": {"hand": [GIGS[2]]}}, decks={"gig": {"pile": 2, "discards": [], "reshuffles": 1}})
    table.play("irish: hustle gig").end(decks={"gig": {"pile": 1, "discards": [], "reshuffles": 1}})


def test_a_single_discard_refills_a_pile_too():
    table = boss({}, others={"vipers": {"completed": GIGS[2:]}}, decks={"gig": {"discards": GIGS[:1], "pile": 1}})
    table.play("irish: hustle gig").see(decks={"gig": {"pile": 1, "discards": [], "reshuffles": 1}})


def test_without_discards_the_refill_waits_for_the_next_draw():
    # The last Gig is drawn; a Gig is then discarded and lies there until somebody draws.
    table = boss(
        {"hand": GIGS[1:4]}, others={"vipers": {"completed": GIGS[4:]}}, decks={"gig": {"pile": 1, "discards": []}}
    )
    table.play("irish: hustle gig", {"exactly": ["hustle racket", "hustle score"]}, "irish: hustle racket")
    table.see(decks={"gig": {"pile": 0, "discards": [], "reshuffles": 0}})
    table.play(f"irish: discard {GIGS[1]}", f"irish: discard {GIGS[2]}")
    table.end(decks={"gig": {"pile": 0, "discards": sorted(GIGS[1:3]), "reshuffles": 0}})


def test_a_draw_from_an_empty_pile_refills_it_first():
    table = boss({}, others={"vipers": {"completed": GIGS[2:]}}, decks={"gig": {"pile": 0, "discards": GIGS[:2]}})
    table.check(offered=["hustle gig"]).play("irish: hustle gig")
    table.see(
        decks={"gig": {"pile": 1, "discards": [], "reshuffles": 1}}, players={"irish": {"hidden_hand": {"gig": 1}}}
    )
    table.play("irish: hustle gig", {"decision": "turn"})
    table.end(decks={"gig": {"pile": 0, "discards": [], "reshuffles": 1}}, players={"irish": {"hand": GIGS[:2]}})


def test_a_deck_without_any_card_cannot_be_chosen():
    others = {"vipers": {"completed": GIGS + RACKETS[1:]}}
    table = boss({}, others=others).check(exactly=["hustle racket", "hustle score"])
    table.play("irish: hustle racket", {"only": ["hustle score"]})


def test_the_very_last_card_can_be_drawn():
    others = {"vipers": {"completed": GIGS + RACKETS + SCORES[2:]}}
    table = boss({}, others=others).play("irish: hustle score", {"only": ["hustle score"]}, "irish: hustle score")
    table.end(players={"irish": {"hidden_hand": {"score": 2}}})


def test_a_draw_without_any_card_left_is_lost():
    others = {"vipers": {"completed": GIGS + RACKETS + SCORES[1:]}}
    table = boss({}, others=others).check(exactly=["hustle score"]).play("irish: hustle score")
    table.end(decision="turn", actor="vipers", players={"irish": {"hand": [SCORES[0]], "ops": 4}})


def test_without_a_card_anywhere_there_is_no_hustle():
    boss({}, others={"vipers": {"completed": GIGS + RACKETS + SCORES}}).check(not_offered=["hustle"])


def test_a_discard_of_the_last_draw_stays_on_the_discards():
    # The pile ran empty with no discards: the card discarded afterwards is not shuffled in before the next draw.
    others = {"vipers": {"completed": GIGS[4:]}}
    table = boss({"hand": GIGS[:3]}, others=others, decks={"gig": {"pile": 1}})
    table.play("irish: hustle racket", "irish: hustle gig", f"irish: discard {GIGS[3]}", f"irish: discard {GIGS[0]}")
    table.play("vipers: lay_low", "knights: lay_low", "sicilian: lay_low", "irish: lay_low")
    table.end(day=2, decks={"gig": {"pile": 0, "discards": sorted([GIGS[0], GIGS[3]]), "reshuffles": 0}})


def test_a_seed_orders_a_pile_the_same_for_ever():
    table = Table({"turn": "irish", "districts": {"corona": "irish 1B"}}, seed=3)
    table.play("irish: hustle gig").see(players={"irish": {"hand": ["boxcar_boiler"]}})
    table.play("irish: hustle gig").see(players={"irish": {"hand": ["boxcar_boiler", "foot_in_the_door"]}})


@pytest.mark.parametrize(
    ("seed", "upper", "lower"),
    [
        (9184853, "most_doors_in_town", "four_bathtubs"),  # both have one random word: the first of the table is first
        (20989031, "dinner_with_the_mayor", "east_side_line"),  # the word of the other is higher by one
    ],
)
def test_the_lower_random_word_lies_on_top(seed: int, upper: str, lower: str):
    seen = [name for name in RACKETS if name not in (upper, lower)]
    players = {"vipers": {"completed": seen}}
    table = Table({"turn": "irish", "districts": {"corona": "irish 1B"}, "players": players}, seed=seed)
    table.play("irish: hustle racket").end(players={"irish": {"hand": [upper]}})


def test_the_order_of_a_pile_hangs_on_the_seed_alone():
    def drawn(seed: int, plays: list[str]) -> list[str]:
        position = {"turn": "irish", "districts": {"corona": "irish 1B"}}
        table = Table(position, seed=seed).play(*plays)
        return [CONTENT.card_ids[k] for k in table.states["card_at"][0].nonzero()[0]]

    both = drawn(3, ["irish: hustle gig", "irish: hustle gig"])
    mixed = drawn(3, ["irish: hustle racket", "irish: hustle gig"])
    assert len(set(both) & set(mixed)) == 1  # the same Gig lies on top, whatever was drawn before
    assert len({str(drawn(seed, ["irish: hustle gig"])) for seed in range(12)}) > 4
