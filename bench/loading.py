"""The wait for an acknowledgement in one room while another room of 2,500 records is loaded every second.

    $ python bench/loading.py                        half a minute, on SQLite
    $ python bench/loading.py --rooms 20             as after a restart: 20 such rooms are loaded at once

A seat makes a move every 25 ms; the wait counts from the moment when the move was due. A line without and with the
loading: the number of moves, the median, the 99th percentile and the longest wait in milliseconds, and the seconds that
one room took to load. The 99th percentile may be 50 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

import hustings
from hustings.rooms.automation.bot_pool import BotPool
from hustings.rooms.broadcast.updates import Acknowledged, Notice
from hustings.rooms.clients import Client
from hustings.rooms.commands.play import Play
from hustings.rooms.context import RoomContext
from hustings.rooms.eventlog.background import SWITCHING
from hustings.rooms.fair_deal import Deal
from hustings.rooms.keys import token_digest
from hustings.rooms.log import log_events
from hustings.rooms.log.log_events import Chair, Made, Played, Record
from hustings.rooms.log.replaying import started
from hustings.rooms.log.state import RoomState
from hustings.rooms.registry import Rooms
from hustings.rooms.room import Room
from hustings.rooms.settings import RoomSettings
from hustings.rooms.stores.sqlite import SqliteStore

GAME, SEATS = "mudslinger", 5
RECORDS = 2500
TOKENS = [f"token of seat {seat:09}" for seat in range(SEATS)]
EVERY = 0.025  # seconds between two moves
MOST_MS = 50.0
HEADINGS = "rooms loaded  moves  ms: median   p99  longest  load s  p99 as a part of 50 ms"


def played(code: str, records: int) -> list[str]:
    """Return the log of a room with a game of random moves."""
    choice = random.Random(code)
    chairs = [Chair("person", f"Person {seat}", token=token_digest(TOKENS[seat])) for seat in range(SEATS)]
    made = Made(GAME, hustings.game(GAME).options, chairs, 0, RoomSettings())
    state, log = RoomState(code, made), list[Record]([made])
    while len(log) < records:
        began, table = started(state, list(range(SEATS)), Deal(choice.randbytes(32)))
        state.begin(began, Deal(bytes.fromhex(began.secret)), table)
        log.append(began)
        while not table.over and len(log) < records:
            seat = choice.choice(sorted(table.owes | table.may))
            before = table.length
            table.play(choice.choice(table.legal(seat)))
            log.append(Played(seat, table.log_since(before), seat, f"bench-{len(log):06}"))
            state.apply(log[-1])
    return [log_events.write(record) for record in log]


class Seat(Client):
    """A client that knows when its last command was acknowledged."""

    acknowledged = 0.0

    def tell(self, notice: Notice) -> None:
        """Store the time of an acknowledgement."""
        if isinstance(notice, Acknowledged):
            self.acknowledged = time.perf_counter()


async def move_on(room: Room, token: str, choice: random.Random, seconds: float) -> list[float]:
    """Make a move whenever one is due; return the seconds from then to each acknowledgement."""
    seat = Seat()
    watcher = await room.attach(seat, token)
    due, waits = time.perf_counter(), list[float]()
    for number in range(int(seconds / EVERY)):
        table = room.state.table
        assert table is not None
        assert not table.over, "the game is too short for so many seconds"
        mover = choice.choice(sorted(table.owes))
        command = Play(f"move-{number:06}", room.state.decisions[mover], str(choice.choice(table.legal(mover))))
        due += EVERY
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await room.hear(watcher, command)
        waits.append(seat.acknowledged - due)
    room.leave(watcher)
    return waits


async def load_on(rooms: Rooms, codes: list[str], times: list[float]) -> None:
    """Load rooms at once, drop them, and again every second; `times` gets the seconds of each loading."""
    while True:
        began = time.perf_counter()
        for loading in asyncio.as_completed([rooms.find(code) for code in codes]):
            await loading
            times.append(time.perf_counter() - began)
        await rooms.forget_quiet(-1.0)
        await asyncio.sleep(max(0.0, began + 1.0 - time.perf_counter()))


def figures(name: str, waits: list[float], times: list[float]) -> str:
    """Return a line of the table."""
    sorted_ms = sorted(1000 * wait for wait in waits)
    p99 = sorted_ms[len(sorted_ms) * 99 // 100]
    load = f"{statistics.median(times):7.2f}" if times else "      -"
    line = f"{name:12} {len(waits):6} {statistics.median(sorted_ms):11.1f} {p99:6.1f} {sorted_ms[-1]:8.1f}"
    return f"{line} {load} {p99 / MOST_MS:10.2f}"


async def measure(count: int, seconds: float) -> None:
    """Print the lines."""
    with tempfile.TemporaryDirectory(prefix="hustings-bench-") as folder:
        rooms = Rooms(RoomContext(SqliteStore(Path(folder) / "rooms.db"), BotPool(), pace=(10**6, 10**6)))
        try:
            codes = [f"LOAD{letter}{other}" for letter in "BCDFGHJK" for other in "BCDFGHJK"][:count]
            for code in codes:
                await rooms.context.store.append(code, 1, played(code, RECORDS))
            for name, loaded in (("none", []), (str(count), codes)):
                await one_line(rooms, name, loaded, seconds)
        finally:
            await rooms.close()


async def one_line(rooms: Rooms, name: str, codes: list[str], seconds: float) -> None:
    """Print the line for the loading of these rooms."""
    others = [Chair("device", f"Person {seat}") for seat in range(1, SEATS)]
    room, token = await rooms.make(GAME, {}, "Ann", [Chair("person"), *others], RoomSettings())
    times: list[float] = []
    loading = asyncio.create_task(load_on(rooms, codes, times))
    waits = await move_on(room, token, random.Random(name), seconds)
    loading.cancel()
    print(figures(name, waits, times), flush=True)


def main() -> None:
    """Measure with the settings of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", type=int, default=1, help="that are loaded every second, at most 64")
    parser.add_argument("--seconds", type=float, default=12.0)
    asked = parser.parse_args()
    sys.setswitchinterval(SWITCHING)  # as a server does
    print(HEADINGS)
    asyncio.run(measure(asked.rooms, asked.seconds))


if __name__ == "__main__":
    main()
