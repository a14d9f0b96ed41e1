"""The order of sealed choices and the names of seats, in our games."""

from hustings.testing.contract.test_symmetry import *
from tests.games import GAMES

__all__ = ["GAMES"]
