"""Packs that come with the package: `pack:kingdom_demo`. To ship one: `python -m policies.shipped FILE`."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).resolve().parent
SUFFIX = ".pack"


def shipped_packs() -> dict[str, Path]:
    """List the packs that come with the package, by name."""
    return {file.stem: file for file in sorted(FOLDER.glob(f"*{SUFFIX}"))}


def find_pack(path: str) -> Path:
    """Return the file of a pack: the path itself, or the shipped one that a bare name means."""
    given = Path(path)
    if given.exists() or given.name != path or given.suffix:
        return given
    return shipped_packs().get(path, given)
