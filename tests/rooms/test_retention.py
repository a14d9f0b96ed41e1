"""When rooms are removed: not by one reading of a wall clock that may be weeks off."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from hustings.rooms.errors import NoRoomError
from hustings.rooms.eventlog.retention import DAY, Retention
from hustings.rooms.registry import WEEK, Rooms
from hustings.rooms.stores.sqlite import SqliteStore
from tests.rooms.helpers import Clocks, Onlooker, open_rooms, run, two_friends

HOUR = 3600.0


@pytest.fixture
def clocks() -> Clocks:
    """A clock of each kind."""
    return Clocks()


def store_of(folder: Path, clocks: Clocks) -> SqliteStore:
    return SqliteStore(folder / "rooms.db", wall=clocks.wall_now)


async def searched(rooms: Rooms, clocks: Clocks, hours: int) -> list[str]:
    """Let hours pass, with a search in each; return the codes of the rooms that were removed."""
    gone = []
    for _ in range(hours):
        clocks.pass_time(HOUR)
        gone += await rooms.expire()
    return gone


def test_a_log_goes_after_a_day_in_which_every_search_found_it_past_its_time(clocks: Clocks) -> None:
    retention = Retention(clocks.running_now)
    assert retention.due(["A", "B"], clocks.wall) == []
    assert retention.waiting == 2
    clocks.pass_time(DAY - 1)
    assert retention.due(["A"], clocks.wall) == []
    clocks.pass_time(1)
    assert retention.due(["A", "B"], clocks.wall) == ["A"]


@pytest.mark.parametrize("jump", [21 * DAY, -21 * DAY, HOUR])
def test_after_a_jump_of_the_wall_clock_no_log_goes_for_a_day(clocks: Clocks, jump: float) -> None:
    retention = Retention(clocks.running_now)
    retention.due(["A"], clocks.wall)
    clocks.pass_time(DAY - 1)
    clocks.wall += jump
    assert retention.due(["A"], clocks.wall) == []
    clocks.pass_time(DAY - 1)
    assert retention.due(["A"], clocks.wall) == []
    clocks.pass_time(1)
    assert retention.due(["A"], clocks.wall) == ["A"]


def test_a_log_is_kept_by_the_running_clock(clocks: Clocks) -> None:
    retention = Retention(clocks.running_now)
    retention.keep("A", WEEK)
    retention.keep("A", 0.0)
    clocks.pass_time(WEEK - 1)
    assert retention.due(["A"], clocks.wall) == []
    clocks.pass_time(DAY)
    assert retention.due(["A"], clocks.wall) == []
    clocks.pass_time(DAY)
    assert retention.due(["A"], clocks.wall) == ["A"]


def test_after_a_jump_a_log_stays_for_the_retention_time_of_the_process_that_used_it(clocks: Clocks) -> None:
    here, there = (Retention(clocks.running_now, WEEK) for _ in range(2))
    for retention in (here, there):
        retention.due([], clocks.wall)
    clocks.wall += 21 * DAY
    here.keep("A", WEEK)  # the process that used it drops it
    removed = []
    for hour in range(1, 9 * 24 + 1):
        removed += [(hour, who) for who, each in (("here", here), ("there", there)) if each.due(["A"], clocks.wall)]
        clocks.pass_time(HOUR)
    assert removed[0] == (7 * 24 + 1, "there")
    assert min(hour for hour, who in removed if who == "here") == 8 * 24 + 1


def test_after_a_jump_a_log_found_later_stays_for_the_retention_time(clocks: Clocks) -> None:
    retention = Retention(clocks.running_now, WEEK)
    retention.due([], clocks.wall)
    clocks.wall += 21 * DAY
    for _ in range(3 * 24):  # another process holds it
        assert retention.due([], clocks.wall) == []
        clocks.pass_time(HOUR)
    for _ in range(7 * 24):
        assert retention.due(["A"], clocks.wall) == []
        clocks.pass_time(HOUR)
    assert retention.due(["A"], clocks.wall) == ["A"]


def test_a_room_whose_lease_is_lost_is_kept(tmp_path: Path, clocks: Clocks) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path, store_of(tmp_path, clocks), keep=WEEK) as rooms:
            rooms.retention.running = clocks.running_now
            room, _, _ = await two_friends(rooms)
            await rooms.expire()
            clocks.wall += 21 * DAY
            rooms._forget(room.state.code, room)
            await room.close()
            assert await searched(rooms, clocks, 7 * 24 - 1) == []
            assert rooms.retention.waiting == 0
            assert await searched(rooms, clocks, 26) == [room.state.code]

    run(work())


def test_a_clock_set_forward_by_three_weeks_removes_no_room_in_play(tmp_path: Path, clocks: Clocks) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path, store_of(tmp_path, clocks), keep=WEEK) as rooms:
            rooms.retention.running = clocks.running_now
            room, ann, _ = await two_friends(rooms)
            looker = Onlooker()
            watcher = await room.attach(looker, ann)
            await rooms.expire()
            clocks.wall += 21 * DAY
            assert await searched(rooms, clocks, 48) == []
            assert looker.ended is None
            room.leave(watcher)
            await rooms.forget_quiet(quiet=-1)
            assert rooms.open == 0
            assert await searched(rooms, clocks, 7 * 24) == []
            assert await searched(rooms, clocks, 25) == [room.state.code]
            with pytest.raises(NoRoomError):
                await rooms.find(room.state.code)

    run(work())


def test_a_start_with_the_clock_ahead_removes_no_room_within_a_day(
    tmp_path: Path, clocks: Clocks, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path, store_of(tmp_path, clocks), keep=WEEK) as rooms:
            codes = {(await two_friends(rooms))[0].state.code for _ in range(3)}
        clocks.pass_time(8 * DAY)
        async with open_rooms(tmp_path, store_of(tmp_path, clocks), keep=WEEK) as rooms:
            rooms.retention.running = clocks.running_now
            with caplog.at_level(logging.WARNING, "hustings"):
                rooms.start()
                while not caplog.messages:
                    await asyncio.sleep(0.01)
            assert caplog.messages[0].startswith("rooms past their time: 3; the server removes them on ")
            found = codes.pop()
            await rooms.find(found)
            assert await searched(rooms, clocks, 23) == []
            assert set(await searched(rooms, clocks, 2)) == codes  # a room in memory stays
            assert [entry.code for entry in await rooms.context.store.rooms()] == [found]

    run(work())
