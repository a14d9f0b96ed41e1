"""The toy game, installed for one test and gone after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint

import pytest

import hustings
from hustings import Game
from hustings.engine import installed
from hustings.engine.kernels import KERNELS, verbs

Install = Callable[[str, str], None]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install a module as a game beside those there are, until the test ends."""
    installed.game_names()  # loads the others, whose verbs are to stay
    known, kernels_known = set(verbs.BY_SCHEMA), list(KERNELS)
    points = dict(installed._entry_points())
    monkeypatch.setattr(installed, "_entry_points", lambda: points)

    def add(name: str, module: str) -> None:
        points[name] = (EntryPoint(name, module, installed.ENTRY_POINTS),)

    yield add
    for schema in set(verbs.BY_SCHEMA) - known:
        del verbs.BY_SCHEMA[schema], verbs.BY_ROW[schema.row_type]
    KERNELS[:] = kernels_known
    installed._loaded.cache_clear()


@pytest.fixture
def toy(install: Install) -> Game:
    """The toy game with its default options."""
    install("pennies", "tests.engine.pennies")
    return hustings.game("pennies")
