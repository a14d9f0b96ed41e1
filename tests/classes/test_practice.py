"""Tests of practice rounds, whose tables count for nothing, and of other games in the same class."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pandas
import pytest

from hustings.classes import changes, classroom
from hustings.classes.state import CLASS_LOG
from hustings.classes.updates import ClassView, ScreenView
from hustings.engine.errors import OptionError
from hustings.gatherings.settings import GameSettings
from hustings.rooms.errors import NoRoomError, RoomError
from tests.classes.helpers import Page, class_of, do, open_classes, student
from tests.rooms.helpers import move, run, until

COMBAT = {
    "game": "combat",
    "options": {},
    "size": 2,
    "level": "thumb",
    "duplicate": True,
    "clock": "off",
    "seconds": 20,
}


def test_a_practice_round_has_no_clock_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(classroom, "THROWING", 0.0)

    async def work() -> bytes:
        async with open_classes(tmp_path) as classes:
            room, teacher, people = await class_of(classes, 4, game="president", size=2, clock="strict", seconds=60)
            desk, screen = Page(), Page()
            await room.attach(desk, teacher)
            await room.attach(screen, None)
            await room.start(practice=True)
            assert (room.info().phase, room.info().number, room.info().practice) == ("playing", 0, 1)
            tables = list(room.state.rooms())
            watchers = [await person.sit() for person in people]
            for person, watcher in zip(people, watchers, strict=True):
                assert (await move(person.room, watcher)).type == "ack"
            assert people[0].room.clocks.left() == {}
            await do(room, lambda state: changes.practise(state, 3))
            assert screen.last(ClassView).info.practice == 3
            assert people[0].shown.info.practice == 3
            late = await student(room, 9)
            await until(lambda: late.me.phase == "watching")
            await do(room, lambda state: changes.practise(state, None))
            assert (room.info().phase, room.info().number, room.info().practice) == ("gathering", 0, None)
            assert {person.me.phase for person in [*people, late]} == {"waiting"}
            assert (desk.last(ClassView).tables, screen.last(ClassView).standings) == ([], [])
            await until(lambda: not set(tables) & set(classes._rooms._live))
            for code in tables:
                with pytest.raises(NoRoomError):
                    await classes._rooms.find(code)
            await room.start()
            await room.stop(0)
            await until(lambda: screen.last(ClassView).info.phase == "over")
            assert screen.last(ClassView).info.number == 1
            assert {one.games for one in screen.last(ClassView).standings} == {1}
            return await classes.data(room, False)

    tables = pandas.read_csv(io.BytesIO(zipfile.ZipFile(io.BytesIO(run(work()))).read("tables.csv")))
    assert set(tables["game_number"]) == {1}


def test_the_game_starts_out_of_the_practice_round_and_the_last_result_comes_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            room, _, people = await class_of(classes, 2)
            screen = Page()
            await room.attach(screen, None)
            await room.start(practice=True)
            practised = room.state.rooms()
            with pytest.raises(RoomError, match="no practice"):
                await do(room, lambda _: changes.practise(CLASS_LOG.replay("X", LOG), 1))
            await room.start()
            await until(lambda: people[0].table is not None and people[0].table.room not in practised)
            assert (room.info().number, room.info().practice, people[0].me.phase) == (1, None, "seated")
            with pytest.raises(RoomError, match="the class is playing"):
                await room.start(practice=True)
            await room.stop(0)
            await until(lambda: room.state.phase == "over")
            last = room.state.tables[0].finish
            await room.start(practice=True)
            await until(lambda: [table.finish for table in screen.last(ClassView).tables] == [None])
            await room.stop(0)  # as an end time would
            await until(lambda: room.state.step is None)
            await until(lambda: all(table.finish for table in screen.last(ClassView).tables or [None]))
            assert (room.state.phase, room.state.tables[0].finish) == ("over", last)
            code, everything = room.state.code, set(room.state.rooms())
            assert len(everything) == 3
        async with open_classes(tmp_path) as classes:
            again = await classes.find(code)
            assert (again.state.phase, set(again.state.rooms())) == ("over", everything)
            await classes.delete(again)
            assert await classes._store.rooms() == []

    run(work())


LOG = ['{"what":"opened","settings":{"game":"combat"},"teacher":"","at":0.0}']


def test_an_older_log_of_a_game_is_no_practice_round() -> None:
    dealt = '{"what":"dealt","tables":[{"room":"BCDFGH","seats":[[],[]],"secret":""}],"at":1.0}'
    state = CLASS_LOG.replay("BCDFGJ", [*LOG, dealt])
    assert (state.number, state.step, state.game and state.game.settings.game) == (1, None, "combat")


def test_the_class_plays_another_game_and_keeps_its_people(tmp_path: Path) -> None:
    async def work() -> bytes:
        async with open_classes(tmp_path) as classes:
            room, teacher, people = await class_of(classes, 4, game="president", size=4)
            desk, screen = Page(), Page()
            await room.attach(desk, teacher)
            await room.attach(screen, None)
            await room.start()
            await room.stop(0)
            await until(lambda: room.state.phase == "over")
            with pytest.raises(OptionError):
                await room.start(GameSettings(**{**COMBAT, "size": 5}))
            assert room.info().game == "president"
            await room.start(GameSettings(**COMBAT))
            await until(lambda: len(desk.last(ClassView).tables) == 2 and desk.last(ClassView).info.number == 2)
            await until(lambda: {person.me.phase for person in people} == {"seated"})
            info = desk.last(ClassView).info
            assert (info.game, info.size, info.duplicate, info.number) == ("combat", 2, True, 2)
            assert (info.code, info.people) == (room.state.code, 4)
            assert [len(table.seats) for table in desk.last(ClassView).tables] == [2, 2]
            assert {person.me.phase for person in people} == {"seated"}
            assert people[0].room.state.game_name == "combat"
            await until(lambda: screen.last(ScreenView).game == 2)
            await room.stop(0)
            await until(lambda: screen.last(ClassView).info.phase == "over")
            assert {one.games for one in screen.last(ClassView).standings} == {2}
            code, data = room.state.code, await classes.data(room, False)
        async with open_classes(tmp_path) as classes:
            again = await classes.find(code)
            assert [game.settings.game for game in again.state.games] == ["president", "combat"]
            assert (await again.debrief(teacher)).game == "combat"
        return data

    tables = pandas.read_csv(io.BytesIO(zipfile.ZipFile(io.BytesIO(run(work()))).read("tables.csv")))
    assert tables[["game_number", "game", "seats"]].to_numpy().tolist() == [
        [1, "president", 4],
        [2, "combat", 2],
        [2, "combat", 2],
    ]
