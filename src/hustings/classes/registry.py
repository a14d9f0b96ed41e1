"""All classes of one server: create, find, load and delete them."""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated

from pydantic import GetPydanticSchema

from hustings.classes import changes
from hustings.classes import records as r
from hustings.classes.classroom import Classroom
from hustings.classes.data.export import StoredLog, packed
from hustings.classes.data.gradebook import gradebook
from hustings.classes.state import CLASS_LOG, DAY, ClassState
from hustings.gatherings.registry import Gatherings
from hustings.rooms.commands.registry import Incoming
from hustings.rooms.keys import new_token, token_digest
from hustings.rooms.registry import Rooms

TEACHER = changes.TEACHER  # with the command below
logger = logging.getLogger(__name__)


class Classes(Gatherings[Classroom]):
    """All classes of one server."""

    def __init__(self, rooms: Rooms) -> None:
        super().__init__(CLASS_LOG, rooms)

    def _new(self, state: ClassState) -> Classroom:
        return Classroom(state, self._rooms)

    async def make(self, settings: r.ClassSettings) -> tuple[Classroom, str]:
        """Make a class; return it and its teacher's token. Raises OptionError or RoomError for wrong settings."""
        token = new_token()
        opened = changes.opened(settings, token_digest(token))
        classroom = await self._first(token, lambda _: opened, ClassState, {})
        state = classroom.state
        await self._store.keep([classroom.key], state.until)
        self.retention.keep(state.code, settings.days * DAY)
        logger.info("a class was made", extra={"game": settings.game})
        return classroom, token

    async def _recall(self, classroom: Classroom) -> None:
        await classroom.answers.recall(classroom.state)
        await classroom.checks.recall(classroom.state.people)

    async def _past(self, classroom: Classroom) -> bool:
        return classroom.state.until < await self._store.now()

    async def data(self, classroom: Classroom, names: bool) -> bytes:
        """Return a class's finished games as a zip file (see `data.export`); names: with the texts people typed."""
        return await asyncio.to_thread(packed, *await self._logs(classroom), names)

    async def gradebook(self, classroom: Classroom) -> bytes:
        """Return a table for a gradebook as CSV (see `data.gradebook`)."""
        return await asyncio.to_thread(gradebook, *await self._logs(classroom))

    async def _logs(self, classroom: Classroom) -> tuple[str, StoredLog, dict[str, StoredLog]]:
        """Return a class's code, its log, and the logs of its finished tables by code."""
        state = classroom.state
        log = await self._stored(CLASS_LOG.key(state.code))
        rooms = {code: await self._stored(code) for game in state.games if game.ended for code in game.rooms()}
        return state.code, log, rooms

    async def _stored(self, key: str) -> StoredLog:
        times = await self._store.times(key)
        return StoredLog(await self._store.read(key, most=len(times)), times)

    async def command(self, classroom: Classroom, request: Incoming) -> None:
        """Carry out a command of the teacher."""
        await self._command(classroom, TEACHER, request)

    @TEACHER.command(given=2)
    async def delete(self, classroom: Classroom) -> None:
        """Delete the class and all its tables at once, and leave no trace of them in the store."""
        await self._dissolve(classroom)


#: a command of the teacher
TeacherCommand = Annotated[Incoming, GetPydanticSchema(lambda _, make: make(TEACHER.request))]
