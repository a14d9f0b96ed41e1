"""A seat in a room on any server, over HTTP with long polling."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import re
from typing import Any

import httpx2

from hustings.engine.errors import HustingsError
from hustings.engine.messages import add_words
from hustings.models.looking import Chair

add_words("model", "hustings.models")
POLL = 20  # seconds that the server may hold a poll open
PATIENCE = 10.0  # seconds to wait for any answer, in addition to the time of a poll
MOST_WAIT = 25.0
PAUSE = 0.5  # seconds before a lost polling session is opened again, or a request is repeated
MOVED_TRIES = 20  # requests while another process of the server takes the room over
FOR_GOOD = (4000, 4403, 4404)  # close codes after which a seat does not reconnect
ROOM_LINK = re.compile(r"^(https?://[^/\s]+)/r/([A-Za-z]{6})\b")


class SeatError(HustingsError):
    """The room refused a command or is unreachable; the message names the clause if a rule forbids the command."""


async def claim(link: str, code: str) -> tuple[str, str, str]:
    """Claim a seat by its room's link and the seat's code.

    Returns:
        The server's address, the room's code and the seat's token.

    Raises:
        SeatError: The link is not a room's link, the code is wrong, or the server does not answer.
    """
    found = ROOM_LINK.match(link)
    if not found:
        raise SeatError("model.no_room_link", link=link[:120])
    base, room = found[1], found[2].upper()
    async with httpx2.AsyncClient(base_url=base, timeout=PATIENCE) as http:
        told = await _asked(http, f"/api/rooms/{room}/claim", {"code": code})
    return base, room, told["token"]


async def _asked(
    http: httpx2.AsyncClient, path: str, body: dict[str, Any], timeout: float = PATIENCE
) -> dict[str, Any]:
    told: dict[str, Any]
    for _ in range(MOVED_TRIES):
        try:
            answer = await http.post(path, json=body, timeout=timeout)
            told = answer.json()
        except (httpx2.HTTPError, ValueError) as error:  # a proxy without a server answers with a page
            raise SeatError("model.unreachable", reason=type(error).__name__) from None
        if told.get("key") != "room.moved":
            break
        await asyncio.sleep(PAUSE)
    if answer.status_code >= 400:
        raise SeatError("model.refused", reason=told["error"])
    return told


class Seat(Chair):
    """A connection to one seat of a room: the seat's present state, and commands to the room.

    From `open` to `close` a background task polls for news, so that the room shows the seat as connected.

    Args:
        http: An HTTP client whose base address is the server's; `close` closes it.
        room: The room's code.
        token: The seat's token, from `claim`.
    """

    def __init__(self, http: httpx2.AsyncClient, room: str, token: str) -> None:
        super().__init__()
        self._http = http
        self._room = f"/api/rooms/{room}"
        self._token = token
        self._closed: str | None = None
        self._line = ""
        self._after = 0
        self._news = asyncio.Condition()
        self._replies: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._polling: asyncio.Task[None] | None = None
        self._questions = 0

    async def open(self) -> None:
        """Connect and wait for the first state; raise SeatError if the room refuses the token."""
        await self._hello()
        self._polling = asyncio.create_task(self._poll())
        await self._until(lambda: self.state is not None, PATIENCE)
        if self.state is None:
            raise SeatError("model.refused", reason=self._closed or "the room did not answer")

    async def close(self) -> None:
        """Stop polling and close the HTTP client; the room soon shows the seat as away."""
        if self._polling is not None:
            self._polling.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._polling
        await self._http.aclose()

    @property
    def asked(self) -> bool:
        """True if the seat must move or answer, or the game is over."""
        if self.state is None:
            return False
        owes = self.state["seat"] in self.state["owes"]
        return self.state["over"] or owes or self.asked_back_by is not None

    async def wait(self, seconds: float) -> None:
        """Wait until the seat must move or answer, the game is over or the time is up."""
        await self._until(lambda: self.asked or self._closed is not None, min(seconds, MOST_WAIT))

    async def play(self, decision: int, move: str) -> dict[str, Any]:
        """Make a move and return the acknowledgement; a repeated move gets the same answer."""
        digest = hashlib.sha256(move.encode()).hexdigest()[:24]
        return await self._command(f"model-{decision}-{digest}", {"decision": decision, "play": move})

    async def why(self, move: str) -> dict[str, Any]:
        """Return whether a move is legal, and if not the clause and a sentence that explains why."""
        return await self._command(self._fresh(), {"why": move})

    async def odds(self, move: str) -> dict[str, Any]:
        """Return the odds of the chance outcomes that a move leads to."""
        return await self._command(self._fresh(), {"odds": move})

    async def consent(self, agree: bool) -> dict[str, Any]:
        """Agree to or refuse a takeback that another seat asks for."""
        return await self._command(self._fresh(), {"agree": agree})

    async def say(self, text: str) -> dict[str, Any]:
        """Write to the room's chat, if its host allows chat."""
        return await self._command(self._fresh(), {"say": text})

    # --- the polling session

    def _fresh(self) -> str:
        self._questions += 1
        return f"asked-{id(self):x}-{self._questions}"

    async def _hello(self) -> None:
        hello: dict[str, Any] = {"token": self._token, "model": True}
        if self.state is not None:
            hello["since"] = self.state["seq"]
        self._line = (await _asked(self._http, f"{self._room}/line", {"hello": hello}))["line"]
        self._after = 0

    async def _poll(self) -> None:
        """Poll until the seat is lost; open a new polling session if the old one ended or the server restarted."""
        while self._closed is None:
            try:
                await self._exchange([], POLL)
            except SeatError:
                await asyncio.sleep(PAUSE)
                with contextlib.suppress(SeatError):
                    await self._hello()

    async def _exchange(self, send: list[dict[str, Any]], wait: int) -> None:
        body = {"line": self._line, "after": self._after, "send": send, "wait": wait}
        told = await _asked(self._http, f"{self._room}/poll", body, wait + PATIENCE)
        first = told["last"] - len(told["messages"]) + 1
        for number, message in enumerate(told["messages"], first):
            if number > self._after:
                self._hear(message)
        self._after = max(self._after, told["last"])
        closed = told["closed"]
        if closed is not None and closed["code"] in FOR_GOOD:
            self._closed = closed["reason"]
        async with self._news:
            self._news.notify_all()
        if closed is not None and self._closed is None:
            raise SeatError("model.refused", reason=closed["reason"])

    def _hear(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "state":
            if self.state is not None and self.state["over"] and not message["over"]:
                self.games += 1
                self.events.clear()  # the new game counts log entries from 1 again
                self.backs.clear()
            elif (back := message["taken_back"]) is not None:
                self.events = [event for event in self.events if event["entry"] <= back]
                self.backs.append(back)
            known = self.events[-1]["entry"] if self.events else 0
            self.events += [event for event in message["events"] if event["entry"] > known]
            self._show(message)
        elif kind == "room" and self.state is not None:
            self._show({**self.state, "room": message["room"]})
        elif kind == "chat":
            known = self.remarks[-1]["seq"] if self.remarks else 0
            self.remarks += [remark for remark in message["remarks"] if remark["seq"] > known]
        waiting = self._replies.pop(message.get("id") or "", None)
        if waiting is not None and not waiting.done():
            waiting.set_result(message)

    def _show(self, state: dict[str, Any]) -> None:
        self.state, self.number, proposal = state, state["seat"], state["room"]["proposal"]
        self.asked_back_by = proposal["by"] if proposal and self.number in proposal["waiting"] else None

    async def _command(self, name: str, body: dict[str, Any]) -> dict[str, Any]:
        """Send a command under a name and return its answer; raise SeatError if the room refuses the command."""
        if self._closed is not None:
            raise SeatError("model.refused", reason=self._closed)
        reply = self._replies.setdefault(name, asyncio.get_running_loop().create_future())
        await self._exchange([{"id": name, **body}], 0)
        try:
            answer = await asyncio.wait_for(asyncio.shield(reply), PATIENCE)
        except TimeoutError:
            raise SeatError("model.unreachable", reason="no answer") from None
        if answer["type"] == "refused":
            key = "model.refused_by_clause" if answer["clause"] else "model.refused"
            raise SeatError(key, reason=answer["text"], clause=answer["clause"])
        return answer

    async def _until(self, holds: Any, seconds: float) -> None:
        async with self._news:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait_for(holds), seconds)
