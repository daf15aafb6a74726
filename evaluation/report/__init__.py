"""Reports: one HTML file, readable by itself, out of results files of matches.

`pool` puts the games together, `facts` counts (`replayed` and `totals` what happens inside games), `plots` and
`play_plots` draw the facts, `sections` says how to read them, `page` writes it all down.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evaluation.report.facts import DEFAULT_GAMES, Progress, gather_facts
from evaluation.report.pool import ReportError, pool_matches
from evaluation.results import StoredMatch
from moonshine_env.files import write_whole

if TYPE_CHECKING:
    from evaluation.report.page import Section

__all__ = ["DEFAULT_GAMES", "ReportError", "gather_facts", "pool_matches", "write_report"]


def write_report(
    stored_matches: Sequence[StoredMatch],
    out: Path,
    *,
    title: str,
    command: str,
    extra_sections: Sequence[Section] = (),
    files: Sequence[Path] = (),
    games: int = DEFAULT_GAMES,
    behaviour: Mapping[str, Any] | None = None,
    png: Path | None = None,
    json_file: Path | None = None,
    progress: Progress = lambda *_: None,
) -> dict[str, Any]:
    """Write a report of matches. The same games give the same bytes.

    Args:
        stored_matches: Results files, read with their choices.
        out: The HTML file.
        title: Of the page.
        command: That makes it; the page says so.
        extra_sections: More sections, from `page`; they come first.
        files: Where the matches are, in their order; the page names and hashes them.
        games: How many are played again, at most, for what results do not say by themselves; 0 for none.
        behaviour: From `behaviour.report`, if it is to be part of the page.
        png: A folder for the plots as PNG files.
        json_file: A file for the facts.
        progress: Called with what is being done, how much of it is, and how much there is.

    Returns:
        The facts.

    Raises:
        ReportError: No report can be made of these files.
        ModuleNotFoundError: matplotlib or openskill is not installed.
        OSError: Something cannot be written.
    """
    from evaluation.report.page import draw_pngs, write_page
    from evaluation.report.sections import lead, make_sections

    facts = gather_facts(
        pool_matches(stored_matches),
        title=title,
        command=command,
        files=files,
        games=games,
        behaviour=behaviour,
        progress=progress,
    )
    sections = [*extra_sections, *make_sections(facts)]
    progress("drawing", 0, 1)
    write_whole(out, write_page(title, lead(facts), sections, facts["entrants"]).encode())
    if png is not None:
        for name, data in draw_pngs(sections).items():
            write_whole(png / name, data)
    if json_file is not None:
        write_whole(json_file, (json.dumps(facts, indent=1, allow_nan=False) + "\n").encode())
    progress("drawing", 1, 1)
    return facts
