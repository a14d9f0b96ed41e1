"""Bots that are functions: `learned`, those of installed packages, and your own as `module:function`.

A package registers its bots in its pyproject.toml:

    [project.entry-points."hustings.bots"]
    careful = "my_bots:careful"

Only people at this machine can choose code to run, so rooms never look up levels here.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from functools import cache, reduce
from importlib.metadata import EntryPoint

from hustings.engine.entry_points import contest, providers
from hustings.engine.errors import HustingsError, OptionError
from hustings.engine.game import Game
from hustings.engine.moves import Move
from hustings.engine.record import Row
from hustings.engine.table import Table

ENTRY_POINTS = "hustings.bots"
OURS = EntryPoint("learned", "hustings.bots.learned:choose", ENTRY_POINTS)

#: a function that takes a table as its seat sees it, the seat, and a key for random numbers; returns a move or its text
Function = Callable[[Table, int, int], Move | str]


@cache
def _entry_points() -> Mapping[str, tuple[EntryPoint, ...]]:
    return {**providers(ENTRY_POINTS), OURS.name: (OURS,)}


def installed() -> tuple[str, ...]:
    """Return the names of bots that are functions, in alphabetical order: `learned` and those of installed packages.

    Examples:
        >>> from hustings import bots
        >>> bots.installed()
        ('learned',)
    """
    return tuple(sorted(_entry_points()))


def is_own(name: str) -> bool:
    """Return whether a name is one of `installed` or has the form `module:function`."""
    return ":" in name or name in _entry_points()


def function(name: str) -> Function:
    """Return the function of an installed bot or of `module:function`; raise OptionError if it cannot be loaded."""
    points = _entry_points().get(name, ())
    if wrong := contest(points):
        raise OptionError("bot.cannot_be_had", name=name, text=wrong)
    module, _, path = (points[0].value if points else name).partition(":")
    try:
        found = reached(importlib.import_module(module), path)
    except (Exception, SystemExit) as error:  # any error of the imported module
        raise OptionError("bot.cannot_be_had", name=name, text=f"{type(error).__name__}: {error}") from None
    if not callable(found):
        raise OptionError("bot.no_function", name=name)
    played: Function = found
    return played


def reached(module: object, path: str) -> object:
    """Return the object at a dotted path in a module; raise AttributeError if an attribute is missing."""
    return reduce(getattr, path.split("."), module)


def asked(play: Function, game: Game, view: Row | bytes, seat: int, key: int) -> Move:
    """Call a bot's function with a seat's view and return its move; raise HustingsError if it fails or is illegal."""
    row = game.book.schema.new(view if isinstance(view, bytes) else view.tobytes())
    table = Table(game, row, lambda stream, count: 0, asked=True)
    name = getattr(play, "__qualname__", repr(play))
    try:
        move = play(table, seat, key)
    except HustingsError:
        raise
    except Exception as error:
        raise HustingsError("bot.failed", name=name, text=repr(error)) from error
    for legal in table.legal(seat):
        if move in (legal, str(legal)):
            return legal
    raise OptionError("bot.not_legal", name=name, move=str(move))
