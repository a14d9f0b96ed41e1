"""Games over days: windows in which people decide, missed deadlines, and leave.

A window opens for a person who must decide. It closes when they have decided, or at its deadline (see `rooms.hours`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated

from pydantic import Field

from hustings.engine.table import Table
from hustings.rooms.eventlog.records import LogEvent

DAY = 24 * 3600.0
EXCUSED = 2  # deadlines that a person may miss in a game; after that a bot plays until they are back
LEAVE = 7  # days of leave that a person may take in a room
DAYS_AHEAD = 120  # leave is declared at most so far ahead

ChairNumber = Annotated[int, Field(ge=0, lt=12)]
Instant = Annotated[float, Field(ge=0, lt=1e11)]
RoundNumber = Annotated[int, Field(ge=1, lt=10**6)]
Day = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$")]


@dataclass(frozen=True, slots=True)
class Awaited(LogEvent):
    """The open decisions of these chairs have a deadline; until, at: it and the time of this record, since 1970."""

    chairs: Annotated[list[ChairNumber], Field(min_length=1)]
    until: Instant
    at: Instant


@dataclass(frozen=True, slots=True)
class Missed(LogEvent):
    """A person has missed the deadline of their open decision, and a bot makes it."""

    chair: ChairNumber


@dataclass(frozen=True, slots=True)
class OnLeave(LogEvent):
    """A person declares all their days of leave, in place of those declared before."""

    chair: ChairNumber
    days: Annotated[list[Day], Field(max_length=LEAVE)]


@dataclass(frozen=True, slots=True)
class Planned(LogEvent):
    """A person has handed in a plan for a round by post, or taken it back; the plan itself is not in the log."""

    chair: ChairNumber
    round: RoundNumber
    ready: bool


@dataclass(frozen=True, slots=True)
class Collected(LogEvent):
    """The plans for a round by post are closed, and the room makes its moves.

    length: the number of entries in the game's log at that moment.
    """

    round: RoundNumber
    length: Annotated[int, Field(ge=0, lt=10**6)]


@dataclass(frozen=True, slots=True)
class Window:
    """A window. decision: the number of the chair's decision; until, at: the deadline, and when that was set."""

    decision: int
    until: float
    at: float


@dataclass(slots=True)
class Windows:
    """The windows of a room's current game.

    last    by chair: its last window.
    missed  by chair: the number of deadlines that its person has missed in this game.
    late    by chair: the number of the last decision that a bot makes because the deadline has passed.
    leave   by chair: the days of leave, also those that are over.
    planned    by chair: the last round by post for which its person has handed in a plan.
    collected  the last round by post whose plans are closed, and the log's length then; None before the first.
    """

    last: dict[int, Window] = field(default_factory=dict)
    missed: dict[int, int] = field(default_factory=dict)
    late: dict[int, int] = field(default_factory=dict)
    leave: dict[int, tuple[date, ...]] = field(default_factory=dict)
    planned: dict[int, int] = field(default_factory=dict)
    collected: Collected | None = None

    def apply(self, record: Awaited | Missed | OnLeave | Planned | Collected, decisions: Sequence[int]) -> None:
        """Apply a record; decisions: by chair, the number of its open decision."""
        match record:
            case Awaited():
                for chair in record.chairs:
                    self.last[chair] = Window(decisions[chair], record.until, record.at)
            case Missed(chair):
                self.missed[chair] = self.missed.get(chair, 0) + 1
                self.late[chair] = decisions[chair]
            case OnLeave():
                self.leave[record.chair] = tuple(map(date.fromisoformat, record.days))
            case Planned(ready=True):
                self.planned[record.chair] = record.round
            case Planned():
                self.planned.pop(record.chair, None)
            case Collected():
                self.collected = record
                self.close()

    def begin(self) -> None:
        """Forget the windows and missed deadlines of an earlier game."""
        self.missed.clear()
        self.planned.clear()
        self.collected = None
        self.close()

    def close(self) -> None:
        """Close all windows; new ones open for everybody who must decide."""
        self.last.clear()
        self.late.clear()

    def renumber(self, decisions: Sequence[int]) -> None:
        """Give the windows to the chairs' open decisions, because moves were taken back: nobody gains time by that."""
        self.last = {chair: Window(decisions[chair], window.until, window.at) for chair, window in self.last.items()}

    def of(self, chair: int, decision: int) -> Window | None:
        """Return the window of a chair's open decision, if it has one."""
        window = self.last.get(chair)
        return window if window is not None and window.decision == decision else None

    def all_leave(self) -> set[date]:
        """Return the days on which no window closes."""
        return {day for days in self.leave.values() for day in days}


def still_sealed(table: Table | None, length: int) -> bool:
    """Return True if only one choice was made since `length` entries, and others have still to make theirs at once."""
    return table is not None and table.book.simultaneous and table.length == length + 1 and bool(table.owes)
