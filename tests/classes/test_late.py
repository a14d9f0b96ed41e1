"""Late people and the move that a bot makes for them; exchanges of places, which both people are shown."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from hustings.classes import changes
from hustings.classes.classroom import Classroom
from hustings.classes.updates import ClassView
from hustings.gatherings.seats import seat_late
from hustings.gatherings.tables import Tables
from hustings.rooms.automation.clocks import FIRST_MOVE
from tests.classes.helpers import Page, class_of, do, hurry, open_classes, student
from tests.rooms.helpers import move, run, until

SECONDS = 30
EVERYBODY = range(1, 9)


def sealed(classroom: Classroom) -> int:
    """How many people have made their move of this week of U.S. President."""
    tables = [watch.room.state.table for watch in classroom.tables.watches]
    return sum(len(table.view(None)["sealed"]) - len(table.owes) for table in tables if table is not None)


def test_only_named_people_whose_time_is_over_are_moved_for(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, teacher, people = await class_of(classes, 4, game="president", size=4, seconds=SECONDS)
            desk = Page()
            await classroom.attach(desk, teacher)
            await classroom.start()
            watchers = {person.number: await person.sit() for person in people}
            clock = classes._rooms.context.clock

            def passed(seconds: float) -> None:
                clock._counted += seconds

            passed(FIRST_MOVE - 5)
            await classroom.move_the_late(EVERYBODY)
            assert sealed(classroom) == 0  # they read the rules
            assert (await move(people[0].room, watchers[1])).type == "ack"
            passed(10)
            await classroom.move_the_late([1, 2])
            assert sealed(classroom) == 2  # 1 has moved, 2 is late, 3 and 4 are not named
            for person in people:
                if person.number in (3, 4):
                    await move(person.room, watchers[person.number])
            assert sealed(classroom) == 0  # the second week
            passed(SECONDS - 5)
            await classroom.move_the_late(EVERYBODY)
            assert sealed(classroom) == 0
            await do(classroom, lambda state: changes.write_note(state, "Look"))
            rows = [seat for table in desk.last(ClassView).tables for seat in table.seats]
            assert [(seat.allowed, (seat.owed or 0) < SECONDS) for seat in rows] == [(float(SECONDS), True)] * 4
            passed(10)
            await classroom.move_the_late([4])
            assert sealed(classroom) == 1
            await classroom.move_the_late(EVERYBODY)
            weeks = [watch.room.state.table.view(None)["week"] for watch in classroom.tables.watches]  # type: ignore[union-attr]
            assert weeks == [3]

    run(work())


def test_a_bot_is_never_late(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, teacher, _ = await class_of(classes, 1, game="president", size=2, seconds=SECONDS)
            desk = Page()
            await classroom.attach(desk, teacher)
            await classroom.start()
            await until(lambda: bool(desk.last(ClassView).tables))
            allowed = {seat.bot: seat.allowed for seat in desk.last(ClassView).tables[0].seats}
            assert allowed == {True: None, False: FIRST_MOVE}

    run(work())


def test_both_people_are_shown_that_they_changed_places(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, people = await class_of(classes, 4, size=2)
            await classroom.start()
            await until(lambda: all(person.me.phase == "seated" for person in people))
            assert [person.me.swapped for person in people] == [None] * 4
            await do(classroom, lambda state: changes.swap(state, 1, 3))
            told = [person.me.swapped for person in people]
            assert told[0] == told[2] == classroom.state.seq
            assert told[1] is told[3] is None
            await do(classroom, lambda state: changes.swap(state, 1, 2))
            assert people[0].me.swapped != told[0]
            for _ in range(200):
                if classroom.state.phase == "over":
                    break
                await hurry(classroom)
            await until(lambda: classroom.state.phase == "over")
            await until(lambda: [person.me.swapped for person in people] == [None] * 4)
            await classroom.start()
            await until(lambda: [person.me.swapped for person in people] == [None] * 4)

    run(work())


def test_a_phone_is_seated_only_once_its_room_knows_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A room refuses the token of somebody whom it does not know yet."""

    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, _ = await class_of(classes, 1, game="president")
            await classroom.start()
            arrange, go_on = Tables.arrange, asyncio.Event()

            async def later(*everything: Any) -> None:
                await go_on.wait()
                await arrange(*everything)

            monkeypatch.setattr(Tables, "arrange", later)
            late = await student(classroom, 7)
            await classroom.write(seat_late(classroom.state, late.number, [0]))
            classroom._show_soon()
            await until(lambda: late.shown.seq == classroom.state.seq)
            assert (late.me.phase, late.table) == ("waiting", None)
            go_on.set()
            await classroom.arrange()
            classroom._show_soon()
            await until(lambda: late.me.phase == "seated")
            await late.sit()

    run(work())
