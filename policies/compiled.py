"""Compiled entry points of policies, cached as those of the rules are."""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numba

from moonshine_env.engine.jit import CACHE_FOLDER, JIT_DISABLED

F = TypeVar("F", bound=Callable[..., object])

_announced: set[Path] = set()


def folder_of(package: Path) -> Path:
    """Name the folder for the compiled code of a policy's package; another one whenever a source in it changes.

    It stands in the rules' own, which is named by a fingerprint of the rules: Numba's cache notices changes in a
    function's own file only.
    """
    digest = hashlib.sha256()
    for source in sorted(package.rglob("*.py")):
        digest.update(source.relative_to(package).as_posix().encode() + b"\0")
        digest.update(source.read_bytes())
    return CACHE_FOLDER / f"{package.name}-{digest.hexdigest()[:16]}"


def policy_entry(function: F) -> F:
    """Compile a function that Python calls, and keep its machine code until a source beside it changes."""
    if JIT_DISABLED:
        return function
    before = numba.config.CACHE_DIR
    # Read by Numba when it decorates; put back so that other libraries keep their own folder.
    numba.config.CACHE_DIR = str(folder_of(Path(inspect.getfile(function)).resolve().parent))
    try:
        return numba.njit(nogil=True, cache=True, error_model="numpy")(function)  # type: ignore[no-any-return]
    finally:
        numba.config.CACHE_DIR = before


def announce_policy(package: Path) -> None:
    """Say on stderr, once a process, that a policy's first decision compiles; silent when compiled code is at hand."""
    folder = folder_of(package)
    if JIT_DISABLED or folder in _announced:
        return
    _announced.add(folder)
    if not any(folder.rglob("*.nbc")):
        print(
            f"moonshine-env: compiling the policy {package.name}, once per version (a minute or two) ...",
            file=sys.stderr,
            flush=True,
        )
