"""All classes of one server. Makes them, finds them, reads them from their logs, deletes them."""

from __future__ import annotations

import asyncio
import logging
import time

from hustings.classes import changes
from hustings.classes import records as r
from hustings.classes.class_log import PREFIX, key_of
from hustings.classes.classroom import Classroom
from hustings.classes.data.export import StoredLog, packed
from hustings.classes.state import DAY, ClassState, replay
from hustings.rooms.errors import NoRoomError, RoomError, SealedError, SequenceTakenError
from hustings.rooms.keeper import Keeper
from hustings.rooms.keys import new_code, new_token, token_digest
from hustings.rooms.registry import TRIES, Rooms

logger = logging.getLogger(__name__)


class Classes(Keeper[Classroom]):
    """All classes of one server, over its rooms."""

    def __init__(self, rooms: Rooms) -> None:
        super().__init__(rooms.context)
        self._rooms = rooms
        self._store = rooms.context.store

    async def make(self, settings: r.ClassSettings) -> tuple[Classroom, str]:
        """A new class and its teacher's token. Raises OptionError or RoomError for settings that cannot be."""
        token = new_token()
        opened = changes.opened(settings, token_digest(token))
        for _ in range(TRIES):
            code = new_code()
            if await self._store.read(code, most=1):  # one code is typed for rooms and for classes
                continue
            await self._store.seal(key_of(code), key_of(code))
            try:
                await self._store.append(key_of(code), 1, [r.write(opened)])
            except SequenceTakenError:
                continue
            await self._store.entrust(key_of(code), token)
            state = ClassState(code, opened)
            await self._store.keep([key_of(code)], state.until + DAY)
            logger.info("a class was made", extra={"game": settings.game})
            classroom = self._opened(state)
            if self.context.leases is None:
                self._kept[code] = classroom
            else:  # the process that the proxy leads people to will hold it
                await classroom.close()
            return classroom, token
        raise RoomError("class.no_free_code")

    @staticmethod
    def _key(code: str) -> str:
        return key_of(code)

    def _opened(self, state: ClassState) -> Classroom:
        return Classroom(state, self._rooms, lambda closed: self._forget(state.code, closed))

    async def find(self, code: str, token: str | None = None) -> Classroom:
        """The class of a code, read from its log where it is not in memory. Raises NoRoomError, or RoomDamagedError.

        token  of who asks; where the database has crashed it brings back what the class is read with (see `seals`), and
               without one of the class SealedError is raised until somebody of it has come.
        """
        try:
            return await super().find(code)
        except SealedError:
            if token is None or not await self._store.reopen(key_of(code), token):
                raise
        return await super().find(code)

    async def _read(self, code: str) -> Classroom:
        bodies = await self._store.read(key_of(code))
        if not bodies:
            raise NoRoomError("class.not_found", code=code)
        classroom = self._opened(replay(code, bodies))
        try:
            await classroom.arrange()
        except BaseException:
            await classroom.close()
            raise
        return classroom

    async def data(self, classroom: Classroom, names: bool) -> bytes:
        """A class's games that are over as data, in a zip (see `data.export`). names: with what people typed."""
        state = classroom.state
        log = await self._stored(key_of(state.code))
        rooms = {code: await self._stored(code) for game in state.games if game.ended for code in game.rooms()}
        return await asyncio.to_thread(packed, state.code, log, rooms, names)

    async def _stored(self, key: str) -> StoredLog:
        times = await self._store.times(key)
        return StoredLog(await self._store.read(key, most=len(times)), times)

    async def delete(self, classroom: Classroom) -> None:
        """Delete a class and all its tables: no byte of them stays in the store."""
        state = classroom.state
        await classroom.dismiss()
        await self._rooms.remove([*state.rooms(), key_of(state.code)])

    async def expire(self) -> list[str]:
        """Delete the classes whose days are over; return their codes."""
        codes = [
            entry.code.removeprefix(PREFIX) for entry in await self._store.rooms() if entry.code.startswith(PREFIX)
        ]
        expired = []
        for code in codes:
            try:
                state = replay(code, await self._store.read(key_of(code)))
            except SealedError:
                continue  # the store lets it go after a day more
            if state.until < time.time():
                await self.delete(await self.find(code))
                expired.append(code)
        return expired
