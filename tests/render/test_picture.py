"""The picture is a map that shows who holds what, without text over text, to the seat that may know it."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from moonshine_env.kingdom import position
from moonshine_env.kingdom.vocab import IN_HAND
from moonshine_env.render import render_picture
from tests.render.conftest import BATTLE

pytest.importorskip("PIL")

from moonshine_env.render import layout
from moonshine_env.render.canvas import HEIGHT, WIDTH
from moonshine_env.render.layout import card_box, overlap, place_cards
from moonshine_env.render.palette import MOBS, POLICE
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
