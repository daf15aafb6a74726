"""Territory (K2): who Controls what, whose the Barrels are, what is Safe; and the map it rests on."""

from __future__ import annotations

from tests.kingdom.case_runner import board


def test_liquor_left_behind_waits_for_the_next_controller():
    table = board("irish", {"corona": "irish 1R 3g"})
    table.play(
        "irish: move corona astoria", "irish: crew 0 1", "irish: carry 1 gin", {"see": {"districts": {"corona": "2g"}}}
    )
    table.play("vipers: lay_low", "knights: lay_low", "sicilian: lay_low")
    table.play("irish: move astoria corona", "irish: crew 0 1", "irish: carry 0 gin")
    table.end(districts={"corona": "irish 1R 2g", "astoria": "1g"})


def test_loose_liquor_cannot_be_sold():
    board("irish", {"corona": "irish 1R", "astoria": "3r"}).check(not_offered=["unload"])


def test_an_empty_safehouse_holds_a_district_for_all_purposes():
    districts = {"sugar_hill": "irish S 2r", "bowery": "irish S", "corona": "irish 1B"}
    table = board("irish", districts, players={"irish": {"cash": 3000}}, deeds={"manhattan": "irish"})
    table.check(
        offered=[
            "unload sugar_hill",
            "recruit bowery",
            "bribe stephanie_st_clair",
            "extort manhattan",
            "push sugar_hill",
        ],
        not_offered=["smuggle", "move sugar_hill", "secure sugar_hill"],
    )
    table.play("irish: extort manhattan").end(players={"irish": {"cash": 3400}})


def test_one_mob_stands_in_a_district():
    # A Move into rival mobsters is a Standoff, never a shared District.
    table = board("irish", {"corona": "irish 2R", "astoria": "vipers 1R"})
    table.play("irish: move corona astoria", "irish: crew 0 1").end(
        decision="standoff",
        districts={"astoria": "vipers 1R", "corona": "irish 1R"},
        party="irish 1R at astoria from corona",
    )


def test_pieces_that_die_can_be_hired_again():
    table = board("irish", {"corona": "irish 4R S", "astoria": "vipers 9R"}, [6, 6, 6, 6, 6])
    table.play("irish: move corona astoria", "irish: crew 0 4", "vipers: ambush")
    table.see(players={"irish": {"supply": {"runners": 15}}})
    table.play("vipers: lay_low", "knights: lay_low", "sicilian: lay_low", "irish: recruit corona", "irish: hire 3")
    table.end(districts={"corona": "irish 3R S"})


def test_a_burnt_runner_cannot():
    board("knights", {"corona": "knights S"}, players={"knights": {"cash": 9000, "runners_lost": 13}}).play(
        "knights: recruit corona", {"only": ["hire 1", "hire 2"]}
    )
