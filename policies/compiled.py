"""Compiled entry points of policies, cached as those of the rules are."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numba

from moonshine_env.engine.jit import CACHE_FOLDER, JIT_DISABLED

F = TypeVar("F", bound=Callable[..., object])


def policy_entry(function: F) -> F:
    """Compile a function that Python calls, and keep its machine code until a source beside it changes.

    The rules' own folder is named by a fingerprint of the rules; inside it, one more is named by that of the
    package which the function stands in, since Numba's cache notices changes in the function's own file only.
    """
    if JIT_DISABLED:
        return function
    package = Path(inspect.getfile(function)).resolve().parent
    digest = hashlib.sha256()
    for source in sorted(package.rglob("*.py")):
        digest.update(source.relative_to(package).as_posix().encode() + b"\0")
        digest.update(source.read_bytes())
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(CACHE_FOLDER / f"{package.name}-{digest.hexdigest()[:16]}")
    try:
        return numba.njit(nogil=True, cache=True, error_model="numpy")(function)  # type: ignore[no-any-return]
    finally:
        numba.config.CACHE_DIR = before
