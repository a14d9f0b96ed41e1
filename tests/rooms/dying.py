"""Run as a program: plays in a room and is killed (as by kill -9) at a given step of a given move.

    $ python -m tests.rooms.dying FOLDER STEP MOVE

It prints what its viewers were told: "room CODE TOKEN", "ack SEQ ID", "shown SEQ ENTRIES". A second run with the move
number -1 only plays on from the log and prints the same.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from hustings.rooms.broadcast.updates import Acknowledged, Notice, Snapshot
from hustings.rooms.stores.sqlite import SqliteStore
from tests.rooms.helpers import BOT, ME, Onlooker, open_rooms, play_on

ROOT = Path(__file__).parents[2]
STEPS = ("before the store", "before the commit", "after the commit", "before the answer", "after it", "when shown")


def say(text: str) -> None:
    """Print at once: the pipe keeps it whatever happens to this process."""
    os.write(1, (text + "\n").encode())


def die() -> None:
    """As kill -9."""
    os.kill(os.getpid(), signal.SIGKILL)


def killed(program: str, *arguments: object, limit: float = 300.0) -> list[list[str]]:
    """Run a module of tests until it is killed as by kill -9; return the words of each line that it has said."""
    ended = subprocess.run(
        [sys.executable, "-m", program, *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=limit,
        check=False,
    )
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    return [line.split() for line in ended.stdout.splitlines()]


class DyingStore(SqliteStore):
    """Dies around the commit of the `fatal`-th append, or at the first answer to a person from then on."""

    def __init__(self, path: Path, step: str, fatal: int) -> None:
        super().__init__(path)
        self.step, self.fatal, self.appended = step, fatal, 0
        self._writer.set_trace_callback(self._traced)

    @property
    def doomed(self) -> bool:
        return self.appended >= self.fatal

    def _traced(self, statement: str) -> None:
        written = statement.lstrip().startswith("INSERT INTO log")  # its transaction commits later
        if written and self.doomed and self.step == "before the commit":
            die()

    async def append(self, room: str, seq: int, bodies: Sequence[str], epoch: int | None = None) -> None:
        self.appended += 1
        if self.doomed and self.step == "before the store":
            die()
        await super().append(room, seq, bodies, epoch)
        if self.doomed and self.step == "after the commit":
            die()


class DyingOnlooker(Onlooker):
    """Prints what it is told; dies around being told of the doomed move."""

    def __init__(self, store: DyingStore) -> None:
        super().__init__()
        self.store = store

    def tell(self, notice: Notice) -> None:
        acknowledged = isinstance(notice, Acknowledged)
        if acknowledged and self.store.doomed and self.store.step == "before the answer":
            die()
        if isinstance(notice, Acknowledged):
            say(f"ack {notice.seq} {notice.id}")
        if isinstance(notice, Snapshot):
            say(f"shown {notice.seq} {max((event.entry for event in notice.events), default=0)}")
        if acknowledged and self.store.doomed and self.store.step == "after it":
            die()
        if isinstance(notice, Snapshot) and self.store.doomed and self.store.step == "when shown":
            die()
        super().tell(notice)


async def main(folder: Path, step: str, fatal: int) -> None:
    """Play a game of a person against a bot until killed, or for forty decisions."""
    store = DyingStore(folder / "rooms.db", step, fatal)
    async with open_rooms(folder, store) as rooms:
        room, token = await rooms.make("combat", {}, "Ann", [ME, BOT])
        say(f"room {room.state.code} {token}")
        watcher = await room.attach(DyingOnlooker(store), token)
        await play_on(room, [watcher], 40)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
