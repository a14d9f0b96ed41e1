"""Codes of seats: one brings a person back once, and everybody sees whose seat was taken with one."""

from __future__ import annotations

from pathlib import Path

import pytest

from hustings.rooms.commands import changes
from hustings.rooms.errors import NotAllowedError, RoomError
from hustings.rooms.log.replaying import replay
from tests.rooms.helpers import BOT, ME, Onlooker, open_rooms, play_on, run, two_friends


def test_everybody_sees_that_a_seat_was_taken_with_a_code_of_the_host(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, ann, bo = await two_friends(rooms)
            looker = Onlooker()
            await table.attach(looker, ann)

            def retaken() -> list[bool]:
                return [seat.retaken for seat in table.info().seats]

            await table.claim(await table.issue(bo, 1), "own device")
            assert retaken() == [False, False]
            await table.issue(ann, 1)
            assert retaken() == [False, False]
            await table.claim(await table.issue(ann, 1), "token of whoever has the code")
            assert [seat.retaken for seat in looker.snapshot.room.seats] == retaken() == [False, True]
            code = table.state.code
            bodies = await rooms.context.store.read(code)
            assert replay(code, bodies).retaken == {1}
            await table.claim(await table.issue("token of whoever has the code", 1), "third device")
            assert retaken() == [False, True]  # their own code does not hide it
            await table.change(ann, lambda state: changes.kick(state, 1))
            assert retaken() == [False, False]

    run(work())


def test_a_seats_code_brings_its_person_back_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, ann, bo = await two_friends(rooms)
            his = Onlooker()
            watcher = await table.attach(his, bo)
            first = await table.attach(Onlooker(), ann)
            await play_on(table, [first, watcher], 4)
            old = await table.issue(ann, 1)
            code = await table.issue(bo, 1)
        async with open_rooms(tmp_path) as rooms:  # the code outlives the server
            table = await rooms.find(table.state.code)
            watcher = await table.attach(his, bo)
            with pytest.raises(NotAllowedError):
                await table.claim(old, "phone")
            with pytest.raises(NotAllowedError):
                await table.issue("nobody's", 1)
            with pytest.raises(NotAllowedError):
                await table.issue(bo, 0)
            assert await table.claim(code, "phone") == 1
            assert his.ended == "removed"
            with pytest.raises(NotAllowedError):
                await table.attach(Onlooker(), bo)
            with pytest.raises(NotAllowedError):
                await table.claim(code, "thief")
            phone = await table.attach(Onlooker(), "phone")
            await play_on(table, [await table.attach(Onlooker(), ann), phone])
            assert table.state.phase == "over"

    run(work())


def test_a_bots_seat_has_no_code(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, ann = await rooms.make("combat", {}, "Ann", [ME, BOT])
            with pytest.raises(RoomError, match="no one"):
                await table.issue(ann, 1)

    run(work())
