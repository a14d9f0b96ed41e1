"""Long-polling fallback for networks that block WebSockets.

A client opens a connection (the protocol's "line") with a hello. Every message to the client has a number. Each poll
has the number of the last message that the client received, so messages of a lost response are sent again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections import deque
from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response

from hustings.rooms.errors import NotAllowedError
from hustings.web.app_state import AppState, address_of
from hustings.web.errors import ClosedError, TooManyError
from hustings.web.live.client_queue import ClientQueue
from hustings.web.live.gathering_session import GatheringSession
from hustings.web.live.session import Session
from hustings.web.live.socket import Beginning
from hustings.web.protocol import messages as m
from hustings.web.protocol.gathering_models import GatheringHello, PolledGathering
from hustings.web.rest.api import AppStateHere, renew_seat
from hustings.web.rest.gatherings import kind_of
from hustings.web.rest.packed import compressed

polling = APIRouter(prefix="/api/rooms/{code}", responses={"4XX": {"model": m.Problem}})
class_polling = APIRouter(prefix="/api/classes/{code}", responses={"4XX": {"model": m.Problem}})
club_polling = APIRouter(prefix="/api/clubs/{code}", responses={"4XX": {"model": m.Problem}})
SILENCE = 30.0  # seconds without a poll after which a connection ends
FAREWELL = 1.0  # seconds in which a closed connection can still be polled for the reason


class PolledQueue(ClientQueue):
    """The queue of messages to a client that polls; session: handles the client's own messages."""

    session: Session | GatheringSession

    def __init__(self, app_state: AppState, base: str, code: str, address: str, begin: Beginning) -> None:
        super().__init__(base)
        self.id = secrets.token_urlsafe(16)
        self.code, self._address, self._seated = code, address, True
        self._app_state = app_state
        if app_state.closing or not app_state.lines.enter(address, seated=True):
            raise TooManyError("web.too_many_lines")
        self._unread: deque[tuple[int, bytes]] = deque()
        self._last = 0
        self._close: m.PollClosed | None = None
        self._arrived = asyncio.Event()
        self._polls = 0
        self._giving_up: asyncio.TimerHandle | None = None
        app_state.polled[self.id] = self
        app_state.clients[self] = address
        self._leave_alone()
        self.session = begin(app_state, self)

    def put(self, item: Any) -> None:
        """Queue a message and keep it until the client acknowledges it."""
        if self.closing or self._close is not None:
            return
        if isinstance(item, m.PollClosed):
            self._shut(item)
        elif len(self._unread) >= self.most:
            self._unread.clear()
            self._shut(m.PollClosed.of(m.CLOSE_SLOW, ClosedError("web.not_fetched")))
        else:
            self._last += 1
            self._unread.append((self._last, self.made(item)))
        self._arrived.set()

    def _shut(self, close: m.PollClosed) -> None:
        """Close the connection; a client that polls soon still gets the reason."""
        self._close = close
        if self._giving_up is not None and not self._polls:
            self._giving_up.cancel()
            self._leave_alone()

    def admit(self, seated: bool) -> None:
        """Count the connection as a spectator's unless seated. Raises TooManyError if spectators have too many."""
        if not seated:
            if not self._app_state.lines.enter(self._address, seated=False):
                raise TooManyError("web.too_many_lines")
            self._app_state.lines.leave(self._address, seated=True)
            self._seated = False

    async def answer(self, poll: m.Poll) -> bytes:
        """Handle the messages in a poll, then return the unread ones as JSON; wait for some if the poll says so."""
        if self._giving_up is not None:
            self._giving_up.cancel()
        self._polls += 1
        try:
            while self._unread and self._unread[0][0] <= poll.after:
                self._unread.popleft()
            for sent in poll.send:
                if not await self.session.hear(json.dumps(sent)):
                    break
            if not self._unread and self._close is None and poll.wait:
                self._arrived.clear()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(poll.wait):
                        await self._arrived.wait()
            return self._answer(poll.after)
        finally:
            self._polls -= 1
            if not self._polls:
                self._leave_alone()

    def _answer(self, after: int) -> bytes:
        """Return a `Polled` as JSON with a list of messages."""
        unread = b",".join(message for number, message in self._unread if number > after)
        closed = b"null" if self._close is None else self._close.model_dump_json().encode()
        return b'{"last":%d,"messages":[%b],"closed":%b}' % (self._last, unread, closed)

    def _leave_alone(self) -> None:
        """Schedule the end of the connection: soon if it is closed, else after `SILENCE` seconds without a poll."""
        wait = SILENCE if self._close is None else min(SILENCE, FAREWELL)
        self._giving_up = asyncio.get_running_loop().call_later(wait, self.give_up)

    def give_up(self) -> None:
        """End an abandoned connection and drop its messages.

        The queue and its session refer to each other. Breaking the cycle frees them without the garbage collector,
        which a server runs seldom.
        """
        if self._app_state.polled.pop(self.id, None) is None:
            return
        del self._app_state.clients[self]
        self._app_state.lines.leave(self._address, self._seated)
        self._unread.clear()
        if self._giving_up is not None:
            self._giving_up.cancel()
        self.session.end()
        self.moved_on = None
        del self.session


@polling.post("/line")
async def open_line(
    code: str, hello: m.Hello, request: Request, response: Response, app_state: AppStateHere
) -> m.LineOpened:
    """Open a polled connection with a hello."""
    renew_seat(response, request, code)
    return await _opened(code, hello.hello, request, app_state, Session)


@class_polling.post("/line")
@club_polling.post("/line")
async def open_gathering_line(
    code: str, hello: GatheringHello, request: Request, app_state: AppStateHere
) -> m.LineOpened:
    """Open a polled connection to a class or club with a hello."""
    return await _opened(code, hello.hello, request, app_state, partial(GatheringSession, kind=kind_of(request)))


async def _opened(code: str, hello: Any, request: Request, app_state: AppState, begin: Beginning) -> m.LineOpened:
    client = PolledQueue(app_state, app_state.base(request), code, address_of(request), begin)
    try:
        await client.session.begin(code, hello, request)
        client.admit(client.session.seated)
    except BaseException:
        client.give_up()
        raise
    return m.LineOpened(line=client.id)


@polling.post("/poll", response_model=m.Polled)
async def poll(code: str, body: m.Poll, request: Request, app_state: AppStateHere) -> Response:
    """Send messages on a polled connection and receive the new ones."""
    return await _polled(app_state.polled.get(body.line), Session.kind, code, body, request)


@class_polling.post("/poll", response_model=PolledGathering)
@club_polling.post("/poll", response_model=PolledGathering)
async def poll_gathering(code: str, body: m.Poll, request: Request, app_state: AppStateHere) -> Response:
    """Send messages on a polled connection to a class or club and receive the new ones."""
    return await _polled(app_state.polled.get(body.line), kind_of(request), code, body, request)


async def _polled(client: ClientQueue | None, kind: str, code: str, body: m.Poll, request: Request) -> Response:
    if not isinstance(client, PolledQueue) or client.code != code or client.session.kind != kind:
        raise NotAllowedError("web.no_line")
    return compressed(await client.answer(body), "application/json", request.headers)
