"""Limits on open connections and on requests, enforced before a request reaches the application.

Uvicorn's own parser does not limit the time in which the head of a request must arrive.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from contextlib import suppress
from http import HTTPStatus
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from hustings.rooms.errors import RoomError
from hustings.rooms.rate_limits import household
from hustings.web.errors import ClosedError, TooManyError
from hustings.web.protocol.messages import Problem

LONGEST_HEAD = 16_384  # bytes of a request besides its body: address, headers, chunk lengths
WINDOW_BITS = 15  # of the deflate window of a socket: 32 KiB, more than the largest state
SLICE = 4096  # bytes given to the parser at once; a head may exceed its limit by so many
REQUEST_WITHIN = 15.0  # seconds in which a request must arrive
FORWARDED = b"x-forwarded-for"
FILES_BESIDES = 100  # open files that a server needs besides its connections


class Connections:
    """Counts the open connections of a server, sockets included.

    most        the limit for all connections.
    by_address  the limit for connections from one address (see `rate_limits.household`).
    proxies     the addresses of proxies, to which `by_address` does not apply, as in uvicorn's `forwarded_allow_ips`.
    """

    def __init__(self, most: int, by_address: int, proxies: list[str] | str) -> None:
        self.open = 0
        self._most, self._by_address = most, by_address
        self._proxies = ProxyHeadersMiddleware(_nothing, proxies).trusted_hosts
        self._addresses: Counter[str] = Counter()
        self._quiet: dict[str, dict[LimitedHttp, None]] = {}  # by address: connections that may give way, oldest first

    def enter(self, address: str | None) -> RoomError | None:
        """Count a connection until `leave`; return the reason why it must close, or None if it may stay."""
        self.open += 1
        if address is not None and address not in self._proxies:
            whose = household(address)
            self._addresses[whose] += 1
            if self._addresses[whose] > self._by_address and not self._give_way(whose):
                return TooManyError("web.too_many_from_address", most=self._by_address)
        return TooManyError("web.too_many_connections") if self.open > self._most else None

    def _give_way(self, whose: str) -> bool:
        """Close the oldest quiet connection of an address in favour of a new one; return whether there was one.

        So a stranger who opens connections and sends nothing takes nobody's place at a shared address.
        """
        oldest = next(iter(self._quiet.get(whose, ())), None)
        if oldest is None:
            return False
        self.busy(oldest)
        oldest.transport.close()
        return True

    def quiet(self, connection: LimitedHttp) -> None:
        """Note that a connection has no request under way."""
        if connection.address is not None:
            self._quiet.setdefault(household(connection.address), {})[connection] = None

    def busy(self, connection: LimitedHttp) -> None:
        """Note that a connection has a request under way, or ends."""
        whose = household(connection.address or "")
        found = self._quiet.get(whose)
        if found is not None:
            found.pop(connection, None)
            if not found:
                del self._quiet[whose]

    def leave(self, address: str | None) -> None:
        """Stop counting a connection."""
        self.open -= 1
        if address is not None and address not in self._proxies:
            whose = household(address)
            self._addresses[whose] -= 1
            if not self._addresses[whose]:
                del self._addresses[whose]


async def _nothing(*_: Any) -> None:
    """An ASGI application that does nothing, for a middleware that needs one."""


def affordable(most: int) -> int:
    """Let this process open as many files as needed; return `most`, or fewer connections if the system allows fewer."""
    if sys.platform == "win32":
        return most
    import resource

    files, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = most + FILES_BESIDES
    if files != resource.RLIM_INFINITY and files < needed:
        raised = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        with suppress(OSError, ValueError):  # macOS allows fewer than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
            files = raised
    return most if files == resource.RLIM_INFINITY else max(1, min(most, files - FILES_BESIDES))


class Forwarded:
    """ASGI middleware that cuts X-Forwarded-For to the client's address: the last one that is not a trusted proxy's.

    If all addresses are trusted, the last one of all counts, which the nearest proxy has seen. Uvicorn would take the
    first one, which a client can forge behind a proxy that appends.

    proxies  the addresses of trusted proxies, as in uvicorn's `forwarded_allow_ips`.
    """

    def __init__(self, app: ASGIApp, proxies: list[str] | str) -> None:
        self._app = app
        self._proxies = ProxyHeadersMiddleware(_nothing, proxies).trusted_hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            told = [value for name, value in scope["headers"] if name == FORWARDED]
            if told:
                others = [header for header in scope["headers"] if header[0] != FORWARDED]
                scope = {**scope, "headers": [*others, (FORWARDED, self._client(b",".join(told)))]}
        await self._app(scope, receive, send)

    def _client(self, told: bytes) -> bytes:
        addresses = [address.strip() for address in told.split(b",")]
        for address in reversed(addresses):
            host, _ = self._proxies.get_trusted_client_address(address.decode("latin1"))  # without the port
            if host not in self._proxies:
                return address
        return addresses[-1]


class Config(uvicorn.Config):
    """Uvicorn's configuration, with the server's connection counter for its protocols."""

    def __init__(self, *given: Any, connections: Connections, **named: Any) -> None:
        super().__init__(*given, **named)
        self.connections = connections

    def load(self) -> None:
        """Load the application with its middleware."""
        super().load()
        self.loaded_app = Forwarded(self.loaded_app, self.forwarded_allow_ips or "")


def _address(transport: asyncio.BaseTransport) -> str | None:
    found = get_remote_addr(transport)  # type: ignore[arg-type]  # it uses only what every transport has
    return found[0] if found else None


class LimitedSocket(WebSocketsSansIOProtocol):
    """A WebSocket that is counted while it is open, and that compresses each state against the one before.

    The window must hold a whole state: uvicorn's own 12 bits, 4 KiB, find nothing of the state before.
    """

    config: Config

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn.available_extensions = [
            ServerPerMessageDeflateFactory(
                client_no_context_takeover=True,  # spares a decoder for each socket
                server_max_window_bits=WINDOW_BITS,
                client_max_window_bits=10,
                compress_settings={"memLevel": 5},
            )
        ]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the socket; its request was admitted before."""
        super().connection_made(transport)
        self._from = _address(transport)
        self.config.connections.enter(self._from)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the socket."""
        super().connection_lost(exc)
        self.config.connections.leave(self._from)


class LimitedHttp(H11Protocol):
    """Uvicorn's HTTP protocol with limits on connections, on the time of a request, and on its head.

    The parser refuses a head that is too long, but notices it only between two slices of data.
    """

    config: Config
    cycle: Any
    _deadline: asyncio.TimerHandle | None = None
    _begun = False  # whether anything of a request has come
    address: str | None = None
    _counted = False

    # --- connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or refuse it if there are too many."""
        super().connection_made(transport)
        self.address, self._counted = _address(transport), True
        refusal = self.config.connections.enter(self.address)
        self._hurry()
        if refusal is not None:
            self._refuse(503, refusal)
        else:
            self.config.connections.quiet(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        super().connection_lost(exc)
        self._leave()

    def on_response_complete(self) -> None:
        """Note that the connection is quiet again unless its next request has begun."""
        super().on_response_complete()
        if self._counted and self.cycle.response_complete and not self.transport.is_closing():
            self.config.connections.quiet(self)

    def handle_websocket_upgrade(self, *request: Any) -> None:
        """Hand the connection over to a WebSocket, which counts it from now on."""
        self._leave()
        super().handle_websocket_upgrade(*request)

    def shutdown(self) -> None:
        """Refuse a request that has not arrived whole, because the server stops; one that has is still answered."""
        if self._begun and not self._whole():
            self._refuse(503, ClosedError("web.stopping"))
        else:
            super().shutdown()

    def _leave(self) -> None:
        self._arrived()
        self.config.connections.busy(self)
        if self._counted:
            self._counted = False
            self.config.connections.leave(self.address)

    # --- what arrives

    def data_received(self, data: bytes) -> None:
        """Parse the data in slices until the request is refused or becomes a socket."""
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            self._begun = True
            self._hurry()
            self._parse(data[start : start + SLICE])

    def _hurry(self) -> None:
        """Start the time limit of the next request."""
        if self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_WITHIN, self._late)

    def _arrived(self) -> None:
        """Stop the time limit of a request."""
        self._begun = False
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _late(self) -> None:
        self._deadline = None
        if self._whole() and self.cycle is not None and not self.cycle.response_complete:
            return  # an empty line behind a request that is being answered
        if self._begun:
            self._refuse(408, RoomError("web.request_late", seconds=round(REQUEST_WITHIN)))
        else:
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Refuse data that is not HTTP or is too long for the parser."""
        if getattr(sys.exception(), "error_status_hint", 400) == 431:
            self._refuse_head()
        else:
            super().send_400_response(msg)

    def _refuse_head(self) -> None:
        status, key = (
            (414, "web.address_too_long") if self._address_bytes() > LONGEST_HEAD // 2 else (431, "web.head_too_long")
        )
        self._refuse(status, RoomError(key, bytes=LONGEST_HEAD))

    def _refuse(self, status: int, error: RoomError) -> None:
        """Send an error unless the application has begun to answer, and close the connection."""
        if not (self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete):
            body = Problem.of(error).model_dump_json().encode()
            head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: application/json\r\n"
            self.transport.write(f"{head}content-length: {len(body)}\r\nconnection: close\r\n\r\n".encode() + body)
        self.transport.close()

    def _parse(self, data: bytes) -> None:
        super().data_received(data)
        if self._whole():
            self._arrived()
            if self._counted and self.cycle is not None and not self.cycle.response_complete:
                self.config.connections.busy(self)

    def _whole(self) -> bool:
        return self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)

    def _address_bytes(self) -> int:
        if self.conn.our_state is not h11.IDLE:
            return 0  # the address was short enough
        return len(self.conn.trailing_data[0].partition(b"\n")[0])
