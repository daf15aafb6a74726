"""Rulings read from the code: each has a rule number that the rules have, a reason, and one place; none is missing."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from moonshine_env.rulings import SOURCES, Ruling, read_marks, read_rulings

RULES = (SOURCES.parent / "docs" / "rules.md").read_text("utf-8")
RULINGS = read_rulings("kingdom")
# A line of the rules; its tags say where it comes from, J for a ruling: "[J: ...]", "[R; order J]", "[R/J: ...]".
LINES = {found[1]: found[2] for found in re.finditer(r"^- \*\*(K\d+\.\d+)(.*)$", RULES, re.MULTILINE)}
JUDGED = {number for number, text in LINES.items() if re.search(r"\[(?:[^\]]*\W)?J\b[^\]]*\]", text)}


def test_each_number_is_a_rule():
    assert len(LINES) > 100
    assert {number for ruling in RULINGS for number in ruling.rules} <= set(LINES)


def test_each_judgement_of_the_rules_is_marked_where_it_is_enforced():
    assert len(JUDGED) > 50
    marked = {number for ruling in RULINGS for number in ruling.rules}
    assert JUDGED - marked == set(), "mark them in the code: `Ruling: what was decided (K5.2): why.`"


def test_each_ruling_is_marked_once():
    twice = [what for what, count in Counter(ruling.what for ruling in RULINGS).items() if count > 1]
    assert not twice


def test_in_the_order_of_the_rules():
    assert [r.order for r in RULINGS] == sorted(r.order for r in RULINGS)
    assert RULINGS[0].order < RULINGS[-1].order


MODULE = '''"""Say what it is.

Ruling: of the module (K1.2): because
of two lines.
"""

x = 1  # Ruling: beside code it is none


def outer(a):
    """Do it. Ruling: in a line (K10.3, K2.1): why (not). Ruling: next (K3.1): so.

    Ruling: second (K3.10): there.

    This is no part of it.
    """
    # Before.
    if a:
        # Ruling: in a comment
        # of two lines (K4.1): too.
        return 1

    # Ruling: another (K4.2): block.
    return 2
'''


def test_marks_of_docstrings_and_comments():
    assert read_marks(MODULE, "m.py") == [
        Ruling(("K1.2",), "of the module", "because of two lines", "m.py", ""),
        Ruling(("K10.3", "K2.1"), "in a line", "why (not)", "m.py", "outer"),
        Ruling(("K3.1",), "next", "so", "m.py", "outer"),
        Ruling(("K3.10",), "second", "there", "m.py", "outer"),
        Ruling(("K4.1",), "in a comment of two lines", "too", "m.py", "outer"),
        Ruling(("K4.2",), "another", "block", "m.py", "outer"),
    ]


@pytest.mark.parametrize(
    "mark", ["it is so.", "it is so (K5.2).", "it is so: for a reason.", "it is so (5.2): why.", "it is so (K5.2): why"]
)
def test_a_mark_without_number_or_reason_is_refused(mark):
    with pytest.raises(ValueError, match=r"m\.py, f: .* is not in the form"):
        read_marks(f'def f():\n    """Do it.\n\n    Ruling: {mark}\n    """\n', "m.py")
