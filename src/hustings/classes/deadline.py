"""The time at which a class's tables stop, counted by a clock that nobody can set."""

from __future__ import annotations

import time
from collections.abc import Callable


class Deadline:
    """Counts the seconds until a class's deadline.

    The log has the deadline as a time of the wall clock, which is read once: when the deadline is set or its class is
    loaded. A wall clock that is set later neither ends the game nor puts off its end.

    Args:
        running: A clock that nobody can set, in seconds.
    """

    def __init__(self, running: Callable[[], float]) -> None:
        self._running = running
        self._known: tuple[float, float] | None = None  # the deadline of the log, and the same by the running clock

    def left(self, stop_at: float | None) -> float | None:
        """Return the seconds left, negative once they are over; None without a deadline.

        Args:
            stop_at: The deadline of the log, in seconds since 1970.
        """
        now = self._running()
        if stop_at is None:
            self._known = None
            return None
        if self._known is None or self._known[0] != stop_at:
            self._known = stop_at, now + stop_at - time.time()
        return self._known[1] - now
