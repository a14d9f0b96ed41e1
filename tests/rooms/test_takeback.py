"""Moves taken back by consent and games given up: written before they are shown, and telling nothing hidden."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from hustings.rooms.broadcast.updates import Acknowledged, Refused
from hustings.rooms.clients import Client
from hustings.rooms.commands.play import Play, Resign
from hustings.rooms.commands.takeback import Consent, TakeBack
from hustings.rooms.fair_deal import verify
from hustings.rooms.log import log_events
from hustings.rooms.log.log_events import Chair
from hustings.rooms.log.replaying import replay, seated
from hustings.rooms.log.transfer import export, take_in
from hustings.rooms.registry import Rooms
from hustings.rooms.room import Room
from hustings.rooms.settings import RoomSettings
from hustings.rooms.stores.sqlite import SqliteStore
from tests.rooms.helpers import BOT, FRIEND, ME, Onlooker, fresh_id, move, open_rooms, play_on, refused, run, until

BO, CY = "bo's own token of 22", "cy's own token of 22"


async def seats(
    rooms: Rooms, game: str, *chairs: Chair, settings: RoomSettings | None = None
) -> tuple[Room, list[Client]]:
    """A table whose people look on from their seats."""
    room, ann = await rooms.make(game, {}, "Ann", [ME, *chairs], settings or RoomSettings())
    tokens = [ann]
    for name, token in (("Bo", BO), ("Cy", CY))[: chairs.count(FRIEND)]:
        await room.join(name, token)
        tokens.append(token)
    if room.state.phase == "lobby":
        await room.start(ann)
    return room, [await room.attach(Onlooker(), token) for token in tokens]


def looker(watcher: Client) -> Onlooker:
    """The viewer behind a watcher."""
    assert isinstance(watcher, Onlooker)
    return watcher


async def asks(room: Room, watcher: Client, command: Any) -> Acknowledged:
    """A command that is carried out."""
    await room.hear(watcher, command)
    answer = looker(watcher).last(Acknowledged)
    assert answer.id == command.id
    return answer


def is_past(viewer: Onlooker, seq: int) -> bool:
    """Whether a viewer has been told more than a record."""
    return viewer.snapshot.seq > seq


def can_bid(viewer: Onlooker) -> bool:
    """Whether the first seat has a dollar, and so is asked first in its own contest."""
    return viewer.view is not None and viewer.view["money"][0] > 0


def what_is_told(watcher: Client) -> tuple[Any, ...]:
    """The table as a viewer was told it last."""
    snapshot = looker(watcher).snapshot
    return looker(watcher).view, snapshot.owes, [str(legal) for legal in snapshot.legal]


async def same_as_its_log(room: Room) -> None:
    """The room is what its log says, however it is read."""
    bodies = await room.context.store.read(room.state.code)
    again = replay(room.state.code, bodies)
    assert again.table is not None
    assert room.state.table is not None
    assert (again.table.log, again.decisions, again.seq) == (room.state.table.log, room.state.decisions, room.state.seq)
    assert again.table.record().tobytes() == room.state.table.record().tobytes()
    for length in range(1, len(bodies)):
        replay(room.state.code, bodies[:length])
    assert seated(room.state.code, bodies) is not None


def test_a_sealed_choice_is_taken_back_when_the_other_agrees_and_tells_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, (ann, bo) = await seats(rooms, "president", FRIEND)
            await room.attach(crowd := Onlooker(), None)
            before = [what_is_told(watcher) for watcher in (ann, bo)]
            seen, decision = crowd.view, looker(ann).snapshot.decision
            assert decision is not None
            await move(room, ann)
            made, dealt = room.state.table, room.state.table.length - 1  # type: ignore[union-attr]
            await asks(room, ann, TakeBack("takeback-1", True))
            for viewer in (looker(ann), looker(bo), crowd):
                assert viewer.snapshot.room.proposal is not None
                assert (viewer.snapshot.room.proposal.by, viewer.snapshot.room.proposal.waiting) == (0, [1])
            assert room.state.table is made
            assert (await refused(room, ann, Consent(fresh_id(), True))).key == "room.not_asked"
            assert (await refused(room, bo, TakeBack(fresh_id(), True))).key == "room.proposal_open"
            agreed = await asks(room, bo, Consent("consent-1", True))
            assert [what_is_told(watcher) for watcher in (ann, bo)] == before
            assert crowd.view == seen
            for viewer in (looker(ann), looker(bo), crowd):
                assert (viewer.snapshot.taken_back, viewer.snapshot.room.proposal) == (dealt, None)
            seq = room.state.seq
            assert await asks(room, bo, Consent("consent-1", True)) == agreed  # said again after a broken line
            assert room.state.seq == seq
            await room.hear(ann, Play(fresh_id(), decision, str(looker(ann).snapshot.legal[0])))
            assert looker(ann).last(Refused).kind == "stale"  # what was on its way for the move taken back
            await same_as_its_log(room)
            await play_on(room, [ann, bo])
            assert looker(bo).snapshot.taken_back is None
            verify(await room.export())
            await same_as_its_log(room)

    run(work())


def test_it_is_refused_withdrawn_or_overtaken_by_a_move(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, (ann, bo, cy) = await seats(rooms, "president", FRIEND, FRIEND)
            await move(room, ann)
            table = room.state.table
            await asks(room, ann, TakeBack(fresh_id(), True))
            await asks(room, bo, Consent(fresh_id(), True))
            assert room.state.waiting == {2}
            await asks(room, cy, Consent(fresh_id(), False))
            assert (room.state.proposal, room.state.table) == (None, table)
            await asks(room, ann, TakeBack(fresh_id(), True))
            await asks(room, ann, Consent(fresh_id(), False))
            assert (room.state.proposal, room.state.table) == (None, table)
            await asks(room, ann, TakeBack(fresh_id(), True))
            await asks(room, cy, Consent(fresh_id(), True))
            await move(room, bo)
            assert (room.state.proposal, room.state.table) == (None, table)
            assert (await refused(room, cy, Consent(fresh_id(), True))).key == "room.nothing_asked"
            await asks(room, bo, TakeBack(fresh_id(), True))  # who agreed to another request has not agreed to this
            assert room.state.waiting == {0, 2}
            await same_as_its_log(room)

    run(work())


def test_not_once_chance_or_something_hidden_has_come_up(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, (ann, bo) = await seats(rooms, "president", FRIEND)
            await room.attach(crowd := Onlooker(), None)
            assert (await refused(room, ann, TakeBack(fresh_id(), True))).key == "room.nothing_to_take_back"
            watching = await room.attach(crowd, None)
            assert (await refused(room, watching, TakeBack(fresh_id(), True))).key == "room.watchers_do_not_move"
            await move(room, ann)
            await move(room, bo)  # the envelopes are open
            for watcher in (ann, bo):
                answer = await refused(room, watcher, TakeBack(fresh_id(), True))
                assert answer.key in ("room.shown_since", "room.chance_since")
            other, (dee, _) = await seats(rooms, "combat", FRIEND)
            await move(other, dee, "P1 turn 1")
            assert (await refused(other, dee, TakeBack(fresh_id(), True))).key == "room.chance_since"

    run(work())


def test_bots_agree_at_once_and_wait_while_people_are_asked(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, (ann,) = await seats(rooms, "mudslinger", BOT, BOT)
            viewer = looker(ann)
            while not (can_bid(viewer) and any(legal.verb == "campaign" for legal in viewer.snapshot.legal)):
                known = viewer.snapshot.seq
                if viewer.snapshot.legal and 0 in viewer.snapshot.owes:
                    verbs = ("draw", "pass", "decline", "take", "rest")
                    await move(room, ann, next(str(m) for m in viewer.snapshot.legal if m.verb in verbs))
                await until(partial(is_past, viewer, known))
            before = what_is_told(ann)
            await move(room, ann, next(str(m) for m in viewer.snapshot.legal if m.verb == "campaign"))
            answer = await asks(room, ann, TakeBack("takeback-1", True))
            assert what_is_told(ann) == before
            assert viewer.snapshot.taken_back == room.state.table.length  # type: ignore[union-attr]
            assert await asks(room, ann, TakeBack("takeback-1", True)) == answer
            await same_as_its_log(room)

            room, (ann, bo) = await seats(rooms, "president", FRIEND, BOT)
            await until(lambda: room.state.decisions[2] == 1)
            await move(room, ann)
            await asks(room, ann, TakeBack(fresh_id(), True))
            await asks(room, bo, Consent(fresh_id(), True))
            assert looker(ann).snapshot.taken_back == looker(bo).snapshot.taken_back is not None
            await same_as_its_log(room)

    run(work())


def test_spectators_a_move_behind_and_people_who_come_back_see_the_same(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, (ann, bo) = await seats(rooms, "president", FRIEND, settings=RoomSettings(delayed=True))
            await room.attach(crowd := Onlooker(), None)
            start = crowd.view
            await move(room, ann)
            seq = room.state.seq
            await asks(room, ann, TakeBack(fresh_id(), True))
            await asks(room, bo, Consent(fresh_id(), True))
            assert crowd.view == start
            back = Onlooker()
            await room.attach(back, BO, since=seq)
            assert room.state.table is not None
            assert (back.snapshot.taken_back, back.snapshot.events) == (room.state.table.length, [])
            watcher = await room.attach(Onlooker(), BO, since=room.state.seq)
            assert looker(watcher).snapshot.taken_back is None
            await play_on(room, [ann, watcher])
            assert crowd.snapshot.over

    run(work())


def test_a_room_with_moves_taken_back_is_a_file_that_can_be_taken_in(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, (ann, bo) = await seats(rooms, "president", FRIEND)
            await move(room, ann)
            await asks(room, ann, TakeBack("takeback-1", True))
            await asks(room, bo, Consent("consent-1", True))
            await move(room, ann)
            await asks(room, bo, Resign("resign-01", True))
            data = await export(rooms.context.store, room.state.code)
            bodies = [json.dumps(record) for record in data["records"]]
            store = SqliteStore(tmp_path / "other.db")
            try:
                taken = await take_in(store, data)
                assert taken.table is not None
                assert taken.table.log == replay(room.state.code, bodies).table.log  # type: ignore[union-attr]
                assert (taken.chairs, taken.decisions[0]) == (room.state.chairs, 3)
                kinds = [record["what"] for record in data["records"]]
                for part, value in (("length", 7), ("by", 1)):
                    wrong = [dict(record) for record in data["records"]]
                    wrong[kinds.index("proposed")][part] = value
                    with pytest.raises(ValueError, match="does not fit"):
                        await take_in(store, {**data, "records": wrong})
                wrong = [dict(record) for record in data["records"]]
                wrong[kinds.index("consented")]["chair"] = 0
                with pytest.raises(ValueError, match="does not fit"):
                    await take_in(store, {**data, "records": wrong})
            finally:
                await store.close()

    run(work())


def test_who_resigns_is_played_for_to_the_end_and_their_share_goes_to_the_others(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, (ann, bo) = await seats(rooms, "president", FRIEND)
            answer = await asks(room, bo, Resign("resign-01", True))
            assert await asks(room, bo, Resign("resign-01", True)) == answer
            assert (await refused(room, bo, Resign(fresh_id(), True))).key == "room.forfeited"
            seat = looker(ann).snapshot.room.seats[1]
            assert (seat.kind, seat.stood_in, seat.forfeited) == ("bot", True, True)
            assert not looker(bo).snapshot.legal
            while room.state.phase == "playing":
                if looker(ann).snapshot.legal:
                    await move(room, ann)
                await until(lambda: room.state.phase == "over" or bool(looker(ann).snapshot.legal))
            assert [float(share) for share in room.state.series.shares] == [1.0, 0.0]
            assert (await refused(room, ann, Resign(fresh_id(), True))).key == "room.game_is_over"
            await same_as_its_log(room)

    run(work())


def test_records_of_before_are_read_as_they_were() -> None:
    for text in (
        '{"what":"switched","locked":true,"paused":false}',
        '{"what":"proposed","chair":0,"length":3,"by":0,"id":"takeback-1"}',
        '{"what":"consented","chair":1,"agrees":true,"id":"consent-1"}',
        '{"what":"resigned","chair":1,"level":"thumb","id":"resign-01"}',
    ):
        assert log_events.write(log_events.read(text)) == text
