"""Tests of removing, renaming and letting people back, of clocks, and of the messages at a game's end."""

from __future__ import annotations

from pathlib import Path

import pytest

from hustings.classes import changes
from hustings.classes.updates import ClassView
from hustings.rooms.errors import NotAllowedError, RoomError
from tests.classes.helpers import Page, class_of, do, hurry, open_classes, student
from tests.rooms.helpers import move, run, until


def test_a_removed_person_stays_out_until_the_teacher_lets_them_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, teacher, people = await class_of(classes, 2)
            desk, again = Page(), Page()
            await classroom.attach(desk, teacher)
            await classroom.start()
            ann = people[0]
            await do(classroom, lambda state: changes.remove(state, 1))
            assert (ann.me.phase, ann.page.removed) == ("removed", True)
            assert [one.person for one in desk.last(ClassView).removed] == [1]
            with pytest.raises(NotAllowedError, match="removed you"):
                await classroom.join(None, ann.token)
            with pytest.raises(NotAllowedError, match="removed you"):
                await classroom.attach(again, ann.token)
            assert again.me.phase == "removed"
            assert len(classroom.state.people) == 2
            await do(classroom, lambda state: changes.remove(state, 1, removed=False))
            await classroom.attach(again, ann.token)
            await until(lambda: again.me.phase == "seated")
            assert desk.last(ClassView).removed == []

    run(work())


def test_nobody_is_let_back_under_a_name_that_is_taken(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, _ = await class_of(classes, 0, naming="free")
            await student(classroom, 0, "Ann")
            await do(classroom, lambda state: changes.remove(state, 1))
            await student(classroom, 1, "ann")
            with pytest.raises(RoomError, match="someone else"):
                await do(classroom, lambda state: changes.remove(state, 1, removed=False))

    run(work())


def test_a_renamed_person_has_the_name_at_their_table_and_keeps_their_alias(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, _ = await class_of(classes, 0, naming="free")
            ann, bo = await student(classroom, 0, "Ann"), await student(classroom, 1, "Bo")
            await classroom.start()
            await ann.sit()
            alias = ann.me.alias
            await do(classroom, lambda state: changes.rename(state, 1, " Ann   Lee "))
            assert (ann.me.name, ann.me.alias) == ("Ann Lee", alias)
            place = classroom.state.place_of(1)
            assert place is not None
            assert ann.room.state.chairs[place[1]].name == "Ann Lee"
            assert ann.room.broadcast.there  # the table stays open on their phone
            for name, error in (("bo", "someone else"), ("Ward captain", "a bot is called")):
                with pytest.raises(RoomError, match=error):
                    await do(classroom, lambda state, name=name: changes.rename(state, 1, name))
            await do(classroom, lambda state: changes.rename(state, 2, "BO"))
            assert bo.me.name == "BO"
            code = classroom.state.code
        async with open_classes(tmp_path) as classes:
            state = (await classes.find(code)).state
            assert [person.name for person in state.people.values()] == ["Ann Lee", "BO"]

    run(work())


def test_the_first_move_at_a_table_has_no_clock(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, people = await class_of(classes, 2, game="president", clock="strict", seconds=60)
            await classroom.start()
            watchers = [await person.sit() for person in people]
            room = people[0].room
            assert room.clocks.left() == {}
            assert [what for _, what, _ in room.turns._due() if what == "clock"] == []
            for watcher in watchers:
                assert (await move(room, watcher)).type == "ack"
            await until(lambda: len(room.clocks.left()) > 0)
            assert [what for _, what, _ in room.turns._due() if what == "clock"] == ["clock", "clock"]

    run(work())


def test_a_latecomer_has_no_clock_before_their_first_move(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, (ann,) = await class_of(classes, 1, game="president", clock="strict", seconds=60)
            await classroom.start()
            watcher, room = await ann.sit(), ann.room
            assert (await move(room, watcher)).type == "ack"
            await until(lambda: len(room.clocks.left()) > 0)
            late = await student(classroom, 7)
            await until(lambda: late.me.phase == "seated")
            place = classroom.state.place_of(late.number)
            assert place is not None
            seat = place[1]
            assert room.state.decisions[seat] > 0  # the bot's
            sitting = await late.sit()
            table = room.state.table
            assert table is not None
            if seat not in table.owes:  # the bot has moved this week, too
                assert (await move(room, watcher)).type == "ack"
            assert seat in table.owes
            assert seat not in room.clocks.left()
            assert (await move(room, sitting)).type == "ack"
            if seat not in table.owes:
                assert (await move(room, watcher)).type == "ack"
            await until(lambda: seat in room.clocks.left())

    run(work())


def test_the_teacher_sees_how_far_each_table_has_come(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, teacher, _ = await class_of(classes, 2, game="president")
            desk = Page()
            await classroom.attach(desk, teacher)
            await classroom.start()
            await until(lambda: any(table.now for table in desk.last(ClassView).tables))
            assert [table.now for table in desk.last(ClassView).tables] == ["Week 1 of 12"]

    run(work())


def test_phones_are_told_that_the_class_was_deleted(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, people = await class_of(classes, 2)
            await classes.delete(classroom)
            assert [(person.me.phase, person.page.removed) for person in people] == [("deleted", True)] * 2

    run(work())


def test_a_phone_is_told_who_had_what_once_its_table_is_over(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, _ = await class_of(classes, 0, naming="free", game="president", size=3)
            people = [await student(classroom, number, name) for number, name in enumerate(("Ann", "Bo"))]
            await classroom.start()
            await until(lambda: people[0].table is not None)
            assert people[0].table is not None
            assert {seat.name for seat in people[0].table.seats} >= {"Ann", "Bo"}, "the phone shows its own mark"
            assert people[0].table.held == {}
            marked = {seat.name: seat.shown for seat in people[0].table.seats}
            assert (marked["Ann"], marked["Bo"]) == (people[0].me.alias, people[1].me.alias), "as on the projector"
            assert {seat.shown for seat in people[0].table.seats if seat.level is not None} == {""}
            await classroom.stop(0)
            await until(lambda: people[0].table is not None and people[0].table.finish is not None)
            table = people[0].table
            assert table is not None
            assert table.finish is not None
            assert {seat.name for seat in table.seats if seat.level is None} == {"Ann", "Bo"}
            assert [seat.level for seat in table.seats if seat.level is not None] == ["thumb"]
            assert table.sides == [[0], [1], [2]]
            assert table.seats[people[0].me.seat or 0].name == "Ann"

    run(work())


def test_hidden_states_count_when_the_time_is_up(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, _ = await class_of(classes, 3, game="mudslinger", size=3)
            await classroom.start()
            room = classroom.tables.watches[0].room
            for _ in range(400):
                await hurry(classroom)
                table = room.state.table
                if table is not None and any(table.view(None)["won"]):
                    break
            assert classroom.tables.watches[0].scores == [0, 0, 0]  # MS-18: nobody is shown whose the states are
            await classroom.stop(0)
            finish = classroom.state.tables[0].finish
            assert finish is not None
            assert sum(finish.scores) > 0
            assert finish.winners
            told = await classroom.debrief(None)
            assert told.tables[0].played.totals == finish.scores

    run(work())


def test_a_book_deal_that_is_stopped_goes_to_the_fewest_votes(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, _ = await class_of(classes, 2, options={"objective": "book-deal"})
            await classroom.start()
            for _ in range(12):
                await hurry(classroom)
            await classroom.stop(0)
            finish = classroom.state.tables[0].finish
            assert finish is not None
            fewest = [seat for seat, score in enumerate(finish.scores) if score == min(finish.scores)]
            assert list(finish.winners) == (fewest if len(fewest) == 1 else [])  # nobody wins a tie

    run(work())


def test_a_phone_has_the_map_at_the_end_and_not_before(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, people = await class_of(classes, 3, game="mudslinger", size=3)
            await classroom.start()
            for _ in range(60):
                await hurry(classroom)
            await until(lambda: people[0].table is not None)
            playing = people[0].table
            assert playing is not None
            assert (playing.held, playing.votes) == ({}, {})  # who holds a state is hidden (MS-18)
            await classroom.stop(0)
            await until(lambda: people[0].table is not None and bool(people[0].table.votes))
            ended = people[0].table
            assert ended is not None
            assert ended.finish is not None
            for side, seats in enumerate(ended.sides):
                votes = sum(ended.votes[state] for state, holder in ended.held.items() if holder == side)
                assert votes == ended.finish.scores[seats[0]]

    run(work())
