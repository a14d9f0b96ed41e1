"""The compiled functions of a batch that Python calls. Importing this module imports Numba."""

from __future__ import annotations

from typing import Any

from hustings.batch import stepping
from hustings.engine.installed import game_names
from hustings.engine.kernels import compiled

game_names()  # loads all games, so that every process uses the same folder of compiled code, whichever game it plays
compiled.activate()

#: `stepping.serve` is one function with many operations, so that each game's rules are compiled into it only once
serve: Any = compiled.entry(stepping.serve)

imagine_worlds: Any = compiled.entry(stepping.imagine_worlds)

_observers: dict[str, Any] = {}


def observe(plain: Any) -> Any:
    """Return the compiled form of an `Observer`'s plain function, which contains no rules."""
    if plain.__name__ not in _observers:
        _observers[plain.__name__] = compiled.entry(plain, apart=True)
    return _observers[plain.__name__]
