"""Answers first: a move is acknowledged before it is shown, and shown before anything else happens."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from hustings.rooms.broadcast.updates import Acknowledged, Presence, Reasoned, Snapshot, snapshot_of
from hustings.rooms.commands import changes, queries
from hustings.rooms.commands.play import Play
from hustings.rooms.keys import new_token
from hustings.rooms.settings import RoomSettings
from tests.rooms.helpers import BOT, FRIEND, ME, Onlooker, fresh_id, open_rooms, run, two_friends, until
from tests.rooms.test_terms import friends


def test_a_move_is_acknowledged_before_it_is_shown(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, bo = await two_friends(rooms)
            mover, other = Onlooker(), Onlooker()
            watcher = await room.attach(mover, ann)
            await room.attach(other, bo)
            assert mover.snapshot.decision is not None
            told: list[tuple[str, type]] = []
            mover.hook = lambda notice: told.append(("mover", type(notice)))
            other.hook = lambda notice: told.append(("other", type(notice)))
            await room.hear(watcher, Play(fresh_id(), mover.snapshot.decision, str(mover.snapshot.legal[0])))
            await until(lambda: ("other", Snapshot) in told)
            told = [one for one in told if one[1] is not Presence]  # the clock decides when presence is shown
            assert told == [("mover", Acknowledged), ("mover", Snapshot), ("other", Snapshot)]
            assert mover.snapshot.seq == other.snapshot.seq == mover.last(Acknowledged).seq

    run(scene())


def test_the_acknowledgement_leaves_before_the_states_are_made(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, _ = await two_friends(rooms)
            mover = Onlooker()
            watcher = await room.attach(mover, ann)
            assert mover.snapshot.decision is not None
            before, sent = len(mover.but_presence), list[list[type]]()

            def writer() -> None:
                sent.append([type(notice) for notice in mover.but_presence[before:]])

            def wake(notice: object) -> None:
                if isinstance(notice, Acknowledged):
                    asyncio.get_running_loop().call_soon(writer)

            mover.hook = wake
            await room.hear(watcher, Play(fresh_id(), mover.snapshot.decision, str(mover.snapshot.legal[0])))
            assert sent == [[Acknowledged]]

    run(scene())


def test_a_move_is_shown_before_the_room_does_anything_else(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, _ = await two_friends(rooms)
            mover = Onlooker()
            watcher = await room.attach(mover, ann)
            assert mover.snapshot.decision is not None
            text, before = str(mover.snapshot.legal[0]), len(mover.but_presence)
            moving = room.hear(watcher, Play(fresh_id(), mover.snapshot.decision, text))
            both = moving, queries.why(room, watcher, fresh_id(), text)
            await asyncio.gather(*both)
            assert [type(notice) for notice in mover.but_presence[before:]] == [Acknowledged, Snapshot, Reasoned]

    run(scene())


def test_a_room_that_cannot_be_shown_is_read_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, _ = await two_friends(rooms)
            mover = Onlooker()
            watcher = await room.attach(mover, ann)
            assert mover.snapshot.decision is not None

            def refuse(notice: object) -> None:
                if isinstance(notice, Snapshot):
                    mover.hook = lambda notice: None
                    raise ValueError("a hidden card")

            mover.hook = refuse
            await room.hear(watcher, Play(fresh_id(), mover.snapshot.decision, str(mover.snapshot.legal[0])))
            await queries.why(room, watcher, fresh_id(), "P1 turn 1")
            assert mover.snapshot.seq == mover.last(Acknowledged).seq

    with caplog.at_level(logging.WARNING):
        run(scene())
    assert "could not be shown" in caplog.text


@pytest.mark.parametrize(
    ("game", "options", "needed"),
    [("president", {"votes": "2024"}, 74), ("combat", {}, 270), ("combat", {"objective": "book-deal"}, None)],
)
def test_a_room_shows_the_majority_of_its_own_options(
    tmp_path: Path, game: str, options: dict[str, str], needed: int | None
) -> None:
    async def scene() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make(game, options, "Ann", [ME, FRIEND], RoomSettings())
            assert room.info().majority is None
            await room.join("Bo", new_token())
            await room.start(ann)
            assert room.info().majority == needed

    run(scene())


def test_a_beginning_keeps_its_record_after_a_restart(tmp_path: Path) -> None:
    """A delayed spectator sees the beginning under its own number, whatever was recorded since."""

    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, ann, _ = await friends(rooms, delayed=True)
            await table.attach(crowd := Onlooker(), None)
            seq = crowd.snapshot.seq
            await table.change(ann, lambda state: changes.lock(state, not state.locked))
            assert table.state.seq > seq
        async with open_rooms(tmp_path) as rooms:
            table = await rooms.find(table.state.code)
            await table.attach(crowd := Onlooker(), None)
            assert crowd.snapshot.seq == seq

    run(work())


def test_a_room_shows_its_sides_and_the_votes_that_lose(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("combat", {"objective": "book-deal"}, "Ann", [ME, FRIEND], RoomSettings())
            assert (room.info().too_many, room.info().sides) == (None, ())
            await room.join("Bo", new_token())
            await room.start(ann)
            assert (room.info().too_many, room.info().sides) == (270, ((0,), (1,)))
            seats = [ME, FRIEND, FRIEND, FRIEND]
            four, host = await rooms.make("politics", {}, "Ann", seats, RoomSettings())
            for name in ("Bo", "Cy", "Di"):
                await four.join(name, new_token())
            await four.start(host)
            assert four.info().sides == ((0, 2), (1, 3))

    run(scene())


def test_a_seat_is_shown_what_it_can_prepare_while_a_person_is_asked(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, bo = await two_friends(rooms)
            asked, waits, looks = Onlooker(), Onlooker(), Onlooker()
            await room.attach(asked, ann)
            await room.attach(waits, bo)
            await room.attach(looks, None)
            assert waits.snapshot.foreseen == [f"P2 turn {place}" for place in range(1, 6)]
            assert asked.snapshot.foreseen == looks.snapshot.foreseen == []
            alone, _ = await rooms.make("president", {}, "Ann", [ME, BOT], RoomSettings())
            table = alone.state.table
            assert table is not None
            table.play(table.legal(0)[0])
            assert table.foreseen(0)
            assert snapshot_of(alone.state, alone.info(), 0, 0, None).foreseen == []  # bots are quick

    run(scene())
