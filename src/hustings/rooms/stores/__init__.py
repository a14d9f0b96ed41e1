"""Open a store: an SQLite file in a folder, or a PostgreSQL database at a URL."""

from __future__ import annotations

from pathlib import Path

from hustings.rooms.errors import StoreError
from hustings.rooms.stores.sqlite import SqliteStore
from hustings.rooms.stores.store import Store

FILE = "rooms.db"
POSTGRES = ("postgresql://", "postgres://")


async def open_store(url: str | None, folder: Path) -> Store:
    """Open the store at a URL; without a URL, open the file in the folder. Raises StoreError if it cannot be used."""
    if url is None:
        return SqliteStore(folder / FILE)
    if not url.startswith(POSTGRES):
        raise StoreError("room.store_address")
    try:
        from hustings.rooms.stores.postgres import PostgresStore
    except ImportError:
        raise StoreError("room.postgres_missing") from None
    return await PostgresStore.open(url)
