"""Entrants of a match: a level (`thumb`), a search (`search:iterations=2000`), or a function (`module:function`)."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce

from hustings.bots import level
from hustings.bots.levels import Play
from hustings.bots.search import Settings
from hustings.engine.errors import OptionError
from hustings.engine.moves import Move
from hustings.engine.table import Table

SEARCH = "search"

Function = Callable[[Table, int, int], Move | str]


@dataclass(frozen=True)
class Entrant:
    """What plays: its name as it was given, and how it plays.

    A function is called with a table that shows what its seat sees, the seat and a key, and returns a move or its text.

    Attributes:
        name: Read again in another process, it names the same entrant; but see `travels`.
        play: The settings of a search, how often the rule of thumb lapses, or a function.

    Examples:
        >>> from hustings.arena import Entrant
        >>> Entrant.read("search:iterations=20").play.iterations
        20
    """

    name: str
    play: Play | Function

    @classmethod
    def read(cls, given: str | Function | Entrant) -> Entrant:
        """The entrant that a text names, or that a function is.

        Raises:
            OptionError: The text names none.
        """
        if isinstance(given, Entrant):
            return given
        if not isinstance(given, str):
            return cls(f"{given.__module__}:{given.__qualname__}", given)
        name, colon, rest = given.partition(":")
        if not colon and name != SEARCH:
            return cls(given, level(name).play)
        if name == SEARCH:
            return cls(given, Settings.read(rest))
        return cls(given, _function(given, name, rest))

    @property
    def quick(self) -> bool:
        """Whether its games are played wholly in compiled code."""
        return isinstance(self.play, float)

    @property
    def travels(self) -> bool:
        """Whether another process can have it by its name."""
        if not callable(self.play):
            return True
        module, _, path = self.name.partition(":")
        if module == "__main__" or module not in sys.modules:
            return False
        try:
            return _reached(sys.modules[module], path) is self.play
        except AttributeError:
            return False


def _function(text: str, module: str, path: str) -> Function:
    try:
        function: object = _reached(importlib.import_module(module), path)
    except (ImportError, AttributeError, ValueError) as error:
        raise OptionError(f"the entrant {text!r} cannot be had: {error}") from None
    if not callable(function):
        raise OptionError(f"the entrant {text!r} is no function")
    return function


def _reached(module: object, path: str) -> object:
    return reduce(getattr, path.split("."), module)
