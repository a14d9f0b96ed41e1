"""The store that a command works on, and the arguments that name it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from hustings.engine.errors import OptionError

if TYPE_CHECKING:
    from hustings.rooms.stores.store import Store

Answer = TypeVar("Answer")

Data = Annotated[Path | None, typer.Option(metavar="DIR", help="The folder of the rooms; by default your data folder.")]
StoreAt = Annotated[
    str | None, typer.Option("--store", metavar="URL", help="A PostgreSQL store instead: postgresql://...")
]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask.")]
Code = Annotated[str, typer.Argument(metavar="CODE", help="The room's six letters.", show_default=False)]


def with_store(
    data: Path | None, url: str | None, work: Callable[[Store], Awaitable[Answer]], make: bool = False
) -> Answer:
    """Open the requested store, call `work` with it, and return the result.

    make  whether to create a store that does not exist, instead of raising OptionError.
    """
    from hustings.rooms.stores import FILE, open_store
    from hustings.web.settings import Settings

    settings = Settings() if data is None else Settings(data_dir=data)
    url = url or settings.store
    if not (make or url or (settings.data_dir / FILE).exists()):
        raise OptionError(f"there is no {FILE} in {settings.data_dir}; pass the data folder of a server")

    async def inside() -> Answer:
        store = await open_store(url, settings.data_dir)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(inside())


def clean(code: str) -> str:
    """Return the standard form of a room code as a person typed it; raise OptionError if it is no such code."""
    from hustings.rooms.keys import clean_code

    found = clean_code(code)
    if found is None:
        raise OptionError(f"{code[:20]!r} is not a room code; a code is six letters without vowels")
    return found
