"""The policy `greedy`: honest, sound in what it aims at, and strong enough."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import policies
from evaluation.match import play_match
from moonshine_env.batch import Batch
from moonshine_env.kingdom import actions as a
from moonshine_env.kingdom.actions import FAMILIES, action_table
from moonshine_env.kingdom.casework import Table
from moonshine_env.kingdom.game import GAME
from moonshine_env.kingdom.tables import load_content
from moonshine_env.kingdom.vocab import DAY_CAP, VICTORY
from moonshine_env.seats import SeatBatch
from policies.greedy import GreedyPolicy
from policies.greedy.weights import DEFAULT, NAMES, WEIGHTS
from tests.kingdom.case_runner import board
from tests.policies.one_decision import observe
from tests.policies.straw_men import TitleHoarder, contracts_only

CONTENT = load_content(None)
GREEDY = GreedyPolicy()
RANDOM = policies.load("random")


def positions(games, step, seed=0, policy=GREEDY, **options):
    """Yield every `step`-th position of games between four of a policy, as `(1,)` STATE."""
    batch = Batch(GAME, games, auto_reset=False, **options)
    batch.reset(np.arange(seed, seed + games, dtype=np.uint64))
    rng = np.random.default_rng(seed)
    made = 0
    while batch.counts.any():
        rows = np.flatnonzero(batch.counts)
        if made % step == 0:
            for row in rows:
                yield batch.states[row : row + 1].copy()
        actions = np.zeros(games, np.int64)
        actions[rows] = policy.act(batch.seats().take(rows), rng)
        batch.step(actions)
        made += 1


# ---- honesty


def test_it_plays_alike_in_positions_that_it_cannot_tell_apart():
    differ = 0
    mask = np.zeros(GAME.num_actions, np.int8)
    for k, states in enumerate(positions(2, 7, seed=40)):
        seats = observe(states, mask)
        other = states.copy()
        GAME.redeal(CONTENT.tables, other, 0, int(states["acting_player"][0]), np.uint64(k + 1))
        differ += not np.array_equal(states["card_at"], other["card_at"])
        assert GREEDY.act(seats, None) == GREEDY.act(observe(other, mask.copy()), None)
    assert differ > 10, "hands were dealt anew"


def test_it_draws_on_no_chance_and_no_memory():
    mask = np.zeros(GAME.num_actions, np.int8)
    seen = [observe(states, mask.copy()) for states in positions(1, 25, seed=7)]
    first = [int(GREEDY.act(seats, None)[0]) for seats in seen]
    again = [int(GreedyPolicy().act(seats, None)[0]) for seats in reversed(seen)]
    assert first == again[::-1]
    together = SeatBatch(
        observations=np.concatenate([seats.observations for seats in seen]),
        masks=np.concatenate([seats.masks for seats in seen]),
        games=np.arange(len(seen)),
        seats=np.zeros(len(seen), np.int64),
        started=np.zeros(len(seen), bool),
        make_view=lambda row: {},
    )
    assert GREEDY.act(together, None).tolist() == first


# ---- what it plays


@pytest.fixture(scope="module")
def played():
    """Count what `greedy` plays with itself, and with random players beside it: action names, and Marks left."""
    names = action_table(CONTENT).names
    found: Counter[str] = Counter()
    marks = []
    rng = np.random.default_rng(6)
    for players, greedy_seats in ((2, 2), (3, 3), (4, 4), (4, 2)):
        batch = Batch(GAME, 60, auto_reset=False, num_players=players)
        batch.reset(np.arange(60, dtype=np.uint64) + 1000)
        while batch.counts.any():
            seats = batch.seats()
            actions = np.zeros(60, np.int64)
            for policy, its_turn in ((GREEDY, batch.actors < greedy_seats), (RANDOM, batch.actors >= greedy_seats)):
                rows = np.flatnonzero(its_turn & (batch.counts > 0))
                actions[rows] = policy.act(seats.take(rows), rng)
                if policy is GREEDY:
                    found.update(names[action] for action in actions[rows])
            batch.step(actions)
        marks += batch.states["marks"][:, :greedy_seats].ravel().tolist()
    return found, marks


# Talk is no Play: it answers offers and pays what it promised, but gives nothing for nothing. Offers of its own, and
# so whose marker pays and heats, come too seldom to count on; test_greedy_deals.py has positions for them.
# A Torch costs a Runner for good: it is weighed wherever it is offered, and hardly ever found worth that.
NOT_PLAYED = {"pay", "heat", "lend", "gift", "offer", "clause", "terms", "accept", "decline", "pay_promise", "torch"}


def test_it_uses_every_kind_of_play(played):
    found = Counter(played[0])
    # Which Barrel is stolen, which tied District a Raid hits, and a bribe, games offer too seldom to count on.
    found.update([decide(plundered()), decide(tied_raid("3R", "1R 2r")), decide(beside_guinan(6000))])
    unused = {name for name, _, _ in FAMILIES} - {name.split()[0] for name in found} - NOT_PLAYED
    for word in ("firepower", "courage", "plunder"):
        if not any(word in name for name in found):
            unused.add(word)
    assert not unused, f"never played: {sorted(unused)}"


def test_it_leaves_no_marks_unpaid(played):
    found, marks = played
    assert np.mean(marks) < 0.1
    borrowed = sum(count for name, count in found.items() if name.startswith("borrow"))
    staked = sum(count for name, count in found.items() if name.startswith("stake"))
    assert borrowed < staked / 20, "Marks are for Contracts that need the cash"


def test_it_takes_no_marks_idly():
    mask = np.zeros(GAME.num_actions, np.int8)
    offered = 0
    for states in positions(2, 3, seed=90):
        seats = observe(states, mask)
        borrows = seats.masks[0, a.A_BORROW : a.A_REPAY].any()
        offered += borrows
        if borrows and GAME.decision(states, 0) in ("turn", "grease"):
            assert not a.A_BORROW <= GREEDY.act(seats, None)[0] < a.A_REPAY
    assert offered > 20


# ---- Plunder (K6.4) and tied Districts of a Raid (K8.7), asked for its own view of a position


def decide(table: Table) -> str:
    """Name what `greedy` plays, which sees the deciding seat's observation and mask alone."""
    mask = np.zeros(GAME.num_actions, np.int8)
    name = action_table(CONTENT).names[int(GREEDY.act(observe(table.states, mask), None)[0])]
    assert name in table.legal
    return name


PRICES = {"moonshine": 200, "gin": 300, "whisky": 400, "rum": 500}


def pinned(occupier: str, markers: int = 5, dice: tuple[int, ...] = (), prices=None) -> Table:
    """Pin ten Irish from Flushing in Corona; `markers` in their slots before the Move."""
    table = board(
        "irish",
        {"flushing": "irish 1B 9R", "corona": occupier},
        dice,
        market=prices or PRICES,
        players={"irish": {"ops": markers}},
    )
    mob = occupier.split()[0]
    return table.play("irish: move flushing corona", "irish: crew 1 9", f"{mob}: hold_fire")


def plundered(barrels: str = "4m 1g 3w 2r", prices=None) -> Table:
    """Let three of their five dice hit, and none of the defenders'."""
    table = pinned(f"vipers 10R S {barrels}", 3, (4, 4, 4, 1, 1, 1, 1, 1, 1, 1), prices)
    return table.play("irish: plunder", {"decision": "plunder_pick"})


def test_it_plunders_dear_goods_that_it_cannot_take_by_assault():
    # Ten behind a Safehouse: killing a few wins nothing and makes Heat, a few Barrels of Rum are money.
    for dice in ((6,) * 5 + (1,) * 5, (1,) * 5 + (6,) * 5):
        assert decide(pinned("vipers 10R S 5r", dice=dice)) == "plunder", "whatever the dice will be"


def test_it_plunders_only_what_it_can_carry_away():
    # The last marker would pay for the Plunder, and who Falls Back leaves his cargo.
    assert decide(pinned("vipers 10R S 5r", markers=2)).startswith("advance ")


@pytest.mark.parametrize("occupier", ["vipers 2R 5r", "vipers 2R S 5r"])
def test_it_takes_the_district_with_all_its_goods_if_it_can(occupier):
    assert decide(pinned(occupier)) == "assault"


def test_it_steals_the_dearest_and_carries_it_away():
    table = plundered()
    stolen = []
    while (name := decide(table)).startswith("steal "):
        stolen.append(name)
        table.play(f"irish: {name}")
    assert sorted(stolen) == ["steal rum", "steal rum", "steal whisky"]
    assert name.startswith("advance ")
    goal = name.split()[1]
    table.play(f"irish: {name}").end(
        districts={goal: "irish 1B 9R 1w 2r", "corona": "vipers 10R S 4m 1g 2w"}, party="none"
    )


@pytest.mark.parametrize("dearest", PRICES)
def test_what_it_steals_first_is_the_dearest_by_price_not_by_kind(dearest):
    prices = dict.fromkeys(PRICES, 200) | {dearest: 500}
    assert decide(plundered("4m 4g 4w 4r", prices)) == f"steal {dearest}"


def tied_raid(west_side: str, east_harlem: str, cash: int = 0) -> Table:
    """Raid the Irish in Manhattan, where two Districts have the same number of units."""
    districts = {"west_side": f"irish {west_side}", "east_harlem": f"irish {east_harlem}"}
    players = {"irish": {"cash": cash}}
    table = board("sicilian", districts, heat=["irish"], precincts=["sugar_hill"], players=players)
    return table.play("sicilian: rat", {"decision": "raid_tie", "actor": "irish"})


# With $2,500 it could bribe, and would if the dear District were hit; the fall in the other one costs less.
@pytest.mark.parametrize("cash", [0, 1500, 2500])
@pytest.mark.parametrize(("cheap", "dear"), [("3R", "1R 2r"), ("4R", "1B 3r"), ("3R", "1B 2m")])
def test_it_lets_a_raid_hit_the_tied_district_it_can_spare(cheap, dear, cash):
    for table, district in ((tied_raid(cheap, dear, cash), "west_side"), (tied_raid(dear, cheap, cash), "east_harlem")):
        assert decide(table) == f"raid {district}"
        assert decide(table.play(f"irish: raid {district}")) == "take_fall"


def test_it_bribes_the_police_where_cash_is_worth_less_than_the_loss():
    table = tied_raid("1B 3r", "4R", 6000).play("irish: raid west_side")
    assert decide(table) == "bribe_police"


# ---- Bribe (K5.14)


def beside_guinan(cash: int) -> Table:
    """Open a turn of the Irish, who hold Texas Guinan's District and so much cash."""
    districts = {"richmond_hill": "irish 1B 3R", "corona": "irish 3R S", "flushing": "irish 3R"}
    return board("irish", districts, players={"irish": {"cash": cash}})


def test_it_buys_a_favor_with_cash_that_it_can_spare():
    assert decide(beside_guinan(6000)) == "bribe texas_guinan"
    assert not decide(beside_guinan(2500)).startswith("bribe")


# ---- strength; release sizes tell more


def share_of(result, name="greedy"):
    return result.standing(name)


def test_it_beats_three_random(at_size):
    names = ["greedy", "random", "random", "random"]
    result = play_match([GREEDY, RANDOM, RANDOM, RANDOM], at_size(40, 400), seed=1, names=names)
    assert share_of(result).share >= 0.9


@pytest.mark.parametrize("players", [2, 3])
def test_it_beats_random_at_smaller_tables(players, at_size):
    names = ["greedy"] + ["random"] * (players - 1)
    result = play_match([GREEDY] + [RANDOM] * (players - 1), at_size(24, 240), seed=2, names=names)
    assert share_of(result).share >= 0.9


def test_four_of_it_win_before_the_day_cap(at_size):
    result = play_match([GREEDY] * 4, at_size(60, 400), seed=3)
    assert np.mean(result.records["ending"] == VICTORY) >= 0.35
    assert set(result.records["ending"].tolist()) <= {VICTORY, DAY_CAP}


@pytest.mark.parametrize("make", [TitleHoarder, contracts_only])
def test_it_beats_the_straw_men(make, at_size):
    straw = make()
    names = ["greedy", "straw", "straw", "straw"]
    result = play_match([GREEDY, straw, straw, straw], at_size(60, 240), seed=4, names=names)
    low, _ = share_of(result).interval
    assert low > 0.25


# ---- weights


def test_weights_of_another_number_are_refused():
    with pytest.raises(ValueError, match="weights have shape"):
        GreedyPolicy(weights=np.ones(3))


def test_every_weight_is_named_once_and_explained():
    assert len(set(NAMES)) == len(NAMES) == len(DEFAULT)
    assert all(meaning for _, _, meaning in WEIGHTS)
