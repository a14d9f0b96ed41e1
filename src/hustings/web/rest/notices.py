"""REST endpoints for notices of games over days: who is notified, how, and until when."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request

from hustings.rooms.errors import NoRoomError, NotAllowedError, RoomError
from hustings.rooms.hours import zone_of
from hustings.rooms.keys import token_digest
from hustings.rooms.notices.book import MOST_DEVICES, Push, Reader
from hustings.web.app_state import AppState, limit
from hustings.web.protocol import notice_models as n
from hustings.web.protocol.messages import Problem
from hustings.web.rest.api import AppStateHere, RoomHere, Token

if TYPE_CHECKING:
    from hustings.web.notices.post_office import PostOffice

notices = APIRouter(prefix="/api/rooms/{code}/notices", responses={"4XX": {"model": Problem}})
stops = APIRouter()


def _office(app_state: AppState) -> PostOffice:
    if app_state.post_office is None:
        raise RoomError("room.no_notices")
    return app_state.post_office


@notices.get("")
async def offered(room: RoomHere, token: Token, app_state: AppStateHere) -> n.NoticesInfo:
    """Return what notices the server offers, and what is stored about the player."""
    office, mark = app_state.post_office, token_digest(token)
    if not room.state.chairs_of(mark):
        raise NotAllowedError("room.no_seat_for_token")
    if office is None:
        return n.NoticesInfo(key=None, mail=False, group=None, wants=None)
    reader = await room.days.notices.reader(token)
    group = await room.days.notices.has_group() if mark == room.state.host_token else None
    return n.NoticesInfo(
        key=office.keys.public,
        mail=office.mail is not None,
        group=group,
        wants=None if reader is None else n.Wants.of(reader),
    )


@notices.post("", status_code=204)
async def want(body: n.WantNotices, room: RoomHere, token: Token, request: Request, app_state: AppStateHere) -> None:
    """Notify the player by push, or change when they are notified; renews the subscription of their browser."""
    if body.push is not None:
        _office(app_state).check_push(body.push)
    await room.days.notices.want(token, lambda before: _wish(body, before, app_state.base(request), body.push))


@notices.post("/mail", status_code=204)
async def prove(body: n.ProveMail, room: RoomHere, token: Token, request: Request, app_state: AppStateHere) -> None:
    """Send six letters to a mail address."""
    await room.days.notices.reader(token)  # only to people with a seat
    limit(app_state.reports, request)
    await _office(app_state).prove(room.state.code, token_digest(token), body.address, body.language)


@notices.post("/mail/confirm", status_code=204)
async def confirm(body: n.ConfirmMail, room: RoomHere, token: Token, request: Request, app_state: AppStateHere) -> None:
    """Notify the player by mail, after they have typed the six letters."""
    address = _office(app_state).proven(room.state.code, token_digest(token), body.letters)
    await room.days.notices.want(token, lambda before: _wish(body, before, app_state.base(request), mail=address))


@notices.post("/stop", status_code=204)
async def stop(room: RoomHere, token: Token) -> None:
    """Delete all that is stored about the player for notices."""
    await room.days.notices.stop(token)


@notices.post("/group", status_code=204)
async def tell_group(
    body: n.TellGroup, room: RoomHere, token: Token, request: Request, app_state: AppStateHere
) -> None:
    """Send notices to a group's chat, or stop that if `url` is null. Only for the host."""
    base = app_state.base(request)
    group = None if body.url is None else _office(app_state).group(body.url, body.language, base)
    await room.days.notices.tell_group(token, group)


@stops.post("/stop/{sealed}", status_code=204, include_in_schema=False)
async def stop_mail(sealed: str, request: Request, app_state: AppStateHere) -> None:
    """Stop mail about the rooms of a mail (RFC 8058); with `{"everywhere": true}` mail to this address for ever."""
    office = _office(app_state)
    boxes = office.stopped(sealed)
    if office.mail is not None and n.everywhere(await request.body()):
        await office.mail.never(boxes[0].address)
    for to in boxes:
        with suppress(NoRoomError):
            room = await app_state.rooms.find(to.room)
            await room.days.notices.stop_mail(to.reader, to.address)


def _wish(
    wish: n.NoticeWish, before: Reader | None, base: str, push: Push | None = None, mail: str | None = None
) -> Reader:
    """Return what a person wants, from a wish and from what they wanted before."""
    zone_of(wish.zone)
    pushes = [] if before is None else before.push
    if push is not None:
        pushes = [*(one for one in pushes if one.endpoint != push.endpoint), push][-MOST_DEVICES:]
    address = mail or (before.mail if before else None)
    if not pushes and address is None:
        raise RoomError("web.nothing_to_tell")
    return Reader(
        zone=wish.zone,
        language=wish.language,
        base=base,
        quiet=wish.quiet,
        always=wish.always,
        push=pushes,
        mail=address,
    )
