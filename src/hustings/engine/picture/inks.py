"""The colours of the house and the hatchings of the sides: those of the browser's light pages (client/src/styles)."""

from __future__ import annotations

from typing import NamedTuple

PAPER, SHEET, SHADE, INK = "#f3e9d2", "#fbf5e6", "#e6d9bb", "#241d15"
SOFT, LINE, FOCUS, LIT, CALL = "#5c5040", "#a8997b", "#0b5fae", "#b9770a", "#f5dfae"

STEP = 8.0  # after so many pixels a hatching repeats itself
Stroke = tuple[float, float, float, float]


class Side(NamedTuple):
    """How a side is told: its fill, what is written on it, its colour as text, its hatching.

    lines    straight lines right across: a, b and c of a * x + b * y = c + k * STEP, for every whole k.
    strokes  short ones, from and to, on each square of STEP.
    """

    fill: str
    on: str
    text: str
    lines: tuple[tuple[int, int, int], ...] = ()
    strokes: tuple[Stroke, ...] = ()


SIDES = (
    Side("#6a2a56", "#fdf6e6", "#6a2a56", ((1, 1, 0),)),
    Side("#e2ac3a", "#241d15", "#7a5200", (), ((1, 2, 3, 2), (5, 6, 7, 6))),
    Side("#1f5f4f", "#fdf6e6", "#1f5f4f", ((1, 0, 2), (1, 0, 6))),
    Side("#c96f4a", "#241d15", "#8f3f1d", ((1, 0, 4), (0, 1, 4))),
    Side("#41667d", "#fdf6e6", "#2f5266", ((0, 1, 2), (0, 1, 6))),
    Side("#8b8a35", "#1c1a08", "#5a5912", (), ((0, 5, 4, 1), (4, 1, 8, 5))),
)


def side(number: int) -> Side:
    """The ink of a side, counted from 0; after the sixth they begin again."""
    return SIDES[number % len(SIDES)]
