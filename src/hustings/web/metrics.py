"""Metrics for Prometheus, at a separate address."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from prometheus_client import CollectorRegistry, Gauge, ProcessCollector, generate_latest

from hustings.engine.errors import OptionError
from hustings.engine.version import full_version
from hustings.web.app_state import AppState

HEAD_WITHIN = 5.0  # seconds in which a request must arrive


def address_in(text: str) -> tuple[str, int]:
    """Return the host and port in `[HOST:]PORT`; the default host is this computer only. Raises OptionError.

    >>> address_in("9420"), address_in("0.0.0.0:9420"), address_in("[::1]:9420")
    (('127.0.0.1', 9420), ('0.0.0.0', 9420), ('::1', 9420))
    """
    host, _, port = text.rpartition(":")
    if not port.isdecimal() or not 0 < int(port) < 65536:
        raise OptionError("web.no_metrics_address", text=text[:80])
    return host.strip("[]") or "127.0.0.1", int(port)


async def serve_metrics(address: str, make: Callable[[], bytes]) -> asyncio.Server:
    """Answer `GET /metrics` with the result of `make` until the server is closed."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(HEAD_WITHIN):
                head = await reader.readuntil(b"\r\n\r\n")
            known = head.startswith((b"GET /metrics ", b"GET / "))
            body = make() if known else b"only /metrics is here\n"
            status = "200 OK" if known else "404 Not Found"
            lines = f"HTTP/1.1 {status}\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"
            writer.write(f"{lines}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
            await writer.drain()
        writer.close()

    host, port = address_in(address)
    return await asyncio.start_server(answer, host, port, limit=8192)


def metrics_text(app_state: AppState) -> bytes:
    """Return a server's counters and current figures in Prometheus's text format."""
    return generate_latest(app_state.rooms.context.metrics.registry) + generate_latest(_gauges(app_state))


def _gauges(app_state: AppState) -> CollectorRegistry:
    """Collect the current figures, including those of the process if the system provides them."""
    now = CollectorRegistry()
    for name, text, value in (
        ("hustings_rooms", "Rooms in memory.", app_state.rooms.open),
        ("hustings_sockets", "Open sockets and long polls.", app_state.sockets),
        ("hustings_watchers", "People and spectators in rooms.", app_state.rooms.watching),
    ):
        Gauge(name, text, registry=now).set(value)
    Gauge("hustings_info", "The version.", ["version"], registry=now).labels(full_version()).set(1)
    ProcessCollector(registry=now)
    return now
