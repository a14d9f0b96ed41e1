"""Errors of rooms: a key of `words.en.json` and its facts."""

from __future__ import annotations

from typing import ClassVar, Literal

from hustings.engine.errors import HustingsError

RefusalKind = Literal["rule", "room", "store", "flood", "misunderstood", "stale"]


class RoomError(HustingsError):
    """A room refuses: `RoomError("room.name_taken", name="Ann")`.

    clause  the rule of the game that forbids it, where one does.
    kind    of the refusal that tells it (see `Refused`).
    """

    kind: ClassVar[RefusalKind] = "room"
    clause: str | None = None

    @property
    def text(self) -> str:
        """The error in English."""
        return str(self)


class NoRoomError(RoomError):
    """No room has this code (any more)."""


class NotAllowedError(RoomError):
    """The token does not allow this."""


class StaleError(RoomError):
    """The move answers a decision that is not open."""

    kind = "stale"


class FloodError(RoomError):
    """The client sent too much at once."""

    kind = "flood"


class NameRefusedError(RoomError):
    """A name or remark is empty, too long or unprintable."""


class RoomDamagedError(RoomError):
    """A room's log does not lead to the position it records, so nothing more may be played in it."""


class SealedError(RoomError):
    """The key of a class's records was lost in a database crash, and no member of the class is back yet."""

    kind = "store"


class OvertakenError(RoomError):
    """Another process wrote to the room first; the request must be judged anew."""


class MovedError(RoomError):
    """Another process holds the room; the client is to ask again at once."""

    kind = "store"


class StoreError(RoomError):
    """The store cannot be opened, read or written: for example a full disk or a damaged file."""

    kind = "store"


class SequenceTakenError(HustingsError):
    """Another writer used this number of the log, or the room is gone; read the log again."""


class LeaseLostError(SequenceTakenError):
    """Another process holds the log's lease now."""
