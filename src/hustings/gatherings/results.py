"""Results of tables: shares of a game, sides, and how close a game is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from hustings.engine import game as games
from hustings.gatherings.settings import GameSettings
from hustings.rooms.eventlog.records import LogEvent


@dataclass(frozen=True, slots=True)
class Finish(LogEvent):
    """The end of a table. winners: their seats, none or all in a draw; stopped: it was stopped early, so leaders win.

    scores: by seat; after several counts the votes in the last one, 0 for players who had dropped out.
    """

    scores: list[int]
    winners: list[int]
    stopped: bool


def gap_of(scores: list[int]) -> float | None:
    """Return the gap between the two highest scores as a share of the sum of all scores; None if the sum is 0.

    >>> gap_of([270, 268]), gap_of([0, 0])
    (0.0037174721189591076, None)
    """
    total, ordered = sum(scores), sorted(scores, reverse=True)
    return None if total <= 0 or len(ordered) < 2 else (ordered[0] - ordered[1]) / total


def shares(finish: Finish, sides: Sequence[Sequence[int]]) -> list[float]:
    """Return each seat's share of a finished game; each partner has the whole share of their side."""
    first = [side for side in sides if side[0] in finish.winners] or sides
    seats = sum(len(side) for side in sides)
    return [1 / len(first) if any(seat in side for side in first) else 0.0 for seat in range(seats)]


def sides_of(settings: GameSettings, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side of a table; without partners each seat is a side."""
    return _sides(settings.game, tuple(settings.options.items()), seats)


@lru_cache(maxsize=64)
def _sides(name: str, options: tuple[tuple[str, str], ...], seats: int) -> tuple[tuple[int, ...], ...]:
    return games.game(name, **dict(options)).start(seats=seats, seed=0).sides
