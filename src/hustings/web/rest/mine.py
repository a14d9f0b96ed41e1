"""The seats of a device: a cookie as their second home, and the games they belong to.

Browsers may delete a page's storage, for example after a week without a visit, but not a cookie that a server has set.
"""

from __future__ import annotations

import asyncio
import re
import time
from typing import Annotated

from fastapi import APIRouter, Body, Request, Response

from hustings.engine.errors import HustingsError
from hustings.engine.knowledge import tally_seen
from hustings.rooms.automation import windows
from hustings.rooms.errors import NotAllowedError
from hustings.rooms.keys import clean_code, token_digest
from hustings.rooms.log.rounds import owing
from hustings.rooms.log.state import RoomState
from hustings.rooms.rate_limits import Guesses
from hustings.rooms.room import Room
from hustings.web.app_state import AppState
from hustings.web.errors import TooManyError
from hustings.web.protocol import messages as m
from hustings.web.protocol import requests as r
from hustings.web.rest.api import (
    SEAT_SECONDS,
    AppStateHere,
    class_cookie,
    class_path,
    cookie_name,
    keep_token,
    seat_path,
    teacher_cookie,
)

PREFIX = "/api/mine"
_SEAT = re.compile(r"([BCDFGHJKMNPQRSTVWXYZ]{6})([0-9A-Za-z_-]{1,64})")
_BETWEEN = "."  # seats of the cookie

mine = APIRouter(prefix=PREFIX, responses={"4XX": {"model": m.Problem}})


def mine_cookie(request: Request) -> str:
    """Return the name of the cookie for a device's seats: browsers share cookies between the ports of a host."""
    return f"hustings_mine_{request.url.port or 0}"


@mine.post("/seats")
async def seats(body: Annotated[r.KeepSeats, Body()], request: Request, response: Response) -> m.KeptSeats:
    """Add seats to the device's cookie and renew it; return all seats in the cookie, the newest first.

    Nothing is looked up, so the answer tells nothing about any room.
    """
    cookie = mine_cookie(request)
    held = request.cookies.get(cookie, "").split(_BETWEEN)
    found = [(match[1], match[2]) for match in map(_SEAT.fullmatch, held) if match]
    wished = [(code, seat.token) for seat in body.seats if (code := clean_code(seat.code))]
    gone = {code for each in body.forget if (code := clean_code(each))}
    kept = [*dict.fromkeys([*wished, *(seat for seat in found if seat[0] not in gone)])][: r.MOST_KEPT]
    if kept:
        text = _BETWEEN.join(f"{code}{token}" for code, token in kept)
        keep_token(response, request, cookie, text, PREFIX, SEAT_SECONDS)
    elif held != [""]:
        response.delete_cookie(cookie, PREFIX)
    for code in gone:
        _forget(code, request, response)
    return m.KeptSeats(seats=[m.KeptSeat(code=code, token=token) for code, token in kept])


def _forget(code: str, request: Request, response: Response) -> None:
    """Delete the cookies of a room's or class's seats; this request shows only one of them, by its path."""
    response.delete_cookie(cookie_name(code), seat_path(code))
    response.delete_cookie(teacher_cookie(code), class_path(code))
    if class_cookie(code) in request.cookies:
        response.delete_cookie(class_cookie(code), "/api")


@mine.post("/games")
async def games(body: Annotated[r.MySeats, Body()], request: Request, app_state: AppStateHere) -> m.MyGames:
    """Return the games of these seats, in the given order; games of a class's tables are left out.

    A wrong code or token counts as a guess, and its answer takes `Guesses.WAIT` seconds, so that nobody can find out
    which rooms exist. A room is loaded only if the token is in its log.
    """
    asked = await asyncio.gather(*(_asked(seat, request, app_state) for seat in body.seats))
    return m.MyGames(
        games=[told for told in asked if isinstance(told, m.MyGame)],
        gone=[told for told in asked if isinstance(told, str)],
    )


async def _asked(seat: r.MySeat, request: Request, app_state: AppState) -> m.MyGame | str | None:
    """Return the game of a seat, the seat's code if it is no seat, or None if nothing is certain."""
    began = time.monotonic()
    try:
        async with app_state.guessing(request, lookup=True):
            await _need_token(seat, app_state)
        room = await app_state.rooms.peek(clean_code(seat.code) or "")
    except NotAllowedError:
        await asyncio.sleep(began + Guesses.WAIT - time.monotonic())
        return seat.code
    except TooManyError:
        raise
    except HustingsError:  # the log is damaged, or another process has just taken it over
        return None
    chairs = room.state.chairs_of(token_digest(seat.token))
    return _told(room, chairs) if chairs else seat.code


async def _need_token(seat: r.MySeat, app_state: AppState) -> None:
    """Raise NotAllowedError unless the room's log has the token, or the room is in memory and has a seat for it."""
    code, mark = clean_code(seat.code) or "", token_digest(seat.token)
    room = app_state.rooms.known(code)
    if room is not None and room.state.chairs_of(mark):
        return
    written = [] if room is not None else await app_state.rooms.context.store.read(code)
    if not any(mark in body for body in written):
        raise NotAllowedError("room.no_seat_for_token")


def _told(room: Room, chairs: tuple[int, ...]) -> m.MyGame | None:
    state, info = room.state, room.info()
    if state.of_class is not None:  # people return to a class's table by the class's page
        return None
    over = state.phase == "over" and state.table is not None
    result = state.table.result if over and state.table else None
    return m.MyGame(
        code=state.code,
        game=state.game_name,
        phase=state.phase,
        number=info.series.number,
        names=[seat.name for seat in info.seats],
        levels=[seat.level for seat in info.seats],
        owes=owing(state) if state.phase == "playing" else [],
        mine=sorted(state.seat_of(chair) for chair in chairs),
        forfeited=[seat.seat for seat in info.seats if seat.forfeited],
        until=_until(state, chairs),
        ballot=info.ballot,
        winners=None if result is None else list(result.winners),
        shares=None if result is None else [float(share) for share in result.shares],
        scores=None if result is None or state.table is None else list(tally_seen(state.table)),
    )


def _until(state: RoomState, chairs: tuple[int, ...]) -> float | None:
    """Return the first deadline of these chairs, or else of the others; None unless the game is played over days."""
    open_windows = windows.deadlines(state)
    return min((open_windows[chair] for chair in chairs if chair in open_windows), default=None) or min(
        open_windows.values(), default=None
    )
