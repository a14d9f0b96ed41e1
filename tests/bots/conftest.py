"""The toy game, shared with the engine's tests."""

from tests.engine.conftest import install, toy

__all__ = ["install", "toy"]
