"""Blood Oath: the Crackdown Tracker, the Sit-Down, and the way through a partner's District (rules K12)."""

from tests.reference.board import CONNECTED, NUMBER
from tests.reference.contracts import TIERS
from tests.reference.hustle import deck_of
from tests.reference.territory import deed_respect


def earned_respect(state, mob):
    """Respect of Titles and Completed Contracts only (K11.7, K12.2)."""
    total = sum(deed_respect(borough) for borough, owner in state["deeds"].items() if owner == mob)
    total += sum(NUMBER["syndicate_respect"] for owner in state["syndicates"].values() if owner == mob)
    total += NUMBER["ward_boss_respect"] if state["ward_boss"] == mob else 0
    return total + sum(TIERS[deck_of(card)]["respect"] for card in state["players"][mob]["completed"])


def raid_triggered(state):
    """K12.1: every Raid moves the token one space, before its strikes; on the last space the Sit-Down comes (K12.2)."""
    if state["options"]["variant"] != "blood_oath" or state["alliances"]:
        return
    state["crackdown"] += 1
    if state["crackdown"] == NUMBER["crackdown_spaces"]:
        sit_down(state)


def sit_down(state):
    """K12.2: ranked by Respect, then cash, then today's lower token; 1st with 4th, 2nd with 3rd.

    Reading (K12.2): cash is the bankroll alone, without the loose change of the Playbook.
    """

    def rank(mob):
        player = state["players"][mob]
        return -earned_respect(state, mob), -player["cash"], player["token"]

    first, second, third, fourth = sorted(state["mobs"], key=rank)
    seat = state["mobs"].index
    state["alliances"] = sorted(
        (sorted(pair, key=seat) for pair in ([first, fourth], [second, third])), key=lambda p: seat(p[0])
    )


def way_options(state, name):
    """K12.4: from a partner's District only on to any Connected one, or back.

    Reading (K12.4): `any` includes the District they came from and another District of the partner.
    """
    return {f"advance {goal}" for goal in CONNECTED[name]} | {"fall_back"}
