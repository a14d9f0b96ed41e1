"""How many durable moves a second rooms take, and how long one takes: sockets at real servers, moves by chance.

    $ python bench/rooms_load.py                      200 rooms flat out, 1,000 rooms at one move a second; SQLite FULL
    $ python bench/rooms_load.py --postgres 1 2 3     the same over PostgreSQL, with so many processes

Two people sit in each room, each with a socket. A move counts from when it is sent until its acknowledgement, which
comes after the commit. The generator runs on the last core and the servers on the others, where there are several.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import importlib.metadata
import json
import os
import platform
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).parents[1]
SERVER = Path(__file__).with_name("_rooms_server.py")
PAGE = 4096
CONNECTING = 40  # sockets opened at once


@dataclass
class Load:
    """What was measured. answers: seconds from each move to its acknowledgement, since the warming up."""

    ports: list[int]
    rate: float
    answers: list[float] = field(default_factory=list)
    counting: bool = False
    refused: int = 0


def post(port: int, path: str, body: Any, token: str | None = None) -> Any:
    """A question in JSON."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    connection.request("POST", path, json.dumps(body), headers)
    answer = connection.getresponse()
    content = json.loads(answer.read())
    connection.close()
    if answer.status != 200:
        raise SystemExit(f"{path}: {answer.status} {content}")
    return content


class TwoPeople:
    """A room, and the two who play in it until they are stopped."""

    def __init__(self, load: Load, number: int, game: str) -> None:
        self._load, self._game = load, game
        self._ports = [load.ports[(number + seat) % len(load.ports)] for seat in (0, 1)]
        self._code, self._tokens = "", ["", ""]
        self._next = time.monotonic() + random.random() / load.rate if load.rate else 0.0

    def seat(self) -> None:
        """Make the room, seat both, begin."""
        seats = [{"kind": "me"}, {"kind": "friend"}]
        made = post(self._ports[0], "/api/rooms", {"game": self._game, "name": "Ann", "seats": seats})
        self._code = made["room"]["code"]
        joined = post(self._ports[1], f"/api/rooms/{self._code}/join", {"name": "Bo"})
        self._tokens = [made["token"], joined["token"]]
        post(self._ports[0], f"/api/rooms/{self._code}/host", {"do": "start"}, self._tokens[0])

    async def play(self, connecting: asyncio.Semaphore) -> None:
        """Two sockets, until cancelled."""
        await asyncio.gather(*(self._sit(seat, connecting) for seat in (0, 1)))

    async def _sit(self, number: int, connecting: asyncio.Semaphore) -> None:
        address = f"ws://127.0.0.1:{self._ports[number]}/api/rooms/{self._code}/socket"
        async with connecting:
            socket = await connect(address, compression=None, ping_interval=None, open_timeout=60)
        async with socket:
            await socket.send(json.dumps({"hello": {"token": self._tokens[number]}}))
            await self._moves(number, socket)

    async def _moves(self, number: int, socket: ClientConnection) -> None:
        sent, waiting, done = 0.0, "", -1
        async for text in socket:
            kind = str(text[9:14])  # every message begins with its type
            if kind.startswith("ack"):
                if json.loads(text)["id"] == waiting:
                    waiting = ""
                    if self._load.counting:
                        self._load.answers.append(time.monotonic() - sent)
                continue
            if kind.startswith("refus"):
                self._load.refused += self._load.counting
                waiting, done = "", -1
                continue
            if not kind.startswith("state"):
                continue
            state = json.loads(text)
            if state["over"]:
                if number == 0 and state["room"]["host"] == state["seat"]:
                    path = f"/api/rooms/{self._code}/host"
                    await asyncio.to_thread(post, self._ports[0], path, {"do": "rematch"}, self._tokens[0])
                continue
            if waiting or not state["legal"] or state["decision"] == done:
                continue
            if self._load.rate:
                await asyncio.sleep(max(0.0, self._next - time.monotonic()))
                self._next = max(self._next + 1 / self._load.rate, time.monotonic())
            waiting, done, sent = f"{self._code}-{number}-{state['decision']:06}", state["decision"], time.monotonic()
            move = random.choice(state["legal"])["text"]
            await socket.send(json.dumps({"id": waiting, "decision": done, "play": move}))


@contextmanager
def servers(count: int, url: str | None, cores: list[int]) -> Iterator[tuple[list[int], list[int]]]:
    """So many server processes: their process numbers and ports."""
    environment = {**os.environ, "HUSTINGS_STORE": url or ""}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        started, ports = [], []
        for _ in range(count):
            process = stack.enter_context(
                subprocess.Popen(
                    [sys.executable, str(SERVER), folder], env=environment, stdout=subprocess.PIPE, text=True, cwd=ROOT
                )
            )
            stack.callback(process.kill)
            os.sched_setaffinity(process.pid, cores)
            assert process.stdout is not None
            ports.append(int(process.stdout.readline().rsplit(":", 1)[1]))
            started.append(process.pid)
        yield started, ports


def memory(pids: list[int]) -> float:
    """The memory of processes, in MiB."""
    return sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids) * PAGE / 2**20


def worked(pids: list[int]) -> float:
    """The seconds of processor time processes have used."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


async def measure(load: Load, rooms: int, game: str, seconds: float, pids: list[int]) -> tuple[float, float]:
    """Seat everybody, let them play, and count for so many seconds.

    Returns the seconds it really took, and the processor time the servers used meanwhile.
    """
    tables = [TwoPeople(load, number, game) for number in range(rooms)]
    for start in range(0, rooms, CONNECTING):
        await asyncio.gather(*(asyncio.to_thread(table.seat) for table in tables[start : start + CONNECTING]))
    connecting = asyncio.Semaphore(CONNECTING)
    playing = [asyncio.create_task(table.play(connecting)) for table in tables]
    await asyncio.sleep(3.0 + rooms / 400)
    load.counting, began, before = True, time.monotonic(), worked(pids)
    await asyncio.sleep(seconds)
    load.counting, took, used = False, time.monotonic() - began, worked(pids) - before
    for task in playing:
        task.cancel()
    for ended in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(ended, Exception):
            raise ended
    return took, used


def line(store: str, processes: int, rooms: int, rate: float, game: str, seconds: float, url: str | None) -> None:
    """Measure one case and print its line."""
    cores = sorted(os.sched_getaffinity(0))
    with servers(processes, url, cores[:-1] or cores) as (pids, ports):
        load = Load(ports, rate)
        took, used = asyncio.run(measure(load, rooms, game, seconds, pids))
        resident = memory(pids)
    answers = sorted(load.answers) or [float("nan")]
    p50, p99 = (1000 * answers[int(len(answers) * share)] for share in (0.5, 0.99))
    pace = f"{rate:g}/s each" if rate else "flat out"
    print(
        f"{store:10} {processes:9} {game:10} {rooms:5} {pace:>10} {len(load.answers) / took:9.0f} "
        f"{p50:8.1f} {p99:8.1f} {1000 * used / len(answers):7.2f} {resident:6.0f} {load.refused:8}",
        flush=True,
    )


def main() -> None:
    """Read what was asked, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--postgres", type=int, nargs="*", metavar="PROCESSES", help="over PostgreSQL instead")
    parser.add_argument("--games", nargs="*", default=["combat", "president"])
    parser.add_argument("--flat", type=int, default=200, help="rooms that play flat out; 0: none")
    parser.add_argument("--steady", type=int, default=1000, help="rooms at one move a second; 0: none")
    parser.add_argument("--seconds", type=float, default=10.0)
    asked = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536) if hard > 0 else 65536, hard))
    cores = sorted(os.sched_getaffinity(0))
    versions = ", ".join(
        f"{name} {importlib.metadata.version(name)}" for name in ("uvicorn", "starlette", "websockets")
    )
    busy = os.getloadavg()[0]
    print(f"Python {platform.python_version()}, {versions}; {len(cores)} cores, load before: {busy:.1f}")
    print("store      processes game       rooms       pace   moves/s   p50 ms   p99 ms  cpu ms    MiB  refused")
    with ExitStack() as stack:
        cases = [("SQLite", 1, None)]
        if asked.postgres is not None:
            sys.path.insert(0, str(ROOT))
            from tests.rooms.database import database

            cases = [("PostgreSQL", count, "") for count in asked.postgres or [1, 2, 3]]
        for store, processes, shared in cases:
            for game in asked.games:
                for rooms, rate in ((asked.flat, 0.0), (asked.steady, 1.0)):
                    if rooms:
                        url = None if shared is None else stack.enter_context(database())
                        os.sched_setaffinity(0, cores[-1:])
                        line(store, processes, rooms, rate, game, asked.seconds, url)
                        os.sched_setaffinity(0, cores)


if __name__ == "__main__":
    main()
