"""What becomes of a Safehouse when its District changes hands, and the free one (rules K2.8, K5.13, K8.2)."""

from tests.reference.plays import secure_sources
from tests.reference.territory import own_safehouses, piece_supply, place_safehouse


def ask_safehouse(state, mob, name):
    """SAFEHOUSE (K2.8)."""
    state["stack"].append({"decision": "safehouse", "player": mob, "district": name})


def safehouse_options(state, entry):
    """K2.8: destroy; Commandeer from supply, or only with none spare from a District of yours."""
    mob = entry["player"]
    if piece_supply(state, mob, "safehouses") > 0:
        return {"safehouse destroy", "safehouse supply"}
    return {"safehouse destroy"} | {f"safehouse from {name}" for name in own_safehouses(state, mob)}


def safehouse_answer(state, entry, words):
    """The rival's Safehouse goes to his supply; with Commandeer one of yours stands there."""
    state["districts"][entry["district"]]["safehouse"] = None
    if words[1] != "destroy":
        place_safehouse(state, entry["player"], entry["district"], words[1:])


def safehouse_free_options(state, entry):
    """SAFEHOUSE_FREE: Rise may relocate at will (K5.13), a Storm only with none spare (K8.2)."""
    mob, name = entry["player"], entry["district"]
    sources = secure_sources(state, mob, name)
    if "supply" in sources and not entry.get("may_relocate"):
        sources = {"supply"}
    return {"safehouse none"} | {f"safehouse {source}" for source in sources}


def safehouse_free_answer(state, entry, words):
    """Free of cost."""
    if words[1] != "none":
        place_safehouse(state, entry["player"], entry["district"], words[1:])
