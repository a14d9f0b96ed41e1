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
from hustings.rooms.keys import new_code, new_token, token_digest
from hustings.rooms.registry import QUIET, TRIES, Rooms

logger = logging.getLogger(__name__)
SWEEP = 60.0  # seconds between two looks at what is quiet
EXPIRY_EVERY = 3600.0


class Classes:
    """All classes of one server, over its rooms."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.context.store
        self._open: dict[str, Classroom] = {}
        self._reading: dict[str, asyncio.Task[Classroom]] = {}
        self._sweeping: asyncio.Task[None] | None = None

    def open_doors(self) -> None:
        """Begin to look after quiet and expired classes; needs a running event loop."""
        self._sweeping = asyncio.create_task(self._sweep())

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
            return self._opened(state), token
        raise RoomError("class.no_free_code")

    def _opened(self, state: ClassState) -> Classroom:
        classroom = self._open[state.code] = Classroom(state, self._rooms, self._forget)
        self._rooms.others[classroom.key] = classroom
        return classroom

    def known(self, code: str) -> Classroom | None:
        """The class of a code where it is in memory."""
        return self._open.get(code)

    async def find(self, code: str, token: str | None = None) -> Classroom:
        """The class of a code, read from its log where it is not in memory. Raises NoRoomError, or RoomDamagedError.

        token  of who asks; where the database has crashed it brings back what the class is read with (see `seals`), and
               without one of the class SealedError is raised until somebody of it has come.
        """
        try:
            return await self._find(code)
        except SealedError:
            if token is None or not await self._store.reopen(key_of(code), token):
                raise
        return await self._find(code)

    async def _find(self, code: str) -> Classroom:
        classroom = self._open.get(code)
        if classroom is not None:
            classroom.touched = time.monotonic()
            if not self._rooms.context.alone:
                await classroom.catch_up()
            return classroom
        reading = self._reading.get(code)
        if reading is None:
            reading = self._reading[code] = asyncio.create_task(self._read(code))
            reading.add_done_callback(lambda task: self._has_read(code, task))
        return await asyncio.shield(reading)

    async def _read(self, code: str) -> Classroom:
        bodies = await self._store.read(key_of(code))
        if not bodies:
            raise NoRoomError("class.not_found", code=code)
        classroom = self._opened(replay(code, bodies))
        await classroom.arrange()
        return classroom

    def _has_read(self, code: str, task: asyncio.Task[Classroom]) -> None:
        self._reading.pop(code, None)
        if not task.cancelled():
            task.exception()

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

    def _forget(self, classroom: Classroom) -> None:
        self._open.pop(classroom.state.code, None)
        self._rooms.others.pop(classroom.key, None)

    async def _sweep(self) -> None:
        expired = 0.0
        while True:
            try:
                if time.monotonic() - expired > EXPIRY_EVERY:
                    await self.expire()
                    expired = time.monotonic()
                await self.forget_quiet()
            except Exception:
                logger.exception("expired classes could not be deleted; tried again later")
            await asyncio.sleep(SWEEP)

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

    async def forget_quiet(self, quiet: float = QUIET) -> None:
        """Drop from memory the quiet classes without viewers; their logs stay."""
        now = time.monotonic()
        for classroom in list(self._open.values()):
            if classroom.idle and now - classroom.touched > quiet:
                self._forget(classroom)
                await classroom.close()

    async def close(self) -> None:
        """Finish what is being written."""
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.gather(self._sweeping, return_exceptions=True)
        await asyncio.gather(*(classroom.close() for classroom in list(self._open.values())))
