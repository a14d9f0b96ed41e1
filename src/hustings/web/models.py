"""The path `/mcp`, at which language models play seats.

The module `web.mcp` imports a large library, so it is loaded at the first call.
"""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from typing import TYPE_CHECKING

from starlette.types import ASGIApp, Receive, Scope, Send

if TYPE_CHECKING:
    from hustings.web.mcp import ModelSeats

PATH = "/mcp"


def installed() -> bool:
    """Return whether the extra `mcp` is installed."""
    return find_spec("mcp") is not None


class Models:
    """The ASGI application at `/mcp`, which starts the MCP server at the first call."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._seats: ModelSeats | None = None
        self._running: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        async with self._starting:
            if self._seats is None:
                self._seats = await self._start()
        await self._seats(scope, receive, send)

    async def _start(self) -> ModelSeats:
        from hustings.web.mcp import ModelSeats

        seats, ready = ModelSeats(self._app, PATH), asyncio.Event()
        self._running = asyncio.create_task(seats.run(ready))
        await ready.wait()
        return seats

    async def close(self) -> None:
        """Stop the MCP server and close its seats."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
