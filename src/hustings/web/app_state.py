"""The state that a server's requests share: its rooms, its settings and its limits."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from starlette.requests import HTTPConnection

from hustings.classes.classroom import Classroom
from hustings.classes.registry import Classes
from hustings.rooms.errors import NoRoomError
from hustings.rooms.keys import clean_code, token_digest
from hustings.rooms.rate_limits import Guesses, RoomMaking, household
from hustings.rooms.registry import Rooms
from hustings.rooms.room import Room
from hustings.web.errors import ClosedError, TooManyError
from hustings.web.hosts import safe_host
from hustings.web.live.client_queue import ClientQueue
from hustings.web.settings import Settings

Found = TypeVar("Found")


@dataclass(slots=True)
class AppState:
    """The state of one server.

    sockets  the number of open connections, polled ones included.
    closing  whether the server is about to stop.
    checked  when the store was last found to be well (see `rest.ops`).
    polled   the polled connections, by their id.
    """

    settings: Settings
    rooms: Rooms
    classes: Classes
    guesses: Guesses = field(default_factory=Guesses)
    making: RoomMaking = field(default_factory=RoomMaking)
    sockets: int = 0
    closing: bool = False
    checked: float = -math.inf
    polled: dict[str, ClientQueue] = field(default_factory=dict)

    async def find(self, code: str, connection: HTTPConnection, token: str | None = None) -> Room:
        """The room of a code. Raises NoRoomError; TooManyError while an address guesses codes.

        token  the client's: a player with a seat in the room is not held up by others who guess from the same address.
        """
        address = _address(connection)
        clean = clean_code(code)
        return await self._found(code, address, self._sits(clean, token), self.rooms.find)

    async def find_class(self, code: str, connection: HTTPConnection, token: str | None = None) -> Classroom:
        """The class of a code, for which the same holds as for a room's."""
        clean = clean_code(code)
        known = self.classes.known(clean) if clean else None
        belongs = known is not None and token is not None and known.knows(token)
        return await self._found(code, _address(connection), belongs, self.classes.find)

    async def _found(self, code: str, address: str, belongs: bool, find: Callable[[str], Awaitable[Found]]) -> Found:
        if not belongs:
            if self.guesses.refused(address):
                raise TooManyError("web.too_many_codes")
            await asyncio.sleep(self.guesses.wait(address))
        try:
            clean = clean_code(code)
            if clean is None:
                raise NoRoomError("web.no_room_code", code=code[:20])
            return await find(clean)
        except NoRoomError:
            self.guesses.miss(address)
            raise

    def _sits(self, code: str | None, token: str | None) -> bool:
        room = self.rooms.known(code) if code else None
        return bool(room and token and room.state.chairs_of(token_digest(token)))

    def close_doors(self) -> None:
        """Tell every polled client to come back: the server is about to stop."""
        self.closing = True
        for client in self.polled.values():
            client.close(1012, ClosedError("web.stopping"))

    def may_make(self, connection: HTTPConnection) -> bool:
        """Whether a room may be made now at this address's request; counts it."""
        return self.making.take(_address(connection))

    def missed(self, connection: HTTPConnection) -> None:
        """Count a code that was guessed in vain."""
        self.guesses.miss(_address(connection))

    def base(self, connection: HTTPConnection) -> str:
        """The address friends reach this server by: as set, else the one it was just reached by."""
        if self.settings.link_base:
            return self.settings.link_base
        scheme = "https" if connection.url.scheme in ("https", "wss") else "http"
        return f"{scheme}://{safe_host(connection.headers.get('host')) or 'localhost'}"


def _address(connection: HTTPConnection) -> str:
    return household(connection.client.host) if connection.client else "?"
