"""The toy game, installed for one test and gone after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint

import pytest

import hustings
from hustings import Game
from hustings.engine import book, verbs

Install = Callable[[str, str], None]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install a module as a game beside those there are, until the test ends."""
    points = dict(book._entry_points())
    monkeypatch.setattr(book, "_entry_points", lambda: points)
    monkeypatch.setattr(verbs, "BY_SCHEMA", dict(verbs.BY_SCHEMA))
    monkeypatch.setattr(verbs, "BY_ROW", dict(verbs.BY_ROW))

    def add(name: str, module: str) -> None:
        points[name] = EntryPoint(name, module, book.ENTRY_POINTS)

    yield add
    book._loaded.cache_clear()


@pytest.fixture
def toy(install: Install) -> Game:
    """The toy game with its default options."""
    from tests.engine import toy as rules

    install("pennies", "tests.engine.pennies")
    rules.install()
    return hustings.game("pennies")
