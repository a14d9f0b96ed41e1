"""The levels that play inside a batch: those that do not search."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from hustings.bots import LEVELS, level
from hustings.bots.search import Settings
from hustings.bots.search.quick import ANY_CHOICE, ANY_LEGAL, ASKED
from hustings.engine.errors import OptionError
from hustings.engine.position import whole


def lapse_of(name: str) -> float:
    """Return a level's lapse (`quick`); raise OptionError for a level that searches."""
    play = level(name).play
    if isinstance(play, Settings):
        quick = [each.name for each in LEVELS.values() if each.quick]
        raise OptionError("batch.slow_level", level=name, levels=quick)
    return play


def open_lapse(name: str) -> float:
    """Return a level's lapse; the level `random` then plays any legal move, not one of its choices."""
    lapse = lapse_of(name)
    return ANY_LEGAL if lapse == ANY_CHOICE else lapse


def lapses_of(levels: Mapping[int, str], seats: int) -> npt.NDArray[np.float64]:
    lapses = np.full(seats, ASKED)
    for given, name in levels.items():
        seat = whole(given)
        if seat is None or not 0 <= seat < seats:
            raise OptionError("batch.no_such_seat", seat=repr(given), last=seats - 1)
        lapses[seat] = lapse_of(name)
    if (lapses != ASKED).all():
        raise OptionError("batch.no_seat_left")
    return lapses
