"""Files that are whole or not there at all, and places that are looked at before the work that fills them."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path


class OutputError(ValueError):
    """A place that nothing can be written to; the message says why, and what would be right."""


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that, whatever happens, the old content or the new one is there.

    Raises:
        OSError: It cannot be written; the error names the file that was wanted.
    """
    name = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)  # mkstemp's own is for one user
        Path(name).replace(path)
    except BaseException as error:
        if name:
            Path(name).unlink(missing_ok=True)
        if isinstance(error, OSError) and error.errno is not None:
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise


def check_output(path: Path | None, option: str) -> None:
    """Check that a file could be written, before the work whose result it is to hold; nothing is made or changed.

    Args:
        path: The file; None if none is wanted.
        option: Who asks for it, for the message: `--json`.

    Raises:
        OutputError: There is a folder of that name, or its folder cannot be written to.
    """
    if path is None:
        return
    if path.is_dir():
        raise OutputError(f"{option} {path}: that is a folder; name a file in it")
    if path.parent.exists() and not path.parent.is_dir():
        raise OutputError(f"{option} {path}: {path.parent} is a file, so nothing can lie in it; name another folder")
    check_folder(path.parent, f"{option} {path}")


def check_folder(folder: Path, what: str) -> None:
    """Check that files could be written to a folder, which need not be there yet; nothing is made or changed.

    Args:
        folder: Which.
        what: What is to be written, for the message.

    Raises:
        OutputError: It is a file, or cannot be made or written to.
    """
    there = folder
    while not there.exists() and there != there.parent:
        there = there.parent
    if not there.is_dir():
        raise OutputError(f"{what}: {there} is a file, not a folder; name another place")
    try:
        # Asking for rights is not enough: a disk may be mounted for reading only, and root passes every question.
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        reason = "" if error.errno == errno.ENOENT else f": {say_os_error(error)}"  # /proc has no better answer
        raise OutputError(f"{what}: nothing can be written in {there}{reason or '; name another place'}") from error


_SAID = {
    errno.ENOENT: "No such file or folder; check the path",
    errno.EEXIST: "there is a file or folder of that name already; name another, or move it away",
    errno.EISDIR: "that is a folder, expected a file",
    errno.ENOTDIR: "a part of the path is a file, not a folder",
    errno.EACCES: "your account has no right to read or write there; choose another place, or change its permissions",
    errno.EPERM: "your account has no right to do that there; choose another place, or change its permissions",
    errno.EROFS: "that disk can be read only; choose another place",
    errno.ENOSPC: "the disk is full; make room on it, or choose another place",
    errno.EDQUOT: "your share of the disk is used up; make room, or choose another place",
    errno.ENAMETOOLONG: "the name is too long; choose a shorter one",
}


def say_os_error(error: OSError) -> str:
    """Put what the operating system says of a file in words that say what to do."""
    return _SAID.get(error.errno or 0, error.strerror or str(error))
