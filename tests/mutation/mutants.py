"""What can be moved: integers and thresholds of a module's functions, and numbers of the TABLES record."""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

_ORDERING = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


@dataclass(frozen=True)
class Mutant:
    """One number or threshold, moved by one.

    Attributes:
        module: Path under `moonshine_env/kingdom`, or "tables" for a number of the TABLES record.
        function: Function of the module ("" = none), or field of the record with its index.
        line: Line of the module as it is, stripped, or the number as it is.
        becomes: The same, moved.
        nth: Which of the mutants that read alike, from 1.
        version: What of the module's text the verdict depends on, as a short hash.
        text: Whole module, moved; "" for a number of the record.
        by: +1 or -1, for a number of the record.
    """

    module: str
    function: str
    line: str
    becomes: str
    nth: int = 1
    version: str = ""
    text: str = ""
    by: int = 0

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What the list of equivalent mutants names it by."""
        return self.module, self.function, self.line, self.becomes

    def __str__(self) -> str:
        nth = f" ({self.nth})" if self.nth > 1 else ""
        return f"{self.module}, {self.function or 'module'}: {self.line}  ->  {self.becomes}{nth}"


def short_hash(text: str) -> str:
    """Hash a text to a few signs."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@dataclass(frozen=True)
class _Edit:
    """Bytes `start` to `end` of line `row` (from 0) become `new`."""

    row: int
    start: int
    end: int
    new: bytes


def _is_integer(node: ast.AST) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) is int


def _edits(node: ast.AST) -> Iterator[_Edit]:
    """Give the ways to move what a single node says."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        for by in (1, -1):
            yield _Edit(node.lineno - 1, node.col_offset, node.end_col_offset or 0, str(node.value + by).encode())
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        for k, op in enumerate(node.ops):
            if not isinstance(op, _ORDERING) or _is_integer(sides[k]) or _is_integer(sides[k + 1]):
                continue
            # A side between two comparisons would move both.
            side = sides[k] if k == 0 and len(node.ops) > 1 else sides[k + 1]
            if side.lineno == side.end_lineno:
                for sign in ("+", "-"):
                    moved = f"({ast.unparse(side)} {sign} 1)"
                    yield _Edit(side.lineno - 1, side.col_offset, side.end_col_offset or 0, moved.encode())


def find_mutants(source: str, module: str) -> list[Mutant]:
    """List all mutants of a module: each integer, and each threshold that is none, one up and one down.

    A number on the side of an ordering is moved as the number it is. Whether two things are equal is no threshold.

    Args:
        source: Its text.
        module: Its path, for the mutants' names.
    """
    lines = source.encode().splitlines(keepends=True)
    version = short_hash(source)
    seen: Counter[tuple[str, ...]] = Counter()
    found = []

    def visit(node: ast.AST, function: str) -> None:
        if isinstance(node, ast.FunctionDef):
            function = node.name
        for edit in _edits(node):
            old = lines[edit.row]
            new = old[: edit.start] + edit.new + old[edit.end :]
            text = b"".join([*lines[: edit.row], new, *lines[edit.row + 1 :]]).decode()
            key = (module, function, old.decode().strip(), new.decode().strip())
            seen[key] += 1
            found.append(Mutant(*key, nth=seen[key], version=version, text=text))
        for child in ast.iter_child_nodes(node):
            visit(child, function)

    visit(ast.parse(source), "")
    return found
