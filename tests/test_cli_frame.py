"""The frame of the `moonshine` command: finding commands, exit status, errors for people."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from moonshine_env import __version__, cli
from moonshine_env.cli import ExitStatus
from moonshine_env.files import OutputError, check_output, write_whole
from moonshine_env.printing import READING, has_colour, print_rows

pytest.importorskip("typer")
Console = pytest.importorskip("rich.console").Console

COMMANDS = '''
import sys
import typer

def greet(name: str, times: int = 1, loud: bool = False):
    """Greet somebody.

    More about greeting.
    """
    print(" ".join(["hello", name] * times))

def answer(status: int):
    """Return a status."""
    return status

def claim() -> bool:
    """Return what is no status."""
    return True

def leave(status: int):
    """Leave by typer's own exit."""
    raise typer.Exit(status)

def refuse(number: int):
    """Refuse a number."""
    raise ValueError(
        f"{number} is too large: at most 7 fit"
    )

def stumble():
    """Let a library break."""
    int("seven")

def misread(path: str):
    """Open a file."""
    open(path)

def crash():
    """Divide by zero."""
    1 / 0

def interrupt():
    """Act as Ctrl-C does."""
    raise KeyboardInterrupt

def borrow(module: str):
    """Import a module."""
    __import__(module)

def pour():
    """Print without end."""
    while True:
        print("x" * 10_000)

tree = typer.Typer(help="Look after trees.")

@tree.command()
def plant(kind: str):
    """Plant one."""
    print("planted", kind)

@tree.command()
def fell():
    """Fell one."""
    raise typer.Exit(3)
'''


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, EntryPoint]:
    """Install, for one test, the package `stranger` with the commands above."""
    (tmp_path / "stranger").mkdir()
    (tmp_path / "stranger" / "__init__.py").write_text("raise RuntimeError('imported for the list of commands')\n")
    (tmp_path / "stranger_commands.py").write_text(COMMANDS)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    names = [line[4:].split("(")[0] for line in COMMANDS.splitlines() if line.startswith("def ")] + ["tree"]
    found = {name: EntryPoint(name, f"stranger_commands:{name}", cli.GROUP) for name in sorted(names)}
    monkeypatch.setattr(cli, "find_commands", lambda: found)
    yield found
    sys.modules.pop("stranger_commands", None)


def test_overview_tells_every_command_without_importing_it(commands, capsys):
    assert cli.main(["--help"]) == ExitStatus.YES
    printed = capsys.readouterr().out
    assert "  greet      Greet somebody.\n" in printed
    assert "  tree       Look after trees.\n" in printed
    assert "More about greeting" not in printed
    assert "stranger_commands" not in sys.modules


def test_source_of_a_submodule_is_found_without_importing_its_package(commands, tmp_path):
    (tmp_path / "stranger" / "cli.py").write_text('def wave():\n    """Wave."""\n')
    assert cli.read_summary(EntryPoint("wave", "stranger.cli:wave", cli.GROUP)) == "Wave."
    assert cli.read_summary(EntryPoint("wave", "stranger.cli:gone", cli.GROUP)) == ""
    assert cli.read_summary(EntryPoint("wave", "stranger.gone:wave", cli.GROUP)) == ""
    assert cli.read_summary(EntryPoint("wave", "gone.cli:wave", cli.GROUP)) == ""
    assert "stranger" not in sys.modules


def test_overview_is_quick_and_needs_no_extra():
    heavy = ("numba", "torch", "typer", "rich", "pettingzoo")
    code = (
        "import sys; from moonshine_env.cli import main; main(['--help']); "
        f"print([module for module in {heavy} if module in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_version(capsys):
    assert cli.main(["--version"]) == ExitStatus.YES
    assert capsys.readouterr().out == f"moonshine-env {__version__}\n"


def test_no_command_shows_the_overview_as_wrong_use(commands, capsys):
    assert cli.main([]) == ExitStatus.WRONG_USE
    assert "usage: moonshine" in capsys.readouterr().err


def test_arguments_reach_the_command(commands, capsys):
    assert cli.main(["greet", "mary", "--times", "2"]) == ExitStatus.YES
    assert capsys.readouterr().out == "hello mary hello mary\n"


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_of_a_command_is_its_docstring(commands, capsys, flag):
    assert cli.main(["greet", flag]) == ExitStatus.YES
    printed = capsys.readouterr().out
    assert "More about greeting." in printed
    assert "moonshine greet" in printed


def test_help_shows_a_flag_without_a_type(commands, capsys):
    assert cli.main(["greet", "--help"]) == ExitStatus.YES
    printed = capsys.readouterr().out
    assert "--loud" in printed
    assert "-h" in printed
    assert "bool" not in printed


def test_a_command_may_have_subcommands(commands, capsys):
    assert cli.main(["tree", "plant", "oak"]) == ExitStatus.YES
    assert capsys.readouterr().out == "planted oak\n"
    assert cli.main(["tree", "fell"]) == ExitStatus.UNDECIDED


@pytest.mark.parametrize("name", ["answer", "leave"])
@pytest.mark.parametrize("status", [ExitStatus.YES, ExitStatus.NO, ExitStatus.UNDECIDED])
def test_status_is_what_the_command_returns_or_leaves_with(commands, name, status):
    assert cli.main([name, str(int(status))]) == status


def test_a_bool_is_no_status(commands, capsys):
    assert cli.main(["claim"]) == ExitStatus.FAULT
    assert "'claim' returned True: expected an ExitStatus or None" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["gret"], "there is no command 'gret'. Did you mean 'greet'? There are: answer, "),
        (["--colour"], "there is no option '--colour' before the command; there are --help, --version and --debug"),
        (["greet"], "Missing argument"),
        (["greet", "mary", "--tims", "2"], "--tims"),
        (["greet", "mary", "--times", "two"], "Invalid value for '--times'"),
        (["refuse", "9"], "moonshine: 9 is too large: at most 7 fit\n"),
        (["misread", "no/such/file"], "moonshine: no/such/file: No such file or folder; check the path\n"),
        (["misread", "/"], "moonshine: /: that is a folder, expected a file\n"),
        (["borrow", "ray.rllib.nowhere"], "ray, which the extra 'ray' brings; run: pip install \"moonshine-env[ray]\""),
    ],
)
def test_wrong_use_is_a_sentence(commands, capsys, monkeypatch, words, sentence):
    monkeypatch.setitem(sys.modules, "ray", None)  # as if not installed
    assert cli.main(words) == ExitStatus.WRONG_USE
    shown = capsys.readouterr().err
    assert sentence in shown
    assert "Traceback" not in shown


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["crash"], "ZeroDivisionError: division by zero"),
        (["stumble"], "ValueError: invalid literal"),
        (["borrow", "no_such_module"], "ModuleNotFoundError: No module named 'no_such_module'"),
    ],
)
def test_a_fault_of_ours_is_one_sentence_and_a_file_to_report(commands, capsys, tmp_path, words, error):
    assert cli.main(words) == ExitStatus.FAULT
    shown = capsys.readouterr().err
    assert f"a fault of ours: {error}" in shown
    assert "Traceback" not in shown
    (report,) = tmp_path.glob("moonshine-fault-*.txt")
    assert str(report) in shown
    text = report.read_text()
    assert text.startswith(f"moonshine {' '.join(words)}\nmoonshine-env {__version__}, Python ")
    assert "Traceback (most recent call last)" in text
    assert "stranger_commands.py" in text


def test_debug_shows_the_traceback_and_writes_no_file(commands, capsys, tmp_path):
    assert cli.main(["--debug", "crash"]) == ExitStatus.FAULT
    assert "Traceback (most recent call last)" in capsys.readouterr().err
    assert not list(tmp_path.glob("moonshine-fault-*"))
    assert cli.main(["--debug", "refuse", "9"]) == ExitStatus.WRONG_USE
    assert "Traceback (most recent call last)" in capsys.readouterr().err


def test_a_report_that_cannot_be_written_is_shown(commands, capsys, monkeypatch):
    monkeypatch.setattr("tempfile.NamedTemporaryFile", lambda *a, **k: (_ for _ in ()).throw(OSError("disk full")))
    assert cli.main(["crash"]) == ExitStatus.FAULT
    assert "Traceback (most recent call last)" in capsys.readouterr().err


def test_ctrl_c(commands):
    assert cli.main(["interrupt"]) == ExitStatus.INTERRUPTED


def test_a_reader_that_leaves_is_no_fault(commands, tmp_path):
    code = (
        "import sys\nfrom importlib.metadata import EntryPoint\nfrom moonshine_env import cli\n"
        "cli.find_commands = lambda: {'pour': EntryPoint('pour', 'stranger_commands:pour', cli.GROUP)}\n"
        f"sys.path.insert(0, {str(tmp_path)!r})\nsys.exit(cli.main(['pour']))\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.readline()
        process.stdout.close()
        complaints = process.stderr.read()
    assert (process.returncode, complaints) == (ExitStatus.PIPE_CLOSED, b"")


@pytest.mark.parametrize("words", [["--help"], ["--version"]])
def test_a_reader_that_is_gone_before_the_overview_is_no_fault(words):
    code = f"import sys\nfrom moonshine_env import cli\nsys.exit(cli.main({words}))\n"
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([sys.executable, "-c", code], stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (ExitStatus.PIPE_CLOSED, b"")


# ---- files to be written


def test_a_place_that_can_be_written_is_left_as_it_is(tmp_path):
    check_output(None, "--json")
    check_output(tmp_path / "new" / "deep" / "file.json", "--json")
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_named(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("mine")
    for path, words in (
        (tmp_path, "that is a folder; name a file in it"),
        (tmp_path / "file" / "x.json", "is a file, so nothing can lie in it"),
        (tmp_path / "file" / "deep" / "x.json", "is a file, not a folder"),
    ):
        with pytest.raises(OutputError, match=f"^--json {path}: .*{words}"):
            check_output(path, "--json")

    def refuse(**_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "/some/temporary/name")

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    with pytest.raises(OutputError, match=r"nothing can be written in .*: your account has no right") as caught:
        check_output(tmp_path / "x.json", "--json")
    assert "temporary" not in str(caught.value)


def test_an_error_in_writing_names_the_file_that_was_wanted(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError) as caught:
        write_whole(tmp_path / "folder", b"x")
    assert caught.value.filename == str(tmp_path / "folder")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


# ---- what is printed


@pytest.mark.parametrize(
    ("variables", "is_terminal", "coloured"),
    [
        ({}, False, False),
        ({}, True, True),
        ({"NO_COLOR": "1"}, True, False),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
        ({"TERM": "dumb"}, True, False),
    ],
)
def test_colour_is_for_terminals(monkeypatch, variables, is_terminal, coloured):
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout.isatty", lambda: is_terminal, raising=False)
    assert has_colour() is coloured


ROWS = [
    {"policy": "pack:runs/[bold]name.pack", "share": "49.3%", "place": "2.12 ± 0.05"},
    {"policy": "random", "share": "7.0%", "place": "2.88 ± 0.05"},
]


@pytest.mark.parametrize("width", [10, 20, 30, 31, 32, 40, 200])
def test_a_table_loses_nothing_at_any_width(width):
    out = io.StringIO()
    print_rows(Console(file=out, width=width), ROWS, title="a match", foldable=["policy"])
    shown = out.getvalue()
    assert "…" not in shown
    for row in ROWS:
        for key in ("share", "place"):
            assert row[key] in shown
    pieces = [line.split("  ")[0] for line in shown.splitlines()]  # the first column, which may be folded
    assert ROWS[0]["policy"] in "".join(pieces)
    if width <= 30:
        assert "  place  2.88 ± 0.05" in shown.splitlines()


SENTENCES = [{"rule": "K1.6", "reason": "it was dealt to the player at the very beginning of the game, so he holds it"}]


def test_a_sentence_below_others_is_broken_at_its_spaces():
    out = io.StringIO()
    rows = [{**row, "enforced in": "a/long/path/that/nobody/breaks/at/any/width.py function"} for row in SENTENCES]
    print_rows(Console(file=out, width=60), rows, foldable=["reason"])
    shown = out.getvalue().splitlines()
    assert shown == [
        "K1.6",
        "  reason       it was dealt to the player at the very",
        "               beginning of the game, so he holds it",
        "  enforced in  a/long/path/that/nobody/breaks/at/any/width.py function",
    ]


@pytest.mark.parametrize("topic", ["actions", "observation", "decisions", "options", "rulings"])
def test_tables_of_sentences_are_readable_where_they_are_piped(topic, capsys):
    assert cli.main(["rules", topic]) == ExitStatus.YES
    shown = capsys.readouterr().out.splitlines()
    assert max(map(len, shown)) <= READING
    assert len(shown) > 10


BARS = [
    ({}, "pack:runs/[bold]a.pack", 400, 123, "wins 62.1% (55.0% to 68.9%)", ["123/400", "-:--:--"]),
    (
        {"count": False},
        "kingdom",
        1,
        0.12,
        "1,234,567 decisions, 3,456/s, wins 64% against 3 random",
        ["12%", "-:--:--"],
    ),
    ({"left": False}, "LLR +0.12 of -2.94 .. 2.94", 20000, 1234, "", ["1234/20000"]),
]


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize(("look", "description", "total", "done", "note", "numbers"), BARS)
def test_a_bar_is_legible_at_any_width(width, look, description, total, done, note, numbers):
    from moonshine_env.progress import make_progress

    out = io.StringIO()
    console = Console(file=out, width=width, force_terminal=True, color_system=None)
    bar = make_progress(console, **look)
    bar.add_task(description, total=total, completed=done, note=note)
    console.print(bar.get_renderable())
    shown = out.getvalue()
    assert "…" not in shown
    words = " ".join(shown.split())
    for text in (description, *numbers, note):
        assert text in words
    (line,) = [line for line in shown.splitlines() if numbers[0] in line]
    assert line.count("━") + line.count("╸") >= 1
    assert max(map(len, shown.splitlines())) <= width
    assert (len(shown.splitlines()) == 1) == (width == 120 or (width == 80 and not note))
