"""What all tests share: the release size, and the folders whose tests run in all three lanes (CONTRIBUTING.md)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent
# Small tests of single rules: worth running un-jitted (coverage, overflow) and under bounds checks as well.
ALL_LANES = (HERE / "engine", HERE / "kingdom" / "rules")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--release", action="store_true", help="play as many games as a release asks for (long)")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if any(folder in item.path.parents for folder in ALL_LANES) and not item.get_closest_marker("compiled_only"):
            item.add_marker("lane_unjitted")
            item.add_marker("lane_bounds")


@pytest.fixture(scope="session")
def at_size(pytestconfig: pytest.Config) -> Callable[[int, int], int]:
    """Choose between the size of `make test` and that of `make release`: `at_size(2_000, 20_000)` games."""
    is_release = bool(pytestconfig.getoption("release"))
    return lambda usual, release: release if is_release else usual
