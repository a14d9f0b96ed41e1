"""The contract of fast forms, for our games."""

from hustings.testing.contract.test_fast import *
from tests.games import GAMES

__all__ = ["GAMES"]
