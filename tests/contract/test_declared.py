"""What our games declare of themselves holds."""

from hustings.testing.contract.test_declared import *
from tests.games import GAMES

__all__ = ["GAMES"]
