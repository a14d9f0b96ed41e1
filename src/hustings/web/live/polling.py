"""Long-polling fallback for networks that block WebSockets.

A client opens a connection (the protocol's "line") with a hello. Every message to the client has a number. Each poll
has the number of the last message that the client received, so messages of a lost response are sent again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from typing import Any

from fastapi import APIRouter, Request, Response

from hustings.rooms.clients import Client
from hustings.rooms.errors import NotAllowedError
from hustings.rooms.rate_limits import household
from hustings.web.app_state import AppState, Line, address_of
from hustings.web.errors import TooManyError
from hustings.web.live.talk import Kind, begin, hear
from hustings.web.protocol import messages as m
from hustings.web.protocol.gathering_models import GatheringHello, PolledGathering
from hustings.web.protocol.serialize import message
from hustings.web.rest.api import AppStateHere, renew_seat
from hustings.web.rest.gatherings import kind_of
from hustings.web.rest.packed import compressed

polling = APIRouter(prefix="/api/rooms/{code}", responses={"4XX": {"model": m.Problem}})
class_polling = APIRouter(prefix="/api/classes/{code}", responses={"4XX": {"model": m.Problem}})
club_polling = APIRouter(prefix="/api/clubs/{code}", responses={"4XX": {"model": m.Problem}})
SILENCE = 30.0  # seconds without a poll after which a connection ends
FAREWELL = 1.0  # seconds in which a closed connection can still be polled for the reason


@polling.post("/line")
async def open_line(
    code: str, hello: m.Hello, request: Request, response: Response, app_state: AppStateHere
) -> m.LineOpened:
    """Open a polled connection with a hello."""
    renew_seat(response, request, code)
    return await _opened("room", code, hello.hello, request, app_state)


@class_polling.post("/line")
@club_polling.post("/line")
async def open_gathering_line(
    code: str, hello: GatheringHello, request: Request, app_state: AppStateHere
) -> m.LineOpened:
    """Open a polled connection to a class or club with a hello."""
    return await _opened(kind_of(request), code, hello.hello, request, app_state)


async def _opened(kind: Kind, code: str, hello: Any, request: Request, app_state: AppState) -> m.LineOpened:
    address = address_of(request)
    if app_state.closing or not app_state.lines.enter(address, seated=True):
        raise TooManyError("web.too_many_lines")
    client = Client(app_state.base(request), request.client.host if request.client else "?")
    try:
        await begin(app_state, kind, client, code, hello, request)
        if client.token is None and not app_state.lines.enter(address, seated=False):
            raise TooManyError("web.too_many_lines")
    except BaseException:
        client.leave()
        app_state.lines.leave(address, seated=True)
        raise
    if client.token is None:
        app_state.lines.leave(address, seated=True)
    line = secrets.token_urlsafe(16)
    app_state.clients.add(client)
    app_state.polled[kind, code, line] = client
    _leave_alone(app_state, (kind, code, line), client)
    return m.LineOpened(line=line)


@polling.post("/poll", response_model=m.Polled)
async def poll(code: str, body: m.Poll, request: Request, app_state: AppStateHere) -> Response:
    """Send messages on a polled connection and receive the new ones."""
    return await _polled(app_state, "room", code, body, request)


@class_polling.post("/poll", response_model=PolledGathering)
@club_polling.post("/poll", response_model=PolledGathering)
async def poll_gathering(code: str, body: m.Poll, request: Request, app_state: AppStateHere) -> Response:
    """Send messages on a polled connection to a class or club and receive the new ones."""
    return await _polled(app_state, kind_of(request), code, body, request)


async def _polled(app_state: AppState, kind: Kind, code: str, poll: m.Poll, request: Request) -> Response:
    line = kind, code, poll.line
    client = app_state.polled.get(line)
    if client is None:
        raise NotAllowedError("web.no_line")
    if client.silence is not None:
        client.silence.cancel()
    client.polls += 1
    try:
        return compressed(await answer(app_state, kind, client, poll), "application/json", request.headers)
    finally:
        client.polls -= 1
        if not client.polls:
            _leave_alone(app_state, line, client)


async def answer(app_state: AppState, kind: Kind, client: Client, poll: m.Poll) -> bytes:
    """Handle the messages in a poll, then return the unread ones as a `Polled` in JSON; wait for some if it says so."""
    client.unread(poll.after)
    for sent in poll.send:
        if not await hear(app_state, kind, client, json.dumps(sent)):
            break
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(poll.wait):
            await client.news()
    unread = b",".join(message(notice, client.base) for notice in client.unread(poll.after))
    closed = b"null" if client.closed is None else m.PollClosed.of(*client.closed).model_dump_json().encode()
    return b'{"last":%d,"messages":[%b],"closed":%b}' % (client.last_number, unread, closed)


def _leave_alone(app_state: AppState, line: Line, client: Client) -> None:
    """Schedule the end of a connection: soon if it is closed, else after `SILENCE` seconds without a poll."""
    wait = SILENCE if client.closed is None else min(SILENCE, FAREWELL)
    client.silence = asyncio.get_running_loop().call_later(wait, give_up, app_state, line)


def give_up(app_state: AppState, line: Line) -> None:
    """End an abandoned connection and drop its messages."""
    client = app_state.polled.pop(line)
    app_state.clients.discard(client)
    app_state.lines.leave(household(client.address), seated=client.token is not None)
    client.leave()
