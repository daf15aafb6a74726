"""What things are worth to `greedy`, in Respect: numbers found by playing it against earlier versions of itself."""

from __future__ import annotations

import numpy as np

# (name, value, meaning). Cash, prices and gaps: per $100, and in Plays.
WEIGHTS = (
    # ---- material; all of it fades as the last Days come
    ("runner", 0.25, "a Runner on the board, up to the five of a District that the Sweep leaves"),
    ("boss", 2.2, "a Boss on the board"),
    ("second_boss", 0.8, "a second Boss"),
    ("district", 0.25, "a District Controlled"),
    ("joint", 0.20, "more for a Joint"),
    ("dock", 0.15, "more for a Dock"),
    ("society", 0.4, "more for a High Society District whose broker can still be bribed"),
    ("ward", 0.12, "more for a Ghetto"),
    ("still", 0.6, "what a Still brews: times its odds and the Muscle Ratio there"),
    ("barrel", 0.055, "a Barrel, per $100 of its price"),
    ("barrel_in_joint", 0.012, "more in a Joint of one's own, per $100"),
    ("kickback", 0.04, "more where it is the house pour"),
    ("cash", 0.08, "$100 of the first $2,000"),
    ("more_cash", 0.045, "$100 of the next $3,000"),
    ("much_cash", 0.015, "$100 beyond"),
    ("safehouse", 1.0, "the first Safehouse"),
    ("more_safehouses", 0.35, "each other"),
    ("fading", 4.0, "Days before the end in which material loses its worth"),
    ("last_day", 0.2, "what is left of it then"),
    # ---- danger
    ("risk", 0.45, "of losing a District beside a rival's mobsters that outnumber one's own by far"),
    ("risk_mobster", 1.1, "how a mobster lowers it"),
    ("risk_safehouse", 1.5, "how a manned Safehouse lowers it"),
    ("risk_boss", 1.0, "share of a Boss's worth at that risk"),
    ("heat", 0.12, "a marker of one's own on the Heat Track"),
    ("target", 0.5, "being the Target of a Raid on a full track"),
    # ---- Titles
    ("title_held", 0.7, "share of a Title's Respect when led by one"),
    ("title_margin", 0.1, "more for each further one, up to three"),
    ("title_near", 0.3, "share when one short of the lead"),
    ("title_far", 0.12, "share when two short"),
    ("title_early", 0.6, "share on the first Day of what it is worth on the last"),
    # ---- Contracts
    ("portfolio", 3.0, "the first Completed Gig, Racket and Score, each"),
    ("hand", 0.5, "share of a Contract in hand"),
    ("certain", 0.95, "chance of a Contract that is met now"),
    ("play_base", 0.5, "Plays that a gap may take: so many"),
    ("play_each", 0.45, "and so many for each Play left"),
    ("plays_a_day", 4.0, "Plays of a Day to come"),
    ("victory", 6.0, "expecting 20 Respect and a Commission"),
    ("play", 0.8, "the first Play of a Day that the markers on a Contract leave"),
    ("next_play", 0.75, "each further one, as a share of the one before"),
    ("lock", 0.05, "a marker on a Contract, for each Day"),
    # ---- gaps, in Plays
    ("gap_resist", 0.6, "to drive out mobsters"),
    ("gap_mobster", 0.45, "more for each"),
    ("gap_precinct", 3.0, "to Storm a Precinct"),
    ("gap_lone", 0.4, "to spare the last mobster of a District"),
    ("gap_runner", 0.35, "to bring a Runner"),
    ("gap_barrel", 0.5, "to bring a Barrel"),
    ("gap_safehouse", 1.1, "to place a Safehouse"),
    ("gap_cash", 0.15, "to find $100"),
    ("gap_heat", 1.5, "to make or lose a marker on the Heat Track"),
    ("gap_boss", 4.0, "to bring a Boss who is not on the board"),
    ("gap_title", 2.5, "to win or lose a Deed"),
    ("gap_price", 2.5, "to make a liquor the one dearest or cheapest"),
    # ---- others
    ("slot", 0.06, "a marker in a slot: what the next Play will bring"),
    ("marker", 0.15, "a marker owned, for each Day left"),
    ("favor", 0.5, "a Favor"),
    ("guinan", 1.0, "more for Texas Guinan's"),
    ("mark", 2.3, "what a Mark costs"),
    ("rat", 2.2, "what the Rat Card costs"),
    ("draw", 0.5, "share of what a card drawn is worth on average"),
    ("rival", 0.12, "of a rival's gains, as a loss of one's own"),
    ("leader", 0.2, "more of the leader's"),
    ("partner", 0.5, "of a partner's gains, as one's own"),
    ("family", 0.8, "of a partner's Respect, toward the family's victory"),
    # ---- deals
    ("stake", 0.15, "a Favor tied to a promise"),
    ("entry", 0.12, "a District that a promise keeps a neighbour out of"),
    ("passage", 0.06, "a neighbour's District from which a promise lets mobsters pass"),
    ("delivery", 0.7, "share of what promised Barrels are worth that a promise of them is"),
    ("doubt", 0.3, "share of a promised sum that its maker does not have yet"),
    ("deal", 0.05, "what a deal must gain at least"),
    ("bad_luck", 0.25, "quantile of good and bad rolls that are thought through"),
)
NAMES = tuple(name for name, _, _ in WEIGHTS)
DEFAULT = np.array([value for _, value, _ in WEIGHTS], np.float64)

# The same as one record, read by name.
WEIGHT = np.dtype([(name, np.float64) for name in NAMES])
