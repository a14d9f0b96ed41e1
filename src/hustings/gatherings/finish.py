"""The end of a table: as a record of a log, and as a part of messages."""

from __future__ import annotations

from dataclasses import dataclass

from hustings.rooms.eventlog.records import LogEvent
from hustings.rooms.wire import Wire


@dataclass(frozen=True, slots=True)
class Finish(LogEvent):
    """The end of a table.

    scores: by seat (see `tally_seen`); winners: their seats; stopped: it was stopped early, so the leaders win.
    """

    scores: list[int]
    winners: list[int]
    stopped: bool


@dataclass(frozen=True, slots=True)
class FinishInfo(Wire):
    """The end of a table. winners: seats, none or all in a draw; stopped: it was stopped early.

    scores: by seat; after several counts the votes in the last one, 0 for players who had dropped out.
    """

    scores: list[int]
    winners: list[int]
    stopped: bool


def finish_info(finish: Finish | None) -> FinishInfo | None:
    """Return a table's end as a message."""
    return None if finish is None else FinishInfo(finish.scores, finish.winners, finish.stopped)
