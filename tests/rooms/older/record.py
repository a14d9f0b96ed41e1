"""Record rooms in mid-game as this checkout stores them, for later versions to open (see test_older.py).

Every value of every option is in one room at least. In the checkout of the version to record:

    PYTHONPATH=src:. python .../tests/rooms/older/record.py .../tests/rooms/older/VERSION.db.gz
"""

from __future__ import annotations

import asyncio
import gzip
import sqlite3
import sys
import tempfile
from functools import partial
from pathlib import Path
from random import Random

import hustings
from hustings.rooms import registry
from hustings.rooms.clients import Client
from hustings.rooms.commands import changes
from hustings.rooms.commands.remarks import Say
from hustings.rooms.registry import Rooms
from hustings.rooms.room import Room
from hustings.rooms.settings import RoomSettings
from tests.rooms.helpers import BOT, FRIEND, ME, Onlooker, fresh_id, move, open_rooms, until

TOKENS = [f"the token of seat P{seat + 1}" for seat in range(6)]
STOPS = {"combat": 6, "politics": 8, "president": 7, "mudslinger": 150}  # decisions before the first room is left
STEPS = {"combat": 2, "politics": 2, "president": 2, "mudslinger": 60}  # how many more before each next one


def variants(game: hustings.Game) -> list[dict[str, str]]:
    """The default options, then each other value of one option, then the last value of all."""
    options = game.book.options
    others = [{option.name: value} for option in options for value in option.values[1:]]
    return [{}, *others, {option.name: option.values[-1] for option in options}]


async def play(room: Room, watchers: list[Client], random: Random, decisions: int = 10_000) -> None:
    """Let the people, who have the first chairs, play at random until the end, or so many decisions."""
    for _ in range(decisions):
        await until(lambda: room.state.phase == "over" or bool(owing(room, watchers)))
        if room.state.phase == "over":
            return
        table, chair = room.state.table, owing(room, watchers)[0]
        assert table is not None
        await move(room, watchers[chair], str(random.choice(table.legal(room.state.seat_of(chair)))))


def owing(room: Room, watchers: list[Client]) -> list[int]:
    """The chairs of people who owe a decision."""
    assert room.state.table is not None
    return [chair for chair in range(len(watchers)) if room.state.seat_of(chair) in room.state.table.owes]


async def leave_in_mid_game(rooms: Rooms, name: str, number: int, options: dict[str, str], last: bool) -> None:
    """Play one room to its middle: the first of a game has a whole game behind it, the last one has a bot."""
    allowed = hustings.game(name).seats_allowed
    seats = allowed[number % len(allowed)]
    chairs = [ME, *[FRIEND] * (seats - 1 - last), *[BOT] * last]
    settings = RoomSettings(games=3 * (number == 0), chat=number == 0)
    room, _ = await rooms.make(name, options, "Ann", chairs, settings)
    people = TOKENS[: chairs.count(FRIEND) + 1]
    for place, token in enumerate(people[1:], 2):
        await room.join(f"Friend {place}", token)
    if room.state.phase == "lobby":
        await room.start(people[0])
    random = Random(number)
    watchers = [await room.attach(Onlooker(), token) for token in people]
    if number == 0 and name != "mudslinger":  # whose games are long
        await play(room, watchers, random)
        for person in people:
            await room.rematch(person)
    await play(room, watchers, random, (STOPS[name] + STEPS[name] * number) // (1 + last))
    while options.get("hot_streak") == "on" and room.state.table.view(None)["defender"] is None:  # type: ignore[union-attr]
        await play(room, watchers, random, 1)  # until a held state is under attack (MS-19)
        assert room.state.phase == "playing", (name, options)
    if number == 0:
        await room.hear(watchers[0], Say(fresh_id(), "One moment, please."))
        await room.change(people[0], partial(changes.pause, paused=True))
        await room.change(people[0], partial(changes.pause, paused=False))
    assert room.state.phase == "playing", (name, options)
    print(name, options, seats, room.state.seq, flush=True)


async def record(folder: Path) -> None:
    """Fill a store with rooms of all four games."""
    registry.new_token = lambda: TOKENS[0]  # the host's is random, and later versions must sit there, too
    async with open_rooms(folder) as rooms:
        for name in STOPS:
            found = variants(hustings.game(name))
            for number, options in enumerate(found):
                await leave_in_mid_game(rooms, name, number, options, number + 1 == len(found))


def main(out: Path) -> None:
    """Write the store to a compressed SQLite file."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(record(Path(folder)))
        connection = sqlite3.connect(Path(folder, "rooms.db"))
        connection.execute("VACUUM INTO ?", [str(Path(folder, "whole.db"))])
        connection.close()
        out.write_bytes(gzip.compress(Path(folder, "whole.db").read_bytes(), 9, mtime=0))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
