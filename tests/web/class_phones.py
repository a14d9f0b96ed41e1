"""A student's phone as a client of the protocol: the class's page, and the table's while there is one."""

from __future__ import annotations

import asyncio
import json
import math
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from hustings.rooms.clients import CLOSE_MOVED, CLOSE_REMOVED, CLOSE_REPLACED, CLOSE_RESTART
from tests.web.helpers import Json, Site, fresh_id

SIZES = {"combat": 2, "president": 4, "politics": 4, "mudslinger": 5}
WITHIN = 40.0  # seconds
THINKING = 0.02  # seconds a client takes for a move
AGAIN = 0.25  # seconds until a lost socket is opened again
COME_AGAIN = (CLOSE_RESTART, CLOSE_MOVED)
OVER = (1000, CLOSE_REPLACED, CLOSE_REMOVED)  # with which the server says that nobody need come back


@dataclass
class Phone:
    """A student's phone: the class's page, and the table's while it has one. It plays by chance.

    A socket that is lost is opened again, and what was not answered is sent again. faults: what it should not have been
    told or shown, such as a table without a move that had been acknowledged.
    """

    site: Site
    code: str
    token: str
    chance: random.Random
    thinking: float = THINKING
    allowed: float = math.inf  # moves it makes until it is allowed more
    shown: Json = field(default_factory=dict)
    tables: list[Json] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    acknowledged: dict[str, int] = field(default_factory=dict)  # by room: the last record
    _room: str | None = None  # of the table that is open, or was
    _unanswered: dict[str, Json] = field(default_factory=dict)  # by room
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def open(self) -> None:
        """Open the class's page."""
        self._room = None
        self._unanswered.clear()
        self._tasks = [asyncio.create_task(self._connected(f"classes/{self.code}", self._follow))]

    async def kill(self) -> None:
        """Lose the phone: no socket says goodbye."""
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _connected(self, path: str, talk: Callable[[ClientConnection], Awaitable[None]]) -> None:
        """Say hello and talk; again and again where the socket is lost, until one of the two says that it is over."""
        address = f"ws://127.0.0.1:{self.site.port}/api/{path}/socket"
        while True:
            try:
                async with connect(address, compression=None, open_timeout=WITHIN) as socket:
                    await socket.send(json.dumps({"hello": {"token": self.token}}))
                    await talk(socket)
                    return
            except ConnectionClosed as end:
                if end.rcvd is not None and end.rcvd.code not in COME_AGAIN:
                    if end.rcvd.code not in OVER:
                        self.faults.append(str(end))
                    return
            except (OSError, WebSocketException):
                pass  # nobody is there, or not yet
            await asyncio.sleep(AGAIN)

    async def _follow(self, socket: ClientConnection) -> None:
        """Show what the class says, and open the table it names."""
        async for text in socket:
            self.shown = json.loads(text)
            if self.shown["me"]["phase"] == "seated" and self.shown["tables"][0]["room"] != self._room:
                self._room = room = self.shown["tables"][0]["room"]
                self._tasks.append(asyncio.create_task(self._connected(f"rooms/{room}", partial(self._play, room))))
            question = self.shown["question"]
            if question and question["open"] and question["mine"] is None:
                chosen = self.chance.randrange(len(question["answers"]))
                await asyncio.to_thread(self._answer, question["number"], chosen)

    def _answer(self, question: int, chosen: int) -> None:
        self.site.ask(
            "POST",
            f"/api/classes/{self.code}/answer",
            {"question": question, "answer": chosen},
            Authorization=f"Bearer {self.token}",
        )

    async def _play(self, room: str, socket: ClientConnection) -> None:
        """Play at a table until it is over."""
        if room in self._unanswered:
            await socket.send(json.dumps(self._unanswered[room]))
        state: Json = {}
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "state":
                state = message
                if state["seq"] < self.acknowledged.get(room, 0):
                    self.faults.append(f"{room} is shown without record {self.acknowledged[room]}")
                if state["over"]:
                    self.tables.append(state)
                    return
            answered = self._answered(room, message)
            if answered and message["type"] == "refused" and answered["decision"] == state.get("decision"):
                state = {}  # a newer one will come
            if state and self._may_move(room, state):
                await asyncio.sleep(self.thinking)
                while not self.allowed:
                    await asyncio.sleep(self.thinking)
                self.allowed -= 1
                move = self.chance.choice(state["legal"])["text"]
                self._unanswered[room] = {"id": fresh_id(), "decision": state["decision"], "play": move}
                await socket.send(json.dumps(self._unanswered[room]))

    def _answered(self, room: str, message: Json) -> Json | None:
        """The command that a message answers."""
        sent = self._unanswered.get(room)
        if message["type"] == "refused" and message["kind"] not in ("stale", "room", "rule"):
            self.faults.append(json.dumps(message))
        if message["type"] not in ("ack", "refused") or sent is None or message["id"] != sent["id"]:
            return None
        if message["type"] == "ack":
            self.acknowledged[room] = message["seq"]
        return self._unanswered.pop(room)

    def _may_move(self, room: str, state: Json) -> bool:
        """Whether the seat owes a move in what is shown, and nothing newer is known."""
        known = state["seq"] >= self.acknowledged.get(room, 0) and room not in self._unanswered
        return known and bool(state["legal"]) and state["seat"] in state["owes"]
