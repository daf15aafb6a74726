"""Ship a pack: copy it here with its weights in half the bytes."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from policies.packs import read_pack, write_pack
from policies.shipped import FOLDER, SUFFIX


def main(arguments: Sequence[str] | None = None) -> None:
    """Read a pack, round its weights, and write it beside the others."""
    parser = argparse.ArgumentParser(prog="python -m policies.shipped", description=__doc__)
    parser.add_argument("file", type=Path, help="a pack, such as runs/kingdom_demo/kingdom_demo.pack")
    parser.add_argument("--name", help="what it is to be called (default: the file's own name)")
    parser.add_argument("--folder", type=Path, default=FOLDER, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    pack = read_pack(given.file)
    path = given.folder / f"{given.name or given.file.stem}{SUFFIX}"
    # What was measured was measured with other weights; the ladder says how strong these are.
    written = write_pack(path, replace(pack.manifest, strength=[]), pack.tensors, half=True)
    print(f"{path}: {path.stat().st_size / 1e6:.1f} MB, weights {written.weights_sha256[:16]}")


if __name__ == "__main__":
    main()
