"""Every number of the game, moved by one: something comes out differently.

A case is a position, plays and given dice, and what is read afterwards; with the number as printed and with the number
moved. The moved TABLES record is an argument of the same compiled rules. Whatever in the record is a number of the
rules has a case here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from moonshine_env.kingdom import rules
from moonshine_env.kingdom.state import STATE
from moonshine_env.kingdom.tables import CASH_CONSTANTS, COSTS, COUNT_CONSTANTS, NUM_DISTRICTS
from moonshine_env.kingdom.tables import TABLES as RECORD
from moonshine_env.kingdom.vocab import LIQUOR_IDS, MOB_IDS
from tests.kingdom.random_play import (
    ACTIONS,
    CONTENT,
    TABLES,
    decision_of,
    decisions_of_game,
    legal_names,
    look,
    new_game,
    play,
    start,
)

pytestmark = [pytest.mark.lane_unjitted, pytest.mark.lane_bounds]

Position = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """One number, moved.

    Attributes:
        number: Field of the TABLES record, `name` or `name[index]`.
        by: How far it is moved.
        position: Where to start; None = a new game of four, everything given.
        plays: Names, divided by `; `.
        reads: A path in the position; `offers FAMILY` = what is legal of a family, without its name; `decision`;
            `respect MOB`; `state FIELD.INDEX`.
        printed, moved: What is read with the printed and with the moved number.
    """

    number: str
    by: int
    position: Position | None
    plays: str
    reads: str
    printed: Any
    moved: Any = field(kw_only=True)

    def __str__(self) -> str:
        return f"{self.number} {self.by:+d}"


def moved(number: str, by: int) -> np.ndarray:
    """Copy the tables with one number moved."""
    tables = TABLES.copy()
    name, *index = re.findall(r"\w+", number)
    if index:
        tables[0][name][tuple(int(k) for k in index)] += by
    else:
        tables[0][name] += by
    return tables


def opening(tables: np.ndarray) -> np.ndarray:
    """Set up a Blood Oath: mobs, homes and tokens in order, Stills as in the data file."""
    states = np.zeros(1, STATE)
    seats = np.arange(4, dtype=np.int16)
    stills = np.arange(NUM_DISTRICTS, dtype=np.int16)
    rules.setup(tables, states, 0, np.uint64(1), np.array([4, 15, 25, 0, 1, 1], np.int16), seats, seats, seats, stills)
    return states


def outcome(case: Case, tables: np.ndarray) -> Any:
    states = opening(tables) if case.position is None else start(case.position, tables=tables)
    play(states, *filter(None, case.plays.split("; ")), tables=tables)
    word, _, rest = case.reads.partition(" ")
    if word == "offers":
        names = [name for name in legal_names(states, tables) if ACTIONS.families[ACTIONS.parse(name)] == rest]
        return [name.removeprefix(rest).strip() for name in names]
    if word == "decision":
        return decision_of(states)
    if word == "respect":
        respect = np.zeros(4, np.int32)
        rules.scores(tables, states, 0, respect)
        return int(respect[MOB_IDS.index(rest)])
    if word == "state":
        value: Any = states[0]
        for key in rest.split("."):
            value = value[int(key) if key.isdigit() else key]
        return value.tolist()
    return look(states, case.reads)


# ---- positions that several cases share


def turn(mob: str, districts: dict[str, str], dice: str = "", **more: Any) -> Position:
    """Make a position in which it is a mob's turn."""
    position: Position = {"turn": mob, "districts": districts, "given_dice": [int(face) for face in dice.split()]}
    players = {name: row for name, row in more.items() if name in MOB_IDS}
    rest = {name: row for name, row in more.items() if name not in MOB_IDS}
    return position | rest | ({"players": players} if players else {})


def night(districts: dict[str, str], **more: Any) -> Position:
    """Make a position of the Reckoning, everybody lying low."""
    position = turn("", districts, **more)
    del position["turn"], position["given_dice"]
    return {"day": 3, "phase": "reckoning"} | position


def ambush(defenders: str, dice: str) -> Position:
    """Seven Vipers are about to enter Bowery, held by `defenders`."""
    return turn("vipers", {"five_points": "vipers 7R", "bowery": defenders}, dice)


INTO_BOWERY = "move five_points bowery; crew 0 7; "
CONTRACTS = {"gig": "thickest_wallet", "racket": "voice_of_the_tenements", "score": "ruler_of_the_piers"}
DONE = {deck: [CONTENT.card_ids[k] for k in (0, 22, 40)][n] for n, deck in enumerate(CONTRACTS)}
SCORES_DONE = list(CONTENT.card_ids[40:44])
FOUR_BRONX = dict.fromkeys(("hunts_point", "belmont", "throggs_neck", "fordham"), "irish 1R")
RUM_JOINTS = ("sugar_hill", "morris_park", "astoria")

COUNTS = (
    # ---- how a game starts: K1
    Case("start_influence", 1, None, "", "state markers.1", 7, moved=8),
    Case("start_slotted", -1, None, "", "players.irish.ops.irish", 5, moved=4),
    Case("start_stash", 1, None, "", "players.irish.stash", 2, moved=3),
    Case("start_cash", 1, None, "", "players.irish.cash", 1000, moved=1100),
    Case("runners_per_player", -1, None, "", "state runners_left.1", 7, moved=6),
    Case("safehouses_per_player", 1, None, "", "state safehouses_left.1", 2, moved=3),
    Case("barrels_per_liquor", -1, None, "", "state supply.0", 25, moved=24),
    Case("draft_dice_over_players", 1, None, "", "state dice.0", [0, 2, 0, 1, 0, 2], moved=[1, 2, 0, 1, 0, 2]),
    *[
        Case(f"mob_bosses[{k}]", 1, None, "", f"state bosses_left.{k}", n, moved=n + 1)
        for k, n in enumerate((1, 0, 0, 0))
    ],
    *[Case(f"start_price[{k}]", 1, None, "", f"state price.{k}", k + 2, moved=k + 3) for k in range(4)],
    *[
        Case(f"setup_forces[{place}, {piece}]", 1, None, "", f"state {name}.{district}", count, moved=count + 1)
        for place, piece, name, district, count in (
            (0, 0, "bosses", 0, 1),
            (0, 1, "runners", 0, 2),
            (1, 1, "runners", 4, 3),
            (2, 1, "runners", 2, 3),
        )
    ],
    Case("setup_forces[0, 0]", 1, None, "", "state bosses_left.0", 1, moved=0),
    Case("setup_forces[0, 2]", -1, None, "", "state safehouse.0", 0, moved=-1),
    Case("setup_forces[1, 0]", 1, None, "", "state bosses.4", 0, moved=1),
    Case("setup_forces[1, 2]", 1, None, "", "state safehouse.4", -1, moved=0),
    Case("setup_forces[2, 0]", 1, None, "", "state bosses.2", 0, moved=1),
    Case("setup_forces[2, 2]", 1, None, "", "state safehouse.2", -1, moved=0),
    # ---- the Muscle Ratio and its caps (K2.9, K3.3)
    Case(
        "ratio_cap",
        -1,
        {
            "phase": "draft",
            "turn": "irish",
            "players": {"irish": {"token": 4}},
            "districts": {"bowery": "irish 9R"},
            "stills": {"bowery": "gin 6"},
            "brew_dice": {"red": [2, 1], "white": [4, 1]},
        },
        "draft 2 4 produce",
        "districts.bowery.barrels.gin",
        3,
        moved=2,
    ),
    *[
        # As many dice as the ladder says are taken from five.
        Case(
            f"ratio_bounds[{k}]",
            1,
            ambush(f"irish {bound}R", "1 1 1 1 1"),
            INTO_BOWERY + "ambush",
            "state given_count",
            4 - k,
            moved=5 - k,
        )
        for k, bound in enumerate((1, 3, 5, 7, 9))
    ],
    Case(
        "combat_dice_cap", -1, ambush("irish 9R", "1 1 1 1 1"), INTO_BOWERY + "ambush", "state given_count", 0, moved=1
    ),
    # ---- Threat (K7.1): the die given just hits
    Case("base_threat", -1, ambush("irish 1R", "4"), INTO_BOWERY + "ambush", "party.runners", 6, moved=7),
    Case("ambush_threat", -1, ambush("irish 1R", "4"), INTO_BOWERY + "ambush", "party.runners", 6, moved=7),
    Case("boss_threat", -1, ambush("irish 1B", "3"), INTO_BOWERY + "ambush", "party.runners", 6, moved=7),
    Case(
        "courage_threat",
        -1,
        ambush("irish 1R 1g", "3"),
        INTO_BOWERY + "ambush courage gin",
        "party.runners",
        6,
        moved=7,
    ),
    Case(
        "both_bosses_attack_threat",
        -1,
        turn("sicilian", {"five_points": "sicilian 2B", "bowery": "irish 3R"}, "3 1 1"),
        "move five_points bowery; crew 2 0; hold_fire; assault",
        "districts.bowery.runners",
        2,
        moved=3,
    ),
    Case(
        "safehouse_threat",
        -1,
        turn("sicilian", {"five_points": "sicilian 2R", "bowery": "irish 1R S"}, "1 3"),
        "move five_points bowery; crew 0 2; hold_fire; assault",
        "party.runners",
        1,
        moved=2,
    ),
    Case(
        "max_threat",
        -1,
        turn("sicilian", {"five_points": "sicilian 2R", "bowery": "irish 1B S"}, "1 2"),
        "move five_points bowery; crew 0 2; hold_fire; assault",
        "party.runners",
        1,
        moved=2,
    ),
    Case(
        "kill_on_at_threat[0]",
        1,
        turn("sicilian", {"five_points": "sicilian 2R", "bowery": "irish 2R"}, "5 1"),
        "move five_points bowery; crew 0 2; hold_fire; assault",
        "districts.bowery.runners",
        1,
        moved=2,
    ),
    Case("kill_on_at_threat[1]", 1, ambush("irish 1R", "4"), INTO_BOWERY + "ambush", "party.runners", 6, moved=7),
    Case("kill_on_at_threat[2]", 1, ambush("irish 1B", "3"), INTO_BOWERY + "ambush", "party.runners", 6, moved=7),
    Case(
        "kill_on_at_threat[3]",
        1,
        ambush("irish 1B 1g", "2"),
        INTO_BOWERY + "ambush courage gin",
        "party.runners",
        6,
        moved=7,
    ),
    Case(
        "firepower_dice",
        -1,
        turn("sicilian", {"five_points": "sicilian 4R", "bowery": "vipers 1R"}, "1 1"),
        "move five_points bowery; crew 0 4; ambush firepower",
        "state given_count",
        0,
        moved=1,
    ),
    Case(
        "storm_hits",
        -1,
        turn("irish", {"red_hook": "irish 4R"}, "6 1", precincts=["williamsburg"]),
        "move red_hook williamsburg; crew 0 4; storm",
        "precincts",
        ["williamsburg"],
        moved=None,
    ),
    # ---- who may go, and what they carry (K5.1, K5.6, K6.5, K6.7)
    Case(
        "smuggle_crew_max",
        -1,
        turn("vipers", {"jamaica": "vipers 9R"}),
        "",
        "offers smuggle",
        [f"jamaica {n}" for n in range(1, 6)],
        moved=[f"jamaica {n}" for n in range(1, 5)],
    ),
    Case(
        "skiff_crew_max",
        1,
        turn("knights", {"red_hook": "knights 9R"}),
        "skiff red_hook bowery",
        "offers crew",
        [f"0 {n}" for n in range(1, 6)],
        moved=[f"0 {n}" for n in range(1, 7)],
    ),
    Case(
        "stealth_crew_max",
        1,
        turn("vipers", {"five_points": "vipers 9R", "bowery": "irish 1R"}),
        "stealth five_points bowery",
        "offers crew",
        [f"0 {n}" for n in range(1, 6)],
        moved=[f"0 {n}" for n in range(1, 7)],
    ),
    Case(
        "carry_per_mobster",
        1,
        turn("irish", {"red_hook": "irish 2R 9m"}),
        "move red_hook brownsville; crew 0 2",
        "offers carry",
        [f"{n} moonshine" for n in range(3)],
        moved=[f"{n} moonshine" for n in range(5)],
    ),
    # ---- Operations (K3.8, K4.3, K5)
    Case(
        "slots",
        -1,
        {"day": 2, "phase": "grease", "turn": "irish", "players": {"irish": {"ops": {}, "stash": 7}}},
        "",
        "offers fund",
        ["0", "1", "2", "3", "4", "5"],
        moved=["0", "1", "2", "3", "4"],
    ),
    Case(
        "greed_barrels",
        1,
        turn("knights", {"coney_island": "knights 2R 4w"}),
        "unload coney_island; sell 4 whisky",
        "heat",
        ["knights"],
        moved=None,
    ),
    Case(
        "heat_spaces",
        -1,
        turn("irish", FOUR_BRONX, heat=["knights", "knights", "vipers"], deeds={"bronx": "irish"}),
        "extort bronx",
        "heat",
        ["knights", "knights", "vipers", "irish"],
        moved=None,
    ),
    Case("rise_runners", 1, turn("irish", {}), "rise fordham; safehouse none", "districts.fordham.runners", 2, moved=3),
    Case("hustle_draw", -1, turn("irish", {"bowery": "irish 1B"}), "hustle gig", "decision", "hustle", moved="turn"),
    Case(
        "hustle_draw_guinan",
        -1,
        turn("irish", {"bowery": "irish 1B"}, irish={"favors": ["texas_guinan"]}),
        "hustle gig; hustle gig",
        "decision",
        "hustle",
        moved="turn",
    ),
    Case(
        "hand_limit",
        1,
        turn("irish", {"bowery": "irish 1B"}, irish={"hand": [DONE["racket"], DONE["score"]]}),
        "hustle gig; hustle gig",
        "decision",
        "discard",
        moved="turn",
    ),
    Case(
        "hand_limit_guinan",
        1,
        turn(
            "irish", {"bowery": "irish 1B"}, irish={"favors": ["texas_guinan"], "hand": list(CONTENT.card_ids[22:25])}
        ),
        "hustle gig; hustle gig; hustle gig",
        "decision",
        "discard",
        moved="turn",
    ),
    Case(
        "influence_per_player",
        -1,
        turn("irish", {"sugar_hill": "irish 1R"}, irish={"cash": 2500, "stash": 6, "markers": 11}),
        "bribe stephanie_st_clair",
        "state markers.1",
        12,
        moved=11,
    ),
    Case(
        "marks",
        -1,
        turn("irish", {}),
        "",
        "offers borrow",
        [str(n) for n in range(1, 13)],
        moved=[str(n) for n in range(1, 12)],
    ),
    *[
        # One die that just succeeds, with so many Docks.
        Case(
            f"smuggle_on_at_docks[{k}]",
            1,
            turn(
                "irish",
                dict.fromkeys(("bowery", "jamaica", "westerleigh", "tottenville")[: k + 1], "irish 1R"),
                f"{5 - k}",
            ),
            "smuggle bowery 1",
            "districts.bowery.barrels.rum",
            1,
            moved=None,
        )
        for k in range(4)
    ],
    # ---- Contracts (K10.1)
    *[
        Case(
            f"deadline[{k}]",
            1,
            {
                "day": 2,
                "phase": "grease",
                "turn": "irish",
                "players": {"irish": {"ops": {}, "stash": 7, "hand": [card]}},
            },
            f"stake {card}",
            f"players.irish.staked.{card}",
            k + 1,
            moved=k + 2,
        )
        for k, card in enumerate(DONE.values())
    ],
    *[
        Case(
            f"deck_cash[{k}]",
            1,
            night(
                dict.fromkeys(
                    ("five_points", "corona", "brownsville", "bowery", "jamaica", "westerleigh", "tottenville"),
                    "irish 1R",
                ),
                irish={"cash": 1100, "staked": {card: 1}},
            ),
            "" if k else "done",
            "players.irish.cash",
            1100 + cash,
            moved=1200 + cash,
        )
        for k, (card, cash) in enumerate(zip(CONTRACTS.values(), (500, 1500, 3000), strict=True))
    ],
    *[
        Case(
            f"deck_respect[{k}]", 1, turn("irish", {}, irish={"completed": [card]}), "", "respect irish", n, moved=n + 1
        )
        for k, (card, n) in enumerate(zip(DONE.values(), (1, 3, 5), strict=True))
    ],
    # ---- the night (K11)
    Case("sweep_limit", 1, night({"bowery": "irish 1B 7R"}), "", "districts.bowery.runners", 4, moved=5),
    Case(
        "title_minimum",
        1,
        night(dict.fromkeys(RUM_JOINTS[:2], "irish 1R")),
        "",
        "syndicates.rum",
        "irish",
        moved=None,
    ),
    Case("title_minimum", -1, night({"bowery": "irish 1R"}), "", "deeds.manhattan", None, moved="irish"),
    Case(
        "win_respect",
        1,
        night({}, irish={"commission": True, "completed": SCORES_DONE}),
        "",
        "ending",
        "victory",
        moved=None,
    ),
    Case("syndicate_respect", 1, turn("irish", {}, syndicates={"gin": "irish"}), "", "respect irish", 2, moved=3),
    Case("ward_boss_respect", 1, turn("irish", {}, ward_boss="irish"), "", "respect irish", 3, moved=4),
    Case("mark_respect", -1, turn("irish", {}, irish={"marks": 2}), "", "respect irish", -2, moved=-4),
    Case("rat_respect", 1, turn("irish", {}, rat="irish"), "", "respect irish", -3, moved=-2),
    *[
        Case(f"deed_respect[{k}]", 1, turn("irish", {}, deeds={borough: "irish"}), "", "respect irish", n, moved=n + 1)
        for k, (borough, n) in enumerate(
            {"manhattan": 3, "bronx": 3, "queens": 3, "brooklyn": 3, "staten_island": 2}.items()
        )
    ],
    *[
        # Two claimants, level but for loose change; a mob's change goes just beyond the next one's.
        Case(
            f"loose_change[{k}]",
            ahead - change + 1 if change < ahead else ahead - change - 1,
            night(
                {},
                day=15,
                options={"max_days": 15},
                **{name: {"cash": 5000 if name in (MOB_IDS[k], rival) else 0} for name in MOB_IDS},
            ),
            "",
            f"players.{MOB_IDS[k]}.place",
            2 if change < ahead else 1,
            moved=1 if change < ahead else 2,
        )
        for k, change, rival, ahead in (
            (0, 5, "irish", 10),
            (1, 10, "vipers", 20),
            (2, 20, "knights", 50),
            (3, 50, "sicilian", 5),
        )
    ],
)

CASH = (
    Case(
        "firepower_cash",
        1,
        turn("sicilian", {"five_points": "sicilian 4R", "bowery": "vipers 1R"}, vipers={"cash": 200}),
        "move five_points bowery; crew 0 4",
        "offers ambush",
        ["", "firepower"],
        moved=[""],
    ),
    Case(
        "recruit_cash",
        1,
        turn("irish", {"bowery": "irish S"}),
        "recruit bowery",
        "offers hire",
        ["1", "2", "3"],
        moved=["1", "2"],
    ),
    Case(
        "recruit_cash_ward_boss",
        -1,
        turn("irish", {"bowery": "irish S"}, ward_boss="irish", irish={"cash": 600}),
        "recruit bowery",
        "offers hire",
        ["1", "2", "3"],
        moved=["1", "2", "3", "4", "5", "6"],
    ),
    Case(
        "secure_cash",
        1,
        turn("irish", {"bowery": "irish 1R"}, irish={"cash": 500}),
        "",
        "offers secure",
        ["bowery"],
        moved=[],
    ),
    Case(
        "bribe_cash",
        1,
        turn("irish", {"morris_park": "irish 1R"}, irish={"cash": 2500}),
        "",
        "offers bribe",
        ["jimmy_walker"],
        moved=[],
    ),
    Case(
        "raid_bribe_cash",
        1,
        turn("knights", {"red_hook": "irish 1R"}, precincts=["williamsburg"], heat=["irish"]),
        "rat",
        "offers bribe_police",
        [""],
        moved=[],
    ),
    Case("mark_gain", 1, turn("irish", {}), "borrow 2", "players.irish.cash", 4000, moved=4200),
    Case("mark_repay", 1, turn("irish", {}, irish={"marks": 1, "cash": 2500}), "", "offers repay", ["1"], moved=[]),
    Case(
        "mark_repay_rothstein",
        1,
        turn("irish", {}, irish={"marks": 2, "cash": 3000, "favors": ["arnold_rothstein"]}),
        "repay 1",
        "players.irish.cash",
        1500,
        moved=1400,
    ),
    Case(
        "extort_cash_per_district",
        1,
        turn("irish", {"fordham": "irish 1R", "belmont": "irish 1R"}, deeds={"bronx": "irish"}),
        "extort bronx",
        "players.irish.cash",
        1400,
        moved=1600,
    ),
    Case(
        "extort_heat_from_cash",
        1,
        turn("irish", FOUR_BRONX, deeds={"bronx": "irish"}),
        "extort bronx",
        "heat",
        ["irish"],
        moved=None,
    ),
    *[
        Case(
            number,
            by,
            turn(
                "irish",
                dict.fromkeys(RUM_JOINTS[:joints], "irish 1R"),
                syndicates={"rum": "irish"},
                market={"rum": price},
            ),
            "",
            "offers fix",
            [f"rum {n}" for n in printed],
            moved=[f"rum {n}" for n in other],
        )
        for number, by, joints, price, printed, other in (
            ("fix_floor", 1, 2, 500, (200, 300, 400), (300, 400)),
            ("fix_step", 1, 2, 500, (200, 300, 400), (200, 400)),
            ("fix_per_joint", -1, 2, 200, (300, 400), ()),
            ("fix_ceiling", -1, 3, 200, (300, 400, 500), (300, 400)),
        )
    ],
)

FIGHT_AT_CORONA = "move brownsville corona; crew 0 3; hold_fire; "
# The cost, whose slots, the position and the plays: one marker more goes.
COST_CASES = tuple(
    Case(f"cost_{name}", 1, position, plays, f"players.{mob}.ops.{mob}", left, moved=left - 1)
    for name, mob, left, position, plays in (
        ("move", "irish", 4, turn("irish", {"bowery": "irish 1R"}), "move bowery five_points; crew 0 1"),
        ("push", "irish", 4, turn("irish", {"bowery": "irish 1R 1g"}), "push bowery five_points; give 1 gin"),
        ("recruit", "irish", 4, turn("irish", {"bowery": "irish S"}), "recruit bowery; hire 1"),
        ("hustle", "irish", 4, turn("irish", {"bowery": "irish 1B"}), "hustle gig; hustle gig"),
        ("secure", "irish", 4, turn("irish", {"bowery": "irish 1R"}), "secure bowery; safehouse supply"),
        ("smuggle", "irish", 4, turn("irish", {"bowery": "irish 1R"}), "smuggle bowery 1"),
        ("extort", "irish", 4, turn("irish", {"fordham": "irish 1R"}, deeds={"bronx": "irish"}), "extort bronx"),
        (
            "fix",
            "irish",
            4,
            turn("irish", dict.fromkeys(RUM_JOINTS, "irish 1R"), syndicates={"rum": "irish"}),
            "fix rum 200",
        ),
        ("unload", "irish", 3, turn("irish", {"red_hook": "irish 1R 1g"}), "unload red_hook; sell 1 gin"),
        ("rat", "irish", 3, turn("irish", {}, heat=["knights"]), "rat"),
        ("rise", "irish", 3, turn("irish", {}), "rise fordham; safehouse none"),
        ("bribe", "irish", 3, turn("irish", {"morris_park": "irish 1R"}, irish={"cash": 2500}), "bribe jimmy_walker"),
        ("capo", "sicilian", 3, turn("sicilian", {"bowery": "sicilian 1B 1R"}), "capo bowery"),
        ("consigliere", "sicilian", 4, turn("sicilian", {}, heat=["knights"]), "consigliere 1"),
        (
            "plunder",
            "irish",
            3,
            turn("irish", {"brownsville": "irish 3R", "corona": "knights 1R 1g"}, "1 1 1"),
            FIGHT_AT_CORONA + "plunder",
        ),
        (
            "stealth",
            "vipers",
            4,
            turn("vipers", {"brownsville": "vipers 3R", "corona": "knights 1R"}),
            "stealth brownsville corona; crew 0 3",
        ),
        ("skiff", "knights", 4, turn("knights", {"red_hook": "knights 1R"}), "skiff red_hook bowery; crew 0 1"),
        (
            "torch",
            "knights",
            2,
            turn("knights", {"brownsville": "knights 3R", "corona": "irish 1R S"}),
            FIGHT_AT_CORONA + "torch",
        ),
        (
            "assault",
            "irish",
            3,
            turn("irish", {"brownsville": "irish 3R", "corona": "knights 1R"}, "1 1 1"),
            FIGHT_AT_CORONA + "assault",
        ),
        (
            "advance",
            "irish",
            3,
            turn("irish", {"brownsville": "irish 3R", "corona": "knights 1R"}),
            FIGHT_AT_CORONA + "advance flushing",
        ),
        (
            "storm",
            "irish",
            3,
            turn("irish", {"red_hook": "irish 3R"}, "1 1", precincts=["williamsburg"]),
            "move red_hook williamsburg; crew 0 3; storm",
        ),
    )
)

OATH = {"variant": "blood_oath"}
ALLIED = {"options": OATH, "crackdown": 10, "alliances": [["sicilian", "knights"], ["irish", "vipers"]]}
# K9.8, K12.
DEALS = (
    Case(
        "offers_per_day",
        -1,
        turn("irish", {}, irish={"offers_today": 2}),
        "",
        "offers offer",
        ["sicilian", "vipers", "knights"],
        moved=[],
    ),
    Case("crackdown_start", 1, None, "", "state crackdown", 1, moved=2),
    Case(
        "crackdown_spaces",
        -1,
        turn("irish", {}, heat=["vipers"], options=OATH, crackdown=8),
        "rat",
        "state partner",
        [-1, -1, -1, -1],
        moved=[3, 2, 1, 0],
    ),
    Case(
        "alliance_win_respect",
        1,
        night(
            {},
            irish={"commission": True, "completed": SCORES_DONE},
            vipers={"completed": list(CONTENT.card_ids[44:47])},
            **ALLIED,
        ),
        "",
        "ending",
        "victory",
        moved=None,
    ),
    # Two families level but for loose change: $55 against $30, and then against $56.
    Case("loose_change[2]", 26, night({}, day=15, **ALLIED), "", "players.sicilian.place", 2, moved=4),
)

CASES = COUNTS + CASH + COST_CASES + DEALS

# Arrays that are numbers of the rules; the other arrays of the record are the map, the decks and the tokens.
ARRAYS = (
    "deed_respect setup_forces mob_bosses loose_change deadline deck_respect deck_cash start_price ratio_bounds "
    "kill_on_at_threat smuggle_on_at_docks"
).split()


def test_every_number_of_the_rules_is_moved():
    scalars = {name for name in RECORD.names if RECORD[name] == np.int16}
    single = {"barrels_per_liquor", "marks", "runners_per_player", "safehouses_per_player", "influence_per_player"}
    assert scalars == {*COUNT_CONSTANTS, *CASH_CONSTANTS, *[f"cost_{name}" for name in COSTS], *single}
    wanted = set(scalars)
    for name in ARRAYS:
        for index in np.ndindex(RECORD[name].shape):
            wanted.add(f"{name}[{', '.join(map(str, index))}]")
    assert {case.number for case in CASES} == wanted
    assert len(wanted) > 100


@pytest.mark.parametrize("case", CASES, ids=str)
def test_moved(case):
    assert outcome(case, TABLES) == case.printed
    assert outcome(case, moved(case.number, case.by)) == case.moved != case.printed


def test_moving_leaves_the_printed_tables_alone():
    before = TABLES.tobytes()
    assert moved("slots", -1).tobytes() != before
    assert TABLES.tobytes() == before


def test_the_numbers_of_the_25_stills():
    states = opening(TABLES)
    stills: dict[str, list[int]] = {liquor: [] for liquor in LIQUOR_IDS}
    for liquor, number in zip(states[0]["still_liquor"], states[0]["still_number"].tolist(), strict=True):
        stills[LIQUOR_IDS[liquor]].append(number)
    assert stills == {
        "moonshine": [2, 4, 5, 6, 7, 8, 9, 10, 11, 12],
        "gin": [2, 3, 4, 6, 7, 9, 10, 11],
        "whisky": [2, 3, 5, 7, 8, 11, 12],
        "rum": [],
    }


# ---- numbers that are options


@pytest.mark.parametrize("max_days", [1, 2, 3])
def test_the_day_cap(max_days):
    states = new_game(5, 2, max_days=max_days)
    for _ in decisions_of_game(states, 5):
        pass
    assert look(states, "ending") == "day_cap"
    assert states[0]["day"] == max_days


@pytest.mark.parametrize(("made", "next_turn"), [(23, "irish"), (24, "irish"), (25, "vipers")])
def test_plays_a_day(made, next_turn):
    position = turn("sicilian", {}, irish={"ops": 5, "plays_today": made})
    assert look(start(position, "lay_low"), "turn") == next_turn


def test_the_defaults_of_these_options():
    assert (CONTENT.default_max_days, CONTENT.default_plays_per_day) == (15, 25)


# ---- thresholds that stand in the rules, just reached and just missed


@pytest.mark.parametrize(
    ("elsewhere", "after_rise", "after_storm"),
    [
        (1, ["from bowery", "supply", "none"], ["supply", "none"]),  # the last spare one
        (2, ["from bowery", "none"], ["from bowery", "none"]),
    ],
)
def test_the_last_spare_safehouse(elsewhere, after_rise, after_storm):
    """A free Safehouse comes from the supply as long as one is there; after a Storm one moves only when none is."""
    away = {"irish": {"safehouses": elsewhere}}
    states = start(turn("irish", {"bowery": "irish S"}, elsewhere=away), "rise fordham")
    assert legal_names(states) == [f"safehouse {name}" for name in after_rise]
    party = turn(
        "irish", {"bowery": "irish S", "red_hook": "irish 5R"}, "6 6 6", elsewhere=away, precincts=["williamsburg"]
    )
    states = start(party, "move red_hook williamsburg", "crew 0 5", "storm")
    assert legal_names(states) == [f"safehouse {name}" for name in after_storm]
