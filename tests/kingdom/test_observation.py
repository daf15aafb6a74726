"""The observation says all that a seat knows, and nothing else (K1.12).

States here are made by setting every field at random, within what the rules allow each by itself: whatever the rules
bring about, the observation keeps. Real games are looked at elsewhere.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from moonshine_env.engine.stack import FRAME_WIDTH
from moonshine_env.kingdom import observation_layout
from moonshine_env.kingdom.actions import CLAUSE_IDS
from moonshine_env.kingdom.observation import NUM_FEATURES, SCALE, layout_hash, layout_rows, observe, views
from moonshine_env.kingdom.observation_decoder import decode
from moonshine_env.kingdom.phases.respect import count_respect
from moonshine_env.kingdom.state import BY, DUE, PROMISE_WIDTH, PUSHED, STATE, TO, VOUCHER, WHAT
from moonshine_env.kingdom.tables import load_content
from moonshine_env.kingdom.vocab import (
    ANSWER,
    BOROUGH_IDS,
    CLAUSE,
    COMPLETED,
    CREW,
    DISCARDED,
    DRAFT,
    FIRST_AUTOMATIC,
    FIRST_PROMISE,
    FRAME_IDS,
    IN_HAND,
    IN_PILE,
    MAX_PROMISES,
    NONE,
    NUM_BROKERS,
    NUM_CARDS,
    NUM_CLAUSES,
    NUM_DECKS,
    OPERATIONS,
    PROMISE,
    PUSH_AMOUNT,
    SCORE,
    STAKED,
    TERMS,
)

pytestmark = [pytest.mark.lane_unjitted, pytest.mark.lane_bounds]

CONTENT = load_content()
TABLES = CONTENT.tables
T = TABLES[0]
DECK = T["card_deck"]
HIDDEN = {"seed", "given", "given_count", "card_at", "card_pool"}  # the last two in part
# Highest value of each field that is drawn freely; the lowest is 0 but for those of LEAST.
MOST = {
    1: "still_once_per_day cooperation moon favors favors_lost commission precinct still_fired precincts_left hustled "
    "extorted play_heat",
    2: "ending bosses_left bosses party_bosses elsewhere_bosses",
    3: "safehouses_left offers elsewhere_safehouses",
    4: "place token next_token",
    5: "slots price dice spent",
    6: "given",
    12: "stash markers marks rolls",
    15: "day runners_left runners_lost runners party_runners elsewhere_runners",
    17: "party_cargo",
    24: "party_place party_origin",
    25: "plays_per_day barrels supply plays_today amounts fights smuggles elsewhere_barrels",
    30: "max_days",
    64: "given_count",
    65_535: "cash",
}
LEAST = {
    "given": 1,
    "day": 1,
    "max_days": 1,
    "plays_per_day": 1,
    "amounts": -25,
    "party_place": NONE,
    "party_origin": NONE,
}
HOLDERS = "owner safehouse deed syndicate ward_boss rat party_owner turn_player acting_player".split()
BY_SEAT = (
    "place token next_token cash stash markers slots spent runners_left bosses_left safehouses_left runners_lost marks "
    "favors favors_lost commission plays_today hustled offers fights smuggles elsewhere_runners elsewhere_bosses "
    "elsewhere_safehouses"
).split()
NOT_BY_SEAT = {"own_seat", "still", "supply", "price", "amounts", "party_cargo", "decision_liquor", "elsewhere_barrels"}


def random_state(rng, num_players):
    states = np.zeros(1, STATE)
    s = states[0]
    s["num_players"] = num_players
    s["seed"] = rng.integers(2**63)
    for most, names in MOST.items():
        for name in names.split():
            s[name] = rng.integers(LEAST.get(name, 0), most + 1, STATE[name].shape)
    for name in HOLDERS:
        s[name] = rng.integers(NONE, num_players, STATE[name].shape)
    for name in BY_SEAT:
        s[name][num_players:] = 0
    s["slots"][:, num_players:] = 0
    s["mob"] = np.where(np.arange(4) < num_players, rng.permutation(4), NONE)
    s["still_liquor"] = rng.integers(NONE, 4, 25)
    s["still_number"] = np.where(s["still_liquor"] == NONE, 0, rng.integers(2, 13, 25))
    s["heat_count"] = rng.integers(6)
    s["heat"] = np.where(np.arange(5) < s["heat_count"], rng.integers(num_players, size=5), NONE)
    s["reshuffles"] = rng.integers(rng.choice((1, 3, 181)), size=NUM_DECKS)
    s["card_at"] = rng.integers(IN_PILE, DISCARDED + 1, NUM_CARDS)
    cards = iter(rng.permutation(NUM_CARDS))
    for seat in range(num_players):
        for place, count in ((IN_HAND, rng.integers(9)), (STAKED, rng.integers(3)), (COMPLETED, rng.integers(4))):
            for _ in range(count):
                s["card_at"][next(cards)] = place + seat
    in_hand = (s["card_at"] >= IN_HAND) & (s["card_at"] < STAKED)
    oldest = np.minimum(s["reshuffles"][DECK], rng.choice((2, 180)))
    s["card_pool"] = np.where(in_hand, s["reshuffles"][DECK] - rng.integers(oldest + 1), 0)
    for seat in range(num_players):
        staked = np.flatnonzero(s["card_at"] == STAKED + seat)
        s["stake_order"][staked] = 1 + rng.permutation(len(staked))
    s["card_markers"] = np.where((s["card_at"] >= STAKED) & (s["card_at"] < COMPLETED), rng.integers(4, size=56), 0)
    s["depth"] = rng.integers(8)
    for frame in s["stack"][: s["depth"]]:
        frame[:] = (rng.integers(1, len(FRAME_IDS)), rng.integers(NONE, num_players), *rng.integers(NONE, 25, 4))
    add_deals(rng, s, num_players)
    return states


def add_deals(rng, s, num_players):
    """Make promises, alliances, and what the decisions about promises need."""
    s["promise_count"] = rng.choice((0, rng.integers(1, MAX_PROMISES + 1)))
    for row in s["promises"][: s["promise_count"]]:
        row[[BY, TO]] = rng.permutation(num_players)[:2]
        row[WHAT] = rng.integers(FIRST_PROMISE, NUM_CLAUSES)
        row[DUE] = s["day"] + rng.integers(2)
        row[VOUCHER] = rng.integers(NONE, NUM_BROKERS)
        row[PUSHED] = rng.integers(5)
    s["partner"] = NONE
    s["blood_oath"] = num_players == 4 and rng.integers(2)
    if s["blood_oath"]:
        s["crackdown"] = rng.integers(1, 11)
        if rng.integers(2):
            one, two, three, four = rng.permutation(4)
            s["partner"][[one, two, three, four]] = two, one, four, three
    for frame in s["stack"][: s["depth"]]:
        if CLAUSE <= frame[0] < FIRST_AUTOMATIC:
            frame[2:] = rng.integers(NONE, NUM_CLAUSES, 4)
            s["turn_player"] = rng.integers(num_players)
            frame[2] = s["mob"][rng.integers(num_players)]
            if frame[0] == PROMISE:
                frame[2] = rng.integers(max(1, s["promise_count"]))


def all_tables(rng, count):
    """Yield `count` random states for each number of players, with each of their seats."""
    for num_players in (2, 3, 4):
        for _ in range(count):
            states = random_state(rng, num_players)
            for seat in range(num_players):
                yield states, seat


def observed(states, seat):
    out = np.zeros(NUM_FEATURES, np.uint8)
    observe(TABLES, states, 0, seat, out)
    return out


def is_unseen(s, seat):
    """Mark cards in the piles and in rivals' hands."""
    place = s["card_at"]
    return (place == IN_PILE) | ((place >= IN_HAND) & (place < STAKED) & (place != IN_HAND + seat))


def age_of(s):
    in_hand = (s["card_at"] >= IN_HAND) & (s["card_at"] < STAKED)
    return np.where(in_hand, s["reshuffles"][DECK] - s["card_pool"], 0)


def shuffle_hidden(rng, states, seat):
    """Copy a state and change all that the seat cannot know."""
    other = states.copy()
    s = other[0]
    s["seed"] = rng.integers(2**63)
    s["given"] = rng.integers(1, 7, 64)
    s["given_count"] = rng.integers(64)
    unseen, age = is_unseen(s, seat), age_of(s)
    for deck, years in {(DECK[card], age[card]) for card in np.flatnonzero(unseen)}:
        pool = np.flatnonzero(unseen & (deck == DECK) & (age == years))
        order = rng.permutation(pool)
        for field in ("card_at", "card_pool"):
            s[field][pool] = s[field][order]
    return other


def test_every_field_is_tried():
    rng = np.random.default_rng(0)
    many = np.concatenate([random_state(rng, 4) for _ in range(8)])
    many["num_players"][0] = 3  # all others have four here
    for name in STATE.names:  # a field that is new in the state must be set above, and then be decoded
        assert (many[name] != many[name][0]).any(), name


# ------------------------------------------------------------------------------------------------------------ layout


def test_rows_lie_end_to_end():
    end = 0
    for row in layout_rows():
        assert row.offset == end, row.name
        assert row.scale > 0
        assert row.meaning
        end += row.size
    assert end == NUM_FEATURES == len(SCALE)
    assert len({row.name for row in layout_rows()}) == len(layout_rows())


def test_offsets_for_compiled_code_are_those_of_the_table():
    for row in layout_rows():
        assert getattr(observation_layout, row.name.upper()) == row.offset


def test_views_share_memory_and_take_batches():
    one, many = np.zeros(NUM_FEATURES, np.uint8), np.zeros((6, 3, NUM_FEATURES), np.uint8)
    views(one)["owner"][2, 24] = 7
    assert (one == 7).sum() == 1
    views(many)["barrels"][4, 1, 24, 3] = 7
    assert many[4, 1].max() == many.max() == 7
    assert views(many)["day"].shape == (6, 3)
    for row in layout_rows():
        assert views(one)[row.name].shape == row.shape


def test_views_refuse_another_length():
    with pytest.raises(ValueError, match=rf"{NUM_FEATURES} features .* shape \(3,\)"):
        views(np.zeros(3, np.uint8))


def test_hash_changes_with_a_row_and_with_a_word(monkeypatch):
    before = layout_hash()
    assert before == layout_hash()
    monkeypatch.setattr(observation_layout, "FRAME_IDS", FRAME_IDS[::-1])
    assert layout_hash() != before
    monkeypatch.undo()
    layout = dict(observation_layout.LAYOUT)
    layout["cash_low"] = observation_layout.Row("cash_low", layout["cash_low"].offset, (4,), 1 / 65, "")
    monkeypatch.setattr(observation_layout, "LAYOUT", layout)
    assert layout_hash() != before


# ------------------------------------------------------------------------------------------- what the features say


def expected(s, seat):
    """Work out by name what an observation says, slowly."""
    n = int(s["num_players"])
    order = [(seat + k) % n for k in range(n)]

    def by_seat(values):
        values = np.asarray(values)
        return np.concatenate([values[order], np.zeros((4 - n, *values.shape[1:]), values.dtype)])

    def one_hot(holder):
        return by_seat([np.asarray(holder) == who for who in range(4)])

    def bit(index, size):
        return np.arange(size) == index

    counts = {
        place: np.array(
            [[((s["card_at"] == place + who) & (deck == DECK)).sum() for deck in range(3)] for who in range(4)]
        )
        for place in (IN_HAND, COMPLETED)
    }
    age, at = age_of(s), s["card_at"]
    rivals = [[np.flatnonzero((at == IN_HAND + who) & (age > 0))] for who in order[1:]]
    old = [sorted((DECK[card], age[card]) for card in cards) for (cards,) in rivals] + [[]] * (4 - n)
    frames = s["stack"][: s["depth"]][::-1].astype(int)
    stack = np.zeros((16, FRAME_WIDTH), int)
    for row, frame in zip(stack, frames, strict=False):
        row[:] = (frame[0], 0 if frame[1] == NONE else order.index(frame[1]) + 1, *(frame[2:] + 1))
    promises = np.zeros((MAX_PROMISES, PROMISE_WIDTH), int)
    deals = np.zeros((4, 4, 4), int)
    for row, (by, to, what, due, voucher, pushed) in zip(
        promises, s["promises"][: s["promise_count"]].tolist(), strict=False
    ):
        maker, other = order.index(by), order.index(to)
        row[:] = maker + 1, other + 1, what, due - int(s["day"]) + 1, voucher + 1, pushed
        kind = ("pay", "no_entry", "passage", "barrels").index(CLAUSE_IDS[what].split()[0])
        deals[maker, other, kind] += voucher != NONE
    same = (
        "day",
        "max_days",
        "plays_per_day",
        "still_once_per_day",
        "ending",
        "bosses",
        "runners",
        "barrels",
        "precinct",
    )
    same += ("still_fired", "supply", "price", "precincts_left", "dice", "extorted", "reshuffles", "play_heat", "rolls")
    same += ("cooperation", "blood_oath", "stake_order", "crackdown")
    same += ("party_bosses", "party_runners", "party_cargo", "elsewhere_barrels")
    return {
        **{name: s[name] for name in same},
        **{name: by_seat(s[name]) for name in BY_SEAT if name not in ("cash", "slots")},
        **{name: one_hot(s[name]) for name in (*HOLDERS[:-2], "heat")},
        "days_left": max(0, s["max_days"] - s["day"]),
        "full_moon": s["moon"],
        "own_seat": bit(seat, 4),
        "present": np.arange(4) < n,
        "mob": by_seat([bit(mob, 4) for mob in s["mob"]]),
        "turn": one_hot(s["turn_player"]),
        "acting": one_hot(s["acting_player"]),
        "cash_high": by_seat(s["cash"] // 256),
        "cash_low": by_seat(s["cash"] % 256),
        "respect": by_seat([respect_by_hand(s, who) + 32 for who in range(4)]),
        "slots": np.array([by_seat(row) for row in by_seat(s["slots"])]),
        "hand": by_seat(counts[IN_HAND]),
        "completed_count": by_seat(counts[COMPLETED]),
        "still": [np.where(s["still_liquor"] == liquor, s["still_number"], 0) for liquor in range(4)],
        "own_hand": at == IN_HAND + seat,
        "discarded": at == DISCARDED,
        "staked": by_seat([np.where(at == STAKED + who, s["card_markers"] + 1, 0) for who in range(4)]),
        "completed": sum((k + 1) * (at == COMPLETED + who) for k, who in enumerate(order)),
        "age": age,
        "old_hand": [[sum(deck == d for deck, _ in cards) for d in range(3)] for cards in old],
        "old_ages": [[years for _, years in cards] + [0] * (8 - len(cards)) for cards in old],
        "amounts": s["amounts"] + 25,
        "party_place": bit(s["party_place"], 25),
        "party_origin": bit(s["party_origin"], 25),
        "stack": stack,
        "promises": promises,
        "deals": deals,
        "ally": one_hot(s["partner"][seat]),
    }


def respect_by_hand(s, seat):
    contracts = (s["card_at"] == COMPLETED + seat) * np.array([1, 3, 5])[DECK]
    deeds = (s["deed"] == seat) * np.array([2 if borough == "staten_island" else 3 for borough in BOROUGH_IDS])
    titles = deeds.sum() + 2 * (s["syndicate"] == seat).sum() + 3 * (s["ward_boss"] == seat)
    return contracts.sum() + titles - s["marks"][seat] - 3 * (s["rat"] == seat)


def test_features_by_name():
    for states, seat in all_tables(np.random.default_rng(1), 12):
        seen, wanted = views(observed(states, seat)), expected(states[0], seat)
        for name, value in wanted.items():
            assert np.array_equal(seen[name], value), name
        rest = {"decision", "decision_district", "decision_other", "decision_liquor", "decision_rival"}
        assert set(seen) - set(wanted) == rest


@pytest.mark.parametrize(
    ("frame", "district", "other", "liquor"),
    [
        ((CREW, 1, 0, 7, 24, 0), 7, 24, None),
        ((PUSH_AMOUNT, 1, 3, 9, 2, 1), 3, 9, 2),
        ((DRAFT, 1, 0, 0, 0, 0), None, None, None),
        ((FRAME_IDS.index("cargo"), 1, 0, 7, 0, 3), 7, 0, 3),
        ((FRAME_IDS.index("exchange"), 0, 4, 0, 0, 0), 4, 0, None),
        ((FRAME_IDS.index("sell"), 1, 12, 0, 0, 0), 12, None, 0),
        *[
            ((FRAME_IDS.index(kind), 1, 24, 0, 0, 0), 24, None, None)
            for kind in "recruit secure_from safehouse safehouse_free standoff pinned plunder_pick".split()
        ],
        *[((FRAME_IDS.index(kind), 1, 0, 1, 0, 0), 0, None, None) for kind in ("raid_tie", "raid_pay")],
        *[
            ((FRAME_IDS.index(kind), 1, 1, 1, 1, 1), None, None, None)
            for kind in "grease shylock turn hustle discard pay_owner heat_owner".split()
        ],
    ],
)
def test_open_decision_names_its_arguments(frame, district, other, liquor):
    states = random_state(np.random.default_rng(2), 4)
    states[0]["depth"] = 2
    states[0]["stack"][:2] = (OPERATIONS, NONE, 0, 0, 0, 0), frame
    seen = views(observed(states, 3))
    assert np.flatnonzero(seen["decision"]).tolist() == [frame[0] - DRAFT]
    for name, index in (("district", district), ("other", other), ("liquor", liquor)):
        assert np.flatnonzero(seen[f"decision_{name}"]).tolist() == ([] if index is None else [index]), name
    assert seen["stack"][:2, 0].tolist() == [frame[0], OPERATIONS]


@pytest.mark.parametrize("seat", range(4))
def test_decisions_about_promises_name_the_other_side(seat):
    states = random_state(np.random.default_rng(2), 4)
    s = states[0]
    s["depth"] = 2
    s["turn_player"] = 2
    s["mob"] = 3, 1, 0, 2
    s["promise_count"] = 2
    s["promises"][:2] = (1, 3, NUM_CLAUSES - 1, s["day"], NONE, 0), (2, 0, FIRST_PROMISE, s["day"], NONE, 0)
    for frame, rival in (
        ((CLAUSE, 2, 3, NONE, NONE, 0), 0),
        ((TERMS, 2, 0, FIRST_PROMISE, NONE, NONE), 2),
        ((ANSWER, 3, 1, NONE, 0, NONE), 2),
        ((PROMISE, 1, 0, 0, 0, 0), 3),
        ((PROMISE, 2, 1, 0, 0, 0), 0),
        ((FRAME_IDS.index("turn"), 2, 0, 0, 0, 0), None),
        ((FRAME_IDS.index("raid_pay"), 2, 0, 0, 0, 0), None),
        ((FIRST_AUTOMATIC, NONE, 0, 0, 0, 0), None),
    ):
        s["stack"][:2] = (OPERATIONS, NONE, 0, 0, 0, 0), frame
        seen = views(observed(states, seat))["decision_rival"]
        assert np.flatnonzero(seen).tolist() == ([] if rival is None else [(rival - seat) % 4]), frame


def test_no_decision_is_open_while_work_is_due_or_the_game_is_over():
    states = random_state(np.random.default_rng(3), 4)
    for depth, kind in ((0, 0), (1, FIRST_AUTOMATIC)):
        states[0]["depth"] = depth
        states[0]["stack"][0] = kind, 0, 0, 0, 0, 0
        seen = views(observed(states, 0))
        assert not any(seen[name].any() for name in seen if name.startswith("decision"))


def test_every_feature_is_written():
    for states, seat in all_tables(np.random.default_rng(4), 3):
        out = np.full(NUM_FEATURES, 255, np.uint8)
        observe(TABLES, states, 0, seat, out)
        assert np.array_equal(out, observed(states, seat))


def test_absent_seats_are_zeros():
    rng = np.random.default_rng(5)
    seen = views(observed(random_state(rng, 2), 1))
    assert seen["present"].tolist() == [1, 1, 0, 0]
    for row in layout_rows():
        if row.shape[:1] == (4,) and row.name not in NOT_BY_SEAT:
            assert not seen[row.name][2:].any(), row.name


def test_cash_stops_at_two_bytes():
    states = random_state(np.random.default_rng(6), 2)
    for cash, high, low in ((0, 0, 0), (255, 0, 255), (256, 1, 0), (65_535, 255, 255), (65_536, 255, 255)):
        states[0]["cash"][0] = cash
        seen = views(observed(states, 0))
        assert (seen["cash_high"][0], seen["cash_low"][0]) == (high, low)


# ----------------------------------------------------------------------------------- nothing else (non-interference)


def test_hidden_parts_leave_no_trace():
    rng = np.random.default_rng(7)
    changed = 0
    for states, seat in all_tables(rng, 12):
        other = shuffle_hidden(rng, states, seat)
        changed += not np.array_equal(states[0]["card_at"], other[0]["card_at"])
        assert np.array_equal(observed(states, seat), observed(other, seat))
    assert changed > 54  # of 108; in the others no rival holds a card, or each is alone in its pool


# --------------------------------------------------------------------------------------- all of it (sufficiency)


def test_decoding_gives_back_all_that_the_seat_knows():
    for states, seat in all_tables(np.random.default_rng(8), 12):
        seen = observed(states, seat)
        decoded = np.frombuffer(b"\x55" * STATE.itemsize, STATE).copy()  # every field must be written
        decode(TABLES, seen[None], 0, decoded, 0)
        s, d = states[0], decoded[0]
        for name in STATE.names:
            if name not in HIDDEN and name != "stack":
                assert np.array_equal(s[name], d[name]), name
        assert np.array_equal(s["stack"][: s["depth"]], d["stack"][: s["depth"]])
        assert not d["stack"][s["depth"] :].any()
        known = ~is_unseen(s, seat)
        for name in ("card_at", "card_pool"):
            assert np.array_equal(s[name][known], d[name][known]), name
        assert np.array_equal(seen, observed(decoded, seat))


def test_decoded_rivals_hold_cards_of_their_pools():
    for states, seat in all_tables(np.random.default_rng(9), 12):
        decoded = np.zeros(1, STATE)
        decode(TABLES, observed(states, seat)[None], 0, decoded, 0)
        s, d = states[0], decoded[0]
        pools = []
        for state in (s, d):
            unseen, age = is_unseen(state, seat), age_of(state)
            cards = np.flatnonzero(unseen)
            in_older = sorted(cards[age[cards] > 0])
            # No card of an older pool lies in the pile, and those of the newest are alike with it.
            pools.append((Counter((state["card_at"][c], DECK[c], age[c]) for c in cards), in_older, sorted(cards)))
        assert pools[0] == pools[1]


def test_decoding_fills_the_unknown_in_one_fixed_way():
    rng = np.random.default_rng(10)
    for states, seat in all_tables(rng, 4):
        results = np.zeros(2, STATE)
        many = np.stack([observed(states, seat), observed(shuffle_hidden(rng, states, seat), seat)])
        for i in (0, 1):
            decode(TABLES, many, i, results, i)
        assert results[0].tobytes() == results[1].tobytes()
        assert results[0]["seed"] == results[0]["given_count"] == results[0]["given"].max() == 0


# -------------------------------------------------------------------------------------------------- Respect (K11.7)


@pytest.fixture
def bare():
    states = np.zeros(1, STATE)
    s = states[0]
    s["num_players"] = 4
    for name in ("deed", "syndicate", "ward_boss", "rat", "turn_player", "party_owner", "partner"):
        s[name] = NONE
    return states


def test_respect_adds_titles_and_contracts(bare):
    s = bare[0]
    s["deed"][BOROUGH_IDS.index("bronx")] = s["deed"][BOROUGH_IDS.index("staten_island")] = 2
    s["syndicate"][3] = s["ward_boss"] = 2
    for deck, count in zip(range(NUM_DECKS), (2, 1, 1), strict=True):
        s["card_at"][np.flatnonzero(deck == DECK)[:count]] = COMPLETED + 2
    assert count_respect(T, s, 2) == (3 + 2) + 2 + 3 + (2 * 1 + 3 + 5)
    assert count_respect(T, s, 1) == 0
    assert views(observed(bare, 1))["respect"].tolist() == [32, 52, 32, 32]


def test_respect_may_be_negative(bare):
    s = bare[0]
    s["marks"][0] = 12
    s["rat"] = 0
    assert count_respect(T, s, 0) == -15
    assert views(observed(bare, 0))["respect"][0] == 17


def test_respect_does_not_count_staked_contracts_nor_favors(bare):
    s = bare[0]
    s["card_at"][np.flatnonzero(DECK == SCORE)[:3]] = STAKED + 1, IN_HAND + 1, DISCARDED
    s["favors"][1] = np.ones(NUM_BROKERS)
    s["commission"][1] = 1
    assert count_respect(T, s, 1) == 0
