"""What a class costs its server: thirty phones and a projector, at people's pace, in processor time and memory.

    $ python bench/class_load.py                       every game, a minute of play each
    $ python bench/class_load.py --pace 2 --seconds 30 a move from every seat that owes one after two seconds

Every phone has two sockets, of the class and of its table, and says "ping" as the browser does. The columns: `core` is
the server's part of one core in play, all its threads together; `MiB` its memory then, with that of its processes;
`seated s` the seconds from the first phone's joining until all are seated; `paused s` until all phones stand
still after the teacher's pause. Then each of these four as a part of what it may be: half a core, 300 MiB, three
minutes, a second.

"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

from _rooms_servers import ours, serving
from rooms_load import memory, worked
from websockets.asyncio.client import ClientConnection, connect

PEOPLE = 30
SIZES = {"combat": 2, "president": 4, "politics": 4, "mudslinger": 5}
PING = 20.0  # seconds
MOST_CORE, MOST_MIB, MOST_SEATED, MOST_PAUSED = 0.5, 300.0, 180.0, 1.0  # what a class may take, on two cores
HEADINGS = "game        tables  moves/s  core   MiB  seated s  paused s  parts of what they may be"
Json = dict[str, Any]


class Site:
    """A server on the loopback."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def ask(self, path: str, body: Json, token: str | None = None) -> Json:
        """Send a request and return what it is answered."""
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", json.dumps(body).encode(), headers)
        told: Json = await asyncio.to_thread(lambda: json.load(urllib.request.urlopen(request, timeout=60)))
        return told

    async def open(self, path: str, hello: Json) -> ClientConnection:
        """A socket that has said hello."""
        socket = await connect(f"ws://127.0.0.1:{self.port}{path}", compression=None, open_timeout=60)
        await socket.send(json.dumps({"hello": hello}))
        return socket


class Phone:
    """A student who moves, by chance, so many seconds after their seat has come to owe a move."""

    moves = 0

    def __init__(self, site: Site, code: str, token: str, pace: float) -> None:
        self.site, self.code, self.token, self.pace = site, code, token, pace
        self.shown: Json = {"me": {"phase": ""}, "still": False}
        self.room: str | None = None
        self._tasks = [asyncio.create_task(self._follow())]

    async def _follow(self) -> None:
        socket = await self.site.open(f"/api/classes/{self.code}/socket", {"token": self.token})
        self._tasks.append(asyncio.create_task(_ping(socket)))
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "class":
                self.shown = message
            if self.shown["me"]["phase"] == "seated" and self.room is None:
                self.room = self.shown["tables"][0]["room"]
                self._tasks.append(asyncio.create_task(self._play(self.room)))

    async def _play(self, room: str) -> None:
        socket = await self.site.open(f"/api/rooms/{room}/socket", {"token": self.token})
        self._tasks.append(asyncio.create_task(_ping(socket)))
        moving: asyncio.Task[None] | None = None
        async for text in socket:
            message = json.loads(text)
            if message["type"] != "state":
                continue
            if message["legal"] and message["seat"] in message["owes"] and (moving is None or moving.done()):
                moving = asyncio.create_task(self._move(socket, message))

    async def _move(self, socket: ClientConnection, state: Json) -> None:
        await asyncio.sleep(self.pace * random.uniform(0.5, 1.5))
        move = random.choice(state["legal"])["text"]
        command = {"id": f"load-{random.getrandbits(48):015}", "decision": state["decision"], "play": move}
        await socket.send(json.dumps(command))
        Phone.moves += 1

    def close(self) -> None:
        """Put the phone away."""
        for task in self._tasks:
            task.cancel()


async def _ping(socket: ClientConnection) -> None:
    while True:
        await asyncio.sleep(PING)
        await socket.send('{"ping":1}')


async def _read(socket: ClientConnection) -> None:
    async for _ in socket:
        pass


def started(pid: int) -> list[int]:
    """The processes that a process has started, and they in turn."""
    found = [
        int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()
    ]
    return found + [further for child in found for further in started(child)]


async def until(condition: Any) -> None:
    """Wait until something is so."""
    while not condition():
        await asyncio.sleep(0.01)


async def lesson(site: Site, game: str, pace: float, seconds: float, pids: list[int]) -> str:
    """One class of a game; a line of figures."""
    settings = {"game": game, "size": SIZES[game], "clock": "off"}
    made = await site.ask("/api/classes", settings)
    code, teacher = made["info"]["code"], made["token"]
    screen = await site.open(f"/api/classes/{code}/socket", {"role": "screen"})
    desk = await site.open(f"/api/classes/{code}/socket", {"role": "teacher", "token": teacher})
    reading = [asyncio.create_task(_read(socket)) for socket in (screen, desk)]
    began = time.monotonic()
    joined = [await site.ask(f"/api/classes/{code}/join", {}) for _ in range(PEOPLE)]
    phones = [Phone(site, code, person["token"], pace) for person in joined]
    await until(lambda: all(phone.shown["me"]["phase"] for phone in phones))
    await site.ask(f"/api/classes/{code}/teacher", {"do": "start"}, teacher)
    await until(lambda: all(phone.room for phone in phones))
    seated = time.monotonic() - began
    began = time.monotonic()
    await site.ask(f"/api/classes/{code}/teacher", {"do": "pause"}, teacher)
    await until(lambda: all(phone.shown["still"] for phone in phones))
    paused = time.monotonic() - began
    await site.ask(f"/api/classes/{code}/teacher", {"do": "pause", "paused": False}, teacher)
    Phone.moves, before, began = 0, worked(pids), time.monotonic()
    await asyncio.sleep(seconds)
    took, used, moves = time.monotonic() - began, worked(pids) - before, Phone.moves
    kept = memory([*pids, *(child for pid in pids for child in started(pid))])
    for phone in phones:
        phone.close()
    for task in reading:
        task.cancel()
    tables = len({phone.room for phone in phones})
    figures = f"{game:10} {tables:7} {moves / took:8.1f} {used / took:5.2f} {kept:5.0f} {seated:9.1f} {paused:9.2f}"
    limits = (MOST_CORE, MOST_MIB, MOST_SEATED, MOST_PAUSED)
    parts = [found / most for found, most in zip((used / took, kept, seated, paused), limits, strict=True)]
    return f"{figures}  {' '.join(f'{part:.2f}' for part in parts)}"


def main() -> None:
    """Measure the games that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=SIZES, help="only this game")
    parser.add_argument("--pace", type=float, default=4.0, help="seconds until somebody who owes a move makes it")
    parser.add_argument("--seconds", type=float, default=60.0, help="of play that are measured")
    asked = parser.parse_args()
    print(HEADINGS)
    for game in asked.game or SIZES:
        with serving(ours(), game, 1, None, sorted(os.sched_getaffinity(0))) as (pids, ports):
            print(asyncio.run(lesson(Site(ports[0]), game, asked.pace, asked.seconds, pids)), flush=True)


if __name__ == "__main__":
    sys.exit(main())
