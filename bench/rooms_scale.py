"""What a move costs with one, two and three server processes over PostgreSQL, behind the proxy of compose.yaml.

    $ python bench/rooms_scale.py                        300 rooms at one move a second; one, two, three processes
    $ python bench/rooms_scale.py --rooms 1000 --processes 2 --rounds 1
    $ python bench/rooms_scale.py --apart                the same with the two of each room at different processes

The cases take turns, so that a machine that is slow for a while is so for all of them; the ratio compares each with the
first of its round. "ms" is processor time for each move: of all server processes, of the database's, of the proxy.
"asked" is requests to the database, "bus" and "link" bytes between the processes, each for a move. With `--out FILE`
the figures are written down for bench/capacity.py.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import platform
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import asyncpg
from _rooms_people import CONNECTING, Load, TwoPeople
from _rooms_servers import ROOT, ours, serving
from rooms_load import WARMING, memory, worked

sys.path.insert(0, str(ROOT))
from tests.rooms import proxy as proxies
from tests.rooms.database import database

COUNTED = ("hustings_database_requests_total", "hustings_bus_bytes_total", "hustings_link_bytes_total")
HEADINGS = (
    "processes  placed    rooms  moves/s  p50 ms  p99 ms  servers ms  ratio  database ms  proxy ms"
    "  asked  bus B  link B    MiB"
)


@dataclass(frozen=True)
class Cost:
    """What was measured. Times are milliseconds, processor time where not said otherwise, for each move."""

    processes: int
    placed: str
    rooms: int
    rate: float
    p50: float
    p99: float
    servers: float
    database: float
    proxy: float
    asked: float
    bus: float
    link: float
    memory: float


@contextmanager
def before(ports: list[int]) -> Iterator[tuple[int, list[int]]]:
    """The proxy before these servers, its port and process numbers; an address may open as many sockets as it likes."""
    given = proxies.configuration

    def unlimited(port: int, tables: list[int]) -> str:
        return given(port, tables).replace("sc0_conn_cur gt 600", "sc0_conn_cur gt 100000")

    proxies.configuration = unlimited
    try:
        with proxies.proxy(ports) as port:
            yield port, children(os.getpid(), "haproxy")
    finally:
        proxies.configuration = given


def children(parent: int, name: str) -> list[int]:
    """The processes of a name below another."""
    found = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    below = [int(pid) for pid in found if Path(f"/proc/{pid}/comm").read_text().strip() == name]
    return below + [each for pid in below for each in children(pid, name)]


async def postmaster(url: str) -> int:
    """The first process of the database."""
    connection = await asyncpg.connect(url)
    try:
        file = Path(await connection.fetchval("SHOW data_directory"), "postmaster.pid")
        return int(file.read_text().splitlines()[0])
    finally:
        await connection.close()


def worked_below(parent: int) -> float:
    """The seconds of processor time a process's children have used, those that have ended among them."""
    ended = Path(f"/proc/{parent}/stat").read_text().rsplit(")", 1)[1].split()[13:15]
    seconds = sum(map(int, ended)) / os.sysconf("SC_CLK_TCK")
    for child in Path(f"/proc/{parent}/task/{parent}/children").read_text().split():
        with suppress(FileNotFoundError):
            seconds += worked([int(child)])
    return seconds


def counts(ports: list[int]) -> list[float]:
    """What the servers count, added up."""
    found = dict.fromkeys(COUNTED, 0.0)
    for port in ports:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            for line in answer.read().decode().splitlines():
                name, _, value = line.partition(" ")
                if name in found:
                    found[name] += float(value)
    return list(found.values())


async def measure(
    load: Load, asked: argparse.Namespace, url: str, pids: list[int], proxy: list[int], ports: list[int]
) -> tuple[float, list[float], list[float]]:
    """Seat everybody, let them play; processor seconds of servers, database and proxy, and what was counted."""
    tables = [TwoPeople(load, number, asked.game) for number in range(asked.rooms)]
    for start in range(0, len(tables), CONNECTING):
        await asyncio.gather(*(table.seat() for table in tables[start : start + CONNECTING]))
    connecting = asyncio.Semaphore(CONNECTING)
    await asyncio.gather(*(table.play(connecting) for table in tables))
    gc.collect()
    gc.disable()
    await asyncio.sleep(WARMING)
    database = await postmaster(url)

    def seconds() -> list[float]:
        return [worked(pids), worked_below(database), worked(proxy)]

    told = await asyncio.to_thread(counts, ports)
    before_it = seconds()
    load.counting = True
    began = time.monotonic()
    await asyncio.sleep(asked.seconds)
    load.counting = False
    took = time.monotonic() - began
    used = [now - was for now, was in zip(seconds(), before_it, strict=True)]
    told = [now - was for now, was in zip(await asyncio.to_thread(counts, ports), told, strict=True)]
    for table in tables:
        table.leave()
    gc.enable()
    return took, used, told


def case(asked: argparse.Namespace, processes: int, apart: bool) -> Cost:
    """Measure one case, over a database of its own."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[-1:])
    with (
        database() as url,
        serving(ours(), asked.game, processes, url, cores[:-1] or cores) as (pids, ports),
        before(ports) as (way, proxy),
    ):
        load = Load(ports if apart else [way], asked.pace)
        took, used, told = asyncio.run(measure(load, asked, url, pids, proxy, ports))
        resident = memory(pids)
    os.sched_setaffinity(0, cores)
    moves, answers = len(load.answers), sorted(load.answers)
    p50, p99 = (1000 * answers[int((moves - 1) * share)] for share in (0.5, 0.99))
    times = [1000 * each / moves for each in used]
    return Cost(
        processes, "apart" if apart else "together", asked.rooms, moves / took, p50, p99, *times,
        *(each / moves for each in told), resident,
    )  # fmt: skip


def line(cost: Cost, first: Cost) -> str:
    """A case as a line of the table."""
    return (
        f"{cost.processes:9}  {cost.placed:8} {cost.rooms:6} {cost.rate:8.0f} {cost.p50:7.1f} {cost.p99:7.1f} "
        f"{cost.servers:11.3f} {cost.servers / first.servers:6.2f} {cost.database:12.3f} {cost.proxy:9.3f} "
        f"{cost.asked:6.2f} {cost.bus:6.1f} {cost.link:7.0f} {cost.memory:6.0f}"
    )


def main() -> None:
    """Read what was asked, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, nargs="*", default=[1, 2, 3])
    parser.add_argument("--game", default="combat")
    parser.add_argument("--rooms", type=int, default=300)
    parser.add_argument("--pace", type=float, default=1.0, help="moves a second of each room")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--apart", action="store_true", help="besides: two processes, each person of a room at another")
    parser.add_argument("--out", type=Path, help="a file for the figures, as JSON")
    asked = parser.parse_args()
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False).stdout
    load_before = os.getloadavg()[0]
    print(
        f"Python {platform.python_version()}, {commit.strip()}; {os.cpu_count()} cores, load before: {load_before:.1f}"
    )
    print(HEADINGS)
    found: list[Cost] = []
    for _ in range(asked.rounds):
        cases = [(count, False) for count in asked.processes] + [(2, True)] * asked.apart
        round_: list[Cost] = []
        for processes, apart in cases:
            round_.append(case(asked, processes, apart))
            print(line(round_[-1], round_[0]), flush=True)
        found += round_
    for processes, placed in dict.fromkeys((cost.processes, cost.placed) for cost in found):
        ratios = [
            cost.servers / found[number - number % len(cases)].servers
            for number, cost in enumerate(found)
            if (cost.processes, cost.placed) == (processes, placed)
        ]
        print(
            f"{processes} {placed}: {statistics.median(ratios):.2f} of the first, in the middle of {len(ratios)} rounds"
        )
    if asked.out is not None:
        asked.out.write_text(json.dumps([asdict(cost) for cost in found], indent=1) + "\n")


if __name__ == "__main__":
    main()
