"""Reports: what is counted, against hand-worked games; and the page that says it."""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys

import numpy as np
import pytest

from evaluation.commands.report import DEFAULT_GAMES, report_command
from evaluation.plan import plan_of
from evaluation.report import DEFAULT_GAMES as GAMES_OF_FACTS
from evaluation.report import ReportError, write_report
from evaluation.report.facts import command_of, gather_facts, without_nan
from evaluation.report.kinds import KIND_IDS, KINDS, kinds_of_actions
from evaluation.report.page import Section, Text
from evaluation.report.plots import STRONGEST
from evaluation.report.pool import letter, pool_matches, shorten
from evaluation.report.replayed import (
    BOTCHED_N,
    COMPLETED_N,
    DISCARDED_N,
    OPEN_N,
    STAKED_N,
    GameCount,
    respect_by_source,
)
from evaluation.report.respect_plots import spread
from evaluation.report.style import ABOVE, BELOW, VARIABLES, embed, fit, room
from evaluation.report.totals import mean_and_block_error
from evaluation.statistics import mean_and_error
from evaluation.stored import steps_of
from moonshine_env.engine.stack import KIND
from moonshine_env.kingdom import actions as a
from moonshine_env.kingdom.state import blank_state
from moonshine_env.kingdom.vocab import COMPLETED, DISCARDED, DRAFT, GIG, NONE, STAKED, TURN
from moonshine_env.registry import find_game
from tests.evaluation.report_games import LONG_NAMES, many_plan, play, stored

GAME = find_game("kingdom")
CONTENT = GAME.load_content(None)


@pytest.fixture(scope="module")
def match(tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / "a.match"
    plan = plan_of(["random", "random", "random"], seed=7, options={"max_days": 4})
    return path, play(path, plan, 3)


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / "many.match"
    return path, play(path, many_plan(max_days=3), 1)


# ---- Respect


def test_the_sources_of_respect_add_up_to_it_at_every_decision(match):
    _, found = match
    scores = np.zeros(4, np.int32)
    seen = np.zeros(8, bool)
    for number in range(3):
        for states, _, _ in steps_of(found, number):
            parts = respect_by_source(CONTENT.tables, states, 0)
            GAME.scores(CONTENT.tables, states, 0, scores)
            assert parts[:3].sum(axis=1).tolist() == scores[:3].tolist()
            seen |= (parts[:3] != 0).any(axis=0)
    assert seen[[0, 6]].all(), "Deeds and Marks were among them"


def test_each_source_counts_what_it_names():
    states = blank_state()
    states["num_players"] = 2
    assert not respect_by_source(CONTENT.tables, states, 0)[:2].any()
    states["deed"][0, 4], states["syndicate"][0, 0], states["ward_boss"], states["rat"] = 1, 1, 0, 1
    states["marks"][0, 0] = 2
    gigs = np.flatnonzero(CONTENT.tables[0]["card_deck"] == GIG)
    states["card_at"][0, gigs[0]] = COMPLETED
    first, second = respect_by_source(CONTENT.tables, states, 0)[:2].tolist()
    assert first == [0, 0, 3, 1, 0, 0, -2, 0], "Ward Boss 3, a Gig 1, two Marks"
    assert second == [2, 2, 0, 0, 0, 0, 0, -3], "Staten Island's Deed 2, a Syndicate 2, the Rat Card"


# ---- one game, by hand


def state(seat, kind=TURN, *, day=1, turn=0, cash=(10, 10), cards=(), deed=NONE):
    states = blank_state()
    states["num_players"], states["day"], states["turn_player"] = 2, day, turn
    states["cash"][0, :2] = cash
    states["deed"][0, 0] = deed
    states["depth"] = 1
    states["stack"][0, 0, KIND] = kind
    states["acting_player"] = seat
    for card, place in cards:
        states["card_at"][0, card] = place
    return states


def test_what_follows_a_play_ends_with_the_play_and_the_day():
    gig, score = 0, 55
    unload = a.A_UNLOAD
    steps = [
        (state(0, DRAFT, turn=NONE), 0, a.A_STAKE + gig),
        (state(1, DRAFT, turn=NONE), 1, a.A_STAKE + score),
        (state(0, cards=[(gig, STAKED), (score, STAKED + 1)]), 0, unload),
        (state(0, DRAFT, cash=(17, 10)), 0, a.A_SELL + 1),  # inside the Play
        (state(1, turn=1, cash=(19, 10), cards=[(gig, STAKED), (score, STAKED + 1)]), 1, a.A_LAY_LOW),
        (state(0, cash=(19, 10), cards=[(gig, STAKED), (score, STAKED + 1)]), 0, a.A_EXTORT),
        # the night: the Gig is Completed and pays $500, the Deed comes, the Score is Botched
        (state(0, DRAFT, day=2, turn=NONE, cash=(26, 10), cards=[(gig, COMPLETED), (score, DISCARDED)], deed=0), 0, 3),
        (state(NONE, day=2, turn=NONE, cash=(26, 10), cards=[(gig, COMPLETED), (score, DISCARDED)], deed=0), -1, -1),
    ]
    count = GameCount(GAME, CONTENT, kinds_of_actions(CONTENT), steps)
    kinds = [KIND_IDS[kind] for _, kind, _, _ in count.follows]
    assert kinds == ["unload", "lay_low", "extort"]
    assert [row[2] for row in count.follows] == [900, 0, 200], "without the pay of the Gig"
    assert [row[3] for row in count.follows] == [4, 0, 4], "a Deed 3, a Gig 1; the rival has nothing"
    assert count.fates == [(0, gig, STAKED_N), (1, score, STAKED_N), (0, gig, COMPLETED_N), (1, score, BOTCHED_N)]
    assert len(count.respect) == 2
    assert count.respect[0][0].sum() == 4
    assert count.uses[0, KIND_IDS.index("dump")] == 1, "action 3 drafts to Dump"


def test_the_decks_of_a_hustle_are_not_uses_of_it():
    steps = [
        (state(0), 0, a.A_HUSTLE),
        (state(0, DRAFT), 0, a.A_HUSTLE + 1),
        (state(0, DRAFT), 0, a.A_DISCARD + 7),
        (state(NONE, turn=NONE, cards=[(7, DISCARDED)]), -1, -1),
    ]
    count = GameCount(GAME, CONTENT, kinds_of_actions(CONTENT), steps)
    assert count.uses[0, KIND_IDS.index("hustle")] == 1
    assert count.fates == [(0, 7, DISCARDED_N)]


def test_a_contract_still_staked_at_the_end_is_open():
    steps = [(state(0, DRAFT, turn=NONE), 0, a.A_STAKE + 3), (state(NONE, turn=NONE, cards=[(3, STAKED)]), -1, -1)]
    count = GameCount(GAME, CONTENT, kinds_of_actions(CONTENT), steps)
    assert count.fates == [(0, 3, STAKED_N), (0, 3, OPEN_N)]


def test_every_kind_is_some_action_and_plunder_is_no_assault():
    kinds = kinds_of_actions(CONTENT)
    assert set(range(len(KINDS))) <= set(kinds.tolist())
    table = GAME.action_table(CONTENT)
    assert KIND_IDS[kinds[table.parse("plunder")]] == "plunder"
    assert KIND_IDS[kinds[table.parse("assault")]] == "assault"
    assert KIND_IDS[kinds[table.parse("draft 4 1 produce")]] == "produce"


# ---- many games


def test_a_mean_over_blocks_of_unequal_size():
    # blocks (1, 3) and (5): mean 3; residuals 4 - 3 * 2 = -2 and 5 - 3 = 2; error sqrt(8 * 2 / 1) / 3
    mean, error = mean_and_block_error(np.array([1, 3, 5]), np.array([0, 0, 1]))
    assert mean == 3
    assert error == pytest.approx(4 / 3)
    values = np.array([1.0, 2.0, 4.0, 9.0])
    assert mean_and_block_error(values, np.arange(4)) == pytest.approx(mean_and_error(values))
    assert mean_and_block_error(values, np.zeros(4)) == (4.0, None)
    assert mean_and_block_error(np.zeros(0), np.zeros(0)) == (None, None)


def test_payoffs_compare_all_pairs_of_seats():
    plan = plan_of(["x", "y", "y"])
    pool = pool_matches([stored(plan, [(1, 2, 3), (2, 1, 3), (3, 1, 2), (1, 3, 2)])])
    facts = gather_facts(pool, title="", command="", games=0)
    assert [row["name"] for row in facts["entrants"]] == ["x", "y"]
    # x before the two seats of y: both, one, none, both
    assert facts["payoffs"]["shares"][0] == [None, pytest.approx((1 + 0.5 + 0 + 1) / 4)]
    assert facts["payoffs"]["shares"][1] == [pytest.approx(0.375), None]
    assert facts["payoffs"]["games"][0][1] == 4


def test_who_never_met_is_not_compared():
    first, second = plan_of(["x", "y"]), plan_of(["z", "z"])
    pool = pool_matches([stored(first, [(1, 2)]), stored(second, [(1, 2)], seeds=[9])])
    facts = gather_facts(pool, title="", command="", games=0)
    where = [row["name"] for row in facts["entrants"]].index("z")
    assert [row[where] for row in facts["payoffs"]["shares"]] == [None] * 3
    assert facts["payoffs"]["alpha_rank"] is None


def test_respect_of_the_last_day_is_that_of_the_results(match):
    path, found = match
    facts = gather_facts(pool_matches([found]), title="", command="", files=[path])
    respect = facts["replayed"]["respect"]["entrants"][0]
    assert respect["mean"][-1] == pytest.approx(facts["standings"][0]["respect"])
    assert sum(respect["sources"][-1].values()) == pytest.approx(respect["mean"][-1])
    contracts = facts["replayed"]["contracts"]
    assert all(row["staked"] == row["completed"] + row["botched"] + row["open"] for row in contracts)
    plays = {row["id"]: row["entrants"][0] for row in facts["replayed"]["plays"]}
    assert plays["produce"]["uses"] + plays["dump"]["uses"] == 3 * 9 * 4, "a draft a seat and Day"
    assert plays["move"]["n"] == plays["move"]["uses"]


def test_the_sample_takes_whole_units_and_is_the_same_again(many):
    pool = pool_matches([many[1]])
    sample = pool.sample(10)
    assert sample == pool.sample(10)
    assert len(sample) == 8, "two units of four"
    units = pool.result.records[sample][["block", "table"]]
    assert all(count == 4 for count in np.unique(units, return_counts=True)[1])
    assert pool.sample(32) == list(range(32))
    assert len(pool.sample(1)) == 4, "one unit at least"


# ---- several files


def test_files_are_taken_together():
    one, two = plan_of(["x", "y"], seed=1), plan_of(["y", "z"], seed=2)
    pool = pool_matches([stored(one, [(1, 2), (1, 2)]), stored(two, [(1, 2)], seeds=[50])])
    assert pool.result.plan.entrants == ("x", "y", "z")
    assert pool.result.standing("y").games == 3
    assert pool.result.standing("y").wins == 1
    assert list(zip(pool.file.tolist(), pool.number.tolist(), strict=True)) == [(0, 0), (0, 1), (1, 0)]


def test_one_name_with_other_weights_is_another_entrant():
    plan = plan_of(["x", "y"])
    matches = [stored(plan, [(1, 2)], {"x": "aaaaaaaa"}), stored(plan, [(2, 1)], {"x": "bbbbbbbb"}, seeds=[7])]
    assert pool_matches(matches).result.plan.entrants == ("x #aaaaaa", "y", "x #bbbbbb")


def test_what_cannot_be_taken_together_is_refused():
    plan = plan_of(["x", "y"])
    one = stored(plan, [(1, 2)])
    with pytest.raises(ReportError, match="the same games"):
        pool_matches([one, one])
    with pytest.raises(ReportError, match="options"):
        pool_matches([one, stored(plan_of(["x", "y"], options={"max_days": 3}), [(1, 2)])])
    with pytest.raises(ReportError, match="no game in the results"):
        pool_matches([stored(plan, [])])


def test_games_of_other_rules_are_not_replayed():
    found = stored(plan_of(["x", "y"]), [(1, 2)])
    found.described["hashes"] = {**found.described["hashes"], "rules": "another"}
    facts = gather_facts(pool_matches([found]), title="", command="")
    assert facts["replayed"]["games"] == 0
    assert "other rules" in facts["replayed"]["why"]


# ---- words


def test_names_are_shortened_to_what_differs():
    assert shorten("greedy") == "greedy"
    assert shorten("pack:runs/demo/demo.pack") == "demo.pack"
    assert len(shorten(LONG_NAMES[2])) <= 26
    assert shorten(LONG_NAMES[2]).endswith("argmax")
    assert fit("abcdefghij", room("ab…ij") + 1) == "ab…ij"
    assert fit("W" * 40, 60) == "WW…WW"
    assert fit("abc", 500) == "abc"
    assert [letter(k) for k in (0, 25, 26)] == ["A", "Z", "A1"]


def test_labels_are_moved_apart():
    assert spread([10, 50], 15, 0, 100) == [10, 50]
    assert spread([10, 10, 12], 15, 0, 100) == [10, 25, 40]
    assert spread([99, 98], 15, 0, 100) == [100, 85]
    assert spread([], 15, 0, 100) == []


def test_facts_have_no_nan():
    row = {"a": np.float64("nan"), "b": (1, math.inf), 3: np.int16(4), "c": [np.bool_(True)]}
    assert without_nan(row) == {"a": None, "b": [1, None], "3": 4, "c": [True]}


def test_the_command_of_a_match_plays_it_again(match):
    path, found = match
    assert command_of(found, path) == (
        f"moonshine match random random random --games 9 --seed 7 --option max_days=4 --out {path}"
    )
    both = stored(plan_of(["x", "y"], assign="both", options={"cooperation": False}), [(1, 2)])
    assert command_of(both, None) == (
        "moonshine match x y --games 1 --seed 0 --option cooperation=false --assign both --out FILE"
    )


# ---- the page


def svg_of(text):
    return f'<?xml version="1.0"?>\n<svg width="100pt" viewBox="0 0 100 50">{text}</svg>'


def test_svg_is_made_part_of_the_page():
    found = embed(
        svg_of(
            '<!-- note --><metadata><date>today</date></metadata><g id="g1"><path id="m1" d="M 0.123456 -0.0000001"/>'
            '<use xlink:href="#m1" style="fill: #1a1e25"/></g><g><text style="font: 700 10px \'DejaVu Sans\'; '
            'fill: red" transform="rotate(-0 1 2)">x</text></g>'
        ),
        "plot",
        'a "label"',
    )
    assert "today" not in found
    assert 'id="plot-m1"' in found
    assert 'href="#plot-m1"' in found
    assert "g1" not in found, "nobody asks for it"
    assert 'd="M 0.12 0"' in found
    assert "var(--ink)" in found
    assert "DejaVu" not in found
    assert "font-size: 10px; font-weight: 700; fill: red" in found
    assert "rotate" not in found
    assert found.count("<g") == found.count("</g>")
    assert 'aria-label="a &quot;label&quot;"' in found


def rgb(text):
    return np.array([int(text[k : k + 2], 16) for k in (1, 3, 5)], float)


def contrast(one, other):
    """Return the contrast ratio of two colours, WCAG 2.2."""

    def light(colour):
        c = colour / 255
        return float(np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4) @ [0.2126, 0.7152, 0.0722])

    high, low = sorted([light(one), light(other)], reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("paper", "ink"), [("#ffffff", "#1a1e25"), ("#14171c", "#e9ecf1")])
@pytest.mark.parametrize("tint", [ABOVE, BELOW])
def test_numbers_on_the_strongest_tint_are_legible(paper, ink, tint):
    under = STRONGEST * rgb(tint) + (1 - STRONGEST) * rgb(paper)
    assert contrast(rgb(ink), under) > 4.5
    assert contrast(np.zeros(3), np.full(3, 255.0)) == pytest.approx(21), "the formula is the published one"


@pytest.fixture(scope="module")
def page(many, tmp_path_factory):
    path, found = many
    folder = tmp_path_factory.mktemp("page")
    behaviour = {
        "samples": 2,
        "seed": 0,
        "scores": {"greedy": 1.0},
        "good": {"greedy": 0.5},
        "uniform": {"score": 0.4, "good": 0.2},
        "positions": [
            {
                "id": "a_position",
                "title": "what <it> asks",
                "uniform": {"good": 0.2, "neutral": 0.2, "bad": 0.6},
                "answers": {"greedy": {"good": 0.5, "neutral": 0.5, "bad": 0.0, "plays": [{"play": "lay_low"}]}},
            }
        ],
    }
    out = folder / "page.html"
    settings = {
        "title": "A <title>",
        "command": "moonshine report many.match",
        "extra_sections": [Section("extra", "One more", [Text("first & foremost")])],
        "behaviour": behaviour,
    }
    write_report([found], out, files=[path], png=folder / "png", json_file=folder / "facts.json", **settings)
    return folder, out.read_text("utf-8"), found, settings


def test_the_page_asks_nothing_of_the_network(page):
    _, text, _, _ = page
    links = set(re.findall(r"(?:href|src)=\"([^\"]*)\"", text))
    assert all(link.startswith("#") or link == "data:," for link in links)
    assert set(re.findall(r"https?://[^\"' )]+", text)) <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<script|@import|url\((?!#)", text)


def test_the_page_is_whole(page):
    folder, text, _, _ = page
    ids = re.findall(r"\bid=\"([^\"]+)\"", text)
    assert len(ids) == len(set(ids))
    assert {link[1:] for link in re.findall(r"href=\"(#[^\"]+)\"", text)} <= set(ids)
    assert {f"#{name}" for name in re.findall(r"url\(#([^)]+)\)", text)} <= {f"#{name}" for name in ids}
    for name in LONG_NAMES:
        assert name in text
    assert "<title>A &lt;title&gt;</title>" in text
    assert "moonshine report many.match" in text
    assert "first &amp; foremost" in text
    assert text.index("One more") < text.index("Standings</h2>")
    assert "what &lt;it&gt; asks" in text
    captions = re.findall(r"<figcaption>(.*?)</figcaption>", text)
    assert len(captions) == 12 - 1
    assert all("n = " in caption or "n is " in caption for caption in captions)
    plots = " ".join(re.findall(r"<svg.*?</svg>", text, flags=re.DOTALL))
    assert not [value for value in VARIABLES if value in plots]
    pictures = sorted(path.name for path in (folder / "png").iterdir())
    assert len(pictures) == len(captions)
    assert all((folder / "png" / name).read_bytes().startswith(b"\x89PNG") for name in pictures)
    assert json.loads((folder / "facts.json").read_text("utf-8"))["games"] == 32


def test_the_same_games_give_the_same_bytes(page):
    folder, text, found, settings = page
    write_report([found], folder / "again.html", files=[], **settings)
    again = (folder / "again.html").read_text("utf-8")
    assert re.sub(r"<section id=\"run\">.*", "", again, flags=re.DOTALL) == re.sub(
        r"<section id=\"run\">.*", "", text, flags=re.DOTALL
    )


def test_a_page_of_one_entrant_alone(match, tmp_path):
    _, found = match
    facts = write_report([found], tmp_path / "a.html", title="t", command="c", games=3)
    assert facts["ratings"] is None
    assert facts["replayed"]["games"] == 3
    assert "whole blocks drawn at random from 9" in (tmp_path / "a.html").read_text("utf-8")


# ---- the command


def test_the_command_writes_beside_the_results(match, capsys):
    path, _ = match
    assert report_command([path], json_file=path.with_suffix(".json")) == 0
    assert path.with_suffix(".html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert f"9 games, 9 of them played again. The page is {path.with_suffix('.html')}" in capsys.readouterr().out
    facts = json.loads(path.with_suffix(".json").read_text("utf-8"))
    assert facts["command"] == f"moonshine report {path} --json {path.with_suffix('.json')}"
    assert facts["title"] == "random at Moonshine Kingdom"
    assert DEFAULT_GAMES == GAMES_OF_FACTS


def test_a_missing_matplotlib_is_said(match):
    path, _ = match
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from pathlib import Path\n"
        "from evaluation.commands.report import report_command\n"
        "try:\n"
        f"    report_command([Path({str(path)!r})], games=1)\n"
        "except ModuleNotFoundError as error:\n"
        "    print('needs', error.name.partition('.')[0])\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "needs matplotlib\n"
