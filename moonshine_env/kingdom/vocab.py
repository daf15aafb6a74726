"""Words of Moonshine Kingdom as numbers: sentinels, counts, enumerations. Imports nothing of ours."""

from __future__ import annotations

NONE = -1

# ---- how many there are. Sizes of arrays; `tables` checks them against the data files.
MAX_PLAYERS = 4
NUM_DISTRICTS = 25
NUM_BOROUGHS = 5
NUM_LIQUORS = 4
NUM_MOBS = 4
NUM_BROKERS = 4
NUM_DECKS = 3
NUM_CARDS = 56
NUM_PRICES = 4
DICE_FACES = 6
MAX_BOSSES = 2
MAX_RUNNERS = 15
MAX_BARRELS = 25  # of one liquor
MAX_SLOTS = 5
MAX_FUND = 5
MAX_HAND = 8  # hand limit 5 with Guinan, and 3 Contracts just drawn
MAX_SMUGGLERS = 5
MAX_MARKS = 12
HEAT_SPACES = 5
MAX_STILL_NUMBER = 12
STACK_DEPTH = 16
MAX_GIVEN_DICE = 64
OFFERS_PER_DAY = 3  # of one player
# Both sides of every offer of two Days: the most that can be open at once.
MAX_PROMISES = 2 * 2 * MAX_PLAYERS * OFFERS_PER_DAY

# ---- mobs, in the order of the data file
SICILIAN, IRISH, VIPERS, KNIGHTS = range(4)
MOB_IDS = ("sicilian", "irish", "vipers", "knights")

# ---- liquors, cheapest at the start first: the order of automatic choices
MOONSHINE, GIN, WHISKY, RUM = range(4)
LIQUOR_IDS = ("moonshine", "gin", "whisky", "rum")

# ---- Districts
WARD, SPEAKEASY, DOCK = range(3)
KIND_IDS = ("ward", "speakeasy", "dock")
BOROUGH_IDS = ("manhattan", "bronx", "queens", "brooklyn", "staten_island")

# ---- Contracts
GIG, RACKET, SCORE = range(3)
DECK_IDS = ("gig", "racket", "score")
# Where a Contract is. Hand, staked and completed add the seat.
IN_PILE, DISCARDED = 0, 1
IN_HAND = 2
STAKED = IN_HAND + MAX_PLAYERS
COMPLETED = STAKED + MAX_PLAYERS

# ---- Favors, in the order of the brokers of the data file
ST_CLAIR, WALKER, GUINAN, ROTHSTEIN = range(4)
BROKER_IDS = ("stephanie_st_clair", "jimmy_walker", "texas_guinan", "arnold_rothstein")

# ---- the moons
NEW_MOON, FULL_MOON = range(2)
MOON_IDS = ("new", "full")

RED, WHITE = range(2)
PRODUCE, DUMP = range(2)

# ---- three ways to travel (argument of the crew, cargo and arrive frames)
BY_MOVE, BY_SKIFF, BY_STEALTH = range(3)
TRAVEL_IDS = ("move", "skiff", "stealth")

# ---- what the roller adds before an Ambush or Assault roll (K6.9); COURAGE and PLUNDER_COURAGE add the liquor
SHOOT, FIREPOWER = range(2)
COURAGE = 2
PLUNDER = COURAGE + NUM_LIQUORS
PLUNDER_COURAGE = PLUNDER + 1
NUM_BOOSTS = PLUNDER_COURAGE + NUM_LIQUORS

# ---- clauses of an offer (K9.8), numbered in blocks; `promise_*` in `phases/promises.py` reads them
SUMS = (1, 2, 3, 5, 10, 15, 20, 25, 30, 50)  # hundreds of $
NUM_SUMS = len(SUMS)
ANYWHERE = NUM_BOROUGHS  # a "Borough" of promises
MAX_PROMISED_BARRELS = 5
NOTHING = 0
GIVE_CASH = 1  # + place in SUMS
GIVE_MARKERS = GIVE_CASH + NUM_SUMS  # + markers - 1
FIRST_PROMISE = GIVE_MARKERS + MAX_SLOTS
PROMISE_PAY = FIRST_PROMISE  # + place in SUMS
PROMISE_NO_ENTRY = PROMISE_PAY + NUM_SUMS  # + Borough or ANYWHERE
PROMISE_PASSAGE = PROMISE_NO_ENTRY + NUM_BOROUGHS + 1  # + Borough or ANYWHERE
PROMISE_BARRELS = PROMISE_PASSAGE + NUM_BOROUGHS + 1  # + (Barrels - 1) * 4 + liquor
NUM_CLAUSES = PROMISE_BARRELS + MAX_PROMISED_BARRELS * NUM_LIQUORS
# Terms of a promise: its deadline, today or tomorrow, and the Favor staked on it, or none.
TODAY, TOMORROW = range(2)
NUM_TERMS = 2 * (NUM_BROKERS + 1)  # deadline * 5 + (0 = no Favor, else broker + 1)
# What a turn's table talk is behind of (argument of the turn frame), each once.
LENT, GIFTED, OFFERED = 1, 2, 4

# ---- how a game ended
NOT_OVER, VICTORY, DAY_CAP = range(3)
ENDING_IDS = ("not_over", "victory", "day_cap")

# ---- frames of the stack: first the decisions, then automatic work. 0 is no frame.
# Arguments in brackets; `actor` is the seat that decides or on whose behalf work is done.
FRAME_IDS = (
    "none",
    # decisions
    "draft",  # [] a red die, a white die, Produce or Dump (K3.2)
    "grease",  # [shylock used] Shylock, stake, then fund: the rulebook's "Grease the Wheels" (K3.8)
    "shylock",  # [repay only] at Reckoning (K9.4)
    "turn",  # [shylock used, exchange refused, LENT + GIFTED + OFFERED] table talk and the Play (K4.1, K9.5)
    "crew",  # [how, origin, goal] mobsters who travel (K5.1, K6.5, K6.7)
    "cargo",  # [how, origin, goal, liquor] Barrels carried, per liquor
    "push_amount",  # [own District, other, liquor, exchange refused] (K5.2)
    "exchange",  # [own District, other] the rival allows or refuses (K5.2)
    "recruit",  # [District] (K5.3)
    "hustle",  # [draws left] next deck (K5.4)
    "discard",  # [] down to the hand limit (K5.4)
    "secure_from",  # [District] supply, or which one to relocate (K5.5)
    "sell",  # [District, liquor] (K5.9)
    "safehouse",  # [District] a rival's Safehouse: destroy or Commandeer (K2.8)
    "safehouse_free",  # [District, 1 = may relocate though one is spare] Rise, Storm won (K5.13, K8.2)
    "pay_owner",  # [markers still to pay] whose marker pays (K4.3)
    "heat_owner",  # [] whose spent marker heats (K4.4)
    "standoff",  # [District] the Occupier's answer, with his boost (K7.2, K6.9)
    "pinned",  # [District, 1 = first step of a Stealth] Assault .. Fall Back (K7.6, K8.1)
    "plunder_pick",  # [District, picks left] a stolen Barrel (K6.4); actor: the Irish
    "raid_tie",  # [Precinct's District] (K8.7)
    "raid_pay",  # [District, shylock used] (K8.8)
    "clause",  # [rival's mob, what I give or NONE, its terms or NONE] what I give; then what I want (K9.8)
    "terms",  # [rival's mob, what I give, its terms or NONE, what I want or NONE] of the promise chosen last (K9.8)
    "answer",  # [what the offerer gives, its terms or NONE, what he wants, its terms or NONE] (K9.8)
    "promise",  # [place in the list] pay it at its deadline, or break it (K9.10)
    # automatic
    "brew",  # [drafts made] one draft after the other, then the Blowback
    "grease_round",  # [players asked]
    "operations",  # [] next turn, or the deadlines
    "deadlines",  # [next place in the list of promises] those due today, then Reckoning (K9.10)
    "pay",  # [markers still to pay]
    "play_end",  # [kickbacks earned, step, 1 = Rat raid] (K4.5)
    "raid",  # [next Borough] (K8.6-K8.10); actor: the Target
    "reckoning",  # [step, players asked] (K11)
    "arrive",  # [how, goal] the party reaches its goal
    "do_push",  # [own District, other]
    "do_recruit",  # [District, Runners]
    "do_draw",  # [deck]
    "do_secure",  # [District, District to relocate from or NONE]
    "do_smuggle",  # [District, crew]
    "do_extort",  # [Borough]
    "do_fix",  # [liquor, price in hundreds of $]
    "do_unload",  # [District]
    "do_rise",  # [District]
    "do_bribe",  # [broker]
    "do_rat",  # []
    "do_capo",  # [District]
    "do_consigliere",  # [space on the Heat Track, from 0]
    "do_assault",  # [District, boost]
    "do_advance",  # [District, goal]
    "do_torch",  # [District]
    "do_storm",  # [District]
)
(
    NO_FRAME,
    DRAFT,
    GREASE,
    SHYLOCK,
    TURN,
    CREW,
    CARGO,
    PUSH_AMOUNT,
    EXCHANGE,
    RECRUIT,
    HUSTLE,
    DISCARD,
    SECURE_FROM,
    SELL,
    SAFEHOUSE,
    SAFEHOUSE_FREE,
    PAY_OWNER,
    HEAT_OWNER,
    STANDOFF,
    PINNED,
    PLUNDER_PICK,
    RAID_TIE,
    RAID_PAY,
    CLAUSE,
    TERMS,
    ANSWER,
    PROMISE,
    BREW,
    GREASE_ROUND,
    OPERATIONS,
    DEADLINES,
    PAY,
    PLAY_END,
    RAID,
    RECKONING,
    ARRIVE,
    DO_PUSH,
    DO_RECRUIT,
    DO_DRAW,
    DO_SECURE,
    DO_SMUGGLE,
    DO_EXTORT,
    DO_FIX,
    DO_UNLOAD,
    DO_RISE,
    DO_BRIBE,
    DO_RAT,
    DO_CAPO,
    DO_CONSIGLIERE,
    DO_ASSAULT,
    DO_ADVANCE,
    DO_TORCH,
    DO_STORM,
) = range(len(FRAME_IDS))
FIRST_AUTOMATIC = BREW
DECISION_IDS = FRAME_IDS[DRAFT:FIRST_AUTOMATIC]

# ---- purposes of random words (engine/chance.py)
(
    FOR_MOBS,
    FOR_HOMES,
    FOR_TOKENS,
    FOR_STILLS,
    FOR_DECK,
    FOR_BREW,
    FOR_SMUGGLE,
    FOR_FIGHT,
    FOR_REDEAL,
) = range(9)
