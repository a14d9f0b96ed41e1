"""Everybody sees whose seat was taken with a code that the host made."""

from __future__ import annotations

from pathlib import Path

from hustings.rooms.commands import changes
from hustings.rooms.log.replaying import replay
from tests.rooms.helpers import Onlooker, open_rooms, run, two_friends


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
