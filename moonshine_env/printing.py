"""How commands print: in colour only where a person looks, and tables whose rows never lose a name or a digit."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

# Columns of what is not a terminal: every line stays whole, for grep and for people who open the file.
ENDLESS = 100_000
GAP = 2  # between columns
NARROWEST = 12  # of a column whose texts may go over several lines
READING = 120  # columns of sentences that go to a file or a pipe
SENTENCE = 30  # columns that a text below others needs, to be broken at its spaces


def has_colour() -> bool:
    """Tell whether to print in colour: NO_COLOR and FORCE_COLOR say so, else whether stdout is a terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    forced = os.environ.get("FORCE_COLOR", "")
    if forced:
        return forced != "0"
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def make_console(piped: int = ENDLESS) -> Console:
    """Make the console of a command, as wide as the terminal.

    Args:
        piped: Columns where stdout is no terminal; READING for tables of sentences.
    """
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else piped)


def say(console: Console, text: str) -> None:
    """Print a line as it is, however long: paths in it can be copied."""
    console.print(text, soft_wrap=True, markup=False, highlight=False)


def print_rows(
    console: Console,
    rows: Sequence[Mapping[str, Any]],
    *,
    title: str = "",
    foldable: Sequence[str] = (),
    left: Sequence[str] = (),
    header: bool = True,
) -> None:
    """Print rows as a table; where that does not fit the terminal, one below the other.

    Args:
        console: Where to.
        rows: All with the same keys, which head the columns.
        title: Above it.
        foldable: Columns whose texts may go over several lines.
        left: Columns that begin at the left; the foldable ones do, too. All others end at the right.
        header: Whether the keys are shown.
    """
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    texts = [{name: str(value) for name, value in row.items()} for row in rows]
    if not texts:
        return
    if title:
        say(console, title)
    widths = {name: max(len(name) if header else 0, *(len(row[name]) for row in texts)) for name in texts[0]}
    least = {name: min(width, NARROWEST) if name in foldable else width for name, width in widths.items()}
    if sum(least.values()) + GAP * (len(least) - 1) > console.width:
        _stack(console, texts, foldable, header)
        return
    table = Table(
        box=SIMPLE_HEAD if header else None,
        show_header=header,
        show_edge=False,
        pad_edge=False,
        padding=(0, GAP - 1 if header else GAP, 0, 0),  # the line below the head is one more, between columns
    )
    for name in widths:
        folds = name in foldable
        justify: Any = "left" if folds or name in left else "right"
        table.add_column(Text(name), justify=justify, no_wrap=not folds, overflow="fold", min_width=least[name])
    for row in texts:
        table.add_row(*(Text(text) for text in row.values()))
    console.print(table, highlight=False)


def _stack(console: Console, rows: Sequence[Mapping[str, str]], foldable: Sequence[str], header: bool) -> None:
    """Print each row as a paragraph: its first text, then a line for each of the others, or more for a foldable one."""
    for row in rows:
        first, *others = row.items()
        say(console, first[1])
        width = max((len(name) for name, _ in others), default=0) if header else 0
        for name, text in others:
            head = f"  {name:<{width}}  " if header else "  "
            room = console.width - len(head)
            folds = name in foldable and room >= SENTENCE
            lines = textwrap.wrap(text, room, break_long_words=False, break_on_hyphens=False) if folds else [text]
            for k, line in enumerate(lines or [""]):
                say(console, (" " * len(head) if k else head) + line)
