"""Security rules for every request and response: host names, headers, origins, sizes."""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hustings.rooms.errors import NotAllowedError, RoomError
from hustings.web.hosts import KnownHosts, safe_host
from hustings.web.protocol.messages import Problem

LONGEST_BODY = 8192  # bytes of a request's body or of a WebSocket message
LONGEST = {"/api/saved": 64 * 1024}  # bytes of a request's body, by path
_FIXED = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


def policy(host: str | None) -> str:
    """Return the content security policy, which allows only this server, and no inline scripts or stylesheets.

    It names WebSockets as well, because in older browsers 'self' does not include them.
    """
    sockets = f" ws://{host} wss://{host}" if host else ""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        f"img-src 'self' data:; font-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self'; "
        f"connect-src 'self'{sockets}; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def origin_allowed(headers: Headers, also: Iterable[str]) -> bool:
    """Return whether a request comes from a page of this server, from an origin in `also`, or from no page at all."""
    origin = headers.get("origin")
    if origin is None or origin in also:
        return True
    return origin != "null" and urlsplit(origin).netloc == headers.get("host")


class SecurityMiddleware:
    """ASGI middleware that refuses unknown host names, foreign pages and long bodies, and adds security headers."""

    def __init__(self, app: ASGIApp, hosts: KnownHosts, origins: tuple[str, ...] = ()) -> None:
        self._app = app
        self._hosts = hosts
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host")
        if host is None:
            await _refuse(scope, receive, send, 400, RoomError("web.no_host"))
            return
        if not self._hosts.know(host, (scope.get("server") or (None,))[0]):
            await _refuse(scope, receive, send, 421, RoomError("web.unknown_host", host=host[:80]))
            return
        asks = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if asks and not origin_allowed(headers, self._origins):
            await _refuse(scope, receive, send, 403, NotAllowedError("web.foreign_page"))
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._http(scope, headers, receive, send)

    async def _http(self, scope: Scope, headers: Headers, receive: Receive, send: Send) -> None:
        security = policy(safe_host(headers.get("host")))

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                answered = MutableHeaders(scope=message)
                for name, value in _FIXED.items():
                    answered.setdefault(name, value)
                answered.setdefault("Content-Security-Policy", security)
                answered.setdefault("Cache-Control", "no-store")
            await send(message)

        most = LONGEST.get(scope["path"], LONGEST_BODY)
        try:
            body = await _short_body(receive, most) if scope["method"] not in ("GET", "HEAD") else receive
        except ClientDisconnect:
            return  # nothing is carried out of which only a part has come
        if body is None:
            await _refuse(scope, receive, sending, 413, RoomError("web.request_too_long", bytes=most))
            return
        await self._app(scope, body, sending)


async def _short_body(receive: Receive, most: int) -> Receive | None:
    """Read the body and return a `receive` function that yields it again, or None if it is over `most` bytes.

    Raises ClientDisconnect if the connection ends before.
    """
    body = b""
    more = True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            raise ClientDisconnect
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > most:
            return None
    waiting: list[MutableMapping[str, Any]] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, error: RoomError) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": error.text})
        return
    await JSONResponse(Problem.of(error).model_dump(), status)(scope, receive, send)
