"""The MCP endpoint `/mcp`, through which language models play seats in this server's rooms (Streamable HTTP).

A call names its seat by `?room=CODE` and the seat's token as bearer. The seat uses the server's own protocol like any
other client, so a model never sees anything that a person at the seat could not see.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

import httpx2
from mcp.server.mcpserver import Context
from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from hustings.models.seat import Seat, SeatError
from hustings.models.server import serve_seat
from hustings.rooms.keys import clean_code, token_digest
from hustings.web.app_state import address_of

QUIET = 300.0  # seconds without a call after which a seat's connection ends
MOST_SEATS = 200
MOST_BY_ADDRESS, MOST_BY_ROOM = 50, 12  # of these; a school shares one address


class ModelSeats:
    """Seats held by language models on this server; path: the URL path of the MCP endpoint."""

    def __init__(self, app: ASGIApp, path: str) -> None:
        self._app = app
        self._seats: dict[tuple[str, str], Seat] = {}
        self._from: dict[tuple[str, str], str] = {}  # the address that each seat was opened from
        self._used: dict[tuple[str, str], float] = {}
        self._opening: dict[tuple[str, str], asyncio.Task[Seat]] = {}  # so that two first calls share a seat
        self._server = serve_seat(self._seat_of)
        # The host is checked for all paths alike, by the server's own rules.
        open_security = TransportSecuritySettings(enable_dns_rebinding_protection=False)
        self._http = self._server.streamable_http_app(
            streamable_http_path=path, json_response=True, stateless_http=True, transport_security=open_security
        )

    async def run(self, ready: asyncio.Event) -> None:
        """Answer calls until cancelled."""
        async with self._server.session_manager.run():
            ready.set()
            try:
                await asyncio.Event().wait()
            finally:
                for opening in self._opening.values():
                    opening.cancel()
                for key in list(self._seats):
                    await self._leave(key)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request to `/mcp`."""
        await self._http(scope, receive, send)

    async def _seat_of(self, context: Context[Any, Any]) -> Seat:
        request: Request | None = context.request_context.request
        assert request is not None
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        room = clean_code(request.query_params.get("room", ""))
        if room is None or scheme.lower() != "bearer" or not token:
            raise SeatError("model.no_seat_named")
        key = room, token_digest(token)
        await self._leave_quiet()
        if key in self._seats:
            self._used[key] = time.monotonic()
            return self._seats[key]
        opening = self._opening.get(key)
        if opening is None:
            opening = self._opening[key] = asyncio.create_task(self._open(key, token, request))
            opening.add_done_callback(lambda done: self._opened_or_failed(key, done))
        return await asyncio.shield(opening)  # others may wait for the same seat

    async def _open(self, key: tuple[str, str], token: str, request: Request) -> Seat:
        """Open a seat and remember it. It runs as a task, because the refusal of a wrong token is delayed."""
        room, address = key[0], address_of(request)
        self._refuse_if_full(room, address)
        client = (request.client.host, request.client.port) if request.client else ("127.0.0.1", 0)
        transport = httpx2.ASGITransport(app=self._app, client=client)
        seat = Seat(httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1"), room, token)
        try:
            await seat.open()
            if seat.number is None:
                raise SeatError("model.not_seated", room=room)
            self._refuse_if_full(room, address)
        except BaseException:
            await seat.close()
            raise
        self._seats[key], self._from[key] = seat, address
        self._used[key] = time.monotonic()
        return seat

    def _opened_or_failed(self, key: tuple[str, str], opening: asyncio.Task[Seat]) -> None:
        del self._opening[key]
        if not opening.cancelled():
            opening.exception()  # retrieve it, in case every caller has gone

    def _refuse_if_full(self, room: str, address: str) -> None:
        if len(self._seats) >= MOST_SEATS:
            raise SeatError("model.too_many_seats", seats=MOST_SEATS)
        if list(self._from.values()).count(address) >= MOST_BY_ADDRESS:
            raise SeatError("model.too_many_here", seats=MOST_BY_ADDRESS)
        if sum(key[0] == room for key in self._seats) >= MOST_BY_ROOM:
            raise SeatError("model.too_many_here", seats=MOST_BY_ROOM)

    async def _leave_quiet(self) -> None:
        late = time.monotonic() - QUIET
        for key in [key for key, used in self._used.items() if used < late]:
            await self._leave(key)

    async def _leave(self, key: tuple[str, str]) -> None:
        self._used.pop(key, None)
        self._from.pop(key, None)
        if key in self._seats:  # otherwise another call has closed it
            await self._seats.pop(key).close()
