"""What all tests share: how much is fuzzed."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fuzz", type=float, default=1.0, help="play so many times the usual number of random games")


@pytest.fixture
def fuzz(request: pytest.FixtureRequest) -> float:
    """By how much the number of random games is multiplied (--fuzz)."""
    factor: float = request.config.getoption("--fuzz")
    return factor


@pytest.fixture(autouse=True)
def logs_as_before() -> Iterator[None]:
    """A test that starts a server in this process leaves our loggers as it found them."""
    logger = logging.getLogger("hustings")
    before = (logger.level, logger.propagate, list(logger.handlers))
    yield
    logger.setLevel(before[0])
    logger.propagate, logger.handlers = before[1], before[2]
