"""Rooms that come and go leave nothing behind: a small run of what `tests/rooms/soak.py` does by the thousand."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.rooms.soak import soak

ROOMS = 20


def test_rooms_that_come_and_go_leave_no_room_socket_or_task(tmp_path: Path) -> None:
    seen = asyncio.run(soak(tmp_path, ROOMS, say=False))
    assert seen["over"] + seen["left in mid-game"] == seen["expired"] == ROOMS
    assert seen["over"] > ROOMS / 2
    assert seen["ack"] > 10 * ROOMS
