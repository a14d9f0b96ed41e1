"""The compiled entry points of a batch. Importing this module imports Numba."""

from __future__ import annotations

from typing import Any

from hustings.batch import meeting, stepping
from hustings.engine.installed import game_names
from hustings.engine.kernels import compiled

game_names()  # loads all of them: whichever a process plays, it looks for compiled code in the same folder
compiled.activate()

#: `stepping.serve`, in one piece: each game's rules are compiled into it once
serve: Any = compiled.entry(stepping.serve)

imagine_worlds: Any = compiled.entry(stepping.imagine_worlds)

#: how threads meet; without a rule
attend: Any = compiled.entry(meeting.attend)
gather: Any = compiled.entry(meeting.gather)

_observers: dict[str, Any] = {}


def observe(plain: Any) -> Any:
    """Return the compiled form of an `Observer`'s function; it states no rule."""
    if plain.__name__ not in _observers:
        _observers[plain.__name__] = compiled.entry(plain, apart=True)
    return _observers[plain.__name__]
