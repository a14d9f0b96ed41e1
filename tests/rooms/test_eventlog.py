"""The event log that rooms and classes share, with a log of numbers that knows neither."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from hustings.classes import records
from hustings.rooms.errors import NoRoomError, StoreError
from hustings.rooms.eventlog.leases import Leases
from hustings.rooms.eventlog.live import LiveLog, job
from hustings.rooms.eventlog.records import LogEvent, LogKind, RecordCodec
from hustings.rooms.eventlog.registry import Registry
from hustings.rooms.log import log_events
from hustings.rooms.log.log_events import Chair
from hustings.rooms.settings import RoomSettings
from hustings.rooms.stores.sqlite import SqliteStore
from hustings.rooms.stores.store import Store
from tests.rooms.helpers import run


@dataclass(frozen=True, slots=True)
class Added(LogEvent):
    """A number was added."""

    number: int


class Sum:
    """The sum of a log of numbers."""

    def __init__(self, code: str) -> None:
        self.code, self.seq, self.total = code, 0, 0

    def apply(self, record: Added) -> None:
        self.seq += 1
        self.total += record.number


KICKED = log_events.SeatChanged(1, Chair("open"), "kicked")
CODEC = RecordCodec[Added]([Added], {})


def replay(code: str, bodies: Sequence[str]) -> Sum:
    """The sum of a log."""
    state = Sum(code)
    for body in bodies:
        state.apply(CODEC.read(body))
    return state


KIND: LogKind[Sum, Added] = LogKind(
    name="room",
    plural="sums",
    prefix="sum-",
    write=CODEC.write,
    replay=replay,
    missing=lambda code: NoRoomError("room.not_found", room=code),
)


@dataclass
class Context:
    """The store of a test."""

    store: Store
    leases: Leases | None = None


class LiveSum(LiveLog[Sum, Added]):
    """A sum that people add to."""

    idle = True

    @job
    async def add(self, number: int) -> int:
        await self.write([Added(number)])
        return self.state.total

    async def close(self) -> None:
        await self.finish_jobs()


class Sums(Registry[LiveSum]):
    """All sums."""

    async def _wake(self, state: Any) -> LiveSum:
        return LiveSum(KIND, state, self.context)

    async def _remove_expired(self, codes: Sequence[str]) -> list[str]:
        return []


class FailingStore(SqliteStore):
    """Fails while `away`; if `late`, only after the record was written."""

    away = late = False

    async def append(self, room: str, seq: int, bodies: Sequence[str], epoch: int | None = None) -> None:
        if not self.away or self.late:
            await super().append(room, seq, bodies, epoch)
        if self.away:
            raise StoreError("gone")


def test_records_are_committed_then_applied_and_read_again(tmp_path: Path) -> None:
    async def work() -> None:
        store = FailingStore(tmp_path / "rooms.db")
        await store.append("sum-A", 1, [CODEC.write(Added(1))])
        sums = Sums(KIND, Context(store), 0.0)
        live = await sums.find("A")
        assert await asyncio.gather(live.add(2), live.add(3)) == [3, 6]
        store.away = True
        with pytest.raises(StoreError):
            await live.add(10)
        assert live.state.total == 6
        store.late = True
        with pytest.raises(StoreError):
            await live.add(10)
        assert live.state.total == 16  # the record is on disk, whatever the store said
        store.away = False
        await sums.forget_quiet(quiet=-1)
        again = await sums.find("A")
        assert again is not live
        assert (again.state.total, again.state.seq) == (16, 4)
        with pytest.raises(NoRoomError):
            await sums.find("B")
        await sums.close()
        await store.close()

    run(work())


def test_two_writers_of_one_log_add_up(tmp_path: Path) -> None:
    async def work() -> None:
        store = SqliteStore(tmp_path / "rooms.db")
        await store.append("sum-A", 1, [CODEC.write(Added(1))])
        one, other = [await Sums(KIND, Context(store), 0.0).find("A") for _ in range(2)]
        assert [await one.add(2), await other.add(3), await one.add(4)] == [3, 6, 10]
        await other.do(other.catch_up)
        assert other.state.total == 10
        await store.remove(["sum-A"])
        with pytest.raises(NoRoomError):
            await other.do(other.catch_up)
        await store.close()

    run(work())


@pytest.mark.parametrize(
    ("module", "stored", "record"),
    [
        (
            log_events,
            '{"what":"sat","chair":1,"now":{"kind":"open"},"cause":"kicked"}',
            log_events.SeatChanged(1, Chair("open"), "kicked"),
        ),
        (log_events, '{"what":"agreed","terms":{"chat":true}}', log_events.SettingsChanged(RoomSettings(chat=True))),
        (log_events, '{"what":"switched","locked":true,"paused":false}', log_events.RoomFlagsChanged(True, False)),
        (records, '{"what":"told","text":"Hello"}', records.NoteWritten("Hello")),
        (records, '{"what":"put","text":"Who?","answers":["A","B"]}', records.QuestionOpened("Who?", ["A", "B"])),
        (records, '{"what":"shut","question":1,"shown":true}', records.QuestionClosed(1, True)),
        (records, '{"what":"timed","at":null}', records.DeadlineSet(None)),
    ],
)
def test_renamed_records_keep_their_names_in_the_store(module: Any, stored: str, record: Any) -> None:
    assert module.CODEC.read(stored) == record
    assert module.CODEC.write(record).startswith(stored[: stored.index(",")])
