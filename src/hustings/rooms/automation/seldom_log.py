"""Warnings that are logged at most once a minute."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

EVERY = 60.0  # seconds


class SeldomLog:
    """Logs each kind of warning at most once a minute, with the number of suppressed ones.

    now: the clock, in seconds.
    """

    def __init__(self, logger: logging.Logger, now: Callable[[], float] = time.monotonic) -> None:
        self._logger, self._now = logger, now
        self._kinds: dict[str, tuple[float, int]] = {}  # when it was logged last, and how many were left out since

    def warn(self, kind: str, text: str) -> None:
        """Log a warning, or only count it."""
        last, left_out = self._kinds.get(kind, (float("-inf"), 0))
        now = self._now()
        if now - last < EVERY:
            self._kinds[kind] = last, left_out + 1
            return
        self._kinds[kind] = now, 0
        more = f" (and {left_out} more since the last such line)" if left_out else ""
        self._logger.warning("%s%s", text, more)
