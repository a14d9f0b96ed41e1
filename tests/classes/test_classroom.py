"""A class at work: who is seated, what the teacher asks of all tables, what is still so after a restart."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from hustings.classes import changes
from hustings.classes.records import ClassSettings, Dealt, TablePlan
from hustings.classes.updates import ClassView
from hustings.engine.errors import HustingsError
from hustings.gatherings.people import person_code
from hustings.rooms.broadcast.updates import Snapshot, VotesInfo
from hustings.rooms.commands.play import Play
from hustings.rooms.commands.registry import Looking
from hustings.rooms.errors import NameRefusedError, NotAllowedError, RoomError
from hustings.rooms.keys import new_code
from hustings.rooms.room import Room
from tests.classes.helpers import Page, Student, class_of, do, hurry, open_classes, student
from tests.rooms.helpers import Onlooker, fresh_id, move, run, until


def test_only_who_is_there_and_looks_is_seated(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, people = await class_of(classes, 5)
            await classroom.hear(people[0].looker, Looking(looking=False))  # a locked phone
            classroom.leave(people[1].looker)  # a closed page
            second = await classroom.attach(Page(), people[2].token)  # another tab of one browser
            classroom.leave(people[2].looker)
            await classroom.start()
            seats = [person for table in classroom.state.tables for seat in table.seats for person in seat]
            assert Counter(seats) == Counter({3: 1, 4: 1, 5: 1})
            await classroom.hear(people[0].looker, Looking(looking=True))  # late: gets a bot's seat
            await until(lambda: classroom.state.place_of(1) is not None)
            back = await classroom.attach(Page(), people[1].token)  # no seat is left
            await asyncio.sleep(0.05)
            assert classroom.state.place_of(2) is None
            assert back in classroom.presence.clients
            assert second in classroom.presence.clients

    run(work())


def test_names_are_dealt_listed_or_free(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            dealt, _, people = await class_of(classes, 60, language="es")
            names = [dealt.state.people[person.number].name for person in people]
            assert len(set(names)) == 60
            assert all(len(name.split()) == 2 and len(name) <= 24 for name in names)
            with pytest.raises(RoomError, match="60 people"):
                await dealt.join(None, "one more")
            listed, _, _ = await class_of(classes, 0, naming="list", names=["Ann", "Bo"])
            await listed.join("Ann", "ann")
            assert listed.info().names == ["Bo"]
            for name, error in (("Ann", "is called Ann"), ("Cy", "not on"), (None, "choose a name")):
                with pytest.raises(RoomError, match=error):
                    await listed.join(name, "another")
            free, _, _ = await class_of(classes, 0, naming="free")
            assert (await free.join("  Ann   Lee ", "ann")).name == "Ann Lee"
            assert (await free.join("Somebody else", "ann")).name == "Ann Lee"  # the same browser is the same person
            with pytest.raises(RoomError, match="is called ANN LEE"):
                await free.join("ANN LEE", "another")
            with pytest.raises(RoomError, match="a bot is called"):
                await free.join("ward captain 2", "another")
            with pytest.raises(NameRefusedError):
                await free.join("\u0007", "another")
            for wrong in (ClassSettings("combat", size=3), ClassSettings("combat", naming="list")):
                with pytest.raises(HustingsError, match=r"seats|empty"):
                    await classes.make(wrong)

    run(work())


def test_a_locked_class_takes_nobody_new_and_lets_its_people_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, people = await class_of(classes, 2)
            await do(classroom, lambda state: changes.lock(state, True))
            assert classroom.info().locked
            with pytest.raises(RoomError, match="joining is locked"):
                await classroom.join(None, "a stranger")
            assert (await classroom.join(None, people[0].token)).number == people[0].number
            await classroom.come_back(person_code(people[1].token), "another device")
            await do(classroom, lambda state: changes.lock(state, False))
            assert (await classroom.join(None, "a stranger")).number == 3

    run(work())


def test_people_come_back_by_cookie_by_code_and_with_the_teachers_yes(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, people = await class_of(classes, 2)
            await classroom.start()
            ann = people[0]
            name = classroom.state.people[1].name
            assert (await classroom.join(None, ann.token)).number == 1
            with pytest.raises(NotAllowedError):
                await classroom.come_back("BCDFGHJK", "no code of anybody")
            assert (await classroom.come_back(person_code(ann.token), "second token")).number == 1
            assert (await classroom.come_back("", "second token")).number == 1  # sent again
            await until(lambda: ann.page.removed)
            with pytest.raises(NotAllowedError):  # the code has done its work
                await classroom.come_back(person_code(ann.token), "third token")
            await classroom.arrange()
            watcher = await ann.room.attach(Onlooker(), "second token")  # at the table, too
            assert watcher.seat is not None
            page = Page()
            assert (await classroom.ask_back(name.upper(), "third token")).number == 1
            looker = await classroom.attach(page, "third token")
            assert looker.role == "asking"
            assert 1 not in classroom.presence.there
            mark = classroom.state.asking[0].mark
            await do(classroom, lambda state: changes.allow(state, mark, True))
            assert looker.role == "person"
            assert 1 in classroom.presence.there
            await classroom.ask_back(name, "a stranger")
            stranger = Page()
            await classroom.attach(stranger, "a stranger")
            mark = classroom.state.asking[0].mark
            await do(classroom, lambda state: changes.allow(state, mark, False))
            assert stranger.removed

    run(work())


def test_a_team_sees_one_hand_and_votes(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, people = await class_of(classes, 6, team=3)
            await classroom.start()
            first = classroom.tables.watches[0].room
            watchers = {person.number: await person.sit() for person in people}
            team = [watchers[number] for number in classroom.state.tables[0].seats[0]]
            other = [watchers[number] for number in classroom.state.tables[0].seats[1]]
            views = [watcher.view for watcher in team]  # type: ignore[attr-defined]
            assert views[0] == views[1] == views[2]
            one, two = [str(each) for each in first.state.table.legal(0)][:2]  # type: ignore[union-attr]
            assert (await move(first, team[0], one)).type == "ack"
            assert (await move(first, team[1], two)).type == "ack"
            assert first.state.table is not None
            assert first.state.table.length == 0
            told = team[2].all(VotesInfo)[-1]  # type: ignore[attr-defined]
            assert (told.votes, told.mine, told.of) == ({one: 1, two: 1}, None, 3)
            assert not any(watcher.all(VotesInfo) for watcher in other)  # type: ignore[attr-defined]
            assert (await move(first, team[2], "P1 turn 99")).type == "refused"
            assert (await move(first, team[2], two)).type == "ack"
            await until(lambda: first.state.table is not None and first.state.table.length > 0)
            assert first.state.table.log[0] == two

    run(work())


def test_teams_whose_short_names_are_the_same_are_told_apart(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _ = await classes.make(ClassSettings("combat", naming="free", team=2, clock="off"))
            for number, name in enumerate(("Ann Leeward", "Bo Raymonds", "Ann Foxglove", "Bo Haywards")):
                await student(classroom, number, f"{name} of here")
            pairs = [[1, 2], [3, 4]]
            plan = TablePlan(new_code(), pairs, "00" * 32)
            await classroom.change(lambda state: [Dealt([plan], 0.0)])
            chairs = classroom.tables.watches[0].room.state.chairs
            assert [chair.name for chair in chairs] == ["Ann & Bo", "Ann & Bo 2"]
            await classroom.change(lambda state: changes.swap(state, 1, 3))
            assert [len(chair.tokens) for chair in classroom.tables.watches[0].room.state.chairs] == [2, 2]

    run(work())


def test_the_votes_decide_when_the_time_is_over(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, people = await class_of(classes, 4, team=2, seconds=5)
            await classroom.start()
            room = classroom.tables.watches[0].room
            watchers = [await person.sit() for person in people]
            mine = next(watcher for watcher in watchers if watcher.seat == 0)
            assert (await move(room, mine)).type == "ack"
            assert room.state.table is not None
            assert room.state.table.length == 0
            await room.moves.count_votes(0, True)
            assert room.state.table.length > 0
            assert [what for _, what, _ in room.turns._due()] == []

    run(work())


def test_the_teacher_runs_all_tables(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, teacher, people = await class_of(classes, 4, level="random")
            desk, screen = Page(), Page()
            await classroom.attach(desk, teacher)
            await classroom.attach(screen, None)
            await classroom.start()
            watchers = [await person.sit() for person in people]
            rooms = [watch.room for watch in classroom.tables.watches]
            before = [room.state.table.length for room in rooms if room.state.table]
            await do(classroom, lambda state: changes.pause(state, True))
            assert all(room.state.paused for room in rooms)
            assert all(watcher.snapshot.room.paused for watcher in watchers)  # type: ignore[attr-defined]
            with pytest.raises(RoomError, match="no table"):
                await classroom.move_the_late([1])
            await do(classroom, lambda state: changes.pause(state, False))
            await hurry(classroom)
            after = [room.state.table.length for room in rooms if room.state.table]
            assert all(then < now for then, now in zip(before, after, strict=True))
            hand = people[0].room.state.table.view(0)  # type: ignore[union-attr]
            assert hand
            one, other = classroom.state.tables[0].seats[0][0], classroom.state.tables[1].seats[1][0]
            await do(classroom, lambda state: changes.swap(state, one, other))
            assert classroom.state.place_of(one) == (1, 1)
            assert rooms[1].state.chairs[1].name == classroom.state.people[one].name
            await do(classroom, lambda state: changes.bench(state, one, True))
            assert rooms[1].state.chairs[1].kind == "bot"
            assert people[one - 1].me.phase == "watching"
            await do(classroom, lambda state: changes.bench(state, one, False))
            assert rooms[1].state.chairs[1].name == classroom.state.people[one].name
            await do(classroom, lambda state: changes.write_note(state, "Two more minutes"))
            assert people[2].shown.note is not None
            assert screen.last(ClassView).note is not None
            await do(classroom, lambda state: changes.remove(state, other))
            assert people[other - 1].page.removed
            assert rooms[0].state.chairs[0].kind == "bot"
            rows = desk.last(ClassView).tables
            assert [len(row.seats) for row in rows] == [2, 2]

    run(work())


def test_a_question_freezes_all_tables_until_it_is_shut(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, people = await class_of(classes, 4)
            screen = Page()
            await classroom.attach(screen, None)
            await classroom.start()
            await do(
                classroom, lambda state: changes.open_question(state, "Who will win?", ["The leader", "Somebody else"])
            )
            assert all(watch.room.state.paused for watch in classroom.tables.watches)
            await classroom.answer(people[0].token, 1, 1)
            await classroom.answer(people[1].token, 1, 0)
            await classroom.answer(people[1].token, 1, 1)  # the last one counts
            with pytest.raises(RoomError, match="2 answers"):
                await classroom.answer(people[1].token, 1, 2)
            await asyncio.sleep(0.06)
            asked = people[1].shown.question
            assert asked is not None
            assert (asked.mine, asked.bars, asked.given) == (1, None, None)
            asked = screen.last(ClassView).question
            assert asked is not None
            assert (asked.bars, asked.given) == (None, 2)
            await do(classroom, lambda state: changes.close_question(state, True, paused=True))
            assert all(watch.room.state.paused for watch in classroom.tables.watches)
            await do(classroom, lambda state: changes.pause(state, False))
            assert not any(watch.room.state.paused for watch in classroom.tables.watches)
            shown = screen.last(ClassView).question
            assert shown is not None
            assert shown.bars == [0, 2]
            with pytest.raises(RoomError, match="no such question"):
                await classroom.answer(people[2].token, 1, 0)
            await do(classroom, lambda state: changes.close_question(state, False))
            assert screen.last(ClassView).question is None

    run(work())


async def finish(people: list[Student]) -> None:
    """Let everybody play by chance until their tables are over."""
    watchers = [(person.room, await person.sit()) for person in people]
    while any(room.state.phase == "playing" for room, _ in watchers):
        for room, watcher in watchers:
            viewer = watcher
            assert isinstance(viewer, Onlooker)
            snapshot = viewer.last(Snapshot)
            if snapshot.legal and snapshot.decision is not None:
                chosen = snapshot.legal[len(viewer.told) % len(snapshot.legal)]
                await room.hear(watcher, Play(fresh_id(), snapshot.decision, str(chosen)))
        await asyncio.sleep(0)


def test_duplicate_tables_are_dealt_alike_and_stay_shut_until_the_last_is_over(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, people = await class_of(classes, 4, game="president", duplicate=True)
            await classroom.start()
            rooms = [watch.room for watch in classroom.tables.watches]
            assert len({room.state.deal.secret for room in rooms if room.state.deal}) == 1
            first = [person for person in people if person.room is rooms[0]]
            await finish(first)
            assert rooms[0].state.phase == "over"
            deal = rooms[0].info().deal
            assert deal is not None
            assert deal.secret is None
            with pytest.raises(RoomError, match="the last of them"):
                await rooms[0].export()
            await finish([person for person in people if person.room is rooms[1]])
            await until(lambda: classroom.state.phase == "over" and not rooms[0].state.sealed)
            await until(lambda: not rooms[1].state.sealed)
            assert (await rooms[0].export())["deal"]["secret"] == (await rooms[1].export())["deal"]["secret"]
            finishes = [table.finish for table in classroom.state.tables]
            assert all(end is not None and not end.stopped for end in finishes)

    run(work())


def test_stopped_tables_end_by_the_leading_score(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, teacher, _ = await class_of(classes, 3)
            desk, screen = Page(), Page()
            await classroom.attach(desk, teacher)
            await classroom.attach(screen, None)
            await classroom.start()
            for _ in range(12):
                await hurry(classroom, 1)
            await classroom.stop(0.05)
            await until(lambda: classroom.state.phase == "over" and screen.last(ClassView).info.phase == "over")
            for watch, table in zip(classroom.tables.watches, classroom.state.tables, strict=True):
                assert table.finish is not None
                if table.finish.stopped:
                    await until(lambda room=watch.room: room.state.paused)  # type: ignore[misc]
                    best = max(table.finish.scores)
                    assert all(table.finish.scores[seat] == best for seat in table.finish.winners)
            standings = screen.last(ClassView).standings
            assert sum(each.won for each in standings) <= 2
            assert {each.games for each in standings} == {1}
            await student(classroom, 77)
            await classroom.start()  # who came late is in the next game
            assert sum(len(seat) for table in classroom.state.tables for seat in table.seats) == 4

    run(work())


def test_partners_are_one_side_on_the_projector_and_in_the_standings(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, _ = await class_of(classes, 4, game="politics", size=4)
            screen = Page()
            await classroom.attach(screen, None)
            for game in (1, 2):
                await classroom.start()
                with suppress(RoomError):  # the game may have ended by itself
                    for _ in range(40):
                        await hurry(classroom)
                if game == 1:
                    await until(lambda: any(one.score for each in screen.last(ClassView).tables for one in each.seats))
                    (table,) = screen.last(ClassView).tables
                    scores = [table.seats[side[0]].score for side in table.sides]
                    assert table.sides == [[0, 2], [1, 3]]
                    assert [table.seats[side[1]].score for side in table.sides] == scores
                with suppress(RoomError):
                    await classroom.stop(0)
            await until(lambda: {one.games for one in screen.last(ClassView).standings} == {2})
            won: Counter[int] = Counter()
            for game_played in classroom.state.games:
                (ended,) = game_played.tables
                assert ended.finish is not None
                won.update(ended.seats[seat][0] for seat in ended.finish.winners)
            assert won
            standings = screen.last(ClassView).standings
            assert sorted(one.won for one in standings if one.won) == sorted(won.values())

    run(work())


def test_after_a_restart_everything_is_as_it_was(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, people = await class_of(classes, 5)
            code = classroom.state.code
            await classroom.start()
            await do(classroom, lambda state: changes.open_question(state, "Who will win?", ["A", "B"]))
            await classroom.answer(people[3].token, 1, 1)
            before = classroom.state
        async with open_classes(tmp_path) as classes:
            classroom = await classes.find(code)
            again = classroom.state
            assert again.people == before.people
            assert again.tables == before.tables
            assert again.questions == before.questions
            assert all(watch.room.state.paused for watch in classroom.tables.watches)

    run(work())


def test_tables_that_a_killed_server_had_not_made_are_made(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, _ = await class_of(classes, 5)
            code = classroom.state.code
            await classroom._write(lambda state: changes.start(state, [1, 2, 3, 4, 5]))  # killed before the rooms
        async with open_classes(tmp_path) as classes:
            classroom = await classes.find(code)
            assert [watch.room.state.phase for watch in classroom.tables.watches] == ["playing"] * 3

    run(work())


def test_a_bot_stands_in_for_the_absent_also_where_nobody_else_is(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path, absence=0.05) as classes:
            classroom, _, people = await class_of(classes, 1, level="random")
            await classroom.start()
            room = people[0].room
            await until(lambda: any(chair.stand_in for chair in room.state.chairs))
            watcher = await people[0].sit()
            assert watcher.seat is not None
            assert not any(chair.stand_in for chair in room.state.chairs)

    run(work())


def test_bots_are_told_by_level_and_number_so_that_any_language_can_name_them(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path, absence=0.05) as classes:
            classroom, _, people = await class_of(classes, 1, game="president", size=3, level="random")
            await classroom.start()
            room = people[0].room
            await until(lambda: any(chair.stand_in for chair in room.state.chairs))  # who goes by their name yet
            pictures = classroom.pictures()
            own = people[0].me.name
            wanted = {own: (None, None), "Newcomer": ("random", None), "Newcomer 2": ("random", 2)}
            seats = [*pictures.for_teacher().tables[0].seats, *pictures.for_projector().tables[0].seats]
            assert [wanted[seat.name] for seat in seats] == [(seat.level, seat.number) for seat in seats]
            await classroom.stop(0)
            [counted] = (await classroom.debrief(None)).tables
            assert {seat.name: (seat.level, seat.number) for side in counted.seats for seat in side} == wanted
            assert counted.names == [[seat.name for seat in side] for side in counted.seats]

    run(work())


def test_no_phone_is_sent_to_a_table_before_its_room_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, people = await class_of(classes, 2)
            may, set_up = asyncio.Event(), classroom.tables._rooms.set_up

            async def slowly(*given: Any) -> Room:
                await may.wait()
                return await set_up(*given)

            monkeypatch.setattr(classroom.tables._rooms, "set_up", slowly)
            starting = asyncio.create_task(classroom.start())
            await until(lambda: classroom.state.phase == "playing")
            await asyncio.sleep(0.3)  # long enough for phones to be shown what is so
            assert [(person.me.phase, person.table) for person in people] == [("waiting", None)] * 2
            may.set()
            await starting
            await until(lambda: all(person.table is not None for person in people))
            assert {person.me.phase for person in people} == {"seated"}

    run(work())
