"""The board in the terminal says what the position says, to the seat that may know it."""

from __future__ import annotations

import re

import numpy as np
import pytest

from moonshine_env.kingdom import position, rules
from moonshine_env.kingdom.vocab import IN_HAND
from moonshine_env.render import render_text
from moonshine_env.render.brush import WIDTH
from moonshine_env.render.facts import gather_facts
from tests.render.conftest import BATTLE, BATTLE_PLAYS

ANSI = re.compile(r"\033\[[0-9;]*m")


def draw(content, what, legal=()):
    return render_text(content, what, legal, colour=False)


def line_of(text, start):
    (line,) = [line for line in text.splitlines() if line.strip().startswith(start)]
    return line.split()


def joined(text):
    return " ".join(text.split())


def test_a_district_says_its_kind_still_holder_pieces_and_barrels(content, battle):
    text = draw(content, battle)
    assert line_of(text, "Five Points") == "Five Points Ghetto Sicilians 2B 12R S 3 moonshine, 2 rum".split()
    assert line_of(text, "The Bowery") == "The Bowery Dock whisky 8* - loose: 2 whisky".split()
    assert line_of(text, "Coney Island") == "Coney Island Joint whisky Knights S 1 gin".split()
    assert line_of(text, "Sugar Hill") == "Sugar Hill Joint rum (St. Clair) POLICE Precinct".split()
    assert line_of(text, "Richmond Hill") == "Richmond Hill Joint gin (Guinan) -".split()


def test_barrels_of_nobody_are_loose_in_their_own_column(content, battle):
    lines = draw(content, battle).splitlines()
    (head,) = [line for line in lines if line.startswith("  District")]
    (bowery,) = [line for line in lines if line.startswith("  The Bowery")]
    assert bowery[head.index("Barrels") :] == "loose: 2 whisky"
    assert not bowery[head.index("Pieces") : head.index("Barrels")].strip()


def test_the_words_of_a_player_are_explained(content, battle):
    text = joined(draw(content, battle))
    assert "slots hold the markers that a player can still spend today" in text
    assert "the Stash his others" in text
    assert "Plays today is how many he has made" in text


def test_titles_have_a_line(content, battle):
    text = draw(content, battle)
    assert [line.strip() for line in text.splitlines() if "Titles:" in line] == [
        "Titles: Deed of Manhattan, Rum Syndicate",
        "Titles: Rat Card",
        "Titles: Ward Boss",
        "Titles: Deed of Brooklyn",
    ]


def test_an_empty_hand_says_so(content, battle):
    players = {**battle["players"], "vipers": {**battle["players"]["vipers"], "hand": []}}
    assert "hand: none" in draw(content, {**battle, "players": players})


def test_a_long_head_goes_on_in_the_next_line(content, battle):
    what = {
        **battle,
        "view": "sicilian",
        "options": {"variant": "blood_oath"},
        "crackdown": 10,
        "alliances": [["sicilian", "vipers"], ["irish", "knights"]],
        "players": {mob: {**player, "next_token": 1, "plays_today": 9} for mob, player in battle["players"].items()},
    }
    text = render_text(content, what, colour=True)
    lines = ANSI.sub("", text).splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert "Crackdown 10 of 10, as the Sicilians see it" in joined("\n".join(lines))
    assert joined("\n".join(lines)).count("partner of the") == 4


def test_many_barrels_go_on_the_next_line(content):
    text = draw(content, {"turn": "irish", "districts": {"corona": "irish 1R 10m 11g 12w 13r"}})
    assert "Barrels: 10 moonshine, 11 gin, 12 whisky, 13 rum" in joined(text)
    assert max(map(len, text.splitlines())) <= WIDTH


def test_invaders_stand_below_the_district(content, battle):
    lines = draw(content, battle).splitlines()
    (at,) = [k for k, line in enumerate(lines) if "Sheepshead Bay  Dock" in line]
    assert lines[at + 1].strip() == "^ INVADERS here: Knights 1B 3R with 2 whisky, from Coney Island"


def test_market_heat_and_titles(content, battle):
    text = draw(content, battle)
    assert line_of(text, "Market") == ["Market", "Moonshine", "Gin", "Whisky", "Rum"]
    assert line_of(text, "price") == ["price", "$400", "$300", "$200", "$500"]
    assert line_of(text, "in the supply") == ["in", "the", "supply", "22", "21", "21", "23"]
    assert line_of(text, "Syndicate") == ["Syndicate", "-", "-", "-", "Sicilians"]
    assert "Heat Track: 1 Vipers   2 Knights   3 Vipers   4 Irish   5 -" in text
    assert "Ward Boss: Vipers   Rat Card: Irish" in text
    assert "Brooklyn (Deed: Knights)" in text
    assert "Queens (Deed: in the Supply)" in text


def test_a_player_says_cash_respect_markers_and_contracts(content, battle):
    text = joined(draw(content, battle))
    assert "player 0, Token 1. $12,300, Respect 9" in text  # Deed 3, Syndicate 2, a Gig 1, a Racket 3
    assert "STAKED with 2 markers, Voice of the Tenements (Racket): Control 3 Ghettos." in text
    assert "Respect from: Rat Card -3, 1 Mark -1" in text
    assert "Favors: Guinan" in text
    assert "pieces left: 0B 10R 2S; 2 Runners lost for good" in text


def test_the_decision_and_the_legal_plays(content, battle):
    text = draw(content, battle, BATTLE_PLAYS)
    assert "Day 7 of 15, Full Moon, turn of the Knights" in text
    sentence = (
        "The Irish decide. Standoff in Sheepshead Bay: the Knights (1B 3R with 2 whisky) come in from Coney Island."
    )
    assert joined(text).count(sentence) == 2  # at the top, and beside the plays
    assert "Legal plays (5;" in text
    assert line_of(text, "2 plays: fold") == ["2", "plays:", "fold", "coney_island|brownsville"]
    assert line_of(text, "1 play:  hold_fire") == ["1", "play:", "hold_fire"]


def test_many_legal_plays_are_cut_and_counted(content, battle):
    names = [f"skiff {a} {b}{a[0]}" for a in content.district_ids for b in content.district_ids]
    text = draw(content, battle, names)
    assert len(text.splitlines()) < 100
    shown = text[text.index("Legal plays") :]
    left = int(re.search(r"and (\d+) more", shown)[1])
    assert 0 < left < len(names)


def test_a_partial_position_is_filled_in(content):
    assert draw(content, BATTLE) == draw(content, position.dump(content, position.new_state(content, BATTLE), 0))


def test_respect_can_be_given(content, battle):
    assert "Respect 17" in render_text(content, battle, respect=[17, 0, 0, 0], colour=False)


def test_colours_only_colour(content, battle):
    coloured = render_text(content, battle, BATTLE_PLAYS, colour=True)
    assert ANSI.search(coloured)
    assert ANSI.sub("", coloured) == draw(content, battle, BATTLE_PLAYS)


def test_no_color_is_respected_unless_told(content, battle, monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert ANSI.search(render_text(content, battle))
    monkeypatch.setenv("NO_COLOR", "1")
    assert not ANSI.search(render_text(content, battle))
    assert ANSI.search(render_text(content, battle, colour=True))


def test_every_position_of_random_games_fits(content, met):
    for m in met:
        for seat in (None, *range(m.states[0]["num_players"])):
            text = draw(content, position.dump(content, m.states, 0, seat), m.legal)
            assert max(map(len, text.splitlines())) <= WIDTH
            assert "decide." in text or not m.decision


def test_what_is_counted_agrees_with_the_rules(content, met):
    respect = np.zeros(4, np.int32)
    for m in met:
        s = m.states[0]
        rules.scores(content.tables, m.states, 0, respect)
        facts = gather_facts(content, position.dump(content, m.states, 0, 0))
        for seat, mob in enumerate(facts.mobs):
            assert facts.respect[mob] == respect[seat]
            left = (s["bosses_left"][seat], s["runners_left"][seat], s["safehouses_left"][seat])
            assert facts.pieces_left[mob] == left
        assert list(facts.supply.values()) == s["supply"].tolist()


def hands(m, content):
    """Names of the cards in hand, by seat."""
    at = m.states[0]["card_at"]
    return [
        {content.card_names[card] for card in np.flatnonzero(at == IN_HAND + seat)}
        for seat in range(m.states[0]["num_players"])
    ]


def test_a_view_hides_the_hands_of_rivals(content, met):
    seen = 0
    for m in met:
        cards = hands(m, content)
        for seat, own in enumerate(cards):
            text = joined(draw(content, position.dump(content, m.states, 0, seat)))
            hidden = set().union(*cards) - own
            assert not [name for name in hidden if name in text]
            assert all(name in text for name in own)
            seen += len(hidden)
    assert seen > 20


@pytest.mark.parametrize("seat", range(4))
def test_a_view_counts_hidden_cards(content, seat):
    text = draw(content, position.dump(content, position.new_state(content, BATTLE), 0, seat))
    assert ("hand: 2 Rackets (hidden)" in text) == (seat != 0)
    assert ("in hand, Thickest Wallet (Gig): Have more cash than any rival." in text) == (seat == 1)
