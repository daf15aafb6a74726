"""Lines of a terminal: colours, and breaking them at the width."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from moonshine_env.kingdom.vocab import MOB_IDS
from moonshine_env.render.facts import MOB_WORDS

WIDTH = 100

_STYLES = {"title": "1", "head": "1;4", "quiet": "2", "police": "1;7", "open": "1"}
# By mob, bright variants so that they can be read on dark and light grounds.
_MOB_STYLES = dict(zip(MOB_IDS, ("1;31", "1;32", "1;35", "1;34"), strict=True))
_CODE = re.compile(r"\033\[[0-9;]*m")  # takes no room in the terminal


@dataclass(frozen=True)
class Brush:
    """Colours text, or leaves it as it is.

    Attributes:
        in_colour: Whether to write ANSI codes.
    """

    in_colour: bool

    def paint(self, text: str, style: str | None) -> str:
        """Return `text` in the colours of a mob, or in another style; spaces around it stay plain."""
        code = _MOB_STYLES.get(style or "") or _STYLES.get(style or "")
        core = text.strip(" ")
        if not self.in_colour or code is None or not core:
            return text
        before, _, after = text.partition(core)
        return f"{before}\033[{code}m{core}\033[0m{after}"

    def mob(self, mob: str | None, nobody: str = "-", width: int = 0) -> str:
        """Name a mob in its colours, padded to a width."""
        return self.paint((MOB_WORDS[mob] if mob else nobody).ljust(width), mob or "quiet")


def wrap(text: str, indent: int = 4, hanging: int = 6) -> list[str]:
    """Break plain text at the width."""
    return textwrap.wrap(
        text, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * hanging, break_on_hyphens=False
    )


def join(head: str, parts: Sequence[str], hanging: int) -> list[str]:
    """Add parts to a head, a comma before each; what does not fit the width goes on in the next line."""
    lines = [head]
    for part in parts:
        if len(_CODE.sub("", f"{lines[-1]}, {part}")) < WIDTH:
            lines[-1] += f", {part}"
        else:
            lines[-1] += ","
            lines.append(" " * hanging + part)
    return lines
