"""The language of Contract objectives, one or more Contracts of each of its nine kinds (rule K11.4)."""

import pytest

from tests.reference.contracts import CARDS, met, names_cash
from tests.reference.position import read

FLAT = {"moonshine": 300, "gin": 300, "whisky": 300, "rum": 300}

CASES = [  # Contract, position, met by the Irish?
    ("voice_of_the_tenements", {"districts": dict.fromkeys(("five_points", "corona", "stapleton"), "irish 1R")}, True),
    ("voice_of_the_tenements", {"districts": {"five_points": "irish 1R", "corona": "irish S"}}, False),
    ("clean_ledger", {"players": {"irish": {"cash": 2500}}}, True),
    ("clean_ledger", {"players": {"irish": {"cash": 2500}}, "heat": ["irish"]}, False),
    (
        "lord_of_rum_row",
        {
            "districts": {
                "bowery": "irish 1R 3r",
                "jamaica": "irish 1R",
                "throggs_neck": "irish S",
                "red_hook": "knights 1R 1r",
                "belmont": "vipers 1R 1r",
            }
        },
        True,
    ),
    (
        "lord_of_rum_row",
        {
            "districts": {
                "bowery": "irish 1R 2r",
                "jamaica": "irish 1R",
                "throggs_neck": "irish S",
                "red_hook": "knights 1R 1r",
                "belmont": "vipers 1R 1r",
            }
        },
        False,
    ),
    ("thickest_wallet", {"players": {"irish": {"cash": 1100}}}, True),
    ("thickest_wallet", {}, False),
    ("corner_the_best", {"districts": {"bowery": "irish 1R 1r", "corona": "9r"}}, True),
    ("corner_the_best", {"districts": {"bowery": "irish 1R 1r"}, "market": FLAT}, False),
    ("bargain_basement", {"stills": {"bowery": "gin 4"}, "districts": {"bowery": "irish 1R 4m"}}, True),
    ("bargain_basement", {"stills": {"bowery": "moonshine 4"}, "districts": {"bowery": "irish 1R 4m"}}, False),
    (
        "uninvited_neighbors",
        {
            "districts": {
                "five_points": "irish 1R",
                "bowery": "irish 1R",
                "west_side": "irish S",
                "tenderloin": "vipers S",
            }
        },
        True,
    ),
    (
        "uninvited_neighbors",
        {"districts": {"five_points": "irish 1R", "bowery": "irish 1R", "corona": "irish S", "tenderloin": "vipers S"}},
        False,
    ),
    (
        "sitting_on_the_cellar",
        {"deeds": {"bronx": "irish"}, "districts": {"belmont": "2g", "corona": "vipers 1R 1g"}},
        True,
    ),
    (
        "sitting_on_the_cellar",
        {"deeds": {"bronx": "irish"}, "districts": {"belmont": "1g", "corona": "vipers 1R 1g"}},
        False,
    ),
    ("keeping_tabs", {"districts": {"bowery": "irish 1B"}}, True),
    ("keeping_tabs", {"districts": {"bowery": "irish 1R S", "corona": "vipers 1B"}}, False),
    ("paper_king", {"deeds": {"queens": "irish"}, "districts": {"corona": "irish 1B 3R"}}, True),
    ("paper_king", {"deeds": {"queens": "irish"}, "districts": {"corona": "irish 1B 4R"}}, False),
    (
        "full_boilers",
        {
            "stills": {"bowery": "gin 4", "corona": "whisky 5", "belmont": "moonshine 6"},
            "districts": {"bowery": "irish 1R 5g", "corona": "irish 1R 5w", "belmont": "irish S 5m"},
        },
        True,
    ),
    (
        "full_boilers",
        {
            "stills": {"bowery": "gin 4", "corona": "whisky 5", "belmont": "moonshine 6"},
            "districts": {"bowery": "irish 1R 5g", "corona": "irish 1R 5m", "belmont": "irish S 5w"},
        },
        False,
    ),
    (
        "boxcar_boiler",
        {"stills": {"bowery": "whisky 12"}, "districts": {"bowery": "irish S", "belmont": "irish 1R"}},
        True,
    ),
    (
        "boxcar_boiler",
        {"stills": {"bowery": "whisky 12"}, "districts": {"bowery": "irish S", "fordham": "irish 1R"}},
        False,
    ),
    ("headless_crew", {"districts": {"bowery": "knights 1B", "corona": "vipers 1B", "belmont": "sicilian 1B"}}, False),
    ("headless_crew", {"districts": {"bowery": "knights 1B", "corona": "vipers 1B"}}, True),
    ("somebody_elses_fingerprints", {"heat": ["vipers", "knights"]}, False),
    ("somebody_elses_fingerprints", {"heat": ["vipers", "vipers"]}, True),
    (
        "no_way_out",
        {"districts": {"stapleton": "vipers 1B", "westerleigh": "irish 1R", "tottenville": "knights 1R"}},
        True,
    ),
    (
        "no_way_out",
        {"districts": {"stapleton": "vipers 1B", "westerleigh": "irish 1R", "tottenville": "knights S"}},
        False,
    ),
    (
        "east_side_line",
        {"districts": dict.fromkeys(("east_harlem", "astoria", "whitestone", "flushing"), "irish 1R")},
        True,
    ),
    ("east_side_line", {"districts": dict.fromkeys(("east_harlem", "astoria", "flushing"), "irish 1R")}, False),
    ("eyes_on_the_door", {"districts": {"corona": "vipers S", "astoria": "irish 5R", "brownsville": "irish 3R"}}, True),
    ("eyes_on_the_door", {"districts": {"corona": "irish S", "astoria": "irish 5R", "brownsville": "irish 3R"}}, False),
    (
        "three_lucky_sevens",
        {
            "stills": {"bowery": "gin 7", "corona": "whisky 7", "belmont": "moonshine 7"},
            "districts": dict.fromkeys(("bowery", "corona", "belmont"), "irish S"),
        },
        True,
    ),
    ("the_great_cellar", {"districts": {"bowery": "irish 1R 4m 4g", "five_points": "irish 1R 4w 3r"}}, False),
    ("the_great_cellar", {"districts": {"bowery": "irish 1R 4m 4g", "five_points": "irish 1R 4w 4r"}}, True),
    (
        "mainland_treaty",
        {"districts": dict.fromkeys(("tenderloin", "fordham", "flushing", "red_hook"), "irish 1R")},
        True,
    ),
]


@pytest.mark.parametrize(("card", "partial", "expected"), CASES)
def test_objectives(card, partial, expected):
    assert met(read(partial), "irish", card) == expected


def test_every_objective_can_be_read():
    for card in CARDS:
        for mob in ("sicilian", "irish", "vipers", "knights"):
            assert met(read({}), mob, card) in (True, False)


def test_contracts_that_name_cash():
    assert {card for card in CARDS if names_cash(card)} == {
        "thickest_wallet",
        "suite_at_the_haymarket",
        "clean_ledger",
        "long_island_tab",
        "dinner_with_the_mayor",
    }
