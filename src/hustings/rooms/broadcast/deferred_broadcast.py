"""Updates that go along with an answer, or wait while answers go first."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Protocol

SLICE = 0.001  # seconds of showing until whatever else is due has its turn


class HasUpdates(Protocol):
    """Something with updates for its viewers."""

    def show_due(self) -> None:
        """Show what waits to be shown, if it has not been shown meanwhile."""


class DeferredBroadcast:
    """Shows rooms' updates in short slices; a queue of the rooms that wait between the event loop's other work.

    Making everybody's snapshot is half of a move's work; those who moved are not to wait for other rooms' snapshots.
    What is shown in the same turn of the event loop goes out with the acknowledgement before it, in one write, so the
    first slice is spent there.
    """

    def __init__(self) -> None:
        self._waiting: deque[HasUpdates] = deque()
        self._soon: asyncio.Handle | None = None
        self._end = 0.0  # of the slice of this turn of the event loop (time.monotonic)

    def add(self, room: HasUpdates) -> None:
        """Show a room's updates, after those that wait: at once while this turn's slice lasts."""
        now = time.monotonic()
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_soon(self._some)
            self._end = now + SLICE
        if self._waiting or now >= self._end:
            self._waiting.append(room)
        else:
            room.show_due()

    def _some(self) -> None:
        self._soon = None
        end = time.monotonic() + SLICE
        while self._waiting and time.monotonic() < end:
            self._waiting.popleft().show_due()
        if self._waiting:
            self._soon = asyncio.get_running_loop().call_soon(self._some)
