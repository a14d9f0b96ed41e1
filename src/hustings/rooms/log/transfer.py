"""Export and import a room: its whole log as JSON.

The file holds everything, including hidden cards and the secret of a game being played. It is for people who run the
server, never for players.
"""

from __future__ import annotations

import json
from typing import Any

from hustings.engine.errors import SavedGameError
from hustings.engine.moves import seat_label
from hustings.rooms.commands import changes
from hustings.rooms.errors import NoRoomError, RoomError, SequenceTakenError
from hustings.rooms.keys import clean_code, new_code, new_seat_code
from hustings.rooms.log import log_events
from hustings.rooms.log.checks import checked
from hustings.rooms.log.replaying import replay, seated
from hustings.rooms.log.state import RoomState
from hustings.rooms.names import chair_name
from hustings.rooms.stores.due import Due
from hustings.rooms.stores.store import Store

FORMAT = 1
TRIES = 20  # attempts to find a free code


async def export(store: Store, code: str) -> dict[str, Any]:
    """Return a room's log as data; raise NoRoomError if there is no such room."""
    bodies = await store.read(code)
    if not bodies:
        raise NoRoomError("room.not_in_store", room=code)
    return {"hustings_room": FORMAT, "code": code, "records": [json.loads(body) for body in bodies]}


async def take_in(store: Store, data: Any) -> RoomState:
    """Replay a room's file, write it to a store, and return the room's state.

    The room keeps its code if the code is free, else it gets another. Its tokens stay valid.
    Raises SavedGameError if the data is not a room's file or has a record that the protocol would refuse, and
    RoomDamagedError if a record does not replay.
    """
    code, log = _read(data)
    bodies = [log_events.write(record) for record in checked(code, log)]
    for _ in range(TRIES):
        try:
            await store.append(code, 1, bodies)
        except SequenceTakenError:
            code = new_code()
            continue
        state = replay(code, bodies)
        if state.settings.clock == "days":
            await Due(store).set(code, await store.now())
        return state
    raise RoomError("room.no_free_code")


async def issue(store: Store, code: str, seat: int | None = None) -> list[tuple[int, str, str]]:
    """Issue codes for all people's seats or one seat, without a token; return seat, name and code.

    Raises NoRoomError if there is no such room, RoomError for a seat without a person.
    """
    for _ in range(TRIES):
        bodies = await store.read(code)
        if not bodies:
            raise NoRoomError("room.not_in_store", room=code)
        state = replay(code, bodies)
        seats = [k for k in range(len(state.order)) if state.chair_at(k).kind == "person"] if seat is None else [seat]
        if not 0 <= max(seats, default=0) < len(state.order):
            raise RoomError("room.has_seats", room=code, last=seat_label(len(state.order) - 1))
        codes = [new_seat_code() for _ in seats]
        made = [log_events.write(changes.issued(state, k, given)) for k, given in zip(seats, codes, strict=True)]
        try:
            await store.append(code, state.seq + 1, made)
        except SequenceTakenError:  # a server wrote to the room at the same moment
            continue
        return [(k, chair_name(state.chair_at(k)), given) for k, given in zip(seats, codes, strict=True)]
    raise RoomError("room.busy", room=code)


async def close(store: Store, code: str, text: str | None) -> None:
    """Close a room with a sentence, or open it again (None).

    Raises NoRoomError if there is no such room, RoomError for a class's table.
    """
    for _ in range(TRIES):
        bodies = await store.read(code)
        if not bodies:
            raise NoRoomError("room.not_in_store", room=code)
        room = seated(code, bodies)
        if room is not None and room.of_class is not None:
            raise RoomError("room.of_class", room=code, of_class=room.of_class)
        try:
            await store.append(code, len(bodies) + 1, [log_events.write(log_events.Closed(text))])
        except SequenceTakenError:  # a server wrote to the room at the same moment
            continue
        return
    raise RoomError("room.busy", room=code)


def _read(data: Any) -> tuple[str, list[Any]]:
    if not isinstance(data, dict) or data.get("hustings_room") != FORMAT:
        raise SavedGameError("room.no_room_file", format=FORMAT)
    code = clean_code(data["code"]) if isinstance(data.get("code"), str) else None
    found = data.get("records")
    if code is None or not isinstance(found, list) or not found or data.keys() - {"hustings_room", "code", "records"}:
        raise SavedGameError("room.incomplete_file")
    return code, found
