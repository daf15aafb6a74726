"""What may stand in the two data files: the shape of every section (`content_checks` looks between the sections).

Bounds are those within which the rules work: sizes of the state and of the action table, and what keeps a game finite.
"""

from __future__ import annotations

from moonshine_env.kingdom.content_shapes import (
    Anything,
    Cash,
    Coordinate,
    Fixed,
    Flag,
    Id,
    ListOf,
    OneOf,
    Rows,
    Shape,
    Table,
    Text,
    Whole,
)
from moonshine_env.kingdom.vocab import (
    BOROUGH_IDS,
    BROKER_IDS,
    DECK_IDS,
    DICE_FACES,
    HEAT_SPACES,
    KIND_IDS,
    LIQUOR_IDS,
    MAX_BARRELS,
    MAX_BOSSES,
    MAX_HAND,
    MAX_MARKS,
    MAX_PLAYERS,
    MAX_RUNNERS,
    MAX_SLOTS,
    MAX_SMUGGLERS,
    MAX_STILL_NUMBER,
    MOB_IDS,
    NUM_DISTRICTS,
    OFFERS_PER_DAY,
    RUM,
)

PLACES = ("home", "dock", "joint")  # of a player at the start
MAX_REBUILD = 6
NUM_RATIOS = 5  # bounds of the Muscle Ratio
NUM_LADDER = 4  # steps of the ladders of Threat and of Docks
MAX_THREAT = NUM_LADDER
CARDS = {"gig": 22, "racket": 18, "score": 16}
MOST_MARKERS = 99
MOST_DAYS = 99  # a byte of an observation, and as positions have it

_ROOM = "the action table has no room for more"
_UNREAD = "no rule reads it"
_RESPECT = Whole(-99, 99)
_THREAT = Whole(0, MAX_THREAT)
_PRICES = "the action table has the prices $200 to $500"

# ---- numbers of `[constants]`: those that become scalars of the record as they are, and sums of cash
COUNTS: dict[str, Shape] = {
    "start_influence": Whole(0, MOST_MARKERS),
    "start_slotted": Whole(0, MAX_SLOTS),
    "start_stash": Whole(0, MOST_MARKERS),
    "slots": Whole(1, MAX_SLOTS, _ROOM),
    "draft_dice_over_players": Whole(0, 20),
    "ratio_cap": Whole(0, NUM_RATIOS),
    "combat_dice_cap": Whole(0, NUM_RATIOS),
    "base_threat": Whole(1, MAX_THREAT),
    "max_threat": Whole(1, MAX_THREAT),
    "boss_threat": _THREAT,
    "both_bosses_attack_threat": _THREAT,
    "safehouse_threat": _THREAT,
    "ambush_threat": _THREAT,
    "courage_threat": _THREAT,
    "firepower_dice": Whole(0, NUM_RATIOS),
    "smuggle_crew_max": Whole(1, MAX_SMUGGLERS, _ROOM),
    "skiff_crew_max": Whole(1, MAX_BOSSES + MAX_RUNNERS),
    "stealth_crew_max": Whole(1, MAX_BOSSES + MAX_RUNNERS),
    "carry_per_mobster": Whole(0, MAX_BARRELS),
    "greed_barrels": Whole(0, len(LIQUOR_IDS) * MAX_BARRELS + 1),
    "heat_spaces": Whole(1, HEAT_SPACES, "the state has no room for more"),
    "storm_hits": Whole(0, NUM_RATIOS + 1),
    "rise_runners": Whole(0, MAX_RUNNERS),
    "hustle_draw": Whole(1, MAX_HAND),
    "hustle_draw_guinan": Whole(1, MAX_HAND),
    "hand_limit": Whole(0, MAX_HAND),
    "hand_limit_guinan": Whole(0, MAX_HAND),
    "sweep_limit": Whole(1, MAX_BOSSES + MAX_RUNNERS),
    "title_minimum": Whole(1, NUM_DISTRICTS),
    "syndicate_respect": _RESPECT,
    "ward_boss_respect": _RESPECT,
    "mark_respect": _RESPECT,
    "rat_respect": _RESPECT,
    "win_respect": Whole(0, 999),
    "alliance_win_respect": Whole(0, 999),
    "crackdown_spaces": Whole(2, 99),
    "crackdown_start": Whole(1, 98),
    "offers_per_day": Whole(0, OFFERS_PER_DAY, "the state has no room for more"),
}
CASH: dict[str, Shape] = {
    "start_cash": Cash(),
    "firepower_cash": Cash(),
    "recruit_cash": Cash(100),
    "recruit_cash_ward_boss": Cash(100),
    "secure_cash": Cash(),
    "bribe_cash": Cash(),
    "raid_bribe_cash": Cash(),
    "mark_gain": Cash(),
    "mark_repay": Cash(),
    "mark_repay_rothstein": Cash(),
    "extort_cash_per_district": Cash(high=10_000),
    "extort_heat_from_cash": Cash(),
    "fix_floor": Cash(200, 500, _PRICES),
    "fix_step": Cash(100),
    "fix_per_joint": Cash(),
    "fix_ceiling": Cash(200, 500, _PRICES),
}
_NOT_FREE = "a step of a fight that is free could be taken for ever"
COSTS: dict[str, Shape] = {
    "move": Whole(0, MOST_MARKERS),
    "push": Whole(0, MOST_MARKERS),
    "recruit": Whole(0, MOST_MARKERS),
    "hustle": Whole(0, MOST_MARKERS),
    "secure": Whole(0, MOST_MARKERS),
    "smuggle": Whole(0, MOST_MARKERS),
    "extort": Whole(0, MOST_MARKERS),
    "fix": Whole(0, MOST_MARKERS),
    "unload": Whole(0, MOST_MARKERS),
    "rat": Whole(0, MOST_MARKERS),
    "rise": Whole(0, MOST_MARKERS),
    "bribe": Whole(0, MOST_MARKERS),
    "capo": Whole(0, MOST_MARKERS),
    "consigliere": Whole(0, MOST_MARKERS),
    "plunder": Whole(1, MOST_MARKERS, _NOT_FREE),
    "stealth": Whole(0, MOST_MARKERS),
    "skiff": Whole(0, MOST_MARKERS),
    "torch": Whole(0, MOST_MARKERS),
    "assault": Whole(1, MOST_MARKERS, _NOT_FREE),
    "advance": Whole(1, MOST_MARKERS, _NOT_FREE),
    "storm": Whole(0, MOST_MARKERS),
}
SUPPLY: dict[str, Shape] = {
    "barrels_per_liquor": Whole(0, MAX_BARRELS, _ROOM),
    "marks": Whole(0, MAX_MARKS, _ROOM),
    "runners_per_player": Whole(0, MAX_RUNNERS, _ROOM),
    "safehouses_per_player": Whole(0, NUM_DISTRICTS),
    "influence_per_player": Whole(0, MOST_MARKERS),
}

# ---- sections

# Words for readers of the files; the powers themselves are rules.
POWERS = dict(zip(BROKER_IDS, ("no_greed_tax", "no_sweep", "hustle_3_hand_5", "repay_1500"), strict=True))
PLAYS = {
    "sicilian": ["capo", "consigliere"],
    "irish": ["courage", "plunder"],
    "vipers": ["stealth", "firepower"],
    "knights": ["skiff", "torch"],
}

_DIE = Whole(1, DICE_FACES + 1, "more than a die has is never")
_LADDERS: dict[str, Shape] = {
    "ratio_bounds": ListOf(Whole(1, 99), NUM_RATIOS, NUM_RATIOS, "numbers"),
    "kill_on_at_threat": ListOf(_DIE, NUM_LADDER, NUM_LADDER, "numbers"),
    "smuggle_on_at_docks": ListOf(_DIE, NUM_LADDER, NUM_LADDER, "numbers"),
}
_CONSTANTS = Table(
    {
        **COUNTS,
        **CASH,
        **_LADDERS,
        "day_cap": Whole(1, MOST_DAYS),
        "plays_per_day_cap": Whole(1, MOST_DAYS),
        "min_players": Fixed(2, "num_players is an option of the environment"),
        "max_players": Fixed(MAX_PLAYERS, "num_players is an option of the environment"),
        "cash_step": Fixed(100, "the unit of all cash"),
        "still_once_per_day": Fixed(False, "it is an option of the environment"),
    }
)
_FREE = ("fall_back", "courage", "firepower", "lay_low")
_DISTRICT = Table(
    {
        "id": Id(),
        "name": Text(),
        "borough": OneOf(BOROUGH_IDS),
        "kind": OneOf(KIND_IDS),
        "coastal": Flag(),
        "position": ListOf(Coordinate(), 2, 2, "numbers"),
    },
    {
        "joint": Text(),
        "pour": OneOf(LIQUOR_IDS),
        "society": Flag(),
        "broker": OneOf(BROKER_IDS),
        "precinct": Flag(),
        "setup": OneOf(PLACES),
        "planner_still": Whole(2, MAX_STILL_NUMBER),
        "planner_pressure": Whole(0, 99),
    },
)
_BOROUGH = Table(
    {
        "id": OneOf(BOROUGH_IDS),
        "name": Text(),
        "deed_respect": _RESPECT,
        "home": Flag(),
        "rebuild_order": ListOf(Id(), 1, MAX_REBUILD, "ids of Districts"),
    }
)
_BROKER = Table({"id": OneOf(BROKER_IDS), "district": Id()}, {"power": Text()})
_MOB = Table(
    {
        "id": OneOf(MOB_IDS),
        "name": Text(),
        "bosses": Whole(0, MAX_BOSSES, _ROOM),
        "loose_change": Whole(0, 9999),
    },
    {"plays": ListOf(Id(), 0, 9, "ids of Plays")},
)
_FORCES = Table({"bosses": Whole(0, MAX_BOSSES), "runners": Whole(0, MAX_RUNNERS), "safehouses": Whole(0, 1)})
_LINKS = ListOf(ListOf(Id(), 2, 2, "ids of Districts"), 0, 999, "pairs of Districts")
_NUMBERS = ListOf(Whole(2, MAX_STILL_NUMBER), 0, NUM_DISTRICTS, "numbers of Stills")
_CONTRACT = Table({"id": Id(), "name": Text(), "says": Text(), "objective": Anything()})
_TIER = Table({"deadline": Whole(1, MOST_MARKERS), "respect": _RESPECT, "cash": Cash()})

BOARD = Table(
    {
        "liquors": Fixed(list(LIQUOR_IDS), "an order that actions and observations hang on"),
        "borough_order": Fixed(list(BOROUGH_IDS), "an order that actions and observations hang on"),
        "borough": Rows(_BOROUGH, len(BOROUGH_IDS), BOROUGH_IDS),
        "district": Rows(_DISTRICT, NUM_DISTRICTS),
        "connections": Table({"land": _LINKS, "bridges": _LINKS}),
        "still_tokens": Table({liquor: _NUMBERS for liquor in LIQUOR_IDS if liquor != LIQUOR_IDS[RUM]}),
        "broker": Rows(_BROKER, len(BROKER_IDS), BROKER_IDS),
        "mob": Rows(_MOB, len(MOB_IDS), MOB_IDS),
        "market_start": Table(dict.fromkeys(LIQUOR_IDS, Cash(high=25_500))),
        "supply": Table(
            {
                **SUPPLY,
                "precincts": Fixed(len(BOROUGH_IDS), "one for each Borough"),
                "rat_cards": Fixed(1, _UNREAD),
                "commission_cards_per_player": Fixed(1, _UNREAD),
                **{
                    f"{deck}_cards": Fixed(count, "the action table has an id for each")
                    for deck, count in CARDS.items()
                },
            }
        ),
        "setup_forces": Table(dict.fromkeys(PLACES, _FORCES)),
        "play_cost": Table({**COSTS, **dict.fromkeys(_FREE, Fixed(0, "it is always free"))}),
        "constants": _CONSTANTS,
    }
)
CONTRACTS = Table(
    {
        "tiers": Table(dict.fromkeys(DECK_IDS, _TIER)),
        **{deck: Rows(_CONTRACT, CARDS[deck]) for deck in DECK_IDS},
    }
)
SECTIONS = {**BOARD.keys, **CONTRACTS.keys}
