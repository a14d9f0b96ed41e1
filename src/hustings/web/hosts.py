"""The names and addresses to which a server answers.

The owner of another site can point the site's name at this machine (DNS rebinding); browsers then treat both as one
site. The Host header has that name, so requests with names that are not the server's are refused.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from functools import cache
from urllib.parse import urlsplit

ANY = "*"
_HOST = re.compile(r"([A-Za-z0-9.\-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:\d{1,5})?")


def safe_host(host: str | None) -> str | None:
    """Return the Host header if it is well formed, or None."""
    return host if host and _HOST.fullmatch(host) else None


def host_name(host: str) -> str | None:
    """Return the name or address in a Host header, or None if it is malformed.

    >>> host_name("Table.Example.:8420"), host_name("[::1]:80"), host_name("a b")
    ('table.example', '::1', None)
    """
    found = _HOST.fullmatch(host)
    return _plain(found[1].strip("[]")) if found else None


class KnownHosts:
    """The names to which a server answers: this machine's, loopback addresses, and the address of a request.

    names  more names, from the settings; "*" stands for any.
    link_base  the address in the links for friends (see `Settings`); its name is known, too.
    """

    def __init__(self, names: Iterable[str] = (), link_base: str | None = None) -> None:
        linked = urlsplit(link_base or "").hostname
        self._names = {_plain(name.strip("[]")) for name in (*names, *([linked] if linked else ()))}

    def know(self, host: str, reached: str | None) -> bool:
        """Return whether a Host header names this server; reached: the address at which the request arrived."""
        name = host_name(host)
        if name is None:
            return False
        if ANY in self._names or name in self._names or name in _own_names():
            return True
        address = _address(name)
        return address is not None and (address.is_loopback or address == _address(reached or ""))


@cache
def _own_names() -> frozenset[str]:
    own = _plain(socket.gethostname())
    return frozenset({"localhost", own, f"{own}.local"})


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _plain(name: str) -> str:
    return str(_address(name) or name.lower().rstrip("."))
