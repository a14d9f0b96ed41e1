"""What one server's requests share: its rooms, its settings, and its limits."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from hustings.rooms.errors import NoRoomError, RoomError
from hustings.rooms.keys import clean_code, token_digest
from hustings.rooms.rate_limits import Bucket, Guesses
from hustings.rooms.registry import Rooms
from hustings.rooms.room import Room
from hustings.web.live.client_queue import ClientQueue
from hustings.web.security import safe_host
from hustings.web.settings import Settings

ROOMS_AT_ONCE, ROOMS_A_SECOND = 200, 2.0  # rooms made, on the whole server


class TooManyError(RoomError):
    """Too much at once; a moment later it will do."""


@dataclass(slots=True)
class AppState:
    """One server's shared things.

    sockets  how many are open, polled lines included.   closing  whether the server is about to stop.
    lines    the polled ones, by their id.
    """

    settings: Settings
    rooms: Rooms
    guesses: Guesses = field(default_factory=Guesses)
    making: Bucket = field(default_factory=lambda: Bucket(ROOMS_AT_ONCE, ROOMS_A_SECOND))
    sockets: int = 0
    closing: bool = False
    lines: dict[str, ClientQueue] = field(default_factory=dict)

    async def find(self, code: str, asking: HTTPConnection, token: str | None = None) -> Room:
        """The room of a code somebody gave. Raises NoRoomError; TooManyError while the server is being guessed at.

        token  the asker's. Whoever sits in the room does not guess, and does not wait for those who do beside him.
        """
        address = _address(asking)
        clean = clean_code(code)
        if not self._sits(clean, token):
            if self.guesses.refused(address):
                raise TooManyError("too many room codes were guessed; try again in a minute")
            await asyncio.sleep(self.guesses.wait(address))
        try:
            if clean is None:
                raise NoRoomError(f"{code[:20]!r} is no room code; codes are six letters without vowels")
            return await self.rooms.find(clean)
        except NoRoomError:
            self.guesses.miss(address)
            raise

    def _sits(self, code: str | None, token: str | None) -> bool:
        room = self.rooms.known(code) if code else None
        return bool(room and token and room.state.chairs_of(token_digest(token)))

    def close_doors(self) -> None:
        """The server is about to stop: nobody waits for news any more, and everybody is told to come back."""
        self.closing = True
        for line in self.lines.values():
            line.close(1012, "the server is stopping; connect again")

    def missed(self, asking: HTTPConnection) -> None:
        """Count a code that somebody guessed in vain."""
        self.guesses.miss(_address(asking))

    def base(self, asking: HTTPConnection) -> str:
        """How friends reach this server: as set, else the way it was just asked."""
        if self.settings.link_base:
            return self.settings.link_base
        scheme = "https" if asking.url.scheme in ("https", "wss") else "http"
        return f"{scheme}://{safe_host(asking.headers.get('host')) or 'localhost'}"


def _address(asking: HTTPConnection) -> str:
    return asking.client.host if asking.client else "?"
