"""A gathering in memory, which stores each change before it acknowledges and shows the change.

Each change is first written to the gathering's log, and then the rooms of its tables are changed to match the log
(`Tables.arrange`). So nothing acknowledged is lost if the server is killed: the next time somebody opens the gathering,
its tables are arranged again.
"""

from __future__ import annotations

import asyncio
import logging
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Generic, Literal, Protocol, TypeVar

from hustings.gatherings.people import ask_back, come_back, person_code
from hustings.gatherings.presence import Presence
from hustings.gatherings.results import Finish
from hustings.gatherings.roll import Participant, Roll
from hustings.gatherings.tables import TablePlan, Tables
from hustings.rooms.clients import CLOSE_REMOVED, WAITING, Client, Role, Subject
from hustings.rooms.commands.registry import Looking
from hustings.rooms.errors import MovedError, NotAllowedError, RoomError
from hustings.rooms.eventlog.background import Tasks
from hustings.rooms.eventlog.live import job
from hustings.rooms.eventlog.records import LogKind, Record
from hustings.rooms.keys import token_digest
from hustings.rooms.rate_limits import AddressBuckets, Bucket
from hustings.rooms.registry import Rooms

logger = logging.getLogger(__name__)
MOST_CLIENTS = 300
MOST_WAITING = 2 * WAITING  # messages that may wait for a client: a change may send one for each table
SOON = 0.05  # seconds until viewers see a change of the gathering
EXPORTS_AT_ONCE, EXPORTS_A_SECOND = 3.0, 0.1  # few, because an export may replay all games
TICK = 1.0  # seconds between two checks of what is due and of the tables

Gone = Literal["removed", "deleted"]
State = TypeVar("State", bound=Roll[Any])
Notice = TypeVar("Notice")


class Views(Protocol):
    """All views of a gathering at one moment. info: the gathering as everybody may see it."""

    @property
    def info(self) -> Any:
        """Return the view of everybody."""


Moment = TypeVar("Moment", bound=Views)


class Gathering(Subject[State, Record], Generic[State, Record, Notice, Moment]):
    """One gathering; other code may read `state` between jobs and calls methods for everything else.

    Attributes:
        often: The roles that see a table's changes, not only those of the gathering.
        at_tables: Seconds until they see a change at a table.
    """

    often: frozenset[Role]
    at_tables = 0.3

    def __init__(self, kind: LogKind[State, Record], state: State, rooms: Rooms) -> None:
        super().__init__(kind, state, rooms.context)
        self.presence = Presence(state.numbers(), state.unproven())
        self.tables = Tables(rooms, self._on_table)
        self.exports = Bucket(EXPORTS_AT_ONCE, EXPORTS_A_SECOND)
        self.paces = AddressBuckets(*rooms.context.pace)  # of requests, by token or address
        self._claims: dict[str, str] = {}  # addresses of open claims made since this load, by their token's digest
        self._arranging = asyncio.Lock()
        self._disarranged = False  # whether the last `arrange` failed
        self._showing: tuple[float, asyncio.TimerHandle] | None = None
        self._phones_due = False
        self._tasks = Tasks(self._failed)
        self._ticking = asyncio.create_task(self._tick())
        self._closed = False

    # --- for subclasses

    @abstractmethod
    def plans(self) -> list[TablePlan]:
        """Return the plans of the current tables."""

    @abstractmethod
    def pictures(self) -> Moment:
        """Return the views that viewers may have now."""

    @abstractmethod
    def view(self, client: Client, moment: Moment) -> Notice | None:
        """Return what a viewer sees, or None."""

    @abstractmethod
    def farewell(self, mark: str, reason: Gone) -> Notice | None:
        """Return the last message to a person's page before it is disconnected, or None."""

    @abstractmethod
    def ended(self, state: State, finishes: list[Finish]) -> Sequence[Record]:
        """Return the records of the end of all tables."""

    @abstractmethod
    def seat_late(self, state: State, person: int, open_now: Sequence[int]) -> Sequence[Record]:
        """Return the records that seat a person without a place at one of the tables `open_now` (from 0)."""

    def views(self, client: Client, moment: Moment) -> Iterable[tuple[int, Notice]]:
        """Return further messages to a viewer, by the number of the table that each is about."""
        return ()

    async def completed(self, records: Sequence[Record]) -> Sequence[Record]:
        """Return the records to write for a change: the given ones, if necessary with others before them."""
        return records

    async def pursue(self) -> None:
        """Bring about what is due by now; called every second."""

    def followed(self) -> None:
        """React to a change that viewers and tables follow now."""

    # --- reading

    def info(self) -> Any:
        """Return the gathering as everybody may see it."""
        return self.pictures().info

    @property
    def idle(self) -> bool:
        """True if the gathering has no viewers and no work under way."""
        return not self._jobs and not self.presence.clients and not self._tasks

    def knows(self, token: str) -> bool:
        """Return whether a token belongs to somebody in the gathering."""
        return self.state.person_of(token_digest(token)) is not None

    def refuse_removed(self, token: str | None) -> None:
        """Raise NotAllowedError for the token of somebody who was removed."""
        if token is not None and self.state.removed_of(token_digest(token)) is not None:
            raise NotAllowedError(f"{self.state.kind}.removed")

    # --- the queue

    @job
    async def _write(self, change: Callable[[State], Sequence[Record]]) -> None:
        """Write a change to the log."""
        records = await self.completed(change(self.state))
        if records:
            await self.write(records)

    async def change(self, change: Callable[[State], Sequence[Record]]) -> None:
        """Commit a change, arrange the tables, and show everybody the change."""
        await self._write(change)
        await self._follow()

    async def _follow(self) -> None:
        """Bring viewers and tables in line with the log, and show everybody the gathering."""
        self.presence.know(self.state.numbers())
        self._send_strangers_away()
        self._show_soon()
        await self.arrange()
        self._show_soon()
        self.followed()

    async def arrange(self) -> None:
        """Change the rooms of the tables to match the log."""
        async with self._arranging:
            if not self._closed:
                try:
                    await self.tables.arrange(self.plans())
                except BaseException:
                    self._disarranged = True
                    raise
                self._disarranged = False

    async def _quietly(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except Exception as error:
            self._failed(error)

    def _failed(self, error: BaseException) -> None:
        kind = type(error).__name__  # the error's text may name a hidden card
        logger.warning("log %s could not go on (%s)", self.key, kind)

    # --- viewers

    async def attach(self, client: Client, token: str | None, since: int | None = None) -> Client:
        """Add a client: a person, a person who claims a name, the teacher, or the projector (None).

        Raises:
            NotAllowedError: If the token is not of this gathering.
            RoomError: If there are too many clients.
            MovedError: If another process holds the gathering.
        """
        if self.moved:
            raise MovedError("room.moved")
        if len(self.presence.clients) >= MOST_CLIENTS:
            raise RoomError(f"{self.state.kind}.crowded", most=MOST_CLIENTS)
        digest = None if token is None else token_digest(token)
        if digest is not None and self.state.removed_of(digest) is not None:
            self._say_farewell(client, digest, "removed")
        self.refuse_removed(token)
        client.role, client.token, client.most = self.role_of(digest), digest, MOST_WAITING
        self.presence.add(client)
        self._show(client, self.pictures())
        self._came(client)
        return client

    def role_of(self, mark: str | None) -> Role:
        """Return the role of a token's digest. Raises NotAllowedError if it is not of this gathering."""
        if mark is None:
            return "projector"
        if self.state.person_of(mark) is not None:
            return "person"
        if self.state.asking_of(mark) is not None:
            return "asking"
        raise NotAllowedError(f"{self.state.kind}.not_yours")

    async def hear(self, client: Client, message: Any) -> None:
        """Note whether a client's page is visible, the only thing that clients report."""
        if isinstance(message, Looking):
            self.presence.look(client, message.looking)
            self._came(client)

    def leave(self, client: Client) -> None:
        """Remove a client that has left."""
        self.presence.remove(client)
        self._came(client)

    def _came(self, client: Client) -> None:
        """Show everybody that a person has come, gone or looked again; during a game, give a newcomer a seat."""
        if client.role != "person":
            return
        self._show_soon()
        person = self.state.person_of(client.token or "")
        if person is not None and client.looking and client in self.presence.clients:
            self.offer_seat(person.number)

    def offer_seat(self, person: int) -> None:
        """Give a person a seat if tables play and the person has none."""
        if self.state.playing and self.state.place_of(person) is None:
            self._tasks.begin(self._seat_late(person))

    async def _seat_late(self, person: int) -> None:
        await self.arrange()  # the tables may not be set up yet
        before = self.state.seq
        await self._write(lambda state: self.seat_late(state, person, list(self.tables.in_play())))
        if self.state.seq != before:
            await self._follow()

    def send_elsewhere(self) -> None:
        """Tell the viewers to connect again, and refuse all further work."""
        super().send_elsewhere()
        clients, self.presence.clients = self.presence.clients, []
        for client in clients:
            client.move()

    def _send_strangers_away(self) -> None:
        """Update the roles of people who were let back in, and remove the viewers of people who are gone."""
        for client in [other for other in self.presence.clients if other.role in ("person", "asking")]:
            mark = client.token or ""
            if self.state.person_of(mark) is not None:
                client.role = "person"
            elif self.state.asking_of(mark) is None:
                self.presence.remove(client)
                self._send_away(client, "removed")

    def _send_away(self, client: Client, reason: Gone) -> None:
        self._say_farewell(client, client.token or "", reason)
        client.close(CLOSE_REMOVED, RoomError(f"{self.state.kind}.left"))

    def _say_farewell(self, client: Client, mark: str, reason: Gone) -> None:
        """Send a phone the reason why its connection is about to close."""
        notice = self.farewell(mark, reason)
        if notice is not None:
            client.tell(notice)

    # --- showing

    def _on_table(self) -> None:
        """React to an event at a table: show it soon, and end the game if all tables are over."""
        self._tasks.begin(self._end_if_over())
        self._show_later(self.at_tables)

    def _show_soon(self) -> None:
        self._phones_due = True
        self._show_later(SOON)

    def _show_later(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        at = loop.time() + seconds
        if self._closed or (self._showing is not None and self._showing[0] <= at):
            return
        if self._showing is not None:
            self._showing[1].cancel()
        self._showing = (at, loop.call_later(seconds, self._show_all))

    def _show_all(self) -> None:
        self._showing = None
        phones, self._phones_due = self._phones_due, False
        moment = self.pictures()
        shared: dict[str, Notice] = {}
        for client in list(self.presence.clients):
            if phones or client.role in self.often:
                self._show(client, moment, shared)

    def _show(self, client: Client, moment: Moment, shared: dict[str, Notice] | None = None) -> None:
        """Send a viewer their view if it has changed; shared: views that several viewers have."""
        known = shared or {}
        notice = known.get(client.role) or self.view(client, moment)
        if notice is None:
            return
        if shared is not None and client.role in ("teacher", "projector"):
            shared[client.role] = notice
        if notice != client.last_shown:
            client.last_shown = notice
            client.tell(notice)
        shown = client.views
        for number, view in self.views(client, moment):
            if shown.get(number) != view:
                shown[number] = view
                client.tell(view)

    # --- people

    async def admit(self, records: Sequence[Record], token: str) -> None:
        """Write the records by which the owner of a token joins; only a job may call this."""
        await self.write(records)
        await self.context.store.entrust(self.key, token)
        self._after_join()

    @job
    async def come_back(self, code: str, token: str) -> Participant:
        """Let a person return with their code and a new token. Raises NotAllowedError for a wrong code."""
        mark = token_digest(token)
        known: Participant | None = self.state.person_of(mark)
        if known is None:
            returned: Any = come_back(self.state, code, mark, person_code(token))
            await self.admit([returned], token)
            self._tasks.begin(self._follow())
            known = self.state.people[returned.person]
        return known

    @job
    async def ask_back(self, name: str, token: str, address: str = "") -> Participant:
        """Claim to be the person of a name; the claim is allowed or refused later. address: the client's."""
        mark = token_digest(token)
        claims = {**self._claims, mark: address}
        records: list[Any] = [*ask_back(self.state, name, mark, person_code(token), claims)]
        await self.write(records)
        still = {asking.mark for asking in self.state.asking}
        self._claims = {claimed: found for claimed, found in claims.items() if claimed in still}
        self._after_join()
        self._send_strangers_away()
        asking = self.state.asking_of(mark)
        assert asking is not None
        person: Participant = self.state.people[asking.person]
        return person

    def _after_join(self) -> None:
        self.presence.know(self.state.numbers())
        self._show_soon()

    # --- the end of a game

    async def _end(self) -> None:
        """End the game at all tables; at those that still play, the leaders win."""
        finishes = [watch.finish() for watch in self.tables.watches]
        rooms = [watch.room.state.code for watch in self.tables.watches]

        def change(state: State) -> Sequence[Record]:
            return self.ended(state, finishes) if rooms == [table.room for table in state.tables] else []

        await self.change(change)

    @property
    def _all_over(self) -> bool:
        """True if the game goes on although all its tables are over."""
        watches = self.tables.watches
        return self.state.playing and bool(watches) and all(watch.over for watch in watches)

    async def _end_if_over(self) -> None:
        """End the game if all its tables are over."""
        if self._all_over:
            await self._end()

    async def _tick(self) -> None:
        """Try again every second, until the gathering closes, to bring about what is due; no error ends this."""
        while True:
            await asyncio.sleep(TICK)
            await self._quietly(self.pursue)
            await self._quietly(self._end_if_over)
            if self.tables.lost or self._disarranged:
                await self._quietly(self.arrange)

    # --- the end

    def removed(self) -> None:
        """Send every viewer away: the gathering is deleted."""
        for client in self.presence.clients:
            self._send_away(client, "deleted")
        self.presence.clients.clear()

    async def close(self) -> None:
        """Finish the jobs under way and stop watching the tables."""
        self._closed = True
        if self._showing is not None:
            self._showing[1].cancel()
        self._ticking.cancel()
        await asyncio.gather(self._ticking, self._tasks.close(), return_exceptions=True)
        await self.finish_jobs()
        self.tables.let_go()
