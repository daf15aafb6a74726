"""The page: sections of text, tables and plots as one HTML file that asks nothing of the network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from evaluation.report.style import NARROW, WIDE, Draw, colour, style, to_png, to_svg

CSS = Path(__file__).with_name("page.css")


@dataclass(frozen=True)
class Text:
    """A paragraph.

    Attributes:
        words: Plain text.
        role: `lead`, `note` or nothing: how it is set.
    """

    words: str
    role: str = ""


@dataclass(frozen=True)
class Code:
    """A command line or the like, as it is."""

    words: str


@dataclass(frozen=True)
class Table:
    """A table, which scrolls inside its own box where the page is too narrow.

    Attributes:
        head: Over the columns.
        rows: As many texts each.
        left: How many columns begin at the left; numbers in the others end at the right.
        summary: If given, the table is folded away behind these words.
        letters: Whether the first two columns hold letters of entrants, which get their colours, and their names.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: int = 1
    summary: str = ""
    letters: bool = False


@dataclass(frozen=True)
class Plot:
    """A plot, drawn for a wide page and for a phone.

    Attributes:
        name: Of it, and of its PNG file: letters, digits and hyphens.
        draw: Width in pixels -> figure.
        label: What it shows, for those who cannot see it.
        caption: Below it: how to read it, and what n is.
    """

    name: str
    draw: Draw
    label: str
    caption: str


Part = Text | Code | Table | Plot


@dataclass(frozen=True)
class Section:
    """A section of the page.

    Attributes:
        name: Its anchor.
        title: Its heading.
        parts: What is in it.
    """

    name: str
    title: str
    parts: Sequence[Part] = field(default_factory=tuple)


def write_page(title: str, lead: str, sections: Sequence[Section], entrants: Sequence[Mapping[str, Any]]) -> str:
    """Write the page.

    Args:
        title: Of it.
        lead: What it is about, in a line.
        sections: What is in it.
        entrants: As in the facts; who the letters are.
    """
    body = "\n".join(_section(section) for section in sections)
    contents = "".join(f'<li><a href="#{escape(s.name)}">{escape(s.title)}</a></li>' for s in sections)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<link rel="icon" href="data:,">
<style>
{CSS.read_text("utf-8").strip()}
</style>
</head>
<body>
<header>
<h1>{escape(title)}</h1>
<p class="lead">{escape(lead)}</p>
{_legend(entrants)}
<nav aria-label="Contents"><ul>{contents}</ul></nav>
</header>
<main>
{body}
</main>
</body>
</html>
"""


def draw_pngs(sections: Sequence[Section]) -> dict[str, bytes]:
    """Draw all plots as PNG, by name of the file."""
    plots = [part for section in sections for part in section.parts if isinstance(part, Plot)]
    with style():
        return {f"{plot.name}.png": to_png(plot.draw(WIDE)) for plot in plots}


def _legend(entrants: Sequence[Mapping[str, Any]]) -> str:
    rows = "".join(
        f'<li><b style="color: {colour(k)}">{escape(entrant["letter"])}</b> <span>{escape(entrant["name"])}</span></li>'
        for k, entrant in enumerate(entrants)
    )
    return f'<ul class="entrants" aria-label="Entrants">{rows}</ul>'


def _section(section: Section) -> str:
    parts = "\n".join(_part(part) for part in section.parts)
    return f'<section id="{escape(section.name)}">\n<h2>{escape(section.title)}</h2>\n{parts}\n</section>'


def _part(part: Part) -> str:
    if isinstance(part, Text):
        role = f' class="{escape(part.role)}"' if part.role else ""
        return f"<p{role}>{escape(part.words)}</p>"
    if isinstance(part, Code):
        return f"<pre><code>{escape(part.words)}</code></pre>"
    if isinstance(part, Table):
        return _table(part)
    return _plot(part)


def _plot(plot: Plot) -> str:
    with style():
        wide = to_svg(plot.draw(WIDE), f"{plot.name}-w", plot.label)
        narrow = to_svg(plot.draw(NARROW), f"{plot.name}-n", plot.label)
    return (
        f'<figure id="plot-{escape(plot.name)}">\n<div class="wide">{wide}</div>\n<div class="narrow">{narrow}</div>\n'
        f"<figcaption>{escape(plot.caption)}</figcaption>\n</figure>"
    )


def _table(table: Table) -> str:
    def cell(kind: str, n: int, text: str, row: int) -> str:
        classes = ["left"] if n < table.left else []
        if table.letters and n < 2:
            classes.append(("letter", "name")[n])
        side = f' class="{" ".join(classes)}"' if classes else ""
        inside = escape(text)
        if kind == "td" and n == 0 and table.letters:
            inside = f'<b style="color: {colour(row)}">{inside}</b>'
        scope = ' scope="col"' if kind == "th" else ""
        return f"<{kind}{scope}{side}>{inside}</{kind}>"

    head = "".join(cell("th", n, text, 0) for n, text in enumerate(table.head))
    rows = "\n".join(
        f"<tr>{''.join(cell('td', n, text, k) for n, text in enumerate(row))}</tr>" for k, row in enumerate(table.rows)
    )
    inside = f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>"
    box = f'<div class="scroll" tabindex="0"><table>\n{inside}\n</table></div>'
    return f"<details><summary>{escape(table.summary)}</summary>\n{box}\n</details>" if table.summary else box
