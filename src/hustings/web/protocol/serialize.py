"""Write messages as the JSON that is sent.

Everybody at a table is sent a snapshot for every move, most of it the same for all, so whatever is written once is put
into the message as it is: the view, events, legal moves, the room.
"""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter
from typing import Any

import orjson

from hustings.engine.moves import Move
from hustings.rooms.broadcast.updates import MoveInfo, Presence, RoomInfo, Snapshot
from hustings.web.protocol.messages import ServerMessage


@lru_cache(maxsize=2048)
def with_link(room: RoomInfo, base: str) -> RoomInfo:
    """A room with the link friends reach it by; base: how they reach this server."""
    return replace(room, link=f"{base}/r/{room.code}")


@lru_cache(maxsize=2048)
def _room(room: RoomInfo, base: str) -> orjson.Fragment:
    return orjson.Fragment(orjson.dumps(with_link(room, base)))


@lru_cache(maxsize=16384)
def _move(text: str) -> orjson.Fragment:
    """A legal move as JSON: the same few are sent again and again."""
    move = Move(int(text[1 : text.index(" ")]) - 1, 0, text)
    return orjson.Fragment(orjson.dumps(MoveInfo(text, move.seat, move.verb, list(move.args))))


_FIELDS = tuple(field.name for field in fields(Snapshot))
_values = attrgetter(*_FIELDS)


def _snapshot(snapshot: Snapshot, base: str) -> dict[str, Any]:
    """A snapshot's fields, with the JSON of what viewers share."""
    found = dict(zip(_FIELDS, _values(snapshot), strict=True))
    found["room"] = _room(snapshot.room, base)
    found["view"] = snapshot.view and orjson.Fragment(snapshot.view.text)
    found["events"] = [orjson.Fragment(event.as_text()) for event in snapshot.events]
    found["legal"] = [_move(move.text) for move in snapshot.legal]
    found["result"] = snapshot.result and snapshot.result.as_dict()
    return found


def _ratio(chance: Fraction) -> tuple[int, int]:
    return chance.numerator, chance.denominator


def message(notice: ServerMessage, base: str) -> str:
    """A notice as it is sent. base: how friends reach this server."""
    if isinstance(notice, Snapshot):
        return orjson.dumps(_snapshot(notice, base)).decode()
    if isinstance(notice, Presence):
        return orjson.dumps({"type": notice.type, "room": _room(notice.room, base)}).decode()
    return orjson.dumps(notice, _ratio).decode()
