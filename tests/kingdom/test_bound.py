"""Every game ends, and after how many decisions at most (K13).

The bound is a sum of parts, one function each, with its reason. An example for each part shows that it is met, or how
near one can come; that random games stay below is checked in `test_random_games`.
"""

from __future__ import annotations

import pytest

from moonshine_env.kingdom.vocab import MAX_PROMISES, NUM_BOROUGHS, NUM_LIQUORS
from tests.kingdom.random_play import CONTENT, TABLES, decision_of, legal_names, look, play, start, tally_games

pytestmark = [pytest.mark.lane_unjitted, pytest.mark.lane_bounds]

T = TABLES[0]
SLOTS, DICE = int(T["slots"]), int(T["combat_dice_cap"])


# ---- the bound


def most_in_push() -> int:
    """The pair, an amount of each liquor, the rival's answer."""
    return 1 + NUM_LIQUORS + 1


def most_in_fight() -> int:
    """A Move that ends in a fight: the longest Play before its Raid.

    The goal, the crew and a cargo of each liquor; the Occupier's answer. Then every step of PINNED but the last spends
    a marker; the Move took one, none comes back before the Play ends (Kickbacks come then), and a party without
    markers Falls Back unasked: SLOTS - 1 answers (the way on through partners' Districts is one of them). A roll of
    at most DICE dice steals at most so many Barrels, one pick each; one mob alone Plunders, the Invader in his
    steps or the Occupier in his Ambush. Last, what becomes of a Safehouse: asked once where the party lands; twice
    only after a Fold, which ends the Play without a step.
    """
    steps = SLOTS - int(T["cost_move"])
    travel = 1 + 1 + NUM_LIQUORS
    folded = travel + 1 + 2
    fought = travel + 1 + steps + DICE * steps + 1
    return max(folded, fought)


def most_in_hustle() -> int:
    """The Play with its first deck, the other decks; the hand was within its limit, so a discard for each draw."""
    return int(T["hustle_draw_guinan"]) + int(T["hustle_draw_guinan"])


def most_in_raid() -> int:
    """One Raid a Play at most; each Precinct asks for a tie, for Shylock once, and how to pay (K8.7)."""
    return 3 * NUM_BOROUGHS


def most_in_paying() -> int:
    """Whose marker pays, for each in the slots at most; whose of them heats, once (K4.3, K4.4)."""
    return SLOTS + 1


def most_in_talk() -> int:
    """Shylock, a loan and a gift; an offer: to whom, two sides with their terms, the answer (K9.5)."""
    return 3 + 1 + 4 + 1


def most_in_turn() -> int:
    """Talk; one refused Push; one Play, then one Raid (K4.5). All other Plays are one or two decisions.

    Promises paid are not counted here: each is paid once, in a turn or at its deadline.
    """
    unload = 1 + NUM_LIQUORS
    longest = max(most_in_fight(), most_in_push(), most_in_hustle(), unload, 2)
    return most_in_talk() + most_in_push() + longest + most_in_paying() + most_in_raid()


def most_promises(players: int) -> int:
    """Both sides of the offers of two Days: the most that can be paid or fall due in one (K9.8)."""
    return 2 * 2 * players * int(T["offers_per_day"])


def most_in_morning() -> int:
    """Of one player: Shylock once, every card in hand staked, `fund`."""
    return 1 + int(T["hand_limit_guinan"]) + 1


def most_in_day(players: int, plays_per_day: int = CONTENT.default_plays_per_day) -> int:
    """A draft and a morning each; a turn for each Play (K4.9), the last of which may be Lay Low; Shylock twice a night.

    A turn that lies low is shorter than one with a Play and makes one Play fewer possible.
    """
    return players * (1 + most_in_morning() + plays_per_day * most_in_turn() + 2) + most_promises(players)


def most_in_game(
    players: int,
    max_days: int = CONTENT.default_max_days,
    plays_per_day: int = CONTENT.default_plays_per_day,
) -> int:
    """As many Days as the cap allows (K11.11)."""
    return max_days * most_in_day(players, plays_per_day)


# Frames that may lie on each other: OPERATIONS, PLAY_END, DISCARD, HUSTLE, DO_DRAW, PAY, PAY_OWNER. In a fight
# there are six: OPERATIONS, PLAY_END, PINNED, DO_ASSAULT, PAY, PAY_OWNER. The state has room for 16.
MOST_DEPTH = 7


# ---- examples


def count_decisions(states, *names: str) -> int:
    play(states, *names)
    return len(names)


def test_the_bound_for_the_printed_numbers():
    assert (most_in_push(), most_in_fight(), most_in_hustle(), most_in_raid()) == (6, 32, 6, 15)
    assert (most_in_talk(), most_in_paying(), most_in_turn(), most_in_morning()) == (9, 6, 68, 7)
    assert most_promises(4) == MAX_PROMISES == 48
    assert [most_in_day(players) for players in (2, 3, 4)] == [3444, 5166, 6888]
    assert [most_in_game(players) for players in (2, 3, 4)] == [51_660, 77_490, 103_320]


def test_talk_takes_all_its_decisions_and_leaves_every_play():
    position = {"turn": "irish", "districts": {"corona": "irish 1B"}, "players": {"vipers": {"ops": 4}}}
    talk = ("borrow", "repay", "lend", "gift", "offer")
    plays = [name for name in legal_names(start(position)) if not name.startswith(talk)]
    names = ["borrow 1", "lend vipers 1", "gift vipers 100", "offer knights", "clause pay 100", "terms today none"]
    names += ["clause barrels 1 gin", "terms tomorrow none", "accept"]
    states = start(position)
    assert count_decisions(states, *names) == most_in_talk()
    assert legal_names(states) == [*plays, "pay_promise 1"]


def test_a_refused_push_takes_all_its_decisions_and_is_refused_once():
    states = start(
        {
            "turn": "sicilian",
            "districts": {"bowery": "sicilian 2R 1m 1g 1w 1r", "five_points": "irish 1R 1m 1g 1w 1r"},
        }
    )
    gives = [f"give -1 {liquor}" for liquor in ("moonshine", "gin", "whisky", "rum")]
    assert count_decisions(states, "push bowery five_points", *gives, "refuse") == most_in_push()
    assert decision_of(states) == "turn"
    play(states, "push bowery five_points")
    assert legal_names(states) == ["give 0 moonshine", "give 1 moonshine"]


def test_a_fight_comes_near_its_bound():
    # The Irish carry nothing home from here: with the last marker gone they Fall Back, unasked.
    states = start(
        {
            "turn": "irish",
            "districts": {"red_hook": "irish 1B 15R 1m 1g 1w 1r", "brownsville": "knights 1R 16r"},
            "given_dice": [6, 6, 6, 6, 6, 1] * 4,
        }
    )
    taken = count_decisions(states, "move red_hook brownsville", "crew 1 15")
    taken += count_decisions(states, "carry 0 moonshine", "carry 0 gin", "carry 0 whisky", "carry 0 rum", "hold_fire")
    for barrels in (5, 5, 5, 1):
        taken += count_decisions(states, "plunder", *["steal rum"] * barrels)
    assert decision_of(states) == "turn"
    assert look(states, "turn") == "vipers"
    assert look(states, "districts.red_hook.runners") == 15
    assert look(states, "districts.brownsville.barrels.rum") == 16
    # Of 20 steals the party has room for 16, and nobody is left there to ask about a Safehouse.
    assert taken == 27 == most_in_fight() - 4 - 1


def test_a_fold_asks_about_two_safehouses():
    states = start(
        {
            "turn": "knights",
            "districts": {"tenderloin": "knights 4R", "bowery": "irish 1R S 2g", "jamaica": "vipers S"},
        },
        "move tenderloin bowery",
        "crew 0 4",
        "fold jamaica",
    )
    for player, answer in (("irish", "safehouse destroy"), ("knights", "safehouse supply")):
        assert decision_of(states) == "safehouse"
        assert look(states, "stack.-1.player") == player
        play(states, answer)
    assert decision_of(states) == "turn"


def test_a_hustle_takes_all_its_decisions():
    hand = list(CONTENT.card_ids[:5])
    states = start(
        {
            "turn": "irish",
            "districts": {"hunts_point": "irish 1B"},
            "players": {"irish": {"favors": ["texas_guinan"], "hand": hand}},
        }
    )
    taken = count_decisions(states, "hustle gig", "hustle racket", "hustle score")
    taken += count_decisions(states, *[f"discard {card}" for card in hand[:3]])
    assert decision_of(states) == "turn"
    assert taken == most_in_hustle()


def test_a_raid_takes_all_its_decisions():
    tied = {
        "west_side": "east_harlem",
        "fordham": "throggs_neck",
        "corona": "jamaica",
        "red_hook": "brownsville",
        "westerleigh": "tottenville",
    }
    states = start(
        {
            "turn": "knights",
            "heat": ["vipers"],
            "precincts": ["sugar_hill", "morris_park", "richmond_hill", "williamsburg", "stapleton"],
            "districts": {district: "vipers 1R" for pair in tied.items() for district in pair},
            "players": {"vipers": {"cash": 0}},
        },
        "rat",
    )
    taken = 0
    for district in tied:
        taken += count_decisions(states, f"raid {district}", "borrow 1", "bribe_police")
    assert decision_of(states) == "turn"
    assert taken == most_in_raid()
    assert look(states, "players.vipers.marks") == NUM_BOROUGHS


def test_a_morning_takes_all_its_decisions():
    hand = list(CONTENT.card_ids[:5])
    states = start(
        {
            "day": 2,
            "phase": "grease",
            "turn": "irish",
            "players": {"irish": {"ops": {}, "stash": 7, "hand": hand, "favors": ["texas_guinan"]}},
        }
    )
    taken = count_decisions(states, "borrow 1", *[f"stake {card}" for card in hand], "fund 2")
    assert look(states, "stack.-1.player") == "vipers"
    assert taken == most_in_morning()


def test_a_player_without_plays_left_lies_low_unasked():
    states = start({"turn": "sicilian", "players": {"sicilian": {"ops": 5}, "irish": {"ops": 5, "plays_today": 25}}})
    play(states, "borrow 1", "lay_low")
    assert look(states, "turn") == "vipers"
    assert look(states, "players.irish.next_token") == 2


@pytest.mark.parametrize("plays_per_day", [1, 3])
def test_the_bound_follows_its_options(plays_per_day, at_size):
    most = most_in_game(3, 2, plays_per_day)
    tally = tally_games(3, at_size(8, 200), max_days=2, plays_per_day=plays_per_day, most=most)
    assert tally["problem"] == 0
    assert tally["most_in_turn"] <= most_in_turn() + most_promises(3)
    assert tally["most_in_day"] <= most_in_day(3, plays_per_day)
