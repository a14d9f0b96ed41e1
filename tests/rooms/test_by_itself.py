"""Events that nobody asks for, after troubles: seats left, a store that was away, rooms forgotten,
rooms nobody looks at."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from hustings.rooms import room
from hustings.rooms.awake_clock import AwakeClock
from hustings.rooms.broadcast.updates import Refused, Snapshot
from hustings.rooms.commands.play import Play
from hustings.rooms.errors import NotAllowedError, StoreError
from hustings.rooms.settings import RoomSettings
from hustings.rooms.stores.sqlite import SqliteStore
from tests.rooms.helpers import (
    BOT,
    FRIEND,
    ME,
    Onlooker,
    fresh_id,
    open_rooms,
    play_again,
    play_on,
    run,
    two_friends,
    until,
)


class Hands:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_who_has_just_left_is_given_their_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "HOST_AWAY", 30.0)

    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            hands, rooms.context.absence = Hands(), 30.0
            rooms.context.clock = AwakeClock(hands)
            table, ann = await rooms.make("combat", {}, "Ann", [ME, FRIEND], RoomSettings(absent="forfeit"))
            bo = "bo's own token of 22"
            await table.join("Bo", bo)
            await table.start(ann)
            hers = await table.attach(Onlooker(), ann)
            await table.attach(Onlooker(), bo)
            hands.now += 40
            table.leave(hers)
            with pytest.raises(NotAllowedError):
                await table.hand_over(bo, table.state.seat_of(1))
            assert not table.state.chairs[0].forfeited
            hands.now += 40
            table.turns.wake()
            await until(lambda: table.state.chairs[0].forfeited or 0 not in table.state.table.owes)  # type: ignore[union-attr]
            await table.hand_over(bo, table.state.seat_of(1))
            assert table.state.host == 1

    run(work())


def test_a_clock_counts_what_it_is_awake_for() -> None:
    hands = Hands()
    clock = AwakeClock(hands)
    hands.now += 90  # nothing ticks: plain seconds
    assert clock.now() == 90
    clock.tick()
    for _ in range(3):
        hands.now += 1.5
        assert clock.now() == pytest.approx(hands.now)
        clock.tick()
    hands.now += 90
    assert clock.now() == 96.5
    clock.tick()
    hands.now += 1
    assert clock.now() == 97.5


@pytest.mark.parametrize("asleep", [False, True], ids=["awake", "asleep"])
@pytest.mark.parametrize(
    "settings",
    [RoomSettings(absent="forfeit"), RoomSettings(absent="bot"), RoomSettings(clock="strict", seconds=60)],
    ids=["forfeit", "bot", "clock"],
)
def test_time_the_server_slept_for_is_nobodys(tmp_path: Path, settings: RoomSettings, asleep: bool) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            hands = Hands()
            clock = rooms.context.clock = AwakeClock(hands)
            table, ann = await rooms.make("combat", {}, "Ann", [ME, FRIEND], settings)
            await table.join("Bo", bo := "bo's own token of 22")
            await table.start(ann)
            assert table.state.table is not None
            late = table.state.order[min(table.state.table.owes)]
            there = (ann, bo) if settings.clock == "strict" else (bo, ann)[late : late + 1]
            for token in there:
                await table.attach(Onlooker(), token)
            clock.tick()
            for seconds in (90,) if asleep else (1,) * 90:
                hands.now += seconds
                clock.tick()
            table.turns.wake()
            await asyncio.sleep(0.1)
            await until(lambda: table.turns.idle)
            chair = table.state.chairs[late]
            acted = table.state.decisions[late] > 0 or chair.stand_in is not None
            assert acted is not asleep

    run(work())


class AwayStore(SqliteStore):
    """A store that neither writes nor reads for a while."""

    away = False

    async def append(self, room: str, seq: int, bodies: Sequence[str], epoch: int | None = None) -> None:
        if self.away:
            raise sqlite3.OperationalError("gone")
        await super().append(room, seq, bodies, epoch)

    async def read(self, room: str, since: int = 0) -> list[str]:
        if self.away:
            raise StoreError("gone")
        return await super().read(room, since)


def test_bots_go_on_when_the_store_is_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("moves", "turns"):
        monkeypatch.setattr(f"hustings.rooms.automation.{module}.REST", 0.05)

    async def work() -> None:
        store = AwayStore(tmp_path / "rooms.db")
        async with open_rooms(tmp_path, store) as rooms:
            table, ann = await rooms.make("combat", {}, "Ann", [ME, BOT], RoomSettings(clock="strict", seconds=0))
            await table.attach(Onlooker(), ann)
            await until(lambda: table.state.seq > 1)
            store.away = True
            await until(lambda: table.stale)
            before = table.state.seq
            await asyncio.sleep(0.2)
            assert table.stale
            store.away = False
            await until(lambda: not table.stale)
            await until(lambda: table.state.seq > before + 4)

    run(work())


def test_a_forgotten_room_does_nothing_more(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, ann = await rooms.make("combat", {}, "Ann", [ME, BOT], RoomSettings(clock="strict", seconds=60))
            watcher = await table.attach(Onlooker(), ann)
            await until(lambda: table.turns.idle and 0 in table.state.table.owes)  # type: ignore[union-attr]
            alarm = table.turns._alarm
            assert alarm is not None
            table.leave(watcher)
            await rooms.forget_quiet(quiet=-1)
            again = await rooms.find(table.state.code)
            assert again is not table
            assert alarm.cancelled()
            assert table.turns._alarm is None or table.turns._alarm.cancelled()

    run(work())


def test_the_strict_clock_stands_still_while_nobody_looks_on(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            hands = Hands()
            rooms.context.clock = AwakeClock(hands)
            table, ann = await rooms.make("combat", {}, "Ann", [ME, BOT], RoomSettings(clock="strict", seconds=60))
            first = await table.attach(Onlooker(), ann)
            await until(lambda: table.turns.idle and 0 in table.state.table.owes)  # type: ignore[union-attr]
            table.leave(first)
            seq = table.state.seq
            hands.now += 90
            table.turns.wake()
            await until(lambda: table.turns.idle)
            assert table.state.seq == seq
            looker = Onlooker()
            await table.attach(looker, ann)
            assert looker.all(Snapshot)[-1].clock.left[str(table.state.seat_of(0))] == 60
            hands.now += 61
            table.turns.wake()
            await until(lambda: table.state.seq > seq)

    run(work())


def test_a_move_of_the_last_game_is_stale_whatever_seat_its_sender_has_now(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, ann, bo = await two_friends(rooms)
            lookers = [Onlooker(), Onlooker()]
            watchers = [await table.attach(looker, token) for looker, token in zip(lookers, (ann, bo), strict=True)]
            await play_on(table, watchers)
            await play_again(table, ann, bo)
            mine = f"P{2 - table.state.seat_of(0)} turn 1"  # the other's seat now
            lookers[0].told.clear()
            await table.hear(watchers[0], Play(fresh_id(), 0, mine))
            refusal, snapshot = lookers[0].but_presence
            assert isinstance(refusal, Refused)
            assert refusal.kind == "stale"
            assert isinstance(snapshot, Snapshot)

    run(work())


def test_a_room_works_on_when_what_follows_a_job_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def seven() -> int:
        return 7

    def fail() -> None:
        raise ValueError("a hidden card")

    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, _ = await rooms.make("combat", {}, "Ann", [ME, FRIEND])
            with monkeypatch.context() as patch:
                patch.setattr(table.turns, "wake", fail)
                assert [await table.do(seven), await table.do(seven)] == [7, 7]
                await table.finish_jobs()
                assert table.stale
            assert await table.do(seven) == 7
            assert table.idle
            assert not table.stale

    run(work())
