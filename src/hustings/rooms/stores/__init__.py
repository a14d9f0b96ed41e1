"""Opening a store: a file of SQLite in a folder, or a PostgreSQL database by its URL."""

from __future__ import annotations

from pathlib import Path

from hustings.rooms.cluster.bus import Bus
from hustings.rooms.errors import StoreError
from hustings.rooms.stores.sqlite import SqliteStore
from hustings.rooms.stores.store import Store

FILE = "rooms.db"
POSTGRES = ("postgresql://", "postgres://")


async def open_store(url: str | None, folder: Path, bus: str | None = None) -> Store:
    """The store at a URL, or the file in the folder where there is none. Raises StoreError where it cannot be used.

    bus  the URL of a Redis server that carries notices between processes, instead of the database.
    """
    if url is None:
        if bus is not None:
            raise StoreError("room.bus_without_database")
        return SqliteStore(folder / FILE)
    if not url.startswith(POSTGRES):
        raise StoreError("room.store_address")
    try:
        from hustings.rooms.stores.postgres import PostgresStore
    except ImportError:
        raise StoreError("room.postgres_missing") from None
    notices = None if bus is None else _bus(bus)
    try:
        return await PostgresStore.open(url, notices)
    except BaseException:
        if notices is not None:
            await notices.close()
        raise


def _bus(url: str) -> Bus:
    try:
        from hustings.rooms.cluster.redis_bus import RedisBus
    except ImportError:
        raise StoreError("room.redis_missing") from None
    return RedisBus(url)
