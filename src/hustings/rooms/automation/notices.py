"""Send the notices of a room: keep its book, note what is being sent, and store what came of it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from pydantic import ValidationError

from hustings.engine.errors import HustingsError
from hustings.rooms.broadcast.broadcast import Broadcast
from hustings.rooms.context import RoomContext
from hustings.rooms.errors import NotAllowedError, RoomDamagedError, RoomError
from hustings.rooms.eventlog.background import Tasks
from hustings.rooms.eventlog.live import job
from hustings.rooms.keys import token_digest
from hustings.rooms.log.replaying import RoomLog
from hustings.rooms.notices.book import EVERY, GROUP, Book, Group, Push, Reader
from hustings.rooms.notices.courier import Mailbox, Outcome
from hustings.rooms.notices.owed import Owed, next_notice, note, owed, settle
from hustings.rooms.notices.text import Letter, letter

logger = logging.getLogger(__name__)
BESIDE = "notices"  # the name of the text beside the room's log
AGAIN = 600.0  # seconds until a notice is sent again that met an error of ours

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def _harmless(
    work: Callable[Concatenate[RoomNotices, Given], Awaitable[Answer]],
) -> Callable[Concatenate[RoomNotices, Given], Awaitable[Answer | None]]:
    """Decorator that logs all errors and returns None, because no game may wait for its notices."""

    @wraps(work)
    async def harmless(self: RoomNotices, /, *args: Given.args, **named: Given.kwargs) -> Answer | None:
        try:
            return await work(self, *args, **named)
        except Exception as error:  # its text may name an address
            self.fail(error)
            return None

    return harmless


class RoomNotices:
    """The notices of one room; without a courier in the context there are none.

    reckon: works out again when the room is woken.

    The book is stored before a notice is sent, so nobody is told twice. If the server ends while it sends, push
    messages are sent once more, because a browser shows the second one in the place of the first.
    """

    def __init__(
        self, log: RoomLog, broadcast: Broadcast, context: RoomContext, reckon: Callable[[], Awaitable[None]]
    ) -> None:
        self._log, self._broadcast, self._context, self._reckon = log, broadcast, context, reckon
        self.do = log.do
        self._book: Book | None = None
        self._tasks = Tasks(self.fail)

    @property
    def idle(self) -> bool:
        """True if nothing is being sent."""
        return not self._tasks

    async def close(self) -> None:
        """Stop sending; what is not known to have arrived is looked at after the next start."""
        await self._tasks.close()

    def fail(self, error: BaseException) -> None:
        """Log an error."""
        logger.error("notices of room %s failed (%s)", self._log.state.code, type(error).__name__)

    # --- in a job of the room; errors are only logged

    @_harmless
    async def wanted(self) -> bool:
        """Return whether anybody wants notices."""
        return self._context.courier is not None and not (await self._known()).empty

    @_harmless
    async def ring(self, now: float) -> None:
        """Begin to send what is owed; now: seconds since 1970."""
        if not await self.wanted():
            return
        book, state = await self._known(), self._log.state
        letters: list[tuple[Owed, Letter]] = []
        found = owed(state, book, self._broadcast.visible, now)
        for notice in found:
            if notice.ways:
                letters.append((notice, letter(state, book, notice)))
            note(state, book, notice, now)
        if found:
            await self._store()
        for notice, words in letters:
            for way in notice.ways:
                self._tasks.begin(self._send(notice, way, words))

    @_harmless
    async def next(self, now: float) -> float | None:
        """Return when a notice may be owed next, in seconds since 1970."""
        if self._context.courier is None:
            return None
        return next_notice(self._log.state, await self._known(), now)

    @_harmless
    async def prune(self) -> None:
        """Delete the addresses of people who have left their seats."""
        if self._context.courier is not None:
            book = await self._known()
            gone = [who for who in book.readers if not self._log.state.chairs_of(who)]
            for who in gone:
                book.forget(who)
            if gone:
                await self._store()

    # --- wishes of people; jobs of the room

    @job
    async def reader(self, token: str) -> Reader | None:
        """Return what is stored about a person. Raises NotAllowedError without a seat."""
        mark = self._seated(token)
        return (await self._known()).readers.get(mark)

    @job
    async def has_group(self) -> bool:
        """Return whether the host has named a chat of the group."""
        return (await self._known()).group is not None

    @job
    async def want(self, token: str, wish: Callable[[Reader | None], Reader]) -> None:
        """Change a person's wishes. wish: maps the stored wishes (None: no wishes yet) to the new ones."""
        mark = self._seated(token)
        self._need_days()
        book = await self._known()
        book.readers[mark] = wish(book.readers.get(mark))
        await self._store()
        await self._reckon()

    @job
    async def stop(self, token: str) -> None:
        """Delete all that is stored about a person."""
        mark = self._seated(token)
        (await self._known()).forget(mark)
        await self._store()

    @job
    async def stop_mail(self, mark: str, address: str) -> None:
        """Delete a person's mail address, if it is this one; mark: the digest of their token, or `EVERY`."""
        book = await self._known()
        found = [who for who, one in book.readers.items() if mark in (who, EVERY) and one.mail == address]
        for who in found:
            book.drop(who, address)
        if found:
            await self._store()

    @job
    async def tell_group(self, token: str, group: Group | None) -> None:
        """Name the chat of the host's group; None: delete it. Raises NotAllowedError unless the host asks."""
        if token_digest(token) != self._log.state.host_token:
            raise NotAllowedError("room.host_only")
        if group is not None:
            self._need_days()
        book = await self._known()
        book.forget(GROUP)
        book.group = group
        await self._store()
        await self._reckon()

    def _seated(self, token: str) -> str:
        if self._context.courier is None:
            raise RoomError("room.no_notices")
        mark = token_digest(token)
        if not self._log.state.chairs_of(mark):
            raise NotAllowedError("room.no_seat_for_token")
        return mark

    def _need_days(self) -> None:
        """Raise RoomError unless the room plays over days: no address is stored for other rooms, or for a class."""
        if self._log.state.settings.clock != "days":
            raise RoomError("room.notices_over_days")

    # --- sending

    async def _send(self, notice: Owed, way: str, words: Letter) -> None:
        """Send a notice one way and store what came of it."""
        courier, to = self._context.courier, self._address(notice.who, way)
        if courier is None or to is None:
            return
        try:
            outcome = await courier.send(to, words)
        except Exception as error:  # its text may name an address
            self.fail(error)
            outcome = Outcome(again=AGAIN)
        with suppress(HustingsError):  # the server's log has the error
            await self._log.do(lambda: self._settle(notice, way, outcome))

    def _address(self, who: str, way: str) -> Push | Mailbox | Group | None:
        book = self._book or Book()
        if who == GROUP:
            return book.group
        reader = book.readers.get(who)
        if reader is None:
            return None
        if reader.mail == way:
            return Mailbox(way, self._log.state.code, who)
        return next((push for push in reader.push if push.endpoint == way), None)

    # --- the store

    async def _known(self) -> Book:
        """Return the book, read from beside the log when it is first needed."""
        if self._book is None:
            sealed = await self._context.store.beside(self._log.state.code, BESIDE)
            self._book = self._opened(sealed) if sealed else Book()
            self._book.recover()
        return self._book

    def _opened(self, sealed: str) -> Book:
        assert self._context.courier is not None
        try:
            return Book.model_validate_json(self._context.courier.unseal(self._log.state.code, sealed))
        except (RoomDamagedError, ValidationError):
            logger.warning("nobody can be told of room %s: what is stored there has another key", self._log.state.code)
            return Book()

    async def _store(self) -> None:
        """Store the book, or delete it if nobody wants notices."""
        assert self._context.courier is not None
        assert self._book is not None
        code, book = self._log.state.code, self._book
        sealed = "" if book.empty else self._context.courier.seal(code, book.model_dump_json())
        try:
            await self._context.store.lay_beside(code, BESIDE, sealed)
        except RoomError:
            self._book = None  # what is stored counts
            raise

    async def _settle(self, notice: Owed, way: str, outcome: Outcome) -> None:
        book, now = await self._known(), await self._context.store.now()
        if outcome.gone:
            book.drop(notice.who, way)
        else:
            settle(book, notice, way, outcome.again, now)
        await self._store()
        await self._reckon()
