"""How many durable moves a second rooms take, and how long one takes: sockets at real servers, moves by chance.

    $ python bench/rooms_load.py                      200 rooms flat out, 1,000 rooms at one move a second; SQLite FULL
    $ python bench/rooms_load.py --peer               200 rooms flat out, here and at boardgame.io's server, in turns
    $ python bench/rooms_load.py --old CHECKOUT       the same here and at the server of another checkout, in turns
    $ python bench/rooms_load.py --postgres 1 2 3     over PostgreSQL, with so many processes
    $ python bench/rooms_load.py --sockets 3000       1,000 rooms of two people and a spectator, one move a second each
    $ python bench/rooms_load.py --bots 8             people's moves without, and with, eight bots that think

Two people sit in each room, each with a socket. A move counts from when it is sent until its acknowledgement, which
comes after the commit. The generator runs on the last core and the servers on the others, where there are several (with
bots everything runs where the system puts it). The columns "ms" are processor time for each move, of the servers and of
the generator; "busy" is the generator's part of its core: near 100 % it is the generator that is measured. "KB" is what
a room's people are sent for each move, "idle" the part of the time for which rooms wait for their next game to begin.

boardgame.io's server plays a card game with hidden hands (peer/server.cjs), once keeping its matches in memory and once
in files. It acknowledges nothing, so there a move counts until its sender is sent the state it led to. What is compared
is measured in turns, a round after the other; a ratio is that of a round, and the middle one of all rounds.
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
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from _rooms_people import CONNECTING, Load, OneAndABot
from _rooms_servers import ROOT, Contender, ours, peers, serving

PAGE = 4096
WARMING = 3.0  # seconds
HEADINGS = (
    "server       store      processes game       rooms sockets       pace   moves/s  p50 ms  p99 ms  max ms"
    "  server ms  generator ms  busy    MiB    KB state B  idle  refused  lost"
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


@dataclass(frozen=True)
class Figures:
    """The figures that are compared. p50, p99, processor: milliseconds, the last for each move."""

    moves: float
    p50: float
    p99: float
    processor: float


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


async def measure(contender: Contender, load: Load, case: Case, pids: list[int]) -> Found:
    """Seat everybody, let them play, and count for so many seconds."""
    tables = [contender.table(load, number, case.game, case.watching) for number in range(case.rooms)]
    tables += [OneAndABot(Load(load.ports, 0.0), number, case.game) for number in range(case.bots)]
    for start in range(0, len(tables), CONNECTING):
        await asyncio.gather(*(table.seat() for table in tables[start : start + CONNECTING]))
    connecting = asyncio.Semaphore(CONNECTING)
    await asyncio.gather(*(table.play(connecting) for table in tables))
    gc.collect()
    gc.disable()  # its pauses would be taken for the servers'
    await asyncio.sleep(WARMING)
    before, own = worked(pids), time.process_time()
    load.begin()
    await asyncio.sleep(case.seconds)
    took, used, own = load.end(), worked(pids) - before, time.process_time() - own
    gc.enable()
    return Found(took, used, own, sum(table.leave() for table in tables))


def line(contender: Contender, case: Case, url: str | None, apart: bool) -> Figures:
    """Measure one case and print its line; apart: the servers on other cores than the generator."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[-1:] if apart else cores)
    with serving(contender, case.game, case.processes, url, (cores[:-1] or cores) if apart else cores) as (pids, ports):
        load = Load(ports, case.rate)
        found = asyncio.run(measure(contender, load, case, pids))
        resident = memory(pids)
    os.sched_setaffinity(0, cores)
    answers = sorted(load.answers) or [float("nan")]
    p50, p99, worst = (1000 * answers[int((len(answers) - 1) * share)] for share in (0.5, 0.99, 1))
    figures = Figures(len(load.answers) / found.took, p50, p99, 1000 * found.servers / len(answers))
    pace = f"{case.rate:g}/s each" if case.rate else "flat out"
    bots = f"; {case.bots} bots think" if case.bots else ""
    print(
        f"{contender.name:12} {case.store:10} {case.processes:9} {case.game:10} {case.rooms:5} "
        f"{case.rooms * (2 + case.watching):7} {pace:>10} {figures.moves:9.0f} {p50:7.1f} {p99:7.1f} {worst:7.1f} "
        f"{figures.processor:10.3f} {1000 * found.generator / len(answers):13.3f} {found.generator / found.took:5.0%} "
        f"{resident:6.0f} {load.received / len(answers) / 1000:5.2f} {load.state_bytes / max(1, load.states):7.0f} "
        f"{load.idle / found.took / case.rooms:5.0%} {load.refused:8} {found.lost:5}{bots}",
        flush=True,
    )
    return figures


def compare(case: Case, contenders: list[Contender], rounds: int) -> None:
    """Measure a case at each contender in turns, and print the ratios of the first to each other one."""
    first, *others = contenders
    found: dict[str, list[Figures]] = {each.name: [] for each in contenders}
    for number in range(rounds):
        for contender in contenders if number % 2 == 0 else contenders[::-1]:
            found[contender.name].append(line(contender, case, None, apart=True))
    for other in others:
        told = []
        for name, what in (("moves", "moves/s"), ("p50", "p50"), ("p99", "p99"), ("processor", "server ms")):
            pairs = zip(found[first.name], found[other.name], strict=True)
            ratios = sorted(getattr(mine, name) / getattr(theirs, name) for mine, theirs in pairs)
            told.append(f"{what} {statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})")
        print(f"{case.game}, {first.name} to {other.name}: {', '.join(told)}", flush=True)


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
                if asked.steady and not (asked.peer or asked.old):
                    yield case(rooms=asked.steady, rate=1.0)


def main() -> None:
    """Read what was asked, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", action="store_true", help="compare with boardgame.io's server, installed from npm")
    parser.add_argument("--old", type=Path, metavar="CHECKOUT", help="compare with the server of another checkout")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of a comparison")
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
    contenders, made_of = contestants(asked)
    machine = f"{os.cpu_count()} cores, load before: {os.getloadavg()[0]:.1f}"
    print(f"Python {platform.python_version()}, {versions()}{made_of}; {machine}")
    print(HEADINGS)
    with ExitStack() as stack:
        for case in cases(asked):
            if len(contenders) > 1:
                compare(case, contenders, asked.rounds)
                continue
            url = None
            if case.store != "SQLite":
                sys.path.insert(0, str(ROOT))
                from tests.rooms.database import database

                url = stack.enter_context(database())
            line(contenders[0], case, url, apart=not asked.bots)


def contestants(asked: argparse.Namespace) -> tuple[list[Contender], str]:
    """What is measured, ours first; and the versions of what is not ours."""
    others = [ours("old", asked.old.resolve())] if asked.old else []
    if not asked.peer:
        return [ours(), *others], ""
    found, made_of = peers()
    return [ours(), *others, *found], f"; {made_of}"


def versions() -> str:
    """What the servers are made of."""
    found = []
    for name in ("uvicorn", "uvloop", "starlette", "websockets", "pydantic"):
        with suppress(importlib.metadata.PackageNotFoundError):
            found.append(f"{name} {importlib.metadata.version(name)}")
    return ", ".join([*found, f"SQLite {sqlite3.sqlite_version}"])


if __name__ == "__main__":
    main()
