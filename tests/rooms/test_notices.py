"""Notices of games over days: whose page is visible."""

from __future__ import annotations

from pathlib import Path

from tests.rooms.helpers import FRIEND, ME, Onlooker, open_rooms, run


def test_a_seat_is_visible_while_one_of_its_pages_is(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("president", {}, "Ann", [ME, FRIEND])
            page = await room.attach(Onlooker(), ann)
            await room.attach(Onlooker(), None)
            assert room.broadcast.visible == {0}
            page.looking = False
            assert (room.broadcast.visible, room.broadcast.there) == (set(), {0})
            page.looking = True
            room.detach(page)
            assert room.broadcast.visible == set()

    run(work())
