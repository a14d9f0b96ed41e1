"""Updates that wait while answers go first."""

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
    """A queue of the rooms whose updates wait, shown in short slices between the event loop's other work.

    Making everybody's snapshot is half of a move's work; those who moved are not to wait for other rooms' snapshots.
    """

    def __init__(self) -> None:
        self._waiting: deque[HasUpdates] = deque()
        self._soon: asyncio.Handle | None = None

    def add(self, room: HasUpdates) -> None:
        """Show a room's updates soon, after those that wait."""
        self._waiting.append(room)
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_soon(self._some)

    def _some(self) -> None:
        self._soon = None
        end = time.monotonic() + SLICE
        while self._waiting and time.monotonic() < end:
            self._waiting.popleft().show_due()
        if self._waiting:
            self._soon = asyncio.get_running_loop().call_soon(self._some)
