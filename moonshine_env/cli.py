"""The `moonshine` command: finds commands by entry points, and imports one only when it is used.

Every ring, and any other package, adds commands under the group `moonshine.commands`. A target is a function with
typer's annotations, or a `typer.Typer` of subcommands; it returns an `ExitStatus`, or None for YES.
Errors become sentences here, so commands need not catch them: see `explain`.
"""

from __future__ import annotations

import ast
import difflib
import errno
import linecache
import os
import platform
import shlex
import sys
import tempfile
import traceback
from collections.abc import Sequence
from enum import IntEnum
from importlib.machinery import PathFinder
from importlib.metadata import EntryPoint, PackageNotFoundError, entry_points, version
from pathlib import Path
from typing import Any

from moonshine_env import __version__
from moonshine_env.files import say_os_error

GROUP = "moonshine.commands"

# The extra of pyproject.toml that brings a module; by the name it is imported under.
EXTRA_OF = {
    "typer": "cli",
    "rich": "cli",
    "PIL": "render",
    "safetensors": "packs",
    "torch": "train",
    "stable_baselines3": "train",
    "sb3_contrib": "train",
    "tensorboard": "train",
    "tqdm": "train",
    "pydantic": "train",
    "openskill": "eval",
    "matplotlib": "plot",
    "websockets": "serve",
    "onnx": "onnx",
    "onnxruntime": "onnx",
    "ray": "ray",
}


class ExitStatus(IntEnum):
    """What the exit status of every `moonshine` command means."""

    YES = 0
    NO = 1  # the answer to what was asked is no: weaker, not valid
    WRONG_USE = 2  # unknown options, bad input
    UNDECIDED = 3  # neither yes nor no, with the error rates that were asked for
    FAULT = 4  # ours
    INTERRUPTED = 130  # as a shell has it for Ctrl-C
    PIPE_CLOSED = 141  # as a shell has it when the reader of our output left


def find_commands() -> dict[str, EntryPoint]:
    """List the commands of all installed packages by name, in alphabetical order; imports none of them."""
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}


def find_source(module: str) -> Path | None:
    """Find a module's file without importing it or its parents; None where it has none."""
    found, path = None, None
    parts = module.split(".")
    for depth in range(len(parts)):
        found = PathFinder.find_spec(".".join(parts[: depth + 1]), path)
        if found is None:
            return None
        path = list(found.submodule_search_locations or ())
    return Path(found.origin) if found and found.origin else None


def read_summary(entry: EntryPoint) -> str:
    """Read the first line of a command's help from its source, so that the list of commands runs nobody's code."""
    source = find_source(entry.module)
    if source is None:
        return ""
    for node in ast.parse(source.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name == entry.attr:
            return (ast.get_docstring(node) or "").partition("\n")[0]
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == entry.attr for t in node.targets):
            keywords = node.value.keywords if isinstance(node.value, ast.Call) else []  # NAME = typer.Typer(help=...)
            helps = [k.value.value for k in keywords if k.arg == "help" and isinstance(k.value, ast.Constant)]
            return str(helps[0]).partition("\n")[0] if helps else ""
    return ""


def overview() -> str:
    """Write what `moonshine --help` prints."""
    commands = find_commands()
    width = max(map(len, commands), default=0)
    rows = [f"  {name:<{width}}  {read_summary(entry)}".rstrip() for name, entry in commands.items()]
    if not rows:
        rows = ["  none found: moonshine-env is not installed here; in its folder, run: pip install -e ."]
    return "\n".join(
        [
            "usage: moonshine [--help] [--version] [--debug] COMMAND ...",
            "",
            "Train, measure and play agents for the board game Moonshine Kingdom.",
            "",
            "commands (moonshine COMMAND --help tells all about one):",
            *rows,
            "",
            "--debug shows where in the code an error arose.",
            "Exit status: 0 yes, 1 no, 2 wrong use or bad input, 3 undecided, 4 a fault of ours.",
        ]
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the `moonshine` command.

    Args:
        arguments: Words after `moonshine`; those of the process if None.

    Returns:
        The exit status, see `ExitStatus`.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    debug = False
    while words and words[0] == "--debug":
        debug = bool(words.pop(0))
    try:
        status = _answer_for_all(words)
        if status is None:
            status = run_command(words[0], words[1:])
        sys.stdout.flush()  # a closed pipe shows here, and not at the interpreter's end
        return status
    except KeyboardInterrupt:
        return ExitStatus.INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains once more as it ends
        return ExitStatus.PIPE_CLOSED
    except Exception as error:  # noqa: BLE001 - the one place where any fault becomes a sentence
        return explain(error, words, debug=debug)


def _answer_for_all(words: Sequence[str]) -> int | None:
    """Answer what is asked of no command; None if a command is named."""
    first = words[0] if words else ""
    if not words:
        print(overview(), file=sys.stderr)
        return ExitStatus.WRONG_USE
    if first in ("--help", "-h"):
        print(overview())
        return ExitStatus.YES
    if first == "--version":
        print(f"moonshine-env {__version__}")
        return ExitStatus.YES
    if first.startswith("-"):
        _complain(f"there is no option {first!r} before the command; there are --help, --version and --debug")
        return ExitStatus.WRONG_USE
    return None


def run_command(name: str, arguments: Sequence[str]) -> int:
    """Import a command and run it.

    Args:
        name: Name of the command's entry point.
        arguments: Words after it.

    Returns:
        The exit status.

    Raises:
        TypeError: The command returned something that is no exit status.
        Exception: Whatever the command raises.
    """
    commands = find_commands()
    if name not in commands:
        near = difflib.get_close_matches(name, commands, n=1)
        guess = f"Did you mean {near[0]!r}? " if near else ""
        _complain(f"there is no command {name!r}. {guess}There are: {', '.join(commands) or 'none'}")
        return ExitStatus.WRONG_USE

    import typer  # here, so that the overview needs no extra

    target = commands[name].load()
    app = target
    if not isinstance(target, typer.Typer):
        app = typer.Typer(add_completion=False)
        app.command(name, context_settings={"help_option_names": ["--help", "-h"]})(target)
    command = typer.main.get_command(app)
    _hide_types_of_flags(command)
    try:
        answer = command.main(list(arguments), prog_name=f"moonshine {name}", standalone_mode=False)
    except typer.Abort:
        return ExitStatus.INTERRUPTED
    except SystemExit as leaving:
        if isinstance(leaving.__context__, BrokenPipeError):  # typer's answer to a closed pipe is 1, our NO
            return ExitStatus.PIPE_CLOSED
        raise
    if answer is None:
        return ExitStatus.YES
    if isinstance(answer, bool) or not isinstance(answer, int):  # True would read as 1, which is NO
        raise TypeError(f"the command {name!r} returned {answer!r}: expected an ExitStatus or None")
    return answer


def _hide_types_of_flags(command: Any) -> None:
    """Let `--help` show a flag as `--resume`, which takes no value, rather than as `--resume <bool>`."""
    import typer

    context = typer.Context(command, **command.context_settings)
    for parameter in command.get_params(context):
        if getattr(parameter, "is_flag", False):
            parameter.metavar = ""
    for inner in getattr(command, "commands", {}).values():
        _hide_types_of_flags(inner)


def explain(error: Exception, words: Sequence[str], *, debug: bool = False) -> int:
    """Say on stderr what went wrong, and choose the exit status.

    Wrong use and bad input are: what typer refuses; a file that cannot be read or written; a missing extra; and a
    ValueError that code of a command's package raised by a `raise` of its own, whose message is a sentence for people.
    Anything else is a fault: the traceback goes to a file whose name is printed.

    Args:
        error: What a command raised.
        words: The command line after `moonshine`.
        debug: Print the traceback too, and write no file.
    """
    if debug:
        traceback.print_exception(error)
    if hasattr(error, "show") and hasattr(
        error, "exit_code"
    ):  # click's errors, whose module depends on typer's version
        error.show()
        return ExitStatus.WRONG_USE
    if isinstance(error, ModuleNotFoundError) and error.name:
        package = error.name.partition(".")[0]
        extra = EXTRA_OF.get(package)
        if extra:
            wish = f"needs {package}, which the extra {extra!r} brings"
            _complain(f'`moonshine {words[0]}` {wish}; run: pip install "moonshine-env[{extra}]"')
            return ExitStatus.WRONG_USE
    if isinstance(error, OSError) and (error.filename is not None or error.errno in (errno.ENOSPC, errno.EDQUOT)):
        _complain(f"{error.filename}: {say_os_error(error)}" if error.filename is not None else say_os_error(error))
        return ExitStatus.WRONG_USE
    if isinstance(error, ValueError) and _is_said_to_people(error):
        _complain(str(error))
        return ExitStatus.WRONG_USE
    place = "" if debug else _keep_traceback(error, words)
    _complain(
        f"a fault of ours: {type(error).__name__}: {error}\n"
        f"Please report it to the maintainers of moonshine-env, with {place or 'the traceback above'}"
    )
    return ExitStatus.FAULT


def _is_said_to_people(error: ValueError) -> bool:
    """Tell whether our own code raised an error on purpose, or a library broke on what we gave it."""
    *_, (frame, line) = traceback.walk_tb(error.__traceback__)
    ours = {entry.module.partition(".")[0] for entry in find_commands().values()}
    here = str(frame.f_globals.get("__name__", "")).partition(".")[0]
    return here in ours and linecache.getline(frame.f_code.co_filename, line).lstrip().startswith("raise ")


def _keep_traceback(error: Exception, words: Sequence[str]) -> str:
    """Write what a report needs to a new file; its name, or "" (and the traceback on stderr) where none can be made."""
    versions = [f"moonshine-env {__version__}", f"Python {platform.python_version()} on {platform.platform()}"]
    for name in ("numpy", "numba", "gymnasium", "pettingzoo", "torch"):
        try:
            versions.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            versions.append(f"no {name}")
    text = "\n".join([f"moonshine {shlex.join(words)}", ", ".join(versions), "", *traceback.format_exception(error)])
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", prefix="moonshine-fault-", suffix=".txt", delete=False
        ) as file:
            file.write(text)
    except OSError:
        print(text, file=sys.stderr)
        return ""
    return file.name


def _complain(sentence: str) -> None:
    print(f"moonshine: {sentence}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
