"""One measured number of a study, with its interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from hustings.arena.matches.match import half_interval
from hustings.arena.matches.plan import Shares


@dataclass(frozen=True)
class Figure:
    """One measured number.

    Attributes:
        part: The question it answers: "seats", "options", "cards" or "luck".
        group: What it was measured under, such as "4 players" or "votes: 2024".
        name: What was measured, such as "P1" or "drawn".
        value: The number: a share, unless `name` says otherwise.
        error: Half its 95 % interval.
        games: How many games it comes from.
        fair: What it would be if all were equal; NaN where nothing is.
    """

    part: str
    group: str
    name: str
    value: float
    error: float
    games: int
    fair: float = math.nan

    @property
    def off(self) -> int:
        """1 or -1 where the interval lies above or below what is fair, else 0."""
        distance = self.value - self.fair
        return 0 if math.isnan(distance) or abs(distance) <= self.error else int(math.copysign(1, distance))


def measured(part: str, group: str, name: str, numbers: Shares, games: int, fair: float = math.nan) -> Figure:
    """The mean of independent numbers, each from as many games as any other."""
    return Figure(part, group, name, float(numbers.mean()), half_interval(numbers), games, fair)


def columns(figures: Sequence[Figure]) -> dict[str, list[Any]]:
    """Figures as columns by the names of their attributes."""
    return {field.name: [getattr(figure, field.name) for figure in figures] for field in fields(Figure)}
