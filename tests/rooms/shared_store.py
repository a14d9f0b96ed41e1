"""A store that several processes share, for tests: emptied, and with the rooms of one process over it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from hustings.rooms.stores.postgres import PostgresStore
from tests.rooms.helpers import (
    Rooms,
    open_rooms,
)


@asynccontextmanager
async def store_at(url: str) -> AsyncIterator[PostgresStore]:
    """An empty store."""
    store = await PostgresStore.open(url)
    try:
        await store._ask("DELETE FROM log")
        await store._ask("DELETE FROM room")
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def server(url: str) -> AsyncIterator[Rooms]:
    """The rooms of one process among several."""
    async with open_rooms(None, await PostgresStore.open(url)) as rooms:  # type: ignore[arg-type]
        rooms.start()
        yield rooms
