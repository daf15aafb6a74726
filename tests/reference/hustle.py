"""Contract cards: piles, draws, reshuffles and the hand limit (rules K5.4, K1.12; pools: kingdom_position.md)."""

from tests.reference.board import DECKS, NUMBER
from tests.reference.contracts import CARDS


def _guinan(state, mob):
    """Does the player hold Texas Guinan's Favor (K9.1)?"""
    return "texas_guinan" in state["players"][mob]["favors"]


def draws_of(state, mob):
    """2 draws, with Guinan 3."""
    return NUMBER["hustle_draw_guinan" if _guinan(state, mob) else "hustle_draw"]


def hand_limit(state, mob):
    """3 cards, with Guinan 5; staked Contracts are not in hand."""
    return NUMBER["hand_limit_guinan" if _guinan(state, mob) else "hand_limit"]


def deck_of(card):
    """The deck a Contract belongs to."""
    return CARDS[card]["deck"]


def pile_of(state, deck):
    """The draw pile: every card of the deck that is nowhere else."""
    gone = set(state["decks"][deck]["discards"])
    for player in state["players"].values():
        gone |= player["hand"] | set(player["staked"]) | player["completed"]
    return {card for card in CARDS if deck_of(card) == deck} - gone


def choosable_decks(state):
    """A deck can be drawn from while it has a pile or discards."""
    return [deck for deck in DECKS if pile_of(state, deck) or state["decks"][deck]["discards"]]


def refill(state, deck):
    """The discards become the draw pile; cards of the present pool still in hands become an older pool."""
    entry = state["decks"][deck]
    known = set().union(*entry["older_pools"].values())
    held = {card for player in state["players"].values() for card in player["hand"] if deck_of(card) == deck}
    if held - known:
        entry["older_pools"][str(entry["reshuffles"])] = held - known
    entry["discards"] = set()
    entry["reshuffles"] += 1


def leave_hand(state, mob, card):
    """A card leaves a hand (and so the list of its older pool, if it is in one)."""
    state["players"][mob]["hand"].remove(card)
    pools = state["decks"][deck_of(card)]["older_pools"]
    for pool in list(pools):
        pools[pool].discard(card)
        if not pools[pool]:
            del pools[pool]


def work_draw(state, entry):
    """K5.4: one draw; an empty pile is refilled before it if it could not be earlier, and at once if it runs empty."""
    mob, deck = entry["player"], entry["deck"]
    if not pile_of(state, deck) and state["decks"][deck]["discards"]:
        refill(state, deck)
    pile = pile_of(state, deck)
    if pile:
        state["players"][mob]["hand"].add(state["source"].draw(deck, pile))
    if not pile_of(state, deck) and state["decks"][deck]["discards"]:
        refill(state, deck)
    state["players"][mob]["hustled"] = True
    if state["stack"][-1].get("decision") != "hustle":  # this was the first draw
        state["stack"].append({"decision": "hustle", "player": mob, "draws_left": draws_of(state, mob) - 1})


def hustle_moot(state, entry):
    """No draw is left, or no card is left at all (the draws are lost): go on to the hand limit."""
    if entry.get("draws_left", 0) and choosable_decks(state):
        return False
    state["stack"][-1] = {"decision": "discard", "player": entry["player"]}
    return True


def hustle_options(state, entry):
    """HUSTLE_DECK, seeing the cards drawn before."""
    return {f"hustle {deck}" for deck in choosable_decks(state)}


def hustle_answer(state, entry, words):
    """The next draw."""
    state["stack"].append(entry | {"draws_left": entry["draws_left"] - 1})
    state["stack"].append({"work": "do_draw", "player": entry["player"], "deck": words[1]})


def discard_moot(state, entry):
    """Within the hand limit: nothing more to discard."""
    if len(state["players"][entry["player"]]["hand"]) > hand_limit(state, entry["player"]):
        return False
    state["stack"].pop()
    return True


def discard_options(state, entry):
    """HUSTLE_DISCARD: any card in hand."""
    return {f"discard {card}" for card in state["players"][entry["player"]]["hand"]}


def discard_answer(state, entry, words):
    """Face up on the card's own discard pile."""
    leave_hand(state, entry["player"], words[1])
    state["decks"][deck_of(words[1])]["discards"].add(words[1])
    state["stack"].append(entry)
