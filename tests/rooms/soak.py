"""Thousands of rooms made, played by whoever sits there, left, forgotten and expired: run as a program.

    $ python -m tests.rooms.soak --rooms 10000

It prints the memory after each tenth. In the end no room, task or thread of work may be left, and the memory after the
first tenth may not have grown by more than what a room's log on disk explains.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

from hustings.engine import book
from hustings.rooms.house import Rooms
from hustings.rooms.notices import Acknowledged
from hustings.rooms.records import Terms
from tests.rooms.helpers import BOT, FRIEND, ME, Onlooker, fresh_id, house

AT_ONCE = 20
MOST_MOVES = 60  # a room that is not over by then is left as it is, and expires
GROWTH = 12.0  # MiB
STILL = 20.0  # seconds without a record until a room is taken to be dead
PAGE = 4096  # bytes


def memory() -> float:
    """The memory this process has now, in MiB."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / 2**20


async def one_room(rooms: Rooms, random: Random, seen: Counter[str]) -> None:
    """Make a room of some game, play it, leave it."""
    game = random.choice(book.game_names())
    seats = random.choice(book.game(game).seats_allowed)
    friend = random.random() < 0.5
    others = [FRIEND if friend and seat == 1 else BOT for seat in range(1, seats)]
    room, host = await rooms.make(game, {}, "Ann", [ME, *others], Terms(absent="bot", clock="gentle"))
    tokens = [host]
    if friend:
        await room.join("Bo", "bo's token")
        tokens.append("bo's token")
        await room.start(host)
    lookers = [Onlooker() for _ in tokens]
    watchers = [await room.attach(looker, token) for looker, token in zip(lookers, tokens, strict=True)]
    spectator = await room.attach(Onlooker(), None)
    for _ in range(MOST_MOVES):
        seq, until = room.state.seq, time.monotonic() + STILL
        while room.state.phase == "playing" and not any(looker.picture.legal for looker in lookers):
            await asyncio.sleep(0.002)
            if room.state.seq != seq:
                seq, until = room.state.seq, time.monotonic() + STILL
            assert time.monotonic() < until, f"room {room.state.code} of {game} stands still"
        if room.state.phase == "over":
            break
        mover = next(number for number, looker in enumerate(lookers) if looker.picture.legal)
        picture, looker = lookers[mover].picture, lookers[mover]
        assert picture.decision is not None
        await room.play(watchers[mover], fresh_id(), picture.decision, str(random.choice(picture.legal)))
        seen["moves"] += bool(looker.all(Acknowledged))
        for told in lookers:
            told.told = [told.picture]
    seen[room.state.phase] += 1
    for watcher in (*watchers, spectator):
        room.detach(watcher)


async def soak(folder: Path, count: int, say: bool) -> Counter[str]:
    """So many rooms, and what became of them."""
    seen: Counter[str] = Counter()
    early = 0.0
    tasks = len(asyncio.all_tasks())
    async with house(folder, keep=-1) as rooms:
        for tenth in range(10):
            left = iter(range(count // 10))

            async def worker(number: int, left: object = left, tenth: int = tenth) -> None:
                random = Random(tenth * AT_ONCE + number)
                for _ in left:  # type: ignore[attr-defined]
                    await one_room(rooms, random, seen)

            await asyncio.gather(*(worker(number) for number in range(AT_ONCE)))
            while any(not room.idle for room in rooms._rooms.values()):
                # bots of an unfinished room play on; they are stopped with it
                await rooms.expire()
                await asyncio.sleep(0)
            rooms.forget_quiet(quiet=-1)
            seen["expired"] += len(await rooms.expire())
            assert rooms.open == 0
            now = memory()
            early = early or now
            if say:
                sys.stdout.write(f"{(tenth + 1) * (count // 10):6} rooms  {now:6.1f} MiB  {seen['moves']} moves\n")
        assert await rooms.house.store.rooms() == []
        assert len(asyncio.all_tasks()) == tasks, "tasks are left over"
    grown = memory() - early
    assert grown < GROWTH, f"the memory grew by {grown:.1f} MiB after the first tenth"
    return seen


def main() -> None:
    """Read what was asked, and say what was seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", type=int, default=1000)
    asked = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        seen = asyncio.run(soak(Path(folder), asked.rooms, True))
    sys.stdout.write(f"{dict(seen)} in {time.monotonic() - began:.0f} s: no room or task left, memory flat\n")


if __name__ == "__main__":
    main()
