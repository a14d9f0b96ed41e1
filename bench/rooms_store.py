"""A store of many rooms: how long a server takes to start, and how its people fare while rooms are listed and expire.

    $ python bench/rooms_store.py                      100,000 rooms in a file of SQLite, 1,000 of them live
    $ python bench/rooms_store.py --postgres           the same in PostgreSQL

The rooms that are not live are copies of a game that was played to its end; half of them are old enough to expire. A
pause is how much later than asked the server's event loop wakes up from a sleep of a millisecond, "its own" of that
what it worked meanwhile: the rest are other threads, and on a busy machine other programs. A move's wait is until its
record is on disk.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path

import asyncpg

sys.path.insert(0, str(Path(__file__).parents[1]))
from hustings.rooms.broadcast.updates import Acknowledged
from hustings.rooms.keys import LETTERS
from hustings.rooms.log.log_events import Chair
from hustings.rooms.registry import WEEK, Rooms
from hustings.rooms.stores import FILE, open_store
from hustings.web.serve import COLLECTING
from tests.rooms.database import database
from tests.rooms.helpers import BOT, ME, Onlooker, move, open_rooms, play_on

TICK = 0.001  # seconds
AT_ONCE = 2000  # rooms written together
START = """
import asyncio, sys, time
began = time.monotonic()
from pathlib import Path
from hustings.web.app import create_app
from hustings.web.settings import Settings
async def main():
    app = create_app(Settings(data_dir=Path(sys.argv[1]), store=sys.argv[2] or None))
    async with app.router.lifespan_context(app):
        print(time.monotonic() - began, time.process_time())
asyncio.run(main())
"""


def codes(count: int) -> list[str]:
    """So many room codes, none of them twice."""
    found = []
    for number in range(count):
        letters = [LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(6)]
        found.append("".join(letters))
    return found


async def game_log(folder: Path) -> list[str]:
    """The log of a game played to its end."""
    async with open_rooms(folder) as rooms:
        room, token = await rooms.make("combat", {}, "Ann", [ME, BOT])
        await play_on(room, [await room.attach(Onlooker(), token)])
        return await rooms.context.store.read(room.state.code)


def fill_sqlite(file: Path, log: list[str], count: int) -> None:
    """Write so many copies of a log."""
    connection = sqlite3.connect(file)
    now = time.time()
    names = codes(count)
    for start in range(0, count, AT_ONCE):
        with connection:
            for number, code in enumerate(names[start : start + AT_ONCE], start):
                at = now - 2 * WEEK * (number % 2)
                connection.execute("INSERT INTO room (code, touched) VALUES (?, ?)", (code, at))
                rows = [(code, seq, at, body) for seq, body in enumerate(log, 1)]
                connection.executemany("INSERT INTO log VALUES (?, ?, ?, ?)", rows)
    connection.close()


async def fill_postgres(url: str, log: list[str], count: int) -> None:
    """Write so many copies of a log."""
    connection = await asyncpg.connect(url)
    now = time.time()
    names = codes(count)
    for start in range(0, count, AT_ONCE):
        part = enumerate(names[start : start + AT_ONCE], start)
        some = [(code, now - 2 * WEEK * (number % 2)) for number, code in part]
        await connection.copy_records_to_table(
            "room", records=[(code, at, len(log)) for code, at in some], columns=["code", "touched", "last"]
        )
        rows = [(code, seq, at, body) for code, at in some for seq, body in enumerate(log, 1)]
        await connection.copy_records_to_table("log", records=rows)
    await connection.execute("ANALYZE")
    await connection.close()


class Pauses:
    """How late the event loop is at most."""

    def __init__(self) -> None:
        self.longest = self.own = 0.0

    async def watch(self) -> None:
        """Look until cancelled."""
        while True:
            due, worked = time.monotonic() + TICK, time.thread_time()
            await asyncio.sleep(TICK)
            self.longest = max(self.longest, time.monotonic() - due)
            self.own = max(self.own, time.thread_time() - worked)


async def meanwhile(
    rooms: Rooms, live: list[tuple[str, str]], work: Callable[[], Awaitable[object]]
) -> tuple[float, float, float, float]:
    """Do some work while live rooms go on: seconds it took, the longest pauses, the longest a move waited."""
    pauses, waits = Pauses(), [0.0]

    async def play() -> None:
        number = 0
        while True:
            code, token = live[number % len(live)]
            number += 1
            room, viewer = await rooms.find(code), Onlooker()
            watcher = await room.attach(viewer, token)
            if viewer.snapshot.legal:
                began = time.monotonic()
                assert isinstance(await move(room, watcher), Acknowledged)
                waits.append(time.monotonic() - began)
            room.detach(watcher)
            await asyncio.sleep(TICK)

    tasks = [asyncio.create_task(pauses.watch()), asyncio.create_task(play())]
    await asyncio.sleep(0.2)
    pauses.longest, pauses.own, waits[:] = 0.0, 0.0, [0.0]
    began = time.monotonic()
    await work()
    took = time.monotonic() - began
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(end, asyncio.CancelledError) for end in ended), ended
    return took, pauses.longest, pauses.own, max(waits)


async def measure(folder: Path, url: str | None, asked: argparse.Namespace) -> None:
    """Make the live rooms, then list and expire beside them."""
    async with open_rooms(folder, await open_store(url, folder), keep=WEEK) as rooms:
        live = []
        for _ in range(asked.live):
            room, token = await rooms.make("combat", {}, "Ann", [ME, Chair("device", "Bo")])
            live.append((room.state.code, token))
        store = rooms.context.store
        await meanwhile(rooms, live, lambda: asyncio.sleep(1.0))
        for what, work in (
            ("nothing", lambda: asyncio.sleep(3.0)),
            ("a list", store.rooms),
            ("expiry", rooms.expire),
            ("expiry again", rooms.expire),
        ):
            took, pause, own, wait = await meanwhile(rooms, live, work)
            print(f"{what:14} {took:7.2f} {1000 * pause:16.1f} {1000 * own:10.1f} {1000 * wait:16.1f}", flush=True)
        left = len(await store.rooms())
        print(f"{left} rooms are left")


def main() -> None:
    """Read what was asked, and print what was seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", type=int, default=100_000)
    parser.add_argument("--live", type=int, default=1000)
    parser.add_argument("--postgres", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder, url = Path(name), stack.enter_context(database()) if asked.postgres else None
        log = asyncio.run(game_log(folder / "one"))
        asyncio.run(opened_once(url, folder))
        if url is None:
            fill_sqlite(folder / FILE, log, asked.rooms)
        else:
            asyncio.run(fill_postgres(url, log, asked.rooms))
        size = f", {(folder / FILE).stat().st_size / 2**20:.0f} MiB" if url is None else ""
        print(f"{asked.rooms} rooms of {len(log)} records{size}; load before: {os.getloadavg()[0]:.1f}")
        begins = [sys.executable, "-c", START, str(folder), url or ""]
        for _ in range(2):
            said = subprocess.run(begins, capture_output=True, text=True, check=True).stdout
            took, worked = map(float, said.split())
            print(f"start: {took:.2f} s, {worked:.2f} s of work")
        gc.freeze()
        gc.set_threshold(*COLLECTING)  # as the server does
        print("beside it      seconds longest pause ms its own ms  longest wait ms")
        asyncio.run(measure(folder, url, asked))


async def opened_once(url: str | None, folder: Path) -> None:
    """Make the tables."""
    await (await open_store(url, folder)).close()


if __name__ == "__main__":
    main()
