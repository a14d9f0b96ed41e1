"""A class's data to try things on: python -m tests.examples.sample_class writes examples/notebooks/class.zip.

Twelve people whom a program plays, at three tables that are dealt alike, two games of U.S. President and a question.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from hustings import bots
from hustings.classes import changes
from hustings.rooms.clients import Client
from tests.classes.helpers import Student, class_of, do, open_classes
from tests.rooms.helpers import move, until

PATH = Path(__file__).resolve().parents[2] / "examples" / "notebooks" / "class.zip"
PEOPLE, SIZE, GAMES = 12, 4, 2
QUESTION, ANSWERS = "Will somebody have a majority at the first count?", ["Yes", "No"]
LEVELS = ("random", "canvasser", "thumb")
LIMIT = 300.0


async def _play(people: list[Student], number: int) -> None:
    """Play one game of everybody to its end, each person at a level of their own."""
    sitting: list[tuple[Student, Client]] = [(person, await person.sit()) for person in people]
    while sitting[0][0].classroom.state.phase == "playing":
        for person, watcher in sitting:
            room = person.room
            table = room.state.table
            if table is not None and watcher.seat in table.owes:
                level = LEVELS[person.number % len(LEVELS)]
                chosen = bots.choose(table, watcher.seat, level, key=f"{number} {person.number} {table.length}")
                await move(room, watcher, chosen.text)
        await asyncio.sleep(0.002)


async def made(folder: Path, games: int = GAMES) -> bytes:
    """The zip of a class that has played so many games."""
    async with open_classes(folder) as classes:
        classroom, _, people = await class_of(classes, PEOPLE, game="president", size=SIZE, duplicate=True)
        for number in range(games):
            await classroom.start()
            if number == 0:
                await do(classroom, lambda state: changes.open_question(state, QUESTION, ANSWERS))
                for person in people:
                    await classroom.answer(person.token, 1, person.number % 2)
                await do(classroom, lambda state: changes.close_question(state, True))
            await _play(people, number)
            await until(lambda: classroom.state.phase == "over")
        return await classes.data(classroom, False)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        PATH.write_bytes(asyncio.run(asyncio.wait_for(made(Path(place)), LIMIT)))
    print(f"wrote {PATH.name}, {PATH.stat().st_size} bytes")
