"""Rooms' files spoilt in all kinds of ways, and brought into a store: run as a program for as many as one likes.

    $ python -m tests.rooms.import_fuzz --files 10000

Each file is refused in one sentence that a terminal can show, with nothing written; or else all that can be asked
of the room works: every GET, its file again, its replay, and the views of all who sit there.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from collections import Counter
from contextlib import ExitStack
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import httpx
from fastapi import FastAPI

from hustings.engine.errors import SavedGameError
from hustings.rooms.broadcast.updates import Snapshot
from hustings.rooms.commands import changes
from hustings.rooms.commands.remarks import MarkWords, Say
from hustings.rooms.errors import RoomDamagedError
from hustings.rooms.log import transfer
from hustings.rooms.log.log_events import Chair
from hustings.rooms.log.state import RoomState
from hustings.rooms.rate_limits import Downloads
from hustings.rooms.registry import Rooms
from hustings.rooms.settings import RoomSettings
from hustings.rooms.stores.store import Store
from hustings.web.app import create_app
from hustings.web.protocol.serialize import message
from hustings.web.rest import drawings, replays
from hustings.web.settings import Settings
from tests.rooms.helpers import BOT, FRIEND, ME, Onlooker, fresh_id, move, open_rooms, play_on

NUMBERS = (0, 1, -1, 2, 7, 11, 12, 99, 2**31, 2**63, 10**40, 1.5, float("nan"))
WORDS = (
    "",
    "1/0",
    "-1",
    "x" * 5000,
    "\x1b[2J",
    "\u3164",
    "\ud800",
    "Ann",
    "zz",
    "person",
    "bot",
    "P1 turn 1",
    "P9 pass",
    "00",
)
OTHERS = (None, True, False, [], {}, [[]], [None], {"what": "played"}, [0, 0, 1])
GONE = object()
GETS = ("", "/export", "/qr.svg", "/replay", "/replay/0", "/replay/saved", "/deal", "/replay?game=1")
LONGEST = 300  # characters of a refusal
#: limits by time, which would depend on how fast the machine brings files
LIMITS: list[tuple[Any, str]] = [
    (drawings, "ADDRESS_SIZE"),
    (Downloads, "SIZE"),
    (replays, "REPLAYS_BY_ADDRESS"),
    (replays, "REPLAYS_AT_ONCE"),
]
PAGE = 400  # files after which the store is a new one


async def whole_files(folder: Path) -> list[dict[str, Any]]:
    """Files of rooms of all kinds: waiting, playing, over; with bots, devices, stand-ins, chat, marks and a series."""
    async with open_rooms(folder) as rooms:
        codes = [await _waiting(rooms), await _playing(rooms), await _series(rooms), await _marked(rooms)]
        return [await transfer.export(rooms.context.store, code) for code in codes]


async def _waiting(rooms: Rooms) -> str:
    seats = [ME, FRIEND, BOT, BOT, Chair("device", "Di"), Chair("device", "Ed")]
    room, host = await rooms.make("politics", {}, "Ann", seats, RoomSettings(chat=True))
    await room.join("Bo", "bo's own token")
    watcher = await room.attach(Onlooker(), host)
    await room.hear(watcher, Say(fresh_id(), "well met"))
    await room.issue(host, 1)
    await room.change(host, lambda state: changes.swap(state, 1, 2))
    await room.change(host, lambda state: changes.rename(state, 3, "Robo"))
    await room.change(host, lambda state: changes.lock(state, True))
    await room.hand_over(host, next(seat.seat for seat in room.info().seats if seat.name == "Bo"))
    return room.state.code


async def _playing(rooms: Rooms) -> str:
    room, host = await rooms.make("combat", {}, "Ann", [ME, FRIEND], RoomSettings(absent="bot", clock="gentle"))
    await room.join("Bo", "bo's own token")
    await room.start(host)
    await play_on(room, [await room.attach(Onlooker(), token) for token in (host, "bo's own token")], 9)
    await room.change(host, lambda state: changes.pause(state, True))
    return room.state.code


async def _series(rooms: Rooms) -> str:
    room, host = await rooms.make("president", {}, "Ann", [ME, Chair("device", "Di")], RoomSettings(games=3))
    watcher = await room.attach(Onlooker(), host)
    for _ in range(2):
        await play_on(room, [watcher])
        await room.rematch(host)
    await play_on(room, [watcher], 3)
    return room.state.code


async def _marked(rooms: Rooms) -> str:
    room, host = await rooms.make("politics", {}, "Ann", [ME, FRIEND], RoomSettings(delayed=True))
    await room.join("Bo", "bo's own token")
    await room.start(host)
    watchers = [await room.attach(Onlooker(), token) for token in (host, "bo's own token")]
    while True:
        for watcher, other in zip(watchers, reversed(watchers), strict=True):
            assert isinstance(watcher, Onlooker)
            for legal in watcher.snapshot.legal:
                if legal.verb == "nominate":
                    await move(room, watcher, f'{legal.text} "for the people"')
                    assert room.state.table is not None
                    await room.hear(other, MarkWords(fresh_id(), room.state.table.length, "kept"))
                    await play_on(room, watchers)
                    return room.state.code
        await play_on(room, watchers, 1)


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all values inside a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, part in inside for place in [(*path, key), *_places(part, (*path, key))]]


def _part(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def spoilt(file: dict[str, Any], random: Random) -> Any:
    """A file with one to three things changed: a value, a record's place, or a part that comes from elsewhere in it."""
    data = deepcopy(file)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        records = data.get("records")
        if isinstance(records, list) and len(records) > 1 and random.random() < 0.25:
            _move_records(records, random)
            continue
        places = _places(data)
        if not places:
            break
        path = random.choice(places)
        holder, new = _part(data, path[:-1]), _new(_part(data, path), data, places, random)
        if new is GONE:
            del holder[path[-1]]
        else:
            holder[path[-1]] = new
        if isinstance(holder, dict) and random.random() < 0.05:
            holder[random.choice(WORDS)] = random.choice(OTHERS)
    return data


def _move_records(records: list[Any], random: Random) -> None:
    one, other = random.randrange(len(records)), random.randrange(len(records))
    match random.randrange(4):
        case 0:
            records.insert(one, deepcopy(records[other]))
        case 1:
            del records[one]
        case 2:
            records[one], records[other] = records[other], records[one]
        case _:
            del records[max(1, one) :]


def _new(old: Any, data: Any, places: list[tuple[Any, ...]], random: Random) -> Any:
    kind = random.randrange(8)
    if kind == 0:
        return GONE
    if kind <= 2:
        return deepcopy(_part(data, random.choice(places)))
    if isinstance(old, bool):
        return not old
    if isinstance(old, int):
        return random.choice((old + 1, old - 1, random.choice(NUMBERS)))
    if isinstance(old, str) and old and kind < 6:
        at = random.randrange(len(old))
        return old[:at] + random.choice(("", "A", "1", "\n", "\x1b", old[at] * 2)) + old[at + 1 :]
    return deepcopy(random.choice((random.choice(NUMBERS), random.choice(WORDS), random.choice(OTHERS))))


async def _taken_in(store: Store, data: Any) -> tuple[RoomState | None, str]:
    try:
        return await transfer.take_in(store, data), ""
    except (SavedGameError, RoomDamagedError) as error:
        return None, str(error)


class Fuzz:
    """A server and the files brought to its store. seen: how many were refused, and how many taken."""

    def __init__(self, app: FastAPI, asking: httpx.AsyncClient) -> None:
        self.seen: Counter[str] = Counter()
        self._app, self._asking = app, asking

    @property
    def _rooms(self) -> Rooms:
        rooms: Rooms = self._app.state.app_state.rooms
        return rooms

    async def bring(self, data: Any) -> None:
        """Bring a file into the store, and ask the room everything where it was taken."""
        store = self._rooms.context.store
        before = len(await store.rooms())
        state, refusal = await _taken_in(store, data)
        if state is not None:
            self.seen["taken"] += 1
            await transfer.issue(store, state.code)
            await self._ask_all(state.code)
            return
        assert refusal.isprintable(), refusal
        assert len(refusal) < LONGEST, refusal
        assert len(await store.rooms()) == before
        self.seen["refused"] += 1

    async def _ask_all(self, code: str) -> None:
        for path in GETS:
            answer = await self._asking.get(f"/api/rooms/{code}{path}")
            expected = (200, 404, 409) if path else (200,)
            assert answer.status_code in expected, (path, answer.text)
            assert "does not replay" not in answer.text, (path, answer.text)
        room = await self._rooms.find(code)
        await room.attach(looker := Onlooker(), None)
        for notice in looker.all(Snapshot):
            json.loads(message(notice, ""))
        if room.state.table is not None:
            for seat in range(len(room.state.order)):
                room.state.table.legal(seat)
                json.loads(room.state.view(seat))
        await room.dismiss()
        self._rooms._live.pop(code)
        exported = await transfer.export(self._rooms.context.store, code)
        await transfer.take_in(self._rooms.context.store, json.loads(json.dumps(exported)))


async def fuzz(files: int, seed: int) -> Counter[str]:
    """Bring so many spoilt files to a server; how many were refused and taken."""
    random, seen = Random(seed), Counter[str]()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as patched:
        for owner, name in LIMITS:
            patched.enter_context(mock.patch.object(owner, name, PAGE * 10))
        whole = await whole_files(Path(folder) / "made")
        for begin in range(0, files, PAGE):
            app = create_app(Settings(data_dir=Path(folder) / f"store {begin}"))
            async with app.router.lifespan_context(app):
                transport = httpx.ASGITransport(app, raise_app_exceptions=True)
                async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as asking:
                    run = Fuzz(app, asking)
                    if not begin:
                        for file in whole:
                            await run.bring(file)
                        assert run.seen["taken"] == len(whole), run.seen
                    for _ in range(min(PAGE, files - begin)):
                        await run.bring(spoilt(random.choice(whole), random))
                    seen += run.seen
    return seen


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(dict(asyncio.run(fuzz(given.files, given.seed))))
