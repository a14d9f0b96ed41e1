"""The toy game of the engine's tests sits at the terminal too: its every line can be move_odds."""

from __future__ import annotations

from tests.engine.conftest import install, toy

__all__ = ["install", "toy"]
