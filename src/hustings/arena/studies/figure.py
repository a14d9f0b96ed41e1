"""One measured number of a study, with its interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from hustings.arena.matches.plan import Shares
from hustings.arena.stats import distance_chance, mean_error, share_error, surely_off

LUCK = "luck"  # the part of a study in which every deal is played once for each side


@dataclass(frozen=True)
class Figure:
    """One measured number of a study.

    Attributes:
        part: The study's question that the number answers: "seats", "options", "cards" or "luck".
        group: The conditions of the measurement, such as "4 players" or "votes: 2024".
        name: The measured quantity, such as "P1" (the share of seat P1) or "drawn".
        value: The number; it is a share unless `name` says otherwise.
        error: Half the width of the 95 % interval of `value`.
        games: The number of games that were measured.
        fair: The value to compare with, such as the share that a side wins if all are equal; NaN for no comparison.
        off: 1 or -1 if the value is surely above or below `fair`, otherwise 0; corrected for all figures of the study.
    """

    part: str
    group: str
    name: str
    value: float
    error: float
    games: int
    fair: float = math.nan
    off: int = 0

    @property
    def chance(self) -> float:
        """The p-value: the probability of a value at least so far from `fair` if the truth were `fair`."""
        deals = round(self.games * self.fair) if self.part == LUCK and self.fair else self.games
        return distance_chance(abs(self.value - self.fair), self.error, deals)


def measured(part: str, group: str, name: str, numbers: Shares, games: int, fair: float = math.nan) -> Figure:
    """Return the figure for the mean of independent numbers that equally many games were played for."""
    return Figure(part, group, name, float(numbers.mean()), mean_error(numbers), games, fair)


def measured_share(part: str, group: str, name: str, numbers: Shares, games: int, fair: float = math.nan) -> Figure:
    """Return the figure for the mean of independent shares from 0 to 1."""
    return replace(measured(part, group, name, numbers, games, fair), error=share_error(numbers))


def judged(figures: Sequence[Figure]) -> tuple[Figure, ...]:
    """Return a study's figures with `off` set by Holm's method over all figures that have a `fair` value."""
    could = [number for number, one in enumerate(figures) if not math.isnan(one.fair)]
    found = [replace(one, off=0) for one in figures]
    for number, sure in zip(could, surely_off([figures[number].chance for number in could]), strict=True):
        if sure:
            found[number] = replace(found[number], off=1 if found[number].value > found[number].fair else -1)
    return tuple(found)
