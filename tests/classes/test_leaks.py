"""What the projector, the teacher and a team are shown depends on nothing that they may not know.

Every role is sent the same view of the class; what a role may not see is null or empty in it.
A table is copied with everything dealt anew that they cannot know; what they are shown has to stay the same. And the
projector never gets a word that somebody typed, where the class does not show names.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import orjson
import pytest

from hustings.classes import changes
from hustings.classes.classroom import Classroom
from hustings.classes.pictures import Pictures
from hustings.classes.records import ClassSettings, PhoneCheck
from hustings.classes.updates import ClassPerson, ClassSeat, ClassTable, ClassView
from hustings.engine import game as games
from hustings.gatherings.tables import Tables, TableWatch
from hustings.rooms.broadcast.updates import Notice, Snapshot
from hustings.rooms.commands.registry import Looking
from hustings.rooms.registry import Rooms
from hustings.rooms.room import Room
from hustings.rooms.wire import Wire
from hustings.web.protocol.serialize import message
from tests.classes.helpers import Page, Student, class_of, do, hurry, open_classes, student
from tests.classes.test_data import NAMES as TYPED
from tests.classes.test_data import PROMISE, played
from tests.games import NAMES
from tests.rooms.helpers import Onlooker, run, until
from tests.rooms.test_leaks import twin_of

ROUNDS = 24
EVERY = 4  # rounds between two looks
BASE = "http://table.test"


async def twins(rooms: Rooms, classroom: Classroom, key: int) -> Tables:
    """The class's tables, with everything dealt anew that no spectator knows."""
    tables = Tables(rooms, lambda: None)
    for watch in classroom.tables.watches:
        twin = await twin_of(rooms, watch.room, None, key)
        await twin.turns.close()
        copy = TableWatch(twin, lambda: None)
        await twin.attach(copy, None)
        tables.watches.append(copy)
    return tables


def shown(pictures: Pictures) -> list[str]:
    """All that the projector and the teacher are sent, but for how long it is since something."""
    teacher = pictures.for_teacher()
    rows = [
        replace(row, seats=[replace(seat, owed=None, connected=False) for seat in row.seats]) for row in teacher.tables
    ]
    people = [replace(person, away=None) for person in teacher.people]
    notices = [replace(teacher, tables=rows, people=people), pictures.for_projector(), *pictures.views()]
    return [message(notice, BASE).decode() for notice in notices]


@pytest.mark.parametrize("game", NAMES)
def test_projector_and_teacher_are_shown_the_same_in_every_world_a_spectator_cannot_tell_apart(
    tmp_path: Path, game: str
) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            size = min(games.game(game).seats_allowed)
            classroom, _, _ = await class_of(classes, size + 1, game=game, size=size, level="random")
            await classroom.start()
            looks = 0
            for number in range(ROUNDS):
                await asyncio.sleep(0)
                if all(watch.over for watch in classroom.tables.watches):
                    break
                if number % EVERY == EVERY - 1:
                    await do(classroom, lambda state: changes.pause(state, True))  # nobody moves while we look
                    real = shown(classroom.pictures())
                    for key in range(3):
                        tables = await twins(classes._rooms, classroom, number * 3 + key)
                        assert shown(replace(classroom.pictures(), tables=tables)) == real
                        tables.let_go()
                        looks += 1
                    await do(classroom, lambda state: changes.pause(state, False))
                await hurry(classroom)
            assert looks >= 3

    run(work())


def told(room: Room, looker: Onlooker) -> list[bytes]:
    """The states a viewer was told, as they are sent, without the room: who is here differs, and is no secret."""
    states = [replace(notice, room=None) for notice in looker.told if isinstance(notice, Snapshot)]  # type: ignore[arg-type]
    return [orjson.dumps([state.seat, state.legal, state.view], default=str) for state in states]


@pytest.mark.parametrize("game", NAMES)
def test_a_team_is_shown_its_own_hand_and_no_other(tmp_path: Path, game: str) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            size = min(games.game(game).seats_allowed)
            classroom, _, people = await class_of(classes, 2 * size, game=game, size=size, team=2)
            await classroom.start()
            for _ in range(6):
                await hurry(classroom)
            await do(classroom, lambda state: changes.pause(state, True))
            room = classroom.tables.watches[0].room
            for seat, team in enumerate(classroom.state.tables[0].seats):
                members = [people[number - 1] for number in team]
                assert len(members) == 2
                real = [await _told(room, member) for member in members]
                assert real[0] == real[1]
                for key in range(2):
                    twin = await twin_of(classes._rooms, room, seat, key)
                    await twin.turns.close()
                    assert [await _told(twin, member) for member in members] == real

    run(work())


async def _told(room: Room, member: Student) -> list[bytes]:
    looker = Onlooker()
    watcher = await room.attach(looker, member.token)
    room.leave(watcher)
    room.broadcast.close()
    return told(room, looker)


def test_nobody_is_told_who_would_vote_for_what_or_what_others_answered(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, teacher = await classes.make(ClassSettings("combat", naming="free", team=2, clock="off"))
            names = ["Zyxa Quorn", "Wrenna Voxley", "Ulbert Xanth", "Yorick Jibb", "Xilda Fripp", "Vantro Melk"]
            people = [await student(classroom, number, name) for number, name in enumerate(names)]
            screen, desk = Page(), Page()
            await classroom.attach(screen, None)
            await classroom.attach(desk, teacher)
            await classroom.start()
            assert len(classroom.state.tables) == 2
            await do(classroom, lambda state: changes.open_question(state, "Who wins?", ["A", "B"]))
            await classroom.answer(people[0].token, 1, 1)
            await until(lambda: people[1].shown.question is not None)
            assert people[1].shown.question is not None
            assert people[1].shown.question.bars is None
            sent = "".join(message(notice, BASE).decode() for notice in screen.notices)
            codes = [table.room for table in classroom.state.tables]
            secrets = [table.secret for table in classroom.state.tables]
            marks = [person.mark for person in classroom.state.people.values()]
            assert not [text for text in (*names, *codes, *secrets, *marks) if text in sent]
            told = "".join(message(notice, BASE).decode() for notice in desk.notices)
            assert not [text for text in (*secrets, *marks) if text in told]
            assert desk.last(ClassView).question is not None
            for person in people:
                seen = "".join(message(notice, BASE).decode() for notice in person.page.notices)
                assert person.table is not None
                table = classroom.state.tables[person.table.number - 1]
                here = [classroom.state.people[number].name for seat in table.seats for number in seat]
                strangers = [name for name in names if name not in here]
                assert len(strangers) == 3
                assert not [text for text in (*strangers, *secrets, *marks) if text in seen]

    run(work())


#: by kind and role, what a class shows to only some roles; to the others it is null, [] or ""
SEEN_BY: dict[type[Wire], dict[str, str]] = {
    ClassView: {
        "teacher": "asking removed silent",
        "screen": "standings",
        "person outside": "me",
        "teacher screen": "people polls closest",
        "teacher screen person": "tables question",
    },
    ClassPerson: {
        "teacher": "away",
        "person": "team swapped",
        "person outside": "phase",
        "teacher person": "partner alias check table seat benched marks",
    },
    ClassTable: {
        "teacher": "moves",
        "person": "held votes recounted",
        "teacher person": "room",
        "teacher screen": "over now",
    },
    ClassSeat: {
        "teacher": "people connected stood_in owed allowed",
        "teacher person": "shown",
        "teacher screen": "owes",
    },
}
EMPTY: tuple[object, ...] = (None, "", [], {})


def test_each_role_sees_what_is_for_it_and_no_more(tmp_path: Path) -> None:
    """A whole game in which everything that a class can show is shown to somebody."""

    async def work() -> list[Page]:
        async with open_classes(tmp_path) as classes:
            settings = ClassSettings("combat", naming="free", team=2, clock="strict")
            classroom, teacher = await classes.make(settings)
            people = [await student(classroom, number, f"Person {number}") for number in range(5)]
            desk, screen, claimant = Page(), Page(), Page()
            await classroom.attach(desk, teacher)
            await classroom.attach(screen, None)
            await do(classroom, lambda state: changes.pair(state, 1, "Partner"))
            await classroom.check(people[0].token, PhoneCheck(live=True, clock=True, storage=True))
            await classroom.ask_back("Person 1", "a claimant")
            await classroom.attach(claimant, "a claimant")
            await classroom.start()
            await do(classroom, lambda state: changes.open_question(state, "Who?", ["A", "B"], "predict", 1))
            await classroom.answer(people[0].token, 1, 1)
            await do(classroom, lambda state: changes.close_question(state, True))
            await classroom.hear(people[1].looker, Looking(looking=False))
            await do(classroom, lambda state: changes.swap(state, 1, 3))
            await do(classroom, lambda state: changes.bench(state, 2, True))
            await do(classroom, lambda state: changes.remove(state, 5))
            while await _moved(classroom):
                pass
            await do(classroom, lambda state: changes.write_note(state, "Soon"))
            await classroom.stop(0)
            await until(lambda: bool(screen.last(ClassView).standings))
            await do(classroom, lambda state: changes.write_note(state, "Over"))
            return [desk, screen, claimant, *(person.page for person in people)]

    shown: dict[tuple[type, str], set[str]] = {}
    for page in run(work()):
        for view in page.notices:
            if isinstance(view, ClassView):
                outside = view.me is not None and view.me.phase in ("asking", "removed", "deleted")
                for part in _parts(view):
                    for field in fields(part):
                        if getattr(part, field.name) not in EMPTY:
                            shown.setdefault((type(part), field.name), set()).add("outside" if outside else view.role)
    wanted = {
        (kind, name): {*roles.split()}
        for kind, seen in SEEN_BY.items()
        for roles, names in seen.items()
        for name in names.split()
    }
    assert {key: shown[key] for key in wanted} == wanted
    assert {key for key, roles in shown.items() if not roles >= {"teacher", "screen", "person"}} <= {*wanted}


async def _moved(classroom: Classroom) -> bool:
    """Let those who owe a move make one; return whether the game goes on, with a difference between two sides."""
    await hurry(classroom)
    await asyncio.sleep(0)
    return classroom.state.phase == "playing" and classroom.pictures().for_projector().closest is None


def _parts(view: ClassView) -> Iterator[Any]:
    yield view
    yield from [*([view.me] if view.me else []), *view.people]
    for table in view.tables:
        yield from (table, *table.seats)


def test_the_projector_shows_names_only_where_the_class_does(tmp_path: Path) -> None:
    async def work(on_screen: bool) -> bool:
        async with open_classes(tmp_path / str(on_screen)) as classes:
            settings = ClassSettings("combat", naming="free", on_screen=on_screen)
            classroom, _ = await classes.make(settings)
            await student(classroom, 1, "Zyxa Quorn")
            await classroom.start()
            return any("Zyxa" in text for text in shown_on_screen(classroom.pictures()))

    assert run(work(True))
    assert not run(work(False))


def test_a_list_of_names_does_not_reach_the_projector_unless_the_class_shows_them(tmp_path: Path) -> None:
    async def work(on_screen: bool) -> bool:
        async with open_classes(tmp_path / str(on_screen)) as classes:
            settings = ClassSettings(
                "combat", naming="list", names=["Zyxa Quorn", "Wrenna Voxley"], on_screen=on_screen
            )
            classroom, _ = await classes.make(settings)
            await student(classroom, 1, "Wrenna Voxley")
            return any("Zyxa" in text for text in shown_on_screen(classroom.pictures()))

    assert run(work(True))
    assert not run(work(False))


def test_a_promise_reaches_no_projector(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom = await played(classes)
            shown = shown_on_screen(classroom.pictures())
            assert not [text for text in shown if PROMISE in text or any(name in text for name in TYPED)]

    run(work())


def test_a_seat_shows_no_typed_name_while_a_bot_is_about_to_take_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _ = await classes.make(ClassSettings("combat", naming="free", clock="off"))
            for number, name in enumerate(["Zyxa Quorn", "Wrenna Voxley"]):
                await student(classroom, number, name)
            await classroom.start()
            await classroom._write(lambda state: changes.bench(state, 1, True))  # the table does not know yet
            table = classroom.pictures().for_projector().tables[0]
            benched = next(seat for seat in table.seats if seat.level is not None)
            assert (benched.name, benched.number) == ("Ward captain", None)
            assert not any("Zyxa" in text for text in shown_on_screen(classroom.pictures()))

    run(work())


def shown_on_screen(pictures: Pictures) -> list[str]:
    """All that the projector is sent."""
    return [message(notice, BASE).decode() for notice in (pictures.for_projector(), *pictures.views())]


def test_the_class_itself_is_no_spectator_that_people_are_told_of(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, people = await class_of(classes, 2)
            await classroom.start()
            watcher = await people[0].sit()
            notices: list[Notice] = watcher.told  # type: ignore[attr-defined]
            assert {notice.room.spectators for notice in notices if isinstance(notice, Snapshot)} == {0}

    run(work())
