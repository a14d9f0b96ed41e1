"""What all tests share: the contract suite's plugin, and loggers left alone."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

pytest_plugins = ["hustings.testing.plugin"]


@pytest.fixture(autouse=True)
def logs_as_before() -> Iterator[None]:
    """A test that starts a server in this process leaves our loggers as it found them."""
    logger = logging.getLogger("hustings")
    before = (logger.level, logger.propagate, list(logger.handlers))
    yield
    logger.setLevel(before[0])
    logger.propagate, logger.handlers = before[1], before[2]
