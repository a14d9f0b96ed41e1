"""What the adapters have in common: observations in several forms, utilities, pictures of a table."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from textwrap import wrap
from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.engine.errors import HustingsError, OptionError
from hustings.engine.record.layout import Layout
from hustings.engine.table import Table

Numbers = npt.NDArray[Any]

#: how observations read: from 0 to 1 each; plain integers; a place for each word
FORMS = ("scaled", "numbers", "one-hot")
RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
WIDTH, LETTER, LINE, MARGIN = 110, 7, 15, 12  # of a picture: letters in a line; the rest in pixels
LINES = 60  # of a picture at most, so that all have the same height


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
    """A table in one of the RENDER_MODES, as everybody sees it: printed, text, SVG, or an array of pixels."""
    lines = [part for line in table.lines() for part in (wrap(line, WIDTH, subsequent_indent="    ") or [""])]
    shown: dict[str, Callable[[], Any]] = {
        "human": lambda: print("\n".join(lines)),
        "ansi": lambda: "\n".join(lines),
        "svg": lambda: svg(lines),
        "rgb_array": lambda: pixels(lines),
    }
    if mode is None:
        return None
    return shown[mode]()


def need_mode(mode: str | None) -> str | None:
    """The render mode, if it is one; OptionError otherwise."""
    if mode is not None and mode not in RENDER_MODES:
        raise OptionError("engine.no_such_mode", value=repr(mode), values=list(RENDER_MODES))
    return mode


def size_of(lines: list[str]) -> tuple[int, int]:
    """How wide and high a picture of these lines is, in pixels."""
    return WIDTH * LETTER + 2 * MARGIN, max(LINES, len(lines)) * LINE + 2 * MARGIN


def svg(lines: list[str]) -> str:
    """The lines as a picture in SVG."""
    width, height = size_of(lines)
    texts = "".join(
        f'<text x="{MARGIN}" y="{MARGIN + LINE * (k + 1)}" xml:space="preserve">{escape(line)}</text>'
        for k, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="monospace" font-size="11"><rect width="100%" height="100%" fill="#fff"/>{texts}</svg>'
    )


def pixels(lines: list[str]) -> npt.NDArray[np.uint8]:
    """The lines as an array of pixels, shaped (height, width, 3); matplotlib draws them.

    Raises HustingsError where matplotlib is not installed.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise HustingsError("engine.no_matplotlib") from None
    dots = 100  # an inch
    width, height = size_of(lines)
    figure = Figure(figsize=(width / dots, height / dots), dpi=dots)
    figure.text(MARGIN / width, 1 - MARGIN / height, "\n".join(lines), family="monospace", size=8, va="top", wrap=False)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()  # type: ignore[no-untyped-call]  # nor has it types
    drawing: npt.NDArray[np.uint8] = np.asarray(canvas.buffer_rgba())[..., :3].copy()  # type: ignore[no-untyped-call]
    return drawing
