"""A clock that stands still while the computer sleeps, so that nobody is late because of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

TICK = 1.0  # seconds
MOST = 2.0  # the most seconds counted between two ticks; in a longer gap the machine or the process was suspended


class AwakeClock:
    """A clock that leaves out the time in which the computer sleeps, as long as `tick_on` runs.

    read: the clock that it is based on; without `tick_on`, all seconds of that clock count.
    """

    def __init__(self, read: Callable[[], float] = time.monotonic) -> None:
        self._read = read
        self._counted, self._at = 0.0, read()
        self._most = float("inf")

    def now(self) -> float:
        """Return the seconds counted so far, never decreasing."""
        return self._counted + min(self._read() - self._at, self._most)

    def tick(self) -> None:
        """Count the seconds since the last tick, up to MOST."""
        self._counted, self._at = self.now(), self._read()
        self._most = MOST

    async def tick_on(self) -> None:
        """Tick until cancelled."""
        while True:
            self.tick()
            await asyncio.sleep(TICK)
