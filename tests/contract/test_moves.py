"""The contract of moves, for our games."""

from hustings.testing.contract.test_moves import *
from tests.games import GAMES

__all__ = ["GAMES"]
