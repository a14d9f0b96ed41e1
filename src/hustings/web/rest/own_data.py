"""Rights of people over stored data: read their own, delete their room, report it."""

from __future__ import annotations

import json
import logging
from typing import Any

from fastapi import APIRouter, Request, Response

from hustings.rooms.commands.changes import need_deletable
from hustings.rooms.errors import NotAllowedError
from hustings.rooms.keys import token_digest
from hustings.rooms.log.personal import about_person
from hustings.web.app_state import limit
from hustings.web.protocol import messages as m
from hustings.web.protocol import requests as r
from hustings.web.rest.api import AppStateHere, Limited, RoomHere, Token
from hustings.web.rest.packed import attached

own_data = APIRouter(prefix="/api/rooms/{code}", responses={"4XX": {"model": m.Problem}})
logger = logging.getLogger(__name__)
REMARKS = 20  # the number of remarks in a report


@own_data.post("/delete", status_code=204)
async def delete(room: RoomHere, token: Token, app_state: AppStateHere) -> None:
    """Delete a room with everything in it: the host at any time, any player after the last game."""
    need_deletable(room.state, token_digest(token))
    await app_state.rooms.remove([room.state.code])


@own_data.get("/mine", dependencies=[Limited])
async def mine(room: RoomHere, token: Token, app_state: AppStateHere) -> Response:
    """Return every record about the player as a file."""
    code, mark, store = room.state.code, token_digest(token), app_state.rooms.context.store
    if not room.state.chairs_of(mark):
        raise NotAllowedError("room.no_seat_for_token")
    times = await store.times(code)
    records = about_person(await store.read(code, most=len(times)), times, mark)
    found: dict[str, Any] = {"room": code, "game": room.state.game_name, "records": records}
    reader = await room.days.notices.reader(token) if app_state.post_office is not None else None
    if reader is not None:
        found["notices"] = reader.model_dump()
    text = json.dumps(found, ensure_ascii=False, indent=1)
    return attached(text, "application/json", f"{code}-mine.json")


@own_data.post("/report", status_code=204)
async def report(body: r.Report, room: RoomHere, request: Request, app_state: AppStateHere) -> None:
    """Report a room to the people who run the server; their log gets the last remarks if the reporter agrees."""
    limit(app_state.reports, request)
    remarks = [{"record": one.seq, "text": one.text} for one in room.state.remarks][-REMARKS:] if body.remarks else []
    logger.warning(
        "room %s was reported%s", room.state.code, f": {json.dumps(remarks, ensure_ascii=False)}" * body.remarks
    )
