"""kill -9 in a game by post: no plan that was acknowledged is lost, and the plans make the same moves, once.

Run as a program, it hands in plans until it is killed at a given step of a given append:

    $ python -m tests.rooms.test_post_killed FOLDER STEP APPEND CODE TOKEN TOKEN TOKEN
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
from pathlib import Path

import pytest

from hustings.rooms.log.rounds import owing, round_now
from hustings.rooms.registry import Rooms
from tests.rooms.dying import DyingStore, die, killed, say
from tests.rooms.helpers import Clocks, open_rooms, run
from tests.rooms.test_over_days import MONDAY, served
from tests.rooms.test_post import begun, hand_in, next_round

LAST = 2  # rounds that are played


async def play_on(rooms: Rooms, code: str, tokens: list[str]) -> list[dict[str, object]]:
    """Hand in all plans of the first rounds and wait for their moves; return the room's records."""
    room = await rooms.find(code)
    while (number := round_now(room.state)) is not None and number <= LAST:
        for seat in owing(room.state):
            await hand_in(room, tokens, seat)
            say(f"planned {room.state.order[seat]} {number}")
        await next_round(room, number)
        say(f"over {number}")
    return [json.loads(body) for body in await rooms.context.store.read(code)]


async def dying(folder: Path, step: str, fatal: int, code: str, tokens: list[str]) -> None:
    store = DyingStore(folder / "rooms.db", step, fatal)
    store._wall = Clocks(MONDAY).wall_now
    async with open_rooms(folder, store) as rooms:
        await play_on(rooms, code, tokens)
    die()


@pytest.mark.parametrize(
    ("step", "fatal"),
    [
        ("after the commit", 2),  # of a plan that nobody has acknowledged
        ("before the commit", 3),  # of the last plan
        ("after the commit", 3),
        ("after the commit", 4),  # of the record that closes the plans
        ("before the commit", 8),  # of one of the moves
        ("after the commit", 10**9),
    ],
)
def test_a_server_that_is_killed_makes_the_moves_of_the_plans_once(tmp_path: Path, step: str, fatal: int) -> None:
    first, other = tmp_path / "first", tmp_path / "other"

    async def prepare() -> tuple[str, list[str]]:
        async with served(first, Clocks(MONDAY)) as (rooms, _):
            room, tokens = await begun(rooms)
            return room.state.code, tokens

    async def after(folder: Path) -> list[dict[str, object]]:
        async with served(folder, Clocks(MONDAY)) as (rooms, _):
            return await play_on(rooms, code, tokens)

    first.mkdir()
    code, tokens = run(prepare())
    shutil.copytree(first, other)
    said = killed("tests.rooms.test_post_killed", other, step, fatal, code, *tokens)
    there, alone = run(after(other)), run(after(first))
    assert moves(there) == moves(alone)
    closed = [record["round"] for record in there if record["what"] == "collected"]
    assert closed == [*range(1, LAST + 1)], "each round is closed once"
    planned = [(record["chair"], record["round"]) for record in there if record["what"] == "planned"]
    assert sorted(planned) == [(chair, number) for chair in range(3) for number in range(1, LAST + 1)]
    assert {(int(words[1]), int(words[2])) for words in said if words[0] == "planned"} <= set(planned)


def moves(records: list[dict[str, object]]) -> list[object]:
    """The entries of all moves."""
    return [record["entries"] for record in records if record["what"] == "played"]


if __name__ == "__main__":
    asyncio.run(dying(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4], sys.argv[5:]))
