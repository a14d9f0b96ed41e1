"""Hustings: a table for American election games.

>>> import hustings
>>> table = hustings.game("combat", edition="prose").start(seats=2, seed=7)
>>> table.owes
frozenset({0})
>>> str(table.play("P1 turn 3"))
'P1 turn 3'
"""

from hustings.engine.book import Clause, Game, Option, game, game_names
from hustings.engine.errors import HustingsError, IllegalMove, NotationError, OptionError, Reason, SavedGameError
from hustings.engine.moves import Move
from hustings.engine.saved import load
from hustings.engine.table import Event, Result, Table

__version__ = "0.1.0"

__all__ = [
    "Clause",
    "Event",
    "Game",
    "HustingsError",
    "IllegalMove",
    "Move",
    "NotationError",
    "Option",
    "OptionError",
    "Reason",
    "Result",
    "SavedGameError",
    "Table",
    "game",
    "game_names",
    "load",
]
