"""Read what is open in a position: its stack, or the phase that stands for one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moonshine_env.engine.stack import ACTOR, ARG_A, KIND
from moonshine_env.kingdom.positions.board import Table
from moonshine_env.kingdom.positions.frames import FLAG, FRAMES, PLAY_END_STEPS, RECKONING_STEPS, Argument, words_of
from moonshine_env.kingdom.positions.reading import Spot, nearest
from moonshine_env.kingdom.vocab import (
    ANSWER,
    BREW,
    CARGO,
    CLAUSE,
    CREW,
    DEADLINES,
    DECISION_IDS,
    DISCARD,
    DRAFT,
    ENDING_IDS,
    EXCHANGE,
    FIRST_AUTOMATIC,
    FRAME_IDS,
    GREASE,
    GREASE_ROUND,
    HUSTLE,
    NONE,
    OFFERED,
    OPERATIONS,
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

Frame = tuple[int, int, int, int, int, int]
PHASES = ("turn", "draft", "blowback", "grease", "reckoning", "debts")
NIGHT = ("reckoning", "debts")
WORK_IDS = FRAME_IDS[FIRST_AUTOMATIC:]
BOTTOMS = (BREW, GREASE_ROUND, OPERATIONS, DEADLINES, RECKONING)
# What a stack begins with once everybody lies low.
NIGHT_WORK = tuple(FRAME_IDS[kind] for kind in (DEADLINES, PROMISE, RECKONING, SHYLOCK))
# Decisions before a Play is paid for, and those inside one, whose pending work can be told from the decision.
CHOICES = (TURN, CREW, CARGO, PUSH_AMOUNT, EXCHANGE, RECRUIT, SECURE_FROM, SELL)
STEPS = (HUSTLE, DISCARD, STANDOFF, PINNED, PLUNDER_PICK, SAFEHOUSE, SAFEHOUSE_FREE, RAID_TIE, RAID_PAY)
OFFERS = (CLAUSE, TERMS, ANSWER)


def read_phase(top: dict[str, Spot]) -> str:
    """Return the phase that stands for a stack; empty if there is a stack or the game is over."""
    for first, second in (("stack", "phase"), ("ending", "phase"), ("ending", "stack"), ("ending", "turn")):
        if first in top and second in top:
            raise top[second].error(f"`{first}` says already what is open; leave one of them out")
    if "stack" in top or "ending" in top:
        return ""
    return PHASES[top["phase"].pick(PHASES, "phase")] if "phase" in top else "turn"


def is_night(top: dict[str, Spot], phase: str) -> bool:
    """Say whether everybody lies low, by the phase or the first entry of the stack."""
    stack = top["stack"].value if "stack" in top else None
    first = stack[0] if isinstance(stack, Sequence) and not isinstance(stack, str) and stack else None
    names = (first.get("work"), first.get("decision")) if isinstance(first, Mapping) else ()
    return phase in NIGHT or any(name in NIGHT_WORK for name in names)


def read_opening(table: Table, phase: str) -> None:
    """Fill the stack, whose turn it is, the ending and who decides."""
    s, top = table.s, table.top
    if "ending" in top:
        s["ending"] = top["ending"].pick(ENDING_IDS[1:], "ending") + 1
        for seat, row in enumerate(table.players):
            if "place" not in row:
                raise Spot(f"players.{table.mobs[seat]}", None).error("the game is over: every player needs a `place`")
        return
    if phase:
        _open_phase(table, phase)
    else:
        if "turn" in top:
            s["turn_player"] = table.seat(top["turn"])
        _read_stack(table, top["stack"])
    s["acting_player"] = s["stack"][s["depth"] - 1, ACTOR]


def _push(table: Table, kind: int, actor: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    s = table.s
    s["stack"][s["depth"]] = (kind, actor, a, b, c, d)
    s["depth"] += 1


def _open_phase(table: Table, phase: str) -> None:
    s, top, count = table.s, table.top, len(table.mobs)
    if phase in ("blowback", *NIGHT):
        if "turn" in top:
            raise top["turn"].error(f"it is nobody's turn in the phase {phase!r}; leave it out")
        if phase == "blowback":
            _push(table, BREW, NONE, count)
        else:
            _push(table, RECKONING, NONE, RECKONING_STEPS.index("repay" if phase == "debts" else "sweep"))
        return
    in_turn_order = sorted(range(count), key=lambda seat: int(s["token"][seat]))
    up = [seat for seat in in_turn_order if s["next_token"][seat] == 0]
    if "turn" in top:
        actor = table.seat(top["turn"])
    elif up:
        actor = up[0]
    else:
        raise Spot("turn", None).error("everybody lies low, so it is nobody's turn; expected the phase 'reckoning'")
    if phase == "turn":
        _push(table, OPERATIONS, NONE)
        _push(table, TURN, actor)
        s["turn_player"] = actor
    else:
        below, kind = (BREW, DRAFT) if phase == "draft" else (GREASE_ROUND, GREASE)
        _push(table, below, NONE, int(s["token"][actor]))
        _push(table, kind, actor)


def _read_stack(table: Table, spot: Spot) -> None:
    frames = [_read_frame(table, frame) for frame in spot.items()]
    if not frames:
        raise spot.error("expected at least the open decision")
    if frames[0][KIND] not in BOTTOMS:
        frames = _work_below(table, spot, frames[0]) + frames
    if len(frames) > STACK_DEPTH:
        raise spot.error(f"{len(frames)} entries cannot be; {STACK_DEPTH} can")
    for frame in frames:
        _push(table, *frame)


def _work_below(table: Table, spot: Spot, frame: Frame) -> list[Frame]:
    """Make the work that always lies below a decision, so that a position may leave it out."""
    s = table.s
    kind, actor, district = frame[KIND], frame[ACTOR], frame[ARG_A]
    if kind in (DRAFT, GREASE):
        return [(BREW if kind == DRAFT else GREASE_ROUND, NONE, int(s["token"][actor]), 0, 0, 0)]
    if kind == SHYLOCK:
        step, asked = ("repay", s["next_token"]) if frame[ARG_A] else ("borrow", s["token"])
        return [(RECKONING, NONE, RECKONING_STEPS.index(step), int(asked[actor]), 0, 0)]
    if kind == PROMISE:
        return [(DEADLINES, NONE, frame[ARG_A], 0, 0, 0)]
    below: list[Frame] = [(OPERATIONS, NONE, 0, 0, 0, 0)]
    if kind in OFFERS:
        return [*below, (TURN, int(s["turn_player"]), 0, 0, OFFERED, 0)]
    if kind in CHOICES:
        return below
    if kind not in STEPS:
        raise spot.error(f"what lies below {FRAME_IDS[kind]} cannot be guessed; expected the whole stack, bottom first")
    is_raid = kind in (RAID_TIE, RAID_PAY)
    below.append((PLAY_END, int(s["turn_player"]), 0, PLAY_END_STEPS.index("last") if is_raid else 0, 0, 0))
    if is_raid:
        below.append((RAID, actor, int(table.t["borough"][district]) + 1, 0, 0, 0))
    elif kind == HUSTLE:
        below.append((DISCARD, actor, 0, 0, 0, 0))
    elif kind == PLUNDER_PICK:
        below.append((PINNED, int(s["party_owner"]), district, 0, 0, 0))
    return below


def _read_frame(table: Table, spot: Spot) -> Frame:
    value = spot.value
    head = [key for key in ("decision", "work") if isinstance(value, Mapping) and key in value]
    if len(head) != 1 or not isinstance(value, Mapping):
        raise spot.error('expected {"decision": ...} or {"work": ...}')
    ids = DECISION_IDS if head[0] == "decision" else WORK_IDS
    name = value[head[0]]
    if name not in ids:
        raise Spot(f"{spot.path}.{head[0]}", None).error(f"{name!r} is no {head[0]}; {nearest(str(name), ids)}")
    arguments = FRAMES[name]
    fields = spot.fields((head[0], "player", *(argument.name for argument in arguments)))
    if "player" not in fields and head[0] == "decision":
        raise spot.error(f"{name} needs its `player`, who decides")
    frame = [0] * (ARG_A + 4)
    frame[KIND] = FRAME_IDS.index(name)
    frame[ACTOR] = table.seat(fields["player"]) if "player" in fields else NONE
    for k, argument in enumerate(arguments):
        if argument.name in fields:
            frame[ARG_A + k] = _read_argument(table, argument, fields[argument.name])
        elif argument.default is None:
            raise spot.error(f"{name} needs `{argument.name}`")
        else:
            frame[ARG_A + k] = argument.default
    kind, actor, a, b, c, d = frame
    return kind, actor, a, b, c, d


def _read_argument(table: Table, argument: Argument, spot: Spot) -> int:
    words = words_of(table.content, argument)
    if words:
        return spot.pick(words, argument.kind)
    if argument.kind == FLAG:
        return spot.flag()
    unit, first = argument.unit, argument.first
    number = spot.number(argument.low * unit + first, argument.high * unit + first, argument.kind) - first
    if number % unit:
        raise spot.error(f"{number} {argument.kind} cannot be; a multiple of {unit} can")
    return number // unit
