"""Everything that a room's log holds about one person, for that person."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from hustings.rooms.log import log_events as r
from hustings.rooms.log.windows import Awaited, Missed, OnLeave, Planned

_TOKENS = frozenset({"token", "team", "mark", "voter"})  # digests of secrets


def about_person(bodies: Sequence[str], times: Sequence[float], mark: str) -> list[dict[str, Any]]:
    """Return the records about a person, each with its number, its kind, and its time in seconds since 1970.

    A move comes without the outcomes of chance that followed, which may be hidden from the person. Records from before
    the person took the seat with this token, and the digests of tokens, are left out.

    Args:
        bodies, times: The room's log.
        mark: The digest of the person's token.
    """
    chairs: list[r.Chair] = []
    found = []
    for number, (body, at) in enumerate(zip(bodies, times, strict=True), 1):
        record = r.read(body)
        before = chairs
        if isinstance(record, r.Made):
            chairs = before = record.chairs
        elif isinstance(record, r.SeatChanged):
            chairs = [record.now if k == record.chair else chair for k, chair in enumerate(before)]
        own = {k for known in (before, chairs) for k, chair in enumerate(known) if mark in chair.tokens}
        if (parts := _told(record, own, mark)) is not None:
            found.append({"number": number, "at": at, "what": json.loads(body)["what"], **parts})
    return found


def _told(record: r.Record, own: set[int], mark: str) -> dict[str, Any] | None:
    """Return the part of a record that is about a person; None if nothing is. own: the numbers of their chairs."""
    match record:
        case r.Made():
            mine = [chair.name for number, chair in enumerate(record.chairs) if number in own]
            return {"name": mine[0], "host": record.host in own} if mine else None
        case r.SeatChanged():
            return (
                {"chair": record.chair, "name": record.now.name, "cause": record.cause} if record.chair in own else None
            )
        case r.Played():
            return {"chair": record.chair, "move": record.entries[0]} if record.by in own else None
        case r.Voted():
            return {"chair": record.chair, "move": record.text} if record.voter == mark else None
        case r.Said() | r.Marked() | r.Hinted() | r.Proposed() | r.Consented() | r.Resigned() | r.Hosted() | r.Issued():
            by = getattr(record, "by", record.chair)
            parts = {name: getattr(record, name) for name in record.__slots__ if name not in _TOKENS}
            return parts if by in own else None
        case Missed(chair) | OnLeave(chair):
            days = {"days": record.days} if isinstance(record, OnLeave) else {}
            return {"chair": chair, **days} if chair in own else None
        case Planned(chair, number, ready):
            return {"chair": chair, "round": number, "ready": ready} if chair in own else None
        case Awaited():
            return {"until": record.until} if own.intersection(record.chairs) else None
    return None
