"""kill -9 between any two steps of a move: nothing acknowledged is lost, nothing shown was not on disk."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from hustings.rooms.broadcast.updates import Acknowledged
from hustings.rooms.commands.play import Play
from tests.rooms.dying import STEPS, killed
from tests.rooms.helpers import Onlooker, open_rooms, play_on, run

ROOT = Path(__file__).parents[2]
LONGEST = 900  # seconds for fifty restarts: a busy machine takes 10 for each
FATAL = 9  # the append that kills: the seventh move of the game


@pytest.mark.parametrize("step", STEPS)
def test_a_room_killed_at_any_step_of_a_move_comes_back_from_its_log(tmp_path: Path, step: str) -> None:
    said = killed("tests.rooms.dying", tmp_path, step, FATAL)
    (code, token) = next(words[1:] for words in said if words[0] == "room")
    acknowledged = {words[2]: int(words[1]) for words in said if words[0] == "ack"}
    shown = [int(words[1]) for words in said if words[0] == "shown"]
    entries = [int(words[2]) for words in said if words[0] == "shown"]
    assert acknowledged

    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            bodies = await rooms.context.store.read(code)
            if step in ("before the store", "before the commit"):
                assert len(bodies) == FATAL - 1
            else:
                assert len(bodies) >= FATAL
            assert max(acknowledged.values()) <= len(bodies)
            assert max(shown) <= len(bodies)
            room = await rooms.find(code)
            assert room.state.table is not None
            assert max(entries) <= len(room.state.table.log)
            looker = Onlooker()
            watcher = await room.attach(looker, token)
            for command, seq in acknowledged.items():
                await room.hear(watcher, Play(command, 0, "P1 turn 1"))
                assert looker.last(Acknowledged) == Acknowledged(command, seq)
            await play_on(room, [watcher])
            assert room.state.phase == "over"

    run(work())


def test_fifty_kills_at_random_moments_lose_double_and_invent_nothing() -> None:
    beaten = subprocess.run(
        [sys.executable, "-m", "tests.rooms.battery", "--kills", "50", "--longest", "0.15"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    assert beaten.returncode == 0, beaten.stderr
    assert "0 lost, 0 doubled, 0 phantoms" in beaten.stdout
    assert int(beaten.stdout.split(" rooms, ")[1].split()[0]) > 200
