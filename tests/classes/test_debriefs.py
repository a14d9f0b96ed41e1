"""A class's last game with its votes counted otherwise: who is told what, and when."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest

from hustings.classes import changes
from hustings.classes.classroom import Classroom
from hustings.classes.debriefs import ClassDebrief
from hustings.classes.registry import Classes
from hustings.classes.updates import ClassView
from hustings.rooms.errors import RoomError
from tests.classes.helpers import Page, Student, class_of, do, hurry, open_classes, student
from tests.games import NAMES
from tests.rooms.helpers import run

MOST_ROUNDS = 400


async def finish(classroom: Classroom, places: list[int]) -> None:
    """Play the tables at these places, from 0, to their ends."""
    for place in places:
        for _ in range(MOST_ROUNDS):
            if classroom.tables.watches[place].over:
                break
            await hurry(classroom, place + 1)
        assert classroom.tables.watches[place].over


async def refused(classroom: Classroom, token: str | None) -> None:
    with pytest.raises(RoomError) as refusal:
        await classroom.debrief(token)
    assert refusal.value.message.key == "class.debrief_later"


async def combat(classes: Classes, **settings: object) -> tuple[Classroom, str]:
    """A class of two tables that play."""
    classroom, teacher, _ = await class_of(classes, 4, naming="dealt", **settings)
    await classroom.start()
    return classroom, teacher


def test_nobody_is_told_anything_before_the_end_but_the_teacher_of_what_is_over(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, teacher = await combat(classes)
            person = "token of student 000001"
            for token in (None, person, teacher, "nonsense"):
                await refused(classroom, token)
            await finish(classroom, [0])
            for token in (None, person, "nonsense"):
                await refused(classroom, token)
            early = await classroom.debrief(teacher)
            assert ([table.number for table in early.tables], early.waiting) == ([1], 1)
            await finish(classroom, [1])
            await classroom._end()
            for token in (None, person, teacher):
                told = await classroom.debrief(token)
                assert ([table.number for table in told.tables], told.waiting) == ([1, 2], 0)

    run(work())


def test_a_duplicate_tells_nobody_before_the_last_table_is_over(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, teacher = await combat(classes, duplicate=True)
            await finish(classroom, [0])
            for token in (None, teacher):
                await refused(classroom, token)
            await finish(classroom, [1])
            await classroom._end()
            assert (await classroom.debrief(None)).duplicate

    run(work())


@pytest.mark.parametrize("game", NAMES)
def test_stopped_tables_are_counted_as_everybody_saw_them(tmp_path: Path, game: str) -> None:
    async def work() -> tuple[ClassDebrief, Classroom]:
        async with open_classes(tmp_path) as classes:
            classroom, _, _ = await class_of(classes, 5, game=game, size=3 if game == "mudslinger" else 2)
            await classroom.start()
            for _ in range(6):
                await hurry(classroom)
            await classroom.stop(0)
            return await classroom.debrief(None), classroom

    told, classroom = run(work())
    assert len(told.tables) == len(classroom.state.tables) > 1
    for table, ended in zip(told.tables, classroom.state.tables, strict=True):
        assert table.stopped
        assert ended.finish is not None
        assert sum(table.played.totals) == sum(ended.finish.scores)
        assert {one.key for one in table.others} == {rule.key for rule in told.rules}
    for rule in told.rules:
        turned = [
            table.number
            for table in told.tables
            if any(one.changed and (one.key, one.facts) == (rule.key, rule.facts) for one in table.others)
        ]
        assert (rule.turned, rule.tables) == (turned, len(told.tables))


def test_nobody_is_told_what_people_typed_but_where_the_class_shows_it(tmp_path: Path) -> None:
    async def work(on_screen: bool) -> list[bool]:
        async with open_classes(tmp_path / str(on_screen)) as classes:
            classroom, teacher, _ = await class_of(classes, 0, naming="free", on_screen=on_screen)
            for number, name in enumerate(["Zyxa Quorn", "Wrenna Voxley"]):
                await student(classroom, number, name)
            await classroom.start()
            await classroom.stop(0)
            return ["Zyxa" in str(await classroom.debrief(token)) for token in (None, teacher)]

    assert run(work(True)) == [True, True]
    assert run(work(False)) == [False, False]  # the teacher's page may be on the projector


def test_a_class_that_is_read_again_is_told_the_same(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _ = await combat(classes)
            await finish(classroom, [0])
            await classroom.stop(0)
            before = await classroom.debrief(None)
            code = classroom.state.code
        async with open_classes(tmp_path) as classes:
            assert await (await classes.find(code)).debrief(None) == before

    run(work())


def test_a_debrief_overtaken_by_the_next_game_or_by_the_end_of_the_class_is_refused(
    tmp_path: Path,
) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            for overtakes in ("start", "delete"):
                classroom, _ = await combat(classes)
                await classroom.stop(0)
                asked = asyncio.ensure_future(classroom.debrief(None))
                await asyncio.sleep(0)
                await (classroom.start() if overtakes == "start" else classes.delete(classroom))
                with contextlib.suppress(RoomError):
                    assert [table.number for table in (await asked).tables] == [1, 2]
                if overtakes == "start":
                    await refused(classroom, None)

    run(work())


def test_the_teacher_steps_through_the_screens_and_every_page_follows(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, teacher, people = await class_of(classes, 4, naming="dealt")
            desk, screen = Page(), Page()
            await classroom.attach(desk, teacher)
            await classroom.attach(screen, None)
            await classroom.start()
            with pytest.raises(RoomError, match="after the last table"):
                await do(classroom, lambda state: changes.present(state, 0, None))
            await classroom.stop(0)
            await do(classroom, lambda state: changes.present(state, 1, 2))
            for info in (desk.last(ClassView).info, screen.last(ClassView).info, people[0].shown.info):
                assert (info.screen, info.table) == (1, 2)
            code = classroom.state.code
        async with open_classes(tmp_path) as classes:
            again = await classes.find(code)
            assert again.state.presented == (1, 2)
            await do(again, lambda state: changes.present(state, None, 2))
            assert again.state.presented == (None, None)

    run(work())


def test_the_debrief_has_what_the_class_expected_of_this_game(tmp_path: Path) -> None:
    async def ask(classroom: Classroom, text: str, people: list[Student]) -> None:
        number = len(classroom.state.questions) + 1
        await do(classroom, lambda state: changes.open_question(state, text, ["Yes", "No"]))
        for place, person in enumerate(people):
            await classroom.answer(person.token, number, place % 2)
        await do(classroom, lambda state: changes.close_question(state, False))

    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, people = await class_of(classes, 3)
            for game in (1, 2):
                await ask(classroom, f"Before {game}?", people)
                await classroom.start()
                await ask(classroom, f"During {game}?", people)
                await classroom.stop(0)
                told = await classroom.debrief(None)
                assert [one.text for one in told.predictions] == [f"Before {game}?", f"During {game}?"]
                assert [one.bars for one in told.predictions] == [[2, 1], [2, 1]]

    run(work())
