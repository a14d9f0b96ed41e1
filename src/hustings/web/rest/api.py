"""The questions answered with JSON: games, levels, rooms."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Body, Depends, Request, Response

import hustings
from hustings.engine.errors import OptionError
from hustings.engine.rulebook import game as game_of
from hustings.rooms import commands
from hustings.rooms.errors import NotAllowedError
from hustings.rooms.fair_deal import Deal, lesson_deal
from hustings.rooms.keys import clean_seat_code, new_token, token_digest
from hustings.rooms.log.log_events import Chair, TableSettings
from hustings.rooms.registry import WEEK, level_titles
from hustings.rooms.room import Room
from hustings.web.app_state import AppState, TooManyError
from hustings.web.protocol import messages as m
from hustings.web.protocol import requests as w
from hustings.web.protocol.serialize import game_detail, game_info, level_list, room_info

api = APIRouter(prefix="/api", responses={"4XX": {"model": m.Problem}})


async def app_state_of(request: Request) -> AppState:  # async: else each question waits for a thread
    """The server's shared things."""
    app_state: AppState = request.app.state.app_state
    return app_state


def bearer(request: Request) -> str | None:
    """The token in the Authorization header, None where there is none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" and token else None


async def room_of(code: str, request: Request) -> Room:
    """The room the path names."""
    return await (await app_state_of(request)).find(code, request, bearer(request))


HallHere = Annotated[AppState, Depends(app_state_of)]
RoomHere = Annotated[Room, Depends(room_of)]


async def token_of(room: RoomHere, request: Request) -> str:
    """The token in the Authorization header. Raises NotAllowedError where there is none.

    A seat's questions are counted with its messages: TooManyError for too many at once.
    """
    token = bearer(request)
    if token is None:
        raise NotAllowedError("a token must stand in the header 'Authorization: Bearer ...'")
    mark = token_digest(token)
    if room.state.chairs_of(mark) and not room.broadcast.bucket(mark, room.context.pace).take():
        raise TooManyError("too many questions at once; wait a second")
    return token


Token = Annotated[str, Depends(token_of)]


def cookie_name(code: str) -> str:
    """The cookie that keeps a seat's token in a browser."""
    return f"hustings_{code}"


@api.get("/games")
async def games() -> list[m.GameInfo]:
    """Every game."""
    return [game_info(name) for name in hustings.game_names()]


@api.get("/games/{name}")
async def game(name: str) -> m.GameDetail:
    """One game with its cards, clauses and words."""
    return game_detail(name)


@api.get("/levels")
async def levels(game: str = "") -> list[m.LevelInfo]:
    """The bot levels, or those a game has."""
    return level_list(game or None)


@api.post("/rooms")
async def make_room(wish: w.MakeRoom, request: Request, response: Response, app_state: HallHere) -> m.Seated:
    """Make a room; it starts at once where no seat is left for a friend."""
    if not app_state.making.take():
        raise TooManyError("too many rooms are being made; try again in a minute")
    chairs = [_chair(seat) for seat in wish.seats]
    terms = replace(TableSettings(), **chosen_terms(wish.terms)) if wish.terms else TableSettings()
    deal = _lesson(wish, chairs) if wish.lesson else None
    room, token = await app_state.rooms.make(wish.game, wish.options, wish.name, chairs, terms, deal)
    return _seated(room, room.state.host, token, request, response, app_state)


def _lesson(wish: w.MakeRoom, chairs: list[Chair]) -> Deal:
    """The deal of a guided first game. Raises OptionError where there is none, or where others play too."""
    if sorted(chair.kind for chair in chairs if chair.kind != "bot") != ["person"]:
        raise OptionError("a guided first game was asked for with others; it is played alone against bots")
    return lesson_deal(game_of(wish.game, **wish.options))


def chosen_terms(wish: w.TermsWish) -> dict[str, Any]:
    """The terms somebody chose, without those he left alone."""
    return {name: value for name, value in wish.model_dump().items() if value is not None}


def _chair(seat: w.SeatWish) -> Chair:
    match seat:
        case w.SeatMe():
            return Chair("person")
        case w.SeatBot():
            return Chair("bot", level=seat.level)
        case w.SeatDevice():
            return Chair("device", seat.name)
        case w.SeatFriend():
            return Chair("open")


def _seated(room: Room, seat: int, token: str, request: Request, response: Response, app_state: AppState) -> m.Seated:
    response.set_cookie(
        cookie_name(room.state.code),
        token,
        max_age=int(WEEK),
        path=f"/api/rooms/{room.state.code}",
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return m.Seated(room=room_info(room.picture(), app_state.base(request)), seat=seat, token=token)


@api.get("/rooms/{code}")
async def room(room: RoomHere, request: Request, app_state: HallHere) -> m.RoomInfo:
    """A room as everybody may see it."""
    return room_info(room.picture(), app_state.base(request))


@api.post("/rooms/{code}/join")
async def join(wish: w.JoinRoom, room: RoomHere, request: Request, response: Response, app_state: HallHere) -> m.Seated:
    """Take an open seat."""
    token = new_token()
    seat = await room.join(wish.name, token)
    return _seated(room, seat, token, request, response, app_state)


@api.post("/rooms/{code}/seats/{seat}/code")
async def seat_code(seat: int, room: RoomHere, token: Token, request: Request, app_state: HallHere) -> m.SeatCode:
    """A code to come back to a seat with, for whoever sits there or the host; one given before works no more."""
    code = await room.issue(token, seat)
    link = f"{room_info(room.picture(), app_state.base(request)).link}#seat={code}"
    return m.SeatCode(code=code, link=link, qr=_drawn(link).decode())


@api.post("/rooms/{code}/claim")
async def claim(
    wish: w.ClaimSeat, room: RoomHere, request: Request, response: Response, app_state: HallHere
) -> m.Seated:
    """Come back to a seat with its code; the token that had it before has it no more."""
    token = new_token()
    code = clean_seat_code(wish.code)
    try:
        if code is None:
            raise NotAllowedError("a seat's code has eight letters, without vowels")
        seat = await room.claim(code, token)
    except NotAllowedError:
        app_state.missed(request)
        raise
    return _seated(room, seat, token, request, response, app_state)


@api.post("/rooms/{code}/host")
async def host(
    command: Annotated[w.HostCommand, Body()], room: RoomHere, token: Token, request: Request, app_state: HallHere
) -> m.RoomInfo:
    """What the host may do."""
    match command:
        case w.HostStart():
            await room.start(token)
        case w.HostRematch():
            await room.rematch(token)
        case w.HostHandOver():
            await room.hand_over(token, command.seat)
        case _:
            await room.change(token, _change(command))
    return room_info(room.picture(), app_state.base(request))


Changing = (
    w.HostOptions
    | w.HostTerms
    | w.HostFill
    | w.HostBot
    | w.HostOpen
    | w.HostKick
    | w.HostRename
    | w.HostSwap
    | w.HostLock
    | w.HostPause
    | w.HostChat
)


def _change(command: Changing) -> commands.Change:
    match command:
        case w.HostTerms():
            return lambda state: commands.terms(state, chosen_terms(command.terms))
        case w.HostFill():
            return lambda state: commands.fill(state, command.level, level_titles())
        case w.HostOptions():
            return lambda state: commands.options(state, command.options)
        case w.HostBot():
            return lambda state: commands.bot(state, command.seat, command.level, level_titles())
        case w.HostOpen():
            return lambda state: commands.open_seat(state, command.seat)
        case w.HostKick():
            return lambda state: commands.kick(state, command.seat)
        case w.HostRename():
            return lambda state: commands.rename(state, command.seat, command.name)
        case w.HostSwap():
            return lambda state: commands.swap(state, command.seat, command.other)
        case w.HostLock():
            return lambda state: commands.lock(state, command.locked)
        case w.HostPause():
            return lambda state: commands.pause(state, command.paused)
        case w.HostChat():
            return lambda state: commands.chat(state, command.chat)


@api.get("/rooms/{code}/qr.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def qr(room: RoomHere, request: Request, app_state: HallHere) -> Response:
    """The link to the room as a QR code."""
    return Response(_drawn(room_info(room.picture(), app_state.base(request)).link), media_type="image/svg+xml")


def _drawn(link: str) -> bytes:
    """A link as a QR code."""
    drawing = io.BytesIO()
    segno.make(link, micro=False).save(drawing, kind="svg", scale=8, border=2, light="#fff", xmldecl=False)
    return drawing.getvalue()


@api.get("/rooms/{code}/export")
async def export(room: RoomHere) -> Response:
    """The saved game with its deal, after the end."""
    saved = json.dumps(await room.export(), ensure_ascii=False, indent=1)
    attachment = f'attachment; filename="hustings-{room.state.game_name}-{room.state.code}.json"'
    return Response(saved, media_type="application/json", headers={"Content-Disposition": attachment})
