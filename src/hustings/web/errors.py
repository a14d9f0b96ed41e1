"""Errors of the web server. Each has the key of a sentence in `words.en.json`, and facts to fill in."""

from __future__ import annotations

from hustings.rooms.errors import FloodError, RoomError


class TooManyError(FloodError):
    """Too many requests; try again in a moment."""


class NotFoundError(RoomError):
    """There is nothing at this path."""


class MisunderstoodError(RoomError):
    """A request or message does not follow the protocol."""

    kind = "misunderstood"


class ClosedError(RoomError):
    """The reason for closing a connection."""
