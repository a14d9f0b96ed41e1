"""Bots at the table: they finish games, see one view, and nobody waits for one that fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import hustings
from hustings.engine.record import Row
from hustings.rooms.automation import bot_pool, turns
from hustings.rooms.automation.bot_pool import BotPool, Choice, any_legal, think
from hustings.rooms.broadcast.updates import Acknowledged, Snapshot
from hustings.rooms.commands import changes
from hustings.rooms.commands.play import Play
from hustings.rooms.context import RoomContext
from hustings.rooms.log import log_events
from hustings.rooms.log.log_events import Played
from hustings.rooms.registry import Rooms
from hustings.rooms.stores.sqlite import SqliteStore
from tests.rooms.helpers import BOT, FRIEND, LIMIT, ME, Onlooker, fresh_id, move, open_rooms, play_on, run, until


def a_view() -> Row:
    return hustings.game("combat").start(seats=2, seed=1).view_row(0)


@pytest.mark.parametrize("edition", ["prose", "illustrated"])
def test_a_person_and_a_bot_play_whole_games(tmp_path: Path, edition: str) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            for level in ("random", "thumb"):
                wish = [bots_chair(level), ME]
                room, ann = await rooms.make("combat", {"edition": edition}, "Ann", wish)
                await play_on(room, [await room.attach(Onlooker(), ann)])
                saved = await room.export()
                assert hustings.load(saved).over
                assert saved["seats"][1] == "Ann"

    run(work())


def bots_chair(level: str) -> Any:
    return type(BOT)("bot", level=level)


def test_a_restart_in_the_middle_lets_the_bot_go_on(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("combat", {}, "Ann", [ME, BOT])
            await play_on(room, [await room.attach(Onlooker(), ann)], 7)
        async with open_rooms(tmp_path) as rooms:
            again = await rooms.find(room.state.code)
            looker = Onlooker()
            watcher = await again.attach(looker, ann)
            assert len(looker.snapshot.events) > 5
            await play_on(again, [watcher])
            assert again.state.phase == "over"

    run(work())


async def _late(_: str) -> None:
    await asyncio.sleep(LIMIT)


async def _broken(_: str) -> None:
    raise FileNotFoundError


@pytest.mark.parametrize("search", [_late, _broken])
def test_a_hint_comes_even_if_the_strongest_bot_is_late_or_fails(
    monkeypatch: pytest.MonkeyPatch, search: Callable[[str], Awaitable[None]]
) -> None:
    """The rule of thumb answers instead."""

    async def work() -> None:
        pool = BotPool()
        monkeypatch.setattr(bot_pool, "compile_beside", search)
        monkeypatch.setattr(bot_pool, "COMPILING", 0.01)
        (advice,) = await pool.advise("combat", a_view(), 0, "key")
        assert (advice.share, advice.weight) == (None, 1.0)
        assert advice.move in {str(move) for move in hustings.game("combat").start(seats=2, seed=1).legal(0)}
        pool.close()

    run(work())


def test_the_rule_of_thumb_answers_until_the_search_is_compiled(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[str] = []
    loaded: list[str] = []
    ends: list[asyncio.Future[None]] = []

    async def compiles(_: str) -> None:
        ends.append(asyncio.get_running_loop().create_future())
        await ends[-1]

    def thinks(level: str) -> str:
        asked.append(level)
        return level

    monkeypatch.setattr(bot_pool, "compile_beside", compiles)
    monkeypatch.setattr(bot_pool, "load_search", loaded.append)

    async def work() -> None:
        pool = one_worker(monkeypatch, thinks, patience=LIMIT)

        async def answer() -> str:
            return (await pool.choose("combat", a_view(), 0, "boss")).move

        async def tells(end: Callable[[asyncio.Future[None]], None]) -> None:
            end(ends[-1])
            await until(pool._compiled["combat"].done)

        assert (await answer()).startswith("P1 turn")
        assert await pool.interject("combat", a_view(), 0, "boss") == ""
        await until(lambda: len(ends) == 1)
        assert (asked, loaded) == ([], [])
        assert "level boss" not in caplog.text
        await tells(lambda end: end.set_exception(FileNotFoundError()))
        assert (await answer()).startswith("P1 turn")
        assert "a bot of level boss failed at combat (FileNotFoundError)" in caplog.text
        await until(lambda: len(ends) == 2)  # the compilation begins again
        await tells(lambda end: end.set_result(None))
        assert await answer() == "boss"
        assert (asked, loaded) == (["boss"], ["combat"])  # a worker loads the search before anybody waits for it
        pool.close()
        assert (await answer()).startswith("P1 turn")
        await until(lambda: len(ends) == 3)
        await asyncio.wait(pool.close())  # a server that stops waits until its compilations have ended
        assert ends[-1].cancelled()

    with caplog.at_level(logging.WARNING):
        run(work())


def test_a_bot_gets_the_bytes_of_a_view_and_nothing_else() -> None:
    view = a_view()
    text, part = think("combat", view.tobytes(), 0, "thumb", 5)
    assert (text, part) == think("combat", view.tobytes(), 0, "thumb", 5) == (text, None)
    assert text in {str(move) for move in hustings.game("combat").start(seats=2, seed=1).legal(0)}
    assert any_legal("combat", view, 0).startswith("P1 turn")


def test_a_worker_process_thinks_and_may_crash_or_overrun(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """With no level counted as quick, bots think in worker processes; one whose level does not exist fails there."""
    monkeypatch.setattr(bot_pool, "QUICK", frozenset({"nothing"}))

    async def work() -> None:
        bot_pool = BotPool(workers=1)
        assert (await bot_pool.choose("combat", a_view(), 0, "thumb")).move.startswith("P1 turn")
        with caplog.at_level(logging.WARNING):
            assert (await bot_pool.choose("combat", a_view(), 0, "no such level")).move.startswith("P1 turn")
            assert "no such level" in caplog.text
            for worker in bot_pool._processes.started:
                worker.kill()
            await asyncio.sleep(0.2)
            assert (await bot_pool.choose("combat", a_view(), 0, "thumb")).move.startswith("P1 turn")
            assert (await bot_pool.choose("combat", a_view(), 0, "thumb")).move.startswith("P1 turn")
        bot_pool.close()

    run(work())


def one_worker(monkeypatch: pytest.MonkeyPatch, thinks: Any, patience: float) -> BotPool:
    """A pool whose one worker, a thread here, thinks like this; the rule of thumb answers at once."""
    monkeypatch.setattr(bot_pool, "QUICK", frozenset({"thumb"}))
    monkeypatch.setattr(bot_pool, "ProcessPoolExecutor", lambda workers, **_: ThreadPoolExecutor(workers))
    really = bot_pool.think

    def thought(*said: Any, **how: Any) -> tuple[str, float | None]:
        return really(*said, **how) if said[3] == "thumb" else (thinks(said[3]), 1.0)

    monkeypatch.setattr(bot_pool, "think", thought)
    return BotPool(patience, workers=1)


def test_thoughts_that_wait_when_the_workers_are_ended_are_answered_for(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    go_on = Event()

    async def work() -> None:
        bot_pool = one_worker(monkeypatch, lambda level: str(go_on.wait(LIMIT)), patience=LIMIT)
        first, second, third = (
            asyncio.create_task(bot_pool.choose("combat", a_view(), 0, level)) for level in ("one", "two", "three")
        )
        await asyncio.sleep(0.05)
        third.cancel()  # as a room does that closes
        bot_pool.close()
        assert (await second).move.startswith("P1 turn")
        assert "a bot of level two failed at combat (ThoughtDroppedError)" in caplog.text
        go_on.set()
        assert (await first).move == "True"
        with pytest.raises(asyncio.CancelledError):
            await third
        assert "three" not in caplog.text

    with caplog.at_level(logging.WARNING):
        run(work())


def test_a_pool_that_breaks_takes_only_itself_away(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = Event()

    def breaks(level: str) -> str:
        assert go_on.wait(LIMIT)
        raise BrokenProcessPool

    async def work() -> None:
        bot_pool = one_worker(monkeypatch, breaks, patience=LIMIT)
        task = asyncio.create_task(bot_pool.choose("combat", a_view(), 0, "one"))
        await asyncio.sleep(0.05)
        bot_pool._drop_pool()
        newer = bot_pool._ready_pool()
        go_on.set()
        assert (await task).move.startswith("P1 turn")
        assert bot_pool._pool is newer
        await bot_pool.choose("combat", a_view(), 0, "one")
        assert bot_pool._pool is None

    run(work())


def test_only_a_thought_that_runs_too_long_makes_its_worker_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = Event()

    async def work() -> None:
        bot_pool = one_worker(monkeypatch, lambda level: str(go_on.wait(LIMIT)), patience=5.0)
        first = asyncio.create_task(bot_pool.choose("combat", a_view(), 0, "one"))
        await until(lambda: bool(bot_pool._begun))
        pool = bot_pool._ready_pool()
        (running,) = bot_pool._begun
        bot_pool._begun[running] -= 4.0  # somebody's thought that is still in time
        assert bot_pool._ready_pool() is pool
        bot_pool._begun[running] -= 4.0
        assert bot_pool._ready_pool() is not pool
        go_on.set()
        await first
        bot_pool.close()

    run(work())


def test_an_overrun_is_answered_for_in_time(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    answered = Event()

    def slow(game: str, view: bytes, seat: int, level: str, key: int, **_: Any) -> str:
        answered.wait(LIMIT)
        return "late"

    async def work() -> None:
        bot_pool = BotPool(patience=0.1)
        with caplog.at_level(logging.WARNING):
            answer = await bot_pool.choose("combat", a_view(), 0, "thumb")
        answered.set()
        assert answer.move.startswith("P1 turn")
        assert "a legal move by chance" in caplog.text

    monkeypatch.setattr(bot_pool, "think", slow)
    run(work())


def test_a_bot_that_tries_what_is_illegal_makes_a_legal_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def cheat(self: BotPool, game: str, view: Row, seat: int, level: str, **_: Any) -> Choice:
        return Choice(f"P{seat + 1} take CA TX")

    monkeypatch.setattr(BotPool, "choose", cheat)

    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, _ = await rooms.make("combat", {}, "Ann", [BOT, ME])
            await until(lambda: room.state.decisions[0] >= 1)
            assert room.state.table is not None
            assert room.state.table.log[0].startswith("P1 turn")

    with caplog.at_level(logging.WARNING):
        run(work())
    assert "a bot's move was refused" in caplog.text
    assert "CA TX" not in caplog.text


def test_a_bot_whose_move_others_made_illegal_meanwhile_thinks_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("combat", {}, "Ann", [ME, FRIEND])
            await room.change(ann, lambda state: changes.swap(state, 0, 1))
            await room.change(ann, lambda state: changes.bot(state, 0, "thumb"))
            thoughts: list[int] = []

            async def overtaken(self: BotPool, game: str, view: Row, seat: int, level: str, **_: Any) -> Choice:
                thoughts.append(room.state.seq)
                if len(thoughts) > 1:
                    assert room.state.table is not None
                    first = len(thoughts) == 2  # a tie or a wild card may ask it once more
                    return Choice("P1 turn 2" if first else str(room.state.table.legal(0)[0]))
                await room.change(ann, lambda state: changes.lock(state, True))
                return Choice("P1 take CA TX")

            monkeypatch.setattr(BotPool, "choose", overtaken)
            await room.start(ann)
            await until(lambda: room.state.decisions[1] == 1)
            assert thoughts[1] == thoughts[0] + 1
            assert room.state.table is not None
            assert room.state.table.log[0] == "P1 turn 2"

    with caplog.at_level(logging.WARNING):
        run(work())
    assert "refused" not in caplog.text


@pytest.mark.parametrize("says", ["something", "nothing"])
def test_a_bot_that_thinks_may_act_unasked_and_its_silence_looks_like_thinking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str
) -> None:
    """It is asked whatever it holds and takes its pause first; an answer thought of at another moment is dropped."""
    asked: list[tuple[int, int]] = []

    async def heard(self: BotPool, game: str, view: Row, seat: int, level: str, **_: Any) -> str:
        asked.append((seat, room_of[0].state.seq))
        return f"P{seat + 1} promise P{1 + (seat == 0)}" if says == "something" and len(asked) == 1 else ""

    async def waits(self: BotPool, game: str, view: Row, seat: int, level: str, **_: Any) -> str:
        await asyncio.Event().wait()
        raise AssertionError("nobody asked it")

    room_of: list[Any] = []
    monkeypatch.setattr(turns, "LISTENS", 1)
    monkeypatch.setattr(BotPool, "interject", heard)
    monkeypatch.setattr(BotPool, "choose", waits)

    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("mudslinger", {}, "Ann", [ME, FRIEND, FRIEND])
            room_of.append(room)
            for chair in (1, 2):
                await room.change(ann, lambda state, chair=chair: changes.bot(state, chair, "boss"))
            await room.start(ann)
            table = room.state.table
            assert table is not None
            free = {room.state.seat_of(chair) for chair in (1, 2)} & table.may
            await until(lambda: len(asked) >= (1 if says == "something" else len(free)))
            assert {seat for seat, _ in asked} <= free
            if says == "something":
                await until(lambda: "promise" in table.log[-1])
                assert table.log[-1].startswith(f"P{asked[0][0] + 1} ")
            await room.close()

    run(work())


def test_a_closed_room_lets_no_bot_think_on(tmp_path: Path) -> None:
    """Its last job may be a person's move, after which every bot would owe one."""

    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            alone = asyncio.all_tasks()
            room, ann = await rooms.make("president", {}, "Ann", [ME, BOT, BOT])
            watcher = await room.attach(looker := Onlooker(), ann)
            await until(lambda: looker.snapshot.owes == [0])
            moving = asyncio.create_task(move(room, watcher))
            await asyncio.sleep(0)
            await room.close()
            assert isinstance(await moving, Acknowledged)
            assert len(room.state.table.owes) == 3  # type: ignore[union-attr]
            assert asyncio.all_tasks() == alone

    run(work())


def test_a_bot_finishes_the_game_of_the_only_person_at_once(tmp_path: Path) -> None:
    """With their usual pause these bots would never move. The page is shown only the end."""

    async def work() -> None:
        context = RoomContext(SqliteStore(tmp_path / "rooms.db"), BotPool(), (1e6, 1e6))
        rooms = Rooms(context, 1e6)
        try:
            room, ann = await rooms.make("mudslinger", {}, "Ann", [ME, BOT, BOT], first=True)
            watcher = await room.attach(Onlooker(), ann)
            assert isinstance(watcher, Onlooker)
            snapshot = watcher.snapshot
            assert snapshot.decision is not None
            before = len(watcher.all(Snapshot))
            await room.hear(watcher, Play(fresh_id(), snapshot.decision, str(snapshot.legal[0]), finish=True))
            await until(lambda: watcher.snapshot.over)
            assert len(watcher.all(Snapshot)) <= before + 2
            records = [log_events.read(body) for body in await context.store.read(room.state.code)]
            moves = [record for record in records if isinstance(record, Played) and record.chair == room.state.host]
            assert [record.automatic for record in moves] == [False, *[True] * (len(moves) - 1)]
        finally:
            await rooms.close()

    run(work())
