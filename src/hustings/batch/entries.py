"""The compiled batch: what Python calls. Importing this module imports Numba."""

from __future__ import annotations

from functools import cache
from typing import Any

from hustings.batch import stepping
from hustings.engine.kernels import compiled
from hustings.engine.record.encoder import observer
from hustings.engine.record.layout import Layout
from hustings.engine.rulebook import game_names

game_names()  # loads all of them: whichever a process plays, it looks for compiled code in the same folder
compiled.activate()

#: `stepping.serve`, in one piece: each game's rules are compiled into it once
serve: Any = compiled.entry(stepping.serve)


@cache
def observe(layout: Layout) -> Any:
    """The compiled function that fills in observations of this layout; it takes what `record.encoder.observer` says.

    It is a piece of its own: compiled for each layout, with no rule in it.
    """
    return compiled.entry(observer(layout))
