"""Rooms that come and go leave nothing behind: a small run of what `tests/rooms/soak.py` does by the thousand."""

from __future__ import annotations

import asyncio
from pathlib import Path

import hustings
from hustings.engine import installed
from tests.rooms.soak import memory, soak

ROOMS = 20


def test_rooms_that_come_and_go_leave_no_room_socket_or_task(tmp_path: Path) -> None:
    seen = asyncio.run(soak(tmp_path, ROOMS, say=False))
    assert seen["over"] + seen["left in mid-game"] == seen["expired"] == ROOMS
    assert seen["over"] > ROOMS / 2
    assert seen["ack"] > 10 * ROOMS


def test_the_memory_is_measured_without_the_texts_that_are_kept() -> None:
    book = installed.rulebook("president")
    table = hustings.game("president").start(seats=2, seed=1)
    table.view_text(table.view_bytes(None))
    table.play(table.legal(0)[0])
    assert table.events()
    assert all((book._lines, book.written, book.schema._json._parts))
    assert memory() > 0
    assert (book._lines, book.written, book.schema._json._parts) == ({}, {}, {})
