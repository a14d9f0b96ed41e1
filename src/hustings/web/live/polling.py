"""The same talk without a WebSocket, where something on the way blocks them: POST and long poll.

A line is opened with a hello. Every message to the client has a number; a question says up to which number it has
them all, so an answer that was lost on the way is simply given again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections import deque
from typing import Any

from fastapi import APIRouter, Request, Response

from hustings.rooms.errors import NotAllowedError
from hustings.web.app_state import AppState, TooManyError
from hustings.web.live.client_queue import WAITING, ClientQueue, Close
from hustings.web.live.session import Session
from hustings.web.protocol import messages as m
from hustings.web.rest.api import HallHere

polling = APIRouter(prefix="/api/rooms/{code}", responses={"4XX": {"model": m.Problem}})
SILENCE = 30.0  # seconds without a question until a line is given up
FAREWELL = 1.0  # seconds a closed line has to be asked why
MOST_LINES = 2000


class PolledQueue(ClientQueue):
    """A line that is asked for what it has."""

    def __init__(self, app_state: AppState, base: str, code: str) -> None:
        super().__init__(base)
        self.id = secrets.token_urlsafe(16)
        self.code = code
        self.talk = Session(app_state, self)
        self._hall = app_state
        self._unread: deque[tuple[int, str]] = deque()
        self._last = 0
        self._close: Close | None = None
        self._told = asyncio.Event()
        self._asking = 0
        self._giving_up: asyncio.TimerHandle | None = None
        app_state.lines[self.id] = self
        app_state.sockets += 1
        self._leave_alone()

    def put(self, item: Any) -> None:
        """See `ClientQueue.put`; messages are kept until the client says it has them."""
        if self.closing or self._close is not None:
            return
        if isinstance(item, Close):
            self._close = item
        elif len(self._unread) >= WAITING:
            self._close = Close(m.CLOSE_SLOW, "too many messages were not fetched")
        else:
            self._last += 1
            self._unread.append((self._last, self.made(item)))
        self._told.set()

    async def ask(self, question: m.Poll) -> str:
        """Take what the client sends, then answer with what it has not read yet, or wait for that."""
        if self._giving_up is not None:
            self._giving_up.cancel()
        self._asking += 1
        try:
            while self._unread and self._unread[0][0] <= question.after:
                self._unread.popleft()
            for sent in question.send:
                if not await self.talk.hear(json.dumps(sent)):
                    break
            if not self._unread and self._close is None and question.wait:
                self._told.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._told.wait(), question.wait)
            return self._answer(question.after)
        finally:
            self._asking -= 1
            if not self._asking:
                self._leave_alone()

    def _answer(self, after: int) -> str:
        """A `Polled` as text: what a socket would be sent, in a list."""
        unread = ",".join(message for number, message in self._unread if number > after)
        closed = "null"
        if self._close is not None:
            closed = m.PollClosed(code=self._close.code, reason=self._close.reason).model_dump_json()
        return f'{{"last":{self._last},"messages":[{unread}],"closed":{closed}}}'

    def _leave_alone(self) -> None:
        """Give the line up after a while, at once where it is closed and everything was told."""
        wait = SILENCE if self._close is None else min(SILENCE, FAREWELL)
        self._giving_up = asyncio.get_running_loop().call_later(wait, self.give_up)

    def give_up(self) -> None:
        """Nobody asks any more."""
        if self._hall.lines.pop(self.id, None) is not None:
            self._hall.sockets -= 1
            self.talk.end()
        if self._giving_up is not None:
            self._giving_up.cancel()


@polling.post("/line")
async def open_line(code: str, hello: m.Hello, request: Request, app_state: HallHere) -> m.LineOpened:
    """Open a line with a hello."""
    if len(app_state.lines) >= MOST_LINES or app_state.closing:
        raise TooManyError("no more lines can be opened on this server now; try again later")
    line = PolledQueue(app_state, app_state.base(request), code)
    try:
        await line.talk.begin(code, hello.hello, request)
    except BaseException:
        line.give_up()
        raise
    return m.LineOpened(line=line.id)


@polling.post("/poll", response_model=m.Polled)
async def poll(code: str, question: m.Poll, app_state: HallHere) -> Response:
    """Send messages on a line, and receive what is new."""
    line = app_state.lines.get(question.line)
    if not isinstance(line, PolledQueue) or line.code != code:
        raise NotAllowedError("there is no such line (any more); open another with a hello")
    return Response(await line.ask(question), media_type="application/json")
