"""What every Play and step costs (K4.2, K4.3), as the data file says: offered with just that many markers, and paid."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from moonshine_env.kingdom import position
from moonshine_env.kingdom.actions import action_table
from moonshine_env.kingdom.casework import Table
from moonshine_env.kingdom.tables import Content, load_content

CONTENT = load_content()
SEA = {"red_hook": "knights 3R", "corona": "irish 5R 2g S"}
HILL = {"bowery": "sicilian 1B 2R S 2g", "sugar_hill": "sicilian 1R 2g", "corona": "irish 1R"}
RICH = {"sicilian": {"cash": 3000}}

# (cost, whose, Districts, more of the position, the Play's first name, steps after it). Dice only miss.
PLAYS: dict[str, tuple[str, dict[str, str], dict[str, Any], str, list[str]]] = {
    "move": ("sicilian", HILL, {}, "move sugar_hill west_side", ["crew 0 1", "carry 0 gin"]),
    "push": ("sicilian", HILL, {}, "push bowery five_points", ["give 1 gin"]),
    "recruit": ("sicilian", HILL, {}, "recruit bowery", ["hire 1"]),
    "hustle": ("sicilian", HILL, {}, "hustle gig", ["hustle gig"]),
    "secure": ("sicilian", HILL, {}, "secure sugar_hill", ["safehouse supply"]),
    "smuggle": ("sicilian", HILL, {}, "smuggle bowery 1", []),
    "extort": ("sicilian", HILL, {"deeds": {"manhattan": "sicilian"}}, "extort manhattan", []),
    "fix": ("sicilian", HILL, {"syndicates": {"rum": "sicilian"}}, "fix rum 200", []),
    "unload": ("sicilian", HILL, {}, "unload sugar_hill", ["sell 1 gin"]),
    "rat": ("sicilian", HILL, {"heat": ["irish"]}, "rat", []),
    "rise": ("sicilian", {"corona": "sicilian 1R"}, {}, "rise corona", ["safehouse none"]),
    "bribe": ("sicilian", HILL, {"players": RICH}, "bribe stephanie_st_clair", []),
    "capo": ("sicilian", HILL, {}, "capo bowery", []),
    "consigliere": ("sicilian", HILL, {"heat": ["irish"]}, "consigliere 1", []),
    "skiff": ("knights", SEA, {}, "skiff red_hook belmont", ["crew 0 1"]),
}


def moved(name: str) -> Content:
    """Make a content in which something costs one marker more."""
    tables = CONTENT.tables.copy()
    tables[0][f"cost_{name}"] += 1
    return dataclasses.replace(CONTENT, tables=tables)


def at(name: str, ops: int | dict[str, int], content: Content = CONTENT) -> Table:
    mob, districts, given, _, _ = PLAYS[name]
    others = dict(given)
    players = {mob: {**others.pop("players", {}).get(mob, {}), "ops": ops}}
    return Table(
        {"turn": mob, "districts": districts, "players": players, **others}, [1] * (name == "smuggle"), content
    )


@pytest.mark.parametrize("name", PLAYS)
def test_a_play_costs_what_the_file_says(name: str):
    mob, _, _, first, steps = PLAYS[name]
    for content in (CONTENT, moved(name)):
        cost = int(content.tables[0][f"cost_{name}"])
        at(name, cost, content).check(offered=[first])
        if cost > 1:
            at(name, cost - 1, content).check(not_offered=[first.split()[0]])
        table = at(name, 5, content)
        table.play(*(f"{mob}: {step}" for step in (first, *steps))).end(players={mob: {"ops": 5 - cost}})


@pytest.mark.parametrize("name", PLAYS)
def test_whose_marker_pays_is_asked_before_anything_comes_of_a_play(name: str):
    # The Table looks at all that is open then.
    mob, _, _, first, steps = PLAYS[name]
    table = at(name, {mob: 3, "vipers": 2})
    for step in (first, *steps):
        if "pay vipers" not in table.legal:
            table.play(f"{mob}: {step}")
    table.check(decision="pay_owner", only=[f"pay {mob}", "pay vipers"])


# Steps of a fight: who, with what, against whom, the step, what follows; the Move costs 1.
STEPS: dict[str, tuple[str, str, str, list[str], str, list[str]]] = {
    "assault": ("knights 2R", "vipers 2R", "hold_fire", [], "assault", []),
    "advance": ("knights 2R", "vipers 2R", "hold_fire", [], "advance astoria", []),
    "torch": ("knights 2R", "vipers 2R S", "hold_fire", [], "torch", []),
    "plunder": ("irish 2R", "vipers 2R 1g", "hold_fire", [], "plunder", []),
}


@pytest.mark.parametrize("name", [*STEPS, "storm"])
def test_whose_marker_pays_is_asked_before_anything_comes_of_a_step(name: str):
    invader, occupier, _, _, step, _ = STEPS.get(name, ("knights 2R", "", "", [], name, []))
    mob = invader.split()[0]
    districts = {"flushing": invader, **({"corona": occupier} if occupier else {})}
    given = {"districts": districts, "precincts": ["richmond_hill"], "players": {mob: {"ops": {mob: 3, "sicilian": 2}}}}
    goal = "corona" if occupier else "richmond_hill"
    table = Table({"turn": mob, **given}).play(f"{mob}: move flushing {goal}", f"{mob}: crew 0 2", f"{mob}: pay {mob}")
    if occupier:
        table.play("vipers: hold_fire")
    table.play(f"{mob}: {step}").check(decision="pay_owner", only=[f"pay {mob}", "pay sicilian"])


def pinned(name: str, ops: int, content: Content) -> Table:
    invader, occupier, answer, _, _, _ = STEPS[name]
    mob = invader.split()[0]
    districts = {"flushing": invader, "corona": occupier}
    dice = [1, 1] if name in ("assault", "plunder") else []
    table = Table({"turn": mob, "districts": districts, "players": {mob: {"ops": ops}}}, dice, content)
    return table.play(f"{mob}: move flushing corona", f"{mob}: crew 0 2", f"vipers: {answer}")


@pytest.mark.parametrize("name", STEPS)
def test_a_step_costs_what_the_file_says(name: str):
    mob, step = STEPS[name][0].split()[0], STEPS[name][4]
    for content in (CONTENT, moved(name)):
        cost = int(content.tables[0][f"cost_{name}"])
        pinned(name, 1 + cost, content).check(offered=[step])
        if cost > 1:
            pinned(name, cost, content).check(not_offered=[step])
        table = pinned(name, 5, content).play(f"{mob}: {step}")
        table.end(players={mob: {"ops": 4 - cost}})


@pytest.mark.parametrize("more", [0, 1])
def test_the_way_on_from_a_partners_district_costs_what_the_file_says(more: int):
    content = moved("advance") if more else CONTENT

    def passing(ops: int) -> Table:
        given = {
            "options": {"variant": "blood_oath"},
            "crackdown": 10,
            "alliances": [["irish", "vipers"], ["sicilian", "knights"]],
            "districts": {"corona": "irish 1R", "flushing": "vipers 1R"},
            "players": {"irish": {"ops": ops}},
        }
        table = Table({"turn": "irish", **given}, (), content)
        return table.play("irish: move corona flushing", "irish: crew 0 1")

    passing(2 + more).check(offered=["advance whitestone", "fall_back"])
    if more:
        passing(2).check(only=["fall_back"])


@pytest.mark.parametrize("more", [0, 1])
def test_a_storm_costs_what_the_file_says(more: int):
    content = moved("storm") if more else CONTENT

    def gate(ops: int) -> Table:
        given = {
            "districts": {"corona": "knights 2R"},
            "precincts": ["richmond_hill"],
            "players": {"knights": {"ops": ops}},
        }
        table = Table({"turn": "knights", **given}, [6], content)
        return table.play("knights: move corona richmond_hill", "knights: crew 0 2")

    gate(2 + more).check(offered=["storm"])
    if more:
        gate(2).check(not_offered=["storm"])
    gate(5).play("knights: storm").end(players={"knights": {"ops": 3 - more}})


@pytest.mark.parametrize("name", ["", "stealth", "assault", "advance"])
def test_a_stealth_needs_its_next_step_as_well(name: str):
    content = moved(name) if name else CONTENT

    def stealth(ops: int) -> Table:
        given = {"districts": {"corona": "vipers 2R", "flushing": "irish 1R"}, "players": {"vipers": {"ops": ops}}}
        return Table({"turn": "vipers", **given}, (), content)

    # One of the two steps for a marker is enough.
    needed = 3 if name == "stealth" else 2
    stealth(needed).check(offered=["stealth corona flushing"])
    stealth(needed - 1).check(not_offered=["stealth"])
    table = stealth(5).play("vipers: stealth corona flushing", "vipers: crew 0 2")
    table.end(players={"vipers": {"ops": 5 - (2 if name == "stealth" else 1)}})


def test_heat_of_an_extortion_that_costs_two_may_be_a_lent_marker():
    manhattan = dict.fromkeys(("five_points", "tenderloin", "bowery", "west_side"), "sicilian 1R")
    players = {"sicilian": {"ops": {"sicilian": 1, "vipers": 1}}}
    given = {"turn": "sicilian", "districts": manhattan, "deeds": {"manhattan": "sicilian"}, "players": players}
    table = Table(given, (), moved("extort")).play("sicilian: extort manhattan")
    table.check(decision="heat_owner").play("sicilian: heat vipers").end(heat=["vipers"])


def test_a_play_that_costs_nothing_leaves_no_heat_behind():
    # Costs of one's own content: without a spent marker there is none for the Heat Track (K4.4).
    tables = CONTENT.tables.copy()
    tables[0]["cost_extort"] = 0
    manhattan = dict.fromkeys(("five_points", "tenderloin", "bowery", "west_side"), "sicilian 1R")
    given = {"turn": "sicilian", "districts": manhattan, "deeds": {"manhattan": "sicilian"}}
    table = Table(given, (), dataclasses.replace(CONTENT, tables=tables)).play("sicilian: extort manhattan")
    table.end(heat=[], play={"heat": False}, players={"sicilian": {"ops": 5, "cash": 1800}})


# The first and the last id of every family a turn offers: the dispatcher's ranges.
ENDS = {
    "move five_points tenderloin": {"five_points": "sicilian 1R"},
    "skiff five_points sugar_hill": {"five_points": "knights 1R"},
    "skiff tottenville westerleigh": {"tottenville": "knights 1R"},
    "stealth five_points tenderloin": {"five_points": "vipers 1R", "tenderloin": "irish 1R"},
    "push five_points tenderloin": {"five_points": "sicilian 1R 1g"},
    "push tottenville stapleton": {"tottenville": "sicilian 1R 1g"},
    "recruit five_points": {"five_points": "sicilian S"},
    "recruit tottenville": {"tottenville": "sicilian S"},
    "hustle gig": {"five_points": "sicilian 1B"},
    "hustle score": {"five_points": "sicilian 1B"},
    "secure five_points": {"five_points": "sicilian 1R"},
    "secure tottenville": {"tottenville": "sicilian 1R"},
    "smuggle west_side 1": {"west_side": "sicilian 5R"},
    "smuggle tottenville 5": {"tottenville": "sicilian 5R"},
    "extort manhattan": {"five_points": "sicilian 1R"},
    "extort staten_island": {"tottenville": "sicilian 1R"},
    "fix moonshine 200": {"five_points": "sicilian 1R"},
    "fix rum 500": {"sugar_hill": "sicilian 1R", "morris_park": "sicilian 1R", "astoria": "sicilian 1R"},
    "unload sugar_hill": {"sugar_hill": "sicilian 1R 1g"},
    "unload red_hook": {"red_hook": "sicilian 1R 1g"},
    "rise five_points": {"red_hook": "sicilian 1R"},
    "rise tottenville": {"red_hook": "sicilian 1R"},
    "bribe stephanie_st_clair": {"sugar_hill": "sicilian 1R"},
    "bribe arnold_rothstein": {"williamsburg": "sicilian 1R"},
    "rat": {"red_hook": "sicilian 1R"},
    "capo five_points": {"five_points": "sicilian 1B 1R"},
    "capo tottenville": {"tottenville": "sicilian 1B 1R"},
    "consigliere 1": {},
    "consigliere 4": {},
    "borrow 1": {},
    "borrow 12": {},
    "repay 12": {},
    "lay_low": {},
}
# What comes next, or what has changed at once.
THEN: dict[str, dict[str, Any]] = {
    "move": {"decision": "crew"},
    "skiff": {"decision": "crew"},
    "stealth": {"decision": "crew"},
    "push": {"decision": "push_amount"},
    "recruit": {"decision": "recruit"},
    "hustle": {"decision": "hustle"},
    "secure": {"decision": "secure_from"},
    "smuggle": {"supply": {"rum": 25}, "actor": "irish"},
    "extort": {"players": {"sicilian": {"cash": 50200}}},
    "fix moonshine": {"market": {"moonshine": 200, "rum": 300}},
    "fix rum": {"market": {"moonshine": 300, "rum": 500}},
    "unload": {"decision": "sell"},
    "rise": {"decision": "safehouse_free"},
    "bribe": {"players": {"sicilian": {"cash": 47500}}},
    "rat": {"rat": "sicilian"},
    "capo": {"players": {"sicilian": {"supply": {"bosses": 0}}}},
    "consigliere 1": {"heat": ["irish", "irish", "vipers"]},
    "consigliere 4": {"heat": ["knights", "irish", "irish"]},
    "borrow 1": {"players": {"sicilian": {"marks": 1}}},
    "borrow 12": {"players": {"sicilian": {"marks": 12}}},
    "repay": {"players": {"sicilian": {"marks": 0, "cash": 20000}}},
    "lay_low": {"players": {"sicilian": {"next_token": 1}}},
}


@pytest.mark.parametrize("name", ENDS)
def test_every_play_does_what_its_name_says(name: str):
    districts = ENDS[name]
    mob = next((pieces.split()[0] for pieces in districts.values()), "sicilian")
    given: dict[str, Any] = {
        "turn": mob,
        "districts": districts,
        "players": {mob: {"cash": 50000, "marks": 12 if name.startswith("repay") else 0}},
        "heat": ["knights", "irish", "irish", "vipers"],
        "market": {"moonshine": 300, "rum": 300},
        "deeds": {"manhattan": "sicilian", "staten_island": "sicilian"},
        "syndicates": {"moonshine": "sicilian", "rum": "sicilian"},
    }
    crew = int(name.split()[-1]) if name.startswith("smuggle") else 0
    table = Table(given, [1] * ((crew + 1) // 2)).play(f"{mob}: {name}")
    table.end(**THEN.get(name) or THEN.get(" ".join(name.split()[:2])) or THEN[name.split()[0]])


@pytest.mark.parametrize(
    ("family", "mob"), [("move", "irish"), ("skiff", "knights"), ("stealth", "vipers"), ("push", "irish")]
)
def test_the_ends_of_a_family_ask_about_the_places_named(family: str, mob: str):
    names = [name for name in action_table(CONTENT).names if name.split()[0] == family]
    for name in (names[0], names[-1]):
        _, own, other = name.split()
        districts = {own: f"{mob} 1R 1g", other: "sicilian 1R"}
        table = Table({"turn": mob, "districts": districts}).play(f"{mob}: {name}")
        asked: dict[str, Any] = {"decision": "crew", "player": mob, "by": family, "from": own, "to": other}
        if family == "push":
            asked = {"decision": "push_amount", "player": mob, "own": own, "other": other, "liquor": "gin"}
        assert position.dump(CONTENT, table.states, 0)["stack"][-1] == asked


def test_a_move_from_the_end_of_the_board():
    table = Table({"turn": "irish", "districts": {"tottenville": "irish 1R"}})
    last = [name for name in table.legal if name.startswith("move tottenville ")][-1]
    table.play(f"irish: {last}", "irish: crew 0 1").end(districts={"tottenville": "none", last.split()[-1]: "irish 1R"})
