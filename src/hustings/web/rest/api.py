"""REST endpoints of rooms."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Annotated

import orjson
from fastapi import APIRouter, Body, Depends, Request, Response
from starlette.requests import HTTPConnection

from hustings.engine.errors import OptionError, SavedGameError
from hustings.engine.game import game as game_of
from hustings.engine.saved import read
from hustings.rooms.automation.post import PlanInfo
from hustings.rooms.broadcast.updates import RoomInfo
from hustings.rooms.commands.changes import closed_to_others
from hustings.rooms.commands.registry import SeatNumber
from hustings.rooms.errors import NotAllowedError
from hustings.rooms.fair_deal import Deal, lesson_deal, told_deal
from hustings.rooms.keys import clean_code, clean_seat_code, new_token, seat_token, token_digest
from hustings.rooms.log.log_events import Chair
from hustings.rooms.room import HostCommand, Room
from hustings.rooms.settings import USUAL
from hustings.web.app_state import AppState, address_of, limit
from hustings.web.errors import TooManyError
from hustings.web.protocol import messages as m
from hustings.web.protocol import requests as r
from hustings.web.protocol.serialize import room_text, with_link
from hustings.web.rest.packed import attached

_SAVED_GAME = {"requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}, "required": True}}
SEAT_SECONDS = 180 * 24 * 3600.0  # how long the cookie of a seat lasts after a visit: longer than any room waits
api = APIRouter(prefix="/api", responses={"4XX": {"model": m.Problem}})


async def app_state_of(request: Request) -> AppState:  # async, else each request would wait for a thread
    """Return the server's state."""
    app_state: AppState = request.app.state.app_state
    return app_state


def bearer(request: Request) -> str | None:
    """Return the token in the Authorization header, or None."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" and token else None


async def room_of(code: str, request: Request) -> Room:
    """Return the room whose code is in the request's path. Raises NotAllowedError while others may not look on."""
    token = bearer(request) or request.cookies.get(cookie_name(clean_code(code) or ""))
    app_state = await app_state_of(request)
    room = await app_state.find(code, request, token)
    if closed_to_others(room.state) and seat_of(request, app_state) is None:
        raise NotAllowedError("room.sealed")
    return room


def seat_of(request: Request, app_state: AppState) -> str | None:
    """Return the digest of the token with which a request has a seat in the room of its path; None without a seat.

    Only rooms in memory count, so that the answer costs nothing.
    """
    code = clean_code(request.path_params.get("code", "")) or ""
    room = app_state.rooms.known(code)
    if room is None:
        return None
    cookies = (cookie_name(code), class_cookie(room.state.of_class or ""))
    marks = [token_digest(token) for token in (bearer(request), *map(request.cookies.get, cookies)) if token]
    return next((mark for mark in marks if room.state.chairs_of(mark)), None)


def player_of(request: Request, app_state: AppState) -> str | None:
    """Return the digest of a token whose cookie gives a seat in a game of several people; None without such a seat.

    Only rooms in memory count, so that the answer costs nothing.
    """
    for name, token in request.cookies.items():
        code = clean_code(name.removeprefix(cookie_name("")))
        room = app_state.rooms.known(code) if code else None
        if room is None or room.state.phase == "lobby":
            continue
        people = {mark for chair in room.state.chairs for mark in chair.tokens}
        mark = token_digest(token)
        if mark in people and len(people) > 1:
            return mark
    return None


async def need_place(request: Request, app_state: AppState) -> None:
    """Raise TooManyError if the client has made too many rooms, StoreError if the store is unavailable."""
    if not app_state.may_make(request, player_of(request, app_state)):
        raise TooManyError("web.too_many_rooms")
    await app_state.readiness.need()


AppStateHere = Annotated[AppState, Depends(app_state_of)]
RoomHere = Annotated[Room, Depends(room_of)]


async def token_of(room: RoomHere, request: Request) -> str:
    """Return the token in the Authorization header; raise NotAllowedError without one.

    A seat's requests count against the limit for its messages. Raises TooManyError if there are too many at once.
    """
    token = bearer(request)
    if token is None:
        raise NotAllowedError("web.no_token")
    mark = token_digest(token)
    if room.state.chairs_of(mark) and not room.broadcast.bucket(mark, room.context.pace).take():
        raise TooManyError("web.too_many_requests")
    return token


Token = Annotated[str, Depends(token_of)]


async def limit_downloads(request: Request) -> None:
    """Raise TooManyError if the client's address has asked for too many whole games."""
    app_state = await app_state_of(request)
    limit(app_state.downloads, request, seat_of(request, app_state))


async def limit_analyses(request: Request) -> None:
    """Raise TooManyError if the client's address has asked too often for chances or reviews."""
    app_state = await app_state_of(request)
    limit(app_state.analyses, request, seat_of(request, app_state))


# before the room is looked up, so that a refused request costs nothing
Limited = Depends(limit_downloads)
LimitedAnalysis = Depends(limit_analyses)


def cookie_name(code: str) -> str:
    """Return the name of the cookie for a seat's token."""
    return f"hustings_{code}"


def class_cookie(code: str) -> str:
    """Return the name of the cookie for a person's token in a class, which is also valid at the class's tables."""
    return f"hustings_class_{code}"


def teacher_cookie(code: str) -> str:
    """Return the name of the cookie for the teacher's token of a class."""
    return f"hustings_teacher_{code}"


@api.post("/rooms")
async def make_room(body: r.MakeRoom, request: Request, response: Response, app_state: AppStateHere) -> m.Seated:
    """Make a room; its game starts at once if no seat is left for a friend."""
    await need_place(request, app_state)
    chairs = [_chair(seat) for seat in body.seats]
    friends = any(seat.kind == "friend" for seat in body.seats)
    settings = replace(USUAL, autoplay=not body.lesson, chat=friends)  # a lesson explains each move
    settings = replace(settings, **(body.terms or {}))
    deal = _deal(body, chairs) if body.lesson or body.dealt else None
    room, token = await app_state.rooms.make(body.game, body.options, body.name, chairs, settings, deal, body.first)
    return seated(room, room.state.seat_of(room.state.host), token, request, response, app_state)


@api.post("/saved", openapi_extra=_SAVED_GAME)
async def open_saved(request: Request, response: Response, app_state: AppStateHere) -> m.Seated:
    """Make a room that continues the saved game in the request's body; a finished game can only be looked at there."""
    try:
        body = await request.body()
        found = orjson.loads(body.decode(json.detect_encoding(body)))  # a file can be in UTF-16
    except ValueError as error:
        raise SavedGameError("engine.not_json", text=str(error)) from None
    await need_place(request, app_state)
    try:
        saved = read(found if isinstance(found, dict) else {})  # a text would be read as a path
        room, token = await app_state.rooms.continue_saved(saved)
    except RecursionError:
        raise SavedGameError("engine.too_deep") from None
    return seated(room, room.state.seat_of(room.state.host), token, request, response, app_state)


def _deal(body: r.MakeRoom, chairs: list[Chair]) -> Deal:
    """Return the deal of a guided first game or of a game that is played again.

    Raises OptionError if the game has no such deal or other people play.
    """
    if sorted(chair.kind for chair in chairs if chair.kind != "bot") != ["person"]:
        raise OptionError("web.known_deal_alone")
    game = game_of(body.game, **body.options)
    return told_deal(game, body.dealt) if body.dealt else lesson_deal(game)


def _chair(seat: r.SeatRequest) -> Chair:
    match seat:
        case r.SeatMe():
            return Chair("person")
        case r.SeatBot():
            return Chair("bot", level=seat.level, character=seat.character)
        case r.SeatDevice():
            return Chair("device", seat.name)
        case r.SeatFriend():
            return Chair("open")


def answering_token(key: str, request: str, request_id: str | None) -> str:
    """Return a token for a request to join; a request that is sent again with the same id gets the same token.

    key      the key of the room or class in the store.
    request  the kind of request.
    """
    return new_token() if request_id is None else seat_token(key, request, request_id)


def seat_path(code: str) -> str:
    """Return the path of the cookie for a seat's token."""
    return f"/api/rooms/{code}"


def class_path(code: str) -> str:
    """Return the path of the cookie for the teacher's token of a class."""
    return f"/api/classes/{code}"


def keep_token(response: Response, request: HTTPConnection, cookie: str, token: str, path: str, seconds: float) -> None:
    """Set a token as an HTTP-only cookie with a lifetime and a path."""
    response.set_cookie(
        cookie,
        token,
        max_age=int(seconds),
        path=path,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme in ("https", "wss"),
    )


def _keep_seat(response: Response, request: HTTPConnection, code: str, token: str) -> None:
    keep_token(response, request, cookie_name(code), token, seat_path(code), SEAT_SECONDS)


def renew_seat(response: Response, request: HTTPConnection, code: str) -> None:
    """Renew the cookie of a seat if a request has one, so that the cookie lasts as long as the player comes back.

    The token is not checked, so the response does not tell whether the room exists.
    """
    clean = clean_code(code) or ""
    token = request.cookies.get(cookie_name(clean))
    if token is not None:
        _keep_seat(response, request, clean, token)


def seated(room: Room, seat: int, token: str, request: Request, response: Response, app_state: AppState) -> m.Seated:
    """Return the answer that gives a person their seat, with its cookie."""
    _keep_seat(response, request, room.state.code, token)
    return m.Seated(room=with_link(room.info(), app_state.base(request)), seat=seat, token=token)


@api.get("/rooms/{code}")
async def room(room: RoomHere, request: Request, response: Response, app_state: AppStateHere) -> RoomInfo:
    """Return a room as everybody may see it."""
    renew_seat(response, request, room.state.code)
    return with_link(room.info(), app_state.base(request))


@api.post("/rooms/{code}/join")
async def join(
    body: r.JoinRoom, room: RoomHere, request: Request, response: Response, app_state: AppStateHere
) -> m.Seated:
    """Take an open seat."""
    token = answering_token(room.state.code, "join", body.id)
    seat = await room.join(body.name, token)
    return seated(room, seat, token, request, response, app_state)


@api.post("/rooms/{code}/seats/{seat}/code")
async def seat_code(seat: int, room: RoomHere, token: Token, request: Request, app_state: AppStateHere) -> m.SeatCode:
    """Return a code to reclaim a seat, for its player or the host; it replaces the earlier code."""
    code = await room.issue(token, seat)
    link = f"{with_link(room.info(), app_state.base(request)).link}#seat={code}"
    drawing = await app_state.drawings.link(link, address_of(request))
    return m.SeatCode(code=code, link=link, qr=drawing.decode())


@api.post("/rooms/{code}/claim")
async def claim(
    body: r.ClaimSeat, room: RoomHere, request: Request, response: Response, app_state: AppStateHere
) -> m.Seated:
    """Claim a seat with its code; the seat's earlier token stops working."""
    code = clean_seat_code(body.code)
    async with app_state.guessing(request):
        if code is None:
            raise NotAllowedError("web.seat_code")
        token = answering_token(room.state.code, f"claim {code}", body.id)
        seat = await room.claim(code, token)
    return seated(room, seat, token, request, response, app_state)


@api.post("/rooms/{code}/host", response_model=RoomInfo)
async def host(
    command: Annotated[HostCommand, Body()], room: RoomHere, token: Token, request: Request, app_state: AppStateHere
) -> Response:
    """Carry out a command of the host."""
    await room.command(token, command)
    return Response(room_text(room.info(), app_state.base(request)), media_type="application/json")


@api.post("/rooms/{code}/leave")
async def leave(body: r.Leave, room: RoomHere, token: Token, request: Request, app_state: AppStateHere) -> Response:
    """Declare the days on which the player will be away, in a game over days."""
    await room.days.declare(token, body.days)
    return Response(room_text(room.info(), app_state.base(request)), media_type="application/json")


@api.get("/rooms/{code}/plan")
async def plan(seat: SeatNumber, room: RoomHere, token: Token) -> PlanInfo:
    """Return a seat's own plan for the round by post, and what became of its last one."""
    return await room.days.post.look(token, seat)


@api.post("/rooms/{code}/plan")
async def hand_in_plan(body: r.HandIn, room: RoomHere, token: Token) -> PlanInfo:
    """Hand in a seat's plan for the round by post, in place of an earlier one, or take it back."""
    return await room.days.post.hand_in(token, body.seat, body.round, body.plan)


@api.get("/rooms/{code}/qr.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def qr(room: RoomHere, request: Request, app_state: AppStateHere) -> Response:
    """Return the link to the room as a QR code."""
    link = with_link(room.info(), app_state.base(request)).link
    return Response(await app_state.drawings.link(link, address_of(request)), media_type="image/svg+xml")


@api.get("/rooms/{code}/export", dependencies=[Limited])
async def export(room: RoomHere) -> Response:
    """Return the saved game with its deal, after the end."""
    saved = json.dumps(await room.export(), ensure_ascii=False, indent=1)
    return attached(saved, "application/json", f"{room.state.game_name}-{room.state.code}.json")


@api.get("/codes/{code}")
async def kind_of(code: str, request: Request, app_state: AppStateHere) -> m.CodeKind:
    """Return whether a code is a room's, a class's or a club's; 404 if none."""
    return m.CodeKind(kind=await app_state.kind_of(code, request))
