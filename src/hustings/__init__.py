"""Hustings: a table for American election games.

>>> import hustings
>>> table = hustings.game("combat", edition="prose").start(seats=2, seed=7)
>>> table.owes
frozenset({0})
>>> str(table.play("P1 turn 3"))
'P1 turn 3'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hustings.engine.errors import HustingsError, IllegalMove, NotationError, OptionError, Reason, SavedGameError
    from hustings.engine.events import Event
    from hustings.engine.facts import Facts
    from hustings.engine.game import Game, game
    from hustings.engine.installed import game_names
    from hustings.engine.moves import Move
    from hustings.engine.notation import LegalMoves
    from hustings.engine.record.layout import Column, Layout
    from hustings.engine.result import Result
    from hustings.engine.rulebook import Clause, Option
    from hustings.engine.saved import load
    from hustings.engine.table import Table

__version__ = "0.1.0"

__all__ = [
    "Clause",
    "Column",
    "Event",
    "Facts",
    "Game",
    "HustingsError",
    "IllegalMove",
    "Layout",
    "LegalMoves",
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

#: where the names above live; each is imported when first asked for, so that the command line starts without NumPy
_HOMES = {
    "rulebook": ("Clause", "Option"),
    "installed": ("game_names",),
    "game": ("Game", "game"),
    "table": ("Table",),
    "facts": ("Facts",),
    "record.layout": ("Column", "Layout"),
    "errors": ("HustingsError", "IllegalMove", "NotationError", "OptionError", "Reason", "SavedGameError"),
    "moves": ("Move",),
    "notation": ("LegalMoves",),
    "saved": ("load",),
    "events": ("Event",),
    "result": ("Result",),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return globals().setdefault(name, getattr(import_module(f"hustings.engine.{home}"), name))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
