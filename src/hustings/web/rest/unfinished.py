"""The games a device has not finished: what its front page offers to go on with."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body

from hustings.engine.errors import HustingsError
from hustings.rooms.keys import clean_code, token_digest
from hustings.rooms.room import Room
from hustings.web.protocol import messages as m
from hustings.web.protocol import requests as r
from hustings.web.rest.api import AppStateHere

unfinished = APIRouter(prefix="/api", responses={"4XX": {"model": m.Problem}})


@unfinished.post("/unfinished")
async def games(body: Annotated[r.MySeats, Body()], app_state: AppStateHere) -> list[m.Unfinished]:
    """The rooms of these seats that are not over, in the order asked for; what a token has no seat in is left out.

    Nothing is learned by guessing codes here: a room is told of only to who holds a token of 128 bits for it.
    """
    found = []
    for seat in body.seats:
        code = clean_code(seat.code)
        try:
            room = await app_state.rooms.find(code) if code else None
        except HustingsError:
            room = None
        told = room and _told(room, token_digest(seat.token))
        if told:
            found.append(told)
    return found


def _told(room: Room, mark: str) -> m.Unfinished | None:
    state = room.state
    chairs = state.chairs_of(mark)
    if not chairs or state.phase == "over":
        return None
    owes = sorted(state.table.owes) if state.table and state.phase == "playing" else []
    info = room.info()
    return m.Unfinished(
        code=state.code,
        game=state.game_name,
        phase=state.phase,
        names=[seat.name for seat in info.seats],
        owes=owes,
        mine=sorted(state.seat_of(chair) for chair in chairs),
    )
