"""Games over days: windows, deadlines, absence and leave, with a clock that the tests set."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from hustings.rooms.automation import windows
from hustings.rooms.commands.takeback import TakeBack
from hustings.rooms.errors import NotAllowedError, RoomError, StoreError
from hustings.rooms.hours import LEAST_GAP, Hours
from hustings.rooms.log.windows import DAY, EXCUSED, LEAVE
from hustings.rooms.registry import Rooms
from hustings.rooms.room import Room
from hustings.rooms.settings import RoomSettings
from hustings.rooms.stores.due import Due
from hustings.rooms.stores.sqlite import SqliteStore
from hustings.rooms.waking import LONG, REST, Waking
from tests.rooms.helpers import FRIEND, ME, Clocks, Onlooker, move, open_rooms, run, until

MONDAY = datetime(2026, 3, 2, 9, 0, tzinfo=UTC).timestamp()
DAYS = RoomSettings(clock="days", autoplay=True, zone="UTC", hours="20:00")
MINUTE, HOUR = 60.0, 3600.0


def at(text: str, zone: str = "UTC") -> float:
    """The instant of a local time, the first of two."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


@pytest.mark.parametrize(
    ("zone", "hours", "now", "deadline"),
    [
        ("UTC", "20:00", "2026-03-02T07:59", "2026-03-02T20:00"),
        ("UTC", "20:00", "2026-03-02T08:01", "2026-03-03T20:00"),
        ("UTC", "07:30 20:00", "2026-03-02T12:00", "2026-03-03T07:30"),
        ("America/New_York", "20:00", "2026-03-07T20:00", "2026-03-08T20:00"),  # 23 hours
        ("America/New_York", "20:00", "2026-10-31T20:00", "2026-11-01T20:00"),  # 25 hours
        ("America/New_York", "02:30", "2026-03-07T12:00", "2026-03-08T03:30"),  # left out
        ("America/New_York", "01:30", "2026-10-31T12:00", "2026-11-01T01:30"),  # comes twice
        ("Australia/Lord_Howe", "02:15", "2026-10-03T12:00", "2026-10-04T02:45"),  # half an hour is left out
        ("Australia/Lord_Howe", "20:00", "2026-04-04T20:00", "2026-04-05T20:00"),
        ("Asia/Kolkata", "20:00", "2026-03-07T20:00", "2026-03-08T20:00"),
    ],
)
def test_a_window_closes_at_the_next_hour_that_is_half_a_day_away(
    zone: str, hours: str, now: str, deadline: str
) -> None:
    assert Hours(zone, hours, True).after(at(now, zone)) == at(deadline, zone)


def test_no_window_closes_at_a_weekend_or_on_a_day_of_leave() -> None:
    friday = at("2026-03-06T09:00")
    assert Hours("UTC", "20:00", True).after(friday) == at("2026-03-07T20:00")
    assert Hours("UTC", "20:00", False).after(friday) == at("2026-03-09T20:00")
    assert Hours("UTC", "20:00", False).after(friday, [date(2026, 3, 9)]) == at("2026-03-10T20:00")


@pytest.mark.parametrize(
    "terms", [{"clock": "days", "zone": "Europe/Nowhere"}, {"clock": "days", "zone": "../../etc/passwd"}]
)
def test_a_zone_that_does_not_exist_is_refused(tmp_path: Path, terms: dict[str, str]) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            with pytest.raises(RoomError, match="is no time zone"):
                await rooms.make("president", {}, "Ann", [ME, FRIEND], RoomSettings(**terms))  # type: ignore[arg-type]
            with pytest.raises(RoomError, match="cannot be played over days"):
                await rooms.make("politics", {}, "Ann", [ME, FRIEND], DAYS)

    run(work())


class Failing(SqliteStore):
    """A store that takes only so many writes, as if its process were killed after them."""

    left = 10**9

    def append(self, room: str, seq: int, bodies: Sequence[str], epoch: int | None = None) -> Awaitable[None]:
        self._need()
        return super().append(room, seq, bodies, epoch)

    async def ask(self, statement: str, *values: Any) -> list[Any]:
        self._need()
        return await super().ask(statement, *values)

    def _need(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise StoreError("room.store_closed")


@asynccontextmanager
async def served(folder: Path, clocks: Clocks, writes: int = 10**9) -> AsyncIterator[tuple[Rooms, Waking]]:
    """Rooms over a store whose clock the test sets, and what wakes them; several may follow each other."""
    store = Failing(folder / "rooms.db", wall=clocks.wall_now)
    store.left = writes
    async with open_rooms(folder, store) as rooms:
        yield rooms, Waking(rooms, clocks.running_now)


async def begun(rooms: Rooms, game: str = "president", settings: RoomSettings = DAYS) -> tuple[Room, str, str]:
    """A game of Ann and Bo over days: the room, and both tokens."""
    room, ann = await rooms.make(game, {}, "Ann", [ME, FRIEND], settings)
    bo = "bo's own token of 22"
    await room.join("Bo", bo)
    await room.start(ann)
    await until(lambda: not windows.unawaited(room.state))
    return room, ann, bo


async def settled(room: Room) -> None:
    """Wait until no bot thinks and everybody who must decide has a window."""
    await until(lambda: room.turns.idle and not windows.unawaited(room.state))


async def passed(waking: Waking, clocks: Clocks, seconds: float) -> None:
    """Let time pass as servers do that look every hour."""
    while seconds > 0:
        step = min(seconds, HOUR)
        clocks.pass_time(step)
        seconds -= step
        await waking.look()


def test_a_deadline_passes_in_a_room_that_nobody_has_open(tmp_path: Path) -> None:
    clocks = Clocks(MONDAY)

    async def work() -> None:
        async with served(tmp_path, clocks) as (rooms, waking):
            room, ann, _ = await begun(rooms)
            code = room.state.code
            assert windows.deadlines(room.state) == dict.fromkeys((0, 1), at("2026-03-03T20:00"))
            await until(lambda: room.idle)
            await rooms.forget_quiet(-1.0)
            assert rooms.open == 0
            await passed(waking, clocks, at("2026-03-03T19:59") - MONDAY)
            assert rooms.open == 0
            await passed(waking, clocks, MINUTE)
            room = await rooms.find(code)
            await settled(room)
            assert room.state.windows.missed == {0: 1, 1: 1}
            assert windows.deadlines(room.state) == dict.fromkeys((0, 1), at("2026-03-04T20:00"))
            for missed in range(2, EXCUSED + 2):
                assert not any(chair.stand_in for chair in room.state.chairs)
                await passed(waking, clocks, DAY)
                await settled(room)
                assert room.state.windows.missed == dict.fromkeys((0, 1), min(missed, EXCUSED))
            assert all(chair.stand_in and not chair.forfeited for chair in room.state.chairs)
            await room.attach(Onlooker(), ann)
            assert [bool(chair.stand_in) for chair in room.state.chairs] == [False, True]

    run(work())


def test_who_decides_in_time_misses_nothing_and_all_together_play_live(tmp_path: Path) -> None:
    clocks = Clocks(MONDAY)

    async def work() -> None:
        async with served(tmp_path, clocks) as (rooms, waking):
            room, ann, bo = await begun(rooms)
            one, other = await room.attach(Onlooker(), ann), await room.attach(Onlooker(), bo)
            first = room.state.decisions.copy()
            await move(room, one)
            await move(room, other)
            await settled(room)
            assert room.state.decisions > first
            await move(room, one)
            await passed(waking, clocks, at("2026-03-03T20:00") - MONDAY)
            await settled(room)
            assert room.state.windows.missed == {1: 1}

    run(work())


def test_who_is_here_and_does_not_decide_keeps_the_seat(tmp_path: Path) -> None:
    clocks = Clocks(MONDAY)

    async def work() -> None:
        async with served(tmp_path, clocks) as (rooms, waking):
            room, ann, _ = await begun(rooms)
            await room.attach(Onlooker(), ann)
            for _ in range(EXCUSED + 2):
                await passed(waking, clocks, DAY + 12 * HOUR)
                await settled(room)
            assert room.state.windows.missed[0] > EXCUSED
            assert [bool(chair.stand_in) for chair in room.state.chairs] == [False, True]

    run(work())


def test_a_choice_that_is_taken_back_gains_no_time(tmp_path: Path) -> None:
    clocks = Clocks(MONDAY)

    async def work() -> None:
        async with served(tmp_path, clocks) as (rooms, _):
            room, ann, _ = await begun(rooms)
            before = windows.deadlines(room.state)
            watcher = await room.attach(Onlooker(), ann)
            await move(room, watcher)
            clocks.pass_time(20 * HOUR)
            await room.hear(watcher, TakeBack("takeback-1", True))
            await settled(room)
            assert room.state.table is not None
            assert room.state.table.owes == {0, 1}
            assert windows.deadlines(room.state) == before

    run(work())


def test_deadlines_move_by_the_time_in_which_no_server_ran(tmp_path: Path) -> None:
    clocks = Clocks(MONDAY)

    async def work() -> None:
        async with served(tmp_path, clocks) as (rooms, waking):
            room, _, _ = await begun(rooms)
            code = room.state.code
            await waking.look()
        clocks.pass_time(10 * HOUR)
        clocks.running = 0.0
        async with served(tmp_path, clocks) as (rooms, waking):
            await waking.look()
            room = await rooms.find(code)
            moved = windows.deadlines(room.state)
            assert moved == dict.fromkeys((0, 1), at("2026-03-04T06:00"))
            await waking.look()
        async with served(tmp_path, clocks) as (rooms, waking):  # a start right afterwards moves nothing
            await waking.look()
            assert windows.deadlines((await rooms.find(code)).state) == moved
        clocks.pass_time(9 * DAY)  # or a start with a clock that is nine days ahead
        async with served(tmp_path, clocks) as (rooms, waking):
            await waking.look()
            room = await rooms.find(code)
            assert min(windows.deadlines(room.state).values()) >= clocks.wall + LEAST_GAP
            assert room.state.windows.missed == {}

    run(work())


@pytest.mark.parametrize("jump", [9 * DAY, -9 * DAY, LONG + 1])
def test_a_clock_that_is_set_passes_no_deadline(tmp_path: Path, jump: float) -> None:
    clocks = Clocks(MONDAY)

    async def work() -> None:
        async with served(tmp_path, clocks) as (rooms, waking):
            room, _, _ = await begun(rooms)
            await waking.look()
            await passed(waking, clocks, at("2026-03-03T19:58") - MONDAY)
            clocks.wall += jump
            await waking.look()
            await passed(waking, clocks, REST - MINUTE)
            assert room.state.windows.missed == {}
            await passed(waking, clocks, 2 * MINUTE)
            assert room.state.windows.missed == {}
            assert min(windows.deadlines(room.state).values()) > clocks.wall

    run(work())


def test_leave_is_declared_beforehand_and_moves_deadlines(tmp_path: Path) -> None:
    clocks = Clocks(MONDAY)

    async def work() -> None:
        async with served(tmp_path, clocks) as (rooms, _):
            room, ann, _ = await begun(rooms)
            with pytest.raises(RoomError, match="tomorrow at the earliest"):
                await room.days.declare(ann, ["2026-03-02"])
            with pytest.raises(RoomError, match=f"{LEAVE} days in all"):
                await room.days.declare(ann, [f"2026-03-{10 + day}" for day in range(LEAVE + 1)])
            with pytest.raises(NotAllowedError):
                await room.days.declare("nobody", ["2026-03-03"])
            await room.days.declare(ann, ["2026-03-03", "2026-03-04"])
            assert windows.deadlines(room.state) == dict.fromkeys((0, 1), at("2026-03-05T20:00"))
            days = room.info().days
            assert days is not None
            assert days.leave == {"0": ["2026-03-03", "2026-03-04"]}
            clocks.pass_time(DAY)
            await room.days.declare(ann, ["2026-03-20"])
            assert room.state.windows.leave[0] == (date(2026, 3, 3), date(2026, 3, 20))

    run(work())


def test_the_store_keeps_a_room_for_a_month_after_its_last_deadline(tmp_path: Path) -> None:
    clocks = Clocks(MONDAY)

    async def work() -> None:
        async with served(tmp_path, clocks) as (rooms, _):
            room, _, _ = await begun(rooms)
            store = rooms.context.store
            clocks.pass_time(29 * DAY)
            assert await store.past(7 * DAY) == []
            clocks.pass_time(4 * DAY)
            assert await store.past(7 * DAY) == [room.state.code]

    run(work())


def test_a_room_that_is_gone_or_over_is_not_woken_again(tmp_path: Path) -> None:
    clocks = Clocks(MONDAY)

    async def work() -> None:
        async with served(tmp_path, clocks) as (rooms, waking):
            room, _, _ = await begun(rooms)
            due = Due(rooms.context.store)
            assert await due.until(clocks.wall + 9 * DAY) == [room.state.code]
            await rooms.remove([room.state.code])
            await passed(waking, clocks, 2 * DAY)
            assert await due.until(float("inf")) == []

    run(work())


def test_a_room_that_fails_does_not_keep_the_others_asleep(tmp_path: Path) -> None:
    clocks = Clocks(MONDAY)

    async def work() -> None:
        async with served(tmp_path, clocks) as (rooms, waking):
            broken, _, _ = await begun(rooms)
            sound, _, _ = await begun(rooms)
            await settled(broken)

            async def fail(*_: float) -> None:
                raise ArithmeticError

            broken.days.ring = broken.days.postpone = fail  # type: ignore[method-assign]
            await waking.look()
            await passed(waking, clocks, at("2026-03-03T21:00") - MONDAY)
            await settled(sound)
            assert (broken.state.windows.missed, sound.state.windows.missed) == ({}, {0: 1, 1: 1})

    run(work())


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 6))])
def test_a_fortnight_with_servers_that_are_killed_at_any_time(tmp_path: Path, seed: int) -> None:
    """No deadline early, twice or lost, over the change of the clocks in New York."""
    clocks, dice = Clocks(at("2026-03-02T09:00", "America/New_York")), random.Random(seed)
    settings = RoomSettings(clock="days", autoplay=True, zone="America/New_York", hours="08:00 20:00")

    async def live(rooms: Rooms, waking: Waking, code: str, ann: str) -> bool:
        """One server's life, perhaps to the end of the game."""
        await waking.look()
        room = await rooms.find(code)
        while room.state.phase == "playing" and dice.random() < 0.9:
            await passed(waking, clocks, dice.uniform(0, 6 * HOUR))
            assert all(deadline > clocks.wall - HOUR for deadline in windows.deadlines(room.state).values())
            if dice.random() < 0.1:
                watcher = await room.attach(Onlooker(), ann)
                if room.state.table is not None and 0 in room.state.table.owes:
                    await move(room, watcher)
                room.leave(watcher)
        return room.state.phase == "over"

    async def work() -> None:
        async with served(tmp_path, clocks) as (rooms, _):
            room, ann, _ = await begun(rooms, settings=settings)
            code = room.state.code
        end, over = clocks.wall + 14 * DAY, False
        while clocks.wall < end and not over:
            async with served(tmp_path, clocks, dice.randrange(5, 120)) as (rooms, waking):
                with suppress(StoreError):
                    over = await live(rooms, waking, code, ann)
            clocks.pass_time(dice.uniform(0, 4 * MINUTE))
        async with served(tmp_path, clocks) as (rooms, waking):
            room = await rooms.find(code)
            while room.state.phase == "playing":
                await passed(waking, clocks, HOUR)
                await settled(room)
            closed = [
                (record["what"], record.get("chair"))
                for record in map(json.loads, await rooms.context.store.read(code))
                if record["what"] == "missed" or record.get("cause") == "stand-in"
            ]
            assert closed.count(("missed", 1)) == EXCUSED
            assert closed.count(("sat", 1)) == 1
            assert room.state.phase == "over"

    run(work())
