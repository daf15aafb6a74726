"""The table of decisions: when each kind is open, who decides, and which families of actions answer it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DecisionRow:
    """One kind of decision.

    Attributes:
        name: As in `vocab.DECISION_IDS`, in observations and in positions.
        actor: Who decides.
        asks: What there is to decide.
        families: Families of actions that may be legal.
        rules: Rule numbers.
    """

    name: str
    actor: str
    asks: str
    families: tuple[str, ...]
    rules: str


_SHYLOCK = ("borrow", "repay")
DECISIONS = (
    DecisionRow("draft", "each, in Turn Order", "a red and a white die, to Produce or to Dump", ("draft",), "K3.2"),
    DecisionRow(
        "grease",
        "each, in Turn Order",
        "Shylock once, before anything is staked; Contracts to stake; at last, markers to fund",
        (*_SHYLOCK, "stake", "fund"),
        "K3.8, K9.4",
    ),
    DecisionRow(
        "shylock", "whoever it matters to", "Marks to take or repay at Reckoning", (*_SHYLOCK, "done"), "K9.4, K11.6"
    ),
    DecisionRow(
        "turn",
        "the turn player",
        "a Play with its first target, or the end of the Day; before that Shylock, a loan, a gift and an offer, each "
        "once, and promises to pay",
        (
            *_SHYLOCK,
            *("lend", "gift", "offer", "pay_promise"),
            *("lay_low", "move", "skiff", "stealth", "push", "recruit", "hustle", "secure", "smuggle", "extort"),
            *("fix", "unload", "rise", "bribe", "rat", "capo", "consigliere"),
        ),
        "K4.1, K9.5",
    ),
    DecisionRow("crew", "the turn player", "Bosses and Runners who travel", ("crew",), "K5.1, K6.5, K6.7"),
    DecisionRow(
        "cargo", "the turn player", "Barrels of one liquor that go along; asked per liquor", ("carry",), "K5.1"
    ),
    DecisionRow(
        "push_amount", "the turn player", "Barrels of one liquor, out or in; asked per liquor", ("give",), "K5.2"
    ),
    DecisionRow("exchange", "the other Controller", "consent to a Push", ("allow", "refuse"), "K5.2"),
    DecisionRow("recruit", "the turn player", "how many Runners", ("hire",), "K5.3"),
    DecisionRow("hustle", "the turn player", "the deck of the next draw", ("hustle",), "K5.4"),
    DecisionRow("discard", "the turn player", "a Contract to discard, down to the hand limit", ("discard",), "K5.4"),
    DecisionRow("secure_from", "the turn player", "the Safehouse: from supply or relocated", ("safehouse",), "K5.5"),
    DecisionRow("sell", "the turn player", "Barrels of one liquor to Unload; asked per liquor", ("sell",), "K5.9"),
    DecisionRow(
        "safehouse", "the new Controller", "a rival's Safehouse: destroy or Commandeer it", ("safehouse",), "K2.8"
    ),
    DecisionRow(
        "safehouse_free",
        "the turn player",
        "a Safehouse free of cost after Rise or Storm: from supply, relocated, or none",
        ("safehouse",),
        "K5.13, K8.2",
    ),
    DecisionRow("pay_owner", "whoever pays", "whose marker pays", ("pay",), "K4.3"),
    DecisionRow("heat_owner", "whoever made Heat", "whose spent marker goes to the Heat Track", ("heat",), "K4.4"),
    DecisionRow(
        "standoff",
        "the Occupier",
        "Ambush with its boost, Hold Fire, or Fold to a District",
        ("ambush", "hold_fire", "fold"),
        "K7.2, K7.5, K6.9",
    ),
    DecisionRow(
        "pinned",
        "the Invader",
        "Assault or Plunder with its boost, Storm, Torch, Advance to a District, or Fall Back",
        ("assault", "storm", "torch", "advance", "fall_back"),
        "K7.6, K7.8, K8.1, K12.4",
    ),
    DecisionRow("plunder_pick", "the Irish", "the next Barrel to steal", ("steal",), "K6.4"),
    DecisionRow("raid_tie", "the Target", "which of the tied Districts is hit", ("raid",), "K8.7"),
    DecisionRow(
        "raid_pay",
        "the Target",
        "pay the bribe or take the fall; before that, Shylock once",
        (*_SHYLOCK, "bribe_police", "take_fall"),
        "K8.8, K9.4",
    ),
    DecisionRow(
        "clause", "the turn player", "an offer: what he gives; asked again, what he wants", ("clause",), "K9.8"
    ),
    DecisionRow(
        "terms", "the turn player", "deadline of that promise, and the Favor staked on it", ("terms",), "K9.8, K9.9"
    ),
    DecisionRow("answer", "the rival", "accept or decline the offer", ("accept", "decline"), "K9.8"),
    DecisionRow("promise", "who made it", "pay what falls due, or break the promise", ("pay_promise", "done"), "K9.10"),
)
