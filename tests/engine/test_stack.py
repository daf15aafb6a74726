"""The stack of open decisions: last opened, first closed; nothing left behind."""

from __future__ import annotations

import numpy as np
import pytest

from moonshine_env.engine.jit import entry
from moonshine_env.engine.stack import ACTOR, ARG_A, ARG_B, ARG_C, ARG_D, FRAME_WIDTH, KIND, pop, push, top

RECORD = np.dtype([("depth", np.int16), ("stack", np.int16, (4, FRAME_WIDTH))])


@entry
def push_to(records, i, kind, actor, a, b, c, d):
    push(records[i], kind, actor, a, b, c, d)


@entry
def pop_from(records, i):
    pop(records[i])


@entry
def top_of(records, i, frame):
    """Copy the frame on top, then count its first argument up through the view."""
    here = top(records[i])
    frame[:] = here
    here[ARG_A] += 1


@pytest.fixture
def records():
    return np.zeros(2, RECORD)


def test_fields_of_a_frame_are_its_places():
    assert list(range(FRAME_WIDTH)) == [KIND, ACTOR, ARG_A, ARG_B, ARG_C, ARG_D]


def test_last_opened_is_on_top(records):
    push_to(records, 1, 3, -1, 5, 6, 7, 8)
    push_to(records, 1, 4, 2, 9, 0, 0, 0)
    frame = np.zeros(FRAME_WIDTH, np.int16)
    top_of(records, 1, frame)
    assert frame.tolist() == [4, 2, 9, 0, 0, 0]
    pop_from(records, 1)
    top_of(records, 1, frame)
    assert frame.tolist() == [3, -1, 5, 6, 7, 8]
    assert records["depth"].tolist() == [0, 1]


def test_top_is_a_view(records):
    push_to(records, 0, 3, 1, 5, 0, 0, 0)
    top_of(records, 0, np.zeros(FRAME_WIDTH, np.int16))
    assert records["stack"][0, 0, ARG_A] == 6


def test_a_closed_frame_leaves_no_trace(records):
    before = records.tobytes()
    for kind in (1, 2, 3, 4):
        push_to(records, 0, kind, 1, kind, -kind, 300, -1)
    assert records["depth"][0] == 4
    for _ in range(4):
        pop_from(records, 0)
    assert records.tobytes() == before


def test_other_records_are_left_alone(records):
    push_to(records, 0, 1, 1, 1, 1, 1, 1)
    assert not records[1]["stack"].any()
