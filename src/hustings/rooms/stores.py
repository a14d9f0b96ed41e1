"""Opening a store: a file of SQLite in a folder, or a PostgreSQL database by its URL."""

from __future__ import annotations

from pathlib import Path

from hustings.rooms.errors import StoreError
from hustings.rooms.sqlite import SqliteStore
from hustings.rooms.store import Store

FILE = "rooms.db"
POSTGRES = ("postgresql://", "postgres://")


async def open_store(url: str | None, folder: Path) -> Store:
    """The store at a URL, or the file in the folder where there is none. Raises StoreError where it cannot be used."""
    if url is None:
        return SqliteStore(folder / FILE)
    if not url.startswith(POSTGRES):
        raise StoreError("the store's address must begin with postgresql://; without one, rooms lie in a file")
    try:
        from hustings.rooms.postgres import PostgresStore
    except ImportError:
        raise StoreError("PostgreSQL needs one more package: pip install 'hustings[postgres]'") from None
    return await PostgresStore.open(url)
