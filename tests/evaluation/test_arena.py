"""Games in the arena, and matches in memory: who is asked, with what luck, and what is noted."""

from __future__ import annotations

import json

import numpy as np
import pytest

from evaluation.arena import PolicyError
from evaluation.match import play_match
from evaluation.plan import plan_of
from evaluation.records import RECORD
from evaluation.statistics import holm, p_value_of_mean
from evaluation.summary import MatchResult
from evaluation.workers import play_units
from policies.random_policy import RandomPolicy
from tests.evaluation.players import Breaks, FirstLegal, Wrong

DAYS = 2


def rows_of(result):
    return [record.tobytes() for record in result.records]


def test_every_policy_plays_every_seat_of_every_seed():
    result = play_match([RandomPolicy()] * 3, 7, seed=3, names=["a", "b", "c"], max_days=1)
    records = result.records
    assert len(result) == 9
    assert len(set(records["seed"].tolist())) == 3
    for block in range(3):
        rows = records[records["block"] == block]
        assert len(set(rows["seed"].tolist())) == 1
        for entrant in range(3):
            assert sorted(np.nonzero(rows["seats"]["entrant"] == entrant)[1].tolist()) == [0, 1, 2]
        assert (rows["seats"]["entrant"][:, 3] == -1).all()


def test_policies_are_asked_for_their_own_seats():
    one, other = FirstLegal(), FirstLegal()
    play_match([one, other], 4, seed=1, max_days=1)
    assert {(game, seat) for game, seat, _ in one.asked}.isdisjoint((game, seat) for game, seat, _ in other.asked)
    for policy in (one, other):
        found = {(game, seat) for game, seat, _ in policy.asked}
        assert {seat for _, seat in found} == {0, 1}
        assert len(found) == 4, "one seat of each of four games, each game with a number of its own"
        starts = [(game, seat) for game, seat, started in policy.asked if started]
        assert sorted(starts) == sorted(found), "each seat of each game starts once"


def test_the_same_seed_gives_the_same_match_whatever_the_batch():
    def match(seed=9, **how):
        return rows_of(play_match([RandomPolicy(), FirstLegal()], 10, seed=seed, max_days=DAYS, **how))

    assert match() == match(batch_size=3) == match(batch_size=1)
    assert match() != match(seed=8)


def test_processes_make_no_difference():
    plan = plan_of(["random", "random", "random"], seed=4, options={"max_days": 1})

    def played(**how):
        found = sorted(play_units(plan, plan.units(5), **how), key=lambda unit: unit[0])
        return [(number, [(g.record.tobytes(), g.choices.tolist()) for g in games]) for number, games in found]

    assert played() == played(jobs=2, batch_size=4) == played(batch_size=2)


def test_more_games_begin_with_the_same_ones():
    few = play_match([RandomPolicy()] * 2, 4, seed=5, max_days=DAYS)
    more = play_match([RandomPolicy()] * 2, 8, seed=5, max_days=DAYS)
    assert rows_of(few) == rows_of(more)[:4]


def test_the_same_policy_everywhere_plays_the_same_game_in_every_seating():
    result = play_match([RandomPolicy()] * 4, 8, seed=6, names=list("abcd"), max_days=DAYS)
    for block in (0, 1):
        seats = result.records[result.records["block"] == block]["seats"]
        assert len({tuple(row) for row in seats["respect"].tolist()}) == 1, "luck belongs to seats, not to policies"


@pytest.mark.parametrize("assign", ["mobs", "homes", "both"])
def test_assignments_give_everybody_everything_that_was_dealt(assign):
    result = play_match([RandomPolicy()] * 2, 1, seed=2, names=["a", "b"], assign=assign, max_days=1)
    assert len(result) == {"mobs": 4, "homes": 4, "both": 8}[assign]
    seats = result.records["seats"]
    for entrant in (0, 1):
        traits = seats["traits"][seats["entrant"] == entrant]
        mobs, homes = traits[:, 0].tolist(), traits[:, 1].tolist()
        assert sorted(np.unique(mobs, return_counts=True)[1].tolist()) == [len(result) // 2] * 2
        assert sorted(np.unique(homes, return_counts=True)[1].tolist()) == [len(result) // 2] * 2
        if assign == "both":
            assert len(set(zip(mobs, homes, strict=True))) == 4


def test_every_seating_is_played_on_demand():
    result = play_match([RandomPolicy()] * 4, 1, names=["a", "a", "b", "b"], seating="all", max_days=1)
    assert len(result) == 6
    assert len({tuple(row) for row in result.records["seats"]["entrant"].tolist()}) == 6


def test_records_are_consistent():
    result = play_match([FirstLegal(), RandomPolicy(), RandomPolicy()], 6, seed=2, names=list("abc"), max_days=DAYS)
    seats = result.records["seats"][:, :3]
    assert (np.sort(seats["place"], axis=1) == [1, 2, 3]).all()
    assert ((seats["place"] == 1) == seats["won"]).all()
    assert (result.records["decisions"] > 0).all()
    best = np.take_along_axis(seats["respect"], seats["place"].argmin(axis=1)[:, None], axis=1)[:, 0]
    assert (best == seats["respect"].max(axis=1)).all()
    assert (result.records["seats"]["place"][:, 3] == 0).all()


def test_partners_win_together():
    result = play_match([RandomPolicy()] * 4, 4, names=list("abcd"), variant="blood_oath", max_days=1)
    won = result.records["seats"]["won"].sum(axis=1)
    partners = (result.records["seats"]["partner"] >= 0).any(axis=1)
    assert (won == np.where(partners, 2, 1)).all()


# ---- standings by hand


def hand_made(names, places, blocks=None):
    plan = plan_of(names)
    places = np.array(places)
    records = np.zeros(len(places), RECORD)
    seats = records["seats"]
    for name in ("slot", "entrant", "partner", "traits"):
        seats[name] = -1
    count = places.shape[1]
    records["players"] = count
    records["block"] = np.arange(len(places)) // count if blocks is None else blocks
    records["nth"] = np.arange(len(places)) % count
    records["ending"] = [1, 1, 2, 1]
    seats["entrant"][:, :count] = plan.tables[0]
    seats["place"][:, :count] = places
    seats["won"] = seats["place"] == 1
    seats["respect"][:, :count] = 10 - 2 * places
    seats["traits"][:, :count] = [[k % 4, k] for k in range(count)]
    return MatchResult(plan, records)


def test_standings_by_hand():
    result = hand_made(("a", "b"), [[1, 2], [1, 2], [2, 1], [1, 2]])
    a, b = result.standings()
    assert (a.wins, a.share, a.seats, a.games) == (3, 0.75, 1, 4)
    assert (b.wins, b.share) == (1, 0.25)
    # Wilson's interval, as there are only two blocks: 3 of 4.
    assert a.interval == pytest.approx((0.3006, 0.9544), abs=1e-4)
    # Blocks (1, 1) and (2, 1): means 1 and 1.5.
    assert (a.place, a.place_error) == pytest.approx((1.25, 0.25))
    assert (a.respect, a.respect_error) == pytest.approx((7.5, 0.5))
    # Own Respect less the other's: 2, 2, -2, 2; block means 2 and 0.
    assert (a.margin, a.margin_error) == pytest.approx((1.0, 1.0))
    assert result.ending_shares() == {"victory": 0.75, "day_cap": 0.25}


def test_policies_of_one_name_are_counted_together():
    result = hand_made(("a", "b", "b", "b"), [[4, 1, 2, 3], [1, 2, 3, 4], [2, 3, 4, 1], [3, 4, 1, 2]])
    a, b = result.standings()
    assert (a.wins, b.wins, b.seats) == (1, 3, 3)
    assert b.place == pytest.approx(2.5)


def test_splits_by_hand():
    result = hand_made(("a", "b"), [[1, 2], [1, 2], [2, 1], [1, 2]])
    (a, b) = result.breakdown("seat")
    assert (a.name, a.value, a.seats, a.share, a.respect) == ("a", "0", 4, 0.75, 7.5)
    assert (b.name, b.value, b.seats, b.share) == ("b", "1", 4, 0.25)
    assert [cell.value for cell in result.breakdown("mob")] == ["sicilian", "irish"]
    assert [cell.value for cell in result.breakdown("home")] == ["manhattan", "bronx"]
    assert [cell.value for cell in result.breakdown("players")] == ["2", "2"]
    with pytest.raises(ValueError, match="cannot be split by 'hat'"):
        result.breakdown("hat")


def test_comparisons_by_hand():
    # By block a seat of a won 1, 1/2, 1, 1/2; one of b 0, 1/2, 0, 1/2: gaps 1, 0, 1, 0.
    places = [[1, 2], [1, 2], [1, 2], [2, 1]] * 2
    plan = plan_of(("a", "b"))
    records = np.concatenate([hand_made(("a", "b"), places[:4]).records, hand_made(("a", "b"), places[4:]).records])
    records["block"] = np.arange(8) // 2
    (row,) = MatchResult(plan, records).comparisons()
    assert (row.name, row.other, row.difference) == ("a", "b", 0.5)
    assert row.error == pytest.approx(np.std([1, 0, 1, 0], ddof=1) / 2)
    # t = 0.5 / 0.2887 = 1.7321 with 3 degrees of freedom: p = 0.1817, two-sided, by the tables.
    assert row.p == pytest.approx(0.1817, abs=1e-4)


def test_three_comparisons_are_adjusted():
    result = play_match([FirstLegal(), RandomPolicy(), RandomPolicy()], 24, names=list("abc"), max_days=DAYS)
    rows = result.comparisons()
    assert [(row.name, row.other) for row in rows] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert rows[2].difference != 0
    raw = []
    for row in rows:
        wins = {name: result.records["seats"]["won"] * result._seats_of(name) for name in (row.name, row.other)}
        gaps = (wins[row.name].sum(axis=1) - wins[row.other].sum(axis=1)).reshape(-1, 3).mean(axis=1)
        raw.append(p_value_of_mean(gaps))
    assert [row.p for row in rows] == pytest.approx(holm(raw).tolist())


def test_the_result_as_json_is_plain():
    result = play_match([RandomPolicy()] * 2, 2, seed=0, names=["r", "r"], max_days=1)
    data = json.loads(json.dumps(result.to_json()))
    assert (data["policies"], data["tables"], data["games"], data["blocks"]) == (["r"], [[0, 0]], 2, 1)
    assert set(data["splits"]) == {"seat", "players", "mob", "home"}


def test_progress_sees_whole_blocks_and_the_end():
    seen = []
    result = play_match(
        [RandomPolicy()] * 2, 6, seed=4, max_days=1, batch_size=2, progress=lambda block: seen.append(len(block))
    )
    assert sum(seen) == len(result) == 6
    assert all(count == 2 for count in seen)


# ---- what does not fit


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (lambda seats: np.zeros(len(seats) + 1, np.int64), "answered with int64 of shape"),
        (lambda seats: np.zeros(len(seats)), "answered with float64"),
        (lambda seats: np.full(len(seats), -1), "chose the action -1, which is not legal at the decision 'draft'"),
        (lambda seats: np.full(len(seats), 10**6), "chose the action 1000000"),
        (lambda seats: np.argmin(seats.masks, axis=1), "chose the action"),
    ],
)
def test_a_wrong_answer_names_the_policy(answer, sentence):
    with pytest.raises(PolicyError, match=f"'wrong' {sentence}"):
        play_match([Wrong(answer)] * 2, 2, names=["wrong", "wrong"], max_days=1)


def test_a_policy_that_raises_is_named():
    with pytest.raises(PolicyError, match="'shaky' failed: ZeroDivisionError: division by zero"):
        play_match([RandomPolicy(), Breaks(5)], 2, names=["sound", "shaky"], max_days=1)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"games": 0}, "at least 1"),
        ({"games": 2, "seed": -1}, "seed=-1 does not fit"),
        ({"games": 2, "names": ["a"]}, "1 names for 2 policies"),
        ({"games": 2, "num_players": 3}, "num_players is not 2"),
        ({"games": 2, "max_dayz": 3}, "max_days"),
        ({"games": 2, "batch_size": 0}, "batch_size=0"),
    ],
)
def test_what_does_not_fit_is_said_before_anything_is_played(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        play_match([RandomPolicy()] * 2, **arguments)


def test_five_policies_are_too_many():
    with pytest.raises(ValueError, match="2 to 4 seats"):
        play_match([RandomPolicy()] * 5, 5)
