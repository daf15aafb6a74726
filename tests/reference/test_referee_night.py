"""The worked cases C53-C57 and C60 (tests/kingdom/cases) against the referee alone, and the comparison itself."""

import pytest

from tests.reference import compare, referee
from tests.reference.casework import at, do, has, legal, open_for, purse, start
from tests.reference.position import read
from tests.reference.reckoning import respect, standing


def test_c53_sweep():
    p = start(
        phase="reckoning",
        players={"knights": {"favors": ["jimmy_walker"]}},
        districts={"bowery": "irish 1B 7R", "five_points": "sicilian 2B 5R", "red_hook": "knights 8R"},
    )
    assert [at(p, d) for d in ("bowery", "five_points", "red_hook")] == ["irish 1B 4R", "sicilian 2B 3R", "knights 8R"]


def test_c54_titles_and_ties():
    one = {
        "five_points": "sicilian",
        "bowery": "sicilian",
        "sugar_hill": "irish",
        "east_harlem": "irish",
        "astoria": "irish",
        "hunts_point": "vipers",
        "belmont": "vipers",
        "throggs_neck": "knights",
        "red_hook": "knights",
    }
    p = start(
        phase="reckoning",
        precincts=["morris_park"],
        deeds={"manhattan": "sicilian"},
        districts={name: f"{mob} 1R" for name, mob in one.items()},
    )
    assert p["deeds"] == {"bronx": "vipers"}
    assert p["syndicates"] == {"rum": "irish"}
    assert "ward_boss" not in p
    assert p["day"] == 2
    assert p["moon"] == "full"
    assert open_for(p) == ("draft", "sicilian")


def test_c55_deadlines():
    staked = {"voice_of_the_tenements": 1, "thickest_wallet": 1, "ruler_of_the_piers": 2}
    p = start(
        phase="reckoning",
        districts=dict.fromkeys(("five_points", "hunts_point", "corona"), "irish 1R"),
        players={
            "vipers": {"cash": 1500},
            "irish": {"cash": 1200, "staked": staked, "completed": ["block_party", "no_way_out"]},
        },
    )
    assert open_for(p) == ("shylock", "irish")
    assert not legal(p, "repay")
    p = do(p, "done")
    assert purse(p, "irish")[1:] == (6, 2700)
    assert has(p, "irish", "commission")
    assert p["decks"]["gig"]["discards"]
    assert has(p, "irish", "staked") == {"ruler_of_the_piers": 1}
    assert has(p, "irish", "completed") == ["block_party", "no_way_out", "voice_of_the_tenements"]


THREE = ["block_party", "paper_king", "no_way_out"]  # a Gig, a Racket, a Score: 9


def test_c56_two_claimants():
    deeds = {"manhattan": "sicilian", "bronx": "sicilian", "queens": "knights", "brooklyn": "knights"}
    pours = {"rum": "sicilian", "gin": "sicilian", "whisky": "knights", "moonshine": "knights"}
    sicilian = [*THREE, "slow_sip", "moonlit_table"]
    knights = ["headless_crew", "gin_baron", "biggest_army", "three_shifts", "sitting_on_gold"]
    p = start(
        phase="debts",
        deeds=deeds,
        syndicates=pours,
        players={
            "sicilian": {"cash": 3000, "commission": True, "completed": sicilian},
            "knights": {"cash": 3000, "commission": True, "completed": knights},
        },
    )
    assert [respect(read(p), mob) for mob in ("sicilian", "knights")] == [21, 21]
    assert p["ending"] == "victory"
    assert "stack" not in p
    assert referee.decision(p) == (None, None)
    assert (has(p, "knights", "place"), has(p, "sicilian", "place")) == (1, 2)


@pytest.mark.parametrize(
    ("rat", "name", "wins"), [(None, "repay 1", True), (None, "done", False), ("vipers", "repay 1", False)]
)
def test_c57_debts_before_the_crown(rat, name, wins):
    completed = THREE + ["gin_baron", "slow_sip", "moonlit_table", "headless_crew"]  # 15, and 6 for two Deeds
    p = start(
        phase="debts",
        rat=rat,
        deeds={"manhattan": "vipers", "bronx": "vipers"},
        players={"vipers": {"cash": 2600, "commission": True, "marks": 2, "completed": completed}},
    )
    assert legal(p) == {"repay 1", "done"}
    p = do(p, name)
    assert (p.get("ending") == "victory") == wins
    if name == "repay 1":
        assert purse(p, "vipers")[2] == 100


def test_c60_day_cap():
    four = {
        "sicilian": ["biggest_army", "no_way_out", "best_addresses", "gin_baron"],
        "irish": ["the_whole_island", "full_boilers", "toast_of_queens", "paper_king"],
        "vipers": ["twin_piers", "four_bathtubs", "keeping_tabs", "own_the_ferry", "velvet_and_oak", "slow_sip"],
        "knights": ["east_side_line", "most_doors_in_town", "uptown_numbers"],
    }
    p = start(phase="debts", day=15, players={mob: {"cash": 2000, "completed": cards} for mob, cards in four.items()})
    assert [standing(read(p), mob) for mob in four] == [(18, 2005), (18, 2010), (16, 2020), (9, 2050)]
    assert p["ending"] == "day_cap"
    assert [has(p, mob, "place") for mob in four] == [2, 1, 3, 4]


def test_the_last_of_the_days_plays():
    p = start(
        turn="irish",
        options={"plays_per_day": 1},
        districts={"bowery": "irish 2R", "five_points": "irish 1R"},
        players={mob: {"next_token": n} for n, mob in enumerate(("sicilian", "vipers", "knights"), start=1)},
    )
    p = do(p, "move bowery five_points", "crew 0 1")
    assert p["day"] == 2
    assert p["players"]["irish"]["token"] == 4


def test_comparison_finds_what_differs():
    p = start(turn="vipers", districts={"tenderloin": "vipers 2R 3g", "five_points": "1m"})
    after = referee.play(p, "lay_low")
    after["players"]["vipers"]["cash"] = 900
    after["districts"]["bowery"] = {"barrels": {"gin": 1}}
    sentences = compare.compare_step(p, "lay_low", after)
    assert [sentence.split(":")[0] for sentence in sentences] == ["districts.bowery.barrels.gin", "players.vipers.cash"]
    assert compare.compare_legal(p, referee.legal_plays(p)) == []
    assert len(compare.compare_legal(p, {"lay_low", "rat"})) == len(referee.legal_plays(p))
