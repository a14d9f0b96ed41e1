"""The operator's desk in a store: orders to the running servers, their answers, and banned networks.

An order asks every server over the store to look at something that has changed in the store: a room, or the bans. The
change itself is in the store before, so that a server that starts later knows of it without the order.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from typing import Literal

from hustings.rooms.stores.store import Store

ORDERS_KEPT = 1000
READ_AT_ONCE = 100

OrderKind = Literal["look", "bans", "report"]
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True, slots=True)
class Order:
    """An order to all servers. subject: the code of the room or class to look at; empty for the other kinds."""

    number: int
    kind: OrderKind
    subject: str


class Desk:
    """The operator's desk in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def order(self, kind: OrderKind, subject: str = "") -> int:
        """Give an order to all servers and return its number; remove very old orders."""
        rows = await self._store.ask(
            "INSERT INTO desk_order (kind, subject) VALUES ($1, $2) RETURNING number", kind, subject
        )
        number = int(rows[0][0])
        await self._store.ask("DELETE FROM desk_order WHERE number <= $1", number - ORDERS_KEPT)
        await self._store.ask("DELETE FROM desk_answer WHERE number <= $1", number - ORDERS_KEPT)
        return number

    async def orders(self) -> list[Order]:
        """Return the newest orders, the oldest first."""
        asked = "SELECT number, kind, subject FROM desk_order ORDER BY number DESC LIMIT $1"
        return [Order(*row) for row in reversed(await self._store.ask(asked, READ_AT_ONCE))]

    async def answer(self, number: int, process: str, body: str) -> None:
        """Store a server's answer to an order."""
        await self._store.ask("INSERT INTO desk_answer VALUES ($1, $2, $3)", number, process, body)

    async def answers(self, number: int) -> list[str]:
        """Return the answers to an order by the name of the server."""
        rows = await self._store.ask("SELECT body FROM desk_answer WHERE number = $1 ORDER BY process", number)
        return [row[0] for row in rows]

    async def forget_answers(self, number: int) -> None:
        """Delete the answers to an order, which may name addresses."""
        await self._store.ask("DELETE FROM desk_answer WHERE number = $1", number)

    async def ban(self, network: Network, seconds: float | None) -> None:
        """Ban a network for so many seconds by the store's clock; None: until `unban`."""
        until = None if seconds is None else await self._store.now() + seconds
        await self._store.ask(
            "INSERT INTO ban VALUES ($1, $2) ON CONFLICT (network) DO UPDATE SET until = excluded.until",
            str(network),
            until,
        )

    async def unban(self, network: Network) -> bool:
        """End the ban of a network; return whether there was one."""
        return bool(await self._store.ask("DELETE FROM ban WHERE network = $1 RETURNING network", str(network)))

    async def bans(self) -> dict[Network, float | None]:
        """Return the banned networks, each with the end of its ban in seconds since 1970, or None if it has no end."""
        rows = await self._store.ask(
            "SELECT network, until FROM ban WHERE until IS NULL OR until > $1 ORDER BY network", await self._store.now()
        )
        return {ipaddress.ip_network(network): until for network, until in rows}
