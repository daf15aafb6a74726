"""What holds for all sources: rings, docstrings, field names, entry points, one version, nothing of one machine."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import moonshine_env
from moonshine_env.cli import EXTRA_OF, find_source, read_summary

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("moonshine_env", "policies", "evaluation", "training")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
ENTRY_POINTS = {
    f"{group}: {name}": EntryPoint(name, value, group)
    for group, entries in PROJECT["entry-points"].items()
    for name, value in entries.items()
}


def sources(*rooms: str) -> list[Path]:
    """List the modules in rooms of the house, given as paths from the root."""
    return [path for room in rooms for path in sorted((ROOT / room).rglob("*.py"))]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


# ---- what imports what


def imports_when_loaded(tree: ast.AST) -> Iterator[str]:
    """Name the modules that a module imports as it is itself imported: not in functions, not for types only."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            continue
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from imports_when_loaded(node)


def all_imports(tree: ast.AST) -> Iterator[str]:
    """Name all modules that a module imports, ever; `from a import b` gives `a.b`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("room", ["engine", "kingdom", "empire"])
def test_rules_import_only_what_is_allowed(room):
    allowed = {"numpy", "numba", "moonshine_env.engine", f"moonshine_env.{room}", *sys.stdlib_module_names}
    for path in sources(f"moonshine_env/{room}"):
        for module in all_imports(ast.parse(path.read_text("utf-8"))):
            prefixes = {".".join(module.split(".")[:n]) for n in (1, 2)}
            wish = ", ".join(sorted(allowed - sys.stdlib_module_names))
            assert not prefixes.isdisjoint(allowed), (
                f"{name_of(path)} imports {module}; {room} may import the standard library, {wish}"
            )


def test_learning_libraries_load_only_when_used():
    # Playing with a pack needs neither torch nor what training stands on; torch may be a faster option in a function.
    for path in sources("moonshine_env", "policies", "evaluation"):
        heavy = {m.partition(".")[0] for m in imports_when_loaded(ast.parse(path.read_text("utf-8")))} & {
            "torch",
            "stable_baselines3",
            "sb3_contrib",
            "tensorboard",
            "onnxruntime",
        }
        assert not heavy, f"{name_of(path)} imports {heavy} as it loads; import them in the function that needs them"


def test_imports_are_told_apart():
    tree = ast.parse(
        "import a.b\nfrom c import d\nif TYPE_CHECKING:\n    import e\n"
        "def f():\n    import g\ntry:\n    import h\nexcept ImportError:\n    pass\n"
    )
    assert set(imports_when_loaded(tree)) == {"a.b", "c", "h"}
    assert set(all_imports(tree)) == {"a.b", "c.d", "e", "g", "h"}


def test_importing_the_package_is_light():
    code = (
        "import sys, moonshine_env; print([m for m in ('numba', 'torch', 'pettingzoo', 'typer') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"


# ---- docstrings, and fields of records


def test_every_module_says_what_it_is():
    silent = [name_of(p) for p in sources(*PACKAGES, "tests") if not ast.get_docstring(ast.parse(p.read_text("utf-8")))]
    assert not silent, f"no docstring at the top of: {', '.join(silent)}"


def field_names(dtype: np.dtype) -> set[str]:
    """Collect the names of a structured dtype's fields, nested ones too."""
    if dtype.subdtype is not None:
        return field_names(dtype.subdtype[0])
    inner = (field_names(dtype[name]) for name in dtype.names or ())
    return set(dtype.names or ()).union(*inner)


def unknown_fields(source: str, fields: dict[str, set[str]], every: set[str]) -> list[str]:
    """Find field strings in compiled functions that no record has.

    Numba would say so only where it compiles that line; un-jitted NumPy only where it runs it.

    Args:
        source: Text of a module.
        fields: Field names of the record that a variable holds by convention, by the variable's name.
        every: Field names of all records, for any other expression.
    """
    found = []
    for function in ast.walk(ast.parse(source)):
        decorators = getattr(function, "decorator_list", [])
        if not any(isinstance(d, ast.Name) and d.id in ("rule", "entry") for d in decorators):
            continue
        for node in ast.walk(function):
            if not (isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant)):
                continue
            field, holder = node.slice.value, ast.unparse(node.value)
            if isinstance(field, str) and field not in fields.get(holder, every):
                found.append(f'line {node.lineno}: {holder}["{field}"]')
    return found


def test_unknown_fields_are_found():
    source = (
        '@rule\ndef f(s, t, r):\n    s["day"] = t["cost"]; s["cost"] = r["cost"]; r["dya"] = 1\ndef g(s):\n    s["x"]\n'
    )
    fields = {"s": {"day"}, "t": {"cost"}}
    assert unknown_fields(source, fields, {"day", "cost"}) == ['line 3: s["cost"]', 'line 3: r["dya"]']


def test_field_names_reach_into_nested_records():
    inner = np.dtype([("a", np.int16)])
    assert field_names(np.dtype([("b", inner, (3,)), ("c", np.int8, (2, 2))])) == {"a", "b", "c"}


def test_every_field_in_the_rules_exists():
    rooms = ("moonshine_env.engine", "moonshine_env.kingdom")
    every: set[str] = set()
    for room in rooms:
        for found in pkgutil.walk_packages(importlib.import_module(room).__path__, f"{room}."):
            module = importlib.import_module(found.name)
            every |= set().union(*(field_names(v) for v in vars(module).values() if isinstance(v, np.dtype)))
    state = importlib.import_module("moonshine_env.kingdom.state").STATE
    tables = importlib.import_module("moonshine_env.kingdom.tables").TABLES
    slots = importlib.import_module("moonshine_env.engine.slots")
    fields = {"s": field_names(state), "t": field_names(tables)}
    fields["slot"], fields["result"] = field_names(slots.slot_dtype(4)), field_names(slots.result_dtype(4))
    wrong = [
        f"{name_of(path)} {place}"
        for path in sources(*(room.replace(".", "/") for room in rooms))
        for place in unknown_fields(path.read_text("utf-8"), fields, every)
    ]
    assert not wrong, "fields that no record has:\n" + "\n".join(wrong)


# ---- packaging


def test_one_version():
    assert PROJECT["version"] == moonshine_env.__version__
    log = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"## [{moonshine_env.__version__}]" in log, "CHANGELOG.md has no section for this version"


@pytest.mark.parametrize("entry", ENTRY_POINTS.values(), ids=ENTRY_POINTS)
def test_entry_points_lead_somewhere(entry):
    if find_source(entry.module) is None:
        pytest.skip(f"{entry.module} is not written yet")
    summary = read_summary(entry)
    assert summary, f"{entry.value}: there is no such function, or it has no docstring"
    assert len(summary) <= 90, f"{entry.value}: the first line of its docstring is too long for the list of commands"


def test_extras_named_in_advice_exist():
    assert set(EXTRA_OF.values()) <= set(PROJECT["optional-dependencies"])


def test_gymnasium_knows_the_game():
    assert gymnasium.spec("moonshine/Kingdom-v0").entry_point == "moonshine_env.single:make_kingdom"


def test_working_set_is_pinned():
    pins = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pinned = {re.sub(r"[-_.]+", "-", p.partition("==")[0]).lower() for p in pins if p and not p.startswith("#")}
    extras = PROJECT["optional-dependencies"]
    wanted = PROJECT["dependencies"] + [w for extra, wishes in extras.items() if extra != "ray" for w in wishes]
    names = {re.split(r"[\[<>=!~; ]", wish)[0].lower() for wish in wanted} - {"moonshine-env"}
    assert names <= pinned, f"constraints.txt does not pin {sorted(names - pinned)}"
    loose = [p for p in pins if p and not p.startswith("#") and not re.fullmatch(r"[\w.-]+==[\w.]+( ; .+)?", p)]
    assert not loose, f"not an exact public version that every machine can get: {loose}"


# ---- nothing of one machine

PRIVATE = {
    "a path of one machine": r"/(?:work|root|farm|home/\w+|Users/\w+)/|\.py[e]nv\b",
    "a package host": r"\b(?:pypi\.o[r]g|python[h]osted|download\.py[t]orch|registry\.npm[j]s)",
    "an issue number without its project": r"(?i)\bissue\s+#?\d",
}


def private_matters(text: str) -> list[str]:
    """Find what belongs to one machine or workplace in a text."""
    return [f"{what} ({m[0]!r})" for what, pattern in PRIVATE.items() for m in re.finditer(pattern, text)]


@pytest.mark.parametrize(
    "text", ["see /ho" + "me/me/notes", "--index-url py" + "pi.org/simple", "fixes Issue" + " #12", "/ro" + "ot/x"]
)
def test_private_matters_are_found(text):
    assert len(private_matters(text)) == 1


def test_files_name_no_machine():
    if not (ROOT / ".git").exists():
        pytest.skip("not a git clone: there is no list of the project's files")
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    wrong = []
    for name in filter(None, names):
        try:
            wrong += [f"{name}: {what}" for what in private_matters((ROOT / name).read_text("utf-8"))]
        except (UnicodeDecodeError, FileNotFoundError):  # a picture; a file deleted and not yet committed
            continue
    assert not wrong, "\n".join(wrong)
