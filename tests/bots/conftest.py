"""Fixtures and parameters shared with the other suites: the toy game, and every way to play every game."""

from tests.contract.conftest import pytest_generate_tests
from tests.engine.conftest import install, toy

__all__ = ["install", "pytest_generate_tests", "toy"]
