"""Who sits where a game begins."""

from __future__ import annotations

from pathlib import Path

from tests.rooms.helpers import BOT, ME, open_rooms, run


def test_the_host_gets_the_seat_that_decides_first(tmp_path: Path) -> None:
    """Whoever begins by the dice, for as many games as it takes until each seat has begun."""

    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            began: set[int] = set()
            while len(began) < 3:
                room, _ = await rooms.make("mudslinger", {}, "Ann", [ME, BOT, BOT], first=True)
                state = room.state
                assert state.table is not None
                (seat,) = state.table.owes
                assert state.seat_of(state.host) == seat
                assert state.order == [*range(state.order[0], 3), *range(state.order[0])]
                began.add(seat)
            room, _ = await rooms.make("president", {}, "Ann", [ME, BOT, BOT], first=True)
            assert room.state.order == [0, 1, 2]  # all decide at once

    run(work())
