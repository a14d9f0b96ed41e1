"""A daily ballot in a room: the log is the ballot's however slow the store, and it is played once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hustings import daily
from hustings.rooms.broadcast.updates import Hints, Refused
from hustings.rooms.commands import changes, hints
from hustings.rooms.commands.play import Play, Resign
from hustings.rooms.commands.takeback import TakeBack
from hustings.rooms.errors import RoomError
from hustings.rooms.log.checks import checked
from hustings.rooms.log.replaying import replay
from hustings.rooms.room import Room
from tests.rooms.helpers import Onlooker, fresh_id, open_rooms, run


async def finished(room: Room, token: str) -> Onlooker:
    """Play a ballot to its end with the first legal move each time."""
    viewer = Onlooker()
    watcher = await room.attach(viewer, token)
    while room.state.phase == "playing":
        assert room.state.table is not None
        assert room.state.table.owes == {daily.PERSON}  # the bots have answered
        move = str(room.state.table.legal(daily.PERSON)[0])
        await room.hear(watcher, Play(fresh_id(), room.state.decisions[0], move))
    return viewer


@pytest.mark.parametrize("number", [1, 7, 14])
def test_a_room_plays_the_ballot(tmp_path: Path, number: int) -> None:
    async def main() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, token = await rooms.open_ballot(daily.ballot(number), "Ann")
            viewer = await finished(room, token)
            saved = await room.export()
            assert "deal" not in saved
            one, table = daily.verify(saved)
            assert (one.number, table.over) == (number, True)
            assert (viewer.snapshot.room.ballot, viewer.snapshot.room.deal) == (number, None)
            bodies = list(await room.context.store.read(room.state.code))
            again = replay(room.state.code, bodies)
            assert again.table is not None
            assert again.table.log == table.log
            checked("BCDFGH", [json.loads(body) for body in bodies])

    run(main())


def test_a_ballot_under_way_goes_on_after_a_restart(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, token = await rooms.open_ballot(daily.ballot(7), "Ann")
            code = room.state.code
            watcher = await room.attach(Onlooker(), token)
            assert room.state.table is not None
            move = str(room.state.table.legal(daily.PERSON)[0])
            await room.hear(watcher, Play(fresh_id(), room.state.decisions[0], move))
        async with open_rooms(tmp_path) as rooms:
            room = await rooms.find(code)
            await finished(room, token)
            daily.verify(await room.export())

    run(main())


def test_a_ballot_has_no_second_try(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, token = await rooms.open_ballot(daily.ballot(1), "Ann")
            viewer = Onlooker()
            watcher = await room.attach(viewer, token)
            assert room.state.table is not None
            await room.hear(watcher, Play(fresh_id(), room.state.decisions[0], str(room.state.table.legal(0)[0])))
            before = room.state.table.log
            for command in (TakeBack(fresh_id(), True), Resign(fresh_id(), True)):
                await room.hear(watcher, command)
                assert viewer.last(Refused).key == "room.ballot_once"
            await hints.ask(room, watcher, fresh_id(), room.state.decisions[0])
            assert viewer.last(Refused).key == "room.hints_off"
            assert not [one for one in viewer.told if isinstance(one, Hints)]
            for change in (
                lambda state: changes.bot(state, 1, "canvasser"),
                lambda state: changes.kick(state, 1),
                lambda state: changes.swap(state, 0, 1),
            ):
                with pytest.raises(RoomError):
                    await room.change(token, change)
            await room.change(token, lambda state: changes.rename(state, 0, "Bea"))
            assert room.state.table.log == before
            await finished(room, token)
            for change in (
                lambda state: changes.settings(state, {"hints": True}),
                lambda state: changes.bot(state, 1, "canvasser"),
            ):
                with pytest.raises(RoomError, match="played once"):
                    await room.change(token, change)
            with pytest.raises(RoomError, match="played once"):
                await room.rematch(token)

    run(main())
