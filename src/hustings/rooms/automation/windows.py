"""The records that a game over days needs at its deadlines: functions from a room's state to records of its log.

Windows open for the people who must decide. A window that nobody used by its deadline is closed by a bot: the first
`EXCUSED` times for this decision only, later until the person is back. Nobody loses a game by absence.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from datetime import date, datetime

from hustings.rooms.automation.bot_pool import STAND_IN
from hustings.rooms.errors import RoomError
from hustings.rooms.hours import LEAST_GAP, zone_of
from hustings.rooms.log.log_events import Record, SeatChanged
from hustings.rooms.log.rounds import owing
from hustings.rooms.log.state import RoomState
from hustings.rooms.log.windows import DAY, DAYS_AHEAD, EXCUSED, LEAVE, Awaited, Missed, OnLeave

SOON = 60.0  # seconds until a room is looked at again in which only bots must move
KEPT = 30 * DAY  # how long a room is kept after its last deadline


def unawaited(state: RoomState) -> list[int]:
    """Return the chairs of people who must decide and have no window yet, in a game over days."""
    if state.settings.clock != "days" or not _in_play(state):
        return []
    return [chair for chair in _asked(state) if state.windows.of(chair, state.decisions[chair]) is None]


def opened(state: RoomState, now: float) -> list[Awaited]:
    """Return the record that opens windows for the people who must decide and have none; now: since 1970."""
    chairs, hours = unawaited(state), state.settings.over_days
    if not chairs or hours is None:
        return []
    return [Awaited(chairs, hours.after(now, state.windows.all_leave()), now)]


def missed(state: RoomState, now: float, here: Collection[int]) -> list[Record]:
    """Return the records for the deadlines that have passed; here: the chairs of the people who are present.

    Somebody who is present and does not decide loses only the decision.
    """
    records: list[Record] = []
    for chair in _open_windows(state):
        if state.windows.last[chair].until > now or state.windows.late.get(chair) == state.decisions[chair]:
            continue
        holder = state.chairs[chair]
        if state.windows.missed.get(chair, 0) < EXCUSED or chair in here or holder.kind != "person":
            records.append(Missed(chair))
        else:
            records.append(SeatChanged(chair, replace(holder, stand_in=STAND_IN), "stand-in"))
    return records


def postponed(state: RoomState, since: float, now: float) -> list[Awaited]:
    """Return the records that move the deadlines by the length of an outage, at most by a day.

    A deadline that would have passed all the same moves to the next of the room's hours. since: when the outage began.
    """
    hours = state.settings.over_days
    if hours is None:
        return []
    moved: dict[float, list[int]] = {}
    for chair in _open_windows(state):
        window = state.windows.last[chair]
        lost = min(now - max(since, window.at), DAY)
        if lost > 0:
            until = window.until + lost
            moved.setdefault(until if until > now else hours.after(now, state.windows.all_leave()), []).append(chair)
    return [Awaited(chairs, until, now) for until, chairs in sorted(moved.items())]


def next_wake(state: RoomState, now: float) -> float | None:
    """Return when the room must be looked at again, in seconds since 1970; None: not before somebody comes."""
    if state.settings.clock != "days" or not _in_play(state):
        return None
    return min(deadlines(state).values(), default=now + SOON)


def deadlines(state: RoomState) -> dict[int, float]:
    """Return the deadline of each chair whose window is open, in seconds since 1970."""
    return {chair: state.windows.last[chair].until for chair in _open_windows(state)}


def leave(state: RoomState, chairs: tuple[int, ...], days: Iterable[str], now: float) -> list[Record]:
    """Return the records with which a person declares the coming days of their leave, in place of earlier ones.

    Deadlines on these days move to the next of the room's hours. Days up to today stay as they were.

    Args:
        state: The room.
        chairs: The chairs of the person.
        days: The dates on which they will be away ("2026-03-02"), from tomorrow in the room's zone.
        now: The time, in seconds since 1970.

    Raises:
        RoomError: If a day is over or too far ahead, there are too many, or nothing is played over days.
    """
    hours = state.settings.over_days
    if hours is None:
        raise RoomError("room.no_leave")
    today, chair = hours.today(now), chairs[0]
    over = [day for day in state.windows.leave.get(chair, ()) if day <= today]
    try:
        chosen = sorted({date.fromisoformat(day) for day in days})
    except ValueError:
        raise RoomError("room.leave_beforehand", most=DAYS_AHEAD) from None
    if any(not 0 < (day - today).days <= DAYS_AHEAD for day in chosen):
        raise RoomError("room.leave_beforehand", most=DAYS_AHEAD)
    if len(over) + len(chosen) > LEAVE:
        raise RoomError("room.leave_too_long", most=LEAVE)
    away = state.windows.all_leave().difference(state.windows.leave.get(chair, ())).union(over, chosen)
    moved: dict[float, list[int]] = {}
    for other in _open_windows(state):
        until = state.windows.last[other].until
        if datetime.fromtimestamp(until, zone_of(hours.zone)).date() in away:
            moved.setdefault(hours.after(until - LEAST_GAP, away), []).append(other)
    declared = OnLeave(chair, [day.isoformat() for day in (*over, *chosen)])
    return [declared, *(Awaited(moving, until, now) for until, moving in sorted(moved.items()))]


def _in_play(state: RoomState) -> bool:
    return state.phase == "playing" and state.table is not None and not state.paused


def _asked(state: RoomState) -> Iterator[int]:
    """Yield the chairs of the people who must decide."""
    for seat in owing(state):
        chair = state.order[seat]
        if state.chairs[chair].bot is None:
            yield chair


def _open_windows(state: RoomState) -> list[int]:
    """Return the chairs that must decide and have a window."""
    if not _in_play(state):
        return []
    return [chair for chair in _asked(state) if state.windows.of(chair, state.decisions[chair]) is not None]
