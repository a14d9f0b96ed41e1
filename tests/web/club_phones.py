"""A club member's phone as a client of the protocol: the club's page, and the table's in each round."""

from __future__ import annotations

import asyncio
import json
from functools import partial

from websockets.asyncio.client import ClientConnection

from tests.web.class_phones import Phone


class MemberPhone(Phone):
    """A member's phone. It plays by chance at every table that the club gives it."""

    def open(self) -> None:
        """Open the club's page."""
        self._tasks = [asyncio.create_task(self._connected(f"clubs/{self.code}", self._follow))]

    async def _follow(self, socket: ClientConnection) -> None:
        """Show what the club says, and open the table it names."""
        async for text in socket:
            self.shown = json.loads(text)
            table = self.shown.get("table")
            if table and table["room"] != self._room:
                self._room = room = table["room"]
                self._tasks.append(asyncio.create_task(self._connected(f"rooms/{room}", partial(self._play, room))))
