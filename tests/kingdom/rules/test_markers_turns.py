"""Turns (K4.1, K4.2, K4.6-K4.9), paying with one's own and lent markers (K4.3, K4.4), the end of a Play (K4.5)."""

from __future__ import annotations

from moonshine_env.kingdom.casework import Table
from tests.kingdom.case_runner import board

LENT = {"irish": {"ops": {"irish": 1, "knights": 2, "vipers": 1}, "stash": 6}, "knights": {"ops": 3, "stash": 2}}

# ---- whose turn


def test_turns_go_round_in_turn_order_passing_over_who_lies_low():
    players = {"vipers": {"token": 1}, "sicilian": {"token": 2}, "knights": {"token": 3}, "irish": {"token": 4}}
    districts = {"bowery": "vipers 9R", "corona": "sicilian 9R", "astoria": "knights 9R", "fordham": "irish 9R"}
    table = board("vipers", districts, players=players)
    table.play("vipers: move bowery tenderloin", "vipers: crew 0 1", "sicilian: lay_low")
    table.play("knights: move astoria whitestone", "knights: crew 0 1", "irish: lay_low", {"actor": "vipers"})
    table.play("vipers: move bowery five_points", "vipers: crew 0 1", "knights: lay_low", {"actor": "vipers"})
    table.play("vipers: lay_low").end(
        day=2,
        moon="full",
        decision="draft",
        actor="sicilian",
        players={
            "sicilian": {"token": 1, "next_token": 0},
            "irish": {"token": 2},
            "knights": {"token": 3},
            "vipers": {"token": 4, "plays_today": 0},
        },
    )


def test_nobody_may_pass():
    board("irish", {"bowery": "irish 1R"}).check(offered=["lay_low"], not_offered=["done"])


def test_who_can_do_nothing_lies_low():
    board("irish", {}, players={"irish": {"ops": 1, "cash": 0}}, options={"cooperation": False}).check(
        only=[*(f"borrow {n}" for n in range(1, 13)), "lay_low"]
    )


def test_without_a_marker_at_the_start_of_a_turn_one_lies_low():
    players = {"irish": {"ops": 0, "stash": 7}, "vipers": {"ops": 0, "stash": 7}}
    table = board("sicilian", {"bowery": "sicilian 2R"}, players=players)
    table.play("sicilian: move bowery tenderloin", "sicilian: crew 0 1")
    table.end(actor="knights", players={"irish": {"next_token": 1}, "vipers": {"next_token": 2}})


def test_a_lent_marker_keeps_one_up():
    players = {"irish": {"ops": {"knights": 1}, "stash": 7}, "knights": {"ops": 4, "stash": 2}}
    table = board("sicilian", {"corona": "irish 1R"}, players=players)
    table.play("sicilian: lay_low", {"actor": "irish"}, "irish: move corona astoria", "irish: crew 0 1")
    table.end(players={"irish": {"next_token": 2, "stash": 7}, "knights": {"stash": 3}}, actor="vipers")


def test_the_lowest_free_token_of_the_other_moon_is_taken():
    players = {"sicilian": {"next_token": 1}, "vipers": {"next_token": 2}}
    table = board("irish", {}, players=players).play("irish: lay_low")
    table.end(actor="knights", players={"irish": {"next_token": 3, "token": 2}})


def test_all_plays_of_the_day_made_one_lies_low_at_the_next_turn():
    # K4.9, with 25 Plays and with fewer as an option.
    for options, made in (({}, 24), ({"plays_per_day": 4}, 3)):
        players = {"irish": {"plays_today": made}}
        table = board("irish", {"corona": "irish 2R"}, players=players, options=options)
        table.play("irish: move corona astoria", "irish: crew 0 1")
        table.see(players={"irish": {"plays_today": made + 1, "next_token": 0, "ops": 4}})
        table.play("vipers: lay_low", "knights: lay_low", "sicilian: lay_low")
        table.end(day=2, players={"irish": {"token": 4, "plays_today": 0, "stash": 7}})


# ---- paying


def test_two_markers_of_three_owners_are_chosen_one_by_one():
    table = board("irish", {"astoria": "irish 1R 1g"}, players=LENT).play("irish: unload astoria", "irish: sell 1 gin")
    table.check(decision="pay_owner", actor="irish", only=["pay irish", "pay vipers", "pay knights"])
    table.see(players={"irish": {"cash": 1000}})  # paid before it happens
    table.play(
        "irish: pay vipers", {"decision": "pay_owner", "only": ["pay irish", "pay knights"]}, "irish: pay knights"
    )
    table.end(
        players={
            "irish": {"cash": 1300, "ops": {"irish": 1, "knights": 1}, "stash": 6},
            "knights": {"stash": 3},
            "vipers": {"ops": 5, "stash": 2},
        },
        actor="vipers",
    )


def test_one_owner_is_no_choice_and_neither_is_paying_with_all():
    players = {"irish": {"ops": {"irish": 1, "knights": 1}, "stash": 6}, "knights": {"ops": 4, "stash": 2}}
    table = board("irish", {"astoria": "irish 1R 1g"}, players=players).play(
        "irish: unload astoria", "irish: sell 1 gin"
    )
    table.end(players={"irish": {"cash": 1300, "ops": 0, "stash": 7, "next_token": 1}, "knights": {"stash": 3}})


def test_a_choice_ends_when_one_owner_is_left():
    players = {"irish": {"ops": {"irish": 1, "knights": 2}, "stash": 6}, "knights": {"ops": 3, "stash": 2}}
    table = board("irish", {"astoria": "irish 1R 1g"}, players=players).play(
        "irish: unload astoria", "irish: sell 1 gin"
    )
    table.play("irish: pay irish", {"decision": "turn"}).end(
        players={"irish": {"ops": {"knights": 1}}, "knights": {"stash": 3}}
    )


def test_a_move_is_paid_before_anybody_answers():
    table = board("irish", {"corona": "irish 3R", "astoria": "vipers 1R"}, players=LENT)
    table.play("irish: move corona astoria", "irish: crew 0 3", {"decision": "pay_owner"}, "irish: pay knights")
    table.check(decision="standoff", actor="vipers", see={"play": {"spent": {"knights": 1}}})


def test_an_exchange_is_answered_before_it_is_paid():
    table = board("irish", {"corona": "irish 3R", "astoria": "vipers 1R 1g"}, players=LENT)
    table.play("irish: push corona astoria", "irish: give -1 gin", {"decision": "exchange"}, "vipers: allow")
    table.check(decision="pay_owner").play("irish: pay knights").end(districts={"corona": "irish 3R 1g"})


def test_a_hustle_is_paid_before_its_first_draw():
    table = board("irish", {"corona": "irish 1B"}, players=LENT).play("irish: hustle gig")
    table.check(decision="pay_owner", see={"players": {"irish": {"hidden_hand": {"gig": 0}}}})
    table.play("irish: pay vipers").end(decision="hustle", players={"irish": {"hidden_hand": {"gig": 1}}})


def test_an_assault_is_paid_before_its_dice_and_boost():
    table = board("irish", {"corona": "irish 3R 1g", "astoria": "vipers 2R"}, players=LENT, dice=[4, 1, 1])
    table.play(
        "irish: move corona astoria", "irish: crew 0 3", "irish: carry 1 gin", "irish: pay knights", "vipers: hold_fire"
    )
    table.play(
        "irish: assault courage gin", {"decision": "pay_owner", "see": {"supply": {"gin": 24}}}, "irish: pay vipers"
    )
    table.end(supply={"gin": 25}, districts={"astoria": "vipers 1R"}, decision="pinned")


def test_heat_is_asked_over_all_steps_of_the_play():
    # Move paid by the Knights, Assault by the Irish: two owners among the spent.
    table = board("irish", {"corona": "irish 3R", "astoria": "vipers 1R"}, players=LENT, dice=[5, 1, 1])
    table.play("irish: move corona astoria", "irish: crew 0 3", "irish: pay knights", "vipers: hold_fire")
    table.play("irish: assault", "irish: pay irish", {"decision": "heat_owner", "only": ["heat irish", "heat knights"]})
    table.see(districts={"astoria": "irish 3R"})
    table.play("irish: heat knights").end(heat=["knights"], players={"irish": {"stash": 7}, "knights": {"stash": 2}})


def test_a_quiet_play_asks_for_no_heat():
    table = board("irish", {"corona": "irish 3R", "astoria": "vipers 1R"}, players=LENT, dice=[1, 1, 1])
    table.play("irish: move corona astoria", "irish: crew 0 3", "irish: pay knights", "vipers: hold_fire")
    table.play("irish: assault", "irish: pay irish", "irish: fall_back")
    table.end(heat=[], players={"irish": {"stash": 7}, "knights": {"stash": 3}}, actor="vipers")


# ---- the end of a Play


def test_kickbacks_come_before_the_raid():
    # The fifth marker is the Irish's; it comes home after the Kickbacks took what was in the Stash.
    players = {"irish": {"ops": 2, "stash": 0, "markers": 2}}
    heat = ["vipers", "vipers", "knights", "sicilian"]
    table = board("irish", {"astoria": "irish 1R 4r"}, players=players, heat=heat)
    table.play("irish: unload astoria", "irish: sell 4 rum")
    table.end(heat=[], players={"irish": {"ops": 1, "stash": 1, "cash": 3000}}, actor="vipers")


def test_a_player_lies_low_after_the_raid_that_his_play_called():
    players = {"irish": {"ops": 2, "stash": 0, "markers": 2}}
    heat = ["vipers", "vipers", "knights", "sicilian"]
    districts = {"astoria": "irish 1R 4g", "fordham": "vipers 2R"}
    table = board("irish", districts, players=players, heat=heat, precincts=["morris_park"])
    table.play("irish: unload astoria", "irish: sell 4 gin")
    table.check(
        decision="raid_pay", actor="vipers", see={"players": {"irish": {"next_token": 0, "ops": 0}}, "turn": "irish"}
    )
    table.play("vipers: take_fall").end(players={"irish": {"next_token": 1, "stash": 2}}, heat=[], actor="vipers")


def test_combat_heat_comes_at_the_end_of_the_play():
    table = board("irish", {"corona": "irish 3R", "astoria": "vipers 4R"}, dice=[5, 1, 1, 1])
    table.play("irish: move corona astoria", "irish: crew 0 3", "vipers: hold_fire", "irish: assault")
    table.see(decision="pinned", heat=[], play={"heat": True}).play("irish: fall_back")
    table.end(heat=["irish"], players={"irish": {"ops": 3, "stash": 3}})


def test_after_the_last_lay_low_comes_the_night():
    table = Table({"turn": "knights", "players": {mob: {"next_token": n} for mob, n in NIGHT.items()}})
    table.play("knights: lay_low").end(day=2, moon="full", decision="draft", actor="vipers", turn="none")


NIGHT = {"vipers": 1, "irish": 2, "sicilian": 3}
