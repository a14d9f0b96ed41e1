"""Observations of our games say what the views say."""

from hustings.testing.contract.test_observations import *
from tests.games import GAMES

__all__ = ["GAMES"]
