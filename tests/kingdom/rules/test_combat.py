"""Standoff and fight (K7), with Courage, Plunder, Stealth, Firepower and Torch (K6.3-K6.9)."""

from __future__ import annotations

import pytest

from moonshine_env.kingdom.casework import Table
from moonshine_env.kingdom.vocab import LIQUOR_IDS
from tests.kingdom.case_runner import board

MISS = 1


def count(pieces: str) -> int:
    return sum(int(word[:-1]) for word in pieces.split() if word[-1] in "BR")


def crew(pieces: str) -> str:
    words = {word[-1]: word[:-1] for word in pieces.split() if word[-1] in "BR"}
    return f"crew {words.get('B', 0)} {words.get('R', 0)}"


def fight(invader: str, occupier: str, answer: str = "hold_fire", dice: tuple[int, ...] = (), **given: object) -> Table:
    """Move all invaders from Flushing to Corona, where the Occupier answers."""
    mob, pieces = invader.split(" ", 1)
    table = board(mob, {"flushing": invader, "corona": occupier}, dice, **given)
    table.play(f"{mob}: move flushing corona", f"{mob}: {crew(pieces)}")
    return table.play(f"{occupier.split()[0]}: {answer}") if answer else table


# ---- dice and Threat (K7.1)


@pytest.mark.parametrize(
    ("occupier", "lowest"),
    [
        ("vipers 1R", 4),  # base and Ambush
        ("vipers 1B", 3),
        ("vipers 1R S", 4),  # a Safehouse does not help an Ambush
        ("vipers 1B S", 3),
        ("sicilian 2B", 3),  # two Bosses Ambush like one
    ],
)
def test_threat_of_an_ambush(occupier: str, lowest: int):
    hit = fight("knights 5R", occupier, "ambush", (lowest,))
    hit.end(party="knights 4R at corona from flushing", heat=[], players={"knights": {"supply": {"runners": 11}}})
    fight("knights 5R", occupier, "ambush", (lowest - 1,)).end(
        party="knights 5R at corona from flushing", decision="pinned"
    )


@pytest.mark.parametrize(
    ("invader", "lowest"), [("knights 2R", 5), ("knights 1B 1R", 4), ("sicilian 1B 1R", 4), ("sicilian 2B", 3)]
)
def test_threat_of_an_attack(invader: str, lowest: int):
    mob = invader.split()[0]
    fight(invader, "vipers 9R", dice=(lowest, *[MISS] * 5)).play(f"{mob}: assault").end(
        districts={"corona": "vipers 8R"}
    )
    fight(invader, "vipers 9R", dice=(lowest - 1, *[MISS] * 5)).play(f"{mob}: assault").end(
        districts={"corona": "vipers 9R"}
    )


@pytest.mark.parametrize(
    ("occupier", "lowest"),
    [
        ("vipers 2R", 5),
        ("vipers 1B 1R", 4),
        ("vipers 2R S", 3),
        ("vipers 1B 1R S", 2),
        ("sicilian 2B", 4),  # two that defend count as one
        ("sicilian 2B S", 2),  # at most 4
    ],
)
def test_threat_of_a_defence(occupier: str, lowest: int):
    attack = [MISS] * 5
    fight("knights 9R", occupier, dice=(*attack, lowest)).play("knights: assault").end(
        party="knights 8R at corona from flushing", decision="pinned"
    )
    fight("knights 9R", occupier, dice=(*attack, lowest - 1)).play("knights: assault").end(
        party="knights 9R at corona from flushing"
    )


@pytest.mark.parametrize(
    ("mobsters", "dice"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4), (9, 5), (12, 5)]
)
def test_the_muscle_ratio_rolls_up_to_five_dice(mobsters: int, dice: int):
    fight("knights 9R", f"vipers {mobsters}R", "ambush", (MISS,) * dice).end(party="knights 9R at corona from flushing")
    table = fight(f"knights {mobsters}R", "vipers 1R", dice=(MISS,) * (dice + 1)).play("knights: assault")
    table.end(decision="pinned", districts={"corona": "vipers 1R"})


def test_a_boss_in_another_district_does_not_help():
    table = board("knights", {"flushing": "knights 1B 2R", "corona": "vipers 2R", "astoria": "vipers 1B"}, dice=[4, 4])
    table.play("knights: move flushing corona", "knights: crew 0 2", "vipers: hold_fire", "knights: assault")
    table.end(districts={"corona": "vipers 2R"}, party="knights 2R at corona from flushing")


# ---- Standoff (K7.2-K7.5)


def test_the_occupier_keeps_control_while_he_is_there():
    # K2.2: his Barrels, too, are his until he is gone.
    table = fight("knights 3R", "vipers 2R 2g").check(decision="pinned", see={"districts": {"corona": "vipers 2R 2g"}})
    table.play("knights: fall_back").end(districts={"corona": "vipers 2R 2g", "flushing": "knights 3R"})


def test_who_lies_low_still_answers_a_standoff():
    table = fight("knights 3R", "vipers 2R", "", players={"vipers": {"next_token": 1}})
    table.check(decision="standoff", actor="vipers", offered=["ambush", "hold_fire", "fold astoria"])


def test_survivors_of_an_ambush_are_pinned_bosses_fall_last():
    table = fight("knights 1B 2R", "vipers 4R", "ambush", (6, 6))
    table.end(party="knights 1B at corona from flushing", decision="pinned", actor="knights", heat=[])


@pytest.mark.parametrize("answer", ["ambush", "ambush plunder", "hold_fire"])
def test_after_the_answer_the_first_step_may_be_a_fall_back(answer: str):
    districts = {"flushing": "knights 3R 1g", "corona": "irish 1R"}
    table = board("knights", districts, [6] if answer != "hold_fire" else [])
    table.play("knights: move flushing corona", "knights: crew 0 3", "knights: carry 1 gin", f"irish: {answer}")
    if answer == "ambush plunder":
        table.play("irish: steal gin")
    table.check(decision="pinned", actor="knights", offered=["assault", "fall_back"])


def test_luck_is_tied_to_the_fight_of_the_day_and_its_roll():
    table = fight("knights 1R", "vipers 1R", "ambush", (MISS, MISS, MISS))
    assert (table.states["fights"][0].tolist(), table.states["rolls"][0]) == ([0, 0, 0, 1], 1)
    table.play("knights: assault")
    assert (table.states["fights"][0].tolist(), table.states["rolls"][0]) == ([0, 0, 0, 1], 2)
    table = board("irish", {"red_hook": "irish 5R"}, precincts=["williamsburg"])
    table.play("irish: move red_hook williamsburg", "irish: crew 0 5", {"decision": "pinned"})
    assert (table.states["fights"][0].tolist(), table.states["rolls"][0]) == ([0, 1, 0, 0], 0)


def test_a_fold_leaves_barrels_and_safehouse_and_moves_all():
    table = fight("knights 1R", "vipers 1B 2R S 2g", "fold astoria")
    table.check(decision="safehouse", actor="knights", see={"districts": {"astoria": "vipers 1B 2R"}})
    table.play("knights: safehouse destroy").end(
        districts={"corona": "knights 1R 2g", "flushing": "none"},
        heat=[],
        decision="turn",
        players={"knights": {"ops": 4}},
    )


def test_a_fold_goes_only_to_safe_districts():
    districts = {
        "flushing": "knights 3R",
        "corona": "vipers 2R",
        "astoria": "irish S",
        "whitestone": "irish 1R",
        "brownsville": "vipers 1R",
    }
    table = board("knights", districts, precincts=["richmond_hill", "williamsburg"])
    table.play("knights: move flushing corona", "knights: crew 0 2")
    table.check(exactly=["fold astoria", "fold brownsville"])
    table.play("vipers: fold brownsville").end(districts={"brownsville": "vipers 3R", "corona": "knights 2R"})


def folded_into_a_safehouse() -> Table:
    districts = {"flushing": "knights 3R", "corona": "vipers 2R S 1g", "astoria": "irish S 1w", "bowery": "vipers S"}
    table = board("knights", {**districts, "jamaica": "vipers S"})
    return table.play("knights: move flushing corona", "knights: crew 0 3", "vipers: fold astoria")


def test_the_folder_settles_a_safehouse_first_and_cannot_use_the_one_he_left():
    table = folded_into_a_safehouse()
    table.check(decision="safehouse", actor="vipers")
    # None spare: the one in Corona, which is the Knights' now, cannot be relocated.
    table.check(only=["safehouse destroy", "safehouse from bowery", "safehouse from jamaica"])
    table.play("vipers: safehouse from bowery", {"decision": "safehouse", "actor": "knights"})
    table.check(only=["safehouse supply", "safehouse destroy"]).play("knights: safehouse supply")
    table.end(
        districts={"astoria": "vipers 2R S 1w", "corona": "knights 3R S 1g", "bowery": "none", "jamaica": "vipers S"},
        players={"vipers": {"supply": {"safehouses": 1}}, "irish": {"supply": {"safehouses": 3}}},
        decision="turn",
        actor="sicilian",
    )


def test_a_fold_may_go_where_the_invader_came_from():
    table = fight("knights 3R", "vipers 2R", "fold flushing")
    table.end(districts={"flushing": "vipers 2R", "corona": "knights 3R"})
    # His Safehouse there is then unguarded; and with it gone the Invader has one more to Commandeer with.
    table = fight("knights 3R S", "vipers 2R S", "fold flushing").check(decision="safehouse", actor="vipers")
    table.play("vipers: safehouse supply", {"decision": "safehouse", "actor": "knights"}, "knights: safehouse supply")
    table.end(
        districts={"flushing": "vipers 2R S", "corona": "knights 3R S"},
        players={"knights": {"supply": {"safehouses": 2}}, "vipers": {"supply": {"safehouses": 2}}},
    )


# ---- Pinned (K7.6-K7.9)


def test_what_is_offered_hangs_on_the_markers_left():
    table = fight("knights 3R", "vipers 2R S", players={"knights": {"ops": 2}})
    table.check(
        offered=["assault", "advance astoria", "fall_back"], not_offered=["torch", "storm", "lay_low", "borrow"]
    )
    fight("knights 3R", "vipers 2R S", players={"knights": {"ops": 3}}).check(offered=["torch"])


def test_both_sides_lose_at_the_same_time():
    table = fight("knights 4R", "vipers 4R", dice=(6, 6, 6, 6)).play("knights: assault")
    table.end(party="knights 2R at corona from flushing", districts={"corona": "vipers 2R"}, decision="pinned")
    table = fight("knights 1B 1R", "vipers 1B 1R", dice=(6, 6)).play("knights: assault")
    table.end(party="knights 1B at corona from flushing", districts={"corona": "vipers 1B"})


def test_no_more_die_than_there_are():
    table = fight("knights 9R", "vipers 2R", dice=(6, 6, 6, 6, 6, 6)).play("knights: assault")
    table.end(districts={"corona": "knights 8R"}, players={"vipers": {"supply": {"runners": 15}}}, decision="turn")


def test_the_winner_owns_all_barrels_and_the_safehouse_question():
    table = board("knights", {"flushing": "knights 3R 2r", "corona": "vipers 1R S 2g"}, dice=[6, 1, 1])
    table.play("knights: move flushing corona", "knights: crew 0 3", "knights: carry 2 rum", "vipers: hold_fire")
    table.play("knights: assault", {"decision": "safehouse", "actor": "knights"}, "knights: safehouse supply")
    table.end(districts={"corona": "knights 3R S 2g 2r"}, heat=["knights"], players={"knights": {"ops": 3, "stash": 3}})


def test_an_advance_takes_all_and_may_lead_back_to_a_connected_origin():
    table = board("knights", {"flushing": "knights 1B 3R 2r", "corona": "vipers 1R"})
    table.play("knights: move flushing corona", "knights: crew 1 2", "knights: carry 2 rum", "vipers: hold_fire")
    table.play("knights: advance flushing")
    table.end(districts={"flushing": "knights 1B 3R 2r", "corona": "vipers 1R"}, players={"knights": {"ops": 3}})


def test_an_advance_goes_only_to_safe_districts_and_takes_safehouses():
    districts = {"flushing": "knights 3R", "corona": "vipers 2R", "astoria": "irish S 1w", "whitestone": "irish 1R"}
    table = board("knights", districts, precincts=["richmond_hill", "williamsburg"])
    table.play("knights: move flushing corona", "knights: crew 0 3", "vipers: hold_fire")
    table.check(exactly=["advance flushing", "advance astoria", "advance brownsville"])
    table.play("knights: advance astoria", {"decision": "safehouse", "actor": "knights"}, "knights: safehouse supply")
    table.end(districts={"astoria": "knights 3R S 1w"}, players={"irish": {"supply": {"safehouses": 3}}})


def test_without_a_safe_neighbour_there_is_no_advance():
    districts = {
        "red_hook": "knights 2R",
        "morris_park": "vipers 1R",
        "fordham": "irish 1R",
        "throggs_neck": "irish 1R",
    }
    table = board("knights", districts)
    table.play("knights: skiff red_hook morris_park", "knights: crew 0 2", "vipers: hold_fire")
    table.check(not_offered=["advance"], offered=["assault", "fall_back"])


def test_a_fall_back_leaves_the_cargo_and_takes_the_origin_again():
    table = board("knights", {"flushing": "knights 1B 1R 2r", "corona": "vipers 1R"})
    table.play("knights: move flushing corona", "knights: crew 1 1", "knights: carry 2 rum", "vipers: hold_fire")
    table.see(districts={"flushing": "none"}).play("knights: fall_back")
    table.end(
        districts={"flushing": "knights 1B 1R", "corona": "vipers 1R 2r"}, players={"knights": {"ops": 4, "stash": 3}}
    )


def test_barrels_left_at_an_empty_origin_are_ones_own_again():
    table = board("knights", {"flushing": "knights 1R 3r", "corona": "vipers 1R"})
    table.play("knights: move flushing corona", "knights: crew 0 1", "knights: carry 1 rum", "vipers: hold_fire")
    table.see(districts={"flushing": "2r"}).play("knights: fall_back").end(districts={"flushing": "knights 1R 2r"})


def test_the_last_marker_buys_an_assault_then_all_fall_back():
    table = fight("knights 4R", "vipers 4R", dice=(6, 1, 1, 1), players={"knights": {"ops": 2}}).play(
        "knights: assault"
    )
    table.end(
        districts={"flushing": "knights 4R", "corona": "vipers 3R"},
        heat=["knights"],
        players={"knights": {"ops": 0, "stash": 6, "next_token": 1}},
    )


# ---- cargo (K7.10-K7.13)


@pytest.mark.parametrize(
    ("market", "left", "dropped"),
    [
        ({}, "1r", "1m 1g"),  # the cheapest first
        ({"moonshine": 500, "gin": 500, "rum": 500}, "1r", "1m 1g"),  # all alike: liquor order
        ({"moonshine": 400, "gin": 200, "rum": 300}, "1m", "1g 1r"),
        ({"moonshine": 300, "gin": 200, "rum": 200}, "1m", "1g 1r"),
        ({"moonshine": 200, "gin": 500, "rum": 200}, "1g", "1m 1r"),
    ],
)
def test_barrels_nobody_can_carry_drop_cheapest_first(market: dict[str, int], left: str, dropped: str):
    table = board("knights", {"flushing": "knights 3R 1m 1g 1r", "corona": "vipers 4R"}, dice=[6, 6], market=market)
    table.play("knights: move flushing corona", "knights: crew 0 3")
    table.play("knights: carry 1 moonshine", "knights: carry 1 gin", "knights: carry 1 rum", "vipers: ambush")
    table.end(party=f"knights 1R {left} at corona from flushing", districts={"corona": f"vipers 4R {dropped}"})


def test_the_unladen_die_first():
    table = board("knights", {"flushing": "knights 4R 2r", "corona": "vipers 4R"}, dice=[6, 6])
    table.play("knights: move flushing corona", "knights: crew 0 4", "knights: carry 2 rum", "vipers: ambush")
    table.end(party="knights 2R 2r at corona from flushing", districts={"corona": "vipers 4R"})


def test_the_cargo_of_the_dead_is_the_defenders():
    table = board("knights", {"flushing": "knights 1R 1r", "corona": "vipers 4R 1g"}, dice=[1, 6, 6])
    table.play("knights: move flushing corona", "knights: crew 0 1", "knights: carry 1 rum", "vipers: hold_fire")
    table.play("knights: assault").end(districts={"corona": "vipers 4R 1g 1r"}, party="none", heat=[], decision="turn")


def test_an_attacker_who_dies_killing_still_makes_heat():
    table = fight("knights 1R", "vipers 4R", dice=(6, 6, 6)).play("knights: assault")
    table.end(districts={"corona": "vipers 3R"}, heat=["knights"], players={"knights": {"ops": 3, "stash": 3}})


def test_several_assaults_are_one_heat():
    table = fight("knights 9R", "vipers 9R", dice=(6, *[MISS] * 9, 6, *[MISS] * 8))
    table.play("knights: assault", "knights: assault")
    table.play("knights: fall_back").end(heat=["knights"], players={"knights": {"ops": 2, "stash": 4}})


# ---- Courage (K6.3)


def irish_attack(cargo: str, dice: tuple[int, ...] = (), occupier: str = "vipers 2R") -> Table:
    table = board("irish", {"flushing": f"irish 3R {cargo}", "corona": occupier}, dice)
    table.play("irish: move flushing corona", "irish: crew 0 3")
    while table.legal[0].startswith("carry"):
        table.play(f"irish: {table.legal[-1]}")
    return table.play(f"{occupier.split()[0]}: hold_fire")


def test_courage_drinks_from_the_cargo_when_attacking():
    irish_attack("1m 1r", occupier="vipers 2R 2g").check(
        exactly=[
            *("assault", "assault courage moonshine", "assault courage rum"),
            *("plunder", "plunder courage moonshine", "plunder courage rum"),
        ]
    )
    irish_attack("").check(exactly=["assault"])


def test_courage_once_a_roll_and_again_at_the_next():
    table = irish_attack("2m", (4, 3, 1, 4, 3, 1))
    table.play(
        "irish: assault courage moonshine", {"see": {"districts": {"corona": "vipers 1R"}, "supply": {"moonshine": 24}}}
    )
    table.play("irish: assault courage moonshine").end(districts={"corona": "irish 3R"}, supply={"moonshine": 25})


def test_courage_drinks_from_the_district_when_ambushing():
    districts = {"flushing": "vipers 2R 1r", "corona": "irish 1R 1g"}
    table = board("vipers", districts, dice=[3]).play(
        "vipers: move flushing corona", "vipers: crew 0 2", "vipers: carry 1 rum"
    )
    table.check(offered=["ambush", "ambush courage gin", "ambush plunder"], not_offered=["ambush courage rum"])
    table.play("irish: ambush courage gin").end(
        districts={"corona": "irish 1R"}, supply={"gin": 25}, party="vipers 1R 1r at corona from flushing"
    )


@pytest.mark.parametrize("liquor", LIQUOR_IDS)
def test_every_liquor_gives_courage_for_every_roll(liquor: str):
    # One die hits that would have missed by one.
    barrel = f"1{liquor[0]}"
    table = irish_attack(barrel, (4, MISS, MISS)).play(f"irish: assault courage {liquor}")
    table.end(districts={"corona": "vipers 1R"}, party="irish 3R at corona from flushing", decision="pinned")
    table = irish_attack(barrel, (4, MISS, MISS), "vipers 2R 1g").play(f"irish: plunder courage {liquor}")
    table.check(only=["steal gin"]).end(districts={"corona": "vipers 2R 1g"}, party="irish 3R at corona from flushing")

    def ambush(boost: str) -> Table:
        table = board("vipers", {"flushing": "vipers 3R 1g", "corona": f"irish 3R {barrel}"}, (3, MISS))
        table.play("vipers: move flushing corona", "vipers: crew 0 3", "vipers: carry 1 gin")
        return table.play(f"irish: ambush {boost}courage {liquor}").see(districts={"corona": "irish 3R"})

    ambush("").end(party="vipers 2R 1g at corona from flushing", decision="pinned")
    ambush("plunder ").check(only=["steal gin"]).end(party="vipers 3R 1g at corona from flushing")


def test_no_courage_when_defending():
    # The defender's roll follows at once: he is asked nothing, and keeps his Barrels.
    table = fight("vipers 3R", "irish 2R 2g", dice=(1, 1, 4)).play("vipers: assault")
    table.end(decision="pinned", districts={"corona": "irish 2R 2g"}, party="vipers 3R at corona from flushing")


def test_a_plain_shot_costs_no_cash_and_courage_neither():
    for boost in ("", " courage moonshine"):
        irish_attack("1m", (MISS, MISS, MISS)).play(f"irish: assault{boost}").end(players={"irish": {"cash": 1000}})


def test_others_have_no_courage():
    table = board("sicilian", {"flushing": "sicilian 3R 1g", "corona": "vipers 2R 1g"})
    table.play("sicilian: move flushing corona", "sicilian: crew 0 3", "sicilian: carry 1 gin", "vipers: hold_fire")
    table.check(exactly=["assault"])
    table = board("knights", {"flushing": "knights 3R 1g", "corona": "vipers 2R 1g"})
    table.play("knights: move flushing corona", "knights: crew 0 3", "knights: carry 1 gin")
    table.check(not_offered=["ambush courage", "ambush plunder"], offered=["ambush firepower"])
    table.play("vipers: hold_fire", {"exactly": ["assault"]})


# ---- Plunder (K6.4)


def test_plunder_steals_while_there_is_room():
    table = irish_attack("2m", (6, 6, 1), "vipers 2R 2w").play("irish: plunder", {"decision": "plunder_pick"})
    # Three men with two Barrels: one of two hits finds a free hand.
    table.play("irish: steal whisky", {"decision": "pinned"}).end(
        party="irish 3R 2m 1w at corona from flushing", districts={"corona": "vipers 2R 1w"}, heat=[]
    )


def test_with_full_hands_it_may_be_tried_but_steals_nothing():
    table = irish_attack("3m", (6, 6, 1), "vipers 2R 2w").check(offered=["plunder"]).play("irish: plunder")
    table.end(decision="pinned", party="irish 3R 3m at corona from flushing", districts={"corona": "vipers 2R 2w"})


def test_courage_makes_room():
    table = irish_attack("3m", (4, 4, 1), "vipers 2R 2w").play(
        "irish: plunder courage moonshine", "irish: steal whisky"
    )
    table.end(party="irish 3R 2m 1w at corona from flushing", supply={"moonshine": 23}, decision="pinned")


def test_the_defender_kills_before_the_stealing():
    # Two of three die: one free hand for two hits, and it drops what it cannot hold first.
    table = irish_attack("1m", (6, 6, 6, 6), "vipers 4R 2w").play("irish: plunder")
    table.end(decision="pinned", party="irish 1R 1m at corona from flushing", districts={"corona": "vipers 4R 2w"})
    table = irish_attack("", (6, 6, 6, 6), "vipers 4R 2w").play("irish: plunder", "irish: steal whisky")
    table.end(decision="pinned", party="irish 1R 1w at corona from flushing", districts={"corona": "vipers 4R 1w"})


def test_the_dead_steal_nothing():
    table = irish_attack("", (6, 6, 6, 6, 6), "vipers 5R 2w").play("irish: plunder")
    table.end(decision="turn", districts={"corona": "vipers 5R 2w"}, party="none", heat=[], actor="vipers")


def test_no_more_is_stolen_than_there_is():
    table = irish_attack("", (6, 6, 1), "vipers 2R 1w").play(
        "irish: plunder", "irish: steal whisky", {"decision": "pinned"}
    )
    # Nothing left: no Plunder any more.
    table.check(not_offered=["plunder"], offered=["assault", "assault courage whisky"])
    table.end(districts={"corona": "vipers 2R"})


def test_plunder_makes_no_heat_but_an_assault_of_the_same_play_does():
    table = irish_attack("", (6, 1, 1, 6, 1, 1), "vipers 2R 1w").play(
        "irish: plunder", "irish: steal whisky", "irish: assault"
    )
    table.play("irish: fall_back").end(heat=["irish"], districts={"corona": "vipers 1R 1w"})


def test_plunder_costs_a_marker_and_a_marker_only():
    table = board("irish", {"flushing": "irish 3R", "corona": "vipers 2R 2w"}, [6, 1, 1], players={"irish": {"ops": 2}})
    table.play(
        "irish: move flushing corona", "irish: crew 0 3", "vipers: hold_fire", "irish: plunder", "irish: steal whisky"
    )
    # No marker left: they Fall Back, and what they stole stays with the rest.
    table.end(districts={"corona": "vipers 2R 2w", "flushing": "irish 3R"}, players={"irish": {"next_token": 1}})


@pytest.mark.parametrize("invader", ["sicilian", "knights"])
def test_an_ambush_plunders_whoever_invades(invader: str):
    districts = {"flushing": f"{invader} 3R 1w", "corona": "irish 3R 1g"}
    table = board(invader, districts, dice=[4, MISS]).play(
        f"{invader}: move flushing corona", f"{invader}: crew 0 3", f"{invader}: carry 1 whisky"
    )
    table.play("irish: ambush plunder", {"only": ["steal whisky"]}, "irish: steal whisky")
    table.end(districts={"corona": "irish 3R 1g 1w"}, party=f"{invader} 3R at corona from flushing")


def test_an_ambush_plunders_cargo_only_while_there_is_some():
    districts = {"flushing": "vipers 3R 1w", "corona": "irish 3R 1g"}
    table = board("vipers", districts).play(
        "vipers: move flushing corona", "vipers: crew 0 3", "vipers: carry 0 whisky"
    )
    table.check(not_offered=["ambush plunder"], offered=["ambush courage gin"])
    table = board("vipers", districts, dice=[6, 6]).play(
        "vipers: move flushing corona", "vipers: crew 0 3", "vipers: carry 1 whisky"
    )
    table.play("irish: ambush plunder courage gin", {"only": ["steal whisky"]}, "irish: steal whisky")
    table.end(
        decision="pinned",
        actor="vipers",
        districts={"corona": "irish 3R 1w"},
        party="vipers 3R at corona from flushing",
    )


def test_an_ambush_that_misses_plunders_nothing():
    districts = {"flushing": "vipers 3R 1w", "corona": "irish 3R"}
    table = board("vipers", districts, dice=[3, 3]).play(
        "vipers: move flushing corona", "vipers: crew 0 3", "vipers: carry 1 whisky"
    )
    table.play("irish: ambush plunder").end(
        decision="pinned", actor="vipers", party="vipers 3R 1w at corona from flushing"
    )


# ---- Stealth (K6.5)


def test_stealth_needs_rival_mobsters_next_door():
    districts = {
        "corona": "vipers 3R",
        "astoria": "irish S",
        "flushing": "irish 1R",
        "bowery": "irish 1R",
        "whitestone": "2m",
    }
    table = board("vipers", districts, precincts=["richmond_hill"])
    table.check(exactly=["stealth corona flushing"])


def test_stealth_takes_five_and_no_barrels():
    table = board("vipers", {"corona": "vipers 1B 6R 3g", "flushing": "irish 1R"}).play(
        "vipers: stealth corona flushing"
    )
    table.check(offered=["crew 1 4", "crew 0 5"], not_offered=["crew 1 5", "crew 0 6"]).play("vipers: crew 1 4")
    table.end(decision="pinned", party="vipers 1B 4R at flushing from corona", districts={"corona": "vipers 2R 3g"})


def test_with_two_markers_the_assault_is_the_last_step():
    table = board(
        "vipers", {"corona": "vipers 3R", "flushing": "irish 5R"}, [6, 1, 1, 1, 1], players={"vipers": {"ops": 2}}
    )
    table.play("vipers: stealth corona flushing", "vipers: crew 0 3", "vipers: assault")
    table.end(
        districts={"corona": "vipers 3R", "flushing": "irish 4R"},
        heat=["vipers"],
        players={"vipers": {"next_token": 1}},
    )


def test_stealth_may_advance_at_once():
    table = board("vipers", {"corona": "vipers 3R", "flushing": "irish 5R"})
    table.play("vipers: stealth corona flushing", "vipers: crew 0 3", "vipers: advance whitestone")
    table.end(districts={"whitestone": "vipers 3R", "flushing": "irish 5R"}, players={"vipers": {"ops": 3}}, heat=[])


def test_others_move_like_cats_on_gravel():
    board("knights", {"corona": "knights 3R", "flushing": "irish 1R"}).check(not_offered=["stealth"])


# ---- Firepower (K6.6)


def test_firepower_is_not_offered_at_five_dice_or_without_200():
    fight("vipers 8R", "irish 2R").check(exactly=["assault", "assault firepower"])
    fight("vipers 9R", "irish 2R").check(exactly=["assault"])
    fight("vipers 3R", "irish 2R", players={"vipers": {"cash": 100}}).check(exactly=["assault"])
    fight("vipers 3R", "irish 2R", players={"vipers": {"cash": 200}}).check(exactly=["assault", "assault firepower"])


def test_firepower_in_an_ambush():
    table = fight("knights 3R", "vipers 1R", "ambush firepower", (4, 3))
    table.end(party="knights 2R at corona from flushing", players={"vipers": {"cash": 800}}, heat=[])
    fight("knights 3R", "vipers 9R", "").check(exactly=["ambush"])


def test_no_firepower_when_defending():
    table = fight("knights 2R", "vipers 2R", dice=(1, 1)).play("knights: assault")
    table.end(players={"vipers": {"cash": 1000}}, decision="pinned")


# ---- Torch (K6.8)


def test_torch_needs_a_safehouse_a_runner_and_two_markers():
    fight("knights 1B 1R", "irish 1R S").check(offered=["torch"])
    fight("knights 1B", "irish 1R S").check(not_offered=["torch"])
    fight("knights 2R", "irish 1R").check(not_offered=["torch"])
    fight("vipers 2R", "irish 1R S").check(not_offered=["torch"])


def test_the_last_runner_burns_with_the_house_and_the_play_ends():
    table = board("knights", {"flushing": "knights 1R 1r", "corona": "irish 1R S 1g"})
    table.play(
        "knights: move flushing corona",
        "knights: crew 0 1",
        "knights: carry 1 rum",
        "irish: hold_fire",
        "knights: torch",
    )
    table.end(
        districts={"corona": "irish 1R 1g 1r", "flushing": "none"},
        heat=["knights"],
        players={
            "knights": {"ops": 2, "stash": 4, "runners_lost": 1, "supply": {"runners": 14}},
            "irish": {"supply": {"safehouses": 3}},
        },
        decision="turn",
        actor="sicilian",
    )


def test_a_boss_stays_pinned_and_the_burnt_mans_barrel_drops():
    table = board("knights", {"flushing": "knights 1B 1R 1g 1r", "corona": "irish 1R S"})
    table.play("knights: move flushing corona", "knights: crew 1 1", "knights: carry 1 gin", "knights: carry 1 rum")
    table.play("irish: hold_fire", "knights: torch", {"decision": "pinned", "not_offered": ["torch"]})
    table.see(party="knights 1B 1r at corona from flushing", districts={"corona": "irish 1R 1g"})
    table.play("knights: fall_back").end(
        heat=["knights"], districts={"corona": "irish 1R 1g 1r", "flushing": "knights 1B"}
    )


def test_with_the_last_markers_a_torch_ends_in_a_fall_back():
    table = fight("knights 3R", "irish 1R S", players={"knights": {"ops": 3}}).play("knights: torch")
    table.end(
        districts={"flushing": "knights 2R", "corona": "irish 1R"},
        heat=["knights"],
        players={"knights": {"ops": 0, "next_token": 1, "stash": 6}},
    )
