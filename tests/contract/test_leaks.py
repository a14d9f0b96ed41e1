"""No seat of our games learns what it may not know."""

from hustings.testing.contract.test_leaks import *
from tests.games import GAMES

__all__ = ["GAMES"]
