"""The one way in which the server sends requests to other hosts, because people choose where they go.

A request goes to a host of a list, at port 443, without redirects or proxies. All addresses of the host must be public,
and the connection is made to one of the very addresses that were checked: a name that leads elsewhere a moment later
gains nothing. The certificate is checked against the name. All of it takes five seconds at most.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

import h11

from hustings.rooms.errors import RoomError

PORT = 443
WITHIN = 5.0  # seconds for a whole request
MOST_BYTES = 4096  # of an answer that are read
AT_ONCE = 8  # requests
_EMBEDDING = IPv6Network("64:ff9b::/96")  # NAT64: the last four bytes are an IPv4 address

Resolve = Callable[[str], Awaitable[list[str]]]


def is_public(text: str) -> bool:
    """Return whether an address is one of the public internet, and so is the IPv4 address that it may stand for."""
    address = ip_address(text)
    inner: IPv4Address | None = None
    if isinstance(address, IPv6Address):
        if address.teredo is not None or address.scope_id is not None or address.is_site_local:
            return False
        inner = address.ipv4_mapped or address.sixtofour
        if address in _EMBEDDING:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
    found = inner or address
    return found.is_global and not found.is_multicast and not found.is_reserved


def host_of(url: str) -> str:
    """Return the host of an https link, in lower case. Raises RoomError for a port, a user or another scheme."""
    try:
        parts = urlsplit(url)
        fine = parts.scheme == "https" and parts.port in (None, PORT) and parts.username is None
    except ValueError:
        fine = False
    if not fine or not parts.hostname or not all("!" <= letter <= "~" for letter in url):
        raise RoomError("web.no_hook_link")
    return parts.hostname.rstrip(".")


def is_listed(host: str, hosts: Iterable[str]) -> bool:
    """Return whether a host is in a list of names; "*.example.org" stands for all names below it."""
    return any(host == name or (name.startswith("*.") and host.endswith(name[1:])) for name in hosts)


async def resolved(host: str) -> list[str]:
    """Return all addresses of a host."""
    found = await asyncio.get_running_loop().getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: its status and headers (names in lower case), or status 0 if there was none."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)


class GuardedSender:
    """Sends requests to public hosts.

    resolve, port, trust, public, within: the resolver, the port, the certificates, the check of addresses and the
    seconds for a request, for tests.
    """

    def __init__(
        self,
        resolve: Resolve = resolved,
        port: int = PORT,
        trust: ssl.SSLContext | None = None,
        public: Callable[[str], bool] = is_public,
        within: float = WITHIN,
    ) -> None:
        self._resolve, self._port, self._public, self._within = resolve, port, public, within
        self._trust = trust or ssl.create_default_context()
        self._places = asyncio.Semaphore(AT_ONCE)

    async def post(self, url: str, hosts: Iterable[str], body: bytes, headers: Mapping[str, str]) -> Answer:
        """Post a body to a link whose host is in a list; return status 0 if that did not work.

        A host with an address that is not public is not connected to: a public network whose log-in page answers for
        every name does that for an hour. Raises RoomError if the host is not in the list.
        """
        host = host_of(url)
        if not is_listed(host, hosts):
            raise RoomError("web.unknown_hook")
        async with self._places:
            try:
                async with asyncio.timeout(self._within):
                    return await self._exchange(await self._address(host), host, url, body, headers)
            except (OSError, TimeoutError, EOFError, h11.ProtocolError):
                return Answer(0)

    async def _address(self, host: str) -> str:
        addresses = await self._resolve(host)
        if not addresses or not all(map(self._public, addresses)):
            raise OSError(f"{host} has an address that is not public")
        return addresses[0]

    async def _exchange(self, address: str, host: str, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        reader, writer = await asyncio.open_connection(address, self._port, ssl=self._trust, server_hostname=host)
        try:
            parts = urlsplit(url)
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            sent = {"Host": host, "Content-Length": str(len(body)), "Connection": "close", **headers}
            talk = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_BYTES)
            for event in (
                h11.Request(method="POST", target=target, headers=list(sent.items())),
                h11.Data(data=body),
                h11.EndOfMessage(),
            ):
                writer.write(talk.send(event) or b"")
            await writer.drain()
            return await _answered(talk, reader)
        finally:
            writer.transport.abort()


async def _answered(talk: h11.Connection, reader: asyncio.StreamReader) -> Answer:
    """Return the status and the headers of an answer; its body is not read."""
    left = MOST_BYTES
    while True:
        event = talk.next_event()
        if isinstance(event, h11.Response):
            return Answer(event.status_code, {name.decode(): value.decode("latin-1") for name, value in event.headers})
        if event is h11.NEED_DATA:
            data = await reader.read(left)
            left -= len(data)
            if not data or left <= 0:
                raise EOFError
            talk.receive_data(data)
