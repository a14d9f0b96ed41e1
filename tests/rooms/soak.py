"""Thousands of rooms made, played out over sockets, left and expired: run as a program.

    $ python -m tests.rooms.soak --rooms 10000

A whole server and its clients share one event loop. After each tenth it prints the memory, and no socket, room, line,
record or task may be left, on disk or in memory; the memory after the second tenth may not have grown by more than what
an allocator keeps. Texts that are kept on purpose, up to a bound reached after thousands of rooms, are let go before it
is measured.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any
from weakref import WeakSet

import httpx
from websockets.asyncio.client import ClientConnection, connect

from hustings.engine import game as games
from hustings.engine import installed
from hustings.rooms.rate_limits import RoomMaking
from hustings.web.app_state import AppState
from hustings.web.protocol import serialize
from hustings.web.serve import free_port, make_server
from hustings.web.settings import Settings
from tests.rooms.helpers import expire_all
from tests.web.helpers import fresh_id

AT_ONCE = 20
MOST_MOVES = 80  # of one player; a room that is not over by then is left as it is, and expires
SELDOM = 0.05  # the share of rooms that may be of any game, a long one too
SHORT = 60  # minutes
WATCHED = 0.2  # the share of rooms somebody watches
BREAKS = 0.02  # the chance that a player's line breaks after a state, and comes back
GROWTH = 16.0  # MiB
WARM = 2  # tenths until the server has all it needs
STILL = 30.0  # seconds without a record until a room is taken to be dead
PAGE = 4096  # bytes
ALONE = httpx.Limits(max_keepalive_connections=0)  # else a question may meet a connection that is just being closed


def memory() -> float:
    """The memory this process has now, in MiB, without the texts that are kept for whoever needs them next."""
    for name in installed.game_names():
        installed.rulebook(name)._lines.clear()
        installed.rulebook(name).written.clear()
        installed.rulebook(name).schema._json._parts.clear()
    serialize.with_link.cache_clear()
    serialize._room.cache_clear()
    serialize._presence.cache_clear()
    serialize._move.cache_clear()
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / 2**20


class Soak:
    """One server and everybody who plays on it. seen: rooms by how they ended, moves, breaks, rooms expired."""

    def __init__(self, port: int, app_state: AppState, asking: httpx.AsyncClient) -> None:
        self.app_state = app_state
        self.seen: Counter[str] = Counter()
        self._port = port
        self._asking = asking
        minutes = {name: max(games.game(name).words["minutes"]) for name in installed.game_names()}
        self._short = [name for name, most in minutes.items() if most <= SHORT]

    async def ask(self, path: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
        """A question over HTTP, and its answer."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = await self._asking.post(f"/api/rooms{path}", json=body, headers=headers)
        assert answer.status_code == 200, answer.text
        self._asking.cookies.clear()  # thousands of people are not one browser that keeps every seat's cookie
        found: dict[str, Any] = answer.json()
        return found

    async def one_room(self, random: Random) -> None:
        """Make a room of some game, play it to its end, leave it."""
        game = random.choice(installed.game_names() if random.random() < SELDOM else self._short)
        seats = random.choice(games.game(game).seats_allowed)
        friend = random.random() < 0.5
        others = [
            {"kind": "friend"} if friend and seat == 1 else {"kind": "bot", "level": "thumb"}
            for seat in range(1, seats)
        ]
        terms = {"absent": "bot", "clock": "gentle"}
        made = await self.ask("", {"game": game, "name": "Ann", "seats": [{"kind": "me"}, *others], "terms": terms})
        code, tokens = made["room"]["code"], [made["token"]]
        if friend:
            tokens.append((await self.ask(f"/{code}/join", {"name": "Bo"}))["token"])
            await self.ask(f"/{code}/host", {"do": "start"}, tokens[0])
        lookers = [None] if random.random() < WATCHED else []
        people = [asyncio.create_task(self.play(code, token, random)) for token in (*tokens, *lookers)]
        try:
            over = await self.until_one_leaves(code, people)
            if over:
                await asyncio.wait_for(asyncio.gather(*people), STILL)
        finally:
            for task in people:
                task.cancel()
            await asyncio.gather(*people, return_exceptions=True)
        self.seen["over" if over else "left in mid-game"] += 1

    async def until_one_leaves(self, code: str, people: list[asyncio.Task[bool]]) -> bool:
        """Wait until the first of the people leaves; whether the game is over."""
        seq = -1
        while True:
            done, _ = await asyncio.wait(people, timeout=STILL, return_when=asyncio.FIRST_COMPLETED)
            if done:
                return all(task.result() for task in done)
            room = await self.app_state.rooms.find(code)
            assert room.state.seq > seq, f"room {code} of {room.state.game_name} stands still at record {seq}"
            seq = room.state.seq

    @asynccontextmanager
    async def line(self, code: str, token: str | None, since: int | None) -> AsyncIterator[ClientConnection]:
        """A socket that has said hello."""
        address = f"ws://127.0.0.1:{self._port}/api/rooms/{code}/socket"
        async with connect(address, compression=None, close_timeout=5) as socket:
            await socket.send(json.dumps({"hello": {"token": token, "since": since}}))
            yield socket

    async def play(self, code: str, token: str | None, random: Random) -> bool:
        """Play one seat, or watch, until the game is over or somebody has had enough; whether it is over."""
        moves, since = 0, None
        while True:
            async with self.line(code, token, since) as socket:
                state, waiting, due = None, "", 0
                async for text in socket:
                    message = json.loads(text)
                    if message["type"] == "state":
                        state, since = message, message["seq"]
                        if state["over"]:
                            return True
                        if not waiting and random.random() < BREAKS:
                            break
                    elif waiting and message.get("id") == waiting:  # refused where somebody else moved meanwhile
                        self.seen[message["type"]] += 1
                        waiting, due = "", message.get("seq", 0)
                    if state and state["legal"] and not waiting and state["seq"] >= due:
                        if moves == MOST_MOVES:
                            return False
                        moves, waiting = moves + 1, fresh_id()
                        move = random.choice(state["legal"])["text"]
                        await socket.send(json.dumps({"id": waiting, "decision": state["decision"], "play": move}))
                else:
                    raise AssertionError("the server closed a line")
            self.seen["lines broken"] += 1

    async def sweep(self) -> None:
        """Wait until no socket is left and no bot moves, then let every room expire; nothing may be left."""
        rooms, until = self.app_state.rooms, time.monotonic() + STILL
        held = WeakSet(rooms._live.values())
        while self.app_state.sockets or rooms.open:
            assert time.monotonic() < until, f"{self.app_state.sockets} sockets and {rooms.open} rooms are left"
            await asyncio.sleep(0.01)
            await rooms.forget_quiet(quiet=-1)
        self.seen["expired"] += len(await expire_all(rooms.context.store))
        assert (rooms.open, self.app_state.polled, await rooms.context.store.rooms()) == (0, {}, [])
        while held:
            assert time.monotonic() < until + STILL, f"{len(held)} rooms stay in memory"
            await asyncio.sleep(0.01)
            gc.collect()


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[Soak]:
    """A server in this event loop, and a way to ask it."""
    listening = free_port("127.0.0.1", 0)
    port = listening.getsockname()[1]
    RoomMaking.ADDRESS_SIZE = RoomMaking.SERVER_SIZE = 10**9
    server = make_server(Settings(data_dir=folder, store=None, bot_pause=(0.0, 0.0), pace=(1000, 1000)))
    running = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.ready.is_set():
        await asyncio.sleep(0.01)
    app_state: AppState = server._app.state.app_state
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=STILL, limits=ALONE) as asking:
            yield Soak(port, app_state, asking)
    finally:
        server.should_exit = True
        await running
        listening.close()


async def soak(folder: Path, count: int, say: bool) -> Counter[str]:
    """So many rooms, and what became of them."""
    early = 0.0
    alone = len(asyncio.all_tasks())
    async with serving(folder) as site:
        for tenth in range(10):
            left = iter(range(count // 10))

            async def worker(number: int, left: object = left, tenth: int = tenth) -> None:
                random = Random(tenth * AT_ONCE + number)
                for _ in left:  # type: ignore[attr-defined]
                    await site.one_room(random)

            await asyncio.gather(*(worker(number) for number in range(AT_ONCE)))
            await site.sweep()
            now = memory()
            early = now if tenth < WARM else early
            if say:
                rooms, moves, tasks = (tenth + 1) * (count // 10), site.seen["ack"], len(asyncio.all_tasks())
                sys.stdout.write(f"{rooms:6} rooms  {now:6.1f} MiB  {tasks} tasks  {moves} moves\n")
                sys.stdout.flush()
    assert len(asyncio.all_tasks()) == alone, "tasks are left over"
    grown = memory() - early
    assert grown < GROWTH, f"the memory grew by {grown:.1f} MiB after the second tenth"
    return site.seen


def main() -> None:
    """Read what was asked, and say what was seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", type=int, default=1000)
    asked = parser.parse_args()
    began, worked = time.monotonic(), time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        seen = asyncio.run(soak(Path(folder), asked.rooms, True))
    took, worked = time.monotonic() - began, time.process_time() - worked
    sys.stdout.write(
        f"{dict(seen)} in {took:.0f} s ({worked:.0f} s of work): no room, socket or task left, memory flat\n"
    )


if __name__ == "__main__":
    main()
