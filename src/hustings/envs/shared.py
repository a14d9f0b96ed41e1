"""What the adapters have in common: observations in several forms, utilities, ways to show a table."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap
from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.engine.errors import OptionError
from hustings.engine.game import Table
from hustings.engine.record.layout import Layout
from hustings.engine.table.core import whole

Numbers = npt.NDArray[Any]

#: how observations read: from 0 to 1 each; plain integers; a place for each word
FORMS = ("scaled", "numbers", "one-hot")
RENDER_MODES = ("human", "ansi", "svg")
WIDTH = 110  # letters in a line of text


class Form:
    """Observations of a layout in one of the `FORMS`. low, high: their bounds; OptionError for another form."""

    def __init__(self, layout: Layout, form: str) -> None:
        if form not in FORMS:
            raise OptionError("engine.no_such_form", value=repr(form), values=list(FORMS))
        self.layout, self.form = layout, form
        size = layout.one_hot_size if form == "one-hot" else layout.size
        plain = form == "numbers"
        self.low: Numbers = layout.low.astype(layout.dtype) if plain else np.zeros(size, np.float32)
        self.high: Numbers = layout.high.astype(layout.dtype) if plain else np.ones(size, np.float32)

    def of(self, table: Table, seat: int) -> Numbers:
        """What a seat sees at a table."""
        return self.made_of(table.observation(seat))

    def made_of(self, numbers: Numbers) -> Numbers:
        """Observations as integers in this form; the last axis are the columns."""
        if self.form == "numbers":
            return numbers
        return self.layout.one_hot(numbers) if self.form == "one-hot" else self.layout.scaled(numbers)


def utilities(table: Table) -> list[float]:
    """Each seat's share of the result times the number of seats, less one, so that they sum to zero; 0 before."""
    result = table.result
    return [float(share * table.seats - 1) for share in result.shares] if result else [0.0] * table.seats


def drawn(table: Table, mode: str | None) -> Any:
    """Show a table in one of the RENDER_MODES, as a spectator sees it: print it, or return its text or SVG."""
    shown: dict[str, Callable[[], Any]] = {
        "human": lambda: print(_text(table)),
        "ansi": lambda: _text(table),
        "svg": table.picture,
    }
    if mode is None:
        return None
    return shown[mode]()


def need_mode(mode: str | None) -> str | None:
    """The render mode, if it is one; OptionError otherwise."""
    if mode is not None and mode not in RENDER_MODES:
        raise OptionError("engine.no_such_mode", value=repr(mode), values=list(RENDER_MODES))
    return mode


def need_limit(limit: int | None) -> int | None:
    """Return a limit of moves or steps: None, or 1 and more; OptionError otherwise."""
    if limit is not None and (whole(limit) or 0) < 1:
        raise OptionError("engine.no_such_limit", value=repr(limit))
    return limit


def _text(table: Table) -> str:
    lines = [part for line in table.lines() for part in (wrap(line, WIDTH, subsequent_indent="    ") or [""])]
    return "\n".join(lines)
