"""Public information on a game over days: deadlines, absence and leave, and the round by post."""

from __future__ import annotations

from dataclasses import dataclass

from hustings.rooms.log.rounds import round_now
from hustings.rooms.log.state import RoomState
from hustings.rooms.log.windows import EXCUSED, LEAVE
from hustings.rooms.wire import Wire


@dataclass(frozen=True, slots=True)
class DaysInfo(Wire):
    """A game over days, each by seat.

    until: the deadline of a seat's last decision, in seconds since 1970; it holds if the seat must move.
    missed: the number of deadlines that the seat's person has missed; excused: how many a person may miss.
    leave: the days on which the seat's person is away, as dates; leave_days: how many days a person may take.
    round: the number of the round, if the game is played by post; null if people make moves.
    """

    until: dict[str, float]
    missed: dict[str, int]
    excused: int
    leave: dict[str, list[str]]
    leave_days: int
    round: int | None = None


def days_info(state: RoomState) -> DaysInfo | None:
    """Return the deadlines and the leave, or None if the game is not played over days."""
    if state.settings.clock != "days":
        return None
    windows, seats = state.windows, [(str(seat), chair) for seat, chair in enumerate(state.order)]
    return DaysInfo(
        until={seat: windows.last[chair].until for seat, chair in seats if chair in windows.last},
        missed={seat: windows.missed[chair] for seat, chair in seats if chair in windows.missed},
        excused=EXCUSED,
        leave={seat: [f"{day}" for day in windows.leave[chair]] for seat, chair in seats if windows.leave.get(chair)},
        leave_days=LEAVE,
        round=round_now(state),
    )
