"""When logs must be woken: one row for each log, worked out again from its state after each wake-up.

A row may be too early, for the log knows itself what is due; it is never too late.
"""

from __future__ import annotations

from hustings.rooms.stores.store import Store


class Due:
    """The wake-ups in a store, and the pulse of the servers that watch them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def set(self, log: str, at: float | None) -> None:
        """Have a log woken at a time (seconds since 1970), instead of at an earlier call's time; None: no more."""
        if at is None:
            await self._store.ask("DELETE FROM due WHERE log = $1", log)
        else:
            await self._store.ask(
                "INSERT INTO due VALUES ($1, $2) ON CONFLICT (log) DO UPDATE SET at = excluded.at", log, at
            )

    async def until(self, now: float) -> list[str]:
        """Return the logs that are due by a time, the longest overdue first."""
        return [row[0] for row in await self._store.ask("SELECT log FROM due WHERE at <= $1 ORDER BY at, log", now)]

    async def pulse(self) -> float | None:
        """Return when a server last watched the wake-ups; None if none ever has."""
        rows = await self._store.ask("SELECT at FROM pulse WHERE one = 1")
        return float(rows[0][0]) if rows else None

    async def beat(self, now: float) -> None:
        """Store that a server watches the wake-ups now."""
        await self._store.ask("INSERT INTO pulse VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET at = excluded.at", now)
