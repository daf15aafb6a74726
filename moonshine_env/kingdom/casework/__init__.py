"""Worked cases: a position, given dice, plays by name, and what must come of them. `docs/cases.md` explains them.

`read_cases` reads them from a file, `run_case` runs one. `Table` is the game below: played by names, looked at between.
"""

from __future__ import annotations

from moonshine_env.kingdom.casework.expect import CaseError, Difference
from moonshine_env.kingdom.casework.files import Case, read_cases, run_case
from moonshine_env.kingdom.casework.table import FailedCaseError, Table, new_game

__all__ = ["Case", "CaseError", "Difference", "FailedCaseError", "Table", "new_game", "read_cases", "run_case"]
