"""List the unfinished games of a device, for "Continue" on the front page."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated

from fastapi import APIRouter, Body, Request

from hustings.engine.errors import HustingsError
from hustings.rooms.errors import NotAllowedError
from hustings.rooms.keys import clean_code, token_digest
from hustings.rooms.rate_limits import Guesses
from hustings.rooms.room import Room
from hustings.web.app_state import AppState
from hustings.web.protocol import messages as m
from hustings.web.protocol import requests as r
from hustings.web.rest.api import AppStateHere

unfinished = APIRouter(prefix="/api", responses={"4XX": {"model": m.Problem}})


@unfinished.post("/unfinished")
async def games(body: Annotated[r.MySeats, Body()], request: Request, app_state: AppStateHere) -> list[m.Unfinished]:
    """Return the unfinished games of these seats, in the given order; seats with wrong tokens are left out.

    A wrong code or token counts as a guess, and its answer takes `Guesses.WAIT` seconds, so that nobody can find out
    which rooms exist. A room is loaded only if the token is in its log.
    """
    asked = await asyncio.gather(*(_asked(seat, request, app_state) for seat in body.seats))
    return [told for told in asked if told is not None]


async def _asked(seat: r.MySeat, request: Request, app_state: AppState) -> m.Unfinished | None:
    began = time.monotonic()
    try:
        async with app_state.guessing(request, lookup=True):
            await _need_token(seat, app_state)
        return _told(*await _room_of(seat, app_state))
    except NotAllowedError:
        await asyncio.sleep(began + Guesses.WAIT - time.monotonic())
        return None


async def _need_token(seat: r.MySeat, app_state: AppState) -> None:
    """Raise NotAllowedError unless the room's log has the token, or the room is in memory and has a seat for it."""
    code, mark = clean_code(seat.code) or "", token_digest(seat.token)
    room = app_state.rooms.known(code)
    if room is not None and room.state.chairs_of(mark):
        return
    try:
        written = [] if room is not None else await app_state.rooms.context.store.read(code)
    except HustingsError:
        written = []
    if not any(mark in body for body in written):
        raise NotAllowedError("room.no_seat_for_token")


async def _room_of(seat: r.MySeat, app_state: AppState) -> tuple[Room, str]:
    """Return the room of a seat and the digest of the token. Raises NotAllowedError if the token has no seat there."""
    code, mark = clean_code(seat.code) or "", token_digest(seat.token)
    try:
        room = await app_state.rooms.peek(code)
    except HustingsError:
        room = None
    if room is None or not room.state.chairs_of(mark):
        raise NotAllowedError("room.no_seat_for_token")
    return room, mark


def _told(room: Room, mark: str) -> m.Unfinished | None:
    state = room.state
    chairs = state.chairs_of(mark)
    if state.phase == "over" or state.of_class is not None:  # people return to a class's table by the class's page
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
