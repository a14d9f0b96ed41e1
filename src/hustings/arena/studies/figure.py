"""One measured number of a study, with its interval."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from hustings.arena.intervals import chance_beyond, mean_error, share_error, student, surely_off
from hustings.arena.matches.plan import Shares
from hustings.engine.game import Game

LUCK = "luck"  # the part whose deals are each played once for every side


@dataclass(frozen=True)
class Figure:
    """One measured number.

    Attributes:
        part: The question it answers: "seats", "options", "cards" or "luck".
        group: What it was measured under, such as "4 players" or "votes: 2024".
        name: What was measured, such as "P1" or "drawn".
        value: The number: a share, unless `name` says otherwise.
        error: How far the truth may lie from it, with 95 %.
        games: How many games it comes from.
        fair: What it would be if all were equal; NaN where nothing is.
        off: 1 or -1 if it surely lies above or below `fair`, else 0: sure beside all other figures of its study.
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
        """The chance of a value so far from `fair` if the truth were fair."""
        distance = abs(self.value - self.fair)
        if not distance:
            return 1.0
        deals = round(self.games * self.fair) if self.part == LUCK and self.fair else self.games
        return chance_beyond(distance / self.error * student(deals - 1), deals - 1) if self.error else 0.0


def measured(part: str, group: str, name: str, numbers: Shares, games: int, fair: float = math.nan) -> Figure:
    """Return the mean of independent numbers from equal numbers of games."""
    return Figure(part, group, name, float(numbers.mean()), mean_error(numbers), games, fair)


def measured_share(part: str, group: str, name: str, numbers: Shares, games: int, fair: float = math.nan) -> Figure:
    """Return the mean of independent shares from 0 to 1."""
    return replace(measured(part, group, name, numbers, games, fair), error=share_error(numbers))


def judged(figures: Sequence[Figure]) -> tuple[Figure, ...]:
    """Return a study's figures with `off` set by Holm's method over all testable figures."""
    could = [number for number, one in enumerate(figures) if not math.isnan(one.fair)]
    found = [replace(one, off=0) for one in figures]
    for number, sure in zip(could, surely_off([figures[number].chance for number in could]), strict=True):
        if sure:
            found[number] = replace(found[number], off=1 if found[number].value > found[number].fair else -1)
    return tuple(found)


def columns(figures: Sequence[Figure]) -> dict[str, list[Any]]:
    """Return figures as columns by attribute."""
    return {each.name: [getattr(figure, each.name) for figure in figures] for each in fields(Figure)}


@dataclass(frozen=True)
class Findings:
    """The figures of one study; `off` of each takes all of them into account."""

    game: Game
    bot: str
    seed: int | str
    figures: tuple[Figure, ...]
    about: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "figures", judged(self.figures))

    def part(self, name: str) -> list[Figure]:
        """Return the figures of one question."""
        return [figure for figure in self.figures if figure.part == name]
