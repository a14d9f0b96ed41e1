"""Errors of rooms. Each has the key of a sentence in `words.en.json`, and facts to fill in."""

from __future__ import annotations

from typing import ClassVar, Literal

from hustings.engine.errors import HustingsError

RefusalKind = Literal["rule", "room", "store", "flood", "misunderstood", "stale"]


class RoomError(HustingsError):
    """A room refuses a request, for example `RoomError("room.name_taken", name="Ann")`.

    clause  the number of the game's rule that forbids it, if there is one.
    kind    the kind of the message `Refused` that reports the error.
    """

    kind: ClassVar[RefusalKind] = "room"
    clause: str | None = None

    @property
    def text(self) -> str:
        """The error in English."""
        return str(self)


class NoRoomError(RoomError):
    """No room has this code, or no longer."""


class RoomClosedError(NoRoomError):
    """The operator of the server has closed the room."""


class NotAllowedError(RoomError):
    """The token does not allow this."""


class StaleError(RoomError):
    """The move answers a decision that is no longer open."""

    kind = "stale"


class FloodError(RoomError):
    """The client sent too much at once."""

    kind = "flood"


class NameRefusedError(RoomError):
    """A name or remark is empty, too long or unprintable."""


class RoomDamagedError(RoomError):
    """A room's log cannot be read or replayed, so nobody can play on in the room."""


class SealedError(RoomError):
    """A database crash lost the key of a class's records; it is restored when a member of the class returns."""

    kind = "store"


class OvertakenError(RoomError):
    """Another process wrote to the room first; the request must be checked again."""


class MovedError(RoomError):
    """Another process holds the room; the client should try again at once."""

    kind = "store"


class StoreError(RoomError):
    """The store cannot be opened, read or written: for example a full disk or a damaged file."""

    kind = "store"


class FileDamagedError(StoreError):
    """A part of the store's file is damaged; only the rooms in that part cannot be read."""


class SequenceTakenError(HustingsError):
    """Another writer has written the record of this number, or the room is gone; read the log again."""


class LeaseLostError(SequenceTakenError):
    """Another process holds the log's lease now."""
