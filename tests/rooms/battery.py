"""kill -9 under load, again and again: run as a program, it prints what it saw and fails on anything lost.

    $ python -m tests.rooms.battery --kills 1000

Each time a process is forked that opens the same rooms, seats everybody, sends again what was not answered, and plays
on as fast as it can, telling through a pipe what its viewers were told. At a random moment it is killed. Then the log
is compared with everything that was ever told: no acknowledged move is missing, none stands twice, nothing was shown
that is not there, and every seat is live within five seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import select
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hustings.engine import game as games
from hustings.engine import installed
from hustings.rooms.broadcast.updates import Acknowledged, Notice, Refused, Snapshot
from hustings.rooms.clients import Client
from hustings.rooms.commands.play import Play
from hustings.rooms.commands.remarks import Say
from hustings.rooms.errors import RoomError
from hustings.rooms.registry import Rooms
from hustings.rooms.room import Room
from hustings.rooms.settings import RoomSettings
from tests.rooms.helpers import FRIEND, ME, Onlooker, fresh_id, open_rooms

ROOMS_A_GAME = 1
LIVE_WITHIN = 5.0  # seconds
LONGEST_LIFE = 0.25  # seconds of play before a kill
TALK = 0.1  # the share of moves before which something is written to the room


@dataclass
class Ledger:
    """Everything that was ever told. acks: record by (room, command); open: commands without an answer."""

    rooms: dict[str, list[str]] = field(default_factory=dict)
    acks: dict[tuple[str, str], int] = field(default_factory=dict)
    open: dict[tuple[str, str], tuple[str, int, str]] = field(default_factory=dict)
    shown: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    lives: int = 0

    def hear(self, line: str) -> None:
        """Note what a process told."""
        told = json.loads(line)
        match told.pop("what"):
            case "room":
                self.rooms[told["code"]] = told["tokens"]
            case "sends":
                self.open[told["code"], told["id"]] = (told["token"], told["decision"], told["text"])
            case "ack":
                key = (told["code"], told["id"])
                assert self.acks.setdefault(key, told["seq"]) == told["seq"], f"{key} was acknowledged twice"
                self.open.pop(key, None)
            case "refused":
                key = (told["code"], told["id"])
                assert key not in self.acks, f"{key} was acknowledged, then refused"
                self.open.pop(key, None)
            case "shown":
                self.shown[told["code"]] = max(self.shown[told["code"]], told["seq"])
            case "live":
                self.lives += 1
                self.slowest = max(self.slowest, told["seconds"])

    def check(self, file: Path) -> None:
        """Compare with the log, read behind the server's back."""
        connection = sqlite3.connect(file)
        rows = connection.execute("SELECT room, seq, body FROM log ORDER BY room, seq").fetchall()
        connection.close()
        last: Counter[str] = Counter()
        written: dict[tuple[str, str], int] = {}
        for code, seq, body in rows:
            assert seq == last[code] + 1, f"room {code} has a gap before {seq}"
            last[code] = seq
            command = json.loads(body).get("id")
            if command:
                assert (code, command) not in written, f"{command} stands twice in room {code}"
                written[code, command] = seq
        for key, seq in self.acks.items():
            assert written.get(key) == seq, f"{key} was acknowledged as {seq}; the log has it as {written.get(key)}"
        for code, seq in self.shown.items():
            assert seq <= last[code], f"record {seq} of room {code} was shown; the log ends with {last[code]}"


class Seat(Onlooker):
    """A viewer that tells everything, and wakes its player."""

    def __init__(self, told: Any, code: str) -> None:
        super().__init__()
        self.woken = asyncio.Event()
        self._told, self._code = told, code

    def tell(self, notice: Notice) -> None:
        if isinstance(notice, Snapshot):
            self._told(what="shown", code=self._code, seq=notice.seq)
        elif isinstance(notice, Acknowledged):
            self._told(what="ack", code=self._code, id=notice.id, seq=notice.seq)
        elif isinstance(notice, Refused):
            self._told(what="refused", code=self._code, id=notice.id)
        super().tell(notice)
        self.woken.set()


async def live(folder: Path, ledger: Ledger, pipe: int, born: float, each: int) -> None:
    """One process's life: seat everybody, then play until killed."""

    def told(**facts: Any) -> None:
        os.write(pipe, (json.dumps(facts) + "\n").encode())

    async with open_rooms(folder) as rooms:
        if not ledger.rooms:
            for name in installed.game_names():
                for _ in range(each):
                    told(what="room", **await made(rooms, name))
            told(what="live", seconds=0.0)
            await asyncio.sleep(60)
        seats: list[tuple[Room, Client, Seat, str]] = []
        for code, tokens in ledger.rooms.items():
            room = await rooms.find(code)
            for token in tokens:
                viewer = Seat(told, code)
                seats.append((room, await room.attach(viewer, token), viewer, token))
        for room, watcher, _, token in seats:
            for (code, command), (sender, decision, text) in ledger.open.items():
                if (code, sender) == (room.state.code, token):
                    await room.hear(watcher, Play(command, decision, text))
        told(what="live", seconds=time.monotonic() - born)
        await asyncio.gather(*(play(told, *seat) for seat in seats))


async def made(rooms: Rooms, game: str) -> dict[str, Any]:
    """A room with people on every seat, its game begun."""
    most = max(games.game(game).seats_allowed)
    room, host = await rooms.make(game, {}, "P1", [ME, *[FRIEND] * (most - 1)], RoomSettings(chat=True))
    tokens = [host, *(f"token-{room.state.code}-{seat}" for seat in range(1, most))]
    for seat, token in enumerate(tokens[1:], 2):
        await room.join(f"P{seat}", token)
    await room.start(host)
    return {"code": room.state.code, "tokens": tokens}


def _agreed(room: Room, seat: int | None) -> bool:
    """Return whether a seat has agreed to a rematch."""
    asked = room.info().rematch
    return asked is not None and seat in asked.agreed


async def play(told: Any, room: Room, watcher: Client, viewer: Seat, token: str) -> None:
    """Move whenever something can be moved; after a game agree to the next one."""
    number = 0
    while True:
        viewer.woken.clear()
        snapshot = viewer.snapshot
        if snapshot.legal and snapshot.decision is not None:
            number += 1
            command = f"{os.getpid()}-{fresh_id()}-{number}"
            if random.random() < TALK:
                with contextlib.suppress(RoomError):  # it is answered as a move is, and stands in the same log
                    await room.hear(watcher, Say(f"{command}-said", "well played"))
            text = str(snapshot.legal[random.randrange(len(snapshot.legal))])
            told(what="sends", code=room.state.code, id=command, token=token, decision=snapshot.decision, text=text)
            await room.hear(watcher, Play(command, snapshot.decision, text))
        elif snapshot.room.phase == "over" and room.state.phase == "over" and not _agreed(room, snapshot.seat):
            await room.rematch(token)
        else:
            await viewer.woken.wait()


def one_life(folder: Path, ledger: Ledger, longest: float, each: int) -> None:
    """Fork, listen, kill at a random moment, compare."""
    reading, writing = os.pipe()
    born = time.monotonic()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            asyncio.run(live(folder, ledger, writing, born, each))
        finally:
            os._exit(1)
    os.close(writing)
    lives, rest = ledger.lives, b""
    end = born + LIVE_WITHIN + longest
    killed = False
    while True:
        ready, _, _ = select.select([reading], [], [], max(0.0, end - time.monotonic()))
        if not ready and not killed:
            os.kill(child, signal.SIGKILL)
            killed = True
            end = time.monotonic() + LIVE_WITHIN
            continue
        chunk = os.read(reading, 1 << 16)
        if not chunk:
            break
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            ledger.hear(line.decode())
        if ledger.lives > lives and not killed:
            lives, end = ledger.lives, time.monotonic() + random.random() * longest
        if time.monotonic() >= end and not killed:
            os.kill(child, signal.SIGKILL)
            killed = True
    os.close(reading)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the process ended by itself"
    ledger.check(folder / "rooms.db")


def battery(kills: int, longest: float, each: int) -> Ledger:
    """Kill so often, with so many rooms of each game; everything that was told."""
    ledger = Ledger()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(kills + 1):  # the first life only makes the rooms
            one_life(Path(folder), ledger, longest if number else 0.0, each)
    assert ledger.slowest <= LIVE_WITHIN, f"a seat was live only after {ledger.slowest:.1f} seconds"
    return ledger


def main() -> None:
    """Read what was asked, and say what was seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--longest", type=float, default=LONGEST_LIFE, help="seconds of play before a kill, at most")
    parser.add_argument("--rooms", type=int, default=ROOMS_A_GAME, help="rooms of each game")
    asked = parser.parse_args()
    began = time.monotonic()
    ledger = battery(asked.kills, asked.longest, asked.rooms)
    took = time.monotonic() - began
    sys.stdout.write(
        f"{asked.kills} kills in {took:.0f} s, {len(ledger.rooms)} rooms, {len(ledger.acks)} acknowledged moves: "
        f"0 lost, 0 doubled, 0 phantoms; every seat live within {ledger.slowest:.2f} s\n"
    )


if __name__ == "__main__":
    main()
