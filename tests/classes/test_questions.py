"""Tests of questions of a lesson: predictions that stay beside the result, and exit tickets that are marked."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pandas
import pytest

from hustings.classes import changes, records
from hustings.classes.classroom import Classroom
from hustings.classes.state import CLASS_LOG
from hustings.classes.updates import ClassView, QuestionInfo, TicketMarks
from hustings.rooms.errors import RoomError
from tests.classes.helpers import Page, Student, class_of, do, open_classes
from tests.rooms.helpers import run

OPENED = (
    '{"what":"opened","settings":{"game":"combat","size":2},"teacher":"","at":0.0}',
    '{"what":"came","person":1,"name":"Ann","alias":"Ann","mark":"m","code":"c"}',
)


async def ask(
    classroom: Classroom, part: records.Part | None, *given: tuple[Student, int], right: int | None = None
) -> None:
    """Ask a question with three answers, answer it, close it."""
    await do(classroom, lambda state: changes.open_question(state, "How many?", ["10", "11", "12"], part, right))
    for person, answer in given:
        await classroom.answer(person.token, classroom.state.questions[-1].number, answer)
    await do(classroom, lambda state: changes.close_question(state, False))


def asked(questions: list[QuestionInfo]) -> list[tuple[int, list[int] | None]]:
    """The number and the bars of each question."""
    return [(question.number, question.bars) for question in questions]


def test_predictions_stay_beside_the_result_of_the_game_they_are_about(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, teacher, (ann, bo) = await class_of(classes, 2)
            desk, screen = Page(), Page()
            await classroom.attach(desk, teacher)
            await classroom.attach(screen, None)
            await ask(classroom, "predict", (ann, 0), (bo, 1))
            await classroom.start()
            await ask(classroom, "play", (ann, 2))
            await ask(classroom, "exit", (ann, 2), right=1)
            await classroom.stop(0)
            await do(classroom, lambda state: changes.write_note(state, "Look"))
            for shown in (desk.last(ClassView), screen.last(ClassView)):
                assert asked(shown.polls) == [(1, [1, 1, 0]), (2, [0, 0, 1]), (3, [0, 0, 1])]
            await ask(classroom, "predict", (ann, 0))
            assert len(screen.last(ClassView).polls) == 3
            await classroom.start()
            await do(classroom, lambda state: changes.write_note(state, "Go"))
            assert asked(screen.last(ClassView).polls) == [(4, [1, 0, 0])]

    run(work())


def test_the_right_answer_shows_once_the_question_is_closed_and_is_marked_per_person(tmp_path: Path) -> None:
    async def work() -> bytes:
        async with open_classes(tmp_path) as classes:
            classroom, teacher, people = await class_of(classes, 2)
            ann, bo = people
            desk, screen = Page(), Page()
            await classroom.attach(desk, teacher)
            await classroom.attach(screen, None)
            await classroom.start()
            await do(classroom, lambda state: changes.open_question(state, "How many?", ["10", "11"], "exit", 1))
            await classroom.answer(ann.token, 1, 1)
            await classroom.answer(bo.token, 1, 0)
            await do(classroom, lambda state: changes.write_note(state, "Think"))
            open_now = [ann.shown.question, desk.last(ClassView).question, screen.last(ClassView).question]
            assert [question.right for question in open_now if question is not None] == [None] * 3
            assert (ann.me.marks, desk.last(ClassView).people[0].marks) == (None, None)
            await do(classroom, lambda state: changes.close_question(state, True))
            shown = bo.shown.question
            assert shown is not None
            assert (shown.part, shown.right, shown.mine) == ("exit", 1, 0)
            await do(classroom, lambda state: changes.open_question(state, "And now?", ["No", "Yes"], "exit", 0))
            await classroom.answer(ann.token, 2, 0)
            await do(classroom, lambda state: changes.close_question(state, False))
            assert [person.me.marks for person in people] == [TicketMarks(2, 2), TicketMarks(0, 2)]
            assert [row.marks for row in desk.last(ClassView).people] == [TicketMarks(2, 2), TicketMarks(0, 2)]
            return await classes.data(classroom, False)

    answers = pandas.read_csv(io.BytesIO(zipfile.ZipFile(io.BytesIO(run(work()))).read("answers.csv")))
    told = answers[["question", "part", "right_answer", "answer", "right"]].sort_values(["question", "answer"])
    assert told.to_numpy().tolist() == [[1, "exit", 1, 0, False], [1, "exit", 1, 1, True], [2, "exit", 0, 0, True]]


def test_a_right_answer_is_one_of_the_answers(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, _ = await class_of(classes, 1)
            with pytest.raises(RoomError, match="2 answers"):
                await do(classroom, lambda state: changes.open_question(state, "Who?", ["A", "B"], "exit", 2))

    run(work())


def test_a_question_of_an_older_version_has_no_right_answer() -> None:
    log = [*OPENED, '{"what":"put","text":"Who?","answers":["A","B"]}', '{"what":"shut","question":1,"shown":false}']
    state = CLASS_LOG.replay("BCDFGH", log)
    assert [(one.part, one.right) for one in state.polls()] == [(None, None)]
    assert state.marks(1) is None


@pytest.mark.parametrize("practice", [False, True])
def test_a_closed_question_makes_room_for_a_game_a_practice_round_and_the_debrief(
    tmp_path: Path, practice: bool
) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, _ = await class_of(classes, 2)
            screen = Page()
            await classroom.attach(screen, None)

            async def show() -> None:
                await do(classroom, lambda state: changes.open_question(state, "Who?", ["A", "B"]))
                await do(classroom, lambda state: changes.close_question(state, True))
                assert screen.last(ClassView).question is not None

            await show()
            await classroom.start(practice=practice)
            assert classroom.state.question is None
            if practice:
                await classroom.start()
            await classroom.stop(0)
            await show()
            await do(classroom, lambda state: changes.present(state, 0, None))
            shown = screen.last(ClassView)
            assert (shown.question, shown.info.screen) == (None, 0)
            await do(classroom, lambda state: changes.open_question(state, "Who?", ["A", "B"]))
            await do(classroom, lambda state: changes.present(state, 1, None))
            assert classroom.state.question is not None  # it is open

    run(work())


def test_a_question_of_the_lesson_sheet_says_where_it_comes_from(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, (ann,) = await class_of(classes, 1, game="president")
            asked = "president.predict.0"
            await do(classroom, lambda state: changes.open_question(state, "Who?", ["A", "B"], "predict", None, asked))
            assert ann.shown.question is not None
            assert ann.shown.question.ready == asked
            await classroom.answer(ann.token, 1, 0)
            await do(classroom, lambda state: changes.close_question(state, False))
            await classroom.start()
            await classroom.stop(0)
            assert [one.ready for one in (await classroom.debrief(None)).predictions] == [asked]

    run(work())
