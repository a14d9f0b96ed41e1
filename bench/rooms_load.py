"""How many durable moves a second rooms take, and how long one takes: sockets at real servers, moves by chance.

    $ python bench/rooms_load.py                      200 rooms flat out, 1,000 rooms at one move a second; SQLite FULL
    $ python bench/rooms_load.py --postgres 1 2 3     the same over PostgreSQL, with so many processes
    $ python bench/rooms_load.py --sockets 3000       1,000 rooms of two people and a spectator, one move a second each
    $ python bench/rooms_load.py --bots 8             people's moves without, and with, eight bots that think

Two people sit in each room, each with a socket. A move counts from when it is sent until its acknowledgement, which
comes after the commit. The generator runs on the last core and the servers on the others, where there are several (with
bots everything runs where the system puts it). The columns "ms" are processor time for each move, of the servers and of
the generator; "busy" is the generator's part of its core: near 100 % it is the generator that is measured.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import importlib.metadata
import os
import platform
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from _rooms_people import CONNECTING, Load, OneAndABot, TwoPeople

ROOT = Path(__file__).parents[1]
SERVER = Path(__file__).with_name("_rooms_server.py")
PAGE = 4096
WARMING = 3.0  # seconds
HEADINGS = (
    "store      processes game       rooms sockets       pace   moves/s  p50 ms  p99 ms  max ms"
    "  server ms  generator ms  busy    MiB  refused  lost"
)


@dataclass(frozen=True)
class Case:
    """What is measured. rate: moves a second of each room, 0: flat out; watching: spectators in each room.

    bots  how many rooms there are besides in which a bot thinks.
    """

    store: str
    processes: int
    game: str
    rooms: int
    rate: float
    seconds: float
    watching: int = 0
    bots: int = 0


@dataclass(frozen=True)
class Found:
    """What came of it: seconds it took, and processor seconds of the servers and of the generator meanwhile."""

    took: float
    servers: float
    generator: float
    lost: int


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
            stack.callback(end, process)
            os.sched_setaffinity(process.pid, cores)
            assert process.stdout is not None
            ports.append(int(process.stdout.readline().rsplit(":", 1)[1]))
            started.append(process.pid)
        yield started, ports


def end(process: subprocess.Popen[str]) -> None:
    """Ask a server to stop, so that its bots' processes go with it; after ten seconds make it."""
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()


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


async def measure(load: Load, case: Case, pids: list[int]) -> Found:
    """Seat everybody, let them play, and count for so many seconds."""
    tables: list[TwoPeople] = [TwoPeople(load, number, case.game, case.watching) for number in range(case.rooms)]
    tables += [OneAndABot(Load(load.ports, 0.0), number, case.game) for number in range(case.bots)]
    for start in range(0, len(tables), CONNECTING):
        await asyncio.gather(*(asyncio.to_thread(table.seat) for table in tables[start : start + CONNECTING]))
    connecting = asyncio.Semaphore(CONNECTING)
    await asyncio.gather(*(table.play(connecting) for table in tables))
    gc.collect()
    gc.disable()  # its pauses would be taken for the servers'
    await asyncio.sleep(WARMING)
    load.counting, began, before, own = True, time.monotonic(), worked(pids), time.process_time()
    await asyncio.sleep(case.seconds)
    load.counting = False
    took, used, own = time.monotonic() - began, worked(pids) - before, time.process_time() - own
    return Found(took, used, own, sum(table.leave() for table in tables))


def line(case: Case, url: str | None, apart: bool) -> None:
    """Measure one case and print its line; apart: the servers on other cores than the generator."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[-1:] if apart else cores)
    with servers(case.processes, url, (cores[:-1] or cores) if apart else cores) as (pids, ports):
        load = Load(ports, case.rate)
        found = asyncio.run(measure(load, case, pids))
        resident = memory(pids)
    os.sched_setaffinity(0, cores)
    answers = sorted(load.answers) or [float("nan")]
    p50, p99, worst = (1000 * answers[int((len(answers) - 1) * share)] for share in (0.5, 0.99, 1))
    pace = f"{case.rate:g}/s each" if case.rate else "flat out"
    bots = f"; {case.bots} bots think" if case.bots else ""
    print(
        f"{case.store:10} {case.processes:9} {case.game:10} {case.rooms:5} {case.rooms * (2 + case.watching):7} "
        f"{pace:>10} {len(load.answers) / found.took:9.0f} {p50:7.1f} {p99:7.1f} {worst:7.1f} "
        f"{1000 * found.servers / len(answers):10.3f} {1000 * found.generator / len(answers):13.3f} "
        f"{found.generator / found.took:5.0%} {resident:6.0f} {load.refused:8} {found.lost:5}{bots}",
        flush=True,
    )


def cases(asked: argparse.Namespace) -> Iterator[Case]:
    """What was asked for."""
    stores = [("SQLite", 1)]
    if asked.postgres is not None:
        stores = [("PostgreSQL", count) for count in asked.postgres or [1, 2, 3]]
    for store, processes in stores:
        for game in asked.games:
            case = partial(Case, store, processes, game, seconds=asked.seconds)
            if asked.sockets:
                yield case(rooms=asked.sockets // 3, rate=1.0, watching=1)
            elif asked.bots:
                yield case(rooms=100, rate=1.0)
                yield case(rooms=100, rate=1.0, bots=asked.bots)
            else:
                if asked.flat:
                    yield case(rooms=asked.flat, rate=asked.pace)
                if asked.steady:
                    yield case(rooms=asked.steady, rate=1.0)


def main() -> None:
    """Read what was asked, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--postgres", type=int, nargs="*", metavar="PROCESSES", help="over PostgreSQL instead")
    parser.add_argument("--games", nargs="*", default=["combat", "president"])
    parser.add_argument("--flat", type=int, default=200, help="rooms that play flat out; 0: none")
    parser.add_argument("--pace", type=float, default=0.0, help="moves a second of each of those, not flat out")
    parser.add_argument("--steady", type=int, default=1000, help="rooms at one move a second; 0: none")
    parser.add_argument("--sockets", type=int, default=0, help="instead: so many sockets, three in a room")
    parser.add_argument("--bots", type=int, default=0, help="instead: 100 rooms without and with so many bots")
    parser.add_argument("--seconds", type=float, default=10.0)
    asked = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536) if hard > 0 else 65536, hard))
    machine = f"{os.cpu_count()} cores, load before: {os.getloadavg()[0]:.1f}"
    print(f"Python {platform.python_version()}, {versions()}; {machine}")
    print(HEADINGS)
    with ExitStack() as stack:
        for case in cases(asked):
            url = None
            if case.store != "SQLite":
                sys.path.insert(0, str(ROOT))
                from tests.rooms.database import database

                url = stack.enter_context(database())
            line(case, url, apart=not asked.bots)


def versions() -> str:
    """What the servers are made of."""
    found = []
    for name in ("uvicorn", "uvloop", "starlette", "websockets", "pydantic"):
        with suppress(importlib.metadata.PackageNotFoundError):
            found.append(f"{name} {importlib.metadata.version(name)}")
    return ", ".join([*found, f"SQLite {sqlite3.sqlite_version}"])


if __name__ == "__main__":
    main()
