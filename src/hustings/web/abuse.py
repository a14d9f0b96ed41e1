"""The abuse log: refusals for floods and wrong codes, by site, for programs such as fail2ban; off by default.

It never names a token, a person, a room or a move.
"""

from __future__ import annotations

import ipaddress
import logging
import time
from logging.handlers import WatchedFileHandler
from pathlib import Path

from starlette.requests import Request

from hustings.engine.errors import HustingsError
from hustings.rooms.errors import FloodError, NoRoomError, NotAllowedError, RoomClosedError, StoreError
from hustings.rooms.rate_limits import AddressBuckets

WIDTHS = {4: 24, 6: 48}  # bits of a site's network
LINES, LINES_A_SECOND = 300, 1.0  # of one site, so that a flood does not fill the disk
SOCKET = "socket"  # the kind of requests by WebSocket


class AbuseLog:
    """Writes a line for each refusal that abuse may cause. Raises StoreError if the file cannot be written.

    path  the file, opened again if another program moves it away; None: no log.
    """

    def __init__(self, path: Path | None) -> None:
        self._handler: WatchedFileHandler | None = None
        self._lines = AddressBuckets(LINES, LINES_A_SECOND)
        if path is not None:
            try:
                self._handler = WatchedFileHandler(path, encoding="ascii")
            except OSError as error:
                raise StoreError("room.file_failed", file=str(path), error=error.strerror) from None
            line = logging.Formatter("%(asctime)s %(message)s", "%Y-%m-%dT%H:%M:%SZ")
            line.converter = time.gmtime
            self._handler.setFormatter(line)

    def note(self, address: str, kind: str, error: HustingsError) -> None:
        """Write a line if an error is a refusal that abuse may cause. kind: the kind of request, without blanks."""
        abusive = isinstance(error, FloodError | NoRoomError | NotAllowedError) and not isinstance(
            error, RoomClosedError
        )
        if self._handler is None or error.message is None or not abusive:
            return
        site = site_of(address)
        if site is not None and self._lines.take(site):
            text = f"site={site} kind={kind} key={error.message.key}"
            self._handler.handle(logging.makeLogRecord({"msg": text, "levelno": logging.INFO}))

    def close(self) -> None:
        """Close the file."""
        if self._handler is not None:
            self._handler.close()


def kind_of(request: Request) -> str:
    """Return the kind of a request: its method and the pattern of its path, such as POST:/api/rooms/{code}/join."""
    path = getattr(request.scope.get("route"), "path", None)
    return f"{request.method}:{path or '?'}"


def site_of(address: str) -> str | None:
    """Return the network of the site of an address: its /24, for IPv6 its /48. None if it is not an address.

    >>> site_of("192.0.2.7"), site_of("2001:db8:1:2::/64"), site_of("?")
    ('192.0.2.0/24', '2001:db8:1::/48', None)
    """
    try:
        found = ipaddress.ip_interface(address.partition("%")[0])
    except ValueError:
        return None
    return str(ipaddress.ip_network((found.ip, WIDTHS[found.version]), strict=False))
