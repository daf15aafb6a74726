"""JUnit's XML, which CI systems show: one test, the agent that must not be weaker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree


@dataclass(frozen=True)
class Check:
    """One thing that was checked.

    Attributes:
        name: What should be so.
        group: Where it belongs, such as the command that checked it.
        failure: Why it is not so; empty if it is.
        undecided: Why nobody knows; empty if one does.
        words: All that was found out, over several lines.
    """

    name: str
    group: str
    failure: str = ""
    undecided: str = ""
    words: str = ""


def write_junit(suite: str, checks: Sequence[Check]) -> bytes:
    """Return checks as a JUnit file: a failure for what is not so, `skipped` for what is undecided."""
    root = ElementTree.Element(
        "testsuite",
        name=suite,
        tests=str(len(checks)),
        failures=str(sum(bool(check.failure) for check in checks)),
        errors="0",
        skipped=str(sum(bool(check.undecided) for check in checks)),
    )
    for check in checks:
        case = ElementTree.SubElement(root, "testcase", classname=check.group, name=check.name)
        if check.failure:
            ElementTree.SubElement(case, "failure", message=check.failure).text = check.words
        elif check.undecided:
            ElementTree.SubElement(case, "skipped", message=check.undecided)
        if check.words and not check.failure:
            ElementTree.SubElement(case, "system-out").text = check.words
    ElementTree.indent(root)
    return bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)) + b"\n"
