"""Rulings: what was decided beyond the rulebook, read from the `Ruling:` marks in comments and docstrings of a game.

A mark says what was decided, in brackets under which number of `docs/rules.md`, and after a colon why:

    Ruling: a refusal costs no marker (K5.2): nothing was done.

It ends with its paragraph of the docstring, its block of comments, or at the next mark.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SOURCES = Path(__file__).resolve().parent
MARK = "Ruling:"
_FORM = re.compile(r"(?P<what>.+?) \((?P<rules>[A-Z]\d+\.\d+(?:, [A-Z]\d+\.\d+)*)\): (?P<why>.+)\.")
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Ruling:
    """One ruling.

    Attributes:
        rules: Numbers in `docs/rules.md`, as `("K5.2",)`; sorted by the first.
        what: What was decided.
        why: Its reason.
        path: File that enforces it, from the folder of this package, as `kingdom/phases/push.py`.
        function: Function in it, or "" for the whole module.
    """

    rules: tuple[str, ...]
    what: str
    why: str
    path: str
    function: str

    @property
    def order(self) -> tuple[int, ...]:
        """Return what rulings are sorted by: chapter and number."""
        return tuple(int(number) for number in re.findall(r"\d+", self.rules[0]))


def _comments(source: str) -> Iterator[tuple[int, str]]:
    """Give the first line and the text of each block of comments that have their lines to themselves."""
    block: list[str] = []
    first = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not token.line[: token.start[1]].strip():
            if block and token.start[0] != first + len(block):
                yield first, "\n".join(block)
                block = []
            first = first if block else token.start[0]
            block.append(token.string.lstrip("#").strip())
    if block:
        yield first, "\n".join(block)


def _texts(source: str) -> Iterator[tuple[str, str]]:
    """Give every docstring and block of comments, with the function it stands in ("" = none)."""
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, _Function)]
    yield "", ast.get_docstring(tree) or ""
    for node in functions:
        yield node.name, ast.get_docstring(node) or ""
    for line, text in _comments(source):
        inside = [node.name for node in functions if node.lineno <= line <= (node.end_lineno or 0)]
        yield inside[-1] if inside else "", text


def read_marks(source: str, path: str) -> list[Ruling]:
    """Read the rulings marked in one module.

    Args:
        source: Its text.
        path: Its name, for the rulings and for errors.

    Raises:
        ValueError: A mark lacks its rule number or its reason.
    """
    found = []
    for function, text in _texts(source):
        for paragraph in text.split("\n\n"):
            for mark in paragraph.split(MARK)[1:]:
                words = " ".join(mark.split())
                form = _FORM.fullmatch(words)
                if form is None:
                    raise ValueError(
                        f"{path}, {function or 'module'}: {MARK + ' ' + words!r} is not in the form "
                        f"'{MARK} what was decided (K5.2): why.'; give it its rule number and its reason"
                    )
                rules = tuple(form["rules"].split(", "))
                found.append(Ruling(rules, form["what"], form["why"], path, function))
    return found


def read_rulings(game_id: str) -> list[Ruling]:
    """Read all rulings of a game, in the order of the rules.

    Raises:
        ValueError: A mark lacks its rule number or its reason.
    """
    files = sorted((SOURCES / game_id).rglob("*.py"))
    found = [
        ruling for file in files for ruling in read_marks(file.read_text("utf-8"), file.relative_to(SOURCES).as_posix())
    ]
    return sorted(found, key=lambda ruling: ruling.order)
