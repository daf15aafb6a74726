"""The stack of open decisions and pending work that every game keeps in its state record.

A frame is `(kind, actor, a, b, c, d)`; `actor` is a seat or NONE. The frame on top says what happens next: a
decision waits for its actor, anything else is automatic work. There is no other record of what is open.
"""

from __future__ import annotations

from moonshine_env.engine.jit import rule

KIND, ACTOR, ARG_A, ARG_B, ARG_C, ARG_D = range(6)
FRAME_WIDTH = 6


@rule
def push(s, kind, actor, a, b, c, d):
    """Open a frame above the present one; `s` in place."""
    depth = int(s["depth"])
    frame = s["stack"][depth]
    frame[KIND] = kind
    frame[ACTOR] = actor
    frame[ARG_A] = a
    frame[ARG_B] = b
    frame[ARG_C] = c
    frame[ARG_D] = d
    s["depth"] = depth + 1


@rule
def pop(s):
    """Close the frame on top and wipe it, so that equal situations are equal bytes; `s` in place."""
    depth = int(s["depth"]) - 1
    s["stack"][depth][:] = 0
    s["depth"] = depth


@rule
def top(s):
    """Return the frame on top, `(FRAME_WIDTH,)`, as a view into `s`; the stack must not be empty."""
    return s["stack"][int(s["depth"]) - 1]
