"""No game is replayed on the event loop, however a room comes to need it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hustings.engine.position import Position
from hustings.rooms.clients import Client
from hustings.rooms.commands.takeback import Consent, TakeBack
from hustings.rooms.registry import Rooms
from hustings.rooms.room import Room
from hustings.rooms.settings import RoomSettings
from tests.rooms.helpers import FRIEND, ME, Onlooker, fresh_id, move, open_rooms, play_on, run

BO = "bo's own token of 22"
MOVES = 15  # of a game that goes on


@contextmanager
def replays(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bool]]:
    """For each move and outcome that a table carries out meanwhile: whether it was on the event loop."""
    on_loop: list[bool] = []
    play, settle = Position.play, Position.settle

    def noted(table: Position, entry: str) -> object:
        on_loop.append(threading.current_thread() is threading.main_thread())
        return (play if not entry.startswith("* ") else settle)(table, entry)

    with monkeypatch.context() as patched:
        patched.setattr(Position, "play", noted)
        patched.setattr(Position, "settle", noted)
        yield on_loop


async def begun(rooms: Rooms, settings: RoomSettings) -> tuple[Room, str, list[Client]]:
    """A room in which one of two people has sealed a choice, the host's token, and the watchers of both seats."""
    room, ann = await rooms.make("president", {}, "Ann", [ME, FRIEND], settings)
    await room.join("Bo", BO)
    await room.start(ann)
    watchers = [await room.attach(Onlooker(), token) for token in (ann, BO)]
    await play_on(room, watchers, MOVES)
    assert room.state.table is not None
    while len(room.state.table.owes) != 1 or room.state.table.log[-1].startswith("* "):
        await play_on(room, watchers, 1)
    return room, ann, watchers


def test_a_room_is_loaded_and_read_again_beside_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, _, watchers = await begun(rooms, RoomSettings(delayed=True))
            room.mark_stale()
            with replays(monkeypatch) as on_loop:
                await room.reload_if_stale()
            assert len(on_loop) >= MOVES
            assert not any(on_loop)
            assert room.state.table is not None
            log = room.state.table.log
            for watcher in watchers:
                room.leave(watcher)
        async with open_rooms(tmp_path) as rooms:
            with replays(monkeypatch) as on_loop:
                found = await rooms.find(room.state.code)
                await found.attach(late := Onlooker(), None)  # sees the table one move late
            assert len(on_loop) >= MOVES
            assert not any(on_loop)
            assert found.state.table is not None
            assert found.state.table.log == log
            assert found.state.table_at(found.state.table.length).log == log
            _, before = found.state.before_last_move()
            assert late.view == before.view(None)
            assert before.length < found.state.table.length

    run(work())


@pytest.mark.parametrize("delayed", [False, True])
def test_a_move_is_taken_back_beside_the_event_loop_also_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, delayed: bool
) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, watchers = await begun(rooms, RoomSettings(delayed=delayed, autoplay=True))
            await room.attach(Onlooker(), None)
            (owing,) = room.state.table.owes  # type: ignore[union-attr]
            with replays(monkeypatch) as on_loop:
                await room.hear(watchers[1 - owing], TakeBack(fresh_id(), True))
            assert room.state.proposal is not None
            assert on_loop
            assert not any(on_loop)
            wanted = room.state.proposal.length
            code = room.state.code
        async with open_rooms(tmp_path) as rooms:
            room = await rooms.find(code)
            await room.attach(Onlooker(), None)
            watchers = [await room.attach(Onlooker(), token) for token in (ann, BO)]
            (chair,) = room.state.waiting
            with replays(monkeypatch) as on_loop:
                await room.hear(watchers[chair], Consent(fresh_id(), True))
            assert on_loop == []
            table = room.state.table
            assert table is not None
            assert table.length == wanted
            monkeypatch.setattr(room.state, "_earlier", {})
            assert room.state.table_at(wanted).record().tobytes() == table.record().tobytes()

    run(work())


def test_a_saved_game_is_replayed_once_to_be_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, _, _ = await begun(rooms, RoomSettings())
            source = room.state.table.save()  # type: ignore[union-attr]
            with replays(monkeypatch) as on_loop:
                other, token = await rooms.continue_saved(source)
            assert len(on_loop) == len(source["log"])
            assert not any(on_loop)
            assert other.state.table is not None
            assert other.state.table.record().tobytes() == room.state.table.record().tobytes()  # type: ignore[union-attr]
            watcher = await other.attach(Onlooker(), token)
            await move(other, watcher)
            code, log = other.state.code, other.state.table.log
        async with open_rooms(tmp_path) as rooms:
            again = await rooms.find(code)
            assert again.state.table is not None
            assert again.state.table.log == log

    run(work())
