"""The picture is a map that shows who holds what, without text over text, to the seat that may know it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from moonshine_env.kingdom import position
from moonshine_env.kingdom.vocab import IN_HAND
from moonshine_env.render import render_picture
from tests.render.conftest import BATTLE

pytest.importorskip("PIL")

from PIL import Image

from moonshine_env.render import layout
from moonshine_env.render.__main__ import main
from moonshine_env.render.canvas import HEIGHT, WIDTH
from moonshine_env.render.layout import card_box, overlap, place_cards
from moonshine_env.render.palette import (
    BRONZE,
    CARD,
    FADED,
    INK,
    LIQUORS,
    MOBS,
    PANEL,
    PAPER,
    POLICE,
    VACANT,
    contrast,
    ink_on,
)
from moonshine_env.render.picture import draw_position

SIZE = (WIDTH, HEIGHT)


def words_of(canvas):
    return " ".join(label.words for label in canvas.labels)


def with_holder(battle, district, row):
    return {**battle, "districts": {**battle["districts"], district: row}}


@pytest.mark.parametrize("size", [SIZE, (640, 480), (300, 700)])
def test_shape(content, battle, size):
    picture = render_picture(content, battle, size)
    assert picture.shape == (size[1], size[0], 3)
    assert picture.dtype == np.uint8
    assert picture.flags.writeable
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 100


def test_too_small_to_read(content, battle):
    with pytest.raises(ValueError, match="100 x 1000 pixels is too small to read"):
        render_picture(content, battle, (100, 1000))


def test_the_same_position_gives_the_same_picture(content, battle):
    assert np.array_equal(render_picture(content, battle), render_picture(content, battle))


@pytest.mark.parametrize("district", ["corona", "jamaica", "belmont", "west_side"])
def test_a_new_holder_shows_in_his_district_and_nowhere_else_on_the_map(content, battle, district):
    number = content.district_ids.index(district)
    left, top, right, bottom = card_box(place_cards(content)[number])
    pictures = {mob: render_picture(content, with_holder(battle, district, {"mob": mob, "runners": 2})) for mob in MOBS}
    for mob, colour in MOBS.items():
        band = pictures[mob][int((top + bottom) / 2) - 8 : int((top + bottom) / 2) + 8, int(left) + 3 : int(right) - 3]
        assert (band == colour).all(-1).mean() > 0.5
    changed = np.argwhere((pictures["irish"] != pictures["vipers"]).any(-1)[:, : int(layout.MAP[2])])
    assert len(changed) > 500
    assert (changed.min(0) >= (top - 1, left - 1)).all()
    assert (changed.max(0) <= (bottom + 1, right + 1)).all()


def test_the_police_hold_their_districts(content, battle):
    left, top, right, bottom = card_box(place_cards(content)[content.district_ids.index("sugar_hill")])
    middle = int((top + bottom) / 2)
    band = render_picture(content, battle)[middle - 8 : middle + 8, int(left) + 3 : int(right) - 3]
    assert (band == POLICE).all(-1).mean() > 0.5


@pytest.mark.parametrize(
    ("change", "panel"),
    [
        ({"market": {"moonshine": 200, "gin": 300, "whisky": 500, "rum": 500}}, layout.MARKET),
        ({"heat": ["vipers", "knights", "vipers"]}, layout.MARKET),
        ({"day": 8}, layout.HEADER),
        ({"stack": [{"decision": "discard", "player": "irish"}]}, layout.HEADER),
    ],
)
def test_what_changes_shows_in_its_panel(content, battle, change, panel):
    left, top, right, bottom = map(int, panel)
    before, after = render_picture(content, battle), render_picture(content, {**battle, **change})
    assert (before != after)[top:bottom, left:right].any()


def test_words_of_a_picture(content, battle):
    words = words_of(draw_position(content, battle, SIZE))
    for wanted in (
        "The Irish decide turn of the Knights Standoff in Sheepshead Bay: the Knights (1B 3R with 2 whisky) come in "
        "from Coney Island.",
        "Day 7 of 15, Full Moon",
        "MANHATTAN Deed: Sicilians",
        "QUEENS no Deed held",
        "Rum $500 23 Sicilians",
        "4 of 5 1 Vipers 2 Knights 3 Vipers 4 Irish 5",
        "$12,300 9 Respect",
        "Voice of the Tenements (2 of 2): Control 3 Ghettos.",
        "Sheepshead Bay",
    ):
        assert wanted in words


def clashes(canvas):
    """List pieces of text that touch, or run off the sheet."""
    boxes = np.array([label.box for label in canvas.labels])
    off = (boxes[:, :2] < 0).any(1) | (boxes[:, 2:] > SIZE).any(1)
    a, b = boxes[:, None], boxes[None]
    touch = (a[..., :2] < b[..., 2:]).all(-1) & (b[..., :2] < a[..., 2:]).all(-1)
    pairs = np.argwhere(np.triu(touch, 1))
    words = [label.words for label in canvas.labels]
    return [(words[i], words[j]) for i, j in pairs] + [words[i] for i in np.flatnonzero(off)]


def test_no_text_lies_over_text(content, met, battle):
    assert not clashes(draw_position(content, battle, SIZE))
    for m in met:
        for seat in (None, int(m.states[0]["acting_player"]) if m.decision else 0):
            assert not clashes(draw_position(content, position.dump(content, m.states, 0, seat), SIZE)), m.decision


def test_crowded_panels_are_cut_not_run_over(content):
    hand = list(content.card_ids[:5])
    staked = {content.card_ids[22 + k]: 2 for k in range(5)}
    players = {
        "irish": {"hand": hand, "staked": staked, "markers": 12, "ops": 0, "completed": list(content.card_ids[45:50])}
    }
    canvas = draw_position(content, {**BATTLE, "players": players}, SIZE)
    assert not clashes(canvas)
    assert content.card_names[0] in words_of(canvas)


def test_cards_and_labels_keep_apart(content):
    boxes = [card_box(centre) for centre in place_cards(content)]
    boxes += [layout.around(*at, layout.LABEL_WIDTH, layout.LABEL_HEIGHT) for at in layout.place_labels(content)]
    boxes += [layout.MARKET, layout.LEGEND]
    for k, box in enumerate(boxes):
        assert not [other for other in boxes[:k] if overlap(box, other)]
        assert np.all(np.array(box[:2]) >= layout.MAP[:2])
        assert np.all(np.array(box[2:]) <= layout.MAP[2:])


def test_the_map_keeps_its_compass(content):
    at = dict(zip(content.district_ids, place_cards(content), strict=True))
    for west, east in (("bowery", "williamsburg"), ("belmont", "fordham"), ("tottenville", "coney_island")):
        assert at[west][0] < at[east][0]
    for north, south in (("sugar_hill", "west_side"), ("whitestone", "jamaica"), ("westerleigh", "stapleton")):
        assert at[north][1] < at[south][1]


@pytest.mark.parametrize("number", range(25))
def test_a_party_finds_room_anywhere(content, battle, number):
    district = content.district_ids[number]
    party = {"mob": "knights", "place": district, "origin": "coney_island", "bosses": 1, "runners": 4}
    assert not clashes(draw_position(content, {**battle, "party": party}, SIZE))


def test_a_view_hides_the_hands_of_rivals(content, met):
    seen = 0
    for m in met:
        at = m.states[0]["card_at"]
        players = int(m.states[0]["num_players"])
        seat = max(0, int(m.states[0]["acting_player"]))
        words = words_of(draw_position(content, position.dump(content, m.states, 0, seat), SIZE))
        for card in np.flatnonzero((at >= IN_HAND) & (at < IN_HAND + players)):
            assert (content.card_names[card] in words) == (at[card] == IN_HAND + seat), content.card_names[card]
            seen += at[card] != IN_HAND + seat
    assert seen > 10


def test_views_that_differ_only_in_hidden_cards_look_the_same(content):
    vipers = {**BATTLE["players"]["vipers"], "hand": ["moonlit_table"]}
    other = {**BATTLE, "players": {**BATTLE["players"], "vipers": vipers}}
    views = [position.dump(content, position.new_state(content, p), 0, 1) for p in (BATTLE, other)]
    wholes = [position.dump(content, position.new_state(content, p), 0) for p in (BATTLE, other)]
    assert np.array_equal(*(render_picture(content, view) for view in views))
    assert not np.array_equal(*(render_picture(content, whole) for whole in wholes))


def test_without_pillow_a_sentence_says_how_to_get_it(content, battle, monkeypatch):
    for name in [
        name for name in sys.modules if name.partition(".")[0] == "PIL" or name.startswith("moonshine_env.render.")
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ModuleNotFoundError, match=r'pip install "moonshine-env\[render\]"'):
        render_picture(content, battle)


# ---- what can be read


@pytest.mark.parametrize("ground", [*LIQUORS.values(), *MOBS.values(), POLICE, VACANT, CARD, PAPER, PANEL])
def test_text_stands_out(ground):
    """At least 4.5:1, as WCAG 2.2 asks for small text."""
    assert contrast(ink_on(ground), ground) >= 4.5


@pytest.mark.parametrize("ground", [VACANT, CARD, PAPER, PANEL])
@pytest.mark.parametrize("ink", [FADED, BRONZE, INK])
def test_quiet_text_stands_out_too(ink, ground):
    assert contrast(ink, ground) >= 4.5 or (ink, ground) == (BRONZE, VACANT)


def test_contrast_is_that_of_the_standard():
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((118, 118, 118), (255, 255, 255)) == pytest.approx(4.54, abs=0.01)


def links_of(content):
    return (*content.land, *content.bridges)


def test_every_link_is_seen(content):
    cards = [card_box(centre) for centre in place_cards(content)]
    names = [layout.around(*at, layout.LABEL_WIDTH, layout.LABEL_HEIGHT) for at in layout.place_labels(content)]
    touching = 0
    for a, b in links_of(content):
        way = layout.place_links(content)[a, b]
        assert np.allclose(way[[0, -1]], place_cards(content)[[a, b]])
        for d, box in enumerate((*cards, *names, layout.MARKET, layout.LEGEND)):
            inside = ((way > box[:2]) & (way < box[2:])).all(1)
            assert d in (a, b) or not inside.any()
        in_the_open = [not any(((p > box[:2]) & (p < box[2:])).all() for box in (cards[a], cards[b])) for p in way]
        length = np.hypot(*(way[1:] - way[:-1]).T)[in_the_open[1:]].sum()
        touching += length < layout.COUPLED
        assert length > layout.COUPLED or (a, b) in near_pairs(content)
    assert 0 < touching <= len(layout.place_couplers(content))


def near_pairs(content):
    """Linked Districts whose cards a coupler joins."""
    cards = [card_box(centre) for centre in place_cards(content)]
    found = []
    for start, end in layout.place_couplers(content):
        middle = np.array([start, end]).mean(0)
        found.append(tuple(d for d, box in enumerate(cards) if overlap((*middle, *middle), box, 9)))
    return [link for link in links_of(content) if tuple(sorted(link)) in found]


def test_liquors_are_named_by_letter(content, battle):
    words = draw_position(content, battle, SIZE)
    inside = card_box(place_cards(content)[content.district_ids.index("five_points")])
    here = [x.words for x in words.labels if inside[0] < x.box[0] < inside[2] and inside[1] < x.box[1] < inside[3]]
    assert here[-4:] == ["M", "3", "R", "2"]


@pytest.mark.parametrize("liquor", ["whisky", "gin", "moonshine"])
def test_a_still_that_fired_looks_it(content, battle, liquor):
    number = content.district_ids.index("belmont")
    _, top, right, _ = map(int, card_box(place_cards(content)[number]))
    stills = [{"belmont": {"liquor": liquor, "number": 7, **fired}} for fired in ({}, {"fired": True})]
    plain, rung = (render_picture(content, {**battle, "stills": still}).astype(int) for still in stills)
    changed = np.abs(plain - rung)[top - 2 : top + 24, right - 26 : right + 2].sum(-1) > 90
    assert changed.sum() > 120


def test_the_slots_are_labelled(content, battle):
    words = words_of(draw_position(content, battle, SIZE))
    assert "Slots 3 of 5 Stash 1, 1 Mark" in words


def test_who_lies_low_still_shows_his_token(content, battle):
    players = {**battle["players"], "vipers": {**battle["players"]["vipers"], "next_token": 1, "hand": []}}
    words = words_of(draw_position(content, {**battle, "players": players}, SIZE))
    assert "Token 3, lies low (then 1)" in words
    assert "Hand none" in words


def test_an_amount_has_its_range(content):
    what = {
        "turn": "irish",
        "players": {"irish": {"ops": 3}},
        "districts": {"jamaica": "irish 4R 5g 1w"},
        "party": "irish 3R from jamaica",
        "stack": [
            {"work": "operations"},
            {"work": "play_end", "player": "irish"},
            {
                "decision": "cargo",
                "player": "irish",
                "by": "move",
                "from": "jamaica",
                "to": "richmond_hill",
                "liquor": "gin",
            },
        ],
    }
    words = words_of(draw_position(content, what, SIZE))
    assert "how many Barrels of gin go along? Legal: 0 to 3 Barrels." in words


def test_families_promises_and_lost_favors_show(content, battle):
    what = {
        **battle,
        "options": {"variant": "blood_oath"},
        "crackdown": 10,
        "alliances": [["sicilian", "vipers"], ["irish", "knights"]],
        "promises": [{"by": "vipers", "to": "irish", "clause": "no_entry bronx", "due": 8, "favor": "texas_guinan"}],
    }
    canvas = draw_position(content, what, SIZE)
    words = words_of(canvas)
    assert "Crackdown 10 of 10" in words
    assert "Partner the Knights" in words
    assert "Guinan vouches" in words
    assert not clashes(canvas)


# ---- the command


def test_the_readme_picture_is_drawn_anew(tmp_path):
    out = tmp_path / "kingdom.png"
    assert main(["--out", str(out)]) == 0
    shipped = Path(__file__).parents[2] / "docs/images/kingdom.png"
    drawn, shown = (np.asarray(Image.open(path)).astype(int) for path in (out, shipped))
    # Versions of Pillow smooth text a little differently.
    assert np.abs(drawn - shown).mean() < 0.5, "run: python -m moonshine_env.render --out docs/images/kingdom.png"


def test_a_position_from_a_file_is_drawn(tmp_path, battle, capsys):
    source, out = tmp_path / "battle.json", tmp_path / "battle.png"
    source.write_text(json.dumps(battle))
    assert main(["--position", str(source), "--out", str(out), "--size", "640", "480"]) == 0
    assert Image.open(out).size == (640, 480)
    assert main(["--position", str(tmp_path / "none.json"), "--out", str(out)]) == 2
    assert "none.json" in capsys.readouterr().err
