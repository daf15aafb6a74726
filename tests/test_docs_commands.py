"""Commands that README, docs and examples print: each exists, with the options that are shown."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from moonshine_env.cli import find_commands

typer = pytest.importorskip("typer")

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    ROOT / "docs/examples/strength.yml",
]
SHOWN = re.compile(r"(?:^|[`\s])moonshine ((?:[a-z]+)(?: [^`\n|;#)]*)?)", re.MULTILINE)


def commands_in(text):
    """List the commands of a page, with lines that end in a backslash joined."""
    joined = re.sub(r"\\\n\s*", "", text)
    for found in SHOWN.findall(joined):
        words = shlex.split(found, posix=False)
        if words[0] in find_commands():
            yield words


def parser_of(name):
    target = find_commands()[name].load()
    app = target
    if not isinstance(target, typer.Typer):
        app = typer.Typer()
        app.command(name)(target)
    return typer.main.get_command(app)


def options_of(command):
    found = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    for inner in getattr(command, "commands", {}).values():
        found |= options_of(inner)
    return found | {"--help"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_options_that_a_page_shows_exist(page):
    for words in commands_in(page.read_text("utf-8")):
        known = options_of(parser_of(words[0]))
        for word in words[1:]:
            if word.startswith("--"):
                assert word.partition("=")[0].rstrip(".,:") in known, f"{page.name}: moonshine {' '.join(words)}"


def test_commands_are_found_in_pages():
    shown = {words[0] for page in PAGES for words in commands_in(page.read_text("utf-8"))}
    assert {"evaluate", "match", "regress", "ladder", "report", "train", "play", "replay", "rules", "bench"} <= shown
