"""What all tests share: the contract suite's plugin, and loggers left alone."""

from __future__ import annotations

import logging
import sys
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


@pytest.fixture(autouse=True)
def limits_as_before() -> Iterator[None]:
    """A soak or a fuzz that lifts a server's limits in this process leaves them as it found them."""
    module = sys.modules.get("hustings.rooms.rate_limits")
    kept = [(kind, dict(vars(kind))) for kind in (module.Guesses, module.RoomMaking)] if module else []
    yield
    for kind, before in kept:
        for name, value in before.items():
            if name.isupper():
                setattr(kind, name, value)
