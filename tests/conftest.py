"""What all tests share: how much is fuzzed."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fuzz", type=float, default=1.0, help="play so many times the usual number of random games")


@pytest.fixture
def fuzz(request: pytest.FixtureRequest) -> float:
    """By how much the number of random games is multiplied (--fuzz)."""
    factor: float = request.config.getoption("--fuzz")
    return factor
