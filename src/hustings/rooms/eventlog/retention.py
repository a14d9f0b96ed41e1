"""Decide when logs past their time may be removed, without trusting the wall clock.

A wall clock may be weeks behind or ahead: on a machine without a battery, after holidays, after a sleep. So a log is
removed only after the server itself has run for a day and found the log past its time in every search of that day.

Other processes may have used a log of the same store, and only their own running time tells when. So after a jump of
the wall clock a log that this process has not itself kept stays for the whole retention time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

DAY = 24 * 3600.0
JUMP = 60.0  # seconds; a greater difference between two clocks' speeds is a jump of the wall clock


class Retention:
    """Decides which logs of one kind may be removed.

    Args:
        running: A clock that nobody can set, in seconds, by which the server's own running time is measured.
        quiet: The retention time, in seconds.
    """

    def __init__(self, running: Callable[[], float] = time.monotonic, quiet: float = 0.0) -> None:
        self.running = running
        self._quiet = quiet
        self._jumped = False  # whether the wall clock has jumped since the start
        self._past: dict[str, float] = {}  # by code: when the log was first found past its time
        self._kept: dict[str, float] = {}  # by code: the running time until which the log is not past its time
        self._offset: float | None = None  # between the wall clock and the running time

    def keep(self, code: str, seconds: float) -> None:
        """Never remove a log within so many seconds of running time, or within those of an earlier call."""
        self._kept[code] = max(self.running() + seconds, self._kept.get(code, 0.0))

    def due(self, past: Iterable[str], wall: float) -> list[str]:
        """Return the logs that may be removed now.

        After a jump of the wall clock no log may be removed for a day, or for the retention time unless this process
        has kept it.

        Args:
            past: The codes of all logs that are past their time by the wall clock.
            wall: The wall clock, in seconds since 1970.
        """
        now = self.running()
        if self._offset is None or abs(wall - now - self._offset) > JUMP:
            self._jumped = self._jumped or self._offset is not None
            self._offset = wall - now
            self._past.clear()
        found = dict.fromkeys(past)
        self._kept = {code: self._kept[code] for code in self._kept if self._kept[code] > now or code in found}
        waiting = [code for code in found if code not in self._kept or self._kept[code] <= now]
        self._past = {code: self._past.get(code, now) for code in waiting}
        return [code for code, since in self._past.items() if now - since >= self._wait(code)]

    def _wait(self, code: str) -> float:
        """Return the seconds for which a log must be found past its time."""
        return max(DAY, self._quiet) if self._jumped and code not in self._kept else DAY

    @property
    def waiting(self) -> int:
        """The number of logs that were past their time at the last search."""
        return len(self._past)
