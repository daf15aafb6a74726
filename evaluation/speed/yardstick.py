"""The yardstick: catanatron, the nearest neighbour in kind, in a venv of its own that the benchmark makes."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import venv
from pathlib import Path

from moonshine_env.engine.jit import CACHE_FOLDER

# Pinned, so that ratios of two days mean the same. catanatron_gym wants an old gymnasium, so it cannot share ours.
PACKAGES = ("catanatron==3.2.1", "catanatron_gym==4.0.0")
_SIDE = Path(__file__).with_name("yardstick_side.py")


class YardstickError(ValueError):
    """The yardstick could not be installed or run; the message says why."""


def yardstick_python(say: object = print) -> Path:
    """Return the interpreter of the yardstick's venv, made on first use.

    Raises:
        YardstickError: Its packages could not be installed.
    """
    name = "-".join(package.replace("==", "-") for package in PACKAGES)
    folder = CACHE_FOLDER.parents[1] / "yardstick" / f"{name}-py{sys.version_info[0]}.{sys.version_info[1]}"
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    stamp = folder / "installed"
    if stamp.exists():
        return python
    if callable(say):
        say(f"installing the yardstick ({', '.join(PACKAGES)}) into a venv of its own, once ...")
    shutil.rmtree(folder, ignore_errors=True)
    venv.create(folder, with_pip=True)
    done = subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        last = (done.stderr.strip() or "no message").splitlines()[-1]
        raise YardstickError(f"the yardstick's packages could not be installed: {last}")
    stamp.touch()
    return python


def measure_yardstick(python: Path, workload: str, seconds: float, seed: int) -> float:
    """Return the yardstick's decisions per second of all players.

    Args:
        python: Interpreter of its venv.
        workload: `batch` (random 4-player games with mask and observation at every decision) or `gym`.
        seconds: How long it plays.
        seed: Of its random choices.

    Raises:
        YardstickError: It stopped with an error.
    """
    done = subprocess.run(
        [python, _SIDE, workload, str(seconds), str(seed)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        last = (done.stderr.strip() or "no message").splitlines()[-1]
        raise YardstickError(f"the yardstick stopped: {last}")
    row = json.loads(done.stdout)
    return float(row["decisions"] / row["seconds"])
