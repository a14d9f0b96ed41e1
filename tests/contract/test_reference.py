"""Our games against their second implementations."""

from hustings.testing.contract.test_reference import *
from tests.games import GAMES

__all__ = ["GAMES"]
