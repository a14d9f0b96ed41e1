"""The hours at which decisions are due in a game over days."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from hustings.rooms.errors import RoomError

LEAST_GAP = 12 * 3600.0  # seconds that people have at least


def zone_of(name: str) -> ZoneInfo:
    """Return the time zone that a name like `America/New_York` stands for. Raises RoomError for any other name."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise RoomError("room.no_zone", zone=name[:40]) from error


@dataclass(frozen=True, slots=True)
class Hours:
    """When windows close. hours: one or two times of day in the zone; weekends: whether also on Saturday and Sunday."""

    zone: str
    hours: str
    weekends: bool

    def after(self, now: float, leave: Iterable[date] = ()) -> float:
        """Return the deadline of a window that opens at `now`; both in seconds since 1970.

        A time that a change of the clocks leaves out counts an hour later; of a time that comes twice the first counts.
        """
        zone, away = zone_of(self.zone), frozenset(leave)
        times = sorted(time.fromisoformat(hour) for hour in self.hours.split())
        day = datetime.fromtimestamp(now, zone).date()
        while True:
            if day not in away and (self.weekends or day.weekday() < 5):
                for hour in times:
                    at = datetime.combine(day, hour, zone).timestamp()
                    if at - now >= LEAST_GAP:
                        return at
            day += timedelta(days=1)

    def today(self, now: float) -> date:
        """Return the date in the zone."""
        return datetime.fromtimestamp(now, zone_of(self.zone)).date()
