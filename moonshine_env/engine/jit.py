"""Numba decorators of the rules, typed as the identity, and the folder of their compiled code.

Numba's own cache does not notice a change in another file, in a constant or in a flag. So compiled code is
kept in a folder named by a fingerprint of all that it depends on; a stale folder is never read.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba import types

from moonshine_env.engine.linking import RuleCompiler

F = TypeVar("F", bound=Callable[..., object])

_PACKAGE = Path(__file__).resolve().parents[1]
_SOURCES = ("engine", "kingdom", "empire")
_FLAGS = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")


def fingerprint() -> str:
    """Hash what compiled rules depend on: their sources, the versions, and Numba's flags.

    Returns:
        16 hex digits.
    """
    digest = hashlib.sha256()
    for part in (numba.__version__, np.__version__, platform.python_version(), platform.machine()):
        digest.update(part.encode() + b"\0")
    for flag in _FLAGS:
        digest.update(f"{flag}={os.environ.get(flag, '')}\0".encode())
    for room in _SOURCES:
        for source in sorted((_PACKAGE / room).rglob("*.py")):
            digest.update(source.relative_to(_PACKAGE).as_posix().encode() + b"\0")
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Name the folder for compiled rules; `MOONSHINE_CACHE_DIR` moves its root."""
    root = os.environ.get("MOONSHINE_CACHE_DIR")
    if root:
        base = Path(root)
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "moonshine-env"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches" / "moonshine-env"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "moonshine-env"
    return base / "numba" / fingerprint()


CACHE_FOLDER = cache_folder()
JIT_DISABLED = bool(numba.config.DISABLE_JIT)


def _widened(kind: Any) -> Any:
    """Return int64 for every signed integer type and literal, any other type as it is."""
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind


def rule(function: F) -> F:
    """Compile a function that other compiled functions call, once for all integer arguments.

    Numba would compile it anew for each width and each literal it is called with, and again inside each caller. So
    its calls are typed as if every signed integer were int64 (the callers convert), and are answered by code that is
    only linked (`linking`). Python may call a rule too, at the price of compiling it once more.
    """
    compiled = numba.njit(nogil=True, error_model="numpy")(function)
    if not JIT_DISABLED:
        linked = compiled
        if RuleCompiler is not None:
            linked = numba.njit(nogil=True, error_model="numpy", pipeline_class=RuleCompiler)(function)
        typed = linked.get_call_template
        compiled.get_call_template = lambda args, kws: typed(tuple(map(_widened, args)), kws)
        compiled.get_overload = linked.get_overload
    return compiled  # type: ignore[no-any-return]


def entry(function: F) -> F:
    """Compile a function that Python calls, and keep its machine code in `CACHE_FOLDER`."""
    if JIT_DISABLED:
        return function
    before = numba.config.CACHE_DIR
    # Read by Numba when it decorates; put back so that other libraries keep their own folder.
    numba.config.CACHE_DIR = str(CACHE_FOLDER)
    try:
        return numba.njit(nogil=True, cache=True, error_model="numpy")(function)  # type: ignore[no-any-return]
    finally:
        numba.config.CACHE_DIR = before


_announced = False


def announce_compile() -> None:
    """Say on stderr, once a process, that the first call compiles; silent when compiled code is at hand."""
    global _announced
    if _announced or JIT_DISABLED:
        return
    _announced = True
    if not any(CACHE_FOLDER.rglob("*.nbc")):
        print("moonshine-env: compiling the rules, once per version (under a minute) ...", file=sys.stderr, flush=True)
