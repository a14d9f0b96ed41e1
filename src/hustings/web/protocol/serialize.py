"""Encode messages as JSON.

Every viewer of a table gets a message for every move, and most of it is the same for all viewers. So the view, the
events, the legal moves and the room are encoded once, and orjson copies their JSON into each message.
"""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import orjson

from hustings.classes.updates import ClassView, ScreenView
from hustings.clubs.updates import ClubView
from hustings.engine.moves import Move
from hustings.rooms.broadcast.updates import Acknowledged, MoveInfo, Presence, RoomInfo, Snapshot


@lru_cache(maxsize=2048)
def with_link(room: RoomInfo, base: str) -> RoomInfo:
    """Return a room with its link; base: the public address of this server."""
    return replace(room, link=f"{base}/r/{room.code}")


@lru_cache(maxsize=2048)
def _room(room: RoomInfo, base: str) -> orjson.Fragment:
    return orjson.Fragment(orjson.dumps(with_link(room, base)))


@lru_cache(maxsize=256)
def _presence(room: RoomInfo, base: str) -> bytes:
    """Return a `Presence` message as JSON; all viewers share one copy."""
    return orjson.dumps({"type": "room", "room": _room(room, base)})


def room_text(room: RoomInfo, base: str) -> bytes:
    """Return a room as JSON in UTF-8, using the cached text."""
    return orjson.dumps(_room(room, base))


@lru_cache(maxsize=16384)
def _move(text: str) -> orjson.Fragment:
    """Return a legal move as JSON, cached."""
    move = Move(int(text[1 : text.index(" ")]) - 1, 0, text)
    return orjson.Fragment(orjson.dumps(MoveInfo(text, move.seat, move.verb, list(move.args))))


def _snapshot(snapshot: Snapshot, base: str) -> dict[str, Any]:
    """Return a snapshot's fields; the parts that viewers share are encoded as JSON already."""
    return {
        **vars(snapshot),
        "room": _room(snapshot.room, base),
        "view": snapshot.view and orjson.Fragment(snapshot.view.text),
        "events": [orjson.Fragment(event.as_text()) for event in snapshot.events],
        "legal": [_move(move.text) for move in snapshot.legal],
        "result": snapshot.result and snapshot.result.as_message(),
    }


def _ratio(chance: Fraction) -> tuple[int, int]:
    return chance.numerator, chance.denominator


def _screen_view(notice: ScreenView) -> bytes:
    told = {field.name: getattr(notice, field.name) for field in fields(notice)}
    return orjson.dumps({**told, "view": orjson.Fragment(notice.view.text)})


def message(notice: object, base: str) -> bytes:
    """Return a message from a room, a class or a club as JSON in UTF-8; base: the public address of this server."""
    if type(notice) is Acknowledged:
        return orjson.dumps(notice)
    if isinstance(notice, Snapshot):
        return orjson.dumps(_snapshot(notice, base))
    if isinstance(notice, Presence):
        return _presence(notice.room, base)
    if isinstance(notice, ClubView):
        return orjson.dumps(replace(notice, info=replace(notice.info, link=f"{base}/club/{notice.info.code}")))
    if isinstance(notice, ClassView):
        return orjson.dumps(replace(notice, info=replace(notice.info, link=f"{base}/class/{notice.info.code}")))
    if isinstance(notice, ScreenView):
        return _screen_view(notice)
    return orjson.dumps(notice, _ratio)
