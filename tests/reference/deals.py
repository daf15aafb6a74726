"""Table talk: lending, gifts, offers and their answers (rules K9.5-K9.8).

Reading (K9.5, K9.8): an offer counts, for its turn and for the Day, from the moment the rival is named; it cannot be
called off. While it is worked out the `turn` it will come back to waits below it in the stack.
"""

from tests.reference import promises
from tests.reference.board import BOROUGHS, LIQUORS, NUMBER
from tests.reference.markers import free_slots, lay_low, move_markers, slotted
from tests.reference.territory import rivals

SUMS = (100, 200, 300, 500, 1000, 1500, 2000, 2500, 3000, 5000)
MOST = 5  # markers lent, Barrels promised (K9.8)
TALK = ("lend", "gift", "offer")  # each once a turn (K9.5)
PROMISES = ("pay", "no_entry", "passage", "barrels")


def lies_low(state, mob):
    """He has taken tomorrow's token (K4.7)."""
    return bool(state["players"][mob]["next_token"])


def lendable(state, lender, borrower):
    """K9.6, K4.8: how many of his own markers he could lend to the other's free slots; none if one lies low."""
    if lies_low(state, lender) or lies_low(state, borrower):
        return 0
    return min(MOST, state["players"][lender]["ops"].get(lender, 0), max(0, free_slots(state, borrower)))


def payable_sums(state, mob):
    """The sums of the K9.8 list that he has."""
    return [amount for amount in SUMS if amount <= state["players"][mob]["cash"]]


def talk_options(state, entry):
    """K9.5: LEND, GIFT, OFFER, each once a turn, and PAY_PROMISE; not after a refused exchange, when talk is over."""
    mob, said = entry["player"], entry.get("talked", "").split()
    if not state["options"]["cooperation"] or entry.get("exchange_refused"):
        return set()
    options = promises.pay_options(state, mob)
    for rival in rivals(state, mob):
        if "lend" not in said:
            options |= {f"lend {rival} {number}" for number in range(1, lendable(state, mob, rival) + 1)}
        if "gift" not in said:
            options |= {f"gift {rival} {amount}" for amount in payable_sums(state, mob)}
        if "offer" not in said and state["players"][mob]["offers_today"] < NUMBER["offers_per_day"]:
            options.add(f"offer {rival}")
    return options


def talk_answer(state, entry, words):
    """The talk; then the turn goes on, unless lending the last marker ends it (K4.6)."""
    mob, talk = entry["player"], words[0]
    if talk == "pay_promise":
        promises.pay(state, int(words[1]))
        state["stack"].append(entry)
        return
    said = [*entry.get("talked", "").split(), talk]
    state["stack"].append(entry | {"talked": " ".join(word for word in TALK if word in said)})
    if talk == "lend":
        lend(state, mob, words[1], int(words[2]))
        run_dry(state, mob)
    elif talk == "gift":
        hand_over(state, mob, words[1], int(words[2]))
    else:
        state["players"][mob]["offers_today"] += 1
        state["stack"].append({"decision": "clause", "player": mob, "rival": words[1]})


def lend(state, lender, borrower, number):
    """K9.6: own markers go from his slots to the other's."""
    move_markers(state["players"][lender]["ops"], state["players"][borrower]["ops"], lender, number)


def hand_over(state, giver, taker, amount):
    """K9.7: cash changes hands."""
    state["players"][giver]["cash"] -= amount
    state["players"][taker]["cash"] += amount


def run_dry(state, mob):
    """K4.6 after lending: with no marker in his slots he lies low at once; if it was his turn, it is over."""
    if slotted(state, mob) or lies_low(state, mob):
        return
    lay_low(state, mob)
    if state["turn"] == mob:
        state["stack"] = [{"work": "operations"}]


def clauses(state, maker, other):
    """K9.8: what the maker can give the other: done at once, each possible by itself now; and every promise."""
    places = [*BOROUGHS, "anywhere"]
    options = {"nothing"} | {f"cash {amount}" for amount in payable_sums(state, maker)}
    options |= {f"lend {number}" for number in range(1, lendable(state, maker, other) + 1)}
    options |= {f"pay {amount}" for amount in SUMS}
    options |= {f"{kind} {place}" for kind in ("no_entry", "passage") for place in places}
    return options | {f"barrels {number} {liquor}" for number in range(1, MOST + 1) for liquor in LIQUORS}


def is_promise(clause):
    """A clause with a deadline (K9.8)."""
    return clause is not None and clause.split()[0] in PROMISES


def clause_options(state, entry):
    """First what I give, then what I want; not both nothing."""
    mob, rival, give = entry["player"], entry["rival"], entry.get("give")
    if give is None:
        options = clauses(state, mob, rival)
    else:
        options = clauses(state, rival, mob) - ({"nothing"} if give == "nothing" else set())
    return {f"clause {clause}" for clause in options}


def clause_answer(state, entry, words):
    """A promise needs its terms; then the other side, or the rival's answer."""
    side = "want" if "give" in entry else "give"
    entry = entry | {side: " ".join(words[1:])}
    if is_promise(entry[side]):
        state["stack"].append(entry | {"decision": "terms"})
    else:
        next_side(state, entry)


def terms_options(state, entry):
    """The deadline and a free Favor of the promise's maker, or none (K9.8, K9.9)."""
    maker = entry["rival"] if "want" in entry else entry["player"]
    favors = {"none"} | promises.free_favors(state, maker)
    return {f"terms {deadline} {favor}" for deadline in ("today", "tomorrow") for favor in favors}


def terms_answer(state, entry, words):
    """The promise is complete."""
    key = "want_terms" if "want" in entry else "give_terms"
    next_side(state, entry | {key: " ".join(words[1:])})


def next_side(state, entry):
    """After what I give comes what I want; after that the rival answers."""
    if "want" not in entry:
        state["stack"].append(entry | {"decision": "clause"})
        return
    offer = {key: entry[key] for key in ("give", "give_terms", "want", "want_terms") if key in entry}
    state["stack"].append({"decision": "answer", "player": entry["rival"]} | offer)


def answer_options(state, entry):
    """ANSWER."""
    return {"accept", "decline"}


def answer_answer(state, entry, words):
    """Accepted: both sides are carried out, the promises made; K4.6 is looked at for both when all is done (K9.8).

    Reading (K9.8): `for both` whether they lent or not; the offerer's side comes first, also in the list of promises.
    """
    if words[0] == "decline":
        return
    offerer, rival = state["turn"], entry["player"]
    carry_out(state, offerer, rival, entry["give"], entry.get("give_terms"))
    carry_out(state, rival, offerer, entry["want"], entry.get("want_terms"))
    run_dry(state, offerer)
    run_dry(state, rival)


def carry_out(state, giver, taker, clause, terms):
    """One side of an accepted offer."""
    words = clause.split()
    if is_promise(clause):
        promises.make(state, giver, taker, clause, terms)
    elif words[0] == "cash":
        hand_over(state, giver, taker, int(words[1]))
    elif words[0] == "lend":
        lend(state, giver, taker, int(words[1]))
