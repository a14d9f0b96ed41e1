"""All classes of one server: create, find, load and delete them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from inspect import iscoroutinefunction
from typing import Annotated

from pydantic import GetPydanticSchema

from hustings.classes import changes
from hustings.classes import records as r
from hustings.classes.classroom import Classroom
from hustings.classes.data.export import StoredLog, packed
from hustings.classes.data.gradebook import gradebook
from hustings.classes.state import CLASS_LOG, DAY, ClassState
from hustings.engine.errors import HustingsError
from hustings.rooms.commands.registry import Incoming
from hustings.rooms.errors import MovedError, NoRoomError, RoomError, SealedError, SequenceTakenError
from hustings.rooms.eventlog.registry import Registry
from hustings.rooms.keys import new_code, new_token, token_digest
from hustings.rooms.registry import TRIES, Rooms

TEACHER = changes.TEACHER  # with the command below
logger = logging.getLogger(__name__)


class Classes(Registry[Classroom]):
    """All classes of one server."""

    def __init__(self, rooms: Rooms) -> None:
        super().__init__(CLASS_LOG, rooms.context, quiet=0.0)
        self._rooms = rooms
        self._store = rooms.context.store

    async def make(self, settings: r.ClassSettings) -> tuple[Classroom, str]:
        """Make a class; return it and its teacher's token. Raises OptionError or RoomError for wrong settings."""
        token = new_token()
        opened = changes.opened(settings, token_digest(token))
        for _ in range(TRIES):
            code = new_code()
            if await self._store.read(code, most=1):  # a room has it; people type either code into the same field
                continue
            await self._store.seal(CLASS_LOG.key(code), CLASS_LOG.key(code))
            try:
                await self._store.append(CLASS_LOG.key(code), 1, [r.write(opened)])
            except SequenceTakenError:
                continue
            await self._store.entrust(CLASS_LOG.key(code), token)
            state = ClassState(code, opened)
            await self._store.keep([CLASS_LOG.key(code)], state.until)
            self.retention.keep(code, settings.days * DAY)
            logger.info("a class was made", extra={"game": settings.game})
            classroom = Classroom(state, self._rooms)
            if self.context.leases is None:
                self._live[code] = classroom
            else:  # the process that the proxy chooses takes the lease
                await classroom.close()
            return classroom, token
        raise RoomError("class.no_free_code")

    async def find(self, code: str, token: str | None = None) -> Classroom:
        """Return the class of a code, read from the store if it is not in memory.

        Args:
            code: The code of the class.
            token: A token of the class, which can restore the log's key after a crash of the database (see `seals`).

        Raises:
            NoRoomError, RoomDamagedError, MovedError: As in `Registry.find`.
            SealedError: If the key is lost and the token is not of the class.
        """
        try:
            return await super().find(code)
        except SealedError:
            if token is None or not await self._store.reopen(CLASS_LOG.key(code), token):
                raise
        return await super().find(code)

    async def _wake(self, state: ClassState) -> Classroom:
        classroom = Classroom(state, self._rooms)
        try:
            await classroom.answers.recall(state)
            await classroom.checks.recall(state.people)
            await classroom.arrange()
        except BaseException:
            await classroom.close()
            raise
        return classroom

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
        wish = TEACHER.call(request)
        if wish.func is Classes.delete:
            await self.delete(classroom)
        elif iscoroutinefunction(wish.func):
            await wish(classroom)
        else:
            await classroom.change(wish)

    @TEACHER.command(given=2)
    async def delete(self, classroom: Classroom) -> None:
        """Delete the class and all its tables at once, and leave no trace of them in the store."""
        state = classroom.state
        self._forget(state.code, classroom)
        await classroom.dismiss()
        await self._rooms.remove([*state.rooms(), CLASS_LOG.key(state.code)])

    async def look_again(self, code: str) -> None:
        """Drop a class from memory, with its tables, if the operator has removed it from the store."""
        classroom = self._live.get(code)
        if classroom is not None and not await self._store.read(CLASS_LOG.key(code), most=1):
            self._forget(code, classroom)
            await classroom.dismiss()
            for table in classroom.state.rooms():
                await self._rooms.look_again(table)

    async def _remove_expired(self, codes: Sequence[str]) -> list[str]:
        expired = []
        now = await self._store.now()
        for code in codes:
            try:
                classroom = await self.find(code)
            except (NoRoomError, MovedError):
                continue  # somebody has deleted it, or opened it in another process
            except HustingsError as error:  # nobody can read it; its tables expire by themselves
                logger.warning("an expired class is removed unread (%s)", type(error).__name__)
                await self._rooms.remove([CLASS_LOG.key(code)])
                expired.append(code)
            else:
                if classroom.state.until < now:
                    await self.delete(classroom)
                    expired.append(code)
        return expired


#: a command of the teacher
TeacherCommand = Annotated[Incoming, GetPydanticSchema(lambda _, make: make(TEACHER.request))]
