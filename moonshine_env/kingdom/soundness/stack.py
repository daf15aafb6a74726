"""The stack and what lives with it: open frames, the party, the Play going on, the Brew dice."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.engine.stack import ACTOR, ARG_A, ARG_B, ARG_C, FRAME_WIDTH, KIND
from moonshine_env.kingdom.phases.markers import count_slotted
from moonshine_env.kingdom.phases.party import count_cargo, count_party
from moonshine_env.kingdom.phases.territory import count_mobsters
from moonshine_env.kingdom.positions.frames import ARGUMENT_HIGH, ARGUMENT_LOW, NUM_ARGUMENTS
from moonshine_env.kingdom.soundness.cooperation import is_fitting_deadlines, is_fitting_offer, is_fitting_promise
from moonshine_env.kingdom.soundness.problems import (
    BAD_ACTING,
    BAD_ACTOR,
    BAD_ARGUMENT,
    BAD_DICE,
    BAD_ENDING,
    BAD_FIT,
    BAD_FULL_HEAT,
    BAD_IDLE_PARTY,
    BAD_IDLE_PLAY,
    BAD_KIND,
    BAD_NEXT_TOKEN,
    BAD_NO_PARTY,
    BAD_PARTY,
    BAD_STACK,
    BAD_TURN,
    OK,
    at,
)
from moonshine_env.kingdom.vocab import (
    ANSWER,
    ARRIVE,
    BREW,
    BY_SKIFF,
    CARGO,
    CLAUSE,
    CREW,
    DEADLINES,
    DICE_FACES,
    DISCARD,
    DO_ADVANCE,
    DO_ASSAULT,
    DO_STORM,
    DO_TORCH,
    DRAFT,
    EXCHANGE,
    FIRST_AUTOMATIC,
    FRAME_IDS,
    GREASE,
    GREASE_ROUND,
    HEAT_OWNER,
    HEAT_SPACES,
    HUSTLE,
    IRISH,
    MAX_PLAYERS,
    NO_FRAME,
    NONE,
    NOT_OVER,
    NUM_DISTRICTS,
    NUM_LIQUORS,
    OPERATIONS,
    PAY,
    PAY_OWNER,
    PINNED,
    PLAY_END,
    PLUNDER_PICK,
    PROMISE,
    PUSH_AMOUNT,
    RAID,
    RAID_PAY,
    RAID_TIE,
    RECKONING,
    RECRUIT,
    SAFEHOUSE,
    SAFEHOUSE_FREE,
    SECURE_FROM,
    SELL,
    SHYLOCK,
    STACK_DEPTH,
    STANDOFF,
    TERMS,
    TURN,
)

NUM_FRAMES = len(FRAME_IDS)


@rule
def has_frame(s, kind):
    """Say whether a frame of that kind is anywhere on the stack."""
    for level in range(s["depth"]):
        if s["stack"][level, KIND] == kind:
            return True
    return False


@rule
def has_frame_at(s, kind, district):
    """Say whether a frame of that kind about that District is anywhere on the stack."""
    for level in range(s["depth"]):
        if s["stack"][level, KIND] == kind and s["stack"][level, ARG_A] == district:
            return True
    return False


@rule
def kind_below(s, level):
    """Return the kind of the frame below, NO_FRAME at the bottom."""
    if level == 0:
        return NO_FRAME
    return int(s["stack"][level - 1, KIND])


@rule
def check_stack(t, s):
    """Check depth, every frame, whose turn it is and who decides."""
    depth = int(s["depth"])
    if not 0 <= depth <= STACK_DEPTH:
        return at(BAD_STACK, 0)
    if (depth == 0) != (s["ending"] != NOT_OVER):
        return at(BAD_ENDING, 0)
    for level in range(depth, STACK_DEPTH):
        for k in range(FRAME_WIDTH):
            if s["stack"][level, k] != 0:
                return at(BAD_STACK, 0)
    acting = NONE if depth == 0 else int(s["stack"][depth - 1, ACTOR])
    if s["acting_player"] != acting:
        return at(BAD_ACTING, 0)
    for level in range(depth):
        code = check_shape(s, level)
        if code != OK:
            return code
    code = check_turn(s)
    if code != OK:
        return code
    for level in range(depth):
        if not is_fitting(t, s, level):
            return at(BAD_FIT, level)
    return OK


@rule
def check_shape(s, level):
    """Check kind, actor and arguments of one frame against their ranges."""
    frame = s["stack"][level]
    kind = int(frame[KIND])
    if not NO_FRAME < kind < NUM_FRAMES:
        return at(BAD_KIND, level)
    least = 0 if kind < FIRST_AUTOMATIC else NONE
    if not least <= frame[ACTOR] < s["num_players"]:
        return at(BAD_ACTOR, level)
    for k in range(NUM_ARGUMENTS):
        if not ARGUMENT_LOW[kind, k] <= frame[ARG_A + k] <= ARGUMENT_HIGH[kind, k]:
            return at(BAD_ARGUMENT, level)
    return OK


@rule
def check_turn(s):
    """Check whose turn it is, and tomorrow's tokens, against the phase at the bottom of the stack."""
    bottom = NO_FRAME if s["depth"] == 0 else int(s["stack"][0, KIND])
    players = int(s["num_players"])
    turn = int(s["turn_player"])
    if not NONE <= turn < players:
        return at(BAD_TURN, 0)
    if bottom == OPERATIONS:
        if s["depth"] > 1 and turn == NONE:
            return at(BAD_TURN, 0)
    elif turn != NONE:
        return at(BAD_TURN, 0)
    for seat in range(players):
        low = s["next_token"][seat] > 0
        if (low and bottom in (BREW, GREASE_ROUND)) or (not low and bottom in (DEADLINES, RECKONING)):
            return at(BAD_NEXT_TOKEN, seat)
    return OK


@rule
def is_fitting(t, s, level):
    """Say whether a frame can stand where it stands, on this board."""
    kind = int(s["stack"][level, KIND])
    if (level == 0) != (kind in (BREW, GREASE_ROUND, OPERATIONS, DEADLINES, RECKONING)):
        return False
    if level == 0:
        return s["stack"][0, ACTOR] == NONE and (kind != DEADLINES or is_fitting_deadlines(s))
    if kind >= FIRST_AUTOMATIC:
        return is_fitting_work(s, level)
    if kind in (DRAFT, GREASE, SHYLOCK, TURN, PROMISE):
        return is_fitting_phase(s, level)
    if kind in (CLAUSE, TERMS, ANSWER):
        return is_fitting_offer(t, s, level)
    if kind in (STANDOFF, PINNED, PLUNDER_PICK, RAID_TIE, RAID_PAY, PAY_OWNER, HEAT_OWNER, HUSTLE, DISCARD):
        return is_fitting_step(s, level)
    return is_fitting_choice(t, s, level)


@rule
def is_fitting_phase(s, level):
    """Look at the decisions that open a player's part of a phase."""
    frame, below = s["stack"][level], s["stack"][level - 1]
    kind, actor = frame[KIND], frame[ACTOR]
    if kind == DRAFT:
        return below[KIND] == BREW and below[ARG_A] == s["token"][actor]
    if kind == GREASE:
        return below[KIND] == GREASE_ROUND and below[ARG_A] == s["token"][actor]
    if kind == SHYLOCK:
        return below[KIND] == RECKONING
    if kind == PROMISE:
        return below[KIND] == DEADLINES and is_fitting_promise(s, level)
    if below[KIND] != OPERATIONS or actor != s["turn_player"] or (frame[ARG_C] != 0 and not s["cooperation"]):
        return False
    return s["next_token"][actor] == 0 and count_slotted(s, actor) > 0


@rule
def is_fitting_choice(t, s, level):
    """Look at the decisions that define a Play, and at what becomes of a Safehouse."""
    frame = s["stack"][level]
    kind, actor, a, b, c = frame[KIND], frame[ACTOR], frame[ARG_A], frame[ARG_B], frame[ARG_C]
    if kind == SAFEHOUSE:
        return s["owner"][a] == actor and s["safehouse"][a] != NONE and s["safehouse"][a] != actor
    if kind == SAFEHOUSE_FREE:
        return s["owner"][a] == actor and s["safehouse"][a] == NONE
    if kind == EXCHANGE:
        if actor == s["turn_player"] or s["owner"][a] != s["turn_player"]:
            return False
        return s["owner"][b] == actor and t["connected"][a, b] != 0
    if actor != s["turn_player"]:
        return False
    if kind == CREW:
        linked = t["connected"][b, c] if a != BY_SKIFF else t["coastal"][b] and t["coastal"][c] and b != c
        return linked != 0 and s["owner"][b] == actor and count_mobsters(s, b) > 0 and s["party_owner"] == NONE
    if kind == CARGO:
        return s["party_owner"] == actor and s["party_place"] == NONE and s["party_origin"] == b
    if kind == PUSH_AMOUNT:
        return s["owner"][a] == actor and t["connected"][a, b] != 0 and s["precinct"][b] == 0
    if kind == RECRUIT:
        return s["owner"][a] == actor and s["safehouse"][a] == actor
    if kind == SECURE_FROM:
        return s["owner"][a] == actor and s["safehouse"][a] == NONE
    return kind == SELL and s["owner"][a] == actor and t["joint_number"][a] != NONE


@rule
def is_fitting_step(s, level):
    """Look at the decisions inside a Play."""
    frame, below = s["stack"][level], s["stack"][level - 1]
    kind, actor, a = frame[KIND], frame[ACTOR], frame[ARG_A]
    if kind == STANDOFF:
        if s["party_place"] != a or s["party_owner"] == actor or s["party_owner"] != s["turn_player"]:
            return False
        return s["owner"][a] == actor and s["partner"][actor] != s["party_owner"] and count_mobsters(s, a) > 0
    if kind == PINNED:
        if s["party_place"] != a or s["party_owner"] != actor or actor != s["turn_player"]:
            return False
        if s["precinct"][a] or (s["owner"][a] != NONE and s["owner"][a] == s["partner"][actor]):
            return True
        return s["owner"][a] != actor and count_mobsters(s, a) > 0
    if kind == PLUNDER_PICK:
        return below[KIND] == PINNED and below[ARG_A] == a and s["mob"][actor] == IRISH
    if kind == RAID_TIE:
        return below[KIND] == RAID and below[ACTOR] == actor and s["precinct"][a] != 0
    if kind == RAID_PAY:
        return below[KIND] == RAID and below[ACTOR] == actor and s["owner"][a] == actor
    if kind == PAY_OWNER:
        return below[KIND] == PAY and below[ARG_A] == a and below[ACTOR] == actor and a <= count_slotted(s, actor)
    if kind == HUSTLE:
        return below[KIND] == DISCARD and below[ACTOR] == actor
    if below[KIND] != PLAY_END or below[ACTOR] != actor:
        return False
    if kind == HEAT_OWNER:
        return s["play_heat"] != 0 and count_spent(s) > 0
    return kind == DISCARD


@rule
def is_fitting_work(s, level):
    """Look at pending work above the bottom."""
    frame, below = s["stack"][level], s["stack"][level - 1]
    kind = frame[KIND]
    if kind == RAID:
        return below[KIND] == PLAY_END and frame[ACTOR] != NONE and s["heat_count"] > 0
    if frame[ACTOR] == NONE or frame[ACTOR] != s["turn_player"]:
        return False
    if kind == PLAY_END:
        return below[KIND] == OPERATIONS
    if kind == ARRIVE:
        return s["party_owner"] == frame[ACTOR] and s["party_place"] == NONE
    if kind in (DO_ASSAULT, DO_ADVANCE, DO_TORCH, DO_STORM):
        return below[KIND] == PINNED and below[ARG_A] == frame[ARG_A]
    return level > 1 and s["stack"][1, KIND] == PLAY_END


@rule
def count_spent(s):
    """Count the markers spent in the Play going on."""
    total = 0
    for owner in range(MAX_PLAYERS):
        total += int(s["spent"][owner])
    return total


@rule
def check_play(t, s):
    """Check the party and what belongs to the Play going on; wiped when there is none."""
    code = check_party(t, s)
    if code != OK:
        return code
    playing = has_frame(s, PLAY_END)
    if s["heat_count"] >= HEAT_SPACES and not playing:
        return at(BAD_FULL_HEAT, 0)
    if not 0 <= s["play_heat"] <= 1 or (not playing and (s["play_heat"] or count_spent(s) > 0)):
        return at(BAD_IDLE_PLAY, 0)
    if not playing and not has_frame(s, PUSH_AMOUNT) and not has_frame(s, EXCHANGE) and not has_frame(s, SELL):
        for liquor in range(NUM_LIQUORS):
            if s["amounts"][liquor] != 0:
                return at(BAD_IDLE_PLAY, 0)
    return check_dice(t, s)


@rule
def check_party(t, s):
    """Check that a party has all it needs, or that nothing of one is left."""
    owner, place, origin = int(s["party_owner"]), int(s["party_place"]), int(s["party_origin"])
    bosses, runners, cargo = int(s["party_bosses"]), int(s["party_runners"]), count_cargo(s)
    if owner == NONE:
        empty = place == NONE and origin == NONE and bosses == 0 and runners == 0 and cargo == 0 and s["rolls"] == 0
        return OK if empty else at(BAD_NO_PARTY, 0)
    if not 0 <= owner < s["num_players"] or not NONE <= place < NUM_DISTRICTS or not 0 <= origin < NUM_DISTRICTS:
        return at(BAD_PARTY, 0)
    if bosses < 0 or runners < 0 or bosses + runners == 0 or s["rolls"] < 0:
        return at(BAD_PARTY, 0)
    for liquor in range(NUM_LIQUORS):
        if s["party_cargo"][liquor] < 0:
            return at(BAD_PARTY, 0)
    if cargo > count_party(s) * int(t["carry_per_mobster"]):
        return at(BAD_PARTY, 0)
    if has_frame(s, CARGO) or has_frame(s, ARRIVE) or has_frame(s, STANDOFF) or has_frame(s, PINNED):
        return OK
    return at(BAD_IDLE_PARTY, 0)


@rule
def check_dice(t, s):
    """Check the Brew pool: one die of each colour for every draft to come, and one is left over."""
    wanted = 0
    if s["depth"] > 0 and s["stack"][0, KIND] == BREW:
        to_come = int(s["num_players"]) - int(s["stack"][0, ARG_A])
        if s["depth"] > 1:
            to_come += 1
        wanted = to_come + int(t["draft_dice_over_players"])
    for colour in range(2):
        found = 0
        for face in range(DICE_FACES):
            if s["dice"][colour, face] < 0:
                return at(BAD_DICE, 0)
            found += int(s["dice"][colour, face])
        if found != wanted:
            return at(BAD_DICE, 0)
    return OK
