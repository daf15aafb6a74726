"""The command `moonshine pack`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from moonshine_env.cli import ExitStatus
from moonshine_env.files import check_output, write_whole
from moonshine_env.printing import make_console, print_rows
from moonshine_env.registry import find_game
from policies.packs import Manifest, PackError, check_fit, read_pack

pack_command = typer.Typer(
    help="Look into a pack, the file that a trained policy is shared in, or check it.",
    no_args_is_help=True,
    add_completion=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)

PackFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="The pack, such as runs/kingdom_demo/kingdom_demo.pack.")
]
JsonFile = Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the manifest to a file as well.")]


@pack_command.command("inspect")
def inspect_pack(file: PackFile, json_file: JsonFile = None) -> ExitStatus:
    """Print what a pack says of itself: game, network, training, measured strength.

    Any whole pack can be inspected, also one that does not fit this version of the game.

    Example: moonshine pack inspect runs/kingdom_demo/kingdom_demo.pack
    """
    check_output(json_file, "--json")
    manifest = read_pack(file).manifest
    rows = [{"name": name, "value": value} for name, value in _lines("", asdict(manifest))]
    print_rows(make_console(), rows, title=str(file), foldable=["value"], left=["name"], header=False)
    if json_file is not None:
        write_whole(json_file, (json.dumps(asdict(manifest), indent=2, ensure_ascii=False) + "\n").encode())
    return ExitStatus.YES


@pack_command.command("verify")
def verify_pack(file: PackFile) -> ExitStatus:
    """Check that a pack is whole and fits the game as this version has it.

    Exit status: 0 it does; 1 it does not, and a sentence says why; 2 there is no such file.

    Example: moonshine pack verify runs/kingdom_demo/kingdom_demo.pack
    """
    try:
        manifest = read_pack(file).manifest
        _check(file, manifest)
    except PackError as error:
        print(error, file=sys.stderr)
        return ExitStatus.NO
    print(f"{file}: whole, and fits {manifest.game} ({manifest.edition}) as it is here")
    return ExitStatus.YES


def _check(file: Path, manifest: Manifest) -> None:
    game = find_game(manifest.game)
    check_fit(file, manifest, game, game.load_content(None), any_rules=False)


def _lines(prefix: str, value: Any) -> Iterator[tuple[str, str]]:
    """Flatten a manifest into lines of a dotted name and a text."""
    if isinstance(value, dict) and value:
        for name, inner in value.items():
            yield from _lines(f"{prefix}.{name}" if prefix else str(name), inner)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for number, inner in enumerate(value, 1):
            yield from _lines(f"{prefix}.{number}", inner)
    else:
        yield prefix, ", ".join(map(str, value)) if isinstance(value, list) else str(value)
