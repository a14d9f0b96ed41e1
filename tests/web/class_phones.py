"""A student's phone as a client of the protocol: the class's page, and the table's while there is one."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import dataclass, field

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.web.helpers import Json, Site, fresh_id

SIZES = {"combat": 2, "president": 4, "politics": 4, "mudslinger": 5}
WITHIN = 40.0  # seconds
THINKING = 0.02  # seconds a client takes for a move


@dataclass
class Phone:
    """A student's phone: the class's page, and the table's while it has one. It plays by chance."""

    site: Site
    code: str
    token: str
    chance: random.Random
    thinking: float = THINKING
    shown: Json = field(default_factory=dict)
    tables: list[Json] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def open(self) -> None:
        """Open the class's page."""
        self._tasks = [asyncio.create_task(self._follow())]

    async def kill(self) -> None:
        """Lose the phone: no socket says goodbye."""
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _connected(self, path: str) -> ClientConnection:
        return await connect(f"ws://127.0.0.1:{self.site.port}{path}", compression=None, open_timeout=WITHIN)

    async def _follow(self) -> None:
        """Show what the class says, and open the table it names."""
        room: str | None = None
        async with await self._connected(f"/api/classes/{self.code}/socket") as socket:
            await socket.send(json.dumps({"hello": {"token": self.token}}))
            async for text in socket:
                self.shown = json.loads(text)
                table = self.shown["table"]
                if self.shown["phase"] == "seated" and table["room"] != room:
                    room = table["room"]
                    self._tasks.append(asyncio.create_task(self._play(room)))
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

    async def _play(self, room: str) -> None:
        """Play at a table until it is over."""
        try:
            async with await self._connected(f"/api/rooms/{room}/socket") as socket:
                await socket.send(json.dumps({"hello": {"token": self.token}}))
                async for text in socket:
                    message = json.loads(text)
                    if message["type"] == "refused" and message["kind"] not in ("stale", "room", "rule"):
                        self.faults.append(text)
                    if message["type"] != "state":
                        continue
                    if message["over"]:
                        self.tables.append(message)
                        return
                    if message["legal"] and message["seat"] in message["owes"]:
                        await asyncio.sleep(self.thinking)
                        move = self.chance.choice(message["legal"])["text"]
                        await socket.send(json.dumps({"id": fresh_id(), "decision": message["decision"], "play": move}))
        except ConnectionClosed as end:
            if end.rcvd is not None and end.rcvd.code not in (1000, 4000, 4403):
                self.faults.append(str(end))
