"""Copies of rooms without the names of former members."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from hustings.rooms.log import log_events
from hustings.rooms.log.log_events import Chair, Made, SeatChanged

FORMER = "former member"


def without_names(bodies: Sequence[str], gone: Collection[str]) -> list[str]:
    """Return the records of a room with other names for some people.

    Args:
        bodies: The records, as the store has them.
        gone: The digests of the people's tokens.
    """
    return [_without(body, gone) for body in bodies]


def _without(body: str, gone: Collection[str]) -> str:
    if not any(mark in body for mark in gone):
        return body
    record = log_events.read(body)
    match record:
        case Made():
            chairs = [_nameless(chair, number, gone) for number, chair in enumerate(record.chairs)]
            return log_events.write(replace(record, chairs=chairs))
        case SeatChanged():
            return log_events.write(replace(record, now=_nameless(record.now, record.chair, gone)))
    return body


def _nameless(chair: Chair, number: int, gone: Collection[str]) -> Chair:
    return chair if chair.token not in gone else replace(chair, name=f"{FORMER} {number + 1}")
