"""Small versions of our games, played to their end."""

from __future__ import annotations

from hustings.testing.contract.test_sizes import *
from tests.games import GAMES

__all__ = ["GAMES"]
