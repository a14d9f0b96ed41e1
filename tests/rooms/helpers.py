"""What the tests of rooms share: a bounded event loop, a viewer that remembers, rooms in a temporary folder."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from hustings.engine.errors import HustingsError
from hustings.rooms.automation.bot_pool import BotPool
from hustings.rooms.broadcast.updates import Acknowledged, Notice, Presence, Refused, Snapshot
from hustings.rooms.clients import CLOSE_MOVED, CLOSE_REMOVED, CLOSE_REPLACED, Client
from hustings.rooms.commands.command import Command
from hustings.rooms.commands.play import Play
from hustings.rooms.context import RoomContext
from hustings.rooms.log.log_events import Chair
from hustings.rooms.registry import Rooms
from hustings.rooms.room import Room
from hustings.rooms.stores.sqlite import SqliteStore
from hustings.rooms.stores.store import Store

Answer = TypeVar("Answer")
LIMIT = 60.0  # seconds no test of rooms may take longer than; a machine may be busy
_numbers = itertools.count()

ME, FRIEND, BOT = Chair("person"), Chair("open"), Chair("bot", level="thumb")


def run(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Run a test's coroutine, but not for ever."""

    async def bounded() -> Answer:
        return await asyncio.wait_for(work, LIMIT)

    return asyncio.run(bounded())


def fresh_id() -> str:
    """A command id nobody has used."""
    return f"test-{next(_numbers):08d}"


class Onlooker(Client):
    """A client that remembers all messages."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[Notice] = []
        self.ended: str | None = None
        self.hook: Callable[[Notice], None] = lambda notice: None

    def tell(self, notice: Notice) -> None:
        self.told.append(notice)
        self.hook(notice)

    def close(self, code: int, reason: HustingsError) -> None:
        kinds = {CLOSE_REPLACED: "replaced", CLOSE_REMOVED: "removed", CLOSE_MOVED: "moved"}
        self.ended = kinds.get(code, str(reason))

    @property
    def but_presence(self) -> list[Notice]:
        """The notices except those about who is here, which a room sends a moment later, in between others."""
        return [notice for notice in self.told if not isinstance(notice, Presence)]

    @property
    def snapshot(self) -> Snapshot:
        """The last snapshot."""
        return self.all(Snapshot)[-1]

    @property
    def view(self) -> dict[str, Any] | None:
        """The view in the last snapshot, None in the lobby."""
        view: dict[str, Any] | None = json.loads(self.snapshot.view.text) if self.snapshot.view else None
        return view

    def all(self, kind: type[Answer]) -> list[Answer]:
        """Every notice of a kind."""
        return [notice for notice in self.told if isinstance(notice, kind)]

    def last(self, kind: type[Answer]) -> Answer:
        """The last notice of a kind."""
        return self.all(kind)[-1]


@dataclass
class Clocks:
    """A wall clock that can be set, and a clock that runs."""

    wall: float = 1.7e9
    running: float = 500.0

    def pass_time(self, seconds: float) -> None:
        self.wall += seconds
        self.running += seconds

    def wall_now(self) -> float:
        return self.wall

    def running_now(self) -> float:
        return self.running


@asynccontextmanager
async def open_rooms(
    folder: Path, store: Store | None = None, bot_pool: BotPool | None = None, keep: float = 1e6
) -> AsyncIterator[Rooms]:
    """Rooms whose log lies in a folder, with bots that do not pretend to think."""
    rooms = Rooms(RoomContext(store or SqliteStore(folder / "rooms.db"), bot_pool or BotPool(), (0.0, 0.0)), keep)
    try:
        yield rooms
    finally:
        await rooms.close()


async def play_again(room: Room, *tokens: str) -> None:
    """Let everybody who is here agree to a rematch."""
    for token in tokens:
        await room.rematch(token)


async def two_friends(rooms: Rooms, **options: str) -> tuple[Room, str, str]:
    """A room of Ann and Bo, its game begun: the room, Ann's token (the host's, P1), Bo's."""
    room, ann = await rooms.make("combat", options, "Ann", [ME, FRIEND])
    bo = "bo's own token of 22"
    await room.join("Bo", bo)
    await room.start(ann)
    return room, ann, bo


async def move(room: Room, watcher: Client, text: str | None = None) -> Acknowledged | Refused:
    """Send a move (the first legal one where none is given) and return the answer."""
    viewer = watcher
    assert isinstance(viewer, Onlooker)
    command, snapshot = fresh_id(), viewer.snapshot
    assert snapshot.decision is not None
    await room.hear(watcher, Play(command, snapshot.decision, text or str(snapshot.legal[0])))
    for notice in reversed(viewer.told):
        if isinstance(notice, Acknowledged | Refused) and notice.id == command:
            return notice
    raise AssertionError("the move was neither acknowledged nor refused")


async def refused(room: Room, watcher: Client, command: Command) -> Refused:
    """Send a command that must be refused, with nothing written; return the refusal."""
    before = room.state.seq
    await room.hear(watcher, command)
    assert isinstance(watcher, Onlooker)
    answer = watcher.last(Refused)
    assert (answer.id, room.state.seq) == (command.id, before)
    return answer


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so; the test's own limit ends a wait in vain."""
    while not condition():
        await asyncio.sleep(0.001)


async def play_on(room: Room, watchers: list[Client], decisions: int = 10_000) -> int:
    """Let the watchers' seats play until the end, or so many decisions; return how many they made.

    Which legal move falls on whom goes by the log's length: of two who throw, no two always throw the same.
    """
    made = 0
    while room.state.phase != "over" and made < decisions:
        for watcher in watchers:
            viewer = watcher
            assert isinstance(viewer, Onlooker)
            if viewer.snapshot.legal:
                legal = viewer.snapshot.legal
                answer = await move(room, watcher, str(legal[room.state.seq % len(legal)]))
                assert isinstance(answer, Acknowledged), answer
                made += 1
                break
        else:
            await asyncio.sleep(0)
    return made


async def expire_all(store: Store) -> list[str]:
    """Remove all rooms of a store that `keep` does not protect; return their codes."""
    return await store.expire(await store.past(-1e9), -1e9)


async def listed_and_half_expired(store: Store) -> set[str]:
    """See that a store lists rooms by when they were written to and lets old ones expire; return the rest."""
    codes = [f"BCDFG{letter}" for letter in "HJKBCDF"]
    for code in codes:
        await store.append(code, 1, ["one"])
    await store.append(codes[2], 2, ["two"])
    assert [entry.code for entry in await store.rooms()] == [codes[2], *reversed([*codes[:2], *codes[3:]])]
    kept = {codes[k] for k in (2, 4, 5, 6)}
    await store.keep(kept, 1e12)
    assert await store.past(60.0) == []
    assert await store.past(-1e9, "X") == []
    assert sorted(await store.expire(codes, -1e9)) == sorted(codes[k] for k in (0, 1, 3))
    await store.keep(kept, 0.0)
    return kept
