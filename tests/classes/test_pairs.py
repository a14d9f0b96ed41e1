"""Two people at one phone: a second name at their seat, at their table, and in the gradebook."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from hustings.classes import changes
from hustings.classes.classroom import Classroom
from hustings.classes.records import PhoneCheck
from hustings.classes.updates import ClassView
from hustings.rooms.errors import NotAllowedError, RoomError
from tests.classes.helpers import Page, class_of, do, open_classes, student
from tests.classes.test_debriefs import finish
from tests.rooms.helpers import run

GOOD, SLOW = PhoneCheck(live=True, clock=True, storage=True), PhoneCheck(live=False, clock=True, storage=True)


async def pair_of(classroom: Classroom, name: str, partner: str) -> Page:
    """Two people who join at one phone and look at the class's page."""
    await classroom.join(name, f"token of {name}", None, partner)
    page = Page()
    await classroom.attach(page, f"token of {name}")
    return page


def test_a_pair_has_one_seat_and_two_names(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, teacher, _ = await class_of(classes, 0, naming="free", on_screen=True)
            await pair_of(classroom, "Grace", "Chloe")
            lone = await student(classroom, 2, "Milo")
            desk, screen = Page(), Page()
            await classroom.attach(desk, teacher)
            await classroom.attach(screen, None)
            await classroom.start()
            table = classroom.state.tables[0]
            assert sorted(table.seats) == [[1], [2]]
            names = {chair.name for chair in lone.room.state.chairs}
            assert names == {"Grace & Chloe", "Milo"}
            await do(classroom, lambda state: changes.pair(state, 2, "Hugo"))
            assert {chair.name for chair in lone.room.state.chairs} == {"Grace & Chloe", "Milo & Hugo"}
            assert lone.me.partner == "Hugo"
            assert [(one.name, one.partner) for one in desk.last(ClassView).people] == [
                ("Grace", "Chloe"),
                ("Milo", "Hugo"),
            ]
            shown = {seat.name for one in screen.last(ClassView).tables for seat in one.seats}
            assert shown == {"Grace & Chloe", "Milo & Hugo"}
            await do(classroom, lambda state: changes.pair(state, 2, ""))
            assert {chair.name for chair in lone.room.state.chairs} == {"Grace & Chloe", "Milo"}

    run(work())


def test_the_projector_shows_no_name_of_a_pair(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, _ = await class_of(classes, 0, naming="free")
            await pair_of(classroom, "Grace", "Chloe")
            screen = Page()
            await classroom.attach(screen, None)
            await classroom.start()
            await do(classroom, lambda state: changes.write_note(state, "Go"))
            assert screen.last(ClassView).tables
            assert not any(name in str(screen.notices) for name in ("Grace", "Chloe"))

    run(work())


def test_a_second_name_is_free_and_allowed(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            listed, _, _ = await class_of(classes, 0, naming="list", names=["Ann", "Bo", "Cy", "Di"])
            await pair_of(listed, "Ann", "Bo")
            assert listed.info().names == ["Cy", "Di"]
            for name, partner in (("Cy", "Cy"), ("Cy", "Bo"), ("Bo", "Cy"), ("Cy", "Eve"), ("Cy", "")):
                with pytest.raises(RoomError):
                    await listed.join(name, "another", None, partner)
            assert len(listed.state.people) == 1, "nobody has joined alone instead"
            with pytest.raises(RoomError):
                changes.rename(listed.state, 1, "Bo")
            with pytest.raises(RoomError):
                changes.pair(listed.state, 1, "ann")
            assert (await listed.ask_back("Bo", "a lost phone")).number == 1
            dealt, _, _ = await class_of(classes, 0, naming="dealt")
            await dealt.join(None, "two", "es", "")
            words = " ".join(dealt.state.people[1].names).split()
            assert len({*words}) == 4, words

    run(work())


def test_a_pair_has_two_rows_in_the_gradebook(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, _ = await class_of(classes, 0, naming="free")
            await pair_of(classroom, "Grace", "=Chloe")
            await student(classroom, 2, "Milo")
            await classroom.start()
            await finish(classroom, [0])
            await do(classroom, lambda state: changes.write_note(state, "Over"))
            text = (await classes.gradebook(classroom)).decode("utf-8-sig")
            rows = {row["name"]: row for row in csv.DictReader(io.StringIO(text))}
            assert {name: row["shares_with"] for name, row in rows.items()} == {
                "Grace": "'=Chloe",
                "'=Chloe": "Grace",
                "Milo": "",
            }
            assert rows["Grace"]["places"] == rows["'=Chloe"]["places"] != ""

    run(work())


def test_the_teacher_sees_whose_phone_passed_its_check(tmp_path: Path) -> None:
    """The last report of each phone, also after the class was loaded again."""

    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, teacher, people = await class_of(classes, 2)
            desk = Page()
            await classroom.attach(desk, teacher)
            seq = classroom.state.seq
            for check in (GOOD, SLOW, GOOD, SLOW):
                await classroom.check(people[0].token, check)
            await do(classroom, lambda state: changes.write_note(state, "Thanks"))
            assert [one.check for one in desk.last(ClassView).people] == [SLOW, None]
            assert classroom.state.seq == seq + 1, "reports do not fill the log"
            with pytest.raises(NotAllowedError):
                await classroom.check("a stranger", GOOD)
            code = classroom.state.code
        async with open_classes(tmp_path) as classes:
            again, desk = await classes.find(code), Page()
            await again.attach(desk, teacher)
            assert [one.check for one in desk.last(ClassView).people] == [SLOW, None]

    run(work())
