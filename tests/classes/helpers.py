"""What the tests of classes share: classes in a temporary folder, and pages that remember what they were shown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

from hustings.classes import changes
from hustings.classes.classroom import Classroom
from hustings.classes.records import ClassSettings
from hustings.classes.registry import Classes
from hustings.classes.updates import ClassNotice, ClassPerson, ClassTable, ClassView, ScreenView
from hustings.engine.errors import HustingsError
from hustings.rooms.automation.bot_pool import BotPool
from hustings.rooms.automation.clocks import Clocks
from hustings.rooms.clients import CLOSE_REMOVED, Client
from hustings.rooms.context import RoomContext
from hustings.rooms.registry import Rooms
from hustings.rooms.room import Room
from hustings.rooms.stores.sqlite import SqliteStore
from hustings.rooms.stores.store import Store
from tests.rooms.helpers import Onlooker

Kind = TypeVar("Kind", ClassView, ScreenView)


@asynccontextmanager
async def open_classes(folder: Path, store: Store | None = None, absence: float = 60.0) -> AsyncIterator[Classes]:
    """Classes whose logs lie in a folder, with bots that do not pretend to think."""
    context = RoomContext(store or SqliteStore(folder / "rooms.db"), BotPool(), (0.0, 0.0), absence=absence)
    rooms = Rooms(context)
    if store is not None:
        rooms.start()
    classes = Classes(rooms)
    try:
        yield classes
    finally:
        await classes.close()
        await rooms.close()


class Page(Client):
    """A client of a class that remembers what it was shown."""

    def __init__(self) -> None:
        super().__init__()
        self.notices: list[ClassNotice] = []
        self.ended = 0

    def tell(self, notice: ClassNotice) -> None:
        self.notices.append(notice)

    def close(self, code: int, reason: HustingsError) -> None:
        self.ended = code

    @property
    def removed(self) -> bool:
        return self.ended == CLOSE_REMOVED

    def last(self, kind: type[Kind]) -> Kind:
        """The last notice of a kind."""
        return [notice for notice in self.notices if isinstance(notice, kind)][-1]

    @property
    def me(self) -> ClassPerson:
        """The owner of the phone that shows this page, as shown last."""
        me = self.last(ClassView).me
        assert me is not None
        return me


@dataclass
class Student:
    """A person with a phone: their token, their class's page, and their table's where it is open."""

    classroom: Classroom
    token: str
    number: int
    page: Page
    looker: Client

    @property
    def shown(self) -> ClassView:
        return self.page.last(ClassView)

    @property
    def me(self) -> ClassPerson:
        return self.page.me

    @property
    def table(self) -> ClassTable | None:
        return next(iter(self.shown.tables), None)

    @property
    def room(self) -> Room:
        """The room of their table."""
        place = self.classroom.state.place_of(self.number)
        assert place is not None
        return self.classroom.tables.watches[place[0]].room

    async def sit(self) -> Client:
        """Open the table."""
        return await self.room.attach(Onlooker(), self.token)


async def student(classroom: Classroom, number: int, name: str | None = None) -> Student:
    """A new person who looks at the class's page."""
    token = f"token of student {number:06}"
    person = await classroom.join(name, token)
    page = Page()
    return Student(classroom, token, person.number, page, await classroom.attach(page, token))


async def class_of(classes: Classes, people: int, **settings: Any) -> tuple[Classroom, str, list[Student]]:
    """A class whose people are there and looking, and its teacher's token."""
    classroom, teacher = await classes.make(ClassSettings(**{"game": "combat", "clock": "off", **settings}))
    classroom = await classes.find(classroom.state.code)  # the one this process holds, over a shared store
    return classroom, teacher, [await student(classroom, number) for number in range(people)]


async def hurry(classroom: Classroom, table: int | None = None) -> None:
    """Let the rule of thumb move for everybody who owes a move, as if they were late; table: at one only, from 1."""
    chosen = classroom.tables.watches if table is None else classroom.tables.watches[table - 1 : table]
    with patch.object(Clocks, "late", lambda clocks: frozenset(clocks.owing())):
        for watch in chosen:
            await watch.room.moves.move_the_late(range(watch.room.state.table.seats if watch.room.state.table else 0))


async def do(classroom: Classroom, change: changes.Change) -> None:
    """Make a change and let it be shown."""
    await classroom.change(change)
    await asyncio.sleep(0.06)
