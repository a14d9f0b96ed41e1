"""Networks that the operator has banned."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from hustings.rooms.errors import NotAllowedError
from hustings.rooms.stores.desk import Network
from hustings.web.protocol.messages import Problem


def network_of(text: str) -> Network:
    """Return the network of an address or in CIDR notation; IPv4 within IPv6 is IPv4. Raises ValueError.

    >>> str(network_of("192.0.2.7")), str(network_of("2001:db8::1/48")), str(network_of("::ffff:192.0.2.7"))
    ('192.0.2.7/32', '2001:db8::/48', '192.0.2.7/32')
    """
    found = ipaddress.ip_network(text, strict=False)
    mapped = getattr(found.network_address, "ipv4_mapped", None)
    return ipaddress.ip_network(mapped) if mapped is not None and found.prefixlen == 128 else found


def _within(part: Network, whole: Network) -> bool:
    if isinstance(part, ipaddress.IPv4Network):
        return isinstance(whole, ipaddress.IPv4Network) and part.subnet_of(whole)
    return isinstance(whole, ipaddress.IPv6Network) and part.subnet_of(whole)


class Bans:
    """The networks that are banned now."""

    def __init__(self) -> None:
        self._networks: frozenset[Network] = frozenset()

    def set(self, networks: Iterable[Network]) -> bool:
        """Replace the banned networks; return whether they have changed."""
        before, self._networks = self._networks, frozenset(networks)
        return before != self._networks

    def cover(self, address: str) -> bool:
        """Return whether an address, or a whole household's (see `household`), is in a banned network."""
        if not self._networks:
            return False
        try:
            found = network_of(address.partition("%")[0])
        except ValueError:
            return False
        return any(_within(found, network) for network in self._networks)


class BanMiddleware:
    """ASGI middleware that refuses requests and sockets from banned networks."""

    def __init__(self, app: ASGIApp, bans: Bans) -> None:
        self._app, self._bans = app, bans

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        if scope["type"] not in ("http", "websocket") or client is None or not self._bans.cover(client[0]):
            await self._app(scope, receive, send)
            return
        error = NotAllowedError("web.banned")
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": error.text})
        else:
            await JSONResponse(Problem.of(error).model_dump(), 403)(scope, receive, send)
