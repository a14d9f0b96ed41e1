"""Warnings that are logged at most once a minute."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

EVERY = 60.0  # seconds


class SeldomLog:
    """Logs each kind of warning at most once a minute, with the number of warnings suppressed since.

    now: the clock, in seconds.
    """

    def __init__(self, logger: logging.Logger, now: Callable[[], float] = time.monotonic) -> None:
        self._logger, self._now = logger, now
        self._kinds: dict[str, tuple[float, int]] = {}  # by kind: when last logged, and how many suppressed since

    def warn(self, kind: str, text: str) -> None:
        """Log a warning, or only count it if one of its kind was logged within the last minute."""
        last, left_out = self._kinds.get(kind, (float("-inf"), 0))
        now = self._now()
        if now - last < EVERY:
            self._kinds[kind] = last, left_out + 1
            return
        self._kinds[kind] = now, 0
        more = f" (and {left_out} more since the last such line)" if left_out else ""
        self._logger.warning("%s%s", text, more)
