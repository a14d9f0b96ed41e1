"""Nobody fills a class: not its log with answers, nor its places with strangers, nor the teacher's page with claims."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from hustings.classes import changes
from hustings.classes import records as r
from hustings.classes.classroom import Classroom
from hustings.classes.updates import ClassView
from hustings.gatherings import presence
from hustings.gatherings.people import MOST_ASKING
from hustings.rooms.errors import NoRoomError, NotAllowedError, RoomError
from hustings.rooms.keys import token_digest
from tests.classes.helpers import Page, class_of, do, open_classes, student
from tests.rooms.helpers import run, until

TOGGLES = 60


async def answered(classroom: Classroom) -> list[r.Answered]:
    """The answers in the log of a class."""
    records = [r.CODEC.read(body) for body in await classroom.context.store.read(classroom.key)]
    return [record for record in records if isinstance(record, r.Answered)]


def test_only_the_last_answer_of_a_person_is_stored_when_a_question_closes(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, (ann, bo, _) = await class_of(classes, 3)
            await do(classroom, lambda state: changes.open_question(state, "Who?", ["A", "B"]))
            before = classroom.state.seq
            for number in range(TOGGLES):
                await classroom.answer(ann.token, 1, number % 2)
            await classroom.answer(bo.token, 1, 0)
            assert (classroom.state.seq, await answered(classroom)) == (before, [])
            await until(lambda: ann.shown.question is not None and ann.shown.question.mine == 1)
            await do(classroom, lambda state: changes.close_question(state, True))
            assert await answered(classroom) == [r.Answered(1, 1, 1), r.Answered(1, 2, 0)]
            assert ann.shown.question is not None
            assert ann.shown.question.bars == [1, 1]

    run(work())


def test_an_acknowledged_answer_outlives_the_process(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, teacher, (ann, _) = await class_of(classes, 2)
            code = classroom.state.code
            await do(classroom, lambda state: changes.open_question(state, "Who?", ["A", "B"]))
            await classroom.answer(ann.token, 1, 0)
            await do(classroom, lambda state: changes.open_question(state, "And now?", ["A", "B"]))
            await classroom.answer(ann.token, 2, 0)
            await classroom.answer(ann.token, 2, 1)
            assert await answered(classroom) == [r.Answered(1, 1, 0)]
        async with open_classes(tmp_path) as classes:
            classroom = await classes.find(code)
            desk, page = Page(), Page()
            await classroom.attach(desk, teacher)
            await classroom.attach(page, ann.token)
            asked, own = desk.last(ClassView).question, page.last(ClassView).question
            assert asked is not None
            assert own is not None
            assert (asked.given, own.mine) == (1, 1)
            await do(classroom, lambda state: changes.close_question(state, False))
            assert await answered(classroom) == [r.Answered(1, 1, 0), r.Answered(2, 1, 1)]

    run(work())


def test_one_claim_is_open_for_each_name_and_address(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, teacher, _ = await class_of(classes, 0, naming="free")
            for number, name in enumerate(("Ann", "Bo", "Cy")):
                await student(classroom, number, name)
            desk, first = Page(), Page()
            await classroom.attach(desk, teacher)
            await classroom.ask_back("Ann", "first token", "1.1.1.1")
            await classroom.attach(first, "first token")
            for number in range(2 * MOST_ASKING):
                await classroom.ask_back("Ann", f"token {number}", "1.1.1.1")
            assert first.removed
            await classroom.ask_back("Bo", "token of Bo", "1.1.1.1")
            await classroom.ask_back("Ann", "token of Ann", "2.2.2.2")
            assert [(one.person, one.mark) for one in classroom.state.asking] == [
                (1, token_digest(f"token {2 * MOST_ASKING - 1}")),
                (2, token_digest("token of Bo")),
                (1, token_digest("token of Ann")),
            ]
            await until(lambda: len(desk.last(ClassView).asking) == 3)

    run(work())


def test_refused_claims_leave_nothing_in_memory(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, _ = await class_of(classes, 0, naming="free")
            await student(classroom, 0, "Ann")
            for number in range(5):
                with pytest.raises(RoomError, match="Nobody"):
                    await classroom.ask_back("Nobody", f"token {number}", "1.1.1.1")
            assert classroom._claims == {}
            await classroom.ask_back("Ann", "a token", "1.1.1.1")
            assert list(classroom._claims) == [token_digest("a token")]

    run(work())


def test_a_claim_replaces_that_of_before_a_restart(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, _ = await class_of(classes, 0, naming="free")
            code = classroom.state.code
            for number, name in enumerate(("Ann", "Bo")):
                await student(classroom, number, name)
                await classroom.ask_back(name, f"first token for {name}", "1.1.1.1")
        async with open_classes(tmp_path) as classes:
            classroom = await classes.find(code)
            for address in ("1.1.1.1", "2.2.2.2"):
                await classroom.ask_back("Ann", f"token from {address}", address)
            tokens = ("first token for Bo", "token from 1.1.1.1", "token from 2.2.2.2")
            assert [one.mark for one in classroom.state.asking] == [token_digest(token) for token in tokens]

    run(work())


def test_false_claims_keep_no_later_claim_out(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, _ = await class_of(classes, 0, naming="free")
            names = [f"Pupil {number:02}" for number in range(MOST_ASKING + 5)]
            for number, name in enumerate(names):
                await student(classroom, number, name)
            await classroom.ask_back(names[0], "the first real one", "2.2.2.2")
            for name in names:
                await classroom.ask_back(name, f"false {name}", "1.1.1.1")
            await classroom.ask_back(names[1], "a later real one", "3.3.3.3")
            assert len(classroom.state.asking) == MOST_ASKING
            for token in ("the first real one", "a later real one"):
                assert classroom.state.asking_of(token_digest(token)) is not None

    run(work())


def test_people_whose_page_was_never_open_give_way_to_a_newcomer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, (ann,) = await class_of(classes, 1)
            classroom.leave(ann.looker)
            for number in range(r.MOST_PEOPLE - 1):
                await classroom.join(None, f"token of nobody {number}")
            with pytest.raises(RoomError, match="60"):  # their pages may still be opening
                await classroom.join(None, "token of Bo")
            monkeypatch.setattr(presence, "ARRIVAL", 0.0)
            bo = await student(classroom, 1)
            assert bo.number == r.MOST_PEOPLE + 1
            assert len(classroom.state.present_people()) == r.MOST_PEOPLE
            assert not classroom.state.people[ann.number].gone
            assert classroom.state.people[2].gave_way
            assert classroom.state.removed_people() == []  # the teacher removed nobody
            with pytest.raises(RoomError, match="number 2"):
                await do(classroom, lambda state: changes.remove(state, 2, removed=False))
            with pytest.raises(NotAllowedError, match="join it first"):
                await classroom.attach(Page(), "token of nobody 0")
            await student(classroom, 2)  # the next stranger gives way
            code = classroom.state.code
        async with open_classes(tmp_path) as classes:
            again = (await classes.find(code)).state
            assert [person.number for person in again.people.values() if person.gave_way] == [2, 3]

    run(work())


def test_a_stranger_gives_way_to_whoever_comes_with_their_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "ARRIVAL", 0.0)

    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, _ = await class_of(classes, 0, naming="list", names=["Ann", "Bo"])
            await classroom.join("Ann", "token of nobody")
            ann = await student(classroom, 1, "Ann")
            assert [person.number for person in classroom.state.present_people()] == [ann.number]
            with pytest.raises(RoomError, match="called Ann"):
                await classroom.join("Ann", "token of another")

    run(work())


def test_strangers_give_way_after_a_restart_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """People who have had a seat or answered a question keep their place while their page is closed."""

    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, (ann, bo, _) = await class_of(classes, 3, naming="dealt")
            code = classroom.state.code
            await do(classroom, lambda state: changes.open_question(state, "Who?", ["A", "B"]))
            await classroom.answer(ann.token, 1, 0)
            await do(classroom, lambda state: changes.close_question(state, False))
            classroom.leave(ann.looker)
            await classroom.start()
            for number in range(r.MOST_PEOPLE - 3):
                await classroom.join(None, f"token of nobody {number}")
        async with open_classes(tmp_path) as classes:
            classroom = await classes.find(code)
            with pytest.raises(RoomError, match="60"):  # all pages connect again after a restart
                await classroom.join(None, "token of Dee")
            monkeypatch.setattr(presence, "ARRIVAL", 0.0)
            await classroom.attach(Page(), "token of nobody 0")
            await student(classroom, 4)
            gave_way = [person.number for person in classroom.state.people.values() if person.gave_way]
            assert gave_way == [5]
            assert classroom.state.person_of(token_digest(bo.token)) is not None

    run(work())


def test_the_teacher_removes_everybody_who_is_not_here(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, people = await class_of(classes, 4, size=2, team=2)
            await classroom.start()
            for person in people[1:]:
                classroom.leave(person.looker)
            await classroom.remove_absent([1, 2, 3])
            await asyncio.sleep(0.06)
            assert [person.number for person in classroom.state.present_people()] == [1, 4]
            seated = {number for table in classroom.state.tables for seat in table.seats for number in seat}
            assert seated == {1, 4}
            assert [person.number for person in classroom.state.removed_people()] == [2, 3]
            await do(classroom, lambda state: changes.remove(state, 2, removed=False))
            assert len(classroom.state.present_people()) == 3

    run(work())


def test_a_removed_class_takes_its_answers_along(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, (ann,) = await class_of(classes, 1)
            await do(classroom, lambda state: changes.open_question(state, "Who?", ["A", "B"]))
            await classroom.answer(ann.token, 1, 1)
            store, key = classroom.context.store, classroom.key
            assert await store.beside(key, "answer 1") == "1 1"
            await classes.delete(classroom)
            assert await store.beside(key, "answer 1") is None
            with pytest.raises(NoRoomError):
                await classes.find(classroom.state.code)

    run(work())
