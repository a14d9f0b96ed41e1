"""Errors of the server: a key of `words.en.json` and its facts."""

from __future__ import annotations

from hustings.rooms.errors import FloodError, RoomError


class TooManyError(FloodError):
    """Too many requests; try again in a moment."""


class NotFoundError(RoomError):
    """There is nothing at this path."""


class MisunderstoodError(RoomError):
    """A request or message outside the protocol."""

    kind = "misunderstood"


class ClosedError(RoomError):
    """The reason for closing a connection."""
