"""The slowest append of a room while 100,000 records of a class are removed from the same store.

    $ python bench/removal.py                        both stores, about half a minute
    $ python bench/removal.py --records 500000 --rooms 40

The store has as many records of other rooms. Rooms append one record after another, each after a pause. A line for each
store: the median, the 99th percentile and the slowest append without a removal and during it, in milliseconds, and the
seconds that the removal takes. The slowest append during a removal may take 50 ms, on a machine whose quiet appends
take less.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from hustings.rooms.stores import open_store
from hustings.rooms.stores.store import Store

ROOT = Path(__file__).parents[1]
CLASS, TABLES = "class-BCDFGH", 10  # the class that is removed, and its tables
BODY = '{"what":"answered","question":1,"person":17,"answer":2,"padding":"%s"}' % ("x" * 300)
AT_ONCE = 1000  # records in one append while the class is filled
PAUSE = 0.02  # seconds from an append of a room to its next one
QUIET = 3.0  # seconds of appends without a removal
MOST_MS = 50.0
HEADINGS = "store       quiet ms: median  p99  slowest   during: median  p99  slowest  removal s  part of 50 ms"


async def fill(store: Store, records: int) -> list[str]:
    """Write a class with its tables, and as many records of other rooms; return the codes of the class's logs."""
    await store.seal(CLASS, CLASS)
    codes = [CLASS, *(f"GONE{number:02}" for number in range(TABLES))]
    for code in codes[1:]:
        await store.seal(code, CLASS)
    each = records // len(codes)
    for code in [*codes, *(f"KEPT{number:02}" for number in range(len(codes)))]:
        for seq in range(1, each + 1, AT_ONCE):
            await store.append(code, seq, [BODY] * min(AT_ONCE, each + 1 - seq))
    return codes


class Appending:
    """Rooms that append records; `times` are the seconds that each append took."""

    def __init__(self, store: Store, rooms: int) -> None:
        self._store = store
        self.times: list[float] = []
        self._tasks = [asyncio.create_task(self._go_on(f"STAY{number:02}")) for number in range(rooms)]

    async def _go_on(self, code: str) -> None:
        seq = 0
        while True:
            began, seq = time.perf_counter(), seq + 1
            await self._store.append(code, seq, [BODY])
            self.times.append(time.perf_counter() - began)
            await asyncio.sleep(PAUSE)

    def taken(self) -> str:
        """Return the figures of the appends since the last call, in milliseconds."""
        taken, self.times = sorted(self.times), []
        figures = statistics.median(taken), taken[len(taken) * 99 // 100], taken[-1]
        return " ".join(f"{1000 * one:7.1f}" for one in figures)

    async def stop(self) -> None:
        """End the appends; raise the error of a room whose append failed."""
        for task in self._tasks:
            task.cancel()
        for end in await asyncio.gather(*self._tasks, return_exceptions=True):
            if not isinstance(end, asyncio.CancelledError):
                raise end


async def measure(name: str, url: str | None, records: int, rooms: int) -> str:
    """Return the line of one store."""
    with tempfile.TemporaryDirectory(prefix="hustings-bench-") as folder:
        store = await open_store(url, Path(folder))
        try:
            codes = await fill(store, records)
            appending = Appending(store, rooms)
            await asyncio.sleep(QUIET)
            quiet, began = appending.taken(), time.perf_counter()
            await store.remove(codes)
            took, slowest = time.perf_counter() - began, 1000 * max(appending.times)
            during = appending.taken()
            await appending.stop()
            return f"{name:10} {quiet:>32}  {during:>30} {took:10.1f}  {slowest / MOST_MS:8.2f}"
        finally:
            await store.close()


@contextmanager
def database() -> Iterator[str]:
    """Start PostgreSQL as the tests do."""
    sys.path.insert(0, str(ROOT))
    from tests.rooms.database import database as started

    with started() as url:
        yield url


def main() -> None:
    """Measure both stores."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=100_000, help="of the class")
    parser.add_argument("--rooms", type=int, default=20, help="that append meanwhile")
    asked = parser.parse_args()
    print(HEADINGS)
    for name, opened in (("SQLite", nullcontext(None)), ("PostgreSQL", database())):
        with opened as url:
            print(asyncio.run(measure(name, url, asked.records, asked.rooms)), flush=True)


if __name__ == "__main__":
    main()
