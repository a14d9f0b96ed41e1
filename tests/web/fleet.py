"""Three servers behind the proxy of compose.yaml, killed or restarted under load: run as a program.

    $ python -m tests.web.fleet --kills 200
    $ python -m tests.web.fleet --restarts 5

Two people play in each room over sockets at the proxy; who loses a socket connects again and sends again what was not
answered. Each kill takes one of the three by kill -9; each restart takes all of them, one after another, by SIGTERM.
Afterwards the database is compared with all that was acknowledged: nothing may be missing or stand twice. It prints how
long a seat was without its room at most, and how long a move waited for its answer from when it was first sent.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.rooms.database import database, free_port
from tests.rooms.proxy import proxy
from tests.web.helpers import fresh_id

PROCESSES = 3
ROOMS = 12
PACE = 0.05  # seconds between two moves of a seat
AGAIN = 0.05  # seconds until a lost socket is opened again
LIVE_WITHIN = 5.0  # seconds a seat may be without its room where a process is killed
REFUSED_FOR = 2.0  # and a move may wait where all are restarted one by one
READY_WITHIN = 60.0
BETWEEN = 0.7  # seconds of play between two kills
#: has everything imported, and makes a server of itself for each port it reads, as often as it is asked to
PROGRAM = """
import os, signal, sys
from pathlib import Path
from hustings.rooms.rate_limits import RoomMaking
from hustings.rooms.stores import postgres
from hustings.web.serve import serve
from hustings.web.settings import Settings
RoomMaking.SERVER_SIZE = RoomMaking.ADDRESS_SIZE = 10**6
settings = Settings(data_dir=Path(sys.argv[1]), bot_pause=(0.0, 0.0), pace=(1000, 1000), store=sys.argv[2])
for line in sys.stdin:
    child = os.fork()
    if not child:
        serve(port=int(line), settings=settings, say=lambda text: None)
        os._exit(0)
    print(child, flush=True)
    os.waitpid(child, 0)
"""


@dataclass
class Ledger:
    """What people were told. acks: record by (room, command).

    waited  the longest a move waited for its answer, in seconds, from when it was first sent.
    dead    the longest a seat was without its room, from when its last socket was lost until a state came again.
    """

    acks: dict[tuple[str, str], int] = field(default_factory=dict)
    waited: float = 0.0
    dead: float = 0.0
    refused: int = 0
    lost: int = 0

    def acknowledged(self, code: str, command: str, seq: int, sent: float) -> None:
        """Note an acknowledgement of what was first sent at a time."""
        key = (code, command)
        assert self.acks.setdefault(key, seq) == seq, f"{key} was acknowledged as two records"
        self.waited = max(self.waited, time.monotonic() - sent)


class Fleet:
    """The servers, each at its own port, and the proxy before them."""

    def __init__(self, folder: Path, url: str) -> None:
        self.ports = [free_port() for _ in range(PROCESSES)]
        words = [sys.executable, "-c", PROGRAM, str(folder), url]
        self._makers = [
            subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in self.ports
        ]
        self._servers = [0] * PROCESSES

    async def start(self) -> None:
        """Start all."""
        for number in range(PROCESSES):
            await self._begin(number)

    async def _begin(self, number: int) -> None:
        maker, port = self._makers[number], self.ports[number]
        assert maker.stdin is not None
        assert maker.stdout is not None
        maker.stdin.write(f"{port}\n")
        maker.stdin.flush()
        self._servers[number] = int(await asyncio.to_thread(maker.stdout.readline))
        until = time.monotonic() + READY_WITHIN
        async with httpx.AsyncClient() as asking:
            while True:
                assert time.monotonic() < until, "a server did not become ready"
                with suppress(httpx.TransportError):
                    if (await asking.get(f"http://127.0.0.1:{port}/ready")).status_code == 200:
                        return
                await asyncio.sleep(0.05)

    async def take(self, number: int, how: signal.Signals) -> None:
        """End one server, and start it again; the new one begins only where the old one has gone."""
        os.kill(self._servers[number], how)
        await self._begin(number)

    def end(self) -> None:
        """Kill what runs."""
        for server in filter(None, self._servers):  # first: they hold the makers' pipes
            with suppress(ProcessLookupError):
                os.kill(server, signal.SIGKILL)
        for maker in self._makers:
            maker.kill()
            maker.communicate()


class Seat:
    """Somebody who plays on, whatever becomes of the socket."""

    def __init__(self, port: int, code: str, token: str, host: bool, ledger: Ledger) -> None:
        self._address = f"ws://127.0.0.1:{port}/api/rooms/{code}/socket"
        self._web = f"http://127.0.0.1:{port}/api/rooms/{code}/host"
        self._code, self._token, self._host, self._ledger = code, token, host, ledger
        self._pending: tuple[str, str, float] | None = None  # the command, its message, when it was first sent
        self._since: int | None = None
        self._live = False  # whether a socket has shown the room
        self._lost: float | None = None

    async def play(self) -> None:
        """Play until cancelled."""
        while True:
            with suppress(OSError, WebSocketException, TimeoutError):
                async with connect(self._address, compression=None, close_timeout=0.1, open_timeout=3) as socket:
                    await self._talk(socket)
            self._ledger.lost += 1
            if self._live:
                self._lost = time.monotonic()
            self._live = False
            await asyncio.sleep(AGAIN)

    async def _talk(self, socket: Any) -> None:
        await socket.send(json.dumps({"hello": {"token": self._token, "since": self._since}}))
        if self._pending is not None:
            await socket.send(self._pending[1])
        state: Any = None
        due = 0  # the record a state must have seen, to be moved by
        while True:
            message = json.loads(await socket.recv())
            if message["type"] == "state":
                self._note_life()
                state, self._since = message, message["seq"]
            elif self._pending is not None and message.get("id") == self._pending[0]:
                if message["type"] == "ack":
                    due = message["seq"]
                    self._ledger.acknowledged(self._code, message["id"], due, self._pending[2])
                else:
                    self._ledger.refused += 1
                self._pending = None
            if state is None or self._pending is not None or state["seq"] < due:
                continue
            if state["over"]:
                await self._begin_again()
            elif state["legal"]:
                await asyncio.sleep(PACE)
                command, move = fresh_id(), random.choice(state["legal"])["text"]
                body = json.dumps({"id": command, "decision": state["decision"], "play": move})
                self._pending, state = (command, body, time.monotonic()), None
                await socket.send(body)

    def _note_life(self) -> None:
        if not self._live and self._lost is not None:
            self._ledger.dead = max(self._ledger.dead, time.monotonic() - self._lost)
        self._live = True

    async def _begin_again(self) -> None:
        headers = {"Authorization": f"Bearer {self._token}"}
        with suppress(httpx.TransportError):  # asked again with the next state
            async with httpx.AsyncClient() as asking:
                await asking.post(self._web, json={"do": "rematch"}, headers=headers)


async def seats(port: int, ledger: Ledger, rooms: int) -> list[Seat]:
    """Everybody's seats, in rooms whose games have begun."""
    found = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}/api") as asking:
        for number in range(rooms):
            body = {
                "game": ("combat", "president")[number % 2],
                "name": "Ann",
                "seats": [{"kind": "me"}, {"kind": "friend"}],
            }
            made = (await asking.post("/rooms", json=body)).json()
            code, ann = made["room"]["code"], made["token"]
            bo = (await asking.post(f"/rooms/{code}/join", json={"name": "Bo"})).json()["token"]
            await asking.post(f"/rooms/{code}/host", json={"do": "start"}, headers={"Authorization": f"Bearer {ann}"})
            found += [Seat(port, code, token, token == ann, ledger) for token in (ann, bo)]
            asking.cookies.clear()
    return found


@asynccontextmanager
async def under_load(folder: Path, rooms: int) -> AsyncIterator[tuple[Fleet, Ledger]]:
    """Servers whose rooms are being played; when it is over the database is compared with what was acknowledged."""
    ledger = Ledger()
    with ExitStack() as stack:
        url = stack.enter_context(database())
        fleet = Fleet(folder, url)
        stack.callback(fleet.end)
        await fleet.start()
        port = stack.enter_context(proxy(fleet.ports))
        playing = [asyncio.create_task(seat.play()) for seat in await seats(port, ledger, rooms)]
        try:
            await played(ledger, rooms)
            yield fleet, ledger
            await played(ledger, rooms)
        finally:
            for task in playing:
                task.cancel()
            ended = await asyncio.gather(*playing, return_exceptions=True)
        failures = [end for end in ended if not isinstance(end, asyncio.CancelledError)]
        assert not failures, failures
        await compare(url, ledger)


async def played(ledger: Ledger, moves: int) -> None:
    """Wait until so many more moves have been acknowledged."""
    goal, until = len(ledger.acks) + moves, time.monotonic() + READY_WITHIN
    while len(ledger.acks) < goal:
        assert time.monotonic() < until, "the games stand still"
        await asyncio.sleep(0.02)


async def compare(url: str, ledger: Ledger) -> None:
    """What is in the database is all that was acknowledged, each once and where it was said to be, without gaps."""
    connection = await asyncpg.connect(url)
    rows = await connection.fetch("SELECT room, seq, body::json->>'id' FROM log ORDER BY room, seq")
    await connection.close()
    written: dict[tuple[str, str], int] = {}
    last: dict[str, int] = {}
    for code, seq, command in rows:
        assert seq == last.get(code, 0) + 1, f"room {code} has a gap before {seq}"
        last[code] = seq
        if command:
            assert (code, command) not in written, f"{command} stands twice in room {code}"
            written[code, command] = seq
    wrong = [key for key, seq in ledger.acks.items() if written.get(key) != seq]
    assert not wrong, f"{len(wrong)} acknowledged moves are not where they were said to be"


async def kill(folder: Path, kills: int, rooms: int = ROOMS) -> Ledger:
    """Kill a server so often, each time another game has gone on."""
    async with under_load(folder, rooms) as (fleet, ledger):
        for number in range(kills):
            await fleet.take(random.randrange(PROCESSES), signal.SIGKILL)
            await asyncio.sleep(random.random() * BETWEEN)
            await played(ledger, rooms)
            if sys.stdout.isatty() or number % 20 == 19:
                sys.stdout.write(f"{number + 1} kills, {len(ledger.acks)} moves, longest without {ledger.dead:.2f} s\n")
                sys.stdout.flush()
    return ledger


async def restart(folder: Path, times: int, rooms: int = ROOMS) -> Ledger:
    """Restart all servers one by one, so often."""
    async with under_load(folder, rooms) as (fleet, ledger):
        for _ in range(times):
            for number in range(PROCESSES):
                await fleet.take(number, signal.SIGTERM)
                await asyncio.sleep(1.5)  # until the proxy has seen it
    return ledger


def main() -> None:
    """Read what was asked, and say what was seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--restarts", type=int, default=0)
    parser.add_argument("--rooms", type=int, default=ROOMS)
    asked = parser.parse_args()
    for what, times, work, most in (
        ("kills", asked.kills, kill, LIVE_WITHIN),
        ("rolling restarts", asked.restarts, restart, REFUSED_FOR),
    ):
        if not times:
            continue
        with tempfile.TemporaryDirectory() as folder:
            began = time.monotonic()
            ledger = asyncio.run(work(Path(folder), times, asked.rooms))
        sys.stdout.write(
            f"{times} {what} in {time.monotonic() - began:.0f} s, {asked.rooms} rooms, {len(ledger.acks)} acknowledged "
            f"moves: 0 lost, 0 doubled; {ledger.lost} sockets lost, {ledger.refused} moves refused as late; "
            f"no seat was without its room for longer than {ledger.dead:.2f} s, no move waited longer than "
            f"{ledger.waited:.2f} s\n"
        )
        longest = ledger.dead if work is kill else ledger.waited
        if longest > most:
            raise SystemExit(f"that was to be at most {most:g} s")


if __name__ == "__main__":
    main()
