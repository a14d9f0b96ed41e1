"""Errors of the server itself, each a key of `words.en.json` and its facts."""

from __future__ import annotations

from hustings.rooms.errors import FloodError, RoomError


class TooManyError(FloodError):
    """Too much at once; a moment later it will do."""


class NotFoundError(RoomError):
    """There is nothing at this path."""


class MisunderstoodError(RoomError):
    """A request or message outside the protocol."""

    kind = "misunderstood"


class ClosedError(RoomError):
    """Why a connection is closed."""
