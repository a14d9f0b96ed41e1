"""The interface for sending notices; the server implements it, because rooms know no HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from hustings.rooms.notices.book import Group, Push
from hustings.rooms.notices.text import Letter


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A mail address. room, reader: the code of the room, and the digest of the person's token there."""

    address: str
    room: str
    reader: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of sending a notice. gone: the address has ended; again: seconds until it may be tried again."""

    gone: bool = False
    again: float | None = None


class Courier(Protocol):
    """Sends notices, and encrypts what is stored about their readers."""

    def seal(self, room: str, text: str) -> str:
        """Encrypt a text about a room."""

    def unseal(self, room: str, sealed: str) -> str:
        """Decrypt a text about a room. Raises RoomError if the key is another one."""

    async def send(self, to: Push | Mailbox | Group, letter: Letter) -> Outcome:
        """Send a notice; errors are outcomes."""
