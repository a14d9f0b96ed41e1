"""Shared code of the adapters: observations, utilities and rendering."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap
from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.engine.errors import OptionError
from hustings.engine.position import whole
from hustings.engine.record.layout import Layout
from hustings.engine.table import Table

Numbers = npt.NDArray[Any]

#: forms of observations: numbers from 0 to 1; plain integers; one-hot codes of the values that are words
FORMS = ("scaled", "numbers", "one-hot")
RENDER_MODES = ("human", "ansi", "svg")
WIDTH = 110  # characters in a line of text


class Form:
    """Observations in one of the `FORMS`, with their bounds `low` and `high`; raises OptionError for another form."""

    def __init__(self, layout: Layout, form: str) -> None:
        if form not in FORMS:
            raise OptionError("engine.no_such_form", value=repr(form), values=list(FORMS))
        self.layout, self.form = layout, form
        size = layout.one_hot_size if form == "one-hot" else layout.size
        plain = form == "numbers"
        self.low: Numbers = layout.low.astype(layout.dtype) if plain else np.zeros(size, np.float32)
        self.high: Numbers = layout.high.astype(layout.dtype) if plain else np.ones(size, np.float32)

    def of(self, table: Table, seat: int) -> Numbers:
        return self.made_of(table.observation(seat))

    def made_of(self, numbers: Numbers) -> Numbers:
        """Convert observations of plain integers to this form; the last axis holds the numbers of an observation."""
        if self.form == "numbers":
            return numbers
        return self.layout.one_hot(numbers) if self.form == "one-hot" else self.layout.scaled(numbers)


def utilities(table: Table) -> list[float]:
    """Return each seat's share of the result times the number of seats, minus 1 (they sum to 0); 0 before the end."""
    result = table.result
    return [float(share * table.seats - 1) for share in result.shares] if result else [0.0] * table.seats


def mask_of(table: Table, seat: int) -> Numbers:
    """Return 1 for each action of a seat that must decide and 0 for all others; only 0 if the seat need not decide."""
    return table.action_mask(seat) if seat in table.owes else np.zeros(table.book.actions, np.int8)


def drawn(table: Table, mode: str | None) -> Any:
    """Render a spectator's view in one of the RENDER_MODES: print text, return text or return SVG."""
    shown: dict[str, Callable[[], Any]] = {
        "human": lambda: print(_text(table)),
        "ansi": lambda: _text(table),
        "svg": table.picture,
    }
    if mode is None:
        return None
    return shown[mode]()


def need_mode(mode: str | None) -> str | None:
    """Return a valid render mode; raise OptionError otherwise."""
    if mode is not None and mode not in RENDER_MODES:
        raise OptionError("engine.no_such_mode", value=repr(mode), values=list(RENDER_MODES))
    return mode


def need_limit(limit: int | None) -> int | None:
    """Return a limit of moves or steps, None or at least 1; raise OptionError otherwise."""
    if limit is not None and (whole(limit) or 0) < 1:
        raise OptionError("engine.no_such_limit", value=repr(limit))
    return limit


def _text(table: Table) -> str:
    lines = [part for line in table.lines() for part in (wrap(line, WIDTH, subsequent_indent="    ") or [""])]
    return "\n".join(lines)
