"""The checkers of our games are checked."""

from __future__ import annotations

import pytest

from hustings.testing import GameSuite
from hustings.testing.contract.test_check import *
from tests.games import GAMES

__all__ = ["GAMES"]

LEAST = 20


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_of_ours_has_twenty_corruptions(game: GameSuite) -> None:
    assert len(game.corruptions) >= LEAST
