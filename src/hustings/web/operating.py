"""Carry out the operator's orders, which the commands `hustings rooms close|remove|ban|live` leave in the store."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from typing import Any

from hustings.engine.errors import HustingsError
from hustings.rooms.clients import CLOSE_BANNED
from hustings.rooms.errors import NotAllowedError
from hustings.rooms.rate_limits import household
from hustings.rooms.stores.desk import Desk, Order
from hustings.web.app_state import AppState

logger = logging.getLogger(__name__)
EVERY = 0.5  # seconds between two looks at the orders
BANS_EVERY = 60  # looks between two readings of the bans, some of which end by themselves


class Operating:
    """Carries out orders to one server."""

    def __init__(self, app_state: AppState) -> None:
        self._app_state = app_state
        self._desk = Desk(app_state.rooms.context.store)
        self._me = secrets.token_hex(4)
        self._done: frozenset[int] = frozenset()  # the numbers of the orders that were seen in the last look
        self._looks = 0
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Read the bans and pass over the orders of the past, then look for new ones. Raises StoreError."""
        self._done = frozenset(order.number for order in await self._desk.orders())
        await self._read_bans()
        self._task = asyncio.create_task(self._go_on())

    async def close(self) -> None:
        """Stop looking for orders."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.look()
            except HustingsError:
                pass  # the next look finds the orders; readiness and the log tell of the store's fault
            except Exception:
                logger.exception("the operator's orders could not be carried out")

    async def look(self) -> None:
        """Carry out the orders that are new."""
        self._looks += 1
        if self._looks % BANS_EVERY == 0:
            await self._read_bans()
        orders = await self._desk.orders()
        for order in orders:
            if order.number not in self._done:
                self._done |= {order.number}
                await self._desk.answer(order.number, self._me, json.dumps(await self._carry_out(order)))
        self._done = frozenset(order.number for order in orders)

    async def _carry_out(self, order: Order) -> dict[str, Any]:
        """Carry out an order and return the answer."""
        try:
            match order.kind:
                case "look":
                    await self._app_state.classes.look_again(order.subject)
                    await self._app_state.clubs.look_again(order.subject)
                    await self._app_state.rooms.look_again(order.subject)
                case "bans":
                    await self._read_bans()
                case "report":
                    return self.report()
        except HustingsError as error:
            return {"error": str(error)}
        return {}

    async def _read_bans(self) -> None:
        bans = self._app_state.bans
        if bans.set(await self._desk.bans()):
            for client in list(self._app_state.clients):
                if bans.cover(client.address):
                    client.close(CLOSE_BANNED, NotAllowedError("web.banned"))

    def report(self) -> dict[str, Any]:
        """Return the load of this server: its rooms in memory, and the addresses that use its limits."""
        app_state = self._app_state
        connections: dict[str, int] = {}
        for client in app_state.clients:
            connections[household(client.address)] = connections.get(household(client.address), 0) + 1
        rooms = [
            {
                "code": room.state.code,
                "game": room.state.game_name,
                "phase": room.state.phase,
                "viewers": room.watching,
                "moves": room.moves.a_minute,
            }
            for room in app_state.rooms.in_memory()
        ]
        return {"server": self._me, "rooms": rooms, "limits": {"connections": connections, **app_state.used_limits()}}
