"""The pytest plugin of the contract suite, which runs the suite's tests for the `GAMES` of a module of tests."""

from __future__ import annotations

import pytest
from _pytest.mark import ParameterSet

from hustings.testing.game_suite import GameSuite, Variant


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the command line options --fuzz, --quick and --game."""
    parser.addoption("--fuzz", type=float, default=1.0, help="play so many times the usual number of random games")
    parser.addoption("--quick", action="store_true", help="play two variants of each game, for a look between edits")
    parser.addoption("--game", metavar="NAME", help="run the contract suite for this game only")


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers that the suite uses."""
    config.addinivalue_line("markers", "needs(part): only for games whose GameSuite declares that part")
    config.addinivalue_line("markers", "slow: takes more than ten seconds, or is one of many like it")


@pytest.fixture
def fuzz(request: pytest.FixtureRequest) -> float:
    """Return the factor for the number of random games (--fuzz)."""
    factor: float = request.config.getoption("--fuzz")
    return factor


def pytest_pycollect_makeitem(collector: pytest.Module | pytest.Class, obj: object) -> list[pytest.Item] | None:
    """Leave out a test that needs a part of `GameSuite` that no game of the module declares."""
    return [] if _is_ours(obj) and not _suites(collector.obj, obj) else None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrise a test of the suite, which may take any of the following arguments.

    suite    every game in the module's GAMES.
    plain    every variant with default options (`GameSuite.plain_variants`).
    variant  every variant (`GameSuite.variants`); all except `GameSuite.few_variants` are marked as slow.

    With --quick, `plain` and `variant` are `GameSuite.two_variants`; with --game, `suite` is that game.
    """
    if not _is_ours(metafunc.function):
        return
    quick, game = metafunc.config.getoption("--quick"), metafunc.config.getoption("--game")
    suites = [suite for suite in _suites(metafunc.module, metafunc.function) if game in (None, suite.name)]
    if "suite" in metafunc.fixturenames:
        metafunc.parametrize("suite", suites, ids=lambda suite: suite.name)
    if "plain" in metafunc.fixturenames:
        plain = [way for suite in suites for way in (suite.two_variants if quick else suite.plain_variants)]
        metafunc.parametrize("plain", plain, ids=lambda variant: variant.name)
    if "variant" in metafunc.fixturenames:
        cases = [_case(way) for suite in suites for way in (suite.two_variants if quick else suite.variants)]
        metafunc.parametrize("variant", cases)


def _case(variant: Variant) -> ParameterSet:
    marks = [pytest.mark.slow] if variant not in (*variant.suite.two_variants, *variant.suite.few_variants) else []
    return pytest.param(variant, id=variant.name, marks=marks)


def _is_ours(obj: object) -> bool:
    """Return whether an object is from the contract suite, not a test that the module itself defines."""
    return str(getattr(obj, "__module__", "")).startswith("hustings.testing.contract.")


def _suites(module: object, test: object) -> list[GameSuite]:
    """Return the module's games that declare everything that a test needs."""
    parts = [part for mark in getattr(test, "pytestmark", []) if mark.name == "needs" for part in mark.args]
    games: list[GameSuite] = getattr(module, "GAMES", [])
    return [suite for suite in games if all(suite.has(part) for part in parts)]
