"""What became of promises: marked by seats that heard them, seen by all, kept in the room's log and in no game's."""

from __future__ import annotations

from pathlib import Path

import pytest

from hustings.rooms.broadcast.updates import Acknowledged, Marks, Refused
from hustings.rooms.clients import Client
from hustings.rooms.commands.remarks import MarkWords
from hustings.rooms.log import log_events
from hustings.rooms.log.log_events import Chair, Verdict
from hustings.rooms.log.replaying import replay
from hustings.rooms.registry import Rooms
from hustings.rooms.room import Room
from hustings.rooms.settings import RoomSettings
from tests.rooms.helpers import FRIEND, ME, Onlooker, fresh_id, move, open_rooms, play_on, refused, run

BO, CY = "bo's own token of 22", "cy's own token of 22"
WORDS = '"Ohio is yours"'


def told(looker: Onlooker) -> list[tuple[int, int, Verdict]]:
    """What a viewer was told of marks: entry, seat, verdict."""
    return [(one.entry, one.seat, one.mark) for notice in looker.all(Marks) for one in notice.marks]


async def three(rooms: Rooms, settings: RoomSettings | None = None) -> tuple[Room, list[Client]]:
    """A table of three, and who looks on from its seats."""
    room, ann = await rooms.make("mudslinger", {}, "Ann", [ME, FRIEND, FRIEND], settings or RoomSettings())
    await room.join("Bo", BO)
    await room.join("Cy", CY)
    await room.start(ann)
    return room, [await room.attach(Onlooker(), token) for token in (ann, BO, CY)]


async def promised(room: Room, watchers: list[Client]) -> tuple[int, int, list[int]]:
    """Play on until a promise can be made, and make it: its entry, whose it is, and the other seats."""
    while True:
        for watcher in watchers:
            assert isinstance(watcher, Onlooker)
            for legal in watcher.snapshot.legal:
                if legal.verb == "promise":
                    await move(room, watcher, f"{legal.text} {WORDS}")
                    assert room.state.table is not None
                    author = legal.seat
                    return room.state.table.length, author, [seat for seat in range(3) if seat != author]
        await play_on(room, watchers, 1)


def test_everybody_but_its_author_marks_a_promise_and_everybody_sees_who_did(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, watchers = await three(rooms)
            await room.attach(crowd := Onlooker(), None)
            entry, author, (one, other) = await promised(room, watchers)
            assert room.state.table is not None
            before = room.state.table.record().tobytes()
            seq = room.state.seq
            await room.hear(watchers[one], MarkWords("mark-0001", entry, "kept"))
            assert watchers[one].last(Acknowledged).seq == room.state.seq == seq + 1  # type: ignore[attr-defined]
            await room.hear(watchers[one], MarkWords("mark-0001", entry, "kept"))  # said again after a broken line
            assert room.state.seq == seq + 1
            await room.hear(watchers[other], MarkWords(fresh_id(), entry, "broken"))
            await room.hear(watchers[one], MarkWords(fresh_id(), entry, "open"))
            expected = [(entry, one, "kept"), (entry, other, "broken"), (entry, one, "open")]
            for looker in (*(watcher for watcher in watchers), crowd):
                assert isinstance(looker, Onlooker)
                assert told(looker) == expected
            late = Onlooker()
            await room.attach(late, None)
            assert told(late) == expected[1:]  # of a seat's marks the newest
            assert room.state.table.record().tobytes() == before
            assert "your own" in (await refused(room, watchers[author], MarkWords(fresh_id(), entry, "kept"))).text

    run(work())


def test_only_words_that_all_may_read_and_only_seats(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, watchers = await three(rooms)
            assert "has no words" in (await refused(room, watchers[0], MarkWords(fresh_id(), 1, "kept"))).text
            entry, _, (one, _) = await promised(room, watchers)
            crowd = await room.attach(Onlooker(), None)
            assert "only players with a seat" in (await refused(room, crowd, MarkWords(fresh_id(), entry, "kept"))).text
            for wrong in (entry - 1, entry + 1, 10**9, 0):
                assert "has no words" in (await refused(room, watchers[one], MarkWords(fresh_id(), wrong, "kept"))).text
            lobby, ann = await rooms.make("mudslinger", {}, "Ann", [ME, FRIEND, FRIEND])
            assert (
                "has no words"
                in (await refused(lobby, await lobby.attach(Onlooker(), ann), MarkWords(fresh_id(), 1, "kept"))).text
            )

    run(work())


def test_marks_outlive_the_server_and_are_in_no_saved_game(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, watchers = await three(rooms)
            entry, _, (one, _) = await promised(room, watchers)
            await room.hear(watchers[one], MarkWords("mark-0001", entry, "broken"))
            bodies = await rooms.context.store.read(room.state.code)
            again = replay(room.state.code, bodies)
            assert list(again.marks.values()) == list(room.state.marks.values())
            assert again.answered == room.state.answered
            assert room.state.table is not None
            assert "mark-0001" not in str(room.state.table.save(names=["Ann", "Bo", "Cy"]))
        async with open_rooms(tmp_path) as rooms:
            found = await rooms.find(room.state.code)
            await found.attach(looker := Onlooker(), CY)
            assert told(looker) == [(entry, one, "broken")]

    run(work())


def test_the_next_game_begins_without_marks(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, watchers = await three(rooms)
            entry, _, (one, other) = await promised(room, watchers)
            await room.hear(watchers[one], MarkWords(fresh_id(), entry, "kept"))
            await play_on(room, watchers)
            await room.hear(watchers[other], MarkWords(fresh_id(), entry, "kept"))  # after the end, too
            bodies = await rooms.context.store.read(room.state.code)
            begun = next(body for body in bodies if '"what":"began"' in body)
            assert len(replay(room.state.code, bodies).marks) == 2
            assert not replay(room.state.code, [*bodies, begun]).marks

    run(work())


def test_spectators_who_see_the_table_a_move_late_see_its_marks_late(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, watchers = await three(rooms, RoomSettings(delayed=True))
            await room.attach(crowd := Onlooker(), None)
            entry, _, (one, _) = await promised(room, watchers)
            await room.hear(watchers[one], MarkWords(fresh_id(), entry, "kept"))
            assert told(crowd) == []
            await play_on(room, watchers, 1)
            assert told(crowd) == [(entry, one, "kept")]

    run(work())


def test_a_seat_that_marks_too_fast_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MarkWords, "pace", (3, 0.0))

    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, watchers = await three(rooms)
            entry, _, (one, other) = await promised(room, watchers)
            for _ in range(5):
                await room.hear(watchers[one], MarkWords(fresh_id(), entry, "kept"))
            looker = watchers[one]
            assert isinstance(looker, Onlooker)
            assert told(looker) == [(entry, one, "kept")] * 3
            assert looker.last(Refused).kind == "flood"
            await room.hear(watchers[other], MarkWords(fresh_id(), entry, "kept"))
            assert told(looker)[-1] == (entry, other, "kept")

    run(work())


def test_a_passed_device_marks_from_the_seat_it_shows(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            seats = [ME, FRIEND, Chair("device", "Bo")]
            room, ann = await rooms.make("mudslinger", {}, "Ann", seats)
            await room.join("Cy", CY)
            await room.start(ann)
            watchers = [await room.attach(Onlooker(), token) for token in (ann, CY)]
            entry, author, _ = await promised(room, watchers)
            while watchers[0].seat == author:
                await play_on(room, watchers, 1)
            await room.hear(watchers[0], MarkWords(fresh_id(), entry, "kept"))
            assert [one.seat for one in room.state.marks.values()] == [watchers[0].seat]

    run(work())


def test_a_mark_is_written_and_read_again() -> None:
    marked = log_events.Marked(1, 12, "broken", 0, "mark-0001")
    assert log_events.read(log_events.write(marked)) == marked
