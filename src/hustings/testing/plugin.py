"""The pytest plugin of the contract suite: gives its tests the games that a module of tests lists as `GAMES`."""

from __future__ import annotations

import pytest
from _pytest.mark import ParameterSet

from hustings.testing.game_suite import GameSuite, Variant


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --fuzz."""
    parser.addoption("--fuzz", type=float, default=1.0, help="play so many times the usual number of random games")


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers of the suite."""
    config.addinivalue_line("markers", "needs(part): only for games whose GameSuite declares that part")
    config.addinivalue_line("markers", "slow: takes more than ten seconds, or is one of many like it")


@pytest.fixture
def fuzz(request: pytest.FixtureRequest) -> float:
    """Return the factor for the number of random games (--fuzz)."""
    factor: float = request.config.getoption("--fuzz")
    return factor


def pytest_pycollect_makeitem(collector: pytest.Module | pytest.Class, obj: object) -> list[pytest.Item] | None:
    """Deselect a test that needs a part no game of the module declares."""
    return [] if _is_ours(obj) and not _suites(collector.obj, obj) else None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Pass the named fixtures to a test of the suite.

    suite    every game of the module's GAMES.
    plain    every game with every number of seats, default options.
    variant  every game with every number of seats and option set; marked slow but for `GameSuite.few_variants`.
    """
    if not _is_ours(metafunc.function):
        return
    suites = _suites(metafunc.module, metafunc.function)
    if "suite" in metafunc.fixturenames:
        metafunc.parametrize("suite", suites, ids=lambda suite: suite.name)
    if "plain" in metafunc.fixturenames:
        plain = [variant for suite in suites for variant in suite.plain_variants]
        metafunc.parametrize("plain", plain, ids=lambda variant: variant.name)
    if "variant" in metafunc.fixturenames:
        cases = [_case(variant) for suite in suites for variant in suite.variants]
        metafunc.parametrize("variant", cases)


def _case(variant: Variant) -> ParameterSet:
    marks = [] if variant in variant.suite.few_variants else [pytest.mark.slow]
    return pytest.param(variant, id=variant.name, marks=marks)


def _is_ours(obj: object) -> bool:
    """Return whether an item is a test of the contract suite and not the module's own."""
    return str(getattr(obj, "__module__", "")).startswith("hustings.testing.contract.")


def _suites(module: object, test: object) -> list[GameSuite]:
    """The module's games that declare everything a test needs."""
    parts = [part for mark in getattr(test, "pytestmark", []) if mark.name == "needs" for part in mark.args]
    games: list[GameSuite] = getattr(module, "GAMES", [])
    return [suite for suite in games if all(suite.has(part) for part in parts)]
