"""The contract of tables, for our games."""

from hustings.testing.contract.test_tables import *
from tests.games import GAMES

__all__ = ["GAMES"]
