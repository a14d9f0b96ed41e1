"""Many bots that think at once: rooms share the workers, bots think less, and everybody sees it."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import hustings
from hustings.engine.record import Row
from hustings.rooms.automation import bot_pool
from hustings.rooms.automation.bot_pool import ENOUGH, HASTE, WARNED_EVERY, BotPool, Choice, SeldomLog, any_legal
from hustings.rooms.automation.fair_queue import FairQueue
from tests.rooms.helpers import BOT, ME, Onlooker, open_rooms, play_on, run, until

PATIENCE = 50.0  # seconds; far longer than a test takes


class Worker:
    """One worker, a thread here, that waits to go on and notes what it is given."""

    def __init__(self, patch: pytest.MonkeyPatch, part: float = 1.0) -> None:
        self.go_on, self.part = Event(), part
        self.given: list[tuple[int, float]] = []  # a thought's seat, and its seconds
        patch.setattr(bot_pool, "SEARCHING", frozenset())  # so that nothing is compiled
        patch.setattr(bot_pool, "ProcessPoolExecutor", lambda workers, **_: ThreadPoolExecutor(workers))
        patch.setattr(bot_pool, "think", self.think)
        self.pool = BotPool(PATIENCE, workers=1)

    def think(
        self, game: str, view: bytes, seat: int, level: str, key: int, seconds: float = 0.0, **_: Any
    ) -> tuple[str, float]:
        self.given.append((seat, seconds))
        assert self.go_on.wait(PATIENCE)
        return "P1 turn 1", self.part

    def asks(self, room: str, seat: int) -> asyncio.Task[Choice]:
        return asyncio.create_task(self.pool.choose("combat", a_view(), seat, "deep", room=room))


def a_view() -> Row:
    return hustings.game("combat").start(seats=2, seed=1).view_row(0)


def test_a_queue_serves_rooms_in_turn_and_tells_each_item_its_share() -> None:
    queue: FairQueue[str] = FairQueue()
    for item in ("a1", "a2", "a3", "b1", "c1"):
        queue.add(item[0], item)
    queue.discard("c", "c1")
    queue.discard("c", "c1")
    assert [queue.pop() for _ in range(4)] == [("a1", 1 / 6), ("b1", 1 / 2), ("a2", 1 / 2), ("a3", 1)]
    assert not queue


def test_a_busy_room_does_not_keep_another_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        worker = Worker(monkeypatch)
        tasks = [worker.asks("busy", seat) for seat in range(6)]
        await until(lambda: bool(worker.given))
        tasks.append(worker.asks("quiet", 100))
        await asyncio.sleep(0)
        worker.go_on.set()
        await asyncio.gather(*tasks)
        assert [seat for seat, _ in worker.given[:3]] == [0, 1, 100]
        worker.pool.close()

    run(work())


def test_bots_think_less_where_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        worker = Worker(monkeypatch)
        tasks = [worker.asks(f"room {room}", room) for room in range(11)]
        await until(lambda: bool(worker.given))
        worker.go_on.set()
        assert not any(choice.hurried for choice in await asyncio.gather(*tasks))
        seconds = [given for _, given in worker.given]
        assert seconds[0] <= HASTE * PATIENCE
        assert 0 < seconds[1] <= HASTE * PATIENCE / 10  # ten wait
        assert seconds[-1] <= HASTE * PATIENCE
        worker.pool.close()

    run(work())


def test_moves_below_a_level_are_counted_and_logged_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        worker = Worker(monkeypatch, part=ENOUGH / 2)
        worker.go_on.set()
        choices = await asyncio.gather(*(worker.asks("room", seat) for seat in range(5)))
        assert [choice.hurried for choice in choices] == [True] * 5
        assert worker.pool.metrics.registry.get_sample_value("hustings_hurried_moves_total") == 5
        worker.pool.close()

    with caplog.at_level(logging.WARNING):
        run(work())
    assert [record.getMessage() for record in caplog.records] == [
        "too many bots think at once: one of level deep at combat thought less"
    ]


def test_a_warning_of_a_kind_comes_once_a_minute_with_the_number_left_out(caplog: pytest.LogCaptureFixture) -> None:
    now = [100.0]
    seldom = SeldomLog(logging.getLogger("tests"), lambda: now[0])
    with caplog.at_level(logging.WARNING):
        for seconds in (0.0, 1.0, WARNED_EVERY - 2, 1.0):
            now[0] += seconds
            seldom.warn("slow", "slow at combat")
        seldom.warn("other", "other")
    assert [record.getMessage() for record in caplog.records] == [
        "slow at combat",
        "slow at combat (and 2 more since the last such line)",
        "other",
    ]


def test_the_table_shows_a_bot_that_moved_below_its_level(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chances = asyncio.Semaphore(0)
    hurried: list[bool | None] = []

    async def chooses(self: BotPool, game: str, view: Row, seat: int, level: str, **_: Any) -> Choice:
        await chances.acquire()
        return Choice(any_legal(game, view, seat), hurried.pop(0))

    monkeypatch.setattr(BotPool, "choose", chooses)

    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("combat", {}, "Ann", [ME, BOT])
            watcher = await room.attach(looker := Onlooker(), ann)
            (bot,) = (seat.seat for seat in looker.snapshot.room.seats if seat.kind == "bot")
            assert not looker.snapshot.room.seats[bot].hurried
            for told, shown in ((True, True), (None, True), (False, False), (True, True)):
                while bot not in looker.snapshot.owes:
                    await play_on(room, [watcher], 1)
                before = room.state.decisions[room.state.order[bot]]
                hurried.append(told)
                chances.release()
                await until(lambda before=before: room.state.decisions[room.state.order[bot]] > before)
                await until(lambda: looker.snapshot.seq == room.state.seq)
                assert looker.snapshot.room.seats[bot].hurried is shown

    run(work())
