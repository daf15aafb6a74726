"""Read what is open in a position: its stack, or the phase that stands for one."""

from __future__ import annotations

from moonshine_env.engine.stack import ACTOR, ARG_A, KIND
from moonshine_env.kingdom.positions.board import Table
from moonshine_env.kingdom.positions.frames import FLAG, FRAMES, RECKONING_STEPS, Argument, words_of
from moonshine_env.kingdom.positions.reading import Spot, nearest
from moonshine_env.kingdom.vocab import (
    BREW,
    DECISION_IDS,
    DRAFT,
    ENDING_IDS,
    FIRST_AUTOMATIC,
    FRAME_IDS,
    GREASE,
    GREASE_ROUND,
    NONE,
    OPERATIONS,
    RECKONING,
    STACK_DEPTH,
    TURN,
)

PHASES = ("turn", "draft", "blowback", "grease", "reckoning", "debts")
NIGHT = ("reckoning", "debts")
WORK_IDS = FRAME_IDS[FIRST_AUTOMATIC:]


def read_phase(top: dict[str, Spot]) -> str:
    """Return the phase that stands for a stack; empty if there is a stack or the game is over."""
    for first, second in (("stack", "phase"), ("ending", "phase"), ("ending", "stack"), ("ending", "turn")):
        if first in top and second in top:
            raise top[second].error(f"`{first}` says already what is open; leave one of them out")
    if "stack" in top or "ending" in top:
        return ""
    return PHASES[top["phase"].pick(PHASES, "phase")] if "phase" in top else "turn"


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


def _push(table: Table, kind: int, actor: int, argument: int = 0, second: int = 0) -> None:
    s = table.s
    s["stack"][s["depth"]] = (kind, actor, argument, second, 0, 0)
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
    frames = spot.items()
    if not 0 < len(frames) <= STACK_DEPTH:
        raise spot.error(f"{len(frames)} entries cannot be; 1 to {STACK_DEPTH} can")
    for level, frame in enumerate(frames):
        table.s["stack"][level] = _read_frame(table, frame)
    table.s["depth"] = len(frames)


def _read_frame(table: Table, spot: Spot) -> tuple[int, ...]:
    value = spot.value
    head = [key for key in ("decision", "work") if isinstance(value, dict) and key in value]
    if len(head) != 1 or not isinstance(value, dict):
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
    return tuple(frame)


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
